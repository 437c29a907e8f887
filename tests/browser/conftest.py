"""A real server, a real browser: what the people at the table have."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
TELEVISION = {"width": 1920, "height": 1080}

JourneyOptions = dict[str, Any]
OPTIONS: JourneyOptions = {"hobbits": ["sam", "frodo"], "advanced": True, "nazgul_path": 8}


class Server:
    """`butterbur serve` as a process of its own, to be killed and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as asking:
            asking.bind(("127.0.0.1", 0))
            self.port: int = asking.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "companion",
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "Ctrl-C" in line:
                break
        urlopen(self.url).close()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


OpenContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(browser: Browser) -> Iterator[OpenContext]:
    """Browsers that are closed after the test; a script error on any page fails it."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(size: dict[str, int], language: str = "en", **more: Any) -> BrowserContext:
        is_phone = size["width"] < 900
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            locale=language,
            is_mobile=is_phone,
            has_touch=is_phone,
            **more,
        )
        context.set_default_timeout(15_000)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()
    assert errors == []


def lay_table(page: Page, server: Server, options: JourneyOptions = OPTIONS) -> str:
    """A table laid through the JSON interface; the page's browser becomes its host."""
    answer = page.request.post(f"{server.url}/tables", data={"game": "journey-to-mordor", "options": options})
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def sit_down(page: Page, server: Server, code: str, hobbit: str) -> None:
    """As people do: open the address of the QR code, tap the hobbit."""
    page.goto(f"{server.url}/join/{code}")
    page.locator(f"button.seat-{hobbit}").click()
    page.wait_for_url(f"**/seats/{hobbit}")


def act(page: Page, server: Server, code: str, seat: str, **line: Any) -> dict[str, Any]:
    """One line through the JSON interface with this phone's cookies; gives the view after it."""
    view = seen(page, server, code, seat)
    answer = page.request.post(
        f"{server.url}/tables/{code}/act", data={"seat": seat, "known": view["version"], **line}
    )
    assert answer.ok, answer.text()
    return seen(page, server, code, seat)


def seen(page: Page, server: Server, code: str, seat: str) -> dict[str, Any]:
    view: dict[str, Any] = page.request.get(f"{server.url}/tables/{code}/view?seat={seat}").json()
    return view


THROW = {"yellow": "ring", "red": "ring", "blue": "nazgul", "green": "gandalf", "black": "warrior"}


def tap_throw(page: Page, dice: dict[str, str]) -> None:
    for die, face in dice.items():
        page.locator(f"input[name='dice.{die}'][value={face}]").check(force=True)
    page.get_by_role("button", name="Write down this throw").click()
    page.locator("form[data-keep]").wait_for()

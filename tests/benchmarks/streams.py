"""300 open phones on one server while one acts: how soon does the slowest hear of it?

Measured side by side with a bare Flask stream endpoint in the same run, broadcasts taken in turn:

    python -m tests.benchmarks.streams [PHONES] [BROADCASTS]

Times run from the moment the act is sent. Butterbur's include the rules and the journal's write to disk.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

HOST = "127.0.0.1"
GAME = {"game": "journey-to-mordor", "options": {"hobbits": ["frodo", "sam"], "nazgul_path": 8}}
THROW = {"yellow": "ring", "red": "orc", "blue": "warrior", "green": "gandalf", "black": "tree"}


class Phone:
    """One open stream; notes when each message with a version comes in."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[float] = asyncio.Queue()
        self.is_dropped = False

    async def listen(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b'data: {"version'):
                self.heard.put_nowait(time.perf_counter())
        self.is_dropped = True


async def measure(phones: int, broadcasts: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with _butterbur(Path(folder)) as inn, _bare() as bare:
            crowds = {"butterbur": await _gather(phones, *inn[:2]), "bare": await _gather(phones, *bare[:2])}
            acts = {"butterbur": inn[2], "bare": bare[2]}
            slowest: dict[str, list[float]] = {name: [] for name in crowds}
            for _ in range(broadcasts):
                for name, crowd in crowds.items():
                    slowest[name].append(await _broadcast(crowd, acts[name]))
            _report(phones, crowds, slowest)


async def _broadcast(crowd: list[Phone], act: Callable[[], Awaitable[None]]) -> float:
    """Seconds until the last phone has heard."""
    start = time.perf_counter()
    acting = asyncio.ensure_future(act())
    heard = await asyncio.wait_for(asyncio.gather(*(phone.heard.get() for phone in crowd)), 30)
    await acting
    return max(heard) - start


async def _gather(phones: int, port: int, path: str) -> list[Phone]:
    """Phones that have all heard where things stand."""
    crowd = [Phone() for _ in range(phones)]
    for phone in crowd:
        _running.add(asyncio.ensure_future(phone.listen(port, path)))
    await asyncio.wait_for(asyncio.gather(*(phone.heard.get() for phone in crowd)), 60)
    return crowd


_running: set[asyncio.Future[None]] = set()

Server = tuple[int, str, Callable[[], Awaitable[None]]]


@asynccontextmanager
async def _butterbur(data: Path) -> AsyncIterator[Server]:
    port = _free_port()
    command = ["-m", "companion", "serve", "--host", HOST, "--port", str(port), "--data", str(data)]
    async with _process(command, "Ctrl-C"):
        opener = build_opener(HTTPCookieProcessor(CookieJar()))

        def ask(path: str, body: object = None) -> Any:
            written = None if body is None else json.dumps(body).encode()
            headers = {"Content-Type": "application/json"}
            return json.load(opener.open(Request(f"http://{HOST}:{port}{path}", written, headers)))

        code = ask("/tables", GAME)["code"]
        ask(f"/tables/{code}/seats/frodo", {})
        roll = {"do": "roll", "dice": THROW}
        lines = [{"seat": "frodo", "known": known, **roll} for known in [1]]

        async def act() -> None:
            """Throw, take it back, throw again: each changes what everyone sees."""
            done = await asyncio.to_thread(ask, f"/tables/{code}/act", lines[-1])
            following = {"do": "undo"} if lines[-1]["do"] == "roll" else roll
            lines.append({"seat": "frodo", "known": done["version"], **following})

        yield port, f"/tables/{code}/events", act


@asynccontextmanager
async def _bare() -> AsyncIterator[Server]:
    port = _free_port()
    async with _process(["-m", "tests.benchmarks.bare_stream", str(port)], "ready"):
        opener = build_opener()

        async def act() -> None:
            await asyncio.to_thread(lambda: opener.open(Request(f"http://{HOST}:{port}/act", b"{}")).read())

        yield port, "/events", act


@asynccontextmanager
async def _process(arguments: list[str], when_ready: str) -> AsyncIterator[None]:
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        while when_ready not in process.stdout.readline():
            pass
        yield
    finally:
        process.kill()
        process.communicate()


def _free_port() -> int:
    with socket.socket() as asking:
        asking.bind((HOST, 0))
        port: int = asking.getsockname()[1]
        return port


def _report(phones: int, crowds: dict[str, list[Phone]], slowest: dict[str, list[float]]) -> None:
    print(f"{phones} open streams, {len(slowest['bare'])} broadcasts each, taken in turn")
    for name, times in slowest.items():
        dropped = sum(phone.is_dropped for phone in crowds[name])
        print(
            f"  {name:10} slowest phone: median {median(times) * 1000:6.1f} ms, "
            f"worst {max(times) * 1000:6.1f} ms, dropped {dropped}"
        )
    ratio = median(slowest["butterbur"]) / median(slowest["bare"])
    print(f"  ratio of medians {ratio:.2f} (at most 2 is the aim)")


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]]
    asyncio.run(measure(*(numbers + [300, 40][len(numbers) :])))

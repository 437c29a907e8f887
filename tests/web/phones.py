"""Phones for tests of the pages: what a browser or a program sends, and what comes back."""

from __future__ import annotations

from random import Random
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.core import Json, Line
from companion.inn import Inn
from tests.companion.playing import first_line, pick
from web.addresses import Addresses

PORT = 8080
LAN = "192.168.7.1"
HERE = f"http://localhost:{PORT}"
THERE = f"http://{LAN}:{PORT}"
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"

THROW: Line = {
    "do": "roll",
    "dice": {"yellow": "ring", "red": "orc", "blue": "nazgul", "green": "gandalf", "black": "warrior"},
}
"""A first throw that the rules allow at any table."""


def addresses() -> Addresses:
    """A server that listens on one address of a Wi-Fi; no test asks this machine's own network."""
    return Addresses(LAN, PORT)


class Phone:
    """A phone, or the laptop: one address, one jar of cookies."""

    def __init__(self, app: Flask, address: str, url: str = THERE) -> None:
        self.client = app.test_client()
        self.address = address
        self.url = url

    def open(self, method: str, path: str, **request: Any) -> TestResponse:
        """The answer, read to its end unless it is a stream, which has none: close that."""
        return self.client.open(
            path,
            method=method,
            base_url=self.url,
            environ_overrides={"REMOTE_ADDR": self.address},
            buffered=not path.partition("?")[0].endswith("/events"),
            **request,
        )

    def get(self, path: str, **request: Any) -> TestResponse:
        return self.open("GET", path, **request)

    def post(self, path: str, **request: Any) -> TestResponse:
        return self.open("POST", path, **request)

    def page(self, path: str, **headers: str) -> TestResponse:
        """What a browser gets when it opens an address."""
        return self.get(path, headers={"Accept": BROWSER, **headers})

    def sends_form(self, path: str, fields: Any = None, **headers: str) -> TestResponse:
        """What a browser gets when a form is sent without any script."""
        return self.post(path, data=fields or {}, headers={"Accept": BROWSER, **headers})

    def lays(self, *hobbits: str, **options: Any) -> str:
        answer = self.post("/tables", json=first_line(*hobbits, **options))
        assert answer.status_code == 200, answer.text
        return str(answer.get_json()["code"])

    def sits(self, code: str, seat: str) -> Phone:
        answer = self.post(f"/tables/{code}/seats/{seat}")
        assert answer.status_code == 200, answer.text
        return self

    def sees(self, code: str, seat: str | None = None) -> Json:
        answer = self.get(f"/tables/{code}/view", query_string={"seat": seat} if seat else {})
        assert answer.status_code == 200, answer.text
        view = answer.get_json()
        assert isinstance(view, dict)
        return view

    def sends(self, code: str, line: Line, known: object = None, seat: str | None = None) -> TestResponse:
        """Act, by default knowing how things stand."""
        knows = self.sees(code, seat)["version"] if known is None else known
        whose = {"seat": seat} if seat else {}
        return self.post(f"/tables/{code}/act", json={**whose, **line, "known": knows})

    def acts(self, code: str, line: Line, seat: str | None = None) -> int:
        """The version of the view after an act that is allowed."""
        answer = self.sends(code, line, seat=seat)
        assert answer.status_code == 200, answer.text
        return int(answer.get_json()["version"])

    def plays(self, code: str, chance: Random, seat: str | None = None) -> Line:
        """Do any one thing out of `legal`."""
        line: Line = pick(chance, chance.choice(self.sees(code, seat)["legal"]))
        self.acts(code, line, seat)
        return line

    def wakes_at(self, app: Flask) -> None:
        """The server was started anew; the phone still has its cookies."""
        jar, self.client = self.client, app.test_client()
        self.client._cookies = jar._cookies

    def cookie(self, name: str) -> str | None:
        found = self.client.get_cookie(name, domain=self.url.split("/")[2].split(":")[0])
        return found.value if found else None


def refused(answer: TestResponse) -> str:
    """Why not: a refusal of the contract."""
    assert answer.status_code == 409, (answer.status_code, answer.text)
    return _sentence(answer, "refused")


def error(answer: TestResponse, status: int) -> str:
    """What was wrong: a bad request of the contract."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    return _sentence(answer, "error")


def sentence_of(page: TestResponse) -> str:
    """What a page of trouble says, cut out of its HTML."""
    assert page.mimetype == "text/html", page.mimetype
    said = page.text.partition('<p class="lead">')[2].partition("</p>")[0]
    assert said.endswith("."), page.text[:400]
    return said


def _sentence(answer: TestResponse, key: str) -> str:
    assert answer.mimetype == "application/json"
    text = answer.get_json()[key]
    assert isinstance(text, str)
    assert text
    assert text.endswith("."), text
    return text


def written(inn: Inn) -> list[list[tuple[Any, ...]]]:
    """Every row that the inn has on disk: tables, seats and moves."""
    return [
        inn._journal._read("SELECT * FROM tables ORDER BY code"),
        inn._journal._read("SELECT * FROM journal ORDER BY code, number"),
        inn._journal._read("SELECT * FROM seats ORDER BY code, seat"),
    ]

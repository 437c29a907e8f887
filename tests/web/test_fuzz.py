"""Whatever is thrown at the door, a sentence comes back and nothing is written.

Each throw is made twice, as a program and as a browser would make it, by a stranger, by a seated phone and by
the owner of the computer. What only looks (GET) may also succeed; nothing here is a move that could.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from companion.inn import Inn
from companion.journal import Journal
from tests.companion.playing import first_line, keep
from tests.web.phones import BROWSER, HERE, LAN, THROW, Phone, addresses, written
from tests.web.rubbish import BODIES, GETS, KINDS, LIKELY_WORDS, ODD_COOKIES, ODD_PARTS, POSTS
from web import create_app
from web.guard import Doorkeeper


class Patient(Doorkeeper):
    """Lets everyone guess on, so that wrong codes are answered and not only counted."""

    def is_patient(self, address: str) -> bool:
        return True


@dataclass
class Siege:
    """An inn with a game under way, and everybody who might knock."""

    inn: Inn
    app: Flask
    code: str
    frodo: Phone
    stranger: Phone
    laptop: Phone

    def attack(self, method: str, path: str, **request: Any) -> None:
        """Nobody gets anything but a sentence, or a page to look at; and nothing is written."""
        path = path.replace("CODE", self.code)
        before = written(self.inn)
        for visitor in (self.stranger, self.frodo, self.laptop):
            for accept in ("*/*", BROWSER):
                headers = {"Accept": accept, **request.get("headers", {})}
                answer = visitor.open(method, path, **{**request, "headers": headers})
                told_kindly(answer, accept == BROWSER, (visitor.address, method, path, request))
                answer.close()
        assert written(self.inn) == before, (method, path, request)


def told_kindly(answer: TestResponse, is_browser: bool, about: object) -> None:
    status = answer.status_code
    if answer.request.method in ("GET", "HEAD", "OPTIONS") and status in (200, 303):
        return
    if answer.request.path == "/settings" and status == 303:
        assert answer.location == "/", about
        return
    assert 400 <= status < 500, (status, about)
    if answer.request.method == "HEAD":
        return
    if is_browser:
        assert answer.mimetype == "text/html", about
        said = answer.text.partition('class="trouble"')[2] or answer.text.partition('<p class="lead">')[2]
        said = said.partition("</p>")[0].rpartition(">")[2]
    else:
        assert answer.mimetype == "application/json", about
        said = answer.get_json()["refused" if status == 409 else "error"]
    assert said.rstrip().endswith("."), (said, about)


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory, compiled: FileSystemBytecodeCache) -> Iterator[Siege]:
    inn = Inn(Journal(tmp_path_factory.mktemp("siege") / "journal.db"))
    app = create_app(inn, addresses())
    app.jinja_env.bytecode_cache = compiled
    for keeper in ("doorkeeper", "letter-words", "letter-photos"):
        app.extensions[keeper] = Patient()
    laptop = Phone(app, "127.0.0.1", HERE)
    frodo, sam, stranger = (Phone(app, f"192.168.7.{number}") for number in (4, 5, 6))
    code = laptop.lays("frodo", "sam", advanced=True)
    laptop.lays("merry", "pippin")
    frodo.sits(code, "frodo")
    sam.sits(code, "sam")
    frodo.acts(code, THROW)
    yield Siege(inn, app, code, frodo, stranger, laptop)
    inn.close()


@pytest.mark.parametrize("body", [body for _, body in BODIES], ids=[name for name, _ in BODIES])
def test_no_body_breaks_in(siege: Siege, body: bytes) -> None:
    kinds = KINDS if len(body) < 2000 else KINDS[:3]
    paths = POSTS if len(body) < 2000 else POSTS[:6]
    for number, path in enumerate(paths):
        for kind in kinds if number < 4 else kinds[:3]:
            siege.attack("POST", path, data=body, content_type=kind)


@pytest.mark.parametrize(
    "line",
    [
        {"do": "roll", "dice": THROW["dice"]},
        keep("red", "yellow"),
        keep("blue", "blue"),
        keep(),
        keep("purple"),
        {"do": "keep", "dice": "blue"},
        {"do": "keep", "dice": [["blue"]]},
        {"do": "keep", "dice": {"blue": 1}},
        {"do": "keep", "dice": [None]},
        {"do": "keep"},
        {"do": "apply", "die": "blue"},
        {"do": "apply", "die": ["blue"], "cell": {}},
        {"do": "end"},
        {"do": "end", "by": "sam"},
        {"do": "reroll"},
        {"do": "redo"},
        {"do": "undo", "number": 1},
        {"do": "Undone"},
        {"do": "__class__"},
        {"do": ""},
        {"do": ["undo"]},
        {"do": None},
        {"seat": "sam", "do": "undo"},
        {"seat": "gollum", "do": "undo"},
        {"seat": "", "do": "undo"},
        {"seat": "screen", "do": "undo"},
        {"seat": ["frodo"], "do": "undo"},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": 1},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": 3},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": 2.0},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": True},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": "2"},
        {"seat": "frodo", "do": "keep", "dice": ["blue"], "known": [2]},
        {"seat": "frodo", **THROW, "known": 1},
    ],
    ids=str,
)
def test_no_act_out_of_turn_order_or_shape_is_written(siege: Siege, line: dict[str, Any]) -> None:
    siege.attack("POST", "/tables/CODE/act", json={"known": 2, **line})


@pytest.mark.parametrize("odd", ODD_PARTS, ids=lambda odd: odd[:20])
def test_no_address_breaks_in(siege: Siege, odd: str) -> None:
    for path in (
        "/{}",
        "/join/{}",
        "/tables/{}/view",
        "/tables/CODE/seats/{}",
        "/static/{}",
        "/tables/{}/events",
    ):
        siege.attack("GET", path.format(odd))
    for path in (
        "/join?code={}",
        "/join/CODE?seat={0}&ticket={0}",
        "/new?game={}",
        "/tables/CODE/view?seat={}",
    ):
        siege.attack("GET", path.format(odd))
    for path in ("/tables/{}/act", "/tables/CODE/seats/{}", "/tables/CODE/seats/{}/free", "/tables/{}/name"):
        siege.attack("POST", path.format(odd), json={"do": "end", "known": 2, "name": ""})
    siege.attack("POST", f"/tables?game={odd}", json={"game": "journey-to-mordor"})


@pytest.mark.parametrize("path", [*GETS, *POSTS])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "NONSENSE"])
def test_no_method_breaks_in(siege: Siege, method: str, path: str) -> None:
    siege.attack(method, path)


def test_static_files_and_pages_take_no_posts(siege: Siege) -> None:
    for path in ("/", "/new", "/join/CODE", "/tables/CODE/view", "/tables/CODE/screen", "/static/style.css"):
        siege.attack("POST", path, json={})


@pytest.mark.parametrize("odd", ODD_COOKIES, ids=lambda odd: repr(odd[:10]))
def test_no_cookie_breaks_in(siege: Siege, odd: str) -> None:
    names = (f"seat-{siege.code}-frodo", f"host-{siege.code}", "language", "theme", "seat-", odd[:10])
    header = "; ".join(f"{name}={odd}" for name in names) + f"; {odd}; ={odd}; {quote(odd)}"
    visitor = Phone(siege.app, "192.168.7.66")
    visitor.client = siege.app.test_client(use_cookies=False)
    before = written(siege.inn)
    for accept in ("*/*", BROWSER):
        headers = {"Cookie": header, "Accept": accept}
        for path in GETS:
            answer = visitor.get(path.replace("CODE", siege.code), headers=headers)
            told_kindly(answer, accept == BROWSER, path)
            answer.close()
        for line in (
            {"seat": "frodo", **keep("blue"), "known": 2},
            {"seat": "table", "do": "undo", "known": 2},
        ):
            answer = visitor.post(f"/tables/{siege.code}/act", json=line, headers=headers)
            assert answer.status_code == 403
        host = visitor.get(f"/tables/{siege.code}/host", headers=headers)
        assert host.status_code == 403
    assert written(siege.inn) == before


# Rubbish by the shovel

LIKELY = st.sampled_from(LIKELY_WORDS.split())
TEXTS = st.text(st.characters(), max_size=12) | LIKELY
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=12,
)
SHOVELLED = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@SHOVELLED
@given(path=st.sampled_from(POSTS), value=VALUES)
def test_any_json_gets_a_sentence(siege: Siege, path: str, value: Any) -> None:
    if path == "/settings" and isinstance(value, dict):
        value.pop("back", None)
    siege.attack("POST", path, data=json.dumps(value).encode(), content_type="application/json")


@SHOVELLED
@given(
    words=st.dictionaries(LIKELY, VALUES, max_size=5), do=st.sampled_from(["roll", "keep", "apply", "end"])
)
@example(words={"cell": 10**30, "die": "blue"}, do="apply")
def test_any_line_gets_a_sentence(siege: Siege, words: dict[str, Any], do: str) -> None:
    line = {**words, "do": do, "seat": "sam", "known": 2}
    siege.attack("POST", "/tables/CODE/act", data=json.dumps(line).encode(), content_type="application/json")


@SHOVELLED
@given(options=st.dictionaries(LIKELY, VALUES, max_size=4), name=VALUES, extra=TEXTS)
def test_any_options_of_a_new_table_get_a_sentence(
    siege: Siege, options: dict[str, Any], name: Any, extra: str
) -> None:
    """One option is always wrong: there is no table for five."""
    first = {**first_line("frodo"), "name": name}
    first["options"] = {**options, "hobbits": ["frodo", "sam", "merry", "pippin", extra]}
    siege.attack("POST", "/tables", data=json.dumps(first).encode(), content_type="application/json")


@SHOVELLED
@given(path=st.sampled_from(POSTS[2:]), body=st.binary(max_size=80), kind=st.sampled_from(KINDS[:4]))
def test_any_bytes_get_a_sentence(siege: Siege, path: str, body: bytes, kind: str) -> None:
    siege.attack("POST", path, data=body, content_type=kind)


@SHOVELLED
@given(
    path=st.sampled_from(["/join/{}", "/tables/{}/view", "/tables/CODE/seats/{}", "/{}", "/join?code={}"]),
    text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
)
def test_any_address_gets_a_page_or_a_sentence(siege: Siege, path: str, text: str) -> None:
    siege.attack("GET", path.format(quote(text, safe="/?&=")))


def test_after_all_that_the_game_goes_on(siege: Siege) -> None:
    assert siege.frodo.sees(siege.code)["version"] == 2
    assert siege.frodo.acts(siege.code, keep("blue", "yellow")) == 3
    siege.frodo.acts(siege.code, {"do": "undo"})
    assert LAN in siege.frodo.url

"""What one seat does in secret reaches no other: not a byte of a view, a page or a stream more or less."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.core import Line
from companion.games import GAMES
from companion.inn import Inn
from companion.journal import Journal
from tests.web.phones import BROWSER
from tests.web.running import Caller, Listening, any_port, serving, version
from tests.web.whispering import TEMPLATES, Pictures, Whispering, call, whisper
from web import create_app
from web.addresses import Addresses
from web.games import PRESENTERS

CODE = "BCDFG"
PAGES = ("/tables/BCDFG/screen", "/tables/BCDFG/seats/bob", "/join/BCDFG?more=1", "/tables/BCDFG/host", "/")


@pytest.fixture(autouse=True)
def whispering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game on the shelf, and always the same code, so that evenings can be compared."""
    monkeypatch.setitem(GAMES, "whispering", Whispering())
    monkeypatch.setitem(PRESENTERS, "whispering", Pictures())
    monkeypatch.setattr(Inn, "_fresh_code", lambda inn: CODE)


class Evening:
    """Ann and Bob at a table; once it is begun, there is something to take back."""

    def __init__(self, port: int, is_begun: bool) -> None:
        self.ann, self.bob, self.guest = Caller(port), Caller(port), Caller(port)
        self.ann.lays({"game": "whispering"})
        self.ann.sits(CODE, "ann")
        self.bob.sits(CODE, "bob")
        if is_begun:
            self.bob.acts(CODE, call("good evening"))

    def sight(self, caller: Caller) -> list[bytes]:
        """Everything that can be looked at."""
        pages = [caller.ask("GET", path, Accept=BROWSER)[2] for path in PAGES]
        return [caller.ask("GET", f"/tables/{CODE}/view")[2], *pages]


@contextmanager
def evening(file: Path, monkeypatch: pytest.MonkeyPatch, is_begun: bool = True) -> Iterator[Evening]:
    inn = Inn(Journal(file))
    app: Flask = create_app(inn, Addresses("127.0.0.1", 8080))
    loader = app.jinja_env.loader
    assert loader
    app.jinja_env.loader = ChoiceLoader([DictLoader(TEMPLATES), loader])
    with closing(inn), serving(app, inn, any_port(), monkeypatch) as port:
        yield Evening(port, is_begun)


def overheard(file: Path, monkeypatch: pytest.MonkeyPatch, *secrets: Line) -> list[object]:
    """All that Bob and a guest get to hear and see of an evening on which Ann does this between two calls."""
    with evening(file, monkeypatch) as told:
        streams = [
            Listening(told.bob, f"/tables/{CODE}/events?seat=bob"),
            Listening(told.guest, f"/tables/{CODE}/events"),
            Listening(told.guest, f"/tables/{CODE}/screen/events"),
        ]
        heard: list[object] = [stream.hears() for stream in streams]
        for line in secrets:
            told.ann.acts(CODE, line)
        before = [told.sight(caller)[:-1] for caller in (told.bob, told.guest)]
        told.ann.acts(CODE, call("good night"))
        heard += [stream.hears() for stream in streams]
        for stream in streams:
            stream.hang_up()
        return [*heard, *before, *(told.sight(caller)[:-1] for caller in (told.bob, told.guest))]


def test_evenings_that_differ_only_in_secrets_are_the_same_to_everyone_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings = [
        overheard(tmp_path / f"{number}.db", monkeypatch, *secrets)
        for number, secrets in enumerate(
            [(), (whisper("a"),), (whisper("b"),), tuple(whisper("long " * 99) for _ in range(5))]
        )
    ]
    assert evenings[0][:2] == [version(2), version(2)]
    for each in evenings[1:]:
        assert each == evenings[0]


def test_a_secret_reaches_every_page_of_the_one_who_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the test above would prove nothing."""
    with evening(tmp_path / "journal.db", monkeypatch) as told:
        with Listening(told.ann, f"/tables/{CODE}/events") as stream:
            assert stream.hears() == version(2)
            assert told.ann.acts(CODE, whisper("mellon")) == 3
            assert stream.hears() == version(3)
        assert told.ann.sees(CODE)["whispered"] == ["mellon"]
        assert b"mellon" in told.ann.ask("GET", f"/tables/{CODE}/seats/ann", Accept=BROWSER)[2]
        for caller in (told.bob, told.guest):
            assert all(b"mellon" not in seen for seen in told.sight(caller))


def test_a_secret_deed_makes_nobody_elses_act_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path / "journal.db", monkeypatch) as told:
        known = told.bob.sees(CODE)["version"]
        for word in "abc":
            told.ann.acts(CODE, whisper(word))
        answer = told.bob.tell("POST", f"/tables/{CODE}/act", {**whisper("x"), "known": known})
        assert answer == {"version": known + 1}
        assert told.ann.sees(CODE)["version"] == 5


def test_the_door_does_not_show_when_a_secret_deed_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path / "journal.db", monkeypatch) as told:
        before = told.guest.ask("GET", "/", Accept=BROWSER)[2]
        told.ann.acts(CODE, whisper("mellon"))
        assert told.guest.ask("GET", "/", Accept=BROWSER)[2] == before


def test_the_very_first_deed_can_be_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what can be taken back tell of it, nor the answer to whoever tries."""
    with evening(tmp_path / "journal.db", monkeypatch, is_begun=False) as told:
        before = told.bob.sees(CODE)
        undo = {"do": "undo", "known": before["version"]}
        refused = told.bob.ask("POST", f"/tables/{CODE}/act", undo)[::2]
        told.ann.acts(CODE, whisper("mellon"))
        assert told.bob.sees(CODE) == before
        assert told.bob.ask("POST", f"/tables/{CODE}/act", undo)[::2] == refused


def test_a_second_tap_is_answered_the_same_whatever_others_did_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path / "journal.db", monkeypatch) as told:
        tap = {**whisper("x"), "known": told.bob.sees(CODE)["version"]}
        told.bob.tell("POST", f"/tables/{CODE}/act", tap)
        again = told.bob.ask("POST", f"/tables/{CODE}/act", tap)[::2]
        told.ann.acts(CODE, whisper("mellon"))
        assert told.bob.ask("POST", f"/tables/{CODE}/act", tap)[::2] == again

"""A game of secrets with pages of its own: what Ann and Bob whisper only they know, what they call all hear.

As anyone may whisper at any time, nobody is offered anything to take back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core import Draw, Event, Json, Line, Refusal, Track, say


@dataclass(frozen=True)
class Whispered(Event):
    seat: str
    word: str


@dataclass(frozen=True)
class Called(Event):
    word: str


@dataclass(frozen=True)
class Said:
    ann: tuple[str, ...] = ()
    bob: tuple[str, ...] = ()
    aloud: tuple[str, ...] = ()


class Whispering:
    KEY = "whispering"
    TITLE = say("Whispering")
    NAMES = {"ann": say("Ann"), "bob": say("Bob"), "table": say("The table")}  # noqa: RUF012
    DEEDS = {"deed": say("a deed")}  # noqa: RUF012
    EVENTS = (Whispered, Called)

    def start(self, options: object) -> Said | Refusal:
        return Said()

    def seats(self, state: Said) -> tuple[str, ...]:
        return ("ann", "bob")

    def open_options(self, options: Json, state: Said | None) -> Json:
        return options

    def hidden(self, state: Said, event: Event) -> None:
        return None

    def shown(self, state: Said) -> None:
        return None

    def decide(self, state: Said, seat: str, line: Line) -> tuple[Event, ...] | Refusal:
        word = line.get("word")
        if not isinstance(word, str) or line["do"] not in ("whisper", "call"):
            return Refusal(say("Whisper or call a word."))
        return (Whispered(seat, word) if line["do"] == "whisper" else Called(word),)

    def evolve(self, state: Said, event: Event) -> Said:
        if isinstance(event, Whispered):
            return replace(state, **{event.seat: (*getattr(state, event.seat), event.word)})
        assert isinstance(event, Called)
        return replace(state, aloud=(*state.aloud, event.word))

    def legal(self, state: Said, seat: str) -> list[Line]:
        return []

    def view(self, state: Said, seat: str) -> Json:
        whispered = {"whispered": list(getattr(state, seat))} if seat in ("ann", "bob") else {}
        return {
            "seat": seat,
            **whispered,
            "aloud": list(state.aloud),
            "legal": [],
            "turn": [],
            "result": None,
        }

    def draws(self, state: Said, seat: str, line: Line) -> dict[str, Draw]:
        return {}

    def tracks(self, state: Said) -> list[Track]:
        return []

    def retell(self, state: Said, seat: str, by: str, line: Line) -> None:
        return None


class Pictures:
    """The presenter: there is nothing to draw."""

    def read_options(self, form: Json) -> Json:
        return {}

    def new_table(self, last_options: Json) -> dict[str, Any]:
        return {}

    def picture(self, view: Json, options: Json) -> dict[str, Any]:
        return {}


PAGE = """
{% extends "base.html" %}{% import "drawings.html" as draw with context %}
{% block live %}<main>{{ view }} {{ draw.turned_back(view) }}</main>{% endblock %}
"""
TEMPLATES = {"games/whispering/phone.html": PAGE, "games/whispering/screen.html": PAGE}


def whisper(word: str) -> Line:
    return {"do": "whisper", "word": word}


def call(word: str) -> Line:
    return {"do": "call", "word": word}

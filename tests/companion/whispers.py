"""A game of secrets, as small as can be: Ann and Bob count what they whisper, and nobody hears it.

It shows what Journey to Mordor cannot, where all lies open: a move that changes only one seat's view.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core import Draw, Event, Json, Line, Refusal, Track, say


@dataclass(frozen=True)
class Whispered(Event):
    seat: str


@dataclass(frozen=True)
class Secrets:
    ann: int = 0
    bob: int = 0


class Whispers:
    KEY = "whispers"
    TITLE = say("Whispers")
    NAMES = {"ann": say("Ann"), "bob": say("Bob")}  # noqa: RUF012
    DEEDS = {"whisper": say("a whisper")}  # noqa: RUF012
    EVENTS = (Whispered,)

    def start(self, options: object) -> Secrets | Refusal:
        return Secrets()

    def seats(self, state: Secrets) -> tuple[str, ...]:
        return ("ann", "bob")

    def draws(self, state: Secrets, seat: str, line: Line) -> dict[str, Draw]:
        return {}

    def decide(self, state: Secrets, seat: str, line: Line) -> tuple[Event, ...] | Refusal:
        return (Whispered(seat),)

    def evolve(self, state: Secrets, event: Event) -> Secrets:
        assert isinstance(event, Whispered)
        return replace(state, **{event.seat: getattr(state, event.seat) + 1})

    def legal(self, state: Secrets, seat: str) -> list[Line]:
        return [{"do": "whisper"}]

    def view(self, state: Secrets, seat: str) -> Json:
        return {"seat": seat, "whispered": getattr(state, seat, None), "result": None}

    def tracks(self, state: Secrets) -> list[Track]:
        return []

    def retell(self, state: Secrets, seat: str, by: str, line: Line) -> None:
        return None

    def open_options(self, options: Json, state: Secrets | None) -> Json:
        return options

    def hidden(self, state: Secrets, event: Event) -> None:
        return None

    def shown(self, state: Secrets) -> None:
        return None

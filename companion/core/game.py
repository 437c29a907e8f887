"""The shape of a game: pure functions over frozen values.

A game is a package whose module offers the functions of `Game`. State is only ever
`fold(evolve, events)`. Time, dice and draws come in as data on a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from companion.core.sentence import Sentence

Json = dict[str, Any]
"""A JSON object."""

Line = dict[str, Any]
"""One line of a script without its seat: `{"do": "keep", "dice": ["yellow"]}`."""


@dataclass(frozen=True)
class Refusal:
    """A move that the rules do not allow, and why, in a player's words."""

    why: Sentence


@dataclass(frozen=True)
class Track:
    """The one shape that the table screen, the phones and the LED board all draw.

    `value` cells of `cells` are passed; at `limit` something happens. A mark names a cell, counted from 1.
    """

    name: str
    cells: int
    value: int
    limit: int | None = None
    marks: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> Json:
        return {
            "value": self.value,
            "cells": self.cells,
            "limit": self.limit,
            "marks": [list(mark) for mark in self.marks],
        }


@dataclass(frozen=True)
class Draw:
    """What the companion is asked to draw: one value, or `count` of them; dice are put back each time."""

    of: tuple[str, ...]
    count: int | None = None
    is_put_back: bool = False


@dataclass(frozen=True)
class Event:
    """Something that happened. Subclasses are named in the past tense and hold plain values."""


S = TypeVar("S")


class Game(Protocol[S]):
    """What a game's package offers."""

    @property
    def KEY(self) -> str: ...  # noqa: N802

    @property
    def TITLE(self) -> Sentence: ...  # noqa: N802

    @property
    def NAMES(self) -> Mapping[str, Sentence]:  # noqa: N802
        """Seats and pieces by name, as players read them."""
        ...

    @property
    def DEEDS(self) -> Mapping[str, Sentence]:  # noqa: N802
        """What was done, by the word of its line: shown when it is undone or redone."""
        ...

    @property
    def EVENTS(self) -> Sequence[type[Event]]: ...  # noqa: N802

    def start(self, options: object) -> S | Refusal:
        """The first state, from the options of a script's first line."""
        ...

    def open_options(self, options: Json, state: S | None) -> Json:
        """What everyone may know of the options, as things stand; `state` is None for a table that sleeps."""
        ...

    def seats(self, state: S) -> tuple[str, ...]: ...

    def draws(self, state: S, seat: str, line: Line) -> Mapping[str, Draw]:
        """By word of the line, what the companion is to draw for it before the rules decide. Often nothing.

        A game knows no chance: what was drawn reaches `decide` as if a player had typed it.
        """
        ...

    def decide(self, state: S, seat: str, line: Line) -> tuple[Event, ...] | Refusal:
        """What follows from this line. The line comes from outside: nothing in it is to be trusted."""
        ...

    def evolve(self, state: S, event: Event) -> S: ...

    def legal(self, state: S, seat: str) -> list[Line]:
        """Every action open to this seat, choices as lists."""
        ...

    def view(self, state: S, seat: str) -> Json:
        """All that this seat may know, named field by field."""
        ...

    def tracks(self, state: S) -> list[Track]: ...

    def retell(self, state: S, seat: str, by: str, line: Line) -> Json | None:
        """What `seat`, as things stand, may know of a line that `by` wrote, and so may undo or redo.

        None, if it may not even know that there is such a line. While someone can act unseen by `seat`, that
        must be the answer for every line: else a move in secret shows by what it does to undo and redo.
        With `"is_fixed": true` the seat hears of it and of its undoing, but cannot turn it back itself.
        """
        ...

    def hidden(self, state: S, event: Event) -> Json | None:
        """The entry behind a screen that this event makes: `what`, `value` and when. None for what is open.

        The table commits to it in public (`companion.core.proof`), so that anyone can check what is shown at
        the end. That an entry was made is seen at once: it must be something that everyone knows anyway.
        """
        ...

    def shown(self, state: S) -> Json | None:
        """Once everything may be known: for each `what` the values that stand in the end. None before."""
        ...


SALT = "salt"
"""Beside an event's own fields in the journal: the random bytes with which a hidden entry is committed to."""


def write_event(event: Event) -> Json:
    """An event as the journal keeps it."""
    return {"event": type(event).__name__, **{each.name: getattr(event, each.name) for each in fields(event)}}


def read_event(kinds: Sequence[type[Event]], written: Json) -> Event:
    """The event that `write_event` wrote. JSON knows no tuples; frozen values know no lists.

    Its salt, if it has one, is the table's affair.
    """
    kind = next((kind for kind in kinds if kind.__name__ == written["event"]), None)
    if kind is None:
        raise ValueError(f"no such event: {written['event']}")
    return kind(**{name: _frozen(value) for name, value in written.items() if name not in ("event", SALT)})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value

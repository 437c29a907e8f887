"""What can happen on the way to Mordor. The journal keeps these for ever: names and fields only grow."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import Event

Showing = tuple[str, str]
"""A die and the face it shows."""


@dataclass(frozen=True)
class Rolled(Event):
    """All dice in the hand were thrown."""

    dice: tuple[Showing, ...]


@dataclass(frozen=True)
class TakenUp(Event):
    """Éomer let the whole throw be thrown once more."""


@dataclass(frozen=True)
class Kept(Event):
    """Dice of the throw were set aside; the others go back into the hand."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class Walked(Event):
    """A ring took the active hobbit one place on."""

    die: str


@dataclass(frozen=True)
class Marked(Event):
    """A Nazgûl marked the next cell of a hobbit's path."""

    die: str
    hobbit: str


@dataclass(frozen=True)
class Halved(Event):
    """Gandalf halved an empty cell of the active hobbit's Nazgûl path. Cells count from 1."""

    die: str
    cell: int


@dataclass(frozen=True)
class Spent(Event):
    """A kept die did nothing of its own, and `why`: one of the words of `rules.idle`."""

    die: str
    why: str


@dataclass(frozen=True)
class TurnEnded(Event):
    """The dice went on to the next hobbit."""

    to: str
    new_round: bool


@dataclass(frozen=True)
class GameEnded(Event):
    """Someone stands in Mordor at the end of a round, or nobody is left."""

    winners: tuple[str, ...]


EVENTS = (Rolled, TakenUp, Kept, Walked, Marked, Halved, Spent, TurnEnded, GameEnded)

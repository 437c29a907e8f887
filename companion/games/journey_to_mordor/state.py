"""The pads on the table and the dice between them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core import Event
from companion.games.journey_to_mordor.events import Showing
from companion.games.journey_to_mordor.words import COLOURS, DICE, MORDOR, PLACES


@dataclass(frozen=True)
class Pad:
    """One hobbit's sheet: steps on the hobbits' path, and the Nazgûl's cells.

    A cell is `.` or `x`, a halved one two of them. Nazgûl mark from the left, Gandalf halves only what is
    empty, so the crosses always stand before the dots.
    """

    steps: int
    cells: tuple[str, ...]

    @property
    def is_out(self) -> bool:
        return self.empty == 0

    @property
    def is_in_mordor(self) -> bool:
        return self.steps == MORDOR

    @property
    def empty(self) -> int:
        """Empty cells, a half counting like a whole one (rulebook, the end of the game)."""
        return sum(cell.count(".") for cell in self.cells)

    @property
    def halvable(self) -> tuple[int, ...]:
        """The cells Gandalf may halve, counted from 1."""
        return tuple(number for number, cell in enumerate(self.cells, start=1) if cell == ".")

    def walked(self) -> Pad:
        return replace(self, steps=self.steps + 1)

    def marked(self) -> Pad:
        at = next(index for index, cell in enumerate(self.cells) if "." in cell)
        return self._with_cell(at, self.cells[at].replace(".", "x", 1))

    def halved(self, cell: int) -> Pad:
        return self._with_cell(cell - 1, "..")

    def _with_cell(self, at: int, cell: str) -> Pad:
        return replace(self, cells=(*self.cells[:at], cell, *self.cells[at + 1 :]))


@dataclass(frozen=True)
class Throw:
    """The last throw, as the table screen shows it."""

    hobbit: str
    dice: tuple[Showing, ...]
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """`phase` is `roll`, `keep`, `apply` or `over`."""

    hobbits: tuple[str, ...]
    pads: tuple[Pad, ...]
    is_advanced: bool
    active: str
    began_at: str
    phase: str = "roll"
    round: int = 1
    hand: tuple[str, ...] = DICE
    throw: tuple[Showing, ...] = ()
    is_rethrown: bool = False
    kept: tuple[Showing, ...] = ()
    applied: tuple[str, ...] = ()
    effects: tuple[Event, ...] = ()
    effects_of: str = ""
    last_throw: Throw | None = None
    winners: tuple[str, ...] | None = None

    def pad(self, hobbit: str) -> Pad:
        return self.pads[self.hobbits.index(hobbit)]

    def with_pad(self, hobbit: str, pad: Pad) -> State:
        at = self.hobbits.index(hobbit)
        return replace(self, pads=(*self.pads[:at], pad, *self.pads[at + 1 :]))

    def place(self, hobbit: str) -> str:
        return PLACES[self.pad(hobbit).steps]

    @property
    def meets(self) -> str:
        """The place whose rule holds this turn: where the active hobbit began it, on the advanced side."""
        return self.began_at if self.is_advanced else "bag-end"

    @property
    def left(self) -> tuple[Showing, ...]:
        """Kept dice not yet applied."""
        return tuple(showing for showing in self.kept if showing[0] not in self.applied)

    @property
    def playing(self) -> tuple[str, ...]:
        return tuple(hobbit for hobbit in self.hobbits if not self.pad(hobbit).is_out)

    def kept_count(self, face: str) -> int:
        return sum(shown == face for _, shown in self.kept)

    def owner(self, die: str) -> str | None:
        """The hobbit still playing whose colour this is; black and neutral dice have none."""
        return next((hobbit for hobbit in self.playing if COLOURS[hobbit] == die), None)

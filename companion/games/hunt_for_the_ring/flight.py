"""What part two, the flight to the Ford, adds to the table: the journey card, Gandalf and the Witch-king."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.hunt_for_the_ring.journeys import STEPS, Journeys
from companion.games.hunt_for_the_ring.words import HAVEN


@dataclass(frozen=True)
class Flight:
    """`deeds` says of each deed token that was drawn whether it is kept, start, done or away.

    `offered` are one card of each deck, to choose from; `choice` two deed tokens, of which one is chosen.
    """

    journeys: Journeys | None = None
    has_havens: bool = False
    grey: tuple[str, ...] | None = None
    is_shared: bool = False

    # The letter that the table was laid from: parts that nobody has opened yet, and those broken open
    letter: str | None = None
    sealed: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    old_allies: tuple[str, ...] = ()

    # Behind the screen
    deck: str | None = None
    rows: tuple[str, ...] = ()
    offered: Mapping[str, str] = field(default_factory=dict)
    used: tuple[tuple[str, ...], ...] = ()
    gandalf: tuple[str, ...] = ()
    deeds: Mapping[str, str] = field(default_factory=dict)
    choice: tuple[str, ...] = ()

    # On the table
    has_gandalf_moved: bool = False
    gandalf_at: str | None = None
    owes_die: bool = False
    driven: tuple[str, ...] = ()
    leaving: str | None = None
    is_in_rivendell: bool = False
    done: tuple[str, ...] = ()
    king: str | None = None
    kings_die: str | None = None
    is_kings_die_used: bool = False
    seeking: tuple[str, ...] = ()

    @property
    def gandalfs_last(self) -> str | None:
        """Gandalf's last location; None before the start and after Rivendell."""
        return self.gandalf[-1] if self.gandalf and not self.is_in_rivendell else None

    @property
    def steps(self) -> int | None:
        return STEPS[self.deck] if self.deck else None

    @property
    def is_waiting(self) -> bool:
        """Does the Nazgûl whose turn it is wait, for Gandalf to leave or for all to take a step?"""
        return self.leaving is not None or bool(self.seeking)

    @property
    def kings_face(self) -> str | None:
        """What the Witch-king's die shows, while it is in the pool."""
        return None if self.is_kings_die_used else self.kings_die

    def passed(self, step: int) -> tuple[str, ...]:
        """The journey card's rows down to this step: a row that nobody told is left out."""
        return tuple(row.removesuffix(HAVEN) for row in self.rows[: step + 1] if row)

    def is_haven(self, at: str) -> bool:
        return self.has_havens and f"{at}{HAVEN}" in self.rows

    @property
    def tokens_left(self) -> tuple[str, ...]:
        """Deed tokens that Gandalf can still draw. When none is left, those that were put away come back."""
        taught = self.journeys.deeds if self.journeys else ()
        fresh = tuple(each for each in taught if each not in self.deeds)
        return fresh or tuple(each for each in taught if self.deeds.get(each) == "away")

    def cards_left(self, deck: str) -> tuple[str, ...]:
        """Journey cards of a deck that were not used yet; all of them, should none be left."""
        taught = self.journeys.decks.get(deck, ()) if self.journeys else ()
        used = [list(rows[1:]) for rows in self.used]
        return tuple(card for card in taught if card.split()[-STEPS[deck] :] not in used) or taught

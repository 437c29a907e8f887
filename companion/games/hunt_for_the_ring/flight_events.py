"""What can happen between the parts and in part two. The journal keeps these for ever too."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import Event


@dataclass(frozen=True)
class LetterMade(Event):
    """A letter is made. `words` says for a side under which word it seals its part, if it has chosen one."""

    words: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class PartTwoBegan(Event):
    """The same table goes straight on. Board and journeys as whole texts; `grey` tokens if they are known."""

    board: str | None
    journeys: str | None
    shares: tuple[tuple[str, ...], ...]
    has_havens: bool
    grey: tuple[str, ...] | None


@dataclass(frozen=True)
class LetterOpened(Event):
    """A side has opened its part of the letter that the table was laid from; `is_broken` without its word."""

    side: str
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    discard: tuple[str | None, ...]
    is_broken: bool


@dataclass(frozen=True)
class JourneysOffered(Event):
    """The Ringbearer looked at one journey card of each deck."""

    short: str
    long: str


@dataclass(frozen=True)
class JourneyChosen(Event):
    """Frodo's journey card. Row 0 is where he starts, empty if nobody told."""

    deck: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class DeedsDrawn(Event):
    """The Ringbearer looked at these deed tokens."""

    tokens: tuple[str, ...]


@dataclass(frozen=True)
class GandalfStarted(Event):
    """One of the deed tokens says where Gandalf starts; the others are kept."""

    at: str


@dataclass(frozen=True)
class SorceryShared(Event):
    """The wraiths have shared out their cards anew: so many in each hand."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class WitchKingCame(Event):
    nazgul: str
    because: str | None


@dataclass(frozen=True)
class WitchKingJoined(Event):
    """The players say that he takes part in the encounter: the map does not tell."""

    nazgul: str


@dataclass(frozen=True)
class WitchKingLeft(Event):
    """An ordinary Nazgûl takes his place again."""


@dataclass(frozen=True)
class KingsDieRolled(Event):
    face: str


@dataclass(frozen=True)
class Marched(Event):
    """Frodo went one step along his journey card. `card` let him, if it was not his own move."""

    card: str | None


@dataclass(frozen=True)
class GandalfMoved(Event):
    """Gandalf's next entry on the travel sheet: his own move, or by a deed token when he has to leave."""

    to: str


@dataclass(frozen=True)
class TokensOffered(Event):
    """The Ringbearer looked at two deed tokens; one of them says where Gandalf goes."""

    tokens: tuple[str, ...]


@dataclass(frozen=True)
class GandalfAppeared(Event):
    """His figure stands there; a fellowship token is out of the game."""

    at: str


@dataclass(frozen=True)
class DieTaken(Event):
    """Gandalf takes an ordinary die out of the pool until the refresh step. None: there was none to take."""

    face: str | None


@dataclass(frozen=True)
class Driven(Event):
    """Gandalf drives a Nazgûl over these spots."""

    nazgul: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class GandalfVanishes(Event):
    """His figure leaves the map when all Nazgûl have had their turns."""


@dataclass(frozen=True)
class DeedDone(Event):
    token: str


@dataclass(frozen=True)
class RivendellReached(Event):
    """Gandalf is in Rivendell and takes no further part."""


@dataclass(frozen=True)
class FlightAnswered(Event):
    """`is_trail`: Frodo's way leads there. `is_gandalf`: a hunt found him. `who`: told to the Morgul ring."""

    answer: str
    by: str
    is_trail: bool
    is_here: bool
    is_gandalf: bool
    who: tuple[str, ...] | None


@dataclass(frozen=True)
class Sought(Event):
    """The Witch-king's die sends all Nazgûl one step, in this order."""

    nazgul: tuple[str, ...]


@dataclass(frozen=True)
class SeekPassed(Event):
    """This Nazgûl does not take its step."""

    nazgul: str


@dataclass(frozen=True)
class JourneyKept(Event):
    """Frodo escapes along the journey card that he has."""


@dataclass(frozen=True)
class JourneyChanged(Event):
    """Frodo goes one step back and on by another card of the same deck; all trail tokens are gone."""

    rows: tuple[str, ...]


EVENTS = (
    LetterMade,
    PartTwoBegan,
    LetterOpened,
    JourneysOffered,
    JourneyChosen,
    DeedsDrawn,
    GandalfStarted,
    SorceryShared,
    WitchKingCame,
    WitchKingJoined,
    WitchKingLeft,
    KingsDieRolled,
    Marched,
    GandalfMoved,
    TokensOffered,
    GandalfAppeared,
    DieTaken,
    Driven,
    GandalfVanishes,
    DeedDone,
    RivendellReached,
    FlightAnswered,
    Sought,
    SeekPassed,
    JourneyKept,
    JourneyChanged,
)

"""What can happen in part one, most of it in part two as well. The journal keeps these
for ever: names and fields only grow."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import Event
from companion.games.hunt_for_the_ring import flight_events


@dataclass(frozen=True)
class StartSet(Event):
    at: str


@dataclass(frozen=True)
class InformationDrawn(Event):
    """The Ringbearer looked at these information tokens."""

    tokens: tuple[str, ...]


@dataclass(frozen=True)
class InformationGiven(Event):
    """These of them went to the wraiths."""

    tokens: tuple[str, ...]


@dataclass(frozen=True)
class LeadChosen(Event):
    seat: str


@dataclass(frozen=True)
class NazgulPlaced(Event):
    """A wraith placed Nazgûl of its own, in the order in which they will act."""

    seat: str
    placed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DiceRolled(Event):
    dice: tuple[str, ...]


@dataclass(frozen=True)
class CardsNoted(Event):
    """A seat told the companion which cards it holds."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class DayBegan(Event):
    """Set-up or refresh is over: the first day phase begins."""


@dataclass(frozen=True)
class Noted(Event):
    """A cell of the travel sheet was filled: a number, a point, or crossed out. `card` let Frodo move."""

    entry: str
    card: str | None = None


@dataclass(frozen=True)
class Rested(Event):
    pass


@dataclass(frozen=True)
class CorruptionRose(Event):
    by: int


@dataclass(frozen=True)
class EyeTurned(Event):
    """The phase marker was turned, Eye up or Ring up."""

    is_up: bool


@dataclass(frozen=True)
class AllyDrawn(Event):
    """A fellowship token bought an ally card."""

    card: str | None


@dataclass(frozen=True)
class CardPlayed(Event):
    """An ally or sorcery card left its owner's hand and lies open."""

    seat: str
    card: str | None


@dataclass(frozen=True)
class CardDiscarded(Event):
    seat: str
    card: str | None


@dataclass(frozen=True)
class SorceryDrawn(Event):
    seat: str
    card: str | None


@dataclass(frozen=True)
class CompanionFlipped(Event):
    companion: str


@dataclass(frozen=True)
class RingbearerEnded(Event):
    pass


@dataclass(frozen=True)
class Rode(Event):
    """A Nazgûl stands at the last of these spots. `is_extra`: by an ability, not by its own movement."""

    nazgul: str
    by: tuple[str, ...]
    is_extra: bool


@dataclass(frozen=True)
class DiceSpent(Event):
    dice: tuple[str, ...]


@dataclass(frozen=True)
class ActionTaken(Event):
    """The active Nazgûl has used its one action."""

    nazgul: str


@dataclass(frozen=True)
class AllyRemoved(Event):
    at: str


@dataclass(frozen=True)
class Asked(Event):
    """`to` is search, perceive or hunt; `at` a location, zone or section. `because` of a card, if so.

    `is_kings`: it is an effect of the Witch-king's die, which nothing cancels.
    """

    seat: str
    to: str
    at: str
    nazgul: str | None
    because: str | None
    is_named: bool = False
    is_kings: bool = False


@dataclass(frozen=True)
class Answered(Event):
    """`answer` is yes or no, `by` map or sheet; `found` an information token that had to be shown."""

    answer: str
    by: str
    is_here: bool
    found: str | None


@dataclass(frozen=True)
class QuestionCancelled(Event):
    card: str


@dataclass(frozen=True)
class NazgulEnded(Event):
    nazgul: str


@dataclass(frozen=True)
class EncounterBegan(Event):
    """`nazgul` surely take part. `tokens` are to be drawn; None where the map does not tell."""

    at: str
    nazgul: tuple[str, ...]
    tokens: int | None


@dataclass(frozen=True)
class RescueBegan(Event):
    """The movement track is full. `tokens` are to be drawn; None where the map does not tell."""

    tokens: int | None


@dataclass(frozen=True)
class TokensDrawn(Event):
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class TokenCancelled(Event):
    token: str
    companion: str


@dataclass(frozen=True)
class TokensTaken(Event):
    """Corruption rose by `by`; numbered tokens are gone, Eyes lie beside the track."""

    by: int


@dataclass(frozen=True)
class PhaseEnded(Event):
    pass


@dataclass(frozen=True)
class Refreshed(Event):
    """An ally card and a sorcery card were drawn, and the lead token passed on."""


@dataclass(frozen=True)
class PartEnded(Event):
    """`how` is bree, rescued or corrupted."""

    how: str


@dataclass(frozen=True)
class SheetShown(Event):
    """The Ringbearer's travel sheet lies open to everyone."""


@dataclass(frozen=True)
class Adjusted(Event):
    """A card changed a track or a supply. `of` is whose, where several have one."""

    seat: str
    what: str
    by: int
    of: str | None
    because: str


@dataclass(frozen=True)
class PiecePlaced(Event):
    seat: str
    what: str
    at: str
    because: str


@dataclass(frozen=True)
class PieceRemoved(Event):
    seat: str
    what: str
    at: str
    because: str


@dataclass(frozen=True)
class PieceMoved(Event):
    seat: str
    what: str
    start: str
    to: str
    because: str


@dataclass(frozen=True)
class DeedCancelled(Event):
    seat: str
    what: str
    because: str


EVENTS = (
    StartSet,
    InformationDrawn,
    InformationGiven,
    LeadChosen,
    NazgulPlaced,
    DiceRolled,
    CardsNoted,
    DayBegan,
    Noted,
    Rested,
    CorruptionRose,
    EyeTurned,
    AllyDrawn,
    CardPlayed,
    CardDiscarded,
    SorceryDrawn,
    CompanionFlipped,
    RingbearerEnded,
    Rode,
    DiceSpent,
    ActionTaken,
    AllyRemoved,
    Asked,
    Answered,
    QuestionCancelled,
    NazgulEnded,
    EncounterBegan,
    RescueBegan,
    TokensDrawn,
    TokenCancelled,
    TokensTaken,
    PhaseEnded,
    Refreshed,
    PartEnded,
    SheetShown,
    Adjusted,
    PiecePlaced,
    PieceRemoved,
    PieceMoved,
    DeedCancelled,
    *flight_events.EVENTS,
)

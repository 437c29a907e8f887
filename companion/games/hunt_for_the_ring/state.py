"""The table: what lies open, and what lies behind the Ringbearer's screen. See `flight.py` for part two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.core.board import Board
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.words import (
    ALLY_CARDS,
    COMPANIONS,
    CORRUPTION_LIMIT,
    CROSSED,
    FELLOWSHIP_SUPPLY,
    FIRST_ALLIES,
    LAST_STEP,
    POINT,
    RINGBEARER,
    SORCERY_CARDS,
)


@dataclass(frozen=True)
class Hand:
    """So many cards; the names of those that their owner has told the companion."""

    count: int
    cards: tuple[str, ...] = ()

    def drawn(self, card: str | None) -> Hand:
        return Hand(self.count + 1, (*self.cards, card) if card else self.cards)

    def gone(self, card: str | None) -> Hand:
        cards = list(self.cards)
        if card in cards:
            cards.remove(card)
        # A card nobody had named has left the hand, unless all that are left must be the named ones.
        return Hand(self.count - 1, tuple(cards[: self.count - 1]))


@dataclass(frozen=True)
class Question:
    """What a wraith has declared: `to` search, perceive or hunt, `at` a location, zone or section.

    `is_named`: the Morgul ring asks, and the answer names who was felt. `is_kings`: the Witch-king's die
    was used for it, and no card cancels what that does.
    """

    seat: str
    to: str
    at: str
    nazgul: str | None = None
    because: str | None = None
    is_named: bool = False
    is_kings: bool = False


@dataclass(frozen=True)
class Answer:
    """The answer just given. `answer` is yes, no or cancelled; `found` an information token shown for it.

    `phase` is the day and the phase in which it was given. `is_gandalf`: a hunt found Gandalf; `who`
    was felt, where the Morgul ring asked.
    """

    question: Question
    answer: str
    by: str
    phase: tuple[int, str]
    is_here: bool = False
    found: str | None = None
    card: str | None = None
    is_gandalf: bool = False
    who: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Encounter:
    """With the Nazgûl, or the rescue at the end. `tokens` is how many to draw, None if only players know."""

    at: str | None
    nazgul: tuple[str, ...]
    tokens: int | None
    drawn: tuple[str, ...] | None = None
    cancelled: str | None = None
    companion: str | None = None
    rose_by: int | None = None

    @property
    def is_rescue(self) -> bool:
        return self.at is None


@dataclass(frozen=True)
class Effect:
    """A card or a card's effect as it was last entered, for everyone to see."""

    seat: str
    do: str
    card: str | None = None
    what: str | None = None
    at: str | None = None
    by: int | None = None


@dataclass(frozen=True)
class State:
    """`phase` is set-up, day-1, day-2, night, refresh or over; `step` is whose part of a phase it is.

    `flight` holds what part two adds, `before` the end of part one at the same table. In part two the
    `limit` is a secret: it tells which deck the journey card is from.
    """

    board: Board | None
    answers: str
    variant: str
    shares: Mapping[str, tuple[str, ...]]
    lead: str
    supply: int = FELLOWSHIP_SUPPLY
    bag: Mapping[str, int] | None = None

    phase: str = "set-up"
    step: str = ""
    day: int = 1
    eye: bool = False
    result: str | None = None
    is_shown: bool = False

    sheet: tuple[str, ...] = ()
    information: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    is_information_done: bool = False
    hands: Mapping[str, Hand] = field(default_factory=dict)
    ally_deck: int = ALLY_CARDS - FIRST_ALLIES
    sorcery_discard: tuple[str | None, ...] = ()
    eye_card: str | None = None

    stands: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    rode_from: str | None = None
    has_acted: bool = False

    has_moved: bool = False
    has_rested: bool = False
    has_drawn: bool = False
    has_played: bool = False

    shift: int = 0
    corruption: int = 0
    limit: int = CORRUPTION_LIMIT
    eyes: int = 0
    specials: tuple[str, ...] = ()
    gone_tokens: tuple[str, ...] = ()
    fellowship: int = 0
    companions: Mapping[str, str] = field(default_factory=lambda: _companions())
    allies: tuple[str, ...] = ()
    trail: Mapping[str, str] = field(default_factory=dict)
    markers: tuple[tuple[str, str], ...] = ()

    question: Question | None = None
    answer: Answer | None = None
    found_at: str | None = None
    encounter: Encounter | None = None
    effect: Effect | None = None

    flight: Flight | None = None
    before: State | None = None
    board_text: str | None = None
    letter: Mapping[str, str | None] = field(default_factory=dict)

    # Behind the screen

    @property
    def way(self) -> tuple[str, ...]:
        """Frodo's way so far: his sheet; in part two the journey card as far as the movement track tells."""
        return self.flight.passed(self.movement) if self.flight else self.sheet

    @property
    def last(self) -> str | None:
        """Frodo's last location: the last number on the sheet."""
        return next((cell for cell in reversed(self.way) if cell not in (POINT, CROSSED)), None)

    @property
    def points(self) -> int:
        """Points noted since the last location; crossed-out cells do not count."""
        count = 0
        for cell in reversed(self.way):
            if cell not in (POINT, CROSSED):
                break
            count += cell == POINT
        return count

    @property
    def accessible(self) -> tuple[str, ...]:
        return self.reach(0)

    def reach(self, bonus: int) -> tuple[str, ...]:
        """Accessible locations that the board knows; an escape brings one point as a bonus."""
        if self.board is None or self.last is None:
            return ()
        return self.board.accessible(self.last, self.points + bonus)

    def is_exit(self, spot: str) -> bool:
        """Exits have letters, also where no board says so."""
        location = self.board.locations.get(spot) if self.board else None
        return location.is_exit if location else spot.isalpha()

    # On the table

    @property
    def part(self) -> int:
        return 1 if self.flight is None else 2

    @property
    def seats(self) -> tuple[str, ...]:
        return (RINGBEARER, *self.shares)

    @property
    def movement(self) -> int:
        return min(LAST_STEP, max(0, len(self.sheet) - 1) + self.shift)

    @property
    def has_gone(self) -> bool:
        """Has Frodo moved or rested, as he must each turn? At night a card's move is move enough."""
        return self.has_moved or self.has_rested or (self.phase == "night" and self.eye)

    @property
    def active(self) -> str | None:
        """The Nazgûl whose turn it is."""
        return self.queue[0] if self.step == "wraiths" and self.queue else None

    @property
    def is_waiting(self) -> bool:
        """Does the Nazgûl whose turn it is wait for something else to be done first?"""
        return self.question is not None or (self.flight is not None and self.flight.is_waiting)

    def is_king(self, nazgul: str | None) -> bool:
        """Is it the Witch-king who stands in this Nazgûl's place?"""
        return self.flight is not None and nazgul is not None and self.flight.king == nazgul

    def owner(self, nazgul: str) -> str:
        return next(seat for seat, share in self.shares.items() if nazgul in share)

    @property
    def in_order(self) -> tuple[str, ...]:
        """Wraiths as they sit, from the lead player."""
        seats = tuple(self.shares)
        at = seats.index(self.lead)
        return seats[at:] + seats[:at]

    @property
    def abilities(self) -> int:
        """So many of the Black Riders' abilities are unlocked."""
        return len(self.shown)

    @property
    def placing(self) -> str | None:
        """During set-up, the wraith who is to place Nazgûl."""
        waiting = (
            seat for seat in self.in_order if any(each not in self.stands for each in self.shares[seat])
        )
        return next(waiting, None)

    @property
    def left_in_bag(self) -> Mapping[str, int] | None:
        """What a taught bag still holds; drawn tokens that go back are in it again."""
        if self.bag is None:
            return None
        drawn = self.encounter.drawn if self.encounter and self.encounter.rose_by is None else None
        out = [*self.gone_tokens, *(drawn or ())]
        full = {**self.bag, **{token: self.specials.count(token) for token in self.specials}}
        return {token: count - out.count(token) for token, count in full.items()}

    @property
    def sorcery_deck(self) -> int:
        """Every sorcery card that is neither in a hand, nor in the discard pile, nor with the Eyes."""
        held = sum(self.hand(seat).count for seat in self.shares)
        return max(0, SORCERY_CARDS - held - len(self.sorcery_discard) - (self.eye_card is not None))

    @property
    def is_part_one_won(self) -> bool:
        """Part one is over and Frodo has come to Bree: there is a letter to be made, and a part two."""
        return self.flight is None and self.result in ("bree", "rescued")

    def hand(self, seat: str) -> Hand:
        return self.hands[seat]

    def with_hand(self, seat: str, hand: Hand) -> State:
        return replace(self, hands={**self.hands, seat: hand})


def _companions() -> Mapping[str, str]:
    return {companion: "aside" if companion == "merry" else "up" for companion in COMPANIONS}

"""The Letter from Gandalf: what a finished part one hands on to part two.

`contents` is the letter as plain JSON in three parts: for all, for the Ringbearer, for the wraiths. The
rulebook hides only hands of cards, so only their names are in the latter two. `read` takes it back, or the
same quantities typed by people who played part one without Butterbur. Nothing here seals anything: that
happens where the letter leaves the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.core import Event, Json, Line, Refusal, Sentence, say, say_many
from companion.games.hunt_for_the_ring import flight_events as e
from companion.games.hunt_for_the_ring.reading import (
    LONGEST_TEXT,
    bag_of,
    is_eye,
    location,
    quoted,
    shares_of,
    text,
    token,
)
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    COMPANIONS,
    CORRUPTION_LIMIT,
    FELLOWSHIP_SUPPLY,
    FIRST_ALLIES,
    INFORMATION_TOKENS,
    KEY,
    NAMES,
    RINGBEARER,
    SIDES,
    SORCERY_CARDS,
    SPECIAL,
    SPECIAL_TOKENS,
    VARIANTS,
    WRAITHS,
)

Decided = tuple[Event, ...] | Refusal

VERSION = 1
MOST_TOKENS = 40


@dataclass(frozen=True)
class Envelope:
    """What the rulebook puts into the envelope. `supply` is already that of part two.

    `sorcery` counts each wraith's cards, `hands` their names as far as told, `discard` the sorcery discard
    pile from the bottom, `gone` the discarded corruption tokens, `eyes` all Eyes and the card among them.
    """

    end: str = "bree"
    variant: str = "normal"
    wraiths: tuple[tuple[str, ...], ...] | None = None
    fellowship: int = 0
    supply: int = FELLOWSHIP_SUPPLY
    companions: tuple[str, ...] = COMPANIONS[:3]
    flipped: tuple[str, ...] = ()
    ally: int = FIRST_ALLIES
    sorcery: Mapping[str, int] | int | None = None
    sorcery_discard: int = 0
    information: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    eyes: int = 0
    eye_tokens: tuple[str, ...] | None = None
    eye_card: str | None = None
    corruption: int = 0
    bag: Mapping[str, int] | None = None
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    discard: tuple[str | None, ...] = ()


FOR_ALL = tuple(each for each in Envelope.__dataclass_fields__ if each not in ("hands", "discard"))
"""The quantities that everyone may know; each may be typed as an option too."""


def envelope(state: State) -> Envelope:
    """What part one leaves behind, whoever may know it."""
    flipped = tuple(each for each, side in state.companions.items() if side == "flipped")
    gone = [each for each in state.gone_tokens if not is_eye(each)]
    full = FELLOWSHIP_SUPPLY + (state.variant == "dreadful-nazgul" and state.supply > FELLOWSHIP_SUPPLY)
    return Envelope(
        end=state.result or "bree",
        variant=state.variant,
        wraiths=tuple(state.shares.values()),
        fellowship=state.fellowship,
        # The rulebook's own count: three, and one less once Frodo's card is flipped.
        supply=full - ("frodo" in flipped),
        companions=tuple(each for each, side in state.companions.items() if side == "up"),
        flipped=flipped,
        ally=state.hand(RINGBEARER).count,
        sorcery={seat: state.hand(seat).count for seat in state.shares},
        sorcery_discard=len(state.sorcery_discard),
        information=state.shown,
        gone=tuple(gone),
        special=state.specials,
        eyes=state.eyes,
        eye_tokens=tuple(each for each in state.gone_tokens if each not in gone),
        eye_card=state.eye_card,
        corruption=state.corruption,
        bag=state.bag,
        hands={seat: state.hand(seat).cards for seat in state.seats},
        discard=state.sorcery_discard,
    )


def contents(state: State) -> Json:
    """The letter of a finished part one. Each part holds nothing that its readers may not know."""
    full = asdict(envelope(state))
    hands: Mapping[str, tuple[str, ...]] = full["hands"]
    return {
        "version": VERSION,
        "game": KEY,
        "all": {
            **{name: _plain(full[name]) for name in FOR_ALL},
            "sorcery_deck": state.sorcery_deck,
        },
        RINGBEARER: {"hand": list(hands[RINGBEARER])},
        "wraiths": {
            "hands": {seat: list(hands[seat]) for seat in state.shares},
            "discard": list(full["discard"]),
        },
    }


def checklist(state: State) -> list[Json]:
    """Which pieces to lay into the real envelope, and who does it. All of it is seen by everyone."""
    left = envelope(state)
    pieces: list[tuple[str, Sentence]] = []
    if left.fellowship:
        pieces.append(
            (
                RINGBEARER,
                say_many(
                    "The fellowship token on Frodo's card.",
                    "The {count} fellowship tokens on Frodo's card.",
                    left.fellowship,
                ),
            )
        )
    pieces += [
        (RINGBEARER, say("The companion card that is still face up: {companion}.", companion=NAMES[each]))
        for each in left.companions
    ]
    if left.ally:
        pieces.append(
            (
                RINGBEARER,
                say_many(
                    "The ally card in your hand, face down.",
                    "The {count} ally cards in your hand, face down.",
                    left.ally,
                ),
            )
        )
    pieces += [
        (
            "wraiths",
            say_many(
                "The sorcery card of this hand, face down: {wraith}.",
                "The {count} sorcery cards of this hand, face down: {wraith}.",
                count,
                wraith=NAMES[seat],
            ),
        )
        for seat, count in ((seat, state.hand(seat).count) for seat in state.shares)
        if count
    ]
    pieces.append(("wraiths", say("Into the box, apart: the sorcery deck, and its discard pile as it lies.")))
    lists = {
        "information": say(
            "The information tokens on the Black Riders' card: {tokens}.", tokens=", ".join(left.information)
        ),
        "gone": say("The discarded corruption tokens: {tokens}.", tokens=", ".join(left.gone)),
        "special": say(
            "The red corruption tokens that came into play: {tokens}.", tokens=", ".join(left.special)
        ),
    }
    pieces += [("wraiths", sentence) for name, sentence in lists.items() if getattr(left, name)]
    tokens = left.eyes - (left.eye_card is not None)
    if tokens > 0:
        pieces.append(
            (
                "wraiths",
                say_many(
                    "The Eye beside the corruption track.",
                    "The {count} Eyes beside the corruption track.",
                    tokens,
                ),
            )
        )
    if left.eye_card is not None:
        pieces.append(
            ("wraiths", say("The sorcery card that lies with the Eyes: {card}.", card=left.eye_card))
        )
    pieces.append(
        (
            RINGBEARER,
            say("Note the corruption on your sheet: {corruption}.", corruption=left.corruption),
        )
    )
    pieces.append(("table", say("Everything else goes back into the box.")))
    return [{"side": side, "text": sentence.to_json()} for side, sentence in pieces]


def make(state: State, seat: str, line: Line) -> Decided:
    """Note that a letter is made, and under which word this side seals its part. One line may say both."""
    if not state.is_part_one_won:
        return Refusal(say("The letter is made when part one is over and Frodo has come to Bree."))
    side = RINGBEARER if seat == RINGBEARER else "wraiths"
    words = line.get("words")
    said = words if isinstance(words, dict) else {side: words}
    for whose, word in said.items():
        if whose not in SIDES or (word is not None and text(word) is None):
            return Refusal(
                say(
                    "The words of the letter are one for the ringbearer and one for the wraiths, "
                    "each of at most {most} characters.",
                    most=LONGEST_TEXT,
                )
            )
    return (e.LetterMade(tuple((whose, text(word)) for whose, word in said.items())),)


def open_part(state: State, seat: str, line: Line) -> Decided:
    """A side has opened its part of the letter on its own phone. It cannot be taken back."""
    side = RINGBEARER if seat == RINGBEARER else "wraiths"
    if state.flight is None or side not in state.flight.sealed:
        return Refusal(say("There is no part of a letter to be opened."))
    part, is_broken = line.get("part"), line.get("broken", False)
    if not isinstance(part, dict) or type(is_broken) is not bool:
        return _no_letter()
    if side == RINGBEARER:
        return (e.LetterOpened(side, ((RINGBEARER, _names(part.get("hand"))),), (), is_broken),)
    told, pile = part.get("hands"), part.get("discard")
    hands = tuple((each, _names(told.get(each))) for each in state.shares) if isinstance(told, dict) else ()
    is_whole = isinstance(pile, list) and len(pile) == len(state.sorcery_discard)
    discard = tuple(map(text, pile or ())) if is_whole else ()
    return (e.LetterOpened(side, hands, discard, is_broken),)


def sealed_parts(options: Json) -> tuple[str | None, tuple[str, ...], tuple[str, ...]] | Refusal:
    """Of the letter that a table is laid from: its id, the parts still sealed, the parts once broken open."""
    opened = options.get("letter")
    if not isinstance(opened, dict):
        return None, (), ()
    id, broken = opened.get("id", ""), opened.get("broken", [])
    if not isinstance(broken, list) or (id != "" and text(id) is None):
        return _no_letter()
    sealed = tuple(side for side in SIDES if opened.get(side) is None) if "sealed" in opened else ()
    return str(id), sealed, tuple(side for side in SIDES if side in broken)


def read(options: Json) -> Envelope | Refusal:
    """The envelope of a part two: from the letter's opened contents, or typed quantity by quantity."""
    opened = options.get("letter")
    typed = {name: options[name] for name in FOR_ALL if name in options}
    if opened is None:
        return _filled(typed, {}, {})
    if not isinstance(opened, dict):
        return _no_letter()
    if opened.get("game", KEY) != KEY:
        return Refusal(say("This letter belongs to another game."))
    version = opened.get("version", VERSION)
    if type(version) is int and version > VERSION:
        return Refusal(say("This letter was written by a newer Butterbur. Update, then open it again."))
    parts: list[Any] = [{} if opened.get(part) is None else opened[part] for part in ("all", *SIDES)]
    if version != VERSION or not all(isinstance(part, dict) for part in parts):
        return _no_letter()
    # Who moves which Nazgûl, and what the box holds, may be said anew; the rest is as part one left it.
    twice = set(typed) - {"wraiths", "bag", "variant"}
    if twice:
        return Refusal(say("{option} stands in the letter already.", option=quoted(min(twice))))
    everyones, ringbearers, wraiths = parts
    return _filled({**everyones, **typed}, ringbearers, wraiths)


def _filled(values: Json, ringbearers: Json, wraiths: Json) -> Envelope | Refusal:
    """Each quantity checked by itself; one that does not make sense is named."""
    full: Json = {}
    for name, value in values.items():
        if name not in FOR_ALL:
            # A letter may hold more than this Butterbur knows what to do with.
            continue
        checked = _checked(name, value)
        if isinstance(checked, Refusal):
            return checked
        full[name] = checked
    filled = Envelope(**full)
    clash = set(filled.companions) & set(filled.flipped)
    if clash:
        return _wrong(min(clash))
    if filled.fellowship > filled.supply:
        return _wrong("fellowship")
    if filled.eye_card is not None and not filled.eyes:
        return _wrong("eye_card")
    hands = {RINGBEARER: _names(ringbearers.get("hand"))}
    told = wraiths.get("hands")
    if isinstance(told, dict):
        hands |= {seat: _names(told.get(seat)) for seat in WRAITHS}
    pile = wraiths.get("discard")
    discard = tuple(map(text, pile)) if isinstance(pile, list) and len(pile) == filled.sorcery_discard else ()
    return Envelope(**full, hands=hands, discard=discard or (None,) * filled.sorcery_discard)


def _checked(name: str, value: object) -> object | Refusal:
    """The value as an envelope keeps it."""
    most = {"fellowship": 4, "supply": 4, "ally": 22, "sorcery_discard": SORCERY_CARDS, "eyes": 30}
    read: object = None
    if name in most:
        read = value if type(value) is int and 0 <= value <= most[name] else None
    elif name == "corruption":
        read = value if type(value) is int and 0 <= value < CORRUPTION_LIMIT else None
    elif name == "end":
        read = value if value in ("bree", "rescued") else None
    elif name == "variant":
        read = value if isinstance(value, str) and value in VARIANTS else None
    elif name in ("companions", "flipped"):
        read = _listed(value, _companion, len(COMPANIONS), is_set=True)
    elif name == "information":
        read = _listed(value, location, INFORMATION_TOKENS, is_set=True)
    elif name == "gone":
        read = _listed(value, token, MOST_TOKENS)
    elif name == "special":
        read = _listed(value, _special, SPECIAL_TOKENS)
    elif name == "wraiths":
        split = shares_of(value) if value is not None else None
        return tuple(split.values()) if isinstance(split, dict) else split
    elif name == "bag":
        return bag_of(value)
    elif name == "eye_tokens":
        return None if value is None else _listed(value, token, MOST_TOKENS) or ()
    elif name == "eye_card":
        if value is None:
            return None
        read = text(value)
    elif name == "sorcery":
        return _sorcery(value)
    return _wrong(name) if read is None else read


def _sorcery(value: object) -> Mapping[str, int] | int | Refusal | None:
    """Cards in each wraith's hand; a bare number is so many for each of them."""
    if value is None or (type(value) is int and 0 <= value <= SORCERY_CARDS):
        return value
    if not isinstance(value, dict) or not set(value) <= set(WRAITHS):
        return _wrong("sorcery")
    if any(type(each) is not int or not 0 <= each <= SORCERY_CARDS for each in value.values()):
        return _wrong("sorcery")
    return dict(value)


def _listed(
    value: object, read: Callable[[object], str | None], most: int, *, is_set: bool = False
) -> tuple[str, ...] | None:
    if not isinstance(value, (list, tuple)) or len(value) > most:
        return None
    items = tuple(each for each in map(read, value) if each is not None)
    if len(items) != len(value) or (is_set and len(set(items)) != len(items)):
        return None
    return items


def _companion(value: object) -> str | None:
    return value if isinstance(value, str) and value in COMPANIONS else None


def _special(value: object) -> str | None:
    red = token(value)
    return red if red and red.startswith(SPECIAL) else None


def _names(value: object) -> tuple[str, ...]:
    """Names of cards, as far as they are any."""
    return tuple(each for each in map(text, value) if each) if isinstance(value, list) else ()


def _plain(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def _wrong(name: str) -> Refusal:
    return Refusal(say("What part one left behind does not make sense: {option}.", option=quoted(name)))


def _no_letter() -> Refusal:
    return Refusal(say("This is no letter of the Hunt: open one that Butterbur has sealed."))

"""The first state: part one; or part two from a letter, from typed quantities, or straight after part one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.core import Event, Json, Line, Refusal, say
from companion.core.board import Board
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring import letter, reading
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.journeys import Journeys, read_journeys
from companion.games.hunt_for_the_ring.letter import FOR_ALL, Envelope
from companion.games.hunt_for_the_ring.reading import board_of, quoted, shares_of, token
from companion.games.hunt_for_the_ring.state import Hand, State
from companion.games.hunt_for_the_ring.words import (
    ALLY_CARDS,
    COMPANIONS,
    EYE,
    RINGBEARER,
    SPECIAL,
    STRIDER,
    WRAITHS,
)

Decided = tuple[Event, ...] | Refusal
Shares = dict[str, tuple[str, ...]]

GREY_TOKENS = 3
"""Corruption tokens that part two adds, by the box's list of pieces."""

OPTIONS = {"part", "letter", "board", "journeys", "answers", "havens", "grey", *FOR_ALL}


@dataclass(frozen=True)
class Setting:
    """What is chosen for part two, beside what part one left behind."""

    board: Board | None
    journeys: Journeys | None
    has_havens: bool
    grey: tuple[str, ...] | None


def start(options: object) -> State | Refusal:
    if not isinstance(options, dict):
        return reading.start(options)
    part = options.get("part", 2 if "letter" in options else 1)
    if type(part) is not int or part not in (1, 2):
        return Refusal(say("The option part is 1 or 2."))
    if part == 1:
        return reading.start({word: value for word, value in options.items() if word != "part"})
    if unknown := set(options) - OPTIONS:
        return Refusal(
            say("Part two of the Hunt has no option {option}.", option=quoted(min(unknown, key=str)))
        )
    answers = options.get("answers", RINGBEARER)
    if answers not in (RINGBEARER, "auto"):
        return Refusal(say("The option answers is ringbearer or auto."))
    left = letter.read(options)
    if isinstance(left, Refusal):
        return left
    setting = _setting(options)
    if isinstance(setting, Refusal):
        return setting
    shares = shares_of(list(left.wraiths) if left.wraiths else 1)
    assert isinstance(shares, dict)
    parts = letter.sealed_parts(options)
    if isinstance(parts, Refusal):
        return parts
    table = laid(left, setting, shares, answers)
    assert table.flight is not None
    id, sealed, broken = parts
    return replace(table, flight=replace(table.flight, letter=id, sealed=sealed, broken=broken))


def go_on(state: State, seat: str, line: Line) -> Decided:
    """Straight on at the same table: the same seats, and what is chosen anew for part two."""
    if not state.is_part_one_won:
        return Refusal(say("Part two follows when part one is over and Frodo has come to Bree."))
    setting = _setting(line)
    if isinstance(setting, Refusal):
        return setting
    shares = shares_of(line["wraiths"]) if "wraiths" in line else dict(state.shares)
    if isinstance(shares, Refusal):
        return shares
    if set(shares) != set(state.shares):
        return Refusal(say("At this table as many wraiths go on as there were."))
    return (
        f.PartTwoBegan(
            line.get("board"), line.get("journeys"), tuple(shares.values()), setting.has_havens, setting.grey
        ),
    )


def gone_on(state: State, event: f.PartTwoBegan) -> State:
    """Part two at the table where part one was played."""
    board = board_of(event.board)
    journeys = read_journeys(event.journeys) if event.journeys is not None else None
    assert not isinstance(board, Refusal)
    assert not isinstance(journeys, Refusal)
    setting = Setting(board, journeys, event.has_havens, event.grey)
    shares = dict(zip(state.shares, event.shares, strict=True))
    after = laid(letter.envelope(state), setting, shares, state.answers)
    return replace(after, before=state, board_text=event.board, effect=None)


def laid(left: Envelope, setting: Setting, shares: Shares, answers: str) -> State:
    """The table of part two before its set-up: everything that nobody has to choose is in its place."""
    full = None
    if left.bag is not None and setting.grey is not None:
        full = dict(Counter(left.bag) + Counter(setting.grey))
    eyes = left.eye_tokens
    if eyes is None:
        eyes = (EYE,) * max(0, left.eyes - (left.eye_card is not None))
    return State(
        setting.board,
        answers,
        left.variant,
        shares,
        WRAITHS[0],
        left.supply,
        full,
        hands={RINGBEARER: Hand(left.ally), **_sorcery_hands(left, shares)},
        ally_deck=max(0, ALLY_CARDS - left.ally),
        sorcery_discard=left.discard,
        eye_card=left.eye_card,
        shown=left.information,
        is_information_done=True,
        corruption=left.corruption,
        eyes=left.eyes,
        specials=left.special,
        gone_tokens=(*left.gone, *eyes),
        fellowship=min(left.fellowship, left.supply),
        companions=_companions(left),
        flight=Flight(
            setting.journeys, setting.has_havens, setting.grey, old_allies=left.hands.get(RINGBEARER, ())
        ),
    )


def open_options(options: Json, state: State | None) -> Json:
    """What everyone may know of a table's options: not the letter's parts; the board that lies there now."""
    shown = {word: value for word, value in options.items() if word != "letter"}
    if state is not None and state.before is not None:
        return {**shown, "board": state.board_text}
    return shown


def _setting(options: Json) -> Setting | Refusal:
    board = board_of(options.get("board"))
    if isinstance(board, Refusal):
        return board
    written = options.get("journeys")
    if written is not None and (not isinstance(written, str) or "\n" not in written):
        return Refusal(
            say("There are no such journeys. Name some that Butterbur knows, or give their whole text.")
        )
    journeys = read_journeys(written) if written is not None else None
    if isinstance(journeys, Refusal):
        return journeys
    has_havens = options.get("havens", False)
    if type(has_havens) is not bool:
        return Refusal(say("The option havens is true or false."))
    grey = options.get("grey")
    if grey is not None:
        read = [token(each) for each in grey] if isinstance(grey, list) else []
        if len(read) != GREY_TOKENS or any(each is None or each.startswith(SPECIAL) for each in read):
            return Refusal(say("The option grey says what the three grey corruption tokens show."))
        grey = tuple(each for each in read if each)
    return Setting(board, journeys, has_havens, grey)


def _companions(left: Envelope) -> dict[str, str]:
    """Merry joins if no card has brought him before; Strider always does."""
    is_up = {*left.companions, STRIDER, *({"merry"} - set(left.flipped))}
    return {each: "up" if each in is_up else "flipped" for each in (*COMPANIONS, STRIDER)}


def _sorcery_hands(left: Envelope, shares: Shares) -> dict[str, Hand]:
    """Each wraith's cards as part one left them; evenly where another number of wraiths plays on."""
    counts = left.sorcery
    if counts is None or isinstance(counts, int):
        return {seat: Hand(1 if counts is None else counts) for seat in shares}
    if set(counts) == set(shares):
        return {seat: Hand(count, left.hands.get(seat, ())[:count]) for seat, count in sorted(counts.items())}
    each, over = divmod(sum(counts.values()), len(shares))
    return {seat: Hand(each + (at < over)) for at, seat in enumerate(shares)}

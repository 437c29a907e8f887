"""From a script's lines and options to values. Both come from outside; nothing in them is trusted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.core import Line, Refusal, Sentence, say
from companion.core.board import Board, read_board
from companion.games.hunt_for_the_ring.state import Hand, State
from companion.games.hunt_for_the_ring.words import (
    EYE,
    FELLOWSHIP_SUPPLY,
    FIRST_ALLIES,
    NAZGUL,
    RINGBEARER,
    SHARES,
    SPECIAL,
    VARIANTS,
    WRAITHS,
)

DRAW = "draw"
"""In place of what a player would type: the companion draws or throws."""

LOCATION = re.compile(r"[0-9]{1,3}[a-z]?|[A-Z]{1,2}")
SPOT = re.compile(r"[0-9a-zA-Z.:-]{1,40}")
REGION = re.compile(r"[IVX]{1,5}(-[A-Z])?")
LONGEST_TEXT = 60
MOST_TOKENS = 40

RINGBEARERS_WORDS: Mapping[str, frozenset[str]] = {
    "set-start": frozenset({"at"}),
    "set-information": frozenset({"tokens", "give"}),
    "rest": frozenset(),
    "draw-ally": frozenset({"card"}),
    "play-ally": frozenset({"card"}),
    "answer": frozenset({"cancel", "zone", "gandalf"}),
    "draw-tokens": frozenset({"tokens", "count", "witch-king"}),
    "cancel-token": frozenset({"token", "companion"}),
    "take-tokens": frozenset(),
    "escape": frozenset({"to"}),
    "flip": frozenset({"companion"}),
    "set-journey": frozenset({"rows", "deck", "short", "long"}),
    "set-deeds": frozenset({"tokens", "start"}),
    "gandalf": frozenset({"to", "tokens"}),
    "appear": frozenset({"die"}),
    "drive": frozenset({"nazgul", "by"}),
    "deed": frozenset({"token"}),
    "rivendell": frozenset(),
    "new-journey": frozenset({"rows"}),
    "show-sheet": frozenset(),
}
WRAITHS_WORDS: Mapping[str, frozenset[str]] = {
    "lead": frozenset({"to"}),
    "roll": frozenset({"dice", "witch-king"}),
    "ride": frozenset({"nazgul", "by"}),
    "search": frozenset({"nazgul", "at", "because"}),
    "perceive": frozenset({"nazgul", "zone", "section", "die", "because"}),
    "hunt": frozenset({"nazgul", "die", "at", "because"}),
    "draw-sorcery": frozenset({"nazgul", "die", "card"}),
    "play-sorcery": frozenset({"nazgul", "die", "card"}),
    "remove-ally": frozenset({"nazgul", "at", "die"}),
    "share-sorcery": frozenset({"cards"}),
    "witch-king": frozenset({"nazgul", "because"}),
    "seek": frozenset({"nazgul", "die"}),
    "ability": frozenset({"number", "nazgul", "die", "dice", "by", "zone", "section"}),
}
EVERYONES_WORDS: Mapping[str, frozenset[str]] = {
    "letter": frozenset({"words"}),
    "open-letter": frozenset({"part", "broken"}),
    "go-on": frozenset({"board", "journeys", "wraiths", "havens", "grey"}),
    "move": frozenset({"to", "card", "what", "from", "because"}),
    "place": frozenset({"nazgul", "at", "what", "because"}),
    "remove": frozenset({"what", "at", "because"}),
    "adjust": frozenset({"what", "by", "of", "because"}),
    "cancel": frozenset({"what", "because"}),
    "hold": frozenset({"cards"}),
    "discard": frozenset({"card"}),
    "end-turn": frozenset({"nazgul"}),
}
"""The words of a line by what is done. `move` without `what` is Frodo's, `place` with `nazgul` is set-up."""


def start(options: object) -> State | Refusal:
    """A table of part one for one Ringbearer and one to four wraiths."""
    if not isinstance(options, dict):
        return Refusal(
            say("The options of the Hunt are wraiths, board, variant, answers, fellowship and bag.")
        )
    if unknown := set(options) - {"wraiths", "board", "variant", "answers", "fellowship", "bag"}:
        return Refusal(
            say("The Hunt for the Ring has no option {option}.", option=quoted(min(unknown, key=str)))
        )
    shares = shares_of(options.get("wraiths", 1))
    board = board_of(options.get("board"))
    bag = bag_of(options.get("bag"))
    for read in (shares, board, bag):
        if isinstance(read, Refusal):
            return read
    variant = options.get("variant", "normal")
    if not isinstance(variant, str) or variant not in VARIANTS:
        return Refusal(say("The option variant is normal, unstoppable-frodo or dreadful-nazgul."))
    answers = options.get("answers", RINGBEARER)
    if answers not in (RINGBEARER, "auto"):
        return Refusal(say("The option answers is ringbearer or auto."))
    supply = options.get("fellowship", FELLOWSHIP_SUPPLY)
    if type(supply) is not int or not (
        supply == FELLOWSHIP_SUPPLY or (supply == FELLOWSHIP_SUPPLY + 1 and variant == "dreadful-nazgul")
    ):
        return Refusal(say("The fellowship supply is 3 tokens, or 4 with dreadful-nazgul."))
    assert isinstance(shares, dict)
    assert board is None or isinstance(board, Board)
    assert bag is None or isinstance(bag, dict)
    hands = {RINGBEARER: Hand(FIRST_ALLIES), **{seat: Hand(1) for seat in shares}}
    return State(board, answers, variant, shares, WRAITHS[0], supply, bag, hands=hands)


def check_words(seat: str, line: Line) -> Sentence | None:
    """Why this seat cannot say this line at all, whatever the table looks like."""
    do = line.get("do")
    mine = RINGBEARERS_WORDS if seat == RINGBEARER else WRAITHS_WORDS
    others = WRAITHS_WORDS if seat == RINGBEARER else RINGBEARERS_WORDS
    if not isinstance(do, str) or do not in {**mine, **others, **EVERYONES_WORDS}:
        return say(
            "In the Hunt for the Ring one can do: {words}.", words=", ".join((*mine, *EVERYONES_WORDS))
        )
    if do in others:
        return (
            say("Only a wraith does that.") if seat == RINGBEARER else say("Only the Ringbearer does that.")
        )
    allowed = {**mine, **EVERYONES_WORDS}[do]
    if unknown := set(line) - {"do"} - allowed:
        return say("{word} does not belong here.", word=quoted(min(unknown, key=str)))
    return None


def location(value: object) -> str | None:
    """A location's name; a bare number will do."""
    name = str(value) if type(value) is int else value
    return name if isinstance(name, str) and LOCATION.fullmatch(name) else None


def spot(value: object) -> str | None:
    name = str(value) if type(value) is int else value
    return name if isinstance(name, str) and SPOT.fullmatch(name) else None


def text(value: object) -> str | None:
    """Something a player named, short enough to be shown."""
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_TEXT or not value.isprintable():
        return None
    return value.strip()


def texts(value: object, most: int) -> tuple[str, ...] | None:
    if not isinstance(value, list) or len(value) > most:
        return None
    read = [text(each) for each in value]
    return tuple(each for each in read if each) if all(read) else None


def token(value: object) -> str | None:
    """A corruption token: its number, `eye`, or a red one: `special-2`, `special-eye`."""
    name = str(value) if type(value) is int else value
    if not isinstance(name, str):
        return None
    face = name.removeprefix(SPECIAL)
    return name if face == EYE or re.fullmatch(r"[0-9]", face) else None


def is_eye(token: str) -> bool:
    return token.rpartition("-")[2] == EYE


def quoted(word: object) -> str:
    """A stranger's word, short enough to be shown."""
    return f"“{str(word)[:20]}”"


def shares_of(wraiths: object) -> dict[str, tuple[str, ...]] | Refusal:
    """Which wraith moves which Nazgûl: how many wraiths there are, or a list of colours for each."""
    shares: Sequence[Any]
    if type(wraiths) is int and wraiths in SHARES:
        shares = SHARES[wraiths]
    elif isinstance(wraiths, list) and 1 <= len(wraiths) <= len(WRAITHS):
        shares = wraiths
    else:
        return Refusal(say("The option wraiths says how many play: 1 to 4."))
    colours = [colour for share in shares for colour in share] if all(map(_is_share, shares)) else []
    if sorted(colours) != sorted(NAZGUL):
        return Refusal(say("Each of the Nazgûl green, blue, red and purple belongs to one wraith."))
    return {seat: tuple(share) for seat, share in zip(WRAITHS, shares, strict=False)}


def _is_share(share: object) -> bool:
    return isinstance(share, (list, tuple)) and bool(share) and all(isinstance(each, str) for each in share)


def board_of(written: object) -> Board | Refusal | None:
    if written is None:
        return None
    if not isinstance(written, str) or "\n" not in written:
        return Refusal(say("There is no such board. Name one that Butterbur knows, or give its whole text."))
    return read_board(written)


def bag_of(written: object) -> dict[str, int] | Refusal | None:
    if written is None:
        return None
    wrong = Refusal(
        say("The option bag says how many corruption tokens there are of each number, and of eye.")
    )
    if not isinstance(written, dict) or not written:
        return wrong
    for face, count in written.items():
        if token(face) is None or face.startswith(SPECIAL) or type(count) is not int or not 0 <= count <= 20:
            return wrong
    return dict(written) if 1 <= sum(written.values()) <= MOST_TOKENS else wrong

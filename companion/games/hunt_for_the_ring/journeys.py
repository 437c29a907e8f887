"""Journey cards: row by row where Frodo is in part two; and files of them, made for typing beside the box.

```
journeys my-box
deeds 8 18 …                 # the numbers on Gandalf's deed tokens
short 1 . 2 . 10 … 27 . A    # the start, then a row a step: 14 of them; a point, a number, at last an exit
long 1 . 7 8* 19 … B         # 16 steps; a star marks a haven
```

The first number may be left out where the board has one start of Frodo's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core import Refusal, Sentence, say
from companion.games.hunt_for_the_ring.words import HAVEN, POINT

STEPS = {"short": 14, "long": 16}
"""How many moves Frodo needs to Rivendell, by the deck of his journey card."""

LIMITS = {"short": 12, "long": 14}
"""How much corruption takes Frodo, by the deck, before any deed of Gandalf's."""

LARGEST_FILE = 20_000
"""Characters: several times two whole decks."""

MOST_CARDS = 40
MOST_DEEDS = 20
_NUMBER = re.compile(r"[0-9]{1,3}[a-z]?")
_EXIT = re.compile(r"[A-Z]{1,2}")
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class Journeys:
    """What was taught of the box: cards by deck, each as text, and the numbers on the deed tokens."""

    key: str
    deeds: tuple[str, ...] = ()
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_rows(value: object, deck: object = None) -> tuple[str, tuple[str, ...]] | Refusal:
    """The deck and the rows of a card: a list, or words with spaces. Row 0 is the start, or empty."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not words or len(words) > max(STEPS.values()) + 1:
        return _wrong()
    rows = tuple(_row(word) for word in words)
    if deck is None:
        deck = next((name for name, steps in STEPS.items() if len(rows) in (steps, steps + 1)), None)
    if not isinstance(deck, str) or deck not in STEPS or None in rows:
        return _wrong()
    if len(rows) not in (STEPS[deck], STEPS[deck] + 1):
        return Refusal(
            say(
                "A journey card of this deck has {steps} rows, and perhaps the start before them.",
                steps=STEPS[deck],
            )
        )
    known = tuple(row for row in rows if row)
    if not _EXIT.fullmatch(known[-1]) or any(_EXIT.fullmatch(row) for row in known[:-1]):
        return Refusal(say("The last row of a journey card is an exit, and no other is."))
    begins = known if len(known) > STEPS[deck] else ("", *known)
    return deck, begins


def read_journeys(text: str) -> Journeys | Refusal:
    """The file's cards, or the line at which it cannot be understood and why."""
    if len(text) > LARGEST_FILE:
        return Refusal(say("A file of journeys has at most {most} characters.", most=LARGEST_FILE))
    key, deeds = "", tuple[str, ...]()
    cards: dict[str, list[str]] = {deck: [] for deck in STEPS}
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        first, rest = words[0], words[1:]
        why: Sentence | None = None
        if not key:
            if first != "journeys" or len(rest) != 1 or not _KEY.fullmatch(rest[0]):
                why = say("a file of journeys begins with the word journeys and a name.")
            else:
                key = rest[0]
        elif first == "deeds":
            deeds = tuple(rest)
            if not all(map(_NUMBER.fullmatch, rest)) or len(set(rest)) != len(rest) <= MOST_DEEDS:
                why = say("deeds are followed by the different numbers on the tokens.")
        elif first in STEPS:
            read = read_rows(rest, first)
            why = read.why if isinstance(read, Refusal) else None
            cards[first].append(" ".join(rest))
        else:
            why = say("a line begins with journeys, deeds, short or long.")
        if why is None and sum(map(len, cards.values())) > MOST_CARDS:
            why = say("there are too many journey cards.")
        if why is not None:
            return Refusal(say("Line {line} of the journeys: {why}", line=number, why=why))
    if not key:
        return Refusal(say("This is no file of journeys: it begins with the word journeys and a name."))
    return Journeys(key, deeds, {deck: tuple(typed) for deck, typed in cards.items()})


def _row(word: object) -> str | None:
    row = str(word) if type(word) is int else word
    if not isinstance(row, str):
        return None
    is_known = row == POINT or _EXIT.fullmatch(row) or _NUMBER.fullmatch(row.removesuffix(HAVEN))
    return row if is_known else None


def _wrong() -> Refusal:
    return Refusal(
        say("Type the journey card row by row: a number, . for a point, a star after a haven, the exit last.")
    )

"""Words to play part two with in a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.boards import JOURNEYS, shipped
from companion.core import Json, Line
from companion.table import Table
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    NO_SHADOW,
    passing,
    played,
    refused,
    ringbearer,
    roll,
    wraith,
)

EXAMPLES_2 = Path(__file__).with_name("examples-part-2.board").read_text("utf-8")
DEMONSTRATION_2 = shipped()["demonstration-part-2"]
CARDS = shipped(JOURNEYS)["demonstration-part-2"]

SHORT = ["8", ".", "3", "10", "13", ".", "19", ".", "27", ".", "30", "41", "45", "48", "B"]
LONG = ["8", "3", "10", "13", "14", ".", "16", "20*", ".", "28*", ".", "23", "33", "36", "37", "39", "A"]
ANOTHER = ["8", "3", "4", "5", "17", ".", "18", ".", "24", "32", ".", "36", "37", "39", "A"]
"""A short card, a long one and another short one."""

DEEDS = ["4", "14", "20", "28"]
PLACES = {"green": "19", "blue": "19", "red": "32", "purple": "32"}


def first_line(**options: Any) -> Json:
    given = {"part": 2, "board": DEMONSTRATION_2, "answers": "auto", "fellowship": 1, **options}
    return {"game": "hunt-for-the-ring", "options": given}


def gandalf(to: str) -> Line:
    return {"do": "gandalf", "to": to}


def set_out(
    *,
    rows: list[str] = SHORT,
    deeds: list[str] = DEEDS,
    start: str = "14",
    places: dict[str, str] = PLACES,
    dice: list[str] = NO_SHADOW,
    before_the_throw: list[Json] | None = None,
) -> list[Json]:
    """Set-up of one Ringbearer and one wraith."""
    return [
        *ringbearer(
            {"do": "set-journey", "rows": rows},
            {"do": "set-deeds", "tokens": deeds, "start": start},
        ),
        *wraith({"do": "place", "nazgul": places}),
        *(before_the_throw or []),
        *wraith(roll(*dice)),
    ]


def new_day(*dice: str, **kings: str) -> list[Json]:
    """The throw; the new cards leave both hands again, lest they grow too full."""
    spent = [
        {"do": "adjust", "what": what, "by": -1, "because": "a card"}
        for what in ("ally-hand", "sorcery-hand")
    ]
    return wraith({**roll(*dice), **kings}, *spent)


def fleeing(*ways: str, before: int = 0) -> list[Json]:
    """Phase by phase Gandalf goes to these places, Frodo goes on by day and rests at night."""
    lines: list[Json] = []
    for phase, to in enumerate(ways, start=before):
        lines += ringbearer(*([{"do": "rest"}] if phase % 3 == 2 else []), gandalf(to), END)
        lines += passing()
        if phase % 3 == 2:
            lines += new_day()
    return lines


def by_card(what: str, to: str) -> Line:
    """A card puts a Nazgûl somewhere."""
    return {"do": "move", "what": what, "to": to, "because": "a card"}


def after(*lines: Json, **options: Any) -> Table:
    return played(first_line(**options), *lines)


def view(*lines: Json, seat: str = "ringbearer", **options: Any) -> Json:
    return after(*lines, **options).view(seat)


def why_not(*lines: Json, **options: Any) -> str:
    return refused(first_line(**options), *lines)

"""Words to play the Hunt with in a test."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.boards import shipped
from companion.core import Json, Line, Refusal
from companion.script import Stopped, play
from companion.table import Row, Table, lay
from tests.companion.playing import by, pick

EXAMPLES = Path(__file__).with_name("examples.board").read_text("utf-8")
DEMONSTRATION = shipped()["demonstration-part-1"]

RINGBEARER = "ringbearer"
END: Line = {"do": "end-turn"}
NO_SHADOW = ["ring", "ring", "ring", "sword", "sword", "sorcery"]
TOKENS = ["1", "2", "3", "4", "5"]
STARTS = {"green": "49", "blue": "48", "red": "34", "purple": "30"}


def first_line(**options: Any) -> Json:
    return {"game": "hunt-for-the-ring", "options": {"board": EXAMPLES, **options}}


def ringbearer(*lines: Line) -> list[Json]:
    return by(RINGBEARER, *lines)


def wraith(*lines: Line) -> list[Json]:
    return by("wraith-1", *lines)


def move(to: str, card: str | None = None) -> Line:
    return {"do": "move", "to": to} if card is None else {"do": "move", "to": to, "card": card}


def ride(nazgul: str, *by: str) -> Line:
    return {"do": "ride", "nazgul": nazgul, "by": list(by)}


def search(nazgul: str) -> Line:
    return {"do": "search", "nazgul": nazgul}


def hunt(nazgul: str, die: str | None = None) -> Line:
    return {"do": "hunt", "nazgul": nazgul} if die is None else {"do": "hunt", "nazgul": nazgul, "die": die}


def perceive(nazgul: str, die: str = "ring", **where: str) -> Line:
    return {"do": "perceive", "nazgul": nazgul, **where, "die": die}


def roll(*dice: str) -> Line:
    return {"do": "roll", "dice": list(dice or NO_SHADOW)}


def tokens(*drawn: str) -> Line:
    return {"do": "draw-tokens", "tokens": list(drawn)}


def escape(to: str) -> Line:
    return {"do": "escape", "to": to}


def set_up(
    *,
    start: str = "1",
    information: list[str] = TOKENS,
    give: list[str] | None = None,
    places: dict[str, str] = STARTS,
    dice: list[str] = NO_SHADOW,
) -> list[Json]:
    """Set-up of one Ringbearer and one wraith."""
    given = information[:1] if give is None else give
    return [
        *ringbearer(
            {"do": "set-start", "at": start},
            {"do": "set-information", "tokens": information, "give": given},
        ),
        *wraith({"do": "place", "nazgul": places}, roll(*dice)),
    ]


def passing(many: int = 4) -> list[Json]:
    """So many Nazgûl do nothing."""
    return wraith(*[END] * many)


def walking(*cells: str, before: int = 0) -> list[Json]:
    """Phase by phase Frodo notes these cells, or `rest`s, while the wraiths do nothing."""
    lines: list[Json] = []
    for phase, cell in enumerate(cells, start=before):
        lines += ringbearer({"do": "rest"} if cell == "rest" else move(cell), END)
        lines += passing()
        if phase % 3 == 2:
            lines += wraith(roll())
    return lines


def played(*lines: Json) -> Table:
    """The table after a script that nothing stops."""
    table = play(json.dumps(line) for line in lines)
    assert isinstance(table, Table), f"line {table.line}: {table.why} {lines[table.line - 1]}"
    return table


def refused(*lines: Json) -> str:
    """Why the last line of a script is refused; all before it are not."""
    stopped = play(json.dumps(line) for line in lines)
    assert isinstance(stopped, Stopped), "nothing was refused"
    assert stopped.line == len(lines), f"line {stopped.line}: {stopped.why} {lines[stopped.line - 1]}"
    return str(stopped.why)


def offers(table: Table, seat: str, do: str) -> list[Line]:
    return [offer for offer in table.view(seat)["legal"] if offer["do"] == do]


def laid(**options: Any) -> Table:
    table = lay(first_line(**options))
    assert isinstance(table, Table), str(table.why)
    return table


def done(table: Table, seat: str, line: Line, chance: Random | None = None) -> Table:
    row = table.decide(seat, line, table.version(seat), *([chance] if chance else []))
    assert isinstance(row, Row), (line, str(row.why))
    return table.after(row)


def pick_line(chance: Random, table: Table) -> tuple[str, Line]:
    """What a player does who reads nothing but `turn` and `legal`."""
    seat = chance.choice(table.view("table")["turn"])
    return seat, pick(chance, chance.choice(table.view(seat)["legal"]))


def refusal(table: Table, seat: str, line: Line) -> str:
    answer = table.decide(seat, line)
    assert isinstance(answer, Refusal), answer
    return str(answer.why)

"""No leak, by comparison: games that differ only in one seat's secrets look the same from every other."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.core import Line, Refusal
from companion.table import PUBLIC, Row, Table, lay
from tests.companion.games.hunt_for_the_ring.hunting import RINGBEARER
from tests.companion.games.hunt_for_the_ring.pairs import Move, Pair, random_pair

BLOCKS = 3
PAIRS = 40
"""Pairs of games a block. Each is compared after every line: some eight thousand pairs of tables in all."""


PROBES: list[Line] = [
    {"do": "search"},
    {"do": "hunt"},
    {"do": "hunt", "die": "sword"},
    {"do": "perceive", "section": "II", "die": "ring"},
    {"do": "search", "at": "10", "because": "a card"},
    {"do": "hunt", "at": "5", "because": "a card"},
    {"do": "place", "what": "ally", "at": "10", "because": "a card"},
    {"do": "place", "what": "information", "at": "10", "because": "a card"},
    {"do": "move", "what": "green", "to": "10", "because": "a card"},
    {"do": "move", "to": "10"},
    {"do": "ride", "by": ["10"]},
    {"do": "answer"},
    {"do": "escape", "to": "10"},
    {"do": "end-turn"},
    {"do": "adjust", "what": "movement", "by": 1, "because": "a card"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "roll", "dice": ["ring"] * 6},
    {"do": "discard"},
    {"do": "show-sheet"},
    {"do": "letter"},
    {"do": "go-on"},
    {"do": "gandalf", "to": "14"},
    {"do": "witch-king", "nazgul": "green"},
    {"do": "seek"},
    {"do": "drive", "nazgul": "green", "by": ["10"]},
    {"do": "new-journey", "rows": "draw"},
    {"do": "adjust", "what": "limit", "by": -1, "because": "a card"},
    {"do": "rubbish"},
]


@cache
def pairs(block: int, lines: int, many: int = PAIRS, part: int = 1) -> list[Pair]:
    """Games cut off somewhere before so many lines."""
    chance = Random(block)
    tried = (random_pair(chance, chance.randint(5, lines), part) for _ in range(many * 4))
    found = list(islice((pair for pair in tried if pair is not None), many))
    assert len(found) == many, "chance found too few pairs to compare"
    return found


def tables(pair: Pair, moves: list[Move]) -> list[Table]:
    table = lay(pair.first_line)
    assert isinstance(table, Table)
    passed = [table]
    for seat, line in moves:
        row = table.decide(seat, line, table.version(seat))
        assert isinstance(row, Row), str(row.why)
        table = table.after(row)
        passed.append(table)
    return passed


def others(table: Table, owner: str) -> list[str]:
    return [seat for seat in (*table.seats, PUBLIC) if seat != owner]


def seen(table: Table, seat: str) -> Any:
    """Byte for byte; but when all is over and the sheet is shown, the sheet is no secret any more."""
    if '"shown"' not in table.sights[seat].view:
        return table.sights[seat]
    view = table.view(seat)
    return table.version(seat), {**view, "proof": len(view["proof"]["lines"])}


def outcome(table: Table, seat: str, line: Line) -> Any:
    """A refusal's words; of what is not refused, nothing but that it is not."""
    answer = table.decide(seat, line)
    return answer.why if isinstance(answer, Refusal) else True


def compare(pair: Pair, chance: Random) -> None:
    """Views and versions after every line, refusals after some."""
    one, other = tables(pair, pair.one), tables(pair, pair.other)
    for here, there in zip(one, other, strict=True):
        for seat in others(here, pair.owner):
            assert seen(here, seat) == seen(there, seat)
    for at in {len(one) - 1, *chance.choices(range(len(one)), k=4)}:
        for seat in others(one[at], pair.owner):
            for line in PROBES:
                assert outcome(one[at], seat, line) == outcome(other[at], seat, line), line


@pytest.mark.parametrize("block", range(BLOCKS))
def test_games_that_differ_in_secrets_look_the_same_from_every_other_seat(block: int) -> None:
    for pair in pairs(block, lines=110):
        compare(pair, Random(block))


def test_whole_evenings_that_differ_in_secrets_look_the_same_from_every_other_seat() -> None:
    evenings = pairs(99, lines=1200, many=8)
    assert any(line["do"] == "escape" for pair in evenings for _, line in pair.one)
    for pair in evenings:
        compare(pair, Random(99))


def test_the_pairs_differ_where_it_matters() -> None:
    """Else the comparison would prove nothing: routes, tokens and hands are really others."""
    found = pairs(0, lines=110)
    hidden = [pair for pair in found if pair.owner == RINGBEARER]
    last = [(tables(pair, pair.one)[-1], tables(pair, pair.other)[-1]) for pair in hidden]
    seen = [(one.view(RINGBEARER), other.view(RINGBEARER)) for one, other in last]
    assert sum(one["sheet"] != other["sheet"] for one, other in seen) > 15
    assert sum(one["information"] != other["information"] for one, other in seen) > 10
    assert sum(one["hand"] != other["hand"] for one, other in seen) > 3
    assert any(pair.owner != RINGBEARER for pair in found)
    said = [one["answer"]["answer"] for one, _ in seen if one["answer"]]
    assert {"yes", "no"} <= set(said)


def test_a_field_of_the_sheet_in_a_hunters_view_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a view that tells how often Frodo was at a location does not pass."""
    from companion.games import hunt_for_the_ring as game

    true_view = game.view

    def leaking(state: Any, seat: str) -> Any:
        return {**true_view(state, seat), "numbers": sum(cell.isdigit() for cell in state.sheet)}

    monkeypatch.setattr(game, "view", leaking)
    hidden = next(pair for pair in pairs(0, lines=110) if pair.owner == RINGBEARER and len(pair.one) > 50)
    with pytest.raises(AssertionError):
        compare(hidden, Random(0))

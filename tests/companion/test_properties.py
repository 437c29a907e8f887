"""What holds for every game, however it is played."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import Json, Line, Refusal
from companion.games import GAMES
from companion.script import play, read_line
from companion.table import PUBLIC, Row, Table, lay, replay
from tests.companion.playing import REDO, UNDO, pick_line

LONGEST_GAME = 5_000
"""Far more moves than any game of chance needs; one that takes more would never end."""

hobbits = st.permutations(["frodo", "sam", "merry", "pippin"])
first_lines = st.builds(
    lambda hobbits, many, advanced, cells: {
        "game": "journey-to-mordor",
        "options": {"hobbits": hobbits[:many], "advanced": advanced, "nazgul_path": cells},
    },
    hobbits,
    st.integers(2, 4),
    st.booleans(),
    st.integers(1, 9),
)
chances = st.integers(0, 2**32).map(Random)
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
WORDS = """
    roll reroll keep apply end undo redo do dice die cell seat game options hobbits advanced nazgul_path
    yellow red blue green black ring orc warrior nazgul gandalf tree frodo sam journey-to-mordor
"""
words = st.sampled_from(WORDS.split())
anything = st.recursive(
    plain | words | st.integers(0, 9),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(words | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)
lines = st.fixed_dictionaries(
    {"do": words}, optional={"dice": anything, "die": anything, "cell": anything, "x": anything}
)


def laid(first_line: Json) -> Table:
    table = lay(first_line)
    assert isinstance(table, Table)
    return table


def done(table: Table, seat: str, line: Line) -> tuple[Table, Row]:
    row = table.decide(seat, line, table.version(seat))
    assert isinstance(row, Row), str(row.why)
    return table.after(row), row


def wandering(first_line: Json, chance: Random, moves: int = LONGEST_GAME) -> tuple[list[Table], list[Row]]:
    """Play by chance with a change of mind now and then: every table on the way, and the rows."""
    tables, rows = [laid(first_line)], list[Row]()
    while len(rows) < moves and not tables[-1].is_over:
        table = tables[-1]
        seat, line = pick_line(chance, table)
        turn_back = chance.choice([UNDO, REDO])
        if chance.random() < 0.2 and table.view(PUBLIC)[turn_back["do"]]:
            seat, line = chance.choice((*table.seats, PUBLIC)), turn_back
        table, row = done(table, seat, line)
        tables.append(table)
        rows.append(row)
    return tables, rows


def through_json(rows: list[Row]) -> list[Row]:
    """The rows as the journal gives them back."""

    def read_back(value: Any) -> Any:
        return json.loads(json.dumps(value))

    return [replace(row, line=read_back(row.line), events=tuple(read_back(row.events))) for row in rows]


def sights(table: Table) -> dict[str, tuple[int, str]]:
    return {seat: (sight.version, sight.view) for seat, sight in table.sights.items()}


def without_notice(table: Table) -> dict[str, str]:
    """What each seat sees but for what has just been undone or redone, and the proof: it forgets nothing."""
    return {
        seat: json.dumps({**json.loads(sight.view), "turned_back": None, "proof": None}, sort_keys=True)
        for seat, sight in table.sights.items()
    }


@settings(max_examples=60)
@given(first_lines, chances)
def test_picking_from_legal_always_ends_the_game(first_line: Json, chance: Random) -> None:
    table = laid(first_line)
    for _ in range(LONGEST_GAME):
        if table.is_over:
            break
        table, _row = done(table, *pick_line(chance, table))
    view = table.view(PUBLIC)
    assert view["result"] is not None
    for hobbit in view["result"]["winners"]:
        assert view["hobbits"][hobbit]["place"] == "mordor"
        assert not view["hobbits"][hobbit]["out"]
    assert view["result"]["winners"] or all(hobbit["out"] for hobbit in view["hobbits"].values())


@settings(max_examples=40)
@given(first_lines, chances)
def test_the_journal_replays_to_the_same_state_views_and_versions(first_line: Json, chance: Random) -> None:
    tables, rows = wandering(first_line, chance)
    again = replay(json.loads(json.dumps(first_line)), through_json(rows))
    assert again.now.state == tables[-1].now.state
    assert sights(again) == sights(tables[-1])


@settings(max_examples=25)
@given(first_lines, chances, st.data())
def test_a_table_woken_anywhere_goes_on_as_if_it_had_not_slept(
    first_line: Json, chance: Random, data: st.DataObject
) -> None:
    tables, rows = wandering(first_line, chance, moves=60)
    slept = data.draw(st.integers(0, len(rows)))
    table = replay(first_line, through_json(rows[:slept]))
    assert sights(table) == sights(tables[slept])
    for row in rows[slept:]:
        table, again = done(table, row.seat, row.line)
        assert again == row
    assert sights(table) == sights(tables[-1])


@settings(max_examples=40)
@given(first_lines, chances, st.data())
def test_undo_and_redo_anywhere_lead_back_to_the_same_views(
    first_line: Json, chance: Random, data: st.DataObject
) -> None:
    tables, rows = wandering(first_line, chance, moves=data.draw(st.integers(1, 80)))
    table = tables[-1]
    seats = st.sampled_from((*table.seats, PUBLIC))
    passed = [table]
    for _ in range(data.draw(st.integers(0, len(rows)))):
        if table.view(PUBLIC)["undo"] is None:
            break
        table, _row = done(table, data.draw(seats), UNDO)
        passed.append(table)
    while passed[1:]:
        assert without_notice(table) == without_notice(passed.pop())
        table, _row = done(table, data.draw(seats), REDO)
    assert without_notice(table) == without_notice(tables[-1])
    assert table.now.state == tables[-1].now.state


@settings(max_examples=40)
@given(first_lines, chances, st.integers(1, 5))
def test_after_undo_another_move_forgets_redo(first_line: Json, chance: Random, back: int) -> None:
    table = laid(first_line)
    for _ in range(back + 2):
        table, _row = done(table, *pick_line(chance, table))
    for _ in range(back):
        table, _row = done(table, PUBLIC, UNDO)
    assert table.view(PUBLIC)["redo"] is not None
    table, _row = done(table, *pick_line(chance, table))
    assert table.view(PUBLIC)["redo"] is None
    assert isinstance(table.decide(PUBLIC, REDO), Refusal)


@settings(max_examples=30)
@given(first_lines, chances)
def test_a_version_counts_exactly_the_changes_of_its_own_view(first_line: Json, chance: Random) -> None:
    tables, _rows = wandering(first_line, chance)
    for before, after in pairwise(tables):
        for seat in (*after.seats, PUBLIC):
            earlier, later = before.sights[seat], after.sights[seat]
            assert later.version - earlier.version == (later.view != earlier.view)


@settings(max_examples=30)
@given(first_lines, chances)
def test_on_every_nazgul_path_the_crosses_stand_before_the_dots(first_line: Json, chance: Random) -> None:
    tables, _rows = wandering(first_line, chance)
    for table in tables:
        for hobbit in table.view(PUBLIC)["hobbits"].values():
            assert re.fullmatch(r"x*\.*", "".join(hobbit["nazgul"]))
            assert all(cell in (".", "x", "..", "x.", "xx") for cell in hobbit["nazgul"])


@settings(max_examples=300)
@given(first_lines, chances, st.integers(0, 40), st.data())
def test_no_line_from_outside_makes_the_rules_stumble(
    first_line: Json, chance: Random, moves: int, data: st.DataObject
) -> None:
    table = wandering(first_line, chance, moves)[0][-1]
    for _ in range(5):
        sent = data.draw(lines | st.dictionaries(words, anything, max_size=4))
        for seat in (*table.seats, PUBLIC):
            answer = table.decide(seat, sent, data.draw(st.none() | st.just(table.version(seat))))
            if isinstance(answer, Row):
                json.dumps(table.after(answer).view(seat))
            else:
                assert str(answer.why)


@settings(max_examples=300)
@given(anything)
def test_nothing_from_outside_makes_a_script_stumble(sent: Any) -> None:
    for answer in (lay(sent), lay({"game": "journey-to-mordor", "options": sent}), read_line(sent)):
        assert not isinstance(answer, Refusal) or str(answer.why)


@settings(max_examples=200)
@given(st.lists(st.text(max_size=30) | anything.map(json.dumps), max_size=4))
def test_no_text_makes_a_script_stumble(texts: list[str]) -> None:
    play(texts)
    play(
        ['{"game": "journey-to-mordor", "options": {"hobbits": ["frodo", "sam"], "nazgul_path": 3}}', *texts]
    )


def test_every_game_that_works_is_tried_here_or_beside_its_own_tests() -> None:
    own = {"hunt-for-the-ring"}
    assert set(GAMES) - own == {"journey-to-mordor"}
    for key in own:
        assert find_spec(f"tests.companion.games.{key.replace('-', '_')}.test_properties") is not None

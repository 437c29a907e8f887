"""Each hidden entry is committed to when everyone learns that it was made, and shown when all is over."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.core import Json, Line
from companion.core.proof import Checked, check
from companion.inn import Inn
from companion.journal import Journal
from companion.table import Row, Table, lay, replay
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    RINGBEARER,
    done,
    first_line,
    move,
    passing,
    pick_line,
    played,
    refused,
    ringbearer,
    set_up,
    tokens,
    walking,
    wraith,
)
from tests.companion.playing import REDO, UNDO

TABLE = first_line()
CORRUPT: Line = {"do": "adjust", "what": "corruption", "by": 12, "because": "a card"}
SHOW: Line = {"do": "show-sheet"}


def proof(table: Table) -> Any:
    return table.commitments


def checked(table: Table) -> Checked:
    found = check(proof(table))
    assert isinstance(found, Checked), str(found.why)
    return found


def values(table: Table, what: str) -> list[Any]:
    return [entry["value"] for entry in checked(table).standing if entry["what"] == what]


def test_each_hidden_entry_makes_the_chain_longer_by_one() -> None:
    lengths = [
        (proof(played(TABLE, *lines)) or {"length": 0})["length"]
        for lines in (
            (),
            set_up()[:1],
            set_up()[:2],
            set_up(),
            [*set_up(), *ringbearer(move("."))],
            [*set_up(), *ringbearer(move("."), END)],
            [*set_up(), *ringbearer(move("."), END), *passing()],
            [*set_up(), *ringbearer(move("."), move("10", card="Tom Bombadil"))],
            [*set_up(), *walking(".", ".", "rest")],
        )
    ]
    assert lengths == [0, 1, 2, 2, 3, 3, 3, 4, 4]


def test_no_view_holds_the_head_while_the_game_runs_and_every_one_the_whole_proof_at_the_end() -> None:
    """Salts are random: a head in a view would make every game look another, whatever is seen in it."""
    lines = [*set_up(), *ringbearer(move("."))]
    one, other = played(TABLE, *lines), played(TABLE, *lines)
    assert set(proof(one)) == {"length", "head"}
    assert proof(one) != proof(other)
    assert one.sights == other.sights
    shown = done(one, RINGBEARER, CORRUPT)
    for seat in (RINGBEARER, "wraith-1", "table"):
        assert shown.view(seat)["proof"] == proof(shown)


def test_salts_are_fresh_32_bytes_and_in_the_journal_only() -> None:
    table, salts = lay(TABLE), []
    assert isinstance(table, Table)
    for line in [*set_up(), *walking(".", ".", "10")]:
        row = table.decide(line["seat"], {word: line[word] for word in line if word != "seat"})
        assert isinstance(row, Row)
        salts += [event["salt"] for event in row.events if "salt" in event]
        assert [event["event"] for event in row.events if "salt" in event] == [
            event["event"]
            for event in row.events
            if event["event"] in ("StartSet", "InformationDrawn", "Noted")
        ]
        table = table.after(row)
    assert len(set(salts)) == len(salts) == 5
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}
    seen = " ".join(sight.view for sight in table.sights.values())
    assert not any(salt in seen for salt in salts)


def test_information_told_in_one_line_or_in_two_is_one_entry() -> None:
    first, second = set_up()[1], set_up()[2:]
    two = [{**first, "tokens": first["tokens"]}, {**first}]
    del two[0]["give"], two[1]["tokens"]
    table = played(TABLE, set_up()[0], *two, *second)
    assert proof(table)["length"] == proof(played(TABLE, *set_up()))["length"]


# Showing


def test_when_the_ring_has_won_the_sheet_is_shown_and_proven() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10"), *ringbearer(CORRUPT))
    found = checked(table)
    assert found.troubles == ()
    assert values(table, "start") == ["1"]
    assert values(table, "cell") == [".", ".", "10"]
    assert values(table, "information") == [["1", "2", "3", "4", "5"]]
    assert proof(table)["shown"]["cell"] == [".", ".", "10"]
    assert {entry["phase"] for entry in found.standing} == {"set-up", "day-1", "day-2", "night"}


def test_a_wraith_who_ends_the_game_by_a_card_and_takes_it_back_has_seen_nothing() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10"), *wraith(CORRUPT))
    assert table.view("wraith-1")["result"]["end"] == "corrupted"
    assert set(proof(table)) == {"length", "head"}
    assert table.view(RINGBEARER)["legal"] == [SHOW]
    shown = done(table, RINGBEARER, SHOW)
    assert checked(shown).troubles == ()
    assert shown.view("wraith-1")["undo"] is None


def test_a_sheet_stays_secret_while_a_part_two_may_follow_until_its_owner_shows_it() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10"), *ringbearer(move("C", card="a card")))
    assert table.view("wraith-1")["result"]["goes_on"]
    assert set(proof(table)) == {"length", "head"}
    assert values(done(table, RINGBEARER, SHOW), "cell") == [".", ".", "10", "C"]


def test_a_sheet_is_not_shown_before_the_end_nor_twice_nor_by_a_wraith() -> None:
    began = [TABLE, *set_up(), *walking(".", ".", "10")]
    assert refused(*began, *ringbearer(SHOW)) == "The travel sheet is shown when the game is over."
    assert refused(*began, *wraith(SHOW)) == "Only the Ringbearer does that."
    over = [*began, *ringbearer(CORRUPT)]
    assert refused(*over, *ringbearer(SHOW)) == "The travel sheet is shown already."


def test_tokens_that_end_the_game_show_the_sheet() -> None:
    lines = [*set_up(), *ringbearer(move("10", card="a card"), move("."), END)]
    hunt: Line = {"do": "hunt", "at": "10", "because": "a card"}
    near: Line = {"do": "move", "what": "green", "to": "10", "because": "a card"}
    lines += wraith(hunt) + ringbearer({"do": "answer"}) + wraith(near) + passing()
    lines += ringbearer({**CORRUPT, "by": 11}, tokens("9"))
    table = played(TABLE, *lines)
    if table.view("table")["result"] is None:
        table = done(table, RINGBEARER, {"do": "take-tokens"})
    assert values(table, "cell") == ["10", "."]


# Undo


def test_an_undone_entry_stays_in_the_chain_as_undone() -> None:
    began = [*set_up(), *ringbearer(move("."), UNDO, move("10", card="a card"), CORRUPT)]
    table = played(TABLE, *began)
    said = [line["said"].split()[0] for line in proof(table)["lines"]]
    assert said == ["entry", "entry", "entry", "undone", "entry"]
    assert (checked(table).undone, checked(table).troubles) == (1, ())
    assert values(table, "cell") == ["10"]
    assert proof(table)["lines"][2]["entry"]["value"] == "."


def test_a_redone_entry_is_the_same_entry() -> None:
    table = played(TABLE, *set_up(), *ringbearer(move("."), UNDO, REDO, CORRUPT))
    assert proof(table)["lines"][3:] == [{"said": "undone 3"}, {"said": "redone 3"}]
    assert (values(table, "cell"), checked(table).troubles) == (["."], ())


def test_the_chain_stays_true_through_random_evenings_with_second_thoughts() -> None:
    for seed in range(12):
        chance = Random(seed)
        table = lay(first_line(answers="auto"))
        assert isinstance(table, Table)
        heads: list[tuple[int, str]] = []
        for _ in range(120):
            if table.is_over:
                break
            seat, line = pick_line(chance, table)
            if chance.random() < 0.2 and table.view(RINGBEARER)["undo"]:
                seat, line = RINGBEARER, UNDO
            elif chance.random() < 0.5 and table.view(RINGBEARER)["redo"]:
                seat, line = RINGBEARER, REDO
            table = done(table, seat, line, chance)
            if proof(table):
                heads.append((proof(table)["length"], proof(table)["head"]))
        if not table.is_over:
            table = done(table, RINGBEARER, CORRUPT) if table.view("table")["phase"] != "set-up" else table
        if table.view("table")["result"] is None:
            continue
        if "shown" not in proof(table):
            table = done(table, RINGBEARER, SHOW)
        found = check(proof(table), heads)
        assert isinstance(found, Checked)
        assert found.troubles == ()
        assert values(table, "cell") == table.view(RINGBEARER)["sheet"][1:]


# The journal


def test_a_table_that_slept_has_the_same_chain(tmp_path: Path) -> None:
    with closing(Inn(Journal(tmp_path / "journal.db"))) as inn:
        opened = inn.open(TABLE)
        assert isinstance(opened, tuple)
        code = opened[0]
        for line in [*set_up(), *walking(".", ".", "10")]:
            table = inn.table(code)
            assert table
            seat = line["seat"]
            inn.act(code, seat, {word: line[word] for word in line if word != "seat"}, table.version(seat))
        awake = inn.table(code)
    with closing(Inn(Journal(tmp_path / "journal.db"))) as inn:
        woken = inn.table(code)
    assert awake
    assert woken
    assert woken.proof == awake.proof
    assert woken.sights == awake.sights


def unsalted(row: Row) -> Row:
    events = [{word: value for word, value in event.items() if word != "salt"} for event in row.events]
    return replace(row, events=tuple(events))


def test_a_journal_from_before_there_were_proofs_still_folds_and_says_so() -> None:
    rows: list[Row] = []
    table: Table = played(TABLE)
    for line in [*set_up(), *walking("."), *ringbearer(move("10", card="a card"), CORRUPT)]:
        row = table.decide(line["seat"], {word: line[word] for word in line if word != "seat"})
        assert isinstance(row, Row)
        table, rows = table.after(row), [*rows, row]
    old = replay(TABLE, [unsalted(row) if row.number <= 3 else row for row in rows])
    assert old.now.state == table.now.state
    found = checked(old)
    assert (found.bare, found.troubles) == (2, ())
    assert [line["said"].split()[0] for line in proof(old)["lines"]] == ["bare", "bare", "entry", "entry"]


def test_a_proof_survives_being_written_and_read() -> None:
    table = played(TABLE, *set_up(), *walking("."), *ringbearer(CORRUPT))
    written: Json = json.loads(json.dumps(table.view("table")))
    found = check(written)
    assert isinstance(found, Checked)
    assert found.troubles == ()

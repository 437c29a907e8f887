"""The story and the proof of part two: Gandalf's way, journey cards, the Witch-king."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import Json, Line
from companion.core.proof import Checked, check
from companion.games.hunt_for_the_ring.story import Story, story
from companion.games.hunt_for_the_ring.turning import turning_points
from companion.table import Table
from tests.companion.games.hunt_for_the_ring import hunting
from tests.companion.games.hunt_for_the_ring.fleeing import (
    ANOTHER,
    DEEDS,
    DEMONSTRATION_2,
    LONG,
    SHORT,
    after,
    by_card,
    fleeing,
    gandalf,
    set_out,
)
from tests.companion.games.hunt_for_the_ring.hunting import (
    DEMONSTRATION,
    END,
    RINGBEARER,
    done,
    move,
    passing,
    played,
    ringbearer,
    tokens,
    wraith,
)

CORRUPT: Line = {"do": "adjust", "what": "corruption", "by": 20, "because": "a card"}


def told(table: Table) -> Story:
    found = story(*table.standing())
    assert found is not None
    return found


def texts(table: Table) -> list[str]:
    return [str(step.told.text) for step in told(table).steps]


def checked(table: Table) -> Checked:
    found = check(table.commitments)
    assert isinstance(found, Checked), str(found.why)
    return found


def standing(table: Table) -> dict[str, list[Any]]:
    by_what: dict[str, list[Any]] = {}
    for entry in checked(table).standing:
        by_what.setdefault(entry["what"], []).append(entry["value"])
    return by_what


def met() -> list[Json]:
    """By the second phase the Nazgûl meet Frodo at 3, and he flees by another card."""
    lines = fleeing("11") + ringbearer(gandalf("12"), END)
    lines += wraith(by_card("green", "3"), {"do": "hunt", "nazgul": "green", "die": "sword"}) + passing()
    return lines + ringbearer(tokens("2"), {"do": "take-tokens"}, {"do": "new-journey", "rows": ANOTHER})


def test_every_hidden_entry_of_part_two_is_committed_to_and_shown_at_the_end() -> None:
    table = after(*set_out(), *met(), *ringbearer(CORRUPT))
    assert checked(table).troubles == ()
    entries = standing(table)
    assert [rows[-14:] for rows in entries["journey"]] == [SHORT[-14:], ANOTHER[-14:]]
    assert entries["deeds"] == [DEEDS]
    assert entries["gandalf"] == ["14", "11", "12"]


@pytest.mark.parametrize("rows", [SHORT, LONG])
def test_the_chain_grows_alike_whatever_the_journey_and_gandalfs_way(rows: list[str]) -> None:
    """Which deck the card is from, and where Gandalf goes, does not show in how many lines there are."""
    lengths = []
    lines = [*set_out(rows=rows), *fleeing("11" if rows is SHORT else "14")]
    for many in range(1, len(lines) + 1):
        lengths.append((after(*lines[:many]).commitments or {})["length"])
    assert lengths == [1, 3, 3, 3, 4, 4, 4, 4, 4, 4]


def test_frodos_cards_and_gandalfs_way_are_told_when_all_is_over() -> None:
    table = after(*set_out(), *met(), *ringbearer(CORRUPT))
    (chapter,) = told(table).chapters
    assert chapter.part == 2
    assert [route[-14:] for route in chapter.routes] == [
        tuple(SHORT[-14:]),
        tuple(ANOTHER[-14:]),
    ]
    assert "Gandalf goes to 11." in texts(table)
    assert "Frodo comes to 3." in texts(table)
    assert "Frodo escapes by a new journey card." in texts(table)
    places = [(step.frodo, step.gandalf) for step in chapter.steps]
    assert places[0] == ((0, 1), "14")
    assert places[-1] == ((1, 2), "12")
    names = [str(turn.name) for turn in turning_points(told(table))]
    assert {"Encounter at 3", "Another way", "The first trace", "The end"} <= set(names)


def test_a_wraiths_card_that_ends_part_two_tells_nothing_that_is_secret() -> None:
    """Neither the way nor Gandalf nor, by the limit, the deck."""
    stories = []
    for rows, way in ((SHORT, "11"), (LONG, "14")):
        table = after(*set_out(rows=rows), *fleeing(way), *wraith(CORRUPT))
        found = told(table)
        assert not found.is_whole
        assert {step.limit for step in found.steps} == {None}
        assert "Gandalf moves, unseen." in texts(table)
        points = [turn.to_json() for turn in turning_points(found)]
        stories.append([[step.to_json() for step in found.steps], points])
        assert set(table.commitments or ()) == {"length", "head"}
        assert told(done(table, RINGBEARER, {"do": "show-sheet"})).is_whole
    assert stories[0] == stories[1]


def test_the_witch_king_and_a_deed_are_turning_points() -> None:
    come: Line = {"do": "witch-king", "nazgul": "green", "because": "Leader of the Nine"}
    lines = ringbearer(gandalf("14"), {"do": "deed", "token": "14"}, END)
    places = {"green": "28", "blue": "28", "red": "33", "purple": "33"}
    table = after(
        *set_out(start="28", places=places), *lines, *wraith(come), *ringbearer(CORRUPT), board=None
    )
    turns = {str(turn.name): str(turn.text) for turn in turning_points(told(table))}
    assert turns["The Witch-king"] == "The Witch-king comes."
    assert turns["A deed of Gandalf's"] == "A deed of Gandalf's: 14."
    assert told(table).steps[-1].king == "green"


def test_a_campaign_at_one_table_is_one_story_in_two_chapters_with_one_chain() -> None:
    first: Json = {"game": "hunt-for-the-ring", "options": {"board": DEMONSTRATION, "answers": "auto"}}
    places = {"green": "21", "blue": "31", "red": "36", "purple": "38"}
    one = hunting.set_up(information=["5", "10", "14", "18", "23"], places=places)
    go_on: Json = {"seat": RINGBEARER, "do": "go-on", "board": DEMONSTRATION_2}
    bree = ringbearer(move("3"), move("A", card="a card"))
    between = played(first, *one, *bree)
    assert len(told(between).chapters) == 1
    table = played(first, *one, *bree, go_on, *set_out())
    assert story(*table.standing()) is None, "part two goes on"
    table = played(first, *one, *bree, go_on, *set_out(), *met(), *ringbearer(CORRUPT))
    assert [chapter.part for chapter in told(table).chapters] == [1, 2]
    assert [chapter.board.key for chapter in told(table).chapters if chapter.board] == [
        "demonstration-part-1",
        "demonstration-part-2",
    ]
    assert told(table).chapters[0].routes == (("1", "3", "A"),)
    assert checked(table).troubles == ()
    assert standing(table)["cell"] == ["3", "A"]
    assert standing(table)["gandalf"] == ["14", "11", "12"]

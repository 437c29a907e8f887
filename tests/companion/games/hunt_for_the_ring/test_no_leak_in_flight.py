"""No leak in part two, by comparison; and none from one part of the letter to another."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.core import Json
from companion.games import hunt_for_the_ring as game
from companion.games.hunt_for_the_ring.letter import checklist, contents
from tests.companion.games.hunt_for_the_ring.hunting import RINGBEARER
from tests.companion.games.hunt_for_the_ring.pairs import Pair, final
from tests.companion.games.hunt_for_the_ring.test_no_leak import compare, pairs, tables

BLOCKS = 3


@pytest.mark.parametrize("block", range(BLOCKS))
def test_flights_that_differ_in_secrets_look_the_same_from_every_other_seat(block: int) -> None:
    for pair in pairs(block, lines=110, part=2):
        compare(pair, Random(block))


def test_whole_flights_that_differ_in_secrets_look_the_same_from_every_other_seat() -> None:
    evenings = pairs(98, lines=700, many=8, part=2)
    for pair in evenings:
        compare(pair, Random(98))


def test_the_pairs_differ_where_it_matters() -> None:
    """Else the comparison would prove nothing: cards, decks, tokens and Gandalf's ways are really others."""
    hidden = [pair for pair in pairs(0, lines=110, part=2) if pair.owner == RINGBEARER]
    played = [tables(pair, pair.one) for pair in hidden]
    last = [(one[-1], tables(pair, pair.other)[-1]) for one, pair in zip(played, hidden, strict=True)]
    seen = [(one.view(RINGBEARER), other.view(RINGBEARER)) for one, other in last]
    for word, many in (("gandalf", 12), ("deeds", 12), ("sheet", 8)):
        assert sum(one[word] != other[word] for one, other in seen) > many, word
    decks = [(one["journey"]["deck"], other["journey"]["deck"]) for one, other in seen]
    assert sum(one != other for one, other in decks) > 4
    heard = [each.view("table")["answer"] for one in played for each in one]
    assert {"yes", "no"} <= {answer["answer"] for answer in heard if answer}
    assert any(one["flight"]["gandalf_at"] or one["flight"]["deeds"] for one, _ in seen)


def leaks(monkeypatch: pytest.MonkeyPatch, leak: Any) -> bool:
    """Does the comparison notice a hunter's view that tells this of the state?"""
    true_view = game.view
    monkeypatch.setattr(game, "view", lambda state, seat: {**true_view(state, seat), "leak": leak(state)})
    hidden = [pair for pair in pairs(0, lines=110, many=25, part=2) if pair.owner == RINGBEARER]
    for pair in hidden:
        try:
            compare(pair, Random(0))
        except AssertionError:
            return True
    return False


def test_a_limit_in_a_hunters_view_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaks(monkeypatch, lambda state: state.limit)


def test_how_far_gandalf_is_in_a_hunters_view_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaks(monkeypatch, lambda state: state.flight.gandalf[-1:] == ("14",))


def test_a_part_of_the_letter_depends_on_nothing_that_its_readers_may_not_know() -> None:
    """Games that differ in one seat's secrets: only that seat's own part of the letter may differ."""
    parts = {part for block in range(2) for pair in pairs(block, lines=110) for part in compared(pair)}
    assert parts == {"ringbearer", "wraiths"}, "no pair differs in the names of any cards"


def compared(pair: Pair) -> set[str]:
    """The parts of two letters that differ; none of them for all, nor for another side."""
    one, other = letters(pair)
    different = {part for part in one if one[part] != other[part]}
    assert different <= ({"ringbearer"} if pair.owner == RINGBEARER else {"wraiths"})
    return different


def letters(pair: Pair) -> list[Json]:
    """The letters that both games would give now. What to lay into the envelope is for all to see."""
    ends = [final(pair, moves) for moves in (pair.one, pair.other)]
    return [json.loads(json.dumps({**contents(state), "checklist": checklist(state)})) for state in ends]

"""Every row of the table that leads on to War of the Ring."""

from __future__ import annotations

import pytest

from companion.core import Json
from tests.companion.games.hunt_for_the_ring.fleeing import set_out, view
from tests.companion.games.hunt_for_the_ring.hunting import first_line as part_one
from tests.companion.games.hunt_for_the_ring.hunting import played, ringbearer, set_up, wraith

COMPANIONS = ("frodo", "sam", "pippin", "merry", "strider")


def tokens(seen: Json) -> Json:
    return dict(seen["result"]["war_of_the_ring"])


def adjusted(what: str, by: int) -> list[Json]:
    return wraith({"do": "adjust", "what": what, "by": by, "because": "a card"})


def test_corrupted_in_part_one_the_shadow_gets_two_tokens() -> None:
    seen = played(part_one(), *set_up(), *adjusted("corruption", 12)).view("table")
    assert tokens(seen) == {"shadow": 2, "free-peoples": 0}


@pytest.mark.parametrize(("step", "shadow"), [(1, 2), (7, 2), (8, 1), (13, 1)])
def test_corrupted_in_part_two_before_step_8_the_shadow_gets_two_tokens_later_one(
    step: int, shadow: int
) -> None:
    seen = view(*set_out(), *adjusted("movement", step), *adjusted("corruption", 12))
    assert tokens(seen) == {"shadow": shadow, "free-peoples": 0}


@pytest.mark.parametrize(
    ("left", "shadow", "free"), [(0, 1, 1), (1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 2), (5, 0, 2)]
)
def test_in_rivendell_the_tokens_depend_on_the_companions_that_are_left(
    left: int, shadow: int, free: int
) -> None:
    flips = [{"do": "flip", "companion": each} for each in COMPANIONS[left:]]
    seen = view(*set_out(), *ringbearer(*flips), *adjusted("movement", 14))
    assert seen["result"]["end"] == "rivendell"
    assert tokens(seen) == {"shadow": shadow, "free-peoples": free}


def test_while_the_hunt_goes_on_nobody_gets_tokens() -> None:
    seen = played(part_one(), *set_up(start="53"), *ringbearer({"do": "move", "to": "C", "card": "a card"}))
    assert "war_of_the_ring" not in seen.view("table")["result"]

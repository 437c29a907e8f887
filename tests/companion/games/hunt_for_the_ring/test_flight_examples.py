"""The worked examples of the rulebook's part two, on a board of what they reveal."""

from __future__ import annotations

from companion.core import Json
from tests.companion.games.hunt_for_the_ring.fleeing import (
    EXAMPLES_2,
    after,
    first_line,
    gandalf,
    new_day,
    set_out,
)
from tests.companion.games.hunt_for_the_ring.hunting import END, passing, played, ringbearer, search, wraith
from tests.companion.playing import by

PLACES = {"green": "28", "blue": "28", "red": "33", "purple": "33"}

TO_THE_LAST_BRIDGE = [".", "2", ".", "10", ".", "23", "27", ".", ".", ".", ".", ".", ".", "A"]
"""The card of the first example: by 2, 10 and 23, at step 7 to the bridge, at step 14 to exit A."""

NORTHERN_WAY = [".", "7", ".", "8", ".", "19", *["."] * 9, "B"]
"""The card of the second example: from 1 by a point to 7, then 8 and 19; sixteen steps."""

DEEDS = ["8", "18", "21", "30"]


def resting_nights(rows: list[str], steps: int) -> list[Json]:
    """Frodo goes so many steps and rests at night; Gandalf stays where he is."""
    lines = set_out(rows=rows, deeds=DEEDS, start="8", places=PLACES)
    gone, phase = 0, 0
    while gone < steps:
        is_night = phase % 3 == 2
        gone += not is_night
        lines += ringbearer({"do": "rest"} if is_night else {"do": "move"})
        if gone == 14:
            break
        lines += [*ringbearer(gandalf("8"), END), *passing(), *(new_day() if is_night else [])]
        phase += 1
    return lines


def test_the_journey_card_at_step_7_frodo_is_at_the_last_bridge_having_passed_2_10_and_23() -> None:
    seen = after(*resting_nights(TO_THE_LAST_BRIDGE, 7), board=EXAMPLES_2).view("ringbearer")
    assert seen["tracks"]["movement"]["value"] == 7
    assert (seen["journey"]["at"], seen["last"]) == ("27", "27")
    assert [each for each in seen["sheet"] if each.isdigit()] == ["1", "2", "10", "23", "27"]


def test_the_journey_card_his_next_move_takes_frodo_to_a_point() -> None:
    seen = after(*resting_nights(TO_THE_LAST_BRIDGE, 8), board=EXAMPLES_2).view("ringbearer")
    assert (seen["journey"]["at"], seen["last"], seen["points"]) == (".", "27", 1)


def test_the_journey_card_at_step_14_frodo_reaches_exit_a_and_the_game_is_over() -> None:
    seen = after(*resting_nights(TO_THE_LAST_BRIDGE, 14), board=EXAMPLES_2).view("ringbearer")
    assert seen["last"] == "A"
    assert (seen["result"]["end"], seen["result"]["winners"]) == ("rivendell", ["ringbearer"])


def to_amon_sul() -> list[Json]:
    """Gandalf goes from 8 by 7 and 10 to 18, while Frodo goes to a point and to 7, and rests at night."""
    return [
        *set_out(rows=NORTHERN_WAY, deeds=DEEDS, start="8", places=PLACES),
        *ringbearer(gandalf("7"), END),
        *passing(),
        *ringbearer(gandalf("10"), END),
        *passing(),
        *ringbearer({"do": "rest"}, gandalf("18")),
    ]


def test_moving_frodo_and_gandalf_in_the_first_turn_gandalf_is_at_7_and_frodo_between_1_and_7() -> None:
    lines = [*set_out(rows=NORTHERN_WAY, deeds=DEEDS, start="8", places=PLACES), *ringbearer(gandalf("7"))]
    seen = after(*lines, board=EXAMPLES_2).view("ringbearer")
    assert seen["gandalf"] == ["8", "7"]
    assert (seen["sheet"], seen["last"]) == (["1", "."], "1")


def test_moving_frodo_and_gandalf_in_the_second_turn_gandalf_is_at_10_and_frodo_at_7() -> None:
    lines = to_amon_sul()[:-2]
    seen = after(*lines, board=EXAMPLES_2).view("ringbearer")
    assert seen["gandalf"] == ["8", "7", "10"]
    assert seen["last"] == "7"


def test_moving_frodo_and_gandalf_at_night_frodo_rests_at_step_2_and_gandalf_rides_to_amon_sul() -> None:
    seen = after(*to_amon_sul(), board=EXAMPLES_2).view("ringbearer")
    assert (seen["gandalf"][-1], seen["tracks"]["movement"]["value"], seen["eye"]) == ("18", 2, False)


def test_moving_frodo_and_gandalf_the_deed_at_amon_sul_raises_the_limit_from_14_to_15() -> None:
    before = after(*to_amon_sul(), board=EXAMPLES_2).view("ringbearer")
    assert before["journey"]["limit"] == 14
    done = after(*to_amon_sul(), *ringbearer({"do": "deed", "token": "18"}), board=EXAMPLES_2)
    assert done.view("ringbearer")["journey"]["limit"] == 15
    assert done.view("ringbearer")["tracks"]["corruption"]["limit"] == 15
    assert {"token": "18", "is": "done"} in done.view("ringbearer")["deeds"]
    # Everyone hears where Gandalf is, but his figure is not on the map and nobody is driven away.
    seen = done.view("wraith-1")["flight"]
    assert (seen["deeds"], seen["gandalf_at"], seen["driven"]) == (["18"], None, [])


def test_moving_frodo_and_gandalf_later_a_search_at_7_finds_frodos_trail_but_not_gandalf() -> None:
    lines = [
        first_line(board=EXAMPLES_2),
        *to_amon_sul(),
        *ringbearer({"do": "deed", "token": "18"}, END),
        *wraith({"do": "move", "what": "green", "to": "7", "because": "a card"}, search("green")),
    ]
    table = played(*lines)
    assert table.view("wraith-1")["answer"] == {"to": "search", "at": "7", "answer": "yes", "by": "sheet"}
    assert table.view("wraith-1")["trail"] == {"7": "eye"}
    # At 10 Gandalf alone has been: a search there finds nothing.
    again = [
        *lines[:-1],
        *by("wraith-1", {"do": "move", "what": "green", "to": "10", "because": "a card"}, search("green")),
    ]
    assert played(*again).view("wraith-1")["answer"]["answer"] == "no"


def test_the_nazgul_start_two_at_28_and_two_at_33() -> None:
    for options in ({"board": EXAMPLES_2}, {"board": None}):
        table = after(*set_out(rows=NORTHERN_WAY, deeds=DEEDS, start="8", places=PLACES), **options)
        assert [each["at"] for each in table.view("table")["nazgul"].values()] == ["28", "28", "33", "33"]

"""Set-up of both sides, with every choice that the rulebook names."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core import Json, Refusal
from companion.games.hunt_for_the_ring import start
from companion.table import Table
from tests.companion.games.hunt_for_the_ring.hunting import (
    DEMONSTRATION,
    END,
    RINGBEARER,
    TOKENS,
    done,
    first_line,
    laid,
    move,
    offers,
    played,
    refused,
    ringbearer,
    roll,
    set_up,
    wraith,
)
from tests.companion.playing import by

START = {"do": "set-start", "at": "1"}
INFORMATION = {"do": "set-information", "tokens": TOKENS, "give": ["2"]}
PLACES = {"do": "place", "nazgul": {"green": "49", "blue": "48", "red": "34", "purple": "30"}}
NO_BOARD = "There is no such board. Name one that Butterbur knows, or give its whole text."
NO_BAG = "The option bag says how many corruption tokens there are of each number, and of eye."
WHOLE = first_line(board=DEMONSTRATION)


def view(*lines: Json, seat: str = "table", **options: Any) -> Json:
    return played(first_line(**options), *lines).view(seat)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([], "The options of the Hunt are wraiths, board, variant, answers, fellowship and bag."),
        ({"hobbits": 2}, "The Hunt for the Ring has no option “hobbits”."),
        ({"wraiths": 0}, "The option wraiths says how many play: 1 to 4."),
        ({"wraiths": 5}, "The option wraiths says how many play: 1 to 4."),
        ({"wraiths": True}, "The option wraiths says how many play: 1 to 4."),
        ({"wraiths": []}, "The option wraiths says how many play: 1 to 4."),
        (
            {"wraiths": [["green", "blue"], ["red"]]},
            "Each of the Nazgûl green, blue, red and purple belongs to one wraith.",
        ),
        (
            {"wraiths": [["green", "blue", "red", "purple"], []]},
            "Each of the Nazgûl green, blue, red and purple belongs to one wraith.",
        ),
        ({"board": "nowhere"}, NO_BOARD),
        ({"board": 7}, NO_BOARD),
        ({"board": "board b\nrode 1 2"}, "Line 2 of the board: “rode” is not known here. "
         "A line begins with board, location, exit, point, zone, path, road."),
        ({"variant": "hard"}, "The option variant is normal, unstoppable-frodo or dreadful-nazgul."),
        ({"variant": ["normal"]}, "The option variant is normal, unstoppable-frodo or dreadful-nazgul."),
        ({"answers": "never"}, "The option answers is ringbearer or auto."),
        ({"fellowship": 4}, "The fellowship supply is 3 tokens, or 4 with dreadful-nazgul."),
        ({"bag": {"x": 2}}, NO_BAG),
        ({"bag": {"1": -1}}, NO_BAG),
        ({"bag": {"1": 0}}, NO_BAG),
    ],
)  # fmt: skip
def test_options_that_make_no_table(options: Any, why: str) -> None:
    answer = start(options)
    assert isinstance(answer, Refusal)
    assert str(answer.why) == why


def test_without_options_one_wraith_moves_all_four_nazgul_by_the_sheet_alone() -> None:
    seen = played({"game": "hunt-for-the-ring"}).view("table")
    assert seen["seats"] == ["ringbearer", "wraith-1"]
    assert seen["wraiths"] == {"wraith-1": {"nazgul": ["green", "blue", "red", "purple"], "sorcery": 1}}
    assert (seen["board"], seen["answers"], seen["variant"]) == (None, "ringbearer", "normal")


@pytest.mark.parametrize(
    ("wraiths", "shares"),
    [
        (2, [["green", "blue"], ["red", "purple"]]),
        (3, [["green", "blue"], ["red"], ["purple"]]),
        (4, [["green"], ["blue"], ["red"], ["purple"]]),
        ([["purple"], ["red", "blue", "green"]], [["purple"], ["red", "blue", "green"]]),
    ],
)
def test_wraiths_share_four_nazgul_and_each_draws_one_sorcery_card(wraiths: Any, shares: Any) -> None:
    seen = view(wraiths=wraiths)["wraiths"]
    assert [each["nazgul"] for each in seen.values()] == shares
    assert [each["sorcery"] for each in seen.values()] == [1] * len(shares)


def test_the_table_as_the_rulebook_lays_it() -> None:
    seen = view(*set_up(dice=["shadow", "shadow", "ring", "ring", "sword", "sorcery"]), seat=RINGBEARER)
    assert (seen["phase"], seen["day"], seen["eye"], seen["turn"]) == ("day-1", 1, False, [RINGBEARER])
    assert seen["tracks"]["movement"] == {"value": 0, "cells": 16, "limit": 16, "marks": []}
    assert seen["tracks"]["corruption"] == {"value": 0, "cells": 12, "limit": 12, "marks": []}
    assert seen["companions"] == {"frodo": "up", "sam": "up", "pippin": "up", "merry": "aside"}
    assert (seen["ally"], seen["fellowship"]) == ({"hand": 3, "deck": 19}, {"tokens": 2, "supply": 3})
    assert (seen["sheet"], seen["last"]) == (["1"], "1")
    assert [each["is"] for each in seen["information"]] == ["given", "kept", "kept", "kept", "kept"]
    assert seen["found"] == ["1"]


def test_set_up_says_what_to_put_where_and_what_is_done() -> None:
    steps = view(*ringbearer(START))["set_up"]
    assert [step["side"] for step in steps][:4] == ["table", "ringbearer", "ringbearer", "ringbearer"]
    assert [step["done"] for step in steps].count(True) == 1
    assert [step["done"] for step in steps].count(False) == 5
    assert view(*set_up())["set_up"] is None


@pytest.mark.parametrize(
    ("variant", "many"), [("normal", 1), ("unstoppable-frodo", 2), ("dreadful-nazgul", 0)]
)
def test_the_variant_says_how_many_information_tokens_are_handed_over(variant: str, many: int) -> None:
    table = first_line(variant=variant)
    given = {"do": "set-information", "tokens": TOKENS, "give": TOKENS[:many]}
    seen = played(table, *ringbearer(given)).view("wraith-1")
    assert seen["found"] == TOKENS[:many]
    assert sum(each["unlocked"] for each in seen["abilities"]) == many
    wrong = {**given, "give": TOKENS[: many + 1]}
    assert refused(table, *ringbearer(wrong)) == (
        f"In this variant you hand over so many of your five tokens: {many}."
    )


def test_dreadful_nazgul_may_come_with_a_fourth_fellowship_token() -> None:
    assert view(variant="dreadful-nazgul", fellowship=4)["fellowship"] == {"tokens": 0, "supply": 4}
    table = played(first_line(variant="dreadful-nazgul", fellowship=4), *set_up(give=[], dice=["shadow"] * 6))
    assert table.view("table")["fellowship"] == {"tokens": 4, "supply": 4}


def test_tokens_may_be_looked_at_before_one_is_handed_over() -> None:
    drawn = {"do": "set-information", "tokens": TOKENS}
    table = played(first_line(), *ringbearer(drawn))
    assert offers(table, RINGBEARER, "set-information") == [
        {"do": "set-information", "give": [["1"], ["2"], ["3"], ["4"], ["5"]]}
    ]
    assert table.view("wraith-1")["found"] == []
    given = played(first_line(), *ringbearer(drawn, {"do": "set-information", "give": "3"}))
    assert given.view("wraith-1")["found"] == ["3"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"do": "set-start"}, "Say at which location Frodo starts: the number on the start token."),
        ({"do": "set-start", "at": "9"}, "On this board Frodo does not start at 9."),
        ({"do": "set-information"}, "Draw five information tokens and say which they are."),
        (
            {"do": "set-information", "tokens": TOKENS[:4]},
            "Draw five information tokens and say which they are.",
        ),
        (
            {"do": "set-information", "tokens": ["5", "5", "10", "14", "18"]},
            "Draw five information tokens and say which they are.",
        ),
        (
            {"do": "set-information", "tokens": ["5", "10", "14", "18", "19"], "give": ["5"]},
            "19 is no ally location on this board.",
        ),
        (
            {"do": "set-information", "tokens": ["5", "10", "14", "18", "23"], "give": ["27"]},
            "In this variant you hand over so many of your five tokens: 1.",
        ),
        ({"do": "move", "to": "."}, "First finish the set-up."),
        ({"do": "end-turn"}, "First finish the set-up."),
        ({"do": "roll", "dice": ["ring"] * 6}, "Only a wraith does that."),
        ({"do": "place", "nazgul": {"green": "49"}}, "Only a wraith does that."),
    ],
)
def test_the_ringbearer_cannot_set_up_so(line: Json, why: str) -> None:
    assert refused(WHOLE, *ringbearer(line)) == why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (START, "Only the Ringbearer does that."),
        (roll(), "First place the Nazgûl."),
        ({"do": "place", "nazgul": {}}, "Say for each of your Nazgûl at which location it starts."),
        ({"do": "place", "nazgul": {"black": "21"}}, "The Nazgûl are green, blue, red and purple."),
        (
            {"do": "place", "nazgul": {"green": "1"}},
            "On this board the Nazgûl start at 21, 31, 36, 38, 44, 49.",
        ),
        ({"do": "place", "nazgul": {"green": "21", "blue": "21"}}, "Another Nazgûl starts at 21."),
        (
            {"do": "place", "nazgul": {"green": None}},
            "Say for each of your Nazgûl at which location it starts.",
        ),
        ({"do": "place", "nazgul": "green"}, "Say for each of your Nazgûl at which location it starts."),
        ({"do": "place", "nazgul": {"green": "21"}, "at": "31"}, "“at” does not belong here."),
    ],
)
def test_a_wraith_cannot_set_up_so(line: Json, why: str) -> None:
    assert refused(WHOLE, *wraith(line)) == why


def test_each_step_of_set_up_is_taken_once() -> None:
    table = first_line()
    assert refused(table, *ringbearer(START, START)) == "The start is set already. Undo it to choose another."
    assert refused(table, *ringbearer(INFORMATION, INFORMATION)) == "The information tokens are set already."
    drawn = {"do": "set-information", "tokens": TOKENS}
    assert (
        refused(table, *ringbearer(drawn, drawn)) == "The tokens are drawn already. Say which you hand over."
    )
    assert refused(table, *wraith(PLACES, PLACES)) == "All Nazgûl are placed."
    assert (
        refused(table, *wraith(PLACES, roll(), roll()))
        == "The dice are thrown. The Ringbearer is not ready yet."
    )
    assert refused(table, *set_up(), *ringbearer(START)) == "Set-up is over."
    assert refused(table, *set_up(), *wraith(PLACES)) == "Set-up is over."
    assert refused(table, *set_up(), *wraith(roll())) == "The dice are thrown again in the refresh step."


def test_six_dice_are_thrown() -> None:
    for dice in (None, [], ["ring"] * 5, ["ring"] * 7, ["ring"] * 5 + ["eye"], "ring"):
        assert refused(first_line(), *wraith(PLACES, {"do": "roll", "dice": dice})) == (
            "Throw all six dice and say what they show: ring, sword, sorcery or shadow."
        )


def test_wraiths_place_in_turn_from_the_lead_player() -> None:
    table = first_line(wraiths=2)
    lead = by("wraith-1", {"do": "lead", "to": "wraith-2"})
    first = by("wraith-2", {"do": "place", "nazgul": {"purple": "48"}})
    second = by("wraith-2", {"do": "place", "nazgul": "red", "at": 49})
    assert refused(table, *lead, *by("wraith-1", {"do": "place", "nazgul": {"green": "49"}})) == (
        "First Wraith 2 places Nazgûl."
    )
    seen = played(table, *lead, *first, *second).view("table")
    assert (seen["lead"], seen["turn"]) == ("wraith-2", ["ringbearer", "wraith-1"])
    assert seen["wraiths"]["wraith-2"]["nazgul"] == ["purple", "red"]
    assert refused(table, *lead, *first, *lead) == "The lead player is chosen before the Nazgûl are placed."
    assert refused(table, *by("wraith-1", {"do": "lead", "to": "ringbearer"})) == (
        "The lead player is one of the wraiths: wraith-1, wraith-2."
    )
    assert refused(table, *by("wraith-1", {"do": "place", "nazgul": {"red": "49"}})) == (
        "That Nazgûl belongs to Wraith 2."
    )


def test_nazgul_act_in_the_order_in_which_they_were_placed() -> None:
    places = {"purple": "49", "red": "48", "green": "34", "blue": "30"}
    table = played(first_line(), *set_up(places=places), *ringbearer(move("."), END))
    order = []
    for _ in range(4):
        order.append(table.view("table")["active"]["nazgul"])
        table = done(table, "wraith-1", END)
    assert order == ["purple", "red", "green", "blue"]


def test_the_day_begins_only_when_both_sides_are_ready() -> None:
    lines = [*wraith(PLACES, roll()), *ringbearer(INFORMATION)]
    waiting = view(*lines)
    assert (waiting["phase"], waiting["turn"]) == ("set-up", ["ringbearer"])
    assert view(*lines, *ringbearer(START))["phase"] == "day-1"


def test_what_players_do_not_draw_butterbur_draws() -> None:
    chance = Random(7)
    table: Table = laid(board=DEMONSTRATION, wraiths=2)
    starts = table.now.state.board.of_kind("start")
    allies = table.now.state.board.of_kind("ally")
    table = done(table, RINGBEARER, {"do": "set-start", "at": "draw"}, chance)
    table = done(table, RINGBEARER, {"do": "set-information", "tokens": "draw"}, chance)
    table = done(table, "wraith-2", {"do": "lead", "to": "draw"}, chance)
    seen = table.view(RINGBEARER)
    assert seen["last"] in starts
    assert {each["token"] for each in seen["information"]} <= set(allies)
    assert len(seen["information"]) == 5
    assert seen["lead"] in ("wraith-1", "wraith-2")


def test_the_dice_that_butterbur_throws_are_fair() -> None:
    chance, table = Random(1), played(first_line(), *wraith(PLACES))
    thrown = [
        face
        for _ in range(500)
        for face in done(table, "wraith-1", {"do": "roll", "dice": "draw"}, chance).view("table")["dice"]
    ]
    shares = {
        face: round(6 * thrown.count(face) / len(thrown)) for face in ("ring", "sword", "sorcery", "shadow")
    }
    assert shares == {"ring": 2, "sword": 2, "sorcery": 1, "shadow": 1}


def test_nobody_starts_at_an_exit() -> None:
    assert refused(first_line(board=None), *ringbearer({"do": "set-start", "at": "C"})) == (
        "Say at which location Frodo starts: the number on the start token."
    )
    assert refused(first_line(board=None), *wraith({"do": "place", "nazgul": {"green": "C"}})) == (
        "Say for each of your Nazgûl at which location it starts."
    )


def test_without_a_board_butterbur_cannot_draw_a_start() -> None:
    assert refused(first_line(board=None), *ringbearer({"do": "set-start", "at": "draw"})) == (
        "Say at which location Frodo starts: the number on the start token."
    )


FEW_ALLIES = """board small "Whole, with one ally location"
location 1 start zone I-A
location 2 nazgul-start zone I-A
location 3 ally zone II-A
location 4 nazgul-start zone II-A
exit A zone II-A
path 1 2
path 2 . 3
path 3 4
path 4 A
"""


def test_a_board_with_too_few_ally_locations_to_draw_from_does_not_judge_the_tokens() -> None:
    lines = [
        first_line(board=FEW_ALLIES),
        *set_up(places={"green": "2", "blue": "3", "red": "4", "purple": "1"}),
    ]
    assert played(*lines).view("table")["phase"] == "day-1"
    offered = offers(laid(board=FEW_ALLIES), RINGBEARER, "set-information")
    assert offered == [{"do": "set-information", "tokens": [["1", "2", "3", "4", "5"]]}]

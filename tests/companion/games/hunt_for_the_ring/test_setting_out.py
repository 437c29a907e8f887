"""The set-up of part two: every choice that the rulebook names."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core import Json, Line, Refusal
from companion.table import Table, lay
from tests.companion.games.hunt_for_the_ring.fleeing import (
    CARDS,
    DEEDS,
    LONG,
    PLACES,
    SHORT,
    after,
    first_line,
    set_out,
    view,
    why_not,
)
from tests.companion.games.hunt_for_the_ring.hunting import done, offers, ringbearer, roll, wraith
from tests.companion.playing import by

JOURNEY: Line = {"do": "set-journey", "rows": SHORT}
SET_DEEDS: Line = {"do": "set-deeds", "tokens": DEEDS, "start": "14"}


def table(**options: Any) -> Table:
    laid = lay(first_line(**options))
    assert isinstance(laid, Table), str(laid.why)
    return laid


def why_not_laid(**options: Any) -> str:
    answer = lay(first_line(**options))
    assert isinstance(answer, Refusal)
    return str(answer.why)


def test_part_two_begins_when_all_is_chosen_placed_and_thrown() -> None:
    seen = view(*set_out())
    assert (seen["part"], seen["phase"], seen["step"], seen["turn"]) == (
        2,
        "day-1",
        "ringbearer",
        ["ringbearer"],
    )
    assert seen["journey"] == {
        "deck": "short",
        "rows": SHORT,
        "step": 0,
        "at": "8",
        "steps": 14,
        "limit": 12,
        "offered": {},
    }
    assert seen["gandalf"] == ["14"]
    assert seen["deeds"] == [
        {"token": "4", "is": "kept"},
        {"token": "14", "is": "start"},
        {"token": "20", "is": "kept"},
        {"token": "28", "is": "kept"},
    ]


def test_one_card_of_each_deck_is_drawn_and_one_of_them_chosen() -> None:
    laid = done(table(journeys=CARDS), "ringbearer", {"do": "set-journey", "rows": "draw"}, Random(1))
    offered = laid.view("ringbearer")["journey"]["offered"]
    assert {deck: len(rows) for deck, rows in offered.items()} == {"short": 15, "long": 17}
    assert laid.view("wraith-1")["turn"] == ["ringbearer", "wraith-1"]
    (offer,) = offers(laid, "ringbearer", "set-journey")
    assert offer == {"do": "set-journey", "deck": ["short", "long"]}
    chosen = done(laid, "ringbearer", {"do": "set-journey", "deck": "long"}).view("ringbearer")["journey"]
    assert (chosen["deck"], chosen["rows"], chosen["steps"], chosen["limit"]) == (
        "long",
        offered["long"],
        16,
        14,
    )


def test_a_card_may_be_drawn_of_one_deck_or_typed_in_one_line_of_words() -> None:
    drawn = done(
        table(journeys=CARDS), "ringbearer", {"do": "set-journey", "rows": "draw", "deck": "short"}, Random(2)
    )
    assert " ".join(drawn.view("ringbearer")["journey"]["rows"]) in CARDS
    typed = view(*ringbearer({"do": "set-journey", "rows": " ".join(LONG)}))
    assert (typed["journey"]["deck"], typed["journey"]["rows"]) == ("long", LONG)
    assert view(*ringbearer({"do": "set-journey", "rows": ", ".join(LONG)}))["journey"]["rows"] == LONG


def test_the_deck_is_a_secret_and_so_are_the_limits_that_tell_it() -> None:
    short, long = after(*set_out(rows=SHORT)), after(*set_out(rows=LONG))
    for seat in ("wraith-1", "table"):
        assert {**short.view(seat), "proof": None} == {**long.view(seat), "proof": None}
        assert short.view(seat)["tracks"]["corruption"]["limit"] is None
        assert short.view(seat)["tracks"]["movement"]["limit"] is None
    assert short.view("ringbearer")["tracks"]["corruption"]["limit"] == 12
    assert long.view("ringbearer")["tracks"]["movement"]["limit"] == 16


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (SHORT[:-2], "Type the journey card row by row"),
        ([*SHORT[:-1], "7"], "The last row of a journey card is an exit"),
        (["8", "A", *SHORT[2:]], "The last row of a journey card is an exit"),
        (["8", "?", *SHORT[2:]], "Type the journey card row by row"),
        (["8", "99", *SHORT[2:]], "There is no location 99"),
        ([], "Type the journey card row by row"),
        (5, "Type the journey card row by row"),
    ],
)
def test_a_journey_card_that_cannot_be_is_refused(rows: Any, why: str) -> None:
    assert why in why_not(*ringbearer({"do": "set-journey", "rows": rows}))


def test_a_card_of_the_wrong_deck_is_refused() -> None:
    assert "has 16 rows" in why_not(*ringbearer({"do": "set-journey", "rows": SHORT, "deck": "long"}))
    assert "set already" in why_not(*ringbearer(JOURNEY, JOURNEY))


def test_the_start_may_be_left_out_where_the_board_has_one() -> None:
    assert view(*ringbearer({"do": "set-journey", "rows": SHORT[1:]}))["journey"]["rows"] == SHORT
    bare = view(*ringbearer({"do": "set-journey", "rows": SHORT[1:]}), board=None)
    assert (bare["journey"]["rows"][0], bare["last"]) == ("", None)


def test_four_deed_tokens_are_drawn_and_one_is_where_gandalf_starts() -> None:
    laid = done(table(journeys=CARDS), "ringbearer", {"do": "set-deeds", "tokens": "draw"}, Random(3))
    tokens = [each["token"] for each in laid.view("ringbearer")["deeds"]]
    assert len(set(tokens)) == 4
    assert laid.view("ringbearer")["gandalf"] == []
    after = done(laid, "ringbearer", {"do": "set-deeds", "start": tokens[2]}).view("ringbearer")
    assert after["gandalf"] == [tokens[2]]
    assert [each["is"] for each in after["deeds"]] == ["kept", "kept", "start", "kept"]


def test_three_kept_tokens_and_the_start_are_four_too() -> None:
    seen = view(*ringbearer({"do": "set-deeds", "tokens": ["4", "20", "28"], "start": "14"}))
    assert (seen["gandalf"], len(seen["deeds"])) == (["14"], 4)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"tokens": ["4", "14", "20"]}, "Draw four deed tokens"),
        ({"tokens": ["4", "14", "20", "20"]}, "Draw four deed tokens"),
        ({"tokens": ["4", "14", "20", "A"]}, "There is no location A"),
        ({"tokens": ["4", "14", "20", "99"]}, "There is no location 99"),
        ({"tokens": DEEDS, "start": "5"}, "one of your four deed tokens"),
        ({"start": "4"}, "Draw four deed tokens"),
        ({"tokens": "draw"}, "Draw four deed tokens"),
    ],
)
def test_deed_tokens_that_cannot_be_are_refused(line: Line, why: str) -> None:
    assert why in why_not(*ringbearer({"do": "set-deeds", **line}))


def test_taught_deed_tokens_are_known() -> None:
    line = {"do": "set-deeds", "tokens": ["4", "14", "20", "5"], "start": "4"}
    assert why_not(*ringbearer(line), journeys=CARDS) == (
        "There is no deed token 5 among those that were taught."
    )


def test_two_nazgul_begin_at_each_start_and_nowhere_else() -> None:
    three = {"green": "19", "blue": "19", "red": "19", "purple": "32"}
    assert why_not(*wraith({"do": "place", "nazgul": three})) == (
        "Two Nazgûl start at each place, and no more: 19."
    )
    assert "start at 19, 32" in why_not(*wraith({"do": "place", "nazgul": {"green": "5"}}))
    seen = after(*wraith({"do": "place", "nazgul": {"green": "19", "blue": "19"}}))
    assert offers(seen, "wraith-1", "place")[0] == {"do": "place", "nazgul": {"red": ["32"]}}


def test_the_lead_token_may_go_to_any_wraith_who_then_places_first() -> None:
    lines = [*by("wraith-1", {"do": "lead", "to": "wraith-2"})]
    seen = after(*lines, wraiths=2)
    assert seen.view("table")["turn"] == ["ringbearer", "wraith-2"]


def test_the_wraiths_may_share_out_their_cards_evenly_once() -> None:
    options: Json = {"wraiths": 3, "sorcery": {"wraith-1": 4, "wraith-2": 0, "wraith-3": 0}}
    share = {"do": "share-sorcery", "cards": {"wraith-1": 1, "wraith-2": 2, "wraith-3": 1}}
    seen = view(*by("wraith-2", share), **options)
    assert [each["sorcery"] for each in seen["wraiths"].values()] == [1, 2, 1]
    uneven = {"do": "share-sorcery", "cards": {"wraith-1": 2, "wraith-2": 2, "wraith-3": 0}}
    assert "as evenly as can be" in why_not(*by("wraith-2", uneven), **options)
    more = {"do": "share-sorcery", "cards": {"wraith-1": 2, "wraith-2": 2, "wraith-3": 2}}
    assert "as evenly as can be" in why_not(*by("wraith-2", more), **options)
    assert "already" in why_not(*by("wraith-2", share, share), **options)


def test_with_five_information_tokens_the_witch_king_takes_the_place_of_a_nazgul_of_the_leads() -> None:
    five = ["1", "2", "3", "4", "5"]
    placed = [*ringbearer(JOURNEY, SET_DEEDS), *wraith({"do": "place", "nazgul": PLACES})]
    assert (
        why_not(*placed, *wraith(roll()), information=five) == "First say whose place the Witch-king takes."
    )
    chosen = after(*placed, *wraith({"do": "witch-king", "nazgul": "red"}, roll()), information=five)
    # His die joins the throw in the next refresh step.
    assert chosen.view("table")["flight"]["witch_king"] == {"nazgul": "red", "die": None, "used": False}
    assert "five information tokens" in why_not(*placed, *wraith({"do": "witch-king", "nazgul": "red"}))
    early = [*wraith({"do": "witch-king", "nazgul": "red"})]
    assert "five information tokens" in why_not(*early, information=five)


def test_a_lead_player_with_one_nazgul_has_no_choice_of_whose_place_he_takes() -> None:
    lines = [
        *by("wraith-1", {"do": "place", "nazgul": {"green": "19"}}),
        *by("wraith-2", {"do": "place", "nazgul": {"blue": "19"}}),
        *by("wraith-3", {"do": "place", "nazgul": {"red": "32"}}),
        *by("wraith-4", {"do": "place", "nazgul": {"purple": "32"}}),
    ]
    seen = view(*lines, wraiths=4, information=["1", "2", "3", "4", "5"])
    assert seen["flight"]["witch_king"]["nazgul"] == "green"


def test_whose_place_he_takes_may_be_said_though_there_is_no_choice() -> None:
    lines = [
        *by("wraith-1", {"do": "place", "nazgul": {"green": "19"}}),
        *by("wraith-2", {"do": "place", "nazgul": {"blue": "19"}}),
        *by("wraith-3", {"do": "place", "nazgul": {"red": "32"}}),
        *by("wraith-4", {"do": "place", "nazgul": {"purple": "32"}}),
    ]
    options: Json = {"wraiths": 4, "information": ["1", "2", "3", "4", "5"]}
    said = [*lines, *by("wraith-1", {"do": "witch-king", "nazgul": "green"}, roll())]
    assert view(*said, **options)["flight"]["witch_king"]["nazgul"] == "green"
    for line in ({"do": "witch-king", "nazgul": "blue"}, {"do": "witch-king"}):
        assert "in play already" in why_not(*lines, *by("wraith-1", line), **options)


def test_what_belongs_to_the_other_part_is_refused() -> None:
    assert why_not(*ringbearer({"do": "set-start", "at": "1"})) == "That belongs to part one."
    assert why_not(*wraith({"do": "ability", "number": 5}))


def test_set_up_is_over_when_the_day_begins() -> None:
    late: list[Json] = [
        *ringbearer({"do": "set-journey", "rows": LONG}),
        *ringbearer({"do": "set-deeds", "start": "4"}),
        *wraith({"do": "share-sorcery", "cards": {"wraith-1": 1}}),
        *wraith({"do": "place", "nazgul": {"green": "19"}}),
    ]
    for line in late:
        assert why_not(*set_out(), line) == "Set-up is over."


def test_the_set_up_steps_say_what_is_done() -> None:
    def done_steps(*lines: Json) -> list[bool | None]:
        return [step["done"] for step in view(*lines)["set_up"] if step["done"] is not None]

    assert done_steps() == [False] * 5
    assert done_steps(*ringbearer(JOURNEY)) == [True, False, False, False, False]
    assert done_steps(*ringbearer(JOURNEY, SET_DEEDS)) == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"part": 3}, "The option part is 1 or 2."),
        ({"part": True}, "The option part is 1 or 2."),
        ({"havens": "yes"}, "The option havens is true or false."),
        ({"grey": ["1"]}, "The option grey says what the three grey corruption tokens show."),
        (
            {"grey": ["1", "2", "special-2"]},
            "The option grey says what the three grey corruption tokens show.",
        ),
        ({"journeys": "nowhere"}, "There are no such journeys."),
        ({"journeys": "journeys x\nshort 1\n"}, "Line 2 of the journeys:"),
        ({"journeys": "short 1\n"}, "Line 1 of the journeys:"),
        ({"journeys": "\n"}, "This is no file of journeys"),
        ({"journeys": "journeys x\ndeeds 4 4\n"}, "Line 2 of the journeys:"),
        ({"journeys": "journeys x\nrubbish\n"}, "Line 2 of the journeys:"),
        ({"corruption": 12}, "What part one left behind does not make sense: “corruption”."),
        ({"fellowship": 4}, "What part one left behind does not make sense: “fellowship”."),
        ({"companions": ["strider"]}, "What part one left behind does not make sense: “companions”."),
        (
            {"companions": ["sam"], "flipped": ["sam"]},
            "What part one left behind does not make sense: “sam”.",
        ),
        ({"special": ["2"]}, "What part one left behind does not make sense: “special”."),
        ({"eye_card": "Dread"}, "What part one left behind does not make sense: “eye_card”."),
        ({"answers": "never"}, "The option answers is ringbearer or auto."),
        ({"rubbish": 1}, "Part two of the Hunt has no option “rubbish”."),
    ],
)
def test_options_that_cannot_be_are_refused(options: Json, why: str) -> None:
    assert why in why_not_laid(**options)


def test_every_quantity_of_the_envelope_can_be_typed() -> None:
    seen = view(
        wraiths=2,
        fellowship=2,
        supply=2,
        companions=["sam"],
        flipped=["frodo", "merry"],
        ally=4,
        sorcery={"wraith-1": 3, "wraith-2": 1},
        sorcery_discard=5,
        information=["3", "9"],
        gone=["1", "3", "special-2"],
        special=["special-2", "special-eye"],
        eyes=3,
        eye_card="Dread",
        corruption=7,
        bag={"0": 4, "1": 4, "3": 3, "eye": 4},
        grey=["1", "2", "eye"],
        havens=True,
    )
    assert seen["fellowship"] == {"tokens": 2, "supply": 2}
    assert seen["companions"] == {
        "frodo": "flipped",
        "sam": "up",
        "pippin": "flipped",
        "merry": "flipped",
        "strider": "up",
    }
    # As many new ally cards as were left in hand, from the deck of part two.
    assert seen["ally"] == {"hand": 4, "deck": 18}
    assert [each["sorcery"] for each in seen["wraiths"].values()] == [3, 1]
    assert (seen["found"], seen["eyes"], seen["tracks"]["corruption"]["value"]) == (["3", "9"], 3, 7)
    assert seen["bag"] == {
        "left": {"0": 4, "1": 4, "3": 2, "eye": 3, "2": 1, "special-2": 0, "special-eye": 1},
        "gone": ["1", "3", "special-2", "eye", "eye"],
        "special": ["special-2", "special-eye"],
    }
    assert seen["flight"]["havens"] is True


def test_merry_joins_unless_he_was_flipped_and_strider_always_does() -> None:
    assert view()["companions"] == dict.fromkeys(("frodo", "sam", "pippin", "merry", "strider"), "up")


def test_the_first_throw_has_six_dice() -> None:
    lines = [*ringbearer(JOURNEY, SET_DEEDS), *wraith({"do": "place", "nazgul": PLACES})]
    assert "not thrown now" in why_not(*lines, *wraith({**roll(), "witch-king": "ring"}))
    assert view(*lines, *wraith(roll("shadow", "ring", "ring", "ring", "sword", "sorcery")))[
        "fellowship"
    ] == {
        "tokens": 2,
        "supply": 3,
    }

"""Frodo in part two: his steps, what is found of him and of Gandalf, encounter, escape and both endings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.fleeing import (
    ANOTHER,
    CARDS,
    LONG,
    SHORT,
    after,
    by_card,
    fleeing,
    gandalf,
    set_out,
    view,
    why_not,
)
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    escape,
    hunt,
    offers,
    passing,
    perceive,
    ringbearer,
    search,
    tokens,
    wraith,
)

MOVE: Line = {"do": "move"}
REST: Line = {"do": "rest"}
KEEP = escape("stay")
TAKE: Line = {"do": "take-tokens"}


def turn(*lines: Line) -> list[Json]:
    """The first Ringbearer's turn: Gandalf stays at 14, Frodo goes on to a point after 8."""
    return [*set_out(), *ringbearer(gandalf("14"), *lines, END)]


def at_three() -> list[Json]:
    """Frodo is at 3, by step 2; the wraiths are to act."""
    return [*set_out(), *fleeing("14"), *ringbearer(gandalf("14"), END)]


def test_by_day_frodo_goes_on_before_gandalf_without_a_word() -> None:
    assert view(*set_out(), *ringbearer(gandalf("14")))["tracks"]["movement"]["value"] == 1
    assert view(*set_out(), *ringbearer(MOVE, gandalf("14"), END))["tracks"]["movement"]["value"] == 1
    assert view(*set_out(), *ringbearer(MOVE))["journey"]["at"] == "."


def test_where_frodo_goes_is_not_the_ringbearers_to_say() -> None:
    assert "journey card decides" in why_not(*set_out(), *ringbearer({"do": "move", "to": "10"}))
    assert view(*set_out(), *ringbearer({"do": "move", "to": "."}))["sheet"] == ["8", "."]
    assert "has moved" in why_not(*set_out(), *ringbearer(MOVE, MOVE))


def test_a_card_lets_frodo_go_further() -> None:
    seen = view(*set_out(), *ringbearer(MOVE, {"do": "move", "card": "Tom Bombadil"}))
    assert (seen["tracks"]["movement"]["value"], seen["last"]) == (2, "3")
    assert seen["played"]["card"] == "Tom Bombadil"


def test_at_night_frodo_goes_on_for_one_corruption_and_the_eye_turns_or_he_rests() -> None:
    night = [*set_out(), *fleeing("14", "14")]
    gone = view(*night, *ringbearer(MOVE))
    assert (gone["tracks"]["movement"]["value"], gone["tracks"]["corruption"]["value"], gone["eye"]) == (
        3,
        1,
        True,
    )
    rested = view(*night, *ringbearer(REST))
    assert (rested["tracks"]["movement"]["value"], rested["tracks"]["corruption"]["value"]) == (2, 0)
    assert "move or rest" in why_not(*night, *ringbearer(gandalf("14"), END))


def test_gandalf_moves_in_every_phase() -> None:
    assert why_not(*set_out(), *ringbearer(MOVE, END)) == "First move Gandalf: he moves in every phase."


def answer(*lines: Line, rows: list[str] = SHORT, **options: Any) -> Json:
    """The answer to the green Nazgûl when Frodo is two steps on and Gandalf at 14."""
    before = [*set_out(rows=rows), *fleeing("14"), *ringbearer(gandalf("14"), END)]
    return dict(after(*before, *wraith(*lines), **options).view("wraith-1")["answer"])


def test_a_search_finds_frodo_where_he_was_and_where_he_is_but_not_where_he_will_be() -> None:
    assert answer(by_card("green", "3"), search("green"))["answer"] == "yes"
    assert answer(by_card("green", "10"), search("green"))["answer"] == "no"
    assert "start of Frodo's" in why_not(*at_three(), *wraith(by_card("green", "8"), search("green")))


def test_a_search_never_finds_gandalf() -> None:
    assert answer(by_card("green", "14"), search("green")) == {
        "to": "search",
        "at": "14",
        "answer": "no",
        "by": "sheet",
    }


def test_a_haven_hides_frodo_from_searches_while_he_is_there() -> None:
    rows = ["8", ".", "20*", *LONG[3:]]
    there = [by_card("green", "20"), search("green")]
    assert answer(*there, rows=rows, havens=True)["answer"] == "no"
    assert answer(*there, rows=rows, havens=False)["answer"] == "yes"
    hunted = answer(by_card("green", "20"), hunt("green", "sword"), rows=rows, havens=True)
    assert (hunted["answer"], hunted["here"]) == ("yes", True)


def test_a_haven_that_frodo_has_left_hides_nothing() -> None:
    rows = ["8", "20*", ".", "13", *LONG[4:]]
    before = [*set_out(rows=rows), *fleeing("14", "14"), *ringbearer(MOVE, gandalf("14"), END)]
    seen = after(*before, *wraith(by_card("green", "20"), search("green")), havens=True).view("wraith-1")
    assert (seen["answer"]["answer"], seen["trail"]) == ("yes", {"20": "eye"})


def test_perception_says_yes_for_frodo_for_gandalf_and_for_both() -> None:
    # Frodo is at 3 in IV-A, Gandalf at 14 in IV-C.
    def felt(spot: str, **where: str) -> str:
        return str(answer(by_card("green", spot), perceive("green", **where))["answer"])

    assert felt("2", zone="IV-A") == "yes"
    assert felt("11", zone="IV-C") == "yes"
    assert felt("7", zone="IV-B") == "no"
    assert felt("2", section="IV") == "yes"
    assert felt("19", section="V") == "no"
    assert set(answer(by_card("green", "2"), perceive("green", zone="IV-A"))) == {"to", "at", "answer", "by"}


def test_in_rivendell_gandalf_is_not_felt_any_more() -> None:
    exits: Any = {"deeds": ["14", "20", "28", "40"], "start": "40"}
    lines = [*set_out(**exits), *ringbearer(gandalf("A"), {"do": "rivendell"}, END)]
    asked = [*lines, *wraith(by_card("green", "39"), perceive("green", zone="VI-B"))]
    assert after(*asked).view("wraith-1")["answer"]["answer"] == "no"
    unsaid = [*set_out(**exits), *ringbearer(gandalf("A"), END)]
    asked = [*unsaid, *wraith(by_card("green", "39"), perceive("green", zone="VI-B"))]
    assert after(*asked).view("wraith-1")["answer"]["answer"] == "yes"


def test_without_a_board_the_ringbearer_says_the_zones_that_are_needed() -> None:
    before = [
        *set_out(rows=SHORT, places={"green": "28", "blue": "28", "red": "33", "purple": "33"}),
        *fleeing("14"),
        *ringbearer(gandalf("14"), END),
        *wraith(perceive("green", zone="IV-A")),
    ]
    table = after(*before, board=None)
    assert table.view("ringbearer")["truth"]["needs"] == ["frodo", "gandalf"]
    (offer, *_) = offers(table, "ringbearer", "answer")
    assert set(offer) == {"do", "zone", "gandalf"}
    yes = ringbearer({"do": "answer", "zone": "IV-B", "gandalf": "IV-A"})
    assert after(*before, *yes, board=None).view("table")["answer"]["answer"] == "yes"
    no = ringbearer({"do": "answer", "zone": "IV-B", "gandalf": "IV-C"})
    assert after(*before, *no, board=None).view("table")["answer"]["answer"] == "no"
    assert "Gandalf's last location" in why_not(
        *before, *ringbearer({"do": "answer", "zone": "IV-B"}), board=None
    )


def test_a_zone_that_brings_a_yes_is_all_that_the_ringbearer_has_to_say() -> None:
    lines = [
        *set_out(places={"green": "28", "blue": "28", "red": "33", "purple": "33"}),
        *ringbearer(gandalf("14"), END),
        *wraith(perceive("green", zone="V-C")),
    ]
    options: Json = {"board": None, "answers": "ringbearer"}
    for word in ("zone", "gandalf"):
        seen = view(*lines, *ringbearer({"do": "answer", word: "V-C"}), **options)
        assert seen["answer"]["answer"] == "yes"
    assert "Gandalf" in why_not(*lines, *ringbearer({"do": "answer", "zone": "V-A"}), **options)
    assert "Frodo" in why_not(*lines, *ringbearer({"do": "answer", "gandalf": "V-A"}), **options)
    assert "Frodo" in why_not(*lines, *ringbearer({"do": "answer", "zone": "V", "gandalf": "V-C"}), **options)


def test_a_hunt_where_frodo_was_leaves_a_sword_and_where_he_is_brings_an_encounter() -> None:
    lines = [*set_out(), *fleeing("14", "14"), *ringbearer(MOVE, gandalf("14"), END)]
    was = after(*lines, *wraith(by_card("green", "3"), hunt("green", "sword"))).view("wraith-1")
    assert (was["answer"]["answer"], was["trail"], was["encounter"]) == ("yes", {"3": "sword"}, None)
    here = after(*lines, *wraith(by_card("green", "10"), hunt("green", "sword"))).view("wraith-1")
    assert (here["answer"]["here"], here["encounter"]) == (True, {"at": "10", "is_now": False})


def test_a_hunt_finds_gandalf_only_at_his_last_location_and_he_flees_by_a_deed_token() -> None:
    found = [*at_three(), *wraith(by_card("green", "14"), hunt("green", "sword"))]
    table = after(*found, journeys=CARDS)
    seen = table.view("wraith-1")
    assert seen["answer"] == {"to": "hunt", "at": "14", "answer": "yes", "by": "sheet", "gandalf": True}
    # Gandalf leaves no trail; until he has fled, everyone waits.
    assert (seen["trail"], seen["flight"]["leaving"], seen["turn"]) == ({}, "found", ["ringbearer"])
    assert "First Gandalf leaves" in why_not(*found, *wraith(END), journeys=CARDS)
    fled = after(*found, *ringbearer(gandalf("47")), journeys=CARDS)
    assert fled.view("ringbearer")["gandalf"] == ["14", "14", "14", "47"]
    assert {"token": "47", "is": "away"} in fled.view("ringbearer")["deeds"]
    assert (fled.view("wraith-1")["flight"]["leaving"], fled.view("table")["turn"]) == (None, ["wraith-1"])
    assert "cannot be drawn" in why_not(*found, *ringbearer(gandalf("20")), journeys=CARDS)
    before = [*set_out(), *fleeing("13"), *ringbearer(gandalf("16"), END)]
    was = after(*before, *wraith(by_card("green", "13"), hunt("green", "sword"))).view("wraith-1")["answer"]
    assert was["answer"] == "no"


def where_both_were(frodo: list[str]) -> list[Json]:
    """Frodo goes by these rows, Gandalf from 14 to 13; the wraiths act after three steps."""
    rows = ["8", *frodo, *SHORT[4:]]
    return [*set_out(rows=rows), *fleeing("13", "13"), *ringbearer(MOVE, gandalf("13"), END)]


def test_special_situation_1_a_search_where_both_were_shows_frodos_trail_and_does_not_find_gandalf() -> None:
    lines = [*where_both_were([".", "13", "10"]), *wraith(by_card("green", "13"), search("green"))]
    seen = after(*lines).view("wraith-1")
    assert seen["answer"] == {"to": "search", "at": "13", "answer": "yes", "by": "sheet"}
    assert (seen["trail"], seen["flight"]["leaving"]) == ({"13": "eye"}, None)


def test_special_situation_2_a_hunt_at_gandalfs_place_on_frodos_way_finds_gandalf_and_leaves_a_trail() -> (
    None
):
    lines = [*where_both_were([".", "13", "10"]), *wraith(by_card("green", "13"), hunt("green", "sword"))]
    seen = after(*lines).view("wraith-1")
    assert seen["answer"] == {"to": "hunt", "at": "13", "answer": "yes", "by": "sheet", "gandalf": True}
    assert (seen["trail"], seen["flight"]["leaving"], seen["encounter"]) == ({"13": "sword"}, "found", None)


def test_special_situation_3_a_hunt_where_both_are_drives_gandalf_away_and_brings_an_encounter() -> None:
    lines = [*where_both_were([".", "10", "13"]), *wraith(by_card("green", "13"), hunt("green", "sword"))]
    seen = after(*lines).view("wraith-1")
    assert seen["answer"] == {
        "to": "hunt",
        "at": "13",
        "answer": "yes",
        "by": "sheet",
        "here": True,
        "gandalf": True,
    }
    assert (seen["trail"], seen["flight"]["leaving"]) == ({"13": "sword"}, "found")
    assert seen["encounter"] == {"at": "13", "is_now": False}
    met = after(*lines, *ringbearer(gandalf("31")), *passing()).view("wraith-1")
    assert (met["step"], met["encounter"]["nazgul"], met["encounter"]["tokens"]) == (
        "encounter",
        ["green"],
        1,
    )


def encounter(*lines: Line, rows: list[str] = SHORT) -> list[Json]:
    """Frodo was found at 3; the tokens are drawn next."""
    found = wraith(by_card("green", "3"), hunt("green", "sword"), END, *[END] * 3)
    return [*set_out(rows=rows), *fleeing("14"), *ringbearer(gandalf("14"), END), *found, *ringbearer(*lines)]


def test_an_escape_along_the_same_card_changes_nothing_and_everyone_hears_it() -> None:
    seen = view(*encounter(tokens("1"), TAKE, KEEP))
    assert (seen["tracks"]["movement"]["value"], seen["journey"]["rows"]) == (2, SHORT)
    assert (seen["trail"], seen["phase"]) == ({"3": "sword"}, "night")
    assert view(*encounter(tokens("1"), KEEP))["tracks"]["corruption"]["value"] == 1


def test_a_change_of_direction_goes_a_step_back_along_a_new_card_and_clears_all_trails() -> None:
    seen = view(*encounter(tokens("1"), TAKE, {"do": "new-journey", "rows": ANOTHER}))
    assert (seen["tracks"]["movement"]["value"], seen["trail"]) == (1, {})
    assert (seen["journey"]["rows"], seen["journey"]["at"], seen["last"]) == (ANOTHER, "3", "3")
    assert seen["journey"]["limit"] == 12


def test_the_new_card_is_of_the_same_deck() -> None:
    assert "has 14 rows" in why_not(*encounter(tokens("1"), TAKE, {"do": "new-journey", "rows": LONG}))
    assert "along a new one" in why_not(*encounter(tokens("1"), TAKE, escape("10")))


def test_a_new_card_that_is_drawn_is_another_of_the_same_deck() -> None:
    lines = encounter(tokens("1"), TAKE, {"do": "new-journey", "rows": "draw"})
    rows = after(*lines, journeys=CARDS).view("ringbearer")["journey"]["rows"]
    assert len(rows) == 15
    assert rows != SHORT
    assert f"short {' '.join(rows)}" in CARDS


def test_strider_may_help_with_the_new_card() -> None:
    drawn = after(*encounter(tokens("1")))
    assert "strider" in drawn.view("ringbearer")["windows"]
    flipped = view(*encounter(tokens("1"), TAKE, {"do": "flip", "companion": "strider"}, KEEP))
    assert flipped["companions"]["strider"] == "flipped"
    assert "frodo, sam, pippin, merry and strider" in why_not(*encounter({"do": "flip", "companion": "bill"}))


def test_outside_an_encounter_nobody_escapes() -> None:
    assert why_not(*at_three(), *ringbearer(KEEP)) == "There is no encounter now."
    assert why_not(*encounter(KEEP)) == "First the Ringbearer draws corruption tokens and carries them out."


@pytest.mark.parametrize(("rows", "limit"), [(SHORT, 12), (LONG, 14)])
def test_at_the_limit_of_the_deck_the_ring_takes_frodo(rows: list[str], limit: int) -> None:
    def tempted(by: int) -> Json:
        adjusted = {"do": "adjust", "what": "corruption", "by": by, "because": "a card"}
        return view(*set_out(rows=rows), *wraith(adjusted))

    assert tempted(limit - 1)["result"] is None
    over = tempted(limit)["result"]
    assert (over["end"], over["winners"], over["goes_on"]) == ("corrupted", ["wraith-1"], False)


def test_deeds_and_rivendell_raise_the_limit() -> None:
    tempted = {"do": "adjust", "what": "corruption", "by": 13, "because": "a card"}
    raised = [
        *set_out(deeds=["28", "40", "4", "20"], start="4"),
        *fleeing("2"),
        *ringbearer(gandalf("4"), END),
        *passing(),
    ]
    assert view(*raised)["tracks"]["corruption"]["limit"] == 12
    deed = [
        *set_out(deeds=["38", "40", "4", "20"], start="38"),
        *ringbearer(gandalf("40"), {"do": "deed", "token": "40"}, END),
        *passing(),
        *ringbearer(gandalf("A"), {"do": "rivendell"}),
    ]
    seen = view(*deed)
    assert (seen["tracks"]["corruption"]["limit"], seen["flight"]["raised"]) == (14, 2)
    assert view(*deed, *wraith(tempted))["result"] is None
    over = wraith(tempted, {**tempted, "by": 1})
    assert view(*deed, *over)["result"]["end"] == "corrupted"


@pytest.mark.parametrize(("rows", "steps"), [(SHORT, 14), (LONG, 16)])
def test_on_the_last_row_frodo_reaches_rivendell_at_once(rows: list[str], steps: int) -> None:
    nearly = [
        *set_out(rows=rows),
        *wraith({"do": "adjust", "what": "movement", "by": steps - 1, "because": "a card"}),
    ]
    assert view(*nearly)["result"] is None
    # By Gandalf's move too: Frodo goes on first.
    for line in (MOVE, gandalf("14")):
        over = view(*nearly, *ringbearer(line))
        assert (over["result"]["end"], over["result"]["winners"]) == ("rivendell", ["ringbearer"])
        assert over["gandalf"] == ["14"]
        assert (over["phase"], over["turn"]) == ("over", [])


def test_a_night_that_fills_corruption_ends_the_game_before_the_step() -> None:
    lines = [
        *set_out(),
        *fleeing("14", "14"),
        *wraith({"do": "adjust", "what": "corruption", "by": 11, "because": "a card"}),
        *ringbearer(MOVE),
    ]
    seen = view(*lines)
    assert (seen["result"]["end"], seen["tracks"]["movement"]["value"]) == ("corrupted", 2)


def test_a_wraith_cannot_take_back_what_might_have_told_the_limit() -> None:
    lines = [*set_out(), *wraith({"do": "adjust", "what": "corruption", "by": 1, "because": "a card"})]
    assert after(*lines).view("wraith-1")["undo"] is None
    assert after(*lines).view("ringbearer")["undo"] is not None
    assert why_not(*lines, *wraith({"do": "undo"})) == "There is nothing to undo."


def test_a_new_day_draws_cards_and_throws_as_before() -> None:
    seen = view(*set_out(), *fleeing("14", "14", "14"))
    assert (seen["day"], seen["phase"], seen["flight"]["gandalf_moved"]) == (2, "day-1", False)

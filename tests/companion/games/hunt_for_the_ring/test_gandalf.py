"""Gandalf: his secret moves, appearing among the Nazgûl, vanishing, deeds and Rivendell."""

from __future__ import annotations

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.fleeing import (
    CARDS,
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
    done,
    hunt,
    offers,
    passing,
    ride,
    ringbearer,
    search,
    wraith,
)

APPEAR: Line = {"do": "appear", "die": "sword"}


def drive(nazgul: str, *by: str) -> Line:
    return {"do": "drive", "nazgul": nazgul, "by": list(by)}


def beside_green(*lines: Line) -> list[Json]:
    """Green and blue are at 13, to which Gandalf moves from 14."""
    placed = [*set_out(), *wraith(by_card("green", "13"), by_card("blue", "13"))]
    return [*placed, *ringbearer(gandalf("13"), *lines)]


def test_gandalf_goes_straight_to_any_connected_location_however_many_points_lie_between() -> None:
    (offer,) = offers(after(*set_out()), "ringbearer", "gandalf")
    assert set(offer["to"]) == {"14", "11", "15", "13", "16", "19", "26"}
    assert "14 and 28 are not connected" in why_not(*set_out(), *ringbearer(gandalf("28")))
    assert "There is no location 99" in why_not(*set_out(), *ringbearer(gandalf("99")))
    assert "to which location" in why_not(*set_out(), *ringbearer(gandalf(".")))
    assert "has moved" in why_not(*set_out(), *ringbearer(gandalf("13"), gandalf("14")))


def test_gandalf_may_stay_for_a_location_is_connected_with_itself() -> None:
    assert view(*set_out(), *ringbearer(gandalf("14")))["gandalf"] == ["14", "14"]


def test_gandalfs_move_is_a_secret() -> None:
    one, other = (after(*set_out(), *ringbearer(gandalf(to))) for to in ("13", "15"))
    for seat in ("wraith-1", "table"):
        assert {**one.view(seat), "proof": None} == {**other.view(seat), "proof": None}
        assert one.view(seat)["flight"]["gandalf_moved"] is True
        assert "gandalf" not in one.view(seat)


def test_gandalf_appears_where_a_nazgul_stands_for_a_token_that_is_gone_for_good() -> None:
    seen = view(*beside_green(APPEAR))
    assert seen["fellowship"] == {"tokens": 0, "supply": 2}
    assert seen["flight"]["gandalf_at"] == "13"
    assert seen["flight"]["driven"] == ["green", "blue"]
    assert sorted(seen["dice"]) == ["ring", "ring", "ring", "sorcery", "sword"]
    assert seen["dice_used"] == ["sword"]


def test_gandalf_cannot_appear_alone_nor_before_moving_nor_without_a_token_nor_twice() -> None:
    assert why_not(*set_out(), *ringbearer(gandalf("13"), APPEAR)) == (
        "Gandalf appears only where a Nazgûl stands."
    )
    assert why_not(*set_out(), *ringbearer(APPEAR)) == "Gandalf appears after he has moved."
    placed = [*set_out(), *wraith(by_card("green", "13")), *ringbearer(gandalf("13"), APPEAR)]
    assert why_not(*placed, fellowship=0) == "There is no fellowship token on Frodo's card."
    assert "already" in why_not(*beside_green(APPEAR, APPEAR))


def test_gandalf_drives_each_nazgul_up_to_two_steps_in_any_direction() -> None:
    seen = view(*beside_green(APPEAR, drive("green", "13.16:1", "16"), drive("blue", "10")))
    assert (seen["nazgul"]["green"]["at"], seen["nazgul"]["blue"]["at"]) == ("16", "10")
    assert seen["flight"]["driven"] == []
    three = drive("green", "13.16:1", "16", "16.19:1")
    assert why_not(*beside_green(APPEAR, three)) == "Gandalf drives a Nazgûl two steps at most."
    twice = [APPEAR, drive("green", "10"), drive("green", "8")]
    assert "once" in why_not(*beside_green(*twice))
    assert "once" in why_not(*beside_green(APPEAR, drive("red", "42")))
    assert "green, blue, red and purple" in why_not(*beside_green(APPEAR, drive("white", "42")))


def test_nobody_is_driven_when_the_turn_is_over() -> None:
    assert "once" in why_not(*beside_green(APPEAR, END, drive("green", "10")))


def test_gandalf_need_not_name_the_die_at_once_but_before_his_turn_ends() -> None:
    bare: Line = {"do": "appear"}
    seen = view(*beside_green(bare))
    assert seen["flight"]["owes_die"] is True
    assert why_not(*beside_green(bare, END)) == "First say which die Gandalf takes out of the pool."
    assert view(*beside_green(bare, APPEAR, END))["dice_used"] == ["sword"]
    assert "shadow" in why_not(*beside_green({"do": "appear", "die": "shadow"})).casefold()


def test_where_gandalf_stands_nobody_enters_searches_or_hunts() -> None:
    stays = beside_green(APPEAR, END)
    assert why_not(*stays, *wraith(hunt("green", "ring"))) != ""
    assert (
        why_not(*stays, *wraith(hunt("green", "sword"))) == "Where Gandalf stands, nobody searches or hunts."
    )
    assert why_not(*stays, *wraith(search("green"))) == "Where Gandalf stands, nobody searches or hunts."
    card = {"do": "hunt", "at": "13", "because": "a card"}
    assert why_not(*stays, *wraith(card)) == "Where Gandalf stands, nobody searches or hunts."
    out = beside_green(APPEAR, drive("green", "10"), END)
    assert why_not(*out, *wraith(ride("green", "13"))) == "Where Gandalf stands, no Nazgûl passes."
    through = ride("green", "13", "13.16:1")
    assert why_not(*out, *wraith(through)) == "Where Gandalf stands, no Nazgûl passes."


def test_when_all_nazgul_have_had_their_turns_gandalf_vanishes_by_one_of_two_deed_tokens() -> None:
    gone = [*beside_green(APPEAR, END), *passing()]
    table = after(*gone, journeys=CARDS)
    seen = table.view("wraith-1")
    assert (seen["flight"]["gandalf_at"], seen["flight"]["leaving"]) == (None, "vanishing")
    assert (seen["turn"], seen["phase"]) == (["ringbearer"], "day-1")
    drawn = done(table, "ringbearer", {"do": "gandalf", "tokens": "draw"})
    choice = drawn.view("ringbearer")["choice"]
    assert len(set(choice)) == 2
    assert not set(choice) & {"4", "14", "20", "28"}
    assert drawn.view("wraith-1")["phase"] == "day-1"
    after_all = done(drawn, "ringbearer", gandalf(choice[1]))
    mine = after_all.view("ringbearer")
    assert mine["gandalf"] == ["14", "13", choice[1]]
    assert {"token": choice[1], "is": "away"} in mine["deeds"]
    assert choice[0] not in [each["token"] for each in mine["deeds"]]
    assert after_all.view("table")["phase"] == "day-2"


def test_of_two_typed_tokens_one_is_chosen() -> None:
    gone = [*beside_green(APPEAR, END), *passing()]
    both = {"do": "gandalf", "tokens": ["31", "47"], "to": "47"}
    assert view(*gone, *ringbearer(both))["gandalf"][-1] == "47"
    assert "Choose one of the two" in why_not(*gone, *ringbearer({**both, "to": "22"}))
    assert "Draw two" in why_not(*gone, *ringbearer({"do": "gandalf", "tokens": ["31", "31"]}))
    # Those behind the screen are not drawn again.
    assert "cannot be drawn" in why_not(*gone, *ringbearer(gandalf("20")))
    assert "say its number" in why_not(*gone, *ringbearer({"do": "gandalf"}))


def test_when_all_deed_tokens_are_used_those_put_away_come_back() -> None:
    few = "journeys few\ndeeds 4 14 20 28 31\n"
    gone = [*beside_green(APPEAR, END), *passing(), *ringbearer(gandalf("31"))]
    assert view(*gone, journeys=few)["gandalf"][-1] == "31"
    again = [*gone, *ringbearer(gandalf("31"), END), *wraith(by_card("green", "31"), hunt("green", "sword"))]
    assert view(*again, *ringbearer(gandalf("31")), journeys=few)["gandalf"][-1] == "31"


def test_gandalf_who_was_found_flees_at_once_and_does_not_vanish_too() -> None:
    # He stays hidden, so nothing is left to vanish at the phase's end.
    lines = [
        *set_out(),
        *ringbearer(gandalf("13"), END),
        *wraith(by_card("green", "13"), hunt("green", "sword")),
        *ringbearer(gandalf("31")),
        *wraith(END, END, END, END),
    ]
    assert view(*lines)["phase"] == "day-2"


def test_a_deed_needs_gandalf_at_the_place_of_a_token_behind_the_screen() -> None:
    to_20 = [*set_out(deeds=["20", "14", "4", "28"], start="14"), *fleeing("16"), *ringbearer(gandalf("20"))]
    done_there = view(*to_20, *ringbearer({"do": "deed", "token": "20"}))
    assert (done_there["journey"]["limit"], done_there["flight"]["deeds"]) == (13, ["20"])
    assert "which of your deed tokens" in why_not(
        *to_20, *ringbearer({"do": "deed", "token": "20"}, {"do": "deed", "token": "20"})
    )
    assert why_not(*to_20, *ringbearer({"do": "deed", "token": "4"})) == "Gandalf is not there: 4."
    # Where he started is no deed.
    assert "which of your deed tokens" in why_not(*set_out(), *ringbearer({"do": "deed", "token": "14"}))
    assert "wraiths' turn" in why_not(*to_20, *ringbearer(END, {"do": "deed", "token": "20"}))


def test_gandalf_who_reaches_an_exit_may_be_in_rivendell_and_takes_no_further_part() -> None:
    near = [*set_out(deeds=["40", "14", "4", "28"], start="40"), *ringbearer(gandalf("A"))]
    assert view(*near)["flight"]["rivendell"] is False
    there = [*near, *ringbearer({"do": "rivendell"})]
    seen = view(*there)
    assert (seen["flight"]["rivendell"], seen["journey"]["limit"]) == (True, 13)
    assert "no further part" in why_not(*there, *ringbearer(gandalf("40")))
    next_turn = [*there, *ringbearer(END), *passing(), *ringbearer({"do": "move"}, END)]
    assert view(*next_turn)["step"] == "wraiths"
    assert "by one of the exits" in why_not(*set_out(), *ringbearer({"do": "rivendell"}))


def test_without_a_board_gandalf_goes_where_he_is_said_to_go() -> None:
    places = {"green": "28", "blue": "28", "red": "33", "purple": "33"}
    lines = [*set_out(places=places), *ringbearer(gandalf("28"), APPEAR, drive("green", "5"), END)]
    assert view(*lines, board=None)["nazgul"]["green"]["at"] == "5"

"""Any effect of any card, entered as what it does; and who may take back what."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    RINGBEARER,
    first_line,
    move,
    offers,
    played,
    refusal,
    refused,
    ride,
    ringbearer,
    search,
    set_up,
    wraith,
)
from tests.companion.games.hunt_for_the_ring.test_wraiths import ALL_FACES, INFORMATION, PLACES, WHOLE
from tests.companion.playing import REDO, UNDO, by

TABLE = first_line(board=WHOLE)
BECAUSE = {"because": "a card"}
HUNT = [*set_up(information=INFORMATION, places=PLACES, dice=ALL_FACES), *ringbearer(move("."), END)]


def adjust(what: str, by: int, **more: str) -> Line:
    return {"do": "adjust", "what": what, "by": by, **BECAUSE, **more}


def place(what: str, at: str) -> Line:
    return {"do": "place", "what": what, "at": at, **BECAUSE}


def view(*lines: Json, seat: str = "table") -> Json:
    return played(TABLE, *HUNT, *lines).view(seat)


def why(*lines: Json) -> str:
    return refused(TABLE, *HUNT, *lines)


@pytest.mark.parametrize(
    ("what", "by", "seen"),
    [
        ("corruption", 2, lambda view: view["tracks"]["corruption"]["value"] == 2),
        ("corruption", -2, lambda view: view["tracks"]["corruption"]["value"] == 0),
        ("movement", 2, lambda view: view["tracks"]["movement"]["value"] == 3),
        ("movement", -5, lambda view: view["tracks"]["movement"]["value"] == 0),
        ("fellowship", 1, lambda view: view["fellowship"] == {"tokens": 2, "supply": 3}),
        ("fellowship", 9, lambda view: view["fellowship"] == {"tokens": 3, "supply": 3}),
        ("fellowship-supply", -3, lambda view: view["fellowship"] == {"tokens": 0, "supply": 0}),
        ("ally-hand", 1, lambda view: view["ally"]["hand"] == 4),
        ("ally-hand", -9, lambda view: view["ally"]["hand"] == 0),
        ("ally-deck", -1, lambda view: view["ally"]["deck"] == 18),
        ("sorcery-hand", 1, lambda view: view["wraiths"]["wraith-1"]["sorcery"] == 2),
        ("eyes", 1, lambda view: view["eyes"] == 1),
        ("eye", 1, lambda view: view["eye"] is True),
        ("limit", 1, lambda view: view["tracks"]["corruption"]["limit"] == 13),
        ("ring", -1, lambda view: view["dice"].count("ring") == 1 and view["dice_used"] == ["ring"]),
        ("shadow", 1, lambda view: view["dice"].count("shadow") == 2),
    ],
)
@pytest.mark.parametrize("seat", [RINGBEARER, "wraith-1"])
def test_a_card_adjusts_a_track_or_a_supply(what: str, by: int, seen: Any, seat: str) -> None:
    after = view({"seat": seat, **adjust(what, by)})
    assert seen(after)
    assert after["played"]["card"] == "a card"
    assert (after["played"]["seat"], after["played"]["what"], after["played"]["by"]) == (seat, what, by)


def test_a_die_that_comes_back_is_no_longer_used() -> None:
    after = view(*wraith(adjust("ring", -2), adjust("sword", 1), adjust("ring", 1)))
    assert (sorted(after["dice"]), after["dice_used"]) == (
        ["ring", "shadow", "sorcery", "sword", "sword", "sword"],
        [],
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"do": "adjust", "by": 1, **BECAUSE}, "One can adjust: corruption, movement,"),
        (adjust("corruption", 0), "Say by how much: a number from -20 to 20, not 0."),
        ({**adjust("corruption", 1), "by": True}, "Say by how much: a number from -20 to 20, not 0."),
        ({"do": "adjust", "what": "corruption", "by": 1}, "Name the card, or say why: because."),
        (adjust("corruption", 1, of="wraith-1"), "Only sorcery hands belong to one wraith."),
        (adjust("sorcery-hand", 1, of="wraith-3"), "Say of which wraith: wraith-1."),
        ({"do": "place", "what": "castle", **BECAUSE}, "One can place: ally,"),
        ({"do": "place", "what": "ally", "at": "7"}, "Name the card, or say why: because."),
        (place("ally", "99"), "Say at which location."),
        (place("ally", "A"), "Say at which location."),
        (place("ally", "2"), "There is a Nazgûl or another ally token at 2."),
        (
            place("special", "3"),
            "Say which red token goes into the bag: special-2 or special-eye, for example.",
        ),
        ({"do": "remove", "what": "dragon", "at": "2"}, "One can remove: ally, trail,"),
        ({"do": "remove", "what": "ally", "at": "2", **BECAUSE}, "Nothing of that kind lies there."),
        ({"do": "move", "what": "dragon", **BECAUSE}, "One can move: ally, green,"),
        ({"do": "move", "what": "green", "to": "A", **BECAUSE}, "A Nazgûl never enters an exit"),
        ({"do": "move", "what": "green", "to": "99", **BECAUSE}, "Say where the Nazgûl goes:"),
        ({"do": "move", "what": "green", "to": "6"}, "Name the card, or say why: because."),
        (
            {"do": "move", "what": "ally", "from": "7", "to": "8", **BECAUSE},
            "Nothing of that kind lies there.",
        ),
        ({"do": "cancel", "what": "game", **BECAUSE}, "One can cancel: ride, turn, encounter, card."),
        ({"do": "cancel", "what": "ride"}, "Name the card, or say why: because."),
        ({"do": "cancel", "what": "ride", **BECAUSE}, "There is nothing of that kind to cancel now."),
        ({"do": "cancel", "what": "encounter", **BECAUSE}, "There is nothing of that kind to cancel now."),
        ({"do": "cancel", "what": "card", **BECAUSE}, "There is nothing of that kind to cancel now."),
        ({"do": "hold", "cards": ["1", "2", "3", "4"]}, "Name at most as many cards as you hold,"),
        ({"do": "hold", "cards": "all"}, "Name at most as many cards as you hold,"),
    ],
)
def test_an_effect_that_cannot_be(line: Line, words: str) -> None:
    assert why(*ringbearer(line)).startswith(words)


def test_of_several_wraiths_one_says_whose_hand() -> None:
    lines = [first_line(board=WHOLE, wraiths=2), *ringbearer(adjust("sorcery-hand", 1))]
    assert refused(*lines) == "Say of which wraith: wraith-1, wraith-2."
    lines = [first_line(board=WHOLE, wraiths=2), *ringbearer(adjust("sorcery-hand", 1, of="wraith-2"))]
    assert played(*lines).view("table")["wraiths"]["wraith-2"]["sorcery"] == 2


def test_at_most_eight_ally_tokens_are_on_the_map() -> None:
    on_all = [place("ally", at) for at in ("1", "6", "7", "8", "9", "10", "11")]
    free = {"do": "move", "what": "purple", "to": "4.5:1", **BECAUSE}
    lines = ringbearer(*on_all, free, place("ally", "5"))
    assert len(view(*lines)["allies"]) == 8
    another = {"do": "move", "what": "green", "to": "1.2:1", **BECAUSE}
    assert why(*lines, *ringbearer(another, place("ally", "2"))) == (
        "All eight ally tokens are on the map: move one instead."
    )
    moved = {"do": "move", "what": "ally", "from": "11", "to": "2", **BECAUSE}
    assert "2" in view(*lines, *ringbearer(another, moved))["allies"]


def test_an_ally_token_moves_to_a_connected_free_location_past_nazgul_on_points() -> None:
    ally = place("ally", "1")
    rides = {"do": "move", "what": "green", "to": "1.2:1", **BECAUSE}
    moved = {"do": "move", "what": "ally", "from": "1", "to": "2", **BECAUSE}
    assert view(*ringbearer(ally, rides, moved))["allies"] == ["2"]
    assert why(*ringbearer(ally, moved)) == "There is a Nazgûl or another ally token at 2."
    assert why(*ringbearer(ally, {**moved, "to": "9"})) == "1 and 9 are not connected."


def test_trail_tokens_information_and_merry_come_and_go_by_cards() -> None:
    trail = view(*wraith(place("trail-eye", "7"), place("trail-sword", "8")))
    assert trail["trail"] == {"7": "eye", "8": "sword"}
    gone = view(*wraith(place("trail-eye", "7"), {"do": "remove", "what": "trail", "at": "7", **BECAUSE}))
    assert gone["trail"] == {}
    shown = view(*ringbearer(place("information", "9")))
    assert shown["found"] == ["7", "9"]
    only = "Only the Ringbearer shows information tokens, and only those behind the screen."
    assert why(*wraith(place("information", "9"))) == only
    assert why(*ringbearer(place("information", "7"))) == only
    both = [place("special", "special-2"), place("special", "special-eye")]
    assert view(*wraith(*both))["bag"]["special"] == ["special-2", "special-eye"]
    assert why(*wraith(*both, both[0])) == "Both special tokens are in the bag."


def test_markers_lie_where_each_side_puts_them() -> None:
    marker = {"do": "place", "what": "marker", "at": "II-A"}
    mine = {"do": "place", "what": "companion-marker", "at": "I"}
    seen = view(*wraith(marker), *ringbearer(mine))
    assert seen["markers"] == [{"what": "marker", "at": "II-A"}, {"what": "companion-marker", "at": "I"}]
    moved = {"do": "move", "what": "marker", "from": "II-A", "to": "step 5"}
    assert view(*wraith(marker, moved))["markers"] == [{"what": "marker", "at": "step 5"}]
    assert view(*wraith(marker, {"do": "remove", "what": "marker", "at": "II-A"}))["markers"] == []
    assert why(*ringbearer(marker)) == "That marker belongs to the other side."
    assert why(*wraith(*[marker] * 7)) == "All markers of that kind lie on the table: remove or move one."
    assert why(*wraith({**marker, "at": ""})).startswith("Say where the marker lies:")
    assert why(*wraith({**moved, "from": "III"})) == "Nothing of that kind lies there."


def test_a_cancelled_ride_leads_back_and_a_cancelled_turn_is_over() -> None:
    rode = wraith(ride("green", "6"))
    back = view(*rode, *ringbearer({"do": "cancel", "what": "ride", **BECAUSE}))
    assert (back["nazgul"]["green"]["at"], back["active"]["ridden"]) == ("2", True)
    over = view(*rode, *ringbearer({"do": "cancel", "what": "turn", **BECAUSE}))
    assert (over["active"]["nazgul"], over["active"]["ridden"]) == ("blue", False)
    noted = view(
        *ringbearer({"do": "play-ally", "card": "Elves"}),
        *wraith({"do": "cancel", "what": "card", **BECAUSE}),
    )
    assert noted["played"]["do"] == "cancel"


def test_effects_are_not_offered_because_nobody_could_list_them() -> None:
    table = played(TABLE, *HUNT)
    assert not any(offers(table, RINGBEARER, do) for do in ("adjust", "place", "remove", "cancel", "hold"))


def test_wraiths_take_back_their_own_deeds_but_no_question_and_nothing_of_the_ringbearers() -> None:
    rode = played(TABLE, *HUNT, *wraith(ride("green", "6")))
    assert rode.view("wraith-1")["undo"] == {"seat": "wraith-1", "do": "ride"}
    asked = played(TABLE, *HUNT, *wraith(search("green")))
    assert asked.view("wraith-1")["undo"] is None
    assert asked.view("table")["undo"] == {"seat": "wraith-1", "do": "search"}
    assert refusal(asked, "wraith-1", UNDO) == "There is nothing to undo."
    moved = played(TABLE, *HUNT)
    assert moved.view("wraith-1")["undo"] is None
    assert moved.view(RINGBEARER)["undo"] == {"seat": "ringbearer", "do": "end-turn"}


def test_everyone_hears_what_was_taken_back_even_who_could_not_do_it() -> None:
    lines = [*wraith(search("green")), *ringbearer({"do": "answer"}, UNDO)]
    seen = view(*lines, seat="wraith-1")
    assert seen["turned_back"] == {
        "by": "ringbearer", "do": "undo", "what": {"seat": "ringbearer", "do": "answer"}
    }  # fmt: skip
    assert (seen["question"]["at"], seen["redo"]) == ("2", None)
    again = view(*lines, *by("table", REDO), seat="wraith-1")
    assert again["answer"]["at"] == "2"


def test_a_row_keeps_what_was_drawn_in_its_events_and_what_was_said_in_its_line() -> None:
    table = played(TABLE)
    row = table.decide(RINGBEARER, {"do": "set-start", "at": "draw"})
    assert row.line == {"do": "set-start", "at": "draw"}  # type: ignore[union-attr]
    (event,) = row.events  # type: ignore[union-attr]
    assert {word: value for word, value in event.items() if word != "salt"} == {
        "event": "StartSet",
        "at": "1",
    }
    assert table.after(row).after(row) is not None  # type: ignore[arg-type]


def test_a_turn_that_ends_is_the_active_nazguls() -> None:
    assert view(*wraith(END))["active"]["nazgul"] == "blue"

"""The wraiths' turn: riding, the dice, the three questions, abilities."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    RINGBEARER,
    first_line,
    hunt,
    move,
    offers,
    passing,
    perceive,
    played,
    refused,
    ride,
    ringbearer,
    roll,
    search,
    set_up,
    walking,
    wraith,
)
from tests.companion.playing import by

WHOLE = """\
board crossroads "A whole small board"
location 1 "Bag End" start zone I-A
location 2 nazgul-start zone I-A
location 3 nazgul-start zone I-B
location 4 nazgul-start zone II-A
location 5 nazgul-start zone II-A
location 6 "Barrow" dark zone I-B
location 7 "Farm" ally zone I-A
location 8 "Inn" ally zone I-A
location 9 "Mill" ally zone II-B
location 10 "Ferry" ally zone II-B
location 11 "House" ally zone II-B
exit A zone II-B
road 1 . 2 . 3
road 3 . 4
path 2 6
path 6 .x 7
path .x 8
path 4 . 5
path 5 9
path 9 10
path 10 11
path 11 A
"""
INFORMATION = ["7", "8", "9", "10", "11"]
PLACES = {"green": "2", "blue": "3", "red": "4", "purple": "5"}
ALL_FACES = ["ring", "ring", "sword", "sword", "sorcery", "shadow"]


def table() -> Json:
    return first_line(board=WHOLE, answers="auto")


def hunting(*lines: Line, cells: tuple[str, ...] = ()) -> list[Json]:
    """The first wraiths' turn of part one, after Frodo noted these cells by cards and then a point."""
    return [
        table(),
        *set_up(information=INFORMATION, places=PLACES, dice=ALL_FACES),
        *ringbearer(*[move(cell, card="a card") for cell in cells], move("."), END),
        *wraith(*lines),
    ]


def by_night(*lines: Line, has_moved: bool = False) -> list[Json]:
    return [
        table(),
        *set_up(information=INFORMATION, places=PLACES, dice=ALL_FACES),
        *walking(".", "."),
        *ringbearer(move(".") if has_moved else {"do": "rest"}, END),
        *wraith(*lines),
    ]


def view(*lines: Json, seat: str = "table") -> Json:
    return played(*lines).view(seat)


def ends(lines: list[Json]) -> set[str]:
    (offer,) = offers(played(*lines), "wraith-1", "ride")
    return {way[-1] for way in offer["by"]}


def test_by_day_one_step_on_a_path_and_three_along_a_road() -> None:
    assert ends(hunting()) == {"1.2:1", "1", "2.3:1", "3", "3.4:1", "6"}


def test_at_night_two_steps_also_on_paths() -> None:
    assert ends(by_night()) == {"1.2:1", "1", "2.3:1", "3", "3.4:1", "6", ".x"}
    assert view(*by_night(ride("green", "6", ".x")))["nazgul"]["green"]["at"] == ".x"
    assert refused(*by_night(ride("green", "6", ".x", "8"))) == (
        "At night a Nazgûl rides up to two steps, or up to three along a road."
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (ride("green", "6", ".x"), "By day a Nazgûl rides one step, or up to three along a road."),
        (ride("green", "5"), "No path or road leads that way from 2."),
        (ride("green", "."), "Which point? Name it: 1.2:1, 2.3:1."),
        (ride("green"), "Say which spots the Nazgûl enters, in order: one to three."),
        (ride("green", ".", "3", ".", "4"), "Say which spots the Nazgûl enters, in order: one to three."),
        (ride("green", "six!"), "A spot is a location's number or a point's name."),
        (ride("blue", "2.3:1"), "Now it is the turn of this Nazgûl: Green."),
        (ride("black", "6"), "The Nazgûl are green, blue, red and purple."),
        ({"do": "ride", "nazgul": ["green"], "by": ["6"]}, "The Nazgûl are green, blue, red and purple."),
    ],
)
def test_a_nazgul_cannot_ride_so(line: Line, why: str) -> None:
    assert refused(*hunting(line)) == why


def test_one_spot_alone_needs_no_list() -> None:
    assert view(*hunting({"do": "ride", "nazgul": "green", "by": "6"}))["nazgul"]["green"]["at"] == "6"


def test_a_nazgul_never_enters_an_exit() -> None:
    lines = [table(), *set_up(information=INFORMATION, places=PLACES)]
    moved = {"do": "move", "what": "green", "to": "11", "because": "a card"}
    lines += [*wraith(moved), *ringbearer(move("."), END)]
    assert refused(*lines, *wraith(ride("green", "A"))) == (
        "A Nazgûl never enters an exit or a location with an ally token."
    )
    assert ends(lines) == {"10"}


def test_a_nazgul_never_enters_or_passes_a_location_with_an_ally_token() -> None:
    lines = hunting()
    placed = ringbearer({"do": "place", "what": "ally", "at": "6", "because": "Elves"})
    why = "A Nazgûl never enters an exit or a location with an ally token."
    assert refused(*lines, *placed, *wraith(ride("green", "6"))) == why
    assert "6" not in ends([*lines, *placed])
    assert refused(*by_night(), *placed, *wraith(ride("green", "6", ".x"))) == why


def test_a_nazgul_rides_once_and_acts_once_in_either_order() -> None:
    assert refused(*hunting(ride("green", "6"), ride("green", "2"))) == "This Nazgûl has ridden this turn."
    for line in (search("green"), hunt("green", "sword"), perceive("green", zone="I-A")):
        assert refused(*hunting(search("green"), line)) == "This Nazgûl has taken its action this turn."
    assert view(*hunting(search("green"), ride("green", "6")))["nazgul"]["green"]["at"] == "6"
    assert view(*hunting(ride("green", "6"), search("green")))["answer"]["at"] == "6"


def test_to_act_with_the_next_nazgul_ends_the_turn_of_the_one_before() -> None:
    seen = view(*hunting(ride("green", "6"), search("blue")))
    assert (seen["active"]["nazgul"], seen["active"]["acted"]) == ("blue", True)
    assert not seen["nazgul"]["green"]["waiting"]
    assert refused(*hunting(ride("green", "6"), search("blue"), search("green"))) == (
        "Now it is the turn of this Nazgûl: Blue."
    )
    assert refused(*hunting(ride("green", "6"), search("red"))) == "Now it is the turn of this Nazgûl: Green."
    assert refused(*hunting(search("blue"))) == "Now it is the turn of this Nazgûl: Green."
    everyone = hunting(search("green"), search("blue"), search("red"), search("purple"), END)
    assert view(*everyone)["phase"] == "day-2"


def test_whose_turn_ends_may_be_named() -> None:
    green, blue = ({"do": "end-turn", "nazgul": each} for each in ("green", "blue"))
    assert view(*hunting(green, blue))["active"]["nazgul"] == "red"
    assert refused(*hunting(blue)) == "Now it is the turn of this Nazgûl: Green."


def test_nobody_ends_the_turn_of_anothers_nazgul() -> None:
    lines = [
        first_line(board=WHOLE, wraiths=4, answers="auto"),
        *ringbearer(
            {"do": "set-start", "at": "1"}, {"do": "set-information", "tokens": INFORMATION, "give": "7"}
        ),
    ]
    for seat, (colour, at) in enumerate(PLACES.items(), start=1):
        lines += by(f"wraith-{seat}", {"do": "place", "nazgul": {colour: at}})
    lines += [*by("wraith-1", roll()), *ringbearer(move("."), END), *by("wraith-1", search("green"))]
    assert refused(*lines, *by("wraith-2", search("blue"))) == "It is Wraith 1's turn: the Nazgûl is Green."


def test_nazgul_do_not_block_each_other() -> None:
    assert view(*hunting(ride("green", ".", "3")))["nazgul"]["green"]["at"] == "3"


def test_one_searches_and_hunts_only_in_a_location() -> None:
    for line in (search("green"), hunt("green", "sword")):
        assert refused(*hunting(ride("green", "2.3:1"), line)) == (
            "The Nazgûl stands on a point: one searches and hunts in a location."
        )


def test_a_trail_token_forbids_searching_and_allows_hunting() -> None:
    lines = hunting(search("green"), END, END, END, END, cells=("2",))
    assert view(*lines)["trail"] == {"2": "eye"}
    again = [*lines, *ringbearer(move("."), END)]
    assert refused(*again, *wraith(search("green"))) == (
        "A trail token lies at 2: one cannot search there, but one can hunt."
    )
    assert view(*again, *wraith(hunt("green", "sword")))["trail"] == {"2": "sword"}


def test_a_start_of_frodos_can_be_hunted() -> None:
    lines = hunting(ride("green", ".", "1"), hunt("green", "sword"))
    assert view(*lines)["answer"] == {"to": "hunt", "at": "1", "answer": "yes", "by": "sheet", "here": True}


def test_by_day_and_in_a_night_of_rest_a_hunt_takes_a_sword() -> None:
    why = "That takes a die with this symbol: Sword. Say which you use."
    assert refused(*hunting(hunt("green"))) == why
    assert refused(*by_night(hunt("green"))) == why
    assert refused(*hunting(hunt("green", "ring"))) == "That takes a die with this symbol: Sword."


def test_in_a_night_of_the_eye_hunting_is_free() -> None:
    seen = view(*by_night(hunt("green"), has_moved=True))
    assert (seen["answer"]["to"], seen["dice_used"]) == ("hunt", [])
    paid = view(*by_night(hunt("green", "sword"), has_moved=True))
    assert paid["dice_used"] == ["sword"]


def test_a_shadow_counts_as_any_face_and_a_used_die_is_out() -> None:
    seen = view(*hunting(hunt("green", "shadow"), END, perceive("blue", zone="I-B"), END))
    assert (seen["dice"], seen["dice_used"]) == (["ring", "sword", "sword", "sorcery"], ["shadow", "ring"])
    assert refused(*hunting(hunt("green", "shadow"), END, hunt("blue", "shadow"))) == (
        "No such die is left in the pool: Shadow."
    )
    assert refused(*hunting(hunt("green", "axe"))) == "Say which die you use: ring, sword, sorcery or shadow."


def test_dice_come_back_in_the_refresh_step() -> None:
    lines = [*by_night(hunt("green", "sword")), *passing(), *wraith(roll())]
    assert (len(view(*lines)["dice"]), view(*lines)["dice_used"]) == (6, [])


def test_in_a_dark_location_every_die_is_sorcery() -> None:
    draw = {"do": "draw-sorcery", "die": "ring"}
    assert refused(*hunting(draw)) == "That takes a die with this symbol: Sorcery."
    assert view(*hunting(ride("green", "6"), draw))["wraiths"]["wraith-1"]["sorcery"] == 2
    assert refused(*hunting(ride("green", "2.3:1"), draw)) == "That takes a die with this symbol: Sorcery."


def test_sorcery_cards_are_drawn_and_played_with_sorcery() -> None:
    lines = hunting({"do": "draw-sorcery", "die": "sorcery", "card": "Dread"})
    assert view(*lines, seat="wraith-1")["hand"] == ["Dread"]
    assert "hand" not in view(*lines)
    assert view(*lines, seat=RINGBEARER)["hand"] == []
    played_card = {"do": "play-sorcery", "card": "Dread", "die": "shadow"}
    after = view(*lines, *wraith(END, played_card))
    assert (after["played"]["card"], after["wraiths"]["wraith-1"]["sorcery"]) == ("Dread", 1)


def test_a_wraith_with_six_sorcery_cards_discards_first() -> None:
    lines = hunting({"do": "adjust", "what": "sorcery-hand", "by": 5, "because": "a card"})
    assert refused(*lines, *wraith(ride("green", "6"))) == "You hold more than five cards: discard first."
    assert view(*lines, *wraith({"do": "discard"}))["wraiths"]["wraith-1"]["sorcery"] == 5


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ({"zone": "I-B"}, "The Nazgûl does not stand in I-B."),
        ({"section": "II"}, "The Nazgûl does not stand in II."),
        ({"zone": "III-A"}, "There is no III-A on this board."),
        ({"zone": "I"}, "Say either a zone, like II-A, or a section, like II."),
        ({"section": "I-A"}, "Say either a zone, like II-A, or a section, like II."),
        ({"zone": "here"}, "Say either a zone, like II-A, or a section, like II."),
        ({"zone": "I-A", "section": "I"}, "Say either a zone, like II-A, or a section, like II."),
        ({}, "Say either a zone, like II-A, or a section, like II."),
    ],
)
def test_perception_is_for_the_zone_or_section_where_the_nazgul_stands(
    where: dict[str, str], why: str
) -> None:
    assert refused(*hunting(perceive("green", **where))) == why


def test_on_a_point_between_two_zones_either_may_be_felt_for() -> None:
    on_a_point = hunting(ride("green", "2.3:1"))
    for zone in ("I-A", "I-B"):
        assert view(*on_a_point, *wraith(perceive("green", zone=zone)))["answer"]["at"] == zone
    zones, sections = offers(played(*on_a_point), "wraith-1", "perceive")
    assert (zones["zone"], sections["section"]) == (["I-A", "I-B"], ["I"])


def test_perception_counts_the_last_location_not_the_wilds() -> None:
    lines = hunting(END, END, perceive("red", section="II"), cells=("9",))
    assert view(*lines)["answer"] == {"to": "perceive", "at": "II", "answer": "yes", "by": "map"}
    assert view(*lines)["trail"] == {}


def test_an_information_token_is_shown_whether_or_not_frodo_was_there() -> None:
    lines = hunting(END, END, END, ride("purple", "9"), search("purple"))
    seen = view(*lines)
    assert (seen["answer"]["answer"], seen["answered"]["information"]) == ("no", "9")
    assert seen["found"] == ["7", "9"]
    assert [each["unlocked"] for each in seen["abilities"]] == [True, True, False, False, False]


def test_an_ally_token_beside_a_nazgul_is_removed_with_a_sword() -> None:
    placed = [{"do": "place", "what": "ally", "at": at, "because": "Elves"} for at in ("6", "9")]
    lines = [*hunting(), *ringbearer(*placed)]
    removed = {"do": "remove-ally", "nazgul": "green", "at": "6", "die": "sword"}
    assert view(*lines, *wraith(removed))["allies"] == ["9"]
    assert refused(*lines, *wraith({**removed, "at": "9"})) == "Only from a location adjacent to the Nazgûl."
    assert (
        refused(*lines, *wraith({**removed, "at": "7"}))
        == "Say from which location you remove an ally token."
    )
    assert refused(*lines, *wraith({**removed, "die": "ring"})) == "That takes a die with this symbol: Sword."


def ability(number: int, **words: Any) -> Line:
    return {"do": "ability", "number": number, "nazgul": "green", **words}


def with_abilities(*lines: Line, many: int = 4) -> list[Json]:
    """So many information tokens lie on the Black Riders' card."""
    shown = [
        {"do": "place", "what": "information", "at": at, "because": "a card"} for at in INFORMATION[1:many]
    ]
    return [*hunting(), *ringbearer(*shown), *wraith(*lines)]


def test_ability_1_any_die_rides_one_more_step() -> None:
    lines = with_abilities(ride("green", "6"), ability(1, die="sorcery", by=[".x"]))
    assert (view(*lines)["nazgul"]["green"]["at"], view(*lines)["dice_used"]) == (".x", ["sorcery"])
    assert refused(*with_abilities(ability(1, die="ring", by=["6", ".x"]))) == "This ability rides one step."


def test_ability_2_any_two_dice_hunt_or_perceive() -> None:
    seen = view(*with_abilities(ability(2, dice=["sorcery", "ring"])))
    assert (seen["answer"]["to"], seen["dice_used"]) == ("hunt", ["sorcery", "ring"])
    assert (
        view(*with_abilities(ability(2, dice=["sword", "sword"], zone="I-A")))["answer"]["to"] == "perceive"
    )
    for dice, why in {
        ("sorcery", "sorcery"): "Those dice are not left in the pool.",
        ("sword",): "This ability takes any two dice: name both.",
    }.items():
        assert refused(*with_abilities(ability(2, dice=list(dice)))) == why


def test_ability_3_a_sword_rides_one_step_and_searches() -> None:
    seen = view(*with_abilities(ability(3, die="sword", by=["6"])))
    assert (seen["answer"]["to"], seen["answer"]["at"], seen["nazgul"]["green"]["at"]) == ("search", "6", "6")
    assert (
        refused(*with_abilities(ability(3, die="ring", by=["6"])))
        == "That takes a die with this symbol: Sword."
    )
    assert refused(*with_abilities(ability(3, die="sword", by=["2.3:1"]))) == (
        "The Nazgûl stands on a point: one searches and hunts in a location."
    )


def test_ability_4_a_ring_rides_two_steps() -> None:
    lines = with_abilities(ability(4, die="ring", by=["6", ".x"]), ride("green", "8"))
    assert view(*lines)["nazgul"]["green"]["at"] == "8"
    assert (
        refused(*with_abilities(ability(4, die="ring", by=[".", "3", "."])))
        == "This ability rides at most 2 steps."
    )


def test_abilities_need_their_information_tokens() -> None:
    assert refused(*with_abilities(ability(2, dice=["ring", "ring"]), many=1)) == (
        "Ability 2 needs that many information tokens."
    )
    assert refused(*with_abilities(ability(5))) == (
        "The abilities 1 to 4 can be used; the fifth waits for part two."
    )
    numbers = {offer["number"] for offer in offers(played(*with_abilities(many=2)), "wraith-1", "ability")}
    assert numbers == {1, 2}


def test_a_question_waits_for_the_ringbearer() -> None:
    lines = [
        first_line(board=WHOLE),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(move("2", card="a card"), move("."), END),
        *wraith(search("green")),
    ]
    asked = view(*lines)
    question = {"to": "search", "at": "2", "nazgul": "green", "seat": "wraith-1", "because": None}
    assert (asked["question"], asked["answer"], asked["turn"]) == (question, None, ["ringbearer"])
    assert asked["trail"] == {}
    truth = view(*lines, seat=RINGBEARER)["truth"]
    assert truth == {"answer": "yes", "by": "sheet", "here": False, "information": None}
    assert refused(*lines, *wraith(END)) == "First the Ringbearer answers."
    answered = view(*lines, *ringbearer({"do": "answer"}))
    assert (answered["answer"]["answer"], answered["trail"], answered["question"]) == (
        "yes",
        {"2": "eye"},
        None,
    )
    cancelled = view(*lines, *ringbearer({"do": "answer", "cancel": "Hidden"}))
    assert cancelled["answer"] == {"to": "search", "at": "2", "answer": "cancelled", "by": "card"}
    assert (cancelled["trail"], cancelled["ally"]["hand"], cancelled["active"]["acted"]) == ({}, 2, True)
    assert refused(*lines, *ringbearer({"do": "answer", "cancel": 7})) == "Name the card that cancels it."
    assert refused(*lines, *ringbearer({"do": "answer", "zone": "I-A"})) == (
        "Butterbur knows the answer: no zone is needed."
    )


def test_the_ringbearer_is_offered_the_answer_and_the_cards_that_may_cancel_it() -> None:
    lines = [
        first_line(board=WHOLE),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer({"do": "hold", "cards": ["Elves", "Elves"]}, move("."), END),
        *wraith(search("green")),
    ]
    assert offers(played(*lines), RINGBEARER, "answer") == [
        {"do": "answer"},
        {"do": "answer", "cancel": ["Elves", "card"]},
    ]
    all_told = [*lines[:-1], *ringbearer({"do": "hold", "cards": ["Elves", "Ferry", "Maggot"]}), lines[-1]]
    assert offers(played(*all_told), RINGBEARER, "answer")[1]["cancel"] == ["Elves", "Ferry", "Maggot"]
    none = {"do": "adjust", "what": "ally-hand", "by": -3, "because": "a card"}
    assert offers(played(*lines, *ringbearer(none)), RINGBEARER, "answer") == [{"do": "answer"}]


def test_the_table_sees_which_nazgul_are_still_to_act() -> None:
    waiting = view(*hunting(END))["nazgul"]
    assert {each: seen["waiting"] for each, seen in waiting.items()} == {
        "green": False, "blue": True, "red": True, "purple": True
    }  # fmt: skip


def test_where_the_map_does_not_know_the_zone_the_ringbearer_says_it() -> None:
    lines = [
        first_line(board=None, answers="auto"),
        *set_up(places=PLACES),
        *ringbearer(move("."), END),
        *wraith(perceive("green", zone="II-A")),
    ]
    assert view(*lines, seat=RINGBEARER)["truth"]["answer"] is None
    asked = offers(played(*lines), RINGBEARER, "answer")[0]
    assert {"I-A", "III-D"} <= set(asked["zone"])
    why = "Look up the zone of Frodo's last location and say it, like II-A."
    assert refused(*lines, *ringbearer({"do": "answer"})) == why
    assert refused(*lines, *ringbearer({"do": "answer", "zone": "II"})) == why
    for zone, answer in {"II-A": "yes", "II-B": "no"}.items():
        seen = view(*lines, *ringbearer({"do": "answer", "zone": zone}))
        assert seen["answer"] == {"to": "perceive", "at": "II-A", "answer": answer, "by": "sheet"}


def test_a_section_alone_says_no_to_every_zone_outside_it() -> None:
    lines = [
        first_line(board=WHOLE.replace("start zone I-A", "start zone I", 1), answers="auto"),
        *set_up(information=INFORMATION, places={**PLACES, "green": "5", "purple": "2"}),
        *ringbearer(move("."), END),
    ]
    seen = view(*lines, *wraith(perceive("green", zone="II-A")))
    assert seen["answer"] == {"to": "perceive", "at": "II-A", "answer": "no", "by": "map"}
    waiting = view(*lines, *wraith(END, END, END, perceive("purple", zone="I-A")))
    assert (waiting["answer"], waiting["question"]["at"]) == (None, "I-A")


def test_a_sorcery_card_asks_anywhere_but_under_an_ally_token() -> None:
    card = {"do": "search", "at": "9", "because": "Spies"}
    seen = view(*hunting(card, search("green"), cells=("9",)))
    assert seen["trail"] == {"9": "eye"}
    asked = view(*hunting(card, cells=("9",)))
    assert (asked["answered"]["because"], asked["active"]["acted"]) == ("Spies", False)
    assert view(*hunting({"do": "perceive", "section": "II", "because": "Spies"}))["answer"]["answer"] == "no"
    lines = [*hunting(), *ringbearer({"do": "place", "what": "ally", "at": "9", "because": "Elves"})]
    assert refused(*lines, *wraith(card)) == "An ally token protects 9 from cards that search or hunt."
    assert refused(*hunting({"do": "search", "at": "9"})) == (
        "Only a card asks elsewhere than where the Nazgûl stands: name it."
    )
    assert refused(*hunting({"do": "hunt", "because": "Spies"})) == "Say at which location."
    assert refused(*hunting({"do": "hunt", "at": "9", "because": ""})) == "Name the card."


def test_the_other_wraiths_wait_for_their_turn() -> None:
    lines = [
        first_line(board=WHOLE, wraiths=2, answers="auto"),
        *ringbearer(
            {"do": "set-start", "at": "1"}, {"do": "set-information", "tokens": INFORMATION, "give": "7"}
        ),
        *by("wraith-1", {"do": "place", "nazgul": {"green": "2", "blue": "3"}}),
        *by("wraith-2", {"do": "place", "nazgul": {"red": "4", "purple": "5"}}),
        *by("wraith-1", roll()),
        *ringbearer(move("."), END),
    ]
    assert refused(*lines, *by("wraith-2", ride("red", "."))) == "It is Wraith 1's turn: the Nazgûl is Green."
    lines += by("wraith-1", END, END)
    assert view(*lines)["turn"] == ["wraith-2"]
    lines += by("wraith-2", END, END)
    lines += [*ringbearer(move("."), END), *by("wraith-1", END, END), *by("wraith-2", END, END)]
    lines += [*ringbearer({"do": "rest"}, END), *by("wraith-1", END, END), *by("wraith-2", END, END)]
    refreshed = view(*lines)
    assert (refreshed["phase"], refreshed["lead"], refreshed["turn"]) == ("refresh", "wraith-2", ["wraith-2"])
    assert [each["sorcery"] for each in refreshed["wraiths"].values()] == [1, 2]
    assert refused(*lines, *by("wraith-1", roll())) == "The lead player throws the dice: Wraith 2."
    lines += [*by("wraith-2", roll()), *ringbearer(move("."), END)]
    assert view(*lines)["active"]["nazgul"] == "red"


def test_a_word_nobody_knows_is_refused_with_the_words_one_can_say() -> None:
    assert refused(*hunting({"do": "fly"})).startswith(
        "In the Hunt for the Ring one can do: lead, roll, ride,"
    )
    assert refused(*hunting({"do": "rest"})) == "Only the Ringbearer does that."

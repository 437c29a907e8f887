"""Every worked example of the rulebook's part one, played through scripts on a board of what they reveal."""

from __future__ import annotations

from companion.core import Json, Line
from companion.core.board import Board, read_board
from companion.table import Table
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    EXAMPLES,
    escape,
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
    tokens,
    walking,
    wraith,
)
from tests.companion.playing import by

TABLE = first_line(answers="auto")
TO_22 = [".", ".", "10", ".", "19", "22"]


def board() -> Board:
    read = read_board(EXAMPLES)
    assert isinstance(read, Board), str(read.why)
    return read


def moves(table: Table) -> set[str]:
    (offer,) = offers(table, "ringbearer", "move")
    return set(offer["to"])


def test_key_terms_adjacent_31_is_beside_33_and_beside_the_point_on_its_left() -> None:
    assert board().adjacent("31", "33")
    assert board().adjacent("31", ".left")
    assert not board().adjacent("31", "26")


def test_key_terms_connected_37_with_itself_33_35_38_39_and_the_point_on_its_left() -> None:
    for other in ("37", "33", "35", "38", "39", "33.37:1"):
        assert board().connected("37", other)
    assert not board().connected("37", "31")


def test_key_terms_accessible_one_point_since_31_reaches_26_32_and_33() -> None:
    lines = [TABLE, *set_up(), *ringbearer(move("31", card="a card"), move("."), END), *passing()]
    assert moves(played(*lines)) == {".", "26", "31", "32", "33"}


def test_key_terms_accessible_two_points_since_31_also_reach_27_and_29() -> None:
    lines = [TABLE, *set_up(), *ringbearer(move("31", card="a card")), *walking(".", ".")]
    assert moves(played(*lines)) == {".", "26", "27", "29", "31", "32", "33"}


def test_moving_frodo_1_after_two_points_and_10_he_may_note_a_point_or_9_or_11() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10"))
    assert table.view("ringbearer")["sheet"] == ["1", ".", ".", "10"]
    assert moves(table) == {".", "9", "11"}
    after = played(TABLE, *set_up(), *walking(".", ".", "10", ".")).view("ringbearer")
    assert (after["last"], after["points"]) == ("10", 1)


def test_moving_frodo_2_with_one_point_noted_he_may_note_9_11_19_20_or_10_again() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10", "."))
    assert moves(table) == {".", "9", "10", "11", "19", "20"}
    after = played(TABLE, *set_up(), *walking(".", ".", "10", ".", "19")).view("ringbearer")
    assert after["sheet"] == ["1", ".", ".", "10", ".", "19"]
    assert after["last"] == "19"


def test_moving_frodo_3_he_goes_on_to_the_adjacent_22() -> None:
    view = played(TABLE, *set_up(), *walking(*TO_22)).view("ringbearer")
    assert view["sheet"] == ["1", ".", ".", "10", ".", "19", "22"]
    assert view["tracks"]["movement"]["value"] == 6


def test_riding_by_day_blue_may_enter_the_point_on_its_left_or_47() -> None:
    places = {"blue": "48", "green": "49", "red": "31", "purple": "24"}
    lines = [TABLE, *set_up(places=places), *ringbearer(move("."), END)]
    assert played(*lines, *wraith(ride("blue", ".west"))).view("table")["nazgul"]["blue"]["at"] == ".west"
    assert played(*lines, *wraith(ride("blue", "47"))).view("table")["nazgul"]["blue"]["at"] == "47"


def test_riding_by_day_green_uses_the_road_from_49_to_48_or_46() -> None:
    lines = [TABLE, *set_up(), *ringbearer(move("."), END)]
    for end in ("48", "46"):
        view = played(*lines, *wraith(ride("green", ".", ".", end))).view("table")
        assert view["nazgul"]["green"]["at"] == end
    (offer,) = offers(played(*lines), "wraith-1", "ride")
    assert {way[-1] for way in offer["by"]} == {"46", "48", "49.46:1", "49.46:2", "49.48:1", "49.48:2"}


def test_riding_at_night_green_goes_on_along_the_road_or_two_steps_on_the_path_to_the_quarry() -> None:
    places = {"green": "34", "blue": "48", "red": "49", "purple": "31"}
    lines = [TABLE, *set_up(places=places), *walking(".", "."), *ringbearer({"do": "rest"}, END)]
    for way, end in (([".", "30", "."], ".east"), ([".", "23"], "23")):
        view = played(*lines, *wraith(ride("green", *way))).view("table")
        assert (view["phase"], view["nazgul"]["green"]["at"]) == ("night", end)


def test_riding_by_day_the_path_to_the_quarry_is_too_far() -> None:
    places = {"green": "34", "blue": "48", "red": "49", "purple": "31"}
    lines = [TABLE, *set_up(places=places), *ringbearer(move("."), END), *wraith(ride("green", ".", "23"))]
    assert refused(*lines) == "By day a Nazgûl rides one step, or up to three along a road."


def test_using_the_dice_after_four_turns_ring_ring_sword_and_shadow_are_left() -> None:
    seats = {"blue": "48", "green": "49", "red": "31", "purple": "34"}
    lines = [
        first_line(wraiths=[[colour] for colour in seats], answers="auto"),
        *ringbearer(
            {"do": "set-start", "at": "1"},
            {"do": "set-information", "tokens": ["2", "3", "4", "5", "6"], "give": ["2"]},
        ),
    ]
    for seat, (colour, at) in enumerate(seats.items(), start=1):
        lines += by(f"wraith-{seat}", {"do": "place", "nazgul": {colour: at}})
    view = played(
        *lines,
        *by("wraith-1", roll("ring", "ring", "ring", "sword", "sorcery", "shadow")),
        *ringbearer(move("."), END),
        *by("wraith-1", search("blue"), ride("blue", ".west"), END),
        *by("wraith-2", ride("green", ".", ".", "46"), perceive("green", section="III"), END),
        *by("wraith-3", {"do": "draw-sorcery", "die": "sorcery"}, ride("red", "33"), END),
        *by("wraith-4", ride("purple", "34.23:1"), END),
    ).view("table")
    assert (view["phase"], view["turn"]) == ("day-2", ["ringbearer"])
    assert view["dice"] == ["ring", "ring", "sword", "shadow"]
    assert view["dice_used"] == ["ring", "sorcery"]
    assert view["wraiths"]["wraith-3"]["sorcery"] == 2


def test_search_frodo_was_at_10_19_and_22_and_nowhere_else() -> None:
    for at in ("10", "19", "22"):
        places = {"green": at, "blue": "48", "red": "49", "purple": "30"}
        view = played(
            TABLE,
            *set_up(places=places),
            *walking(*TO_22),
            *ringbearer(move("."), END),
            *wraith(search("green")),
        ).view("wraith-1")
        assert view["answer"] == {"to": "search", "at": at, "answer": "yes", "by": "sheet"}
        assert view["trail"] == {at: "eye"}
    places = {"green": "9", "blue": "48", "red": "49", "purple": "30"}
    view = played(
        TABLE, *set_up(places=places), *walking(*TO_22), *ringbearer(move("."), END), *wraith(search("green"))
    ).view("wraith-1")
    assert view["answer"] == {"to": "search", "at": "9", "answer": "no", "by": "sheet"}
    assert view["trail"] == {}


def test_search_at_bag_end_where_frodo_may_have_started_is_not_possible() -> None:
    places = {"green": "1", "blue": "48", "red": "49", "purple": "30"}
    why = refused(TABLE, *set_up(places=places), *ringbearer(move("."), END), *wraith(search("green")))
    assert why == "1 is a start of Frodo's: one cannot search there, but one can hunt."


def after_22(*lines: Line, **places: str) -> Table:
    """Frodo's last location is 22 and he is in the wilds; then the wraith does this."""
    spots = {"green": "31", "blue": "24", "red": "19", "purple": "22", **places}
    return played(
        TABLE,
        *set_up(places=spots),
        *walking(*TO_22),
        *ringbearer(move("."), END),
        *wraith(*lines),
    )


def test_perception_from_31_in_section_ii_is_answered_yes() -> None:
    view = after_22(perceive("green", section="II")).view("table")
    assert view["answer"] == {"to": "perceive", "at": "II", "answer": "yes", "by": "map"}


def test_perception_from_31_in_zone_ii_b_is_answered_no() -> None:
    view = after_22(perceive("green", zone="II-B")).view("table")
    assert view["answer"] == {"to": "perceive", "at": "II-B", "answer": "no", "by": "map"}


def test_perception_from_24_in_zone_ii_a_is_answered_yes() -> None:
    view = after_22(END, perceive("blue", zone="II-A")).view("table")
    assert view["answer"] == {"to": "perceive", "at": "II-A", "answer": "yes", "by": "map"}


def test_hunt_at_19_leaves_a_trail_and_no_encounter_follows() -> None:
    view = after_22(END, END, hunt("red", "sword")).view("table")
    assert view["answer"] == {"to": "hunt", "at": "19", "answer": "yes", "by": "sheet"}
    assert view["trail"] == {"19": "sword"}
    assert view["encounter"] is None
    after = after_22(END, END, hunt("red", "sword"), END, END).view("table")
    assert (after["phase"], after["step"]) == ("day-2", "ringbearer")


def test_hunt_at_22_finds_frodo_and_an_encounter_follows_at_the_end_of_the_phase() -> None:
    view = after_22(END, END, END, hunt("purple", "sword")).view("table")
    assert view["answer"] == {"to": "hunt", "at": "22", "answer": "yes", "by": "sheet", "here": True}
    assert view["trail"] == {"22": "sword"}
    assert view["encounter"] == {"at": "22", "is_now": False}
    after = after_22(END, END, END, hunt("purple", "sword"), END).view("table")
    assert (after["phase"], after["step"], after["encounter"]["at"]) == ("day-1", "encounter", "22")


def at_the_quarry() -> list[Json]:
    """Green found Frodo at 23; purple stands at 21, red on the point to the right, blue at 19."""
    return [
        TABLE,
        *set_up(places={"green": "23", "purple": "21", "red": "45", "blue": "19"}),
        *ringbearer(move("23", card="a card"), move("."), END),
        *wraith(END, END, ride("red", "."), END, END),
        *ringbearer(move("."), END),
        *wraith(hunt("green", "sword"), END, END, ride("red", ".right"), END, END),
    ]


def test_encounter_draw_three_tokens_for_the_nazgul_at_23_at_21_and_on_the_point() -> None:
    view = played(*at_the_quarry()).view("table")
    assert view["encounter"]["nazgul"] == ["green", "red", "purple"]
    assert (view["encounter"]["tokens"], view["encounter"]["by"]) == (3, "map")
    assert refused(*at_the_quarry(), *ringbearer(tokens("3", "eye"))) == "Draw 3 tokens."


def test_encounter_raise_corruption_a_3_cancelled_by_sam_and_two_eyes_make_three() -> None:
    lines = [
        *at_the_quarry(),
        *ringbearer(tokens("3", "eye", "eye"), {"do": "cancel-token", "token": "3", "companion": "sam"}),
    ]
    view = played(*lines).view("table")
    assert view["tracks"]["corruption"]["value"] == 3
    assert (view["eyes"], view["companions"]["sam"]) == (2, "flipped")
    assert view["bag"]["gone"] == ["eye", "eye"]


def test_encounter_finish_1_frodo_may_flee_to_33_36_45_46_19_or_21_and_flees_to_46() -> None:
    lines = [*at_the_quarry(), *ringbearer(tokens("1", "1", "1"), {"do": "take-tokens"})]
    (offer,) = offers(played(*lines), "ringbearer", "escape")
    assert set(offer["to"]) >= {"stay", "33", "36", "45", "46", "19", "21"}
    assert "38" not in offer["to"]
    assert refused(*lines, *ringbearer(escape("38"))) == (
        "38 is not accessible from 23 with so many points: 3."
    )
    after = played(*lines, *ringbearer(escape("46"))).view("ringbearer")
    assert after["sheet"] == ["1", "23", ".", ".", "46"]
    assert (after["tracks"]["movement"]["value"], after["phase"]) == (4, "night")


def test_encounter_finish_2_frodo_hides_and_a_cell_is_crossed_out() -> None:
    lines = [*at_the_quarry(), *ringbearer(tokens("1", "1", "1"), {"do": "take-tokens"}, escape("stay"))]
    after = played(*lines).view("ringbearer")
    assert after["sheet"] == ["1", "23", ".", ".", "/"]
    assert (after["last"], after["points"]) == ("23", 2)
    assert after["tracks"]["movement"]["value"] == 4
    assert {"33", "45", "19", "21"} <= set(after["accessible"])


def test_the_end_frodo_needs_rescue_two_moves_from_exit_c_after_53_and_a_crossed_cell_and_a_point() -> None:
    places = {"green": "53", "blue": "48", "red": "49", "purple": "30"}
    lines = [
        TABLE,
        *set_up(places=places),
        *ringbearer(*[move(".", card="a card")] * 12, move("."), move("53", card="a card"), END),
        *wraith(hunt("green", "sword"), END, END, END, END),
        *ringbearer(tokens("1"), {"do": "take-tokens"}, escape("stay"), move(".")),
    ]
    view = played(*lines).view("ringbearer")
    assert view["sheet"][-3:] == ["53", "/", "."]
    assert view["step"] == "rescue"
    assert (view["encounter"]["tokens"], view["encounter"]["by"]) == (2, "map")
    over = played(*lines, *ringbearer(tokens("1", "2"), {"do": "take-tokens"})).view("table")
    assert over["result"] == {"end": "rescued", "winners": [], "corruption": 4, "goes_on": True}


def test_information_with_three_tokens_the_first_three_abilities_can_be_used() -> None:
    information = ["48", "34", "30", "5", "6"]
    places = {"green": "49", "blue": "48", "red": "34", "purple": "31"}
    table = played(
        TABLE,
        *set_up(information=information, give=["5"], places=places),
        *ringbearer(move("."), END),
        *wraith(END, search("blue"), END, search("red"), END),
    )
    view = table.view("wraith-1")
    assert view["found"] == ["5", "48", "34"]
    assert [each["unlocked"] for each in view["abilities"]] == [True, True, True, False, False]
    assert {offer["number"] for offer in offers(table, "wraith-1", "ability")} == {1, 2, 3}

"""The Ringbearer's turn: the sheet, the night, cards and companions."""

from __future__ import annotations

import pytest

from companion.core import Json
from companion.table import Table
from tests.companion.games.hunt_for_the_ring.hunting import (
    DEMONSTRATION,
    END,
    RINGBEARER,
    first_line,
    move,
    offers,
    passing,
    played,
    refused,
    ringbearer,
    roll,
    set_up,
    walking,
    wraith,
)

TABLE = first_line(answers="auto")
REST = {"do": "rest"}
DRAW = {"do": "draw-ally"}
PLAY = {"do": "play-ally", "card": "Old Gaffer"}
SHADOWS = ["shadow"] * 6
NIGHT = [*set_up(), *walking(".", ".")]


def view(*lines: Json, seat: str = RINGBEARER) -> Json:
    return played(TABLE, *lines).view(seat)


def whole(*lines: Json) -> list[Json]:
    """On the demonstration map, where every step is judged."""
    places = {"green": "21", "blue": "31", "red": "36", "purple": "38"}
    information = ["5", "10", "14", "18", "23"]
    return [
        first_line(board=DEMONSTRATION, answers="auto"),
        *set_up(information=information, places=places),
        *lines,
    ]


def test_by_day_frodo_must_move_before_the_turn_ends() -> None:
    assert refused(TABLE, *set_up(), *ringbearer(END)) == "First move Frodo: by day he must."
    assert refused(TABLE, *set_up(), *ringbearer(REST)) == "By day Frodo must move. He can rest at night."
    after = view(*set_up(), *ringbearer(move("."), END))
    assert (after["turn"], after["step"]) == (["wraith-1"], "wraiths")


def test_frodo_moves_once_a_turn_unless_a_card_lets_him() -> None:
    assert refused(TABLE, *set_up(), *ringbearer(move("."), move("."))) == (
        "Frodo has moved this turn. If a card lets him move again, name it."
    )
    after = view(*set_up(), *ringbearer(move("."), move(".", card="Tom Bombadil"), move("10", card="frodo")))
    assert (after["sheet"], after["tracks"]["movement"]["value"]) == (["1", ".", ".", "10"], 3)
    assert after["played"]["card"] == "frodo"


def test_a_cards_move_alone_does_not_end_the_duty_to_move() -> None:
    lines = [*set_up(), *ringbearer(move(".", card="Tom Bombadil"), END)]
    assert refused(TABLE, *lines) == "First move Frodo: by day he must."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"do": "move"}, "Say where Frodo moves: a location, or . for a point."),
        ({"do": "move", "to": "?"}, "Say where Frodo moves: a location, or . for a point."),
        ({"do": "move", "to": "10"}, "10 is not accessible from 1 with so many points: 0."),
        ({"do": "move", "to": "99"}, "There is no location 99 on this board."),
        ({"do": "move", "to": "99", "card": "Tom Bombadil"}, "There is no location 99 on this board."),
        ({"do": "move", "to": ".", "card": ""}, "Name the card that lets Frodo move."),
        ({"do": "move", "to": ".", "speed": 2}, "“speed” does not belong here."),
    ],
)
def test_frodo_cannot_move_so(line: Json, why: str) -> None:
    assert refused(*whole(*ringbearer(line))) == why


def test_a_card_may_take_frodo_anywhere_on_the_board() -> None:
    assert played(*whole(*ringbearer(move("29", card="Tom Bombadil")))).view(RINGBEARER)["last"] == "29"


def test_a_point_can_always_be_noted() -> None:
    after = view(*set_up(), *walking(".", ".", ".", ".", "."))
    assert (after["points"], after["last"]) == (5, "1")


def test_on_a_partial_board_what_it_does_not_know_is_noted_without_judging() -> None:
    assert view(*set_up(), *ringbearer(move("57")))["last"] == "57"
    assert view(*set_up(start="57"), *ringbearer(move("10")))["last"] == "10"
    assert view(*set_up(start="24"), *ringbearer(move("10")))["last"] == "10"
    assert (
        refused(TABLE, *set_up(), *ringbearer(move("22")))
        == "22 is not accessible from 1 with so many points: 0."
    )


def test_without_a_board_moves_are_noted_and_questions_answered_by_the_sheet() -> None:
    table = first_line(board=None, answers="auto")
    places = {"green": "12", "blue": "2", "red": "3", "purple": "4"}
    lines = [
        table,
        *set_up(places=places),
        *ringbearer(move("12"), END),
        *wraith({"do": "search", "nazgul": "green"}),
    ]
    after = played(*lines).view("wraith-1")
    assert after["answer"] == {"to": "search", "at": "12", "answer": "yes", "by": "sheet"}


def test_at_night_a_move_costs_one_corruption_and_turns_the_marker_to_its_eye() -> None:
    after = view(*NIGHT, *ringbearer(move(".")))
    assert (after["phase"], after["eye"], after["tracks"]["corruption"]["value"]) == ("night", True, 1)
    assert after["tracks"]["movement"]["value"] == 3
    over = view(*NIGHT, *ringbearer(move("."), END), *passing())
    assert (over["phase"], over["eye"]) == ("refresh", False)


def test_at_night_frodo_may_rest_and_nothing_changes_but_the_turn() -> None:
    after = view(*NIGHT, *ringbearer(REST, END))
    assert (after["eye"], after["tracks"]["corruption"]["value"]) == (False, 0)
    assert (after["tracks"]["movement"]["value"], after["sheet"]) == (2, ["1", ".", "."])


def test_at_night_frodo_moves_or_rests_and_not_both() -> None:
    assert refused(TABLE, *NIGHT, *ringbearer(END)) == "First let Frodo move or rest."
    assert refused(TABLE, *NIGHT, *ringbearer(REST, move("."))) == "Frodo rests this night."
    assert refused(TABLE, *NIGHT, *ringbearer(move("."), REST)) == "Frodo has moved or rested this turn."


def test_at_night_a_cards_move_costs_no_corruption() -> None:
    for rest in ([REST], []):
        after = view(*NIGHT, *ringbearer(move(".", card="Tom Bombadil"), *rest, END))
        assert (after["eye"], after["tracks"]["corruption"]["value"]) == (True, 0)
        assert after["step"] == "wraiths"


def test_the_night_that_fills_corruption_ends_the_game_at_once() -> None:
    lines = [
        *NIGHT,
        *ringbearer({"do": "adjust", "what": "corruption", "by": 11, "because": "Dread"}, move(".")),
    ]
    after = view(*lines)
    assert after["result"] == {
        "end": "corrupted",
        "winners": ["wraith-1"],
        "corruption": 12,
        "goes_on": False,
        "war_of_the_ring": {"shadow": 2, "free-peoples": 0},
    }
    assert after["sheet"] == ["1", ".", "."]


def test_entering_an_exit_ends_part_one() -> None:
    after = view(*set_up(start="53"), *walking(".", "."), *ringbearer(move("C")))
    assert after["result"] == {"end": "bree", "winners": [], "corruption": 1, "goes_on": True}
    assert (
        refused(TABLE, *set_up(start="53"), *walking(".", "."), *ringbearer(move("C"), END))
        == "Part one is over."
    )


def test_exits_are_known_by_their_letters_without_a_board() -> None:
    lines = [first_line(board=None), *set_up(), *ringbearer(move("B"))]
    assert played(*lines).view("table")["result"]["end"] == "bree"


def test_the_exit_at_the_sixteenth_step_is_no_rescue() -> None:
    lines = [*set_up(start="53"), *ringbearer(*[move(".", card="a card")] * 15, move("C"))]
    assert view(*lines)["result"]["end"] == "bree"


def test_a_visit_hides_an_information_token_from_all_but_the_ringbearer() -> None:
    lines = [*set_up(information=["10", "2", "3", "4", "5"], give=["2"]), *walking(".", ".", "10")]
    assert {"token": "10", "is": "hidden"} in view(*lines)["information"]
    places = {"green": "10", "blue": "48", "red": "49", "purple": "30"}
    hidden = [
        *set_up(information=["10", "2", "3", "4", "5"], give=["2"], places=places),
        *walking(".", ".", "10"),
        *ringbearer(move("."), END),
        *wraith({"do": "search", "nazgul": "green"}),
    ]
    seen = view(*hidden, seat="table")
    assert (seen["answer"]["answer"], seen["answered"]["information"], seen["found"]) == ("yes", None, ["2"])


def test_a_fellowship_token_buys_one_ally_card_a_turn() -> None:
    lines = set_up(dice=SHADOWS)
    after = view(*lines, *ringbearer({**DRAW, "card": "Elves"}))
    assert (after["ally"], after["fellowship"]) == ({"hand": 4, "deck": 18}, {"tokens": 2, "supply": 3})
    assert after["hand"] == ["Elves"]
    assert (
        refused(TABLE, *lines, *ringbearer(DRAW, DRAW)) == "Once a turn a fellowship token buys an ally card."
    )
    assert refused(TABLE, *set_up(), *ringbearer(DRAW)) == "There is no fellowship token on Frodo's card."
    empty = {"do": "adjust", "what": "ally-deck", "by": -19, "because": "all drawn"}
    assert refused(TABLE, *lines, *ringbearer(empty, DRAW)) == "The ally deck is empty, and it stays so."


def test_one_ally_card_in_ones_own_turn_and_any_number_out_of_turn() -> None:
    lines = [*set_up(), *ringbearer(PLAY)]
    after = view(*lines, seat="table")
    assert after["played"] == {
        "seat": "ringbearer", "do": "play", "card": "Old Gaffer", "what": None, "at": None, "by": None
    }  # fmt: skip
    assert after["ally"]["hand"] == 2
    assert refused(TABLE, *lines, *ringbearer(PLAY)) == (
        "One ally card a turn. Cards marked out of turn wait for the wraiths' turn."
    )
    assert view(*lines, *ringbearer(move("."), END, PLAY, PLAY))["ally"]["hand"] == 0
    assert refused(TABLE, *lines, *ringbearer(move("."), END, PLAY, PLAY, PLAY)) == "You hold no card."


def test_a_card_that_is_not_in_a_hand_that_was_told_is_refused() -> None:
    told = {"do": "hold", "cards": ["Elves", "Ferry", "Maggot"]}
    assert refused(TABLE, *set_up(), *ringbearer(told, PLAY)) == (
        "You told Butterbur all your cards, and this is none of them."
    )
    assert refused(TABLE, *set_up(), *ringbearer(told, {"do": "play-ally"})) == "Name the card."
    after = view(*set_up(), *ringbearer(told, {"do": "play-ally", "card": "Ferry"}))
    assert (after["hand"], after["ally"]["hand"]) == (["Elves", "Maggot"], 2)
    assert view(*set_up(), *ringbearer(told), seat="table").get("hand") is None


def test_six_cards_are_one_too_many() -> None:
    lines = [
        *set_up(dice=SHADOWS),
        *ringbearer({"do": "adjust", "what": "ally-hand", "by": 2, "because": "Elves"}, DRAW),
    ]
    after = view(*lines)
    assert (after["ally"]["hand"], after["turn"]) == (6, ["ringbearer"])
    assert [offer["do"] for offer in after["legal"]] == ["discard"]
    assert refused(TABLE, *lines, *ringbearer(move("."))) == "You hold more than five cards: discard first."
    five = [*lines, *ringbearer({"do": "discard"}, move("."), END)]
    assert (view(*five)["ally"]["hand"], view(*five)["turn"]) == (5, ["wraith-1"])
    assert refused(TABLE, *set_up(), *ringbearer({"do": "discard"})) == (
        "Cards are discarded only from a hand of more than five."
    )


def test_a_new_day_draws_an_ally_card_and_a_sorcery_card_and_throws_all_six_dice() -> None:
    lines = [*set_up(), *walking(".", "."), *ringbearer(REST, END), *passing()]
    waiting = view(*lines, seat="table")
    assert (waiting["phase"], waiting["turn"], waiting["dice"]) == ("refresh", ["wraith-1"], [])
    after = view(*lines, *wraith(roll("shadow", "shadow", "shadow", "shadow", "ring", "ring")), seat="table")
    assert (after["phase"], after["day"], len(after["dice"])) == ("day-1", 2, 6)
    assert (after["ally"]["hand"], after["wraiths"]["wraith-1"]["sorcery"]) == (4, 2)
    assert after["fellowship"] == {"tokens": 3, "supply": 3}


def test_when_the_ally_deck_is_empty_a_new_day_draws_none() -> None:
    empty = {"do": "adjust", "what": "ally-deck", "by": -19, "because": "all drawn"}
    lines = [*set_up(), *ringbearer(empty), *walking(".", "."), *ringbearer(REST, END), *passing()]
    assert view(*lines)["ally"] == {"hand": 3, "deck": 0}


@pytest.mark.parametrize(
    ("lines", "windows"),
    [
        (set_up(), ["frodo"]),
        ([*set_up(), *ringbearer(move("."))], []),
        ([*set_up(), *walking(".")], []),
        (NIGHT, ["sam"]),
        ([*NIGHT, *ringbearer(REST, END), *passing()], ["pippin"]),
    ],
)
def test_the_companions_windows_open_when_their_moment_comes(lines: list[Json], windows: list[str]) -> None:
    assert view(*lines)["windows"] == windows


def test_merrys_window_opens_after_the_ringbearers_move_once_he_has_come() -> None:
    comes = {"do": "place", "what": "merry", "because": "Crickhollow"}
    lines = [*set_up(), *ringbearer(comes, move("."))]
    assert view(*lines)["companions"]["merry"] == "up"
    assert view(*lines)["windows"] == ["merry"]
    assert view(*lines, *ringbearer(END))["windows"] == ["merry"]
    assert view(*lines, *ringbearer(END), *passing(1))["windows"] == []
    assert refused(TABLE, *lines, *ringbearer(comes)) == "Merry is in play already."


def test_a_flipped_companion_has_no_window_and_cannot_be_flipped_again() -> None:
    flip = {"do": "flip", "companion": "sam"}
    lines = [*NIGHT, *ringbearer(flip)]
    assert (view(*lines)["companions"]["sam"], view(*lines)["windows"]) == ("flipped", [])
    assert refused(TABLE, *lines, *ringbearer(flip)) == "That card is flipped already."
    assert refused(TABLE, *NIGHT, *ringbearer({"do": "flip", "companion": "merry"})) == (
        "Merry is set aside until a card brings him."
    )
    assert refused(TABLE, *NIGHT, *ringbearer({"do": "flip", "companion": "gandalf"})) == (
        "The companions are frodo, sam, pippin and merry."
    )


def test_frodos_flipped_card_takes_a_fellowship_token_out_of_the_game() -> None:
    after = view(*set_up(dice=SHADOWS), *ringbearer({"do": "flip", "companion": "frodo"}))
    assert after["fellowship"] == {"tokens": 2, "supply": 2}


def test_frodos_card_can_be_flipped_without_a_token_on_it() -> None:
    after = view(*set_up(), *ringbearer({"do": "flip", "companion": "frodo"}))
    assert after["fellowship"] == {"tokens": 0, "supply": 2}


def test_only_the_ringbearer_sees_the_sheet() -> None:
    table: Table = played(TABLE, *NIGHT)
    for seat in ("wraith-1", "table"):
        hidden = {"sheet", "last", "points", "accessible", "information", "truth"}
        assert not hidden & set(table.view(seat))


def test_out_of_turn_the_ringbearer_waits() -> None:
    lines = [*set_up(), *ringbearer(move("."), END)]
    for line in (move("."), REST, END, DRAW):
        assert refused(TABLE, *lines, *ringbearer(line)) == "It is the wraiths' turn."
    assert refused(TABLE, *lines, *ringbearer({"do": "answer"})) == "Nobody has asked."
    assert refused(TABLE, *lines, *ringbearer({"do": "escape", "to": "stay"})) == "There is no encounter now."
    table = played(TABLE, *lines)
    assert offers(table, RINGBEARER, "move") == []

"""Meeting the Nazgûl, the bag of corruption tokens, the escape, the rescue."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    RINGBEARER,
    done,
    escape,
    first_line,
    hunt,
    move,
    offers,
    passing,
    played,
    refusal,
    refused,
    ride,
    ringbearer,
    set_up,
    tokens,
    wraith,
)
from tests.companion.games.hunt_for_the_ring.test_wraiths import INFORMATION, PLACES, WHOLE

TAKE = {"do": "take-tokens"}
BAG = {"1": 3, "2": 2, "eye": 3}


def found(
    *lines: Line, at: str = "2", nazgul: tuple[Line, ...] = (END, END, END), **options: Any
) -> list[Json]:
    """Green hunted Frodo down at 2, the others did this; then the Ringbearer does these lines."""
    return [
        first_line(**{"board": WHOLE, "answers": "auto", **options}),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(move(at, card="a card"), move("."), END),
        *wraith(hunt("green", "sword"), END, *nazgul),
        *ringbearer(*lines),
    ]


def cancel(token: str, companion: str) -> Line:
    return {"do": "cancel-token", "token": token, "companion": companion}


def view(*lines: Json, seat: str = "table") -> Json:
    return played(*lines).view(seat)


def test_after_the_encounter_the_next_phase_begins() -> None:
    after = view(*found(tokens("2"), TAKE, escape("stay")))
    assert (after["phase"], after["step"], after["encounter"]) == ("day-2", "ringbearer", None)
    assert (after["tracks"]["corruption"]["value"], after["tracks"]["movement"]["value"]) == (2, 3)
    assert after["bag"]["gone"] == ["2"]


def test_who_rode_away_takes_no_part_and_nobody_means_no_token() -> None:
    lines = found(nazgul=(END, END, END))
    assert view(*lines)["encounter"]["nazgul"] == ["green"]
    gone = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(move("2", card="a card"), move("."), END),
        *wraith(hunt("green", "sword"), ride("green", ".", "3", "."), END, END, END, END),
    ]
    seen = view(*gone, seat=RINGBEARER)
    assert (seen["encounter"]["nazgul"], seen["encounter"]["tokens"], seen["encounter"]["rose_by"]) == (
        [],
        0,
        0,
    )
    assert [offer["do"] for offer in seen["legal"] if offer["do"] == "escape"] == ["escape"]


def test_a_nazgul_on_an_adjacent_point_takes_part() -> None:
    lines = found(nazgul=(ride("blue", "2.3:1"), END, END, END))
    assert view(*lines)["encounter"]["nazgul"] == ["green", "blue"]


@pytest.mark.parametrize(
    ("drawn", "rose"),
    [(("3",), 3), (("eye",), 1), (("0",), 0)],
)
def test_a_number_adds_itself_and_a_first_eye_adds_one(drawn: tuple[str, ...], rose: int) -> None:
    assert view(*found(tokens(*drawn), TAKE))["tracks"]["corruption"]["value"] == rose


def test_an_eye_also_counts_the_eyes_that_lie_there_already() -> None:
    lying = {"do": "adjust", "what": "eyes", "by": 2, "because": "Dread of the Undead"}
    seen = view(*found(lying, tokens("eye"), TAKE))
    assert (seen["tracks"]["corruption"]["value"], seen["eyes"]) == (3, 3)


def test_one_companion_cancels_one_token_and_the_rest_is_carried_out() -> None:
    lines = found(tokens("3", "1"), cancel("3", "pippin"), nazgul=(ride("blue", "2.3:1"), END, END, END))
    seen = view(*lines)
    assert (seen["tracks"]["corruption"]["value"], seen["companions"]["pippin"]) == (1, "flipped")
    assert (seen["encounter"]["cancelled"], seen["encounter"]["companion"]) == ("3", "pippin")
    assert seen["bag"]["gone"] == ["1"]
    assert refused(*lines, *ringbearer(cancel("1", "sam"))) == "There is no token to cancel now."


def test_a_frodo_who_cancels_a_token_costs_no_fellowship_token() -> None:
    seen = view(*found(tokens("3"), cancel("3", "frodo")))
    assert (seen["companions"]["frodo"], seen["fellowship"]["supply"]) == ("flipped", 3)


def test_special_tokens_cannot_be_cancelled() -> None:
    red = {"do": "place", "what": "special", "at": "special-2", "because": "Leader of the Nine"}
    lines = found(red, tokens("special-2"))
    seen = view(*lines)
    assert seen["tracks"]["corruption"]["value"] == 2, "nothing can be cancelled, so nothing waits"
    both = found(red, tokens("special-2", "1"), nazgul=(ride("blue", "2.3:1"), END, END, END))
    assert refused(*both, *ringbearer(cancel("special-2", "sam"))) == "No companion cancels a special token."
    assert refused(*both, *ringbearer(cancel("3", "sam"))) == "That token was not drawn."
    assert refused(*both, *ringbearer(cancel("1", "merry"))) == "Merry is set aside until a card brings him."
    assert refused(*found(tokens("special-2"))) == "So many of this token are not in the bag: special-2."


def test_a_special_eye_lies_down_with_the_others() -> None:
    red = {"do": "place", "what": "special", "at": "special-eye", "because": "Leader of the Nine"}
    seen = view(*found(red, tokens("special-eye")))
    assert (seen["eyes"], seen["tracks"]["corruption"]["value"]) == (1, 1)


def test_an_untaught_bag_takes_what_players_type_and_a_taught_one_knows_better() -> None:
    assert refused(*found(tokens("3"), bag=BAG)) == "So many of this token are not in the bag: 3."
    seen = view(*found(tokens("2"), bag=BAG))
    assert seen["bag"] == {"left": {"1": 3, "2": 1, "eye": 3}, "gone": [], "special": []}
    back = view(*found(tokens("2"), cancel("2", "sam"), bag=BAG))
    assert back["bag"]["left"] == BAG
    assert view(*found(tokens("2"), TAKE, bag=BAG))["bag"]["left"] == {"1": 3, "2": 1, "eye": 3}


def test_butterbur_draws_from_a_taught_bag() -> None:
    table = played(*found(bag=BAG))
    drawn = [
        done(table, RINGBEARER, {"do": "draw-tokens", "tokens": "draw"}, Random(seed)).view("table")[
            "encounter"
        ]["drawn"]
        for seed in range(400)
    ]
    shares = {token: round(8 * sum(each == [token] for each in drawn) / 400) for token in BAG}
    assert shares == BAG
    assert {"do": "draw-tokens", "tokens": "draw"} in offers(table, RINGBEARER, "draw-tokens")
    assert offers(played(*found()), RINGBEARER, "draw-tokens") == [
        {"do": "draw-tokens", "tokens": [["1"], ["2"], ["3"], ["eye"]]}
    ]


def test_one_token_alone_needs_no_list() -> None:
    for drawn in ("2", 2):
        seen = view(*found({"do": "draw-tokens", "tokens": drawn}, TAKE))
        assert seen["tracks"]["corruption"]["value"] == 2


@pytest.mark.parametrize("wrong", [None, "x", "draw", [], ["x"], ["10"], [True], ["1", "1"]])
def test_tokens_are_numbers_or_eyes_and_as_many_as_are_due(wrong: Any) -> None:
    why = refused(*found({"do": "draw-tokens", "tokens": wrong}))
    shown = "Say what the tokens show: a number, or eye. A red one is special-2 or special-eye."
    assert why in (shown, "Draw one token.")


def test_twelve_corruption_in_an_encounter_is_the_end() -> None:
    heavy = {"do": "adjust", "what": "corruption", "by": 10, "because": "a card"}
    for rest in ([TAKE], [escape("stay")]):
        seen = view(*found(heavy, tokens("2"), *rest), seat=RINGBEARER)
        assert (seen["result"]["end"], seen["sheet"]) == ("corrupted", ["1", "2", "."])


def test_an_escape_has_a_point_as_a_bonus_and_never_leads_to_an_exit() -> None:
    near_the_exit = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(move("11", card="a card"), move("."), END),
        *wraith({"do": "hunt", "at": "11", "because": "a card"}, END, END, END, END),
    ]
    seen = view(*near_the_exit, seat=RINGBEARER)
    assert seen["encounter"]["tokens"] == 0
    assert seen["accessible"] == ["10", "11"]
    assert refused(*near_the_exit, *ringbearer(escape("A"))) == "An escape does not lead to an exit."
    assert (
        refused(*near_the_exit, *ringbearer(escape("5")))
        == "5 is not accessible from 11 with so many points: 2."
    )
    assert (
        refused(*near_the_exit, *ringbearer(escape("?")))
        == "Say where Frodo escapes to: a location, or stay."
    )
    assert view(*near_the_exit, *ringbearer(escape("10")), seat=RINGBEARER)["sheet"] == ["1", "11", ".", "10"]


def test_an_encounter_at_the_start_counts_no_points() -> None:
    lines = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(
            move("4", card="a card"), move("3", card="a card"), move("3", card="a card"), move("."), END
        ),
        *wraith({"do": "hunt", "at": "3", "because": "a card"}, END, END, END, END),
    ]
    assert view(*lines, seat=RINGBEARER)["points"] == 1


def test_first_the_tokens_then_everything_else() -> None:
    lines = found()
    assert refused(*lines, *ringbearer(move("."))) == (
        "First the Ringbearer draws corruption tokens and carries them out."
    )
    assert refused(*lines, *ringbearer(escape("stay"))) == (
        "First the Ringbearer draws corruption tokens and carries them out."
    )
    assert refused(*lines, *ringbearer(TAKE)) == "There is no token to take now."
    assert refused(*lines, *ringbearer(tokens("1"), tokens("1"))) == "The tokens are drawn already."
    assert (
        refused(*lines, *wraith(END)) == "First the Ringbearer draws corruption tokens and carries them out."
    )
    for line in (*ringbearer(move(".")), *wraith(END)):
        assert refused(*found(tokens("1"), TAKE), line) == "First Frodo escapes."


def test_without_a_map_players_count_who_takes_part() -> None:
    lines = [
        first_line(board=None, answers="auto"),
        *set_up(),
        *ringbearer(move("49"), END),
        *wraith(hunt("green", "sword"), END, END, END, END),
    ]
    seen = view(*lines)
    assert (seen["encounter"]["nazgul"], seen["encounter"]["tokens"], seen["encounter"]["by"]) == (
        ["green"],
        None,
        "sheet",
    )
    assert view(*lines, *ringbearer(tokens("1", "1", "1"), TAKE))["tracks"]["corruption"]["value"] == 3
    assert refused(*lines, *ringbearer(tokens())) == "So many tokens cannot be drawn here: from 1 to 4."
    assert (
        refused(*lines, *ringbearer(tokens(*["1"] * 5)))
        == "So many tokens cannot be drawn here: from 1 to 4."
    )


def test_without_a_map_a_taught_bag_is_told_how_many_to_draw() -> None:
    lines = [
        first_line(board=None, answers="auto", bag=BAG),
        *set_up(),
        *ringbearer(move("49"), END),
        *wraith(hunt("green", "sword"), END, END, END, END),
    ]
    table = played(*lines)
    drawn = done(table, RINGBEARER, {"do": "draw-tokens", "tokens": "draw", "count": 2}, Random(1)).view(
        "table"
    )
    assert len(drawn["encounter"]["drawn"]) == 2
    assert refusal(table, RINGBEARER, {"do": "draw-tokens", "tokens": "draw"}).startswith(
        "Say what the tokens show"
    )


def rescued(*lines: Line, board: str | None = WHOLE, bag: Json | None = None) -> list[Json]:
    """The movement track is full; Frodo's last location is 9, three moves from the exit."""
    return [
        first_line(board=board, answers="auto", bag=bag),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(*[move("9", card="a card")] * 15, move("10"), *lines),
    ]


def test_at_the_sixteenth_step_frodo_is_rescued_for_a_token_a_move() -> None:
    lines = rescued()
    seen = view(*lines)
    assert (seen["step"], seen["encounter"]["is_rescue"], seen["encounter"]["tokens"]) == ("rescue", True, 2)
    over = view(*lines, *ringbearer(tokens("1", "3"), cancel("3", "sam")))
    assert over["result"] == {"end": "rescued", "winners": [], "corruption": 1, "goes_on": True}


def test_at_the_end_the_letter_says_what_goes_into_the_envelope() -> None:
    assert view(*rescued())["letter"] is None
    assert view(*rescued(tokens("1", "eye"), cancel("1", "sam")))["letter"] == {
        "fellowship": 0,
        "companions": ["frodo", "pippin"],
        "ally": 3,
        "sorcery": {"wraith-1": 1},
        "information": ["7"],
        "gone": [],
        "special": [],
        "eyes": 1,
        "corruption": 1,
    }
    assert view(*rescued(tokens("2", "eye"), TAKE))["letter"]["gone"] == ["2"]


def test_twelve_corruption_in_the_rescue_is_the_end() -> None:
    assert view(*rescued(tokens("9", "3"), TAKE))["letter"] is None
    assert view(*rescued(tokens("9", "3"), TAKE))["result"]["end"] == "corrupted"


def test_an_escape_to_the_sixteenth_step_is_a_rescue_too() -> None:
    lines = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(*[move("2", card="a card")] * 14, move("."), END),
        *wraith(hunt("green", "sword"), END, END, END, END),
        *ringbearer(tokens("1"), TAKE, escape("stay")),
    ]
    seen = view(*lines)
    assert (seen["step"], seen["tracks"]["movement"]["value"]) == ("rescue", 16)
    assert seen["encounter"]["tokens"] == 9


def test_the_wraiths_do_not_finish_their_turns_when_the_track_is_full() -> None:
    lines = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(*[move("2", card="a card")] * 14, move("."), END),
        *wraith(hunt("green", "sword")),
        *ringbearer(move(".", card="out of turn")),
    ]
    assert view(*lines)["step"] == "rescue"
    assert (
        refused(*lines, *wraith(END)) == "First the Ringbearer draws corruption tokens and carries them out."
    )


def test_without_a_map_the_ringbearer_counts_the_moves_of_the_rescue() -> None:
    lines = [first_line(board=None), *set_up(), *ringbearer(*[move(".", card="a card")] * 16)]
    assert view(*lines)["encounter"]["tokens"] is None
    assert view(*lines, *ringbearer(tokens("1", "1"), TAKE))["result"]["end"] == "rescued"


def test_no_more_tokens_are_drawn_than_the_bag_holds() -> None:
    lines = [
        first_line(board=WHOLE, answers="auto", bag={"1": 2}),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(*[move("1", card="a card")] * 16),
    ]
    assert view(*lines)["encounter"]["tokens"] == 2


def test_a_cancelled_encounter_does_not_take_place() -> None:
    lines = [
        first_line(board=WHOLE, answers="auto"),
        *set_up(information=INFORMATION, places=PLACES),
        *ringbearer(move("2", card="a card"), move("."), END),
        *wraith(hunt("green", "sword"), END),
        *ringbearer({"do": "cancel", "what": "encounter", "because": "Glorfindel"}),
        *passing(3),
    ]
    assert view(*lines)["phase"] == "day-2"

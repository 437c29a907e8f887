"""What the kept dice do: rings against orcs, Nazgûl by colour, Gandalf on empty cells."""

from itertools import permutations

import pytest

from companion.core import Line
from companion.games.journey_to_mordor.words import DICE
from tests.companion.playing import (
    END,
    after,
    after_turn,
    apply,
    cells,
    keep,
    refused,
    roll,
    standing,
    throws,
)

TWO = standing("frodo", frodo=(0, ". . ."), sam=(0, ". . ."))
FOUR = standing("sam", frodo=(0, ". . ."), sam=(0, ". . ."), merry=(0, ". . ."), pippin=(0, ". . ."))


@pytest.mark.parametrize(
    ("orcs", "warriors"), [(orcs, warriors) for orcs in range(4) for warriors in range(4 - orcs + 1)]
)
def test_a_ring_acts_when_no_orc_is_without_a_warrior(orcs: int, warriors: int) -> None:
    faces = ["orc"] * orcs + ["warrior"] * warriors
    kept = dict(zip(DICE[1:], faces, strict=False))
    assert after_turn(TWO, yellow="ring", **kept).pad("frodo").steps == (1 if orcs <= warriors else 0)


def test_five_rings_take_five_steps() -> None:
    assert after_turn(TWO, **dict.fromkeys(DICE, "ring")).pad("frodo").steps == 5


def test_the_colour_of_a_ring_does_not_matter() -> None:
    for die in DICE:
        ended = after_turn(TWO, **{die: "ring"})
        assert (ended.pad("frodo").steps, ended.pad("sam").steps) == (1, 0)


def test_an_orc_of_another_throw_stops_the_ring_too() -> None:
    first_ring_then_orc = after(
        TWO,
        roll(yellow="ring", red="ring", blue="ring", green="ring", black="ring"),
        keep("yellow"),
        roll(red="orc", blue="orc", green="orc", black="tree"),
        keep("red", "black"),
        END,
    )
    assert first_ring_then_orc.pad("frodo").steps == 0


@pytest.mark.parametrize("order", list(permutations(["yellow", "red", "blue"])))
def test_warriors_stop_orcs_whatever_is_applied_first(order: tuple[str, ...]) -> None:
    kept = after(TWO, *throws(yellow="ring", red="orc", blue="warrior"))
    assert after(kept, *map(apply, order)).pad("frodo").steps == 1


@pytest.mark.parametrize(
    ("die", "prey"),
    [("yellow", "frodo"), ("red", "sam"), ("blue", "merry"), ("green", "pippin"), ("black", "sam")],
)
def test_a_nazgul_acts_on_the_hobbit_of_its_colour_and_black_on_the_active_one(die: str, prey: str) -> None:
    ended = after_turn(FOUR, **{die: "nazgul"})
    assert [hobbit for hobbit in FOUR.hobbits if ended.pad(hobbit).empty == 2] == [prey]


@pytest.mark.parametrize("die", ["blue", "green"])
def test_a_nazgul_of_a_colour_nobody_plays_acts_on_the_active_hobbit(die: str) -> None:
    ended = after_turn(TWO, **{die: "nazgul"})
    assert (cells(ended, "frodo"), cells(ended, "sam")) == ("x . .", ". . .")


def test_the_colour_of_a_hobbit_who_is_out_becomes_neutral() -> None:
    state = standing("frodo", frodo=(0, ". . ."), sam=(0, "x x x"), merry=(0, ". . ."))
    ended = after_turn(state, red="nazgul")
    assert (cells(ended, "frodo"), cells(ended, "merry")) == ("x . .", ". . .")


def test_a_hobbit_can_be_caught_in_the_turn_of_another() -> None:
    state = standing("frodo", frodo=(0, ". ."), sam=(0, "x ."), merry=(0, ". ."))
    caught = after(state, *throws(red="nazgul"), apply("red"))
    assert caught.pad("sam").is_out
    assert caught.active == "frodo"
    assert after(caught, END).active == "merry"


def test_a_hobbit_caught_half_way_through_his_own_turn_ends_it_and_is_passed_over_from_then_on() -> None:
    state = standing("frodo", frodo=(0, "."), sam=(0, ". ."), merry=(0, ". ."))
    caught = after(state, *throws(yellow="nazgul", black="nazgul", red="nazgul", blue="ring"), apply("black"))
    assert caught.pad("frodo").is_out
    ended = after(caught, END)
    assert (cells(ended, "frodo"), cells(ended, "sam"), ended.active) == ("x", "x .", "sam")
    assert after_turn(after_turn(ended)).active == "sam"


def test_the_dice_of_a_caught_hobbit_still_act_on_the_others() -> None:
    state = standing("frodo", frodo=(0, "."), sam=(0, ". ."), merry=(0, ". ."))
    ended = after(state, *throws(yellow="nazgul", red="nazgul"), apply("yellow"), apply("red"), END)
    assert cells(ended, "sam") == "x ."


def test_gandalf_halves_any_empty_cell_even_mordor() -> None:
    kept = after(TWO, *throws())
    assert cells(after(kept, apply("yellow", 1)), "frodo") == ".. . ."
    assert cells(after(kept, apply("yellow", 3)), "frodo") == ". . .."


def test_gandalf_halves_only_the_path_of_the_active_hobbit() -> None:
    assert cells(after(TWO, *throws(), apply("red", 2)), "sam") == ". . ."


def test_each_gandalf_halves_one_cell() -> None:
    kept = after(TWO, *throws(), apply("yellow", 1), apply("black", 2))
    assert refused(kept, apply("yellow", 3)) == "That die is applied already."
    assert cells(after(kept, apply("green", 3)), "frodo") == ".. .. .."


def test_when_every_empty_cell_is_halved_gandalf_has_nothing_to_do() -> None:
    full = after(standing("frodo", frodo=(0, "x x. .."), sam=(0, ". . .")), *throws())
    for cell in (1, 2, 3):
        refused(full, apply("yellow", cell))
    assert cells(after(full, END), "frodo") == "x x. .."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (apply("yellow"), "Say which cell Gandalf halves."),
        (apply("yellow", 0), "The Nazgûl path has the cells 1 to 4."),
        (apply("yellow", -1), "The Nazgûl path has the cells 1 to 4."),
        (apply("yellow", 5), "The Nazgûl path has the cells 1 to 4."),
        (apply("yellow", 1), "Gandalf halves only an empty cell."),
        (apply("yellow", 2), "Gandalf halves only an empty cell."),
        (apply("yellow", 3), "This cell is halved already."),
        (apply("red", 4), "Only Gandalf takes a cell."),
    ],
)
def test_what_gandalf_cannot_do_is_said(line: Line, why: str) -> None:
    state = standing("frodo", frodo=(0, "x x. .. ."), sam=(0, ". . . ."))
    assert refused(after(state, *throws(red="ring")), line) == why


def test_a_nazgul_marks_the_first_half_then_the_second_then_the_next_cell() -> None:
    state = standing("frodo", frodo=(0, ".. . ."), sam=(0, ". . ."))
    kept = after(state, *throws(yellow="nazgul", blue="nazgul", black="nazgul"))
    seen = []
    for die in ("yellow", "blue", "black"):
        kept = after(kept, apply(die))
        seen.append(cells(kept, "frodo"))
    assert seen == ["x. . .", "xx . .", "xx x ."]


def test_the_player_chooses_whether_gandalf_or_the_nazgul_acts_first() -> None:
    state = standing("frodo", frodo=(0, "x ."), sam=(0, ". ."))
    kept = after(state, *throws(yellow="nazgul", red="gandalf"))
    gandalf_first = after(kept, apply("red", 2), apply("yellow"))
    assert not gandalf_first.pad("frodo").is_out
    nazgul_first = after(kept, apply("yellow"))
    assert nazgul_first.pad("frodo").is_out
    assert refused(nazgul_first, apply("red", 2)) == "Gandalf halves only an empty cell."


def test_a_gandalf_not_applied_lapses_at_the_end_of_the_turn() -> None:
    assert cells(after_turn(TWO, yellow="nazgul"), "frodo") == "x . ."


def test_ending_the_turn_applies_what_is_left_once() -> None:
    kept = after(TWO, *throws(yellow="ring", red="nazgul", black="nazgul"), apply("yellow"), apply("red"))
    ended = after(kept, END)
    assert ended.pad("frodo").steps == 1
    assert (cells(ended, "frodo"), cells(ended, "sam")) == ("x . .", "x . .")


def test_applying_by_hand_and_by_end_come_to_the_same() -> None:
    lines = throws(yellow="ring", red="nazgul", blue="orc", green="warrior", black="nazgul")
    by_hand = after(TWO, *lines, *map(apply, reversed(DICE)), END)
    assert by_hand.pads == after(TWO, *lines, END).pads


def test_a_die_that_was_not_kept_cannot_be_applied() -> None:
    kept = after(
        TWO, roll(yellow="ring", red="orc", blue="orc", green="orc", black="tree"), keep("yellow", "black")
    )
    assert refused(kept, apply("red")) == "You did not keep that die."


def test_a_die_cannot_be_applied_twice() -> None:
    kept = after(TWO, *throws(yellow="ring"), apply("yellow"))
    assert refused(kept, apply("yellow")) == "That die is applied already."


def test_rings_beyond_mordor_are_lost() -> None:
    state = standing("frodo", frodo=(8, ". ."), sam=(0, ". ."))
    assert after_turn(state, yellow="ring", red="ring", blue="ring").pad("frodo").steps == 9

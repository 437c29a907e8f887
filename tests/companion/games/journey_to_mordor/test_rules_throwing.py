"""Throwing, keeping, throwing again, and the White Tree."""

import pytest

from companion.core import Line
from companion.games.journey_to_mordor.words import DICE
from tests.companion.playing import END, after, apply, keep, refused, reroll, roll, standing, throws

FRESH = standing("frodo", frodo=(0, ". . ."), sam=(0, ". . ."))
NO_NAZGUL = roll(yellow="ring", red="ring", blue="orc", green="warrior", black="tree")
TWO_NAZGUL = roll(yellow="ring", red="nazgul", blue="nazgul", green="warrior", black="tree")


def test_a_turn_begins_with_all_five_dice() -> None:
    assert FRESH.hand == DICE
    assert after(FRESH, NO_NAZGUL).phase == "keep"


@pytest.mark.parametrize(
    "dice",
    [
        {"yellow": "ring"},
        {"yellow": "ring", "red": "ring", "blue": "ring", "green": "ring"},
        {"red": "ring", "blue": "ring", "green": "ring", "black": "ring"},
    ],
)
def test_fewer_than_five_dice_are_not_a_first_throw(dice: dict[str, str]) -> None:
    assert refused(FRESH, roll(**dice)) == "Throw exactly these dice: yellow, red, blue, green, black."


def test_at_least_one_die_is_kept() -> None:
    assert refused(after(FRESH, NO_NAZGUL), keep()) == "Keep at least one die."


def test_two_dice_of_one_throw_with_the_same_face_are_not_kept() -> None:
    why = refused(after(FRESH, NO_NAZGUL), keep("yellow", "red"))
    assert why == "Of one throw you can keep only one die with the same face."


def test_several_dice_with_different_faces_are_kept_at_once() -> None:
    kept = after(FRESH, NO_NAZGUL, keep("red", "blue", "green"))
    assert kept.kept == (("red", "ring"), ("blue", "orc"), ("green", "warrior"))
    assert kept.hand == ("yellow", "black")


@pytest.mark.parametrize("dice", [["yellow"], ["yellow", "green"], ["black"], ["black", "yellow"]])
def test_a_nazgul_must_be_kept_even_beside_the_tree(dice: list[str]) -> None:
    assert refused(after(FRESH, TWO_NAZGUL), keep(*dice)) == "A Nazgûl was thrown: you must keep one."


@pytest.mark.parametrize("dice", [["red", "blue"], ["red", "blue", "black"], ["yellow", "red", "blue"]])
def test_of_several_nazgul_exactly_one_is_kept(dice: list[str]) -> None:
    why = refused(after(FRESH, TWO_NAZGUL), keep(*dice))
    assert why == "Of one throw you can keep only one die with the same face."


def test_the_nazgul_not_kept_is_thrown_again() -> None:
    assert after(FRESH, TWO_NAZGUL, keep("red")).hand == ("yellow", "blue", "green", "black")


def test_a_nazgul_of_every_throw_must_be_kept() -> None:
    second = after(
        FRESH, TWO_NAZGUL, keep("red"), roll(yellow="ring", blue="nazgul", green="orc", black="orc")
    )
    assert refused(second, keep("yellow")) == "A Nazgûl was thrown: you must keep one."
    assert after(second, keep("blue")).kept == (("red", "nazgul"), ("blue", "nazgul"))


def test_a_die_kept_before_cannot_be_kept_again() -> None:
    second = after(FRESH, NO_NAZGUL, keep("green"), roll(yellow="ring", red="orc", blue="ring", black="orc"))
    assert refused(second, keep("green")) == "You can keep only dice of this throw."


@pytest.mark.parametrize("line", [keep("blue"), apply("yellow"), END])
def test_dice_not_kept_must_be_thrown_again(line: Line) -> None:
    kept = after(FRESH, NO_NAZGUL, keep("yellow"))
    assert refused(kept, line) == "First throw these dice: red, blue, green, black."


def test_exactly_the_dice_not_kept_are_thrown_again() -> None:
    kept = after(FRESH, NO_NAZGUL, keep("yellow", "blue"))
    for dice in ({"red": "ring"}, {"red": "ring", "green": "ring", "black": "ring", "yellow": "ring"}):
        assert refused(kept, roll(**dice)) == "Throw exactly these dice: red, green, black."


@pytest.mark.parametrize("line", [NO_NAZGUL, apply("yellow"), END])
def test_after_a_throw_the_player_first_keeps(line: Line) -> None:
    assert refused(after(FRESH, NO_NAZGUL), line) == "First choose which dice of the throw you keep."


@pytest.mark.parametrize("line", [NO_NAZGUL, keep("yellow")])
def test_once_all_dice_are_kept_no_more_are_thrown_or_kept(line: Line) -> None:
    kept = after(FRESH, *throws())
    assert refused(kept, line) == "All throws are made: apply your dice, then end the turn."


def test_a_turn_of_one_kept_die_a_throw_takes_five_throws() -> None:
    state = FRESH
    for left in range(5, 0, -1):
        assert len(state.hand) == left
        state = after(state, roll(**dict.fromkeys(state.hand, "orc")), keep(state.hand[0]))
    assert state.phase == "apply"


@pytest.mark.parametrize("line", [keep("yellow"), apply("yellow"), END])
def test_a_turn_begins_with_a_throw(line: Line) -> None:
    assert refused(FRESH, line) == "First throw these dice: yellow, red, blue, green, black."


def test_the_tree_ends_the_throws_and_the_dice_not_kept_do_nothing() -> None:
    kept = after(FRESH, NO_NAZGUL, keep("yellow", "black"))
    assert (kept.phase, kept.hand) == ("apply", ())
    assert refused(kept, apply("red")) == "You did not keep that die."
    assert after(kept, END).pad("frodo").steps == 1


def test_beside_the_tree_one_nazgul_is_kept_and_the_other_does_nothing() -> None:
    ended = after(FRESH, TWO_NAZGUL, keep("blue", "black"), END)
    assert (ended.pad("frodo").cells, ended.pad("sam").cells) == (("x", ".", "."), (".", ".", "."))


def test_beside_the_tree_faces_must_differ_too() -> None:
    why = refused(after(FRESH, NO_NAZGUL), keep("yellow", "red", "black"))
    assert why == "Of one throw you can keep only one die with the same face."


def test_an_orc_beside_the_tree_may_be_left_lying() -> None:
    assert after(FRESH, NO_NAZGUL, keep("yellow", "black"), END).pad("frodo").steps == 1
    assert after(FRESH, NO_NAZGUL, keep("yellow", "blue", "black"), END).pad("frodo").steps == 0


def test_a_tree_that_is_not_kept_stops_nothing() -> None:
    kept = after(FRESH, NO_NAZGUL, keep("yellow"))
    assert kept.phase == "roll"
    assert "black" in kept.hand


def test_the_tree_kept_in_a_later_throw_ends_the_throws() -> None:
    kept = after(
        FRESH,
        NO_NAZGUL,
        keep("yellow"),
        roll(red="ring", blue="orc", green="orc", black="tree"),
        keep("red", "black"),
        END,
    )
    assert kept.pad("frodo").steps == 2


def test_a_tree_that_is_the_last_die_must_be_kept() -> None:
    last = after(
        FRESH,
        roll(yellow="ring", red="orc", blue="warrior", green="gandalf", black="orc"),
        keep("yellow", "red", "blue", "green"),
        roll(black="tree"),
    )
    assert refused(last, keep()) == "Keep at least one die."
    assert after(last, keep("black")).phase == "apply"


def test_only_the_hobbit_whose_turn_it_is_acts() -> None:
    assert refused(FRESH, NO_NAZGUL, seat="sam") == "It is Frodo's turn."
    assert refused(after(FRESH, *throws(), END), NO_NAZGUL, seat="frodo") == "It is Sam's turn."


@pytest.mark.parametrize("steps", range(9))
def test_on_the_simple_side_nobody_throws_the_same_dice_again(steps: int) -> None:
    thrown = after(standing("frodo", frodo=(steps, "."), sam=(0, ".")), NO_NAZGUL)
    assert refused(thrown, reroll()) == "Only a turn that began in Rohan lets you throw the same dice again."

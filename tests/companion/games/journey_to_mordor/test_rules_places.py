"""The eight places of the advanced side. What counts is where the turn began."""

import pytest

from companion.core import Line
from companion.games.journey_to_mordor.events import Spent, Walked
from companion.games.journey_to_mordor.state import State
from companion.games.journey_to_mordor.words import DICE
from tests.companion.playing import (
    END,
    after,
    after_turn,
    apply,
    cells,
    keep,
    refused,
    reroll,
    roll,
    standing,
    throws,
)

RIVENDELL, MORIA, LOTHLORIEN, ROHAN, HELMS_DEEP, GONDOR, MINAS_TIRITH, SHELOBS_LAIR = range(1, 9)
THROW = roll(yellow="ring", red="ring", blue="orc", green="nazgul", black="nazgul")
NOT_HERE = "Only a turn that began in Rohan lets you throw the same dice again."


def frodo_at(steps: int, *, advanced: bool = True, path: str = ". . . . .") -> State:
    return standing("frodo", advanced=advanced, frodo=(steps, path), sam=(0, path), merry=(0, path))


def steps_after(state: State, **faces: str) -> int:
    return after_turn(state, **faces).pad("frodo").steps


def test_in_rivendell_any_dice_may_be_kept_together() -> None:
    kept = after(frodo_at(RIVENDELL), THROW, keep(*DICE))
    assert kept.phase == "apply"


def test_in_rivendell_one_of_several_nazgul_is_enough_and_more_are_allowed() -> None:
    thrown = after(frodo_at(RIVENDELL), THROW)
    assert refused(thrown, keep("yellow", "red")) == "A Nazgûl was thrown: you must keep one."
    assert after(thrown, keep("yellow", "red", "green")).hand == ("blue", "black")
    assert after(thrown, keep("green", "black")).hand == ("yellow", "red", "blue")


def test_in_rivendell_two_nazgul_kept_at_once_both_act() -> None:
    kept = after(frodo_at(RIVENDELL), THROW, keep(*DICE), END)
    assert cells(kept, "frodo") == "x x . . ."


def test_in_rivendell_several_alike_are_kept_beside_the_tree() -> None:
    throw = roll(yellow="ring", red="ring", blue="ring", green="nazgul", black="tree")
    assert after(frodo_at(RIVENDELL), throw, keep(*DICE), END).pad("frodo").steps == 4


@pytest.mark.parametrize("steps", [0, *range(MORIA, SHELOBS_LAIR + 1)])
def test_outside_rivendell_dice_kept_together_differ(steps: int) -> None:
    why = refused(after(frodo_at(steps), THROW), keep("yellow", "red", "green"))
    assert why == "Of one throw you can keep only one die with the same face."


def test_in_moria_gandalf_may_be_kept_but_does_nothing() -> None:
    kept = after(frodo_at(MORIA), *throws())
    why = "In Moria the Balrog holds Gandalf: he does nothing this turn."
    for line in (apply("yellow", 1), apply("yellow")):
        assert refused(kept, line) == why
    assert cells(after(kept, END), "frodo") == ". . . . ."


@pytest.mark.parametrize("steps", [0, RIVENDELL, *range(LOTHLORIEN, SHELOBS_LAIR + 1)])
def test_outside_moria_gandalf_acts(steps: int) -> None:
    assert cells(after(frodo_at(steps), *throws(), apply("red", 2)), "frodo") == ". .. . . ."


@pytest.mark.parametrize(
    ("steps", "orcs", "warriors", "walks"),
    [
        (LOTHLORIEN, 2, 1, True),
        (LOTHLORIEN, 3, 1, False),
        (LOTHLORIEN, 1, 0, False),
        (HELMS_DEEP, 1, 1, False),
        (HELMS_DEEP, 1, 2, True),
        (HELMS_DEEP, 2, 2, False),
        (HELMS_DEEP, 1, 3, True),
        (HELMS_DEEP, 0, 0, True),
        (ROHAN, 2, 1, False),
        (ROHAN, 1, 1, True),
    ],
)
def test_elves_double_warriors_and_saruman_doubles_orcs(
    steps: int, orcs: int, warriors: int, walks: bool
) -> None:
    faces = dict(zip(DICE[1:], ["orc"] * orcs + ["warrior"] * warriors, strict=False))
    assert (steps_after(frodo_at(steps), yellow="ring", **faces) > steps) is walks


def test_in_rohan_each_throw_may_be_thrown_again_once() -> None:
    again = after(frodo_at(ROHAN), THROW, reroll())
    assert again.hand == DICE
    second = after(again, THROW)
    assert refused(second, reroll()) == "Éomer lets you throw the same dice again only once."
    third = after(second, keep("yellow", "green"), roll(red="orc", blue="orc", black="orc"), reroll())
    assert third.hand == ("red", "blue", "black")


def test_in_rohan_the_second_throw_can_be_written_in_the_same_line() -> None:
    in_one = after(frodo_at(ROHAN), THROW, reroll(**dict.fromkeys(DICE, "ring")))
    in_two = after(frodo_at(ROHAN), THROW, reroll(), roll(**dict.fromkeys(DICE, "ring")))
    assert in_one == in_two
    assert refused(in_one, reroll()) == "Éomer lets you throw the same dice again only once."


@pytest.mark.parametrize("dice", [{"yellow": "ring"}, dict.fromkeys(DICE[1:], "orc")])
def test_in_rohan_all_dice_of_the_throw_are_thrown_again(dice: dict[str, str]) -> None:
    why = refused(after(frodo_at(ROHAN), THROW), reroll(**dice))
    assert why == "Throw exactly these dice: yellow, red, blue, green, black."


def test_in_rohan_dice_kept_before_are_not_thrown_again() -> None:
    second = after(frodo_at(ROHAN), THROW, keep("yellow", "green"), roll(red="orc", blue="orc", black="orc"))
    assert refused(second, reroll(**dict.fromkeys(DICE, "ring"))).endswith("red, blue, black.")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "First throw these dice: yellow, red, blue, green, black."),
        ([THROW, reroll()], "First throw these dice: yellow, red, blue, green, black."),
        ([THROW, keep("yellow", "green")], "First throw these dice: red, blue, black."),
        (throws(), "All throws are made: apply your dice, then end the turn."),
    ],
)
def test_in_rohan_only_a_throw_that_lies_there_is_thrown_again(lines: list[Line], why: str) -> None:
    assert refused(after(frodo_at(ROHAN), *lines), reroll()) == why


@pytest.mark.parametrize("steps", [step for step in range(9) if step != ROHAN])
def test_outside_rohan_nothing_is_thrown_again(steps: int) -> None:
    assert refused(after(frodo_at(steps), THROW), reroll()) == NOT_HERE


def test_in_gondor_no_nazgul_acts_on_the_active_hobbit_but_all_act_on_the_others() -> None:
    ended = after_turn(frodo_at(GONDOR), **dict.fromkeys(DICE, "nazgul"))
    assert [cells(ended, hobbit) for hobbit in ("frodo", "sam", "merry")] == [
        ". . . . .",
        "x . . . .",
        "x . . . .",
    ]


def test_in_gondor_a_nazgul_must_be_kept_all_the_same() -> None:
    assert (
        refused(after(frodo_at(GONDOR), THROW), keep("yellow")) == "A Nazgûl was thrown: you must keep one."
    )


def test_gondor_does_not_protect_in_the_turn_of_another() -> None:
    state = standing("sam", advanced=True, frodo=(GONDOR, ". ."), sam=(0, ". ."))
    assert cells(after_turn(state, yellow="nazgul"), "frodo") == "x ."


def test_in_gondor_the_colour_of_a_hobbit_who_is_out_is_harmless() -> None:
    state = standing("frodo", advanced=True, frodo=(GONDOR, ". ."), sam=(0, "x x"))
    assert cells(after_turn(state, red="nazgul"), "frodo") == ". ."


def test_in_minas_tirith_every_nazgul_acts_on_the_active_hobbit_and_on_nobody_else() -> None:
    ended = after_turn(frodo_at(MINAS_TIRITH, path=". . . . . ."), **dict.fromkeys(DICE, "nazgul"))
    assert [cells(ended, hobbit) for hobbit in ("frodo", "sam", "merry")] == [
        "x x x x x .",
        ". . . . . .",
        ". . . . . .",
    ]


def test_in_minas_tirith_others_are_safe_even_when_the_active_hobbit_is_caught() -> None:
    ended = after_turn(frodo_at(MINAS_TIRITH, path="."), red="nazgul", blue="nazgul", black="nazgul")
    assert ended.playing == ("sam", "merry")


def test_minas_tirith_does_nothing_in_the_turn_of_another() -> None:
    state = standing("sam", advanced=True, frodo=(MINAS_TIRITH, ". ."), sam=(0, ". ."), merry=(0, ". ."))
    ended = after_turn(state, red="nazgul", blue="nazgul")
    assert [cells(ended, hobbit) for hobbit in ("frodo", "sam", "merry")] == [". .", "x .", "x ."]


@pytest.mark.parametrize(("rings", "steps"), [(0, 8), (1, 8), (2, 9), (3, 9), (5, 9)])
def test_shelob_lets_pass_only_with_two_rings(rings: int, steps: int) -> None:
    assert steps_after(frodo_at(SHELOBS_LAIR), **dict.fromkeys(DICE[:rings], "ring")) == steps


def test_shelob_takes_the_first_ring_and_the_second_leads_to_mordor() -> None:
    kept = after(frodo_at(SHELOBS_LAIR), *throws(yellow="ring", red="ring", blue="ring"))
    walked = []
    for die in ("blue", "yellow", "red"):
        kept = after(kept, apply(die))
        walked.append(kept.pad("frodo").steps)
    assert walked == [8, 9, 9]
    assert kept.effects == (Spent("blue", "shelob"), Walked("yellow"), Spent("red", "arrived"))


def test_shelob_and_orcs_both_must_be_overcome() -> None:
    state = frodo_at(SHELOBS_LAIR)
    assert steps_after(state, yellow="ring", red="ring", blue="orc") == SHELOBS_LAIR
    assert steps_after(state, yellow="ring", red="ring", blue="orc", green="warrior") == SHELOBS_LAIR + 1


def test_from_minas_tirith_two_rings_pass_by_shelob() -> None:
    assert steps_after(frodo_at(MINAS_TIRITH), yellow="ring", red="ring") == SHELOBS_LAIR + 1


def test_from_minas_tirith_one_ring_ends_in_shelobs_lair() -> None:
    assert steps_after(frodo_at(MINAS_TIRITH), yellow="ring") == SHELOBS_LAIR


def test_a_place_reached_during_the_turn_changes_nothing_until_the_next_turn() -> None:
    into_moria = after(frodo_at(RIVENDELL), *throws(yellow="ring"), apply("yellow"), apply("red", 1))
    assert (into_moria.place("frodo"), cells(into_moria, "frodo")) == ("moria", ".. . . . .")
    into_gondor = after(
        frodo_at(HELMS_DEEP), *throws(yellow="ring", black="nazgul"), apply("yellow"), apply("black")
    )
    assert (into_gondor.place("frodo"), cells(into_gondor, "frodo")) == ("gondor", "x . . . .")


def test_a_place_left_during_the_turn_still_holds_to_its_end() -> None:
    out_of_moria = after(frodo_at(MORIA), *throws(yellow="ring"), apply("yellow"))
    assert "Balrog" in refused(out_of_moria, apply("red", 1))
    out_of_gondor = after(
        frodo_at(GONDOR), *throws(yellow="ring", black="nazgul"), apply("yellow"), apply("black")
    )
    assert cells(out_of_gondor, "frodo") == ". . . . ."


def test_in_the_next_turn_the_new_place_holds() -> None:
    state = standing("frodo", advanced=True, frodo=(RIVENDELL, ". ."), sam=(ROHAN, ". ."))
    sam = after_turn(state, yellow="ring")
    assert sam.meets == "rohan"
    frodo = after_turn(sam)
    assert frodo.meets == "moria"


def test_bag_end_has_no_rule() -> None:
    assert frodo_at(0).meets == "bag-end"
    assert steps_after(frodo_at(0), yellow="ring", red="orc", blue="warrior") == 1


def test_on_the_simple_side_no_place_has_a_rule() -> None:
    def simple(steps: int) -> State:
        return frodo_at(steps, advanced=False)

    assert "only one die" in refused(after(simple(RIVENDELL), THROW), keep("yellow", "red", "green"))
    assert cells(after(simple(MORIA), *throws(), apply("red", 1)), "frodo") == ".. . . . ."
    assert steps_after(simple(LOTHLORIEN), yellow="ring", red="orc", blue="orc", green="warrior") == 3
    assert refused(after(simple(ROHAN), THROW), reroll()) == NOT_HERE
    assert steps_after(simple(HELMS_DEEP), yellow="ring", red="orc", green="warrior") == 6
    assert cells(after_turn(simple(GONDOR), black="nazgul"), "frodo") == "x . . . ."
    assert cells(after_turn(simple(MINAS_TIRITH), red="nazgul"), "sam") == "x . . . ."
    assert steps_after(simple(SHELOBS_LAIR), yellow="ring") == 9

"""Who goes next, who is out, and who wins."""

import pytest

from companion.core import Line
from tests.companion.playing import END, after, after_turn, apply, keep, refused, reroll, roll, standing

RING = {"yellow": "ring"}


def test_the_dice_go_round_clockwise_and_then_a_new_round_begins() -> None:
    state = standing("merry", merry=(0, "."), frodo=(0, "."), sam=(0, "."))
    order = []
    for _ in range(4):
        order.append((state.active, state.round))
        state = after_turn(state)
    assert order == [("merry", 1), ("frodo", 1), ("sam", 1), ("merry", 2)]


def test_a_hobbit_who_is_out_takes_no_more_turns() -> None:
    state = standing("frodo", frodo=(0, ". ."), sam=(0, "x x"), merry=(0, ". ."))
    assert after_turn(state).active == "merry"


def test_when_the_first_player_is_out_the_next_one_begins_the_round() -> None:
    state = standing("merry", frodo=(0, "x x"), sam=(0, ". ."), merry=(0, ". ."))
    following = after_turn(state)
    assert (following.active, following.round) == ("sam", 2)


def test_a_hobbit_caught_before_his_turn_in_the_round_is_passed_over() -> None:
    state = standing("frodo", frodo=(0, ". ."), sam=(0, "."), merry=(0, ". ."))
    assert after_turn(state, red="nazgul").active == "merry"


def test_the_last_survivor_plays_on_alone() -> None:
    state = standing("frodo", frodo=(7, ". ."), sam=(0, "x x"))
    alone = after_turn(state, **RING)
    assert (alone.active, alone.round, alone.phase) == ("frodo", 2, "roll")
    assert after_turn(alone, **RING).winners == ("frodo",)


def test_after_arriving_in_mordor_the_round_is_played_to_its_end() -> None:
    state = standing("frodo", frodo=(8, ". ."), sam=(0, ". ."), merry=(0, ". ."))
    arrived = after_turn(state, **RING)
    assert (arrived.phase, arrived.active) == ("roll", "sam")
    sam = after_turn(arrived)
    assert (sam.phase, sam.active) == ("roll", "merry")
    assert after_turn(sam).winners == ("frodo",)


def test_when_the_last_of_the_round_arrives_the_game_ends_at_once() -> None:
    state = standing("sam", frodo=(8, ". ."), sam=(8, ". ."))
    assert after_turn(state, **RING).winners == ("sam",)


def test_being_far_ahead_is_not_being_there() -> None:
    state = standing("sam", frodo=(8, ". ."), sam=(8, ". ."))
    assert after_turn(state).winners is None


def test_the_only_one_in_mordor_wins_with_however_few_empty_cells() -> None:
    state = standing("sam", frodo=(9, "x x ."), sam=(8, ". . ."))
    assert after_turn(state).winners == ("frodo",)


@pytest.mark.parametrize(
    ("frodo", "sam", "winners"),
    [
        ("x . .", "x x .", ("frodo",)),
        ("x x .", "x . .", ("sam",)),
        ("x x ..", "x x .", ("frodo",)),
        ("x x .", "x x x.", ("frodo", "sam")),
        ("x . .", "x x ..", ("frodo", "sam")),
        ("x. . .", "x . .", ("frodo",)),
        (".. x", ". .", ("frodo", "sam")),
    ],
)
def test_of_several_in_mordor_the_one_with_more_empty_cells_wins_and_halves_count(
    frodo: str, sam: str, winners: tuple[str, ...]
) -> None:
    state = standing("sam", frodo=(9, frodo), sam=(8, sam))
    assert after_turn(state, **RING).winners == winners


def test_three_can_share_the_victory_while_a_fourth_is_still_on_the_way() -> None:
    state = standing("pippin", frodo=(9, ". ."), sam=(9, ". ."), merry=(3, ". ."), pippin=(8, ". ."))
    assert after_turn(state, **RING).winners == ("frodo", "sam", "pippin")


def test_a_gandalf_of_the_last_turn_can_decide_it() -> None:
    state = standing("sam", frodo=(9, ". ."), sam=(8, ". ."))
    thrown = after(
        state,
        roll(yellow="ring", red="gandalf", blue="orc", green="orc", black="tree"),
        keep("yellow", "red", "black"),
    )
    assert after(thrown, apply("red", 2), END).winners == ("sam",)
    assert after(thrown, END).winners == ("frodo", "sam")


def test_whoever_reaches_mordor_and_is_caught_in_the_same_turn_is_out() -> None:
    state = standing("sam", frodo=(0, ". ."), sam=(8, "x ."))
    ended = after_turn(state, yellow="ring", red="nazgul")
    assert (ended.pad("sam").steps, ended.pad("sam").is_out) == (9, True)
    assert (ended.winners, ended.active) == (None, "frodo")


def test_the_order_of_ring_and_nazgul_does_not_save_a_caught_hobbit() -> None:
    for order in (("yellow", "red"), ("red", "yellow")):
        state = standing("sam", frodo=(0, ". ."), sam=(8, "x ."))
        thrown = after(
            state,
            roll(yellow="ring", red="nazgul", blue="orc", green="orc", black="tree"),
            keep("yellow", "red", "black"),
        )
        assert after(thrown, *map(apply, order), END).playing == ("frodo",)


def test_the_one_in_mordor_can_still_be_caught_in_the_same_round_and_the_game_goes_on() -> None:
    state = standing("sam", frodo=(9, "x ."), sam=(3, ". ."))
    following = after_turn(state, yellow="nazgul")
    assert following.pad("frodo").is_out
    assert (following.winners, following.active, following.round) == (None, "sam", 2)


def test_when_one_of_two_in_mordor_is_caught_the_other_wins() -> None:
    state = standing("merry", frodo=(9, "x ."), sam=(9, "x ."), merry=(3, ". ."))
    assert after_turn(state, yellow="nazgul").winners == ("sam",)


def test_when_everyone_is_out_nobody_wins() -> None:
    state = standing("frodo", frodo=(5, "."), sam=(0, "x"))
    ended = after_turn(state, black="nazgul")
    assert (ended.phase, ended.winners) == ("over", ())


def test_one_turn_can_catch_everyone() -> None:
    state = standing("frodo", frodo=(5, "."), sam=(9, "."), merry=(1, "."))
    assert after_turn(state, black="nazgul", red="nazgul", blue="nazgul").winners == ()


def test_the_game_does_not_end_before_the_turn_is_ended() -> None:
    state = standing("frodo", frodo=(5, "."), sam=(0, "x"))
    thrown = after(
        state,
        roll(yellow="nazgul", red="ring", blue="orc", green="orc", black="tree"),
        keep("yellow", "black"),
        apply("yellow"),
    )
    assert (thrown.playing, thrown.phase) == ((), "apply")
    assert after(thrown, END).phase == "over"


@pytest.mark.parametrize("line", [roll(yellow="ring"), reroll(), keep("yellow"), apply("yellow"), END])
@pytest.mark.parametrize("seat", ["frodo", "sam"])
def test_after_the_end_nothing_more_can_be_done(seat: str, line: Line) -> None:
    over = after_turn(standing("sam", frodo=(9, "."), sam=(0, ".")))
    assert refused(over, line, seat) == "The game is over."


def test_a_path_of_one_cell_is_a_game() -> None:
    state = standing("frodo", frodo=(0, "."), sam=(0, "."))
    caught = after_turn(state, yellow="nazgul")
    assert caught.active == "sam"
    assert after_turn(caught, red="nazgul").winners == ()

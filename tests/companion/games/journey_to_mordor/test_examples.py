"""Every worked example of the rulebook. Where only a picture showed the faces, they are ours."""

from companion.core import Json
from tests.companion.playing import (
    END,
    after,
    after_turn,
    apply,
    by,
    cells,
    first_line,
    keep,
    played,
    refused,
    reroll,
    roll,
    standing,
    throws,
    turn,
)


def hobbits_after(*lines: Json) -> Json:
    hobbits: Json = played(*lines).view("table")["hobbits"]
    return hobbits


def test_a_ring_kept_after_the_first_throw_does_not_forbid_a_ring_after_the_second() -> None:
    view = played(
        first_line("frodo", "sam"),
        *by(
            "frodo",
            roll(yellow="ring", red="ring", blue="orc", green="orc", black="orc"),
            keep("yellow"),
            roll(red="ring", blue="warrior", green="gandalf", black="orc"),
            keep("red"),
        ),
    ).view("frodo")
    assert [(kept["die"], kept["face"]) for kept in view["dice"]["kept"]] == [
        ("yellow", "ring"),
        ("red", "ring"),
    ]


def test_frodo_keeps_one_ring_and_marks_one_place() -> None:
    frodo = hobbits_after(first_line("frodo", "sam"), *turn("frodo", yellow="ring"))["frodo"]
    assert (frodo["steps"], frodo["place"]) == (1, "rivendell")


def test_two_rings_mark_two_places_at_once() -> None:
    frodo = hobbits_after(first_line("frodo", "sam"), *turn("frodo", yellow="ring", black="ring"))["frodo"]
    assert (frodo["steps"], frodo["place"]) == (2, "moria")


def test_one_orc_stops_every_ring() -> None:
    hobbits = hobbits_after(
        first_line("frodo", "sam"), *turn("frodo", yellow="ring", red="ring", black="orc")
    )
    assert hobbits["frodo"]["steps"] == 0


def test_more_orcs_than_warriors_stop_the_rings() -> None:
    hobbits = hobbits_after(
        first_line("frodo", "sam"),
        *turn("frodo", yellow="ring", red="orc", blue="orc", green="warrior"),
    )
    assert hobbits["frodo"]["steps"] == 0


def test_as_many_warriors_as_orcs_let_the_rings_act() -> None:
    hobbits = hobbits_after(
        first_line("frodo", "sam"),
        *turn("frodo", yellow="ring", red="orc", blue="orc", green="warrior", black="warrior"),
    )
    assert hobbits["frodo"]["steps"] == 1


def test_merrys_black_and_blue_nazgul_both_act_on_merry() -> None:
    hobbits = hobbits_after(
        first_line("merry", "sam", nazgul_path=5), *turn("merry", blue="nazgul", black="nazgul")
    )
    assert hobbits["merry"]["nazgul"] == ["x", "x", ".", ".", "."]
    assert hobbits["sam"]["nazgul"] == ["."] * 5


def test_merrys_red_nazgul_acts_on_sam_although_it_is_not_his_turn() -> None:
    hobbits = hobbits_after(first_line("merry", "sam", nazgul_path=3), *turn("merry", red="nazgul"))
    assert hobbits["merry"]["nazgul"] == [".", ".", "."]
    assert hobbits["sam"]["nazgul"] == ["x", ".", "."]


def test_in_one_turn_nazgul_can_act_on_every_player() -> None:
    nazgul = dict.fromkeys(("yellow", "red", "blue", "green"), "nazgul")
    hobbits = hobbits_after(
        first_line("frodo", "sam", "merry", "pippin", nazgul_path=2), *turn("frodo", **nazgul)
    )
    assert [hobbit["nazgul"] for hobbit in hobbits.values()] == [["x", "."]] * 4


def test_of_several_nazgul_the_player_keeps_one_and_chooses_its_colour() -> None:
    thrown = after(
        standing("frodo", frodo=(0, ". ."), sam=(0, ". .")),
        roll(yellow="nazgul", red="nazgul", blue="ring", green="ring", black="orc"),
    )
    assert "only one die" in refused(thrown, keep("yellow", "red"))
    assert after(thrown, keep("red")).kept == (("red", "nazgul"),)
    assert after(thrown, keep("yellow")).kept == (("yellow", "nazgul"),)


def test_sam_lets_gandalf_halve_the_second_cell_and_the_nazgul_marks_one_half_of_it() -> None:
    sam = after(
        standing("sam", merry=(0, ". . ."), sam=(0, "x . .")),
        *throws(red="nazgul", blue="gandalf", yellow="warrior", green="warrior", black="warrior"),
        apply("blue", 2),
        apply("red"),
    )
    assert cells(sam, "sam") == "x x. ."


def test_pippins_white_tree() -> None:
    thrown = after(
        standing("pippin", pippin=(0, ". . ."), sam=(0, ". . .")),
        roll(yellow="ring", red="ring", blue="orc", green="nazgul", black="tree"),
    )
    assert "only one die" in refused(thrown, keep("yellow", "red", "green", "black"))
    kept = after(thrown, keep("yellow", "green", "black"))
    assert "All throws are made" in refused(kept, roll(red="ring", blue="orc"))
    ended = after(kept, END)
    assert (ended.pad("pippin").steps, cells(ended, "pippin")) == (1, "x . .")
    assert ended.active == "sam"


def test_pippin_marks_his_last_cell_and_leaves_while_the_others_stay() -> None:
    state = standing("pippin", pippin=(3, "x x ."), frodo=(0, "x . ."), sam=(0, "x . ."), merry=(0, "x . ."))
    ended = after_turn(state, green="nazgul")
    assert ended.pad("pippin").is_out
    assert ended.playing == ("frodo", "sam", "merry")
    assert ended.phase == "roll"


MERRYS_TURN = by(
    "merry",
    *throws(yellow="ring", red="gandalf", green="warrior", black="orc", blue="nazgul"),
    apply("yellow"),
    apply("red", 1),
    apply("blue"),
    END,
)


def test_merrys_five_kept_dice() -> None:
    merry = hobbits_after(first_line("merry", "sam", nazgul_path=4), *MERRYS_TURN)["merry"]
    assert (merry["steps"], merry["nazgul"]) == (1, ["x.", ".", ".", "."])


def test_sams_five_kept_dice_and_the_blue_nazgul_on_merrys_second_half() -> None:
    hobbits = hobbits_after(
        first_line("merry", "sam", nazgul_path=4),
        *MERRYS_TURN,
        *by(
            "sam",
            *throws(red="nazgul", blue="nazgul", black="orc", green="gandalf", yellow="ring"),
            apply("green", 1),
            apply("red"),
            apply("blue"),
            END,
        ),
    )
    assert (hobbits["sam"]["steps"], hobbits["sam"]["nazgul"]) == (0, ["x.", ".", ".", "."])
    assert hobbits["merry"]["nazgul"] == ["xx", ".", ".", "."]


def test_in_rivendell_three_rings_of_one_throw_are_kept_at_once() -> None:
    thrown = after(
        standing("frodo", advanced=True, frodo=(1, ". ."), sam=(0, ". .")),
        roll(yellow="ring", red="ring", blue="ring", green="orc", black="orc"),
    )
    assert after(thrown, keep("yellow", "red", "blue")).hand == ("green", "black")


def test_in_lothlorien_one_warrior_stops_two_orcs() -> None:
    state = standing("frodo", advanced=True, frodo=(3, ". ."), sam=(0, ". ."))
    ended = after_turn(state, yellow="ring", red="orc", blue="orc", green="warrior")
    assert ended.pad("frodo").steps == 4


def test_in_helms_deep_one_orc_takes_two_warriors() -> None:
    state = standing("frodo", advanced=True, frodo=(5, ". ."), sam=(0, ". ."))
    one = after_turn(state, yellow="ring", red="orc", blue="warrior")
    two = after_turn(state, yellow="ring", red="orc", blue="warrior", green="warrior")
    assert (one.pad("frodo").steps, two.pad("frodo").steps) == (5, 6)


def test_sam_in_rohan() -> None:
    lines = [
        first_line("sam", "frodo", advanced=True, nazgul_path=3),
        *turn("sam", yellow="ring", red="ring", blue="ring", green="ring"),
        *turn("frodo"),
        *by(
            "sam",
            roll(yellow="orc", red="nazgul", blue="orc", green="warrior", black="nazgul"),
            reroll(),
            roll(yellow="nazgul", red="orc", blue="nazgul", green="ring", black="nazgul"),
            keep("yellow", "green"),
            roll(red="nazgul", blue="orc", black="nazgul"),
            reroll(red="ring", blue="warrior", black="gandalf"),
            keep("red", "blue", "black"),
        ),
    ]
    kept = {each["die"]: each["face"] for each in played(*lines).view("sam")["dice"]["kept"]}
    assert kept == {"yellow": "nazgul", "green": "ring", "red": "ring", "blue": "warrior", "black": "gandalf"}
    hobbits = hobbits_after(*lines, *by("sam", END))
    assert (hobbits["sam"]["place"], hobbits["frodo"]["nazgul"]) == ("gondor", ["x", ".", "."])


def test_sam_in_rohan_must_keep_a_nazgul_after_his_second_throw_and_may_not_throw_it_a_third_time() -> None:
    rethrown = after(
        standing("sam", advanced=True, frodo=(0, ". ."), sam=(4, ". .")),
        roll(yellow="orc", red="nazgul", blue="orc", green="warrior", black="nazgul"),
        reroll(yellow="nazgul", red="orc", blue="nazgul", green="ring", black="nazgul"),
    )
    assert "must keep one" in refused(rethrown, keep("green"))
    assert "only once" in refused(rethrown, reroll())

"""What the game knows of a throw decides between dice that look alike, and never hides a doubt."""

from vision.expected import settle
from vision.identify import Candidate


def seen(**scores: float) -> list[Candidate]:
    """Candidates by `die_face=score`."""
    found = []
    for name, score in scores.items():
        die, face = name.split("_")
        found.append(Candidate(die, face, score, 0.9, 0.9, 1.0))
    return sorted(found, key=lambda each: -each.score)


def names(options: list[list[Candidate]]) -> list[str]:
    return [f"{each[0].die} {each[0].face}" for each in options]


def margin(candidates: list[Candidate]) -> float:
    return candidates[0].score - candidates[1].score


def test_numbers_decide_where_colours_do_not() -> None:
    options = [seen(red_ring=12.0, blue_ring=11.9), seen(red_orc=12.0, blue_orc=9.0)]
    assert names([list(each) for each in options]) == ["red ring", "red orc"]
    assert names(settle(options, {"red": 1, "blue": 1})) == ["blue ring", "red orc"]


def test_a_die_that_the_numbers_make_certain_is_surer_than_before() -> None:
    options = [seen(red_ring=12.0, blue_ring=11.9), seen(red_orc=12.0, blue_orc=9.0)]
    settled = settle(options, {"red": 1, "blue": 1})
    assert margin(settled[0]) > margin(options[0]) + 2


def test_two_dice_that_could_change_places_stay_unsure() -> None:
    options = [seen(red_ring=12.0, blue_ring=11.9), seen(red_orc=12.0, blue_orc=11.8)]
    settled = settle(options, {"red": 1, "blue": 1})
    assert all(margin(each) < 0.2 for each in settled)


def test_more_dice_than_expected_leave_the_worst_as_none_of_them() -> None:
    options = [seen(red_ring=12.0), seen(red_orc=11.0), seen(red_orc=3.0)]
    settled = settle(options, {"red": 2})
    assert [each[0].score > 5 for each in settled] == [True, True, False]


def test_fewer_dice_than_expected_are_read_as_they_are() -> None:
    assert names(settle([seen(red_ring=12.0)], {"red": 3, "blue": 2})) == ["red ring"]


def test_numbers_beyond_all_sense_change_nothing() -> None:
    options = [seen(red_ring=12.0, blue_ring=11.9)]
    expected = {f"die {number}": 9 for number in range(9)} | {"red": 0}
    assert settle(options, expected) == options

"""Dice that lean are told from flat ones by where they point."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision.pictures import read_picture
from vision.reader import Doubt, read_dice
from vision.upright import LEANS_FROM, astray

LEANING = Path(__file__).parent / "pictures" / "leaning"
THROWS: dict[str, dict[str, list[list[float]]]] = json.loads((LEANING / "truth.json").read_text())


@pytest.mark.parametrize("pull", [0.25, 0.7, 1.3])
@pytest.mark.parametrize("dice", [5, 7, 20])
def test_whoever_points_elsewhere_than_the_plumb_lines_leans(pull: float, dice: int) -> None:
    """Seen by cameras far and near, slanted by chance; the way down is read with some error."""
    rng = np.random.default_rng(dice)
    for _ in range(100):
        middles = rng.uniform(0, 1, (dice, 2)) * [1, 0.75]
        plumb_point = rng.uniform(-0.5, 1.5, 2)
        ways = pull * (plumb_point - middles) + rng.normal(0, 0.04, (dice, 2))
        turn = rng.uniform(0, 2 * np.pi)
        ways[0] += np.array([np.cos(turn), np.sin(turn)]) * 0.8
        off = astray(middles, ways, np.full(dice, True))
        assert list(off > LEANS_FROM) == [True] + [False] * (dice - 1)


@pytest.mark.parametrize("picture", THROWS)
def test_a_leaning_die_is_a_doubt_with_its_place_never_a_face(picture: str) -> None:
    """Dice thrown into a narrow tray; counted as pips here, which none of them has."""
    read = read_dice(read_picture(LEANING / picture), None)
    doubts = [each.place for each in read.questions if each.doubt is Doubt.LEANING and each.place]
    for x, y in THROWS[picture]["leaning"]:
        assert min(np.hypot(x - there[0], y - there[1]) for there in doubts) < 40
    for x, y in THROWS[picture]["flat"]:
        assert min(np.hypot(x - there[0], y - there[1]) for there in doubts) > 20

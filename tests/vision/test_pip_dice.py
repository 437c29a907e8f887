"""Enrolled dice with pips are counted: an overexposed picture of a three is still the only three."""

import cv2
import numpy as np

from vision.dice_set import DiceSet, learn
from vision.faces import AROUND, FLAT_PX, measure
from vision.identify import identify
from vision.pictures import Picture
from vision.pips import Pips
from vision.reader import _counted

SPOTS = ["", "4", "08", "048", "0268", "02468", "036258"]
RED, BLUE, WHITE = (40, 40, 180), (170, 70, 30), (235, 235, 235)


def face(count: int, body: tuple[int, int, int]) -> Picture:
    """A flat face with some of its surroundings, as the reader cuts it."""
    px = 4 * FLAT_PX
    drawn = np.full((px, px, 3), 90, np.uint8)
    inner, middle = px / AROUND, px / 2
    low, high = round(middle - inner / 2), round(middle + inner / 2)
    cv2.rectangle(drawn, (low, low), (high, high), body, -1)
    for spot in SPOTS[count]:
        y, x = divmod(int(spot), 3)
        at = (round(middle + (x - 1) * 0.27 * inner), round(middle + (y - 1) * 0.27 * inner))
        cv2.circle(drawn, at, round(0.09 * inner), WHITE, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(drawn, (FLAT_PX, FLAT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def numbered(count: int) -> Picture:
    drawn = face(0, BLUE)
    cv2.putText(drawn, str(count), (17, 40), cv2.FONT_HERSHEY_DUPLEX, 1.0, WHITE, 2, cv2.LINE_AA)
    return drawn


def known() -> DiceSet:
    samples = [
        sample
        for count in range(1, 7)
        for die, picture in (
            ("red", face(count, RED)),
            ("blue", face(count, BLUE)),
            ("number", numbered(count)),
        )
        for sample in learn(die, str(count), [picture], [60.0])
    ]
    return DiceSet("dots", tuple(samples))


def test_dice_with_pips_are_told_from_dice_with_numerals() -> None:
    assert known().with_pips == {"red", "blue"}


def test_the_count_tells_the_face_and_the_colour_tells_the_die() -> None:
    dice = known()
    for die, body in (("red", RED), ("blue", BLUE)):
        (candidates,) = identify(measure([face(5, body)]), dice)
        first = _counted(candidates, Pips(3, 0.99), dice)[0]
        assert (first.die, first.face) == (die, "3")


def test_without_a_count_likeness_decides() -> None:
    dice = known()
    (candidates,) = identify(measure([face(5, RED)]), dice)
    assert _counted(candidates, None, dice) == candidates
    assert (candidates[0].die, candidates[0].face) == ("red", "5")

"""Corrected samples make a dice set better; one with a wrong name is not taken."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.enrol import enrol
from calibration.improve import MOST_OF_A_FACE, improve
from vision.dice_set import DiceSet, Sample, learn
from vision.faces import measure
from vision.identify import identify
from vision.pictures import Picture

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"


@pytest.fixture(scope="module")
def known() -> DiceSet:
    return enrol("test", PICTURES / "enrol").dice_set


def sample_of(known: DiceSet, die: str, face: str) -> Sample:
    return next(each for each in known.samples if (each.die, each.face) == (die, face))


def in_other_light(picture: Picture, number: int) -> Picture:
    light = np.array([0.6, 0.8, 1.0]) * (0.7 + 0.05 * number)
    return np.asarray(
        cv2.GaussianBlur(np.clip(picture * light, 0, 255).astype(np.uint8), (0, 0), 1.0), np.uint8
    )


def score_of(dice_set: DiceSet, picture: Picture) -> float:
    return identify(measure([picture]), dice_set)[0][0].score


def test_a_face_seen_in_other_light_is_taken_and_read_better(known: DiceSet) -> None:
    old = sample_of(known, "orange", "sun")
    picture = in_other_light(old.picture, 0)
    improved = improve(known, learn("orange", "sun", [picture], [old.width_px]))
    assert len(improved.taken) == 1
    assert improved.dice_set.dice == known.dice
    assert score_of(improved.dice_set, picture) > score_of(known, picture)


def test_a_face_under_another_faces_name_is_refused(known: DiceSet) -> None:
    old = sample_of(known, "orange", "sun")
    other = next(face for face in known.dice["orange"] if face != "sun")
    improved = improve(known, learn("orange", other, [in_other_light(old.picture, 0)], [old.width_px]))
    assert improved.taken == ()
    assert improved.refused[0][1] == ("orange", "sun")
    assert improved.dice_set is known


def test_a_face_keeps_no_more_than_its_share(known: DiceSet) -> None:
    old = sample_of(known, "orange", "sun")
    pictures = [in_other_light(old.picture, number) for number in range(MOST_OF_A_FACE + 2)]
    new = learn("orange", "sun", pictures, [old.width_px] * len(pictures))
    few = replace(known, samples=tuple(each for each in known.samples if each.die == "orange"))
    improved = improve(few, new)
    suns = [each for each in improved.dice_set.samples if each.face == "sun"]
    assert len(suns) == MOST_OF_A_FACE
    assert improved.dice_set.dice == few.dice

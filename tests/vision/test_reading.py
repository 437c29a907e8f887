"""Dice are learned from one picture a face and read from pictures of rolls; what is not known is asked."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.enrol import CannotEnrol, Hindrance, enrol
from vision.dice_set import DiceSet
from vision.drawing import draw
from vision.pictures import read_picture
from vision.reader import Doubt, read_dice

PICTURES = Path(__file__).parent / "pictures"
ROLLS: dict[str, list[list[str]]] = json.loads((PICTURES / "rolls.json").read_text())
PIPS: dict[str, list[int]] = json.loads((PICTURES / "pips" / "truth.json").read_text())


@pytest.fixture(scope="module")
def known() -> DiceSet:
    return enrol("test", PICTURES / "enrol").dice_set


def test_every_face_of_every_die_is_learned(known: DiceSet) -> None:
    assert {die: len(faces) for die, faces in known.dice.items()} == {"orange": 6, "purple": 6}


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_is_read_and_nothing_foreign_is_named(known: DiceSet, roll: str) -> None:
    read = read_dice(read_picture(PICTURES / "rolls" / roll), known)
    sure = sorted([reading.die, reading.face] for reading in read.readings if reading.sure)
    assert sure == ROLLS[roll]


@pytest.mark.parametrize("photo", PIPS)
def test_ordinary_pips_need_no_enrolment(photo: str) -> None:
    read = read_dice(read_picture(PICTURES / "pips" / photo), None)
    counts = sorted(int(reading.face) for reading in read.readings)
    assert [count for count in PIPS[photo] if count not in counts] == []


def test_what_the_game_expects_is_compared(known: DiceSet) -> None:
    picture = read_picture(PICTURES / "enrol" / "orange" / "sun" / "0.jpg")
    read = read_dice(picture, known, {"orange": 1, "purple": 2})
    assert [(reading.die, reading.face) for reading in read.readings] == [("orange", "sun")]
    (question,) = [each for each in read.questions if each.die == "purple"]
    assert (question.doubt, question.expected, question.counted) == (Doubt.MISSING, 2, 0)


def test_a_die_half_out_of_the_picture_is_never_a_face(known: DiceSet) -> None:
    picture = read_picture(PICTURES / "enrol" / "orange" / "sun" / "0.jpg")
    (whole,) = read_dice(picture, known).readings
    cut = np.ascontiguousarray(picture[:, : round(whole.centre[0])])
    assert [each for each in read_dice(cut, known).readings if each.sure] == []


def test_an_empty_floor_holds_no_dice(known: DiceSet) -> None:
    noise = np.random.default_rng(1).normal(120, 4, (480, 640, 3))
    read = read_dice(np.clip(noise, 0, 255).astype(np.uint8), known)
    assert read.readings == ()


def test_the_drawing_leaves_the_picture_alone(known: DiceSet) -> None:
    picture = read_picture(PICTURES / "enrol" / "orange" / "sun" / "0.jpg")
    before = picture.copy()
    drawn = draw(picture, read_dice(picture, known))
    assert np.array_equal(picture, before)
    assert not np.array_equal(drawn, before)


def test_a_folder_without_faces_is_named(tmp_path: Path) -> None:
    (tmp_path / "orange").mkdir()
    with pytest.raises(CannotEnrol) as caught:
        enrol("test", tmp_path)
    assert (caught.value.hindrance, caught.value.path) == (Hindrance.NO_DICE, tmp_path / "orange")

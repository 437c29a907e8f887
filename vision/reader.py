"""A picture in, the dice on it out: locating, identifying and doubting put together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from vision.dice_set import DiceSet
from vision.doubt import KNOWN_FROM, SURE_FROM, SURE_OF_PIPS_FROM, confidence
from vision.faces import flatten, measure
from vision.identify import identify
from vision.locate import locate
from vision.pictures import Floats, Picture
from vision.pips import read_pips
from vision.scene import Found

PIPS = "pips"


class Doubt(Enum):
    """Why a person should look."""

    UNKNOWN = "unknown"
    UNSURE = "unsure"
    CUT_OFF = "cut off"
    MISSING = "missing"
    TOO_MANY = "too many"


@dataclass(frozen=True)
class Question:
    """A doubt with its place, or with the die and the number that was expected."""

    doubt: Doubt
    place: tuple[float, float] | None = None
    die: str = ""
    face: str = ""
    expected: int = 0
    counted: int = 0


@dataclass(frozen=True)
class Reading:
    """One die that was read. Not sure means that a person will be asked."""

    die: str
    face: str
    sure: bool
    confidence: float
    centre: tuple[float, float]
    corners: Floats


@dataclass(frozen=True)
class Read:
    readings: tuple[Reading, ...]
    questions: tuple[Question, ...]
    milliseconds: float


def read_dice(picture: Picture, dice_set: DiceSet | None, expected: Mapping[str, int] | None = None) -> Read:
    """Read all dice; no dice set means ordinary pips. `expected`: how many of which die should lie there."""
    started = time.perf_counter()
    found = locate(picture).dice
    if dice_set is None:
        readings, questions = _read_pips(picture, found)
    else:
        readings, questions = _read_known(picture, found, dice_set)
    if expected:
        questions.extend(_compare(readings, expected))
    elapsed = (time.perf_counter() - started) * 1000
    return Read(tuple(readings), tuple(questions), elapsed)


def _read_known(
    picture: Picture, found: tuple[Found, ...], dice_set: DiceSet
) -> tuple[list[Reading], list[Question]]:
    readings: list[Reading] = []
    questions: list[Question] = []
    whole, cut_off = _whole(picture, found)
    questions.extend(Question(Doubt.CUT_OFF, die.centre) for die in cut_off)
    faces = measure([flatten(picture, die.corners) for die in whole])
    for die, candidates in zip(whole, identify(faces, dice_set), strict=True):
        chance = confidence(candidates)
        if chance < KNOWN_FROM:
            questions.append(Question(Doubt.UNKNOWN, die.centre))
            continue
        first = candidates[0]
        reading = Reading(first.die, first.face, chance >= SURE_FROM, chance, die.centre, die.corners)
        readings.append(reading)
        if not reading.sure:
            questions.append(Question(Doubt.UNSURE, die.centre, first.die, first.face))
    return readings, questions


def _read_pips(picture: Picture, found: tuple[Found, ...]) -> tuple[list[Reading], list[Question]]:
    readings: list[Reading] = []
    questions: list[Question] = []
    whole, cut_off = _whole(picture, found)
    questions.extend(Question(Doubt.CUT_OFF, die.centre) for die in cut_off)
    for die in whole:
        pips = read_pips(picture, die.corners, die.seen)
        if pips.count == 0:
            questions.append(Question(Doubt.UNKNOWN, die.centre))
            continue
        sure = pips.confidence >= SURE_OF_PIPS_FROM
        readings.append(Reading(PIPS, str(pips.count), sure, pips.confidence, die.centre, die.corners))
        if not sure:
            questions.append(Question(Doubt.UNSURE, die.centre, PIPS, str(pips.count)))
    return readings, questions


def _whole(picture: Picture, found: tuple[Found, ...]) -> tuple[list[Found], list[Found]]:
    """Top faces that are wholly in the picture, and those that are not."""
    height, width = picture.shape[:2]
    whole: list[Found] = []
    cut_off: list[Found] = []
    for die in found:
        slack = 0.04 * die.width_px
        inside = (
            die.corners.min() > -slack
            and die.corners[:, 0].max() < width + slack
            and die.corners[:, 1].max() < height + slack
        )
        (whole if inside else cut_off).append(die)
    return whole, cut_off


def _compare(readings: list[Reading], expected: Mapping[str, int]) -> list[Question]:
    counted = Counter(reading.die for reading in readings)
    questions = []
    for die in sorted({*expected, *counted}):
        wanted, seen = expected.get(die, 0), counted[die]
        if seen != wanted:
            doubt = Doubt.MISSING if seen < wanted else Doubt.TOO_MANY
            questions.append(Question(doubt, die=die, expected=wanted, counted=seen))
    return questions

"""A picture in, the dice on it out: locating, identifying and doubting put together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.dice_set import DiceSet
from vision.doubt import (
    DIE_FOR_SURE,
    FLAT_FROM,
    KNOWN_FROM,
    PIPS_FOR_DIE_FROM,
    PIPS_FROM,
    SURE_FROM,
    SURE_OF_PIPS_FROM,
    confidence,
)
from vision.expected import settle
from vision.faces import flatten, measure, middle_of_ink
from vision.identify import Candidate, alike, identify
from vision.locate import Found, locate
from vision.pictures import Floats, Picture
from vision.pips import Pips, count_pips
from vision.squares import frame_of
from vision.upright import LEANS_FROM, MAY_LEAN_FROM, leanings

PIPS = "pips"
# What is less likely a die than this, and cannot be read, is not worth a question.
DIE_FROM = 0.32
# The part of a face that must be in the picture to read it, and from which on nothing of it is missing.
LEAST_INSIDE, WHOLLY_INSIDE = 0.8, 0.99
# Corners may be found a little too far out, in, or aside: how much closer, and whether around the symbol.
LOOKS_AGAIN = ((1.07, 0.0), (0.93, 0.0), (1.0, 1.0), (1.1, 1.0))


class Doubt(Enum):
    """Why a person should look."""

    UNKNOWN = "unknown"
    LEANING = "leaning"
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
    questions: list[Question] = []
    faces = _readable(picture, locate(picture), questions)
    if dice_set is None:
        readings = _read_pips(picture, faces, questions)
    else:
        readings = _read_known(picture, faces, dice_set, expected or {}, questions)
    if expected:
        questions.extend(_compare(readings, expected))
    elapsed = (time.perf_counter() - started) * 1000
    return Read(tuple(readings), tuple(questions), elapsed)


def _readable(picture: Picture, found: tuple[Found, ...], questions: list[Question]) -> list[Found]:
    """The faces that lie flat and whole in the picture; of the others, what should be asked."""
    faces = []
    leans = leanings(
        picture, [die.corners for die in found], [die.chance >= DIE_FOR_SURE for die in found]
    ).tolist()
    for die, lean in zip(found, leans, strict=True):
        inside = _part_inside(die.corners, picture)
        if inside < LEAST_INSIDE:
            questions.append(Question(Doubt.CUT_OFF, die.centre))
        # A face at the picture's very edge is judged by its symbol alone.
        elif lean < LEANS_FROM and (die.flat >= FLAT_FROM or inside < WHOLLY_INSIDE):
            faces.append(replace(die, may_lean=lean >= MAY_LEAN_FROM))
        elif die.chance >= DIE_FROM:
            questions.append(Question(Doubt.LEANING, die.centre))
    return faces


def _part_inside(corners: Floats, picture: Picture) -> float:
    """How much of a face lies within the picture."""
    height, width = picture.shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    face = corners.astype(np.float32)
    return float(cv2.intersectConvexConvex(face, frame)[0]) / max(float(cv2.contourArea(face)), 1e-6)


def _read_known(
    picture: Picture,
    faces: list[Found],
    dice_set: DiceSet,
    expected: Mapping[str, int],
    questions: list[Question],
) -> list[Reading]:
    readings: list[Reading] = []
    options = _options(picture, faces, dice_set, expected)
    counts = _counts(picture, faces, dice_set)
    options = [_counted(candidates, pips, dice_set) for candidates, pips in zip(options, counts, strict=True)]
    if expected:
        options = settle(options, expected)
    is_expected = bool(expected) and len(faces) <= sum(expected.values())
    for die, candidates, pips in zip(faces, options, counts, strict=True):
        chance = confidence(candidates, is_expected)
        if pips and candidates[0].die in dice_set.with_pips:
            chance *= pips.chance
        if chance < KNOWN_FROM:
            if die.chance >= DIE_FROM:
                questions.append(Question(Doubt.UNKNOWN, die.centre))
            continue
        first = candidates[0]
        sure = chance >= SURE_FROM and not die.may_lean
        reading = Reading(first.die, first.face, sure, chance, die.centre, die.corners)
        readings.append(reading)
        if not reading.sure:
            questions.append(Question(Doubt.UNSURE, die.centre, first.die, first.face))
    return readings


def _options(
    picture: Picture, faces: list[Found], dice_set: DiceSet, expected: Mapping[str, int]
) -> list[list[Candidate]]:
    """What each face may be; the doubtful ones are looked at again, as if they lay a little elsewhere."""
    measured = measure([flatten(picture, die.corners) for die in faces])
    options = identify(measured, dice_set, expected)
    for closer, centred in LOOKS_AGAIN:
        doubtful = [number for number, each in enumerate(options) if confidence(each) < SURE_FROM]
        if not doubtful:
            break
        corners = [
            _moved(faces[number].corners, middle_of_ink(measured[number].pattern) * centred)
            for number in doubtful
        ]
        again = measure([flatten(picture, each, closer) for each in corners])
        seen = dict(zip(doubtful, again, strict=True))
        fresh = identify([seen.get(number, face) for number, face in enumerate(measured)], dice_set, expected)
        for number in doubtful:
            options[number] = max(options[number], fresh[number], key=confidence)
    return options


def _moved(corners: Floats, way: Floats) -> Floats:
    frame = frame_of(corners)
    return np.asarray(corners + (frame.place(way[None])[0] - frame.middle))


def _counts(picture: Picture, faces: list[Found], dice_set: DiceSet) -> list[Pips | None]:
    """The pips of each face, where the set has dice with pips and the count is beyond doubt."""
    if not dice_set.with_pips:
        return [None] * len(faces)
    counted = count_pips(picture, [die.corners for die in faces])
    return [pips if pips.chance >= SURE_OF_PIPS_FROM else None for pips in counted]


def _counted(candidates: list[Candidate], pips: Pips | None, dice_set: DiceSet) -> list[Candidate]:
    """Dice with pips show what was counted; which of them it is, the colour tells."""
    if not pips:
        return candidates
    face, kept = str(pips.count), [each for each in candidates if each.die not in dice_set.with_pips]
    for die in sorted(dice_set.with_pips):
        losses = [each.colour for each in candidates if each.die == die]
        if losses and face in dice_set.dice[die]:
            kept.append(alike(die, face, losses[0]))
    return sorted(kept, key=lambda each: -each.score) or candidates


def _read_pips(picture: Picture, faces: list[Found], questions: list[Question]) -> list[Reading]:
    readings: list[Reading] = []
    for die, pips in zip(faces, count_pips(picture, [die.corners for die in faces]), strict=True):
        if die.chance < DIE_FOR_SURE and pips.chance < PIPS_FOR_DIE_FROM:
            continue
        if pips.chance < PIPS_FROM:
            questions.append(Question(Doubt.UNKNOWN, die.centre))
            continue
        sure = pips.chance >= SURE_OF_PIPS_FROM and die.chance >= DIE_FOR_SURE and not die.may_lean
        readings.append(Reading(PIPS, str(pips.count), sure, pips.chance, die.centre, die.corners))
        if not sure:
            questions.append(Question(Doubt.UNSURE, die.centre, PIPS, str(pips.count)))
    return readings


def _compare(readings: list[Reading], expected: Mapping[str, int]) -> list[Question]:
    counted = Counter(reading.die for reading in readings)
    questions = []
    for die in sorted({*expected, *counted}):
        wanted, seen = expected.get(die, 0), counted[die]
        if seen != wanted:
            doubt = Doubt.MISSING if seen < wanted else Doubt.TOO_MANY
            questions.append(Question(doubt, die=die, expected=wanted, counted=seen))
    return questions

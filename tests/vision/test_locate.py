"""Top faces are found on tables never seen before, of any floor, lamp, size and tilt, and nothing else."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.training.painting import MASK, Array
from calibration.training.tables import Drawn, picture
from vision.doubt import DIE_FOR_SURE, FLAT_FROM
from vision.locate import Found, locate, locate_closely
from vision.pictures import Picture, read_picture
from vision.squares import frame_of

TABLES = 60
PICTURES = Path(__file__).parent / "pictures"


def symbols() -> list[Array]:
    """A few shapes of our own to paint on the faces."""
    masks = []
    for sides in (3, 4, 5, 8):
        mask = np.zeros((MASK, MASK), np.uint8)
        angles = np.arange(sides) * 2 * np.pi / sides
        shape = 48 + 40 * np.stack([np.cos(angles), np.sin(angles)], -1)
        cv2.polylines(mask, [shape.astype(np.int32)], isClosed=True, color=(255,), thickness=9)
        cv2.circle(mask, (48, 48), 3 * sides, (255,), cv2.FILLED)
        masks.append(mask[None])
    return masks


@pytest.fixture(scope="module")
def tables() -> list[tuple[Picture, list[Drawn], tuple[Found, ...]]]:
    rng, glyphs = np.random.default_rng(2026), symbols()
    drawn = [picture(rng, glyphs) for _ in range(TABLES)]
    return [(shot, dice, locate(shot)) for shot, dice in drawn]


def is_clear(die: Drawn, shot: Picture) -> bool:
    inside = die.corners.min() > 2 and die.corners.max() < len(shot) - 2
    return bool(inside and die.is_flat and die.seen > 0.97 and frame_of(die.corners).width_px > 20)


def nearest(die: Drawn, found: tuple[Found, ...]) -> Found | None:
    width = frame_of(die.corners).width_px
    middle = die.corners.mean(axis=0)
    near = [each for each in found if np.hypot(*(each.corners.mean(axis=0) - middle)) < 0.3 * width]
    return near[0] if near else None


def off(die: Drawn, found: Found) -> float:
    """How far the corners are off, as a part of the face's width."""
    turns = [np.roll(found.corners, turn, axis=0) for turn in range(4)]
    far = min(float(np.hypot(*(turn - die.corners).T).mean()) for turn in turns)
    return far / frame_of(die.corners).width_px


def test_nearly_every_clear_die_is_found_at_its_place(
    tables: list[tuple[Picture, list[Drawn], tuple[Found, ...]]],
) -> None:
    pairs = [
        (die, nearest(die, found)) for shot, dice, found in tables for die in dice if is_clear(die, shot)
    ]
    placed = [off(die, found) for die, found in pairs if found]
    assert len(pairs) > 100
    assert len(placed) > 0.95 * len(pairs)
    assert np.median(placed) < 0.05


def test_hardly_anything_else_is_taken_for_a_die(
    tables: list[tuple[Picture, list[Drawn], tuple[Found, ...]]],
) -> None:
    strangers = count = 0
    for _, dice, found in tables:
        for each in found:
            count += 1
            middle = each.corners.mean(axis=0)
            near = [np.hypot(*(die.corners.mean(axis=0) - middle)) for die in dice]
            taken = each.flat >= FLAT_FROM and each.chance >= DIE_FOR_SURE
            strangers += taken and (not near or min(near) > 0.4 * each.width_px)
    assert strangers < 0.06 * count


def test_dice_that_are_covered_or_cut_off_are_told_from_whole_ones(
    tables: list[tuple[Picture, list[Drawn], tuple[Found, ...]]],
) -> None:
    whole, not_whole = [], []
    for shot, dice, found in tables:
        for die in dice:
            each = nearest(die, found)
            if each and is_clear(die, shot):
                whole.append(each.flat > 0.5)
            elif each and (die.seen < 0.75 or die.corners.min() < -4 or die.corners.max() > len(shot) + 4):
                not_whole.append(each.flat > 0.5)
    assert len(not_whole) > 30
    assert np.mean(whole) > 0.95
    assert np.mean(not_whole) < 0.1


@pytest.mark.parametrize("enlarged", [0.6, 1.5, 2.5])
def test_the_size_of_the_picture_does_not_matter(
    enlarged: float, tables: list[tuple[Picture, list[Drawn], tuple[Found, ...]]]
) -> None:
    same = known = 0
    for shot, _, found in tables[:20]:
        whole = [each for each in found if each.flat > 0.9 and 35 < each.width_px < 100]
        again = locate(np.asarray(cv2.resize(shot, None, fx=enlarged, fy=enlarged), np.uint8))
        for each in whole:
            known += 1
            at = (each.corners.mean(axis=0) + 0.5) * enlarged
            same += any(
                np.hypot(*(other.corners.mean(axis=0) - at)) < 0.2 * other.width_px for other in again
            )
    assert known > 15
    assert same > 0.93 * known


@pytest.mark.parametrize("part", [0.9, 0.6, 0.3, 0.15])
def test_a_single_die_is_found_from_afar_and_close_by(part: float) -> None:
    """`part`: how much of the picture's height the die fills."""
    whole = read_picture(PICTURES / "enrol" / "orange" / "sun" / "0.jpg")
    (die,) = [each for each in locate_closely(whole) if each.flat > 0.5]
    half = die.width_px * 0.5 / part
    left, top = (round(each - half) for each in die.centre)
    bare = cv2.copyMakeBorder(whole, 400, 400, 400, 400, cv2.BORDER_REFLECT)
    side = round(2 * half)
    cut = bare[top + 400 : top + 400 + side, left + 400 : left + 400 + side]
    close = np.asarray(cv2.resize(cut, (960, 960), interpolation=cv2.INTER_CUBIC), np.uint8)
    best = max(locate_closely(close), key=lambda each: each.flat * each.chance)
    assert abs(best.width_px / (960 * part) - 1) < 0.15
    assert np.hypot(*np.subtract(best.centre, 480)) < 0.12 * best.width_px

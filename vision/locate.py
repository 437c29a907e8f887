"""Where the dice lie: every die's top face as a quadrilateral.

Two small networks (docs/dice-reader.md). The finder sees the whole picture, shrunk, and marks the middle of
each top face with its size, slant and turn. The refiner sees each face squared up, twice, and moves the
four corners to where they are; it also says whether this is a whole face that lies flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.networks import network, stacked
from vision.pictures import Floats, Picture
from vision.squares import UNIT, Frame, crossing, cut_out, frame_of

# The finder's own pixels: how long the picture is made, and how many of them one cell of its map covers.
WORK_PX, CELL_PX = 640, 8
# Sizes in the finder's map are logarithms of parts of this half width.
USUAL_HALF_PX = 12.0
LEAST_CHANCE = 0.25
# Smaller than this in the shrunk picture, a large picture is looked at again at twice the size.
LEAST_WIDTH_PX = 20.0
# What the refiner sees: a square cut out, with the estimated face in its middle.
CUT_PX, FACE_PX = 64, 38
LOOKS = 2
# Two faces nearer than this part of the smaller one's width are one.
APART = 0.5


@dataclass(frozen=True, eq=False)
class Found:
    """A top face: its corners in order, the chance that it is one, and that it is whole and lies flat."""

    corners: Floats
    chance: float
    flat: float
    spread: float
    may_lean: bool = False

    @cached_property
    def centre(self) -> tuple[float, float]:
        return crossing(self.corners)

    @cached_property
    def width_px(self) -> float:
        return frame_of(self.corners).width_px


def locate(picture: Picture) -> tuple[Found, ...]:
    """All top faces, the likeliest first."""
    guesses = find(picture, WORK_PX)
    longest = max(picture.shape[:2])
    small = LEAST_WIDTH_PX * longest / WORK_PX
    if longest > WORK_PX * 1.5 and (not guesses or np.median([each.width_px for _, each in guesses]) < small):
        guesses = find(picture, 2 * WORK_PX) or guesses
    if not guesses:
        guesses = find(picture, WORK_PX // 2)
    return refine(picture, guesses)


def locate_closely(picture: Picture) -> tuple[Found, ...]:
    """The same for a picture taken of one die, which may fill it: all sizes are looked for."""
    sizes = (WORK_PX, WORK_PX // 2, WORK_PX // 4)
    guesses = [guess for size in sizes for guess in find(picture, size)]
    return refine(picture, sorted(guesses, key=lambda guess: -guess[0]))


def find(picture: Picture, long_px: int) -> list[tuple[float, Frame]]:
    """Rough top faces with their chance, found in the picture made `long_px` long."""
    height, width = picture.shape[:2]
    factor = min(1.0, long_px / max(height, width))
    # The map is halved twice within the network, so the sides are whole numbers of four cells.
    step = 4 * CELL_PX
    shape = tuple(max(step, round(side * factor / step) * step) for side in (width, height))
    work = picture
    if shape != (width, height):
        work = np.asarray(cv2.resize(picture, shape, interpolation=cv2.INTER_AREA))
    cells = network("finder").run(stacked([work]))[0]
    heat = cells[0]
    peaks = (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (
        heat > np.log(LEAST_CHANCE / (1 - LEAST_CHANCE))
    )
    scale = np.array([width / shape[0], height / shape[1]])
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-heat[rows, columns])
    found: list[tuple[float, Frame]] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        frame = _decoded(cells[1:, row, column], row, column, scale)
        if all(_apart(frame, other) for _, other in found):
            found.append((float(1 / (1 + np.exp(-heat[row, column]))), frame))
    return found


def _decoded(cell: Floats, row: int, column: int, scale: Floats) -> Frame:
    """The parallelogram that a cell of the map tells of: place, size, slant and turn.

    A square turned by a quarter is the same square, so the turn is told by four times its angle; the slant
    is told by the corners' second moments, which know no order of the corners either.
    """
    right, below, size, slant_x, slant_y, turn_x, turn_y = cell.tolist()
    middle = (np.array([column + right, row + below]) + 0.5) * CELL_PX - 0.5
    slant = np.array([slant_x, slant_y]) / 2
    slant *= min(1.0, 0.8 / max(float(np.hypot(*slant)), 1e-6))
    values, vectors = np.linalg.eigh(np.array([(1 + slant[0], slant[1]), (slant[1], 1 - slant[0])]))
    spread = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    spread *= np.exp(np.clip(size, -3, 4)) * USUAL_HALF_PX / np.sqrt(np.linalg.det(spread))
    angle = np.arctan2(turn_y, turn_x) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    sides = np.diag(scale) @ spread @ np.array([(cos, -sin), (sin, cos)])
    return Frame((middle + 0.5) * scale - 0.5, sides[:, 0], sides[:, 1])


def refine(picture: Picture, guesses: list[tuple[float, Frame]]) -> tuple[Found, ...]:
    """The faces with exact corners; what turns out to be the same face twice is told once."""
    if not guesses:
        return ()
    corners = [frame.place(UNIT) for _, frame in guesses]
    told: Floats = np.zeros((len(guesses), 10))
    for _ in range(LOOKS):
        frames = [frame_of(each) for each in corners]
        told = network("refiner").run(stacked([cut_out(picture, each, CUT_PX, FACE_PX) for each in frames]))
        corners = [
            frame.place(UNIT + moved[:8].reshape(4, 2)) for frame, moved in zip(frames, told, strict=True)
        ]
    kept: list[Found] = []
    for (chance, _), quad, each in zip(guesses, corners, told, strict=True):
        die = Found(quad, chance, float(1 / (1 + np.exp(-each[8]))), float(np.exp(each[9])))
        if all(_apart(frame_of(quad), frame_of(other.corners)) for other in kept):
            kept.append(die)
    return tuple(kept)


def _apart(one: Frame, other: Frame) -> bool:
    far = float(np.hypot(*(one.middle - other.middle)))
    return far > APART * min(one.width_px, other.width_px)

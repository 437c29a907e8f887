"""Top faces as quadrilaterals: squares seen from somewhere, in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.pictures import Floats, Integers, Picture

UNIT = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
# Larger faces are cut out finer and shrunk, so that no detail turns into false patterns.
FINEST = 8


@dataclass(frozen=True, eq=False)
class Frame:
    """A parallelogram: its middle and its two half sides. It maps the unit square onto the picture."""

    middle: Floats
    across: Floats
    along: Floats

    def place(self, points: Floats) -> Floats:
        return np.asarray(self.middle + points[:, :1] * self.across + points[:, 1:] * self.along)

    def unplace(self, points: Floats) -> Floats:
        return np.asarray(np.linalg.solve(self.matrix, (points - self.middle).T).T)

    @property
    def matrix(self) -> Floats:
        return np.column_stack([self.across, self.along])

    @cached_property
    def width_px(self) -> float:
        """The side of a square of the same area."""
        return float(2 * np.sqrt(abs(np.linalg.det(self.matrix))))


def frame_of(corners: Floats) -> Frame:
    """The parallelogram nearest to four corners."""
    a, b, c, d = corners
    return Frame(corners.mean(axis=0), (b + c - a - d) / 4, (c + d - a - b) / 4)


def crossing(corners: Floats) -> tuple[float, float]:
    """Where the diagonals cross: the face's middle in perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    turned = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
    if abs(turned) < 1e-9:
        return float(corners[:, 0].mean()), float(corners[:, 1].mean())
    along = ((ax - bx) * (by - dy) - (ay - by) * (bx - dx)) / turned
    return ax + along * (cx - ax), ay + along * (cy - ay)


def cut_out(picture: Picture, frame: Frame, side_px: int, face_px: int) -> Picture:
    """The surroundings of a face, squared up: the frame becomes `face_px` wide in a picture of `side_px`."""
    finer = _finer(frame.width_px, face_px)
    side = side_px * finer
    matrix = frame.matrix / (face_px * finer / 2)
    back = np.column_stack([matrix, frame.middle - matrix @ np.full(2, (side - 1) / 2)])
    cut = cv2.warpAffine(
        picture,
        back,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(127, 127, 127),
    )
    return _shrunk(cut, side_px)


def flat(picture: Picture, corners: Floats, side_px: int, around: float) -> Picture:
    """The face within the corners, and `around` times as much, laid flat without perspective."""
    middle = corners.mean(axis=0)
    quad = (middle + (corners - middle) * around).astype(np.float32)
    finer = _finer(frame_of(quad).width_px, side_px)
    side = side_px * finer
    square = ((UNIT + 1) * (side / 2) - 0.5).astype(np.float32)
    onto = cv2.getPerspectiveTransform(quad, square)
    return _shrunk(cv2.warpPerspective(picture, onto, (side, side), borderMode=cv2.BORDER_REPLICATE), side_px)


def _finer(width: float, target: float) -> int:
    finer = 1
    while width > target * finer * 1.5 and finer < FINEST:
        finer *= 2
    return finer


def _shrunk(cut: Integers, side_px: int) -> Picture:
    if len(cut) > side_px:
        cut = cv2.resize(cut, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return np.asarray(cut, np.uint8)

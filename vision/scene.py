"""What the parts of locating share: a picture at its working size, the blobs on it, and a found top face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.pictures import Floats, Picture

LEAST_WIDTH_PX, MOST_WIDTH_PX = 15.0, 150.0
# A die cut out for its edges is this wide, whatever its size: cost and thresholds stay the same.
NORMAL_PX = 40.0
# A hole larger than this part of the picture is the inside of a tray, not of a die.
MOST_HOLE = 0.04


@dataclass(frozen=True, eq=False)
class Found:
    """A top face: its corners in order, how well its outline is seen (0 to 1), and what it was found by."""

    corners: Floats
    width_px: float
    seen: float
    is_lone: bool

    @cached_property
    def centre(self) -> tuple[float, float]:
        return crossing(self.corners)


@dataclass(frozen=True, eq=False)
class Scene:
    """The picture, its working size, and what on it is clearly and what even faintly unlike the floor."""

    picture: Picture
    factor: float
    shape: tuple[int, ...]
    strong: Picture
    faint: Picture


@dataclass(frozen=True, eq=False)
class Blob:
    """Something on the floor, in pixels of the working picture."""

    hull: Floats
    box: tuple[int, int, int, int]
    area: float
    centre: Floats
    is_cut_off: bool

    @property
    def solidity(self) -> float:
        return self.area / max(float(cv2.contourArea(self.hull.astype(np.float32))), 1.0)


def find_blobs(mask: Picture) -> list[Blob]:
    """What hangs together in the mask; small holes are filled, a tray's rim stays a rim."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    height, width = mask.shape
    blobs = []
    for contour, (_, _, _, parent) in zip(contours, tree[0] if tree is not None else (), strict=True):
        area = float(cv2.contourArea(contour))
        if parent >= 0:
            if area < MOST_HOLE * height * width:
                cv2.drawContours(mask, [contour], -1, 1, cv2.FILLED)
            continue
        if area < (0.4 * LEAST_WIDTH_PX) ** 2:
            continue
        x, y, w, h = cv2.boundingRect(contour)
        hull = cv2.convexHull(contour)[:, 0, :].astype(float)
        cut_off = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
        blobs.append(Blob(hull, (x, y, w, h), area, hull.mean(0), cut_off))
    return blobs


def cut_out(scene: Scene, centre: tuple[float, float], width: float, scale: float) -> tuple[Picture, Floats]:
    """The surroundings of a die at normal size; the origin is in working pixels."""
    half = int(np.ceil(1.3 * width * scale))
    origin = np.array(centre) - half / scale
    return window(scene.picture, origin, scale, 1 / scene.factor, (2 * half, 2 * half)), origin


def window(source: Picture, origin: Floats, scale: float, finer: float, size: tuple[int, int]) -> Picture:
    """A part of a picture that is `finer` than the working picture, from an origin in working pixels."""
    x, y = -origin * scale
    move = np.array([[scale / finer, 0, x], [0, scale / finer, y]])
    return np.asarray(
        cv2.warpAffine(source, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def found_at(scene: Scene, corners: Floats, width: float, seen: float, *, is_lone: bool) -> Found:
    return Found(corners / scene.factor, width / scene.factor, seen, is_lone)


def crossing(corners: Floats) -> tuple[float, float]:
    """Where the diagonals cross: the face's middle in perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    turned = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
    if abs(turned) < 1e-9:
        return ax, ay
    along = ((ax - bx) * (by - dy) - (ay - by) * (bx - dx)) / turned
    return ax + along * (cx - ax), ay + along * (cy - ay)

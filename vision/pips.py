"""Ordinary dice: how many pips a top face shows, for any body and pip colour and most designs.

The face is laid flat, and the six patterns of pips are laid over it in both turns that matter; the pattern whose
spots are unlike their surroundings, all alike and alone, counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.faces import PATTERN_PX, flatten, ink, pattern_of
from vision.pictures import Floats, Picture

CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
# Every way a count can lie, up to half turns.
LAYOUTS: list[tuple[int, list[tuple[int, int]]]] = [
    (1, [(0, 0)]),
    (2, [(-1, -1), (1, 1)]),
    (2, [(-1, 1), (1, -1)]),
    (3, [(-1, -1), (0, 0), (1, 1)]),
    (3, [(-1, 1), (0, 0), (1, -1)]),
    (4, CORNERS),
    (5, [*CORNERS, (0, 0)]),
    (6, [*CORNERS, (-1, 0), (1, 0)]),
    (6, [*CORNERS, (0, -1), (0, 1)]),
]
# The distance of the outer pips from the middle and their radius, as parts of the face's width, over many designs.
REACHES = (0.20, 0.25, 0.30)
RADII = (0.075, 0.105)
KEY_PX = 30


@dataclass(frozen=True)
class Pips:
    """The count (0: no pips seen) and the chance that it is right."""

    count: int
    confidence: float


def read_pips(picture: Picture, corners: Floats) -> Pips:
    return count_pips(flatten(picture, corners))


def count_pips(face: Picture) -> Pips:
    """Pips of a flat face as `faces.flatten` gives it."""
    pattern = np.ascontiguousarray(pattern_of(ink(face)), np.float32)
    best = dict.fromkeys(range(1, 7), -1.0)
    for count, key in _keys():
        match = cv2.matchTemplate(pattern, key, cv2.TM_CCOEFF_NORMED)
        best[count] = max(best[count], float(match.max()), -float(match.min()))
    ranked = sorted(best.items(), key=lambda each: -each[1])
    (count, first), (_, second) = ranked[:2]
    chance = 1 / (1 + np.exp(-(-5.0 + 9.0 * first + 25.0 * (first - second))))
    return Pips(count, float(chance)) if first > 0.35 else Pips(0, 0.0)


@cache
def _keys() -> list[tuple[int, Floats]]:
    """Drawn pips, with the slow changes of light taken out as they are from a face."""
    keys = []
    unit = PATTERN_PX / 1.12
    inset = (PATTERN_PX - KEY_PX) // 2
    for count, layout in LAYOUTS:
        for reach in REACHES if count > 1 else REACHES[:1]:
            for radius in RADII:
                drawn = np.zeros((4 * PATTERN_PX, 4 * PATTERN_PX), np.uint8)
                for x, y in layout:
                    at = (
                        round(4 * (PATTERN_PX / 2 + x * reach * unit)),
                        round(4 * (PATTERN_PX / 2 + y * reach * unit)),
                    )
                    cv2.circle(drawn, at, round(4 * radius * unit), 255, cv2.FILLED)
                key = pattern_of(drawn)[inset:-inset, inset:-inset]
                keys.append((count, np.ascontiguousarray(key, np.float32)))
    return keys

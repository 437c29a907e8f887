"""A top face cut out and laid flat, and what is measured on it: ink, vector, pattern and body colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.embedding import SIDE_PX, embed
from vision.networks import network, stacked
from vision.pictures import Floats, Picture
from vision.squares import flat

# A flat face with a little of its surroundings; its middle of SIDE_PX is the face itself.
FLAT_PX = 56
AROUND = FLAT_PX / SIDE_PX
# A pattern is a face made small; the middle part of a known one slides over it, so that a place found a few
# hundredths beside still fits.
PATTERN_PX, MIDDLE_PX = 36, 28
# Keeps a dark body's colour from being its noise.
DARKEST = 24.0
# How likely ink must be to be counted as such, or as body.
INK_FROM, BODY_TO = 0.6, 0.15
# Less ink than this, in pixels of a pattern, has no middle.
LEAST_INK = 8.0


@dataclass(frozen=True, eq=False)
class Face:
    """What is known of one flat face."""

    vector: Floats
    pattern: Floats
    colour: Floats


def flatten(picture: Picture, corners: Floats, closer: float = 1.0) -> Picture:
    """The face within the corners and a little around it, as a square of FLAT_PX."""
    return flat(picture, corners, FLAT_PX, AROUND / closer)


def measure(faces: list[Picture]) -> list[Face]:
    """All faces of a picture at once: each network runs once."""
    if not faces:
        return []
    inked = ink(faces)
    inset = (FLAT_PX - SIDE_PX) // 2
    middles = [(255 * each[inset:-inset, inset:-inset]).astype(np.uint8) for each in inked]
    return [
        Face(vector, pattern_of(each), body_colour(face, each))
        for face, each, vector in zip(faces, inked, embed(middles), strict=True)
    ]


def ink(faces: list[Picture]) -> list[Floats]:
    """How likely each pixel of a face is part of its symbol (0 to 1), whatever the colours and the light."""
    told = network("ink").run(stacked(faces))[:, 0]
    return list(1 / (1 + np.exp(-told)))


def fingerprint() -> str:
    """Which networks measure here: what others measured cannot be compared."""
    return f"{network('ink').fingerprint}-{network('glyphs').fingerprint}"


def pattern_of(inked: Floats) -> Floats:
    return np.asarray(cv2.resize(inked, (PATTERN_PX, PATTERN_PX), interpolation=cv2.INTER_AREA), np.float32)


def body_colour(face: Picture, inked: Floats) -> Floats:
    """Red and blue of the body against its green, its light, and how much lighter than it the ink is."""
    inset = FLAT_PX // 6
    middle = face[inset:-inset, inset:-inset].astype(np.float32)
    likely = inked[inset:-inset, inset:-inset]
    body = _median(middle, likely < BODY_TO)
    symbol = _median(middle, likely > INK_FROM)
    blue, green, red = body.tolist()
    total, ink_total = float(body.sum()), float(symbol.sum())
    return np.array(
        [
            (red - green) / (total + DARKEST),
            (blue - green) / (total + DARKEST),
            np.log((total + DARKEST) / (3 * 128 + DARKEST)),
            np.log((ink_total + 3 * DARKEST) / (total + 3 * DARKEST)),
        ]
    )


def _median(pixels: Floats, where: NDArray[np.bool_]) -> Floats:
    """The median colour of some pixels, or of all where they are too few."""
    chosen = pixels[where]
    return np.median(chosen if len(chosen) >= 12 else pixels.reshape(-1, 3), axis=0)


def middle_of_ink(pattern: Floats) -> Floats:
    """Where the symbol's middle is on the face, from -1 to 1 across and down; the rim does not count."""
    rim = PATTERN_PX // 7
    clear = np.where(pattern > 0.5, pattern, 0.0)[rim:-rim, rim:-rim]
    if clear.sum() < LEAST_INK:
        return np.zeros(2)
    rows, columns = np.indices(clear.shape)
    middle = np.array([(clear * columns).sum(), (clear * rows).sum()]) / clear.sum()
    return np.asarray((middle - (len(clear) - 1) / 2) / (PATTERN_PX / 2) * AROUND)


def keys_of(pattern: Floats) -> list[Floats]:
    """What a known face is looked for by: its middle in the four turns of a square."""
    inset = (PATTERN_PX - MIDDLE_PX) // 2
    middle = pattern[inset:-inset, inset:-inset]
    return [np.ascontiguousarray(np.rot90(middle, turn)) for turn in range(4)]


def likeness(pattern: Floats, keys: list[Floats]) -> float:
    """How alike a face and a known one are (correlation, 0 to 1), over turns and small shifts."""
    pattern = np.ascontiguousarray(pattern, np.float32)
    best = max(float(cv2.matchTemplate(pattern, key, cv2.TM_CCOEFF_NORMED).max()) for key in keys)
    return best if np.isfinite(best) else 0.0

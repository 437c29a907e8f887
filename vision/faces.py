"""A top face cut out and laid flat, and what is measured on it: vector, pattern and body colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.embedding import SIDE_PX, embed
from vision.pictures import Floats, Picture

# A pattern is a face with some of its surroundings; the middle part of a known one slides over it, in
# three sizes, so that a place found a few hundredths beside or a little too wide still fits.
AROUND = 1.12
PATTERN_PX = 40
MIDDLES_PX = (26, 28, 30)
# Keeps a dark body's colour from being its noise.
DARKEST = 24.0
# So large that its middle, the face itself, is what the network looks at.
FLAT_PX = 54


@dataclass(frozen=True, eq=False)
class Face:
    """What is known of one flat face."""

    vector: Floats
    pattern: Floats
    colour: Floats


def flatten(picture: Picture, corners: Floats) -> Picture:
    """The face within the corners and a little around it, as a square of FLAT_PX."""
    middle = corners.mean(axis=0)
    quad = (middle + (corners - middle) * AROUND).astype(np.float32)
    wide = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    side = FLAT_PX
    while side * 1.5 < wide:
        side *= 2
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
    flat = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(quad, square), (side, side), borderMode=cv2.BORDER_REPLICATE
    )
    if side > FLAT_PX:
        flat = cv2.resize(flat, (FLAT_PX, FLAT_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def measure(flat: list[Picture]) -> list[Face]:
    """All faces of a picture at once: one pass through the network."""
    if not flat:
        return []
    inked = [ink(face) for face in flat]
    inset = (FLAT_PX - SIDE_PX) // 2
    vectors = embed([np.ascontiguousarray(grey[inset:-inset, inset:-inset]) for grey in inked])
    return [
        Face(vector, pattern_of(grey), body_colour(face, grey))
        for face, grey, vector in zip(flat, inked, vectors, strict=True)
    ]


def ink(face: Picture) -> Picture:
    """The face in grey along the colour direction in which the symbol stands out most from the noise.

    Black on dark red or yellow on white all but vanish in ordinary grey.
    """
    inset = len(face) // 5
    smooth = cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.float32)
    shape = smooth - cv2.GaussianBlur(smooth, (0, 0), 9.0)
    noise = (face - smooth)[inset:-inset, inset:-inset].reshape(-1, 3)
    middle = shape[inset:-inset, inset:-inset].reshape(-1, 3)
    spread = noise.T @ noise / len(noise) + 40.0 * np.eye(3)
    root = np.linalg.inv(np.linalg.cholesky(spread))
    _, axes = np.linalg.eigh(root @ np.cov(middle, rowvar=False) @ root.T)
    axis = (root.T @ axes[:, -1]).astype(np.float32)
    if float(axis.sum()) < 0:
        axis = -axis
    grey = face.astype(np.float32) @ axis
    low, high = np.percentile(grey[inset:-inset, inset:-inset], (2, 98))
    stretched = (grey - low) * (190 / max(float(high - low), 1e-3)) + 32
    return np.asarray(np.clip(stretched, 0, 255), np.uint8)


def pattern_of(grey: Picture) -> Floats:
    """The face without the slow changes of its light."""
    small = cv2.resize(grey, (PATTERN_PX, PATTERN_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small - cv2.GaussianBlur(small, (0, 0), 7.0))


def body_colour(face: Picture, grey: Picture) -> Floats:
    """Red and blue of the body against its green, its light, and how much lighter the ink is than the body.

    The body is measured at the rim of the face, where there is no ink; `grey` is the face's `ink`.
    """
    side = len(face)
    outer, inner = side // 6, side // 4
    rim = np.ones((side, side), bool)
    rim[inner:-inner, inner:-inner] = False
    rim[:outer] = rim[-outer:] = False
    rim[:, :outer] = rim[:, -outer:] = False
    blue, green, red = np.median(face[rim].astype(np.float32), axis=0)
    total = float(blue + green + red)
    # Only the innermost part: where a lamp is mirrored in the face, its edge would pass for ink.
    core, core_grey = face[inner:-inner, inner:-inner], grey[inner:-inner, inner:-inner]
    low, median, high = np.percentile(core_grey, (4, 50, 96))
    inked = core[core_grey >= high if high - median > median - low else core_grey <= low].astype(np.float32)
    ink_total = float(np.median(inked, axis=0).sum())
    return np.array(
        [
            (red - green) / (total + DARKEST),
            (blue - green) / (total + DARKEST),
            np.log((total + DARKEST) / (3 * 128 + DARKEST)),
            np.log((ink_total + 3 * DARKEST) / (total + 3 * DARKEST)),
        ]
    )


def keys_of(pattern: Floats) -> list[Floats]:
    """What a known face is looked for by: its middle in three sizes and the four turns of a square."""
    inset = (PATTERN_PX - MIDDLES_PX[1]) // 2
    middle = pattern[inset:-inset, inset:-inset]
    keys: list[Floats] = []
    for side in MIDDLES_PX:
        key = cv2.resize(middle, (side, side), interpolation=cv2.INTER_LINEAR)
        keys.extend(np.ascontiguousarray(np.rot90(key, turn)) for turn in range(4))
    return keys


def likeness(pattern: Floats, keys: list[Floats]) -> float:
    """How alike a face and a known one are (correlation, 0 to 1), over turns, sizes and small shifts.

    Light on dark is like dark on light: where ink and body are equally light, noise decides which is which.
    """
    pattern = np.ascontiguousarray(pattern, np.float32)
    return max(float(np.abs(cv2.matchTemplate(pattern, key, cv2.TM_CCOEFF_NORMED)).max()) for key in keys)

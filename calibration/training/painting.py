"""Colours, noise, masks and strokes that drawn tables are made of. All chance comes from one generator."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Chance = np.random.Generator
Glyphs = list[Array]  # by class, its masks (n x 96 x 96)

SIDE = 512
MASK = 96
UNIT = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)


def noise(rng: Chance, side: int, scale: float) -> Array:
    """Smooth noise of about unit size whose features are `scale` pixels."""
    coarse = max(2, math.ceil(side / scale) + 1)
    rough = rng.standard_normal((coarse, coarse)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC))


def axes() -> tuple[Array, Array]:
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    return x, y


def colour(rng: Chance) -> Array:
    """A linear colour (blue, green, red) as things have: often none, seldom garish."""
    kind = rng.random()
    if kind < 0.18:
        tint = 1 - np.array([0.25, 0.08, 0]) * rng.random()
        return np.asarray(rng.uniform(0.65, 0.95) * tint, np.float32)
    if kind < 0.34:
        return np.full(3, rng.uniform(0.005, 0.05), np.float32)
    if kind < 0.44:
        return np.full(3, rng.uniform(0.05, 0.6), np.float32)
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(70, 250)]]])
    bgr = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    return np.asarray(bgr**2.2 + 0.004, np.float32)


def pick(rng: Chance, glyphs: Glyphs) -> Array:
    masks = glyphs[int(rng.integers(len(glyphs)))]
    return np.asarray(masks[int(rng.integers(len(masks)))])


def spun(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([(c, -s), (s, c)])


def hull_of(points: Array) -> Array:
    return np.asarray(cv2.convexHull(np.asarray(points, np.float32))[:, 0])


def fill(shape: Array, into: Array | None = None) -> Array:
    """A convex shape as a mask from 0 to 1."""
    mask = np.zeros((SIDE, SIDE), np.float32) if into is None else into
    cv2.fillConvexPoly(mask, np.rint(np.asarray(shape) * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    return mask


def blurred(mask: Array, sigma: float) -> Array:
    if sigma < 0.3:
        return mask
    shrink = max(1, int(sigma / 3))
    if shrink == 1:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma))
    small = cv2.resize(mask, (SIDE // shrink, SIDE // shrink), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / shrink), (SIDE, SIDE)))


def stamp(rng: Chance, canvas: Array, mask: Array, at: Array, size: float, ink: Array) -> None:
    """A glyph printed on the canvas, turned by chance."""
    onto: Array = cv2.getRotationMatrix2D((47.5, 47.5), rng.uniform(0, 360), size / MASK)
    onto[:, 2] += at - 47.5
    x0, y0 = np.maximum(np.floor(at - size * 0.75), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(at + size * 0.75), SIDE).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    onto[:, 2] -= (x0, y0)
    shape = (int(x1 - x0), int(y1 - y0))
    inked: Array = cv2.warpAffine(mask, onto, shape, flags=cv2.INTER_AREA)[..., None] / np.float32(255)
    part: Array = canvas[y0:y1, x0:x1]
    part += np.asarray((ink - part) * inked, np.float32)


def line(canvas: Array, start: Array, end: Array, ink: list[float], wide: int) -> None:
    a, b = (tuple(int(each) for each in point) for point in (start, end))
    cv2.line(canvas, a, b, ink, wide, cv2.LINE_AA)

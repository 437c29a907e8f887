"""Pictures of dice on tables, drawn by chance: what the locator and the pip counter learn from.

Rounded cubes under a pinhole camera, on floors of many kinds, among tokens, coins, cards and hands. Not
photoreal but endlessly various, and every top face's corners are known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.training.cubes import Camera, Light, camera, light, light_on_floor, put, throw
from calibration.training.floors import floor
from calibration.training.painting import (
    SIDE,
    UNIT,
    Array,
    Chance,
    Glyphs,
    axes,
    blurred,
    colour,
    fill,
    hull_of,
    noise,
    pick,
    spun,
    stamp,
)

LEAST_WIDTH_PX, MOST_WIDTH_PX = 15, 140


@dataclass(frozen=True, eq=False)
class Drawn:
    """A top face: corners in pixels, the middle of the face below it, whether it lies flat, the part of it
    in sight, its pips (0: none)."""

    corners: Array
    foot: Array
    is_flat: bool
    seen: float
    pips: int


def picture(rng: Chance, glyphs: Glyphs) -> tuple[Array, list[Drawn]]:
    """A table and what lies on it: SIDE square, blue-green-red."""
    cam = camera(rng, math.exp(rng.uniform(math.log(LEAST_WIDTH_PX), math.log(MOST_WIDTH_PX))))
    ground = floor(rng, glyphs)
    cubes = throw(rng, cam, glyphs, ground.reshape(-1, 3)[::997].mean(0))
    lit = light(rng)
    canvas = ground * light_on_floor(rng, cam, lit, cubes)
    if rng.random() < 0.1:  # a lamp mirrored in the floor
        canvas += _spot(rng, rng.uniform(10, 80, 2))[..., None] * np.float32(rng.uniform(0.1, 1))
    canvas = np.ascontiguousarray(canvas, np.float32)
    for _ in range(int(rng.choice([0, 1, 2, 4, 8], p=[0.4, 0.22, 0.16, 0.13, 0.09]))):
        at, size = cam.on_floor(rng.uniform(-0.05, 1.05, 2) * SIDE), math.exp(rng.uniform(-0.7, 0.9))
        if all(np.hypot(*(at - cube.at[:2])) > 0.8 + size for cube in cubes):
            _put_thing(rng, canvas, cam, lit, glyphs, at, size)
    cubes.sort(key=lambda cube: -float(np.linalg.norm(cam.eye - cube.at)))
    places = [put(rng, canvas, cam, lit, cube) for cube in cubes]
    hidden = _put_hand(rng, canvas, lit) if rng.random() < 0.08 else np.zeros((SIDE, SIDE), np.float32)
    drawn: list[Drawn] = []
    for cube, place in zip(reversed(cubes), reversed(places), strict=True):  # from the nearest on
        if place is None:
            continue
        corners = cube.corners(cam)
        visible = float((fill(corners) * (1 - hidden)).sum())
        seen = visible / max(float(cv2.contourArea(corners.astype(np.float32))), 1.0)
        pips = cube.top + 1 if cube.kind.style == "pips" else 0
        drawn.append(Drawn(corners, cube.foot_middle(cam), cube.is_flat, min(1.0, seen), pips))
        rows, columns, mask = place
        np.maximum(hidden[rows, columns], mask, out=hidden[rows, columns])
    if rng.random() < 0.5:  # uneven light
        wide = np.full(2, rng.uniform(150, 600) * math.sqrt(2))
        canvas *= (1 + _spot(rng, wide) * np.float32(rng.uniform(0.2, 1.5)))[..., None]
    return _developed(rng, canvas), drawn


def _spot(rng: Chance, wide: Array) -> Array:
    x, y = axes()
    at = rng.uniform(0, SIDE, 2)
    return np.asarray(np.exp(-(((x - at[0]) / wide[0]) ** 2) - ((y - at[1]) / wide[1]) ** 2))


def _put_thing(
    rng: Chance, canvas: Array, cam: Camera, lit: Light, glyphs: Glyphs, at: Array, size: float
) -> None:
    """A coin, token, card, pen or pawn: something that is no die."""
    what = str(rng.choice(["disc", "card", "rod", "lump", "pawn"], p=[0.45, 0.2, 0.13, 0.1, 0.12]))
    ring = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 28, endpoint=False)])
    height, narrow = rng.uniform(0.02, 0.25) * min(size, 1), 1.0
    if what == "disc":
        shape = ring * size / 2
    elif what == "card":
        half = (
            np.array([rng.uniform(1.2, 2.2), rng.uniform(1.6, 3.0)]) * size / 2 * rng.choice([0.6, 1.0, 1.6])
        )
        shape, height = (UNIT * half) @ spun(rng.uniform(0, 2 * math.pi)), rng.uniform(0.0, 0.12)
    elif what == "rod":
        ends = np.concatenate([ring[:14] * 0.2 * size + [0, 2], ring[14:] * 0.2 * size - [0, 2]])
        shape = ends @ spun(rng.uniform(0, 2 * math.pi))
    elif what == "lump":
        shape = hull_of(rng.normal(0, size / 2.5, (9, 2)))
    else:
        shape, height, narrow = ring * size * 0.3, rng.uniform(0.6, 1.6) * size, rng.uniform(0.2, 1.0)
    tone, bright = colour(rng), lit.on_floor
    low = cam.project(np.column_stack([shape + at, np.zeros(len(shape))]))
    high = cam.project(np.column_stack([shape * narrow + at, np.full(len(shape), height)]))
    for outline, shade in (
        (np.concatenate([low, high]), rng.uniform(0.3, 0.8)),
        (high, rng.uniform(0.8, 1.1)),
    ):
        canvas += (tone * bright * shade - canvas) * fill(hull_of(outline))[..., None]
    middle = high.mean(0)
    if what == "disc" and rng.random() < 0.5:
        inner = hull_of((high - middle) * 0.85 + middle)
        canvas += (tone * bright * rng.uniform(0.5, 1.4) - canvas) * fill(inner)[..., None]
        wide = max(4.0, size * cam.width_px * rng.uniform(0.4, 0.75))
        stamp(rng, canvas, pick(rng, glyphs), middle, wide, colour(rng) * bright)
    elif what == "card" and rng.random() < 0.7:
        for _ in range(int(rng.integers(1, 6))):
            where = (high[int(rng.integers(len(high)))] + middle) / 2
            stamp(rng, canvas, pick(rng, glyphs), where, rng.uniform(6, 40), colour(rng) * bright)


def _put_hand(rng: Chance, canvas: Array, lit: Light) -> Array:
    """Fingers and a palm reaching in over the picture's edge; answers what they hide."""
    skin = np.array([0.25, 0.4, 0.75]) * rng.uniform(0.1, 1.0) * rng.uniform(0.85, 1.15, 3)
    angle = rng.uniform(0, 2 * math.pi)
    ahead = -np.array([math.cos(angle), math.sin(angle)])
    side = np.array([-ahead[1], ahead[0]])
    size = rng.uniform(60, 190)
    edge = SIDE / 2 - ahead * SIDE / 2 * 1.15 + side * rng.uniform(-150, 150)
    palm = edge + ahead * rng.uniform(0.1, 1.1) * size
    mask = np.zeros((SIDE, SIDE), np.float32)
    _limb(mask, palm - ahead * 3 * size, palm, 0.75 * size)
    for finger in range(int(rng.integers(1, 6))):
        base = palm + side * (finger - 2) * size * 0.19
        way = ahead * rng.uniform(0.5, 1.0) + side * (finger - 2) * rng.uniform(0, 0.2)
        _limb(mask, base, base + way * size, 0.19 * size)
    shadow = np.roll(blurred(mask, rng.uniform(3, 25)), rng.normal(0, 12, 2).astype(int).tolist(), (0, 1))
    canvas *= (1 - rng.uniform(0.2, 0.7) * shadow)[..., None]
    relief = np.clip(blurred(mask, size * 0.07) * 1.6 - 0.6, 0, 1)[..., None]
    tone = skin * lit.on_floor * (0.45 + 0.6 * relief) * (1 + noise(rng, SIDE, 6) * 0.04)[..., None]
    canvas += ((tone - canvas) * mask[..., None]).astype(np.float32)
    return mask


def _limb(mask: Array, start: Array, end: Array, wide: float) -> None:
    a, b = (tuple(int(each) for each in point) for point in (start, end))
    cv2.line(mask, a, b, (1.0,), max(2, int(wide)), cv2.LINE_AA)


def _developed(rng: Chance, canvas: Array) -> Array:
    """The camera: exposure, white balance, tone curve, vignette, blur, noise, JPEG."""
    white = float(np.percentile(canvas[::4, ::4].max(-1), rng.uniform(80, 99.8)))
    balance = np.array([rng.uniform(0.85, 1.15), 1, rng.uniform(0.85, 1.15)], np.float32)
    canvas = canvas * np.float32(rng.uniform(0.35, 1.1) / max(white, 0.02)) * balance
    canvas = np.clip(canvas, 0, 1) ** np.float32(1 / rng.uniform(1.8, 2.6))
    if rng.random() < 0.5:
        x, y = axes()
        far = ((x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2) / (SIDE**2 / 4)
        canvas *= (1 - np.float32(rng.uniform(0, 0.3)) * far)[..., None]
    if rng.random() < 0.6:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 1.1))
    grain = rng.standard_normal(canvas.shape, np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * np.float32(1.8)
    canvas = canvas + grain * np.float32(rng.uniform(0.0, 0.03))
    shot = np.clip(canvas * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))]
        shot = np.asarray(cv2.imdecode(cv2.imencode(".jpg", shot, quality)[1], cv2.IMREAD_COLOR))
    return shot

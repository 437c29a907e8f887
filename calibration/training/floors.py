"""Floors to lie on: felt, wood, paper, black, cloth, print, maps, stone; in linear colours."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.training.painting import (
    SIDE,
    UNIT,
    Array,
    Chance,
    Glyphs,
    axes,
    colour,
    line,
    noise,
    pick,
    spun,
    stamp,
)


def floor(rng: Chance, glyphs: Glyphs) -> Array:
    kinds = (felt, wood, paper, black, woven, printed, landscape, stone)
    make = kinds[int(rng.choice(len(kinds), p=[0.26, 0.18, 0.16, 0.08, 0.08, 0.1, 0.09, 0.05]))]
    ground = make(rng, glyphs)
    if rng.random() < 0.12:
        ground = with_edge(rng, ground)
    return np.clip(ground, 0.0005, 1.2).astype(np.float32)


def plain(tone: Array) -> Array:
    return np.ones((SIDE, SIDE, 3), np.float32) * tone


def felt(rng: Chance, _: Glyphs) -> Array:
    grain = noise(rng, SIDE, rng.uniform(1, 2.5)) * rng.uniform(0.03, 0.3)
    worn = noise(rng, SIDE, rng.uniform(8, 40)) * rng.uniform(0, 0.08)
    return np.asarray(colour(rng) * (1 + grain + worn)[..., None])


def wood(rng: Chance, _: Glyphs) -> Array:
    tone = np.array([0.06, 0.14, 0.3]) * rng.uniform(0.2, 2.4) * rng.uniform(0.8, 1.2, 3)
    x, y = axes()
    angle = rng.uniform(0, math.pi)
    across = x * math.cos(angle) + y * math.sin(angle)
    across += noise(rng, SIDE, rng.uniform(60, 200)) * rng.uniform(3, 40)
    across += noise(rng, SIDE, 12) * rng.uniform(0, 3)
    rings = np.sin(across / rng.uniform(1.5, 12)) * rng.uniform(0.03, 0.3)
    rings += np.sin(across / rng.uniform(12, 60)) * rng.uniform(0.0, 0.3)
    rings += noise(rng, SIDE, 2) * rng.uniform(0, 0.1)
    ground = tone * np.clip(1 + rings, 0.05, 3)[..., None]
    if rng.random() < 0.3:
        gap = across % rng.uniform(60, 200) < rng.uniform(1, 4)
        ground = ground * np.where(gap, rng.uniform(0.2, 0.7), 1)[..., None]
    return np.asarray(ground)


def paper(rng: Chance, _: Glyphs) -> Array:
    white = rng.uniform(0.5, 0.9) * rng.uniform(0.85, 1, 3)
    tone = white if rng.random() < 0.6 else colour(rng)
    return np.asarray(tone * (1 + noise(rng, SIDE, rng.uniform(1, 60)) * rng.uniform(0, 0.04))[..., None])


def black(rng: Chance, _: Glyphs) -> Array:
    grain = 1 + noise(rng, SIDE, 1.2) * rng.uniform(0, 0.3)
    return np.asarray(plain(np.full(3, rng.uniform(0.001, 0.02))) * grain[..., None])


def woven(rng: Chance, _: Glyphs) -> Array:
    x, y = axes()
    angle, period = rng.uniform(0, math.pi), rng.uniform(3, 14) / (2 * math.pi)
    c, s = math.cos(angle), math.sin(angle)
    threads = np.sin((x * c + y * s) / period) * np.sin((y * c - x * s) / period)
    return np.asarray(colour(rng) * (1 + threads * rng.uniform(0.05, 0.4))[..., None])


def printed(rng: Chance, glyphs: Glyphs) -> Array:
    """A mat or a board: shapes, letters, a grid."""
    ground = plain(colour(rng)).astype(np.float32)
    for _ in range(int(rng.integers(3, 30))):
        _print_on(rng, ground, glyphs)
    if rng.random() < 0.4:
        step, wide, ink = int(rng.integers(14, 90)), int(rng.integers(1, 4)), colour(rng).tolist()
        for at in range(int(rng.integers(step)), SIDE, step):
            line(ground, np.array([at, 0]), np.array([at, SIDE]), ink, wide)
            line(ground, np.array([0, at]), np.array([SIDE, at]), ink, wide)
    return ground


def _print_on(rng: Chance, ground: Array, glyphs: Glyphs) -> None:
    ink, at, size = colour(rng), rng.uniform(0, SIDE, 2), math.exp(rng.uniform(2, 5))
    shade = ink.tolist()
    match int(rng.integers(4)):
        case 0:
            thick = int(rng.choice([-1, 1, 2, 3]))
            cv2.circle(ground, (int(at[0]), int(at[1])), int(size / 2), shade, thick, cv2.LINE_AA)
        case 1:
            half = np.array([size / 2 * rng.uniform(0.4, 2.5), size / 2])
            quad = np.asarray((UNIT * half) @ spun(rng.uniform(0, math.pi)) + at).astype(np.int32)
            if rng.random() < 0.4:
                cv2.fillConvexPoly(ground, quad, shade, cv2.LINE_AA)
            else:
                cv2.polylines(ground, [quad], True, shade, int(rng.integers(1, 4)), cv2.LINE_AA)
        case 2:
            line(ground, at, at + rng.normal(0, size * 2, 2), shade, int(rng.integers(1, 5)))
        case _:
            stamp(rng, ground, pick(rng, glyphs), at, size, ink)


def landscape(rng: Chance, _: Glyphs) -> Array:
    """A map: patches and wandering lines."""
    base = colour(rng)
    hills, ground = noise(rng, SIDE, rng.uniform(30, 120)), plain(base)
    for level in np.sort(rng.uniform(-1.5, 1.5, 4)):
        ground = np.where((hills > level)[..., None], colour(rng) * 0.4 + base * 0.6, ground)
    ground = np.ascontiguousarray(ground, np.float32)
    for _each in range(int(rng.integers(3, 12))):
        way = np.cumsum(rng.normal(0, 30, (12, 2)), 0) + rng.uniform(0, SIDE, 2)
        thick = int(rng.integers(1, 4))
        cv2.polylines(ground, [way.astype(np.int32)], False, colour(rng).tolist(), thick, cv2.LINE_AA)
    return ground


def stone(rng: Chance, _: Glyphs) -> Array:
    veins = np.abs(noise(rng, SIDE, rng.uniform(30, 90)) + 0.5 * noise(rng, SIDE, 15))
    base = colour(rng)
    return np.asarray(base + (colour(rng) - base) * np.exp(-veins * rng.uniform(2, 9))[..., None])


def with_edge(rng: Chance, ground: Array) -> Array:
    """The edge of a mat or the wall of a tray, and another floor beyond."""
    x, y = axes()
    angle, other = rng.uniform(0, math.pi), colour(rng)
    far = (x - SIDE / 2) * math.cos(angle) + (y - SIDE / 2) * math.sin(angle) - rng.uniform(80, 240)
    rim = (far > 0) & (far < rng.uniform(2, 30))
    ground = np.where((far > 0)[..., None], other, ground)
    return np.where(rim[..., None], other * rng.uniform(0.3, 1.5), ground)

"""The curves of roads and paths: gentle bends that keep off everything they do not touch."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Array = NDArray[np.float64]

Piece = tuple[str, tuple[str, ...]]
"""The kind of a way, and its spots from one fixed place to the next."""

Boxed = tuple[Array, tuple[Array, Array]]
"""A curve with the corners of the box around it."""

DISC = 24
"""The radius of a location. All lengths are CSS pixels at 1:1."""

PITCH = 71
"""How far apart two adjacent spots should be, so that a thumb finds each of them."""

CLEAR = 56
"""No two spots should come nearer than this: discs stay apart, and tap targets of 44 px too."""

SAMPLES = 16


def seed_of(*words: str) -> int:
    """A number that is the same on every machine."""
    return crc32("\n".join(words).encode())


def bend(stations: list[str], placed: Array, pieces: Sequence[Piece]) -> list[Array]:
    """A gentle bend for every stretch, chosen so that it keeps off everything that it does not touch."""
    index = {station: number for number, station in enumerate(stations)}
    curves: list[Boxed] = []
    points: list[Array] = []
    for _, spots in pieces:
        a, b = placed[index[spots[0]]], placed[index[spots[-1]]]
        likes = 0.05 + 0.05 * (seed_of(*spots) % 100) / 100
        likes *= 1 if seed_of(*reversed(spots)) % 2 else -1
        others = np.array([placed[n] for name, n in index.items() if name not in (spots[0], spots[-1])])
        taken = np.concatenate([others.reshape(-1, 2), *points]) if points else others.reshape(-1, 2)
        bends: tuple[float, ...] = (likes, -likes, 0.0, 0.16, -0.16, 0.26, -0.26)
        if spots[0] == spots[-1]:
            bends = (0.9,)
        tried = [_arc(a, b, bend) for bend in bends]
        cost = [
            _trouble(curve, len(spots) - 2, taken, curves) + 4 * abs(bend)
            for curve, bend in zip(tried, bends, strict=True)
        ]
        best = tried[int(np.argmin(cost))]
        curves.append((best, (best.min(axis=0), best.max(axis=0))))
        if len(spots) > 2:
            points.append(np.array(along(best, len(spots) - 2)))
    return [curve for curve, _ in curves]


def straight(stations: list[str], placed: Array, piece: Piece) -> Array:
    _, spots = piece
    return _arc(placed[stations.index(spots[0])], placed[stations.index(spots[-1])], 0.0)


def _arc(a: Array, b: Array, bend: float) -> Array:
    across = np.array([a[1] - b[1], b[0] - a[0]]) if (a != b).any() else np.array([0.0, 2.5 * PITCH])
    share = np.linspace(0, 1, SAMPLES + 1)[:, None]
    sideways = (np.sin(np.pi * share) * bend) * across
    if (a == b).all():
        round_ = 2 * np.pi * share
        return np.asarray(a + PITCH * np.hstack([np.sin(round_), np.cos(round_) - 1]))
    return np.asarray(a + share * (b - a) + sideways)


def _trouble(curve: Array, points: int, taken: Array, curves: Sequence[Boxed]) -> float:
    trouble = 0.0
    if len(taken):
        far = np.hypot(*(curve[1:-1, None] - taken[None]).transpose(2, 0, 1))
        trouble += float(np.maximum(DISC + 16 - far, 0).sum()) * 0.05
        if points:
            own = np.array(along(curve, points))
            far = np.hypot(*(own[:, None] - taken[None]).transpose(2, 0, 1))
            trouble += float(np.maximum(CLEAR - far, 0).sum()) * 0.1
    low, high = curve.min(axis=0), curve.max(axis=0)
    for other, (least, most) in curves:
        if not ((high < least) | (most < low)).any():
            trouble += 2.0 * _crossings(curve, other)
    return trouble


def _crossings(one: Array, other: Array) -> int:
    """How often two curves that share no end cross; a shared end is no crossing."""
    if any((one[i] == other[j]).all() for i in (0, -1) for j in (0, -1)):
        one, other = one[2:-2], other[2:-2]
    a, b = one[:-1, None], one[1:, None]
    c, d = other[None, :-1], other[None, 1:]
    return int(((side_of(a, b, c) * side_of(a, b, d) < 0) & (side_of(c, d, a) * side_of(c, d, b) < 0)).sum())


def along(curve: Array, points: int) -> list[Point]:
    """So many points on the curve, all steps equally long."""
    lengths = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(curve, axis=0).T))])
    at = lengths[-1] * np.arange(1, points + 1) / (points + 1)
    return list(
        zip(
            np.interp(at, lengths, curve[:, 0]).tolist(),
            np.interp(at, lengths, curve[:, 1]).tolist(),
            strict=True,
        )
    )


def side_of(p: Array, q: Array, r: Array) -> Array:
    """On which side of the line from p to q lies r?"""
    pq, pr = q - p, r - p
    return np.asarray(pq[..., 0] * pr[..., 1] - pq[..., 1] * pr[..., 0])

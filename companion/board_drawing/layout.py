"""Where everything on a board lies: spots, and the curves of roads and paths between them.

Typed coordinates are kept, whatever their unit (a ruler on the box's board will do); what has none is laid
out by the number of steps between places, each zone together. The same board always gives the same layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import ceil

import numpy as np
from numpy.typing import NDArray

from companion.board_drawing.curves import (
    CLEAR,
    PITCH,
    Array,
    Piece,
    Point,
    along,
    bend,
    seed_of,
    side_of,
    straight,
)
from companion.core.board import Board, Location
from companion.core.board import Point as Crossing

TRIES = (0, 0.5, 1, 1.5, 2, 3, 3, 3)
"""How far from the first guess, in pitches, each attempt at a layout starts."""

MOST = 250
"""Places, or ways between them, of a board that is laid out with care: twice what any box has."""

MANY = 100
"""From so many places on, one attempt must do."""

WIDEST = 6000
"""A picture is never wider or higher, whatever was typed."""

MARGIN = 92


@dataclass(frozen=True)
class Stretch:
    """A piece of road or path between two fixed places, with the points on the way, as a smooth curve."""

    kind: str
    spots: tuple[str, ...]
    curve: tuple[Point, ...]


@dataclass(frozen=True)
class Layout:
    width: float
    height: float
    at: Mapping[str, Point]
    """The middle of every spot."""
    discs: frozenset[str]
    """The spots that are locations."""
    stretches: tuple[Stretch, ...]


def lay_out(board: Board) -> Layout:
    pieces = tuple(_pieces(board))
    stations = [*board.locations, *_crossings_of(board)]
    if max(len(stations), len(pieces)) <= MOST:
        placed = _place(board, stations, pieces)
        curves = bend(stations, placed, pieces)
    else:
        placed = _in_rows(len(stations))
        curves = [straight(stations, placed, piece) for piece in pieces]
    at = dict(zip(stations, (tuple(each) for each in placed.tolist()), strict=True))
    for (_, spots), curve in zip(pieces, curves, strict=True):
        at |= dict(zip(spots[1:-1], along(curve, len(spots) - 2), strict=True))
    return _framed(at, frozenset(board.locations), pieces, curves)


def _all(board: Board) -> list[tuple[str, Location | Crossing]]:
    """Whatever has a place of its own: locations and named points."""
    return [*board.locations.items(), *((name, board.points[name]) for name in _crossings_of(board))]


def _pieces(board: Board) -> Iterator[Piece]:
    """The board's lines, cut at every place that is more than a point of one line."""
    fixed = {*board.locations, *_crossings_of(board)}
    for way in board.ways:
        start = 0
        for end in range(1, len(way.spots)):
            if way.spots[end] in fixed:
                yield way.kind, way.spots[start : end + 1]
                start = end


def _crossings_of(board: Board) -> list[str]:
    return [name for name in board.points if ":" not in name]


def _place(board: Board, stations: list[str], pieces: Sequence[Piece]) -> Array:
    """Every station's place; the typed ones are scaled so that steps are about a pitch long."""
    if not stations:
        return np.zeros((0, 2))
    wanted = _wanted(board, stations, pieces)
    typed = {station: each.at for station, each in _all(board) if each.at}
    index = {station: number for number, station in enumerate(stations)}
    spread = len(set(typed.values())) >= 2
    fixed = {index[station]: np.array(at, float) for station, at in typed.items()} if spread else {}
    if fixed:
        scale = _scale(fixed, index, wanted, pieces)
        fixed = {number: at * scale for number, at in fixed.items()}
    joined = np.array([(index[spots[0]], index[spots[-1]]) for _, spots in pieces], int).reshape(-1, 2)
    placed = _best(wanted, fixed, joined, seed_of(*stations))
    if not fixed:
        placed = _turned(board, placed)
    return _apart(placed, wanted, list(fixed))


def _in_rows(count: int) -> Array:
    """Far more places than any board has: in rows, so that each can be found."""
    per_row = max(1, round(count**0.5))
    return np.array([(number % per_row, number // per_row) for number in range(count)]) * 1.2 * PITCH


def _scale(
    fixed: Mapping[int, Array], index: Mapping[str, int], wanted: Array, pieces: Sequence[Piece]
) -> float:
    """Pixels per typed unit: nearly every step gets its pitch; one slip of the pen blows up nothing."""
    steps = [
        float(np.hypot(*(fixed[index[a]] - fixed[index[b]]))) / (len(spots) - 1)
        for _, spots in pieces
        for a, b in [(spots[0], spots[-1])]
        if index[a] in fixed and index[b] in fixed and a != b
    ]
    if not steps or (typical := float(np.percentile(steps, 12))) <= 0:
        numbers = list(fixed)
        apart = [
            (float(np.hypot(*(fixed[a] - fixed[b]))), wanted[a, b])
            for a in numbers
            for b in numbers
            if a < b and (fixed[a] != fixed[b]).any()
        ]
        return float(np.median([want / far for far, want in apart]))
    return PITCH / typical


def _wanted(board: Board, stations: list[str], pieces: Sequence[Piece]) -> Array:
    """How far apart each two stations would like to be: by steps, a little nearer within a zone."""
    index = {station: number for number, station in enumerate(stations)}
    near: dict[int, dict[int, float]] = {number: {} for number in index.values()}
    for _, spots in pieces:
        a, b = index[spots[0]], index[spots[-1]]
        length = (len(spots) - 1) * PITCH + 30
        near[a][b] = near[b][a] = min(length, near[a].get(b, length))
    wanted = np.array([_steps_from(start, near) for start in range(len(stations))])
    far = wanted[np.isfinite(wanted)].max(initial=PITCH) * 0.6 + 2 * PITCH
    wanted[~np.isfinite(wanted)] = far
    zones = [each.zone or each.section for _, each in _all(board)]
    together = np.array([[1.0 if a is not None and a == b else 0.0 for b in zones] for a in zones])
    wanted = wanted * (1 - 0.12 * together)
    np.fill_diagonal(wanted, 0)
    return np.asarray(wanted)


def _steps_from(start: int, near: Mapping[int, Mapping[int, float]]) -> list[float]:
    far = [float("inf")] * len(near)
    far[start] = 0
    queue = [(0.0, start)]
    while queue:
        gone, here = heappop(queue)
        if gone > far[here]:
            continue
        for there, length in near[here].items():
            if gone + length < far[there]:
                far[there] = gone + length
                heappush(queue, (far[there], there))
    return far


def _best(wanted: Array, fixed: Mapping[int, Array], joined: NDArray[np.int64], seed: int) -> Array:
    """Of several attempts the one whose lines cross least: where one start folds, another may not."""
    chance = np.random.default_rng(seed)
    if len(fixed) == len(wanted):
        return np.array([fixed[number] for number in range(len(wanted))])
    tried = []
    for unrest in TRIES if len(wanted) <= MANY else TRIES[:1]:
        start = _unfolded(wanted) + chance.normal(0, 1 + unrest * PITCH, (len(wanted), 2))
        tried.append(_relax(wanted, fixed, start))
    ends = [np.stack([placed[joined[:, 0]], placed[joined[:, 1]]], axis=1) for placed in tried]
    return tried[int(np.argmin([_tangle(each) for each in ends]))]


def _tangle(lines: Array) -> int:
    """How many pairs of straight lines cross, not counting those that only share an end."""
    a, b = lines[:, None, 0], lines[:, None, 1]
    c, d = lines[None, :, 0], lines[None, :, 1]
    parted = side_of(a, b, c) * side_of(a, b, d) < -1
    return int((parted & parted.T).sum())


def _relax(wanted: Array, fixed: Mapping[int, Array], placed: Array) -> Array:
    """Stress majorisation (Gansner, Koren, North 2004) with some places held."""
    count = len(wanted)
    if count < 2:
        return placed
    placed = placed.copy()
    if fixed:
        placed += np.mean(list(fixed.values()), axis=0) - placed.mean(axis=0)
    for number, at in fixed.items():
        placed[number] = at
    held = sorted(fixed) or [0]
    loose = [number for number in range(count) if number not in set(held)]
    weight = 1 / np.maximum(wanted, 1) ** 2
    np.fill_diagonal(weight, 0)
    pull = np.diag(weight.sum(axis=1)) - weight
    solve = np.linalg.inv(pull[np.ix_(loose, loose)])
    anchors = pull[np.ix_(loose, held)] @ placed[held]
    for _ in range(150):
        length = np.hypot(*(placed[:, None] - placed[None]).transpose(2, 0, 1))
        push = -weight * wanted / np.maximum(length, 1e-6)
        np.fill_diagonal(push, 0)
        np.fill_diagonal(push, -push.sum(axis=1))
        placed[loose] = solve @ ((push @ placed)[loose] - anchors)
    return placed


def _unfolded(wanted: Array) -> Array:
    """Classical scaling: a first guess that has no folds."""
    count = len(wanted)
    centre = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-0.5 * centre @ wanted**2 @ centre)
    axes = vectors[:, ::-1][:, :2] * np.sqrt(np.maximum(values[::-1][:2], 0))
    flat = np.zeros((count, 2))
    flat[:, : axes.shape[1]] = axes
    return flat


def _turned(board: Board, placed: Array) -> Array:
    """Lying wide, the first section on the left."""
    centred = placed - placed.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned = centred @ axes.T
    if turned.shape[1] < 2:
        turned = np.column_stack([turned, np.zeros(len(turned))])
    order = {zone: number for number, zone in enumerate(board.zone_names)}
    rank = np.array([order.get(each.zone or "", -1) for _, each in _all(board)])
    for axis in (0, 1):
        known = rank >= 0
        if known.any() and np.dot(rank[known] - rank[known].mean(), turned[known, axis]) < 0:
            turned[:, axis] *= -1
    return np.asarray(turned)


def _apart(placed: Array, wanted: Array, fixed: Sequence[int]) -> Array:
    """Pushes stations apart that would touch; typed places give way only to each other."""
    count = len(placed)
    placed = placed.copy()
    room = np.minimum(np.maximum(wanted, CLEAR), 1.15 * PITCH)
    mobile = np.ones(count)
    mobile[list(fixed)] = 0.25
    for _ in range(200):
        away = placed[:, None] - placed[None]
        length = np.hypot(away[..., 0], away[..., 1]) + np.eye(count) * 1e9
        lack = np.maximum(room - length, 0)
        if lack.max(initial=0) < 0.5:
            break
        # Two places typed at one spot still need a direction to part in.
        same = length < 1e-6
        rows, columns = np.nonzero(same)
        away[rows, columns, 0] = np.sign(rows - columns)
        share = mobile[:, None] / (mobile[:, None] + mobile[None])
        push = away / np.maximum(length, 1)[..., None] * (lack * share * 0.55)[..., None]
        placed += push.sum(axis=1)
    return placed


def _framed(
    at: Mapping[str, Point], discs: frozenset[str], pieces: Sequence[Piece], curves: Sequence[Array]
) -> Layout:
    """Everything moved into a frame that starts at 0, 0."""
    everything = np.array([*at.values(), *(p for curve in curves for p in curve.tolist())] or [(0.0, 0.0)])
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = min(1.0, WIDEST / max(1.0, float((high - low).max())))
    width, height = (high - low) * scale + 2 * MARGIN

    def moved(point: Sequence[float]) -> Point:
        x, y = (np.asarray(point) - low) * scale + MARGIN
        return round(float(x), 1), round(float(y), 1)

    return Layout(
        ceil(width + 0.1),
        ceil(height + 0.1),
        {spot: moved(each) for spot, each in at.items()},
        discs,
        tuple(
            Stretch(kind, spots, tuple(moved(each) for each in curve.tolist()))
            for (kind, spots), curve in zip(pieces, curves, strict=True)
        ),
    )

"""Land thought of in squares: pieces, outlines, borders and watercourses of fields over a grid."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.board_drawing.curves import Array

Mask = NDArray[np.bool_]
Labels = NDArray[np.int64]


def box_minimum(field: Array, columns: int, rows: int) -> Array:
    """For every square the least of the field in a box around it."""
    padded = np.pad(field, ((rows, rows), (columns, columns)), constant_values=-1e9)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * rows + 1, 2 * columns + 1))
    return np.asarray(windows.min(axis=(2, 3)))


def eased(share: Array) -> Array:
    return np.asarray(share * share * (3 - 2 * share))


def pools(mask: Mask) -> list[list[tuple[int, int]]]:
    """The connected pieces of a mask."""
    left = {(int(r), int(c)) for r, c in np.argwhere(mask)}
    pools = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        pool, queue = [start], [start]
        while queue:
            r, c = queue.pop()
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left:
                    left.discard(near)
                    pool.append(near)
                    queue.append(near)
        pools.append(pool)
    return pools


def swallow(zone: Labels, crumb: Sequence[tuple[int, int]]) -> None:
    """A crumb of a zone goes to the neighbour that surrounds it most."""
    inside = set(crumb)
    around = [
        int(zone[near])
        for r, c in crumb
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
        if near not in inside and 0 <= near[0] < zone.shape[0] and 0 <= near[1] < zone.shape[1]
    ]
    if around:
        zone[tuple(np.array(crumb).T)] = max(sorted(set(around)), key=around.count)


def rings(mask: Mask) -> list[list[tuple[int, int]]]:
    """The outlines of a mask along the corners of its squares, inside on the left; holes too."""
    padded = np.pad(mask, 1)
    inner = padded[1:-1, 1:-1]
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}

    sides = (
        (padded[:-2, 1:-1], (0, 1), (0, 0)),
        (padded[2:, 1:-1], (1, 0), (1, 1)),
        (padded[1:-1, :-2], (0, 0), (1, 0)),
        (padded[1:-1, 2:], (1, 1), (0, 1)),
    )
    for neighbour, start, end in sides:
        for r, c in np.argwhere(inner & ~neighbour).tolist():
            after.setdefault((r + start[0], c + start[1]), []).append((r + end[0], c + end[1]))
    rings = []
    while after:
        first = min(after)
        ring = [first]
        while True:
            here = ring[-1]
            ends = after[here]
            ring.append(ends.pop())
            if not ends:
                del after[here]
            if ring[-1] == first:
                break
        rings.append(ring)
    return rings


def corners(zone: Labels) -> set[tuple[int, int]]:
    """Where three or more regions meet, or two meet crosswise: there a border line begins and ends."""
    a, b, c, d = zone[:-1, :-1], zone[:-1, 1:], zone[1:, :-1], zone[1:, 1:]
    kinds = 1 + (b != a) + ((c != a) & (c != b)) + ((d != a) & (d != b) & (d != c))
    crosswise = (a == d) & (b == c) & (a != b)
    return {(int(r) + 1, int(s) + 1) for r, s in np.argwhere((kinds >= 3) | crosswise)}


def split(ring: list[tuple[int, int]], corners: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """A ring cut at its corners; without any it stays whole."""
    starts = [number for number, vertex in enumerate(ring[:-1]) if vertex in corners]
    if not starts:
        return [ring]
    turned = [*ring[starts[0] : -1], *ring[: starts[0] + 1]]
    cuts = [number for number, vertex in enumerate(turned) if vertex in corners]
    return [turned[a : b + 1] for a, b in pairwise(cuts)]


def downhill(start: tuple[int, int], water: Mask, toll: Array) -> list[tuple[int, int]]:
    """The cheapest course from a spring to any water."""
    far: dict[tuple[int, int], float] = {start: 0.0}
    before: dict[tuple[int, int], tuple[int, int]] = {}
    queue = [(0.0, start)]
    while queue:
        gone, here = heappop(queue)
        if water[here]:
            course = [here]
            while course[-1] != start:
                course.append(before[course[-1]])
            return course[::-1]
        if gone > far[here]:
            continue
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                there = (here[0] + dr, here[1] + dc)
                if there == here or not (0 <= there[0] < water.shape[0] and 0 <= there[1] < water.shape[1]):
                    continue
                cost = gone + float(toll[there]) * (1.4 if dr and dc else 1.0)
                if cost < far.get(there, np.inf):
                    far[there] = cost
                    before[there] = here
                    heappush(queue, (cost, there))
    return []

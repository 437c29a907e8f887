"""Ways over the map as lines: along its roads and paths where there are any, else straight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import dist

from companion.board_drawing.curves import Point
from companion.board_drawing.layout import Layout

Line = tuple[Point, ...]


def traced(layout: Layout, spots: Sequence[str]) -> Line:
    """From spot to spot. Spots that the layout does not know are passed over."""
    known = [spot for spot in spots if spot in layout.at]
    line = [layout.at[spot] for spot in known[:1]]
    for one, other in pairwise(known):
        line += (_between(layout, one, other) or (layout.at[one], layout.at[other]))[1:]
    return tuple(line)


def cut(line: Line, start: float, end: float) -> Line:
    """A piece of a line, from one share of its length to another."""
    lengths = [0.0, *accumulate(dist(one, other) for one, other in pairwise(line))]
    low, high = start * lengths[-1], end * lengths[-1]
    inside = [point for point, at in zip(line, lengths, strict=True) if low < at < high]
    return (_at(line, lengths, low), *inside, _at(line, lengths, high))


def _at(line: Line, lengths: Sequence[float], length: float) -> Point:
    for (one, other), (before, after) in zip(pairwise(line), pairwise(lengths), strict=True):
        if length <= after and after > before:
            share = (length - before) / (after - before)
            return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
    return line[-1]


def _between(layout: Layout, one: str, other: str) -> Line | None:
    """The piece of road or path between two adjacent spots. Points lie on it at equal distances."""
    for stretch in layout.stretches:
        for number, pair in enumerate(pairwise(stretch.spots)):
            if {one, other} == set(pair) and one != other:
                steps = len(stretch.spots) - 1
                piece = cut(stretch.curve, number / steps, (number + 1) / steps)
                return piece if pair == (one, other) else piece[::-1]
    return None

"""Names beside their places, where they cover nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin

import numpy as np

from companion.board_drawing.layout import DISC, Array, Layout

SIZE = 24
LEADING = 23
WIDTH_OF_A_LETTER = 0.5
"""Of the size, for Alegreya's italic; a little generous, Cyrillic is wider than Latin."""

LONG = 11
"""Names longer than this are broken into two lines."""

AROUND = 24
TURNS = sorted(range(AROUND), key=lambda turn: (min(turn % 12, 12 - turn % 12), turn % 24))
"""Beside the disc first, then ever more above and below."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Label:
    spot: str
    lines: tuple[str, ...]
    x: float
    y: float
    """The first line's baseline."""
    anchor: str
    box: Box


def place_names(layout: Layout, names: Mapping[str, str], taken: Box) -> tuple[Label, ...]:
    """A label for each named spot, wherever around its disc there is most room; never where it is `taken`."""
    obstacles = _obstacles(layout)
    placed: list[Label] = []
    for spot in sorted(names, key=lambda spot: -_crowd(layout, spot)):
        candidates = list(_candidates(layout, spot, names[spot]))
        costs = [
            _overlap(label.box, obstacles)
            + 600 * sum(_meet(label.box, other) for other in (taken, *(each.box for each in placed)))
            + 25 * sum(_meet(_wider(label.box), other.box) for other in placed)
            + _outside(label.box, layout)
            + rank / 4
            for rank, label in enumerate(candidates)
        ]
        placed.append(candidates[int(np.argmin(costs))])
    return tuple(placed)


def broken(name: str) -> tuple[str, ...]:
    """The name in one line, or in two of nearly the same length."""
    words = name.split()
    if len(name) <= LONG or len(words) < 2:
        return (name,)
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(cuts, key=lambda lines: max(len(line) for line in lines))


def _candidates(layout: Layout, spot: str, name: str) -> Iterator[Label]:
    """All around the disc, the right side first, each place also a little farther off."""
    x, y = layout.at[spot]
    lines = broken(name)
    width = max(len(line) for line in lines) * SIZE * WIDTH_OF_A_LETTER
    height = LEADING * len(lines)
    for gap in (DISC + 9, DISC + 17):
        for turn in TURNS:
            right, down = cos(turn * 2 * pi / AROUND), sin(turn * 2 * pi / AROUND)
            anchor = "start" if right > 0.4 else "end" if right < -0.4 else "middle"
            # On the flanks a label keeps its side and slides up or down; above and below it slides sideways.
            middle = (x + right * (gap + width / 2), y + down * (gap + height / 2))
            box = (
                middle[0] - width / 2,
                middle[1] - height / 2,
                middle[0] + width / 2,
                middle[1] + height / 2,
            )
            at = {"start": box[0], "end": box[2], "middle": middle[0]}[anchor]
            yield Label(spot, lines, round(at, 1), round(box[1] + LEADING * 0.76, 1), anchor, box)


def _obstacles(layout: Layout) -> Array:
    """x, y, radius and weight of what a name should not cover: spots most of all, then ways."""
    rows = [
        (x, y, DISC + 6 if spot in layout.discs else 13, 300.0 if spot in layout.discs else 150.0)
        for spot, (x, y) in layout.at.items()
    ]
    for stretch in layout.stretches:
        rows += [(x, y, 5, 9.0 if stretch.kind == "road" else 5.0) for x, y in stretch.curve[1:-1]]
    return np.array(rows or [(-9e3, -9e3, 0, 0)])


def _overlap(box: Box, obstacles: Array) -> float:
    left, top, right, bottom = box
    dx = np.maximum(np.maximum(left - obstacles[:, 0], obstacles[:, 0] - right), 0)
    dy = np.maximum(np.maximum(top - obstacles[:, 1], obstacles[:, 1] - bottom), 0)
    return float((obstacles[:, 3] * (np.hypot(dx, dy) < obstacles[:, 2])).sum())


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _wider(box: Box) -> Box:
    return box[0] - 14, box[1] - 14, box[2] + 14, box[3] + 14


def _outside(box: Box, layout: Layout) -> float:
    inside = box[0] > 34 and box[1] > 34 and box[2] < layout.width - 34 and box[3] < layout.height - 34
    return 0.0 if inside else 5000.0


def _crowd(layout: Layout, spot: str) -> float:
    """How crowded it is around a spot; the crowded ones choose first."""
    x, y = layout.at[spot]
    return sum(1 / (1 + hypot(x - a, y - b) / DISC) for a, b in layout.at.values())

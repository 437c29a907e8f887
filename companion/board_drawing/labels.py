"""Names beside their places, where they cover nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin

import numpy as np

from companion.board_drawing.curves import DISC, Array
from companion.board_drawing.layout import Layout

SIZE = 24
LEADING = 23
NARROW, WIDE = frozenset("iljtfrI'’.,- ł"), frozenset("mwMWшщжюыфмШЩЖЮЫФМД")
"""Letters that are much narrower or wider than their fellows in Alegreya's italic."""

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
            + 900 * sum(_meet(label.box, other) for other in (taken, *(each.box for each in placed)))
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


def width_of(line: str) -> float:
    """About as wide as the line will be drawn; rather too wide than too narrow."""
    return SIZE * sum(_share(letter) for letter in line)


def _share(letter: str) -> float:
    if letter in NARROW:
        return 0.3
    if letter in WIDE:
        return 0.76
    if letter.isupper():
        return 0.66
    return 0.46 if letter < "\u0400" else 0.51


def _candidates(layout: Layout, spot: str, name: str) -> Iterator[Label]:
    """All around the disc, the right side first, each place also a little farther off."""
    x, y = layout.at[spot]
    lines = broken(name)
    width = max(width_of(line) for line in lines)
    height = LEADING * len(lines)
    for gap in (DISC + 11, DISC + 20):
        for turn in TURNS:
            # Always flush with one side of a square around the disc, sliding along it; nearer at its corners.
            right = _clamped(1.45 * cos(turn * 2 * pi / AROUND))
            down = _clamped(1.45 * sin(turn * 2 * pi / AROUND))
            off = gap * (0.78 if abs(right) == abs(down) else 1)
            anchor = "start" if right > 0.6 else "end" if right < -0.6 else "middle"
            middle = (x + right * (off + width / 2), y + down * (off + height / 2))
            box = (
                middle[0] - width / 2,
                middle[1] - height / 2,
                middle[0] + width / 2,
                middle[1] + height / 2,
            )
            at = {"start": box[0], "end": box[2], "middle": middle[0]}[anchor]
            yield Label(spot, lines, round(at, 1), round(box[1] + LEADING * 0.76, 1), anchor, box)


def _clamped(share: float) -> float:
    return max(-1.0, min(1.0, share))


def _obstacles(layout: Layout) -> Array:
    """x, y, radius and weight of what a name should not cover: spots most of all, then ways."""
    rows = [
        (x, y, DISC + 8 if spot in layout.discs else 13, 900.0 if spot in layout.discs else 500.0)
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

"""The land under a board: coast, zones, rivers and what grows there, made up from where its places lie.

Nothing here is typed by anyone: a bay is where no place is near, a zone is the ground nearest to its
places, a river runs to the sea between them. The same layout always gives the same land.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from companion.board_drawing.curves import DISC, Array, Point, seed_of
from companion.board_drawing.layout import Layout
from companion.board_drawing.squares import (
    Labels,
    Mask,
    box_minimum,
    corners,
    downhill,
    eased,
    pools,
    rings,
    split,
    swallow,
)

CELL = 10
"""The land is thought of in squares of this size, then smoothed."""

BEYOND = 6
"""Squares outside the frame, so that what is smoothed there is not seen."""

COAST = 118
"""How far the land reaches beyond the outermost places, more or less."""

REACH = 400
"""How far anything on the map is felt."""

RIPPLES = (10, 22, 37)
LABEL = (76, 32)
"""Width and height of a zone's label."""

SEA = -1
NO_ZONE = 10_000

Line = tuple[Point, ...]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Growth(NamedTuple):
    """One small drawing in the landscape."""

    kind: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Land:
    outline: tuple[Line, ...]
    ripples: tuple[tuple[Line, ...], ...]
    zones: Mapping[str, tuple[Line, ...]]
    zone_borders: tuple[Line, ...]
    section_borders: tuple[Line, ...]
    tints: Mapping[str, int]
    rivers: tuple[Line, ...]
    rooms: Mapping[str, Point]
    """The roomiest place of each zone, for its label."""
    sections: Mapping[str, Point]
    """The middle of each section."""
    rose: tuple[float, float, float] | None
    """Where a compass rose finds room, and its radius."""
    growths: tuple[Growth, ...]


def lie_of_the_land(layout: Layout, zone_of: Mapping[str, str | None], taken: Sequence[Box]) -> Land:
    """`taken` is where something is written: nothing grows there."""
    return _Surveyor(layout, zone_of, taken).land()


class _Surveyor:
    """Fields over the squares, each made once."""

    def __init__(
        self,
        layout: Layout,
        zone_of: Mapping[str, str | None],
        taken: Sequence[Box],
    ) -> None:
        self.columns = int(layout.width // CELL) + 2 * BEYOND + 1
        self.rows = int(layout.height // CELL) + 2 * BEYOND + 1
        self.layout = layout
        self.chance = np.random.default_rng(seed_of(*layout.at, *(zone or "" for zone in zone_of.values())))
        x = (np.arange(self.columns) - BEYOND + 0.5) * CELL
        y = (np.arange(self.rows) - BEYOND + 0.5) * CELL
        self.x, self.y = np.meshgrid(x, y)
        self.spots = np.array(list(layout.at.values()) or [(0.0, 0.0)])
        ways = [point for stretch in layout.stretches for point in stretch.curve[::2]]
        self.ways = np.array(ways or [(-9e3, -9e3)])
        self.to_spot = self._nearest(self.spots)[0]
        self.to_way = self._nearest(self.ways)[0]
        self.far = np.minimum(self.to_spot, self.to_way + 14) + 44 * self._noise(9) + 16 * self._noise(3)
        self.sea = self._sea()
        self.shore = self._to_shore()
        self.names = sorted({zone for zone in zone_of.values() if zone})
        self.zone = self._zones(zone_of)
        self.taken = taken

    def land(self) -> Land:
        rivers = self._rivers()
        zones, borders = self._regions()
        clear = self._clearance(rivers)
        rooms = {name: self._room(clear, name) for name in self.names}
        sections = {
            section: self._middle(
                np.isin(self.zone, [n for n, name in enumerate(self.names) if section_of(name) == section])
            )
            for section in sorted({section_of(name) for name in self.names})
        }
        rose = self._rose(clear)
        if rose:
            np.minimum(clear, np.hypot(self.x - rose[0], self.y - rose[1]) - rose[2], out=clear)
        return Land(
            outline=tuple(self._outline(~self.sea)),
            ripples=tuple(tuple(self._outline(~(self.sea & (self.far > COAST + far)))) for far in RIPPLES),
            zones=zones,
            zone_borders=tuple(line for kind, line in borders if kind == "zone"),
            section_borders=tuple(line for kind, line in borders if kind == "section"),
            tints=self._tints(),
            rivers=tuple(rivers),
            rooms=rooms,
            sections=sections,
            rose=rose,
            growths=tuple(self._growths(clear)),
        )

    def _nearest(self, points: Array, bent: tuple[Array, Array] | None = None) -> tuple[Array, Labels]:
        """For every square how far the nearest of the points is, and which one; beyond reach none, -1."""
        x, y = bent or (self.x, self.y)
        best = np.full(self.x.shape, float(REACH))
        which = np.full(self.x.shape, -1, np.int64)
        span = REACH // CELL + 1
        for number, (px, py) in enumerate(points.tolist()):
            column, row = round(px / CELL) + BEYOND, round(py / CELL) + BEYOND
            window = (
                slice(max(0, row - span), max(0, row + span)),
                slice(max(0, column - span), max(0, column + span)),
            )
            far = np.hypot(x[window] - px, y[window] - py)
            closer = far < best[window]
            best[window][closer] = far[closer]
            which[window][closer] = number
        return best, which

    def _noise(self, cells: int) -> Array:
        """Smooth chance from -1 to 1 that changes over about so many squares."""
        coarse = self.chance.uniform(-1, 1, (self.rows // cells + 3, self.columns // cells + 3))
        rows, columns = np.arange(self.rows) / cells, np.arange(self.columns) / cells
        i, j = rows.astype(int), columns.astype(int)
        u, v = (eased(rows - i)[:, None], eased(columns - j)[None])
        top = coarse[np.ix_(i, j)] * (1 - v) + coarse[np.ix_(i, j + 1)] * v
        below = coarse[np.ix_(i + 1, j)] * (1 - v) + coarse[np.ix_(i + 1, j + 1)] * v
        return np.asarray(top * (1 - u) + below * u)

    def _sea(self) -> Mask:
        sea = self.far > COAST
        for kind, least in ((True, 28), (False, 40)):
            for pool in pools(sea == kind):
                if len(pool) < least:
                    sea[tuple(np.array(pool).T)] = not kind
        return np.asarray(sea)

    def _zones(self, zone_of: Mapping[str, str | None]) -> Labels:
        """Each square of land belongs to the nearest place; a bent measure makes borders look paced out."""
        number = {name: index for index, name in enumerate(self.names)}
        zone = np.full(self.x.shape, NO_ZONE, np.int64)
        if zone_of:
            at = np.array([self.layout.at[spot] for spot in zone_of])
            bent = (self.x + 16 * self._noise(7), self.y + 16 * self._noise(7))
            _, which = self._nearest(at, bent)
            owners = [number.get(each or "", NO_ZONE) for each in zone_of.values()]
            zone = np.array([*owners, NO_ZONE])[which]
            for label in range(len(self.names)):
                for crumb in sorted(pools(zone == label), key=len)[:-1]:
                    if len(crumb) < 12:
                        swallow(zone, crumb)
        zone[self.sea] = SEA
        return np.asarray(zone)

    def _regions(self) -> tuple[dict[str, tuple[Line, ...]], list[tuple[str, Line]]]:
        """Every zone's outline and the borders between zones; neighbours share the very same line."""
        meeting = corners(self.zone)
        zones: dict[str, tuple[Line, ...]] = {}
        borders = []
        for number, name in enumerate(self.names):
            outline: list[Line] = []
            for ring in rings(self.zone == number):
                pieces = split(ring, meeting)
                smooth = [self._smooth(piece) for piece in pieces]
                outline.append(tuple(point for piece in smooth for point in piece[:-1]))
                for raw, line in zip(pieces, smooth, strict=True):
                    other = self._across(raw)
                    if number < other:
                        is_section = other < NO_ZONE and section_of(name) != section_of(self.names[other])
                        borders.append(("section" if is_section else "zone", line))
            zones[name] = tuple(outline)
        return zones, borders

    def _across(self, piece: Sequence[tuple[int, int]]) -> int:
        """What lies on the other side of a directed border line."""
        (r, c), (r2, c2) = piece[0], piece[1]
        row, column = {(0, 1): (r, c), (0, -1): (r - 1, c - 1), (1, 0): (r, c - 1), (-1, 0): (r - 1, c)}[
            (r2 - r, c2 - c)
        ]
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return int(self.zone[row, column])
        return SEA

    def _outline(self, mask: Mask) -> Iterator[Line]:
        for ring in rings(mask):
            smooth = self._smooth(ring)
            if len(smooth) > 8:
                yield smooth

    def _smooth(self, line: Sequence[tuple[int, int]]) -> Line:
        """Corners of squares as a flowing line; the ends stay where they are."""
        points = np.array(line, float)[:, ::-1]
        is_ring = line[0] == line[-1]
        for _ in range(4):
            if is_ring:
                open_ = points[:-1]
                open_ = (np.roll(open_, 1, 0) + 2 * open_ + np.roll(open_, -1, 0)) / 4
                points = np.concatenate([open_, open_[:1]])
            elif len(points) > 2:
                points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
        kept = np.concatenate([points[:-1:2], points[-1:]]) if len(points) > 6 else points
        return tuple((round((px - BEYOND) * CELL, 1), round((py - BEYOND) * CELL, 1)) for px, py in kept)

    def _tints(self) -> dict[str, int]:
        """Neighbouring zones never share a tint."""
        near: dict[int, set[int]] = {number: set() for number in range(len(self.names))}
        for a, b in ((self.zone[:, :-1], self.zone[:, 1:]), (self.zone[:-1], self.zone[1:])):
            for one, other in set(zip(a[a != b].tolist(), b[a != b].tolist(), strict=True)):
                if one in near and other in near:
                    near[one].add(other)
                    near[other].add(one)
        tints: dict[int, int] = {}
        for number, others in near.items():
            tints[number] = next(
                tint for tint in range(len(near)) if tint not in {tints.get(o) for o in others}
            )
        return {self.names[number]: tint for number, tint in tints.items()}

    def _rivers(self) -> list[Line]:
        """From the roomiest inland spots down to the sea, round every place, across ways the short way."""
        height = self.shore
        water = self.sea.copy()
        if not water.any():
            water[0], water[-1], water[:, 0], water[:, -1] = True, True, True, True
        toll = (
            1 + 40 * np.exp(-((self.to_spot / 34) ** 2)) + 5 * (self.to_way < 14) + 2.2 * (1 + self._noise(4))
        )
        rivers = []
        spring = height * (self.to_way > 34) * (self.to_spot > 60) * self._within(50)
        for _ in range(3):
            row, column = np.unravel_index(int(np.argmax(spring)), spring.shape)
            if spring[row, column] < 150:
                break
            course = downhill((int(row), int(column)), water, toll)
            spring = spring * (np.hypot(self.x - self.x[row, column], self.y - self.y[row, column]) > 380)
            if len(course) < 16:
                continue
            rivers.append(self._smooth(course))
            for r, c in course:
                water[r, c] = True
        return rivers

    def _to_shore(self) -> Array:
        inland = np.pad(~self.sea, 1, constant_values=False)
        beside = inland[:-2, 1:-1] | inland[2:, 1:-1] | inland[1:-1, :-2] | inland[1:-1, 2:]
        shore = np.argwhere(self.sea & beside)[:, ::-1] * CELL + (0.5 - BEYOND) * CELL
        return self._nearest(shore.astype(np.float64))[0] if len(shore) else self._rim() + 99

    def _rim(self) -> Array:
        return np.asarray(
            np.minimum.reduce([self.x, self.y, self.layout.width - self.x, self.layout.height - self.y])
        )

    def _within(self, inset: float) -> Mask:
        return np.asarray(self._rim() > inset)

    def _clearance(self, rivers: Sequence[Line]) -> Array:
        """How much room there is around every square."""
        clear = np.minimum(self.to_spot - DISC, self.to_way - 6)
        clear = np.minimum(clear, self._rim() - 34)
        points = np.array([point for river in rivers for point in river])
        if len(points):
            clear = np.minimum(clear, self._nearest(points)[0] - 6)
        for box in self.taken:
            self._write_on(clear, box)
        return np.asarray(clear)

    def _write_on(self, clear: Array, box: Box) -> None:
        """Nothing else may stand where something is written."""
        left, top, right, bottom = box
        dx = np.maximum(np.maximum(left - self.x, self.x - right), 0)
        dy = np.maximum(np.maximum(top - self.y, self.y - bottom), 0)
        np.minimum(clear, np.hypot(dx, dy), out=clear)

    def _room(self, clear: Array, name: str) -> Point:
        """Room enough for the label, and then as near to the middle as can be."""
        where = self.zone == self.names.index(name)
        x, y = self._middle(where)
        free = np.minimum(clear, self.shore - 12)
        half = (LABEL[0] // 2 // CELL, LABEL[1] // 2 // CELL)
        space, at_home = box_minimum(free, *half), box_minimum(where.astype(np.float64), *half)
        room = np.minimum(space, 14) - 0.025 * np.hypot(self.x - x, self.y - y) + 10 * (at_home > 0)
        row, column = np.unravel_index(int(np.argmax(np.where(where, room, -1e9))), room.shape)
        x, y = float(self.x[row, column]), float(self.y[row, column])
        self._write_on(clear, (x - LABEL[0] / 2, y - LABEL[1] / 2, x + LABEL[0] / 2, y + LABEL[1] / 2))
        return x, y

    def _middle(self, where: Mask) -> Point:
        inside = where & self._within(0)
        if not inside.any():
            return 0.0, 0.0
        return round(float(self.x[inside].mean()), 1), round(float(self.y[inside].mean()), 1)

    def _rose(self, clear: Array) -> tuple[float, float, float] | None:
        room = np.where(self.sea, np.minimum(clear, self.shore + 12) + 40, clear)
        row, column = np.unravel_index(int(np.argmax(room)), room.shape)
        radius = min(float(clear[row, column]) - 4, 84)
        return (float(self.x[row, column]), float(self.y[row, column]), radius) if radius >= 40 else None

    def _growths(self, clear: Array) -> list[Growth]:
        """Woods, hills and reeds in clumps, each zone with a landscape of its own."""
        lush = self._noise(6) + 0.4 * self._noise(2)
        found: list[Growth] = []
        order = self.chance.permutation(len(LANDSCAPES))
        for number in range(len(self.names)):
            landscape = LANDSCAPES[order[number % len(order)]]
            found += self._planted(landscape, clear, lush, self.zone == number)
        if (self.zone == NO_ZONE).any():
            found += self._planted(LANDSCAPES[0], clear, lush, self.zone == NO_ZONE)
        return sorted(found, key=lambda growth: growth.y)

    def _planted(self, landscape: Landscape, clear: Array, lush: Array, where: Mask) -> Iterator[Growth]:
        for kind, pitch, room, least in landscape:
            fits = where & (clear > room) & (self.shore > 20) & (lush > least)
            step = max(1, round(pitch / CELL))
            for row in range(0, self.rows, step):
                for column in range((row // step % 2) * (step // 2), self.columns, step):
                    if not fits[row, column]:
                        continue
                    dx, dy = self.chance.uniform(-0.3, 0.3, 2) * pitch
                    size = float(self.chance.uniform(0.85, 1.15))
                    fits[max(0, row - step + 1) : row + step, max(0, column - step + 1) : column + step] = (
                        False
                    )
                    clear[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = 0
                    yield Growth(
                        kind,
                        round(float(self.x[row, column] + dx)),
                        round(float(self.y[row, column] + dy)),
                        round(size, 2),
                    )


Landscape = tuple[tuple[str, float, float, float], ...]
LANDSCAPES: tuple[Landscape, ...] = (
    # What grows, how far apart, how much room it needs, and how lush the ground must be.
    (("tree", 20, 13, 0.0), ("hill", 60, 24, -0.5), ("tuft", 50, 12, -0.9)),
    (("hill", 50, 22, 0.0), ("tree", 22, 13, -0.35), ("tuft", 50, 12, -0.9)),
    (("field", 50, 24, 0.0), ("tree", 30, 13, -0.3), ("tuft", 50, 12, -0.9)),
    (("pine", 20, 13, -0.1), ("hill", 60, 24, -0.6), ("tuft", 50, 12, -0.9)),
    (("peak", 44, 26, 0.0), ("hill", 50, 22, -0.4), ("pine", 24, 13, -0.7)),
    (("reed", 30, 13, 0.0), ("tree", 26, 13, -0.4), ("tuft", 50, 12, -0.9)),
)


def section_of(zone: str) -> str:
    return zone.split("-")[0]

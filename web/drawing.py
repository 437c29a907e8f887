"""Geometry for the pictures: roads with stones, and QR codes. Numbers only; templates draw them."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

import qrcode

Point = tuple[float, float]


@dataclass(frozen=True)
class Road:
    """A winding road through its stones, in the units of its own viewBox."""

    width: float
    height: float
    stones: tuple[Point, ...]
    path: str


def road(stones: int, per_row: int, pitch: float, row_height: float, sway: float = 0) -> Road:
    """Stones in rows that turn like an ox at the plough; within a row the road sways a little."""
    rows = -(-stones // per_row)
    points = []
    for number in range(stones):
        row, at = divmod(number, per_row)
        column = at if row % 2 == 0 else per_row - 1 - at
        lift = sway * sin(number * 2 * pi / 4.5)
        points.append((round(pitch * (column + 0.5), 1), round(row_height * (row + 0.5) + lift, 1)))
    return Road(pitch * per_row, row_height * rows, tuple(points), _smooth(points))


def _smooth(points: list[Point]) -> str:
    """A curve through all points (Catmull-Rom, as cubic Béziers)."""
    path = [f"M{points[0][0]:g} {points[0][1]:g}"]
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path.append("C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (first, second, end)))
    return "".join(path)


@dataclass(frozen=True)
class QrCode:
    """A QR code as one SVG path; `size` includes the quiet zone that scanners need."""

    size: int
    path: str


QUIET_ZONE = 4
"""Modules of white around a code (ISO/IEC 18004)."""


def qr_path(text: str) -> QrCode:
    code = qrcode.QRCode(border=QUIET_ZONE, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark
    )
    return QrCode(len(matrix), path)

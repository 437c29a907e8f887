"""Where the camera stands: the one tilt that all dice of a picture share.

All top faces lie in one plane, so a picture has one downward direction, and a die on it is only a place, a
size and a turn. Promises exact perspective for a cube under a given downward direction; the focal length
is taken as typical, which costs little over a tray.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.pictures import Floats

# Between a phone's main camera (0.75 of the long side) and a webcam's or the tray camera's (1.2).
FOCAL = 1.1
# A die's edges and corners are rounded: the part of its width that the rounding takes at each side.
ROUNDING = 0.10
DIRECTIONS = 32
_ANGLES = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
COMPASS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 0)
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True)
class Pose:
    """The camera over the table: its middle and focal length in pixels and the direction of down."""

    middle: tuple[float, float]
    focal_px: float
    down: tuple[float, float, float]

    @cached_property
    def _axes(self) -> tuple[Floats, Floats, Floats]:
        """Down, and two directions across the table."""
        down = np.array(self.down)
        first = np.array([down[2], 0.0, -down[0]])
        first /= np.linalg.norm(first)
        return down, first, np.cross(down, first)

    def scaled(self, factor: float) -> Pose:
        x, y = self.middle
        return Pose((x * factor, y * factor), self.focal_px * factor, self.down)

    def moved(self, x: float, y: float) -> Pose:
        return Pose((self.middle[0] - x, self.middle[1] - y), self.focal_px, self.down)

    def top(self, centres: Floats, widths: Floats, turns: Floats, sink: float = 0.0) -> Floats:
        """Corners (n, 4, 2) of top faces of the given width in pixels; `sink` 1 gives the bottom faces."""
        down, first, second = self._axes
        ray = np.concatenate(
            [(centres - np.array(self.middle)) / self.focal_px, np.ones((len(centres), 1))], 1
        )
        at = ray / (ray @ down)[:, None]
        size = widths * at[:, 2] / self.focal_px
        cos, sin = np.cos(turns), np.sin(turns)
        u, v = _SQUARE[:, 0], _SQUARE[:, 1]
        along = (cos[:, None] * u - sin[:, None] * v) * size[:, None]
        across = (sin[:, None] * u + cos[:, None] * v) * size[:, None]
        points = at[:, None, :] + along[..., None] * first + across[..., None] * second
        points = points + (sink * size)[:, None, None] * down
        return np.asarray(points[..., :2] / points[..., 2:] * self.focal_px + np.array(self.middle))

    def outline(self, centres: Floats, widths: Floats, turns: Floats) -> Floats:
        """How far rounded cubes reach in each direction of the COMPASS (n, DIRECTIONS)."""
        inner = widths * (1 - 2 * ROUNDING)
        shrunk = np.concatenate(
            [
                self.top(centres, inner, turns, sink=ROUNDING / (1 - 2 * ROUNDING)),
                self.top(centres, inner, turns, sink=(1 - ROUNDING) / (1 - 2 * ROUNDING)),
            ],
            axis=1,
        )
        return np.asarray((shrunk @ COMPASS).max(axis=1) + (ROUNDING * widths)[:, None])


def looking(shape: tuple[int, ...], tilt: float, towards: float) -> Pose:
    """A camera tilted by an angle, with down leaning towards a direction of the picture (both in radians)."""
    height, width = shape[:2]
    down = (
        float(np.sin(tilt) * np.cos(towards)),
        float(np.sin(tilt) * np.sin(towards)),
        float(np.cos(tilt)),
    )
    return Pose((width / 2, height / 2), FOCAL * max(height, width), down)


def reach(hull: Floats) -> Floats:
    """How far a blob reaches in each direction of the COMPASS."""
    return np.asarray((hull @ COMPASS).max(axis=0))


@dataclass(frozen=True)
class Fit:
    """A cube laid over a blob: how far its outline is off, as a part of its width."""

    error: float
    centre: tuple[float, float]
    width_px: float
    turn: float


def fit_outline(pose: Pose, reached: Floats, centre: Floats, width_px: float, turns: Floats) -> Fit:
    """The cube whose outline is nearest to a blob's, over the given turns; place and width are solved for."""
    count = len(turns)
    centres = np.repeat(np.asarray(centre, float)[None], count, 0)
    widths = np.full(count, width_px)
    blob_wide = reached + np.roll(reached, DIRECTIONS // 2)
    error = np.zeros(count)
    for _ in range(3):
        outline = pose.outline(centres, widths, turns)
        wide = outline + np.roll(outline, DIRECTIONS // 2, axis=1)
        widths = widths * (wide * blob_wide).sum(1) / (wide * wide).sum(1)
        outline = pose.outline(centres, widths, turns)
        off = reached - outline
        shift = off @ COMPASS.T * (2 / DIRECTIONS)
        centres = centres + shift
        error = np.sqrt(((off - shift @ COMPASS) ** 2).mean(1)) / widths
    best = int(np.argmin(error))
    return Fit(
        float(error[best]),
        (float(centres[best, 0]), float(centres[best, 1])),
        float(widths[best]),
        float(turns[best]),
    )

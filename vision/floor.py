"""What lies on the floor and what is the floor.

Promises a map of how unlike the floor every place is, in units of the floor's own noise, for any floor
whose colour changes slowly (felt, wood, paper, a shaded tray) and any smooth light on it. It does not know
dice.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.pictures import Floats, Picture

# Light multiplies, so colours are compared as logarithms; the offset keeps a dark pixel's noise small.
DARKEST = 16.0
LOGARITHM = np.log(np.arange(256, dtype=np.float32) + DARKEST).astype(np.float32)
GRID_PX = 80
ROUNDS = 8
# A floor pixel's noise is never taken for smaller than this (logarithms: about 2 % and 1.2 % of the
# colour).
LEAST_LIGHT_NOISE, LEAST_COLOUR_NOISE = 0.02, 0.012
# A contact shadow darkens by up to a quarter or so without changing the colour: it must not weigh like a
# die.
SHADOW_NOISE = 0.12


@dataclass(frozen=True)
class Floor:
    """How far each pixel is from the floor in light and in colour, as differences of logarithms."""

    light: Floats
    colour: Floats
    light_noise: float
    colour_noise: float

    def unlike(self) -> Floats:
        """In units of noise, a shadow counting little."""
        darker = -max(self.light_noise, SHADOW_NOISE)
        light = self.light * np.where(
            self.light > 0, np.float32(1 / self.light_noise), np.float32(1 / darker)
        )
        return np.asarray(np.maximum(light, self.colour * np.float32(1 / self.colour_noise)))

    def strokes(self) -> Floats:
        """Thin things lighter or darker than what is right around them, in units of their noise: a
        symbol's ink.

        A shadow is never thin, so here darkness counts in full.
        """
        local = np.abs(self.light - cv2.GaussianBlur(self.light, (0, 0), 4.0))
        noise = max(1.4826 * float(np.median(local[::4, ::4])), 0.7 * LEAST_LIGHT_NOISE)
        return np.asarray(local * np.float32(1 / noise))

    def faintly_unlike(self) -> Floats:
        """In units of the noise that is left after smoothing over a few pixels, shadows and all."""
        light = np.abs(cv2.GaussianBlur(self.light, (0, 0), 2.0))
        colour = cv2.GaussianBlur(self.colour, (0, 0), 2.0)
        light_noise = max(1.4826 * float(np.median(light[::4, ::4])), 0.3 * LEAST_LIGHT_NOISE)
        colour = colour - np.median(colour[::4, ::4])
        colour_noise = max(1.4826 * float(np.median(np.abs(colour[::4, ::4]))), 0.3 * LEAST_COLOUR_NOISE)
        return np.asarray(
            np.maximum(light * np.float32(1 / light_noise), colour * np.float32(1 / colour_noise))
        )


def compare_with_floor(picture: Picture) -> Floor:
    """Fit the floor's slowly changing colour robustly, then say how unlike it every pixel is."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 1.0)
    residual = cv2.LUT(smooth, LOGARITHM) - _floor_colour(picture)
    light = (residual[..., 0] + residual[..., 1] + residual[..., 2]) * np.float32(1 / 3)
    blue = residual[..., 0] - light
    red = residual[..., 2] - light
    # The third difference is minus the sum of the other two.
    colour = np.sqrt((blue * blue + red * red + blue * red) * np.float32(2 / 3))
    light_noise = max(1.4826 * float(np.median(np.abs(light[::4, ::4]))), LEAST_LIGHT_NOISE)
    colour_noise = max(0.85 * float(np.median(colour[::4, ::4])), LEAST_COLOUR_NOISE)
    return Floor(light, colour, light_noise, colour_noise)


def _floor_colour(picture: Picture) -> Floats:
    """A quadratic surface through the logarithms of the colours that most of the picture agrees on."""
    height, width = picture.shape[:2]
    rows = max(2, round(GRID_PX * height / width))
    small = cv2.resize(picture, (GRID_PX, rows), interpolation=cv2.INTER_AREA)
    seen = cv2.LUT(small, LOGARITHM).reshape(-1, 3)
    y, x = np.mgrid[0:rows, 0:GRID_PX].astype(np.float32)
    x, y = (x + 0.5) / GRID_PX * 2 - 1, (y + 0.5) / rows * 2 - 1
    basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).reshape(-1, 6)
    residual = seen - np.median(seen, axis=0)
    weight = np.ones(len(seen), np.float32)
    surface = seen
    for _ in range(ROUNDS):
        spread = np.maximum(1.4826 * np.median(np.abs(residual[weight > 0.1]), axis=0), LEAST_LIGHT_NOISE)
        weight = np.clip(1 - ((residual / (3.5 * spread)) ** 2).max(axis=1), 0, 1).astype(np.float32) ** 2
        if float(weight.sum()) < 12:
            break
        weighted = basis * weight[:, None]
        fit = np.linalg.solve(weighted.T @ basis + 1e-3 * np.eye(6), weighted.T @ seen)
        surface = (basis @ fit).astype(np.float32)
        residual = seen - surface
    return np.asarray(
        cv2.resize(surface.reshape(rows, GRID_PX, 3), (width, height), interpolation=cv2.INTER_LINEAR)
    )

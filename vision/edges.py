"""Edges of a cut-out part of a picture, and how well the outline of a top face lies on them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.floor import LOGARITHM
from vision.pictures import Floats, Picture

# Where along a side edges are looked for (corners are round), and how far in from the nominal outline: the
# rounding of a real edge puts the strongest change a little inside.
ALONG = np.linspace(-0.33, 0.33, 8, dtype=np.float32)
INSET = np.array([0.44, 0.47, 0.50], np.float32)
# A change of colour (logarithm a pixel, at forty pixels a die) that counts half: at least so much, and
# more where the picture is noisy all over.
HALF_STRENGTH = 0.025
OVER_NOISE = 3.0


@dataclass(frozen=True)
class Edges:
    """The strongest change of colour at each pixel, as a vector of length below one."""

    x: Floats
    y: Floats

    def along(self, tops: Floats, inset: Floats = INSET, places: Floats = ALONG) -> Floats:
        """For top faces (n, 4, 2): how much of an edge lies along each of the four sides (n, 4), 0 to 1."""
        tops = tops.astype(np.float32)
        middle = tops.mean(axis=1, keepdims=True)
        following = np.roll(tops, -1, axis=1)
        half_way = (tops + following) / 2 - middle
        side = following - tops
        normal = np.stack([side[..., 1], -side[..., 0]], -1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
        points = (
            middle[:, :, None, None, :]
            + 2 * inset[None, None, :, None, None] * half_way[:, :, None, None, :]
            + places[None, None, None, :, None] * side[:, :, None, None, :]
        )
        column = np.clip(np.rint(points[..., 0]).astype(np.int32), 0, self.x.shape[1] - 1)
        row = np.clip(np.rint(points[..., 1]).astype(np.int32), 0, self.x.shape[0] - 1)
        across = np.abs(
            self.x[row, column] * normal[:, :, None, None, 0]
            + self.y[row, column] * normal[:, :, None, None, 1]
        )
        # A line that runs all along a side counts for more than a few strong spots of a symbol.
        return np.asarray((np.sqrt(across).mean(axis=-1) ** 2).max(axis=-1))

    def coarsely_along(self, tops: Floats) -> Floats:
        """The same for many faces that may each lie a few pixels off."""
        x, y = (np.asarray(cv2.GaussianBlur(each, (0, 0), 1.8), np.float32) for each in (self.x, self.y))
        return Edges(x, y).along(tops, INSET[1:2], ALONG[::2])


def find_edges(cut: Picture) -> Edges:
    """Of the three colours the one that changes most decides at each pixel."""
    logarithms = cv2.LUT(cv2.GaussianBlur(cut, (5, 5), 1.2), LOGARITHM)
    along_x = cv2.Sobel(logarithms, cv2.CV_32F, 1, 0, scale=0.125)
    along_y = cv2.Sobel(logarithms, cv2.CV_32F, 0, 1, scale=0.125)
    strength = along_x * along_x + along_y * along_y
    strongest = strength.argmax(axis=2)[..., None]
    x = np.take_along_axis(along_x, strongest, 2)[..., 0]
    y = np.take_along_axis(along_y, strongest, 2)[..., 0]
    length = np.sqrt(np.take_along_axis(strength, strongest, 2)[..., 0])
    half = max(HALF_STRENGTH, OVER_NOISE * float(np.median(length[::3, ::3])))
    weight = 1 / (length + np.float32(half))
    return Edges(x * weight, y * weight)

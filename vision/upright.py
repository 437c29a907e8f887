"""Which dice lean: against another, against the tray's rim, on something.

One die alone does not tell: leaning, it looks to a camera overhead as a flat one does to a slanted camera.
But all that lie flat point down the same way, as perspective wants it. A small network
(docs/dice-reader.md) tells where each die's lower face is; whoever points elsewhere than most others leans.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.networks import network, stacked
from vision.pictures import Floats, Picture
from vision.squares import Frame, cut_out, frame_of

# What the network sees: the die as it is in the picture, not squared up, its face in the middle.
CUT_PX, FACE_PX = 64, 24
# How much the way down changes over the length of the picture, from a far camera to a near one.
PULLS = np.linspace(0.0, 1.4, 8)
# Farther from the common way down than this part of its width, a die may lean, and surely does.
MAY_LEAN_FROM, LEANS_FROM = 0.27, 0.36


def cut_round(picture: Picture, corners: Floats) -> Picture:
    """A die and what is around it."""
    face = frame_of(corners)
    half = face.width_px / 2
    return cut_out(picture, Frame(face.middle, np.array([half, 0.0]), np.array([0.0, half])), CUT_PX, FACE_PX)


def ways_down(picture: Picture, faces: list[Floats]) -> Floats:
    """From the middle of each face to that of the face below it, in widths."""
    told = network("upright").run(stacked([cut_round(picture, corners) for corners in faces]))
    return told[:, :2]


def leanings(picture: Picture, faces: list[Floats], trusted: list[bool]) -> Floats:
    """How much each located die seems to lean, in widths; the trusted ones tell where flat dice point.

    With one of these alone there is nothing to compare it with.
    """
    if sum(trusted) < 2:
        return np.zeros(len(faces))
    middles = np.stack([corners.mean(axis=0) for corners in faces]) / max(picture.shape[:2])
    return astray(middles, ways_down(picture, faces), np.array(trusted))


def astray(middles: Floats, ways: Floats, trusted: NDArray[np.bool_]) -> Floats:
    """How far each way down is from the one that most trusted dice agree on, in widths of a die.

    Plumb lines meet in one point of the picture, so the way down from a place changes evenly with the place:
    `start - pull * place`. The pull is the lens's: small for a far camera, large for a near one.
    """
    least, off = np.inf, np.zeros(len(ways))
    for pull in PULLS:
        starts = ways + pull * middles
        apart = np.linalg.norm(starts[trusted, None] - starts[None, trusted], axis=-1)
        costs = np.minimum(apart, MAY_LEAN_FROM).sum(axis=1)
        number = int(costs.argmin())
        if costs[number] < least:
            common = starts[trusted][apart[number] < MAY_LEAN_FROM].mean(axis=0)
            least, off = float(costs[number]), np.linalg.norm(starts - common, axis=1)
    return off

"""Ordinary dice: how many pips a top face shows, for any body and pip colour and most designs.

A small network trained on drawn dice (docs/dice-reader.md) looks at the flat face in its four turns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.networks import network, stacked
from vision.pictures import Floats, Picture
from vision.squares import UNIT, flat

SIDE_PX = 40
# How much of its surroundings a face had when the network learned, and what it is shown: a little less, since
# neighbours in a clump only disturb.
AROUND = 1.12
LOOKS = (0.88, 1.0)
TURNS = 4


@dataclass(frozen=True)
class Pips:
    """The likeliest count and the chance that it is right; what is left over may also be no pips at all."""

    count: int
    chance: float


def count_pips(picture: Picture, faces: list[Floats]) -> list[Pips]:
    """The pips of each located face, given by its corners."""
    if not faces:
        return []
    looks = [
        np.rot90(flat(picture, corners, SIDE_PX, look), turn)
        for look in LOOKS
        for turn in range(TURNS)
        for corners in faces
    ]
    told = network("pips").run(stacked(looks)).reshape(-1, len(faces), 7).mean(axis=0)
    chances = np.exp(told - told.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    counts = 1 + chances[:, 1:].argmax(axis=1)
    return [Pips(int(count), float(each[count])) for count, each in zip(counts, chances, strict=True)]


def count_flat(face: Picture, around: float) -> Pips:
    """The pips of a face that lies flat already, with `around` times as much around it."""
    middle = (len(face) - 1) / 2
    return count_pips(face, [middle + UNIT * (len(face) / 2 / around)])[0]

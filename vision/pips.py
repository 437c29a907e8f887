"""Ordinary dice: how many pips a top face shows, for any body and pip colour and most designs.

A small network trained on drawn dice (docs/dice-reader.md) looks at the flat face in its four turns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.networks import network, stacked
from vision.pictures import Floats, Picture
from vision.squares import flat

SIDE_PX = 40
AROUND = 1.12
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
    cut = [flat(picture, corners, SIDE_PX, AROUND) for corners in faces]
    turned = [np.rot90(face, turn) for turn in range(TURNS) for face in cut]
    told = network("pips").run(stacked(turned)).reshape(TURNS, len(faces), -1).mean(axis=0)
    chances = np.exp(told - told.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    counts = 1 + chances[:, 1:].argmax(axis=1)
    return [Pips(int(count), float(each[count])) for count, each in zip(counts, chances, strict=True)]

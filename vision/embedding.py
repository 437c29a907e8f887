"""The glyph embedding: a face becomes a unit vector, equal symbols near each other whatever their turn."""

from __future__ import annotations

import numpy as np

from vision.networks import network, stacked
from vision.pictures import Floats, Picture

SIDE_PX = 48
TURNS = 4


def embed(faces: list[Picture]) -> Floats:
    """Unit vectors (n, dimensions) of grey faces of SIDE_PX: the mean over the quarter turns of each."""
    turned = [np.rot90(face, turn) for turn in range(TURNS) for face in faces]
    vectors = network("glyphs").run(stacked(turned))
    mean = vectors.reshape(TURNS, len(faces), -1).mean(axis=0)
    return np.asarray(mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-6))

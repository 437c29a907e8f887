"""The glyph embedding: a face becomes a unit vector, equal symbols near each other whatever their turn.

A small network, trained on drawn glyphs only (see docs/dice-reader.md), run by OpenCV. It is loaded once.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

import cv2
import numpy as np

from vision.pictures import Floats, Picture

SIDE_PX = 48


def embed(faces: list[Picture]) -> Floats:
    """Unit vectors (n, dimensions) of faces, all in one pass; faces are SIDE_PX square, grey or coloured."""
    grey = [cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) if face.ndim == 3 else face for face in faces]
    batch = np.stack(grey).astype(np.float32)[:, None]
    network = _network()
    network.setInput(batch)
    vectors = network.forward()
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6))


@cache
def fingerprint() -> str:
    """Which network this is: vectors of different networks cannot be compared."""
    return sha256(_model()).hexdigest()[:16]


@cache
def _model() -> bytes:
    return (files("vision") / "models" / "glyphs.onnx").read_bytes()


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(_model(), np.uint8))

"""The small networks that are shipped, each loaded once and run by OpenCV."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock

import cv2
import numpy as np

from vision.pictures import Floats, Picture


class Network:
    """One ONNX file of `vision/models`. OpenCV's networks serve one caller at a time, hence the lock."""

    def __init__(self, name: str) -> None:
        written = (files("vision") / "models" / f"{name}.onnx").read_bytes()
        self.fingerprint = sha256(written).hexdigest()[:16]
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(written, np.uint8))
        self._one_caller = Lock()

    def run(self, batch: Floats) -> Floats:
        with self._one_caller:
            self._net.setInput(batch)
            return np.array(self._net.forward())


@cache
def network(name: str) -> Network:
    return Network(name)


def stacked(pictures: list[Picture]) -> Floats:
    """Pictures of one size, grey or coloured, as a network takes them: number, channel, row, column."""
    batch = np.stack(pictures)
    batch = batch[:, None] if batch.ndim == 3 else batch.transpose(0, 3, 1, 2)
    return np.ascontiguousarray(batch, np.float32)

"""The pip counter: a flat face in, one of no pips and one to six out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from calibration.training.drawn import Shown, in_background, shown
from calibration.training.learning import block, export, learn
from calibration.training.painting import SIDE, Array, Chance, noise
from vision.pips import AROUND, SIDE_PX
from vision.squares import flat, frame_of

BATCH = 256
POOL = 5000


class PipCounter(nn.Module):  # type: ignore[misc]
    """Flat faces (n x 3 x SIDE_PX x SIDE_PX, 0..255) to seven scores; contrast is made even inside."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(block(3, 24), block(24, 32, 3, 2), block(32, 32), block(32, 64, 3, 2), block(64, 64)),
            *(block(64, 64, 3, 2), block(64, 24, 1), nn.Flatten(), nn.Linear(24 * 25, 64), nn.ReLU()),
            nn.Linear(64, 7),
        )

    def forward(self, faces: Tensor) -> Tensor:
        off = faces - faces.mean((2, 3), keepdim=True)
        return self.layers(off / ((off * off).mean((1, 2, 3), keepdim=True).sqrt() + 6))


def samples(rng: Chance, seen: Shown) -> Iterator[tuple[Array, int]]:
    shot, dice = seen
    if rng.random() < 0.3:
        shot = 255 - shot
    for die in dice:
        if die.seen < 0.95 or die.corners.min() < -1 or die.corners.max() > SIDE:
            continue
        width = frame_of(die.corners).width_px
        for _ in range(2 if die.pips else 1):
            off = rng.normal(0, 0.02 * float(rng.choice([0.5, 1, 2.5])), (4, 2)) + rng.normal(0, 0.03, 2)
            quad = die.corners + off * width
            quad = quad.mean(0) + (quad - quad.mean(0)) * rng.normal(1, 0.04)
            face = np.rot90(flat(shot, quad, SIDE_PX, AROUND), int(rng.integers(4)))
            yield _spoilt(rng, np.ascontiguousarray(face)), die.pips
        aside = rng.uniform(-1, 1, 2)
        if rng.random() < 0.15 and np.abs(aside).max() > 0.45:  # flanks and floor are no pips
            yield flat(shot, die.corners + aside * width, SIDE_PX, AROUND), 0


def _spoilt(rng: Chance, face: Array) -> Array:
    """Marbled, faint, small, or with a lamp mirrored in streaks, as real dice are."""
    seen: Array = face.astype(np.float32)
    if rng.random() < 0.3:
        swirl = np.sin(noise(rng, SIDE_PX, rng.uniform(6, 20)) * 3)
        seen = seen + swirl[..., None] * rng.uniform(5, 45) * rng.uniform(-1, 1, 3)
    if rng.random() < 0.4:
        middle = seen.mean((0, 1))
        seen = middle + (seen - middle) * rng.uniform(0.2, 1)
    if rng.random() < 0.4:
        shine = np.zeros((SIDE_PX, SIDE_PX), np.float32)
        for _ in range(int(rng.integers(1, 5))):
            at = tuple(int(each) for each in rng.uniform(0, SIDE_PX, 2))
            wide = tuple(int(each) for each in rng.uniform(2, 22, 2))
            start = rng.uniform(0, 360)
            reach = (start, start + rng.uniform(20, 220))
            cv2.ellipse(
                shine, at, wide, rng.uniform(0, 180), *reach, (rng.uniform(40, 230),), int(rng.integers(1, 3))
            )
        seen = seen + cv2.GaussianBlur(shine, (0, 0), rng.uniform(0.4, 1.0))[..., None]
    if rng.random() < 0.4:
        small = int(rng.integers(14, 30))
        seen = cv2.resize(seen, (small, small), interpolation=cv2.INTER_AREA)
        seen = cv2.resize(seen + rng.normal(0, rng.uniform(0, 5), seen.shape), (SIDE_PX, SIDE_PX))
    return np.clip(seen, 0, 255).astype(np.uint8)


def loss_of(answer: Tensor, truth: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    loss = cross_entropy(answer, truth[0], label_smoothing=0.01)
    right = (answer.argmax(1) == truth[0]).float().mean()
    return loss, {"loss": loss.item(), "right": right.item()}


def train(pictures: Path, out: Path, steps: int) -> None:
    def batches(rng: Chance) -> Iterator[list[Array]]:
        source, pool = shown(pictures, rng), list[tuple[Array, int]]()
        while True:
            while len(pool) < POOL:
                seen = next(source)
                if any(die.pips for die in seen[1]) or rng.random() < 0.3:
                    pool.extend(samples(rng, seen))
            rng.shuffle(pool)
            for _ in range(4):
                chosen = [pool.pop() for _ in range(BATCH)]
                yield [np.stack([face for face, _ in chosen]), np.array([count for _, count in chosen])]

    torch.manual_seed(1)
    net = learn(PipCounter(), in_background(batches, 3), loss_of, steps, 2e-3)
    export(net, torch.rand(3, 3, SIDE_PX, SIDE_PX) * 255, {0: "n"}, out)

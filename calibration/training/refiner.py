"""The refiner: a squared-up guess in, its corners' true places out, and whether a whole face lies flat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from calibration.training.drawn import Shown, in_background, shown
from calibration.training.learning import block, export, learn
from calibration.training.painting import SIDE, Array, Chance, spun
from vision.locate import CUT_PX, FACE_PX
from vision.squares import UNIT, Frame, cut_out, frame_of

BATCH = 256
POOL = 6000
Sample = tuple[Array, Array, float, float, float]


class Refiner(nn.Module):  # type: ignore[misc]
    """Cuts (n x 3 x CUT_PX x CUT_PX, 0..255) to eight moves of corners, a verdict and a doubt (logarithm)."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(block(3, 24, 5, 2), block(24, 48, 3, 2), block(48, 48), block(48, 96, 3, 2), block(96, 96)),
            *(block(96, 96), block(96, 20, 1), nn.Flatten(), nn.Linear(20 * 64, 96), nn.ReLU()),
            nn.Linear(96, 10),
        )

    def forward(self, cuts: Tensor) -> Tensor:
        return self.layers((cuts - 127.5) / 64)


def jittered(rng: Chance, corners: Array, hard: float) -> Frame:
    """A guess as the finder might make it: beside, turned, stretched."""
    frame = frame_of(corners)
    stretch = np.eye(2) + rng.normal(0, 0.06 * hard, (2, 2))
    stretch = spun(rng.normal(0, math.radians(7) * hard)) @ (stretch + stretch.T) / 2
    sides = stretch @ frame.matrix * math.exp(rng.normal(0, 0.09 * hard))
    quarter = spun(int(rng.integers(4)) * math.pi / 2)
    sides = sides @ quarter
    beside = rng.normal(0, 0.07 * hard, 2) * frame.width_px
    return Frame(frame.middle + beside, sides[:, 0], sides[:, 1])


def samples(rng: Chance, seen: Shown) -> Iterator[Sample]:
    """Cut, moves, do the moves count, is it a good face, does that count."""
    shot, dice = seen
    middles = [die.corners.mean(0) for die in dice]
    nothing = np.zeros(8, np.float32)
    for die, middle in zip(dice, middles, strict=True):
        if die.seen < 0.2 or middle.min() < 0 or middle.max() >= SIDE:
            continue
        inside = bool(die.corners.min() > -1 and die.corners.max() < SIDE)
        good = die.is_flat and die.seen > 0.85 and inside
        unclear = die.is_flat and inside and 0.65 < die.seen <= 0.85
        for _ in range(2):
            frame = jittered(rng, die.corners, float(rng.choice([0.3, 1, 1, 1.8])))
            ways = (np.roll(frame.unplace(die.corners), turn, 0) - UNIT for turn in range(4))
            moves = min(ways, key=lambda way: float((way**2).sum())).astype(np.float32).ravel()
            cut = cut_out(shot, frame, CUT_PX, FACE_PX)
            yield cut, moves, float(die.seen > 0.6), float(good), float(not unclear)
        if rng.random() < 0.3:  # beside the face: a flank, the floor
            frame = frame_of(die.corners)
            way = spun(rng.uniform(0, 2 * math.pi))[0] * frame.width_px * rng.uniform(0.6, 1.2)
            aside = Frame(frame.middle + way, frame.across, frame.along)
            if min(np.hypot(*(aside.middle - other)) for other in middles) > 0.5 * frame.width_px:
                yield cut_out(shot, aside, CUT_PX, FACE_PX), nothing, 0.0, 0.0, 1.0
    middle, width = rng.uniform(0, SIDE, 2), math.exp(rng.uniform(2.7, 4.6))
    if all(np.hypot(*(middle - other)) > width for other in middles):
        sides = spun(rng.uniform(0, 2 * math.pi)) * width / 2
        yield cut_out(shot, Frame(middle, sides[:, 0], sides[:, 1]), CUT_PX, FACE_PX), nothing, 0.0, 0.0, 1.0


def loss_of(answer: Tensor, truth: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    moves, counts, good, good_counts = truth
    off = (answer[:, :8] - moves).abs().mean(1)
    doubt = answer[:, 9].clamp(-6, 2)
    of_moves = (off * counts).sum() / counts.sum()
    of_doubt = ((off.detach() * torch.exp(-doubt) + doubt) * counts).sum() / counts.sum()
    verdicts = binary_cross_entropy_with_logits(answer[:, 8], good, reduction="none")
    of_verdict = (verdicts * good_counts).sum() / good_counts.sum()
    right = ((((answer[:, 8] > 0) == (good > 0.5)).float()) * good_counts).sum() / good_counts.sum()
    parts = {"off": of_moves.item(), "verdict": of_verdict.item(), "verdicts right": right.item()}
    return 4 * of_moves + 0.1 * of_doubt + of_verdict, parts


def train(pictures: Path, out: Path, steps: int) -> None:
    def batches(rng: Chance) -> Iterator[list[Array]]:
        source, pool = shown(pictures, rng), list[Sample]()
        while True:
            while len(pool) < POOL:
                pool.extend(samples(rng, next(source)))
            rng.shuffle(pool)
            for _ in range(4):
                chosen = [pool.pop() for _ in range(BATCH)]
                yield [
                    np.asarray(part, np.uint8 if n == 0 else np.float32)
                    for n, part in enumerate(zip(*chosen, strict=True))
                ]

    torch.manual_seed(1)
    net = learn(Refiner(), in_background(batches, 2), loss_of, steps, 2.5e-3)
    export(net, torch.rand(3, 3, CUT_PX, CUT_PX) * 255, {0: "n"}, out)

"""The upright network: a die in its surroundings in, where the face below its top face is out.

Dice that lie flat on one table all point the same way; one that leans points elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from calibration.training.drawn import Shown, in_background, shown
from calibration.training.learning import block, export, learn
from calibration.training.painting import SIDE, Array, Chance
from vision.squares import frame_of
from vision.upright import CUT_PX, cut_round

BATCH = 256
POOL = 6000


class Upright(nn.Module):  # type: ignore[misc]
    """Cuts (n x 3 x CUT_PX x CUT_PX, 0..255) to the way down in widths and its doubt (logarithm)."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(block(3, 24, 5, 2), block(24, 48, 3, 2), block(48, 48), block(48, 80, 3, 2), block(80, 80)),
            *(block(80, 80), block(80, 20, 1), nn.Flatten(), nn.Linear(20 * 64, 64), nn.ReLU()),
            nn.Linear(64, 3),
        )

    def forward(self, cuts: Tensor) -> Tensor:
        return self.layers((cuts - 127.5) / 64)


def samples(rng: Chance, seen: Shown) -> Iterator[tuple[Array, Array]]:
    """Cuts and ways down, of dice in sight."""
    shot, dice = seen
    for die in dice:
        if die.seen < 0.7 or die.corners.min() < -1 or die.corners.max() > SIDE:
            continue
        width = frame_of(die.corners).width_px
        for _ in range(1 if die.is_flat else 3):
            quad = die.corners + rng.normal(0, 0.02, (4, 2)) * width + rng.normal(0, 0.02, 2) * width
            quad = quad.mean(0) + (quad - quad.mean(0)) * rng.normal(1, 0.03)
            down = (die.foot - die.corners.mean(0)) / width
            yield cut_round(shot, quad), down.astype(np.float32)


def loss_of(answer: Tensor, truth: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    off = ((answer[:, :2] - truth[0]).pow(2).sum(1) + 1e-4).sqrt()
    doubt = answer[:, 2].clamp(-5, 2)
    of_doubt = (off.detach() * torch.exp(-doubt) + doubt).mean()
    return 4 * off.mean() + 0.2 * of_doubt, {"off": off.mean().item(), "median": off.median().item()}


def train(pictures: Path, out: Path, steps: int) -> None:
    def batches(rng: Chance) -> Iterator[list[Array]]:
        source, pool = shown(pictures, rng), list[tuple[Array, Array]]()
        while True:
            while len(pool) < POOL:
                pool.extend(samples(rng, next(source)))
            rng.shuffle(pool)
            for _ in range(4):
                chosen = [pool.pop() for _ in range(BATCH)]
                yield [np.stack([cut for cut, _ in chosen]), np.stack([down for _, down in chosen])]

    torch.manual_seed(1)
    net = learn(Upright(), in_background(batches, 5), loss_of, steps, 2.5e-3)
    export(net, torch.rand(3, 3, CUT_PX, CUT_PX) * 255, {0: "n"}, out)

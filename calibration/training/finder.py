"""The finder: a whole picture in, a map of top faces out (`vision/locate.py` reads it).

Each cell tells whether a top face's middle lies there and that face's place, size, slant and turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from calibration.training.drawn import in_background, shown
from calibration.training.learning import block, export, learn
from calibration.training.painting import SIDE, Array, Chance
from calibration.training.tables import Drawn
from vision.locate import CELL_PX, USUAL_HALF_PX

CELLS = SIDE // CELL_PX
BATCH = 16
# Less of a face in sight than this: neither a face nor none.
LEAST_SEEN = 0.5


class Finder(nn.Module):  # type: ignore[misc]
    """Blue-green-red pixels 0..255 to eight maps, one cell each CELL_PX pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 5, 2), block(12, 32, 3, 2), block(32, 48, 3, 2))
        self.fine = block(48, 48)
        self.down, self.middle = block(48, 80, 3, 2), nn.Sequential(block(80, 80), block(80, 80))
        self.deeper, self.coarse = block(80, 96, 3, 2), nn.Sequential(block(96, 96), block(96, 96))
        self.from_coarse, self.from_middle = nn.Conv2d(96, 80, 1), nn.Conv2d(80, 48, 1)
        self.head, self.out = block(48, 56), nn.Conv2d(56, 8, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.zeros_(self.out.bias)
        self.out.bias.data[0] = -4  # hardly any cell holds a die

    def forward(self, pictures: Tensor) -> Tensor:
        fine = self.stem((pictures - 127.5) / 64)
        fine = fine + self.fine(fine)
        middle = self.down(fine)
        middle = middle + self.middle(middle)
        coarse = self.deeper(middle)
        coarse = coarse + self.coarse(coarse)
        middle = middle + self.larger(self.from_coarse(coarse))
        return self.out(self.head(fine + self.larger(self.from_middle(middle))))


def encode(corners: Array) -> tuple[Array, Array]:
    """A face's middle and its size, slant and turn, none of which knows an order of the corners."""
    middle = corners.mean(0)
    off = corners - middle
    moments = off.T @ off / 4
    values, vectors = np.linalg.eigh(moments)
    spread = vectors @ np.diag(np.sqrt(np.maximum(values, 1e-3))) @ vectors.T
    unit = np.linalg.solve(spread, off.T).T
    turn = -((unit[:, 0] + 1j * unit[:, 1]) ** 4).sum()
    turn /= abs(turn) + 1e-9
    trace = moments.trace()
    slant = 2 * (moments[0, 0] - moments[1, 1]) / trace, 4 * moments[0, 1] / trace
    size = math.log(math.sqrt(np.linalg.det(spread)) / USUAL_HALF_PX)
    return middle, np.array([size, *slant, turn.real, turn.imag], np.float32)


def target(dice: list[Drawn]) -> tuple[Array, Array, Array, Array]:
    """The heat that is wanted, what cells should tell, how much they count, and which are left out."""
    heat, ignored, weight = (np.zeros((CELLS, CELLS), np.float32) for _ in range(3))
    told = np.zeros((7, CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    for die in dice:
        middle, shape = encode(die.corners)
        x, y = (middle + 0.5) / CELL_PX - 0.5
        column, row = round(x), round(y)
        if not (0 <= column < CELLS and 0 <= row < CELLS):
            continue
        half = math.exp(shape[0]) * USUAL_HALF_PX / CELL_PX
        near = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * max(0.7, 0.2 * half) ** 2))
        if die.seen < LEAST_SEEN:
            ignored = np.maximum(ignored, near > 0.05)
            continue
        near[row, column] = 1
        heat = np.maximum(heat, near)
        reach = max(0.51, 0.3 * half)
        own = (np.abs(columns - x) <= reach) & (np.abs(rows - y) <= reach)
        own[row, column] = True
        told[0][own], told[1][own] = (x - columns)[own], (y - rows)[own]
        told[2:, own] = shape[:, None]
        weight[own] = own.sum() ** -0.5
    return heat, told, weight, ignored.astype(np.float32)


def loss_of(answer: Tensor, truth: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    heat, told, weight, ignored = truth
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    there = (heat == 1).float()
    missed = there * (1 - chance) ** 2 * chance.log()
    extra = (1 - there) * (1 - ignored) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    of_heat = -(missed + extra).sum() / (there.sum() + 8)
    off = ((answer[:, 1:] - told).abs() * weight[:, None]).sum((0, 2, 3)) / (weight.sum() + 1e-3)
    parts = {"heat": of_heat.item(), "place": off[:2].mean().item(), "size": off[2].item()}
    parts |= {"slant": off[3:5].mean().item(), "turn": off[5:].mean().item()}
    return of_heat + (off * torch.tensor([0.5, 0.5, 1, 1, 1, 1, 1])).sum(), parts


def train(pictures: Path, out: Path, steps: int) -> None:
    def batches(rng: Chance) -> Iterator[list[Array]]:
        source = shown(pictures, rng)
        while True:
            chosen = [next(source) for _ in range(BATCH)]
            targets = zip(*(target(dice) for _, dice in chosen), strict=True)
            yield [np.stack([shot for shot, _ in chosen]), *(np.stack(part) for part in targets)]

    torch.manual_seed(1)
    net = learn(Finder(), in_background(batches, 1), loss_of, steps, 2.5e-3)
    export(net, torch.rand(1, 3, 480, 640) * 255, {2: "rows", 3: "columns"}, out)

"""The pip counter: a flat face in, one of no pips and one to six out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from calibration.training.cubes import PIPS
from calibration.training.drawn import Shown, in_background, shown
from calibration.training.learning import block, export, learn
from calibration.training.painting import SIDE, UNIT, Array, Chance, noise
from vision.pips import AROUND, SIDE_PX
from vision.squares import flat, frame_of

BATCH = 256
POOL = 5000
# Of all faces that are learned from: painted flat, not cut from tables.
PAINTED = 0.5


class PipCounter(nn.Module):  # type: ignore[misc]
    """Flat faces (n x 3 x SIDE_PX x SIDE_PX, 0..255) to seven scores; contrast is made even inside."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(block(3, 32), block(32, 48, 3, 2), block(48, 48), block(48, 80, 3, 2), block(80, 80)),
            *(block(80, 80, 3, 2), block(80, 24, 1), nn.Flatten(), nn.Linear(24 * 25, 64), nn.ReLU()),
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
            quad = quad.mean(0) + (quad - quad.mean(0)) * rng.normal(0.96, 0.05)
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


def painted(rng: Chance) -> tuple[Array, int]:
    """A face painted flat: what tables seldom show, such as red pips on marbled blue, and lamps in the pips.

    Body and pips may differ in hue alone; the light may hide more than it shows.
    """
    px, count = 4 * SIDE_PX, int(rng.integers(1, 7))
    body, second, ink = _three_colours(rng)
    swirl = np.clip(np.sin(noise(rng, px, px / rng.uniform(1.2, 5)) * 3) * rng.uniform(0.4, 2), 0, 1)
    marble = rng.uniform(0, 1) * float(rng.random() < 0.7)
    face: Array = body + (second - body) * (swirl * marble)[..., None]
    spots, mask = _spots(rng, px, count)
    face = face + (ink - face) * (mask * rng.uniform(0.5, 1))[..., None]
    face *= 1 + noise(rng, px, px / 2)[..., None] * rng.uniform(0, 0.15)
    edge = _edge(rng, px)
    shine = np.zeros((px, px), np.float32)
    if rng.random() < 0.6:
        shine += _arcs(rng, px, spots)
    if rng.random() < 0.5:
        shine += cv2.morphologyEx(edge, cv2.MORPH_GRADIENT, np.ones((5, 5))) * _patches(rng, px)
    shine = cv2.GaussianBlur(shine, (0, 0), rng.uniform(1, 5)) * rng.uniform(40, 300)
    face = np.clip(face + shine[..., None], 0, 255)
    face = face * edge[..., None] + rng.uniform(0, 255, 3) * (1 - edge[..., None])
    square = (UNIT + 1) / 2 * (px - 1)
    quad = square + rng.normal(0, 0.025, (4, 2)).astype(np.float32) * (px - 1)
    onto = cv2.getPerspectiveTransform(quad, square)
    face = cv2.warpPerspective(face.astype(np.float32), onto, (px, px), borderMode=cv2.BORDER_REPLICATE)
    small = int(rng.integers(13, SIDE_PX + 8))
    face = cv2.GaussianBlur(face, (0, 0), px / small * rng.uniform(0.2, 0.7))
    face = cv2.resize(face, (small, small), interpolation=cv2.INTER_AREA)
    face = face + rng.normal(0, rng.uniform(0, 7), face.shape)
    face = cv2.resize(np.clip(face, 0, 255).astype(np.float32), (SIDE_PX, SIDE_PX))
    shot = face.astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]
        shot = np.asarray(cv2.imdecode(cv2.imencode(".jpg", shot, quality)[1], cv2.IMREAD_COLOR))
    return np.ascontiguousarray(np.rot90(shot, int(rng.integers(4)))), count


def _three_colours(rng: Chance) -> tuple[Array, Array, Array]:
    """Body, veins of the marble, pips; at times as bright as the body and other in hue only."""
    body, second, ink = rng.uniform(0, 255, (3, 3)) * rng.uniform(0.2, 1, (3, 1))
    bright = np.array([0.114, 0.587, 0.299])
    if rng.random() < 0.5:
        ink = ink * (body @ bright + 8) / (ink @ bright + 8) * rng.uniform(0.7, 1.4)
        tint = ink - ink @ bright
        ink = ink + tint * rng.uniform(0, 1.5)
    while np.abs(ink - body).max() < 28:
        ink = rng.uniform(0, 255, 3)
    kind = rng.random()
    if kind < 0.4:  # veins as bright or dark shades of the body
        second = body * rng.uniform(0.2, 2.2)
    elif kind < 0.7:  # veins that look almost like pips
        second = body + (ink - body) * rng.uniform(0.2, 0.65)
    return np.clip(body, 0, 255), np.clip(second, 0, 255), np.clip(ink, 0, 255)


def _spots(rng: Chance, px: int, count: int) -> tuple[list[tuple[int, int, int]], Array]:
    """Middles and radius of the pips in pixels, and their mask."""
    inner = px / AROUND / rng.uniform(0.86, 1.04)
    radius, spread = rng.uniform(0.11, 0.25), rng.uniform(0.42, 0.64)
    if count == 1 and rng.random() < 0.25:
        radius *= 1.6
    middle = px / 2 + rng.normal(0, 0.03, 2) * px
    mask, spots = np.zeros((px, px), np.float32), []
    for spot in PIPS[count]:
        y, x = divmod(int(spot), 3)
        at = middle + (np.array([x, y]) - 1) * spread * inner / 2
        spots.append((round(at[0]), round(at[1]), max(2, round(radius * inner / 2))))
        cv2.circle(mask, spots[-1][:2], spots[-1][2], (1.0,), -1, cv2.LINE_AA)
    return spots, mask


def _edge(rng: Chance, px: int) -> Array:
    """Where the body is: a rounded square, a little smaller than the picture."""
    half, soft = px / AROUND / 2 * rng.uniform(0.98, 1.12), px * rng.uniform(0.02, 0.12)
    inner = int(half - soft)
    edge = np.zeros((px, px), np.float32)
    cv2.rectangle(edge, (px // 2 - inner, px // 2 - inner), (px // 2 + inner, px // 2 + inner), (1.0,), -1)
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * int(soft) + 1,) * 2)
    return cv2.GaussianBlur(cv2.dilate(edge, ball), (0, 0), 1.5)


def _patches(rng: Chance, px: int) -> Array:
    return np.clip(noise(rng, px, px / rng.uniform(1.5, 4)) * 1.5 + rng.uniform(-0.5, 1), 0, 1)


def _arcs(rng: Chance, px: int, spots: list[tuple[int, int, int]]) -> Array:
    """Lamps mirrored in the hollows of pips, around them and between them."""
    shine = np.zeros((px, px), np.float32)
    start, reach = rng.uniform(0, 360), rng.uniform(40, 360)
    for x, y, radius in spots:
        if rng.random() < 0.8:
            wide = int(radius * rng.uniform(0.5, 1.35))
            turn = start + rng.normal(0, 30)
            cv2.ellipse(shine, (x, y), (wide, wide), 0, turn, turn + reach, (1.0,), int(rng.integers(2, 9)))
    for _ in range(int(rng.integers(0, 4))):
        (ax, ay), (bx, by) = (rng.normal(px / 2, px / 4, 2).astype(int).tolist() for _ in range(2))
        cv2.line(shine, (ax, ay), (bx, by), (float(rng.uniform(0.3, 1)),), int(rng.integers(2, 8)))
    return shine


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
                    cut = list(samples(rng, seen))
                    pool.extend(cut)
                    pool.extend(painted(rng) for _ in range(round(len(cut) * PAINTED / (1 - PAINTED))))
            rng.shuffle(pool)
            for _ in range(4):
                chosen = [pool.pop() for _ in range(BATCH)]
                yield [np.stack([face for face, _ in chosen]), np.array([count for _, count in chosen])]

    torch.manual_seed(1)
    net = learn(PipCounter(), in_background(batches, 3), loss_of, steps, 2e-3)
    export(net, torch.rand(3, 3, SIDE_PX, SIDE_PX) * 255, {0: "n"}, out)

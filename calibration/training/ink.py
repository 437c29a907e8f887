"""The ink network: a flat face in colour in, its symbol alone out.

It learns from faces painted with known symbols under lamps that glare, fade, tint and leave too little light,
so that a symbol is found where plain grey shows hardly anything: yellow on white, black on dark red.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from calibration.training.cubes import PIPS as LATTICE
from calibration.training.drawn import in_background
from calibration.training.learning import block, export, learn
from calibration.training.painting import MASK, Array, Chance, Glyphs, colour, noise, pick, spun
from vision.faces import AROUND, FLAT_PX
from vision.squares import UNIT

WORK = 64
BATCH = 96
SCENERIES = 1200
# How often a face shows pips.
PIPS = 0.15


def surroundings(rng: np.random.Generator) -> Array:
    """The light on a face, its edges and their glints, and what is beside it, over -1.5..1.5 of the face."""
    x, y = np.meshgrid(*[np.linspace(-1.5, 1.5, WORK, dtype=np.float32)] * 2)
    corner, bevel = rng.uniform(0.08, 0.5), rng.uniform(0.04, 0.28)
    out = np.hypot(np.maximum(np.abs(x) - 1 + corner, 0), np.maximum(np.abs(y) - 1 + corner, 0))
    face = np.clip((corner - out) / 0.05 + 0.5, 0, 1)
    floor: Array = rng.normal(rng.uniform(0, 1), rng.uniform(0, 0.12), (WORK // 2, WORK // 2))
    floor = cv2.resize(floor, (WORK, WORK)) * np.clip(0.5 + out * rng.uniform(0.5, 6), 0, 1)
    light, added = np.ones_like(x), np.zeros_like(x)
    for side, along in ((x, y), (-x, y), (y, x), (-y, x)):
        light *= 1 + rng.uniform(-0.6, 0.5) * np.clip((side - 1 + bevel) / bevel, 0, 1)
        if rng.random() < 0.3:
            part = np.clip((rng.uniform(0.5, 0.95) - np.abs(along - rng.uniform(-0.2, 0.2))) / 0.1, 0, 1)
            line = np.exp(-(((side - 1 + rng.uniform(0.02, 0.22)) / rng.uniform(0.015, 0.05)) ** 2))
            added += rng.uniform(0.1, 0.9) * line * part
        if rng.random() < 0.25:
            flank = (np.abs(along) < 0.95) & (side > 0.9) & (side < 1 + rng.uniform(0.15, 0.5))
            shade = np.where(np.abs(along) < rng.uniform(0, 0.5), rng.uniform(0, 1), rng.uniform(0, 1))
            floor = np.where(flank, shade, floor)
    return np.stack([light * face, floor * (1 - face) + added * face], -1).astype(np.float32)


class Ink(nn.Module):  # type: ignore[misc]
    """Flat faces (n x 3 x FLAT_PX x FLAT_PX, 0..255) to how likely each pixel is ink (logits)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3, 16)
        self.down, self.middle = block(16, 24, 3, 2), block(24, 24)
        self.deeper = block(24, 48, 3, 2)
        self.coarse = nn.Sequential(block(48, 48), block(48, 48))
        self.from_coarse, self.joined = nn.Conv2d(48, 24, 1), block(24, 24)
        self.from_middle, self.last = nn.Conv2d(24, 16, 1), block(16, 16)
        self.out = nn.Conv2d(16, 1, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, faces: Tensor) -> Tensor:
        off = faces - faces[:, :, 8:-8, 8:-8].mean((2, 3), keepdim=True)
        spread = (off[:, :, 8:-8, 8:-8] ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        fine = self.fine((off / (spread + 2)).clamp(-4, 4))
        middle = self.down(fine)
        middle = middle + self.middle(middle)
        coarse = self.deeper(middle)
        coarse = coarse + self.coarse(coarse)
        middle = self.joined(middle + self.larger(self.from_coarse(coarse)))
        return self.out(self.last(fine + self.larger(self.from_middle(middle))))


class Painter:
    """Flat faces as the reader cuts them out, each with the mask of its ink."""

    def __init__(self, glyphs: Glyphs, rng: Chance) -> None:
        self.glyphs, self.rng = glyphs, rng
        self.around = [surroundings(rng) for _ in range(SCENERIES)]
        self.x, self.y = np.meshgrid(*[np.linspace(-1, 1, WORK, dtype=np.float32)] * 2)

    def face(self, glyph: Array | None = None) -> tuple[Array, Array]:
        """A face with the glyph, or with any; one whose symbol nobody could see is painted anew."""
        for _ in range(4):
            face, mask = self._painted(self._any() if glyph is None else glyph)
            small = cv2.resize(mask, (FLAT_PX, FLAT_PX), interpolation=cv2.INTER_AREA)
            inked, bare = face[small > 0.8], face[8:-8, 8:-8][small[8:-8, 8:-8] < 0.05]
            if not len(inked) or not len(bare) or np.abs(inked.mean(0) - bare.mean(0)).max() > 5:
                break
        return face, small

    def _any(self) -> Array:
        """Any glyph, or pips of any design."""
        rng = self.rng
        if rng.random() > PIPS:
            return pick(rng, self.glyphs)
        mask = np.zeros((MASK, MASK), np.uint8)
        radius, spread = rng.uniform(0.18, 0.32), rng.uniform(0.58, 0.72)
        for cell in LATTICE[int(rng.integers(1, 7))]:
            y, x = divmod(int(cell), 3)
            at = tuple(round((((each - 1) * spread + 1) * MASK / 2 - 0.5) * 16) for each in (x, y))
            cv2.circle(mask, at, int(radius * MASK / 2 * 16), (255,), -1, cv2.LINE_AA, 4)
        return mask

    def _painted(self, glyph: Array) -> tuple[Array, Array]:
        rng = self.rng
        mask, around = self._laid_out(glyph)
        light = self._light() * around[..., :1]
        body, ink = self._colours()
        albedo = np.ones((WORK, WORK, 3), np.float32) * body
        if rng.random() < 0.12:
            swirl = np.sin(noise(rng, WORK, WORK / rng.uniform(1.5, 5)) * 3)
            albedo += (
                (colour(rng) - body) * np.clip(swirl * 2, 0, 1)[..., None] * np.float32(rng.uniform(0.2, 1))
            )
        albedo += (ink - albedo) * (mask * np.float32(rng.uniform(0.75, 1)))[..., None]
        seen = albedo * light + around[..., 1:] * colour(rng) + self._glare()
        return self._developed(seen), mask

    def _laid_out(self, glyph: Array) -> tuple[Array, Array]:
        """The symbol and its surroundings, cut a little beside, as the locator does."""
        rng = self.rng
        off = rng.normal(0, 0.025, (4, 2)) + rng.normal(0, 0.03, 2)
        quad = (
            UNIT / AROUND * rng.normal(1, 0.04) @ spun(rng.integers(4) * math.pi / 2 + rng.normal(0, 0.03))
            + off
        )
        onto = cv2.getPerspectiveTransform(
            UNIT.astype(np.float32), ((quad + 1) * (WORK / 2) - 0.5).astype(np.float32)
        )
        symbol = self._symbol(glyph)
        own = cv2.getPerspectiveTransform(
            ((UNIT + 1) * (MASK - 1) / 2).astype(np.float32), UNIT.astype(np.float32)
        )
        mask = cv2.warpPerspective(symbol, onto @ own, (WORK, WORK), flags=cv2.INTER_AREA) / np.float32(255)
        beyond = cv2.getPerspectiveTransform(
            ((UNIT + 1) * (WORK - 1) / 2).astype(np.float32), (UNIT * 1.5).astype(np.float32)
        )
        scenery = self.around[int(rng.integers(SCENERIES))]
        around = cv2.warpPerspective(scenery, onto @ beyond, (WORK, WORK), borderMode=cv2.BORDER_REPLICATE)
        return mask, around

    def _symbol(self, glyph: Array) -> Array:
        """The glyph as large as dice have it, on a face of MASK pixels."""
        rng = self.rng
        face = np.zeros((MASK, MASK), np.uint8)
        big = int(MASK * rng.uniform(0.45, 0.82))
        if rng.random() < 0.3:
            glyph = cv2.dilate(glyph, np.ones((3, 3), np.uint8))
        small = cv2.resize(glyph, (big, big), interpolation=cv2.INTER_AREA)
        at = (MASK - big) // 2
        face[at : at + big, at : at + big] = small
        return face

    def _colours(self) -> tuple[Array, Array]:
        rng = self.rng
        body, ink = colour(rng), colour(rng)
        while np.abs(np.sqrt(body) - np.sqrt(ink)).max() < 0.15:
            ink = colour(rng)
        return body, ink

    def _light(self) -> Array:
        rng = self.rng
        angle = rng.uniform(0, 2 * math.pi)
        along = self.x * np.float32(math.cos(angle)) + self.y * np.float32(math.sin(angle))
        light: Array = 1 + np.float32(rng.uniform(0, 0.45)) * along
        if rng.random() < 0.2:
            edge = np.clip((along - rng.uniform(-0.7, 0.7)) * rng.uniform(2, 15), -1, 1)
            light = light * (1 - np.float32(rng.uniform(0.1, 0.3)) * (1 + edge))
        lamp = np.array([rng.uniform(0.5, 1.1), rng.uniform(0.75, 1.0), 1.0], np.float32)
        return np.asarray(light[..., None] * lamp)

    def _glare(self) -> Array:
        """A lamp mirrored in the face: so much that it drowns the symbol, a veil, a spot, or none."""
        rng = self.rng
        glare = np.zeros_like(self.x)
        if rng.random() < 0.3:
            glare += np.float32(math.exp(rng.uniform(math.log(0.5), math.log(6))))
        elif rng.random() < 0.4:
            glare += np.float32(rng.uniform(0.02, 0.9) ** 1.5)
        if rng.random() < 0.25:
            far = (self.x - rng.uniform(-1, 1)) ** 2 + (self.y - rng.uniform(-1, 1)) ** 2
            glare += np.float32(rng.uniform(0.1, 1)) * np.exp(-far / rng.uniform(0.15, 0.9) ** 2)
        return np.asarray(
            glare[..., None] * np.array([rng.uniform(0.7, 1), rng.uniform(0.85, 1), 1.0], np.float32)
        )

    def _developed(self, seen: Array) -> Array:
        rng = self.rng
        white = max(float(np.percentile(seen[12:52:2, 12:52:2].max(-1), 80)), 0.02)
        high = rng.uniform(0.8, 1.3) if rng.random() < 0.4 else rng.uniform(0.05, 1.0)
        shot: Array = np.clip(seen * np.float32(high / white), 0, 1) ** np.float32(1 / rng.uniform(1.8, 2.6))
        pixels = int(rng.integers(24, WORK + 1))
        if rng.random() < 0.6:
            shot = cv2.GaussianBlur(shot, (0, 0), rng.uniform(0.3, 1.2) * WORK / max(pixels, 40))
        shot = cv2.resize(shot, (pixels, pixels), interpolation=cv2.INTER_AREA)
        shot = shot + rng.standard_normal(shot.shape, np.float32) * np.float32(rng.uniform(0.002, 0.03))
        face = np.clip(shot * 255, 0, 255).astype(np.uint8)
        if rng.random() < 0.6:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 97))]
            face = np.asarray(cv2.imdecode(cv2.imencode(".jpg", face, quality)[1], cv2.IMREAD_COLOR))
        how = cv2.INTER_AREA if pixels > FLAT_PX else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(face, (FLAT_PX, FLAT_PX), interpolation=how))


def loss_of(answer: Tensor, truth: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    wanted = truth[0]
    each = binary_cross_entropy_with_logits(answer[:, 0], wanted, reduction="none")
    loss = (each * (1 + 2 * wanted)).mean()
    seen = torch.sigmoid(answer[:, 0])
    overlap = ((seen * wanted).sum((1, 2)) * 2 / ((seen + wanted).sum((1, 2)) + 1e-3)).mean()
    return loss, {"loss": loss.item(), "overlap": overlap.item()}


def train(glyphs: Glyphs, out: Path, steps: int) -> None:
    def batches(rng: Chance) -> Iterator[list[Array]]:
        painter = Painter(glyphs, rng)
        while True:
            faces, masks = zip(*(painter.face() for _ in range(BATCH)), strict=True)
            yield [np.stack(faces), np.stack(masks)]

    torch.manual_seed(1)
    net = learn(Ink(), in_background(batches, 4), loss_of, steps, 2.5e-3)
    export(net, torch.rand(3, 3, FLAT_PX, FLAT_PX) * 255, {0: "n"}, out)

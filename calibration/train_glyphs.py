"""Train the glyph embedding of the dice reader and write it as ONNX.

The network sees one 48x48 gray crop of a die's top face and answers a unit vector; two crops of the same
glyph, turned, lit, blurred and cut differently, have a high dot product. It learns from drawn glyphs only:

* icons of the npm package ``@iconify-json/game-icons`` (game-icons.net, CC BY 3.0), fetched by ``npm pack``;
* symbols of Symbola (Debian's fonts-symbola, free for any use), letters and digits of DejaVu, Liberation
  and URW base 35 (fonts-dejavu-core, fonts-liberation, fonts-urw-base35; free licences) as installed;
* pip patterns, blank faces and faces composed of two glyphs, drawn here.

Only the weights are shipped, none of the drawings. Needs torch, onnx, onnxscript, resvg_py, pillow, OpenCV,
npm and fontconfig's ``fc-match``. Usage: ``train_glyphs.py OUT.onnx [--steps N]``.
"""

import argparse
import io
import json
import math
import multiprocessing as mp
import os
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

os.environ |= {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}  # before torch; more threads only crawl

import cv2
import numpy as np
import resvg_py
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize, one_hot
from torch.optim.swa_utils import AveragedModel

Picture = NDArray[Any]
Found = dict[str, list[Picture | None]]  # by class, a mask for each font; None where a font has none

SIDE, DIMS = 48, 96  # the crop and the vector, as the reader uses them
MASK, WORK = 96, 64  # glyphs are kept at one size and painted at the other, then go through a camera to SIDE
BATCH, RATE = 256, 1.5e-3
# Never trained on, in any font: the project measures itself on dice with these.
HELD_OUT = "☿⚶☄☾⚸♘☢♜⚔☥⚡♣★⚓☠☯☀♥♠♦❄⚒⚖⚘♛♝♟♫✠👁☘⚜☎✒✂✈✋♉♌♏♓♑♃♄☮☭"
SYMBOLS = "2190-2BFF 1F300-1F64F 1F680-1F77F 1F900-1F9FF 16A0-16F0 10190-1019B 101D0-101FC 10280-1031F"
SYMBOLS += " 10900-1091F 1D300-1D356 2C80-2CE4 3A3-3CE 410-44F"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmnqrty12345678"
FONTS = "DejaVu Sans:bold,DejaVu Serif:bold,DejaVu Sans Mono,Liberation Sans,Liberation Serif,URW Bookman"
FONTS += ",URW Gothic,C059:bold,Z003,P052:italic"
UNIT = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)


def fit(drawn: Picture) -> Picture | None:
    """The inked part, centred and scaled so that its longer side fills the square; None if hardly any."""
    x, y, wide, high = cv2.boundingRect((drawn > 60).astype(np.uint8))
    if min(wide, high) * 12 <= max(wide, high):
        return None
    part = drawn[y : y + high, x : x + wide]
    high, wide = (round(length * (MASK - 4) / max(part.shape)) for length in part.shape)
    mask = np.zeros((MASK, MASK), np.uint8)
    y, x = (MASK - high) // 2, (MASK - wide) // 2
    mask[y : y + high, x : x + wide] = cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA)
    return mask


def icons() -> Found:
    with tempfile.TemporaryDirectory() as folder:
        pack = ["npm", "pack", "--silent", "@iconify-json/game-icons"]
        subprocess.run(pack, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as tar:
            found = json.load(tar.extractfile("package/icons.json") or io.BytesIO())
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {found["width"]} {found["height"]}">'
    drawn: Found = {}
    for name, icon in found["icons"].items():
        svg = f"{head}{icon['body']}</svg>"
        png = resvg_py.svg_to_bytes(svg_string=svg, width=128, height=128, skip_system_fonts=True)
        drawn[f"icon {name}"] = [fit(np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3])]
    return drawn


def characters(wanted: str, family: str) -> list[Picture | None]:
    """Each character in this font, None where the font has none."""
    found = subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True)
    font = ImageFont.truetype(found.stdout, 110)
    drawn = []
    for char in "\U0010fffe" + wanted:
        canvas = Image.new("L", (240, 240), 0)
        ImageDraw.Draw(canvas).text((60, 40), char, font=font, fill=255)
        drawn.append(fit(np.asarray(canvas)))
    missing = np.asarray(drawn[0])
    return [None if mask is None or np.array_equal(mask, missing) else mask for mask in drawn[1:]]


def pips() -> Found:
    drawn: Found = {}
    for count, where in enumerate(["", "4", "08", "048", "0268", "02468", "036258"]):
        masks = [np.zeros((MASK, MASK), np.uint8) for _ in range(4)]
        for mask, radius, spread in zip(masks, (9, 9, 12, 14), (26, 32, 28, 32), strict=True):
            for y, x in (divmod(int(spot), 3) for spot in where):
                cv2.circle(mask, (48 + (x - 1) * spread, 48 + (y - 1) * spread), radius, 255, -1, cv2.LINE_AA)
        drawn[f"pips {count}"] = list(masks)
    return drawn


def composed(pool: list[Picture], count: int, rng: np.random.Generator) -> Found:
    """Two smaller glyphs across, at times the same twice, at times with a bar between."""
    drawn: Found = {}
    for i in range(count):
        size, mask = int(rng.integers(44, 50)), np.zeros((MASK, MASK), np.uint8)
        chosen = (pool[int(k)] for k in rng.integers(len(pool), size=2))
        one, two = (cv2.resize(m, (size, size), interpolation=cv2.INTER_AREA) for m in chosen)
        mask[:size, :size], mask[-size:, -size:] = one, one if i % 3 == 1 else two
        if i % 3 == 2:
            cv2.line(mask, (90, 6), (6, 90), 255, int(rng.integers(2, 6)), cv2.LINE_AA)
        drawn[f"composed {i}"] = [mask]
    return drawn


def rings(mask: Picture) -> Picture:
    """Fourier magnitudes along rings around the centre: the same for a turned or mirrored glyph."""
    flags = cv2.WARP_POLAR_LINEAR | cv2.WARP_FILL_OUTLIERS
    polar = cv2.warpPolar(cv2.GaussianBlur(mask, (0, 0), 1.5), (24, 64), (47.5, 47.5), 66, flags)
    flat = (np.abs(np.fft.rfft(polar.astype(np.float32), axis=0))[:20] * np.sqrt(np.arange(24) + 1)).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6))


def collect(rng: np.random.Generator) -> dict[str, Picture]:
    """All classes, each with its masks, without those that are another one turned or near a held-out one."""
    codes = [range(int(a, 16), int(b, 16) + 1) for a, b in (part.split("-") for part in SYMBOLS.split())]
    symbols = [chr(code) for block in codes for code in block if chr(code) not in HELD_OUT]
    fonts = [characters(LETTERS, family) for family in FONTS.split(",")]
    letters = {f"letter {char}": list(masks) for char, *masks in zip(LETTERS, *fonts, strict=True)}
    drawn = zip(symbols, characters("".join(symbols), "Symbola"), strict=True)
    pictures = {f"symbol {ord(char):X}": [mask] for char, mask in drawn} | icons()
    pool = [masks[0] for masks in pictures.values() if masks[0] is not None]
    found = pips() | letters | pictures | composed(pool, 700, rng)
    seen = [m for family in ("Symbola", "DejaVu Sans") for m in characters(HELD_OUT, family) if m is not None]
    known = np.zeros((len(seen) + len(found), 480), np.float32)
    known[: len(seen)] = [rings(mask) for mask in seen]
    classes: dict[str, Picture] = {}
    for name, masks in found.items():
        there = [mask for mask in masks if mask is not None]
        filled = len(seen) + len(classes)
        if there and (name.startswith("pips") or np.max(known[:filled] @ rings(there[0])) < 0.985):
            known[filled] = rings(there[0])
            classes[name] = np.stack(there)
    return classes


def surroundings(rng: np.random.Generator) -> Picture:
    """The light on a face, its edges and their glints, and what is beside it, over -1.5..1.5 of the face."""
    x, y = np.meshgrid(*[np.linspace(-1.5, 1.5, WORK, dtype=np.float32)] * 2)
    corner, bevel = rng.uniform(0.08, 0.5), rng.uniform(0.04, 0.28)
    out = np.hypot(np.maximum(np.abs(x) - 1 + corner, 0), np.maximum(np.abs(y) - 1 + corner, 0))
    face = np.clip((corner - out) / 0.05 + 0.5, 0, 1)
    floor: Picture = rng.normal(rng.uniform(0, 1), rng.uniform(0, 0.12), (WORK // 2, WORK // 2))
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


class Painter:
    """Draws crops of glyphs as a camera would see them on dice, all chance from one generator."""

    def __init__(self, classes: list[Picture], seed: int) -> None:
        self.classes, self.rng = classes, np.random.default_rng(seed)
        self.around = [surroundings(self.rng) for _ in range(1500)]
        self.x, self.y = np.meshgrid(*[np.linspace(-1, 1, WORK, dtype=np.float32)] * 2)

    def paint(self, place: int, hard: float = 1.0) -> Picture:
        rng, masks = self.rng, self.classes[place]
        mask = masks[int(rng.integers(len(masks)))]
        if rng.random() < 0.3:
            mask = (cv2.dilate if rng.random() < 0.7 else cv2.erode)(mask, np.ones((3, 3), np.uint8))
        # the crop is cut wide or close, beside the place, askew, turned
        half = rng.uniform(0.9, 1.16) if rng.random() < 0.8 else rng.uniform(0.78, 1.3)
        angle = rng.integers(4) * math.pi / 2 + rng.uniform(-1, 1) * (0.14 if rng.random() < 0.6 else math.pi)
        c, s = math.cos(angle), math.sin(angle)
        square = UNIT * half * (1 + rng.normal(0, 0.03, 2)) @ np.array([(c, s), (-s, c)])
        square += rng.normal(0, 0.06 * hard, 2) + rng.normal(0, 0.06 * hard, (4, 2))
        onto = cv2.getPerspectiveTransform(UNIT, ((square + 1) * (WORK / 2) - 0.5).astype(np.float32))
        big = (0.5 + 0.28 * (place * 0.618 % 1)) * rng.uniform(0.93, 1.07)  # a glyph keeps its size on a die
        spot = (UNIT * big + rng.normal(0, 0.02, 2)).astype(np.float32)
        own = cv2.getPerspectiveTransform((UNIT + 1) * (MASK - 1) / 2, spot)
        beyond = cv2.getPerspectiveTransform((UNIT + 1) * (WORK - 1) / 2, UNIT * 1.5)
        inked = cv2.warpPerspective(mask, onto @ own, (WORK, WORK)).astype(np.float32) / 255
        around = self.around[int(rng.integers(len(self.around)))]
        around = cv2.warpPerspective(around, onto @ beyond, (WORK, WORK), borderMode=cv2.BORDER_REPLICATE)
        body, gap = rng.uniform(0.02, 0.9), rng.uniform(0.15, 0.85) if rng.random() < 0.85 else 0.1
        lighter = body < gap or (rng.random() < 0.5 and body + gap < 1)
        albedo = body + (min(1.0, body + gap) - body if lighter else -gap) * inked
        # uneven light, a shadow's edge, a veil of glare, a spot of it
        lamp = rng.uniform(0, 2 * math.pi)
        along = self.x * np.float32(math.cos(lamp)) + self.y * np.float32(math.sin(lamp))
        light = around[..., 0] * (1 + np.float32(rng.uniform(0, 0.45) * hard) * along)
        if rng.random() < 0.2:
            edge = np.clip((along - rng.uniform(-0.7, 0.7)) * rng.uniform(2, 15), -1, 1)
            light *= 1 - rng.uniform(0.1, 0.3) * (1 + edge)
        veil = rng.uniform(0.05, 0.35) if rng.random() < 0.25 else 0.0
        seen: Picture = light * albedo + around[..., 1] + veil
        if rng.random() < 0.25:
            far = (self.x - rng.uniform(-0.9, 0.9)) ** 2 + (self.y - rng.uniform(-0.9, 0.9)) ** 2
            seen += rng.uniform(0.1, 0.7) * hard * np.exp(-far / rng.uniform(0.15, 0.6) ** 2)
        bright = rng.uniform(0.5, 1.15) if rng.random() < 0.85 else rng.uniform(0.12, 0.5)
        seen *= bright / max(0.3, float(seen[16:48, 16:48].max()))
        seen = np.clip(seen, 0, 1) ** np.float32(rng.uniform(0.4, 0.8))
        # the camera: blur, its pixels, noise, JPEG
        pixels = int(rng.integers(26, WORK + 1))
        if rng.random() < 0.6:
            seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.3) * WORK / max(pixels, 40) * hard)
        seen = cv2.resize(seen, (pixels, pixels), interpolation=cv2.INTER_AREA)
        seen = seen + rng.standard_normal(seen.shape, np.float32) * np.float32(rng.uniform(0.002, 0.022))
        crop = np.clip(seen * 255, 0, 255).astype(np.uint8)
        if rng.random() < 0.4:
            data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])[1]
            crop = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))
        scaling = cv2.INTER_AREA if pixels > SIDE else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(crop, (SIDE, SIDE), interpolation=scaling))


class Net(nn.Module):  # type: ignore[misc]
    """Gray crops 0..255 (n x 1 x 48 x 48) to unit vectors (n x 96); contrast is made even inside."""

    def __init__(self) -> None:
        super().__init__()
        axis = (torch.arange(SIDE) - (SIDE - 1) / 2) / SIDE
        far = torch.hypot(axis[:, None], axis[None])[None, None]
        self.register_buffer("window", ((0.53 - far) / 0.09).clamp(0, 1))  # the crop's corners are no face
        middle = ((0.45 - far) / 0.09).clamp(0, 1)
        self.register_buffer("middle", middle / middle.sum())
        layers = []
        for i, o, stride in ((1, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2), (128, 128, 1)):
            size = 5 if i == 1 else 3
            layers += [nn.Conv2d(i, o, size, stride, size // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU()]
        layers += [nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten()]
        layers += [nn.Linear(32 * 36, DIMS, bias=False), nn.BatchNorm1d(DIMS, affine=False)]
        self.layers = nn.Sequential(*layers)

    def forward(self, crops: Tensor) -> Tensor:
        off = (crops - (crops * self.middle).sum((2, 3), keepdim=True)) * self.window
        spread = (off * off * self.middle).sum((2, 3), keepdim=True).sqrt()
        vectors = self.layers((off / (spread + 1.0)).clamp(-3.0, 3.0))
        return vectors / (vectors * vectors).sum(1, keepdim=True).sqrt()


def feed(queue: Any, painter: Painter, chosen: Picture, steps: int) -> None:
    """A process of its own: a batch a step, two crops a class, harder as the training goes on."""
    for step in range(steps):
        places = np.repeat(painter.rng.choice(len(chosen), BATCH // 2, replace=False), 2)
        hard = min(1.0, 0.3 + 2 * step / steps) * painter.rng.uniform(0.3, 1.2, BATCH)
        crops = [painter.paint(int(chosen[p]), h) for p, h in zip(places, hard, strict=True)]
        queue.put((np.stack(crops), places))


def one_shot(net: nn.Module, painter: Painter, classes: Picture, ways: int, rounds: int) -> float:
    """The part read right of classes never trained on: a fair crop a face enrolled, three others asked."""
    right, asked = [], np.repeat(np.arange(ways), 3)
    for _ in range(rounds):
        faces = painter.rng.choice(classes, ways, replace=False)
        crops = [painter.paint(int(f), 0.6) for f in faces] + [painter.paint(int(faces[a])) for a in asked]
        turned = [torch.from_numpy(np.rot90(crops, k, (1, 2)).copy()).float()[:, None] for k in range(4)]
        with torch.no_grad():  # as the reader does: the mean over the quarter turns
            vectors = normalize(torch.stack([net.eval()(each) for each in turned]).mean(0)).numpy()
        right.append(np.mean((vectors[ways:] @ vectors[:ways].T).argmax(1) == asked))
    return float(np.mean(right))


def export(net: nn.Module, out: Path) -> None:
    """Write the network when OpenCV reads it as torch does, whatever the number of crops."""
    partial, crops = out.with_name(f".{out.name}"), torch.rand(7, 1, SIDE, SIDE) * 255
    shapes = ({0: torch.export.Dim("n", min=1, max=4096)},)
    names = {"input_names": ["crops"], "output_names": ["vectors"]}
    program = torch.onnx.export(
        net.eval(), (crops,), dynamic_shapes=shapes, dynamo=True, verbose=False, **names
    )
    for node in program.model.graph:
        node.metadata_props.clear()  # they name this machine's folders
    program.save(partial, external_data=False)
    read = cv2.dnn.readNetFromONNX(str(partial))
    for count in (7, 1, 3):
        read.setInput(crops[:count].numpy())
        apart = np.abs(read.forward() - net(crops[:count]).detach().numpy()).max()
        if apart > 1e-3:
            raise SystemExit(f"OpenCV and torch differ by {apart:.4f} on {count} crops")
    partial.replace(out)


def train(out: Path, steps: int, seed: int = 1) -> None:
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    classes = collect(rng)
    order = rng.permutation(len(classes))
    kept_out, chosen = order[: len(order) * 15 // 100], order[len(order) * 15 // 100 :]
    print(f"{len(chosen)} classes to learn, {len(kept_out)} kept out", flush=True)
    fork = mp.get_context("fork")
    queue = fork.Queue(8)
    painter, judge = (Painter(list(classes.values()), seed + k) for k in (1, 2))
    fork.Process(target=feed, args=(queue, painter, chosen, steps), daemon=True).start()
    net = Net().to(memory_format=torch.channels_last)
    steady = AveragedModel(net, avg_fn=lambda a, b, n: a + (b - a) * max(0.01, 1 / (n + 1)), use_buffers=True)
    proxies = nn.Parameter(torch.randn(len(chosen), DIMS) * 0.1)
    adam = torch.optim.AdamW([*net.parameters(), proxies], weight_decay=0.001)
    other = torch.arange(BATCH) ^ 1
    for step in range(1, steps + 1):
        done = step / steps
        for group in adam.param_groups:
            group["lr"] = RATE * min(1.0, step / 200) * (1 + math.cos(math.pi * done)) / 2
        crops, places = (torch.from_numpy(part) for part in queue.get())
        with torch.autocast("cpu", torch.bfloat16):
            vectors = net.train()(crops.float()[:, None])
        vectors = normalize(vectors.float())
        # a crop finds its class's other one among the batch, and then also its class among all
        among = vectors @ vectors.T / 0.08 - 1e4 * torch.eye(BATCH)
        loss = cross_entropy(among, other)
        if done > 0.1:
            margin = 0.15 * one_hot(places, len(chosen))
            loss = loss + cross_entropy(24 * (vectors @ normalize(proxies).T - margin), places)
        adam.zero_grad()
        loss.backward()
        adam.step()
        steady.update_parameters(net)
        if step % 100 == 0:
            right = (among.argmax(1) == other).float().mean()
            print(f"step {step}: loss {loss:.2f}, of the batch right {right:.3f}", flush=True)
        if step % (steps // 10) == 0:
            export(steady.module, out)
    for ways in (6, 12):
        right = one_shot(steady.module, judge, kept_out, ways, 1500 // ways)
        print(f"classes kept out, one crop a face, {ways} faces: {right:.1%} right")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the dice reader's glyph embedding.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    train(**vars(parser.parse_args()))

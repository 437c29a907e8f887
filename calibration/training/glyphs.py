"""The glyph embedding: a face's ink in, a unit vector out.

Two pictures of the same glyph, turned, lit, blurred and cut differently, have a high dot product. It learns
from what the ink network makes of painted faces, good and poor ones, so that a symbol half lost in glare is
still near itself.
"""

from __future__ import annotations

import math
import multiprocessing as mp
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize, one_hot
from torch.optim.swa_utils import AveragedModel

from calibration.training.ink import Painter
from calibration.training.learning import export
from calibration.training.painting import Array, Glyphs
from vision.embedding import SIDE_PX
from vision.faces import FLAT_PX

DIMS = 96
BATCH, RATE = 256, 1.5e-3
OF_EACH = 14
AT_ONCE = 64
KEPT_OUT = 0.12


class Net(nn.Module):  # type: ignore[misc]
    """Ink 0..255 (n x 1 x SIDE_PX x SIDE_PX) to unit vectors (n x DIMS)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for i, o, stride in ((1, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2), (128, 128, 1)):
            size = 5 if i == 1 else 3
            layers += [nn.Conv2d(i, o, size, stride, size // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU()]
        layers += [nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten()]
        layers += [nn.Linear(32 * 36, DIMS, bias=False), nn.BatchNorm1d(DIMS, affine=False)]
        self.layers = nn.Sequential(*layers)

    def forward(self, inked: Tensor) -> Tensor:
        vectors = self.layers(inked / 64 - 1)
        return vectors / (vectors * vectors).sum(1, keepdim=True).sqrt()


def paint_all(classes: Glyphs, ink: Path, folder: Path, seed: int, workers: int = 2) -> Array:
    """OF_EACH inked faces of each class (classes x OF_EACH x SIDE_PX x SIDE_PX), kept on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"inked-{worker}.npy" for worker in range(workers)]
    fork = mp.get_context("fork")
    running = [
        fork.Process(target=_paint, args=(classes[worker::workers], ink, file, seed + worker))
        for worker, file in enumerate(files)
        if not file.exists()
    ]
    for process in running:
        process.start()
    for process in running:
        process.join()
        if process.exitcode:
            raise SystemExit("painting failed")
    inked = np.zeros((len(classes), OF_EACH, SIDE_PX, SIDE_PX), np.uint8)
    for worker, file in enumerate(files):
        inked[worker::workers] = np.load(file)
    return inked


def _paint(classes: Glyphs, ink: Path, out: Path, seed: int) -> None:
    cv2.setNumThreads(1)
    painter = Painter(classes, np.random.default_rng(seed))
    net = cv2.dnn.readNetFromONNX(str(ink))
    inset = (FLAT_PX - SIDE_PX) // 2
    inked = np.zeros((len(classes) * OF_EACH, SIDE_PX, SIDE_PX), np.uint8)
    for start in range(0, len(inked), AT_ONCE):
        wanted = range(start, min(start + AT_ONCE, len(inked)))
        masks = [classes[each // OF_EACH][each % len(classes[each // OF_EACH])] for each in wanted]
        faces = np.stack([painter.face(mask)[0] for mask in masks]).transpose(0, 3, 1, 2)
        net.setInput(np.ascontiguousarray(faces, np.float32))
        likely = 1 / (1 + np.exp(-net.forward()[:, 0, inset:-inset, inset:-inset]))
        inked[start : start + AT_ONCE] = likely * 255
    part = out.with_suffix(".part")
    with part.open("wb") as file:
        np.save(file, inked.reshape(len(classes), OF_EACH, SIDE_PX, SIDE_PX))
    part.replace(out)


def one_shot(net: nn.Module, inked: Array, ways: int, rounds: int, rng: np.random.Generator) -> float:
    """The part read right of classes never trained on: one picture a face enrolled, three others asked."""
    right, asked = [], np.repeat(np.arange(ways), 3)
    for _ in range(rounds):
        faces = rng.choice(len(inked), ways, replace=False)
        shots = np.array([rng.permutation(OF_EACH)[:4] for _ in faces])
        chosen = np.concatenate([inked[faces, shots[:, 0]], inked[faces[asked], shots[:, 1:].ravel()]])
        turned = [torch.from_numpy(np.rot90(chosen, k, (1, 2)).copy()).float()[:, None] for k in range(4)]
        with torch.no_grad():  # as the reader does: the mean over the quarter turns
            vectors = normalize(torch.stack([net(each) for each in turned]).mean(0)).numpy()
        right.append(np.mean((vectors[ways:] @ vectors[:ways].T).argmax(1) == asked))
    return float(np.mean(right))


def train(inked: Array, out: Path, steps: int, seed: int = 1) -> None:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(inked))
    kept_out, chosen = np.split(order, [int(len(order) * KEPT_OUT)])
    print(f"{len(chosen)} classes to learn, {len(kept_out)} kept out", flush=True)
    net = Net().to(memory_format=torch.channels_last)
    steady = AveragedModel(net, avg_fn=lambda a, b, n: a + (b - a) * max(0.01, 1 / (n + 1)), use_buffers=True)
    proxies = nn.Parameter(torch.randn(len(chosen), DIMS) * 0.1)
    adam = torch.optim.AdamW([*net.parameters(), proxies], weight_decay=0.001)
    other = torch.arange(BATCH) ^ 1
    for step in range(1, steps + 1):
        done = step / steps
        for group in adam.param_groups:
            group["lr"] = RATE * min(1.0, step / 200) * (1 + math.cos(math.pi * done)) / 2
        picked = np.repeat(rng.choice(len(chosen), BATCH // 2, replace=False), 2)
        pairs = np.concatenate([rng.permutation(OF_EACH)[:2] for _ in range(BATCH // 2)])
        turns = rng.integers(4, size=BATCH)
        shown = [
            np.rot90(inked[chosen[place], shot], turn)
            for place, shot, turn in zip(picked, pairs, turns, strict=True)
        ]
        places = torch.from_numpy(picked)
        with torch.autocast("cpu", torch.bfloat16):
            vectors = net.train()(torch.from_numpy(np.stack(shown)).float()[:, None])
        vectors = normalize(vectors.float())
        # a picture finds its class's other one among the batch, and then also its class among all
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
    trained = steady.module.eval()
    export(trained, torch.rand(3, 1, SIDE_PX, SIDE_PX) * 255, {0: "n"}, out)
    for ways in (6, 12):
        right = one_shot(trained, inked[kept_out], ways, 1500 // ways, rng)
        print(f"classes kept out, one picture a face, {ways} faces: {right:.1%} right", flush=True)

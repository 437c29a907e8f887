"""Drawn tables kept on disk, so that several networks and rounds learn from the same pictures."""

from __future__ import annotations

import multiprocessing as mp
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.training.painting import SIDE, Array, Chance, Glyphs
from calibration.training.tables import Drawn, picture

Shown = tuple[Array, list[Drawn]]
PACK = 100


def draw_packs(folder: Path, glyphs: Glyphs, packs: range, seed: int) -> None:
    """PACK pictures a file; files that are there already are kept."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in packs:
        out = folder / f"{number:04d}.pickle"
        if out.exists():
            continue
        rng = np.random.default_rng([seed, number])
        shown = [picture(rng, glyphs) for _ in range(PACK)]
        quality = [cv2.IMWRITE_JPEG_QUALITY, 97]
        written = [(cv2.imencode(".jpg", shot, quality)[1].tobytes(), dice) for shot, dice in shown]
        part = out.with_suffix(".part")
        part.write_bytes(pickle.dumps(written))
        part.replace(out)


def draw_all(folder: Path, glyphs: Glyphs, packs: int, seed: int, workers: int = 2) -> None:
    fork = mp.get_context("fork")
    shares = [range(worker, packs, workers) for worker in range(workers)]
    running = [fork.Process(target=draw_packs, args=(folder, glyphs, share, seed)) for share in shares]
    for process in running:
        process.start()
    for process in running:
        process.join()
        if process.exitcode:
            raise SystemExit("drawing failed")


def shown(folder: Path, rng: Chance) -> Iterator[Shown]:
    """Endless pictures in chance order, mirrored, turned and recoloured by chance."""
    files = sorted(folder.glob("*.pickle"))
    while True:
        pool = [each for file in rng.choice(len(files), 2) for each in pickle.loads(files[file].read_bytes())]
        rng.shuffle(pool)
        for written, dice in pool:
            shot = cv2.imdecode(np.frombuffer(written, np.uint8), cv2.IMREAD_COLOR)
            yield _varied(rng, np.asarray(shot), dice)


def _varied(rng: Chance, shot: Array, dice: list[Drawn]) -> Shown:
    points = [np.concatenate([die.corners, die.foot[None]]) for die in dice]
    quarter = int(rng.integers(4))
    shot = np.rot90(shot, quarter)
    for _ in range(quarter):
        points = [np.stack([each[:, 1], SIDE - 1 - each[:, 0]], -1) for each in points]
    if rng.random() < 0.5:
        shot = shot[:, ::-1]
        points = [np.stack([SIDE - 1 - each[:, 0], each[:, 1]], -1) for each in points]
        points = [np.concatenate([each[3::-1], each[4:]]) for each in points]
    if rng.random() < 0.3:
        shot = shot[..., rng.permutation(3)]
    if rng.random() < 0.3:
        curve = (shot / 255.0) ** rng.uniform(0.6, 1.6) * rng.uniform(0.7, 1.2, 3)
        shot = np.clip(255 * curve, 0, 255).astype(np.uint8)
    moved = [
        Drawn(at[:4], at[4], die.is_flat, die.seen, die.pips) for at, die in zip(points, dice, strict=True)
    ]
    return np.ascontiguousarray(shot), moved


def in_background(make: Callable[[Chance], Iterator[Any]], seed: int) -> Iterator[Any]:
    """What `make` yields, made in a process of its own."""
    fork = mp.get_context("fork")
    queue: Any = fork.Queue(6)

    def feed() -> None:
        cv2.setNumThreads(1)
        for each in make(np.random.default_rng(seed)):
            queue.put(each)

    fork.Process(target=feed, daemon=True).start()
    while True:
        yield queue.get()

"""Make the dice reader's networks: `python -m calibration.training [finder refiner upright pips ink glyphs]`.

Without a name all of them, in this order: about two hours on two cores. Chance is seeded; only icons and
fonts are taken in. The glyphs learn from what the ink network sees: a new ink network needs new glyphs.
"""

import argparse
import os
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}  # before torch; more threads only crawl

import cv2
import numpy as np

from calibration.training import finder, glyphs, ink, pips, refiner, upright
from calibration.training.drawn import draw_all
from calibration.training.symbols import collect

MODELS = Path(__file__).parents[2] / "vision" / "models"
STEPS = {"finder": 3000, "refiner": 4000, "upright": 2500, "pips": 2200, "ink": 2500, "glyphs": 3000}
OF_TABLES = {"finder": finder.train, "refiner": refiner.train, "upright": upright.train, "pips": pips.train}
SEED, PACKS = 7, 120


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the dice reader's networks.")
    parser.add_argument(
        "networks", nargs="*", metavar="NAME", help=f"of {', '.join(STEPS)}; all if none is named"
    )
    parser.add_argument("--kept", type=Path, default=Path(".venv/drawn"), help="where drawings are kept")
    given = parser.parse_args()
    cv2.setNumThreads(1)  # before anything is drawn: threads of OpenCV's do not survive a fork
    chosen = [name for name in STEPS if name in given.networks or not given.networks]
    classes = list(collect(np.random.default_rng(1)).values())
    if set(chosen) & set(OF_TABLES):
        draw_all(given.kept / "tables", classes, PACKS, SEED)
    for name in chosen:
        print(name, flush=True)
        out = MODELS / f"{name}.onnx"
        if name in OF_TABLES:
            OF_TABLES[name](given.kept / "tables", out, STEPS[name])
        elif name == "ink":
            ink.train(classes, out, STEPS[name])
        else:
            inked = glyphs.paint_all(classes, MODELS / "ink.onnx", given.kept / "faces", SEED)
            glyphs.train(inked, out, STEPS[name])


if __name__ == "__main__":
    main()

"""How well and how fast dice are read: `python -m tests.benchmarks.dice PICTURES`.

PICTURES holds `rolls/<set>/{enrol,rolls,rolls.json}` (path-traced), `leaning/<set>/{rolls,rolls.json}`
(some of these dice lean: `lean` in degrees), `real-pips/` (photos, `truth.json`) and `real-symbols/`
(photos of single dice, `<colour>-<symbol>.jpg`, and of several).
Every figure is of the whole pipeline: no box, size or colour is given. Draws docs/reliability.png.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.enrol import CannotEnrol, only_die
from tests.benchmarks.pip_recipe import blobs_and_clusters
from vision.dice_set import DiceSet, learn
from vision.faces import flatten
from vision.pictures import Picture, read_picture
from vision.reader import Read, read_dice

PLOT = Path(__file__).parents[2] / "docs" / "reliability.png"
LAMPS = {"warm": (0.72, 0.95, 1.12), "neutral": (1.0, 1.0, 1.0), "cold": (1.18, 1.0, 0.84)}
Judged = list[tuple[float, bool]]
LEANS_FROM = 5.0
# What the real symbol photos show, as their names and one look at them say.
ALONE = ("triumph", "despair")
SINGLE = [
    *(("black", face) for face in ("failure", "threat")),
    *(("blue", face) for face in ("advantage", "success")),
    *(("green", face) for face in ("advantage", "success")),
    *(("purple", face) for face in ("failure", "threat")),
    *(("red", face) for face in ("failure", "threat", "despair")),
    *(("yellow", face) for face in ("success", "triumph")),
]
SEVERAL = {
    "all.jpg": Counter(
        [
            *(("yellow", "triumph"), ("blue", "success"), ("red", "despair")),
            *(("black", "threat"), ("green", "advantage"), ("purple", "failure")),
        ]
    ),
    "triumph-4.jpg": Counter({("yellow", "triumph"): 4}),
}


def main() -> None:
    cv2.setNumThreads(1)
    pictures = Path(sys.argv[1])
    judged: Judged = []
    for shots in (1, 3):
        print(f"Rolls of symbol dice, {shots} picture(s) a face")
        for folder in sorted((pictures / "rolls").iterdir()):
            judged += _rolls(folder, shots)
    print("The same, 1 picture a face, when the game says which dice were thrown")
    for folder in sorted((pictures / "rolls").iterdir()):
        _rolls(folder, 1, is_expected=True)
    _lamps(pictures / "rolls")
    _strangers(pictures / "rolls")
    if (pictures / "leaning").is_dir():
        _leaning(pictures)
    if (pictures / "real-pips").is_dir():
        _pips(pictures / "real-pips")
    if (pictures / "real-symbols").is_dir():
        _real_symbols(pictures / "real-symbols")
    _speed(pictures / "rolls")
    _plot(judged)


def _enrolled(folder: Path, shots: int) -> DiceSet:
    samples = []
    for face in sorted((folder / "enrol").glob("*/*")):
        for file in sorted(face.glob("*.jpg"))[:shots]:
            picture = read_picture(file)
            try:
                found = only_die(picture, file)
            except CannotEnrol as error:
                print(f"  not enrolled: {error}")
                continue
            samples += learn(face.parent.name, face.name, [flatten(picture, found.corners)], [found.width_px])
    return DiceSet(folder.name, tuple(samples))


def _inside(die: dict[str, Any], picture: Picture) -> bool:
    """Dice whose top face is not wholly in the picture are rightly not read."""
    margin = 25
    height, width = picture.shape[:2]
    return bool(margin < die["x"] < width - margin and margin < die["y"] < height - margin)


def _rolls(
    folder: Path, shots: int, gains: tuple[float, float, float] = (1, 1, 1), is_expected: bool = False
) -> Judged:
    known = _enrolled(folder, shots)
    judged: Judged = []
    dice = right_sure = wrong_sure = colour_right = located = 0
    for name, truth in json.loads((folder / "rolls.json").read_text()).items():
        picture = read_picture(folder / "rolls" / name)
        picture = np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)
        expected = Counter(die["die"] for die in truth) if is_expected else None
        read = read_dice(picture, known, expected)
        near = list(_matched(read, [die for die in truth if _inside(die, picture)]))
        wrong_sure += sum(each.sure for each in read.readings) - sum(
            reading is not None and reading.sure for _, reading in near
        )
        for die, reading in near:
            dice += 1
            if reading is None:
                continue
            located += 1
            is_right = (reading.die, reading.face) == (die["die"], die["face"])
            colour_right += reading.die == die["die"]
            judged.append((reading.confidence, is_right))
            right_sure += is_right and reading.sure
            wrong_sure += not is_right and reading.sure
    asked = dice - right_sure - wrong_sure
    print(
        f"  {folder.name:8} dice {dice:4}  right, sure {right_sure / dice:7.2%}  wrong, sure {wrong_sure}"
        f"  asked or not found {asked / dice:7.2%}  die named rightly {colour_right / max(located, 1):7.2%}"
    )
    return judged


def _matched(read: Read, truth: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
    left = list(read.readings)
    for die in truth:
        near = [each for each in left if np.hypot(each.centre[0] - die["x"], each.centre[1] - die["y"]) < 25]
        yield die, near[0] if near else None
        if near:
            left.remove(near[0])


def _lamps(rolls: Path) -> None:
    for lamp, gains in LAMPS.items():
        print(f"Body colours under a {lamp} lamp, 1 picture a face, enrolled under the usual one")
        for folder in sorted(rolls.iterdir()):
            _rolls(folder, 1, gains)


def _strangers(rolls: Path) -> None:
    """Dice of no enrolled kind: each set's rolls read with every other set that shares no symbol with it."""
    sets = {folder: _enrolled(folder, 1) for folder in sorted(rolls.iterdir())}
    symbols = {folder: {each.face for each in known.samples} for folder, known in sets.items()}
    dice = named = sure = 0
    for folder in sets:
        truth = json.loads((folder / "rolls.json").read_text())
        for name in list(truth)[:3]:
            picture = read_picture(folder / "rolls" / name)
            for other, known in sets.items():
                if symbols[folder] & symbols[other]:
                    continue
                read = read_dice(picture, known)
                dice += len(truth[name])
                named += len(read.readings)
                sure += sum(each.sure for each in read.readings)
    print(
        f"Dice of no enrolled kind: {dice}  given a face {named / dice:.2%}  and sure of it {sure / dice:.2%}"
    )


def _leaning(pictures: Path) -> None:
    """Thrown into a narrow tray, so that some came to rest on others."""
    flat = flat_sure = leaning = named = sure = 0
    for folder in sorted((pictures / "leaning").iterdir()):
        known = _enrolled(pictures / "rolls" / folder.name, 1)
        for name, truth in json.loads((folder / "rolls.json").read_text()).items():
            picture = read_picture(folder / "rolls" / name)
            read = read_dice(picture, known)
            for die in truth:
                near = [
                    each
                    for each in read.readings
                    if np.hypot(each.centre[0] - die["x"], each.centre[1] - die["y"]) < 30
                ]
                if die["lean"] > LEANS_FROM:
                    leaning, named, sure = (
                        leaning + 1,
                        named + bool(near),
                        sure + any(each.sure for each in near),
                    )
                elif _inside(die, picture):
                    flat, flat_sure = flat + 1, flat_sure + any(each.sure for each in near)
    print(f"Leaning dice: {leaning}  given a face {named}  and sure of it {sure}")
    print(f"  flat ones beside them: {flat}  sure {flat_sure}")


def _pips(folder: Path) -> None:
    dice = right = right_sure = wrong_sure = recipe_right = 0
    for name, truth in json.loads((folder / "truth.json").read_text()).items():
        picture = read_picture(folder / name)
        read = [(each.centre, int(each.face), each.sure) for each in read_dice(picture, None).readings]
        recipe = [(centre, count, False) for centre, count in blobs_and_clusters(picture)]
        for die in truth:
            dice += 1
            count, sure = _in_box(read, die["box"])
            right += count == die["value"]
            right_sure += sure and count == die["value"]
            wrong_sure += sure and count != die["value"]
            recipe_right += _in_box(recipe, die["box"])[0] == die["value"]
    print(f"Real photos of pip dice: {dice} dice")
    surely = f"sure {right_sure / dice:7.2%}  wrong, sure {wrong_sure}"
    print(f"  Butterbur        right {right / dice:7.2%}  {surely}")
    print(f"  blobs, clusters  right {recipe_right / dice:7.2%}")


def _real_symbols(folder: Path) -> None:
    """Learned from photos of single dice, read on the photos of several; most of these dice are no cubes."""
    samples = []
    for die, face in SINGLE:
        file = folder / f"{face if die in ('yellow', 'red') and face in ALONE else f'{die}-{face}'}.jpg"
        picture = read_picture(file)
        try:
            found = only_die(picture, file)
        except CannotEnrol as error:
            print(f"  not enrolled: {error.hindrance.value}, {file.name}")
            continue
        samples += learn(die, face, [flatten(picture, found.corners)], [found.width_px])
    known = DiceSet("real symbols", tuple(samples))
    print(f"Real symbol dice: {len(samples)} of {len(SINGLE)} single photos enrolled")
    for name, there in SEVERAL.items():
        read = read_dice(read_picture(folder / name), known)
        left = Counter(there)
        right = Counter[tuple[str, str]]()
        for each in read.readings:
            if left[each.die, each.face] > 0:
                left[each.die, each.face] -= 1
                right["sure" if each.sure else "asked", ""] += 1
        told = f"right and sure {right['sure', '']}, right but asked {right['asked', '']}"
        wrong = sum(each.sure for each in read.readings) - right["sure", ""]
        print(
            f"  {name}: {sum(there.values())} dice, {told}, wrong and sure {wrong}, seen {len(read.readings)}"
        )


def _in_box(read: list[tuple[tuple[float, float], int, bool]], box: list[float]) -> tuple[int, bool]:
    left, top, right, bottom = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    inside = [each for each in read if left < each[0][0] < right and top < each[0][1] < bottom]
    if not inside:
        return 0, False
    _, count, sure = min(inside, key=lambda each: np.hypot(each[0][0] - middle[0], each[0][1] - middle[1]))
    return count, sure


def _speed(rolls: Path) -> None:
    """Against one SIFT pass over the same picture, one thread; dice are copied over their own floor."""
    folder = next(iter(sorted(rolls.iterdir())))
    known = _enrolled(folder, 1)
    sift = cv2.SIFT.create()
    print("Milliseconds a picture of 1280x960 (median of 9), beside one SIFT pass in the same run")
    for count in (1, 4, 7, 11, 20):
        picture = _scattered(folder, count)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        ours, theirs = [], []
        for _ in range(9):
            started = time.perf_counter()
            read = read_dice(picture, known)
            ours.append(time.perf_counter() - started)
            started = time.perf_counter()
            sift.detectAndCompute(grey, None)
            theirs.append(time.perf_counter() - started)
        mine, peer = np.median(ours) * 1000, np.median(theirs) * 1000
        part = f"{mine:6.1f}  SIFT {peer:6.1f}  part {mine / peer:.2f}"
        print(f"  {count:2} dice ({len(read.readings)} read)  {part}")


def _scattered(folder: Path, count: int) -> Picture:
    """A picture of one die with its surroundings copied to other places of the floor."""
    file = next(iter(sorted((folder / "enrol").glob("*/*/*.jpg"))))
    picture = read_picture(file)
    x, y = (round(each) for each in only_die(picture, file).centre)
    half = 95
    die = picture[y - half : y + half, x - half : x + half].copy()
    floor = picture.copy()
    floor[y - half : y + half, x - half : x + half] = floor[20 : 20 + 2 * half, 20 : 20 + 2 * half]
    for number in range(count):
        column, row = number % 5, number // 5
        top, left = 40 + row * 220, 60 + column * 235
        floor[top : top + 2 * half, left : left + 2 * half] = die
    return floor


def _plot(judged: Judged) -> None:
    """Of the readings given a confidence, how many were right: near the diagonal is honest."""
    side, margin = 480, 60
    plot = np.full((side + 2 * margin, side + 2 * margin, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(margin + x * side), round(margin + side - y * side)

    cv2.rectangle(plot, at(0, 0), at(1, 1), (160, 160, 160), 1)
    cv2.line(plot, at(0, 0), at(1, 1), (200, 200, 200), 1, cv2.LINE_AA)
    edges = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001]
    for low, high in pairwise(edges):
        inside = [(chance, right) for chance, right in judged if low <= chance < high]
        if len(inside) < 5:
            continue
        said, was = (float(each) for each in np.mean(inside, axis=0))
        cv2.circle(plot, at(said, was), 6, (60, 110, 40), cv2.FILLED, cv2.LINE_AA)
        cv2.putText(
            plot, str(len(inside)), at(said - 0.09, was - 0.02), 0, 0.42, (90, 90, 90), 1, cv2.LINE_AA
        )
        print(f"  confidence {low:.2f} to {high:.2f}: said {said:.3f}, right {was:.3f} of {len(inside)}")
    cv2.putText(plot, "confidence said", at(0.35, -0.09), 0, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(plot, "part that was right", at(0.0, 1.03), 0, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.imwrite(str(PLOT), plot)


if __name__ == "__main__":
    main()

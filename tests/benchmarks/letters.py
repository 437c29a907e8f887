"""A hundred thousand mutated letters and photos: `python -m tests.benchmarks.letters [LETTERS [PHOTOS]]`.

None may be accepted, none may raise. Also prints how long sealing, opening, printing and reading take, and
how many simulated photos of a printed page are read, by how badly they were taken.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from dataclasses import replace
from random import Random

from companion.core import Refusal
from companion.letter import Look, look, pages, receive, sealing, unseal
from tests.companion.letter.mutating import is_accepted, mutated, mutated_photo
from tests.companion.letter.photographing import Shot, photographed, rendered
from tests.companion.letter.sealing import CONTENTS, WORDS, sealed

SHOTS = {
    "as one would": Shot(turn_degrees=8, tilt=0.15, blur_px=1.2, noise=6, crumple=0.002),
    "turned anyhow": Shot(turn_degrees=0, tilt=0.1, fill=0.95),
    "steep": Shot(tilt=0.7),
    "blurred, 2 px": Shot(blur_px=2.0),
    "blurred, 3 px": Shot(blur_px=3.0),
    "dark and noisy": Shot(shadow=0.8, noise=20),
    "two megapixels": Shot(long_px=1600, blur_px=0.6),
    "half a megapixel": Shot(long_px=850, blur_px=0.4),
    "crumpled": Shot(crumple=0.01),
}


def main(letters: int = 97_000, photos: int = 3_000) -> None:
    times()
    shots()
    # What the picture libraries say of broken files would bury the figures.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    fuzz("letters", letters, mutated)
    fuzz("photos", photos, mutated_photo)


def times() -> None:
    begun = time.perf_counter()
    letter = sealed(cost=sealing.COST).letter
    sealing_s = time.perf_counter() - begun
    begun = time.perf_counter()
    unseal(letter, WORDS["wraiths"])
    opening_s = time.perf_counter() - begun
    seen = look(letter)
    assert isinstance(seen, Look)
    begun = time.perf_counter()
    pdf = pages(letter, seen)
    printing_s = time.perf_counter() - begun
    print(f"sealing {sealing_s:.2f} s, opening {opening_s:.2f} s, printing {printing_s:.2f} s")
    print(f"letter {len(letter)} bytes, PDF {len(pdf)} bytes")


def shots(many: int = 12) -> None:
    letter = sealed().letter
    seen = look(letter)
    assert isinstance(seen, Look)
    page = rendered(pages(letter, seen))
    for name, shot in SHOTS.items():
        read, took = 0, 0.0
        for seed in range(many):
            turn = 360 / many * seed if name == "turned anyhow" else shot.turn_degrees
            photo = photographed(page, replace(shot, turn_degrees=turn), seed)
            begun = time.perf_counter()
            read += receive([photo]) == letter
            took += time.perf_counter() - begun
        print(f"{name:20} {read:3} of {many} read, {took / many * 1000:5.0f} ms each")


def fuzz(what: str, many: int, mutate: object) -> None:
    assert callable(mutate)
    chance = Random(2026)
    letter, other = sealed().letter, sealed(CONTENTS).letter
    said: Counter[str] = Counter()
    accepted, begun = 0, time.perf_counter()
    for _ in range(many):
        changed = mutate(letter, other, chance)
        answer = receive([changed])
        said[
            answer.why.text
            if isinstance(answer, Refusal)
            else "(read: the letter itself, or one that its words do not open)"
        ] += 1
        accepted += is_accepted([changed], letter) if isinstance(answer, bytes) else 0
    took = time.perf_counter() - begun
    print(f"{many} mutated {what}: {accepted} accepted, {took:.0f} s")
    for sentence, count in said.most_common():
        print(f"  {count:6} {sentence}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

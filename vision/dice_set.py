"""A dice set: what was learned of the owner's dice, in one file.

The file is a ZIP of `set.json` (name, version, each sample's die, face, vector and colour) and small
pictures of the faces. The pictures are kept so that a later version, or another network, can learn
everything again from them. A file that is broken, foreign or of a later version is refused with its
trouble.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.faces import AROUND, FLAT_PX, Face, fingerprint, ink, keys_of, measure, pattern_of
from vision.pictures import Floats, Picture
from vision.pips import count_flat

VERSION = 1
SUFFIX = ".dice"
MOST_SAMPLES = 4000
MOST_BYTES = 64 * 1024 * 1024
LEAST_PX, MOST_PX = 32, 256
COUNTS = frozenset("123456")


class SetTrouble(Enum):
    MISSING = "missing"
    FOREIGN = "foreign"
    BROKEN = "broken"
    LATER = "later"
    TOO_LARGE = "too large"
    UNWRITABLE = "unwritable"


class BadDiceSet(Exception):  # noqa: N818
    """A file that is no usable dice set."""

    def __init__(self, trouble: SetTrouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


@dataclass(frozen=True, eq=False)
class Sample:
    """One picture of one face of one die, with what was measured on it and the die's width in its picture."""

    die: str
    face: str
    picture: Picture
    measured: Face
    width_px: float

    @cached_property
    def keys(self) -> list[Floats]:
        return keys_of(self.measured.pattern)


@dataclass(frozen=True, eq=False)
class DiceSet:
    """All samples under one name."""

    name: str
    samples: tuple[Sample, ...] = field(default=())

    @cached_property
    def vectors(self) -> Floats:
        return np.stack([sample.measured.vector for sample in self.samples])

    def only(self, dice: Collection[str]) -> DiceSet:
        return replace(self, samples=tuple(each for each in self.samples if each.die in dice))

    @cached_property
    def dice(self) -> dict[str, list[str]]:
        """Each die with its faces, in the order they were learned."""
        found: dict[str, list[str]] = {}
        for sample in self.samples:
            faces = found.setdefault(sample.die, [])
            if sample.face not in faces:
                faces.append(sample.face)
        return found

    @cached_property
    def with_pips(self) -> frozenset[str]:
        """The dice whose faces are named after their pips: these can be counted as well as recognised."""
        named = [each for each in self.samples if each.face in COUNTS]
        right = Counter(
            each.die for each in named if str(count_flat(each.picture, AROUND).count) == each.face
        )
        many = Counter(each.die for each in named)
        return frozenset(
            die for die, faces in self.dice.items() if set(faces) <= COUNTS and right[die] >= 0.6 * many[die]
        )

    @cached_property
    def colours(self) -> dict[str, Floats]:
        """Each die's body colour: the median over its samples."""
        return {
            die: np.median([each.measured.colour for each in self.samples if each.die == die], axis=0)
            for die in self.dice
        }


def learn(die: str, face: str, pictures: Sequence[Picture], widths_px: Sequence[float]) -> list[Sample]:
    """Samples from flat pictures of a face."""
    return [
        Sample(die, face, picture, measured, width)
        for picture, measured, width in zip(pictures, measure(list(pictures)), widths_px, strict=True)
    ]


def write(dice_set: DiceSet, path: Path) -> None:
    """Whole or not at all: a set being replaced is never left half written."""
    samples: list[dict[str, Any]] = []
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for number, sample in enumerate(dice_set.samples):
            samples.append(
                {
                    "die": sample.die,
                    "face": sample.face,
                    "vector": [round(float(each), 5) for each in sample.measured.vector],
                    "colour": [round(float(each), 5) for each in sample.measured.colour],
                    "width_px": round(sample.width_px, 1),
                }
            )
            archive.writestr(f"{number:04d}.png", cv2.imencode(".png", sample.picture)[1].tobytes())
        head = {
            "butterbur": "dice set",
            "version": VERSION,
            "name": dice_set.name,
            "network": fingerprint(),
            "samples": samples,
        }
        archive.writestr("set.json", json.dumps(head, ensure_ascii=False, indent=1))
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(written.getvalue())
        part.replace(path)
    except OSError as error:
        raise BadDiceSet(SetTrouble.UNWRITABLE) from error


def read(path: Path) -> DiceSet:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadDiceSet(SetTrouble.TOO_LARGE)
        written = path.read_bytes()
    except OSError as error:
        raise BadDiceSet(SetTrouble.MISSING) from error
    try:
        with zipfile.ZipFile(io.BytesIO(written)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
                raise BadDiceSet(SetTrouble.TOO_LARGE)
            head = json.loads(archive.read("set.json"))
            if not isinstance(head, dict) or head.get("butterbur") != "dice set":
                raise BadDiceSet(SetTrouble.FOREIGN)
            if not isinstance(head.get("version"), int) or head["version"] > VERSION:
                raise BadDiceSet(SetTrouble.LATER)
            entries = head["samples"][:MOST_SAMPLES]
            pictures = [_picture(archive.read(f"{number:04d}.png")) for number in range(len(entries))]
            return DiceSet(str(head["name"]), tuple(_samples(entries, pictures, head.get("network"))))
    except (zipfile.BadZipFile, KeyError) as error:
        trouble = SetTrouble.BROKEN if written[:2] == b"PK" else SetTrouble.FOREIGN
        raise BadDiceSet(trouble) from error
    except (ValueError, TypeError, AttributeError, RuntimeError, EOFError, NotImplementedError) as error:
        raise BadDiceSet(SetTrouble.BROKEN) from error


def _picture(written: bytes) -> Picture:
    try:
        picture = cv2.imdecode(np.frombuffer(written, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise ValueError("no picture") from error
    if picture is None or picture.shape[0] != picture.shape[1] or not LEAST_PX <= len(picture) <= MOST_PX:
        raise ValueError("no picture of a face")
    if len(picture) != FLAT_PX:  # other versions kept other sizes
        picture = cv2.resize(picture, (FLAT_PX, FLAT_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _samples(entries: list[dict[str, Any]], pictures: list[Picture], network: object) -> list[Sample]:
    if not entries:
        raise ValueError("an empty set")
    names = [(str(entry["die"]), str(entry["face"]), float(entry["width_px"])) for entry in entries]
    if network != fingerprint():
        measured = measure(pictures)
    else:
        measured = [
            Face(
                np.asarray(entry["vector"], np.float32),
                pattern_of(inked),
                np.asarray(entry["colour"], float),
            )
            for entry, inked in zip(entries, ink(pictures), strict=True)
        ]
    if len({len(each.vector) for each in measured}) != 1 or any(
        each.colour.shape != (4,) for each in measured
    ):
        raise ValueError("vectors of several lengths")
    return [
        Sample(die, face, picture, known, width)
        for (die, face, width), picture, known in zip(names, pictures, measured, strict=True)
    ]

"""Learning the owner's dice from pictures: `DIR/<die>/<face>/*.jpg|png`, one die a picture, that face up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from vision.dice_set import DiceSet, Sample, learn
from vision.faces import flatten, ink, likeness
from vision.locate import Found, locate_closely
from vision.pictures import BadPicture, Picture, Trouble, read_picture

ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
# How sure the ink network is of the ink it sees, at least, in a picture that reads well.
CLEAR_FROM = 0.56


class Hindrance(Enum):
    """Why nothing could be learned."""

    NO_FOLDER = "no folder"
    NO_DICE = "no dice"
    NO_PICTURES = "no pictures"
    NO_DIE_SEEN = "no die seen"
    MANY_DICE_SEEN = "many dice seen"
    BAD_PICTURE = "bad picture"


class CannotEnrol(Exception):  # noqa: N818
    """Enrolment stops at the first thing that is wrong, naming it."""

    def __init__(
        self, hindrance: Hindrance, path: Path, count: int = 0, trouble: Trouble | None = None
    ) -> None:
        super().__init__(f"{hindrance.value}: {path}")
        self.hindrance = hindrance
        self.path = path
        self.count = count
        self.trouble = trouble


@dataclass(frozen=True)
class Alike:
    """Two faces of one die that the set cannot tell apart safely."""

    die: str
    first: str
    second: str


@dataclass(frozen=True)
class Enrolled:
    """What was learned; pairs of faces that look alike; faces whose symbol no picture shows clearly."""

    dice_set: DiceSet
    alike: tuple[Alike, ...]
    faint: tuple[tuple[str, str], ...]


def enrol(name: str, folder: Path) -> Enrolled:
    if not folder.is_dir():
        raise CannotEnrol(Hindrance.NO_FOLDER, folder)
    dice = _folders(folder)
    if not dice:
        raise CannotEnrol(Hindrance.NO_DICE, folder)
    samples: list[Sample] = []
    for die in dice:
        faces = _folders(die)
        if not faces:
            raise CannotEnrol(Hindrance.NO_DICE, die)
        for face in faces:
            samples.extend(_learn_face(die.name, face))
    dice_set = DiceSet(name, tuple(samples))
    return Enrolled(dice_set, tuple(_alike(dice_set)), tuple(_faint(dice_set)))


def _folders(folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.is_dir() and not each.name.startswith("."))


def _learn_face(die: str, folder: Path) -> list[Sample]:
    files = sorted(each for each in folder.iterdir() if each.suffix.lower() in ENDINGS and each.is_file())
    if not files:
        raise CannotEnrol(Hindrance.NO_PICTURES, folder)
    pictures, widths = [], []
    for file in files:
        try:
            picture = read_picture(file)
        except BadPicture as error:
            raise CannotEnrol(Hindrance.BAD_PICTURE, file, trouble=error.trouble) from error
        found = only_die(picture, file)
        pictures.append(flatten(picture, found.corners))
        widths.append(found.width_px)
    return learn(die, folder.name, pictures, widths)


def only_die(picture: Picture, file: Path) -> Found:
    """The one die of the picture; something faint beside a clear die is let pass."""
    found = sorted(locate_closely(picture), key=lambda each: -each.flat * each.chance)
    if not found:
        raise CannotEnrol(Hindrance.NO_DIE_SEEN, file)
    clear = [each for each in found if each.flat * each.chance > 0.8 * found[0].flat * found[0].chance]
    if len(clear) > 1:
        raise CannotEnrol(Hindrance.MANY_DICE_SEEN, file, len(clear))
    return found[0]


def _faint(dice_set: DiceSet) -> list[tuple[str, str]]:
    """Faces whose ink is only guessed in every picture, as when too much light has whitened it."""
    clearest: dict[tuple[str, str], float] = {}
    for sample, inked in zip(dice_set.samples, ink([each.picture for each in dice_set.samples]), strict=True):
        clear = float((inked**2).sum() / max(inked.sum(), 1e-6))
        name = (sample.die, sample.face)
        clearest[name] = max(clear, clearest.get(name, 0.0))
    return [name for name, clear in clearest.items() if clear < CLEAR_FROM]


def _alike(dice_set: DiceSet) -> list[Alike]:
    """Pairs of faces of a die whose pictures are as alike as two pictures of one face."""
    pairs = []
    for die, faces in dice_set.dice.items():
        of = {
            face: [each for each in dice_set.samples if (each.die, each.face) == (die, face)]
            for face in faces
        }
        for number, first in enumerate(faces):
            for second in faces[number + 1 :]:
                if any(
                    likeness(a.measured.pattern, b.keys) > 0.9
                    and float(a.measured.vector @ b.measured.vector) > 0.93
                    for a in of[first]
                    for b in of[second]
                ):
                    pairs.append(Alike(die, first, second))
    return pairs

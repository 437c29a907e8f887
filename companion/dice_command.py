"""`butterbur dice`: learning the owner's dice and reading them from pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2

from calibration.enrol import CannotEnrol, Enrolled, Hindrance, enrol
from calibration.improve import improve
from companion.core import Sentence, say, say_many
from companion.failure import Failed
from companion.silence import libraries_silent
from vision import dice_set as sets
from vision.dice_set import BadDiceSet, DiceSet, Sample, SetTrouble
from vision.drawing import draw
from vision.pictures import BadPicture, Picture, Trouble, read_picture
from vision.reader import PIPS, Doubt, Question, Read, read_dice

Tell = Callable[[Sentence], str]


def add_commands(commands: Any, data_folder: Path, tell: Tell) -> None:
    """`dice enrol` and `dice read` below the given sub-commands; `tell` puts sentences into words."""
    dice = commands.add_parser("dice", help="learn your dice and read them from pictures")
    below = dice.add_subparsers(title="commands", metavar="", required=True)

    learning = below.add_parser("enrol", help="learn dice from DIR/<die>/<face>/*.jpg, one die a picture")
    learning.add_argument("name", metavar="NAME", help="what the dice set is called")
    learning.add_argument("folder", metavar="DIR", type=Path, help="a folder a die, in it a folder a face")
    learning.add_argument(
        "--out", metavar="FILE", type=Path, help="where to write (default: among your dice sets)"
    )
    learning.set_defaults(run=lambda given: _enrol(given, data_folder, tell))

    adding = below.add_parser("add", help="teach a dice set more pictures of faces that it misread")
    adding.add_argument("dice", metavar="FILE|NAME", help="the dice set")
    adding.add_argument("folder", metavar="DIR", type=Path, help="a folder a die, in it a folder a face")
    adding.set_defaults(run=lambda given: _add(given, data_folder, tell))

    reading = below.add_parser("read", help="say which dice lie on pictures and what they show")
    reading.add_argument("images", metavar="IMAGE", nargs="+", type=Path)
    reading.add_argument(
        "--dice", required=True, metavar="FILE|NAME", help=f"a dice set, or {PIPS} for ordinary dice"
    )
    reading.add_argument(
        "--expect", type=_expected, default={}, metavar="DIE=N,...", help="which dice should lie there"
    )
    reading.add_argument(
        "--draw", type=Path, metavar="OUT", help="write the picture with what was read on it"
    )
    reading.add_argument("--json", action="store_true", help="print one JSON line a picture")
    reading.set_defaults(run=lambda given: _read(given, data_folder, tell))


def _expected(text: str) -> dict[str, int]:
    expected: dict[str, int] = {}
    for part in text.split(","):
        die, equals, count = part.strip().rpartition("=")
        if not equals or not die or not count.isdecimal() or len(count) > 3:
            raise argparse.ArgumentTypeError("say it as die=number, for example action=6,chief=1")
        expected[die] = int(count)
    return expected


def _enrol(given: argparse.Namespace, data_folder: Path, tell: Tell) -> int:
    name = given.name
    if not name or name == PIPS or "/" in name or "\\" in name or name.startswith("."):
        raise Failed(say("“{name}” cannot be a dice set's name. Choose a plain word.", name=name))
    out = given.out or data_folder / "dice" / f"{name}{sets.SUFFIX}"
    try:
        with libraries_silent():
            enrolled = enrol(name, given.folder)
        sets.write(enrolled.dice_set, out)
    except CannotEnrol as error:
        raise Failed(_hindered(error)) from error
    except BadDiceSet as error:
        raise Failed(_bad_set(error.trouble, str(out))) from error
    for die, faces in enrolled.dice_set.dice.items():
        print(f"{die}: {', '.join(faces)}")
    for line in _report(enrolled, out):
        print(tell(line))
    return 0


def _add(given: argparse.Namespace, data_folder: Path, tell: Tell) -> int:
    path = _set_file(given.dice, data_folder)
    try:
        known = sets.read(path)
        with libraries_silent():
            new = enrol(known.name, given.folder).dice_set.samples
        improved = improve(known, new)
        if improved.taken:
            sets.write(improved.dice_set, path)
    except CannotEnrol as error:
        raise Failed(_hindered(error)) from error
    except BadDiceSet as error:
        raise Failed(_bad_set(error.trouble, str(path))) from error
    for sample, at_risk in improved.refused:
        print(tell(_not_taken(sample, *at_risk)))
    taken = len(improved.taken)
    print(tell(say_many("{count} picture was added.", "{count} pictures were added.", taken)))
    return 0


def _not_taken(sample: Sample, die: str, face: str) -> Sentence:
    return say(
        "A picture of {die} {face} was not taken: {other} {other_face} would be read worse with it.",
        die=sample.die,
        face=sample.face,
        other=die,
        other_face=face,
    )


def _report(enrolled: Enrolled, out: Path) -> Iterator[Sentence]:
    for pair in enrolled.alike:
        yield say(
            "On {die} the faces {first} and {second} look alike: you will be asked when one of them lies up.",
            die=pair.die,
            first=pair.first,
            second=pair.second,
        )
    for die, face in enrolled.faint:
        yield say(
            "On {die} the symbol of {face} can hardly be seen: "
            "take that picture again, with less light on it.",
            die=die,
            face=face,
        )
    yield say("Learned. The dice set is {file}.", file=str(out))


def _read(given: argparse.Namespace, data_folder: Path, tell: Tell) -> int:
    dice_set = _find_set(given.dice, data_folder)
    if dice_set is not None and (strangers := sorted(set(given.expect) - set(dice_set.dice))):
        known = ", ".join(dice_set.dice)
        raise Failed(
            say("There is no die {die} in this dice set, only {known}.", die=strangers[0], known=known)
        )
    failure: Sentence | None = None
    for number, image in enumerate(given.images):
        try:
            with libraries_silent():
                picture = read_picture(image)
        except BadPicture as error:
            failure = failure or _bad_picture(error.trouble, str(image))
            continue
        read = read_dice(picture, dice_set, given.expect)
        print(
            json.dumps(_line(image, read, tell), ensure_ascii=False)
            if given.json
            else _words(image, read, tell)
        )
        if given.draw:
            _draw(picture, read, _drawing_file(given.draw, image, number, len(given.images)))
    if failure:
        raise Failed(failure)
    return 0


def _set_file(wanted: str, data_folder: Path) -> Path:
    """A file if there is one of that name, else one of the owner's sets."""
    path, named = Path(wanted), data_folder / "dice" / f"{wanted}{sets.SUFFIX}"
    return named if not path.is_file() and named.is_file() else path


def _find_set(wanted: str, data_folder: Path) -> DiceSet | None:
    """None stands for ordinary pips."""
    if wanted == PIPS:
        return None
    try:
        return sets.read(_set_file(wanted, data_folder))
    except BadDiceSet as error:
        raise Failed(_bad_set(error.trouble, wanted)) from error


def _line(image: Path, read: Read, tell: Tell) -> dict[str, Any]:
    return {
        "image": str(image),
        "dice": [
            {
                "die": reading.die,
                "face": reading.face,
                "sure": reading.sure,
                # Rounded down, so that nothing below certainty is printed as 1.
                "confidence": int(reading.confidence * 1000) / 1000,
                "center": [round(reading.centre[0], 1), round(reading.centre[1], 1)],
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.corners],
            }
            for reading in read.readings
        ],
        "doubts": [tell(_question(question)) for question in read.questions],
        "milliseconds": round(read.milliseconds, 1),
    }


def _words(image: Path, read: Read, tell: Tell) -> str:
    lines = [f"{image}:"]
    for reading in sorted(read.readings, key=lambda each: (each.die, each.face)):
        lines.append(
            f"  {'✓' if reading.sure else '?'} {reading.die}: {reading.face} ({reading.confidence:.0%})"
        )
    lines.extend("  " + tell(_question(question)) for question in read.questions)
    return "\n".join(lines)


def _draw(picture: Picture, read: Read, out: Path) -> None:
    try:
        ending = out.suffix if out.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp") else ".png"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(cv2.imencode(ending, draw(picture, read))[1].tobytes())
    except OSError as error:
        raise Failed(
            say(
                "{file} cannot be written ({cause}). Choose another place.",
                file=str(out),
                cause=str(error.strerror),
            )
        ) from error


def _drawing_file(wanted: Path, image: Path, number: int, count: int) -> Path:
    """One picture goes to the file named; several go into it as a folder."""
    if count == 1 and not wanted.is_dir():
        return wanted
    return wanted / f"{number + 1:03d}-{image.stem}.png"


def _question(question: Question) -> Sentence:
    x, y = (str(round(each)) for each in question.place or (0.0, 0.0))
    match question.doubt:
        case Doubt.UNKNOWN:
            return say("At {x}, {y} lies something that is none of the known dice.", x=x, y=y)
        case Doubt.LEANING:
            return say("At {x}, {y} a die leans or is partly covered. Lay it flat.", x=x, y=y)
        case Doubt.UNSURE:
            return say("At {x}, {y}: is this {die} {face}?", x=x, y=y, die=question.die, face=question.face)
        case Doubt.CUT_OFF:
            return say("At {x}, {y} a die is only half in the picture.", x=x, y=y)
        case Doubt.MISSING | Doubt.TOO_MANY:
            return say(
                "{expected} of {die} should lie there, {counted} were seen.",
                expected=question.expected,
                die=question.die,
                counted=question.counted,
            )


def _hindered(error: CannotEnrol) -> Sentence:
    path = str(error.path)
    match error.hindrance:
        case Hindrance.NO_FOLDER:
            return say("{path} is not a folder. Give the folder with a folder for each die in it.", path=path)
        case Hindrance.NO_DICE:
            return say(
                "{path} holds no folders. Make one for each die and in it one for each face.", path=path
            )
        case Hindrance.NO_PICTURES:
            return say("{path} holds no pictures. Put a JPEG or PNG of that face in it.", path=path)
        case Hindrance.NO_DIE_SEEN:
            return say(
                "No die was found on {path}. Take it again on a plain cloth, the die in the middle.",
                path=path,
            )
        case Hindrance.MANY_DICE_SEEN:
            return say(
                "{path} shows {count} dice. Take it again with one die alone.", path=path, count=error.count
            )
        case Hindrance.BAD_PICTURE:
            return _bad_picture(error.trouble or Trouble.BROKEN, path)


def _bad_picture(trouble: Trouble, file: str) -> Sentence:
    match trouble:
        case Trouble.MISSING:
            return say("There is no file {file}.", file=file)
        case Trouble.UNREADABLE:
            return say(
                "{file} cannot be opened. Check that it is a file and that you may read it.", file=file
            )
        case Trouble.EMPTY:
            return say("{file} is empty. Take the picture again.", file=file)
        case Trouble.NO_PICTURE:
            return say("{file} is no picture that can be read. Use JPEG, PNG, WebP or BMP.", file=file)
        case Trouble.CUT_OFF:
            return say("{file} is cut off: its end is missing. Copy it again.", file=file)
        case Trouble.TOO_LARGE:
            return say("{file} is too large. Use a picture of at most 50 megapixels.", file=file)
        case Trouble.TOO_SMALL:
            return say("{file} is too small to show dice.", file=file)
        case Trouble.BROKEN:
            return say("{file} is broken and cannot be read. Take the picture again.", file=file)


def _bad_set(trouble: SetTrouble, file: str) -> Sentence:
    match trouble:
        case SetTrouble.MISSING:
            return say("There is no dice set {file}. Make one with butterbur dice enrol.", file=file)
        case SetTrouble.FOREIGN:
            return say("{file} is not a dice set.", file=file)
        case SetTrouble.BROKEN:
            return say("The dice set {file} is broken. Enrol the dice again.", file=file)
        case SetTrouble.LATER:
            return say("The dice set {file} was made by a later Butterbur. Update this one.", file=file)
        case SetTrouble.TOO_LARGE:
            return say("The dice set {file} is too large to be one.", file=file)
        case SetTrouble.UNWRITABLE:
            return say("The dice set {file} cannot be written. Choose another place with --out.", file=file)

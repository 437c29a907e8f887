"""`butterbur letter`: sealing the Letter from Gandalf, opening it, breaking it open.

A word is never an argument, where others could read it in the list of processes: it comes from a file,
from the environment, or is asked for without being shown.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from getpass import getpass
from pathlib import Path
from typing import Any, TypeVar

from companion import letter as letters
from companion.core import Json, Refusal, Sentence, say
from companion.failure import Failed
from companion.games.hunt_for_the_ring import KEY
from companion.games.hunt_for_the_ring import letter as hunt
from companion.journal import Journal
from companion.letter import RINGBEARER, SIDES, WRAITHS, Look, Opened, Sealed
from companion.letter.paper import PAPERS
from companion.script import Stopped, play, read_json
from companion.silence import libraries_silent
from companion.table import Table, replay
from companion.translations import language_of_the_terminal, tell
from vision.pictures import MOST_BYTES

T = TypeVar("T")

VARIABLES = {RINGBEARER: "BUTTERBUR_RINGBEARER_WORD", WRAITHS: "BUTTERBUR_WRAITHS_WORD"}
NAMES = {RINGBEARER: say("the Ringbearer's word"), WRAITHS: say("the wraiths' word")}


def add_commands(commands: Any, journal: str, data_folder: Path) -> None:
    """`letter seal`, `letter open` and `letter break` below the given sub-commands."""
    letter = commands.add_parser("letter", help="seal, open and break open the Letter from Gandalf")
    below = letter.add_subparsers(title="commands", metavar="", required=True)

    sealing = below.add_parser("seal", help="make the letter of a finished part one")
    sealing.add_argument("source", metavar="TABLE|FILE", help="a table's code, a script, or contents as JSON")
    _add_out(sealing, required=True)
    _add_words(sealing)
    sealing.add_argument("--data", type=Path, default=data_folder, help="the folder of the journal")
    sealing.set_defaults(run=lambda given: _seal(given, journal))

    opening = below.add_parser("open", help="read a letter from its file, its PDF or photos of its page")
    opening.add_argument("files", metavar="FILE|PHOTO", nargs="+", type=Path)
    opening.add_argument("--ask", action="store_true", help="ask for a word and open what it opens")
    _add_out(opening, required=False)
    _add_words(opening)
    opening.set_defaults(run=_open)

    breaking = below.add_parser("break", help="open a part whose word is forgotten, in front of everyone")
    breaking.add_argument("files", metavar="FILE|PHOTO", nargs="+", type=Path)
    breaking.add_argument("--side", choices=SIDES, required=True, help="whose word is forgotten")
    breaking.add_argument("--slip-file", type=Path, metavar="FILE", help="a file with what the slip says")
    _add_out(breaking, required=True)
    _add_words(breaking)
    breaking.set_defaults(run=_break)


def _add_out(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        type=_out_file,
        action="append",
        default=[],
        required=required,
        help="where to write: FILE.letter, or FILE.pdf to print; may be given twice",
    )
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the printed page (default: a4)")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _add_words(parser: argparse.ArgumentParser) -> None:
    for side in SIDES:
        parser.add_argument(
            f"--{side}-word-file",
            metavar="FILE",
            type=Path,
            help=f"a file with this side's word (or set {VARIABLES[side]})",
        )


def _out_file(text: str) -> Path:
    path = Path(text)
    if path.suffix not in (".letter", ".pdf"):
        raise argparse.ArgumentTypeError("a letter is written to FILE.letter or FILE.pdf")
    return path


@dataclass(frozen=True)
class _Source:
    """What is to be sealed, and of which evening it is."""

    contents: Json
    checklist: Sequence[Json] = ()
    table: str = ""
    date: str = ""
    words: Mapping[str, str | None] = field(default_factory=dict)


def _seal(given: argparse.Namespace, journal: str) -> int:
    source = _source(given, journal)
    words = {
        side: _given_word(given, side) or source.words.get(side) or _chosen(NAMES[side], side)
        for side in SIDES
    }
    sealed = _done(letters.seal(source.contents, words, source.table, source.date))
    _deliver(given, sealed, source.checklist)
    return 0


def _open(given: argparse.Namespace) -> int:
    letter = _received(given)
    seen = _done(letters.look(letter))
    opened = Opened(seen, {}, seen.broken)
    for side in SIDES:
        if word := _given_word(given, side):
            opened = opened.beside(_done(letters.unseal(letter, word, (side,))))
    if given.ask:
        opened = opened.beside(_done(letters.unseal(letter, _asked(say("The word: ")))))
    for out in given.out:
        _write(out, letter if out.suffix == ".letter" else _pages(given, letter, seen, ()))
    _print_opened(opened, given.json)
    return 0


def _break(given: argparse.Namespace) -> int:
    letter = _received(given)
    other = next(side for side in SIDES if side != given.side)
    others_word = _given_word(given, other) or _asked(say("The word of the other side: "))
    slip = _read(given.slip_file).decode(errors="replace") if given.slip_file else _asked(say("The slip: "))
    opened = _done(letters.break_open(letter, given.side, slip, others_word))
    opened = opened.beside(_done(letters.unseal(letter, others_word, (other,))))
    new_word = _given_word(given, given.side) or _chosen(say("a new word for this side"), given.side)
    words = {given.side: new_word, other: others_word}
    assert opened.contents is not None, "both parts are open"
    seen = opened.look
    sealed = letters.seal(opened.contents, words, seen.table, seen.date, opened.broken)
    _deliver(given, _done(sealed), ())
    return 0


def _source(given: argparse.Namespace, journal: str) -> _Source:
    """A file if there is one of that name, else a table of the data folder."""
    path = Path(given.source)
    if not path.is_file():
        return _of_table(given.source.upper(), given.data / journal)
    text = _read(path)
    contents = read_json(text)
    if isinstance(contents, dict) and "all" in contents:
        return _of_contents(contents)
    try:
        lines = io.StringIO(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Failed(say("{file} is not a script: it is not UTF-8 text.", file=given.source)) from error
    played = play(lines, [path.parent, Path.cwd()])
    if isinstance(played, Stopped):
        raise Failed(say("Line {line}: {why}", line=played.line, why=played.why))
    return _of_played(played, "", date.today().isoformat())


def _of_contents(contents: Json) -> _Source:
    parts = [contents.get(part) for part in ("all", *SIDES)]
    if not isinstance(contents.get("game"), str) or not all(isinstance(part, dict) for part in parts):
        raise Failed(say("A letter's contents are a game and three parts: all, ringbearer and wraiths."))
    return _Source(contents, date=date.today().isoformat())


def _of_table(code: str, file: Path) -> _Source:
    if not file.is_file():
        raise Failed(say("There is no file and no table {name}.", name=code))
    journal = Journal(file)
    try:
        entry = next((each for each in journal.entries() if each.code == code), None)
        written = journal.read(code) if entry else None
    finally:
        journal.close()
    if entry is None or written is None:
        raise Failed(say("There is no file and no table {name}.", name=code))
    return _of_played(replay(*written), entry.name, entry.last_at.date().isoformat())


def _of_played(table: Table, name: str, day: str) -> _Source:
    state = table.now.state if table.game.KEY == KEY else None
    # A table that has gone straight on into part two still knows how part one ended.
    ended = state.before if state is not None and state.before is not None else state
    if ended is None or not ended.is_part_one_won:
        raise Failed(say("The letter is made when part one is over and Frodo has come to Bree."))
    return _Source(hunt.contents(ended), hunt.checklist(ended), name, day, dict(ended.letter))


def _deliver(given: argparse.Namespace, sealed: Sealed, checklist: Sequence[Json]) -> None:
    """The letter in each form asked for, and beside the first the slips, one a side."""
    seen = _done(letters.look(sealed.letter))
    for out in given.out:
        is_file = out.suffix == ".letter"
        _write(out, sealed.letter if is_file else _pages(given, sealed.letter, seen, checklist))
    slips = {side: given.out[0].with_name(f"{given.out[0].stem}-{side}-slip.pdf") for side in SIDES}
    for side, path in slips.items():
        page = letters.slip_page(side, sealed.slips[side], seen, language_of_the_terminal(), given.paper)
        _write(path, page)
    if given.json:
        written = {"letter": seen.id, "files": [str(out) for out in given.out], "broken": list(seen.broken)}
        print(json.dumps({**written, "slips": {side: str(path) for side, path in slips.items()}}))
        return
    print(_told(say("The letter is sealed: {files}.", files=", ".join(map(str, given.out)))))
    print(
        _told(
            say(
                "Its slips, for each side alone: {files}. Print them, close them with wax, delete the files.",
                files=", ".join(map(str, slips.values())),
            )
        )
    )


def _print_opened(opened: Opened, is_json: bool) -> None:
    seen = opened.look
    public = {"letter": seen.id, "game": seen.game, "table": seen.table, "date": seen.date}
    sealed = [side for side in SIDES if side not in opened.parts]
    whole = {**public, "broken": list(opened.broken), "sealed": sealed, "all": seen.all, **opened.parts}
    if is_json:
        print(json.dumps(whole, ensure_ascii=False))
        return
    print(_told(say("The Letter from Gandalf")), *filter(None, (seen.id, seen.table, seen.date)))
    if opened.broken:
        print(_told(say("It was once broken open: {parts}.", parts=", ".join(opened.broken))))
    for part in ("all", *opened.parts):
        print(f"{part}: {json.dumps(whole[part], ensure_ascii=False, indent=2)}")
    if sealed:
        print(_told(say("Still sealed: {parts}.", parts=", ".join(sealed))))


def _pages(given: argparse.Namespace, letter: bytes, seen: Look, checklist: Sequence[Json]) -> bytes:
    return letters.pages(letter, seen, checklist, language_of_the_terminal(), given.paper)


def _received(given: argparse.Namespace) -> bytes:
    files = [_read(path) for path in given.files]
    with libraries_silent():
        received = letters.receive(files)
    return _done(received)


def _given_word(given: argparse.Namespace, side: str) -> str:
    """From a file or the environment; empty if in neither."""
    path: Path | None = getattr(given, f"{side}_word_file")
    if path:
        return _read(path).decode(errors="replace").strip()
    return os.environ.get(VARIABLES[side], "")


def _chosen(name: Sentence, side: str) -> str:
    """A new word, asked for twice."""
    word = _asked(say("Choose {name}: ", name=name), side)
    if word != _asked(say("Once more: "), side):
        raise Failed(say("The two did not agree. Try again."))
    return word


def _asked(question: Sentence, side: str | None = None) -> str:
    if not sys.stdin.isatty():
        known = ", ".join(VARIABLES.values()) if side is None else VARIABLES[side]
        raise Failed(say("A word is missing. Run this in a terminal, or set {variable}.", variable=known))
    return getpass(_told(question))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than any reader takes, so that it can say that the file is too large.
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise Failed(say("There is no file {file}.", file=str(path))) from error
    except OSError as error:
        raise Failed(
            say("{file} cannot be read ({cause}).", file=str(path), cause=str(error.strerror))
        ) from error


def _write(path: Path, written: bytes) -> None:
    try:
        path.write_bytes(written)
    except OSError as error:
        raise Failed(
            say(
                "{file} cannot be written ({cause}). Choose another place.",
                file=str(path),
                cause=str(error.strerror),
            )
        ) from error


def _done(answer: T | Refusal) -> T:
    """What was asked for, or the failure of the command."""
    if isinstance(answer, Refusal):
        raise Failed(answer.why)
    return answer


def _told(sentence: Sentence) -> str:
    return tell(sentence, language_of_the_terminal())

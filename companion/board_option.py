"""The options `board` and `journeys`: a name or a path becomes the whole text of the file.

The games know no files, and a table must still be playable when its board file is gone: so the text itself is
what the journal keeps. Paths are followed only where the caller gives folders to start from, which the server
never does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.boards import JOURNEYS, SUFFIX, shipped
from companion.core import Json, Refusal, Sentence, say
from companion.core.board import LARGEST_BOARD

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
WRITTEN_OUT = {"board": SUFFIX, "journeys": JOURNEYS}
"""The words that may name a file, and how such files end."""


def with_board(first_line: object, own: Path | None = None, folders: Sequence[Path] = ()) -> object | Refusal:
    """The first line with its files written out. `own` is the owner's folder of boards, known by name."""
    options = first_line.get("options") if isinstance(first_line, dict) else None
    if not isinstance(options, dict):
        return first_line
    assert isinstance(first_line, dict)
    written = written_out(options, own, folders)
    if isinstance(written, Refusal):
        return written
    return first_line if written is options else {**first_line, "options": written}


def written_out(words: Json, own: Path | None = None, folders: Sequence[Path] = ()) -> Json | Refusal:
    """Options, or a line that is done at a table, with every file that they name as its text."""
    found: dict[str, Any] = {}
    for word, suffix in WRITTEN_OUT.items():
        named = words.get(word)
        if isinstance(named, str) and "\n" not in named:
            text = _written_out(named, suffix, own, folders)
            if isinstance(text, Refusal):
                return text
            found[word] = text
    return {**words, **found} if found else words


def own_boards(own: Path | None, suffix: str = SUFFIX) -> list[str]:
    """The names of the owner's boards, or other files beside them."""
    found = own.glob(f"*{suffix}") if own is not None and own.is_dir() else ()
    return sorted(file.stem for file in found if NAME.fullmatch(file.stem))


def _written_out(named: str, suffix: str, own: Path | None, folders: Sequence[Path]) -> str | Refusal:
    ours = shipped(suffix)
    if named in ours:
        return ours[named]
    if own is not None and named in own_boards(own, suffix):
        return _read(own / f"{named}{suffix}")
    for folder in folders:
        if (folder / named).is_file():
            return _read(folder / named)
    names = ", ".join([*ours, *own_boards(own, suffix)])
    return Refusal(_unknown(suffix, f"“{named[:60]}”", names))


def _unknown(suffix: str, named: str, names: str) -> Sentence:
    if suffix == SUFFIX:
        return say("There is no board {board}. The boards are: {names}.", board=named, names=names)
    return say("There are no journeys {journeys}. There are: {names}.", journeys=named, names=names)


def _read(file: Path) -> str | Refusal:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            # One character more than allowed: enough for the reader of boards to say that it is too much.
            text = lines.read(LARGEST_BOARD + 1)
    except OSError as error:
        return Refusal(say("{file} cannot be read ({cause}).", file=file.name, cause=str(error.strerror)))
    except UnicodeDecodeError:
        return Refusal(say("{file} is not a board: it is not UTF-8 text.", file=file.name))
    return text if text.endswith("\n") else f"{text}\n"

"""The option `board` of a table's first line: a name or a path becomes the whole text of the board.

The games know no files, and a table must still be playable when its board file is gone: so the text itself is
what the journal keeps. Paths are followed only where the caller gives folders to start from, which the server
never does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from companion.boards import SUFFIX, shipped
from companion.core import Refusal, say
from companion.core.board import LARGEST_BOARD

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


def with_board(first_line: object, own: Path | None = None, folders: Sequence[Path] = ()) -> object | Refusal:
    """The first line with its board written out. `own` is the owner's folder of boards, known by name."""
    options = first_line.get("options") if isinstance(first_line, dict) else None
    board = options.get("board") if isinstance(options, dict) else None
    if not isinstance(board, str) or "\n" in board:
        return first_line
    assert isinstance(first_line, dict)
    assert isinstance(options, dict)
    text = _written_out(board, own, folders)
    return text if isinstance(text, Refusal) else {**first_line, "options": {**options, "board": text}}


def own_boards(own: Path | None) -> list[str]:
    """The names of the owner's boards."""
    found = own.glob(f"*{SUFFIX}") if own is not None and own.is_dir() else ()
    return sorted(file.stem for file in found if NAME.fullmatch(file.stem))


def _written_out(board: str, own: Path | None, folders: Sequence[Path]) -> str | Refusal:
    ours = shipped()
    if board in ours:
        return ours[board]
    if own is not None and board in own_boards(own):
        return _read(own / f"{board}{SUFFIX}")
    for folder in folders:
        if (folder / board).is_file():
            return _read(folder / board)
    names = ", ".join([*ours, *own_boards(own)])
    return Refusal(
        say("There is no board {board}. The boards are: {names}.", board=f"“{board[:60]}”", names=names)
    )


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

"""`butterbur board`: boards typed beside the box."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.board_drawing import draw
from companion.boards import shipped, title_in
from companion.core import Refusal, say
from companion.core.board import Board, read_board
from companion.failure import Failed
from companion.translations import language_of_the_terminal


def add_commands(commands: Any) -> None:
    """`board draw` below the given sub-commands."""
    board = commands.add_parser("board", help="draw your board files")
    below = board.add_subparsers(title="commands", metavar="", required=True)

    drawing = below.add_parser("draw", help="draw a board as a picture (SVG)")
    drawing.add_argument("file", metavar="FILE", help="a board file, or the name of a board we ship")
    drawing.add_argument(
        "-o", "--out", metavar="FILE.svg", type=Path, required=True, help="where to write it"
    )
    drawing.set_defaults(run=_draw)


def _draw(given: argparse.Namespace) -> int:
    board = _read(given.file)
    language = language_of_the_terminal()
    style = (files("web") / "static" / "board.css").read_text("utf-8")
    picture = draw(board, told=lambda title: title_in(language, title), style=style)
    try:
        given.out.write_text(picture + "\n", "utf-8")
    except OSError as error:
        raise Failed(
            say(
                "{file} cannot be written ({cause}). Choose another place.",
                file=str(given.out),
                cause=str(error.strerror),
            )
        ) from error
    return 0


def _read(name: str) -> Board:
    """The board in this file, or else the shipped one of this name."""
    path = Path(name)
    ours = shipped()
    try:
        text = ours[name] if name in ours and not path.is_file() else path.read_text("utf-8-sig")
    except OSError as error:
        raise Failed(say("{file} cannot be read ({cause}).", file=name, cause=str(error.strerror))) from error
    except UnicodeDecodeError as error:
        raise Failed(say("{file} is not a board: it is not UTF-8 text.", file=name)) from error
    board = read_board(text)
    if isinstance(board, Refusal):
        raise Failed(say("{file}: {why}", file=name, why=board.why))
    return board

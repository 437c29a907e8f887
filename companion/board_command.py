"""`butterbur board`: boards typed beside the box."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from companion.board_drawing import draw
from companion.boards import shipped, title_in
from companion.core import Refusal, Sentence, say
from companion.core.board import Board, read_board
from companion.failure import Failed
from companion.translations import language_of_the_terminal, tell
from web.standalone import style


def add_commands(commands: Any) -> None:
    """`board check` and `board draw` below the given sub-commands."""
    board = commands.add_parser("board", help="check and draw your board files")
    below = board.add_subparsers(title="commands", metavar="", required=True)

    checking = below.add_parser("check", help="say what is wrong with a board, or what it does not know yet")
    checking.add_argument("file", metavar="FILE", help="a board file, or the name of a board we ship")
    checking.add_argument("--json", action="store_true", help="print the findings as JSON")
    checking.set_defaults(run=_check)

    drawing = below.add_parser("draw", help="draw a board as a picture (SVG)")
    drawing.add_argument("file", metavar="FILE", help="a board file, or the name of a board we ship")
    drawing.add_argument(
        "-o", "--out", metavar="FILE.svg", type=Path, required=True, help="where to write it"
    )
    drawing.set_defaults(run=_draw)


def _check(given: argparse.Namespace) -> int:
    """A board that can be read is fine, however little it knows: exit 0."""
    language = language_of_the_terminal()
    try:
        board = _read(given.file)
    except Failed as failure:
        if given.json:
            print(json.dumps({"file": given.file, "error": tell(failure.why, language)}, ensure_ascii=False))
        raise
    gaps = [tell(each, language) for each in board.gaps]
    doubts = [tell(each, language) for each in board.doubts]
    counts = {
        "locations": len(board.locations),
        "points": len(board.points),
        "zones": len(board.zone_names),
        "sections": len(board.section_names),
        "exits": len(board.of_kind("exit")),
    }
    if given.json:
        found = {"file": given.file, "board": board.key, "title": board.title, **counts}
        print(
            json.dumps({**found, "whole": board.is_whole, "gaps": gaps, "doubts": doubts}, ensure_ascii=False)
        )
        return 0
    print(tell(_summary(board, counts), language))
    for line in (*gaps, *doubts):
        print(f"  {line}")
    return 0


def _summary(board: Board, counts: dict[str, int]) -> Sentence:
    name = board.title or board.key
    if board.is_whole:
        return say(
            "{board} is whole. Locations: {locations}. Points: {points}. Zones: {zones}. "
            "Sections: {sections}. Exits: {exits}.",
            board=name,
            **counts,
        )
    return say(
        "{board} can be played with, by the sheet where it does not know. Locations: {locations}. "
        "Points: {points}. Zones: {zones}. Sections: {sections}. Exits: {exits}.",
        board=name,
        **counts,
    )


def _draw(given: argparse.Namespace) -> int:
    board = _read(given.file)
    language = language_of_the_terminal()
    picture = draw(board, told=lambda title: title_in(language, title), style=style("board.css"))
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
        raise Failed(say("The board {file} cannot be read. {why}", file=name, why=board.why))
    return board

"""The form for a new table of the Hunt: players, variant, answers, board and bag."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.board_option import own_boards
from companion.boards import shipped
from companion.core import Json
from companion.games.hunt_for_the_ring import words
from web.visitor import the_inn

DEMONSTRATION = "demonstration-part-1"
TOKENS = ("0", "1", "2", "3", "4", "eye")
"""Faces that corruption tokens of part one may show; how many of each there are is the box's own."""


def read_options(form: Json) -> Json:
    options: Json = {word: form[word] for word in ("wraiths", "variant", "answers") if word in form}
    board = _chosen_board(form)
    if board is not None:
        options["board"] = board
    if form.get("variant") == "dreadful-nazgul" and form.get("fellowship") == "4":
        options["fellowship"] = 4
    if form.get("bag_is") == "taught":
        options["bag"] = _bag(form.get("bag", {}))
    return options


def new_table(last_options: Json) -> dict[str, Any]:
    """What was taught last time is offered again: the bag, and a board that is not one of ours."""
    last_board = last_options.get("board")
    own = last_board if isinstance(last_board, str) and last_board not in shipped().values() else ""
    return {
        "words": words,
        "names": words.NAMES,
        "tokens": TOKENS,
        "bag": last_options.get("bag"),
        "own_board": _typed_board() or own,
        "own_boards": own_boards(the_inn().boards),
    }


def _chosen_board(form: Json) -> str | None:
    match form.get("board_from"):
        case "none":
            return None
        case "named":
            return str(form.get("board_name", ""))
        case "own":
            # Always a text of lines, never a name: what is wrong with it is then said by line.
            return f"{_typed_board()}\n"
    return DEMONSTRATION


def _typed_board() -> str:
    """The board file that was sent along, or else the text in the field."""
    sent = request.files.get("board_file")
    if sent is not None and sent.filename:
        sent.stream.seek(0)
        text = sent.stream.read().decode("utf-8-sig", errors="replace")
    else:
        text = request.form.get("board_text", "")
    return "\n".join(text.splitlines())


def _bag(typed: object) -> object:
    """Empty fields mean none; what is no number is left for the rules to refuse."""
    if not isinstance(typed, dict):
        return typed
    numbers = {face: int(many) if many.isdecimal() else many for face, many in typed.items() if many}
    return {face: many for face, many in numbers.items() if many != 0}

"""Playing a script: JSON lines, first the table, then what is done at it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.board_option import with_board, written_out
from companion.core import Json, Refusal, Sentence, say
from companion.table import PUBLIC, Table, lay


@dataclass(frozen=True)
class Stopped:
    """The line, counted from 1, at which the script could not go on."""

    line: int
    why: Sentence


def play(lines: Iterable[str], folders: Sequence[Path] = ()) -> Table | Stopped:
    """The table after the whole script, or where it stopped. Empty lines are passed over.

    A board may be named by its path from one of the `folders`.
    """
    table: Table | None = None
    number = 0
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = read_json(text)
        if isinstance(line, Refusal):
            return Stopped(number, line.why)
        step = _laid(line, folders) if table is None else _played(table, line, folders)
        if isinstance(step, Refusal):
            return Stopped(number, step.why)
        table = step
    return table or Stopped(number + 1, say("The script is empty: it begins with its game and options."))


def read_json(text: str | bytes) -> Any | Refusal:
    """Strict JSON from outside: no NaN, no nesting to the moon, nothing that is not UTF-8."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        read = json.loads(text, parse_constant=_refuse_constant)
        # JSON can spell half of a character ("\ud800"), which can be neither shown nor stored.
        json.dumps(read, ensure_ascii=False).encode()
        return read
    except (ValueError, RecursionError):
        return Refusal(say("This is not JSON."))


def read_line(line: object) -> tuple[str | None, Json] | Refusal:
    """Whose line it is, if it says so, and the line without its seat."""
    if not isinstance(line, dict) or not isinstance(line.get("do"), str):
        return Refusal(say("A line says who does what: seat and do."))
    seat = line.get("seat")
    if seat is not None and not isinstance(seat, str):
        return Refusal(say("A seat is a name."))
    return seat, {word: value for word, value in line.items() if word != "seat"}


def _laid(line: object, folders: Sequence[Path]) -> Table | Refusal:
    first_line = with_board(line, folders=folders)
    return first_line if isinstance(first_line, Refusal) else lay(first_line)


def _played(table: Table, line: object, folders: Sequence[Path]) -> Table | Refusal:
    read = read_line(line)
    if isinstance(read, Refusal):
        return read
    seat, action = read
    if seat is None or seat not in (*table.seats, PUBLIC):
        return no_such_seat(table)
    written = written_out(action, folders=folders)
    row = written if isinstance(written, Refusal) else table.decide(seat, written)
    return row if isinstance(row, Refusal) else table.after(row)


def no_such_seat(table: Table) -> Refusal:
    return Refusal(say("There is no such seat. The seats are: {seats}.", seats=", ".join(table.seats)))


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)

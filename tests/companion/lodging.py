"""Tables at an inn, for tests of the inn and its journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.core import Refusal
from companion.inn import Inn
from companion.journal import Journal, JournalError
from companion.table import Table
from tests.companion.playing import first_line, pick_line


def opened(inn: Inn, name: str = "") -> str:
    opening = inn.open(first_line("frodo", "sam", advanced=True), name)
    assert not isinstance(opening, Refusal)
    return opening[0]


def table_of(inn: Inn, code: str) -> Table:
    table = inn.table(code)
    assert table is not None
    return table


def play_on(inn: Inn, code: str, moves: int, seed: int = 1) -> Table:
    """So many moves more, or to the end of the game."""
    chance = Random(seed)
    table = table_of(inn, code)
    while moves and not table.is_over:
        seat, line = pick_line(chance, table)
        acted = inn.act(code, seat, line, table.version(seat))
        assert isinstance(acted, Table), str(acted.why)
        table, moves = acted, moves - 1
    return table


def sleeping(file: Path, moves: int = 6) -> str:
    """A journal with one table, which nobody has open."""
    inn = Inn(Journal(file))
    code = opened(inn)
    play_on(inn, code, moves)
    inn.close()
    return code


def sql(file: Path, *statements: str) -> None:
    """What someone with another program does to the file."""
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def complaint(file: Path) -> str:
    """Why the inn does not take this file for its journal."""
    with pytest.raises(JournalError) as caught:
        Journal(file)
    assert str(caught.value) == str(caught.value.what)
    return str(caught.value)


def refusal(answer: object) -> str:
    """Why not, when the inn said no."""
    assert isinstance(answer, Refusal), answer
    return str(answer.why)

"""The option `board`: names and paths become text, and what must not be opened is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.board_option import own_boards, with_board
from companion.boards import shipped
from companion.core import Json, Refusal
from companion.core.board import LARGEST_BOARD
from companion.inn import Inn
from companion.journal import Journal
from companion.script import Stopped, play
from companion.table import Table

SMALL = "board small\npath 1 2\n"


def line(board: object) -> Json:
    return {"game": "hunt-for-the-ring", "options": {"board": board}}


def text(first_line: object) -> str:
    assert isinstance(first_line, dict), str(getattr(first_line, "why", first_line))
    return str(first_line["options"]["board"])


def why(first_line: object) -> str:
    assert isinstance(first_line, Refusal)
    return str(first_line.why)


def no_such(board: str, *own: str) -> str:
    return f"There is no board “{board}”. The boards are: {', '.join([*shipped(), *own])}."


def test_a_shipped_board_is_known_by_its_name() -> None:
    assert text(with_board(line("demonstration-part-1"))) == shipped()["demonstration-part-1"]


@pytest.mark.parametrize("first_line", [None, 7, [], {}, {"options": 3}, line(None), line(7), line(SMALL)])
def test_what_names_no_board_stays_as_it_is(first_line: object) -> None:
    assert with_board(first_line) == first_line


def test_the_owners_boards_are_known_by_their_names_and_nothing_else_is_opened(tmp_path: Path) -> None:
    own = tmp_path / "boards"
    own.mkdir()
    (own / "my-box.board").write_text(SMALL)
    (own / "notes.txt").write_text(SMALL)
    (own / "Odd Name.board").write_text(SMALL)
    (tmp_path / "secret.board").write_text(SMALL)
    assert own_boards(own) == ["my-box"]
    assert text(with_board(line("my-box"), own)) == SMALL
    for name in ("../secret", "../secret.board", str(tmp_path / "secret.board"), "notes", "Odd Name", ""):
        assert why(with_board(line(name), own)) == no_such(name[:60], "my-box")


def test_paths_are_followed_only_from_given_folders(tmp_path: Path) -> None:
    (tmp_path / "mine.board").write_text(SMALL)
    assert text(with_board(line("mine.board"), folders=[tmp_path / "nowhere", tmp_path])) == SMALL
    assert why(with_board(line("mine.board"))) == no_such("mine.board")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "photo.board").write_bytes(b"\xff\xfe\x00")
    assert why(with_board(line("photo.board"), folders=[tmp_path])) == (
        "photo.board is not a board: it is not UTF-8 text."
    )


def test_a_file_without_a_last_line_break_or_far_too_long_is_read_no_further(tmp_path: Path) -> None:
    (tmp_path / "short.board").write_text("board short")
    assert text(with_board(line("short.board"), folders=[tmp_path])) == "board short\n"
    (tmp_path / "long.board").write_text("#" * (3 * LARGEST_BOARD))
    assert len(text(with_board(line("long.board"), folders=[tmp_path]))) == LARGEST_BOARD + 2


def test_a_script_may_name_a_board_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.board").write_text(SMALL)
    script = [json.dumps(line("mine.board"))]
    table = play(script, [tmp_path])
    assert isinstance(table, Table)
    assert table.options["board"] == SMALL
    assert isinstance(play(script), Stopped)


def test_the_inn_writes_the_whole_board_into_its_journal(journal: Journal, tmp_path: Path) -> None:
    own = tmp_path / "boards"
    own.mkdir()
    (own / "my-box.board").write_text(SMALL)
    inn = Inn(journal, own)
    opened = inn.open(line("my-box"))
    assert not isinstance(opened, Refusal)
    (own / "my-box.board").unlink()
    assert journal.first_line(opened[0])["options"]["board"] == SMALL
    table = Inn(journal).table(opened[0])
    assert table is not None
    assert table.view("table")["board"] == {"name": "small", "title": "", "whole": False}
    refused = inn.open(line("my-box"))
    assert isinstance(refused, Refusal)

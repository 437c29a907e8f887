"""Files that are not ours, disks that fail, and a server that is killed."""

import json
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.inn import Inn
from companion.journal import FORMAT, Journal, JournalError
from companion.table import Table
from tests.companion.lodging import complaint, opened, play_on, sleeping, sql, table_of
from tests.companion.playing import first_line, roll


def foreign(file: Path) -> None:
    sql(file, "CREATE TABLE recipes (ale TEXT)", "INSERT INTO recipes VALUES ('strong')")


def foreign_with_the_same_tables(file: Path) -> None:
    sql(file, "CREATE TABLE tables (code TEXT)", "CREATE TABLE journal (code TEXT)")


def newer(file: Path) -> None:
    sleeping(file)
    sql(file, f"PRAGMA user_version = {FORMAT + 1}")


def noise(file: Path) -> None:
    file.write_bytes(Random(1).randbytes(20_000))


def text(file: Path) -> None:
    file.write_text("Barliman's accounts\n" * 500)


def cut_short(file: Path) -> None:
    sleeping(file, moves=60)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def scribbled_over(file: Path) -> None:
    sleeping(file, moves=60)
    written = bytearray(file.read_bytes())
    for page in range(4096, len(written), 4096):
        written[page : page + 200] = Random(page).randbytes(200)
    file.write_bytes(written)


@pytest.mark.parametrize(
    "make", [foreign, foreign_with_the_same_tables, newer, noise, text, cut_short, scribbled_over]
)
def test_a_file_that_is_not_our_journal_is_refused_and_left_untouched(tmp_path: Path, make: object) -> None:
    assert callable(make)
    file = tmp_path / "journal.db"
    make(file)
    before = file.read_bytes()
    why = complaint(file)
    assert why.startswith(f"{file} cannot be used as a journal (")
    assert why.endswith("Choose another folder with --data.")
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["journal.db"]


def test_a_refused_file_is_let_go_at_once(file: Path) -> None:
    foreign(file)
    complaint(file)
    sql(file, "DROP TABLE recipes")


@pytest.mark.parametrize("name", ["", "taken/journal.db", "taken/deeper/journal.db"])
def test_a_place_where_no_file_can_be_is_answered_with_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    assert complaint(tmp_path / name).endswith("Choose another folder with --data.")


def test_the_folder_is_made_when_it_is_missing(tmp_path: Path) -> None:
    Journal(tmp_path / "bree" / "inn" / "journal.db").close()
    assert (tmp_path / "bree" / "inn" / "journal.db").exists()


def fill_the_disk(journal: Journal) -> None:
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")


def make_room(journal: Journal) -> None:
    journal._db.execute("PRAGMA max_page_count = 1000000")


def test_on_a_full_disk_nothing_is_half_written_and_the_table_stays_as_it_was(
    file: Path, journal: Journal
) -> None:
    inn = Inn(journal)
    code = opened(inn)
    fill_the_disk(journal)
    with pytest.raises(JournalError, match="so nothing was changed"):
        play_on(inn, code, 1000)
    stuck = table_of(inn, code)
    written = journal.read(code)
    assert written is not None
    assert len(written[1]) == stuck.rows
    make_room(journal)
    play_on(inn, code, 1, seed=5)
    assert table_of(inn, code).rows == stuck.rows + 1
    journal.close()
    woken = Inn(Journal(file))
    assert table_of(woken, code).view("frodo") == table_of(inn, code).view("frodo")
    woken.close()


def test_on_a_full_disk_no_table_is_opened_and_no_seat_is_taken(journal: Journal) -> None:
    inn = Inn(journal)
    code = opened(inn)
    fill_the_disk(journal)
    with pytest.raises(JournalError, match="nothing was changed"):
        list(map(partial(opened, inn), map(str, range(1000))))
    assert [inn.table(entry.code) is not None for entry in inn.entries()] == [True] * len(inn.entries())
    make_room(journal)
    assert isinstance(inn.take(code, "frodo"), str)


class BrokenDisk:
    """A connection whose commits fail while `is_broken`, as on a drive that was pulled out."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.is_broken = True

    @property
    def in_transaction(self) -> bool:
        return self._database.in_transaction

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        if self.is_broken and statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self._database.execute(statement, values)


def test_when_the_commit_fails_nobody_hears_of_the_move_and_it_can_be_made_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    inn = Inn(journal)
    code = opened(inn)
    disk = BrokenDisk(journal._db)
    before = table_of(inn, code)
    throw = roll(yellow="ring", red="orc", blue="orc", green="orc", black="orc")
    with monkeypatch.context() as patch:
        patch.setattr(journal, "_db", disk)
        for _ in range(2):
            with pytest.raises(JournalError, match="disk I/O error"):
                inn.act(code, "frodo", throw, 1)
            with pytest.raises(JournalError, match="disk I/O error"):
                inn.take(code, "sam")
    assert inn.table(code) is before
    assert journal.read(code) == (first_line("frodo", "sam", advanced=True), [])
    assert not any(seating.is_taken for seating in inn.seatings(code))
    assert isinstance(inn.act(code, "frodo", throw, 1), Table)


def killed_after(moves: int, file: Path, seed: int) -> list[Any]:
    """What a server had acknowledged when it was killed, some time after so many moves."""
    command = [sys.executable, "-m", "tests.companion.endless_evening", str(file), str(seed)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(moves)]
        server.kill()
        said += server.stdout.readlines()
    assert server.returncode == -9
    return [json.loads(line) for line in said if line.endswith("\n")]


def test_a_server_killed_at_any_moment_has_lost_no_move_it_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    chance = Random(9)
    acknowledged: list[Any] = []
    for seed in range(20):
        acknowledged += killed_after(chance.randrange(60), file, seed)
        journal = Journal(file)
        written = {entry.code: journal.read(entry.code) for entry in journal.entries()}
        for code, number, seat, line in acknowledged:
            found = written[code]
            assert found is not None
            assert (found[1][number - 1].seat, found[1][number - 1].line) == (seat, line)
        inn = Inn(journal)
        for code, found in written.items():
            assert found is not None
            assert table_of(inn, code).rows == len(found[1])
        inn.close()
    assert len(acknowledged) > 200

"""The journal: append-only, chained, one owner, and no half-written move."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.inn import Inn
from companion.journal import Holder, Journal, JournalError
from companion.table import Row
from tests.companion.lodging import complaint, opened, play_on, sleeping, sql, table_of
from tests.companion.playing import UNDO, first_line

FIXTURES = Path(__file__).parent / "fixtures"


def row(number: int, known: int | None = 1) -> Row:
    return Row(number, "frodo", {"do": "end"}, known, ({"event": "Spent", "die": "red", "why": "orc"},))


def test_what_is_written_is_read_back(journal: Journal) -> None:
    journal.open_table("BCDFG", "Bree", "hash", first_line("frodo", "sam"))
    rows = [row(1), row(2, known=None)]
    for each in rows:
        journal.append("BCDFG", each, is_over=False)
    assert journal.read("BCDFG") == (first_line("frodo", "sam"), rows)


def test_a_table_nobody_opened_is_none(journal: Journal) -> None:
    assert journal.read("BCDFG") is None
    assert journal.host("BCDFG") is None
    assert journal.entries() == []


def test_tables_are_listed_with_the_latest_first_and_whether_they_are_over(file: Path) -> None:
    inn = Inn(Journal(file))
    first, second = opened(inn, "first"), opened(inn, "second")
    while not table_of(inn, first).is_over:
        play_on(inn, first, 1, seed=table_of(inn, first).rows)
    entries = {entry.code: entry for entry in inn.entries()}
    assert (entries[first].is_over, entries[second].is_over) == (True, False)
    assert inn.entries()[0].code == first
    assert entries[second].game == "journey-to-mordor"
    table = table_of(inn, first)
    inn.act(first, "table", UNDO, table.version("table"))
    assert not inn.entries()[0].is_over
    inn.close()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE journal SET seat = 'sam'", "DELETE FROM journal", "DELETE FROM journal WHERE number = 3"],
)
def test_the_database_itself_refuses_to_change_or_shorten_the_journal(file: Path, statement: str) -> None:
    code = sleeping(file)
    with pytest.raises(sqlite3.IntegrityError, match="never forgets"):
        sql(file, statement)
    with closing(Journal(file)) as journal:
        written = journal.read(code)
        assert written is not None
        assert len(written[1]) == 6


def test_a_number_is_given_once(journal: Journal) -> None:
    journal.open_table("BCDFG", "Bree", "hash", first_line("frodo", "sam"))
    journal.append("BCDFG", row(1), is_over=False)
    with pytest.raises(JournalError, match="UNIQUE"):
        journal.append("BCDFG", row(1), is_over=True)
    assert journal.read("BCDFG") == (first_line("frodo", "sam"), [row(1)])
    assert not journal.entries()[0].is_over


def test_a_table_that_cannot_be_opened_leaves_nothing_behind(journal: Journal) -> None:
    journal.open_table("BCDFG", "Bree", "hash", first_line("frodo", "sam"))
    for code, name in (("BCDFG", "Other"), ("GHJKL", "BREE")):
        with pytest.raises(JournalError, match="UNIQUE"):
            journal.open_table(code, name, "hash", first_line("frodo", "sam"))
    assert journal.read("GHJKL") is None
    assert [entry.name for entry in journal.entries()] == ["Bree"]


@pytest.mark.parametrize(
    "change",
    [
        "code = 'OTHER'",
        "number = 99",
        "at = '2001-01-01T00:00:00.000+00:00'",
        "seat = 'sam'",
        "known = 99",
        "line = '{}'",
        "events = '[{}]'",
        "chain = 'x'",
    ],
)
@pytest.mark.parametrize("number", [0, 3])
def test_a_row_changed_from_outside_is_noticed(file: Path, change: str, number: int) -> None:
    code = sleeping(file)
    sql(
        file,
        "DROP TRIGGER journal_is_not_rewritten",
        f"UPDATE journal SET {change} WHERE number = {number}",
    )
    with closing(Journal(file)) as journal, pytest.raises(JournalError, match=f"table {code}.*from outside"):
        journal.read(code)


def test_a_row_that_cannot_even_be_read_is_answered_with_a_sentence(file: Path) -> None:
    code = sleeping(file)
    sql(file, "DROP TRIGGER journal_is_not_rewritten", "UPDATE journal SET seat = CAST(x'ff' AS TEXT)")
    with closing(Journal(file)) as journal, pytest.raises(JournalError, match="Put back a copy"):
        journal.read(code)


def test_a_row_taken_out_from_outside_is_noticed(file: Path) -> None:
    code = sleeping(file)
    sql(file, "DROP TRIGGER journal_is_not_shortened", "DELETE FROM journal WHERE number = 3")
    with closing(Journal(file)) as journal, pytest.raises(JournalError, match="at row 3"):
        journal.read(code)


def test_rows_cut_off_at_the_end_are_noticed(file: Path) -> None:
    code = sleeping(file)
    sql(file, "DROP TRIGGER journal_is_not_shortened", "DELETE FROM journal WHERE number > 4")
    with closing(Journal(file)) as journal, pytest.raises(JournalError, match=f"table {code}.*row 5"):
        journal.read(code)


def test_rows_moved_to_another_table_are_noticed(file: Path) -> None:
    sleeping(file)
    sql(file, "DROP TRIGGER journal_is_not_rewritten", "UPDATE journal SET code = 'OTHER'")
    with closing(Journal(file)) as journal, pytest.raises(JournalError, match="at row 0"):
        journal.read("OTHER")


def test_a_changed_table_does_not_spoil_the_others(file: Path) -> None:
    inn = Inn(Journal(file))
    good, bad = opened(inn, "good"), opened(inn, "bad")
    play_on(inn, good, 5)
    inn.close()
    sql(file, "DROP TRIGGER journal_is_not_rewritten", f"UPDATE journal SET seat = 'x' WHERE code = '{bad}'")
    inn = Inn(Journal(file))
    with pytest.raises(JournalError, match=bad):
        inn.table(bad)
    assert table_of(inn, good).rows == 5
    inn.close()


def test_the_journal_is_kept_in_wal_mode_and_synchronous_full(journal: Journal) -> None:
    ask = journal._db.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)
    assert ask("PRAGMA foreign_keys").fetchone() == (1,)


@pytest.mark.usefixtures("journal")
def test_a_second_server_on_the_same_file_is_told_so(file: Path) -> None:
    assert complaint(file) == (
        f"Another Butterbur is using {file}. Stop it first, or choose another folder with --data."
    )


def test_when_the_first_server_is_gone_the_second_may_have_the_file(file: Path) -> None:
    journal = Journal(file)
    complaint(file)
    journal.close()
    Journal(file).close()


def test_a_seat_is_given_and_taken_away(journal: Journal) -> None:
    journal.open_table("BCDFG", "Bree", "hash", first_line("frodo", "sam"))
    journal.seat("BCDFG", "sam", Holder("secret", None, 1))
    journal.seat("BCDFG", "sam", Holder("other", "ticket", 2))
    assert journal.holders("BCDFG") == {"sam": Holder("other", "ticket", 2)}
    journal.seat("BCDFG", "sam", None)
    assert journal.holders("BCDFG") == {}


def test_a_journal_of_the_first_format_still_opens_and_replays(file: Path) -> None:
    """The fixture was written once, by the code of format 1; it is never made anew."""
    shutil.copy(FIXTURES / "format-1.db", file)
    inn = Inn(Journal(file))
    expected = json.loads((FIXTURES / "format-1.json").read_text(encoding="utf-8"))
    assert {entry.name: entry.is_over for entry in inn.entries()} == {
        name: table["result"] is not None for name, table in expected.items()
    }
    for entry in inn.entries():
        view = table_of(inn, entry.code).view("table")
        assert expected[entry.name] == {
            **{word: view[word] for word in ("turn", "round", "phase", "result")},
            **{word: view["dice"][word] for word in ("hand", "throw")},
            "pads": {
                hobbit: [pad["steps"], " ".join(pad["nazgul"])] for hobbit, pad in view["hobbits"].items()
            },
        }
    inn.close()

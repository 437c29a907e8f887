"""The journal: every move of every table, on disk before anyone hears of it.

SQLite in WAL mode with `synchronous=FULL`, so that a commit survives a power cut. Rows are only ever
appended (the database itself refuses anything else), numbered without gaps, and each carries a hash over
itself and the one before: a row changed or cut off by hand is noticed when its table is opened.

One process owns the file, one thread at a time writes; `companion.inn` sees to the latter.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.core import Json, Sentence, say
from companion.table import Row

FORMAT = 1
"""Raised with each change of the layout; a journal from the future is not touched."""

APPLICATION_ID = 0x42757474
"""“Butt”: tells SQLite's file command whose file it is."""

SCHEMA = """
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    host TEXT NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0,
    last_at TEXT NOT NULL,
    chain TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE journal (
    code TEXT NOT NULL REFERENCES tables (code),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    seat TEXT NOT NULL,
    known INTEGER,
    line TEXT NOT NULL,
    events TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE (code, number)
) STRICT;
CREATE TRIGGER journal_is_not_rewritten BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal never forgets'); END;
CREATE TRIGGER journal_is_not_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal never forgets'); END;
CREATE TABLE seats (
    code TEXT NOT NULL REFERENCES tables (code),
    seat TEXT NOT NULL,
    secret TEXT NOT NULL,
    ticket TEXT,
    taken INTEGER NOT NULL,
    UNIQUE (code, seat)
) STRICT;
"""


class JournalError(Exception):
    """The disk or the file fails us. Says what to do next."""

    def __init__(self, what: Sentence) -> None:
        super().__init__(str(what))
        self.what = what


@dataclass(frozen=True)
class Entry:
    """A table as the inn's book lists it."""

    code: str
    name: str
    game: str
    is_over: bool
    last_at: datetime


@dataclass(frozen=True)
class Holder:
    """Who holds a seat: the hash of their secret, of a ticket that hands it on, and when it was taken."""

    secret: str
    ticket: str | None
    taken: int


class Journal:
    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=1)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise JournalError(self._cannot_open(error)) from error

    def close(self) -> None:
        self._db.close()

    def open_table(self, code: str, name: str, host: str, first_line: Json) -> None:
        """A new table with its first row, number 0. `host` is the hash of the host's secret."""
        at = _now()
        with self._writing():
            self._db.execute(
                "INSERT INTO tables (code, name, host, last_at) VALUES (?, ?, ?, ?)", (code, name, host, at)
            )
            self._insert(code, Row(0, "", first_line, None, ()), at)

    def append(self, code: str, row: Row, is_over: bool, is_secret: bool = False) -> None:
        """Write the row to disk. When this returns, the move is safe.

        `last_at` is shown to everyone, so a secret move leaves it alone.
        """
        at = _now()
        with self._writing():
            self._insert(code, row, at)
            if not is_secret:
                self._db.execute(
                    "UPDATE tables SET is_over = ?, last_at = ? WHERE code = ?", (is_over, at, code)
                )

    def read(self, code: str) -> tuple[Json, list[Row]] | None:
        """A table's first line and the rows after it, the chain checked."""
        rows: list[Row] = []
        previous = ""
        found = self._read(
            "SELECT number, at, seat, known, line, events, chain FROM journal WHERE code = ? ORDER BY number",
            code,
        )
        for expected, (number, at, seat, known, line, events, chain) in enumerate(found):
            if number != expected or chain != _chain(previous, code, number, at, seat, known, line, events):
                raise self._changed(code, expected)
            previous = chain
            rows.append(Row(number, seat, json.loads(line), known, tuple(json.loads(events))))
        last = self._read("SELECT chain FROM tables WHERE code = ?", code)
        if last and last[0][0] != previous:
            raise self._changed(code, len(rows))
        return (rows[0].line, rows[1:]) if rows else None

    def first_line(self, code: str) -> Json:
        """The line that laid a table, unchecked: good enough to suggest its options again."""
        found = self._read("SELECT line FROM journal WHERE code = ? AND number = 0", code)
        return dict(json.loads(found[0][0])) if found else {}

    def entries(self) -> list[Entry]:
        """All tables, the latest first."""
        return [
            Entry(code, name, game, bool(is_over), datetime.fromisoformat(last_at))
            for code, name, game, is_over, last_at in self._read(
                "SELECT tables.code, name, line ->> 'game', is_over, last_at FROM tables"
                " JOIN journal ON journal.code = tables.code AND number = 0"
                " ORDER BY last_at DESC, tables.rowid DESC"
            )
        ]

    def host(self, code: str) -> str | None:
        found = self._read("SELECT host FROM tables WHERE code = ?", code)
        return found[0][0] if found else None

    def name(self, code: str) -> str:
        found: list[tuple[str]] = self._read("SELECT name FROM tables WHERE code = ?", code)
        return found[0][0]

    def rename(self, code: str, name: str) -> None:
        with self._writing():
            self._db.execute("UPDATE tables SET name = ? WHERE code = ?", (name, code))

    def holders(self, code: str) -> dict[str, Holder]:
        return {
            seat: Holder(secret, ticket, taken)
            for seat, secret, ticket, taken in self._read(
                "SELECT seat, secret, ticket, taken FROM seats WHERE code = ?", code
            )
        }

    def seat(self, code: str, seat: str, holder: Holder | None) -> None:
        """Give a seat to this holder, or to nobody."""
        with self._writing():
            self._db.execute("DELETE FROM seats WHERE code = ? AND seat = ?", (code, seat))
            if holder:
                self._db.execute(
                    "INSERT INTO seats (code, seat, secret, ticket, taken) VALUES (?, ?, ?, ?, ?)",
                    (code, seat, holder.secret, holder.ticket, holder.taken),
                )

    def _prepare(self) -> None:
        # Exclusive: a second server on the same folder is told so instead of dealing two truths.
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Before WAL mode, which is written into the file: what is not ours stays as it is.
        is_empty = self._is_empty()
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if is_empty:
            with self._writing():
                for statement in _statements(SCHEMA):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._db.execute(f"PRAGMA user_version = {FORMAT}")

    def _is_empty(self) -> bool:
        """Whether nothing is written yet. A file that is not our journal, or is damaged, is an error."""
        if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return True
        made_by = self._db.execute("PRAGMA application_id").fetchone()[0]
        form = self._db.execute("PRAGMA user_version").fetchone()[0]
        if (made_by, form) != (APPLICATION_ID, FORMAT):
            raise sqlite3.DatabaseError("not a journal of this version")
        damage = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise sqlite3.DatabaseError(damage)
        return False

    def _read(self, query: str, *values: str) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(
                say(
                    "The journal cannot be read ({cause}). "
                    "Put back a copy of {file}, or choose another folder with --data.",
                    cause=str(error),
                    file=str(self.file),
                )
            ) from error

    def _insert(self, code: str, row: Row, at: str) -> None:
        previous = self._db.execute("SELECT chain FROM tables WHERE code = ?", (code,)).fetchone()[0]
        line, events = _compact(row.line), _compact(list(row.events))
        chain = _chain(previous, code, row.number, at, row.seat, row.known, line, events)
        self._db.execute(
            "INSERT INTO journal (code, number, at, seat, known, line, events, chain)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (code, row.number, at, row.seat, row.known, line, events, chain),
        )
        self._db.execute("UPDATE tables SET chain = ? WHERE code = ?", (chain, code))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise JournalError(
                say(
                    "The journal cannot be written ({cause}), so nothing was changed. "
                    "Make room on the disk of {file}, then try again.",
                    cause=str(error),
                    file=str(self.file),
                )
            ) from error

    def _changed(self, code: str, number: int) -> JournalError:
        return JournalError(
            say(
                "The journal of table {code} was changed from outside at row {number}. "
                "Put back a copy of {file}, or open a new table.",
                code=code,
                number=number,
                file=str(self.file),
            )
        )

    def _cannot_open(self, error: Exception) -> Sentence:
        if "locked" in str(error):
            return say(
                "Another Butterbur is using {file}. Stop it first, or choose another folder with --data.",
                file=str(self.file),
            )
        return say(
            "{file} cannot be used as a journal ({cause}). Choose another folder with --data.",
            file=str(self.file),
            cause=str(error),
        )


def _chain(previous: str, *row: str | int | None) -> str:
    return hashlib.sha256(_compact([previous, *row]).encode()).hexdigest()


def _compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _statements(schema: str) -> Iterator[str]:
    """SQL statements one by one; `executescript` would commit what comes before it."""
    statement = ""
    for part in schema.splitlines(keepends=True):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""

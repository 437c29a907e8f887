"""The inn: all tables of one server, who sits where, and the bell that tells them of a change.

Whoever holds `_pen` is the one writer. Everyone else reads frozen `Table` values without a lock.
A move is written to the journal first; only then is the new table shown and its bells rung, and only the
bells of seats whose own view has changed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from companion.board_option import with_board, written_out
from companion.core import Json, Line, Refusal, say
from companion.games import GAMES
from companion.journal import Entry, Holder, Journal, JournalError
from companion.script import no_such_seat
from companion.table import PUBLIC, Table, lay, replay

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code spells a word; no digits, so that none is mistaken for a letter."""

CODE_LENGTH = 5
LONGEST_NAME = 60

SCREEN = "screen"
"""The bell of the table screen, which also hears of phones that come and go."""


@dataclass(frozen=True)
class Seating:
    """A seat as the table screen shows it."""

    seat: str
    is_taken: bool
    is_here: bool


class Inn:
    def __init__(self, journal: Journal, boards: Path | None = None) -> None:
        """`boards` is the owner's folder of board files, which tables may name."""
        self._journal = journal
        self.boards = boards
        self._pen = threading.RLock()
        self._tables: dict[str, Table] = {}
        self._holders: dict[str, Mapping[str, Holder]] = {}
        self._bells: dict[tuple[str, str], threading.Condition] = {}
        self._listening: Counter[tuple[str, str]] = Counter()
        self._present: Counter[tuple[str, str]] = Counter()
        self._comings: Counter[str] = Counter()
        self._takings: Counter[str] = Counter()
        self.is_closing = False

    # Tables

    def open(self, first_line: object, name: str = "") -> tuple[str, str] | Refusal:
        """Lay a new table: its code, and the secret of its host."""
        written_out = with_board(first_line, self.boards)
        table = written_out if isinstance(written_out, Refusal) else lay(written_out)
        if isinstance(table, Refusal):
            return table
        assert isinstance(written_out, dict), "lay has checked it"
        with self._pen:
            code = self._fresh_code()
            host = secrets.token_urlsafe(24)
            name = self._free_name(name or str(table.game.TITLE))
            self._journal.open_table(code, name, _hash(host), written_out)
            self._tables[code] = table
            return code, host

    def table(self, code: str) -> Table | None:
        """The table as it stands, woken from the journal if it slept."""
        table = self._tables.get(code)
        if table is not None:
            return table
        with self._pen:
            if code not in self._tables:
                written = self._journal.read(code)
                if written is None:
                    return None
                try:
                    self._tables[code] = replay(*written)
                except (ValueError, TypeError) as error:
                    raise JournalError(
                        say(
                            "Table {code} was written by a newer Butterbur. Update, then try again.",
                            code=code,
                        )
                    ) from error
            return self._tables[code]

    def entries(self) -> list[Entry]:
        with self._pen:
            return self._journal.entries()

    def last_options(self, game: str) -> Json:
        """The options of the latest table of this game: what its owner has taught of the box."""
        with self._pen:
            latest = next((entry.code for entry in self._journal.entries() if entry.game == game), None)
            if latest is None:
                return {}
            return GAMES[game].open_options(self._journal.first_line(latest).get("options", {}), None)

    def name(self, code: str) -> str:
        with self._pen:
            return self._journal.name(code)

    def rename(self, code: str, name: str) -> None:
        with self._pen:
            if name and name != self._journal.name(code):
                self._journal.rename(code, self._free_name(name, code))
        self._come_or_go(code)

    def act(self, code: str, seat: str, line: Line, known: int) -> Table | Refusal:
        """Do what the line says, if this seat has seen how things stand and the rules allow it."""
        with self._pen:
            table = self._tables[code]
            written = written_out(_without_words(line), self.boards)
            row = written if isinstance(written, Refusal) else table.decide(seat, written, known)
            if isinstance(row, Refusal):
                return row
            after = table.after(row)
            changed = [each for each in after.sights if after.version(each) != table.version(each)]
            self._journal.append(code, row, after.is_over, is_secret=PUBLIC not in changed)
            self._tables[code] = after
        for each in (*changed, *([SCREEN] if PUBLIC in changed else [])):
            self._ring(code, each)
        return after

    # Seats

    def seatings(self, code: str) -> list[Seating]:
        table, holders = self._tables[code], self._held(code)
        return [Seating(seat, seat in holders, self._present[code, seat] > 0) for seat in table.seats]

    def take(self, code: str, seat: str, ticket: str | None = None) -> str | Refusal:
        """Sit down on a free seat, or on one that a ticket hands on. Gives the seat's new secret."""
        with self._pen:
            table = self._tables[code]
            if seat not in table.seats:
                return no_such_seat(table)
            holders = self._held(code)
            held = holders.get(seat)
            if held and not (ticket and held.ticket and hmac.compare_digest(held.ticket, _hash(ticket))):
                if ticket:
                    return Refusal(say("This invitation has been used. Ask the host for a new one."))
                return Refusal(say("This seat is taken. Choose another, or ask the host to free it."))
            secret = secrets.token_urlsafe(24)
            # Never a number that was used before: a phone must notice that its seat has changed hands.
            taken = 1 + max(self._takings[code], *(each.taken for each in holders.values()), 0)
            self._takings[code] = taken
            self._hold(code, seat, Holder(_hash(secret), None, taken))
        self._change_hands(code, seat)
        return secret

    def free(self, code: str, seat: str) -> None:
        with self._pen:
            self._hold(code, seat, None)
        self._change_hands(code, seat)

    def ticket(self, code: str, seat: str) -> str | Refusal:
        """A one-time invitation that hands a taken seat to another phone."""
        with self._pen:
            held = self._held(code).get(seat)
            if held is None:
                return Refusal(say("This seat is free already: anyone with the code can take it."))
            ticket = secrets.token_urlsafe(12)
            self._hold(code, seat, replace(held, ticket=_hash(ticket)))
            return ticket

    def holds(self, code: str, seat: str, secret: str) -> bool:
        held = self._held(code).get(seat)
        return held is not None and hmac.compare_digest(held.secret, _hash(secret))

    def latest(self, code: str, seats: list[str]) -> str | None:
        """Of seats held by one phone, the one it took last."""
        holders = self._held(code)
        still_held = [seat for seat in seats if seat in holders]
        return max(still_held, key=lambda seat: holders[seat].taken, default=None)

    def hosts(self, code: str, secret: str) -> bool:
        with self._pen:
            host = self._journal.host(code)
        return host is not None and hmac.compare_digest(host, _hash(secret))

    # Listening

    def mark(self, code: str, listener: str) -> tuple[int, int]:
        """Where this listener stands: the version of its view, and how often the seat changed hands."""
        table = self._tables[code]
        if listener == SCREEN:
            return table.version(PUBLIC), self._comings[code]
        held = self._held(code).get(listener)
        return table.version(listener), held.taken if held else 0

    def wait(self, code: str, listener: str, seen: tuple[int, int], timeout_s: float) -> tuple[int, int]:
        """Sleep until the mark is another than `seen`, or the time is over; gives the mark."""
        bell = self._bell(code, listener)
        with bell:
            bell.wait_for(lambda: self.is_closing or self.mark(code, listener) != seen, timeout_s)
        return self.mark(code, listener)

    @contextmanager
    def listening(self, code: str, listener: str, also: Collection[str] = ()) -> Iterator[None]:
        """Counts an open stream, so that the table screen can show whose phone is here.

        A phone that holds several seats is here for all of them: `also`.
        """
        self._count(code, listener, {listener, *also}, 1)
        try:
            yield
        finally:
            self._count(code, listener, {listener, *also}, -1)

    def listeners(self, code: str | None = None, listener: str | None = None) -> int:
        """How many streams are open: all of them, or those of one listener."""
        if code is not None and listener is not None:
            return self._listening[code, listener]
        return sum(list(self._listening.values()))

    def is_awake(self, code: str) -> bool:
        """Is anyone looking at this table now?"""
        return any(count > 0 for (each, _), count in list(self._listening.items()) if each == code)

    def dismiss(self) -> None:
        """Let every listener go."""
        self.is_closing = True
        for code, listener in list(self._bells):
            self._ring(code, listener)

    def close(self) -> None:
        self.dismiss()
        with self._pen:
            self._journal.close()

    def _fresh_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if self._journal.host(code) is None:
                return code

    def _free_name(self, wanted: str, code: str = "") -> str:
        """The name wanted for this table, or the next one to it that no other table has."""
        # JSON can hold halves of characters; a file cannot.
        wanted = wanted.encode(errors="replace").decode()
        taken = {entry.name.casefold() for entry in self._journal.entries() if entry.code != code}
        name, number = wanted[:LONGEST_NAME], 2
        while name.casefold() in taken:
            name, number = f"{wanted[: LONGEST_NAME - 5]} ({number})", number + 1
        return name

    def _held(self, code: str) -> Mapping[str, Holder]:
        held = self._holders.get(code)
        if held is None:
            with self._pen:
                held = self._holders[code] = self._journal.holders(code)
        return held

    def _hold(self, code: str, seat: str, holder: Holder | None) -> None:
        self._journal.seat(code, seat, holder)
        others = {each: held for each, held in self._held(code).items() if each != seat}
        self._holders[code] = {**others, seat: holder} if holder else others

    def _change_hands(self, code: str, seat: str) -> None:
        self._ring(code, seat)
        self._come_or_go(code)

    def _count(self, code: str, listener: str, present: Collection[str], change: int) -> None:
        with self._pen:
            before = [self._present[code, each] > 0 for each in present]
            self._listening[code, listener] += change
            self._present.update({(code, each): change for each in present})
            after = [self._present[code, each] > 0 for each in present]
        if before != after:
            self._come_or_go(code)

    def _come_or_go(self, code: str) -> None:
        with self._pen:
            self._comings[code] += 1
        self._ring(code, SCREEN)

    def _bell(self, code: str, listener: str) -> threading.Condition:
        return self._bells.setdefault((code, listener), threading.Condition())

    def _ring(self, code: str, listener: str) -> None:
        """Never with the pen in hand: a listener may need the pen to see what has changed."""
        bell = self._bell(code, listener)
        with bell:
            bell.notify_all()


def _without_words(line: Line) -> Line:
    """A word opens a part of a letter, and the journal is for ever: it never gets one."""
    is_letter = line.get("do") == "letter"
    return {word: value for word, value in line.items() if not (is_letter and word == "words")}


def _hash(secret: str) -> str:
    """Secrets are long and random, so a plain hash is enough to keep them out of the file."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()

"""Where letters are made: words wait here in memory, until both sides have chosen one, and nowhere else.

A made letter and its slips stay on the desk while the server runs. They can be made anew at any time: the
table still knows everything.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.core import Json, Refusal
from companion.letter import SIDES, Look, look, seal

MOST_TABLES = 64
MOST_WAITING = 4


@dataclass(frozen=True)
class Made:
    letter: bytes
    look: Look
    slips: Mapping[str, str]


@dataclass
class _Sheet:
    """What lies on the desk for one table. `of` tells whether the table has changed since."""

    of: str
    words: dict[str, str] = field(default_factory=dict)
    made: Made | None = None


class Busy(Exception):  # noqa: N818
    """Too many people want something costly at once."""


class OneAtATime:
    """Costly work (stretching words, reading photos) is done one by one, and few may wait for it."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._doing = threading.Lock()
        self._waiting = threading.BoundedSemaphore(most_waiting + 1)

    @contextmanager
    def turn(self) -> Iterator[None]:
        if not self._waiting.acquire(blocking=False):
            raise Busy
        try:
            with self._doing:
                yield
        finally:
            self._waiting.release()


class Desk:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sheets: dict[str, _Sheet] = {}

    def choose(
        self, code: str, side: str, word: str, contents: Json, table: str, date: str
    ) -> Made | Refusal | None:
        """A side's word. The letter, if that was the second of the two; None while the other is awaited."""
        with self._lock:
            sheet = self._sheet(code, contents)
            sheet.words[side] = word
            words = dict(sheet.words)
            if set(words) != set(SIDES):
                return None
        sealed = seal(contents, words, table, date)
        with self._lock:
            # Either way the words are not needed any more.
            sheet.words.clear()
            if isinstance(sealed, Refusal):
                return sealed
            seen = look(sealed.letter)
            assert isinstance(seen, Look), "sealed this moment"
            sheet.made = Made(sealed.letter, seen, sealed.slips)
            return sheet.made

    def chosen(self, code: str, contents: Json) -> tuple[str, ...]:
        """The sides that have chosen a word for the letter that is not made yet."""
        with self._lock:
            return tuple(side for side in SIDES if side in self._sheet(code, contents).words)

    def made(self, code: str, contents: Json) -> Made | None:
        with self._lock:
            return self._sheet(code, contents).made

    def _sheet(self, code: str, contents: Json) -> _Sheet:
        """A table that has changed since begins a new sheet."""
        of = hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()
        sheet = self._sheets.pop(code, None)
        if sheet is None or sheet.of != of:
            sheet = _Sheet(of)
        self._sheets[code] = sheet
        while len(self._sheets) > MOST_TABLES:
            del self._sheets[next(iter(self._sheets))]
        return sheet

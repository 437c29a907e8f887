"""No leak, by comparison over real HTTP: evenings that differ in secrets are the same to every other seat.

Two servers run side by side. On both the same public words are said, line by line; what its owner alone may
know differs. All that any other seat or a guest gets must be the same: every byte of every page, every
message of every stream in its order, every refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import FileSystemBytecodeCache

from companion.core import Json, Line, Refusal, proof
from companion.games import GAMES
from companion.inn import CODE_LENGTH, CODE_LETTERS, SCREEN, Inn
from companion.journal import Journal
from companion.table import PUBLIC
from tests.companion.games.hunt_for_the_ring.hunting import RINGBEARER
from tests.companion.games.hunt_for_the_ring.pairs import Pair, random_pair
from tests.companion.games.hunt_for_the_ring.test_no_leak import PROBES
from tests.web.phones import BROWSER
from tests.web.running import Caller, Listening, any_port, serving
from web import create_app
from web.addresses import Addresses

BLOCKS, PAIRS = 4, 15
FLIGHT_BLOCKS, FLIGHTS = 2, 10
LINES = 60
HOST = "127.0.0.1:8080"
"""The same on both servers, as it stands on the table screen."""


@pytest.fixture(autouse=True)
def masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages show commitments, which are random by design; all else must be the same."""
    monkeypatch.setattr(proof, "digest", lambda salt, entry: "0" * 64)


class Side:
    """One of the two servers, and the people at its table."""

    def __init__(self, inn: Inn, port: int) -> None:
        self.inn, self.port = inn, port

    def sit_down(self, pair: Pair) -> None:
        self.owner = pair.owner
        self.host = Caller(self.port)
        self.code = self.host.lays(pair.first_line)
        table = self.inn.table(self.code)
        assert table
        self.callers = {seat: Caller(self.port).sits(self.code, seat) for seat in table.seats}
        guest = Caller(self.port)
        self.others = {seat: caller for seat, caller in self.callers.items() if seat != pair.owner}
        self.listening = {
            seat: Listening(caller, f"/tables/{self.code}/events?seat={seat}")
            for seat, caller in self.others.items()
        }
        self.listening[PUBLIC] = Listening(guest, f"/tables/{self.code}/events?seat=table")
        self.listening[SCREEN] = Listening(guest, f"/tables/{self.code}/screen/events")
        self.others[PUBLIC] = guest
        # The screen also hears of every phone that comes; all are here when it has counted them.
        self.heard = {listener: stream.hears() for listener, stream in self.listening.items()}

    def say(self, seat: str, line: Line) -> list[tuple[str, str]]:
        """Do it, and give what each stream says of it."""
        before = {each: self._version(each) for each in (*self.others, PUBLIC)}
        self.callers[seat].tell(
            "POST", f"/tables/{self.code}/act", {**line, "seat": seat, "known": self._version(seat)}
        )
        changed = [each for each in self.others if self._version(each) != before[each]]
        listeners = [*changed, *([SCREEN] if PUBLIC in changed else [])]
        return [(listener, self.listening[listener].hears()) for listener in listeners]

    def sights(self) -> Iterator[bytes]:
        """All that everyone but the owner can look at."""
        for seat, caller in self.others.items():
            own = f"/tables/{self.code}/seats/{seat}"
            table = f"/tables/{self.code}"
            pages = [own, f"{own}?deed=cards"] if seat != PUBLIC else [f"{table}/screen", f"{table}/story"]
            yield from (caller.ask("GET", path, Accept=BROWSER, Host=HOST)[2] for path in pages)
            yield caller.ask("GET", f"/tables/{self.code}/view?seat={seat}")[2]
            yield caller.ask("GET", f"/tables/{self.code}/view?seat={self.owner}")[2]
            yield caller.ask("GET", f"/tables/{self.code}/proof.json")[2]

    def refusals(self) -> Iterator[tuple[str, int, bytes]]:
        """What everyone but the owner is told for saying what they may not."""
        table = self.inn.table(self.code)
        assert table
        for seat, line in product(self.others, PROBES):
            if seat != PUBLIC and isinstance(table.decide(seat, line), Refusal):
                said = {**line, "seat": seat, "known": table.version(seat)}
                status, _, body = self.others[seat].ask("POST", f"/tables/{self.code}/act", said)
                yield seat, status, body

    def get_up(self) -> None:
        for stream in self.listening.values():
            stream.hang_up()

    def _version(self, seat: str) -> int:
        table = self.inn.table(self.code)
        assert table
        return table.version(seat)


@contextmanager
def two_servers(
    folder: Path, compiled: FileSystemBytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Side, Side]]:
    codes = {inn: map("".join, product(CODE_LETTERS, repeat=CODE_LENGTH)) for inn in ("one.db", "other.db")}
    names: dict[int, str] = {}
    monkeypatch.setattr(Inn, "_fresh_code", lambda inn: next(codes[names[id(inn)]]))
    with ExitStack() as stack:
        sides = []
        for name in codes:
            inn = stack.enter_context(closing(Inn(Journal(folder / name))))
            names[id(inn)] = name
            app = create_app(inn, Addresses("127.0.0.1", 8080))
            app.jinja_env.bytecode_cache = compiled
            sides.append(Side(inn, stack.enter_context(serving(app, inn, any_port(), monkeypatch))))
        yield sides[0], sides[1]


def compare(one: Side, other: Side, pair: Pair, chance: Random) -> None:
    try:
        for side in (one, other):
            side.sit_down(pair)
        assert one.heard == other.heard
        looks = {len(pair.one) - 1, *chance.choices(range(len(pair.one)), k=2)}
        for number, (here, there) in enumerate(zip(pair.one, pair.other, strict=True)):
            assert one.say(*here) == other.say(*there)
            if number in looks:
                assert list(one.sights()) == list(other.sights())
                assert list(one.refusals()) == list(other.refusals())
    finally:
        for side in (one, other):
            side.get_up()


def compare_all(
    folder: Path,
    compiled: FileSystemBytecodeCache,
    monkeypatch: pytest.MonkeyPatch,
    chance: Random,
    found: Iterable[Pair],
) -> None:
    with two_servers(folder, compiled, monkeypatch) as (one, other):
        for pair in found:
            compare(one, other, pair, chance)


def pairs(chance: Random, many: int, part: int = 1) -> Iterator[Pair]:
    found = 0
    while found < many:
        pair = random_pair(chance, chance.randint(5, LINES), part)
        if pair is not None:
            found += 1
            yield pair


@pytest.mark.parametrize("block", range(BLOCKS))
def test_evenings_that_differ_in_secrets_are_the_same_to_every_other_seat(
    block: int, tmp_path: Path, compiled: FileSystemBytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(1000 + block)
    compare_all(tmp_path, compiled, monkeypatch, chance, pairs(chance, PAIRS))


@pytest.mark.parametrize("block", range(FLIGHT_BLOCKS))
def test_flights_that_differ_in_secrets_are_the_same_to_every_other_seat(
    block: int, tmp_path: Path, compiled: FileSystemBytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part two: the journey card and its deck, deed tokens, Gandalf's ways, hands."""
    chance = Random(2000 + block)
    compare_all(tmp_path, compiled, monkeypatch, chance, pairs(chance, FLIGHTS, part=2))


def test_the_owners_own_page_shows_the_difference(
    tmp_path: Path, compiled: FileSystemBytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the comparison would prove nothing."""
    chance = Random(7)
    differing = 0
    with two_servers(tmp_path, compiled, monkeypatch) as (one, other):
        for pair in pairs(chance, 6):
            seen = []
            for side, moves in ((one, pair.one), (other, pair.other)):
                side.sit_down(pair)
                for move in moves:
                    side.say(*move)
                path = f"/tables/{side.code}/seats/{pair.owner}"
                seen.append(side.callers[pair.owner].ask("GET", path, Accept=BROWSER, Host=HOST)[2])
                side.get_up()
            differing += seen[0] != seen[1]
    assert differing >= 4


@pytest.mark.parametrize("leak", ["how often", "odd"])
def test_a_leak_would_be_found(
    leak: str, tmp_path: Path, compiled: FileSystemBytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that tells how often Frodo was at a location, or whether that number is odd."""
    game: Any = GAMES["hunt-for-the-ring"]
    true_view = game.view

    def leaking(state: Any, seat: str) -> Json:
        numbers = sum(cell.isdigit() for cell in state.sheet)
        told = numbers if leak == "how often" else numbers % 2
        return {**true_view(state, seat), "numbers": told}

    monkeypatch.setattr(game, "view", leaking)
    chance = Random(3)
    hidden = [pair for pair in pairs(chance, 12) if pair.owner == RINGBEARER]
    with pytest.raises(AssertionError):
        compare_all(tmp_path, compiled, monkeypatch, chance, hidden)

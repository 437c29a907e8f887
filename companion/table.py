"""One game at one table: a fold over the journal's rows, with undo, redo and what each seat sees.

A `Table` is a frozen value; `after` gives the next one. It promises that `decide` writes nothing, and it
does not know where rows are kept, who holds a seat or who is listening.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any

from companion.core import Draw, Event, Game, Json, Line, Refusal, Sentence, read_event, say, write_event
from companion.core.game import SALT
from companion.core.proof import SALT_BYTES, Chain, begun
from companion.games import GAMES

PUBLIC = "table"
"""The seat of the table screen: it sees what lies open and can take moves back."""

FAIR = SystemRandom()
"""What the companion draws with; tests bring a chance of their own."""


@dataclass(frozen=True)
class Row:
    """A line of the journal: who did what, seeing which version of their view, and what came of it."""

    number: int
    seat: str
    line: Line
    known: int | None
    events: tuple[Json, ...]


@dataclass(frozen=True)
class Sight:
    """What one seat sees, as bytes, and how often that has changed."""

    version: int
    view: str


@dataclass(frozen=True)
class Moment:
    """The state after a row that stands, and the moment before it."""

    state: Any
    row: Row | None
    before: Moment | None


@dataclass(frozen=True)
class Table:
    """`all_options` are those of the first line, secrets among them."""

    game: Game[Any]
    all_options: Json
    now: Moment
    undone: tuple[Moment, ...]
    rows: int
    latest: Mapping[str, Row]
    turned_back: Mapping[str, Json | None]
    proof: Chain
    sights: Mapping[str, Sight]

    @property
    def options(self) -> Json:
        """What everyone at the table may know of its options."""
        return self.game.open_options(self.all_options, self.now.state)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.now.state)

    @property
    def is_over(self) -> bool:
        return self.view(PUBLIC)["result"] is not None

    @property
    def commitments(self) -> Json | None:
        """What the table has committed to in public: the chain's length and head; once shown, all of it."""
        return self.proof.to_json(self.game.shown(self.now.state))

    def version(self, seat: str) -> int:
        return self.sights[seat].version

    def view(self, seat: str) -> Json:
        sight = self.sights[seat]
        view: Json = json.loads(sight.view)
        return {**view, "version": sight.version}

    def decide(self, seat: str, line: Line, known: int | None = None, chance: Random = FAIR) -> Row | Refusal:
        """The row that this line would add. With `known`, only if the seat has seen how things stand.

        What the line leaves to the companion is drawn here; the row's events hold what came of it.
        """
        # The journal keeps whole numbers: true is not 1 here.
        if known is not None and (type(known) is not int or known != self.version(seat)):
            return Refusal(self._too_late(seat, line, known))
        if line.get("do") in ("undo", "redo"):
            events = self._turn_back(seat, line)
        elif seat == PUBLIC:
            events = Refusal(say("Take a seat to do that: the table screen can only undo and redo."))
        else:
            draws = self.game.draws(self.now.state, seat, line)
            filled = {word: drawn(draw, chance) for word, draw in draws.items()}
            decided = self.game.decide(self.now.state, seat, {**line, **filled})
            events = decided if isinstance(decided, Refusal) else self._salted(decided, chance)
        if isinstance(events, Refusal):
            return events
        return Row(self.rows + 1, seat, line, known, events)

    def after(self, row: Row) -> Table:
        """The table once this row is written."""
        do = row.line["do"]
        if do == "undo" and self.now.before:
            now, undone = self.now.before, (self.now, *self.undone)
            proof = self.proof.turned_back(do, _row(self.now).number)
        elif do == "redo":
            now, undone = self.undone[0], self.undone[1:]
            proof = self.proof.turned_back(do, _row(now).number)
        else:
            state, proof = self._happened(row)
            now, undone = Moment(state, row, self.now), ()
        latest = MappingProxyType({**self.latest, row.seat: row})
        after = replace(self, now=now, undone=undone, rows=row.number, latest=latest, proof=proof)
        turned_back = {seat: after._notice(seat, row, self.turned_back.get(seat)) for seat in self.sights}
        return replace(after, turned_back=MappingProxyType(turned_back))._seen(self.sights)

    def standing(self) -> tuple[Any, list[tuple[Event, ...]]]:
        """The first state, and the events of every row that was not undone."""
        rows: list[tuple[Event, ...]] = []
        moment = self.now
        while moment.row is not None and moment.before is not None:
            rows.append(tuple(read_event(self.game.EVENTS, event) for event in moment.row.events))
            moment = moment.before
        return moment.state, rows[::-1]

    def _salted(self, decided: Iterable[Event], chance: Random) -> tuple[Json, ...]:
        """Events as the journal keeps them, those that make hidden entries with a salt for the proof."""
        state, written = self.now.state, []
        for event in decided:
            is_hidden = self.game.hidden(state, event) is not None
            salt = {SALT: chance.randbytes(SALT_BYTES).hex()} if is_hidden else {}
            written.append({**write_event(event), **salt})
            state = self.game.evolve(state, event)
        return tuple(written)

    def _happened(self, row: Row) -> tuple[Any, Chain]:
        """The state and the proof after a row's events."""
        state, proof = self.now.state, self.proof
        for written in row.events:
            event = read_event(self.game.EVENTS, written)
            entry = self.game.hidden(state, event)
            if entry is not None:
                proof = proof.with_entry(row.number, entry, written.get(SALT))
            state = self.game.evolve(state, event)
        return state, proof

    def _turn_back(self, seat: str, line: Line) -> tuple[Json, ...] | Refusal:
        """What undo or redo does. A seat can turn back only what it is told of."""
        if set(line) != {"do"}:
            return Refusal(say("Undo and redo take no further words."))
        if line["do"] == "undo":
            if self.now.row is None or self._offered(seat, self.now.row) is None:
                return Refusal(say("There is nothing to undo."))
            return ({"event": "Undone", "number": self.now.row.number},)
        if not self.undone or self._offered(seat, _row(self.undone[0])) is None:
            return Refusal(say("There is nothing to redo."))
        return ({"event": "Redone", "number": _row(self.undone[0]).number},)

    def _notice(self, seat: str, row: Row, earlier: Json | None) -> Json | None:
        """Who has just undone or redone what. A row that this seat is not told of changes nothing."""
        do = row.line["do"]
        if do not in ("undo", "redo"):
            return earlier if self._retold(seat, row) is None else None
        what = self._retold(seat, _row(self.undone[0] if do == "undo" else self.now))
        return earlier if what is None else {"by": row.seat, "do": do, "what": _told(what)}

    def _too_late(self, seat: str, line: Line, known: int) -> Sentence:
        # By the seat's own latest row: what others did since is not for this answer to tell.
        latest = self.latest.get(seat)
        if latest and (latest.line, latest.known) == (line, known):
            return ALREADY_DONE
        return say("The table has moved on since you looked. Look again, then choose.")

    def _seen(self, before: Mapping[str, Sight]) -> Table:
        sights: dict[str, Sight] = {}
        for seat in (*self.seats, PUBLIC):
            # Not sorted: a view's own order tells who sits where, and it is made anew the same way each time.
            view = json.dumps(self._view(seat), separators=(",", ":"))
            earlier = before.get(seat, Sight(0, ""))
            sights[seat] = earlier if earlier.view == view else Sight(earlier.version + 1, view)
        return replace(self, sights=MappingProxyType(sights))

    def _view(self, seat: str) -> Json:
        # Salts are random: with the chain's head in it every game's view would differ, whatever is seen.
        is_shown = self.game.shown(self.now.state) is not None
        return {
            **self.game.view(self.now.state, seat),
            "undo": self._offered(seat, self.now.row),
            "redo": self._offered(seat, _row(self.undone[0])) if self.undone else None,
            "turned_back": self.turned_back.get(seat),
            "proof": self.commitments if is_shown else None,
        }

    def _offered(self, seat: str, row: Row | None) -> Json | None:
        """What this seat may turn back, as it may know of it."""
        told = self._retold(seat, row)
        return None if told is None or told.get("is_fixed") else _told(told)

    def _retold(self, seat: str, row: Row | None) -> Json | None:
        return None if row is None else self.game.retell(self.now.state, seat, row.seat, row.line)


ALREADY_DONE = say("That is already done.")
"""The answer to a second tap on the same button."""


def lay(first_line: object) -> Table | Refusal:
    """A fresh table from a script's first line."""
    if not isinstance(first_line, dict) or not set(first_line) <= {"game", "options"}:
        return Refusal(say("A table begins with its game and options."))
    key = first_line.get("game")
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        return Refusal(say("This game is not known here. The games are: {games}.", games=", ".join(GAMES)))
    options = first_line.get("options", {})
    state = game.start(options)
    if isinstance(state, Refusal):
        return state
    empty: Mapping[str, Any] = MappingProxyType({})
    fresh = Table(game, options, Moment(state, None, None), (), 0, empty, empty, begun(game.KEY), empty)
    return fresh._seen(empty)


def replay(first_line: Json, rows: Iterable[Row]) -> Table:
    """The table as the journal tells it."""
    table = lay(first_line)
    if isinstance(table, Refusal):
        raise ValueError(f"the journal begins a table that the rules refuse: {table.why}")
    return reduce(Table.after, rows, table)


def drawn(draw: Draw, chance: Random) -> str | list[str]:
    """What a player could have typed instead."""
    if draw.count is None:
        return chance.choice(draw.of)
    many = chance.choices if draw.is_put_back else chance.sample
    return many(draw.of, k=draw.count)


def _told(retold: Json) -> Json:
    return {word: value for word, value in retold.items() if word != "is_fixed"}


def _row(moment: Moment) -> Row:
    assert moment.row is not None, "only a written row can be undone"
    return moment.row

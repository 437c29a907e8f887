"""Frodo in part two: step by step down his journey card, and the escape to another one."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import encounters
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.journeys import read_rows
from companion.games.hunt_for_the_ring.reading import text
from companion.games.hunt_for_the_ring.ringbearer import may_move, not_now
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import HAVEN, POINT, RINGBEARER, STAY

Decided = tuple[Event, ...] | Refusal


def march(state: State, seat: str, line: Line) -> Decided:
    """One step along the card. A card named with it lets Frodo go further, or at night without corruption."""
    if seat != RINGBEARER:
        return Refusal(say("Only the Ringbearer does that."))
    card = None
    if "card" in line:
        card = text(line["card"])
        if card is None:
            return Refusal(say("Name the card that lets Frodo move."))
    why_not = may_move(state, is_extra=card is not None)
    if why_not is not None:
        return why_not
    if "to" in line and str(line["to"]) != next_row(state):
        return Refusal(say("The journey card decides where Frodo goes: leave out where."))
    turned = (e.EyeTurned(True),) if state.phase == "night" and not state.eye else ()
    if card is not None:
        return (*turned, f.Marched(card))
    tired = (e.CorruptionRose(1),) if state.phase == "night" else ()
    if state.corruption + len(tired) >= state.limit:
        return tired
    return (*tired, *turned, f.Marched(None))


def marched_by_day(state: State) -> tuple[Event, ...]:
    """By day Frodo goes on first, whatever else is done: nobody has to say so."""
    is_due = state.phase in ("day-1", "day-2") and state.step == "ringbearer" and not state.has_moved
    return (f.Marched(None),) if is_due else ()


def is_over(state: State) -> bool:
    """Has Frodo reached Rivendell?"""
    return state.flight is not None and state.movement >= (state.flight.steps or state.movement + 1)


def next_row(state: State) -> str:
    assert state.flight is not None
    rows = state.flight.rows
    return rows[min(len(rows) - 1, state.movement + 1)].removesuffix(HAVEN)


def end_turn(state: State, seat: str, line: Line) -> Decided:
    flight = state.flight
    assert flight is not None
    if state.step != "ringbearer":
        return not_now(state)
    if state.phase == "night" and not state.has_gone:
        return Refusal(say("First let Frodo move or rest."))
    if not (flight.has_gandalf_moved or flight.is_in_rivendell):
        return Refusal(say("First move Gandalf: he moves in every phase."))
    if flight.owes_die:
        return Refusal(say("First say which die Gandalf takes out of the pool."))
    marched = marched_by_day(state)
    return marched if is_over(fold(state, marched)) else (*marched, e.RingbearerEnded())


def escape(state: State, seat: str, line: Line) -> Decided:
    """Along the card that Frodo has. Everyone hears it."""
    if line.get("to", STAY) != STAY:
        return Refusal(say("Frodo escapes along his journey card, or along a new one: new-journey."))
    taken = _before_escaping(state)
    if isinstance(taken, Refusal) or fold(state, taken).corruption >= state.limit:
        return taken
    return (*taken, *encounters.king_leaves(state), f.JourneyKept())


def new_journey(state: State, seat: str, line: Line) -> Decided:
    """One step back, and on by another card of the same deck. Everyone hears it; nobody sees the card."""
    flight = state.flight
    assert flight is not None
    taken = _before_escaping(state)
    if isinstance(taken, Refusal):
        return taken
    read = read_card(state, line.get("rows"), flight.deck)
    if isinstance(read, Refusal):
        return read
    if fold(state, taken).corruption >= state.limit:
        return taken
    _, rows = read
    if not rows[0]:
        rows = (flight.rows[0], *rows[1:])
    return (*taken, *encounters.king_leaves(state), f.JourneyChanged(rows))


def read_card(state: State, value: object, deck: object) -> tuple[str, tuple[str, ...]] | Refusal:
    """A card as typed, if the board knows its places. Where it leads from step to step is its own affair."""
    read = read_rows(value, deck)
    if isinstance(read, Refusal):
        return read
    name, rows = read
    board = state.board
    if board is not None and not rows[0] and len(board.of_kind("start")) == 1:
        rows = (*board.of_kind("start"), *rows[1:])
    if board is not None and board.is_whole:
        for row in rows:
            place = row.removesuffix(HAVEN)
            if place not in ("", POINT) and place not in board.locations:
                return Refusal(say("There is no location {to} on this board.", to=place))
    return name, rows


def _before_escaping(state: State) -> Decided:
    """The drawn tokens are carried out first, if they are not yet."""
    meeting = state.encounter
    if state.step != "encounter" or meeting is None or meeting.drawn is None:
        return not_now(state) if meeting else Refusal(say("There is no encounter now."))
    return encounters.carried_out(state) if meeting.rose_by is None else ()

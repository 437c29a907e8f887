"""Gandalf in part two: his secret moves, his appearing and vanishing, his deeds, and Rivendell."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.journeying import is_over, marched_by_day
from companion.games.hunt_for_the_ring.reading import location
from companion.games.hunt_for_the_ring.riding import ride
from companion.games.hunt_for_the_ring.ringbearer import not_now, not_on_board
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import FACES, NAMES, NAZGUL

Decided = tuple[Event, ...] | Refusal

DRIVEN_STEPS = 2


def move(state: State, seat: str, line: Line) -> Decided:
    """Straight to a connected location; or where a deed token says, when he was found or vanishes."""
    flight = _flight(state)
    if flight.leaving is not None:
        return _leave(state, flight, line)
    why_not = _not_in_play(state, flight)
    if why_not is not None:
        return why_not
    if "tokens" in line:
        return Refusal(say("Deed tokens say where Gandalf goes only when he was found or vanishes."))
    if flight.has_gandalf_moved:
        return Refusal(say("Gandalf has moved this turn."))
    to = location(line.get("to"))
    if to is None:
        return Refusal(say("Say to which location Gandalf goes."))
    why_not = _not_connected(state, flight, to)
    if why_not is not None:
        return why_not
    marched = marched_by_day(state)
    return marched if is_over(fold(state, marched)) else (*marched, f.GandalfMoved(to))


def reach(state: State) -> tuple[str, ...]:
    """Where Gandalf may go, as far as the board knows. He may stay: a location is connected with itself."""
    board, last = state.board, _flight(state).gandalfs_last
    if board is None or last is None or last not in board.locations:
        return ()
    return tuple(name for name in board.locations if board.connected(last, name))


def appear(state: State, seat: str, line: Line) -> Decided:
    """Among the Nazgûl, for a fellowship token that is gone for good; then he takes a die out of the pool."""
    flight = _flight(state)
    appeared: tuple[Event, ...] = ()
    if not flight.owes_die:
        why_not = _not_in_play(state, flight) or _cannot_appear(state, flight)
        if why_not is not None:
            return why_not
        assert flight.gandalfs_last is not None
        appeared = (f.GandalfAppeared(flight.gandalfs_last),)
    die = line.get("die")
    if die is None and len(set(state.dice)) <= 1:
        die = state.dice[0] if state.dice else None
        return (*appeared, f.DieTaken(die))
    if die is None:
        return appeared or _which_die()
    if not isinstance(die, str) or die not in FACES:
        return _which_die()
    if die not in state.dice:
        return Refusal(say("No such die is left in the pool: {die}.", die=NAMES[die]))
    return (*appeared, f.DieTaken(die))


def drive(state: State, seat: str, line: Line) -> Decided:
    """Up to two steps, each Nazgûl by itself, in the turn in which he appeared."""
    nazgul = line.get("nazgul")
    if not isinstance(nazgul, str) or nazgul not in NAZGUL:
        return Refusal(say("The Nazgûl are green, blue, red and purple."))
    if nazgul not in _flight(state).driven:
        return Refusal(say("Gandalf drives each Nazgûl that stood where he appeared, once."))
    by = line.get("by")
    if isinstance(by, list) and len(by) > DRIVEN_STEPS:
        return Refusal(say("Gandalf drives a Nazgûl two steps at most."))
    way = ride(state, nazgul, by, steps=DRIVEN_STEPS)
    return way if isinstance(way, Refusal) else (f.Driven(nazgul, way),)


def deed(state: State, seat: str, line: Line) -> Decided:
    """Show a deed token of the place where Gandalf is: Frodo can bear more."""
    flight = _flight(state)
    why_not = _not_in_play(state, flight)
    if why_not is not None:
        return why_not
    # Only where he is can a deed be done, so that nobody has to say where.
    token = location(line.get("token", flight.gandalfs_last))
    if token is None or flight.deeds.get(token) != "kept":
        return Refusal(say("Say which of your deed tokens you show."))
    if token != flight.gandalfs_last:
        return Refusal(say("Gandalf is not there: {at}.", at=token))
    return (f.DeedDone(token),)


def rivendell(state: State, seat: str, line: Line) -> Decided:
    flight = _flight(state)
    why_not = _not_in_play(state, flight)
    if why_not is not None:
        return why_not
    if flight.gandalfs_last is None or not state.is_exit(flight.gandalfs_last):
        return Refusal(say("Gandalf comes to Rivendell by one of the exits."))
    return (f.RivendellReached(),)


def can_appear(state: State) -> bool:
    flight = _flight(state)
    return _not_in_play(state, flight) is None and _cannot_appear(state, flight) is None


def _flight(state: State) -> Flight:
    assert state.flight is not None, "the rules send nobody here in part one"
    return state.flight


def _not_in_play(state: State, flight: Flight) -> Refusal | None:
    if state.step != "ringbearer":
        return not_now(state)
    if flight.is_in_rivendell:
        return Refusal(say("Gandalf is in Rivendell and takes no further part."))
    return None


def _cannot_appear(state: State, flight: Flight) -> Refusal | None:
    if flight.gandalf_at is not None:
        return Refusal(say("Gandalf stands on the map already."))
    if not flight.has_gandalf_moved:
        return Refusal(say("Gandalf appears after he has moved."))
    if flight.gandalfs_last not in state.stands.values():
        return Refusal(say("Gandalf appears only where a Nazgûl stands."))
    if not state.fellowship:
        return Refusal(say("There is no fellowship token on Frodo's card."))
    return None


def _not_connected(state: State, flight: Flight, to: str) -> Refusal | None:
    board, last = state.board, flight.gandalfs_last
    if board is None or last is None or board.connected(last, to):
        return None
    if board.is_whole or (board.knows(last) and board.knows(to)):
        return not_on_board(state, to) or Refusal(
            say("{one} and {other} are not connected.", one=last, other=to)
        )
    return None


def _leave(state: State, flight: Flight, line: Line) -> Decided:
    """One token at random when he was found; two, of which one is chosen, when he vanishes."""
    offered: tuple[Event, ...] = ()
    choice = flight.choice
    if "tokens" in line:
        tokens = _tokens(flight, line["tokens"])
        if isinstance(tokens, Refusal):
            return tokens
        offered, choice = (f.TokensOffered(tokens),), tokens
        if "to" not in line:
            return offered
    to = location(line.get("to"))
    if to is None:
        return Refusal(say("Draw a deed token and say its number: there Gandalf goes."))
    if choice and to not in choice:
        return Refusal(say("Choose one of the two deed tokens that you drew."))
    return _not_a_token(flight, to) or (*offered, f.GandalfMoved(to))


def _tokens(flight: Flight, wanted: object) -> tuple[str, ...] | Refusal:
    if flight.leaving != "vanishing" or flight.choice:
        return Refusal(say("Two deed tokens are drawn once, when Gandalf vanishes."))
    read = [location(each) for each in wanted] if isinstance(wanted, list) else []
    tokens = tuple(each for each in read if each)
    if not tokens or len(tokens) != len(read) or len(set(tokens)) != len(tokens) or len(tokens) > 2:
        return Refusal(say("Draw two deed tokens and say their numbers."))
    for each in tokens:
        why_not = _not_a_token(flight, each)
        if why_not is not None:
            return why_not
    return tokens


def _not_a_token(flight: Flight, to: str) -> Refusal | None:
    """Taught tokens are known; of others only that those behind the screen are not drawn again."""
    left = flight.tokens_left
    if (left and to not in left) or flight.deeds.get(to) == "kept":
        return Refusal(say("That deed token cannot be drawn now: {token}.", token=to))
    return None


def _which_die() -> Refusal:
    return Refusal(say("Say which die Gandalf takes out of the pool: ring, sword, sorcery or shadow."))

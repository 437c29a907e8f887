"""What may be done in part two beside part one's deeds, and what the companion can draw there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from companion.core import Draw, Line
from companion.games.hunt_for_the_ring import gandalf
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.journeys import STEPS
from companion.games.hunt_for_the_ring.reading import DRAW
from companion.games.hunt_for_the_ring.riding import is_closed, rides
from companion.games.hunt_for_the_ring.setting_out import shareable
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.witch_king import is_awaited
from companion.games.hunt_for_the_ring.words import DEEDS_DRAWN, NUMBERS, POINT, STAY

ANY_EXIT = "A"


def set_up(state: State) -> Iterable[Line]:
    """The Ringbearer's journey card and deed tokens. What was not taught is typed."""
    flight = _flight(state)
    if not flight.rows:
        yield from _journeys(state, flight)
    if flight.gandalf:
        return
    if flight.deeds:
        yield {"do": "set-deeds", "start": list(flight.deeds)}
    elif len(flight.tokens_left) >= DEEDS_DRAWN:
        yield {"do": "set-deeds", "tokens": DRAW}
        yield {"do": "set-deeds", "tokens": [list(each) for each in combinations(flight.tokens_left, 4)]}
    else:
        yield {"do": "set-deeds", "tokens": [list(_places(state)[:DEEDS_DRAWN])]}


def wraiths_set_up(state: State, seat: str) -> Iterable[Line]:
    flight = _flight(state)
    if len(state.shares) > 1 and not flight.is_shared:
        ways = [dict(zip(state.shares, way, strict=True)) for way in shareable(state)]
        yield {"do": "share-sorcery", "cards": ways}
    if is_awaited(state) and seat == state.lead:
        yield {"do": "witch-king", "nazgul": list(state.shares[seat])}


def gandalfs(state: State) -> Iterable[Line]:
    """What the Ringbearer may do with Gandalf now."""
    flight = _flight(state)
    if flight.leaving is not None:
        yield from _leaving(state, flight)
    if state.step != "ringbearer":
        return
    if flight.owes_die:
        yield {"do": "appear", "die": sorted(set(state.dice))}
    for each in flight.driven:
        ways = rides(state, each, gandalf.DRIVEN_STEPS) if state.board else _anywhere(state)
        if ways:
            yield {"do": "drive", "nazgul": each, "by": ways}
    last = flight.gandalfs_last
    if last is None:
        return
    if not flight.has_gandalf_moved:
        yield {"do": "gandalf", "to": list(gandalf.reach(state) or _places(state))}
    if gandalf.can_appear(state):
        yield {"do": "appear", **({"die": sorted(set(state.dice))} if state.dice else {})}
    if flight.deeds.get(last) == "kept":
        yield {"do": "deed", "token": last}
    if state.is_exit(last):
        yield {"do": "rivendell"}


def can_end(state: State) -> bool:
    """May the Ringbearer's turn end? By day Frodo's step need not be said."""
    flight = _flight(state)
    has_gone = state.phase != "night" or state.has_gone
    return has_gone and (flight.has_gandalf_moved or flight.is_in_rivendell) and not flight.owes_die


def escapes(state: State) -> Iterable[Line]:
    flight = _flight(state)
    yield {"do": "escape", "to": STAY}
    assert flight.deck is not None
    cards = flight.cards_left(flight.deck)
    if cards:
        yield {"do": "new-journey", "rows": DRAW}
    yield {"do": "new-journey", "rows": list(cards or [_some_card(state, flight.deck)])}


def draws(state: State, line: Line) -> Mapping[str, Draw]:
    flight = _flight(state)
    taught = flight.journeys.decks if flight.journeys else {}
    match line:
        case {"do": "set-journey", "rows": "draw", "deck": str(deck)} if taught.get(deck):
            return {"rows": Draw(taught[deck])}
        case {"do": "set-journey", "rows": "draw"} if all(taught.get(deck) for deck in STEPS):
            return {deck: Draw(taught[deck]) for deck in STEPS}
        case {"do": "set-deeds", "tokens": "draw"} if len(flight.tokens_left) >= DEEDS_DRAWN:
            return {"tokens": Draw(flight.tokens_left, DEEDS_DRAWN)}
        case {"do": "new-journey", "rows": "draw"} if flight.deck and flight.cards_left(flight.deck):
            return {"rows": Draw(flight.cards_left(flight.deck))}
        case {"do": "gandalf", "to": "draw"} if flight.leaving == "found" and flight.tokens_left:
            return {"to": Draw(flight.tokens_left)}
        case {"do": "gandalf", "tokens": "draw"} if flight.leaving == "vanishing" and flight.tokens_left:
            return {"tokens": Draw(flight.tokens_left, min(2, len(flight.tokens_left)))}
    return {}


def _journeys(state: State, flight: Flight) -> Iterable[Line]:
    taught = flight.journeys.decks if flight.journeys else {}
    if flight.offered:
        yield {"do": "set-journey", "deck": list(flight.offered)}
        return
    if all(taught.get(deck) for deck in STEPS):
        yield {"do": "set-journey", "rows": DRAW}
    for deck in STEPS:
        cards = taught.get(deck) or (_some_card(state, deck),)
        yield {"do": "set-journey", "rows": list(cards), "deck": deck}


def _leaving(state: State, flight: Flight) -> Iterable[Line]:
    if flight.choice:
        yield {"do": "gandalf", "to": list(flight.choice)}
        return
    left = flight.tokens_left
    if left:
        yield {"do": "gandalf", "to" if flight.leaving == "found" else "tokens": DRAW}
    kept = [each for each, where in flight.deeds.items() if where == "kept"]
    yield {"do": "gandalf", "to": [each for each in left or _places(state) if each not in kept]}


def _some_card(state: State, deck: str) -> str:
    """Stands for a card that only the players can see: points, and an exit at last."""
    exits = state.board.of_kind("exit") if state.board else ()
    return " ".join([POINT] * (STEPS[deck] - 1) + [exits[0] if exits else ANY_EXIT])


def _places(state: State) -> tuple[str, ...]:
    """Locations that are no exits."""
    if state.board is None:
        return NUMBERS
    return tuple(each for each in state.board.locations if not state.is_exit(each)) or NUMBERS


def _anywhere(state: State) -> list[list[str]]:
    return [[number] for number in NUMBERS if not is_closed(state, number)]


def _flight(state: State) -> Flight:
    assert state.flight is not None
    return state.flight

"""What each seat sees of part two. As everywhere, what is not named here stays behind the screen."""

from __future__ import annotations

from companion.core import Json, Track
from companion.games.hunt_for_the_ring.journeys import LIMITS
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import LAST_STEP

MOST_DEEDS = 4
"""Three deed tokens behind the screen, and Gandalf's coming to Rivendell."""

CORRUPTION_CELLS = max(LIMITS.values()) + MOST_DEEDS


def tracks(state: State, *, is_hidden: bool) -> list[Track]:
    """The limits tell which deck the journey card is from: only the Ringbearer knows."""
    assert state.flight is not None
    steps, limit = (None, None) if is_hidden else (state.flight.steps, state.limit)
    return [
        Track("movement", LAST_STEP, state.movement, steps),
        Track("corruption", CORRUPTION_CELLS, min(CORRUPTION_CELLS, state.corruption), limit),
    ]


def on_the_table(state: State) -> Json | None:
    """What part two adds for everyone to see."""
    flight = state.flight
    if flight is None:
        return None
    return {
        "havens": flight.has_havens,
        "letter": None
        if flight.letter is None
        else {"id": flight.letter, "sealed": list(flight.sealed), "broken": list(flight.broken)},
        "gandalf_moved": flight.has_gandalf_moved,
        "gandalf_at": flight.gandalf_at,
        "leaving": flight.leaving,
        "rivendell": flight.is_in_rivendell,
        "deeds": list(flight.done),
        "raised": len(flight.done) + flight.is_in_rivendell,
        "owes_die": flight.owes_die,
        "driven": list(flight.driven),
        "seeking": list(flight.seeking),
        "witch_king": {
            "nazgul": flight.king,
            "die": flight.kings_die,
            "used": flight.is_kings_die_used,
        },
        "grey": None if flight.grey is None else list(flight.grey),
    }


def behind_the_screen(state: State) -> Json:
    """Only the Ringbearer's: Gandalf's travel sheet, the journey card, the deed tokens."""
    flight = state.flight
    if flight is None:
        return {}
    at = flight.rows[min(state.movement, len(flight.rows) - 1)] if flight.rows else None
    return {
        "gandalf": list(flight.gandalf),
        "journey": {
            "deck": flight.deck,
            "rows": list(flight.rows),
            "step": state.movement,
            "at": at,
            "steps": flight.steps,
            "limit": state.limit if flight.deck else None,
            "offered": {deck: card.split() for deck, card in flight.offered.items()},
        },
        "deeds": [{"token": token, "is": where} for token, where in flight.deeds.items()],
        "choice": list(flight.choice),
        "old_allies": list(flight.old_allies),
    }

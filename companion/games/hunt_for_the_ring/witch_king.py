"""The Witch-king: how he comes into play, and what his die does that no other can."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.reading import text
from companion.games.hunt_for_the_ring.riding import ride
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import KINGS_FACES, NAMES, NAZGUL, SEEK
from companion.games.hunt_for_the_ring.wraiths import act, acting

Decided = tuple[Event, ...] | Refusal

KINGS_ABILITY = 5
"""With so many information tokens part two begins with the Witch-king."""


def come(state: State, seat: str, line: Line) -> Decided:
    """By a card he takes the place of the active Nazgûl; by the fifth ability one of the lead player's."""
    assert state.flight is not None
    if state.phase == "set-up" and seat == state.lead and state.flight.king == line.get("nazgul") is not None:
        return ()  # He came by himself, where there was nothing to choose.
    if state.flight.king is not None:
        return Refusal(say("The Witch-king is in play already."))
    because = text(line["because"]) if "because" in line else None
    if "because" in line and because is None:
        return Refusal(say("Name the card."))
    if state.phase == "set-up":
        return _come_at_once(state, seat, line)
    nazgul = acting(state, seat, line)
    return nazgul if isinstance(nazgul, Refusal) else (f.WitchKingCame(nazgul, because),)


def is_awaited(state: State) -> bool:
    """During set-up: the fifth ability is unlocked, and he has no Nazgûl's place yet."""
    is_due = state.flight is not None and state.abilities >= KINGS_ABILITY and state.flight.king is None
    return is_due and state.phase == "set-up" and state.placing is None


def arrived(state: State) -> tuple[Event, ...]:
    """A lead player with one Nazgûl has nothing to choose."""
    mine = state.shares[state.lead]
    return (f.WitchKingCame(mine[0], None),) if is_awaited(state) and len(mine) == 1 else ()


def throws(state: State) -> bool:
    """His die joins the throw in every refresh step in which he is in play."""
    return state.flight is not None and state.flight.king is not None and state.phase == "refresh"


def thrown(state: State, line: Line) -> Decided:
    face = line.get("witch-king")
    if not throws(state):
        if face is not None:
            return Refusal(say("The Witch-king's die is not thrown now."))
        return ()
    if not isinstance(face, str) or face not in KINGS_FACES:
        return Refusal(
            say(
                "Throw the Witch-king's die too and say what it shows: {faces}.", faces=", ".join(KINGS_FACES)
            )
        )
    return (f.KingsDieRolled(face),)


def seek(state: State, seat: str, line: Line) -> Decided:
    """All Nazgûl may ride one step, the active one first, then the others from the lead player on."""
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    spent = act(state, nazgul, line.get("die", SEEK), SEEK)
    if isinstance(spent, Refusal):
        return spent
    others = (each for wraith in state.in_order for each in state.shares[wraith] if each != nazgul)
    return (*spent, f.Sought((nazgul, *others)))


def ride_seeking(state: State, seat: str, line: Line) -> Decided:
    nazgul = _seeking(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    by = line.get("by")
    if isinstance(by, list) and len(by) > 1:
        return Refusal(say("When all seek, each Nazgûl takes one step."))
    way = ride(state, nazgul, by, steps=1)
    if isinstance(way, Refusal):
        return way
    return e.Rode(nazgul, way, True), f.SeekPassed(nazgul)


def pass_seeking(state: State, seat: str, line: Line) -> Decided:
    nazgul = _seeking(state, seat, line)
    return nazgul if isinstance(nazgul, Refusal) else (f.SeekPassed(nazgul),)


def _come_at_once(state: State, seat: str, line: Line) -> Decided:
    if not is_awaited(state):
        return Refusal(
            say("The Witch-king is there from the start with five information tokens, when all Nazgûl stand.")
        )
    if seat != state.lead:
        return Refusal(
            say("The Witch-king takes the place of a Nazgûl of {wraith}'s.", wraith=NAMES[state.lead])
        )
    nazgul = line.get("nazgul")
    if not isinstance(nazgul, str) or nazgul not in state.shares[seat]:
        return Refusal(say("Say whose place the Witch-king takes: one of your Nazgûl."))
    return (f.WitchKingCame(nazgul, None),)


def _seeking(state: State, seat: str, line: Line) -> str | Refusal:
    assert state.flight is not None
    nazgul = state.flight.seeking[0]
    if state.owner(nazgul) != seat:
        return Refusal(
            say(
                "It is {wraith}'s turn: the Nazgûl is {nazgul}.",
                wraith=NAMES[state.owner(nazgul)],
                nazgul=NAMES[nazgul],
            )
        )
    wanted = line.get("nazgul", nazgul)
    if wanted not in NAZGUL:
        return Refusal(say("The Nazgûl are green, blue, red and purple."))
    if wanted != nazgul:
        return Refusal(say("Now it is the turn of this Nazgûl: {nazgul}.", nazgul=NAMES[nazgul]))
    return nazgul

"""What the Ringbearer writes behind the screen, entry by entry, and when everyone may see all of it.

The table commits to each entry in public while the game runs (`companion.core.proof`). A commitment is seen
at once, so an event belongs here only if everyone learns that it happened: each is a deed of its own.
"""

from __future__ import annotations

from companion.core import Event, Json, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import DEEDS_DRAWN, RINGBEARER

Decided = tuple[Event, ...] | Refusal

ENTRIES: dict[type[Event], tuple[str, str]] = {
    e.StartSet: ("start", "at"),
    e.InformationDrawn: ("information", "tokens"),
    e.Noted: ("cell", "entry"),
    f.JourneyChosen: ("journey", "rows"),
    f.JourneyChanged: ("journey", "rows"),
    f.DeedsDrawn: ("deeds", "tokens"),
    f.GandalfStarted: ("gandalf", "at"),
    f.GandalfMoved: ("gandalf", "to"),
}
"""For each event that writes something hidden: what it is, and the field that holds it."""


def hidden(state: State, event: Event) -> Json | None:
    if type(event) not in ENTRIES:
        return None
    what, name = ENTRIES[type(event)]
    value = getattr(event, name)
    return {
        "what": what,
        "value": list(value) if isinstance(value, tuple) else value,
        "day": state.day,
        "phase": state.phase,
    }


def shown(state: State) -> Json | None:
    return _written(state) if state.is_shown else None


def is_all_over(state: State) -> bool:
    """Is the whole campaign at its end? Then nothing on the sheet can help anyone any more."""
    return state.result in ("corrupted", "rivendell")


def shown_at_the_end(state: State, seat: str) -> tuple[Event, ...]:
    """The sheet is shown when all is over, if the Ringbearer's own deed brought that about.

    If a wraith's card did, the Ringbearer shows it: else a wraith could enter a card, look, and take it back.
    """
    return (e.SheetShown(),) if seat == RINGBEARER and is_all_over(state) and not state.is_shown else ()


def show_sheet(state: State, seat: str, line: Line) -> Decided:
    """The sheet is the Ringbearer's to show, also when a part two may follow."""
    if state.result is None:
        return Refusal(say("The travel sheet is shown when the game is over."))
    if state.is_shown:
        return Refusal(say("The travel sheet is shown already."))
    return (e.SheetShown(),)


def _written(state: State) -> Json:
    """Everything that was written behind the screen at this table, part one's sheet before part two's."""
    flight = state.flight
    if flight is None:
        return {
            "start": list(state.sheet[:1]),
            "information": [list(state.information)] if state.information else [],
            "cell": list(state.sheet[1:]),
        }
    return {
        **(_written(state.before) if state.before else {}),
        "journey": [list(rows) for rows in flight.used],
        "deeds": [list(flight.deeds)[:DEEDS_DRAWN]] if flight.deeds else [],
        "gandalf": list(flight.gandalf),
    }

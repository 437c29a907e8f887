"""What to do next in part two, said to each seat; made of nothing that the seat could not see."""

from __future__ import annotations

from companion.core import Json, Sentence, say, say_many
from companion.games.hunt_for_the_ring import setting_out, witch_king
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import NAMES, RINGBEARER


def set_up_steps(state: State) -> list[Json]:
    """The rulebook's set-up of part two in its order, in our words. `done` is null for what nobody enters."""
    flight = _flight(state)
    lead = NAMES[state.lead]
    steps: list[tuple[str, Sentence, bool | None]] = [
        (
            "table",
            say("Lay the map in the middle, part two up, and fetch what was put away for part two."),
            None,
        ),
        (RINGBEARER, say("Put up the screen. This phone is Gandalf's travel sheet."), None),
        (
            RINGBEARER,
            say(
                "Lay out the companion cards as they are shown here. Strider joins, and Merry if he has not."
            ),
            None,
        ),
        (
            RINGBEARER,
            say(
                "Fellowship tokens: {tokens} on Frodo's card, {supply} beside you.",
                tokens=state.fellowship,
                supply=state.supply - state.fellowship,
            ),
            None,
        ),
        (
            RINGBEARER,
            say("Draw a journey card of each deck, choose one in secret, and show nobody which deck it is."),
            bool(flight.rows),
        ),
        (
            RINGBEARER,
            say_many(
                "Shuffle the ally cards of part two. Discard your old ally card and draw one.",
                "Shuffle the ally cards of part two. Discard your old ally cards and draw {count}.",
                state.hand(RINGBEARER).count,
            ),
            None,
        ),
        (
            RINGBEARER,
            say(
                "Markers: the phase marker on the first day, Ring up; Frodo on 0; corruption on {value}.",
                value=state.corruption,
            ),
            None,
        ),
        (
            RINGBEARER,
            say("Draw four deed tokens, look at them in secret, and choose the one where Gandalf starts."),
            bool(flight.gandalf),
        ),
        ("wraiths", _share_step(state), None),
        ("wraiths", _sorcery_step(state), None),
        (
            "wraiths",
            say(
                "Put the three grey corruption tokens into the bag. What was discarded in part one stays out."
            ),
            None,
        ),
        (
            "wraiths",
            say("{lead} has the lead token and places first. Two Nazgûl begin at each start.", lead=lead),
            state.placing is None,
        ),
    ]
    if state.abilities >= witch_king.KINGS_ABILITY:
        steps.append(
            (
                "wraiths",
                say("The Witch-king takes the place of a Nazgûl of {lead}'s.", lead=lead),
                flight.king is not None,
            )
        )
    steps += [
        ("wraiths", say("{lead} throws the six action dice.", lead=lead), bool(state.dice)),
        (RINGBEARER, say("Take a fellowship token onto Frodo's card for each shadow."), bool(state.dice)),
    ]
    return [{"side": side, "text": text.to_json(), "done": done} for side, text, done in steps]


def set_up(state: State, seat: str) -> Sentence | None:
    """None where it is as in part one."""
    flight = _flight(state)
    if seat == RINGBEARER:
        if not flight.rows:
            if flight.offered:
                return say("Choose one of the two journey cards.")
            return say("Draw a journey card of each deck and enter the one that you choose.")
        if not flight.gandalf:
            if flight.deeds:
                return say("Choose the deed token where Gandalf starts.")
            return say("Draw four deed tokens and enter their numbers.")
        return None
    if witch_king.is_awaited(state):
        if seat == state.lead:
            return say("Choose the Nazgûl whose place the Witch-king takes.")
        return say("{wraith} chooses whose place the Witch-king takes.", wraith=NAMES[state.lead])
    if state.placing is None and state.dice and not setting_out.is_set(state):
        return say("The Ringbearer chooses in secret: journey card and deed tokens.")
    return None


def course(state: State, seat: str) -> Sentence | None:
    """While a day is on; None where it is as in part one."""
    flight = _flight(state)
    if flight.leaving is not None:
        return _leaving(flight, seat)
    if flight.seeking:
        return _seeking(state, flight, seat)
    meeting = state.encounter
    if meeting is not None and meeting.rose_by is not None:
        if seat == RINGBEARER:
            return say("Escape along your journey card, or draw a new one of the same deck.")
        return say("The Ringbearer says whether Frodo keeps his journey card.")
    if state.step == "ringbearer" and seat == RINGBEARER:
        return _own_turn(state, flight)
    return None


def end(state: State) -> Sentence:
    if state.result == "rivendell":
        return say("Frodo has reached Rivendell. The Ringbearer wins.")
    return say("The Ring has taken hold of Frodo. The Nazgûl win.")


def _own_turn(state: State, flight: Flight) -> Sentence:
    has_gone = state.has_moved or state.has_rested
    if flight.owes_die:
        return say("Drive the Nazgûl away and choose the die that Gandalf takes out of the pool.")
    if not has_gone and state.phase == "night":
        return say("Night: let Frodo go on for one corruption, or rest. Gandalf moves too.")
    if not (flight.has_gandalf_moved or flight.is_in_rivendell):
        return say("Frodo goes on along his card. Move Gandalf to a connected location.")
    return say("Play a card, draw an ally, or end your turn.")


def _leaving(flight: Flight, seat: str) -> Sentence:
    if seat != RINGBEARER:
        if flight.leaving == "found":
            return say("Gandalf was found and flees in secret.")
        return say("Gandalf vanishes again in secret.")
    if flight.leaving == "found":
        return say("Gandalf flees: draw a deed token and enter its number.")
    return say("Gandalf vanishes: draw two deed tokens and choose one.")


def _seeking(state: State, flight: Flight, seat: str) -> Sentence:
    nazgul = flight.seeking[0]
    if state.owner(nazgul) == seat:
        return say("All Nazgûl seek: one step with this one, or pass: {nazgul}.", nazgul=NAMES[nazgul])
    return say("All Nazgûl seek. Now: {nazgul}.", nazgul=NAMES[nazgul])


def _share_step(state: State) -> Sentence:
    if len(state.shares) == 1:
        return say("You move all four Nazgûl, always in the order in which you place them.")
    return say("Share out the Nazgûl. Who moves several moves them in the order of placing them.")


def _sorcery_step(state: State) -> Sentence:
    if len(state.shares) == 1:
        return say("Take up your sorcery cards, the sorcery deck and its discard pile as they were.")
    return say(
        "Take up your sorcery cards; you may share them out anew, as evenly as can be. Deck as it was."
    )


def _flight(state: State) -> Flight:
    assert state.flight is not None
    return state.flight

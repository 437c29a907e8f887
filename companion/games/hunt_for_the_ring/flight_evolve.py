"""What each event of part two changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core import Event
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.journeys import LIMITS
from companion.games.hunt_for_the_ring.starting import gone_on
from companion.games.hunt_for_the_ring.state import Answer, Effect, Hand, State
from companion.games.hunt_for_the_ring.words import KINGS_DIE, RINGBEARER, SIDES


def evolve(state: State, event: Event) -> State | None:
    """The state after an event of part two; None for any other event."""
    match event:
        case f.LetterMade(words):
            return replace(state, letter={**state.letter, **dict(words)})
        case f.PartTwoBegan():
            return gone_on(state, event)
    for part in (_set_up, _frodo, _gandalf, _witch_king):
        after = part(state, event)
        if after is not None:
            return after
    return None


def flown(state: State, **changes: Any) -> State:
    assert state.flight is not None
    return replace(state, flight=replace(state.flight, **changes))


def _set_up(state: State, event: Event) -> State | None:
    flight = state.flight
    match event:
        case f.LetterOpened():
            assert flight is not None
            return _letter_opened(state, flight, event)
        case f.JourneysOffered(short, long):
            return flown(state, offered={"short": short, "long": long})
        case f.JourneyChosen(deck, rows):
            chosen = flown(state, deck=deck, rows=rows, offered={}, used=(rows,))
            return replace(chosen, limit=LIMITS[deck])
        case f.DeedsDrawn(tokens):
            return flown(state, deeds=dict.fromkeys(tokens, "kept"))
        case f.GandalfStarted(at):
            assert flight is not None
            return flown(state, deeds={**flight.deeds, at: "start"}, gandalf=(at,))
        case f.SorceryShared(cards):
            hands = {**state.hands, **{seat: Hand(count) for seat, count in cards}}
            return replace(flown(state, is_shared=True), hands=hands)
    return None


def _letter_opened(state: State, flight: Flight, event: f.LetterOpened) -> State:
    """Names of cards, where nobody has told others since. The old ally cards are only remembered."""
    broken = {*flight.broken, *([event.side] if event.is_broken else [])}
    told = dict(event.hands)
    after = flown(
        state,
        sealed=tuple(side for side in flight.sealed if side != event.side),
        broken=tuple(side for side in SIDES if side in broken),
        old_allies=told.get(RINGBEARER, flight.old_allies),
    )
    if state.phase != "set-up" or flight.is_shared:
        return after
    named = {
        seat: Hand(hand.count, told[seat][: hand.count])
        for seat, hand in state.hands.items()
        if seat in told and seat != RINGBEARER and not hand.cards
    }
    pile = event.discard or state.sorcery_discard
    return replace(after, hands={**state.hands, **named}, sorcery_discard=pile)


def _frodo(state: State, event: Event) -> State | None:
    flight = state.flight
    match event:
        case f.Marched(card):
            shown = Effect(RINGBEARER, "play", card) if card else state.effect
            has_moved = state.has_moved or card is None
            return replace(state, shift=state.shift + 1, has_moved=has_moved, effect=shown)
        case f.FlightAnswered():
            return _answered(state, event)
        case f.JourneyKept():
            return _escaped(state)
        case f.JourneyChanged(rows):
            assert flight is not None
            changed = flown(_escaped(state), rows=rows, used=(*flight.used, rows))
            return replace(changed, shift=max(0, state.shift - 1), trail={})
    return None


def _gandalf(state: State, event: Event) -> State | None:
    flight = state.flight
    match event:
        case f.GandalfMoved(to):
            assert flight is not None
            return _gandalf_moved(state, flight, to)
        case f.TokensOffered(tokens):
            return flown(state, choice=tokens)
        case f.GandalfAppeared(at):
            there = tuple(each for each, spot in state.stands.items() if spot == at)
            paid = replace(state, supply=state.supply - 1, fellowship=state.fellowship - 1)
            return flown(paid, gandalf_at=at, owes_die=True, driven=there)
        case f.DieTaken(face):
            after = flown(state, owes_die=False)
            if face is None:
                return after
            left = list(state.dice)
            left.remove(face)
            return replace(after, dice=tuple(left), used=(*state.used, face))
        case f.Driven(nazgul, by):
            assert flight is not None
            moved = replace(state, stands={**state.stands, nazgul: by[-1]})
            return flown(moved, driven=tuple(each for each in flight.driven if each != nazgul))
        case f.GandalfVanishes():
            return flown(state, gandalf_at=None, leaving="vanishing")
        case f.DeedDone(token):
            assert flight is not None
            done = flown(state, deeds={**flight.deeds, token: "done"}, done=(*flight.done, token))
            return replace(done, limit=state.limit + 1)
        case f.RivendellReached():
            return replace(flown(state, is_in_rivendell=True), limit=state.limit + 1)
    return None


def _witch_king(state: State, event: Event) -> State | None:
    flight = state.flight
    match event:
        case f.WitchKingCame(nazgul, because):
            owner = state.owner(nazgul)
            shown = Effect(owner, "witch-king", because, nazgul)
            return replace(flown(state, king=nazgul), effect=shown)
        case f.WitchKingJoined(nazgul):
            assert state.encounter is not None
            meeting = replace(state.encounter, nazgul=(*state.encounter.nazgul, nazgul))
            return replace(state, encounter=meeting)
        case f.WitchKingLeft():
            return flown(state, king=None)
        case f.KingsDieRolled(face):
            return flown(state, kings_die=face, is_kings_die_used=False)
        case f.Sought(nazgul):
            return flown(state, seeking=nazgul)
        case f.SeekPassed(nazgul):
            assert flight is not None
            return flown(state, seeking=tuple(each for each in flight.seeking if each != nazgul))
    return None


def spent(state: State, dice: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """The Witch-king's die among these is used; the others are ordinary ones."""
    if KINGS_DIE not in dice:
        return state, dice
    return flown(state, is_kings_die_used=True), tuple(die for die in dice if die != KINGS_DIE)


def day_over(state: State) -> State:
    """The Witch-king's die is thrown with the others, or leaves if he is gone."""
    return flown(state, kings_die=None, is_kings_die_used=False) if state.flight else state


def begun(state: State) -> State:
    """A phase begins: Gandalf has not moved yet."""
    return flown(state, has_gandalf_moved=False) if state.flight else state


def turn_over(state: State) -> State:
    """The Ringbearer's turn is over: nobody is driven any more."""
    return flown(state, driven=()) if state.flight else state


def _gandalf_moved(state: State, flight: Flight, to: str) -> State:
    noted = (*flight.gandalf, to)
    if flight.leaving is None:
        return flown(state, gandalf=noted, has_gandalf_moved=True)
    # The token that said where is out of the game; the other one, if there were two, goes back.
    deeds = {**flight.deeds, to: "away"} if flight.deeds.get(to) != "kept" else flight.deeds
    return flown(state, gandalf=noted, deeds=deeds, leaving=None, choice=())


def _answered(state: State, event: f.FlightAnswered) -> State:
    asked = state.question
    assert asked is not None
    given = Answer(
        asked,
        event.answer,
        event.by,
        (state.day, state.phase),
        event.is_here,
        is_gandalf=event.is_gandalf,
        who=event.who,
    )
    after = replace(state, question=None, answer=given)
    if event.is_trail:
        side = "eye" if asked.to == "search" else "sword"
        after = replace(after, trail={**state.trail, asked.at: side})
    if event.is_gandalf:
        after = flown(after, leaving="found")
    return replace(after, found_at=asked.at) if event.is_here else after


def _escaped(state: State) -> State:
    """The escape ends the encounter, and with it the wraiths' part of the phase."""
    return replace(state, step="wraiths", encounter=None)

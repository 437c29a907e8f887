"""What follows from a line: who may say it, what it does, and what then happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import (
    answering,
    effects,
    encounters,
    hiding,
    letter,
    ringbearer,
    setting_up,
    starting,
    wraiths,
)
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.evolve import evolve, fold
from companion.games.hunt_for_the_ring.reading import check_words
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import HAND_LIMIT, LAST_STEP, RINGBEARER

Decided = tuple[Event, ...] | Refusal

WITH_A_FULL_HAND = frozenset({"discard", "hold", "answer", "adjust", "place", "remove", "cancel"})
"""What may be done with more than five cards in hand, before one is discarded."""


def decide(state: State, seat: str, line: Line) -> Decided:
    wrong = check_words(seat, line)
    if wrong is not None:
        return Refusal(wrong)
    do = line["do"]
    if do == "show-sheet":
        return hiding.show_sheet(state, seat, line)
    if do == "letter":
        return letter.make(state, seat, line)
    if do == "go-on":
        return starting.go_on(state, seat, line)
    if state.phase == "over":
        return Refusal(say("Part one is over.") if state.part == 1 else say("The hunt is over."))
    if state.hand(seat).count > HAND_LIMIT and do not in WITH_A_FULL_HAND:
        return Refusal(say("You hold more than five cards: discard first."))
    passed_on = _passed_on(state, seat, line)
    now = fold(state, passed_on)
    events = _deed(seat, line)(now, seat, line)
    if isinstance(events, Refusal):
        return events
    events = (*passed_on, *events, *_consequences(fold(now, events)))
    return (*events, *hiding.shown_at_the_end(fold(state, events), seat))


def _passed_on(state: State, seat: str, line: Line) -> tuple[Event, ...]:
    """To act with one's next Nazgûl ends the turn of the one before, if that has done something."""
    has_done = state.rode_from is not None or state.has_acted
    if state.active is None or state.question or not has_done or len(state.queue) == 1:
        return ()
    mine = state.shares.get(seat, ())
    is_next = line.get("nazgul") == state.queue[1]
    return (e.NazgulEnded(state.active),) if is_next and set(state.queue[:2]) <= set(mine) else ()


def _deed(seat: str, line: Line) -> Callable[[State, str, Line], Decided]:
    do: str = line["do"]
    if do == "place" and "nazgul" in line:
        return setting_up.place_nazgul
    if do == "move" and "what" not in line:
        return ringbearer.move
    if do == "end-turn":
        return ringbearer.end_turn if seat == RINGBEARER else wraiths.end_turn
    return _DEEDS[do]


_DEEDS: Mapping[str, Callable[[State, str, Line], Decided]] = {
    "set-start": setting_up.set_start,
    "set-information": setting_up.set_information,
    "lead": setting_up.choose_lead,
    "roll": setting_up.roll,
    "rest": ringbearer.rest,
    "draw-ally": ringbearer.draw_ally,
    "play-ally": ringbearer.play_ally,
    "flip": ringbearer.flip,
    "answer": answering.answer,
    "draw-tokens": encounters.draw_tokens,
    "cancel-token": encounters.cancel_token,
    "take-tokens": encounters.take_tokens,
    "escape": encounters.escape,
    "ride": wraiths.ride_out,
    "search": wraiths.search,
    "perceive": wraiths.perceive,
    "hunt": wraiths.hunt,
    "draw-sorcery": wraiths.draw_sorcery,
    "play-sorcery": wraiths.play_sorcery,
    "remove-ally": wraiths.remove_ally,
    "ability": wraiths.ability,
    "move": effects.move,
    "place": effects.place,
    "remove": effects.remove,
    "adjust": effects.adjust,
    "cancel": effects.cancel,
    "hold": effects.hold,
    "discard": effects.discard,
}


def _consequences(state: State) -> tuple[Event, ...]:
    """All that follows by itself, until someone has to choose."""
    events: tuple[Event, ...] = ()
    while following := _follows(state):
        events += following
        state = fold(state, following)
    return events


def _follows(state: State) -> tuple[Event, ...]:
    if state.phase == "over":
        return ()
    if state.phase == "set-up":
        is_ready = state.sheet and state.is_information_done and state.placing is None and state.dice
        return (e.DayBegan(),) if is_ready else ()
    if state.corruption >= state.limit:
        return (e.PartEnded("corrupted"),)
    if len(state.sheet) > 1 and state.is_exit(state.sheet[-1]):
        return (e.PartEnded("bree"),)
    if state.movement >= LAST_STEP and state.step != "rescue":
        return (encounters.rescue_began(state),)
    if state.encounter is not None:
        return encounters.settled(state)
    if state.phase == "refresh":
        if state.step == "":
            return (e.Refreshed(),)
        return (e.DayBegan(),) if state.dice else ()
    if state.question is not None:
        known = answering.truth(state, state.question)
        is_auto = state.answers == "auto" and known.answer is not None
        return (known.told(),) if is_auto else ()
    if state.step == "wraiths" and not state.queue:
        return (encounters.began(state, state.found_at),) if state.found_at else (e.PhaseEnded(),)
    return ()


__all__ = ["decide", "evolve", "fold"]

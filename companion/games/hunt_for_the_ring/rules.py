"""What follows from a line: who may say it, what it does, and what then happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import (
    answering,
    effects,
    encounters,
    gandalf,
    hiding,
    journeying,
    letter,
    ringbearer,
    setting_out,
    setting_up,
    starting,
    witch_king,
    wraiths,
)
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
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
    if do == "open-letter":
        return letter.open_part(state, seat, line)
    if do == "go-on":
        return starting.go_on(state, seat, line)
    if state.is_part_one_won and _sets_out(line):
        return _going_on(state, seat, line)
    if state.phase == "over":
        return Refusal(say("Part one is over.") if state.part == 1 else say("The hunt is over."))
    if state.hand(seat).count > HAND_LIMIT and do not in WITH_A_FULL_HAND:
        return Refusal(say("You hold more than five cards: discard first."))
    deed = _deed(state, seat, line)
    if deed is None:
        return Refusal(
            say("That belongs to part two.") if state.part == 1 else say("That belongs to part one.")
        )
    passed_on = _passed_on(state, seat, line)
    now = fold(state, passed_on)
    events = deed(now, seat, line)
    if isinstance(events, Refusal):
        return events
    events = (*passed_on, *events, *_consequences(fold(now, events)))
    return (*events, *hiding.shown_at_the_end(fold(state, events), seat))


def _sets_out(line: Line) -> bool:
    """Is this a word of part two's set-up? Said after part one, it goes straight on."""
    return line["do"] in ("set-journey", "set-deeds", "lead") or (line["do"] == "place" and "nazgul" in line)


def _going_on(state: State, seat: str, line: Line) -> Decided:
    begun = starting.go_on(state, seat, {"do": "go-on"})
    assert not isinstance(begun, Refusal), "part one is won, and nothing is chosen that could be wrong"
    events = decide(fold(state, begun), seat, line)
    return events if isinstance(events, Refusal) else (*begun, *events)


def _passed_on(state: State, seat: str, line: Line) -> tuple[Event, ...]:
    """To act with one's next Nazgûl ends the turn of the one before, if that has done something."""
    has_done = state.rode_from is not None or state.has_acted
    if state.active is None or state.is_waiting or not has_done or len(state.queue) == 1:
        return ()
    mine = state.shares.get(seat, ())
    is_next = line.get("nazgul") == state.queue[1]
    return (e.NazgulEnded(state.active),) if is_next and set(state.queue[:2]) <= set(mine) else ()


Deed = Callable[[State, str, Line], Decided]


def _deed(state: State, seat: str, line: Line) -> Deed | None:
    """What a word does in this part; None, if it belongs to the other one."""
    do: str = line["do"]
    if do == "place" and "nazgul" in line:
        return setting_up.place_nazgul
    if do == "end-turn" and seat != RINGBEARER:
        return witch_king.pass_seeking if state.flight and state.flight.seeking else wraiths.end_turn
    if do == "ride" and state.flight and state.flight.seeking:
        return witch_king.ride_seeking
    if do == "move" and "what" in line:
        return effects.move
    return {**_DEEDS, **(_PART_ONE if state.part == 1 else _PART_TWO)}.get(do)


_PART_ONE: Mapping[str, Deed] = {
    "set-start": setting_up.set_start,
    "set-information": setting_up.set_information,
    "move": ringbearer.move,
    "end-turn": ringbearer.end_turn,
    "escape": encounters.escape,
}
_PART_TWO: Mapping[str, Deed] = {
    "set-journey": setting_out.set_journey,
    "set-deeds": setting_out.set_deeds,
    "share-sorcery": setting_out.share_sorcery,
    "move": journeying.march,
    "end-turn": journeying.end_turn,
    "escape": journeying.escape,
    "new-journey": journeying.new_journey,
    "gandalf": gandalf.move,
    "appear": gandalf.appear,
    "drive": gandalf.drive,
    "deed": gandalf.deed,
    "rivendell": gandalf.rivendell,
    "witch-king": witch_king.come,
    "seek": witch_king.seek,
}
_DEEDS: Mapping[str, Deed] = {
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
    "ride": wraiths.ride_out,
    "search": wraiths.search,
    "perceive": wraiths.perceive,
    "hunt": wraiths.hunt,
    "draw-sorcery": wraiths.draw_sorcery,
    "play-sorcery": wraiths.play_sorcery,
    "remove-ally": wraiths.remove_ally,
    "ability": wraiths.ability,
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
        return witch_king.arrived(state) or ((e.DayBegan(),) if _is_set_up(state) else ())
    if state.corruption >= state.limit:
        return (e.PartEnded("corrupted"),)
    ended = _arrived(state) if state.flight is None else _fled(state)
    if ended:
        return ended
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
    if state.step == "wraiths" and not state.queue and not state.is_waiting:
        if state.flight and state.flight.gandalf_at:
            return (f.GandalfVanishes(),)
        return (encounters.began(state, state.found_at),) if state.found_at else (e.PhaseEnded(),)
    return ()


def _is_set_up(state: State) -> bool:
    is_hidden = setting_out.is_set(state) if state.flight else bool(state.sheet) and state.is_information_done
    return is_hidden and state.placing is None and bool(state.dice)


def _arrived(state: State) -> tuple[Event, ...]:
    """Part one: an exit, or the last step of the movement track."""
    if len(state.sheet) > 1 and state.is_exit(state.sheet[-1]):
        return (e.PartEnded("bree"),)
    if state.movement >= LAST_STEP and state.step != "rescue":
        return (encounters.rescue_began(state),)
    return ()


def _fled(state: State) -> tuple[Event, ...]:
    """Part two: the last row of the journey card."""
    return (e.PartEnded("rivendell"),) if journeying.is_over(state) else ()


__all__ = ["decide", "evolve", "fold"]

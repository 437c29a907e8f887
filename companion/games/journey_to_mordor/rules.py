"""The rules: what follows from an action, and what an event changes.

Where the rulebook is silent, `docs/journey-to-mordor.md` says what we chose.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from companion.core import Event, Line, Refusal, Sentence, say
from companion.games.journey_to_mordor.actions import Action, Apply, Keep, Reroll, Roll, read
from companion.games.journey_to_mordor.events import (
    GameEnded,
    Halved,
    Kept,
    Marked,
    Rolled,
    Showing,
    Spent,
    TakenUp,
    TurnEnded,
    Walked,
)
from companion.games.journey_to_mordor.state import State, Throw
from companion.games.journey_to_mordor.words import DICE, NAMES, PLACES


def decide(state: State, seat: str, line: Line) -> tuple[Event, ...] | Refusal:
    action = read(line)
    if isinstance(action, Refusal):
        return action
    if state.phase == "over":
        return Refusal(say("The game is over."))
    if seat != state.active:
        return Refusal(say("It is {hobbit}'s turn.", hobbit=NAMES[state.active]))
    return _decide(state, action)


def evolve(state: State, event: Event) -> State:
    match event:
        case Rolled(dice):
            fresh = replace(state, effects=(), effects_of="") if not state.kept else state
            thrown = Throw(state.active, dice)
            return replace(fresh, phase="keep", throw=dice, last_throw=thrown)
        case TakenUp():
            return replace(state, phase="roll", throw=(), is_rethrown=True)
        case Kept(dice):
            return _set_aside(state, dice)
        case Walked(die):
            walked = state.with_pad(state.active, state.pad(state.active).walked())
            return _applied(walked, die, event)
        case Marked(die, hobbit):
            return _applied(state.with_pad(hobbit, state.pad(hobbit).marked()), die, event)
        case Halved(die, cell):
            halved = state.with_pad(state.active, state.pad(state.active).halved(cell))
            return _applied(halved, die, event)
        case Spent(die, _):
            return _applied(state, die, event)
        case TurnEnded(to, new_round):
            return State(
                state.hobbits,
                state.pads,
                state.is_advanced,
                active=to,
                began_at=PLACES[state.pad(to).steps],
                round=state.round + new_round,
                effects=state.effects,
                effects_of=state.effects_of,
                last_throw=state.last_throw,
            )
        case GameEnded(winners):
            return replace(state, phase="over", winners=winners)
    raise TypeError(f"no such event on the way to Mordor: {event!r}")


def forbids_keeping(state: State, dice: tuple[str, ...]) -> Sentence | None:
    """Why these dice of the throw cannot be kept together, if they cannot."""
    throw = dict(state.throw)
    if any(die not in throw for die in dice):
        return say("You can keep only dice of this throw.")
    if not dice:
        return say("Keep at least one die.")
    faces = [throw[die] for die in dice]
    if "nazgul" in throw.values() and "nazgul" not in faces:
        return say("A Nazgûl was thrown: you must keep one.")
    if len(set(faces)) < len(faces) and state.meets != "rivendell":
        return say("Of one throw you can keep only one die with the same face.")
    return None


def forbids_halving(state: State, cell: int | None) -> Sentence | None:
    """Why Gandalf cannot halve this cell of the active hobbit's Nazgûl path, if he cannot."""
    pad = state.pad(state.active)
    if state.meets == "moria":
        return say("In Moria the Balrog holds Gandalf: he does nothing this turn.")
    if cell is None:
        return say("Say which cell Gandalf halves.")
    if not 1 <= cell <= len(pad.cells):
        return say("The Nazgûl path has the cells 1 to {last}.", last=len(pad.cells))
    if "x" in pad.cells[cell - 1]:
        return say("Gandalf halves only an empty cell.")
    if cell not in pad.halvable:
        return say("This cell is halved already.")
    return None


def rings_are_stopped(state: State) -> bool:
    """More orcs than warriors, each counted as the place says."""
    orcs = state.kept_count("orc") * (2 if state.meets == "helms-deep" else 1)
    warriors = state.kept_count("warrior") * (2 if state.meets == "lothlorien" else 1)
    return orcs > warriors


def prey(state: State, die: str) -> str | None:
    """The hobbit on whom a kept Nazgûl of this die acts; none when Éowyn stands in its way."""
    if state.meets == "minas-tirith":
        return state.active
    hobbit = state.owner(die) or state.active
    return None if hobbit == state.active and state.meets == "gondor" else hobbit


def effect(state: State, showing: Showing) -> Event:
    """What a kept die does when it is applied; Gandalf, who needs a cell, lapses."""
    die, face = showing
    if face == "ring":
        idle = _idle_ring(state)
        return Spent(die, idle) if idle else Walked(die)
    if face == "nazgul":
        hobbit = prey(state, die)
        if hobbit is None:
            return Spent(die, "eowyn")
        return Spent(die, "full") if state.pad(hobbit).is_out else Marked(die, hobbit)
    return Spent(die, {"gandalf": "lapsed"}.get(face, face))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(evolve, events, state)


def _decide(state: State, action: Action) -> tuple[Event, ...] | Refusal:
    if isinstance(action, Roll):
        return _roll(state, action.dice)
    if isinstance(action, Reroll):
        return _reroll(state, action.dice)
    if isinstance(action, Keep):
        if state.phase != "keep":
            return Refusal(_first(state))
        why_not = forbids_keeping(state, action.dice)
        return Refusal(why_not) if why_not else (Kept(action.dice),)
    if state.phase != "apply":
        return Refusal(_first(state))
    if isinstance(action, Apply):
        return _apply(state, action)
    return _end(state)


def _roll(state: State, dice: tuple[Showing, ...]) -> tuple[Event, ...] | Refusal:
    if state.phase != "roll":
        return Refusal(_first(state))
    if {die for die, _ in dice} != set(state.hand):
        return Refusal(say("Throw exactly these dice: {dice}.", dice=listed(state.hand)))
    return (Rolled(dice),)


def _reroll(state: State, dice: tuple[Showing, ...] | None) -> tuple[Event, ...] | Refusal:
    if state.meets != "rohan":
        return Refusal(say("Only a turn that began in Rohan lets you throw the same dice again."))
    if state.phase != "keep":
        return Refusal(_first(state))
    if state.is_rethrown:
        return Refusal(say("Éomer lets you throw the same dice again only once."))
    if dice is None:
        return (TakenUp(),)
    again = _roll(evolve(state, TakenUp()), dice)
    return again if isinstance(again, Refusal) else (TakenUp(), *again)


def _apply(state: State, action: Apply) -> tuple[Event, ...] | Refusal:
    face = dict(state.kept).get(action.die)
    if face is None:
        return Refusal(say("You did not keep that die."))
    if action.die in state.applied:
        return Refusal(say("That die is applied already."))
    if face == "gandalf":
        why_not = forbids_halving(state, action.cell)
        return Refusal(why_not) if why_not else (Halved(action.die, action.cell or 0),)
    if action.cell is not None:
        return Refusal(say("Only Gandalf takes a cell."))
    return (effect(state, (action.die, face)),)


def _end(state: State) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for showing in state.left:
        events += (effect(fold(state, events), showing),)
    return (*events, _what_follows(fold(state, events)))


def _what_follows(state: State) -> Event:
    """The next hobbit in the round, the next round, or the end."""
    if not state.playing:
        return GameEnded(())
    later = state.hobbits[state.hobbits.index(state.active) + 1 :]
    following = next((hobbit for hobbit in later if hobbit in state.playing), None)
    if following is not None:
        return TurnEnded(following, new_round=False)
    arrived = [hobbit for hobbit in state.playing if state.pad(hobbit).is_in_mordor]
    if not arrived:
        return TurnEnded(state.playing[0], new_round=True)
    most = max(state.pad(hobbit).empty for hobbit in arrived)
    return GameEnded(tuple(hobbit for hobbit in arrived if state.pad(hobbit).empty == most))


def _set_aside(state: State, dice: tuple[str, ...]) -> State:
    throw = dict(state.throw)
    kept = (*state.kept, *((die, throw[die]) for die in dice))
    hand = tuple(die for die in DICE if die in throw and die not in dice)
    is_done = not hand or "tree" in {face for _, face in kept}
    return replace(
        state,
        phase="apply" if is_done else "roll",
        hand=() if is_done else hand,
        throw=(),
        kept=kept,
        is_rethrown=False,
        last_throw=replace(state.last_throw, kept=dice) if state.last_throw else None,
    )


def _applied(state: State, die: str, event: Event) -> State:
    return replace(
        state,
        applied=(*state.applied, die),
        effects=(*state.effects, event),
        effects_of=state.active,
    )


def _idle_ring(state: State) -> str | None:
    """Why the next ring takes the hobbit nowhere, if it does not."""
    if state.pad(state.active).is_in_mordor:
        return "arrived"
    if rings_are_stopped(state):
        return "orcs"
    already = sum(face == "ring" and die in state.applied for die, face in state.kept)
    if state.meets == "shelobs-lair" and (state.kept_count("ring") < 2 or already == 0):
        return "shelob"
    return None


def _first(state: State) -> Sentence:
    """What must be done before anything else."""
    if state.phase == "roll":
        return say("First throw these dice: {dice}.", dice=listed(state.hand))
    if state.phase == "keep":
        return say("First choose which dice of the throw you keep.")
    return say("All throws are made: apply your dice, then end the turn.")


def listed(dice: tuple[str, ...]) -> Sentence:
    """Dice in a row, as one sentence with a gap for each."""
    return Sentence(", ".join("{" + die + "}" for die in dice), tuple((die, NAMES[die]) for die in dice))

"""What each seat sees and may do. There are no secrets on the way to Mordor: all seats see the same."""

from __future__ import annotations

from itertools import chain, combinations

from companion.core import Draw, Event, Json, Line, Sentence, Track, say, say_many, write_event
from companion.games.journey_to_mordor.events import Marked
from companion.games.journey_to_mordor.rules import forbids_halving, forbids_keeping, prey
from companion.games.journey_to_mordor.state import Pad, State
from companion.games.journey_to_mordor.words import COLOURS, FACES, MORDOR, NAMES, PLACE_RULES, PLACES


def seats(state: State) -> tuple[str, ...]:
    return state.hobbits


def legal(state: State, seat: str) -> list[Line]:
    if seat != state.active or state.phase == "over":
        return []
    if state.phase == "roll":
        return [{"do": "roll", "dice": {die: faces_of(die) for die in state.hand}}]
    if state.phase == "keep":
        thrown = [die for die, _ in state.throw]
        subsets = chain.from_iterable(combinations(thrown, size) for size in range(1, len(thrown) + 1))
        allowed = [list(dice) for dice in subsets if not forbids_keeping(state, dice)]
        keeps: Line = {"do": "keep", "dice": allowed}
        may_reroll = state.meets == "rohan" and not state.is_rethrown
        return [keeps, {"do": "reroll"}] if may_reroll else [keeps]
    plain: list[Line] = [{"do": "apply", "die": die} for die, face in state.left if face != "gandalf"]
    cells = [cell for cell in state.pad(seat).halvable if not forbids_halving(state, cell)]
    halving: list[Line] = [
        {"do": "apply", "die": die, "cell": cells} for die, face in state.left if face == "gandalf" and cells
    ]
    return [*halving, *plain, {"do": "end"}]


def draws(state: State, seat: str, line: Line) -> dict[str, Draw]:
    """Nothing: on the way to Mordor people throw their own dice."""
    return {}


def faces_of(die: str) -> list[str]:
    return [face for face in FACES if face != "tree" or die == "black"]


def view(state: State, seat: str) -> Json:
    return {
        "game": "journey-to-mordor",
        "seat": seat,
        "seats": list(state.hobbits),
        "turn": [] if state.phase == "over" else [state.active],
        "phase": state.phase,
        "round": state.round,
        "advanced": state.is_advanced,
        "meets": state.meets,
        "place_rule": _place_rule(state),
        "hobbits": {hobbit: _pad(state, hobbit) for hobbit in state.hobbits},
        "dice": {
            "hand": list(state.hand),
            "throw": dict(state.throw),
            "prey": {die: prey(state, die) for die, face in state.throw if face == "nazgul"},
            "kept": [
                {"die": die, "face": face, "applied": die in state.applied, "on": _acts_on(state, die, face)}
                for die, face in state.kept
            ],
        },
        "last_throw": state.last_throw
        and {
            "seat": state.last_throw.hobbit,
            "dice": dict(state.last_throw.dice),
            "kept": list(state.last_throw.kept),
        },
        "effects": {"of": state.effects_of, "list": [write_event(event) for event in state.effects]},
        "next": _next(state).to_json(),
        "tracks": {track.name: track.to_json() for track in tracks(state)},
        "legal": legal(state, seat),
        "result": None if state.winners is None else {"winners": list(state.winners)},
    }


def tracks(state: State) -> list[Track]:
    """For each hobbit the way to Mordor and the Nazgûl behind; halves are cells of their own there."""
    roads = [
        Track(
            hobbit,
            cells=MORDOR,
            value=state.pad(hobbit).steps,
            limit=MORDOR,
            marks=tuple(enumerate(PLACES[1:], start=1)),
        )
        for hobbit in state.hobbits
    ]
    return roads + [_nazgul_track(hobbit, state.pad(hobbit)) for hobbit in state.hobbits]


def retell(state: State, seat: str, by: str, line: Line) -> Json:
    return {"seat": by, "do": line["do"]}


def open_options(options: Json, state: State | None) -> Json:
    return options


def hidden(state: State, event: Event) -> None:
    """Nothing is: all lies open."""


def shown(state: State) -> None:
    """Nothing that was not open before."""


def _pad(state: State, hobbit: str) -> Json:
    pad = state.pad(hobbit)
    return {
        "colour": COLOURS[hobbit],
        "steps": pad.steps,
        "place": state.place(hobbit),
        "nazgul": list(pad.cells),
        "out": pad.is_out,
    }


def _nazgul_track(hobbit: str, pad: Pad) -> Track:
    halves = "".join(pad.cells)
    second_halves = []
    passed = 0
    for cell in pad.cells:
        passed += len(cell)
        if len(cell) == 2:
            second_halves.append((passed, "half"))
    return Track(f"{hobbit}-nazgul", len(halves), halves.count("x"), len(halves), tuple(second_halves))


def _acts_on(state: State, die: str, face: str) -> str | None:
    """Whom a kept Nazgûl will mark or has marked, so that the table can look the right way."""
    if face != "nazgul":
        return None
    if die not in state.applied:
        return prey(state, die)
    marks = (event for event in state.effects if isinstance(event, Marked) and event.die == die)
    return next((event.hobbit for event in marks), None)


def _place_rule(state: State) -> Json | None:
    rule = PLACE_RULES.get(state.meets)
    return rule.to_json() if rule and state.phase != "over" else None


def _next(state: State) -> Sentence:
    hobbit = NAMES[state.active]
    if state.phase == "over":
        return _end(state)
    if state.phase == "roll":
        if len(state.hand) == 5:
            return say("{hobbit}: throw all five dice.", hobbit=hobbit)
        return say_many(
            "{hobbit}: throw the last die again.",
            "{hobbit}: throw the other {count} dice again.",
            len(state.hand),
            hobbit=hobbit,
        )
    if state.phase == "keep":
        return say("{hobbit}: choose the dice to keep.", hobbit=hobbit)
    if any(action.get("cell") for action in legal(state, state.active)):
        return say("{hobbit}: let Gandalf halve a cell, or end the turn.", hobbit=hobbit)
    return say("{hobbit}: mark your pad, then end the turn.", hobbit=hobbit)


def _end(state: State) -> Sentence:
    if not state.winners:
        return say("The Nazgûl have caught every hobbit. The Shadow wins.")
    if len(state.winners) == 1:
        return say("{hobbit} has brought the Ring to Mordor and wins.", hobbit=NAMES[state.winners[0]])
    names = Sentence(
        ", ".join("{" + hobbit + "}" for hobbit in state.winners),
        tuple((hobbit, NAMES[hobbit]) for hobbit in state.winners),
    )
    return say("They share the victory: {hobbits}.", hobbits=names)

"""Words to play Journey to Mordor with in a test, and a player who knows no game at all."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from companion.core import Json, Line, Refusal
from companion.games.journey_to_mordor import decide
from companion.games.journey_to_mordor.rules import fold
from companion.games.journey_to_mordor.state import Pad, State
from companion.games.journey_to_mordor.words import DICE, PLACES
from companion.script import play
from companion.table import Table

END: Line = {"do": "end"}
UNDO: Line = {"do": "undo"}
REDO: Line = {"do": "redo"}


def roll(**faces: str) -> Line:
    return {"do": "roll", "dice": faces}


def reroll(**faces: str) -> Line:
    return {"do": "reroll", "dice": faces} if faces else {"do": "reroll"}


def keep(*dice: str) -> Line:
    return {"do": "keep", "dice": list(dice)}


def apply(die: str, cell: int | None = None) -> Line:
    return {"do": "apply", "die": die} if cell is None else {"do": "apply", "die": die, "cell": cell}


def throws(**faces: str) -> list[Line]:
    """Throws after which these faces are kept. A die not named shows Gandalf, who lapses by himself."""
    wanted = {die: faces.get(die, "gandalf") for die in DICE}
    lines: list[Line] = []
    hand = wanted
    while hand:
        one_of_each = {face: die for die, face in reversed(hand.items())}.values()
        lines += roll(**hand), keep(*(die for die in hand if die in one_of_each))
        is_over = "tree" in hand.values()
        hand = {} if is_over else {die: face for die, face in hand.items() if die not in one_of_each}
    return lines


def turn(seat: str, **faces: str) -> list[Json]:
    """A whole turn of a script that ends with these faces kept."""
    return by(seat, *throws(**faces), END)


def by(seat: str, *lines: Line) -> list[Json]:
    return [{"seat": seat, **line} for line in lines]


def first_line(*hobbits: str, advanced: bool = False, nazgul_path: int = 8) -> Json:
    options = {"hobbits": list(hobbits), "advanced": advanced, "nazgul_path": nazgul_path}
    return {"game": "journey-to-mordor", "options": options}


def played(*lines: Json) -> Table:
    """The table after a script that nothing stops."""
    table = play(json.dumps(line) for line in lines)
    assert isinstance(table, Table), table
    return table


def standing(active: str, *, advanced: bool = False, **pads: tuple[int, str]) -> State:
    """The start of a turn: `standing("sam", frodo=(0, ". ."), sam=(4, "x. ."))`."""
    return State(
        hobbits=tuple(pads),
        pads=tuple(Pad(steps, tuple(cells.split())) for steps, cells in pads.values()),
        is_advanced=advanced,
        active=active,
        began_at=PLACES[pads[active][0]],
    )


def after(state: State, *lines: Line) -> State:
    """The state when the hobbit whose turn it is has done all this."""
    for line in lines:
        events = decide(state, state.active, line)
        assert not isinstance(events, Refusal), (line, str(events.why))
        state = fold(state, events)
    return state


def after_turn(state: State, **faces: str) -> State:
    return after(state, *throws(**faces), END)


def refused(state: State, line: Line, seat: str | None = None) -> str:
    """Why the hobbit whose turn it is, or this seat, may not do that."""
    answer = decide(state, state.active if seat is None else seat, line)
    assert isinstance(answer, Refusal), answer
    return str(answer.why)


def cells(state: State, hobbit: str) -> str:
    return " ".join(state.pad(hobbit).cells)


def pick(chance: Random, offer: Any) -> Any:
    """One of the choices in an offer of `legal`: a list is a choice, everything else stands as it is."""
    if isinstance(offer, dict):
        return {word: pick(chance, value) for word, value in offer.items()}
    return chance.choice(offer) if isinstance(offer, list) else offer


def pick_line(chance: Random, table: Table) -> tuple[str, Line]:
    """What a player does who reads nothing but `turn` and `legal`."""
    seat = chance.choice(table.view("table")["turn"])
    return seat, pick(chance, chance.choice(table.view(seat)["legal"]))

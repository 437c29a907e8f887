"""From a script's lines to things one can do. Lines come from outside; nothing in them is trusted."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import Line, Refusal, Sentence, say
from companion.games.journey_to_mordor.events import Showing
from companion.games.journey_to_mordor.state import Pad, State
from companion.games.journey_to_mordor.words import DICE, FACES, HOBBITS, NAMES

LONGEST_NAZGUL_PATH = 30
"""Far beyond any pad; keeps a slip of the thumb from drawing a thousand cells."""


@dataclass(frozen=True)
class Roll:
    dice: tuple[Showing, ...]


@dataclass(frozen=True)
class Reroll:
    """Éomer's second throw; with `dice` it is written down at once."""

    dice: tuple[Showing, ...] | None


@dataclass(frozen=True)
class Keep:
    dice: tuple[str, ...]


@dataclass(frozen=True)
class Apply:
    die: str
    cell: int | None


@dataclass(frozen=True)
class End:
    pass


Action = Roll | Reroll | Keep | Apply | End


def start(options: object) -> State | Refusal:
    """A table for the hobbits in the order they sit, the first player first."""
    if not isinstance(options, dict):
        return Refusal(say("The options of Journey to Mordor are hobbits, advanced and nazgul_path."))
    if unknown := set(options) - {"hobbits", "advanced", "nazgul_path"}:
        option = _quoted(min(unknown, key=str))
        return Refusal(say("Journey to Mordor has no option {option}.", option=option))
    hobbits = options.get("hobbits")
    if (
        not isinstance(hobbits, list)
        or not all(isinstance(hobbit, str) and hobbit in HOBBITS for hobbit in hobbits)
        or len(set(hobbits)) != len(hobbits)
        or not 2 <= len(hobbits) <= len(HOBBITS)
    ):
        return Refusal(say("Choose two to four different hobbits: frodo, sam, merry, pippin."))
    is_advanced = options.get("advanced", False)
    if not isinstance(is_advanced, bool):
        return Refusal(say("The option advanced is true or false."))
    cells = options.get("nazgul_path")
    if type(cells) is not int or not 1 <= cells <= LONGEST_NAZGUL_PATH:
        return Refusal(
            say(
                "Count the squares of the Nazgûl path on your pad and say how many: from 1 to {most}.",
                most=LONGEST_NAZGUL_PATH,
            )
        )
    pad = Pad(steps=0, cells=(".",) * cells)
    return State(tuple(hobbits), (pad,) * len(hobbits), is_advanced, active=hobbits[0], began_at="bag-end")


def read(line: Line) -> Action | Refusal:
    """The action that a line asks for."""
    do = line.get("do")
    words = _WORDS.get(do) if isinstance(do, str) else None
    if words is None:
        return Refusal(say("In Journey to Mordor one can roll, reroll, keep, apply and end."))
    if unknown := set(line) - {"do"} - words:
        return Refusal(say("{word} does not belong here.", word=_quoted(min(unknown, key=str))))
    if do == "roll":
        dice = _throw(line.get("dice"))
        return dice if isinstance(dice, Refusal) else Roll(dice)
    if do == "reroll":
        if "dice" not in line:
            return Reroll(None)
        dice = _throw(line["dice"])
        return dice if isinstance(dice, Refusal) else Reroll(dice)
    if do == "keep":
        return _keep(line.get("dice"))
    if do == "apply":
        return _apply(line.get("die"), line.get("cell"))
    return End()


_WORDS: dict[str, set[str]] = {
    "roll": {"dice"},
    "reroll": {"dice"},
    "keep": {"dice"},
    "apply": {"die", "cell"},
    "end": set(),
}


def _throw(dice: object) -> tuple[Showing, ...] | Refusal:
    if not isinstance(dice, dict) or not dice:
        return Refusal(say("Say for each die thrown which face it shows."))
    for die, face in dice.items():
        if die not in DICE:
            return Refusal(_no_such_die())
        if face not in FACES:
            return Refusal(say("The faces are ring, orc, warrior, nazgul, gandalf and tree."))
        if face == "tree" and die != "black":
            return Refusal(say("Only the black die has the White Tree."))
    return tuple((die, dice[die]) for die in DICE if die in dice)


def _keep(dice: object) -> Keep | Refusal:
    if not isinstance(dice, list) or not all(isinstance(die, str) for die in dice):
        return Refusal(say("Say which dice you keep."))
    if any(die not in DICE for die in dice):
        return Refusal(_no_such_die())
    if len(set(dice)) != len(dice):
        return Refusal(say("Each die can be kept once."))
    return Keep(tuple(die for die in DICE if die in dice))


def _apply(die: object, cell: object) -> Apply | Refusal:
    if not isinstance(die, str) or die not in DICE:
        return Refusal(_no_such_die())
    if cell is not None and type(cell) is not int:
        return Refusal(say("A cell is a number, counted from 1."))
    return Apply(die, cell)


def _no_such_die() -> Sentence:
    return say(
        "The dice are {yellow}, {red}, {blue}, {green} and {black}.", **{die: NAMES[die] for die in DICE}
    )


def _quoted(word: object) -> str:
    """A stranger's word, short enough to be shown."""
    return f"“{str(word)[:20]}”"

"""Lines and options from outside: whatever they hold, the answer is a sentence."""

from typing import Any

import pytest

from companion.core import Refusal
from companion.games.journey_to_mordor import decide, start
from companion.games.journey_to_mordor.state import State
from companion.games.journey_to_mordor.words import DICE
from tests.companion.playing import after, first_line, keep, refused, roll, standing, throws

FRESH = standing("frodo", frodo=(0, ". ."), sam=(0, ". ."))
RINGS = dict.fromkeys(DICE, "ring")

ONE_CAN = "In Journey to Mordor one can roll, reroll, keep, apply and end."
EACH_FACE = "Say for each die thrown which face it shows."
FACES = "The faces are ring, orc, warrior, nazgul, gandalf and tree."
ALL_DICE = "The dice are yellow, red, blue, green and black."
ONLY_BLACK = "Only the black die has the White Tree."
WHICH = "Say which dice you keep."
TWO_TO_FOUR = "Choose two to four different hobbits: frodo, sam, merry, pippin."
COUNT = "Count the squares of the Nazgûl path on your pad and say how many: from 1 to 30."
ANYTHING: list[Any] = [None, True, False, 1, 1.5, "", "cheat", [], ["red"], [[]], {}]


def other_than(*types: type) -> list[Any]:
    return [value for value in ANYTHING if type(value) not in types]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({}, ONE_CAN),
        *(({"do": do}, ONE_CAN) for do in [*ANYTHING, "Roll", "undo"]),
        ({"do": "end", "now": 1}, "“now” does not belong here."),
        ({"do": "roll", "dice": RINGS, "cell": 1}, "“cell” does not belong here."),
        ({"do": "apply", "dice": ["red"]}, "“dice” does not belong here."),
        ({"do": "end", "x" * 5000: 1}, f"“{'x' * 20}” does not belong here."),
        ({"do": "roll"}, EACH_FACE),
        *(({"do": "roll", "dice": dice}, EACH_FACE) for dice in ANYTHING),
        *(({"do": "roll", "dice": {**RINGS, "red": face}}, FACES) for face in [*ANYTHING, "Ring"]),
        *(({"do": "roll", "dice": {**RINGS, die: "ring"}}, ALL_DICE) for die in ["", "Yellow", "white"]),
        *(({"do": "roll", "dice": {**RINGS, die: "tree"}}, ONLY_BLACK) for die in DICE[:4]),
        *(({"do": "reroll", "dice": dice}, EACH_FACE) for dice in ANYTHING),
        ({"do": "reroll", "dice": {"red": ["ring"]}}, FACES),
        ({"do": "keep"}, WHICH),
        *(({"do": "keep", "dice": dice}, WHICH) for dice in other_than(list)),
        *(({"do": "keep", "dice": ["red", die]}, WHICH) for die in other_than(str)),
        ({"do": "keep", "dice": ["white"]}, ALL_DICE),
        ({"do": "keep", "dice": ["red", "red"]}, "Each die can be kept once."),
        ({"do": "apply"}, ALL_DICE),
        *(({"do": "apply", "die": die}, ALL_DICE) for die in ANYTHING),
        *(
            ({"do": "apply", "die": "red", "cell": cell}, "A cell is a number, counted from 1.")
            for cell in [*other_than(int, type(None)), 1.0, "1"]
        ),
    ],
)
def test_a_malformed_line_is_answered_with_what_belongs_there(line: dict[str, Any], why: str) -> None:
    for state in (FRESH, after(FRESH, roll(**RINGS)), after(FRESH, *throws())):
        assert refused(state, line) == why


@pytest.mark.parametrize("seat", ["sam", "pippin", "table", "", "Frodo"])
def test_a_line_of_anyone_else_is_answered_with_whose_turn_it_is(seat: str) -> None:
    assert refused(FRESH, roll(**RINGS), seat=seat) == "It is Frodo's turn."


def test_dice_may_be_named_in_any_order() -> None:
    backwards = roll(**dict(reversed(RINGS.items()))), keep("black")
    assert after(FRESH, *backwards) == after(FRESH, roll(**RINGS), keep("black"))


def options(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = first_line("frodo", "sam")["options"]
    return {**given, **changed}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        *(
            (given, "The options of Journey to Mordor are hobbits, advanced and nazgul_path.")
            for given in [*other_than(dict), [options()]]
        ),
        ({}, TWO_TO_FOUR),
        *((options(hobbits=hobbits), TWO_TO_FOUR) for hobbits in ANYTHING),
        *((options(hobbits=["frodo", hobbit]), TWO_TO_FOUR) for hobbit in [*ANYTHING, "frodo", "Sam"]),
        (options(hobbits={"frodo": 1, "sam": 2}), TWO_TO_FOUR),
        (options(hobbits=["frodo"]), TWO_TO_FOUR),
        (options(hobbits=["frodo", "sam", "merry", "pippin", "frodo"]), TWO_TO_FOUR),
        *(
            (options(advanced=advanced), "The option advanced is true or false.")
            for advanced in [*other_than(bool), "true"]
        ),
        *(
            (options(nazgul_path=cells), COUNT)
            for cells in [*other_than(int), 0, -1, 31, 10**30, 8.0, "8", [8]]
        ),
        ({"hobbits": ["frodo", "sam"]}, COUNT),
        (options(level=3), "Journey to Mordor has no option “level”."),
    ],
)
def test_wrong_options_are_answered_with_what_is_wanted(given: Any, why: str) -> None:
    answer = start(given)
    assert isinstance(answer, Refusal)
    assert str(answer.why) == why


def test_the_length_of_the_nazgul_path_is_never_guessed() -> None:
    answer = start({"hobbits": ["frodo", "sam"], "advanced": True})
    assert isinstance(answer, Refusal)


@pytest.mark.parametrize("cells", [1, 30])
def test_the_pads_are_as_long_as_the_owner_says(cells: int) -> None:
    state = start(options(nazgul_path=cells))
    assert isinstance(state, State)
    assert {len(pad.cells) for pad in state.pads} == {cells}


def test_the_first_hobbit_named_begins() -> None:
    state = start(options(hobbits=["pippin", "merry", "frodo"]))
    assert isinstance(state, State)
    assert state.active == "pippin"
    assert not isinstance(decide(state, "pippin", roll(**RINGS)), Refusal)


def test_without_a_word_about_it_the_simple_side_is_played() -> None:
    state = start({"hobbits": ["frodo", "sam"], "nazgul_path": 8})
    assert isinstance(state, State)
    assert not state.is_advanced

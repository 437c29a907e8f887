"""Scripts: JSON lines, first the table, then what is done at it."""

import json
from typing import Any

import pytest

from companion.core import Refusal
from companion.script import Stopped, play, read_json, read_line
from companion.table import Table
from tests.companion.playing import END, REDO, UNDO, by, first_line, keep, played, roll, turn

TABLE = first_line("frodo", "sam")
THROW = roll(yellow="ring", red="orc", blue="orc", green="orc", black="orc")
NOT_JSON = "This is not JSON."
WHO_DOES_WHAT = "A line says who does what: seat and do."
NO_SUCH_SEAT = "There is no such seat. The seats are: frodo, sam."
BEGINS = "A table begins with its game and options."
UNKNOWN_GAME = "This game is not known here. The games are: journey-to-mordor, hunt-for-the-ring."
ANYTHING: list[Any] = [None, True, 1, 1.5, [], [TABLE], {}]


def stopped(*lines: Any) -> tuple[int, str]:
    """Where a script stops and why; what is not text yet is written as JSON."""
    end = play(line if isinstance(line, str) else json.dumps(line) for line in lines)
    assert isinstance(end, Stopped), end
    return end.line, str(end.why)


def test_a_script_plays_to_the_table_as_it_then_stands() -> None:
    view = played(TABLE, *turn("frodo", yellow="ring"), *turn("sam", red="nazgul")).view("table")
    assert (view["round"], view["turn"]) == (2, ["frodo"])
    assert view["hobbits"]["frodo"]["steps"] == 1


def test_the_first_line_alone_is_a_table() -> None:
    assert played(TABLE).rows == 0


def test_the_example_of_the_contract_plays() -> None:
    table = play(
        [
            '{"game": "journey-to-mordor",'
            ' "options": {"hobbits": ["frodo", "sam"], "advanced": false, "nazgul_path": 8}}',
            '{"seat": "frodo", "do": "roll", "dice": {"yellow": "ring", "red": "orc", "blue": "nazgul",'
            ' "green": "gandalf", "black": "tree"}}',
            '{"seat": "frodo", "do": "keep", "dice": ["yellow", "blue", "black"]}',
        ]
    )
    assert isinstance(table, Table)
    assert table.view("frodo")["phase"] == "apply"


def test_empty_lines_are_passed_over_but_counted() -> None:
    assert stopped("", TABLE, "  \n", *by("frodo", THROW), "\t", *by("frodo", END)) == (
        6,
        "First choose which dice of the throw you keep.",
    )


def test_a_script_stops_at_the_first_line_that_is_refused() -> None:
    assert stopped(TABLE, *by("frodo", THROW, keep()), "nonsense") == (3, "Keep at least one die.")


@pytest.mark.parametrize(("lines", "number"), [([], 1), (["", " \n"], 3)])
def test_an_empty_script_says_how_one_begins(lines: list[str], number: int) -> None:
    assert stopped(*lines) == (number, "The script is empty: it begins with its game and options.")


@pytest.mark.parametrize(
    "text",
    [
        "roll",
        "{",
        "{'seat': 'frodo'}",
        '{"seat": "frodo"} {}',
        '{"seat": "frodo", "do": NaN}',
        '{"do": -Infinity}',
        "\ufeff{}",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"do": ' + "9" * 5000 + "}",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_not_json_stops_the_script(text: str) -> None:
    assert stopped(text) == (1, NOT_JSON)
    assert stopped(TABLE, text) == (2, NOT_JSON)


@pytest.mark.parametrize(
    "sent", [b"\xff\xfe", b'"\xe4"', '{"do": "end"}'.encode("utf-16"), '{"do": "end"}'.encode("utf-32")]
)
def test_bytes_that_are_not_utf_8_are_not_json(sent: bytes) -> None:
    answer = read_json(sent)
    assert isinstance(answer, Refusal)
    assert str(answer.why) == NOT_JSON


def test_bytes_in_utf_8_are_read() -> None:
    assert read_json('{"name": "Лихолесье"}'.encode()) == {"name": "Лихолесье"}


@pytest.mark.parametrize(
    ("first", "why"),
    [
        *((first, BEGINS) for first in ANYTHING if first != {}),
        ({**TABLE, "seat": "frodo"}, BEGINS),
        ({}, UNKNOWN_GAME),
        *(({**TABLE, "game": game}, UNKNOWN_GAME) for game in [*ANYTHING, "", "chess"]),
        ({"game": "journey-to-mordor"}, "Choose two to four different hobbits: frodo, sam, merry, pippin."),
    ],
)
def test_a_first_line_that_is_no_table_stops_the_script(first: object, why: str) -> None:
    assert stopped(json.dumps(first)) == (1, why)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        *((line, WHO_DOES_WHAT) for line in [*ANYTHING, "roll", {"seat": "frodo"}]),
        *(({"seat": "frodo", "do": do}, WHO_DOES_WHAT) for do in ANYTHING),
        *(({"seat": seat, "do": "end"}, "A seat is a name.") for seat in ANYTHING[1:]),
        *(({"seat": seat, "do": "end"}, NO_SUCH_SEAT) for seat in (None, "", "merry", "Frodo")),
        ({"do": "end"}, NO_SUCH_SEAT),
        ({"seat": "table", **THROW}, "Take a seat to do that: the table screen can only undo and redo."),
        ({"seat": "sam", **THROW}, "It is Frodo's turn."),
        ({"seat": "frodo", "do": "undo"}, "There is nothing to undo."),
        ({"seat": "frodo", "do": "redo"}, "There is nothing to redo."),
        ({"seat": "frodo", "do": "undo", "times": 2}, "Undo and redo take no further words."),
        ({"seat": "sam", "do": "redo", "known": 1}, "Undo and redo take no further words."),
    ],
)
def test_a_line_that_cannot_be_done_stops_the_script(line: object, why: str) -> None:
    assert stopped(TABLE, json.dumps(line)) == (2, why)


def test_a_line_is_read_as_its_seat_and_the_rest() -> None:
    assert read_line({"seat": "sam", **END}) == ("sam", END)
    assert read_line(END) == (None, END)


def test_any_seat_can_undo_and_redo_and_so_can_the_table() -> None:
    undone = played(TABLE, *by("frodo", THROW), *by("sam", UNDO))
    assert undone.view("frodo")["phase"] == "roll"
    assert undone.view("frodo")["turned_back"]["by"] == "sam"
    redone = played(TABLE, *by("frodo", THROW), *by("sam", UNDO), *by("table", REDO))
    assert redone.view("frodo")["dice"]["throw"] == THROW["dice"]
    assert redone.view("frodo")["turned_back"]["by"] == "table"


def test_after_an_undo_another_throw_can_be_written_and_redo_is_gone() -> None:
    other = roll(yellow="gandalf", red="ring", blue="ring", green="ring", black="ring")
    lines = [TABLE, *by("frodo", THROW, UNDO, other)]
    assert played(*lines).view("sam")["dice"]["throw"] == other["dice"]
    assert stopped(*lines, *by("sam", REDO)) == (5, "There is nothing to redo.")


def test_the_end_of_a_game_can_be_undone() -> None:
    rings = dict.fromkeys(("yellow", "red", "blue", "green", "black"), "ring")
    nazgul_path = first_line("frodo", "sam", nazgul_path=9)
    lines = [nazgul_path, *turn("frodo", **rings), *turn("sam"), *turn("frodo", **rings), *turn("sam")]
    assert played(*lines).view("table")["result"] == {"winners": ["frodo"]}
    reopened = played(*lines, *by("table", UNDO)).view("sam")
    assert (reopened["result"], reopened["turn"]) == (None, ["sam"])
    assert stopped(*lines, *by("sam", END)) == (len(lines) + 1, "The game is over.")

"""Board files: what is read, what is refused and where, and what can be reached."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.core import Refusal
from companion.core.board import LARGEST_BOARD, Board, read_board

CONTRACT = """\
board hunt-part-1 "My box, side one"
location 1 "Bag End" start zone I-A        # kinds: start, ally, dark, exit, nazgul-start; several may stand
location 10 zone I-B
exit C zone III-D
path 10 9                                  # adjacent by a path
path 10 . 19                               # one point between
road 49 . . 46                             # two points, along a road
path 31 .a 26                              # a named point is a crossing: other lines may join it
path .a 32
"""

WHOLE = """\
board small "All there is"
location 1 start zone I-A
location 2 "Farm" ally nazgul-start zone I-A at 10 20
location 3 dark zone I-B
exit A zone II-A
zone I-A "The Farms" at 5 5
point .x zone I-B at 12.5 3
path 1 . 2
road 2 .x 3
path .x . A
"""


NO_NAME = "a board's name has small letters, digits and dashes, like hunt-part-1."


def board(text: str) -> Board:
    read = read_board(text)
    assert isinstance(read, Board), str(read.why)
    return read


def refused(*lines: str) -> str:
    read = read_board("\n".join(["board test", *lines]))
    assert isinstance(read, Refusal)
    return str(read.why)


def test_the_contracts_example_is_a_board() -> None:
    read = board(CONTRACT)
    assert (read.key, read.title) == ("hunt-part-1", "My box, side one")
    assert read.locations["1"].title == "Bag End"
    assert read.locations["1"].kinds == ("start",)
    assert (read.locations["C"].zone, read.locations["C"].section) == ("III-D", "III")
    assert read.of_kind("exit") == ("C",)
    assert list(read.points) == ["10.19:1", "49.46:1", "49.46:2", ".a"]


def test_points_are_named_after_their_line() -> None:
    read = board(CONTRACT)
    assert read.neighbours["49.46:2"] == (("49.46:1", "road"), ("46", "road"))
    assert {spot for spot, _ in read.neighbours[".a"]} == {"31", "26", "32"}


def test_two_lines_between_the_same_ends_have_points_of_their_own() -> None:
    read = board("board b\npath 1 . 2\nroad 2 . 1\n")
    assert list(read.points) == ["1.2:1", "2.1:2"]
    assert [str(each) for each in read.doubts] == ["Line 3 says the same as line 2."]


def test_adjacent_is_one_step_and_connected_is_over_points_alone() -> None:
    read = board(CONTRACT)
    assert read.adjacent("10", "9")
    assert not read.adjacent("10", "19")
    assert read.adjacent("10", "10.19:1")
    assert read.connected("10", "19")
    assert read.connected("10", "10")
    assert read.connected("31", "32")
    assert not read.connected("9", "19")
    assert not read.connected("10", "31")


def test_a_whole_board_has_no_gaps() -> None:
    read = board(WHOLE)
    assert read.is_whole, [str(each) for each in read.gaps]
    assert read.zone_names == ("I-A", "I-B", "II-A")
    assert read.section_names == ("I", "II")
    assert (read.regions["I-A"].title, read.regions["I-A"].at) == ("The Farms", (5, 5))
    assert read.locations["2"].at == (10, 20)


def test_sections_stand_in_roman_order() -> None:
    lines = [
        f"location {number} zone {zone}" for number, zone in enumerate(("VI-A", "IV-B", "V-A", "IX-A"), 1)
    ]
    assert board("\n".join(["board b", *lines])).section_names == ("IV", "V", "VI", "IX")


def test_a_partial_board_says_what_it_does_not_know() -> None:
    assert [str(each) for each in board(CONTRACT).gaps] == [
        "7 locations have no line of their own, so their zones and kinds are not known: "
        "9, 19, 49, 46, 31, 26, 32.",
        "No path or road leads to 2 locations: 1, C.",
        "No location is a start of the Nazgûl.",
        "From a start of Frodo's there is no way to 8 locations: 10, 9, 19, 49, 46, 31, 26, 32.",
    ]


def test_where_only_the_section_is_known_the_zone_is_not() -> None:
    read = board("board b\nlocation 46 zone III\n")
    assert (read.zones("46"), read.sections("46")) == (None, frozenset({"III"}))
    assert "The zone of location 46 is not known." in [str(each) for each in read.gaps]


def test_a_point_lies_where_it_is_said_or_where_its_ends_lie() -> None:
    read = board(WHOLE)
    assert read.zones("1.2:1") == frozenset({"I-A"})
    assert read.zones(".x") == frozenset({"I-B"})
    assert read.zones(".x.A:1") == frozenset({"I-A", "I-B", "II-A"})
    assert read.sections("1.2:1") == frozenset({"I"})
    assert board(CONTRACT).zones("10.19:1") is None
    assert read.zones("99") is None


def test_the_way_to_an_exit_counts_moves_that_are_still_to_be_noted() -> None:
    read = board(WHOLE)
    assert read.moves_to_an_exit("3", 0) == 3
    assert read.moves_to_an_exit("3", 1) == 2
    assert read.moves_to_an_exit("3", 5) == 1
    assert read.moves_to_an_exit("1", 0) == 5
    assert read.moves_to_an_exit("1", 1) == 4
    assert read.moves_to_an_exit("A", 0) == 0
    assert board(CONTRACT).moves_to_an_exit("10", 3) is None
    assert board(CONTRACT).moves_to_an_exit("99", 0) is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "rode 1 2",
            "“rode” is not known here. A line begins with board, location, exit, point, zone, path, road.",
        ),
        ("board other", "the name of the board stands above already."),
        ("location", "“” is no location: it has a number, or a capital letter if it is an exit."),
        ("location ten", "“ten” is no location: it has a number, or a capital letter if it is an exit."),
        (
            "location 1 strt",
            "“strt” does not belong here. The kinds are start, ally, dark, exit, nazgul-start.",
        ),
        (
            "location 1 zone 2-A",
            "“2-A” is no zone: write it like II-A, or II where only the section is known.",
        ),
        ("location 1 zone", "“” is no zone: write it like II-A, or II where only the section is known."),
        ('location 1 "Bag End', "a quotation mark is missing."),
        ("location 1 at 3", "after at stand two numbers from 0 to 10000: across and down."),
        ("location 1 at 3 -4", "after at stand two numbers from 0 to 10000: across and down."),
        (f'location 1 "{"x" * 61}"', "a name in quotation marks has at most 60 characters."),
        ("point a", "a point's name is a dot and small letters, like .a"),
        ("point .a start", "“start” does not belong here."),
        ("path 1", "a path or road leads from a location or named point to another."),
        ("path 1 . .", "a path or road leads from a location or named point to another."),
        ("path . 1", "a path or road leads from a location or named point to another."),
        ("path 1 1", "1 cannot lead to itself."),
        ("path 1 . 1", "1 cannot lead to itself."),
        ("path 1 x", "“x” is no location: it has a number, or a capital letter if it is an exit."),
    ],
)
def test_an_error_names_its_line_and_cause(line: str, why: str) -> None:
    assert refused("", "# typed in the evening", line) == f"Line 4 of the board: {why}"


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("location 1", "location 1", "location 1 stands on line 2 already."),
        ("location 1", "exit 1", "location 1 stands on line 2 already."),
        ("point .a", "point .a", "point .a stands on line 2 already."),
        ("zone II-A", "zone II-A", "zone II-A stands above already."),
        ("path 1 2", "road 2 1", "2 and 1 are joined on line 2 already."),
        ("path .a 2", "path 2 .a", "2 and .a are joined on line 2 already."),
    ],
)
def test_what_stands_already_is_refused(first: str, second: str, why: str) -> None:
    assert refused(first, second) == f"Line 3 of the board: {why}"


def test_a_text_that_is_no_board_is_refused() -> None:
    for text, why in {
        "": "This is not a board: it begins with the word board and a name.",
        "path 1 2": "Line 1 of the board: a board begins with the word board and a name.",
        "board": f"Line 1 of the board: {NO_NAME}",
        "board Ü": f"Line 1 of the board: {NO_NAME}",
        "#" * (LARGEST_BOARD + 1): f"A board has at most {LARGEST_BOARD} characters.",
    }.items():
        read = read_board(text)
        assert isinstance(read, Refusal)
        assert str(read.why) == why


def test_capitals_and_underscores_in_a_boards_name_do_no_harm() -> None:
    assert board("board My_Box-2\npath 1 2\n").key == "My_Box-2"


def test_a_board_typed_on_windows_reads_the_same() -> None:
    assert board(WHOLE.replace("\n", "\r\n")) == board(WHOLE)


def test_a_hash_in_a_name_is_no_comment() -> None:
    assert board('board b\nlocation 1 "Inn #1" # an inn\n').locations["1"].title == "Inn #1"


def test_a_loop_over_two_points_leads_home() -> None:
    assert board("board b\npath 1 . . 1\n").adjacent("1", "1.1:2")


def test_a_title_has_sixty_characters_at_most() -> None:
    assert len(board(f'board b "{"x" * 60}"').title) == 60


def test_a_letter_is_an_exit_also_without_a_line_of_its_own() -> None:
    read = board("board b\npath 1 . C\nlocation D\n")
    assert read.of_kind("exit") == ("C",)
    assert read.moves_to_an_exit("1", 0) == 2


def test_a_point_that_leads_nowhere_is_doubted() -> None:
    assert [str(each) for each in board("board b\npath 1 .a\n").doubts] == [
        "Point .a on line 2 leads nowhere on."
    ]


def test_accessible_equals_a_search_of_all_walks_on_thousands_of_boards() -> None:
    for seed in range(3000):
        chance = Random(seed)
        text, edges = random_board(chance)
        read = board(text)
        for last in chance.sample(sorted(read.locations), k=min(3, len(read.locations))):
            for points in range(5):
                assert set(read.accessible(last, points)) == walked_to(edges, last, points), text


def random_board(chance: Random) -> tuple[str, set[frozenset[str]]]:
    """A board and its edges, kept apart from the reader: points are numbered here as they come."""
    locations = [str(number) for number in range(1, chance.randint(3, 9))]
    crossings = [f".{letter}" for letter in "abc"[: chance.randint(0, 3)]]
    lines, edges, count = ["board random"], set[frozenset[str]](), 0
    for _ in range(chance.randint(2, 14)):
        one, other = chance.sample([*locations, *crossings], k=2)
        many = chance.randint(0, 3)
        if many == 0 and frozenset({one, other}) in edges:
            continue
        between = [f"!{count + each}" for each in range(many)]
        count += many
        edges |= {frozenset(pair) for pair in pairwise([one, *between, other])}
        lines.append(" ".join([chance.choice(["path", "road"]), one, *"." * many, other]))
    lines += [f"location {name}" for name in locations if chance.random() < 0.5]
    chance.shuffle(tail := lines[1:])
    return "\n".join([lines[0], *tail]), edges


def walked_to(edges: set[frozenset[str]], last: str, points: int) -> set[str]:
    """Every walk over at most so many points, step by step, without any cleverness.

    Back home it takes one noted point, also where there is none on the map to turn on.
    """
    found = {last} if points else set()
    walks = [(last, 0)]
    while walks:
        here, passed = walks.pop()
        for edge in edges:
            if here not in edge:
                continue
            (there,) = edge - {here}
            if there.isdigit():
                found.add(there)
            elif passed < points:
                walks.append((there, passed + 1))
    return found

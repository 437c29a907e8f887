"""The boards we ship are boards to play on: their size, their places, and the length of the road."""

from collections import Counter

import pytest

from companion.boards import WORDS, shipped, title_in
from companion.core.board import Board, read_board
from companion.translations import LANGUAGES

PARTS = {"demonstration-part-1": ("I", "II", "III"), "demonstration-part-2": ("IV", "V", "VI")}
LAST_STEP = 16


def board(name: str) -> Board:
    read = read_board(shipped()[name])
    assert isinstance(read, Board), read
    return read


def steps_from(board: Board, start: str) -> dict[str, int]:
    """Every spot entered is a step, points too: that is how the travel sheet counts."""
    steps, edge = {start: 0}, [start]
    while edge:
        edge = [spot for here in edge for spot, _ in board.neighbours[here] if spot not in steps]
        steps |= dict.fromkeys(edge, max(steps.values()) + 1)
    return steps


def test_these_are_shipped() -> None:
    assert list(shipped()) == list(PARTS)
    assert {name: board(name).key for name in PARTS} == {name: name for name in PARTS}


@pytest.mark.parametrize("name", PARTS)
def test_a_board_is_whole_and_of_realistic_size(name: str) -> None:
    whole = board(name)
    assert whole.is_whole, [str(gap) for gap in whole.gaps]
    assert not whole.doubts
    numbers = [spot for spot in whole.locations if spot not in whole.of_kind("exit")]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert 45 <= len(numbers) <= 55
    assert 60 <= len(whole.points) <= 110
    assert whole.of_kind("exit") == ("A", "B", "C")
    assert len(whole.of_kind("dark")) == 5
    assert {way.kind for way in whole.ways} == {"road", "path"}


@pytest.mark.parametrize(("name", "sections"), PARTS.items())
def test_ten_zones_in_three_sections(name: str, sections: tuple[str, ...]) -> None:
    whole = board(name)
    assert whole.section_names == sections
    assert len(whole.zone_names) == 10
    in_zone = Counter(place.zone for place in whole.locations.values())
    assert min(in_zone.values()) >= 3


def test_the_starts_are_as_many_as_the_box_has() -> None:
    one, two = (board(name) for name in PARTS)
    assert (len(one.of_kind("start")), len(one.of_kind("nazgul-start"))) == (3, 6)
    assert (len(two.of_kind("start")), len(two.of_kind("nazgul-start"))) == (1, 2)


@pytest.mark.parametrize("name", PARTS)
def test_twelve_places_of_allies_as_there_are_information_tokens(name: str) -> None:
    whole = board(name)
    allies = [whole.locations[spot] for spot in whole.of_kind("ally")]
    assert len(allies) == 12
    assert all(place.title for place in allies)
    assert not set(whole.of_kind("ally")) & {*whole.of_kind("dark"), *whole.of_kind("start")}


@pytest.mark.parametrize("name", PARTS)
def test_a_board_is_one_piece(name: str) -> None:
    whole = board(name)
    assert set(steps_from(whole, "1")) == {*whole.locations, *whole.points}


@pytest.mark.parametrize("name", PARTS)
def test_a_sensible_route_takes_twelve_to_sixteen_steps(name: str) -> None:
    whole = board(name)
    for start in whole.of_kind("start"):
        steps = steps_from(whole, start)
        assert all(12 <= steps[exit_] <= LAST_STEP for exit_ in whole.of_kind("exit")), start
        assert whole.moves_to_an_exit(start, 0) == min(steps[exit_] for exit_ in whole.of_kind("exit"))


@pytest.mark.parametrize("name", PARTS)
def test_every_crossing_joins_more_than_two_ways(name: str) -> None:
    whole = board(name)
    crossings = [spot for spot in whole.points if ":" not in spot]
    assert len(crossings) >= 4
    assert all(len(whole.neighbours[spot]) > 2 for spot in crossings)


def test_every_title_is_told_in_every_language() -> None:
    titles = {place.title for name in PARTS for place in board(name).locations.values()} - {""}
    titles |= {board(name).title for name in PARTS}
    assert titles == set(WORDS)
    for language in LANGUAGES:
        told = [title_in(language, title) for title in titles]
        assert len(set(told)) == len(titles), "two places of one name"
    assert title_in("ru", "The Old Mill") == "Старая мельница"


def test_an_owners_own_title_stays_as_it_was_typed() -> None:
    assert title_in("ru", "The {mill} of 100 % Sam") == "The {mill} of 100 % Sam"

"""Where spots lie: apart from each other, where they were typed, and the same every time."""

from itertools import combinations
from math import dist, hypot

import numpy as np
import pytest

from companion.board_drawing.curves import CLEAR, DISC
from companion.board_drawing.layout import MARGIN, MOST, WIDEST, Layout, lay_out
from companion.boards import shipped
from companion.core.board import Board, read_board
from tests.companion.board_drawing.boards import board

DIAMOND = 10


def read(text: str) -> Board:
    found = read_board(text)
    assert isinstance(found, Board), found
    return found


def without_places(name: str) -> Board:
    lines = [line.split(" at ")[0] for line in shipped()[name].splitlines() if not line.startswith("point")]
    return read("\n".join(lines))


def nearest(layout: Layout) -> float:
    """How far the two nearest spots are apart, edge to edge."""

    def radius(spot: str) -> float:
        return DISC if spot in layout.discs else DIAMOND

    return min(
        dist(layout.at[one], layout.at[other]) - radius(one) - radius(other)
        for one, other in combinations(layout.at, 2)
    )


@pytest.mark.parametrize("name", shipped())
def test_on_our_maps_no_two_spots_touch_nor_their_tap_targets(name: str) -> None:
    layout = lay_out(read(shipped()[name]))
    assert nearest(layout) > 8
    assert min(dist(layout.at[one], layout.at[other]) for one, other in combinations(layout.at, 2)) > 44


@pytest.mark.parametrize("name", shipped())
def test_our_maps_without_coordinates_are_laid_out_without_touching(name: str) -> None:
    layout = lay_out(without_places(name))
    assert nearest(layout) > 0
    assert set(layout.at) == set(lay_out(read(shipped()[name])).at)


@pytest.mark.parametrize("name", shipped())
def test_an_automatic_layout_keeps_zones_together_and_sections_in_reading_order(name: str) -> None:
    plain = without_places(name)
    layout = lay_out(plain)
    middles = {
        zone: np.mean(
            [layout.at[spot] for spot, place in plain.locations.items() if place.zone == zone], axis=0
        )
        for zone in plain.zone_names
    }
    at_home = [
        min(middles, key=lambda zone: hypot(*(middles[zone] - layout.at[spot]))) == place.zone
        for spot, place in plain.locations.items()
    ]
    assert sum(at_home) / len(at_home) > 0.7
    across = [
        np.mean([middles[zone][0] for zone in middles if zone.split("-")[0] == section])
        for section in plain.section_names
    ]
    assert across == sorted(across)


@pytest.mark.parametrize("seed", range(60))
def test_any_board_is_laid_out_inside_its_frame_with_locations_apart(seed: int) -> None:
    typed = board(seed, with_places=(0, 0.5, 1)[seed % 3])
    layout = lay_out(typed)
    assert set(layout.at) == {*typed.locations, *typed.points}
    assert all(MARGIN <= x <= layout.width - MARGIN for x, _ in layout.at.values())
    assert all(MARGIN <= y <= layout.height - MARGIN for _, y in layout.at.values())
    for one, other in combinations(layout.discs, 2):
        assert dist(layout.at[one], layout.at[other]) > CLEAR - 2, (one, other)


def test_typed_coordinates_are_kept_in_any_unit() -> None:
    places = {"1": (2.0, 3.0), "2": (6.0, 3.0), "3": (2.0, 9.0), "4": (7.0, 8.0)}
    shapes = []
    for unit in (1, 37):
        lines = [f"location {spot} at {x * unit} {y * unit}" for spot, (x, y) in places.items()]
        at = lay_out(read("\n".join(["board b", *lines, "path 1 2", "path 1 . 3", "path 2 4"]))).at
        shapes.append(np.array([np.subtract(at[spot], at["1"]) for spot in places]))
    true = np.array(list(places.values())) - places["1"]
    assert shapes[0] == pytest.approx(shapes[1], abs=0.5)
    assert shapes[0] == pytest.approx(true * shapes[0][1, 0] / true[1, 0], abs=0.5)


def test_what_has_no_coordinates_finds_its_place_between_what_has() -> None:
    text = "board b\nlocation 1 at 0 0\nlocation 2 at 40 0\npath 1 3\npath 3 2\npath 1 . . 2"
    at = lay_out(read(text)).at
    assert at["1"][0] < at["3"][0] < at["2"][0]


def test_two_places_typed_at_one_spot_are_pulled_apart() -> None:
    text = "board b\n" + "\n".join(f"location {n} at {x} 0" for n, x in ((1, 0), (2, 0), (3, 9)))
    assert nearest(lay_out(read(text))) > 0


def test_points_stand_on_their_way_at_equal_steps() -> None:
    layout = lay_out(read("board b\nlocation 1 at 0 0\nlocation 2 at 30 0\nroad 1 . . 2"))
    (stretch,) = layout.stretches
    assert stretch.spots == ("1", "1.2:1", "1.2:2", "2")
    steps = [dist(layout.at[a], layout.at[b]) for a, b in zip(stretch.spots, stretch.spots[1:], strict=False)]
    assert max(steps) - min(steps) < 2


def test_however_much_is_typed_the_picture_stays_within_bounds() -> None:
    absurd = (
        "path 1 " + ". " * 20_000 + "2",
        "location 1 at 0 0\nlocation 2 at 0 0.001\nlocation 3 at 10000 10000\npath 1 2\npath 2 3",
        "\n".join(f"path {number} . {number + 400}" for number in range(MOST + 1)),
    )
    for lines in absurd:
        typed = read("board b\n" + lines)
        layout = lay_out(typed)
        assert set(layout.at) == {*typed.locations, *typed.points}
        assert max(layout.width, layout.height) <= WIDEST + 2 * MARGIN + 1


@pytest.mark.parametrize("seed", range(6))
def test_the_same_board_is_laid_out_the_same(seed: int) -> None:
    typed = board(seed, with_places=seed % 2)
    assert lay_out(typed) == lay_out(typed)

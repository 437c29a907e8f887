"""The picture: well-formed, complete, the same every time, and every word on it can be read."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from companion.board_drawing import LAYERS, Mark, _laid_out, _surveyed, draw, places, size
from companion.board_drawing.curves import DISC
from companion.board_drawing.labels import Box, Label, place_names
from companion.board_drawing.land import LABEL
from companion.board_drawing.layout import lay_out
from companion.board_drawing.svg import FRAME, LOCATION_HIT, POINT_HIT, banner_box
from companion.boards import shipped, title_in
from companion.core.board import Board, read_board
from companion.translations import LANGUAGES
from tests.companion.board_drawing.boards import board

SVG = "{http://www.w3.org/2000/svg}"


def read(name: str) -> Board:
    found = read_board(shipped()[name])
    assert isinstance(found, Board)
    return found


def spots(picture: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(picture)
    return {each.attrib["data-spot"]: each for each in root.iter() if "data-spot" in each.attrib}


def labels(name: str, language: str) -> tuple[Label, ...]:
    typed, layout = read(name), lay_out(read(name))
    titles = {spot: title_in(language, place.title) for spot, place in typed.locations.items() if place.title}
    return place_names(layout, titles, banner_box(layout, title_in(language, typed.title)))


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def covers(box: Box, x: float, y: float, radius: float) -> bool:
    across, down = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
    return across**2 + down**2 < radius**2


@pytest.mark.parametrize("seed", range(40))
def test_the_picture_of_any_board_is_well_formed_and_shows_every_spot(seed: int) -> None:
    typed = board(seed, with_places=(0, 0.5, 1)[seed % 3])
    marks = [Mark(spot, "<g/>") for spot in typed.locations]
    picture = draw(typed, style=".board { fill: red }", marks=marks, lit=["1"])
    assert set(spots(picture)) == {*typed.locations, *typed.points}
    assert "nan" not in picture
    assert "inf" not in picture


@pytest.mark.parametrize("name", shipped())
def test_our_maps_show_every_spot_zone_and_name(name: str) -> None:
    typed = read(name)
    picture = draw(typed)
    shown = spots(picture)
    assert set(shown) == {*typed.locations, *typed.points}
    for spot, place in typed.locations.items():
        classes = shown[spot].attrib["class"].split()
        assert {"spot", "location", *(f"is-{kind}" for kind in place.kinds)} == set(classes)
        number = next(each for each in shown[spot].iter(f"{SVG}text"))
        assert number.text == spot
    root = ElementTree.fromstring(picture)
    zones = [each.attrib["data-zone"] for each in root.iter(f"{SVG}path") if "data-zone" in each.attrib]
    assert sorted(zones) == sorted(typed.zone_names)
    words = " ".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))
    assert all(place.title.split()[0] in words for place in typed.locations.values() if place.title)
    assert typed.title in words


@pytest.mark.parametrize("name", shipped())
def test_a_thumb_finds_every_spot(name: str) -> None:
    assert min(LOCATION_HIT, POINT_HIT) * 2 >= 44
    for spot in spots(draw(read(name))).values():
        (hit,) = (each for each in spot.iter(f"{SVG}circle") if each.attrib.get("class") == "hit")
        assert float(hit.attrib["r"]) * 2 >= 44


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shipped())
def test_no_word_covers_a_spot_or_another_word(name: str, language: str) -> None:
    typed = read(name)
    layout = lay_out(typed)
    written = labels(name, language)
    banner = banner_box(layout, title_in(language, typed.title))
    for label in written:
        left, top, right, bottom = label.box
        assert FRAME < left < right < layout.width - FRAME, label
        assert FRAME < top < bottom < layout.height - FRAME, label
        assert not meet(label.box, banner), label
        for spot, at in layout.at.items():
            assert not covers(label.box, *at, DISC if spot in layout.discs else 10), (label, spot)
    for one, other in combinations(written, 2):
        assert not meet(one.box, other.box), (one, other)


def inside(outline: str, x: float, y: float) -> bool:
    """Is the place within the rings of this path, by the even-odd rule?"""
    crossed = 0
    for ring in outline.removesuffix("Z").split("Z"):
        numbers = [float(each) for each in ring.removeprefix("M").split()]
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    return crossed % 2 == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shipped())
def test_a_zones_label_stands_in_its_zone_and_covers_nothing(name: str, language: str) -> None:
    typed = read(name)
    layout = lay_out(typed)
    root = ElementTree.fromstring(draw(typed, told=lambda title: title_in(language, title)))
    zones = {
        each.attrib["data-zone"]: each.attrib["d"]
        for each in root.iter(f"{SVG}path")
        if "data-zone" in each.attrib
    }
    written = labels(name, language)
    known = places(typed, told=lambda title: title_in(language, title))
    for zone in typed.zone_names:
        x, y = known[zone]
        assert inside(zones[zone], x, y)
        box = (x - LABEL[0] / 2, y - LABEL[1] / 2, x + LABEL[0] / 2, y + LABEL[1] / 2)
        for spot, at in layout.at.items():
            assert not covers(box, *at, DISC if spot in layout.discs else 10), (zone, spot)
        assert not any(meet(box, label.box) for label in written), zone


@pytest.mark.parametrize("name", shipped())
def test_every_location_stands_on_its_zones_ground(name: str) -> None:
    typed = read(name)
    layout = lay_out(typed)
    root = ElementTree.fromstring(draw(typed))
    for each in root.iter(f"{SVG}path"):
        if zone := each.attrib.get("data-zone"):
            for spot, place in typed.locations.items():
                assert inside(each.attrib["d"], *layout.at[spot]) == (place.zone == zone), (spot, zone)


def test_what_is_lit_is_told_apart_and_the_rest_steps_back() -> None:
    typed = read("demonstration-part-1")
    assert "has-lit" not in draw(typed)
    lit = draw(typed, lit={"9", "3.9:1"})
    assert 'class="board has-lit"' in lit
    bright = {spot for spot, each in spots(lit).items() if "is-lit" in each.attrib["class"].split()}
    assert bright == {"9", "3.9:1"}


def test_layers_can_be_drawn_apart_and_laid_over_each_other() -> None:
    typed = read("demonstration-part-1")
    parts = {layer: ElementTree.fromstring(draw(typed, layers=[layer])) for layer in LAYERS}
    assert len({part.attrib["viewBox"] for part in parts.values()}) == 1
    assert parts["land"].attrib["viewBox"] == "0 0 {:g} {:g}".format(*size(typed))
    for layer, part in parts.items():
        assert [each.attrib["class"] for each in part] == [f"board-{layer}"]
    whole = ElementTree.fromstring(draw(typed))
    assert [each.attrib["class"] for each in whole] == [f"board-{layer}" for layer in LAYERS]


def test_marks_stand_on_spots_and_zones_beside_each_other() -> None:
    typed = read("demonstration-part-1")
    wraiths = [Mark("10", f'<use href="{n}"/>', f"nazgul-{n}") for n in "abcd"]
    token = Mark("10", "<g/>", "token-trail", is_token=True)
    seen = Mark("II-A", "<g/>", is_token=True)
    root = ElementTree.fromstring(draw(typed, marks=[*wraiths, token, seen], layers=["marks"]))
    (layer,) = root
    assert [each.attrib["data-on"] for each in layer] == ["10", "II-A", "10", "10", "10", "10"]
    assert layer[0].attrib["class"] == "mark token token-trail"
    assert len({each.attrib["transform"] for each in layer}) == 6
    with pytest.raises(KeyError):
        draw(typed, marks=[Mark("999", "<g/>")])


def test_places_tells_where_spots_zones_and_sections_lie() -> None:
    typed = read("demonstration-part-2")
    width, height = size(typed)
    known = places(typed)
    assert set(known) == {*typed.locations, *typed.points, *typed.zone_names, *typed.section_names}
    assert all(0 < x < width and 0 < y < height for x, y in known.values())


def test_a_picture_alone_carries_its_style_and_one_for_a_page_none() -> None:
    typed = read("demonstration-part-1")
    alone = draw(typed, style=".a > .b { content: '<' }")
    (style,) = ElementTree.fromstring(alone).iter(f"{SVG}style")
    assert style.text == ".a > .b { content: '<' }"
    inlined = draw(typed)
    assert "<style" not in inlined
    assert "style=" not in inlined


def test_names_are_told_in_the_readers_language() -> None:
    typed = read("demonstration-part-1")
    russian = draw(typed, told=lambda title: title_in("ru", title))
    assert "Чёрный омут" in russian
    assert "Black Mere" not in russian


@pytest.mark.parametrize("name", shipped())
def test_the_same_board_is_drawn_the_same(name: str) -> None:
    first = draw(read(name))
    _surveyed.cache_clear()
    _laid_out.cache_clear()
    assert draw(read(name)) == first


def test_a_zone_that_the_board_does_not_know_is_not_made_up() -> None:
    typed = read_board("board b\nlocation 1 zone I-A\npath 1 . 2\npath 2 . 3")
    assert isinstance(typed, Board)
    root = ElementTree.fromstring(draw(typed))
    zones = {each.attrib["data-zone"] for each in root.iter() if "data-zone" in each.attrib}
    assert zones == {"I-A"}
    assert "zone-border" in draw(typed)


def test_a_picture_that_no_page_surrounds_names_its_theme() -> None:
    typed = read("demonstration-part-1")
    assert ElementTree.fromstring(draw(typed, theme="dark")).attrib["data-theme"] == "dark"
    assert "data-theme" not in ElementTree.fromstring(draw(typed)).attrib

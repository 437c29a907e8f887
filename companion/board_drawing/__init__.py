"""A board as a picture: text in, SVG out; no files, no clock, no chance.

    picture = draw(board)                                    # everything, as a page inlines it
    alone = draw(board, style=css)                           # complete by itself, for a file
    ground = draw(board, layers=("land", "ways", "names"))   # what never changes during a game
    above = draw(board, layers=("spots", "marks"), lit={"9", "11"}, marks=[Mark("10", figure)])

All layers of one board share one viewBox (`size(board)`), so two pictures laid over each other fit: a page
may keep the ground and fetch only what lies above it, or show it as an `<img>`
(`layers=("land", "ways"), style=css, theme="dark"`: pictures have no fonts of the page, so no words).

Every spot is `<g class="spot location is-ally is-lit" data-spot="10">` (or `class="spot point"`) with a
`circle.hit` that is at least 50 px wide at 1:1. `lit` spots also bear `is-lit`; when any are lit, the picture
bears `has-lit`, and the style makes all else step back. Zones are `[data-zone="II-A"]`.
`places(board)` tells where each spot, zone and section lies, `trace(board, spots)` the line of a way over the
map, for whoever lays more on it.

Looks come from `web/static/board.css`: classes and CSS variables only, nothing inline, so that themes and a
strict content policy work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from companion.board_drawing import svg
from companion.board_drawing.curves import Point
from companion.board_drawing.labels import Label, place_names
from companion.board_drawing.land import Land, lie_of_the_land
from companion.board_drawing.layout import Layout, lay_out
from companion.board_drawing.traces import Line, cut, traced
from companion.core.board import Board

__all__ = ["LAYERS", "Line", "Mark", "cut", "draw", "places", "size", "standing", "trace"]

LAYERS = ("land", "ways", "names", "spots", "marks")


@dataclass(frozen=True)
class Mark:
    """Something that lies on the map.

    `on` is a spot, a zone or a section; `picture` is SVG drawn for a box of 100 x 100, for example
    `<use href="/static/figures/nazgul.svg#art"/>`. Figures stand on the spot, tokens lie at its edge.
    """

    on: str
    picture: str
    css: str = ""
    is_token: bool = False


MOST_NAMES = 200
"""More names than this find no room on any map."""

FIGURE = 54
TOKEN = 36
STANDING = {
    1: ((0, -38),),
    2: ((-20, -36), (20, -36)),
    3: ((-32, -30), (32, -30), (0, -44)),
    4: ((-44, -20), (44, -20), (-16, -44), (16, -44)),
}
LYING = ((-26, 24), (26, 24), (0, 34), (-34, 0), (34, 0))
"""Where figures stand and tokens lie, from the middle of the spot."""


def draw(
    board: Board,
    *,
    layers: Collection[str] = LAYERS,
    lit: Collection[str] = (),
    marks: Sequence[Mark] = (),
    told: Callable[[str], str] = str,
    style: str | None = None,
    theme: str | None = None,
) -> str:
    """The board as an SVG element. `told` puts the board's own names into the reader's language.

    A picture that no page surrounds brings its `style` along and may name its `theme`.
    """
    known = _survey(board, told)
    layout = known.layout
    written = []
    if style is not None:
        written = [svg.tag("title", escape(known.title)), svg.tag("style", escape(style, quote=False))]
    content: dict[str, Callable[[], Iterable[str]]] = {
        "land": lambda: svg.land_layer(layout, known.land),
        "ways": lambda: svg.ways_layer(layout),
        "names": lambda: _words(known),
        "spots": lambda: _spots(board, layout, lit, told),
        "marks": lambda: _laid(marks, known.places),
    }
    written += [svg.tag("g", *content[layer](), css=f"board-{layer}") for layer in LAYERS if layer in layers]
    return svg.tag(
        "svg",
        *written,
        css="board has-lit" if lit else "board",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {layout.width:g} {layout.height:g}",
        **({"data_theme": theme} if theme else {}),
    )


def places(board: Board, *, told: Callable[[str], str] = str) -> Mapping[str, Point]:
    """Where every spot, zone and section lies. A zone's label moves with the words around it."""
    return _survey(board, told).places


def trace(board: Board, spots: Sequence[str]) -> Line:
    """A way over the map from spot to spot, along roads and paths where they lead there."""
    return traced(_survey(board, str).layout, spots)


def standing(several: int) -> Sequence[Point]:
    """Where so many figures stand, from the middle of their spot."""
    return STANDING[min(max(several, 1), 4)]


def size(board: Board) -> tuple[float, float]:
    layout = _survey(board, str).layout
    return layout.width, layout.height


@dataclass(frozen=True)
class _Survey:
    layout: Layout
    title: str
    zone_titles: Mapping[str, str]
    labels: tuple[Label, ...]
    land: Land

    @property
    def places(self) -> dict[str, Point]:
        return {**self.land.sections, **self.land.rooms, **self.layout.at}


@dataclass(frozen=True)
class _Typed:
    """A board by what was typed: two readings of one text are the same."""

    lines: tuple[object, ...]
    board: Board = field(compare=False)


Titles = tuple[tuple[str, str], ...]


def _survey(board: Board, told: Callable[[str], str]) -> _Survey:
    typed = _Typed((*board.locations.values(), *board.points.values(), *board.ways), board)
    names = tuple((spot, told(place.title)) for spot, place in board.locations.items() if place.title)
    zones = tuple((zone, told(region.title)) for zone, region in board.regions.items() if region.title)
    return _surveyed(typed, told(board.title) if board.title else "", names, zones)


@lru_cache(maxsize=32)
def _laid_out(typed: _Typed) -> Layout:
    return lay_out(typed.board)


@lru_cache(maxsize=32)
def _surveyed(typed: _Typed, title: str, names: Titles, zones: Titles) -> _Survey:
    layout = _laid_out(typed)
    banner = svg.banner_box(layout, title)
    labels = place_names(layout, dict(names), banner) if len(names) <= MOST_NAMES else ()
    zone_of = {spot: each.zone or each.section for spot, each in typed.board.locations.items()}
    taken = [banner, *(label.box for label in labels)]
    return _Survey(layout, title, dict(zones), labels, lie_of_the_land(layout, zone_of, taken))


def _words(known: _Survey) -> Iterator[str]:
    yield from svg.zone_names_layer(known.land, known.zone_titles)
    yield from map(svg.name, known.labels)
    if known.title:
        yield svg.banner(known.layout, known.title)


def _spots(board: Board, layout: Layout, lit: Collection[str], told: Callable[[str], str]) -> Iterator[str]:
    on_roads = {spot for stretch in layout.stretches if stretch.kind == "road" for spot in stretch.spots}
    for spot, at in layout.at.items():
        classes = ["is-lit"] if spot in lit else []
        place = board.locations.get(spot)
        if place is None:
            yield svg.point(spot, at, [*(["on-road"] if spot in on_roads else []), *classes])
        else:
            title = f"{spot} {told(place.title)}" if place.title else spot
            yield svg.location(spot, at, sorted(place.kinds), classes, title)


def _laid(marks: Sequence[Mark], at: Mapping[str, Point]) -> Iterator[str]:
    """Tokens first, so that figures stand before them; several on one spot share it."""
    for is_token in (True, False):
        here: dict[str, list[Mark]] = {}
        for mark in marks:
            if mark.is_token == is_token:
                here.setdefault(mark.on, []).append(mark)
        side = TOKEN if is_token else FIGURE
        for spot, several in here.items():
            stands = LYING if is_token else STANDING[min(len(several), 4)]
            for number, mark in enumerate(several):
                dx, dy = stands[number % len(stands)]
                place = svg.shifted(at[spot][0] + dx - side / 2, at[spot][1] + dy - side / 2)
                yield svg.tag(
                    "g",
                    mark.picture,
                    css=f"mark {'token' if is_token else 'standing'} {mark.css}".rstrip(),
                    data_on=spot,
                    transform=f"{place} scale({side / 100:g})",
                )

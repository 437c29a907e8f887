"""A chapter of the story without a map: a strip of days, three phases each, with what happened in them.

Drawn as it stands at the end; `data-step` says of everything when it came, as on the map (`trails.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from companion.games.hunt_for_the_ring.story import Chapter, Step
from companion.games.hunt_for_the_ring.words import CROSSED, PHASES, POINT
from web.hunt_for_the_ring.trails import CLASH, Art

COLUMN, CELL, ROW, ROAD = 124, 52, 46, 118
"""How wide a phase is at least, a cell in it, how high a line below it, and where Frodo's road runs."""

SIGNS = {"yes": "✓", "here": "!", "no": "✗", "cancelled": "–"}
Numbered = tuple[int, Step]


def strip(chapter: Chapter, art: Art, day_word: str) -> tuple[str, float, float]:
    """The strip as SVG content, its width and its height. `day_word` has the day's number in its gap."""
    numbered = enumerate(chapter.steps, chapter.first)
    played = [(number, step) for number, step in numbered if step.phase in PHASES]
    columns = list(_columns(played))
    width = sum(column.width for column in columns) or COLUMN
    rows = max((len(column.below) for column in columns), default=0)
    height = ROAD + 52 + rows * ROW
    road = f'<path class="strip-road" d="M0 {ROAD}H{width:g}"/>'
    days = "".join(_days(columns, height, day_word))
    drawn = "".join("".join(_drawn(chapter, column, art)) for column in columns)
    return f"{days}{road}{drawn}", width, height


@dataclass(frozen=True)
class Column:
    """One phase: Frodo's cells on the road, and below it what the hunters asked and found."""

    day: int
    phase: str
    left: float
    width: float
    moves: list[Numbered]
    rests: list[Numbered]
    below: list[Numbered]

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def _columns(played: list[Numbered]) -> Iterator[Column]:
    left = 0.0
    for (day, phase), group in groupby(played, key=lambda each: (each[1].day, each[1].phase)):
        within = list(group)
        moves = [each for each in within if each[1].told.kind in ("start", "move", "escape")]
        rests = [each for each in within if each[1].told.kind == "rest"]
        below = [each for each in within if each[1].told.kind in ("answer", "encounter", "gandalf", "king")]
        width = max(COLUMN, CELL * (len(moves) + 1))
        yield Column(day, phase, left, width, moves, rests, below)
        left += width


def _days(columns: list[Column], height: float, day_word: str) -> Iterator[str]:
    """A panel a day, with its name."""
    for day, group in groupby(columns, key=lambda column: column.day):
        within = list(group)
        x, width = within[0].left, sum(column.width for column in within)
        box = f'x="{x + 3:g}" y="3" width="{width - 6:g}" height="{height - 6}" rx="14"'
        yield f'<rect class="strip-day" {box}/>'
        yield f'<text class="strip-name" x="{x + 16:g}" y="34">{escape(day_word.format(number=day))}</text>'


def _drawn(chapter: Chapter, column: Column, art: Art) -> Iterator[str]:
    yield _drawing("strip-phase", None, column.middle, 66, 40, art("phases", column.phase))
    for number, _ in column.rests:
        yield f'<circle class="strip-rest" data-step="{number}" cx="{column.middle:g}" cy="{ROAD}" r="7"/>'
    spread = column.width / (len(column.moves) + 1)
    for place, (number, step) in enumerate(column.moves, 1):
        yield _cell(chapter, number, step, column.left + spread * place)
    for place, (number, step) in enumerate(column.below):
        yield _line(number, step, column.middle, ROAD + 60 + place * ROW, art)


def _cell(chapter: Chapter, number: int, step: Step, x: float) -> str:
    """What the sheet says there; a question mark while it is secret."""
    route = (
        chapter.routes[step.frodo[0]] if step.frodo and step.frodo[0] in range(len(chapter.routes)) else None
    )
    cell = route[step.frodo[1] - 1] if route and step.frodo and step.frodo[1] <= len(route) else "?"
    place = f'class="strip-cell" data-step="{number}" transform="translate({x:.1f} {ROAD})"'
    if cell == POINT:
        return f'<g {place}><path class="diamond" d="M0-13 13 0 0 13-13 0Z"/></g>'
    if cell == CROSSED:
        return f'<g {place}><path class="strip-crossed" d="M-9 13 9-13"/></g>'
    return f'<g {place}><circle class="disc" r="22"/><text class="number" y="9">{escape(cell)}</text></g>'


def _line(number: int, step: Step, x: float, y: float, art: Art) -> str:
    told = step.told
    when = f'data-step="{number}"'
    if told.kind == "encounter":
        star = f'<path class="clash" transform="translate(-26 0) scale(.6)" d="{CLASH}"/>'
        return (
            f'<g class="strip-asked asked-here" {when} transform="translate({x:.1f} {y:.1f})">'
            f'{star}<text x="-4" y="8">{escape(told.at or "")}</text></g>'
        )
    if told.kind in ("gandalf", "king"):
        name = "gandalf" if told.kind == "gandalf" else "witch-king"
        return _drawing(f"strip-{told.kind}", number, x, y, 36, art("figures", name))
    figure = ("figures", f"nazgul-{told.nazgul}") if told.nazgul else ("tokens", "eye")
    picture = _drawing(f"nazgul-{told.nazgul}", None, -26, 0, 36, art(*figure))
    word = f"{told.at} {SIGNS.get(told.answer or '', '')}"
    return (
        f'<g class="strip-asked asked-{told.answer}" {when} transform="translate({x:.1f} {y:.1f})">'
        f'{picture}<text x="-4" y="8">{escape(word)}</text></g>'
    )


def _drawing(css: str, step: int | None, x: float, y: float, side: float, picture: str) -> str:
    when = "" if step is None else f' data-step="{step}"'
    place = f"translate({x - side / 2:.1f} {y - side / 2:.1f}) scale({side / 100:g})"
    return f'<g class="mark {css}"{when} transform="{place}">{picture}</g>'

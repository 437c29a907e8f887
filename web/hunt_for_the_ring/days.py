"""A chapter of the story without a map: a strip of days, three phases each, with what happened in them.

Drawn as it stands at the end; `data-step` says of everything when it came, as on the map (`trails.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from companion.games.hunt_for_the_ring.story import Chapter, Step
from companion.games.hunt_for_the_ring.words import CROSSED, PHASES, POINT
from web.hunt_for_the_ring.trails import CLASH, Art

COLUMN, ROW, ROAD = 104, 46, 118
"""How wide a phase is, how high a line below it, and where Frodo's road runs."""

SIGNS = {"yes": "✓", "here": "!", "no": "✗", "cancelled": "–"}
Numbered = tuple[int, Step]


def strip(chapter: Chapter, art: Art, day_word: str) -> tuple[str, float, float]:
    """The strip as SVG content, its width and its height. `day_word` has the day's number in its gap."""
    numbered = list(enumerate(chapter.steps, chapter.first))
    played = [(number, step) for number, step in numbered if step.phase in PHASES or step.phase == "over"]
    columns = [list(group) for _, group in groupby(played, key=lambda each: _phase(each[1]))]
    width = max(1, len(columns)) * COLUMN
    rows = max([sum(_is_below(step) for _, step in column) for column in columns], default=0)
    height = ROAD + 52 + rows * ROW
    road = f'<path class="strip-road" d="M0 {ROAD}H{width}"/>'
    days = "".join(_days(columns, height, day_word))
    drawn = "".join("".join(_column(chapter, column, at, art)) for at, column in enumerate(columns))
    return f"{days}{road}{drawn}", width, height


def _phase(step: Step) -> tuple[int, str]:
    return step.day, step.phase if step.phase in PHASES else "over"


def _is_below(step: Step) -> bool:
    return step.told.kind in ("answer", "encounter", "gandalf", "king")


def _days(columns: list[list[Numbered]], height: float, day_word: str) -> Iterator[str]:
    """A panel a day, with its name."""
    at = 0
    for day, group in groupby(columns, key=lambda column: column[0][1].day):
        many = len(list(group))
        x, width = at * COLUMN, many * COLUMN
        yield f'<rect class="strip-day" x="{x + 3}" y="3" width="{width - 6}" height="{height - 6}" rx="14"/>'
        yield f'<text class="strip-name" x="{x + 16}" y="34">{escape(day_word.format(number=day))}</text>'
        at += many


def _column(chapter: Chapter, column: list[Numbered], at: int, art: Art) -> Iterator[str]:
    x = at * COLUMN + COLUMN / 2
    phase = _phase(column[0][1])[1]
    if phase in PHASES:
        yield _drawing("strip-phase", None, x, 66, 40, art("phases", phase))
    moves = [(number, step) for number, step in column if step.told.kind in ("start", "move", "escape")]
    if not moves:
        rests = [number for number, step in column if step.told.kind == "rest"]
        yield from (
            f'<circle class="strip-rest" data-step="{number}" cx="{x:g}" cy="{ROAD}" r="7"/>'
            for number in rests
        )
    for place, (number, step) in enumerate(moves):
        spread = COLUMN / (len(moves) + 1)
        yield _cell(chapter, number, step, at * COLUMN + spread * (place + 1))
    below = [(number, step) for number, step in column if _is_below(step)]
    for place, (number, step) in enumerate(below):
        yield _line(number, step, x, ROAD + 60 + place * ROW, art)


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
        place = f"translate({x:.1f} {y:.1f}) scale(.6)"
        return f'<path class="clash" {when} transform="{place}" d="{CLASH}"/>'
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

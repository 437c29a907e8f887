"""The story as one picture to send to friends: maps with trail and rides, the turning points below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from textwrap import wrap

from companion.board_drawing import draw, places, size
from companion.core import Sentence, say
from companion.games.hunt_for_the_ring.story import Chapter, Story, Turn
from companion.games.hunt_for_the_ring.words import NAMES, NAZGUL, TITLE
from web.hunt_for_the_ring.days import strip
from web.hunt_for_the_ring.trails import Trails
from web.standalone import drawing, style

NARROWEST = 1200
HEAD, GAP, MARGIN = 170, 30, 60
LINE, NAME = 34, 40
"""Heights in the list of turning points: of a line of text and of a name."""

LEGEND = 50
LETTER = 11.5
"""How wide a letter of the list is, about."""

Tell = Callable[[Sentence], str]


def keepsake(
    story: Story, turns: Sequence[Turn], title: str, theme: str, tell: Tell, told: Callable[[str], str]
) -> str:
    """A whole SVG document. `told` puts a board's own names into the reader's language."""
    chapters = [_chapter(chapter, turns, tell, told) for chapter in story.chapters]
    width = max(NARROWEST, *(each[1] for each in chapters))
    written, y = [], float(HEAD)
    for content, wide, high in chapters:
        written.append(f'<g transform="translate({(width - wide) / 2:g} {y:g})">{content}</g>')
        y += high + GAP
    has_gandalf = any(chapter.part == 2 for chapter in story.chapters)
    written.append(_legend(width, y, tell, is_whole=story.is_whole, has_gandalf=has_gandalf))
    points, high = _turning_points(turns, width, y + LEGEND, tell)
    high += LEGEND
    height = y + high
    end = tell(story.steps[-1].told.text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="keepsake" data-theme="{theme}" width="{width:g}"'
        f' height="{height:g}" viewBox="0 0 {width:g} {height:g}"><title>{escape(title)}</title>'
        f"<style>{escape(style('board.css', 'trail.css'), quote=False)}</style>"
        f'<rect class="keepsake-ground" width="{width:g}" height="{height:g}"/>'
        f"{_text('keepsake-title', width / 2, 82, tell(TITLE))}{_text('keepsake-end', width / 2, 136, end)}"
        f"{''.join(written)}{points}</svg>"
    )


def _chapter(
    chapter: Chapter, turns: Sequence[Turn], tell: Tell, told: Callable[[str], str]
) -> tuple[str, float, float]:
    """A map or a strip of days as SVG content, its width and height."""
    board = chapter.board
    if board is None:
        content, width, height = strip(chapter, drawing, _with_gap(tell))
        return f'<g class="board strip">{content}</g>', width, height
    trails = Trails(chapter)
    width, height = size(board)
    content = (
        _inside(draw(board, layers=("land", "ways"), told=told))
        + trails.below()
        + _inside(draw(board, layers=("names", "spots"), told=told))
        + trails.above(drawing)
        + "".join(_badges(chapter, trails, turns))
    )
    # Two maps in one picture: each has pieces of its own that it refers to.
    own = content.replace('id="board-', f'id="part-{chapter.part}-').replace(
        "#board-", f"#part-{chapter.part}-"
    )
    return f'<g class="board">{own}</g>', width, height


def _with_gap(tell: Tell) -> str:
    return tell(say("Day {number}", number="{number}"))


def _inside(picture: str) -> str:
    return picture[picture.index(">") + 1 : picture.rindex("</svg>")]


def _badges(chapter: Chapter, trails: Trails, turns: Sequence[Turn]) -> Iterator[str]:
    """The numbers of the turning points where they happened; several at one place stand in a row."""
    board = chapter.board
    assert board is not None
    taken: dict[tuple[float, float], int] = {}
    for number, turn in enumerate(turns, 1):
        within = turn.step - chapter.first
        if not 0 <= within < len(chapter.steps):
            continue
        step = chapter.steps[within]
        at = places(board).get(step.told.at or "") or trails.focus(step)
        if at is None:
            continue
        beside = taken.get(at, 0)
        taken[at] = beside + 1
        place = f"translate({at[0] + 36 + beside * 34:.1f} {at[1] + 4:.1f})"
        yield f'<g class="badge badge-{turn.kind}" transform="{place}">{_badge(number)}</g>'


def _badge(number: int) -> str:
    return f'<circle r="17"/><text y="8">{number}</text>'


def _legend(width: float, y: float, tell: Tell, *, is_whole: bool, has_gandalf: bool) -> str:
    """Whose line is which."""
    lines = [("nazgul-" + colour, tell(NAMES[colour])) for colour in NAZGUL]
    if is_whole:
        lines.insert(0, ("trail", tell(NAMES["frodo"])))
    if is_whole and has_gandalf:
        lines.append(("gandalf", tell(NAMES["gandalf"])))
    each = (width - 2 * MARGIN) / len(lines)
    drawn = [
        f'<g class="{css}"><path d="M{MARGIN + number * each:g} {y + 16:g}h46"/>'
        f'<text x="{MARGIN + number * each + 60:g}" y="{y + 25:g}">{escape(word)}</text></g>'
        for number, (css, word) in enumerate(lines)
    ]
    return f'<g class="keepsake-legend">{"".join(drawn)}</g>'


def _text(css: str, x: float, y: float, words: str) -> str:
    return f'<text class="{css}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def _turning_points(turns: Sequence[Turn], width: float, top: float, tell: Tell) -> tuple[str, float]:
    """In two columns, filled from the left."""
    column = (width - 3 * MARGIN) / 2
    entries = [(turn, wrap(tell(turn.text), int((column - 60) / LETTER))) for turn in turns]
    heights = [NAME + len(lines) * LINE + 18 for _, lines in entries]
    half, left = sum(heights) / 2, 0.0
    written: list[str] = []
    ends = [0.0, 0.0]
    for number, ((turn, lines), high) in enumerate(zip(entries, heights, strict=True), 1):
        side = 1 if left + high / 2 > half else 0
        x, y = MARGIN + side * (column + MARGIN), top + 20 + ends[side]
        words = "".join(
            _text("keepsake-text", x + 50, y + NAME + row * LINE + 22, line) for row, line in enumerate(lines)
        )
        place = f"translate({x + 18:g} {y + 20:g})"
        written.append(f'<g class="badge badge-{turn.kind}" transform="{place}">{_badge(number)}</g>')
        written.append(_text("keepsake-name", x + 50, y + 30, tell(turn.name)) + words)
        ends[side] += high
        left += high
    return "".join(written), max(ends) + MARGIN

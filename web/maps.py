"""The map on phones and on the table screen.

The ground (land, roads and paths) never changes during a game: it is a picture of its own that browsers keep.
What changes lies above it, in the page: names, spots that glow, figures and tokens.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from flask import Blueprint, Response, abort, url_for
from markupsafe import Markup

from companion.board_drawing import Mark, draw, places, size
from companion.boards import title_in
from companion.core.board import Board, read_board
from companion.translations import LANGUAGES
from web.visitor import THEMES, find_table, language

GROUND = ("land", "ways")
ABOVE = ("names", "spots", "marks")
KEPT_S = 24 * 3600
STYLE = Path(__file__).with_name("static") / "board.css"

blueprint = Blueprint("maps", __name__)


@dataclass(frozen=True)
class Map:
    """`near` is what a small screen shows first: its middle, from 0 to 1 across and down."""

    width: float
    height: float
    above: Markup
    near: tuple[float, float]


@lru_cache(maxsize=32)
def board_of(text: str | None) -> Board | None:
    """The board of a table's options, which has been read once already."""
    board = read_board(text) if text else None
    return board if isinstance(board, Board) else None


def map_of(board: Board, marks: Sequence[Mark], lit: Collection[str] = (), near: Collection[str] = ()) -> Map:
    """What lies above the ground. A mark whose place the board does not know is left out."""
    known, (width, height) = places(board), size(board)
    told = partial(title_in, language())
    above = draw(board, layers=ABOVE, lit=lit, marks=[mark for mark in marks if mark.on in known], told=told)
    there = [known[spot] for spot in near if spot in known] or [(width / 2, height / 2)]
    xs, ys = [x for x, _ in there], [y for _, y in there]
    middle = ((min(xs) + max(xs)) / 2 / width, (min(ys) + max(ys)) / 2 / height)
    return Map(width, height, Markup(above), (round(middle[0], 3), round(middle[1], 3)))


def art(folder: str, name: str, css: str, on: str, *, is_token: bool = False) -> Mark:
    """A drawing of ours as a mark on the map."""
    href = url_for("static", filename=f"{folder}/{name}.svg")
    return Mark(on, f'<use href="{href}#art"/>', css, is_token)


@blueprint.get("/tables/<code>/ground/<theme>/<speech>.svg")
def ground(code: str, theme: str, speech: str) -> Response:
    """Land, roads and paths. Where trees stand depends on where names lie, and so on the language."""
    return ground_of(board_of(find_table(code).options.get("board")), theme, speech)


def ground_of(board: Board | None, theme: str, speech: str) -> Response:
    if board is None or theme not in THEMES or speech not in LANGUAGES:
        abort(404)
    width, height = size(board)
    inner = draw(board, layers=GROUND, told=partial(title_in, speech), style=STYLE.read_text("utf-8"))
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-theme="{theme}" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    )
    response = Response(picture, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response

"""The story's page, its picture and the proof: the same for everyone, made of what the story may tell."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request, url_for
from markupsafe import Markup

from companion.board_drawing import draw, size
from companion.boards import title_in
from companion.core import Json, Sentence, say
from companion.core.proof import Checked, check
from companion.games.hunt_for_the_ring import words
from companion.games.hunt_for_the_ring.story import Chapter, Step, Story, Turn, story
from companion.games.hunt_for_the_ring.turning import turning_points
from companion.table import PUBLIC, Table
from web.drawing import road
from web.errors import answer, wants_page
from web.hunt_for_the_ring.days import strip
from web.hunt_for_the_ring.keepsake import keepsake
from web.hunt_for_the_ring.trails import Trails
from web.maps import ground_of
from web.streams import version
from web.visitor import THEMES, find_table, language, seats_held, the_inn, told

KEEPSAKE_THEME = "parchment"
"""Friends look at pictures by day."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
NOT_YET = say("The story is told when the game is over.")

blueprint = Blueprint("story", __name__)


@blueprint.get("/tables/<code>/story")
def page(code: str) -> Response:
    live = _live(code)
    table = _hunt(code)
    found = _story(table)
    if found is None:
        return answer(409, NOT_YET, "refused")
    turns = turning_points(found)
    if not wants_page():
        return jsonify(_written(found, turns))
    tracks = _tracks(table, is_whole=found.is_whole)
    view = {**table.view(PUBLIC), "tracks": tracks, "proof": table.commitments}
    return make_response(
        render_template(
            "games/hunt-for-the-ring/story.html",
            **live,
            code=code,
            game=table.game,
            names=words.NAMES,
            table_name=the_inn().name(code),
            seat=the_inn().latest(code, seats_held(code, table)),
            view=view,
            words=words,
            story=found,
            chapters=[_chapter(code, chapter) for chapter in found.chapters],
            steps=_steps(found, turns),
            turns=turns,
            roads={name: {"phone": _road(track)} for name, track in view["tracks"].items()},
            checked=_checked(table.commitments),
        )
    )


@blueprint.get("/tables/<code>/story.svg")
def picture(code: str) -> Response:
    """The one picture to send to friends."""
    table = _hunt(code)
    found = _story(table)
    if found is None:
        return answer(409, NOT_YET, "refused")
    theme = request.args.get("theme", KEEPSAKE_THEME)
    drawn = keepsake(
        found,
        turning_points(found),
        the_inn().name(code),
        theme if theme in THEMES else KEEPSAKE_THEME,
        told,
        partial(title_in, language()),
    )
    response = Response(drawn, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    if "download" in request.args:
        response.headers["Content-Disposition"] = f'attachment; filename="hunt-{code}.svg"'
    return response


@blueprint.get("/tables/<code>/story/ground/<int:part>/<theme>/<speech>.svg")
def ground(code: str, part: int, theme: str, speech: str) -> Response:
    """Land, roads and paths of a chapter's map."""
    found = _story(_hunt(code))
    boards = [chapter.board for chapter in found.chapters if chapter.part == part] if found else []
    return ground_of(boards[0] if boards else None, theme, speech)


@blueprint.get("/tables/<code>/proof.json")
def proof(code: str) -> Response:
    """The proof as a file, for `butterbur proof check`: sealed while the game runs."""
    written = find_table(code).commitments
    if written is None:
        return answer(409, say("Nothing hidden has been written yet."), "refused")
    response = Response(json.dumps(written, ensure_ascii=False, indent=1), mimetype="application/json")
    if "download" in request.args:
        response.headers["Content-Disposition"] = f'attachment; filename="proof-{code}.json"'
    return response


def _hunt(code: str) -> Table:
    table = find_table(code)
    if table.game.KEY != words.KEY:
        abort(404)
    return table


def _story(table: Table) -> Story | None:
    return story(*table.standing())


def _live(code: str) -> dict[str, Any]:
    """The page hears when the sheet is shown; asked for before the truth itself, as on other pages."""
    find_table(code)
    events = url_for("streams.events", code=code, seat=PUBLIC)
    return {"events": events, "version": version(the_inn().mark(code, PUBLIC), PUBLIC)}


def _written(found: Story, turns: tuple[Turn, ...]) -> Json:
    chapters = [
        {
            "part": chapter.part,
            "board": chapter.board.key if chapter.board else None,
            "first": chapter.first,
            "routes": [list(route) for route in chapter.routes],
            "steps": [step.to_json() for step in chapter.steps],
        }
        for chapter in found.chapters
    ]
    return {
        "whole": found.is_whole,
        "result": found.result,
        "chapters": chapters,
        "turning_points": [turn.to_json() for turn in turns],
    }


def _used(folder: str, name: str) -> str:
    return f'<use href="{url_for("static", filename=f"{folder}/{name}.svg")}#art"/>'


def _chapter(code: str, chapter: Chapter) -> dict[str, Any]:
    """What the page draws of a chapter: a map in layers, or a strip of days."""
    last = chapter.first + len(chapter.steps) - 1
    shown: dict[str, Any] = {"part": chapter.part, "first": chapter.first, "last": last}
    board = chapter.board
    if board is None:
        content, width, height = strip(chapter, _used, told(say("Day {number}", number="{number}")))
        return {**shown, "strip": Markup(content), "width": width, "height": height}
    trails = Trails(chapter)
    width, height = size(board)
    near = next((at for at in map(trails.focus, reversed(chapter.steps)) if at), (width / 2, height / 2))
    return {
        **shown,
        "width": width,
        "height": height,
        "near": (round(near[0] / width, 3), round(near[1] / height, 3)),
        "below": Markup(trails.below()),
        "spots": Markup(draw(board, layers=("names", "spots"), told=partial(title_in, language()))),
        "above": Markup(trails.above(_used)),
    }


def _steps(found: Story, turns: tuple[Turn, ...]) -> list[dict[str, Any]]:
    """The evening as a list: what each step says, and what the page needs to show it."""
    written = []
    names: dict[int, Sentence] = {turn.step: turn.name for turn in turns}
    for chapter in found.chapters:
        trails = Trails(chapter) if chapter.board else None
        for number, step in enumerate(chapter.steps, chapter.first):
            at = trails.focus(step) if trails else None
            width, height = size(chapter.board) if chapter.board else (1, 1)
            near = f"{at[0] / width:.3f} {at[1] / height:.3f}" if at else ""
            written.append(
                {
                    "number": number,
                    "step": step,
                    "text": step.told.text,
                    "focus": near,
                    "turn": names.get(number),
                    "is_new_phase": _is_new_phase(found.steps, number),
                }
            )
    return written


def _is_new_phase(steps: tuple[Step, ...], number: int) -> bool:
    def phase(step: Step) -> tuple[int, int, str]:
        return step.part, step.day, step.phase

    return number == 0 or phase(steps[number]) != phase(steps[number - 1])


def _tracks(table: Table, *, is_whole: bool) -> Json:
    """With a gate at the end of each; where its limit is secret, the track's own end will do."""
    tracks = table.view(words.RINGBEARER if is_whole else PUBLIC)["tracks"]
    return {name: {**track, "limit": track["limit"] or track["cells"]} for name, track in tracks.items()}


def _road(track: Json) -> Any:
    cells = int(track["cells"]) + 1
    return road(cells, per_row=cells, pitch=374 / cells, row_height=40, sway=2)


def _checked(proof: Json | None) -> Checked | None:
    """What the server's own check has found; the phone makes another."""
    found = check(proof) if proof and "lines" in proof else None
    return found if isinstance(found, Checked) else None

"""The JSON interface of the contract: open a table, take a seat, look, act. Pages post to it as forms."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request, url_for
from werkzeug.exceptions import BadRequest

from companion.core import Refusal, say
from companion.games import GAMES
from companion.games.hunt_for_the_ring import KEY as HUNT
from companion.inn import LONGEST_NAME
from companion.script import read_line
from companion.table import ALREADY_DONE, PUBLIC
from companion.translations import LANGUAGES
from web import letters, pages
from web.errors import answer, wants_page
from web.forms import is_text, posted, posted_object
from web.games import PRESENTERS
from web.visitor import (
    THEMES,
    find_table,
    give_cookie,
    is_host,
    seat_asked_for,
    seats_held,
    the_inn,
    told,
)

LONGEST_PATH = 200
"""Far beyond any page of ours."""

TOO_LONG = say("A table's name has at most {most} letters.", most=LONGEST_NAME)

blueprint = Blueprint("tables", __name__)


@blueprint.post("/tables")
def open_table() -> Response:
    """Lay a table from a script's first line (and a name); its opener is its host."""
    first_line = posted()
    if not isinstance(first_line, dict):
        raise BadRequest
    name = first_line.pop("name", "")
    if not is_text(name, LONGEST_NAME):
        return answer(400, TOO_LONG)
    name = name.strip()
    presenter = PRESENTERS.get(str(first_line.get("game")))
    if wants_page() and presenter:
        first_line = {"game": first_line["game"], "options": presenter.read_options(first_line)}
        name = name or told(GAMES[first_line["game"]].TITLE)
    opened = the_inn().open(first_line, name)
    if isinstance(opened, Refusal):
        return pages.new_table(opened.why, 400) if wants_page() and presenter else answer(400, opened.why)
    code, host = opened
    if wants_page():
        response = make_response(redirect(url_for("pages.screen", code=code), 303))
    else:
        response = jsonify({"code": code})
    give_cookie(response, f"host-{code}", host)
    return response


@blueprint.post("/tables/<code>/seats/<seat>")
def take_seat(code: str, seat: str) -> Response:
    """Take a free seat, or with a ticket one that is handed on."""
    table = find_table(code)
    ticket = posted_object().get("ticket")
    if ticket is not None and not isinstance(ticket, str):
        raise BadRequest
    if seat in seats_held(code, table):
        return _seated(code, seat)
    secret = the_inn().take(code, seat, ticket)
    if isinstance(secret, Refusal):
        if seat not in table.seats:
            return answer(404, secret.why)
        return pages.join(code, secret.why) if wants_page() else answer(409, secret.why, "refused")
    response = _seated(code, seat)
    give_cookie(response, f"seat-{code}-{seat}", secret)
    return response


@blueprint.get("/tables/<code>/view")
def view(code: str) -> Response:
    """What the seat of this phone sees, or what lies open."""
    table = find_table(code)
    return jsonify(table.view(seat_asked_for(code, table, request.args.get("seat"))))


@blueprint.post("/tables/<code>/act")
def act(code: str) -> Response:
    """Do one thing, as a line of a script with `known`: the version of the view it was chosen in."""
    table = find_table(code)
    line = posted()
    read = read_line(line)
    if isinstance(read, Refusal):
        return answer(400, read.why)
    wanted, action = read
    seat = seat_asked_for(code, table, wanted)
    if seat == PUBLIC and not (wanted == PUBLIC and is_host(code)):
        abort(403)
    known = action.pop("known", None)
    if type(known) is not int:
        return answer(400, say("Say with “known” which version of the view you saw."))
    is_letter = table.game.KEY == HUNT and action["do"] == "letter"
    if is_letter and "words" in action and seat != PUBLIC:
        # Words go to the seal and nowhere else.
        return letters.choose_word(code)
    done = the_inn().act(code, seat, action, known)
    if isinstance(done, Refusal):
        if wants_page():
            return pages.after_refusal(code, seat, done.why)
        is_done = done.why == ALREADY_DONE
        return make_response(jsonify({"refused": told(done.why), "already_done": is_done}), 409)
    return _back(code, seat) if wants_page() else jsonify({"version": done.version(seat)})


@blueprint.post("/tables/<code>/seats/<seat>/free")
def free_seat(code: str, seat: str) -> Response:
    """The host frees a seat; a player gives up their own."""
    table = find_table(code)
    is_own = seat in seats_held(code, table)
    if seat not in table.seats or not (is_own or is_host(code)):
        abort(403)
    the_inn().free(code, seat)
    if not wants_page():
        return jsonify({"freed": seat})
    back = "pages.host" if is_host(code) and not is_own else "pages.join_table"
    return make_response(redirect(url_for(back, code=code), 303))


@blueprint.post("/tables/<code>/seats/<seat>/ticket")
def hand_on(code: str, seat: str) -> Response:
    """A one-time invitation that moves a seat to another phone."""
    table = find_table(code)
    if seat not in table.seats or not (is_host(code) or seat in seats_held(code, table)):
        abort(403)
    ticket = the_inn().ticket(code, seat)
    if isinstance(ticket, Refusal):
        return answer(409, ticket.why, "refused")
    return pages.ticket(code, seat, ticket) if wants_page() else jsonify({"ticket": ticket})


@blueprint.post("/tables/<code>/name")
def rename(code: str) -> Response:
    find_table(code)
    if not is_host(code):
        abort(403)
    name = posted_object().get("name")
    if not is_text(name, LONGEST_NAME) or not str(name).strip():
        return answer(400, TOO_LONG)
    the_inn().rename(code, str(name).strip())
    if wants_page():
        return make_response(redirect(url_for("pages.host", code=code), 303))
    return jsonify({"name": the_inn().name(code)})


@blueprint.post("/settings")
def settings() -> Response:
    """This phone's language and theme."""
    chosen = posted_object()
    back = chosen.get("back")
    # Browsers drop tabs and line ends from an address, so that "/<tab>/evil" would lead away.
    is_ours = is_text(back, LONGEST_PATH) and str(back).startswith("/") and str(back)[1:2] not in ("/", "\\")
    response = make_response(redirect(str(back) if is_ours else "/", 303))
    for name, allowed in (("language", tuple(LANGUAGES)), ("theme", THEMES)):
        if chosen.get(name) in allowed:
            give_cookie(response, name, str(chosen[name]))
    return response


def _seated(code: str, seat: str) -> Response:
    return _back(code, seat) if wants_page() else jsonify({"seat": seat})


def _back(code: str, seat: str) -> Response:
    if seat == PUBLIC:
        return make_response(redirect(url_for("pages.screen", code=code), 303))
    return make_response(redirect(url_for("pages.seat", code=code, seat=seat), 303))

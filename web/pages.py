"""The pages: the inn's door, a new table, choosing a seat, a seat's phone, the table screen, the host's."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from companion.core import Sentence
from companion.games import GAMES
from companion.inn import CODE_LENGTH, SCREEN
from companion.table import PUBLIC, Table
from web.drawing import qr_path
from web.games import PRESENTERS
from web.streams import version
from web.visitor import find_table, is_host, phone_url, seats_held, the_inn

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def home() -> str:
    """Sit down with a code, go on with one's own seats, wake a sleeping table, lay a new one."""
    inn = the_inn()
    tables = [
        {
            "entry": entry,
            "title": GAMES[entry.game].TITLE,
            "names": GAMES[entry.game].NAMES,
            "seats": _held_at(entry.code),
            "is_open_to_me": is_host(entry.code),
            "is_awake": inn.is_awake(entry.code),
        }
        for entry in inn.entries()
        if entry.game in GAMES
    ]
    return render_template("home.html", tables=tables, games=GAMES)


@blueprint.get("/new")
def new() -> Response:
    return new_table()


def new_table(trouble: Sentence | None = None, status: int = 200) -> Response:
    game = request.values.get("game", next(iter(GAMES)))
    if game not in GAMES:
        abort(404)
    page = render_template(
        f"games/{game}/new.html",
        game=GAMES[game],
        trouble=trouble,
        filled=request.form,
        **PRESENTERS[game].new_table(the_inn().last_options(game)),
    )
    return make_response(page, status)


@blueprint.get("/join")
def find_by_code() -> Response:
    """The typed code, as people type codes."""
    code = "".join(request.args.get("code", "").upper().split())[: 2 * CODE_LENGTH]
    return make_response(redirect(url_for("pages.join_table", code=code) if code else "/", 303))


@blueprint.get("/join/<code>")
def join_table(code: str) -> Response:
    return join(code)


def join(code: str, trouble: Sentence | None = None) -> Response:
    """Choose a seat; a phone that has one goes straight back to it, unless it wants another."""
    code = code.upper()
    table = find_table(code)
    held = seats_held(code, table)
    ticket, invited_to = request.args.get("ticket"), request.args.get("seat")
    if held and not ticket and not trouble and "more" not in request.args:
        latest = the_inn().latest(code, held)
        return make_response(redirect(url_for("pages.seat", code=code, seat=latest), 303))
    page = render_template(
        "join.html",
        **_live(code, SCREEN),
        **_table_words(code, table),
        seatings=the_inn().seatings(code),
        held=held,
        ticket=ticket,
        invited_to=invited_to if invited_to in table.seats else None,
        trouble=trouble,
    )
    return make_response(page, 409 if trouble else 200)


@blueprint.get("/tables/<code>/seats/<seat>")
def seat(code: str, seat: str) -> Response:
    table = find_table(code)
    if seat not in seats_held(code, table):
        return make_response(redirect(url_for("pages.join_table", code=code), 303))
    return make_response(_seat_page(code, seat))


@blueprint.get("/tables/<code>/screen")
def screen(code: str) -> str:
    find_table(code)
    return _screen_page(code)


def after_refusal(code: str, seat: str, why: Sentence) -> Response:
    """The page as it stands, with the reason on it."""
    page = _screen_page(code, why) if seat == PUBLIC else _seat_page(code, seat, why)
    return make_response(page, 409)


@blueprint.get("/tables/<code>/host")
def host(code: str) -> str:
    table = find_table(code)
    if not is_host(code):
        abort(403)
    return render_template(
        "host.html",
        **_live(code, SCREEN),
        **_table_words(code, table),
        seatings=the_inn().seatings(code),
    )


def ticket(code: str, seat: str, ticket: str) -> Response:
    """The invitation to show to another phone."""
    table = find_table(code)
    url = phone_url(url_for("pages.join_table", code=code, seat=seat, ticket=ticket))
    page = render_template("ticket.html", **_table_words(code, table), seat=seat, url=url, qr=qr_path(url))
    return make_response(page)


def _seat_page(code: str, seat: str, trouble: Sentence | None = None) -> str:
    live, table = _live(code, seat), find_table(code)
    view = {**table.view(seat), "proof": table.commitments}
    return render_template(
        f"games/{table.game.KEY}/phone.html",
        **live,
        **_table_words(code, table),
        view=view,
        seat=seat,
        held=seats_held(code, table),
        trouble=trouble,
        **PRESENTERS[table.game.KEY].picture(view, table.options),
    )


def _screen_page(code: str, trouble: Sentence | None = None) -> str:
    live, table = _live(code, SCREEN), find_table(code)
    view = {**table.view(PUBLIC), "proof": table.commitments}
    url = phone_url(url_for("pages.join_table", code=code))
    return render_template(
        f"games/{table.game.KEY}/screen.html",
        **live,
        **_table_words(code, table),
        view=view,
        seatings=the_inn().seatings(code),
        url=url,
        qr=qr_path(url),
        held=seats_held(code, table),
        trouble=trouble,
        **PRESENTERS[table.game.KEY].picture(view, table.options),
    )


def _table_words(code: str, table: Table) -> dict[str, Any]:
    return {
        "code": code,
        "game": table.game,
        "names": table.game.NAMES,
        "table_name": the_inn().name(code),
        "is_host": is_host(code),
    }


def _live(code: str, listener: str) -> dict[str, Any]:
    """Where the page listens, and which version of the truth it shows.

    Asked for before the truth itself: a change that comes in between is then heard of, not missed.
    """
    if listener == SCREEN:
        events = url_for("streams.screen_events", code=code)
    else:
        events = url_for("streams.events", code=code, seat=listener)
    return {"events": events, "version": version(the_inn().mark(code, listener), listener)}


def _held_at(code: str) -> list[str]:
    """This phone's seats at a table, without waking it for nothing."""
    if not any(name.startswith(f"seat-{code}-") for name in request.cookies):
        return []
    table = the_inn().table(code)
    return seats_held(code, table) if table else []

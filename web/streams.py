"""Live updates: one server-sent event stream a page.

A message says only “you are at version N”; the page then fetches the whole truth. A seat's stream speaks when
that seat's own view has changed and beats at a fixed pace otherwise, so neither its bytes nor its timing tell
what others do in secret. A stream whose seat was given away says “gone” and ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator

from flask import Blueprint, Response, abort, request

from companion.inn import SCREEN, Inn
from companion.table import PUBLIC
from web.visitor import find_table, seat_asked_for, seats_held, the_inn

BEAT_S = 8
MOST_STREAMS_A_SEAT = 6
MOST_STREAMS = 320
"""Each holds one of the server's threads; `web.server` keeps some over for everything else."""

blueprint = Blueprint("streams", __name__)


@blueprint.get("/tables/<code>/events")
def events(code: str) -> Response:
    """The stream of the seat that this phone holds, or of the open table."""
    table = find_table(code)
    seat = seat_asked_for(code, table, request.args.get("seat"))
    secret = request.cookies.get(f"seat-{code}-{seat}", "")
    inn = the_inn()
    return _stream(
        code, seat, lambda: seat == PUBLIC or inn.holds(code, seat, secret), seats_held(code, table)
    )


@blueprint.get("/tables/<code>/screen/events")
def screen_events(code: str) -> Response:
    """The stream of the table screen, which also hears of phones that come and go."""
    find_table(code)
    return _stream(code, SCREEN, lambda: True)


def _stream(
    code: str, listener: str, may_listen: Callable[[], bool], present: Collection[str] = ()
) -> Response:
    inn = the_inn()
    if listener not in (PUBLIC, SCREEN) and inn.listeners(code, listener) >= MOST_STREAMS_A_SEAT:
        abort(503)
    if inn.listeners() >= MOST_STREAMS:
        abort(503)
    return Response(
        _messages(inn, code, listener, may_listen, present),
        mimetype="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def _messages(
    inn: Inn, code: str, listener: str, may_listen: Callable[[], bool], present: Collection[str]
) -> Iterator[str]:
    with inn.listening(code, listener, present):
        seen, mark = None, inn.mark(code, listener)
        while not inn.is_closing:
            if not may_listen():
                yield "event: gone\ndata: {}\n\n"
                return
            if mark != seen:
                yield f"data: {json.dumps({'version': version(mark, listener)})}\n\n"
            else:
                yield "event: beat\ndata: {}\n\n"
            seen, mark = mark, inn.wait(code, listener, mark, BEAT_S)


def version(mark: tuple[int, int], listener: str) -> int | str:
    """What a page remembers of a mark: a seat its view's version, the screen both numbers."""
    return f"{mark[0]}.{mark[1]}" if listener == SCREEN else mark[0]

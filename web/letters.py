"""The Letter from Gandalf at the table: sealing it, laying a table from it, opening its parts.

A word comes in the body of a post, goes to the seal or to the lock, and is forgotten: it is never written,
logged, shown or sent to another phone. Stretching words and reading photos is costly, so both are done one at
a time and counted for each address.
"""

from __future__ import annotations

import base64
from datetime import date
from typing import Any, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.exceptions import BadRequest

from companion.core import Json, Refusal, Sentence, say
from companion.games import GAMES
from companion.games.hunt_for_the_ring import KEY
from companion.games.hunt_for_the_ring import letter as hunt
from companion.letter import (
    RINGBEARER,
    WRAITHS,
    Opened,
    break_open,
    is_word,
    look,
    pages,
    receive,
    slip_page,
)
from companion.letter import unseal as unseal_part
from companion.letter.codes import MOST_CODES, MOST_TEXT, Gathering
from companion.letter.paper import PAPERS
from companion.letter.photos import MOST_FILES
from companion.table import Table
from web.errors import answer, wants_page
from web.forms import is_text, posted_object
from web.guard import Doorkeeper
from web.hunt_for_the_ring.new_table import letter_bytes, letter_of, new_table, read_setting
from web.letter_desk import Busy, Desk, Made, OneAtATime
from web.pages import after_refusal
from web.visitor import find_table, is_owner, language, seats_held, the_inn

LONGEST_SLIP = 60
LONGEST_WORD = 200

blueprint = Blueprint("letters", __name__)


def register(app: Any) -> None:
    app.extensions["letters"] = Desk()
    app.extensions["letter-words"] = Doorkeeper()
    app.extensions["letter-photos"] = Doorkeeper()
    app.extensions["costly"] = OneAtATime()
    app.register_blueprint(blueprint)
    app.register_error_handler(Busy, _busy)
    app.context_processor(lambda: {"letter_desk": letter_desk})


# Sealing


@blueprint.post("/tables/<code>/letter/word")
def choose_word(code: str) -> Response:
    """One side's word, also as `words` of a script's line; with the other side's the letter is sealed."""
    table, seat, said = _spoken(code)
    side = _side(seat)
    contents = _contents(table)
    if contents is None:
        return _refused(
            code, seat, say("The letter is made when part one is over and Frodo has come to Bree.")
        )
    words = said.get("words")
    if isinstance(words, dict) and set(words) - {side}:
        return _refused(code, seat, say("Each side chooses its own word, on its own phone."))
    word = said.get("word", words.get(side) if isinstance(words, dict) else words)
    if not is_word(word):
        return _refused(code, seat, say("Choose a word of at most {most} characters.", most=LONGEST_WORD))
    if "again" in said and said["again"] != word:
        return _refused(code, seat, say("The two did not agree. Type the word twice, the same both times."))
    with _costly().turn():
        made = _desk().choose(code, side, str(word), contents, the_inn().name(code), date.today().isoformat())
    if isinstance(made, Refusal):
        return _refused(code, seat, made.why)
    if made is not None:
        # For everyone to see, and so that their pages look again. Without any word: the journal is for ever.
        the_inn().act(code, seat, {"do": "letter"}, table.version(seat))
    if wants_page():
        return make_response(redirect(url_for("pages.seat", code=code, seat=seat, deed="letter"), 303))
    version = find_table(code).version(seat)
    return jsonify({"version": version, "chosen": side, "letter": made.look.id if made else None})


@blueprint.get("/tables/<code>/letter/<id>.letter")
def file(code: str, id: str) -> Response:
    made = _made(code, id)
    return _download(made.letter, "application/octet-stream", f"{made.look.id}.letter")


@blueprint.get("/tables/<code>/letter/<id>.pdf")
def printed(code: str, id: str) -> Response:
    """The page to fold into the envelope, in the visitor's language."""
    made, table = _made(code, id), find_table(code)
    checklist = hunt.checklist(_ended(table))
    page = pages(made.letter, made.look, checklist, language(), cast(Any, _paper()))
    return _download(page, "application/pdf", f"{made.look.id}.pdf")


@blueprint.get("/tables/<code>/letter/<id>/slip.pdf")
def slip(code: str, id: str) -> Response:
    """A side's slip: for its own phones only."""
    made, table = _made(code, id), find_table(code)
    seat = request.args.get("seat", "")
    if seat not in seats_held(code, table):
        abort(403)
    side = _side(seat)
    page = slip_page(side, made.slips[side], made.look, language(), cast(Any, _paper()))
    return _download(page, "application/pdf", f"{made.look.id}-{side}.pdf")


def letter_desk(code: str, seat: str) -> dict[str, Any]:
    """What the letter's page shows to this seat: how far it is, and this side's own slip."""
    table = find_table(code)
    contents = _contents(table)
    assert contents is not None, "the page is there only when part one is won"
    made = _desk().made(code, contents)
    return {
        "side": _side(seat),
        "chosen": _desk().chosen(code, contents),
        "id": made.look.id if made else None,
        "slip": made.slips[_side(seat)] if made else None,
    }


@blueprint.post("/tables/<code>/go-on")
def go_on(code: str) -> Response:
    """Straight on into part two at the same table."""
    table, seat, said = _spoken(code)
    done = the_inn().act(code, seat, {"do": "go-on", **read_setting(said)}, table.version(seat))
    if isinstance(done, Refusal):
        return _refused(code, seat, done.why)
    if wants_page():
        return make_response(redirect(url_for("pages.seat", code=code, seat=seat), 303))
    return jsonify({"version": done.version(seat)})


# A table from a letter


@blueprint.get("/letter")
def ask_for_letter() -> str:
    return render_template("letter.html", trouble=None, codes=[])


@blueprint.post("/letter")
def hand_in() -> Response:
    """A letter's file, its PDF, or photos of its page: what all may read of it, or what is missing."""
    keeper = cast(Doorkeeper, current_app.extensions["letter-photos"])
    address = request.remote_addr or ""
    if not is_owner() and not keeper.is_patient(address):
        abort(429)
    gathering = Gathering()
    gathering.add(text for text in request.form.getlist("codes[]")[:MOST_CODES] if len(text) <= MOST_TEXT)
    letter = _received(gathering)
    seen = look(letter, KEY) if isinstance(letter, bytes) else letter
    if isinstance(seen, Refusal):
        keeper.wrong_code(address)
        if not wants_page():
            return answer(400, seen.why)
        page = render_template("letter.html", trouble=seen.why, codes=gathering.known)
        return make_response(page, 400)
    assert isinstance(letter, bytes), "it has been looked at"
    written = base64.b64encode(letter).decode()
    if wants_page():
        return make_response(_new_table(written))
    public = {"letter": seen.id, "game": seen.game, "table": seen.table, "date": seen.date}
    return jsonify({**public, "broken": list(seen.broken), "all": seen.all, "sealed": written})


def _received(gathering: Gathering) -> bytes | Refusal:
    """The letter in what was sent, beside the codes that were read before."""
    sent = request.files.getlist("letter")
    try:
        files = [each for each in sent[:MOST_FILES] if each.filename]
        if not files:
            return Refusal(say("Give the letter's file, or photos of its page."))
        with _costly().turn():
            return receive([each.stream.read() for each in files], gathering)
    finally:
        for each in sent:
            each.close()


def _new_table(written: str) -> str:
    """The form for the table that the letter is for."""
    shown = {**new_table(the_inn().last_options(KEY)), "part": 2, "letter": letter_of(written)}
    game = GAMES[KEY]
    return render_template(f"games/{KEY}/new.html", game=game, trouble=None, filled=request.form, **shown)


@blueprint.post("/tables/<code>/letter/open")
def open_part(code: str) -> Response:
    """A side opens its own part with its word, on its own phone."""
    table, seat, said = _spoken(code)
    letter = _sealed_letter(table, seat)
    if isinstance(letter, Refusal):
        return _refused(code, seat, letter.why)
    opened = _tried(lambda: unseal_part(letter, _word(said), (_side(seat),)))
    return _opened(code, table, seat, opened, is_broken=False)


@blueprint.post("/tables/<code>/letter/break")
def break_part(code: str) -> Response:
    """A forgotten word: by the slip and the other side's word, and everyone is told for ever."""
    table, seat, said = _spoken(code)
    letter = _sealed_letter(table, seat)
    if isinstance(letter, Refusal):
        return _refused(code, seat, letter.why)
    slip = said.get("slip")
    if not is_text(slip, LONGEST_SLIP):
        raise BadRequest
    opened = _tried(lambda: break_open(letter, _side(seat), str(slip), _word(said)))
    return _opened(code, table, seat, opened, is_broken=True)


def _opened(code: str, table: Table, seat: str, opened: Opened | Refusal, *, is_broken: bool) -> Response:
    if isinstance(opened, Refusal):
        return _refused(code, seat, opened.why)
    line = {"do": "open-letter", "part": opened.parts[_side(seat)], "broken": is_broken}
    done = the_inn().act(code, seat, line, table.version(seat))
    if isinstance(done, Refusal):
        return _refused(code, seat, done.why)
    if wants_page():
        return make_response(redirect(url_for("pages.seat", code=code, seat=seat), 303))
    return jsonify({"version": done.version(seat)})


def _tried(attempt: Any) -> Opened | Refusal:
    """One try of a word; who keeps trying waits."""
    keeper = cast(Doorkeeper, current_app.extensions["letter-words"])
    address = request.remote_addr or ""
    if not keeper.is_patient(address):
        abort(429)
    with _costly().turn():
        opened = cast(Opened | Refusal, attempt())
    if isinstance(opened, Refusal):
        keeper.wrong_code(address)
    return opened


def _sealed_letter(table: Table, seat: str) -> bytes | Refusal:
    """The letter that this table was laid from, while this side's part of it is sealed."""
    written = table.all_options.get("letter") if table.game.KEY == KEY else None
    flight = table.now.state.flight if written else None
    if not flight or _side(seat) not in flight.sealed or not isinstance(written, dict):
        return Refusal(say("There is no part of a letter to be opened."))
    return letter_bytes(written.get("sealed"))


def _spoken(code: str) -> tuple[Table, str, Json]:
    """The table, the seat that speaks, and what it says. 403 for a seat that is not this phone's."""
    table, said = find_table(code), posted_object()
    held = seats_held(code, table)
    seat = said.get("seat", the_inn().latest(code, held))
    if seat not in held or table.game.KEY != KEY:
        abort(403)
    return table, str(seat), said


def _word(said: Json) -> str:
    word = said.get("word")
    if not isinstance(word, str) or len(word) > LONGEST_WORD:
        raise BadRequest
    return word


def _side(seat: str) -> str:
    return RINGBEARER if seat == RINGBEARER else WRAITHS


def _ended(table: Table) -> Any:
    """Part one as it ended, also when the table has gone straight on."""
    state = table.now.state
    return state.before if state.before is not None else state


def _contents(table: Table) -> Json | None:
    ended = _ended(table) if table.game.KEY == KEY else None
    return hunt.contents(ended) if ended is not None and ended.is_part_one_won else None


def _made(code: str, id: str) -> Made:
    contents = _contents(find_table(code))
    made = _desk().made(code, contents) if contents else None
    if made is None or made.look.id != id:
        abort(404)
    return made


def _paper() -> str:
    wanted = request.args.get("paper", "a4")
    return wanted if wanted in PAPERS else "a4"


def _download(written: bytes, kind: str, name: str) -> Response:
    response = Response(written, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _refused(code: str, seat: str, why: Sentence) -> Response:
    return after_refusal(code, seat, why) if wants_page() else answer(409, why, "refused")


def _desk() -> Desk:
    return cast(Desk, current_app.extensions["letters"])


def _costly() -> OneAtATime:
    return cast(OneAtATime, current_app.extensions["costly"])


def _busy(error: Busy) -> Response:
    return answer(503, say("Butterbur is busy with other letters. Wait a moment, then try again."))

"""Whatever goes wrong, the visitor gets a sentence: a page in a browser, JSON for a program."""

from __future__ import annotations

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError

from companion.core import Sentence, say
from companion.journal import JournalError
from web.guard import StrangersPage
from web.visitor import is_owner, told

SENTENCES: dict[int, Sentence] = {
    400: say("Butterbur does not understand this request. Open the address shown on the table screen."),
    403: say("This seat is not yours on this phone. Take a seat first."),
    404: say("There is no such table or page. Look at the code on the table screen and type it again."),
    405: say("This cannot be done here. Go back and try again."),
    413: say("That is too much at once. Go back and try again."),
    415: say("Butterbur expects JSON here."),
    429: say("Too many wrong codes. Wait a minute, then try again."),
    500: say("Something broke inside Butterbur. Nothing is lost: go back and try again."),
    503: say("Too many screens are open at once. Close one, then try again."),
}


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(JournalError, _journal_error)
    app.register_error_handler(Exception, _bug)


def wants_page() -> bool:
    """Browsers name HTML when they open a page; programs and our own script do not."""
    return "text/html" in request.headers.get("Accept", "")


def answer(status: int, sentence: Sentence, key: str = "error") -> Response:
    """A sentence with a status, in the form that the visitor can read."""
    if wants_page():
        page = render_template("trouble.html", trouble=told(sentence))
        return make_response(page, status)
    return make_response(jsonify({key: told(sentence)}), status)


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, SecurityError) and wants_page():
        # A foreign Host: no page can be drawn, for no address that it names would be let in.
        return Response(told(SENTENCES[400]), 400, mimetype="text/plain")
    if isinstance(error, StrangersPage):
        return answer(403, say("This came from another page. Open the address shown on the table screen."))
    status = error.code or 500
    if status < 400 and error.response is not None:
        return make_response(error.response)
    return answer(status, SENTENCES.get(status, SENTENCES[400 if status < 500 else 500]))


def _journal_error(error: JournalError) -> Response:
    """Where the file lies is nobody's business but the owner's, who alone can do something about it."""
    current_app.logger.error("%s", error)
    if is_owner():
        return answer(503, error.what)
    return answer(503, say("The journal is in trouble. Look at the computer that Butterbur runs on."))


def _bug(error: Exception) -> Response:
    current_app.logger.exception("a bug", exc_info=error)
    return answer(500, SENTENCES[500])

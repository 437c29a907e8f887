"""Who is asking: their language and theme, the seats their phone holds, whether they host the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request

from companion.core import Sentence, say, say_many
from companion.inn import Inn
from companion.table import PUBLIC, Table
from companion.translations import LANGUAGES, tell
from web.addresses import Addresses, is_loopback
from web.guard import Doorkeeper

THEMES = ("dark", "parchment")
YEAR_S = 365 * 24 * 3600


def the_inn() -> Inn:
    return cast(Inn, current_app.extensions["inn"])


def language() -> str:
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES), "en")


def theme() -> str:
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in THEMES else THEMES[0]


def told(sentence: Sentence | Mapping[str, Any]) -> str:
    """A sentence in the visitor's language."""
    return tell(sentence, language())


def find_table(code: str) -> Table:
    """The table of this code; 404 for a wrong one, 429 for someone who keeps guessing."""
    doorkeeper = cast(Doorkeeper, current_app.extensions["doorkeeper"])
    address = request.remote_addr or ""
    table = the_inn().table(code)
    is_known = table is not None and (is_owner() or bool(seats_held(code, table)) or hosts_table(code))
    if not is_known and not doorkeeper.is_patient(address):
        abort(429)
    if table is None:
        doorkeeper.wrong_code(address)
        abort(404)
    return table


def seats_held(code: str, table: Table) -> list[str]:
    """The seats whose secrets this phone has."""
    return [
        seat
        for seat in table.seats
        if (secret := request.cookies.get(f"seat-{code}-{seat}")) and the_inn().holds(code, seat, secret)
    ]


def seat_asked_for(code: str, table: Table, wanted: str | None = None) -> str:
    """The seat this request speaks for: the one it names, or the last that this phone took, or none.

    403 for a seat that this phone does not hold.
    """
    held = seats_held(code, table)
    if wanted is None:
        return the_inn().latest(code, held) or PUBLIC
    if wanted not in (*held, PUBLIC):
        abort(403)
    return wanted


def is_owner() -> bool:
    """Is this the computer that Butterbur runs on?"""
    return is_loopback(request.remote_addr or "")


def hosts_table(code: str) -> bool:
    secret = request.cookies.get(f"host-{code}")
    return bool(secret) and the_inn().hosts(code, cast(str, secret))


def is_host(code: str) -> bool:
    return is_owner() or hosts_table(code)


def give_cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=YEAR_S, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )


def phone_url(path: str) -> str:
    """An address that a phone can open: never this computer's own name for itself, if there is another."""
    addresses = cast(Addresses, current_app.extensions["addresses"])
    host = urlsplit(f"//{request.host}").hostname or ""
    if is_loopback(host) and (outside := addresses.for_phones()):
        # The network may have changed since the start; what is shown must be let in.
        current_app.config["TRUSTED_HOSTS"] = addresses.hosts()
        return addresses.url(outside) + path
    return f"{request.scheme}://{request.host}{path}"


def template_words() -> dict[str, Any]:
    return {
        "say": lambda text, **values: told(say(text, **values)),
        "say_many": lambda one, many, count, **values: told(say_many(one, many, count, **values)),
        "told": told,
        "language": language(),
        "languages": LANGUAGES,
        "theme": theme(),
    }

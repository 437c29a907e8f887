"""The door: who may post, how often a wrong code may be tried, and what a browser may do with a page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from flask import Response, abort, request
from werkzeug.exceptions import Forbidden

WRONG_CODES_AT_ONCE = 10
WRONG_CODES_PER_MINUTE = 10
"""A person mistypes a few times; guessing one of 3.2 million codes at this pace takes 300 years."""

MOST_REMEMBERED = 4096

MOST_PHOTOS_BYTES = 32 * 1024 * 1024
"""Several photos of a letter, as phones take them."""

MOST_CODES_BYTES = 128 * 1024
"""All codes of the longest letter, as they are carried along from photo to photo."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class Doorkeeper:
    """Counts wrong codes for each address; tries come back with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: dict[str, tuple[float, float]] = {}

    def is_patient(self, address: str) -> bool:
        with self._lock:
            return self._left(address) >= 1

    def wrong_code(self, address: str) -> None:
        with self._lock:
            left = max(0.0, self._left(address) - 1)
            self._tries.pop(address, None)
            self._tries[address] = (left, self._clock())
            while len(self._tries) > MOST_REMEMBERED:
                del self._tries[next(iter(self._tries))]

    def _left(self, address: str) -> float:
        left, at = self._tries.get(address, (float(WRONG_CODES_AT_ONCE), self._clock()))
        return min(WRONG_CODES_AT_ONCE, left + (self._clock() - at) * WRONG_CODES_PER_MINUTE / 60)


class StrangersPage(Forbidden):
    """A page that is not ours posts in its visitor's name."""


def check_origin() -> None:
    """A post from a page of ours, or from a program: not from a stranger's page in somebody's browser."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        raise StrangersPage
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise StrangersPage


def check_size() -> None:
    """Also where nobody would read the body. Photos of a letter may be large, nothing else may."""
    if request.endpoint == "letters.hand_in":
        request.max_content_length = MOST_PHOTOS_BYTES
        request.max_form_memory_size = MOST_CODES_BYTES
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)


def add_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    # Not "no-referrer": browsers then post forms with "Origin: null".
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response

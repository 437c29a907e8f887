"""The least that a Flask broadcast can be: what Butterbur's streams are measured against.

Same server, same number of threads, same message; no game, no journal, no seats.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

from flask import Flask, Response

from web.server import listen, serve

app = Flask(__name__)
_bell = threading.Condition()
_version = 1


@app.get("/events")
def events() -> Response:
    return Response(_messages(), mimetype="text/event-stream")


@app.post("/act")
def act() -> dict[str, int]:
    global _version
    with _bell:
        _version += 1
        _bell.notify_all()
    return {"version": _version}


def _messages() -> Iterator[str]:
    seen = 0
    while True:
        with _bell:
            while _version == seen:
                _bell.wait()
            seen = _version
        yield f'data: {{"version": {seen}}}\n\n'


if __name__ == "__main__":
    listening = listen("127.0.0.1", int(sys.argv[1]))
    print("ready", flush=True)
    serve(app, listening)

"""Running the pages for real: waitress, with a thread for every open stream."""

from __future__ import annotations

import logging
import socket

import waitress
from flask import Flask

from web.guard import MOST_PHOTOS_BYTES
from web.streams import MOST_STREAMS

SPARE_THREADS = 20
"""For everything that is not a stream. Measured: 300 streams on 320 threads stay within 41 MB."""

MOST_READ = MOST_PHOTOS_BYTES + 1024 * 1024
"""Read of a body before the pages may say that it is too much. Waitress alone would take a gigabyte."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. OSError when the port is taken or the host is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    except (TypeError, UnicodeError) as error:
        listening.close()
        raise OSError(f"{host!a} is no address") from error
    return listening


def serve(app: Flask, listening: socket.socket) -> None:
    """Serve until the process is told to stop."""
    # What breaks on a line is nothing to alarm the host with; errors of our own are logged by Flask.
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    waitress.serve(
        app,
        sockets=[listening],
        threads=MOST_STREAMS + SPARE_THREADS,
        connection_limit=1000,
        max_request_body_size=MOST_READ,
        # Reading ahead is how waitress notices that a phone has hung up while its stream is open.
        channel_request_lookahead=1,
        asyncore_use_poll=True,
        ident="Butterbur",
    )

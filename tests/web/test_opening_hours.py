"""`butterbur serve` as a process: what it greets with, how it closes, and what it keeps when it is killed."""

from __future__ import annotations

import http.client
import signal
import socket
import threading
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from companion.core import Line
from companion.journal import Journal
from tests.companion.playing import first_line, pick
from tests.web.phones import THROW
from tests.web.reading import scan_terminal
from tests.web.running import PATIENCE_S, Caller, Listening, Open, version

PROMPT_S = 5.0
"""A service manager would wait longer; a person at the table would not."""


def test_the_code_in_the_terminal_leads_to_the_address_beside_it(tmp_path: Path) -> None:
    with Open(tmp_path) as inn:
        assert inn.url == f"http://127.0.0.1:{inn.port}"
        assert scan_terminal(inn.greeting) == inn.url
        assert Caller(inn.port).ask("GET", "/")[0] == 200


def test_no_body_fills_the_disk_and_no_noise_on_the_line_stops_the_house(tmp_path: Path) -> None:
    with Open(tmp_path) as inn:
        host = f"Host: 127.0.0.1:{inn.port}".encode()
        for status, request in (
            (413, b"POST /tables HTTP/1.1\r\n" + host + b"\r\nContent-Length: 999999999\r\n\r\n"),
            (400, b"POST /tables HTTP/1.1\r\n" + host + b"\r\nContent-Length: -1\r\n\r\n"),
            (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
            (400, b"GET / HTTP/1.1\r\n" + host + b"\r\nA\0: b\r\n\r\n"),
            (431, b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n"),
            (400, b"GET / HTTP/1.1\r\n\r\n"),
        ):
            with socket.create_connection(("127.0.0.1", inn.port), timeout=PATIENCE_S) as line:
                try:
                    line.sendall(request)
                    answer = line.recv(100)
                except ConnectionError:
                    # Turned away with so much still on the line that the answer is lost with it.
                    answer = b"HTTP/1.1 431"
                assert answer.split()[1] == str(status).encode(), request[:60]
        assert Caller(inn.port).ask("GET", "/")[0] == 200
        assert inn.stop(signal.SIGTERM)[::2] == (0, "")


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_it_closes_promptly_with_streams_open_and_loses_nothing(tmp_path: Path, stop: signal.Signals) -> None:
    with Open(tmp_path) as inn:
        caller = Caller(inn.port)
        code = caller.lays(first_line("frodo", "sam"))
        caller.sits(code, "frodo").acts(code, THROW)
        paths = ["events"] * 4 + ["screen/events"] * 8
        streams = [Listening(caller, f"/tables/{code}/{path}") for path in paths]
        assert all(stream.hears().startswith("data: ") for stream in streams)
        began = monotonic()
        exit_code, said, complained = inn.stop(stop)
        assert monotonic() - began < PROMPT_S
        assert (exit_code, complained) == (0, "")
        assert said.strip().endswith("nothing is lost.")
        for stream in streams:
            assert stream.hears() == ""
            stream.hang_up()
    with Open(tmp_path) as inn:
        caller.port = inn.port
        assert caller.sees(code)["dice"]["throw"] == THROW["dice"]
        with Listening(caller, f"/tables/{code}/events") as stream:
            assert stream.hears() == version(2)


def play_on(caller: Caller, code: str, acknowledged: list[Line], is_enough: threading.Event) -> None:
    """Play until the server is gone, noting what it has acknowledged."""
    chance = Random(4)
    try:
        while turn := caller.sees(code)["turn"]:
            view = caller.tell("GET", f"/tables/{code}/view?seat={turn[0]}")
            line: Line = pick(chance, chance.choice(view["legal"]))
            caller.tell("POST", f"/tables/{code}/act", {**line, "seat": turn[0], "known": view["version"]})
            acknowledged.append(line)
            if len(acknowledged) >= 15:
                is_enough.set()
    except (OSError, http.client.HTTPException):
        is_enough.set()


@pytest.mark.parametrize("evening", range(2))
def test_killed_in_mid_game_it_has_lost_no_acknowledged_move(tmp_path: Path, evening: int) -> None:
    acknowledged: list[Line] = []
    is_enough = threading.Event()
    with Open(tmp_path) as inn:
        caller = Caller(inn.port)
        code = caller.lays(first_line("frodo", "sam", nazgul_path=30, advanced=bool(evening)))
        caller.sits(code, "frodo").sits(code, "sam")
        player = threading.Thread(target=play_on, args=(caller, code, acknowledged, is_enough))
        player.start()
        assert is_enough.wait(PATIENCE_S)
        inn.process.kill()
        player.join(PATIENCE_S)
    assert len(acknowledged) >= 15

    with Open(tmp_path) as inn:
        caller.port = inn.port
        kept = caller.sees(code)["version"] - 1
        assert kept in (len(acknowledged), len(acknowledged) + 1), "at most the one that was on its way"
        seat = caller.sees(code)["turn"][0]
        assert caller.tell("GET", f"/tables/{code}/view?seat={seat}")["legal"]
        inn.stop(signal.SIGTERM)
    with closing(Journal(tmp_path / "journal.db")) as journal:
        written = journal.read(code)
    assert written
    assert [row.line for row in written[1]][: len(acknowledged)] == acknowledged

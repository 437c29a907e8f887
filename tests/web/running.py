"""The inn for real: on a socket, in this process or in one of its own, and phones that speak HTTP."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import pytest
import waitress
import waitress.server
import waitress.wasyncore
from flask import Flask

from companion.core import Json, Line
from companion.inn import Inn
from web.server import listen, serve

PATIENCE_S = 30.0
"""How long a test waits before it calls something broken."""


@contextmanager
def serving(app: Flask, inn: Inn, listening: socket.socket, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """`web.server.serve` in a thread of its own; gives the port."""
    made: list[Any] = []

    def create(*given: Any, **options: Any) -> Any:
        made.append(waitress.server.create_server(*given, **options))
        return made[-1]

    monkeypatch.setattr(waitress, "create_server", create)
    thread = threading.Thread(target=serve, args=(app, listening))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        inn.dismiss()
        made[0].task_dispatcher.shutdown()
        # In the server's own thread, where nobody else touches its sockets. It may be quicker than the pull.
        with suppress(OSError):
            made[0].trigger.pull_trigger(lambda: waitress.wasyncore.close_all(made[0]._map))
        thread.join(PATIENCE_S)
        made[0].trigger._close()
    assert not thread.is_alive()


def any_port() -> socket.socket:
    return listen("127.0.0.1", 0)


class Caller:
    """A phone that speaks HTTP to a port of this machine and keeps its cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, line: object = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            body = None if line is None else json.dumps(line)
            connection.request(method, path, body, {"Cookie": self.jar, **headers})
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: each.value for name, each in SimpleCookie(cookie).items()}
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def tell(self, method: str, path: str, line: object = None) -> Json:
        status, _, body = self.ask(method, path, line)
        assert status == 200, (status, body)
        answer = json.loads(body)
        assert isinstance(answer, dict)
        return answer

    def lays(self, first_line: Json) -> str:
        return str(self.tell("POST", "/tables", first_line)["code"])

    def sits(self, code: str, seat: str) -> Caller:
        self.tell("POST", f"/tables/{code}/seats/{seat}")
        return self

    def sees(self, code: str) -> Json:
        return self.tell("GET", f"/tables/{code}/view")

    def acts(self, code: str, line: Line) -> int:
        known = self.sees(code)["version"]
        return int(self.tell("POST", f"/tables/{code}/act", {**line, "known": known})["version"])

    @property
    def jar(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


class Listening:
    """An open event stream, read byte by byte. HTTP/1.0, so that what is sent is what is said."""

    def __init__(self, caller: Caller, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", caller.port), timeout=PATIENCE_S)
        ask = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{caller.port}\r\nCookie: {caller.jar}\r\n\r\n"
        self.socket.sendall(ask.encode())
        self._file: IO[bytes] = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self._file.readline().strip().decode():
            name, _, value = line.partition(": ")
            self.headers[name] = value

    def hears(self) -> str:
        """The next message, or nothing when the stream has ended."""
        message = b""
        while not message.endswith(b"\n\n"):
            line = self._file.readline()
            if not line:
                assert not message, message
                return ""
            message += line
        return message.decode()

    def hang_up(self) -> None:
        self._file.close()
        self.socket.close()

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()


def version(number: int | str) -> str:
    return f"data: {json.dumps({'version': number})}\n\n"


BEAT = "event: beat\ndata: {}\n\n"
GONE = "event: gone\ndata: {}\n\n"

BUTTERBUR = Path(sys.executable).with_name("butterbur")


def butterbur(*arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
    """The command itself, in a process of its own and in English."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.Popen(
        [BUTTERBUR, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**plain, "PYTHONUTF8": "1", **environment},
    )


class Open:
    """`butterbur serve` on a folder, until it is told to stop or killed."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = butterbur("serve", "--host", "127.0.0.1", "--port", "0", "--data", folder, *arguments)
        assert self.process.stdout
        self.greeting = ""
        while "Ctrl-C" not in self.greeting:
            line = self.process.stdout.readline()
            assert line, self.process.stderr and self.process.stderr.read()
            self.greeting += line
        url = next(word for word in self.greeting.split() if word.startswith("http://"))
        self.port = int(urlsplit(url).port or 0)
        self.url = url

    def stop(self, signal: int) -> tuple[int, str, str]:
        """Exit code, and what it said after the greeting."""
        self.process.send_signal(signal)
        said, complained = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said, complained

    def __enter__(self) -> Open:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE_S)

"""`butterbur`: the command line that wires the rooms together.

Exit 0: done. 1: it could not be done. 2: wrong usage. An error is one sentence on stderr, never a traceback.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import qrcode

from companion import board_command, dice_command, doctor, letter_command, proof_command
from companion.core import Sentence, say
from companion.failure import Failed
from companion.inn import Inn
from companion.journal import Journal, JournalError
from companion.script import Stopped, no_such_seat, play
from companion.table import PUBLIC, Table
from companion.translations import language_of_the_terminal, tell
from web import create_app
from web.addresses import Addresses
from web.server import listen, serve

JOURNAL = "journal.db"
BOARDS = "boards"
USUAL_PORT = 8080
PORTS_TO_TRY = 20
DATA_HELP = "the folder of the journal (default: .butterbur in your home)"


class Usage(argparse.ArgumentParser):
    """Wrong usage is one sentence too."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show “û” gets a question mark instead of a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except (Failed, JournalError) as failure:
        why = failure.what if isinstance(failure, JournalError) else failure.why
        print(_told(why), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        # Whoever read our output has heard enough; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = Usage(prog="butterbur", description="A companion for boxed Tolkien board games on a real table.")
    _add_serving(parser, is_command=False)
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers(title="commands", metavar="")

    serving = commands.add_parser(
        "serve", help="open the inn: pages for phones and the table screen (default)"
    )
    _add_serving(serving, is_command=True)
    serving.set_defaults(run=_serve)

    playing = commands.add_parser("play", help="play a script without a server and print a seat's view")
    playing.add_argument("script", metavar="SCRIPT", help="JSON lines; - reads standard input")
    playing.add_argument("--seat", default=PUBLIC, help="whose view to print (default: what lies open)")
    playing.add_argument("--json", action="store_true", help="print the view as JSON")
    playing.set_defaults(run=_play)

    dice_command.add_commands(commands, _data_folder(), _told)
    board_command.add_commands(commands)
    proof_command.add_commands(commands)
    letter_command.add_commands(commands, JOURNAL, _data_folder())

    checking = commands.add_parser("doctor", help="say what works on this machine")
    checking.add_argument("--json", action="store_true", help="print the findings as JSON")
    checking.add_argument("--data", type=Path, default=_data_folder(), help=DATA_HELP)
    checking.set_defaults(run=_doctor)
    return parser


def _add_serving(parser: argparse.ArgumentParser, *, is_command: bool) -> None:
    """The same options before and after the word `serve`, which must not undo what stood before it."""

    def default(value: object) -> object:
        return argparse.SUPPRESS if is_command else value

    parser.add_argument(
        "--port",
        type=_port,
        default=default(None),
        help=f"where to listen (default: {USUAL_PORT}, or the next free)",
    )
    parser.add_argument(
        "--host", default=default("0.0.0.0"), help="the address to listen on (default: all of them)"
    )
    parser.add_argument("--data", type=Path, default=default(_data_folder()), help=DATA_HELP)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _data_folder() -> Path:
    return Path(os.environ.get("BUTTERBUR_DATA") or Path.home() / ".butterbur")


def _serve(given: argparse.Namespace) -> int:
    inn = Inn(Journal(given.data / JOURNAL), given.data / BOARDS)

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        inn.dismiss()
        raise KeyboardInterrupt

    try:
        with _listen(given.host, given.port) as listening, suppress(KeyboardInterrupt):
            addresses = Addresses(given.host, listening.getsockname()[1])
            app = create_app(inn, addresses)
            for each in (signal.SIGTERM, signal.SIGINT):
                signal.signal(each, stop)
            _greet(addresses)
            serve(app, listening)
        print(_told(say("Good night. The tables sleep and nothing is lost.")))
    finally:
        inn.close()
    return 0


def _listen(host: str, port: int | None) -> socket.socket:
    """The port asked for, or the usual one, or the next free one after it."""
    wanted = [port] if port is not None else list(range(USUAL_PORT, USUAL_PORT + PORTS_TO_TRY))
    for each in wanted:
        try:
            return listen(host, each)
        except OSError as error:
            cause = error
    raise Failed(
        say(
            "Butterbur cannot listen on {host}, port {port} ({cause}). Choose another with --port.",
            host=host,
            port=str(wanted[0]),
            cause=str(cause.strerror or cause),
        )
    )


def _greet(addresses: Addresses) -> None:
    """The address, and the same as a QR code that a phone can scan from the terminal."""
    outside = addresses.for_phones()
    here = addresses.url("localhost" if addresses.is_everywhere else addresses.host)
    print(_told(say("Butterbur is open.")))
    print(_told(say("  On this computer: {url}", url=here)))
    if outside:
        url = addresses.url(outside)
        print(_told(say("  On phones in the same Wi-Fi: {url}", url=url)))
    else:
        url = here
        print(_told(_why_alone(addresses)))
    code = qrcode.QRCode(border=3)
    code.add_data(url)
    code.print_ascii(tty=sys.stdout.isatty(), invert=not sys.stdout.isatty())
    print(_told(say("  Ctrl-C closes the inn. The tables sleep until next time.")), flush=True)


def _why_alone(addresses: Addresses) -> Sentence:
    if addresses.is_everywhere:
        return say("  Phones cannot reach this computer: it is on no network. Join a Wi-Fi.")
    return say("  Phones cannot reach this address. Leave out --host to let them in.")


def _play(given: argparse.Namespace) -> int:
    try:
        text = sys.stdin.buffer.read() if given.script == "-" else Path(given.script).read_bytes()
        # Not `splitlines`, which also cuts at characters that may stand inside JSON.
        lines = io.StringIO(text.decode("utf-8-sig"))
    except OSError as error:
        raise Failed(
            say("{file} cannot be read ({cause}).", file=given.script, cause=str(error.strerror))
        ) from error
    except UnicodeDecodeError as error:
        raise Failed(say("{file} is not a script: it is not UTF-8 text.", file=given.script)) from error
    here = Path.cwd()
    played = play(lines, [here] if given.script == "-" else [Path(given.script).parent, here])
    if isinstance(played, Stopped):
        if given.json:
            print(json.dumps({"line": played.line, "refused": _told(played.why)}, ensure_ascii=False))
        raise Failed(say("Line {line}: {why}", line=played.line, why=played.why))
    if given.seat not in (*played.seats, PUBLIC):
        raise Failed(no_such_seat(played).why)
    print(
        json.dumps(played.view(given.seat), ensure_ascii=False)
        if given.json
        else _summary(played, given.seat)
    )
    return 0


def _summary(table: Table, seat: str) -> str:
    view = table.view(seat)
    tracks = [f"  {name}: {track['value']}/{track['cells']}" for name, track in view["tracks"].items()]
    return "\n".join([tell(view["next"], language_of_the_terminal()), *tracks])


def _doctor(given: argparse.Namespace) -> int:
    findings = doctor.examine(given.data / JOURNAL)
    if given.json:
        report = [{"what": each.what, "works": each.works, "detail": _told(each.detail)} for each in findings]
        print(json.dumps(report, ensure_ascii=False))
    else:
        for each in findings:
            print(f"{'✓' if each.works else '–'} {each.what}: {_told(each.detail)}")
    return 0 if all(each.works for each in findings if each.is_needed) else 1


def _told(sentence: Sentence) -> str:
    return tell(sentence, language_of_the_terminal())

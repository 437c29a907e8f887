"""The command line of the contract: exit codes, JSON, and one sentence instead of a traceback."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from companion import command_line
from companion.command_line import main
from companion.core import Json
from tests.companion.lodging import sleeping, sql
from tests.companion.playing import by, first_line, keep, roll
from tests.web.running import BUTTERBUR, PATIENCE_S, Open, butterbur

THROW = roll(yellow="ring", red="orc", blue="nazgul", green="gandalf", black="tree")
FIRST = first_line("frodo", "sam")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command: exit code, what it prints, what it complains."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "BUTTERBUR_DATA"):
        monkeypatch.delenv(variable, raising=False)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return code, said.out, said.err

    return run


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    def write(*lines: Json | str) -> Path:
        file = tmp_path / "evening.script"
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        file.write_text(text + "\n", encoding="utf-8")
        return file

    return write


def is_one_sentence(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith(".\n") and len(text) > 10


# play


def test_a_script_is_played_and_the_open_table_shown(run: Run, script: Callable[..., Path]) -> None:
    file = script(FIRST, *by("frodo", THROW, keep("yellow", "blue")))
    code, out, err = run("play", file, "--json")
    assert (code, err) == (0, "")
    view = json.loads(out)
    assert out.count("\n") == 1
    assert {"game", "seat", "turn", "tracks", "legal", "result"} <= set(view)
    assert (view["game"], view["seat"], view["result"]) == ("journey-to-mordor", "table", None)
    assert [each["die"] for each in view["dice"]["kept"]] == ["yellow", "blue"]


def test_a_seats_own_view_is_shown_when_it_is_named(run: Run, script: Callable[..., Path]) -> None:
    file = script(FIRST, *by("frodo", THROW))
    views = {seat: json.loads(run("play", file, "--seat", seat, "--json")[1]) for seat in ("frodo", "sam")}
    assert [view["seat"] for view in views.values()] == ["frodo", "sam"]
    assert views["frodo"]["legal"]
    assert views["sam"]["legal"] == []


def test_the_contracts_own_example_is_played(run: Run, script: Callable[..., Path]) -> None:
    file = script(
        '{"game": "journey-to-mordor", "options": {"hobbits": ["frodo", "sam"], "advanced": false, '
        '"nazgul_path": 8}}',
        '{"seat": "frodo", "do": "roll", "dice": {"yellow": "ring", "red": "orc", "blue": "nazgul", '
        '"green": "gandalf", "black": "tree"}}',
        '{"seat": "frodo", "do": "keep", "dice": ["yellow", "blue", "black"]}',
    )
    assert run("play", file, "--seat", "frodo", "--json")[0] == 0


def test_without_json_a_person_reads_what_is_next(run: Run, script: Callable[..., Path]) -> None:
    code, out, err = run("play", script(FIRST))
    assert (code, err) == (0, "")
    assert "Frodo" in out
    assert "0/9" in out


def test_a_script_comes_from_standard_input_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.TextIOWrapper(io.BytesIO(json.dumps(FIRST).encode()))
    monkeypatch.setattr("sys.stdin", text)
    assert json.loads(run("play", "-", "--json")[1])["round"] == 1


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ((FIRST, *by("frodo", {"do": "end"})), 2),
        ((FIRST, "", "   ", *by("frodo", THROW, THROW)), 5),
        ((FIRST, *by("sam", THROW)), 2),
        ((FIRST, *by("gollum", THROW)), 2),
        ((FIRST, THROW), 2),
        ((FIRST, "{"), 2),
        ((FIRST, "[]"), 2),
        ((FIRST, "NaN"), 2),
        ((FIRST, "[" * 100_000), 2),
        ((FIRST, '{"seat": "frodo", "do": "\\ud800"}'), 2),
        ((FIRST, '{"seat": "frodo", "do": "\u2028\u0085"}', "{"), 2),
        ((FIRST, *by("frodo", {"do": "undo"})), 2),
        (({"game": "chess"},), 1),
        (({"game": "journey-to-mordor"},), 1),
        (("", "", "nonsense"), 3),
        (("9" * 5000,), 1),
    ],
    ids=lambda each: str(each)[-40:],
)
def test_a_refused_line_ends_the_play_and_is_named(
    run: Run, script: Callable[..., Path], lines: tuple[Json | str, ...], number: int
) -> None:
    code, out, err = run("play", script(*lines), "--json")
    assert code == 1
    said = json.loads(out)
    assert set(said) == {"line", "refused"}
    assert said["line"] == number
    assert said["refused"].endswith(".")
    assert is_one_sentence(err)
    assert said["refused"] in err
    code, out, err = run("play", script(*lines))
    assert (code, out) == (1, "")
    assert is_one_sentence(err)


def test_a_line_ends_where_json_lines_end(run: Run, script: Callable[..., Path]) -> None:
    """Not at every character that Unicode calls a line's end."""
    file = script(FIRST, '{"seat": "frodo", "do": "dance\u2028\u0085\x7f"}')
    assert "roll" in json.loads(run("play", file, "--json")[1])["refused"]


def test_lines_may_end_as_windows_ends_them_and_begin_with_a_mark(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "windows.script"
    lines = [json.dumps(line) for line in (FIRST, *by("frodo", THROW))]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    assert json.loads(run("play", file, "--json")[1])["phase"] == "keep"


def test_an_unknown_seat_is_named_as_such(run: Run, script: Callable[..., Path]) -> None:
    code, out, err = run("play", script(FIRST), "--seat", "gollum", "--json")
    assert (code, out) == (1, "")
    assert is_one_sentence(err)
    assert "frodo, sam" in err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"", b"\n\n", "folder"], ids=str)
def test_what_is_no_script_is_said_in_a_sentence(
    run: Run, tmp_path: Path, content: bytes | str | None
) -> None:
    file = tmp_path / "odd"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content == "folder":
        file.mkdir()
    for options in ([], ["--json"]):
        code, _, err = run("play", file, *options)
        assert code == 1
        assert is_one_sentence(err)


@pytest.mark.parametrize(
    "usage",
    [
        *("play", "play a b", "play a --seat", "play a --nonsense", "nonsense", "doctor now", "--port"),
        *("serve --port x", "serve --port -1", "serve --port 65536", "serve --port " + "9" * 5000),
    ],
    ids=lambda usage: usage[:30],
)
def test_wrong_usage_is_one_sentence_and_exit_2(run: Run, usage: str) -> None:
    code, out, err = run(*usage.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("butterbur")
    assert "--help" in err


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["serve", "--help"], ["doctor", "--help"]]
)
def test_help_is_to_be_had(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out.startswith("usage: butterbur")


def test_the_command_itself_ends_with_those_codes(script: Callable[..., Path]) -> None:
    """As a process, as other people's tools call it."""
    good, bad = script(FIRST), Path("/nowhere/at/all")
    for arguments, expected in ((["play", good, "--json"], 0), (["play", bad], 1), (["play"], 2)):
        process = butterbur(*arguments)
        out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == expected
        assert bool(out) == (expected == 0)
        assert bool(err) == (expected != 0)
        assert "Traceback" not in err


def test_a_terminal_that_knows_no_letters_gets_question_marks(script: Callable[..., Path]) -> None:
    file = script(first_line("frodo", "sam", nazgul_path=99))
    process = butterbur("play", file, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert "Nazg?l" in err


def test_whoever_stops_reading_gets_no_traceback(script: Callable[..., Path]) -> None:
    with subprocess.Popen(
        [BUTTERBUR, "play", script(FIRST), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) in (0, 1)


def test_ctrl_c_gets_no_traceback(
    run: Run, script: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "play", interrupted)
    code, out, err = run("play", script(FIRST))
    assert (code, out, err) == (1, "", "")


def test_the_terminal_is_spoken_to_in_its_own_language(
    run: Run, script: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = script(FIRST, "{")
    english = run("play", file)[2]
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert run("play", file)[2] != english
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run("play", file)[2] == english


# doctor


def findings(said: str) -> dict[str, bool]:
    report = json.loads(said)
    assert all(set(each) == {"what", "works", "detail"} and each["detail"] for each in report)
    return {each["what"]: each["works"] for each in report}


def test_the_doctor_reports_as_json(run: Run, tmp_path: Path) -> None:
    code, out, err = run("doctor", "--json", "--data", tmp_path / "none")
    assert (code, err) == (0, "")
    found = findings(out)
    assert found["python"]
    assert found["journal"]
    assert {"network", "qr-reader", "camera", "serial-ports"} <= set(found)
    assert not (tmp_path / "none").exists()


def test_the_doctor_finds_a_journal_whole_or_not(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    sleeping(file)
    code, out, _ = run("doctor", "--json", "--data", tmp_path)
    assert (code, findings(out)["journal"]) == (0, True)
    sql(file, "DROP TRIGGER journal_is_not_rewritten", "UPDATE journal SET seat = 'sam' WHERE number = 2")
    code, out, _ = run("doctor", "--json", "--data", tmp_path)
    assert (code, findings(out)["journal"]) == (1, False)
    code, out, err = run("doctor", "--data", tmp_path)
    assert (code, err) == (1, "")
    assert "– journal" in out


# serve


def test_a_taken_port_is_said_in_a_sentence(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, out, err = run("serve", "--host", "127.0.0.1", "--port", port, "--data", tmp_path)
    assert (code, out) == (1, "")
    assert is_one_sentence(err)
    assert port in err


@pytest.mark.parametrize(
    "host", ["no.such.host.invalid.", "999.1.1.1", "a" * 70, "a..b", "\ud800", "fe80::zz"]
)
def test_an_address_that_is_none_is_said_in_a_sentence(run: Run, tmp_path: Path, host: str) -> None:
    code, out, err = run("serve", "--host", host, "--port", "0", "--data", tmp_path)
    assert (code, out) == (1, "")
    assert is_one_sentence(err)


def test_a_folder_that_cannot_be_used_is_said_in_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full" / "journal.db").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "journal.db").write_text("this is no journal" * 100)
    for folder in ("file", "file/below", "full", "other"):
        code, out, err = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path / folder)
        assert (code, out) == (1, ""), folder
        assert is_one_sentence(err)
        assert "--data" in err


def test_a_second_server_on_the_same_folder_is_told_so(run: Run, tmp_path: Path) -> None:
    with Open(tmp_path) as first:
        code, out, err = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path)
        assert (code, out) == (1, "")
        assert is_one_sentence(err)
        assert "Another Butterbur" in err
        assert first.stop(signal.SIGTERM)[0] == 0


def test_a_server_stopped_while_it_still_greets_goes_quietly(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    before = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)]
    monkeypatch.setattr(command_line, "_greet", stopped)
    code, _, err = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path)
    for each, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
        signal.signal(each, handler)
    assert (code, err) == (0, "")

"""`butterbur board check` and `butterbur play` with boards: the contract's words on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.command_line import main
from companion.core import Json


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


def board(folder: Path, *lines: str) -> Path:
    file = folder / "mine.board"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_a_whole_board_is_said_to_be_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "demonstration-part-1"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Demonstration map: the road to Bree is whole. Locations: 53. ")
    assert (said.out.count("\n"), said.err) == (1, "")


def test_a_partial_board_is_fine_and_says_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "check", str(board(tmp_path, "board mine", "path 1 . 2"))]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("mine can be played with, by the sheet where it does not know. Locations: 2.")
    assert "  There is no exit." in said


def test_findings_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = board(tmp_path, 'board mine "My box"', "path 1 .a", "exit C zone III-D")
    assert main(["board", "check", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    counted = {"locations": 2, "points": 1, "zones": 1, "sections": 1, "exits": 1}
    assert {name: found[name] for name in counted} == counted
    assert (found["board"], found["title"], found["whole"]) == ("mine", "My box", False)
    assert found["doubts"] == ["Point .a on line 2 leads nowhere on."]


@pytest.mark.parametrize("as_json", [False, True])
def test_an_error_names_line_and_cause_and_ends_with_1(
    as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = board(tmp_path, "board mine", "pathe 1 2")
    assert main(["board", "check", str(file), *(["--json"] if as_json else [])]) == 1
    said = capsys.readouterr()
    assert "Line 2 of the board: “pathe” is not known here." in said.err
    assert said.err.count("\n") == 1
    if as_json:
        assert "Line 2 of the board" in json.loads(said.out)["error"]
    else:
        assert said.out == ""


def test_a_file_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "nowhere.board"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def script(folder: Path, *lines: Json) -> Path:
    file = folder / "evening.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return file


def test_a_script_finds_a_board_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    board(tmp_path, "board mine", "path 1 2")
    file = script(
        tmp_path,
        {"game": "hunt-for-the-ring", "options": {"board": "mine.board"}},
        {"seat": "ringbearer", "do": "set-start", "at": "1"},
    )
    assert main(["play", str(file), "--seat", "ringbearer", "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert (view["sheet"], view["accessible"]) == (["1"], ["2"])
    assert main(["play", str(file), "--seat", "wraith-1", "--json"]) == 0
    assert "sheet" not in json.loads(capsys.readouterr().out)


def test_a_script_finds_a_board_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    board(tmp_path, "board mine", "path 1 2")
    monkeypatch.chdir(tmp_path)
    file = script(scripts, {"game": "hunt-for-the-ring", "options": {"board": "mine.board"}})
    assert main(["play", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["board"]["name"] == "mine"


def test_a_refused_line_of_the_hunt_ends_with_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = script(
        tmp_path,
        {"game": "hunt-for-the-ring", "options": {"board": "demonstration-part-1"}},
        {"seat": "ringbearer", "do": "set-start", "at": "5"},
    )
    assert main(["play", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "line": 2,
        "refused": "On this board Frodo does not start at 5.",
    }

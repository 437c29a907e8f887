"""`butterbur letter` answers as the contract says, every failure is one sentence, and words stay hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pypdfium2
import pytest

from companion import letter_command
from companion.command_line import main
from companion.inn import Inn
from companion.journal import Journal
from companion.letter import sealing
from tests.companion.games.hunt_for_the_ring.hunting import first_line, move, ringbearer, set_up
from tests.companion.letter.photographing import Shot, photographed, rendered
from tests.companion.letter.sealing import CONTENTS, WORDS

REAL_COST = sealing.COST
WON = [first_line(board=None), *set_up(), *ringbearer({"do": "hold", "cards": ["Gildor"]}, move("B"))]


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Words are given, and cheap to stretch."""
    monkeypatch.setattr(sealing, "COST", 2)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BUTTERBUR_DATA", str(tmp_path / "data"))
    for side, variable in letter_command.VARIABLES.items():
        monkeypatch.setenv(variable, WORDS[side])
    Path("contents.json").write_text(json.dumps(CONTENTS), "utf-8")
    Path("won.jsonl").write_text("\n".join(map(json.dumps, WON)), "utf-8")


def answer(capsys: pytest.CaptureFixture[str], *given: str) -> Any:
    assert main(["letter", *given, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def failure(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    capsys.readouterr()
    assert main(["letter", *given]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    return error.strip()


def test_contents_become_a_file_and_a_page_and_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    made = answer(capsys, "seal", "contents.json", "-o", "pony.letter", "-o", "pony.pdf", "--paper", "letter")
    assert made["files"] == ["pony.letter", "pony.pdf"]
    assert made["slips"] == {side: f"pony-{side}-slip.pdf" for side in WORDS}
    for file in made["files"]:
        found = answer(capsys, "open", file)
        assert found["letter"] == made["letter"]
        assert (found["sealed"], found["broken"]) == ([], [])
        assert {part: found[part] for part in ("all", *WORDS)} == {
            part: CONTENTS[part] for part in ("all", *WORDS)
        }
    Path("photo.jpg").write_bytes(photographed(rendered(Path("pony.pdf").read_bytes()), Shot(long_px=2400)))
    assert answer(capsys, "open", "photo.jpg", "-o", "again.letter")["letter"] == made["letter"]
    assert Path("again.letter").read_bytes() == Path("pony.letter").read_bytes()


def test_without_a_word_only_what_is_for_all_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(capsys, "seal", "contents.json", "-o", "pony.letter")
    monkeypatch.delenv("BUTTERBUR_WRAITHS_WORD")
    found = answer(capsys, "open", "pony.letter")
    assert found["sealed"] == ["wraiths"]
    assert "wraiths" not in found
    monkeypatch.delenv("BUTTERBUR_RINGBEARER_WORD")
    assert main(["letter", "open", "pony.letter"]) == 0
    said = capsys.readouterr().out
    assert "Still sealed: ringbearer, wraiths." in said
    assert "Gildor" not in said
    Path("word").write_text("ASH NAZG\n")
    assert (
        answer(capsys, "open", "pony.letter", "--wraiths-word-file", "word")["wraiths"] == CONTENTS["wraiths"]
    )


def test_a_finished_script_is_sealed_with_its_checklist(capsys: pytest.CaptureFixture[str]) -> None:
    answer(capsys, "seal", "won.jsonl", "-o", "won.pdf")
    found = answer(capsys, "open", "won.pdf")
    assert found["game"] == "hunt-for-the-ring"
    assert found["all"]["end"] == "bree"
    assert found["ringbearer"] == {"hand": ["Gildor"]}
    document = pypdfium2.PdfDocument("won.pdf")
    read = document[0].get_textpage().get_text_range()
    document.close()
    assert "The Ringbearer lays into the envelope" in read
    assert "Gildor" not in read


def test_a_finished_table_is_sealed_by_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    inn = Inn(Journal(Path("data") / "journal.db"))
    opening = inn.open(WON[0], "The Pony")
    assert isinstance(opening, tuple)
    code = opening[0]
    for line in WON[1:]:
        table = inn.table(code)
        assert table is not None
        seat = line["seat"]
        inn.act(code, seat, {word: line[word] for word in line if word != "seat"}, table.version(seat))
    inn.close()
    answer(capsys, "seal", code.lower(), "-o", "table.letter")
    found = answer(capsys, "open", "table.letter")
    assert (found["table"], found["all"]["end"]) == ("The Pony", "bree")


def test_words_chosen_at_the_table_are_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = {"do": "letter", "words": {"ringbearer": "told", "wraiths": "at the table"}}
    Path("won.jsonl").write_text("\n".join(map(json.dumps, [*WON, *ringbearer(chosen)])), "utf-8")
    for variable in letter_command.VARIABLES.values():
        monkeypatch.delenv(variable)
    answer(capsys, "seal", "won.jsonl", "-o", "won.letter")
    monkeypatch.setenv("BUTTERBUR_WRAITHS_WORD", "at the table")
    assert answer(capsys, "open", "won.letter")["sealed"] == ["ringbearer"]


def test_a_forgotten_word_is_broken_open_and_told_for_ever(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = answer(capsys, "seal", "contents.json", "-o", "pony.letter")
    document = pypdfium2.PdfDocument(made["slips"]["ringbearer"])
    lines = document[0].get_textpage().get_text_range().splitlines()
    document.close()
    (slip,) = [line for line in lines if len(line.split()) == 3 and line.upper() == line]
    Path("slip").write_text(slip)
    monkeypatch.setenv("BUTTERBUR_RINGBEARER_WORD", "a new one")
    given = ["break", "pony.letter", "--side", "ringbearer", "--slip-file", "slip", "-o", "new.letter"]
    assert answer(capsys, *given)["broken"] == ["ringbearer"]
    found = answer(capsys, "open", "new.letter")
    assert (found["broken"], found["sealed"]) == (["ringbearer"], [])
    assert found["ringbearer"] == CONTENTS["ringbearer"]
    assert main(["letter", "open", "new.letter"]) == 0
    assert "It was once broken open: ringbearer." in capsys.readouterr().out
    Path("slip").write_text("AAAAA BBBBB CCCCC")
    assert "not what the slip" in failure(capsys, *given)


def test_failures_are_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer(capsys, "seal", "contents.json", "-o", "pony.letter")
    Path("noise.png").write_bytes(
        cv2.imencode(".png", rendered(Path("pony-wraiths-slip.pdf").read_bytes(), 0, 60))[1].tobytes()
    )
    Path("unfinished.jsonl").write_text("\n".join(map(json.dumps, WON[:-1])), "utf-8")
    Path("bad.json").write_text('{"all": {}, "game": "hunt-for-the-ring"}')
    Path("binary").write_bytes(b"\xff\xfe\xfd")
    assert failure(capsys, "open", "none.letter") == "There is no file none.letter."
    assert "No code can be read" in failure(capsys, "open", "noise.png")
    assert "neither a Letter" in failure(capsys, "open", "contents.json")
    assert failure(capsys, "open", ".").startswith(". cannot be read")
    assert "no table" in failure(capsys, "seal", "NOONE", "-o", "x.pdf")
    assert "part one is over" in failure(capsys, "seal", "unfinished.jsonl", "-o", "x.pdf")
    assert "three parts" in failure(capsys, "seal", "bad.json", "-o", "x.pdf")
    assert "UTF-8" in failure(capsys, "seal", "binary", "-o", "x.pdf")
    assert "cannot be written" in failure(capsys, "seal", "contents.json", "-o", "none/x.pdf")
    monkeypatch.setenv("BUTTERBUR_WRAITHS_WORD", "wrong")
    assert "This word does not open the letter." in failure(capsys, "open", "pony.letter")
    monkeypatch.delenv("BUTTERBUR_WRAITHS_WORD")
    assert "BUTTERBUR_WRAITHS_WORD" in failure(capsys, "seal", "contents.json", "-o", "x.pdf")
    assert not Path("x.pdf").exists()


def test_a_word_asked_for_is_asked_twice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["one", "one", "two", "too", "one"])
    for variable in letter_command.VARIABLES.values():
        monkeypatch.delenv(variable)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(letter_command, "getpass", lambda question: next(typed))
    assert failure(capsys, "seal", "contents.json", "-o", "x.letter") == "The two did not agree. Try again."


def test_one_word_asked_for_opens_what_it_opens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(capsys, "seal", "contents.json", "-o", "pony.letter")
    for variable in letter_command.VARIABLES.values():
        monkeypatch.delenv(variable)
    assert "A word is missing." in failure(capsys, "open", "pony.letter", "--ask")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(letter_command, "getpass", lambda question: WORDS["wraiths"])
    assert answer(capsys, "open", "pony.letter", "--ask")["sealed"] == ["ringbearer"]


def test_wrong_usage_is_told_apart() -> None:
    for given in (["seal", "x", "-o", "x.docx"], ["seal", "x"], ["open"], ["break", "x", "-o", "x.pdf"], []):
        with pytest.raises(SystemExit) as caught:
            main(["letter", *given])
        assert caught.value.code == 2


def test_what_is_sealed_on_the_command_line_is_costly_to_guess(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "COST", REAL_COST)
    answer(capsys, "seal", "contents.json", "-o", "pony.letter")
    assert Path("pony.letter").read_bytes()[6] == REAL_COST == 16

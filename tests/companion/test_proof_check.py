"""`butterbur proof check`: true proofs exit 0, everything else gets a sentence and exit 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.command_line import main
from companion.core import Json
from companion.core.proof import next_head
from tests.companion.games.hunt_for_the_ring.hunting import first_line, move, played, ringbearer, set_up
from tests.companion.playing import UNDO

CORRUPT: Json = {"do": "adjust", "what": "corruption", "by": 12, "because": "a card"}
EVENING = [first_line(), *set_up(), *ringbearer(move("."), UNDO, move("10", card="a card"), CORRUPT)]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def proof() -> Any:
    return played(*EVENING).view("wraith-1")["proof"]


def check(folder: Path, written: object, *more: str) -> int:
    file = folder / "proof.json"
    file.write_text(written if isinstance(written, str) else json.dumps(written), "utf-8")
    return main(["proof", "check", str(file), *more])


def test_a_true_proof(tmp_path: Path, proof: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path, proof) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Checked: the sheet shown is the sheet that was written.\n3 entries stand.\n")
    assert "1 was taken back." in said.out
    assert said.err == ""


def test_its_findings_as_json(tmp_path: Path, proof: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path, proof, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found.pop("file").endswith("proof.json")
    assert [entry["value"] for entry in found.pop("sheet")] == ["1", ["1", "2", "3", "4", "5"], "10"]
    assert found == {
        "checked": True,
        "game": "hunt-for-the-ring",
        "length": 5,
        "head": proof["head"],
        "entries": 3,
        "undone": 1,
        "bare": 0,
        "troubles": [],
    }


def test_what_play_prints_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "evening.jsonl"
    script.write_text("\n".join(map(json.dumps, EVENING)), "utf-8")
    assert main(["play", str(script), "--seat", "wraith-1", "--json"]) == 0
    assert check(tmp_path, capsys.readouterr().out) == 0


def test_a_changed_entry_is_said_and_exits_1(
    tmp_path: Path, proof: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    proof["lines"][0]["entry"]["value"] = "2"
    assert check(tmp_path, proof) == 1
    said = capsys.readouterr()
    assert "Line 1: the entry shown is not the one that was written." in said.out
    assert "Checked" not in said.out
    assert said.err == "Not as it was written. Ask whoever gave you the file.\n"
    assert check(tmp_path, proof, "--json") == 1
    assert json.loads(capsys.readouterr().out)["checked"] is False


def test_a_noted_head_is_compared(tmp_path: Path, proof: Any, capsys: pytest.CaptureFixture[str]) -> None:
    head = str(proof["head"])
    spaced = f"5:{head[:4]} {head[4:8]} {head[8:12]}"
    assert check(tmp_path, proof, "--head", spaced, "--head", f"5:{head.upper()}") == 0
    assert check(tmp_path, proof, "--head", f"4:{head[:12]}") == 1
    assert check(tmp_path, proof, "--head", f"99:{head}") == 1
    assert "another: something was changed" in capsys.readouterr().out


@pytest.mark.parametrize("noted", ["5", "5:", "x:00000000", "5:abc", "5:xyzxyzxyz", "-1:00000000"])
def test_a_head_that_is_none_is_wrong_usage(tmp_path: Path, proof: Any, noted: str) -> None:
    with pytest.raises(SystemExit) as left:
        check(tmp_path, proof, f"--head={noted}")
    assert left.value.code == 2


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "nonsense", '{"a": NaN}', "[" * 5000, "\udcff"], ids=range(7)
)
def test_what_is_no_proof_gets_a_sentence(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["proof", "check", str(file)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert main(["proof", "check", str(file), "--json"]) == 1
    assert "error" in json.loads(capsys.readouterr().out)


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proof", "check", str(tmp_path / "nothing.json")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_sealed_proof_can_be_checked_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sealed = played(*EVENING[:-1]).commitments
    assert check(tmp_path, sealed) == 1
    assert "still sealed" in capsys.readouterr().err


def test_a_forged_chain_is_true_to_itself_and_not_to_a_noted_head(tmp_path: Path, proof: Any) -> None:
    last = proof["lines"].pop()
    head = next_head(str(proof["head"]), last["said"])
    assert check(tmp_path, {**proof, "head": head}, "--head", f"5:{proof['head'][:12]}") == 1

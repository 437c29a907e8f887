"""`butterbur board draw` writes a picture that is complete by itself; every failure is one sentence."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.boards import shipped
from companion.command_line import main

SMALL = 'board mine "My box"\nlocation 1 "Bag End" start zone I-A\npath 1 . 2\nroad 2 . . 3\n'


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def drawn(out: Path) -> ElementTree.Element:
    return ElementTree.fromstring(out.read_text("utf-8"))


def test_a_typed_board_becomes_a_picture_with_its_style(tmp_path: Path) -> None:
    typed, out = tmp_path / "mine.board", tmp_path / "mine.svg"
    typed.write_text(SMALL, "utf-8")
    assert main(["board", "draw", str(typed), "-o", str(out)]) == 0
    root = drawn(out)
    assert root.tag.endswith("svg")
    assert any(each.tag.endswith("style") and ".board .disc" in (each.text or "") for each in root)
    assert {each.attrib["data-spot"] for each in root.iter() if "data-spot" in each.attrib} >= {"1", "2", "3"}
    written = out.read_text("utf-8")
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
    assert 'font-family: "Alegreya";' in written
    # Whatever it refers to is within: a part of itself, or letters written out.
    referred = re.findall(r"url\(([^)]{1,20})", written) + re.findall(r'href="([^"]*)', written)
    assert all(each.startswith(("#board-", "data:font/woff2")) for each in referred)
    assert any(each.startswith("data:") for each in referred)


@pytest.mark.parametrize("name", shipped())
def test_a_board_of_ours_is_drawn_by_its_name_in_the_language_of_the_terminal(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    out = tmp_path / "ours.svg"
    assert main(["board", "draw", name, "--out", str(out)]) == 0
    assert "Пробная карта" in out.read_text("utf-8")
    assert "Demonstration" not in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"location 1\n", "Line 1 of the board"),
        (b"board b\npath 1 . \xff\n", "not UTF-8"),
        (b"", "not a board"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_board_is_one_sentence(
    content: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, out = tmp_path / "bad.board", tmp_path / "bad.svg"
    if content is not None:
        typed.write_bytes(content)
    assert main(["board", "draw", str(typed), "-o", str(out)]) == 1
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not out.exists()


def test_a_picture_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "no such folder" / "map.svg"
    assert main(["board", "draw", "demonstration-part-1", "-o", str(out)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_without_a_place_to_write_it_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["board", "draw", "demonstration-part-1"])
    assert stopped.value.code == 2
    assert "--out" in capsys.readouterr().err

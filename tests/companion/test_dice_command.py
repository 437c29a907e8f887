"""`butterbur dice` answers as the contract says, and every failure is one sentence."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.command_line import main

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"
SUN = PICTURES / "enrol" / "orange" / "sun" / "0.jpg"


@pytest.fixture(scope="module")
def dice_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sets") / "test.dice"
    assert main(["dice", "enrol", "test", str(PICTURES / "enrol"), "--out", str(out)]) == 0
    return out


def test_a_picture_is_one_line_of_json(dice_set: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "read", str(SUN), str(SUN), "--dice", str(dice_set), "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["dice"] == second["dice"]
    assert list(first) == ["image", "dice", "doubts", "milliseconds"]
    (die,) = first["dice"]
    assert list(die) == ["die", "face", "sure", "confidence", "center", "corners"]
    assert (die["die"], die["face"], die["sure"]) == ("orange", "sun", True)
    assert 0 <= die["confidence"] < 1
    assert len(die["center"]) == 2
    assert [len(corner) for corner in die["corners"]] == [2, 2, 2, 2]


def test_a_set_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BUTTERBUR_DATA", str(tmp_path))
    assert main(["dice", "enrol", "mine", str(PICTURES / "enrol")]) == 0
    assert main(["dice", "read", str(SUN), "--dice", "mine", "--expect", "orange=1"]) == 0
    assert "orange: sun" in capsys.readouterr().out


def test_the_drawing_is_a_picture(dice_set: Path, tmp_path: Path) -> None:
    out = tmp_path / "drawn.png"
    assert main(["dice", "read", str(SUN), "--dice", str(dice_set), "--draw", str(out)]) == 0
    assert cv2.imread(str(out)) is not None


def test_every_bad_file_is_one_sentence(
    dice_set: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = SUN.read_bytes()
    png = cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))[1].tobytes()
    broken = png[:60] + b"\x55" * (len(png) - 72) + png[-12:]
    for written in (b"", b"no picture", whole[:5000], png[:40], broken):
        bad = tmp_path / "bad.jpg"
        bad.write_bytes(written)
        for dice in (str(dice_set), "pips"):
            assert main(["dice", "read", str(bad), "--dice", dice, "--json"]) == 1
            out, error = capfd.readouterr()
            assert out == ""
            assert error.count("\n") == 1, error


def test_other_failures_are_sentences_too(
    dice_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for given in (
        ["read", str(SUN), "--dice", str(tmp_path / "none.dice")],
        ["read", str(SUN), "--dice", str(SUN)],
        ["read", str(SUN), "--dice", str(dice_set), "--expect", "blue=1"],
        ["enrol", "x", str(tmp_path / "none")],
        ["enrol", "a/b", str(PICTURES / "enrol")],
    ):
        assert main(["dice", *given]) == 1
        assert capsys.readouterr().err.count("\n") == 1


def test_corrected_pictures_are_added_and_wrong_ones_are_not(
    dice_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.dice"
    shutil.copy(dice_set, mine)
    picture = cv2.imread(str(SUN))
    assert picture is not None
    darker = cv2.GaussianBlur(picture, (0, 0), 1.2) // 2 + 20
    for face, added in (("sun", "1 picture was added."), ("ring", "0 pictures were added.")):
        folder = tmp_path / face / "orange" / face
        folder.mkdir(parents=True)
        cv2.imwrite(str(folder / "0.png"), darker)
        assert main(["dice", "add", str(mine), str(tmp_path / face)]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == added
    assert mine.read_bytes() != dice_set.read_bytes()


def peak_megabytes(*given: str) -> tuple[int, int]:
    """How a command ends in a process of its own, and the most memory that it held."""
    code = (
        "import sys; from companion.command_line import main; ended = main(sys.argv[1:]);"
        "print(*[line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]);"
        "sys.exit(ended)"
    )
    done = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True, check=False)
    return done.returncode, int(done.stdout.splitlines()[-1]) // 1024


def test_memory_stays_within_bounds_whatever_the_picture_says(tmp_path: Path) -> None:
    largest, beyond = tmp_path / "largest.png", tmp_path / "beyond.png"
    cv2.imwrite(str(largest), np.full((6000, 8300, 3), 90, np.uint8))
    cv2.imwrite(str(beyond), np.full((9000, 9000), 90, np.uint8))
    (ended, most), (refused, least) = (
        peak_megabytes("dice", "read", str(file), "--dice", "pips") for file in (largest, beyond)
    )
    assert (ended, refused) == (0, 1)
    assert most < 600
    assert least < 250


def test_wrong_usage_is_told_apart(dice_set: Path) -> None:
    for given in (["read", str(SUN)], ["read", str(SUN), "--dice", "x", "--expect", "many"], []):
        with pytest.raises(SystemExit) as caught:
            main(["dice", *given])
        assert caught.value.code == 2

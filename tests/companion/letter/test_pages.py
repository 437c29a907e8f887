"""The printed page carries the whole letter for a phone's camera, and in words what everyone may read."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.core import say
from companion.letter import SIDES, Look, Opened, look, pages, receive, slip_page, unseal
from companion.letter.codes import texts
from companion.letter.paper import PAPERS, Paper
from companion.translations import LANGUAGES
from tests.companion.letter.photographing import Shot, photographed, rendered
from tests.companion.letter.sealing import CONTENTS, WORDS, sealed
from tests.companion.letter.test_sealing import largest

SEALED = sealed()
PIECES = [
    {"side": side, "text": say("The {number}. piece, a word or two about it.", number=number).to_json()}
    for number, side in enumerate(["ringbearer"] * 5 + ["wraiths"] * 6 + ["table"], start=1)
]


def seen(letter: bytes) -> Look:
    found = look(letter)
    assert isinstance(found, Look)
    return found


LETTER = SEALED.letter
PDF = pages(LETTER, seen(LETTER), PIECES)
PAGE = rendered(PDF)


def words(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


@pytest.mark.parametrize(
    "shot",
    [
        Shot(long_px=2400),
        Shot(turn_degrees=33, long_px=2400),
        Shot(turn_degrees=182, blur_px=1.5, long_px=3000),
        Shot(turn_degrees=90, tilt=0.5, long_px=3000),
        Shot(
            turn_degrees=-12,
            tilt=0.3,
            blur_px=1.2,
            noise=9,
            shadow=0.5,
            quality=60,
            crumple=0.003,
            long_px=3000,
        ),
        Shot(fill=0.5, long_px=3000),
        Shot(long_px=1000, blur_px=0.4),
    ],
    ids=["plain", "turned", "upside-down-and-blurred", "steep", "everything", "far", "small"],
)
def test_a_photo_of_the_page_is_the_letter(shot: Shot) -> None:
    assert receive([photographed(PAGE, shot)]) == LETTER


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paper_and_language_carries_it(paper: Paper, language: str) -> None:
    page = rendered(pages(LETTER, seen(LETTER), PIECES, language, paper), dots_per_inch=110)
    wide, high = PAPERS[paper]
    assert page.shape[1] / page.shape[0] == pytest.approx(wide / high, abs=0.002)
    assert receive([cv2.imencode(".png", page)[1].tobytes()]) == LETTER
    # Below the lower fold, and beside the codes, the page is white: nothing has run into them.
    fold = round(page.shape[0] * 2 / 3)
    assert page[fold - 12 : fold + 12, 90:-90].min() > 200


def test_one_code_a_photo_is_enough() -> None:
    third = PAGE[round(PAGE.shape[0] * 2 / 3) :]
    edges = [round(PAGE.shape[1] / 210 * edge_mm) for edge_mm in (74, 136)]
    photos = [cv2.imencode(".png", part)[1].tobytes() for part in np.split(third, edges, axis=1)]
    assert receive(photos[::-1]) == LETTER


def test_the_pdf_itself_will_do() -> None:
    assert receive([PDF]) == LETTER


def test_the_same_letter_gives_the_same_page() -> None:
    assert pages(LETTER, seen(LETTER), PIECES) == PDF


def test_the_page_says_what_everyone_may_read_and_nothing_else() -> None:
    read = words(PDF)
    for each in ("The Letter from Gandalf", "Pony", "November 18, 2026", "The 12. piece", "code 3 of 3"):
        assert each in read
    for secret in (*WORDS.values(), *SEALED.slips.values(), "Gildor", "Black Breath", "Fell Voices"):
        assert secret not in read
        assert secret.encode() not in PDF


@pytest.mark.parametrize("side", SIDES)
def test_letter_and_own_word_tell_nothing_of_the_other_sides_part(side: str) -> None:
    """Two letters that differ only there: same lengths, same words on paper, same parts under one's word."""
    (other,) = set(SIDES) - {side}
    pair = [
        sealed({**CONTENTS, other: part}).letter for part in ({}, {"hand": ["Gildor", "Farmer Maggot"] * 6})
    ]
    seen_by_side = []
    for letter in pair:
        found = unseal(letter, WORDS[side])
        assert isinstance(found, Opened)
        public = replace(found.look, id="")
        page = pages(letter, found.look, PIECES)
        printed = words(page).replace(found.look.id, "")
        seen_by_side.append((len(letter), public, found.parts, found.broken, printed, len(texts(letter))))
    assert seen_by_side[0] == seen_by_side[1]


def test_a_slip_says_whose_it_is_and_carries_no_letter() -> None:
    slip = slip_page("ringbearer", SEALED.slips["ringbearer"], seen(LETTER))
    read = words(slip)
    assert "The Ringbearer's slip" in read
    assert SEALED.slips["ringbearer"] in read
    assert SEALED.slips["wraiths"] not in read
    assert "no Letter from Gandalf" in str(receive([slip]))


def test_a_letter_that_was_broken_open_shows_it() -> None:
    letter = sealed(broken=["wraiths"]).letter
    assert words(pages(letter, seen(letter), PIECES)).count("Broken open once") == 1
    assert "Broken open once" not in words(PDF)


def test_the_largest_letter_and_the_longest_checklist_are_printed_and_read() -> None:
    letter = sealed(largest()).letter
    pieces = [{**each, "text": say("A piece with many words. " * 4).to_json()} for each in PIECES * 2]
    pdf = pages(letter, seen(letter), pieces, "ru", "letter")
    document = pypdfium2.PdfDocument(pdf)
    count = len(document)
    document.close()
    photos = [cv2.imencode(".png", rendered(pdf, number, 110))[1].tobytes() for number in range(count)]
    assert receive(photos) == letter


def test_what_our_letters_cannot_write_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    contents = {**CONTENTS, "all": {"eye_card": "🧝"}}
    letter = sealed(contents, table="Пони 🐴 \u202e馬", date="yesterday").letter
    with caplog.at_level(logging.WARNING):
        pdf = pages(letter, seen(letter), [{"side": "table", "text": say("🧝 {name}", name="馬").to_json()}])
    assert not caplog.records
    assert "Пони" in words(pdf)


def test_fonts_are_embedded() -> None:
    assert PDF.count(b"/FontFile2") == 3

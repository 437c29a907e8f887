"""Whatever is handed in gives the letter or a sentence of its own, and never anything else."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from companion.letter import receive
from companion.letter.codes import texts
from tests.companion.letter.mutating import is_accepted, mutated, mutated_photo, photo_of_codes
from tests.companion.letter.sealing import sealed, why

LETTER, OTHER = sealed().letter, sealed().letter
TEXTS = texts(LETTER)
WHOLE = photo_of_codes(TEXTS)


def png(picture: object) -> bytes:
    return cv2.imencode(".png", np.asarray(picture, np.uint8))[1].tobytes()


def test_a_file_and_a_photo_give_the_same_letter() -> None:
    assert receive([LETTER]) == LETTER
    assert receive([WHOLE]) == LETTER
    assert receive([b"no picture", *(photo_of_codes([text]) for text in TEXTS)]) == LETTER


def test_a_photo_without_zbar_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.tags.pyzbar", None)
    assert receive([WHOLE]) == LETTER


def test_a_torn_page_says_which_codes_are_gone() -> None:
    pixels = cv2.imdecode(np.frombuffer(WHOLE, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert pixels is not None
    torn = pixels[:, : pixels.shape[1] // 2]
    assert "could not be read: 2, 3." in str(why(receive([png(torn)])))


SENTENCES = {
    "nothing": ([], "No code can be read in the picture."),
    "empty": ([b""], "This is neither a Letter from Gandalf nor a photo of one."),
    "random bytes": ([Random(3).randbytes(5000)], "This is neither a Letter from Gandalf"),
    "a white page": ([png(np.full((800, 600), 255))], "No code can be read in the picture."),
    "noise": ([png(np.random.default_rng(1).integers(0, 256, (500, 500)))], "No code can be read"),
    "too small": ([png(np.full((20, 20), 255))], "The picture is too small"),
    "cut off": ([WHOLE[:-200]], "The picture is cut off"),
    "broken": ([WHOLE[:200] + bytes(len(WHOLE) - 220) + WHOLE[-20:]], "The picture is broken"),
    "half a set": ([photo_of_codes(TEXTS[:2])], "Of the letter's 3 codes these could not be read: 3."),
    "foreign": ([photo_of_codes(["HTTPS://EXAMPLE.ORG/"])], "The codes in the picture are not those"),
    "newer": ([photo_of_codes(["BUTTERBUR:L2:ABCDEFGH:1/1:AAAA"])], "This letter was sealed by a newer"),
    "newer file": ([b"BBLTR\x09" + bytes(900)], "This letter was sealed by a newer"),
    "two letters": (
        [photo_of_codes(TEXTS[:1]), photo_of_codes(texts(OTHER)[1:])],
        "These are codes of different",
    ),
    "file cut off": ([LETTER[:-1]], "The letter is cut off"),
    "file changed": ([LETTER[:-1] + b"?"], "The letter is not as it was sealed"),
    "strange pdf": ([b"%PDF-1.4 BBLTR" * 200], "There is no Letter from Gandalf in this PDF."),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_bad_letters_get_a_sentence_of_their_own(name: str) -> None:
    files, sentence = SENTENCES[name]
    assert str(why(receive(files))).startswith(sentence)


def test_a_picture_bomb_is_not_unpacked() -> None:
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4) + (60_000).to_bytes(4)
    bomb = head + bytes(100) + b"IEND\xaeB`\x82"
    assert str(why(receive([bomb]))) == "The picture is too large. Use one of at most 50 megapixels."


def test_mutated_letters_are_never_accepted() -> None:
    """The whole hundred thousand: tests/benchmarks/letters.py."""
    chance = Random(11)
    for number in range(3000):
        assert not is_accepted([mutated(LETTER, OTHER, chance)], LETTER), number


def test_mutated_photos_are_never_accepted(capfd: pytest.CaptureFixture[str]) -> None:
    chance = Random(12)
    for number in range(60):
        assert not is_accepted([mutated_photo(LETTER, OTHER, chance)], LETTER), number
    # What the picture libraries have to say of broken files.
    capfd.readouterr()


def test_a_letter_that_nobody_touched_would_be_accepted() -> None:
    assert is_accepted([LETTER], OTHER)
    assert is_accepted([WHOLE], OTHER)

"""A letter comes back from its codes, in any order and from many photos, or what is missing is said."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.letter import sealing
from companion.letter.codes import MOST_CODES, MOST_TEXT, Gathering, texts
from tests.companion.letter.sealing import sealed, why

LETTER = sealed().letter
TEXTS = texts(LETTER)


def gathered(*written: str) -> Gathering:
    gathering = Gathering()
    gathering.add(written)
    return gathering


@given(st.permutations(TEXTS * 2))
def test_codes_come_in_any_order_and_more_than_once(written: list[str]) -> None:
    assert gathered("https://example.org", *written).letter() == LETTER


def test_a_usual_letter_has_three_codes_that_a_phone_can_read() -> None:
    assert len(TEXTS) == 3
    assert all(len(text) <= MOST_TEXT for text in TEXTS)
    assert len({len(text) for text in TEXTS}) <= 2


def test_no_letter_has_more_codes_than_are_read() -> None:
    assert len(texts(bytes(sealing.MOST_BYTES))) <= MOST_CODES


def test_half_a_set_says_which_are_missing() -> None:
    assert str(why(gathered(TEXTS[1]).letter())) == (
        "Of the letter's 3 codes these could not be read: 1, 3. "
        "Photograph them closer and give all pictures together."
    )


def test_codes_of_two_letters_are_not_mixed() -> None:
    other = texts(sealed().letter)
    mixed = "These are codes of different letters. Photograph one letter at a time."
    assert str(why(gathered(TEXTS[0], *other[1:]).letter())) == mixed
    assert str(why(gathered(*TEXTS, *other).letter())) == mixed
    assert gathered(*TEXTS, *other[1:]).letter() == LETTER


def test_codes_that_are_not_ours_say_so() -> None:
    foreign = "The codes in the picture are not those of a Letter from Gandalf."
    for text in ("", "https://example.org", "bb1:card-game/core/1", TEXTS[0][:-1] + "!", TEXTS[0].lower()):
        assert str(why(gathered(text).letter())) == foreign
    assert "newer Butterbur" in str(why(gathered("BUTTERBUR:L2:ABCDEFGH:1/2:AAAA").letter()))


@pytest.mark.parametrize(
    "text",
    [
        "BUTTERBUR:L1:ABCDEFGH:3/2:AAAA",
        "BUTTERBUR:L1:ABCDEFGH:1/1:A",
        "BUTTERBUR:L1:ABCDEFGH:1/99:" + "A" * 100_000,
        "BUTTERBUR:L1:ABCDEFGH:0/1:AAAA",
        "BUTTERBUR:L1:ABCDEFGH:1/1:",
        "BUTTERBUR:L1:",
    ],
)
def test_a_code_that_makes_no_sense_is_passed_over(text: str) -> None:
    why(gathered(text).letter())
    assert gathered(text, *TEXTS).letter() == LETTER


def test_a_share_that_does_not_belong_is_noticed() -> None:
    head, _, share = TEXTS[1].rpartition(":")
    wrong = f"{head}:{'B' + share[1:] if share[0] != 'B' else 'C' + share[1:]}"
    said = str(why(gathered(TEXTS[0], wrong, TEXTS[2]).letter()))
    assert said == "The letter's codes do not fit together. Photograph all of them again."


def test_codes_that_carry_something_else_than_a_letter_are_refused() -> None:
    assert "not a Letter" in str(why(gathered(*texts(random.Random(1).randbytes(1500))).letter()))

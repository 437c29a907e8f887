"""The letter's bytes: nothing in them can be read without its word, nor changed without being noticed."""

from __future__ import annotations

import random
import struct
import tracemalloc
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import Json, Refusal
from companion.letter import SIDES, Look, break_open, look, seal, sealing, unseal
from companion.letter.codes import texts
from companion.letter.pages import CODE_MM
from companion.letter.paper import QUIET, codes_of
from tests.companion.letter.sealing import (
    CHEAP,
    CONTENTS,
    WORDS,
    flipped,
    opened,
    sealed,
    why,
    with_true_digest,
)

LETTER = sealed().letter
CHANGED = "The letter is not as it was sealed: something in it has changed. Use another copy."
WRONG_WORD = (
    "This word does not open the letter. Check how it is written. "
    "If it is right, somebody has changed the letter since it was sealed."
)
NEWER = "This letter was sealed by a newer Butterbur. Update this one, then open it again."

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
parts = st.dictionaries(st.text(max_size=8), json_values, max_size=5)


@given(parts, parts, parts, st.text(max_size=60))
@settings(max_examples=60)
def test_what_was_sealed_is_what_is_opened(all: Json, ringbearer: Json, wraiths: Json, table: str) -> None:
    contents = {"version": 1, "game": "g", "all": all, "ringbearer": ringbearer, "wraiths": wraiths}
    letter = sealed(contents, table=table).letter
    seen = look(letter)
    assert isinstance(seen, Look)
    assert (seen.all, seen.table, seen.broken) == (all, table, ())
    both = opened(unseal(letter, WORDS["ringbearer"])).beside(opened(unseal(letter, WORDS["wraiths"])))
    assert both.contents == contents


def test_the_order_of_what_was_sealed_is_kept() -> None:
    seen = look(LETTER)
    assert isinstance(seen, Look)
    assert list(seen.all) == list(CONTENTS["all"])


def test_a_word_opens_its_own_part_only() -> None:
    for side in SIDES:
        found = opened(unseal(LETTER, WORDS[side]))
        assert found.parts == {side: CONTENTS[side]}
        assert found.contents is None
        (other,) = set(SIDES) - {side}
        assert str(why(unseal(LETTER, WORDS[side], (other,)))) == WRONG_WORD


def test_real_letters_are_costly_to_guess() -> None:
    letter = sealed(cost=sealing.COST).letter
    assert letter[6] == 16
    assert opened(unseal(letter, WORDS["wraiths"])).parts == {"wraiths": CONTENTS["wraiths"]}
    assert str(why(unseal(letter, "nazgul"))) == WRONG_WORD


@pytest.mark.parametrize("typed", ["Speak Friend", "  speak   FRIEND ", "speak\u00a0friend"])
def test_a_word_may_be_typed_in_many_ways(typed: str) -> None:
    assert opened(unseal(LETTER, typed)).parts


@pytest.mark.parametrize("wrong", ["", "speakfriend", "ash", "speak friend!", "x" * 10_000, "\ud800"])
def test_a_wrong_word_opens_nothing(wrong: str) -> None:
    assert str(why(unseal(LETTER, wrong))) == WRONG_WORD


@pytest.mark.parametrize("word", ["", "   ", "x" * 201])
def test_a_word_that_is_none_seals_nothing(word: str) -> None:
    refused = seal(CONTENTS, {**WORDS, "wraiths": word}, cost=CHEAP)
    assert str(why(refused)) == "A sealed part needs a word of at most 200 characters."


def test_two_sides_with_the_same_word_are_not_told_so() -> None:
    same = sealed(words=dict.fromkeys(SIDES, "mellon"))
    assert opened(unseal(same.letter, "mellon", ("wraiths",))).parts == {"wraiths": CONTENTS["wraiths"]}
    assert len(same.letter) == len(LETTER)


# Changes


def test_every_single_bit_is_noticed_without_a_word() -> None:
    for bit in range(len(LETTER) * 8):
        assert isinstance(look(flipped(LETTER, bit)), Refusal), bit


def test_every_single_bit_is_noticed_with_a_word_also_when_the_digest_is_made_anew() -> None:
    """But for the other side's slot, which can only keep the other side from opening its part."""
    slots = len(LETTER) - sealing._DIGEST - 2 * sealing._SLOT
    own = {"ringbearer": range(slots, slots + 48), "wraiths": range(slots + 48, slots + 96)}
    for bit in range(0, (len(LETTER) - sealing._DIGEST) * 8):
        forged = with_true_digest(flipped(LETTER, bit))
        for side in SIDES:
            if bit // 8 < slots or bit // 8 in own[side]:
                assert isinstance(unseal(forged, WORDS[side], (side,)), Refusal), (bit, side)


def test_who_holds_one_word_cannot_change_what_the_other_side_reads() -> None:
    """A wraith makes the public part and their own anew, under their own true word, and lets the rest be."""
    theirs = sealed({**CONTENTS, "all": {**CONTENTS["all"], "corruption": 8}}).letter
    ours, forged = _pieces(LETTER), _pieces(theirs)
    salt = LETTER[7:23]
    head = forged["head"][:7] + salt + forged["head"][23:]
    body = head + forged["public"] + ours["ringbearer"] + forged["wraiths"]
    key, part = b"k" * 32, sealing._padded(sealing._packed({"hands": {}})) or b""
    body = body[: -len(forged["wraiths"])] + sealing._encrypt(key, part, "wraiths")
    body += ours["slots"][:96]
    opener = sealing._derived(sealing._stretched(body, WORDS["wraiths"]), "wraiths")
    slot = sealing._encrypt(opener, key, "wraiths", body)
    mixed = with_true_digest(body + ours["slots"][96:144] + slot + bytes(16))
    seen = look(mixed)
    assert isinstance(seen, Look)
    assert seen.all["corruption"] == 8
    assert opened(unseal(mixed, WORDS["wraiths"])).parts == {"wraiths": {"hands": {}}}
    assert str(why(unseal(mixed, WORDS["ringbearer"], ("ringbearer",)))) == WRONG_WORD


def test_parts_of_two_letters_do_not_mix() -> None:
    """Not even of two letters under the same words."""
    one, two = _pieces(LETTER), _pieces(sealed().letter)
    for name in ("head", "ringbearer", "wraiths", "slots"):
        mixed = {**one, name: two[name]}
        letter = with_true_digest(b"".join(mixed.values()) + bytes(16))
        assert isinstance(look(letter), Look)
        assert isinstance(unseal(letter, WORDS["ringbearer"], ("ringbearer",)), Refusal), name


def test_a_letter_that_is_cut_off_says_so() -> None:
    for length in range(len(LETTER)):
        said = str(why(look(LETTER[:length])))
        if length < 5:
            assert said == "This is not a Letter from Gandalf."
        else:
            assert said == "The letter is cut off: its end is missing. Copy or photograph it again."
    assert str(why(look(LETTER + b"\0"))) == CHANGED


@pytest.mark.parametrize(
    "written", [b"", b"BB", b"hello", random.Random(1).randbytes(2000), b"%PDF-1.4", LETTER * 20]
)
def test_other_bytes_are_no_letter(written: bytes) -> None:
    assert isinstance(look(written), Refusal)
    assert isinstance(unseal(written, "word"), Refusal)
    assert isinstance(break_open(written, "wraiths", "slip", "word"), Refusal)


def test_newer_letters_and_other_games_say_so() -> None:
    newer = with_true_digest(LETTER[:5] + b"\x02" + LETTER[6:])
    assert str(why(look(newer))) == NEWER
    later = _with_public({**_public(), "version": 2})
    assert str(why(look(later))) == NEWER
    assert str(why(look(LETTER, "war-of-the-ring"))) == "This letter is of another game: hunt-for-the-ring."
    assert isinstance(look(LETTER, "hunt-for-the-ring"), Look)


def test_no_letter_makes_us_stretch_longer_than_our_own() -> None:
    for cost in (0, 17, 31, 255):
        costly = with_true_digest(LETTER[:6] + bytes([cost]) + LETTER[7:])
        assert str(why(unseal(costly, "word"))) == CHANGED


@pytest.mark.parametrize(
    "public",
    [
        [],
        {},
        {**CONTENTS, "table": 1, "date": "", "broken": []},
        {"version": True, "game": "g", "all": {}, "table": "x" * 61, "date": "", "broken": []},
        {"version": 1, "game": "g", "all": {}, "table": "", "date": "", "broken": ["frodo"]},
        {"version": 1, "game": "g", "all": {}, "table": "", "date": "", "broken": [{}]},
        {"version": 1, "game": "g", "all": [], "table": "", "date": "", "broken": []},
    ],
)
def test_a_public_part_that_is_none_is_refused(public: Any) -> None:
    assert str(why(look(_with_public(public)))) == CHANGED


# Bombs


def test_a_bomb_is_not_unpacked() -> None:
    packing = zlib.compressobj(9, wbits=-15)
    bomb = packing.compress(b'"' + b"a" * 4_000_000 + b'"') + packing.flush()
    assert len(bomb) < sealing.MOST_PUBLIC
    letter = _with_packed(bomb)
    hidden = sealing._padded(bomb)
    assert hidden is not None
    tracemalloc.start()
    assert str(why(look(letter))) == CHANGED
    assert isinstance(sealing._unpacked(sealing._unpadded(hidden)), Refusal)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_nesting_without_end_is_refused() -> None:
    packing = zlib.compressobj(9, wbits=-15)
    assert str(why(look(_with_packed(packing.compress(b"[" * 60_000) + packing.flush())))) == CHANGED


# Sizes


def test_the_length_of_a_sealed_part_tells_nothing() -> None:
    lengths = {
        len(sealed({**CONTENTS, "ringbearer": {"hand": ["Gildor" * (number % 3)] * number}}).letter)
        for number in range(12)
    }
    assert lengths == {len(LETTER)}


def largest() -> Json:
    """All cards named by as many characters as a name may have, and such as do not compress."""
    chance = random.Random(5)
    letters = [chr(code) for code in range(0x20000, 0x2A000) if chr(code).isprintable()]

    def name() -> str:
        return "".join(chance.choices(letters, k=60))

    everyone = {
        **{"end": "rescued", "variant": "dreadful-nazgul", "eye_card": name(), "corruption": 11, "eyes": 30},
        "gone": [str(number) for number in range(40)],
        "sorcery": {f"wraith-{number}": 5 for number in range(1, 5)},
        "bag": {f"special-{number}": 1 for number in range(40)},
    }
    hands = {f"wraith-{number}": [name() for _ in range(5)] for number in range(1, 5)}
    return {
        **{"version": 1, "game": "hunt-for-the-ring", "all": everyone},
        "ringbearer": {"hand": [name() for _ in range(22)]},
        "wraiths": {"hands": hands, "discard": [name(), name()]},
    }


def test_the_largest_letter_fits_its_codes() -> None:
    letter = sealed(largest(), table="x" * 100).letter
    assert len(letter) <= sealing.MOST_BYTES
    assert opened(unseal(letter, WORDS["ringbearer"])).parts["ringbearer"] == largest()["ringbearer"]
    written = texts(letter)
    squares = len(codes_of(written[:1])[0])
    assert squares <= 17 + 4 * 19
    assert CODE_MM / (squares + 2 * QUIET) >= 0.6


def test_what_is_too_much_for_a_letter_is_refused() -> None:
    chance = random.Random(1)
    much = {"hand": [chance.randbytes(9).hex() for _ in range(1200)]}
    for part in ("all", *SIDES):
        assert "too much for a letter" in str(why(seal({**CONTENTS, part: much}, WORDS, cost=CHEAP)))


# Breaking


def test_a_forgotten_word_is_broken_open_with_the_slip_and_the_other_sides_word() -> None:
    made = sealed()
    found = opened(break_open(made.letter, "ringbearer", made.slips["ringbearer"].lower(), WORDS["wraiths"]))
    assert found.parts == {"ringbearer": CONTENTS["ringbearer"]}
    assert found.broken == ("ringbearer",)


def test_neither_the_slip_nor_the_other_word_opens_alone() -> None:
    made = sealed()
    for side, other in (SIDES, SIDES[::-1]):
        slip, word = made.slips[side], WORDS[other]
        wrong = [(slip, "no word"), (made.slips[other], word), ("", word), (sealed().slips[side], word)]
        for each in wrong:
            assert isinstance(break_open(made.letter, side, *each), Refusal), each
        assert isinstance(unseal(made.letter, slip), Refusal)
        # Nor does a side's own slip with its own word open anything of the other side.
        assert isinstance(break_open(made.letter, other, made.slips[other], WORDS[other]), Refusal)


def test_a_slip_is_nowhere_in_the_letter() -> None:
    made = sealed()
    for slip in made.slips.values():
        assert len(slip.replace(" ", "")) == sealing.SLIP_LENGTH
        assert slip.encode() not in made.letter
        assert slip.replace(" ", "").encode() not in made.letter


def test_a_letter_that_was_broken_open_tells_so_for_ever() -> None:
    made = sealed()
    letter, told = made.letter, ("ringbearer",)
    found = opened(break_open(letter, "ringbearer", made.slips["ringbearer"], WORDS["wraiths"]))
    for _ in range(3):
        both = found.beside(opened(unseal(letter, WORDS["wraiths"])))
        assert both.broken == told
        assert both.contents == CONTENTS
        letter = sealed(both.contents, broken=both.broken).letter
        seen = look(letter)
        assert isinstance(seen, Look)
        assert seen.broken == told
        found = opened(unseal(letter, WORDS["ringbearer"]))
        assert found.broken == told


def _pieces(letter: bytes) -> dict[str, bytes]:
    lengths = struct.unpack(">HHH", letter[23:29])
    pieces, at = {"head": letter[:29]}, 29
    for name, length in zip(("public", "ringbearer", "wraiths"), lengths, strict=True):
        pieces[name] = letter[at : at + length]
        at += length
    return {**pieces, "slots": letter[at : -sealing._DIGEST]}


def _public() -> Json:
    public = sealing._unpacked(_pieces(LETTER)["public"])
    assert isinstance(public, dict)
    return public


def _with_public(public: Any) -> bytes:
    return _with_packed(sealing._packed(public))


def _with_packed(packed: bytes) -> bytes:
    """The letter with another public part, as a forger without words would make it."""
    pieces = _pieces(LETTER)
    head = pieces["head"][:23] + struct.pack(">H", len(packed)) + pieces["head"][25:]
    rest = pieces["ringbearer"] + pieces["wraiths"] + pieces["slots"]
    return with_true_digest(head + packed + rest + bytes(sealing._DIGEST))

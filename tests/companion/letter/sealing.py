"""Letters to test with, and what a forger would do to them."""

from __future__ import annotations

import hashlib
from typing import Any

from companion.core import Json, Refusal, Sentence
from companion.letter import Opened, Sealed, seal, sealing

WORDS = {"ringbearer": "speak friend", "wraiths": "ash nazg"}
CHEAP = 1
"""Stretching a word is costly on purpose; here it is not what is tested."""

CONTENTS: Json = {
    "version": 1,
    "game": "hunt-for-the-ring",
    "all": {
        "end": "bree",
        "corruption": 7,
        "eye_card": "Ужас",
        "sorcery": {"wraith-1": 2},
        "gone": ["1", "3"],
    },
    "ringbearer": {"hand": ["Gildor", "Tom Bombadil"]},
    "wraiths": {"hands": {"wraith-1": ["Black Breath", "Żelazna Ręka"]}, "discard": [None, "Fell Voices"]},
}


def sealed(contents: Json = CONTENTS, **options: Any) -> Sealed:
    made = seal(contents, **{"words": WORDS, "table": "Pony", "date": "2026-11-18", "cost": CHEAP, **options})
    assert isinstance(made, Sealed), made
    return made


def opened(answer: Opened | Refusal) -> Opened:
    assert isinstance(answer, Opened), answer
    return answer


def why(answer: object) -> Sentence:
    assert isinstance(answer, Refusal), answer
    return answer.why


def with_true_digest(letter: bytes) -> bytes:
    """What anyone can do who knows the format: make the letter look whole again."""
    kept = letter[: -sealing._DIGEST]
    return kept + hashlib.sha256(kept).digest()[: sealing._DIGEST]


def flipped(letter: bytes, bit: int) -> bytes:
    changed = bytearray(letter)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)

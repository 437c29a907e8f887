"""Letters and photos as damage and mischief leave them, the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import cv2
import numpy as np

from companion.core import Refusal
from companion.letter import SIDES, receive, unseal
from companion.letter.codes import texts
from companion.letter.paper import codes_of
from tests.companion.letter.sealing import WORDS, flipped, with_true_digest


def is_accepted(files: list[bytes], letter: bytes) -> bool:
    """Whether a table could be laid from these files: another letter than this, opened by both words."""
    received = receive(files)
    if isinstance(received, Refusal) or received == letter:
        return False
    return not any(isinstance(unseal(received, WORDS[side], (side,)), Refusal) for side in SIDES)


def mutated(letter: bytes, other: bytes, chance: Random) -> bytes:
    """One change or several; half of them by someone who can make the digest anew."""
    changed = letter
    for _ in range(chance.choice((1, 1, 1, 2, 5, 30))):
        changed = _once(changed, other, chance) or b"\0"
    if changed == letter:
        return mutated(letter, other, chance)
    return with_true_digest(changed) if chance.random() < 0.5 and len(changed) > 40 else changed


def _once(letter: bytes, other: bytes, chance: Random) -> bytes:
    at, end = sorted((chance.randrange(len(letter) + 1), chance.randrange(len(letter) + 1)))
    match chance.randrange(9):
        case 0 | 1 | 2:
            return flipped(letter, chance.randrange(len(letter) * 8))
        case 3:
            return letter[:at] + letter[end:]
        case 4:
            return letter[:at] + chance.randbytes(chance.randrange(1, 40)) + letter[at:]
        case 5:
            return letter[:at] + chance.randbytes(end - at) + letter[end:]
        case 6:
            return letter[:at] + other[at:end] + letter[end:]
        case 7:
            return letter[:at]
        case _:
            # The head holds what lengths and costs are believed.
            head = bytearray(letter[:29].ljust(29, b"\0"))
            head[chance.randrange(29)] = chance.choice((0, 1, 2, 15, 16, 17, 127, 255))
            return bytes(head) + letter[29:]


def photo_of_codes(written: Sequence[str], square_px: int = 3) -> bytes:
    """These codes beside each other, as a PNG."""
    white = 4 * square_px
    drawn = [
        np.kron(~np.array(code), np.ones((square_px, square_px))).astype(np.uint8) * 255
        for code in codes_of(written)
    ]
    row = np.hstack([np.pad(code, white, constant_values=255) for code in drawn])
    return cv2.imencode(".png", row)[1].tobytes()


def mutated_photo(letter: bytes, other: bytes, chance: Random) -> bytes:
    """A photo with wrong codes in it, or a right one that was torn, scribbled on, or damaged as a file."""
    kind = chance.randrange(6)
    if kind == 0:
        return _once(photo_of_codes(texts(letter)[:1], 2), b"x" * 100_000, chance)
    if kind == 1:
        return photo_of_codes(texts(mutated(letter, other, chance)[:20_000])[:3], 2)
    if kind == 2:
        mixed = [chance.choice(pair) for pair in zip(texts(letter), texts(other), strict=True)]
        is_mixed = len({text[:21] for text in mixed}) > 1
        return photo_of_codes(mixed if is_mixed else mixed[:-1], 2)
    if kind == 3:
        text = list(texts(letter)[0])
        for _ in range(chance.randrange(1, 6)):
            text[chance.randrange(len(text))] = chance.choice("ABCXYZ2379:/")
        rest = texts(letter)[1:]
        return photo_of_codes(["".join(text), *(each.ljust(len(text), "A") for each in rest)][:3], 2)
    page = cv2.imdecode(np.frombuffer(photo_of_codes(texts(letter), 2), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert page is not None
    if kind == 4:
        cut = chance.randrange(page.shape[1] * 9 // 10)
        return cv2.imencode(".png", page[:, :cut] if cut > 40 else page[:40, :40])[1].tobytes()
    for _ in range(400):
        x, y = chance.randrange(page.shape[1]), chance.randrange(page.shape[0])
        page[y : y + 14, x : x + 14] = chance.choice((0, 255))
    return cv2.imencode(".png", page)[1].tobytes()

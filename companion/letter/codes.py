"""The letter as the texts of its QR codes, and back from whatever codes were seen.

A code's text is `BUTTERBUR:L1:<letter's id>:<number>/<how many>:<its share of the bytes>`, all of it in those
characters that a QR code holds most densely. The id is made from the letter's bytes, so shares of two letters
are never mixed.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.core import Refusal, say
from companion.letter.sealing import MOST_BYTES, letter_id, look

OURS = "BUTTERBUR:L"
MOST_TEXT = 908
"""What a version 19 code holds at error correction M: printed 62 mm wide its squares are 0.6 mm."""

MOST_CODES = 99
_TEXT = re.compile(r"BUTTERBUR:L1:([A-Z2-7]{8}):([1-9]\d?)/([1-9]\d?):([A-Z2-7]+)")
_MOST_SHARE = (MOST_TEXT - len("BUTTERBUR:L1:12345678:99/99:")) * 5 // 8


def texts(letter: bytes) -> list[str]:
    """One text a code, all of nearly the same length."""
    count = -(-len(letter) // _MOST_SHARE)
    size = -(-len(letter) // count)
    shares = [letter[at : at + size] for at in range(0, len(letter), size)]
    head = f"{OURS}1:{letter_id(letter)}"
    return [
        f"{head}:{number}/{len(shares)}:{base64.b32encode(share).decode().rstrip('=')}"
        for number, share in enumerate(shares, start=1)
    ]


@dataclass
class Gathering:
    """Codes as they turn up, from one photo or many, until a letter is whole."""

    letters: dict[tuple[str, int], dict[int, bytes]] = field(default_factory=dict)
    has_newer: bool = False
    has_foreign: bool = False

    def add(self, texts: Iterable[str]) -> None:
        for text in texts:
            if read := _TEXT.fullmatch(text):
                self._add_share(read[1], int(read[2]), int(read[3]), read[4])
            elif text.startswith(OURS) and not text.startswith(f"{OURS}1:"):
                self.has_newer = True
            else:
                self.has_foreign = True

    @property
    def known(self) -> list[str]:
        """The codes that were read, as texts: with them a later photo can go on where this one ended."""
        return [
            f"{OURS}1:{id}:{number}/{count}:{base64.b32encode(share).decode().rstrip('=')}"
            for (id, count), shares in self.letters.items()
            for number, share in sorted(shares.items())
        ]

    @property
    def whole(self) -> list[bytes]:
        """The letters that are complete and are what their codes say."""
        joined = (
            (id, b"".join(shares[number] for number in sorted(shares)))
            for (id, count), shares in self.letters.items()
            if len(shares) == count
        )
        return [letter for id, letter in joined if letter_id(letter) == id]

    def letter(self) -> bytes | Refusal:
        """The one letter that was seen, or what is still wanting."""
        whole = self.whole
        if len(whole) == 1:
            seen = look(whole[0])
            return seen if isinstance(seen, Refusal) else whole[0]
        if whole or len(self.letters) > 1:
            return Refusal(say("These are codes of different letters. Photograph one letter at a time."))
        if self.letters:
            return self._incomplete()
        if self.has_newer:
            return Refusal(
                say("This letter was sealed by a newer Butterbur. Update this one, then open it again.")
            )
        if self.has_foreign:
            return Refusal(say("The codes in the picture are not those of a Letter from Gandalf."))
        return Refusal(
            say(
                "No code can be read in the picture. Lay the letter flat in good light, "
                "hold the phone still above it, and photograph it again."
            )
        )

    def _add_share(self, id: str, number: int, count: int, written: str) -> None:
        try:
            share = base64.b32decode(written + "=" * (-len(written) % 8))
        except binascii.Error:
            return
        if number <= count and count * len(share) <= MOST_BYTES + count * 8:
            self.letters.setdefault((id, count), {}).setdefault(number, share)

    def _incomplete(self) -> Refusal:
        ((_, count), shares), *_ = self.letters.items()
        missing = [str(number) for number in range(1, count + 1) if number not in shares]
        if not missing:
            return Refusal(say("The letter's codes do not fit together. Photograph all of them again."))
        return Refusal(
            say(
                "Of the letter's {count} codes these could not be read: {missing}. Photograph them closer "
                "and give all pictures together.",
                count=count,
                missing=", ".join(missing),
            )
        )

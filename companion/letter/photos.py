"""A letter from what somebody hands in: its file, the page as PDF, or photos of the printed page."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import Refusal, Sentence, say
from companion.letter import sealing
from companion.letter.codes import Gathering
from vision.pictures import BadPicture, Trouble, decode
from vision.tags import codes

MOST_FILES = 24
LONGEST_PX = 4096
"""Photos are read as large as most phones take them: a whole page has small squares."""


def receive(files: Sequence[bytes], gathering: Gathering | None = None) -> bytes | Refusal:
    """The one letter in these files. Several photos may show one code each, beside those gathered before."""
    gathering, bad = gathering or Gathering(), None
    for written in files[:MOST_FILES]:
        if written.startswith(sealing.MAGIC):
            seen = sealing.look(written)
            return seen if isinstance(seen, Refusal) else written
        if written.startswith(b"%PDF"):
            carried = sealing.cut_out(written)
            return carried or Refusal(say("There is no Letter from Gandalf in this PDF."))
        try:
            picture = decode(written, LONGEST_PX)
        except BadPicture as error:
            bad = bad or error.trouble
            continue
        for code in codes(picture):
            gathering.add([code.text])
            if gathering.whole:
                return gathering.letter()
    if bad and not gathering.letters:
        return Refusal(_no_picture(bad))
    return gathering.letter()


def _no_picture(trouble: Trouble) -> Sentence:
    match trouble:
        case Trouble.TOO_LARGE:
            return say("The picture is too large. Use one of at most 50 megapixels.")
        case Trouble.CUT_OFF:
            return say("The picture is cut off: its end is missing. Send it again.")
        case Trouble.TOO_SMALL:
            return say("The picture is too small to show a letter. Photograph it closer.")
        case Trouble.BROKEN:
            return say("The picture is broken and cannot be read. Take it again.")
        case _:
            return say("This is neither a Letter from Gandalf nor a photo of one.")

"""The Letter from Gandalf: a save between two evenings, as real as the envelope in the box.

`seal` makes its bytes, `pages` the printed page, `receive` takes it back from a file or from photos, `look`
reads what is for all, `unseal` and `break_open` what is not. Nothing here knows the web or a table.
"""

from companion.letter.pages import pages, slip_page
from companion.letter.photos import receive
from companion.letter.sealing import (
    RINGBEARER,
    SIDES,
    WRAITHS,
    Look,
    Opened,
    Sealed,
    break_open,
    is_word,
    look,
    seal,
    unseal,
)

__all__ = [
    "RINGBEARER",
    "SIDES",
    "WRAITHS",
    "Look",
    "Opened",
    "Sealed",
    "break_open",
    "is_word",
    "look",
    "pages",
    "receive",
    "seal",
    "slip_page",
    "unseal",
]

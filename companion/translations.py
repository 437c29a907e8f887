"""Sentences in a player's language, from the `.po` files beside this module.

The files are read as they are written: there is no compiled copy to forget.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.core import Sentence

LANGUAGES = {"en": "English", "ru": "Русский", "pl": "Polski"}


def tell(sentence: Sentence | Mapping[str, Any], language: str) -> str:
    """The sentence, or its form in a view, in one of `LANGUAGES`."""
    if not isinstance(sentence, Sentence):
        sentence = Sentence.from_json(sentence)
    catalogue = _catalogue(language)
    values = {
        gap: tell(value, language) if isinstance(value, Sentence) else value for gap, value in sentence.values
    }
    if sentence.plural is None:
        # gettext keeps the file's own header under the empty text.
        text = catalogue.gettext(sentence.text) if sentence.text else ""
    else:
        text = catalogue.ngettext(sentence.text, sentence.plural, int(values["count"]))
    return text.format(**values)


def language_of_the_terminal() -> str:
    """What the person at the keyboard reads, by the usual environment variables."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            return wanted[:2] if wanted[:2] in LANGUAGES else "en"
    return "en"


@cache
def _catalogue(language: str) -> NullTranslations:
    if language not in LANGUAGES or language == "en":
        return NullTranslations()
    written = (files("companion") / "languages" / f"{language}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(written), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)

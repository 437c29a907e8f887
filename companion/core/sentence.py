"""Something said to a player, before anyone has chosen a language.

A sentence keeps its English text and what goes into its gaps apart, so that the rules can speak
without knowing who listens; `companion.translations` turns it into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sentence:
    """`text` with `{gaps}`; a gap holds a number, a literal text or another sentence."""

    text: str
    values: tuple[tuple[str, int | str | Sentence], ...] = ()
    plural: str | None = None

    def __str__(self) -> str:
        text = self.text if self.plural is None or dict(self.values)["count"] == 1 else self.plural
        return text.format(**{gap: str(value) for gap, value in self.values})

    def to_json(self) -> dict[str, Any]:
        """Plain values for a view; `from_json` reads them back."""
        written: dict[str, Any] = {"text": self.text}
        if self.values:
            written["values"] = {
                gap: value.to_json() if isinstance(value, Sentence) else value for gap, value in self.values
            }
        if self.plural is not None:
            written["plural"] = self.plural
        return written

    @staticmethod
    def from_json(written: Mapping[str, Any]) -> Sentence:
        values = tuple(
            (gap, Sentence.from_json(value) if isinstance(value, Mapping) else value)
            for gap, value in written.get("values", {}).items()
        )
        return Sentence(written["text"], values, written.get("plural"))


def say(text: str, /, **values: int | str | Sentence) -> Sentence:
    """A sentence to be translated. The translators' tool finds its text by this name."""
    return Sentence(text, tuple(values.items()))


def say_many(one: str, many: str, count: int, /, **values: int | str | Sentence) -> Sentence:
    """A sentence whose form depends on `{count}`."""
    return Sentence(one, (("count", count), *values.items()), many)

"""Pictures that need nothing beside them: looks, letters and drawings are carried inside."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).with_name("static")
LETTERS = ("400-italic", "400-normal", "700-normal")
"""The cuts of our fonts that pictures are lettered in."""


@lru_cache
def style(*sheets: str) -> str:
    """Our fonts and these style sheets in one text."""
    faces = (STATIC / "fonts" / "fonts.css").read_text("utf-8").split("@font-face")
    kept = [face for face in faces if any(f"-{letters}.woff2" in face for letters in LETTERS)]

    def carried(found: re.Match[str]) -> str:
        font = (STATIC / "fonts" / found[1]).read_bytes()
        return f"url(data:font/woff2;base64,{b64encode(font).decode()})"

    fonts = "".join("@font-face" + re.sub(r'url\("\./([\w-]+\.woff2)"\)', carried, face) for face in kept)
    return fonts + "".join((STATIC / sheet).read_text("utf-8") for sheet in sheets)


@lru_cache
def drawing(folder: str, name: str) -> str:
    """One of our drawings for a box of 100 x 100, which takes the colour around it."""
    text = (STATIC / folder / f"{name}.svg").read_text("utf-8")
    found = re.search(r'<g id="art"([^>]*)>(.*)</g>\s*</svg>', text, re.DOTALL)
    assert found, f"{folder}/{name} has no group #art"
    return f"<g{found[1]}>{found[2]}</g>"

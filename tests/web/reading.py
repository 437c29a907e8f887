"""Reading pages as a browser does: links, forms, scripts, and the QR codes with a phone's eye."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from PIL import Image, ImageDraw
from pyzbar.pyzbar import ZBarSymbol, decode

REFERENCES = {"href", "src", "action", "formaction", "poster", "data-events"}
MODULE_PX = 4


@dataclass
class Form:
    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    """What it sends before anyone has touched it: hidden and filled-in inputs, chosen boxes and options."""
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """What stands in a page. An element that is never closed, or closed twice, is an error."""

    VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "source", "wbr"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.language = ""
        self.references: list[str] = []
        self.forms: list[Form] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self.inline: list[str] = []
        self.path: list[str] = []
        self.feed(html)
        self.close()
        assert not self.path, f"never closed: {self.path}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), f"an attribute twice in {tag}: {attrs}"
        self.attributes += [(tag, name, value) for name, value in given.items()]
        self.references += [value for name, value in given.items() if name in REFERENCES]
        if tag not in self.VOID:
            self.path.append(tag)
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        if "form" in self.path and self.forms:
            self._note_field(tag, given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.path.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.path, f"closed but never opened: {tag}"
        assert self.path[-1] == tag, f"{tag} closed inside {self.path}"
        self.path.pop()

    def handle_data(self, text: str) -> None:
        if self.path and self.path[-1] in ("script", "style") and text.strip():
            self.inline.append(text)
        elif text.strip():
            self.texts.append(text.strip())

    def form(self, action: str) -> Form:
        return next(form for form in self.forms if form.action == action)

    def _note_field(self, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        is_box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and name and (not is_box or "checked" in given):
            self.forms[-1].fields.append((name, value or ("on" if is_box else "")))
        if tag == "button" and name:
            self.forms[-1].buttons.append((name, value))


def scan_svg(html: str) -> str:
    """The text of the one QR code that a page draws."""
    found = re.search(r'<svg class="qr" viewBox="0 0 (\d+) \1".*?<path d="([^"]+)"', html, re.DOTALL)
    assert found, "no QR code"
    size = int(found[1])
    picture = Image.new("L", (size * MODULE_PX, size * MODULE_PX), 255)
    draw = ImageDraw.Draw(picture)
    modules = re.findall(r"M(\d+) (\d+)h1v1h-1z", found[2])
    assert "".join(f"M{x} {y}h1v1h-1z" for x, y in modules) == found[2]
    for x, y in modules:
        left, top = int(x) * MODULE_PX, int(y) * MODULE_PX
        draw.rectangle((left, top, left + MODULE_PX - 1, top + MODULE_PX - 1), fill=0)
    return scan(picture)


HALVES = {
    " ": (False, False),
    "\xa0": (False, False),
    "▀": (True, False),
    "▄": (False, True),
    "█": (True, True),
}


def scan_terminal(text: str) -> str:
    """The text of the QR code printed with half blocks, light on a dark terminal."""
    rows = [line for line in text.splitlines() if line and set(line) <= set(HALVES)]
    rows = [row for row in rows if row.strip()]
    assert rows, "no QR code"
    wide = max(map(len, rows))
    picture = Image.new("L", (wide * MODULE_PX, 2 * len(rows) * MODULE_PX), 0)
    draw = ImageDraw.Draw(picture)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            for half, is_light in enumerate(HALVES[letter]):
                if is_light:
                    left, top = x * MODULE_PX, (2 * y + half) * MODULE_PX
                    draw.rectangle((left, top, left + MODULE_PX - 1, top + MODULE_PX - 1), fill=255)
    return scan(picture)


def scan(picture: Image.Image) -> str:
    (found,) = decode(picture, symbols=[ZBarSymbol.QRCODE])
    return str(found.data.decode())

"""The Hunt's pages fit the hand and the television in every language, and can be read by everyone."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, SMALL_PHONE, TELEVISION, OpenContext, Server
from tests.browser.hunting import BAG, lay_hunt, press_seal, set_up_lines
from tests.browser.test_hunt_seal import SEATS, play
from tests.browser.test_looks import LAPTOP_WINDOW, SMALL_TARGETS, SMALLEST_TEXT_PX

Line = dict[str, Any]
OPEN_ALL = """() => document.querySelectorAll(".effect-form").forEach((each) => {
    each.name = "";
    each.open = true;
})"""
CARD = "Black Breath"
MOVE: list[Line] = [
    {"seat": "ringbearer", "do": "move", "to": "3"},
    {"seat": "ringbearer", "do": "end-turn"},
]
ASK: list[Line] = [
    {"seat": "wraith-1", "do": "ride", "by": ["21.22:1", "22"]},
    {"seat": "wraith-1", "do": "hunt", "at": "3", "because": CARD},
]
MEET: list[Line] = [
    {"seat": "wraith-1", "do": "end-turn"},
    {"seat": "wraith-1", "do": "end-turn"},
    {"seat": "wraith-2", "do": "move", "what": "red", "to": "3", "because": CARD},
    {"seat": "wraith-2", "do": "end-turn"},
    {"seat": "wraith-2", "do": "end-turn"},
]
TAKE: list[Line] = [
    {"seat": "ringbearer", "do": "draw-tokens", "tokens": ["3"]},
    {"seat": "ringbearer", "do": "take-tokens"},
]
END: list[Line] = [
    {"seat": "ringbearer", "do": "escape", "to": "stay"},
    {"seat": "ringbearer", "do": "move", "to": "B", "card": CARD},
]

MOMENTS: dict[str, tuple[list[Line], tuple[str, ...]]] = {
    "set-up": ([], SEATS),
    "throw": (set_up_lines()[:-1], ("wraith-1",)),
    "first day": (set_up_lines()[-1:], ("ringbearer",)),
    "wraiths": (MOVE, ("wraith-1", "wraith-2")),
    "question": (ASK, SEATS),
    "answer": ([{"seat": "ringbearer", "do": "answer"}], SEATS),
    "encounter": (MEET, ("ringbearer", "wraith-2")),
    "drawn": (TAKE[:1], ("ringbearer",)),
    "escape": (TAKE[1:], ("ringbearer",)),
    "end": (END, ("ringbearer", "wraith-1")),
}
"""What is done before each, and whose phones are looked at."""


def evening(page: Page, server: Server, **options: Any) -> str:
    code = lay_hunt(page, server, bag=BAG, **options)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    return code


def check_phone(page: Page, what: str) -> None:
    page.wait_for_load_state("load")  # with its styles: a page reached by a tap may still be on its way
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} scrolls sideways"
    assert page.evaluate(SMALLEST_TEXT_PX, 16) == [], what
    assert page.evaluate(SMALL_TARGETS) == [], what


@pytest.mark.parametrize(
    ("language", "size"), [("en", PHONE), ("ru", SMALL_PHONE), ("pl", SMALL_PHONE)], ids=["en", "ru", "pl"]
)
def test_phones_fit_the_hand(
    server: Server, new_context: OpenContext, language: str, size: dict[str, int]
) -> None:
    page = new_context(size, language).new_page()
    page.goto(f"{server.url}/new?game=hunt-for-the-ring")
    check_phone(page, "new")
    code = evening(page, server)
    for name, (lines, seats) in MOMENTS.items():
        play(page, server, code, *lines)
        for seat in seats:
            page.goto(f"{server.url}/tables/{code}/seats/{seat}")
            check_phone(page, f"{name}, {seat}")
            if page.locator("[data-seal]").count():
                press_seal(page)
                check_phone(page, f"{name}, under the seal")
                page.mouse.up()
        if name == "answer":
            for path in (
                "seats/ringbearer?deed=cards",
                "seats/wraith-1?deed=cards",
                "seats/ringbearer?open=1",
            ):
                page.goto(f"{server.url}/tables/{code}/{path}")
                page.evaluate(OPEN_ALL)
                check_phone(page, path)


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_screen_fits_a_television_and_reads_from_afar(
    server: Server, new_context: OpenContext, language: str
) -> None:
    page = new_context(TELEVISION, language).new_page()
    code = evening(page, server, wraiths=2)
    for name, (lines, _) in MOMENTS.items():
        play(page, server, code, *lines)
        page.goto(f"{server.url}/tables/{code}/screen")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALLEST_TEXT_PX, 28) == [], name
        for size in (TELEVISION, LAPTOP_WINDOW):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            for part in (".hunt-side", ".hunt-main", "html"):
                hidden = page.locator(part).evaluate("each => each.scrollHeight - each.clientHeight")
                assert hidden <= 1, f"{part} is cut off at {name}, {size}"
        page.set_viewport_size({"width": TELEVISION["width"], "height": TELEVISION["height"]})


@pytest.mark.parametrize("theme", ["dark", "parchment"])
def test_pages_meet_wcag_aa(server: Server, new_context: OpenContext, theme: str) -> None:
    context = new_context(PHONE)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.url}])
    page = context.new_page()
    code = evening(page, server)
    check_axe(page, f"{server.url}/new?game=hunt-for-the-ring")
    for name, (lines, seats) in MOMENTS.items():
        play(page, server, code, *lines)
        # What is new in the others is only words.
        for seat in seats if name not in ("question", "encounter", "escape") else ():
            check_axe(page, f"{server.url}/tables/{code}/seats/{seat}")
        if name == "answer":
            check_axe(page, f"{server.url}/tables/{code}/seats/wraith-1?deed=cards")
            check_axe(page, f"{server.url}/tables/{code}/seats/ringbearer?open=1")
        if name in ("set-up", "answer", "end"):
            check_axe(page, f"{server.url}/tables/{code}/screen")


def check_axe(page: Page, address: str) -> None:
    page.goto(address)
    rules = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
    found = Axe().run(page, options=rules)
    assert found.violations_count == 0, f"{address}: {found.generate_report()}"

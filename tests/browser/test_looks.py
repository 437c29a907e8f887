"""Every page, at phone and television size: nothing scrolls sideways, nothing is too small or too faint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import (
    PHONE,
    SMALL_PHONE,
    TELEVISION,
    THROW,
    OpenContext,
    Server,
    act,
    lay_table,
)

LAPTOP_WINDOW = {"width": 1366, "height": 650}
"""What a browser leaves of a small laptop's screen."""

SMALLEST_TEXT_PX = """smallest => [...document.querySelectorAll("body *")]
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((each) => !each.closest(".unseen, [hidden], title") && each.checkVisibility())
    .map((each) => [each.getBoundingClientRect(), parseFloat(getComputedStyle(each).fontSize), each])
    .map(([box, size, each]) => [size * (each.getScreenCTM ? each.getScreenCTM().a : 1), each.textContent])
    .filter(([size]) => size < smallest - 0.1)"""

SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => (each.closest("label") ?? each).getBoundingClientRect())
    .filter((box) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map((box) => [box.width, box.height])"""

Visit = Callable[[Page, Server, str], str]


def _phase(*lines: dict[str, object]) -> Visit:
    """Sam's phone after these lines."""

    def visit(page: Page, server: Server, code: str) -> str:
        for line in lines:
            act(page, server, code, "sam", **line)
        return f"/tables/{code}/seats/sam"

    return visit


ROLL: dict[str, object] = {"do": "roll", "dice": THROW}
KEEP: dict[str, object] = {"do": "keep", "dice": ["yellow", "blue", "green", "black"]}
LAST: list[dict[str, object]] = [{"do": "roll", "dice": {"red": "nazgul"}}, {"do": "keep", "dice": ["red"]}]


def _ticket(page: Page, server: Server, code: str) -> str:
    page.goto(f"{server.url}/tables/{code}/host")
    page.get_by_role("button").first.click()
    page.locator(".qr").wait_for()
    page.wait_for_load_state()
    return ""


PAGES: dict[str, Visit] = {
    "home": lambda page, server, code: "/",
    "new": lambda page, server, code: "/new",
    "join": lambda page, server, code: f"/join/{code}?more=1",
    "trouble": lambda page, server, code: "/join/QQQQQ",
    "host": lambda page, server, code: f"/tables/{code}/host",
    "ticket": _ticket,
    "roll": _phase(),
    "keep": _phase(ROLL),
    "roll again": _phase(ROLL, KEEP),
    "apply": _phase(ROLL, KEEP, *LAST),
    "waiting": _phase(ROLL, KEEP, *LAST, {"do": "end"}),
    "taken back": _phase(ROLL, {"do": "undo"}),
    "screen": lambda page, server, code: f"/tables/{code}/screen",
}


@pytest.fixture(params=["dark", "parchment"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE], ids=["360", "390"])
def test_phone_pages_fit_the_hand(
    server: Server, new_context: OpenContext, language: str, size: dict[str, int]
) -> None:
    for name, visit in PAGES.items():
        page = _open(visit, server, new_context, size, language, "dark")
        assert _is_within(page), f"{name} scrolls sideways"
        assert page.evaluate(SMALLEST_TEXT_PX, 16) == [], name
        assert page.evaluate(SMALL_TARGETS) == [], name
        page.context.close()


def test_pages_meet_wcag_aa(server: Server, new_context: OpenContext, theme: str) -> None:
    """Contrast, labels, languages, roles: all of axe's rules for WCAG 2 A and AA."""
    for name, visit in PAGES.items():
        size = TELEVISION if name == "screen" else PHONE
        page = _open(visit, server, new_context, size, "en", theme)
        rules = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
        found = Axe().run(page, options=rules)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        page.context.close()


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize(
    "hobbits", [["sam", "frodo"], ["sam", "pippin", "merry", "frodo"]], ids=["two", "four"]
)
def test_the_table_screen_fits_a_television_and_reads_from_afar(
    server: Server, new_context: OpenContext, language: str, hobbits: list[str]
) -> None:
    context = new_context(TELEVISION, language)
    page = context.new_page()
    code = lay_table(page, server, {"hobbits": hobbits, "advanced": True, "nazgul_path": 8})
    page.request.post(f"{server.url}/tables/{code}/seats/sam")
    for lines in ([], [ROLL], [KEEP], [*LAST, {"do": "apply", "die": "green", "cell": 2}], [{"do": "end"}]):
        for line in lines:
            act(page, server, code, "sam", **line)
        page.goto(f"{server.url}/tables/{code}/screen")
        assert _is_within(page)
        assert page.evaluate(SMALLEST_TEXT_PX, 28) == []
        for size in (TELEVISION, LAPTOP_WINDOW):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            height = page.evaluate("document.documentElement.scrollHeight")
            assert height <= size["height"], f"needs scrolling after {lines} at {size}"
        page.set_viewport_size({"width": TELEVISION["width"], "height": TELEVISION["height"]})


def _open(
    visit: Visit, server: Server, new_context: OpenContext, size: dict[str, int], language: str, theme: str
) -> Page:
    context = new_context(size, language)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.url}])
    page = context.new_page()
    code = lay_table(page, server)
    page.request.post(f"{server.url}/tables/{code}/seats/sam")
    if path := visit(page, server, code):
        page.goto(server.url + path)
    page.wait_for_load_state("load")  # with its styles: a page reached by a tap may still be on its way
    page.evaluate("document.fonts.ready")
    return page


def _is_within(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

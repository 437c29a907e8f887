"""The story in a real browser: scrubbed with a thumb, sent to friends, and proven by the phone itself."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TELEVISION, OpenContext, Server, act
from tests.browser.hunting import BAG, lay_hunt, set_up_lines
from tests.browser.test_hunt_looks import check_axe, check_phone
from tests.browser.test_hunt_seal import SEATS, play

Line = dict[str, Any]
CARD = "Black Breath"
DAY: list[Line] = [
    {"seat": "ringbearer", "do": "move", "to": "3"},
    {"seat": "ringbearer", "do": "end-turn"},
    {"seat": "wraith-1", "do": "ride", "by": ["21.22:1", "22"]},
    {"seat": "wraith-1", "do": "search", "at": "4", "because": CARD},
    {"seat": "wraith-1", "do": "hunt", "at": "3", "because": CARD},
    {"seat": "wraith-1", "do": "move", "what": "green", "to": "3", "because": CARD},
    *({"seat": seat, "do": "end-turn"} for seat in ("wraith-1", "wraith-1", "wraith-2", "wraith-2")),
    {"seat": "ringbearer", "do": "draw-tokens", "tokens": ["2"]},
    {"seat": "ringbearer", "do": "take-tokens"},
    {"seat": "ringbearer", "do": "escape", "to": "9"},
    {"seat": "ringbearer", "do": "move", "to": "."},
]
RING_WINS: Line = {"do": "adjust", "what": "corruption", "by": 12, "because": CARD}
VECTORS = [
    "",
    "abc",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "û" * 55,
    "a" * 64,
    "b" * 1000,
]


def lay(
    page: Page, server: Server, board: str | None = "demonstration-part-1", *, is_over: bool = True
) -> str:
    code = lay_hunt(page, server, bag=BAG, answers="auto", board=board)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    play(page, server, code, *set_up_lines(), *DAY)
    if is_over:
        act(page, server, code, "ringbearer", **RING_WINS)
    return code


def step(page: Page) -> str:
    return page.locator("[data-story-now]").inner_text()


def test_a_thumb_goes_through_the_evening(server: Server, new_context: OpenContext, tmp_path: Path) -> None:
    page = new_context(PHONE, accept_downloads=True).new_page()
    code = lay(page, server)
    page.goto(f"{server.url}/tables/{code}/seats/wraith-1")
    page.get_by_role("link", name="The story of the hunt").click()
    page.wait_for_url("**/story")
    slider = page.locator("[data-story-slider]")
    expect(slider).to_be_visible()
    assert step(page).startswith("The Ring has taken hold")

    slider.fill("0")
    assert step(page) == "The hunt begins. Frodo sets out from 1."
    assert page.locator(".leg:not(.is-ahead)").count() == 0
    start = page.locator("[data-figure=frodo]").get_attribute("transform")
    page.get_by_role("button", name="One step on").click()
    assert step(page) == "Frodo comes to 3."
    expect(page.locator(".leg:not(.leg-under):not(.is-ahead)")).to_have_count(1)
    expect(page.locator("[data-figure=frodo]")).not_to_have_attribute("transform", start or "")
    assert page.locator(".track-movement p span").first.inner_text() == "1/16"

    page.locator(".turn-card", has_text="Encounter at 3").click()
    assert step(page).startswith("The Nazgûl meet Frodo at 3.")
    expect(page.locator(".clash")).to_be_visible()
    assert page.locator(".token-trail:not(.is-ahead)").count() == 1

    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("[data-story-now]")).to_contain_text("The Ring has taken hold", timeout=15_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()

    with page.expect_download() as saving:
        page.get_by_role("button", name="Picture (PNG)").click()
    saving.value.save_as(tmp_path / "hunt.png")
    with Image.open(tmp_path / "hunt.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > 1600
        assert len(picture.convert("RGB").getcolors(2**24) or []) > 1000, "it is really drawn"


def test_a_phone_proves_by_itself_what_it_has_seen(server: Server, new_context: OpenContext) -> None:
    page = new_context(PHONE).new_page()
    code = lay(page, server, is_over=False)
    for expected in (page.request.get(f"{server.url}/tables/{code}/proof.json").json()["head"],):
        page.goto(f"{server.url}/tables/{code}/seats/wraith-1")
        kept = page.evaluate("code => JSON.parse(localStorage.getItem(`proof-${code}`))", code)
        assert kept == [f"5:{expected}"]
    made = page.evaluate("texts => texts.map((text) => sha256(utf8(text)))", VECTORS)
    assert made == [hashlib.sha256(text.encode()).hexdigest() for text in VECTORS]

    act(page, server, code, "ringbearer", do="move", to="17", card=CARD)
    act(page, server, code, "ringbearer", **RING_WINS)
    page.goto(f"{server.url}/tables/{code}/story")
    verdict = page.locator("[data-proof-verdict]")
    expect(verdict).to_contain_text("against each head that it has seen: 1")

    # The server shows another chain than the one this phone has seen.
    page.evaluate(
        "code => localStorage.setItem(`proof-${code}`, JSON.stringify([`5:${'0'.repeat(64)}`]))", code
    )
    page.reload()
    expect(verdict).to_contain_text("Alarm")
    assert "verdict-false" in (verdict.get_attribute("class") or "")


@pytest.mark.parametrize(
    ("language", "size"), [("en", PHONE), ("ru", SMALL_PHONE), ("pl", SMALL_PHONE)], ids=["en", "ru", "pl"]
)
def test_the_story_fits_the_hand(
    server: Server, new_context: OpenContext, language: str, size: dict[str, int]
) -> None:
    page = new_context(size, language).new_page()
    for board in ("demonstration-part-1", None):
        code = lay(page, server, board)
        page.goto(f"{server.url}/tables/{code}/story")
        page.locator("#all-steps summary").click()
        page.locator("#proof-lines summary").click()
        check_story(page, language)
        slider = page.locator("[data-story-slider]").bounding_box()
        assert slider
        assert slider["width"] > size["width"] * 0.8


def check_story(page: Page, what: str) -> None:
    # A map is looked at from near and afar: its words are judged where they are read to play.
    page.evaluate("document.querySelectorAll('.story-map').forEach((each) => each.remove())")
    check_phone(page, what)


def test_the_story_fits_a_television(server: Server, new_context: OpenContext) -> None:
    page = new_context(TELEVISION).new_page()
    code = lay(page, server)
    page.goto(f"{server.url}/tables/{code}/story")
    page.wait_for_load_state("load")  # with its styles: a page reached by a tap may still be on its way
    page.evaluate("document.fonts.ready")
    for part in ("html", ".story-page"):
        assert page.locator(part).evaluate("each => each.scrollHeight - each.clientHeight") <= 1, part
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in (".story-map .map-ground", ".story-desk", ".story-page .tracks"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.goto(f"{server.url}/tables/{code}/screen")
    for part in (".hunt-side", ".hunt-main", "html"):
        assert page.locator(part).evaluate("each => each.scrollHeight - each.clientHeight") <= 1, part
        assert page.locator(part).evaluate("each => each.scrollWidth - each.clientWidth") <= 1, part


@pytest.mark.parametrize("theme", ["dark", "parchment"])
def test_the_story_meets_wcag_aa(server: Server, new_context: OpenContext, theme: str) -> None:
    context = new_context(PHONE)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.url}])
    page = context.new_page()
    for board in ("demonstration-part-1", None):
        code = lay(page, server, board)
        check_axe(page, f"{server.url}/tables/{code}/story")

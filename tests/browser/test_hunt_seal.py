"""The Ringbearer's seal: secrets are on the screen while a thumb holds them open, and at no other time."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenContext, Server
from tests.browser.hunting import (
    TOKENS,
    chip,
    lay_hunt,
    let_go,
    middle,
    press_seal,
    set_up_lines,
    slide_to,
    spot,
)

SEATS = ("ringbearer", "wraith-1", "wraith-2")


def play(page: Page, server: Server, code: str, *lines: Mapping[str, object]) -> None:
    """Lines through the JSON interface; this one phone holds every seat."""
    for line in lines:
        seat = line["seat"]
        view = page.request.get(f"{server.url}/tables/{code}/view?seat={seat}").json()
        done = page.request.post(f"{server.url}/tables/{code}/act", data={"known": view["version"], **line})
        assert done.ok, (line, done.text())


def ringbearers_phone(
    server: Server, new_context: OpenContext, start: str = "1", tokens: list[str] = TOKENS, **more: object
) -> tuple[Page, str]:
    """On the first day, before Frodo moves."""
    page = new_context(PHONE, **more).new_page()
    code = lay_hunt(page, server)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    play(page, server, code, *set_up_lines(start, tokens))
    page.goto(f"{server.url}/tables/{code}/seats/ringbearer")
    page.evaluate("document.fonts.ready")
    return page, code


FEW_PIXELS = 200
"""Edges come out a shade different where Chromium's tiles meet; a map or a sheet is tens of thousands."""


def look(page: Page) -> tuple[str, str, Image.Image]:
    """What can be read, what a screen reader tells, and what can be seen, with no finger on the phone."""
    page.mouse.move(5, 5)
    expect(page.locator(".busy")).to_have_count(0)
    body = page.locator("body")
    code = page.url.split("/")[4]
    return body.inner_text(), body.aria_snapshot().replace(code, ""), picture(page)


def picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> int:
    grey = ImageChops.difference(one, other).convert("L")
    return sum(grey.histogram()[5:])


def test_covered_the_phone_looks_the_same_whatever_is_on_the_sheet(
    server: Server, new_context: OpenContext
) -> None:
    """To whoever walks behind the sofa; also when a step is chosen, and when it is noted."""
    seen = []
    for start, step, tokens in (("1", "3", TOKENS), ("7", ".", ["45", "48", "23", "5", "27"])):
        page, _ = ringbearers_phone(server, new_context, start, tokens)
        covered = [look(page)]
        slide_to(page, chip(step))
        expect(page.get_by_role("button", name="Note the chosen step")).to_be_enabled()
        covered.append(look(page))
        page.get_by_role("button", name="Note the chosen step").click()
        expect(page.get_by_role("button", name="End your turn")).to_be_visible()
        covered.append(look(page))
        press_seal(page)
        seen.append((covered, picture(page)))
    (first, open_first), (second, open_second) = seen
    for one, other in zip(first, second, strict=True):
        assert one[:2] == other[:2]
        assert differing(one[2], other[2]) < FEW_PIXELS
    assert differing(open_first, open_second) > 10 * FEW_PIXELS, "or the comparison would prove nothing"


def test_a_thumb_opens_the_sheet_and_its_lifting_covers_it(server: Server, new_context: OpenContext) -> None:
    page, _ = ringbearers_phone(server, new_context)
    assert page.locator(".travel-sheet").count() == 0
    press_seal(page)
    expect(page.locator(".travel-sheet .is-start")).to_have_text("1")
    expect(page.locator(".leaf .spot.is-lit")).to_have_count(1)
    let_go(page)


HIDE = """() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
LAY_DOWN = """() => {
    for (const beta of [60, 50, 3]) {
        window.dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha: 0, beta, gamma: 2 }));
    }
}"""
LEAVE = {
    "another window": lambda page: page.evaluate("window.dispatchEvent(new Event('blur'))"),
    "another app": lambda page: page.evaluate(HIDE),
    "laid on the table": lambda page: page.evaluate(LAY_DOWN),
}


@pytest.mark.parametrize("leave", LEAVE.values(), ids=LEAVE)
def test_a_phone_that_is_left_covers_itself(
    server: Server, new_context: OpenContext, leave: Callable[[Page], None]
) -> None:
    page, _ = ringbearers_phone(server, new_context)
    press_seal(page)
    leave(page)
    expect(page.locator(".leaf")).to_have_count(0)


def test_two_hands_hold_and_tap(server: Server, new_context: OpenContext) -> None:
    """Real touches: one finger stays on the seal, another taps the map."""
    page, _ = ringbearers_phone(server, new_context)
    fingers = page.context.new_cdp_session(page)
    seal = dict(zip(("x", "y"), middle(page.locator("[data-seal]")), strict=True))
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{**seal, "id": 1}]})
    expect(page.locator(".leaf.is-held")).to_be_visible()
    place = dict(zip(("x", "y"), middle(page.locator(f".leaf {spot('3')}")), strict=True))
    both = [{**seal, "id": 1}, {**place, "id": 2}]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": both})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": both[1:]})
    expect(page.locator(f".leaf {chip('3')} input")).to_be_checked()
    expect(page.locator(".leaf.is-held")).to_be_visible()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".leaf")).to_have_count(0)
    page.get_by_role("button", name="Note the chosen step").click()
    expect(page.get_by_role("button", name="End your turn")).to_be_visible()


def test_an_open_sheet_stays_open_and_true_when_the_table_changes(
    server: Server, new_context: OpenContext
) -> None:
    page, code = ringbearers_phone(server, new_context)
    press_seal(page)
    card = {"seat": "wraith-1", "do": "adjust", "what": "corruption", "by": 2, "because": "A card"}
    play(page, server, code, card)
    expect(page.locator(".card-played")).to_have_count(1)
    expect(page.locator(".leaf.is-held .travel-sheet")).to_be_visible()
    let_go(page)


def test_a_refusal_is_told_under_the_seal(server: Server, new_context: OpenContext) -> None:
    """It may name a place; whoever looks on reads only that there was one."""
    page = new_context(PHONE).new_page()
    code = lay_hunt(page, server, board=None)
    page.request.post(f"{server.url}/tables/{code}/seats/ringbearer")
    page.goto(f"{server.url}/tables/{code}/seats/ringbearer")
    page.locator("[data-seal]").focus()
    page.keyboard.down(" ")
    page.locator(".leaf .chip-typed input").evaluate(
        "field => { field.value = '!'; field.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.keyboard.up(" ")
    page.get_by_role("button", name="Start there").click()
    expect(page.locator("#toast")).to_have_text("Not possible. Hold the seal to read why.")
    press_seal(page)
    expect(page.locator(".leaf-trouble")).to_contain_text("Frodo starts")
    let_go(page)


def test_without_script_the_sheet_has_a_page_of_its_own(server: Server, new_context: OpenContext) -> None:
    page, _ = ringbearers_phone(server, new_context, java_script_enabled=False)
    assert page.locator(".leaf").count() == 0
    page.get_by_role("link", name="Open the sheet", exact=True).click()
    page.locator(f".leaf {chip('3')}").click()
    page.get_by_role("button", name="Note the chosen step").click()
    expect(page.get_by_role("button", name="End your turn")).to_be_visible()
    assert page.locator(".leaf").count() == 0

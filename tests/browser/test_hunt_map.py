"""The map under a finger: it shows first what matters, grows, shrinks, stays where it was left, is tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenContext, Server
from tests.browser.hunting import lay_hunt, lit, middle, set_up_lines, spot
from tests.browser.test_hunt_seal import SEATS, play

SIZE = "document.querySelector('.map-ground').width"
WHERE = "(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.querySelector('.map-scroll'))"


@pytest.fixture
def wraith(server: Server, new_context: OpenContext) -> tuple[Page, str]:
    """The first wraith's phone when the green Nazgûl may ride."""
    page = new_context(PHONE).new_page()
    code = lay_hunt(page, server)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    move = {"seat": "ringbearer", "do": "move", "to": "."}
    play(page, server, code, *set_up_lines(), move, {"seat": "ringbearer", "do": "end-turn"})
    page.goto(f"{server.url}/tables/{code}/seats/wraith-1")
    return page, code


def test_it_opens_at_the_nazgul_whose_turn_it_is_with_spots_a_thumb_can_hit(wraith: tuple[Page, str]) -> None:
    page, _ = wraith
    here = page.locator(spot("21"))
    x, y = middle(here)
    frame = page.locator(".map-scroll").bounding_box()
    assert frame
    assert abs(x - frame["x"] - frame["width"] / 2) < 20
    assert abs(y - frame["y"] - frame["height"] / 2) < 20
    for hit in page.locator(".spot.is-lit .hit").all():
        box = hit.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_a_tap_chooses_and_the_button_says_what_will_happen(wraith: tuple[Page, str]) -> None:
    page, _ = wraith
    expect(page.get_by_role("button", name="Tap where to ride")).to_be_disabled()
    page.locator(spot("22")).tap()
    expect(page.get_by_role("button", name="Ride to 22")).to_be_enabled()
    assert page.locator(".spot.is-way").count() == 2
    page.locator(spot("30")).tap()
    expect(page.get_by_role("button", name="Ride to 22")).to_be_enabled()


def test_what_was_chosen_outlives_the_news_of_others(wraith: tuple[Page, str], server: Server) -> None:
    page, code = wraith
    page.locator(lit("22")).tap()
    version = page.locator("#live").get_attribute("data-version")
    card = {"do": "adjust", "what": "sorcery", "by": 1, "because": "Palantír"}
    play(page, server, code, {"seat": "wraith-2", **card})
    expect(page.locator("#live")).not_to_have_attribute("data-version", str(version))
    expect(page.get_by_role("button", name="Ride to 22")).to_be_enabled()
    assert page.locator(".spot.is-way").count() == 2


def test_it_grows_and_shrinks(wraith: tuple[Page, str]) -> None:
    page, _ = wraith
    whole = page.evaluate(SIZE)
    page.get_by_role("button", name="Closer").click()
    assert page.evaluate(SIZE) > 1.3 * whole
    for _ in range(6):
        page.get_by_role("button", name="Farther").click()
    frame = page.locator(".map-scroll").bounding_box()
    assert frame
    assert abs(page.evaluate(SIZE) - frame["width"]) < 4, "never smaller than its frame"
    expect(page.locator(".board .name").first).to_be_hidden()


def test_two_fingers_spread_it(wraith: tuple[Page, str]) -> None:
    page, _ = wraith
    before = page.evaluate(SIZE)
    x, y = middle(page.locator(".map-scroll"))
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 40), ("touchMove", 60)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(SIZE) > 1.3 * before


def test_it_stays_where_it_was_left_when_the_table_changes(server: Server, wraith: tuple[Page, str]) -> None:
    page, code = wraith
    page.evaluate("document.querySelector('.map-scroll').scrollBy(150, 60)")
    page.get_by_role("button", name="Closer").click()
    before = page.evaluate(SIZE), page.evaluate(WHERE)
    card = {"seat": "wraith-2", "do": "adjust", "what": "corruption", "by": 1, "because": "A card"}
    play(page, server, code, card)
    expect(page.locator(".card-played")).to_be_visible()
    assert (page.evaluate(SIZE), page.evaluate(WHERE)) == before

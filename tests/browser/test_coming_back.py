"""Phones close, sleep, lose their Wi-Fi; servers die. Everybody comes back to exactly their seat."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from pyzbar.pyzbar import decode

from tests.browser.conftest import (
    PHONE,
    TELEVISION,
    THROW,
    OpenContext,
    Server,
    act,
    lay_table,
    seen,
    sit_down,
    tap_throw,
)


@pytest.fixture
def screen(new_context: OpenContext) -> Page:
    return new_context(TELEVISION).new_page()


@pytest.fixture
def sam(new_context: OpenContext) -> Page:
    return new_context(PHONE).new_page()


@pytest.fixture
def frodo(new_context: OpenContext) -> Page:
    return new_context(PHONE).new_page()


@pytest.fixture
def code(screen: Page, sam: Page, frodo: Page, server: Server) -> str:
    """A table at which both phones sit and the screen shows it, all of them listening."""
    code = lay_table(screen, server)
    screen.goto(f"{server.url}/tables/{code}/screen")
    sit_down(sam, server, code, "sam")
    sit_down(frodo, server, code, "frodo")
    for page in (screen, sam, frodo):
        expect(page.locator("body")).to_have_attribute("data-line", "up")
    return code


def test_a_phone_killed_in_mid_turn_is_back_in_its_seat(
    server: Server, code: str, sam: Page, screen: Page, new_context: OpenContext
) -> None:
    tap_throw(sam, THROW)
    before = seen(sam, server, code, "sam")
    kept_by_the_phone = sam.context.storage_state()
    sam.context.close()
    expect(screen.locator(".presence.away")).to_have_text("away", timeout=20_000)

    reopened = new_context(PHONE, storage_state=kept_by_the_phone).new_page()
    reopened.goto(f"{server.url}/join/{code}")
    reopened.wait_for_url("**/seats/sam")
    assert seen(reopened, server, code, "sam") == before
    expect(screen.locator(".presence.here")).to_have_count(2)
    reopened.locator("input[value=yellow]").check(force=True)
    reopened.get_by_role("button", name="Keep 2, throw 3 again").click()
    expect(screen.locator(".now .next")).to_have_text("Sam: throw the other 3 dice again.")


def test_the_server_killed_in_mid_game_loses_nothing_and_the_phones_mend_themselves(
    server: Server, code: str, sam: Page, frodo: Page, screen: Page
) -> None:
    tap_throw(sam, THROW)
    before = seen(sam, server, code, "sam")
    server.kill()
    for page in (sam, frodo, screen):
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#lost")).to_have_text("No connection to the table. Trying again…")
    sam.locator("input[value=yellow]").check(force=True)
    sam.get_by_role("button", name="Keep 2, throw 3 again").click()
    expect(sam.locator("#toast")).to_have_text(
        "Not sent: there is no connection to the table. Tap again when it is back."
    )

    server.start()
    for page in (sam, frodo, screen):
        expect(page.locator("#lost")).to_be_hidden(timeout=20_000)
    assert seen(sam, server, code, "sam") == before
    sam.locator("input[value=yellow]").set_checked(True, force=True)
    sam.get_by_role("button", name="Keep 2, throw 3 again").click()
    expect(frodo.locator(".next")).to_have_text("Sam: throw the other 3 dice again.")


def test_a_phone_without_wifi_says_so_loudly_and_catches_up(
    server: Server, code: str, sam: Page, frodo: Page
) -> None:
    frodo.context.set_offline(True)
    expect(frodo.locator("#lost")).to_be_visible()
    tap_throw(sam, THROW)
    expect(frodo.locator(".next")).to_have_text("Sam: throw all five dice.")
    frodo.context.set_offline(False)
    expect(frodo.locator("#lost")).to_be_hidden(timeout=20_000)
    expect(frodo.locator(".next")).to_have_text("Sam: choose the dice to keep.")


def test_a_phone_that_slept_with_a_dead_stream_fetches_the_whole_truth(
    server: Server, code: str, sam: Page, frodo: Page
) -> None:
    # iOS ends a sleeping page's stream without an error event.
    frodo.evaluate("stream.close()")
    tap_throw(sam, THROW)
    expect(frodo.locator(".next")).to_have_text("Sam: throw all five dice.")
    frodo.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(frodo.locator(".next")).to_have_text("Sam: choose the dice to keep.")
    act(sam, server, code, "sam", do="undo")
    expect(frodo.locator(".next")).to_have_text("Sam: throw all five dice.")


def test_a_throw_half_tapped_survives_everything_that_is_no_news(
    server: Server, code: str, sam: Page
) -> None:
    face = sam.locator("input[name='dice.yellow'][value=ring]")
    face.check(force=True)
    sam.evaluate("wake()")
    sam.evaluate("refresh()")
    sam.wait_for_function("fetching === null")
    expect(face).to_be_checked()


def test_a_double_tap_is_one_move(server: Server, code: str, sam: Page) -> None:
    for die, face in THROW.items():
        sam.locator(f"input[name='dice.{die}'][value={face}]").check(force=True)
    sam.get_by_role("button", name="Write down this throw").dblclick(force=True)
    sam.locator("form[data-keep]").wait_for()
    expect(sam.locator("#toast")).to_be_hidden()
    assert seen(sam, server, code, "sam")["undo"] == {"seat": "sam", "do": "roll"}
    act(sam, server, code, "sam", do="undo")
    assert seen(sam, server, code, "sam")["undo"] is None


def test_undo_by_another_seat_is_shown_to_all(
    server: Server, code: str, sam: Page, frodo: Page, screen: Page
) -> None:
    tap_throw(sam, THROW)
    expect(frodo.locator(".next")).to_have_text("Sam: choose the dice to keep.")
    frodo.get_by_role("button", name="Undo").click()
    for page in (sam, frodo, screen):
        expect(page.locator(".turned-back")).to_have_text("Taken back by Frodo: Sam, the throw.")


def test_the_host_frees_a_seat_and_hands_one_to_another_phone(
    server: Server, code: str, sam: Page, frodo: Page, screen: Page, new_context: OpenContext
) -> None:
    screen.goto(f"{server.url}/tables/{code}/host")
    screen.locator(".host-seat.seat-frodo").get_by_role("button", name="Free the seat").click()
    frodo.wait_for_url(f"**/join/{code}")
    expect(frodo.locator("button.seat-frodo")).to_be_enabled()
    expect(frodo.locator("button.seat-sam")).to_be_disabled()

    screen.locator(".host-seat.seat-sam").get_by_role("button", name="Hand to another phone").click()
    invitation = screen.locator(".address").inner_text()
    assert scanned(screen) == [invitation]
    other = new_context(PHONE).new_page()
    other.goto(f"{server.url}/join/" + invitation.split("/join/")[1])
    other.locator("button.seat-sam").click()
    other.wait_for_url("**/seats/sam")
    sam.wait_for_url(f"**/join/{code}")
    assert not sam.request.get(f"{server.url}/tables/{code}/view?seat=sam").ok


def test_the_code_on_the_table_screen_can_be_scanned_from_the_room(
    server: Server, code: str, screen: Page
) -> None:
    assert [text.split("/join/")[1] for text in scanned(screen)] == [code]


def scanned(page: Page) -> list[str]:
    """The QR codes on a screenshot, as a phone's camera app reads them."""
    return [code.data.decode() for code in decode(Image.open(io.BytesIO(page.screenshot())))]

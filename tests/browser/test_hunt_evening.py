"""Part one of the Hunt in real browsers: a Ringbearer, two wraiths, a table screen, nothing but taps."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TELEVISION, OpenContext, Server, sit_down
from tests.browser.hunting import THROW, chip, let_go, lit, press_seal, slide_to

PICTURES = os.environ.get("BUTTERBUR_PICTURES")
"""A folder, if somebody wants to look at each phone."""


class Evening:
    def __init__(self, server: Server, new_context: OpenContext) -> None:
        self.screen = new_context(TELEVISION).new_page()
        code = self._lay(server)
        self.frodo, self.first, self.second = (
            new_context(PHONE).new_page(),
            new_context(PHONE).new_page(),
            new_context(SMALL_PHONE).new_page(),
        )
        for page, seat in ((self.frodo, "ringbearer"), (self.first, "wraith-1"), (self.second, "wraith-2")):
            sit_down(page, server, code, seat)
        expect(self.screen.locator(".presence.here")).to_have_count(3)

    def _lay(self, server: Server) -> str:
        self.screen.goto(server.url)
        self.screen.get_by_role("link", name="The Hunt for the Ring").click()
        self.screen.locator("input[name='wraiths:int'][value='2']").check(force=True)
        self.screen.get_by_label("Name of the table").fill("The hunt is up")
        self.screen.get_by_role("button", name="Lay the table").click()
        self.screen.wait_for_url("**/screen")
        return self.screen.locator(".code strong").inner_text()

    def picture(self, name: str) -> None:
        if PICTURES:
            pages = {"ringbearer": self.frodo, "wraith-1": self.first, "wraith-2": self.second}
            for seat, page in {**pages, "screen": self.screen}.items():
                page.screenshot(path=Path(PICTURES) / f"{name}-{seat}.png")

    def answer(self, word: str) -> None:
        """The Ringbearer looks under the seal, then lets the phone answer; everyone hears it."""
        expect(self.frodo.get_by_role("button", name="Give the true answer")).to_be_visible()
        press_seal(self.frodo)
        expect(self.frodo.locator(".leaf .answer-word")).to_have_text(word)
        let_go(self.frodo)
        tap(self.frodo, "Give the true answer")
        for page in (self.first, self.second, self.screen):
            expect(page.locator(".answer-word")).to_contain_text(word)

    def note(self, choice: str, confirm: str = "Note the chosen step") -> None:
        slide_to(self.frodo, choice)
        tap(self.frodo, confirm)

    def wraiths_pass(self) -> None:
        """All four Nazgûl do nothing."""
        for page in (self.first, self.first, self.second, self.second):
            end_nazgul(page)


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".busy")).to_have_count(0)


def end_nazgul(page: Page) -> None:
    """By the name of the Nazgûl on the page, lest one tap ends two turns."""
    button = page.get_by_role("button", name="End its turn")
    expect(button).to_be_enabled()
    version = page.locator("#live").get_attribute("data-version")
    button.click()
    expect(page.locator("#live")).not_to_have_attribute("data-version", str(version))


def place(page: Page, colour: str, at: str) -> None:
    page.locator(f".rider.nazgul-{colour}").click()
    page.locator(lit(at)).click()
    tap(page, f"Place it at {at}")


def test_part_one_is_played_to_its_end_by_taps(server: Server, new_context: OpenContext) -> None:
    evening = Evening(server, new_context)
    frodo, first, second = evening.frodo, evening.first, evening.second
    evening.picture("1-set-up")
    set_up(evening)

    # The first day phase: found at once
    evening.note(lit("3"))
    tap(frodo, "End your turn")
    first.locator(lit("22")).click()
    tap(first, "Ride to 22")
    first.locator("form.deed-row", has_text="Search at 22").get_by_role("button").click()
    evening.answer("No")
    evening.picture("2-answered")
    end_nazgul(first)
    first.locator("form.deed-row", has_text="Perceive section II").get_by_role("button").first.click()
    evening.answer("No")
    end_nazgul(first)
    move_by_card(second, "red", "3")
    second.locator("form.deed-row", has_text="Hunt at 3").get_by_role("button").first.click()
    evening.answer("Frodo is here")
    evening.picture("3-here")
    end_nazgul(second)
    end_nazgul(second)

    # Encounter and escape
    for page in (first, second, evening.screen):
        expect(page.locator(".encounter")).to_be_visible()
    frodo.locator(".token-row input[value='2']").first.check(force=True)
    tap(frodo, "These were drawn")
    frodo.get_by_role("button", name="Flip Sam").click()
    expect(frodo.locator(".companion.seat-sam")).to_have_class(re.compile("is-flipped"))
    evening.note(lit("8"), "Escape as chosen")

    # The second day phase, the night, a new day
    evening.note(chip("."))
    tap(frodo, "Draw an ally card")
    tap(frodo, "End your turn")
    evening.wraiths_pass()
    tap(frodo, "Rest this night")
    tap(frodo, "End your turn")
    evening.picture("4-night")
    for page in (first, second, evening.screen):
        expect(page.locator(".answer")).to_have_count(0)  # only the answer just given, no log
    evening.wraiths_pass()
    tap(second, "Butterbur throws")

    # A card takes Frodo to an exit
    frodo.locator("#more summary").click()
    frodo.get_by_role("link", name="Extra move by a card").click()
    frodo.get_by_label("Name of the card").fill("Tom Bombadil")
    evening.note(chip("B"))
    for page in (frodo, first, second):
        expect(page.locator("p.next")).to_have_text("Frodo has reached Bree. Part one is over.")
    expect(evening.screen.locator(".ending")).to_be_visible()
    evening.picture("5-end")


def set_up(evening: Evening) -> None:
    frodo, first, second = evening.frodo, evening.first, evening.second
    evening.note(chip("1"), "Start there")
    for token in ("5", "10", "14", "18", "30"):
        slide_to(frodo, chip(token))
    tap(frodo, "Keep these five")
    evening.note(chip("5"), "Hand over the chosen token")
    place(first, "green", "21")
    place(first, "blue", "31")
    place(second, "red", "36")
    place(second, "purple", "38")
    for number, face in enumerate(THROW):
        first.locator(f"input[name='dice[{number}]'][value={face}]").check(force=True)
    tap(first, "Write down this throw")
    expect(frodo.locator("p.next")).to_contain_text("Move Frodo")


def move_by_card(page: Page, colour: str, to: str) -> None:
    page.get_by_role("link", name="Cards and pieces").last.click()
    form = page.locator("#effect-move")
    form.locator("summary").click()
    form.get_by_label("What").select_option(colour)
    form.get_by_label("To where").fill(to)
    form.get_by_label("Name of the card").fill("Swift wings")
    tap(page, "Move it")
    expect(page.locator(".card-played")).to_contain_text("Swift wings")
    expect(page.locator(".cards-page")).to_have_count(0)

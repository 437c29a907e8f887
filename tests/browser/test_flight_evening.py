"""A letter is printed in one house, photographed in another, and part two played there to its end by taps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TELEVISION, OpenContext, Server, act, seen, sit_down
from tests.browser.hunting import chip, lay_hunt, let_go, lit, press_seal, set_up_lines, slide_to
from tests.browser.test_hunt_evening import end_nazgul, move_by_card, place, tap
from tests.companion.letter.photographing import Shot, photographed, rendered

PICTURES = os.environ.get("BUTTERBUR_PICTURES")
"""A folder, if somebody wants to look at each phone."""

WORDS = {"ringbearer": "Fatty Bolger's larder", "wraith-1": "ash nazg thrakatulûk"}
CARD = "8 . 3 10 13 . 19 . 27 . 30 41 45 48 B"
FIRST_ALLY = "The Gaffer's ale"


@pytest.fixture
def other_server(tmp_path: Path) -> Iterator[Server]:
    """Another house, where nobody has ever heard of the game."""
    (tmp_path / "elsewhere").mkdir()
    server = Server(tmp_path / "elsewhere")
    yield server
    server.stop()


class Evening:
    """One Ringbearer and one wraith, each with a phone, and a screen."""

    def __init__(self, server: Server, new_context: OpenContext) -> None:
        self.server = server
        self.screen = new_context(TELEVISION).new_page()
        self.frodo, self.wraith = new_context(PHONE).new_page(), new_context(PHONE).new_page()
        self.code = ""

    @property
    def phones(self) -> dict[str, Page]:
        return {"ringbearer": self.frodo, "wraith-1": self.wraith}

    def sit(self, code: str) -> None:
        self.code = code
        for seat, page in self.phones.items():
            sit_down(page, self.server, code, seat)

    def sees(self, seat: str = "ringbearer") -> dict[str, Any]:
        return seen(self.phones[seat], self.server, self.code, seat)

    def picture(self, name: str) -> None:
        if PICTURES:
            for seat, page in {**self.phones, "screen": self.screen}.items():
                page.screenshot(path=Path(PICTURES) / f"{name}-{seat}.png")

    def note(self, choice: str, confirm: str) -> None:
        slide_to(self.frodo, choice)
        tap(self.frodo, confirm)

    def answer(self, word: str) -> None:
        expect(self.frodo.get_by_role("button", name="Give the true answer")).to_be_visible()
        press_seal(self.frodo)
        expect(self.frodo.locator(".leaf .answer-word")).to_have_text(word)
        let_go(self.frodo)
        tap(self.frodo, "Give the true answer")
        for page in (self.wraith, self.screen):
            expect(page.locator(".answer-word")).to_contain_text(word)

    def wraith_passes(self, nazgul: int = 4) -> None:
        for _ in range(nazgul):
            end_nazgul(self.wraith)


def test_the_letter_goes_to_another_house_and_part_two_is_played_there(
    server: Server, other_server: Server, new_context: OpenContext, tmp_path: Path
) -> None:
    home = Evening(server, new_context)
    end_part_one(home)
    photo = seal_and_print(home, tmp_path)

    away = Evening(other_server, new_context)
    lay_from_letter(away, photo)
    open_parts(away)
    set_out(away)
    first_phase(away)
    second_phase(away)
    to_the_ford(away)


def end_part_one(evening: Evening) -> None:
    evening.sit(lay_hunt(evening.screen, evening.server, wraiths=1))
    places = {"green": "21", "blue": "31", "red": "36", "purple": "38"}
    lines = [line for line in set_up_lines() if line["do"] != "place"]
    lines.insert(2, {"seat": "wraith-1", "do": "place", "nazgul": places})
    lines += [
        {"seat": "ringbearer", "do": "hold", "cards": [FIRST_ALLY]},
        {"seat": "wraith-1", "do": "hold", "cards": ["Black Breath"]},
        {"seat": "ringbearer", "do": "move", "to": "B", "card": "Fog"},
    ]
    for line in lines:
        act(evening.phones[line["seat"]], evening.server, evening.code, **line)


def seal_and_print(evening: Evening, folder: Path) -> Path:
    """Each side chooses its word on its own phone; the printed page is photographed."""
    for seat, page in evening.phones.items():
        page.get_by_role("link", name="Seal the letter").click()
        page.locator("input[name=word]").fill(WORDS[seat])
        page.locator("input[name=again]").fill(WORDS[seat])
        page.get_by_role("button", name="Seal").click()
    for page in evening.phones.values():
        expect(page.get_by_role("heading", name="3. Take it along")).to_be_visible()
    evening.picture("1-sealed")
    with evening.frodo.expect_download() as download:
        evening.frodo.get_by_role("link", name="Page to print, A4").click()
    page_of_paper = rendered(Path(download.value.path()).read_bytes(), dots_per_inch=200)
    photo = folder / "photo.jpg"
    photo.write_bytes(photographed(page_of_paper, Shot(turn_degrees=4)))
    return photo


def lay_from_letter(evening: Evening, photo: Path) -> None:
    screen = evening.screen
    screen.goto(evening.server.url)
    screen.get_by_role("link", name="Open a Letter from Gandalf").click()
    screen.get_by_label("Photos").set_input_files(photo)
    screen.get_by_role("button", name="Open it").click()
    expect(screen.locator(".letter-look")).to_contain_text("Information tokens: 5")
    evening.picture("2-opened")
    screen.get_by_role("button", name="Lay the table").click()
    screen.wait_for_url("**/screen")
    evening.sit(screen.locator(".code strong").inner_text())


def open_parts(evening: Evening) -> None:
    """A wrong word gets a sentence; the right ones open each side's own part and nothing else."""
    wraith = evening.wraith
    wraith.get_by_label("The wraiths' word").first.fill(WORDS["ringbearer"])
    wraith.get_by_role("button", name="Open our part").click()
    expect(wraith.locator(".trouble")).to_contain_text("This word does not open the letter.")
    wraith.goto(f"{evening.server.url}/tables/{evening.code}/seats/wraith-1")
    wraith.get_by_label("The wraiths' word").first.fill(WORDS["wraith-1"])
    wraith.get_by_role("button", name="Open our part").click()
    expect(wraith.locator(".letter-sealed")).to_have_count(0)
    evening.frodo.get_by_label("The Ringbearer's word").first.fill(WORDS["ringbearer"].upper())
    evening.frodo.get_by_role("button", name="Open my part").click()
    expect(evening.frodo.locator(".letter-sealed")).to_have_count(0)
    assert evening.sees("wraith-1")["hand"] == ["Black Breath"]
    assert evening.sees()["old_allies"] == [FIRST_ALLY]


def set_out(evening: Evening) -> None:
    """The journey card is typed on the open sheet, the deed tokens are drawn, the Nazgûl placed."""
    frodo, wraith = evening.frodo, evening.wraith
    frodo.goto(f"{evening.server.url}/tables/{evening.code}/seats/ringbearer?open=1")
    frodo.get_by_label("Rows").fill(CARD)
    tap(frodo, "Take the typed card")
    frodo.goto(f"{evening.server.url}/tables/{evening.code}/seats/ringbearer")
    tap(frodo, "Butterbur draws four deed tokens")
    expect(frodo.locator("p.next")).to_have_text("Choose the deed token where Gandalf starts.")
    evening.note(chip(evening.sees()["deeds"][0]["token"]), "Gandalf starts there")
    for colour, at in (("green", "19"), ("blue", "19"), ("red", "32"), ("purple", "32")):
        place(wraith, colour, at)
    tap(wraith, "Butterbur throws")
    expect(frodo.locator("p.next")).to_contain_text("Move Gandalf")
    evening.picture("3-first-day")


def first_phase(evening: Evening) -> None:
    frodo, wraith = evening.frodo, evening.wraith
    to = next(each for line in evening.sees()["legal"] if line["do"] == "gandalf" for each in line["to"])
    evening.note(lit(to), "Note Gandalf's step")
    tap(frodo, "End your turn")
    wraith.locator("form.deed-row", has_text="Search at 19").get_by_role("button").click()
    evening.answer("No")
    end_nazgul(wraith)
    move_by_card(wraith, "red", to)
    evening.wraith_passes(3)


def second_phase(evening: Evening) -> None:
    """Gandalf appears among the Nazgûl; the Witch-king finds Frodo, who escapes by a new card."""
    frodo, wraith = evening.frodo, evening.wraith
    here = evening.sees()["gandalf"][-1]
    evening.note(lit(here), "Note Gandalf's step")
    expect(frodo.get_by_role("button", name="Gandalf: look under the seal")).to_be_disabled()
    evening.note(chip("appear"), "Gandalf does it")
    frodo.locator(".deed-row .die-button").first.click()
    expect(evening.screen.locator(".flight-row")).to_contain_text(f"at {here}")
    expect(frodo.locator(".deed-row .die-button")).to_have_count(0)
    drive = next(line for line in evening.sees()["legal"] if line["do"] == "drive")
    frodo.locator("#driving-map " + lit(drive["by"][0][-1])).click()
    frodo.get_by_role("button", name="Drive it to").click()
    expect(frodo.locator("#drive")).to_have_count(0)
    tap(frodo, "End your turn")

    wraith.get_by_role("link", name="Cards and pieces").last.click()
    wraith.locator("#effect-witch-king summary").click()
    wraith.locator("#effect-witch-king").get_by_label("Name of the card").fill("Captain of Despair")
    tap(wraith, "The Witch-king comes")
    move_by_card(wraith, "green", "3")
    evening.picture("4-witch-king")
    wraith.locator("form.deed-row", has_text="Hunt at 3").get_by_role("button", name="Free").click()
    evening.answer("Frodo is here")
    evening.picture("5-here")
    evening.wraith_passes()
    tap(frodo, "Butterbur draws two deed tokens")
    expect(frodo.locator("p.next")).to_contain_text("Gandalf vanishes")
    evening.note(chip(evening.sees()["choice"][0]), "Gandalf goes there")
    for row in frodo.locator(".token-row").all():
        row.locator("input[value='1']").check(force=True)
    tap(frodo, "These were drawn")
    tap(frodo, "Take them all")
    evening.picture("6-escape")
    tap(frodo, "Butterbur draws a new journey card")
    assert evening.sees()["trail"] == {}


def to_the_ford(evening: Evening) -> None:
    """The night, and a card that takes Frodo far along his way."""
    frodo, wraith = evening.frodo, evening.wraith
    tap(frodo, "Rest this night")
    to = next(each for line in evening.sees()["legal"] if line["do"] == "gandalf" for each in line["to"])
    evening.note(lit(to), "Note Gandalf's step")
    tap(frodo, "End your turn")
    evening.picture("7-night")
    evening.wraith_passes()
    tap(wraith, "Butterbur throws")
    frodo.get_by_role("link", name="Play a card").click()
    form = frodo.locator("#effect-adjust")
    form.locator("summary").click()
    form.get_by_label("What").select_option("movement")
    form.get_by_label("By how much").fill("12")
    form.get_by_label("Name of the card").fill("Asfaloth")
    tap(frodo, "Change it")
    frodo.get_by_role("button", name="Frodo goes on").click()
    for page in (frodo, wraith):
        expect(page.locator("p.next")).to_have_text("Frodo has reached Rivendell. The Ringbearer wins.")
    for page in (frodo, wraith, evening.screen):
        expect(page.locator(".bridge")).to_contain_text("Free Peoples")
        expect(page.locator(".ending")).to_contain_text("Frodo could bear 12.")
    evening.picture("8-rivendell")

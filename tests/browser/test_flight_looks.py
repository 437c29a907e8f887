"""The pages of part two and of the letter fit the hand and the television, and can be read by everyone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, SMALL_PHONE, TELEVISION, OpenContext, Server
from tests.browser.hunting import BAG, lay_hunt, press_seal, set_up_lines
from tests.browser.test_hunt_looks import OPEN_ALL, check_axe, check_phone
from tests.browser.test_hunt_seal import SEATS, play
from tests.browser.test_looks import LAPTOP_WINDOW, SMALLEST_TEXT_PX

Line = dict[str, Any]
CARD = "Captain of Despair"
ROWS = ["8", ".", "3", "10", "13", ".", "19", ".", "27", ".", "30", "41", "45", "48", "B"]
OPTIONS: Line = {
    "part": 2,
    "board": "demonstration-part-2",
    "journeys": "demonstration-part-2",
    "information": ["4", "7", "14", "17", "20"],
    "fellowship": 2,
    "havens": True,
    "bag": BAG,
    "grey": ["2", "3", "eye"],
}
THROW = ["ring", "ring", "sword", "sword", "sorcery", "shadow"]
WORDS = {"ringbearer": "Fatty Bolger", "wraith-1": "ash nazg"}


def ringbearer(do: str, **words: Any) -> Line:
    return {"seat": "ringbearer", "do": do, **words}


def wraith(number: int, do: str, **words: Any) -> Line:
    return {"seat": f"wraith-{number}", "do": do, **words}


ENDED = [wraith(number, "end-turn") for number in (1, 1, 2, 2)]
NIGHT = [
    *[ringbearer("gandalf", to="17"), ringbearer("end-turn"), *ENDED],
    *[ringbearer("rest"), ringbearer("gandalf", to="17"), ringbearer("end-turn"), *ENDED],
]
MOMENTS: dict[str, tuple[list[Line], tuple[str, ...]]] = {
    "set-up": ([], SEATS),
    "two cards": ([ringbearer("set-journey", rows="draw")], ("ringbearer",)),
    "deeds": ([ringbearer("undo"), ringbearer("set-journey", rows=ROWS)], ("ringbearer",)),
    "witch-king": (
        [
            ringbearer("set-deeds", tokens=["14", "20", "28", "4"], start="14"),
            wraith(1, "place", nazgul={"green": "19", "blue": "19"}),
            wraith(2, "place", nazgul={"red": "32", "purple": "32"}),
        ],
        ("wraith-1",),
    ),
    "first day": (
        [wraith(1, "witch-king", nazgul="green"), wraith(1, "roll", dice=THROW)],
        ("ringbearer",),
    ),
    "gandalf has moved": ([ringbearer("gandalf", to="16")], ("ringbearer",)),
    "wraiths": ([ringbearer("end-turn")], ("wraith-1",)),
    "gandalf is found": (
        [wraith(1, "move", what="green", to="16", because=CARD), wraith(1, "hunt"), ringbearer("answer")],
        SEATS,
    ),
    "throw": ([ringbearer("gandalf", to="17"), *ENDED, *NIGHT], ("wraith-2",)),
}
"""What is done before each, and whose phones are looked at."""


def part_two(page: Page, server: Server) -> str:
    code = lay_hunt(page, server, **OPTIONS)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    return code


def with_letter(page: Page, server: Server) -> str:
    """A table at which part one has been won."""
    code = lay_hunt(page, server, bag=BAG)
    for seat in SEATS:
        page.request.post(f"{server.url}/tables/{code}/seats/{seat}")
    play(page, server, code, *set_up_lines(), ringbearer("move", to="B", card=CARD))
    return code


def choose_words(page: Page, server: Server, code: str) -> bytes:
    """The letter of this table."""
    for seat, word in WORDS.items():
        answer = page.request.post(
            f"{server.url}/tables/{code}/letter/word", data={"seat": seat, "word": word}
        ).json()
    return page.request.get(f"{server.url}/tables/{code}/letter/{answer['letter']}.letter").body()


def open_letter(page: Page, server: Server, letter: bytes) -> None:
    page.goto(f"{server.url}/letter")
    page.locator("input[type=file]").last.set_input_files(
        {"name": "a.letter", "mimeType": "application/octet-stream", "buffer": letter}
    )
    page.locator("button.big").click()
    page.locator(".letter-look").wait_for()


@pytest.mark.parametrize(
    ("language", "size"), [("en", PHONE), ("ru", SMALL_PHONE), ("pl", SMALL_PHONE)], ids=["en", "ru", "pl"]
)
def test_phones_fit_the_hand(
    server: Server, new_context: OpenContext, language: str, size: dict[str, int]
) -> None:
    page = new_context(size, language).new_page()
    for path in ("/", "/letter", "/new?game=hunt-for-the-ring&part=2"):
        page.goto(server.url + path)
        check_phone(page, path)
    code = with_letter(page, server)
    for seat in ("ringbearer", "wraith-1"):
        for deed in ("letter", "go-on"):
            page.goto(f"{server.url}/tables/{code}/seats/{seat}?deed={deed}")
            check_phone(page, f"{deed}, {seat}")
    open_letter(page, server, choose_words(page, server, code))
    check_phone(page, "new by a letter")
    page.goto(f"{server.url}/tables/{code}/seats/ringbearer?deed=letter")
    page.locator("#slip").evaluate("each => { each.open = true; }")
    check_phone(page, "sealed")
    code = part_two(page, server)
    for name, (lines, seats) in MOMENTS.items():
        play(page, server, code, *lines)
        for seat in seats:
            page.goto(f"{server.url}/tables/{code}/seats/{seat}")
            check_phone(page, f"{name}, {seat}")
            if page.locator("[data-seal]").count():
                press_seal(page)
                check_phone(page, f"{name}, under the seal")
                page.mouse.up()
    page.goto(f"{server.url}/tables/{code}/seats/wraith-2?deed=cards")
    page.evaluate(OPEN_ALL)
    check_phone(page, "cards")


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_screen_fits_a_television(server: Server, new_context: OpenContext, language: str) -> None:
    page = new_context(TELEVISION, language).new_page()
    code = part_two(page, server)
    for name, (lines, _) in MOMENTS.items():
        play(page, server, code, *lines)
        if name not in ("two cards", "deeds", "witch-king"):
            check_screen(page, f"{server.url}/tables/{code}/screen", name)
    play(page, server, code, wraith(2, "roll", dice=THROW, **{"witch-king": "seek"}))
    check_screen(page, f"{server.url}/tables/{code}/screen", "the Witch-king's die")
    play(page, server, code, ringbearer("adjust", what="movement", by=12, because=CARD))
    check_screen(page, f"{server.url}/tables/{code}/screen", "Rivendell")
    check_screen(page, f"{server.url}/tables/{with_letter(page, server)}/screen", "Bree")


def check_screen(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.wait_for_load_state("load")  # with its styles: a page reached by a tap may still be on its way
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
    check_axe(page, f"{server.url}/letter")
    check_axe(page, f"{server.url}/new?game=hunt-for-the-ring&part=2")
    code = with_letter(page, server)
    check_axe(page, f"{server.url}/tables/{code}/seats/wraith-1?deed=letter")
    letter = choose_words(page, server, code)
    check_axe(page, f"{server.url}/tables/{code}/seats/ringbearer?deed=letter")
    open_letter(page, server, letter)
    page.locator("button.big").click()
    page.wait_for_url("**/screen")
    sealed = page.url.split("/")[-2]
    page.request.post(f"{server.url}/tables/{sealed}/seats/ringbearer")
    check_axe(page, f"{server.url}/tables/{sealed}/seats/ringbearer")
    code = part_two(page, server)
    for name, (lines, seats) in MOMENTS.items():
        play(page, server, code, *lines)
        if name in ("first day", "gandalf is found", "throw"):
            for seat in seats:
                check_axe(page, f"{server.url}/tables/{code}/seats/{seat}")
            check_axe(page, f"{server.url}/tables/{code}/screen")

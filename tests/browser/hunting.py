"""Words to play the Hunt with in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server

BOARD = "demonstration-part-1"
BAG = {"0": 2, "1": 4, "2": 3, "3": 2, "eye": 4}
THROW = ["ring", "ring", "sword", "sword", "sorcery", "shadow"]
TOKENS = ["10", "14", "18", "30", "5"]
PLACES = {"wraith-1": {"green": "21", "blue": "31"}, "wraith-2": {"red": "36", "purple": "38"}}


def lay_hunt(page: Page, server: Server, **options: Any) -> str:
    """A table laid through the JSON interface; the page's browser becomes its host."""
    first_line = {"game": "hunt-for-the-ring", "options": {"wraiths": 2, "board": BOARD, **options}}
    answer = page.request.post(f"{server.url}/tables", data=first_line)
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def set_up_lines(start: str = "1", tokens: list[str] = TOKENS) -> list[dict[str, Any]]:
    return [
        {"seat": "ringbearer", "do": "set-start", "at": start},
        {"seat": "ringbearer", "do": "set-information", "tokens": tokens, "give": ["5"]},
        *({"seat": seat, "do": "place", "nazgul": places} for seat, places in PLACES.items()),
        {"seat": "wraith-1", "do": "roll", "dice": THROW},
    ]


def middle(there: Locator) -> tuple[float, float]:
    box = there.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_seal(page: Page) -> None:
    """The thumb goes down on the seal and stays there."""
    expect(page.locator("[data-seal]")).to_be_visible()
    page.mouse.move(*middle(page.locator("[data-seal]")))
    page.mouse.down()
    expect(page.locator(".leaf.is-held")).to_be_visible()


def let_go(page: Page) -> None:
    page.mouse.up()
    expect(page.locator(".leaf")).to_have_count(0)


def slide_to(page: Page, choice: str) -> None:
    """Hold the seal, slide onto a choice, let go there: one thumb."""
    press_seal(page)
    page.locator(f".leaf {choice}").scroll_into_view_if_needed()
    page.mouse.move(*middle(page.locator(f".leaf {choice}")), steps=2)
    let_go(page)


def chip(value: str) -> str:
    return f".chip:has(input[value='{value}'])"


def spot(name: str) -> str:
    return f".spot[data-spot='{name}']"


def lit(name: str) -> str:
    """A spot that may be chosen: a click waits until it is."""
    return f".spot.is-lit[data-spot='{name}']"

"""A whole advanced game in real browsers: two phones, a table screen, nothing but taps."""

from __future__ import annotations

import random
import re
from collections import Counter

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL_PHONE, TELEVISION, OpenContext, Server, sit_down


def test_a_full_advanced_game_with_two_phones_and_a_table_screen(
    server: Server, new_context: OpenContext
) -> None:
    screen = new_context(TELEVISION).new_page()
    screen.goto(server.url)
    screen.get_by_role("link", name="Journey to Mordor").click()
    for hobbit in ("sam", "frodo"):
        screen.locator(f"label.seat-{hobbit}").click()
    screen.locator("input[name=advanced][value=yes]").check(force=True)
    screen.locator("input[type=number]").fill("6")
    screen.get_by_label("Name of the table").fill("Under the hill")
    screen.get_by_role("button", name="Lay the table").click()
    screen.wait_for_url("**/screen")
    code = screen.locator(".code strong").inner_text()

    phones = {"sam": new_context(PHONE).new_page(), "frodo": new_context(SMALL_PHONE).new_page()}
    for hobbit, page in phones.items():
        sit_down(page, server, code, hobbit)
    expect(screen.locator(".presence.here")).to_have_count(2)
    expect(screen.locator(".now .next")).to_have_text("Sam: throw all five dice.")

    chance = random.Random(2)
    done: Counter[str] = Counter()
    while not screen.locator(".now-winners").count():
        hobbit = "sam" if phones["sam"].locator("[data-turn=mine]").count() else "frodo"
        deed = _take_a_step(phones[hobbit], chance)
        done[deed] += 1
        _wait_until_all_agree(phones[hobbit], screen, *phones.values())

    assert {"roll", "keep", "reroll", "halve", "end"} <= set(done), done
    expect(screen.locator(".now .next")).to_have_text(re.compile("wins|share"))
    for page in phones.values():
        expect(page.locator(".victory")).to_be_visible()
    screen.goto(server.url)
    expect(screen.get_by_role("heading", name="Finished tables")).to_be_visible()
    expect(screen.get_by_text("Under the hill")).to_be_visible()


def _take_a_step(page: Page, chance: random.Random) -> str:
    """One deed on the phone whose turn it is, chosen as somebody in luck would."""
    main = page.locator("footer.deeds .gold")
    if page.locator("form[data-roll]").count():
        for row in page.locator(".throw-row").all():
            faces = [str(face.get_attribute("value")) for face in row.locator("input").all()]
            lucky = chance.choice([*faces, "ring", "ring", "gandalf"])
            row.locator(f"input[value={lucky}]").check(force=True)
        deed = "roll"
    elif page.locator("form[data-keep]").count():
        again = page.get_by_role("button", name="Throw again", exact=True)
        if again.count() and chance.random() < 0.5:
            again.click()
            return "reroll"
        for box in page.locator("form[data-keep] input[type=checkbox]").all():
            if not box.is_checked():
                box.check(force=True)
        deed = "keep"
    elif page.locator(".cell-button:enabled").count():
        page.locator(".cell-button:enabled").first.click()
        return "halve"
    else:
        deed = "end"
    expect(main).to_be_enabled()
    main.click()
    return deed


def _wait_until_all_agree(actor: Page, *others: Page) -> None:
    """Until every page shows the newest line: live updates carry the game, nobody reloads."""
    expect(actor.locator(".busy")).to_have_count(0)
    line = actor.locator(".next").inner_text()
    for page in others:
        expect(page.locator("p.next")).to_have_text(line)

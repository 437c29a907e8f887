"""The story's page, its picture and the proof: told when it is over, whole when the sheet is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.core import Json, Line
from companion.core.proof import Checked, check
from tests.web.phones import BROWSER, Phone
from tests.web.reading import Page

SEATS = ("ringbearer", "wraith-1", "wraith-2")
CARD = "Black Breath"
SET_UP: list[Json] = [
    {"seat": "ringbearer", "do": "set-start", "at": "1"},
    {"seat": "ringbearer", "do": "set-information", "tokens": ["10", "14", "18", "30", "5"], "give": ["5"]},
    {"seat": "wraith-1", "do": "place", "nazgul": {"green": "21", "blue": "31"}},
    {"seat": "wraith-2", "do": "place", "nazgul": {"red": "36", "purple": "38"}},
    {"seat": "wraith-1", "do": "roll", "dice": ["ring", "ring", "sword", "sword", "sorcery", "shadow"]},
]
DAY: list[Json] = [
    {"seat": "ringbearer", "do": "move", "to": "3"},
    {"seat": "ringbearer", "do": "end-turn"},
    {"seat": "wraith-1", "do": "ride", "by": ["21.22:1", "22"]},
    {"seat": "wraith-1", "do": "search", "at": "4", "because": CARD},
    {"seat": "wraith-1", "do": "search", "at": "3", "because": CARD},
]
RING_WINS: Json = {"seat": "ringbearer", "do": "adjust", "what": "corruption", "by": 12, "because": CARD}
BREE: Json = {"seat": "ringbearer", "do": "move", "to": "B", "card": CARD}
SHOW: Line = {"do": "show-sheet"}


@pytest.fixture
def player(phone: Callable[[], Phone]) -> Phone:
    return phone()


def evening(player: Phone, *lines: Json, board: str | None = "demonstration-part-1") -> str:
    options: Json = {"wraiths": 2, "answers": "auto", **({"board": board} if board else {})}
    answer = player.post("/tables", json={"game": "hunt-for-the-ring", "options": options})
    code = str(answer.get_json()["code"])
    for seat in SEATS:
        player.sits(code, seat)
    for line in (*SET_UP, *lines):
        player.acts(code, {word: value for word, value in line.items() if word != "seat"}, line["seat"])
    return code


def story(player: Phone, code: str) -> Any:
    answer = player.get(f"/tables/{code}/story")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


# When


@pytest.mark.parametrize("path", ["story", "story.svg"])
def test_while_the_game_goes_on_there_is_a_sentence_instead(player: Phone, path: str) -> None:
    code = evening(player, *DAY)
    answer = player.get(f"/tables/{code}/{path}")
    assert answer.status_code == 409
    assert answer.get_json() == {"refused": "The story is told when the game is over."}
    assert player.page(f"/tables/{code}/{path}").status_code == 409
    assert player.get(f"/tables/{code}/story/ground/1/dark/en.svg").status_code == 404


def test_games_without_secrets_have_no_story(player: Phone) -> None:
    code = player.lays("frodo", "sam")
    for path in ("story", "story.svg"):
        assert player.get(f"/tables/{code}/{path}").status_code == 404
    assert player.get(f"/tables/{code}/proof.json").status_code == 409


def test_a_stranger_with_a_wrong_code_gets_none(player: Phone) -> None:
    for path in ("story", "story.svg", "proof.json"):
        assert player.get(f"/tables/BBBBB/{path}").status_code == 404


# What


def test_a_whole_story_as_json(player: Phone) -> None:
    told = story(player, evening(player, *DAY, RING_WINS))
    (chapter,) = told["chapters"]
    assert (told["whole"], told["result"]) == (True, "corrupted")
    assert chapter["routes"] == [["1", "3"]]
    kinds = [step["kind"] for step in chapter["steps"]]
    assert kinds == ["start", "move", "ride", "answer", "answer", "card", "end"]
    assert [step["frodo"] for step in chapter["steps"][:2]] == [[0, 1], [0, 2]]
    names = [turn["name"]["text"] for turn in told["turning_points"]]
    assert names == ["The first trace", "The nearest miss", "The end"]


def test_what_is_secret_between_the_parts_is_in_nothing_that_anyone_gets(player: Phone) -> None:
    hidden: Json = {"seat": "ringbearer", "do": "move", "to": "44", "card": CARD}
    code = evening(player, hidden, BREE)
    page = player.page(f"/tables/{code}/story").text
    told = story(player, code)
    assert (told["whole"], told["chapters"][0]["routes"]) == (False, [])
    assert {str(step["frodo"]) for step in told["chapters"][0]["steps"]} == {"None"}
    assert "Frodo moves, unseen." in page
    assert "story-sealed" in page
    assert 'class="leg' not in page
    assert 'data-figure="frodo"' not in page
    assert "comes to 44" not in page
    picture = player.get(f"/tables/{code}/story.svg").text
    assert 'class="leg' not in picture
    sealed = player.get(f"/tables/{code}/proof.json").get_json()
    assert set(sealed) == {"length", "head"}
    player.acts(code, SHOW, "ringbearer")
    assert "comes to 44" in player.page(f"/tables/{code}/story").text
    assert 'class="leg' in player.get(f"/tables/{code}/story.svg").text


def test_the_page_is_complete_without_any_script(player: Phone) -> None:
    code = evening(player, *DAY, RING_WINS)
    page = player.page(f"/tables/{code}/story").text
    Page(page)
    steps = re.findall(r'id="step-(\d+)"', page)
    assert steps == [str(number) for number in range(7)]
    assert page.count('class="leg') == 2, "the leg and what lies under it"
    assert 'data-figure="frodo"' in page
    assert page.count('data-figure="') == 5
    assert "✓</span> Checked: the sheet shown is the sheet that was written." in page
    for number in re.findall(r'href="#step-(\d+)"', page):
        assert number in steps, "turning points lead to their steps"
    assert "style=" not in page.replace("stylesheet", ""), "the content policy allows no inline style"


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize("board", ["demonstration-part-1", None])
def test_the_picture_needs_nothing_beside_it(player: Phone, language: str, board: str | None) -> None:
    code = evening(player, *DAY[:2], RING_WINS, board=board)
    answer = player.get(f"/tables/{code}/story.svg", headers={"Accept-Language": language})
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    assert float(root.attrib["width"]) >= 1200
    assert not re.search(r'(?:href|src)="(?!#)', answer.text), "nothing is fetched"
    assert not re.search(r"url\((?!data:|#)", answer.text)
    ids = re.findall(r'\bid="([^"]+)"', answer.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', answer.text)) <= set(ids)
    assert "script" not in answer.headers["Content-Security-Policy"].replace("default-src 'none'", "")
    saved = player.get(f"/tables/{code}/story.svg?download=1&theme=dark")
    assert saved.headers["Content-Disposition"] == f'attachment; filename="hunt-{code}.svg"'
    assert 'data-theme="dark"' in saved.text
    assert 'data-theme="parchment"' in player.get(f"/tables/{code}/story.svg?theme=%22%3E").text


def test_without_a_map_the_story_is_a_strip_of_days(player: Phone) -> None:
    code = evening(player, *DAY[:2], RING_WINS, board=None)
    page = player.page(f"/tables/{code}/story").text
    assert 'class="strip-day"' in page
    assert 'class="map ' not in page
    assert page.count('class="strip-cell"') == 2
    assert player.get(f"/tables/{code}/story/ground/1/dark/en.svg").status_code == 404


def test_the_ground_of_a_chapter_is_a_picture_that_browsers_keep(player: Phone) -> None:
    code = evening(player, RING_WINS)
    page = player.page(f"/tables/{code}/story").text
    (address,) = set(re.findall(r'src="(/tables/[^"]+\.svg)"', page))
    ground = player.get(address)
    assert (ground.status_code, ground.mimetype) == (200, "image/svg+xml")
    assert player.get(address.replace("/1/", "/2/")).status_code == 404


def test_names_of_cards_and_boards_are_only_ever_text(player: Phone) -> None:
    evil = "</text><script>alert(1)</script>"
    code = evening(player, {**RING_WINS, "because": evil})
    for path in ("story", "story.svg"):
        assert "<script>alert" not in player.page(f"/tables/{code}/{path}").text


# The proof


def test_the_proof_can_be_taken_home_and_checked(player: Phone) -> None:
    code = evening(player, *DAY, RING_WINS)
    answer = player.get(f"/tables/{code}/proof.json?download=1")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="proof-{code}.json"'
    found = check(json.loads(answer.text))
    assert isinstance(found, Checked)
    assert (found.troubles, len(found.standing)) == ((), 3)


def test_every_page_of_a_running_game_shows_the_head(player: Phone) -> None:
    code = evening(player, *DAY)
    head = player.get(f"/tables/{code}/proof.json").get_json()["head"]
    for path in (*(f"seats/{seat}" for seat in SEATS), "screen"):
        page = player.page(f"/tables/{code}/{path}").text
        assert f'data-head="{head}"' in page, path
        assert f"<code>{head[:4]} {head[4:8]} {head[8:12]}</code>" in page, path


def test_a_chain_that_does_not_fit_raises_an_alarm(player: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.core import proof

    code = evening(player, *DAY, RING_WINS)
    true = proof.digest
    monkeypatch.setattr(proof, "digest", lambda salt, entry: true(salt, {**entry, "value": "2"}))
    page = player.page(f"/tables/{code}/story").text
    assert "Alarm: the sheet shown is not the sheet that was written." in page
    assert "Checked: the sheet" not in page


def test_an_old_table_says_that_its_entries_cannot_be_checked(player: Phone) -> None:
    """Written before there were salts; the page says so in a sentence."""
    from companion.table import Table

    true = Table._salted

    def unsalted(table: Table, decided: Any, chance: Any) -> Any:
        written = true(table, decided, chance)
        return tuple({word: event[word] for word in event if word != "salt"} for event in written)

    with pytest.MonkeyPatch.context() as before:
        before.setattr(Table, "_salted", unsalted)
        code = evening(player, *DAY)
    player.acts(code, {word: value for word, value in RING_WINS.items() if word != "seat"}, "ringbearer")
    page = player.page(f"/tables/{code}/story").text
    assert "3 entries were written before Butterbur kept proofs: they cannot be checked." in page


# The end screens


def test_the_end_screens_lead_to_the_story(player: Phone) -> None:
    code = evening(player, *DAY, RING_WINS)
    for path in (*(f"seats/{seat}" for seat in SEATS), "screen"):
        assert f'href="/tables/{code}/story"' in player.page(f"/tables/{code}/{path}").text, path


def test_the_ringbearer_is_offered_to_show_the_sheet(player: Phone) -> None:
    code = evening(player, *DAY, BREE)
    forms = [
        form
        for form in Page(player.page(f"/tables/{code}/seats/ringbearer").text).forms
        if ("do", "show-sheet") in (*form.fields, *form.buttons)
    ]
    assert len(forms) == 1
    sent = {**dict(forms[0].fields), "do": "show-sheet"}
    answer = player.sends_form(f"/tables/{code}/act", sent)
    assert answer.status_code == 303
    assert story(player, code)["whole"]
    assert "show-sheet" not in player.page(f"/tables/{code}/seats/ringbearer").text


def test_the_storys_page_hears_when_the_sheet_is_shown(player: Phone) -> None:
    code = evening(player, *DAY, BREE)
    page = player.get(f"/tables/{code}/story", headers={"Accept": BROWSER}).text
    assert f'data-events="/tables/{code}/events?seat=table"' in page

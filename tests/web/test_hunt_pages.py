"""The Hunt's pages as browsers get them: laying a table, the map's ground, forms that work without script."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.boards import JOURNEYS, shipped
from companion.core import Json, Line
from companion.inn import Inn
from tests.companion.playing import pick
from tests.web.phones import Phone
from tests.web.reading import Form, Page

BOARD = shipped()["demonstration-part-1"]
NEW = {"game": "hunt-for-the-ring", "wraiths:int": "2", "variant": "normal", "answers": "ringbearer"}
SEATS = ("ringbearer", "wraith-1", "wraith-2")


def lays(phone: Phone, fields: Json) -> Any:
    return phone.post(
        "/tables",
        data={**NEW, **fields},
        headers={"Accept": "text/html"},
        content_type="multipart/form-data",
    )


def options_of(inn: Inn, answer: Any) -> Json:
    assert answer.status_code == 303, answer.text
    table = inn.table(answer.location.split("/")[2])
    assert table
    return table.options


def lay_hunt(phone: Phone, **options: Any) -> str:
    """This phone lays a table and takes every seat at it."""
    first_line = {"game": "hunt-for-the-ring", "options": {"wraiths": 2, "board": BOARD, **options}}
    answer = phone.post("/tables", json=first_line)
    assert answer.status_code == 200, answer.text
    code = str(answer.get_json()["code"])
    for seat in phone.sees(code)["seats"]:
        phone.sits(code, seat)
    return code


# A new table


def test_the_form_as_it_stands_lays_a_table_with_our_map(inn: Inn, stranger: Phone) -> None:
    form = Page(stranger.page("/new?game=hunt-for-the-ring").text).form("/tables")
    options = options_of(inn, lays(stranger, {name: value for name, value in form.fields if value}))
    assert options == {"wraiths": 2, "variant": "normal", "answers": "ringbearer", "board": BOARD}


def test_a_board_is_sent_as_a_file_or_as_text(inn: Inn, stranger: Phone) -> None:
    own = "board mine\r\nlocation 1 start\r\nlocation 2\r\npath 1 . 2\r\n"
    sent = lays(
        stranger, {"board_from": "own", "board_file": (io.BytesIO(own.encode("utf-8-sig")), "my.board")}
    )
    typed = lays(stranger, {"board_from": "own", "board_text": own})
    assert options_of(inn, sent)["board"] == options_of(inn, typed)["board"]
    page = stranger.page("/new?game=hunt-for-the-ring").text
    assert "path 1 . 2" in page, "what was typed last is offered again"


@pytest.mark.parametrize("sent_as", ["file", "text"])
def test_what_is_wrong_with_a_board_is_said_by_line_and_the_text_is_not_lost(
    stranger: Phone, sent_as: str
) -> None:
    wrong = "board mine\nlocation 1 start\nroad 1 somewhere\n"
    file = {"board_file": (io.BytesIO(wrong.encode()), "my.board")}
    answer = lays(stranger, {"board_from": "own", **(file if sent_as == "file" else {"board_text": wrong})})
    assert answer.status_code == 400
    trouble = answer.text.partition('class="trouble"')[2].partition("</p>")[0]
    assert "3" in trouble
    assert "somewhere" in trouble
    assert "road 1 somewhere" in answer.text.partition("<textarea")[2]


def test_without_a_map_and_with_a_taught_bag(inn: Inn, stranger: Phone) -> None:
    bag = {"bag_is": "taught", "bag.1": "4", "bag.2": "", "bag.3": "0", "bag.eye": "7"}
    harder = {"variant": "dreadful-nazgul", "fellowship": "4"}
    options = options_of(inn, lays(stranger, {"board_from": "none", **bag, **harder}))
    assert "board" not in options
    assert options["bag"] == {"1": 4, "eye": 7}
    assert options["fellowship"] == 4
    again = Page(stranger.page("/new?game=hunt-for-the-ring").text).form("/tables")
    assert ("bag.eye", "7") in again.fields, "a box is taught once"


@pytest.mark.parametrize(
    "fields",
    [
        {"wraiths:int": "9"},
        {"variant": "easy"},
        {"bag_is": "taught"},
        {"bag_is": "taught", "bag.1": "many"},
        {"board_from": "named", "board_name": "../secrets"},
        {"board_from": "own"},
        {"board_from": "own", "board_text": "\0\ufffd"},
    ],
    ids=repr,
)
def test_a_form_filled_with_nonsense_comes_back_with_a_reason(stranger: Phone, fields: Json) -> None:
    answer = lays(stranger, fields)
    assert answer.status_code == 400
    assert 'class="trouble"' in answer.text


# A new table of part two


NEW_PART_TWO = "/new?game=hunt-for-the-ring&part=2"


def test_the_form_of_part_two_as_it_stands_lays_a_table_with_our_map_and_cards(
    inn: Inn, stranger: Phone
) -> None:
    form = Page(stranger.page(NEW_PART_TWO).text).form("/tables")
    fields = [(name, value) for name, value in form.fields if value]
    listed: dict[str, list[str]] = {}
    for name, value in fields:
        listed.setdefault(name, []).append(value)
    options = options_of(inn, stranger.sends_form("/tables", listed))
    assert options["part"] == 2
    assert options["board"] == shipped()["demonstration-part-2"]
    assert options["journeys"] == shipped(JOURNEYS)["demonstration-part-2"]
    assert (options["ally"], options["sorcery"], options["corruption"]) == (3, 1, 0)
    assert options["companions"] == ["frodo", "sam", "pippin", "merry"]


def test_what_part_one_left_behind_is_typed(inn: Inn, stranger: Phone) -> None:
    left = {
        "part": "2",
        "corruption:int": "5",
        "eyes:int": "2",
        "fellowship:int": "1",
        "information:words": "5 10 14",
        "gone:words": "1 3",
        "up[]": ["sam", "merry"],
        "grey[0]": "1",
        "grey[1]": "2",
        "grey[2]": "eye",
        "havens": "yes",
        "board_from": "none",
        "journeys_from": "none",
    }
    options = options_of(inn, stranger.sends_form("/tables", {**NEW, **left}))
    assert options["information"] == ["5", "10", "14"]
    assert (options["corruption"], options["eyes"], options["havens"]) == (5, 2, True)
    assert options["flipped"] == ["frodo", "pippin"]
    assert options["grey"] == ["1", "2", "eye"]
    assert "board" not in options


@pytest.mark.parametrize(
    "fields",
    [
        {"corruption:int": "99"},
        {"fellowship:int": "9"},
        {"information:words": "Bree"},
        {"gone:words": "many"},
        {"grey[0]": "1"},
        {"journeys_from": "own", "journeys_text": "journeys mine\nshort 1 2"},
        {"journeys_from": "named", "journeys_name": "../secrets"},
    ],
    ids=repr,
)
def test_a_form_of_part_two_filled_with_nonsense_comes_back_with_a_reason(
    stranger: Phone, fields: Json
) -> None:
    answer = stranger.sends_form("/tables", {**NEW, "part": "2", **fields})
    assert answer.status_code == 400
    assert 'class="trouble"' in answer.text
    assert "What part one left behind" in answer.text, "the same form comes back"


# The map


def test_the_ground_is_a_picture_that_browsers_keep(stranger: Phone) -> None:
    code = lay_hunt(stranger)
    page = stranger.page(f"/tables/{code}/seats/wraith-1").text
    (address,) = set(re.findall(r'src="(/tables/[^"]+\.svg[^"]*)"', page))
    ground = stranger.get(address)
    assert ground.mimetype == "image/svg+xml"
    assert "max-age" in ground.headers["Cache-Control"]
    assert "script" not in ground.headers["Content-Security-Policy"].replace("default-src 'none'", "")
    assert 'data-theme="dark"' in ground.text
    assert "data-spot" not in ground.text, "what changes is not in it"


@pytest.mark.parametrize("address", ["dark/tlh", "neon/en", "dark/../en"])
def test_there_is_no_other_ground(stranger: Phone, address: str) -> None:
    code = lay_hunt(stranger)
    assert stranger.get(f"/tables/{code}/ground/{address}.svg").status_code == 404
    bare = lay_hunt(stranger, board=None)
    assert stranger.get(f"/tables/{bare}/ground/dark/en.svg").status_code == 404


def test_what_stands_on_a_board_is_only_ever_text(stranger: Phone) -> None:
    evil = BOARD.replace('"Bag End"', '"<script>alert(1)</script>"').replace('"Demonstration', '"</svg><b>')
    code = lay_hunt(stranger, board=evil)
    for path in ("seats/wraith-1", "seats/ringbearer?open=1", "screen", "ground/dark/en.svg"):
        text = stranger.page(f"/tables/{code}/{path}").text
        assert "<script>alert" not in text, path
        assert "</svg><b>" not in text, path


def test_covered_no_secret_stands_outside_the_template(stranger: Phone) -> None:
    """What is in a template is not drawn, not read aloud and not found by a search in the page."""
    code = lay_hunt(stranger)
    stranger.acts(code, {"do": "set-start", "at": "7"}, "ringbearer")
    page = stranger.page(f"/tables/{code}/seats/ringbearer").text
    before, _, rest = page.partition("<template")
    inside, _, after = rest.partition("</template>")
    assert "travel-sheet" in inside
    assert "is-lit" in inside
    for part in (before, after):
        assert "travel-sheet" not in part
        assert "data-spot" not in part


# The game, with forms alone


def forms(phone: Phone, code: str, seat: str, query: str = "") -> list[Form]:
    return Page(phone.page(f"/tables/{code}/seats/{seat}{query}").text).forms


def send(phone: Phone, code: str, seat: str, do: str, query: str = "", **fields: Any) -> Json:
    """Fill in the form for this deed and send it as a browser does; gives the view after it."""
    found = [each for each in forms(phone, code, seat, query) if ("do", do) in (*each.fields, *each.buttons)]
    assert found, f"no form to {do}"
    sent = {name: value for name, value in found[-1].fields if not name.endswith("?")}
    answer = phone.sends_form(f"/tables/{code}/act", {**sent, "do": do, **fields})
    assert answer.status_code == 303, re.findall(r'class="trouble"[^>]*>([^<]*)', answer.text)
    return phone.sees(code, seat)


def test_an_evening_begins_without_any_script(stranger: Phone) -> None:
    code = lay_hunt(stranger)

    def say(seat: str, do: str, query: str = "", **fields: Any) -> Json:
        return send(stranger, code, seat, do, query, **fields)

    say("ringbearer", "set-start", "?open=1", at="1")
    say("ringbearer", "set-information", "?open=1", **{"tokens[]": ["5", "10", "14", "18", "30"]})
    say("ringbearer", "set-information", "?open=1", **{"give[]": ["5"]})
    for seat, colour, at in (("wraith-1", "green", "21"), ("wraith-1", "blue", "31")):
        say(seat, "place", nazgul=colour, at=at)
    say("wraith-2", "place", nazgul="red", at="36")
    say("wraith-2", "place", nazgul="purple", at="38")
    dice = ["ring", "ring", "sword", "sword", "sorcery", "shadow"]
    view = say("wraith-1", "roll", **{f"dice[{number}]": face for number, face in enumerate(dice)})
    assert (view["phase"], view["dice"]) == ("day-1", dice)

    assert say("ringbearer", "move", "?open=1", to="3")["sheet"] == ["1", "3"]
    view = say("ringbearer", "move", "?deed=extra-move&open=1", to=".", card="Tom Bombadil")
    assert view["sheet"] == ["1", "3", "."]
    say("ringbearer", "end-turn")
    assert say("wraith-1", "ride", **{"by:words": "21.22:1 22"})["nazgul"]["green"]["at"] == "22"
    view = say("wraith-1", "adjust", "?deed=cards", what="corruption", because="Doom", **{"by:int": "2"})
    assert view["tracks"]["corruption"]["value"] == 2
    view = say("wraith-1", "adjust", "?deed=cards", what="corruption", because="Hope", **{"by:int": "-1"})
    assert view["tracks"]["corruption"]["value"] == 1
    view = say("ringbearer", "place", "?deed=cards", what="ally", because="Friends", **{"at?": "10"})
    assert view["allies"] == ["10"]
    view = say("wraith-1", "hold", "?deed=cards", **{"cards[0]?": "Black Breath"})
    assert view["hand"] == ["Black Breath"]
    assert say("wraith-1", "search", nazgul="green")["question"]["at"] == "22"
    view = say("ringbearer", "answer")
    assert view["answer"] == {"to": "search", "at": "22", "answer": "no", "by": "sheet"}


def test_a_refused_deed_shows_the_reason_on_the_page(stranger: Phone) -> None:
    code = lay_hunt(stranger)
    fields = {"seat": "wraith-1", "known:int": "1", "do": "search"}
    answer = stranger.sends_form(f"/tables/{code}/act", fields)
    assert answer.status_code == 409
    assert 'class="trouble"' in answer.text


# Whatever happens, there is a page for it


def _line(chance: Random, view: Json) -> Line:
    line: Line = pick(chance, chance.choice(view["legal"]))
    return line


@pytest.mark.parametrize(
    ("board", "wraiths", "language"),
    [(BOARD, 1, "en"), (BOARD, 4, "ru"), (None, 3, "pl"), ("partial", 2, "en")],
    ids=["alone", "four", "no map", "a partial map"],
)
def test_every_moment_of_random_evenings_has_its_pages(
    phone: Callable[[], Phone], board: str | None, wraiths: int, language: str
) -> None:
    """Every form is whole, every sentence has its words, nothing breaks: on all phones and the screen."""
    player, chance = phone(), Random(wraiths)
    partial = "board half\nlocation 1 start zone I-A\nlocation 2 zone I-A\nroad 1 . 2\n"
    code = lay_hunt(player, board=partial if board == "partial" else board, wraiths=wraiths)
    seen: set[str] = set()
    for number in range(220):
        turn = player.sees(code, "table")["turn"]
        if not turn:
            break
        seat = chance.choice(turn)
        view = player.sees(code, seat)
        seen |= {line["do"] for line in view["legal"]}
        player.acts(code, _line(chance, view), seat)
        if number % 6 == 0:
            for each in view["seats"]:
                query = chance.choice(["", "?deed=cards", "?deed=extra-move", "?open=1"])
                page = player.page(f"/tables/{code}/seats/{each}{query}", **{"Accept-Language": language})
                assert page.status_code == 200
                Page(page.text)
            assert player.page(f"/tables/{code}/screen", **{"Accept-Language": language}).status_code == 200
    assert {"move", "ride", "end-turn", "roll"} <= seen

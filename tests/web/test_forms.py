"""Every form works before any script has loaded: sent, it leads on; refused, it comes back with why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.inn import Inn
from tests.web.phones import THERE, THROW, Phone, written
from tests.web.reading import Page, scan_svg
from web.forms import line_from_form


def test_a_table_is_laid_and_a_game_begun_with_forms_alone(phone: Callable[[], Phone]) -> None:
    host = phone()
    new = Page(host.page("/new").text).form("/tables")
    fields: Any = {**dict(new.fields), "hobbits[]": ["sam", "frodo"], "nazgul_path:int": "9", "name": "Ours"}
    laid = host.sends_form("/tables", fields)
    assert laid.status_code == 303
    code = laid.location.split("/")[2]
    assert laid.location == f"/tables/{code}/screen"
    assert "Ours" in host.page(laid.location).text
    join = Page(host.page(f"/join/{code}").text).form(f"/tables/{code}/seats/sam")
    seated = host.sends_form(join.action, dict(join.fields))
    assert (seated.status_code, seated.location) == (303, f"/tables/{code}/seats/sam")

    deed = Page(host.page(seated.location).text).form(f"/tables/{code}/act")
    throw = {f"dice.{die}": face for die, face in THROW["dice"].items()}
    undo = next(f for f in Page(host.page(seated.location).text).forms if ("do", "roll") in f.fields)
    assert {"seat", "known:int"} <= {name for name, _ in deed.fields}
    done = host.sends_form(undo.action, {**dict(undo.fields), **throw})
    assert (done.status_code, done.location) == (303, seated.location)
    assert host.sees(code)["dice"]["throw"] == THROW["dice"]
    assert host.sees(code)["hobbits"]["frodo"]["nazgul"] == ["."] * 9

    form = next(f for f in Page(host.page(seated.location).text).forms if ("do", "keep") in f.fields)
    kept = host.sends_form(form.action, {**dict(form.fields), "dice[]": ["blue", "yellow"]})
    assert kept.status_code == 303
    assert [each["die"] for each in host.sees(code)["dice"]["kept"]] == ["yellow", "blue"]


def test_a_refused_form_shows_the_page_again_with_the_reason(inn: Inn, code: str, frodo: Phone) -> None:
    before = written(inn)
    answer = frodo.sends_form(f"/tables/{code}/act", {"seat": "frodo", "known:int": "1", "do": "end"})
    assert answer.status_code == 409
    assert 'class="trouble"' in answer.text
    assert Page(answer.text).form(f"/tables/{code}/act"), "and one can go on from there"
    stale = frodo.sends_form(f"/tables/{code}/act", {"seat": "frodo", "known:int": "7", "do": "end"})
    assert stale.status_code == 409
    assert written(inn) == before


def test_undo_on_the_table_screen_works_without_script(code: str, laptop: Phone, frodo: Phone) -> None:
    frodo.acts(code, THROW)
    undo = Page(laptop.page(f"/tables/{code}/screen").text).form(f"/tables/{code}/act")
    assert ("seat", "table") in undo.fields
    fields = {**dict(undo.fields), **dict(undo.buttons)}
    done = laptop.sends_form(undo.action, fields)
    assert (done.status_code, done.location) == (303, f"/tables/{code}/screen")
    again = laptop.sends_form(undo.action, fields)
    assert again.status_code == 409
    assert 'class="trouble"' in again.text
    assert "turned-back" in frodo.page(f"/tables/{code}/seats/frodo").text


def test_a_taken_seat_shows_the_seats_again_with_the_reason(code: str, frodo: Phone, stranger: Phone) -> None:
    answer = stranger.sends_form(f"/tables/{code}/seats/frodo")
    assert answer.status_code == 409
    assert 'class="trouble"' in answer.text
    assert Page(answer.text).form(f"/tables/{code}/seats/sam")


def test_a_table_that_cannot_be_laid_keeps_what_was_filled_in(stranger: Phone) -> None:
    fields = {
        "game": "journey-to-mordor",
        "hobbits[]": "merry",
        "nazgul_path:int": "7",
        "name": "Night & <day>",
    }
    answer = stranger.sends_form("/tables", {**fields, "advanced": "yes"})
    assert answer.status_code == 400
    assert 'class="trouble"' in answer.text
    filled = Page(answer.text).form("/tables").fields
    assert set(filled) >= set(fields.items()) | {("advanced", "yes")}


def test_the_hosts_page_works_without_script(
    code: str, laptop: Phone, frodo: Phone, sam: Phone, phone: Callable[[], Phone]
) -> None:
    host = Page(laptop.page(f"/tables/{code}/host").text)
    renamed = laptop.sends_form(host.form(f"/tables/{code}/name").action, {"name": "Night & <day>"})
    assert (renamed.status_code, renamed.location) == (303, f"/tables/{code}/host")
    assert "Night &amp; &lt;day&gt;" in laptop.page(f"/tables/{code}/host").text
    freed = laptop.sends_form(host.form(f"/tables/{code}/seats/sam/free").action)
    assert (freed.status_code, freed.location) == (303, f"/tables/{code}/host")
    invitation = laptop.sends_form(host.form(f"/tables/{code}/seats/frodo/ticket").action)
    url = scan_svg(invitation.text)
    assert url.startswith(f"{THERE}/join/{code}?")
    other = phone()
    offered = Page(other.page(url.removeprefix(THERE)).text)
    form = offered.form(f"/tables/{code}/seats/frodo")
    assert [each.action for each in offered.forms if "/seats/" in each.action] == [form.action]
    seated = other.sends_form(form.action, dict(form.fields))
    assert (seated.status_code, seated.location) == (303, f"/tables/{code}/seats/frodo")
    assert other.page(seated.location).status_code == 200
    assert frodo.page(seated.location).status_code == 303


def test_a_fields_name_says_where_its_value_goes() -> None:
    sent = [
        ("do", "ride"),
        ("by:int", "-2"),
        ("number:int", "+3"),
        ("odd:int", "--1"),
        ("dice[0]", "ring"),
        ("dice[1]", "sword"),
        ("give[]", "5"),
        ("give[]", "10"),
        ("nazgul.green", "21"),
        ("card?", "  "),
        ("because?", "Doom"),
        ("cards[0]?", ""),
        ("cards[1]?", "Black Breath"),
    ]
    assert line_from_form(MultiDict(sent)) == {
        "do": "ride",
        "by": -2,
        "number": 3,
        "odd": "--1",
        "dice": ["ring", "sword"],
        "give": ["5", "10"],
        "nazgul": {"green": "21"},
        "because": "Doom",
        "cards": ["Black Breath"],
    }
    assert line_from_form(MultiDict([("by:words", "19 19.28:1")])) == {"by": ["19", "19.28:1"]}

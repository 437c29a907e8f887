"""The JSON interface of the contract: tables, views, acts and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.cookies import SimpleCookie
from random import Random

import pytest

from companion.inn import CODE_LENGTH, CODE_LETTERS, Inn
from tests.companion.playing import REDO, UNDO, first_line, keep
from tests.web.phones import THROW, Phone, error, refused, written


def test_opening_a_table_answers_its_code_and_nothing_else(stranger: Phone) -> None:
    answer = stranger.post("/tables", json=first_line("frodo", "sam"))
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert set(answer.get_json()) == {"code"}
    code = answer.get_json()["code"]
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)


@pytest.mark.parametrize(
    "cookie_of", ["host", "seat"], ids=["laying a table makes its host", "taking a seat keeps it"]
)
def test_a_secret_goes_into_a_cookie_that_no_script_can_read(stranger: Phone, cookie_of: str) -> None:
    laid = stranger.post("/tables", json=first_line("frodo", "sam"))
    code = laid.get_json()["code"]
    taken = stranger.post(f"/tables/{code}/seats/frodo")
    assert (taken.status_code, taken.get_json()) == (200, {"seat": "frodo"})
    answer, name = (laid, f"host-{code}") if cookie_of == "host" else (taken, f"seat-{code}-frodo")
    cookie = SimpleCookie(answer.headers["Set-Cookie"])[name]
    assert len(cookie.value) >= 32
    assert cookie["httponly"]
    assert cookie["samesite"] in ("Lax", "Strict")
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert int(cookie["max-age"]) > 30 * 24 * 3600


def test_no_secret_is_ever_in_an_answers_body(stranger: Phone) -> None:
    code = stranger.lays("frodo", "sam")
    taken = stranger.post(f"/tables/{code}/seats/frodo")
    secrets = [stranger.cookie(f"host-{code}"), stranger.cookie(f"seat-{code}-frodo")]
    for path in (f"/tables/{code}/view", f"/tables/{code}/host", f"/tables/{code}/seats/frodo", "/"):
        for secret in secrets:
            assert secret
            assert secret not in stranger.get(path).text
            assert secret not in taken.text


def test_a_view_has_all_that_the_contract_promises(code: str, frodo: Phone) -> None:
    view = frodo.sees(code)
    assert view["game"] == "journey-to-mordor"
    assert view["seat"] == "frodo"
    assert view["turn"] == ["frodo"]
    assert view["version"] == 1
    assert view["result"] is None
    assert [line["do"] for line in view["legal"]] == ["roll"]
    assert {"value", "cells", "limit"} <= set(view["tracks"]["frodo"])


def test_acting_answers_the_new_version_of_ones_own_view(code: str, frodo: Phone) -> None:
    answer = frodo.sends(code, THROW, known=1)
    assert answer.status_code == 200
    assert answer.get_json() == {"version": 2}
    assert frodo.sees(code)["version"] == 2
    assert frodo.sees(code)["dice"]["throw"] == THROW["dice"]


def test_what_the_rules_do_not_allow_is_refused_with_a_reason(code: str, frodo: Phone, sam: Phone) -> None:
    assert refused(frodo.sends(code, {"do": "end"}))
    assert "Frodo" in refused(sam.sends(code, THROW))
    assert frodo.sees(code)["version"] == 1


@pytest.mark.parametrize(
    "line",
    [
        {"do": "end"},
        {"do": "end", "known": "1"},
        {"do": "end", "known": True},
        {"do": "end", "known": 1.0},
        {"do": "end", "known": None},
        {"do": 5, "known": 1},
        {"known": 1},
        {"do": "end", "known": 1, "seat": 7},
        {},
        [],
        "end",
        None,
        7,
    ],
    ids=str,
)
def test_a_line_that_says_nothing_is_a_bad_request(code: str, frodo: Phone, line: object) -> None:
    error(frodo.post(f"/tables/{code}/act", json=line), 400)


def test_what_is_not_there_is_not_found(code: str, frodo: Phone) -> None:
    error(frodo.get("/tables/XXXXX/view"), 404)
    error(frodo.get("/tables/XXXXX/events"), 404)
    error(frodo.post("/tables/XXXXX/seats/frodo"), 404)
    error(frodo.post("/tables/XXXXX/act", json=THROW), 404)
    error(frodo.post(f"/tables/{code}/seats/gollum"), 404)
    error(frodo.post(f"/tables/{code}/seats/table"), 404)
    error(frodo.get(f"/tables/{code}"), 404)
    error(frodo.get(f"/tables/{code}/act"), 405)


@pytest.mark.parametrize(
    "first",
    [
        {},
        [],
        None,
        {"game": "chess"},
        {"game": ["journey-to-mordor"]},
        {"game": "journey-to-mordor"},
        {"game": "journey-to-mordor", "options": {}},
        {"game": "journey-to-mordor", "options": []},
        {**first_line("frodo", "sam"), "seed": 3},
        first_line("frodo"),
        first_line("frodo", "frodo"),
        first_line("frodo", "gollum"),
        first_line("frodo", "sam", nazgul_path=0),
        first_line("frodo", "sam", nazgul_path=31),
        {**first_line("frodo", "sam"), "name": 5},
        {**first_line("frodo", "sam"), "name": "x" * 61},
    ],
    ids=lambda first: json.dumps(first)[:60],
)
def test_a_table_that_cannot_be_laid_is_a_bad_request(inn: Inn, stranger: Phone, first: object) -> None:
    error(stranger.post("/tables", json=first), 400)
    assert inn.entries() == []


def test_the_event_stream_says_where_the_seat_stands(code: str, frodo: Phone) -> None:
    frodo.acts(code, THROW)
    answer = frodo.get(f"/tables/{code}/events")
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    assert next(iter(answer.response)) == b'data: {"version": 2}\n\n'
    answer.close()


def test_a_whole_game_is_played_by_picking_from_what_is_legal(
    code: str, frodo: Phone, sam: Phone, stranger: Phone
) -> None:
    chance = Random(3)
    phones = {"frodo": frodo, "sam": sam}
    moves = 0
    while (turn := stranger.sees(code)["turn"]) and moves < 1000:
        phones[turn[0]].plays(code, chance)
        moves += 1
    for each in (frodo, sam, stranger):
        view = each.sees(code)
        assert set(view["result"]["winners"]) <= {"frodo", "sam"}
        assert view["legal"] == []
        assert view["version"] == moves + 1
    assert refused(frodo.sends(code, THROW))


def test_two_phones_and_the_open_table_see_the_same_game(
    code: str, frodo: Phone, sam: Phone, stranger: Phone
) -> None:
    frodo.acts(code, THROW)
    views = {"frodo": frodo.sees(code), "sam": sam.sees(code), "table": stranger.sees(code)}
    for seat, view in views.items():
        assert view["seat"] == seat
        assert view["dice"]["throw"] == THROW["dice"]
        assert bool(view["legal"]) == (seat == "frodo")


def test_several_seats_on_one_phone_speak_each_for_itself(code: str, frodo: Phone) -> None:
    frodo.sits(code, "sam")
    assert frodo.sees(code)["seat"] == "sam", "the seat taken last speaks when none is named"
    assert frodo.sees(code, "frodo")["seat"] == "frodo"
    assert "Frodo" in refused(frodo.sends(code, THROW, seat="sam"))
    assert frodo.acts(code, THROW, seat="frodo") == 2
    assert frodo.sees(code, "table")["seat"] == "table"


def test_a_seat_of_another_phone_is_neither_read_nor_acted_for(
    inn: Inn, code: str, frodo: Phone, sam: Phone, stranger: Phone
) -> None:
    before = written(inn)
    for each in (sam, stranger):
        error(each.get(f"/tables/{code}/view?seat=frodo"), 403)
        error(each.get(f"/tables/{code}/events?seat=frodo"), 403)
        error(each.post(f"/tables/{code}/act", json={**THROW, "known": 1, "seat": "frodo"}), 403)
        error(each.post(f"/tables/{code}/act", json={**UNDO, "known": 1, "seat": "table"}), 403)
    error(stranger.post(f"/tables/{code}/act", json={**THROW, "known": 1}), 403)
    error(frodo.get(f"/tables/{code}/view?seat=gollum"), 403)
    assert written(inn) == before
    assert refused(sam.post(f"/tables/{code}/seats/frodo"))


def test_a_secret_of_one_table_opens_no_other(laptop: Phone, code: str, frodo: Phone) -> None:
    other = laptop.lays("frodo", "sam")
    secret = frodo.cookie(f"seat-{code}-frodo")
    assert secret
    frodo.client.set_cookie(f"seat-{other}-frodo", secret, domain="192.168.7.1")
    error(frodo.get(f"/tables/{other}/view?seat=frodo"), 403)
    frodo.client.set_cookie(f"seat-{code}-sam", secret, domain="192.168.7.1")
    error(frodo.get(f"/tables/{code}/view?seat=sam"), 403)


@pytest.mark.parametrize("known", [0, 1, 3, -1, 10**30])
def test_an_act_on_another_view_than_the_present_is_refused(code: str, frodo: Phone, known: int) -> None:
    frodo.acts(code, THROW)
    answer = frodo.sends(code, keep("blue"), known=known)
    assert refused(answer)
    assert answer.get_json()["already_done"] is False
    assert frodo.sees(code)["phase"] == "keep"


def test_a_double_tap_is_written_once_and_answered_as_already_done(inn: Inn, code: str, frodo: Phone) -> None:
    assert frodo.sends(code, THROW, known=1).status_code == 200
    once = written(inn)
    for _ in range(2):
        again = frodo.sends(code, THROW, known=1)
        assert refused(again)
        assert again.get_json()["already_done"] is True
    assert written(inn) == once


def test_what_another_seat_takes_back_everyone_sees(
    code: str, frodo: Phone, sam: Phone, stranger: Phone
) -> None:
    frodo.acts(code, THROW)
    sam.acts(code, UNDO)
    for each in (frodo, sam, stranger):
        view = each.sees(code)
        assert view["phase"] == "roll"
        assert view["turned_back"] == {"by": "sam", "do": "undo", "what": {"seat": "frodo", "do": "roll"}}
        assert view["undo"] is None
        assert view["redo"] == {"seat": "frodo", "do": "roll"}
    frodo.acts(code, REDO)
    for each in (frodo, sam, stranger):
        view = each.sees(code)
        assert view["dice"]["throw"] == THROW["dice"]
        assert view["turned_back"] == {"by": "frodo", "do": "redo", "what": {"seat": "frodo", "do": "roll"}}
    assert refused(sam.sends(code, REDO))


def test_the_host_takes_back_from_the_table_screen(code: str, laptop: Phone, frodo: Phone) -> None:
    frodo.acts(code, THROW)
    assert refused(laptop.sends(code, keep("blue"), seat="table"))
    laptop.acts(code, UNDO, seat="table")
    assert frodo.sees(code)["turned_back"]["by"] == "table"


def test_several_tables_on_one_server_do_not_touch_each_other(phone: Callable[[], Phone]) -> None:
    chance = Random(5)
    host = phone()
    codes = [host.lays("frodo", "sam", advanced=number == 1) for number in range(3)]
    assert len(set(codes)) == 3
    for code in codes:
        host.sits(code, "frodo")
    for moves, code in enumerate(codes):
        for _ in range(moves):
            host.plays(code, chance)
    assert [host.sees(code)["version"] for code in codes] == [1, 2, 3]
    assert [host.sees(code)["advanced"] for code in codes] == [False, True, False]

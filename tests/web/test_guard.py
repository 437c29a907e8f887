"""The door: hosts, origins, headers, guessed codes and bodies that are too big."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.inn import Inn
from tests.companion.playing import first_line
from tests.web.phones import BROWSER, LAN, PORT, THROW, Phone, error, written
from web import LARGEST_BODY, create_app
from web.addresses import Addresses
from web.guard import MOST_REMEMBERED, WRONG_CODES_AT_ONCE, WRONG_CODES_PER_MINUTE, Doorkeeper


def sentence_of(page: TestResponse) -> str:
    """What a page of trouble says, cut out of its HTML."""
    assert page.mimetype == "text/html", page.mimetype
    said = page.text.partition('<p class="lead">')[2].partition("</p>")[0]
    assert said.endswith("."), page.text[:400]
    return said


# Hosts


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        f"{LAN}.evil.example",
        f"localhost.evil.example:{PORT}",
        "192.168.7.2",
        "0.0.0.0",
        "[::2]",
        "xlocalhost",
        "",
        "a b",
        "[",
        "::1",
        "localhost:x",
    ],
)
@pytest.mark.parametrize("path", ["/", "/tables/XXXXX/view", "/static/style.css", "/nowhere"])
def test_a_foreign_host_is_turned_away_with_a_sentence(stranger: Phone, host: str, path: str) -> None:
    said = error(stranger.get(path, headers={"Host": host}), 400)
    page = stranger.page(path, Host=host)
    assert (page.status_code, page.text) == (400, said), "no page can be drawn there, but it can be read"


def test_a_foreign_host_can_neither_lay_a_table_nor_act(inn: Inn, code: str, frodo: Phone) -> None:
    before = written(inn)
    host = {"Host": "evil.example"}
    cookies = {"Cookie": f"seat-{code}-frodo={frodo.cookie(f'seat-{code}-frodo')}"}
    error(frodo.post("/tables", json=first_line("frodo", "sam"), headers=host), 400)
    answer = frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1}, headers={**host, **cookies})
    error(answer, 400)
    assert frodo.sends_form(f"/tables/{code}/name", {"name": "x"}, **host).status_code == 400
    assert written(inn) == before


@pytest.mark.parametrize(
    "addresses",
    [Addresses(LAN, PORT), Addresses("0.0.0.0", PORT), Addresses("127.0.0.1", 80), Addresses("::1", 9999)],
    ids=str,
)
def test_every_address_that_is_printed_is_let_in(inn: Inn, addresses: Addresses) -> None:
    app = create_app(inn, addresses)
    printed = {"localhost", "127.0.0.1", "::1", addresses.for_phones() or "localhost"}
    if not addresses.is_everywhere:
        printed.add(addresses.host)
    for host in printed:
        visitor = Phone(app, "192.168.7.9", addresses.url(host))
        for path in ("/", "/new"):
            assert visitor.page(path).status_code == 200, addresses.url(host)
        assert visitor.lays("frodo", "sam")


def test_a_network_that_changed_since_the_start_is_let_in_once_it_is_shown(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ["192.168.7.1"]
    monkeypatch.setattr(Addresses, "for_phones", lambda self: found[-1])
    app = create_app(inn, Addresses("0.0.0.0", PORT))
    laptop = Phone(app, "127.0.0.1", f"http://localhost:{PORT}")
    code = laptop.lays("frodo", "sam")
    found.append("10.0.0.5")
    guest = Phone(app, "10.0.0.6", f"http://10.0.0.5:{PORT}")
    assert guest.page(f"/join/{code}").status_code == 400
    assert f"10.0.0.5:{PORT}" in laptop.page(f"/tables/{code}/screen").text
    assert guest.page(f"/join/{code}").status_code == 200


# Origins


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        f"http://evil.example:{PORT}",
        "null",
        f"http://{LAN}",
        f"http://{LAN}:{PORT + 1}",
        f"http://localhost:{PORT}",
        f"http://{LAN}:{PORT}.evil.example",
        f"http://{LAN}:{PORT}@evil.example",
        f"http://user@{LAN}:{PORT}",
        f"https://{LAN}:{PORT}",
        "",
        LAN,
        f"{LAN}:{PORT}",
        "http://[",
        "http://[::1",
        "\N{LATIN SMALL LETTER E WITH ACUTE}",
        "file://",
    ],
)
def test_a_post_from_a_strangers_page_is_turned_away(inn: Inn, code: str, frodo: Phone, origin: str) -> None:
    before = written(inn)
    posts: list[tuple[str, Any]] = [
        ("/tables", first_line("frodo", "sam")),
        (f"/tables/{code}/act", {**THROW, "known": 1}),
        (f"/tables/{code}/seats/sam", {}),
        (f"/tables/{code}/seats/frodo/free", {}),
        ("/settings", {"language": "pl"}),
    ]
    for path, line in posts:
        error(frodo.post(path, json=line, headers={"Origin": origin}), 403)
        sentence_of(frodo.sends_form(path, line, Origin=origin))
    assert written(inn) == before


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense", ""])
def test_a_post_that_the_browser_calls_foreign_is_turned_away(code: str, frodo: Phone, site: str) -> None:
    headers = {"Sec-Fetch-Site": site}
    error(frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1}, headers=headers), 403)
    headers["Origin"] = frodo.url
    error(frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1}, headers=headers), 403)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": f"http://{LAN}:{PORT}"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": f"http://{LAN}:{PORT}", "Sec-Fetch-Site": "same-origin"},
    ],
    ids=str,
)
def test_a_post_from_our_own_page_or_from_a_program_goes_through(
    code: str, frodo: Phone, headers: dict[str, str]
) -> None:
    answer = frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1}, headers=headers)
    assert answer.status_code == 200


def test_a_link_from_elsewhere_may_open_a_page(code: str, frodo: Phone) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Referer": "http://mail.example/"}
    assert frodo.page(f"/tables/{code}/seats/frodo", **headers).status_code == 200


# Headers


def test_every_answer_carries_the_doors_headers(code: str, laptop: Phone, frodo: Phone) -> None:
    answers = [
        frodo.page("/"),
        frodo.page("/new"),
        frodo.page(f"/join/{code}"),
        frodo.page(f"/join/{code}?more=1"),
        frodo.page(f"/tables/{code}/seats/frodo"),
        frodo.page(f"/tables/{code}/screen"),
        laptop.page(f"/tables/{code}/host"),
        laptop.sends_form(f"/tables/{code}/seats/frodo/ticket"),
        frodo.page(f"/tables/{code}/host"),
        frodo.page("/nowhere"),
        frodo.page("/join/XXXXX"),
        frodo.page("/", Host="evil.example"),
        frodo.get("/nowhere"),
        frodo.get(f"/tables/{code}/view"),
        frodo.get("/static/style.css"),
        frodo.get("/static/faces/ring.svg"),
        frodo.get("/static/nowhere.css"),
        frodo.get(f"/tables/{code}/act"),
        frodo.open("OPTIONS", "/"),
        frodo.post(f"/tables/{code}/act", data=b"{"),
        frodo.post("/tables", json={}, headers={"Origin": "null"}),
        frodo.post("/settings", json={}),
        frodo.post("/tables", data=b"x" * (LARGEST_BODY + 1)),
    ]
    stream = frodo.get(f"/tables/{code}/events")
    stream.close()
    statuses = {answer.status_code for answer in answers}
    assert statuses == {200, 303, 400, 403, 404, 405, 413}
    for answer in (*answers, stream):
        policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["object-src"] == "'none'"
        assert policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "*" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] in ("same-origin", "strict-origin-when-cross-origin")
        assert "Access-Control-Allow-Origin" not in answer.headers
        is_static = answer.request.path.startswith("/static/")
        assert is_static == (answer.headers.get("Cache-Control") != "no-store")


def test_a_bug_inside_is_a_sentence_that_tells_nothing(
    code: str, frodo: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("the Ring is in Frodo's pocket")

    monkeypatch.setattr(Inn, "act", breaks)
    said = error(frodo.sends(code, THROW), 500)
    assert "pocket" not in said
    page = frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1}, headers={"Accept": BROWSER})
    assert page.status_code == 500
    assert "pocket" not in page.text
    assert "Content-Security-Policy" in page.headers


# Guessed codes


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(app: Flask) -> Clock:
    clock = Clock()
    app.extensions["doorkeeper"] = Doorkeeper(clock)
    return clock


def guess_until_limited(stranger: Phone) -> None:
    for _ in range(WRONG_CODES_AT_ONCE):
        error(stranger.get("/tables/XXXXX/view"), 404)
    error(stranger.get("/tables/XXXXX/view"), 429)


def test_whoever_guesses_codes_is_slowed_down_on_every_way_in(
    inn: Inn, clock: Clock, code: str, stranger: Phone
) -> None:
    guess_until_limited(stranger)
    before = written(inn)
    for guess in ("XXXXX", code):
        error(stranger.get(f"/tables/{guess}/view"), 429)
        error(stranger.get(f"/tables/{guess}/events"), 429)
        error(stranger.get(f"/tables/{guess}/screen/events"), 429)
        error(stranger.post(f"/tables/{guess}/seats/frodo"), 429)
        error(stranger.post(f"/tables/{guess}/seats/frodo", json={"ticket": "x"}), 429)
        error(stranger.post(f"/tables/{guess}/seats/frodo/free"), 429)
        error(stranger.post(f"/tables/{guess}/seats/frodo/ticket"), 429)
        error(stranger.post(f"/tables/{guess}/name", json={"name": "x"}), 429)
        error(stranger.post(f"/tables/{guess}/act", json={**THROW, "known": 1}), 429)
        for path in (f"/join/{guess}", f"/tables/{guess}/screen", f"/tables/{guess}/seats/frodo"):
            page = stranger.page(path)
            assert page.status_code == 429
            sentence_of(page)
    assert written(inn) == before


def test_a_guesser_who_is_slowed_down_cannot_tell_a_right_code_from_a_wrong_one(
    clock: Clock, code: str, stranger: Phone
) -> None:
    guess_until_limited(stranger)
    for path in ("/tables/{}/view", "/join/{}", "/tables/{}/screen", "/tables/{}/host"):
        wrong, right = (stranger.page(path.format(guess)) for guess in ("XXXXX", code))
        assert (wrong.status_code, wrong.data) == (right.status_code, right.data)
        assert dict(wrong.headers) == dict(right.headers)
    typed = [stranger.get("/join", query_string={"code": guess}) for guess in ("XXXXX", code)]
    assert {answer.status_code for answer in typed} == {303}


def test_patience_comes_back_with_the_clock(clock: Clock, code: str, stranger: Phone) -> None:
    guess_until_limited(stranger)
    clock.now += 60 / WRONG_CODES_PER_MINUTE - 0.1
    error(stranger.get(f"/tables/{code}/view"), 429)
    clock.now += 0.2
    assert stranger.get(f"/tables/{code}/view").status_code == 200
    error(stranger.get("/tables/XXXXX/view"), 404)
    error(stranger.get(f"/tables/{code}/view"), 429)
    clock.now += 24 * 3600
    guess_until_limited(stranger)


def test_right_codes_cost_no_patience(clock: Clock, code: str, stranger: Phone) -> None:
    for _ in range(3 * WRONG_CODES_AT_ONCE):
        assert stranger.get(f"/tables/{code}/view").status_code == 200


def test_the_seated_phones_and_the_host_of_a_slowed_address_go_on(
    clock: Clock, code: str, frodo: Phone, phone: Callable[[], Phone]
) -> None:
    host = phone()
    hosted = host.lays("frodo", "sam")
    guesser = phone()
    guesser.address = frodo.address = host.address
    guess_until_limited(guesser)
    assert frodo.acts(code, THROW) == 2
    assert frodo.page(f"/tables/{code}/seats/frodo").status_code == 200
    assert host.page(f"/tables/{hosted}/host").status_code == 200
    error(frodo.get(f"/tables/{hosted}/view"), 429)
    guesser.client.set_cookie(f"seat-{code}-frodo", "guessed", domain=LAN)
    error(guesser.get(f"/tables/{code}/view"), 429)


def test_one_phones_guesses_do_not_slow_another(clock: Clock, code: str, phone: Callable[[], Phone]) -> None:
    guess_until_limited(phone())
    assert phone().get(f"/tables/{code}/view").status_code == 200


def test_the_owner_of_the_computer_always_gets_in_with_a_right_code(
    clock: Clock, code: str, laptop: Phone
) -> None:
    guess_until_limited(laptop)
    assert laptop.page(f"/tables/{code}/screen").status_code == 200
    assert laptop.page(f"/join/{code}").status_code == 200


def test_the_doorkeeper_does_not_remember_the_whole_world() -> None:
    doorkeeper = Doorkeeper(Clock())
    chance = Random(1)
    for _ in range(2 * MOST_REMEMBERED):
        doorkeeper.wrong_code(f"10.{chance.random()}")
    assert len(doorkeeper._tries) == MOST_REMEMBERED


def test_the_door_shows_no_codes_to_a_stranger(code: str, laptop: Phone, stranger: Phone) -> None:
    assert code not in stranger.page("/").text
    assert code in laptop.page("/").text


# Bodies


@pytest.mark.parametrize(
    "path",
    ["/tables", "/settings"]
    + [
        f"/tables/CODE/{end}"
        for end in ("act", "name", "seats/sam", "seats/frodo/free", "seats/frodo/ticket")
    ],
)
@pytest.mark.parametrize(
    "kind",
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x/y"],
)
def test_too_big_a_body_is_turned_away_with_a_sentence(
    inn: Inn, code: str, laptop: Phone, frodo: Phone, path: str, kind: str
) -> None:
    laptop.client._cookies.update(frodo.client._cookies)
    before = written(inn)
    body = b'{"x": "' + b"x" * LARGEST_BODY + b'"}'
    path = path.replace("CODE", code)
    error(laptop.post(path, data=body, content_type=kind), 413)
    page = laptop.post(path, data=body, content_type=kind, headers={"Accept": BROWSER})
    assert page.status_code == 413
    sentence_of(page)
    assert written(inn) == before

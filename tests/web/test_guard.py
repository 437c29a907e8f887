"""The door: hosts, origins, headers, guessed codes and bodies that are too big."""

from __future__ import annotations

from typing import Any

import pytest

from companion.inn import Inn
from tests.companion.playing import first_line
from tests.web.phones import BROWSER, LAN, PORT, THROW, Phone, error, sentence_of, written
from web import LARGEST_BODY, create_app
from web.addresses import Addresses

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
    before = written(inn)
    body = b'{"x": "' + b"x" * LARGEST_BODY + b'"}'
    path = path.replace("CODE", code)
    error(laptop.post(path, data=body, content_type=kind), 413)
    page = laptop.post(path, data=body, content_type=kind, headers={"Accept": BROWSER})
    assert page.status_code == 413
    sentence_of(page)
    assert written(inn) == before

"""The pages as browsers get them: in three languages, without any script, with nothing that CSP forbids."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

from companion.inn import Inn
from companion.translations import LANGUAGES
from tests.companion.playing import UNDO
from tests.web.phones import BROWSER, LAN, PORT, THERE, THROW, Phone
from tests.web.reading import Page, scan_svg
from tests.web.test_hunt_pages import lay_hunt
from web.games import PRESENTERS

EveryPage = Callable[..., dict[str, tuple[Phone, str]]]


@pytest.fixture
def every_page(code: str, laptop: Phone, frodo: Phone, sam: Phone, stranger: Phone) -> EveryPage:
    """Every page there is, some in several states of the game: by name, with the phone that sees it."""
    finished = laptop.lays("frodo", "sam", nazgul_path=1)
    laptop.sits(finished, "frodo")
    laptop.sits(finished, "sam")
    chance = Random(1)
    while turn := laptop.sees(finished)["turn"]:
        laptop.plays(finished, chance, turn[0])
    advanced = laptop.lays("sam", "frodo", "merry", "pippin", advanced=True, nazgul_path=12)
    laptop.sits(advanced, "merry")
    hunt = lay_hunt(laptop)

    def fetch(**headers: str) -> dict[str, tuple[Phone, str]]:
        found: dict[str, tuple[Phone, str]] = {}

        def keep(name: str, visitor: Phone, path: str, status: int = 200) -> None:
            page = visitor.page(path, **headers)
            assert page.status_code == status, (name, page.status_code)
            assert page.mimetype == "text/html"
            found[name] = visitor, page.text

        keep("home", stranger, "/")
        keep("home of the owner", laptop, "/")
        keep("home of a player", frodo, "/")
        keep("new", stranger, "/new")
        keep("join", stranger, f"/join/{code}")
        keep("join again", frodo, f"/join/{code}?more=1")
        keep("join with a ticket", stranger, f"/join/{code}?seat=frodo&ticket=abc")
        keep("screen", stranger, f"/tables/{code}/screen")
        keep("screen of the host", laptop, f"/tables/{code}/screen")
        keep("host", laptop, f"/tables/{code}/host")
        keep("not found", stranger, "/nowhere", 404)
        keep("wrong code", stranger, "/join/XXXXX", 404)
        keep("not the host", stranger, f"/tables/{code}/host", 403)
        keep("finished", laptop, f"/tables/{finished}/seats/frodo")
        keep("finished screen", laptop, f"/tables/{finished}/screen")
        keep("advanced", laptop, f"/tables/{advanced}/seats/merry")
        keep("advanced screen", laptop, f"/tables/{advanced}/screen")
        keep("new hunt", stranger, "/new?game=hunt-for-the-ring")
        keep("hunt screen", stranger, f"/tables/{hunt}/screen")
        keep("hunt join", stranger, f"/join/{hunt}")
        for seat in ("ringbearer", "wraith-1"):
            for query in ("", "?deed=cards", "?open=1"):
                keep(f"hunt {seat} {query}", laptop, f"/tables/{hunt}/seats/{seat}{query}")
        for version, line in enumerate((None, THROW, {"do": "keep", "dice": ["yellow", "blue"]}, UNDO)):
            if line:
                frodo.acts(code, line)
            keep(f"phone {version}", frodo, f"/tables/{code}/seats/frodo")
            keep(f"watching phone {version}", sam, f"/tables/{code}/seats/sam")
            keep(f"screen {version}", stranger, f"/tables/{code}/screen")
        ticket = laptop.sends_form(f"/tables/{code}/seats/frodo/ticket", **headers)
        assert ticket.status_code == 200
        found["ticket"] = laptop, ticket.text
        bad = stranger.sends_form("/tables", {"game": "journey-to-mordor"}, **headers)
        assert bad.status_code == 400
        found["new with trouble"] = stranger, bad.text
        return found

    return fetch


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_comes_in_every_language(every_page: EveryPage, language: str) -> None:
    wanted = {"Accept-Language": f"{language}-XX, {language};q=0.9, de;q=0.5"}
    for name, (_, html) in every_page(**wanted).items():
        assert Page(html).language == language, name


def test_a_language_nobody_here_speaks_becomes_english(stranger: Phone) -> None:
    for header in ("de", "", "*", ";;;", "x" * 500, "ru;q=nonsense"):
        assert Page(stranger.page("/", **{"Accept-Language": header}).text).language in LANGUAGES
    assert Page(stranger.page("/", **{"Accept-Language": "de"}).text).language == "en"


def test_a_phone_keeps_the_language_and_the_theme_it_chose(code: str, frodo: Phone) -> None:
    back = f"/tables/{code}/seats/frodo"
    chosen = frodo.sends_form("/settings", {"language": "pl", "theme": "parchment", "back": back})
    assert (chosen.status_code, chosen.location) == (303, back)
    html = frodo.page(back, **{"Accept-Language": "ru"}).text
    assert Page(html).language == "pl"
    assert 'data-theme="parchment"' in html
    frodo.sends_form("/settings", {"language": "tlh", "theme": "neon"})
    html = frodo.page(back).text
    assert Page(html).language == "pl"
    assert 'data-theme="parchment"' in html


def test_no_page_holds_what_the_content_policy_forbids(every_page: EveryPage) -> None:
    for name, (_, html) in every_page().items():
        page = Page(html)
        assert page.inline == [], name
        for tag, attribute, value in page.attributes:
            assert attribute != "style", (name, tag)
            assert not attribute.startswith("on"), (name, tag, attribute)
            # A name space is a name, not an address.
            assert attribute == "xmlns" or not value.lstrip().lower().startswith(
                ("javascript:", "http:", "https:", "//")
            ), (
                name,
                value,
            )


def test_every_link_and_picture_of_every_page_leads_somewhere(every_page: EveryPage, laptop: Phone) -> None:
    fetched: dict[str, str] = {}
    for name, (visitor, html) in every_page().items():
        for reference in Page(html).references:
            path = reference.partition("#")[0]
            if not path or path in fetched or path.startswith("data:"):
                continue
            assert path.startswith("/"), (name, path)
            answer = visitor.page(path)
            # Forms' addresses take posts only; their own tests send them.
            assert answer.status_code in (200, 303, 405), (name, path, answer.status_code)
            if path.startswith("/static/"):
                assert answer.status_code == 200, path
                fetched[path] = answer.get_data().decode(errors="replace")
            answer.close()
    assert len(fetched) > 25
    for path, text in fetched.items():
        if path.endswith(".css"):
            for reference in re.findall(r"url\(['\"]?([^)'\"]+)['\"]?\)", text):
                if not reference.startswith(("data:", "#")):
                    assert laptop.get(urljoin(path, reference)).status_code == 200, reference


def test_every_drawing_has_the_part_that_pages_point_at(every_page: EveryPage, laptop: Phone) -> None:
    for _, html in every_page().values():
        for reference in set(re.findall(r'<use href="([^"]+)"', html)):
            path, _, part = reference.partition("#")
            assert f'id="{part}"' in laptop.get(path).text, reference


# Coming and going


def test_an_unknown_code_gets_a_friendly_page(stranger: Phone) -> None:
    typed = stranger.get("/join", query_string={"code": " xx xxx "})
    assert (typed.status_code, typed.location) == (303, "/join/XXXXX")
    page = stranger.page("/join/XXXXX")
    assert page.status_code == 404
    assert 'href="/"' in page.text


def test_a_code_is_read_as_people_type_it(code: str, stranger: Phone) -> None:
    for typed in (code, code.lower(), f" {code[:2]} {code[2:].lower()}\t"):
        answer = stranger.get("/join", query_string={"code": typed})
        assert answer.location == f"/join/{code}"
    assert stranger.page(f"/join/{code.lower()}").status_code == 200
    assert stranger.get("/join").location == "/"


def test_a_phone_with_a_seat_is_taken_straight_back_to_it(code: str, frodo: Phone) -> None:
    answer = frodo.page(f"/join/{code}")
    assert (answer.status_code, answer.location) == (303, f"/tables/{code}/seats/frodo")
    frodo.sits(code, "sam")
    assert frodo.page(f"/join/{code}").location == f"/tables/{code}/seats/sam"
    assert frodo.page(f"/join/{code}?more=1").status_code == 200
    assert f"/tables/{code}/seats/frodo" in frodo.page("/").text


def test_a_phone_whose_seat_was_freed_is_sent_to_choose_one(code: str, laptop: Phone, frodo: Phone) -> None:
    laptop.post(f"/tables/{code}/seats/frodo/free")
    answer = frodo.page(f"/tables/{code}/seats/frodo")
    assert (answer.status_code, answer.location) == (303, f"/join/{code}")
    assert frodo.page(answer.location).status_code == 200


@pytest.mark.parametrize(
    "back",
    [
        "http://evil.example/",
        "//evil.example/",
        "///evil.example",
        " //evil.example",
        "evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\r/evil.example",
        "\t//evil.example",
        "javascript:alert(1)",
        "/\r\nX-Evil: 1",
        "/\0",
        "/" + "x" * 5000,
        "",
        5,
        None,
        ["/"],
    ],
    ids=repr,
)
def test_settings_never_lead_off_to_another_site(stranger: Phone, back: object) -> None:
    for answer in (
        stranger.post("/settings", json={"back": back, "language": "ru"}),
        stranger.sends_form("/settings", {"back": str(back).encode("utf-8", "replace").decode()}),
    ):
        assert answer.status_code == 303
        assert urlsplit(urljoin(THERE, answer.location.replace("\\", "/"))).netloc == f"{LAN}:{PORT}"
        assert not re.match(r"/[\s/\\]", answer.location)
        assert "X-Evil" not in answer.headers


# Codes to scan


def test_the_code_on_the_table_screen_leads_a_phone_to_the_table(
    code: str, laptop: Phone, stranger: Phone
) -> None:
    for visitor in (laptop, stranger):
        assert scan_svg(visitor.page(f"/tables/{code}/screen").text) == f"{THERE}/join/{code}"
    assert stranger.page(f"/join/{code}").status_code == 200


# The truth


@pytest.mark.parametrize("page", ["phone", "screen"])
def test_a_move_that_comes_while_a_page_is_drawn_is_not_missed(
    inn: Inn, code: str, frodo: Phone, stranger: Phone, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that shows version 1 says so, or it would take the stream's “version 2” for old news."""
    picture = PRESENTERS["journey-to-mordor"].picture
    acted: list[int] = []

    def slowly(view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        if not acted:
            acted.append(1)
            inn.act(code, "frodo", THROW, 1)
        return picture(view, options)

    monkeypatch.setattr(PRESENTERS["journey-to-mordor"], "picture", slowly)
    visitor, path = (frodo, "seats/frodo") if page == "phone" else (stranger, "screen")
    html = visitor.get(f"/tables/{code}/{path}", headers={"Accept": BROWSER}).text
    shown = re.search(r'data-version="(\d+)', html)
    assert shown
    assert int(shown[1]) == 1

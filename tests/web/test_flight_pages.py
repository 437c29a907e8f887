"""Part two's pages as browsers get them: at every moment, without script, and covered."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.boards import JOURNEYS, shipped
from companion.core import Json, Line, proof
from tests.companion.playing import pick
from tests.web.phones import Phone
from tests.web.reading import Page
from tests.web.test_hunt_pages import lay_hunt, send

BOARD = shipped()["demonstration-part-2"]
CARDS = shipped(JOURNEYS)["demonstration-part-2"]
SHORT = "8 . 3 10 13 . 19 . 27 . 30 41 45 48 B"
LONG = "8 3 10 13 14 . 16 20* . 28* . 23 33 36 37 39 A"
THROW = ["ring", "ring", "sword", "sword", "sorcery", "shadow"]
PLACES = {"green": "19", "blue": "19", "red": "32", "purple": "32"}
FIVE = ["4", "7", "14", "17", "20"]


@pytest.fixture(autouse=True)
def masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commitments are random by design; all else must be the same."""
    monkeypatch.setattr(proof, "digest", lambda salt, entry: "0" * 64)


def flight(phone: Phone, **options: Any) -> str:
    return lay_hunt(phone, part=2, **{"board": BOARD, "journeys": CARDS, "wraiths": 1, **options})


def set_out(phone: Phone, code: str, card: str, deeds: list[str], start: str) -> None:
    phone.acts(code, {"do": "set-journey", "rows": card}, "ringbearer")
    phone.acts(code, {"do": "set-deeds", "tokens": deeds, "start": start}, "ringbearer")
    phone.acts(code, {"do": "place", "nazgul": PLACES}, "wraith-1")
    phone.acts(code, {"do": "roll", "dice": THROW}, "wraith-1")


def covered(phone: Phone, code: str, query: str = "") -> str:
    """What is drawn of the Ringbearer's page while nobody holds the seal."""
    page = phone.page(f"/tables/{code}/seats/ringbearer{query}").text
    before, _, rest = page.partition("<template")
    _, _, after = rest.partition("</template>")
    return re.sub(rf"{code}| \(2\)", "", before + after)


def test_the_covered_page_tells_neither_the_deck_nor_where_gandalf_is(stranger: Phone) -> None:
    """Two games with other cards, other deed tokens, other ways: a friend who looks over sees the same."""
    one, other = flight(stranger, fellowship=2), flight(stranger, fellowship=2)
    set_out(stranger, one, SHORT, ["14", "20", "28", "4"], "14")
    set_out(stranger, other, LONG, ["22", "17", "31", "47"], "31")
    assert covered(stranger, one) == covered(stranger, other)
    # In one game Gandalf comes to a Nazgûl and could appear; in the other there is nothing for him to do.
    stranger.acts(one, {"do": "gandalf", "to": "19"}, "ringbearer")
    stranger.acts(other, {"do": "gandalf", "to": "31"}, "ringbearer")
    offered = [{line["do"] for line in stranger.sees(code, "ringbearer")["legal"]} for code in (one, other)]
    assert [("appear" in each, "deed" in each) for each in offered] == [(True, False), (False, False)]
    for query in ("", "?deed=cards", "?deed=extra-move"):
        assert covered(stranger, one, query) == covered(stranger, other, query)


def test_a_deed_that_could_be_done_shows_only_under_the_seal(stranger: Phone) -> None:
    one, other = flight(stranger), flight(stranger)
    for code, deeds in ((one, ["14", "20", "28", "4"]), (other, ["14", "22", "17", "4"])):
        set_out(stranger, code, SHORT, deeds, "14")
        for to in ("16", "20"):
            stranger.acts(code, {"do": "gandalf", "to": to}, "ringbearer")
            stranger.acts(code, {"do": "end-turn"}, "ringbearer")
            for _ in range(4):
                stranger.acts(code, {"do": "end-turn"}, "wraith-1")
        stranger.acts(code, {"do": "rest"}, "ringbearer")
        stranger.acts(code, {"do": "gandalf", "to": "20"}, "ringbearer")
    offered = [[line["do"] for line in stranger.sees(code, "ringbearer")["legal"]] for code in (one, other)]
    assert ["deed" in each for each in offered] == [True, False]
    inside = stranger.page(f"/tables/{one}/seats/ringbearer").text.partition("<template")[2]
    assert 'value="deed"' in inside.partition("</template>")[0]
    assert covered(stranger, one) == covered(stranger, other)


def test_a_flight_begins_without_any_script(stranger: Phone) -> None:
    code = flight(stranger, information=FIVE, fellowship=1)

    def say(seat: str, do: str, query: str = "", **fields: Any) -> Json:
        return send(stranger, code, seat, do, query, **fields)

    say("ringbearer", "set-journey", "?open=1", **{"rows?": SHORT})
    say("ringbearer", "set-deeds", "?open=1", **{"tokens[]": ["14", "20", "28", "4"]})
    assert say("ringbearer", "set-deeds", "?open=1", start="14")["gandalf"] == ["14"]
    for colour, at in PLACES.items():
        say("wraith-1", "place", nazgul=colour, at=at)
    assert say("wraith-1", "witch-king", nazgul="red")["flight"]["witch_king"]["nazgul"] == "red"
    say("wraith-1", "roll", dice="draw")
    assert say("ringbearer", "gandalf", "?open=1", to="19")["gandalf"] == ["14", "19"]
    view = say_deed(stranger, code, "appear")
    assert view["flight"]["gandalf_at"] == "19"
    if view["flight"]["owes_die"]:
        say("ringbearer", "appear", die=view["dice"][0])
    offer = next(line for line in stranger.sees(code, "ringbearer")["legal"] if line["do"] == "drive")
    view = say("ringbearer", "drive", **{"by:words": " ".join(offer["by"][0])})
    assert view["nazgul"][offer["nazgul"]]["at"] == offer["by"][0][-1]
    say("ringbearer", "end-turn")


def say_deed(phone: Phone, code: str, do: str) -> Json:
    """A deed of Gandalf's is chosen as the word itself, in the form behind the screen."""
    page = Page(phone.page(f"/tables/{code}/seats/ringbearer?open=1").text)
    assert ("input", "value", do) in page.attributes
    known = phone.sees(code, "ringbearer")["version"]
    fields = {"seat": "ringbearer", "known:int": known, "do": do}
    assert phone.sends_form(f"/tables/{code}/act", fields).status_code == 303
    return phone.sees(code, "ringbearer")


@pytest.mark.parametrize(
    ("options", "language"),
    [
        ({"information": FIVE, "fellowship": 3}, "en"),
        ({"wraiths": 4, "answers": "auto", "havens": True}, "ru"),
        ({"board": None, "journeys": None, "wraiths": 2, "information": FIVE}, "pl"),
    ],
    ids=["with the Witch-king", "four", "no map"],
)
def test_every_moment_of_random_flights_has_its_pages(
    phone: Callable[[], Phone], options: Json, language: str
) -> None:
    """Every form is whole, every sentence has its words, nothing breaks: on all phones and the screen."""
    player, chance = phone(), Random(5)
    code = flight(player, **options)
    seen: set[str] = set()
    for number in range(260):
        turn = player.sees(code, "table")["turn"]
        if not turn:
            break
        seat = chance.choice(turn)
        view = player.sees(code, seat)
        seen |= {line["do"] for line in view["legal"]}
        line: Line = pick(chance, _favoured(chance, view["legal"]))
        player.acts(code, line, seat)
        if number % 5 == 0:
            for each in view["seats"]:
                query = chance.choice(["", "?deed=cards", "?deed=extra-move", "?open=1"])
                page = player.page(f"/tables/{code}/seats/{each}{query}", **{"Accept-Language": language})
                assert page.status_code == 200
                Page(page.text)
            assert player.page(f"/tables/{code}/screen", **{"Accept-Language": language}).status_code == 200
    assert {"gandalf", "ride", "end-turn", "roll"} <= seen


def _favoured(chance: Random, legal: list[Line]) -> Line:
    """Any of them, rarer things rather."""
    rare = [
        line
        for line in legal
        if line["do"] in ("appear", "drive", "deed", "rivendell", "seek", "new-journey")
    ]
    return chance.choice(rare if rare and chance.random() < 0.7 else legal)

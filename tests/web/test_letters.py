"""The letter over HTTP: sealed, handed in, opened; and what each side's browser gets to see of it."""

from __future__ import annotations

import io
import logging
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.core import Json, Line
from companion.games.hunt_for_the_ring import KEY
from companion.inn import Inn
from companion.letter import Look, look, sealing, unseal
from companion.letter.codes import texts
from tests.browser.hunting import BOARD, set_up_lines
from tests.companion.letter.mutating import photo_of_codes
from tests.companion.letter.sealing import sealed as any_letter
from tests.web.phones import BROWSER, HERE, Phone, error, refused, written
from web import LARGEST_BODY
from web.guard import MOST_PHOTOS_BYTES, WRONG_CODES_AT_ONCE
from web.letter_desk import MOST_TABLES, Busy, Desk, OneAtATime

SEATS = ("ringbearer", "wraith-1", "wraith-2")
WORDS = {"ringbearer": "Goldberry-7731", "wraith-1": "Carn-Dum-4402"}
HANDS = {"ringbearer": "Fatty-Bolger-card", "wraith-1": "Black-Breath-card"}
SIDES = {"ringbearer": "ringbearer", "wraith-1": "wraiths"}
FILE = "application/octet-stream"
PART_TWO = {"game": KEY, "part": "letter", "answers": "auto"}

Phones = dict[str, Phone]


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words cost a tenth of a second each by design; not in tests."""
    monkeypatch.setattr(sealing, "COST", 4)


@pytest.fixture
def phones(app: Flask) -> Phones:
    return {seat: Phone(app, f"192.168.7.{number}") for number, seat in enumerate(SEATS, start=20)}


def won(phones: Phones) -> str:
    """A table at which part one is over, a phone a seat; two of the cards in hand were told."""
    first_line = {"game": KEY, "options": {"wraiths": 2, "board": BOARD}}
    code = lay(phones, first_line)
    lines: list[Line] = [
        *set_up_lines(),
        *({"seat": seat, "do": "hold", "cards": [card]} for seat, card in HANDS.items()),
        {"seat": "ringbearer", "do": "move", "to": "B", "card": "Fog"},
    ]
    for line in lines:
        phones[line["seat"]].acts(code, {word: value for word, value in line.items() if word != "seat"})
    return code


def lay(phones: Phones, first_line: Json) -> str:
    answer = phones["ringbearer"].post("/tables", json=first_line)
    assert answer.status_code == 200, answer.text
    code = str(answer.get_json()["code"])
    for seat, phone in phones.items():
        phone.sits(code, seat)
    return code


def choose(phones: Phones, code: str, seat: str, word: str | None = None) -> TestResponse:
    return phones[seat].post(
        f"/tables/{code}/letter/word", json={"seat": seat, "word": WORDS[seat] if word is None else word}
    )


def sealed(phones: Phones, code: str) -> str:
    """Both sides choose their words; gives the letter's id."""
    first = choose(phones, code, "ringbearer").get_json()
    assert (first["chosen"], first["letter"]) == ("ringbearer", None)
    answer = choose(phones, code, "wraith-1").get_json()
    assert answer["chosen"] == "wraiths"
    return str(answer["letter"])


def letter_of(phones: Phones, code: str, id: str) -> bytes:
    letter: bytes = phones["wraith-2"].get(f"/tables/{code}/letter/{id}.letter").data
    return letter


def hand_in(phone: Phone, *files: bytes, codes: list[str] | None = None, accept: str = "*/*") -> TestResponse:
    sent: Json = {"letter": [(io.BytesIO(each), f"{number}.jpg") for number, each in enumerate(files)]}
    if codes:
        sent["codes[]"] = codes
    return phone.post("/letter", data=sent, content_type="multipart/form-data", headers={"Accept": accept})


def lay_from(phones: Phones, letter: bytes) -> str:
    """As a browser does it: hand in the letter, send the form that comes back."""
    host = phones["ringbearer"]
    page = hand_in(host, letter, accept=BROWSER)
    assert page.status_code == 200, page.text
    carried = re.search(r'name="letter" value="([^"]+)"', page.text)
    assert carried
    answer = host.sends_form("/tables", {**PART_TWO, "letter": carried[1]})
    assert answer.status_code == 303, answer.text
    code = str(answer.location.split("/")[2])
    for seat, phone in phones.items():
        phone.sits(code, seat)
    return code


def everything(phones: Phones, code: str, seat: str, id: str = "") -> str:
    """All that this seat's browser can get hold of."""
    phone = phones[seat]
    paths = [f"/tables/{code}/view", f"/tables/{code}/screen", f"/join/{code}?more=1"]
    paths += [f"/tables/{code}/seats/{seat}{more}" for more in ("", "?deed=letter", "?deed=go-on", "?open=1")]
    if id:
        paths += [f"/tables/{code}/letter/{id}.letter", f"/tables/{code}/letter/{id}.pdf"]
        paths += [f"/tables/{code}/letter/{id}/slip.pdf?seat={each}" for each in SEATS]
    return "".join(phone.get(path, headers={"Accept": BROWSER}).data.decode("latin-1") for path in paths)


# Sealing


def test_each_side_chooses_its_word_and_its_word_opens_its_part(phones: Phones) -> None:
    code = won(phones)
    letter = letter_of(phones, code, sealed(phones, code))
    seen = look(letter)
    assert isinstance(seen, Look)
    assert seen.game == KEY
    for seat, word in WORDS.items():
        opened = unseal(letter, word)
        assert list(opened.parts) == [SIDES[seat]]  # type: ignore[union-attr]
        assert HANDS[seat] in str(opened.parts)  # type: ignore[union-attr]


def test_words_are_kept_nowhere_and_told_to_nobody(
    inn: Inn, phones: Phones, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = won(phones)
    id = sealed(phones, code)
    later = lay_from(phones, letter_of(phones, code, id))
    phones["wraith-1"].post(
        f"/tables/{later}/letter/open", json={"seat": "wraith-1", "word": WORDS["wraith-1"]}
    )
    seen = "".join(everything(phones, each, seat, id) for seat in SEATS for each in (code, later))
    for word in WORDS.values():
        for where in (
            seen,
            str(written(inn)),
            caplog.text,
            str(inn._journal._read("SELECT line FROM journal")),
        ):
            assert word not in where
            assert word.casefold() not in where


def test_neither_side_gets_anything_of_the_others_part(phones: Phones) -> None:
    """Pages, views, the letter and its printed page: not the cards, not the slip."""
    code = won(phones)
    id = sealed(phones, code)
    slips = {}
    for seat in HANDS:
        page = phones[seat].page(f"/tables/{code}/seats/{seat}?deed=letter").text
        slips[seat] = page.partition('slip-words">')[2].partition("<")[0]
        assert phones[seat].get(f"/tables/{code}/letter/{id}/slip.pdf?seat={seat}").status_code == 200
    for one, other in (("ringbearer", "wraith-1"), ("wraith-1", "ringbearer"), ("wraith-2", "ringbearer")):
        got = everything(phones, code, one, id)
        assert HANDS[other] not in got
        assert slips[other] not in got
        assert phones[one].get(f"/tables/{code}/letter/{id}/slip.pdf?seat={other}").status_code == 403
    assert HANDS["wraith-1"] in everything(phones, code, "wraith-1"), "or this would prove nothing"


def test_a_word_is_typed_twice_on_the_page(phones: Phones) -> None:
    code = won(phones)
    path = f"/tables/{code}/letter/word?deed=letter"
    wrong = {"seat": "ringbearer", "word": "one", "again": "two"}
    answer = phones["ringbearer"].sends_form(path, wrong)
    assert answer.status_code == 409
    assert "The two did not agree." in answer.text
    right = phones["ringbearer"].sends_form(path, {**wrong, "again": "one"})
    assert right.location.endswith("/seats/ringbearer?deed=letter")
    assert "the word is chosen" in phones["wraith-1"].page(f"/tables/{code}/seats/wraith-1?deed=letter").text


def test_only_who_sits_there_chooses_and_only_when_part_one_is_won(phones: Phones, stranger: Phone) -> None:
    code = won(phones)
    path = f"/tables/{code}/letter/word"
    error(stranger.post(path, json={"seat": "ringbearer", "word": "x"}), 403)
    error(phones["wraith-1"].post(path, json={"seat": "ringbearer", "word": "x"}), 403)
    for bad in ("", "   ", None, 7, "x" * 201):
        refused(phones["ringbearer"].post(path, json={"seat": "ringbearer", "word": bad}))
    begun = lay(phones, {"game": KEY, "options": {"wraiths": 2}})
    assert "part one" in refused(choose(phones, begun, "ringbearer"))


def test_a_table_that_changed_since_begins_a_new_letter(phones: Phones) -> None:
    code = won(phones)
    id = sealed(phones, code)
    phones["ringbearer"].acts(code, {"do": "undo"})
    phones["ringbearer"].acts(code, {"do": "undo"})
    phones["ringbearer"].acts(code, {"do": "hold", "cards": ["another"]})
    phones["ringbearer"].acts(code, {"do": "move", "to": "B", "card": "Fog"})
    assert phones["wraith-1"].get(f"/tables/{code}/letter/{id}.letter").status_code == 404
    assert sealed(phones, code) != id


def test_the_table_goes_straight_on(phones: Phones) -> None:
    code = won(phones)
    answer = phones["wraith-2"].sends_form(
        f"/tables/{code}/go-on?deed=go-on", {"seat": "wraith-2", "havens": "yes"}
    )
    assert answer.status_code == 303, answer.text
    view = phones["ringbearer"].sees(code)
    assert (view["part"], view["phase"], view["flight"]["havens"]) == (2, "set-up", True)
    assert view["board"]["name"] == "demonstration-part-2"
    wrong = {"seat": "wraith-2", "board_from": "own", "board_text": "rubbish"}
    again = phones["wraith-2"].sends_form(f"/tables/{code}/go-on?deed=go-on", wrong)
    assert again.status_code == 409


# A table from a letter


def test_a_letter_lays_the_table_anywhere_and_shows_each_side_its_own(phones: Phones) -> None:
    code = won(phones)
    letter = letter_of(phones, code, sealed(phones, code))
    later = lay_from(phones, letter)
    before = {seat: phones[seat].sees(later) for seat in SEATS}
    assert all(view["flight"]["letter"]["sealed"] == ["ringbearer", "wraiths"] for view in before.values())
    for seat, word in WORDS.items():
        answer = phones[seat].post(f"/tables/{later}/letter/open", json={"seat": seat, "word": word.upper()})
        assert answer.status_code == 200, answer.text
    assert phones["wraith-1"].sees(later)["hand"] == [HANDS["wraith-1"]]
    assert phones["ringbearer"].sees(later)["old_allies"] == [HANDS["ringbearer"]]
    for one, other in (("ringbearer", "wraith-1"), ("wraith-1", "ringbearer"), ("wraith-2", "ringbearer")):
        assert HANDS[other] not in everything(phones, later, one)
    assert phones["wraith-2"].sees(later)["flight"]["letter"]["sealed"] == []
    assert phones["wraith-2"].sees(later)["undo"] is None, "nobody closes it again"


def test_a_wrong_word_gets_a_sentence_and_who_keeps_trying_waits(inn: Inn, phones: Phones) -> None:
    code = won(phones)
    later = lay_from(phones, letter_of(phones, code, sealed(phones, code)))
    before = written(inn)
    path = f"/tables/{later}/letter/open"
    assert "does not open" in refused(
        phones["wraith-1"].post(path, json={"seat": "wraith-1", "word": WORDS["ringbearer"]})
    )
    for _ in range(WRONG_CODES_AT_ONCE - 1):
        refused(phones["wraith-1"].post(path, json={"seat": "wraith-1", "word": "wrong"}))
    error(phones["wraith-1"].post(path, json={"seat": "wraith-1", "word": WORDS["wraith-1"]}), 429)
    assert written(inn) == before
    right = phones["wraith-2"].post(path, json={"seat": "wraith-2", "word": WORDS["wraith-1"]})
    assert right.status_code == 200, "another phone of the side is heard"


def test_a_forgotten_word_is_broken_open_and_every_screen_tells_it_for_ever(
    phones: Phones, laptop: Phone
) -> None:
    code = won(phones)
    id = sealed(phones, code)
    page = phones["ringbearer"].page(f"/tables/{code}/seats/ringbearer?deed=letter").text
    slip = page.partition('slip-words">')[2].partition("<")[0]
    later = lay_from(phones, letter_of(phones, code, id))
    path, line = f"/tables/{later}/letter/break", {"seat": "ringbearer", "slip": slip}
    refused(phones["ringbearer"].post(path, json={**line, "word": "wrong"}))
    refused(
        phones["ringbearer"].post(path, json={**line, "slip": "AAAAA BBBBB CCCCC", "word": WORDS["wraith-1"]})
    )
    phones["ringbearer"].post(path, json={**line, "word": WORDS["wraith-1"]})
    told = "The Ringbearer&#39;s part of the letter was broken open in front of everyone."
    for seat in SEATS:
        assert phones[seat].sees(later)["flight"]["letter"]["broken"] == ["ringbearer"]
        assert told in phones[seat].page(f"/tables/{later}/seats/{seat}").text
    assert told in laptop.page(f"/tables/{later}/screen").text
    assert "nothing to undo" in refused(laptop.sends(later, {"do": "undo"}, seat="table"))
    assert phones["ringbearer"].sees(later)["old_allies"] == [HANDS["ringbearer"]]


def test_half_a_set_of_codes_says_which_are_missing_and_the_rest_is_enough(
    phones: Phones, stranger: Phone
) -> None:
    code = won(phones)
    letter = letter_of(phones, code, sealed(phones, code))
    first, *others = texts(letter)
    page = hand_in(stranger, photo_of_codes([first]), accept=BROWSER)
    assert page.status_code == 400
    assert ", ".join(str(number) for number in range(2, len(others) + 2)) in page.text
    carried = re.findall(r'name="codes\[\]" value="([^"]+)"', page.text)
    assert carried == [first]
    assert hand_in(stranger, photo_of_codes(others), codes=carried).get_json()["all"]["corruption"] == 0


def bad_letters() -> Iterator[tuple[str, bytes]]:
    letter = any_letter().letter
    yield "nothing", b""
    yield "random", bytes(range(256)) * 9
    yield "cut off", letter[:-40]
    yield "a changed bit", bytes([*letter[:60], letter[60] ^ 1, *letter[61:]])
    yield "newer", letter[:5] + b"\x09" + letter[6:]
    yield (
        "another game",
        any_letter({"version": 1, "game": "chess", "all": {}, "ringbearer": {}, "wraiths": {}}).letter,
    )
    yield "no picture", b"\x89PNG\r\n\x1a\nrubbish"
    yield "no letter in a PDF", b"%PDF-1.7 rubbish"


@pytest.mark.parametrize("accept", ["*/*", BROWSER])
def test_bad_letters_get_a_sentence_and_harm_nothing(inn: Inn, laptop: Phone, accept: str) -> None:
    before = written(inn)
    for name, letter in bad_letters():
        answer = hand_in(laptop, letter, accept=accept)
        assert answer.status_code == 400, name
        said = answer.get_json()["error"] if accept == "*/*" else answer.text.partition('"alert">')[2]
        assert said.partition("</p>")[0].strip().endswith("."), name
    assert written(inn) == before


def test_a_forged_form_lays_no_table(inn: Inn, laptop: Phone) -> None:
    before = written(inn)
    for forged in ("", "rubbish", "AAAA", "é" * 20):
        answer = laptop.sends_form("/tables", {**PART_TWO, "letter": forged})
        assert answer.status_code == 400
        assert 'class="trouble"' in answer.text
    assert written(inn) == before


def test_a_letter_of_a_foreign_hand_opens_nothing(phones: Phones) -> None:
    """Options come from outside too: whatever lies in them as a letter, only a sentence comes of it."""
    option = {"version": 1, "game": KEY, "all": {}, "id": "AAAAAAAA", "sealed": "%%%"}
    code = lay(phones, {"game": KEY, "options": {"wraiths": 2, "letter": option}})
    refused(phones["wraith-1"].post(f"/tables/{code}/letter/open", json={"seat": "wraith-1", "word": "x"}))


def test_photos_may_be_large_but_not_endless(stranger: Phone) -> None:
    assert hand_in(stranger, bytes(6 * LARGEST_BODY)).status_code == 400
    kind = "multipart/form-data; boundary=x"
    answer = stranger.post("/letter", data=bytes(MOST_PHOTOS_BYTES + 1), content_type=kind)
    error(answer, 413)


def test_who_hands_in_rubbish_again_and_again_waits(stranger: Phone) -> None:
    for _ in range(WRONG_CODES_AT_ONCE):
        error(hand_in(stranger, b"rubbish"), 400)
    error(hand_in(stranger, b"rubbish"), 429)


# Costly work


def test_few_may_wait_for_what_is_costly_and_the_rest_is_sent_away() -> None:
    costly, entered, leave = OneAtATime(most_waiting=1), threading.Event(), threading.Event()

    def work() -> None:
        with costly.turn():
            entered.set()
            leave.wait(10)

    first = threading.Thread(target=work)
    first.start()
    assert entered.wait(10)
    second = threading.Thread(target=work)
    second.start()
    while costly._waiting._value:
        pass
    with pytest.raises(Busy), costly.turn():
        pass
    leave.set()
    first.join()
    second.join()
    with costly.turn():
        pass


def test_a_busy_server_says_so(app: Flask, stranger: Phone) -> None:
    app.extensions["costly"] = OneAtATime(most_waiting=-1)
    error(hand_in(stranger, b"rubbish"), 503)


def test_the_desk_forgets_words_when_it_is_full() -> None:
    desk = Desk()
    contents: Json = {"version": 1, "game": KEY, "all": {}, "ringbearer": {}, "wraiths": {}}
    for number in range(MOST_TABLES + 1):
        desk.choose(f"T{number}", "wraiths", "word", contents, "", "")
    assert desk.chosen("T0", contents) == ()
    assert desk.chosen(f"T{MOST_TABLES}", contents) == ("wraiths",)


# Rubbish by the shovel

WORDS_OF_LINES = st.sampled_from(
    ["seat", "word", "again", "slip", "letter", "codes[]", "board_from", "grey", "part"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(SEATS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    path=st.sampled_from(["letter/word", "letter/open", "letter/break", "go-on"]),
    said=st.dictionaries(WORDS_OF_LINES, VALUES, max_size=5),
    accept=st.sampled_from(["*/*", BROWSER]),
)
def test_any_words_get_a_sentence(app: Flask, path: str, said: dict[str, Any], accept: str) -> None:
    for name in ("letter-words", "letter-photos"):
        app.extensions[name]._tries.clear()
    phone = Phone(app, "127.0.0.1", HERE)
    code = str(phone.post("/tables", json={"game": KEY, "options": {"part": 2}}).get_json()["code"])
    phone.sits(code, "ringbearer")
    answer = phone.post(f"/tables/{code}/{path}", json=said, headers={"Accept": accept})
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[:300])
    assert phone.sees(code)["version"] == 1

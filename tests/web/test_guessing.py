"""Guessing a table's code is slow work, and slows nobody else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from flask import Flask

from companion.inn import Inn
from tests.web.phones import LAN, THROW, Phone, error, sentence_of, written
from web.guard import MOST_REMEMBERED, WRONG_CODES_AT_ONCE, WRONG_CODES_PER_MINUTE, Doorkeeper


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

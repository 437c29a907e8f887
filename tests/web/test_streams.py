"""Live updates from a real server: what a stream says, when it is silent, and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.inn import SCREEN, Inn
from tests.companion.playing import UNDO, first_line, keep
from tests.web.phones import THROW
from tests.web.running import BEAT, GONE, PATIENCE_S, Caller, Listening, any_port, serving, version
from web import create_app, streams
from web.addresses import Addresses


@pytest.fixture
def app(inn: Inn) -> Flask:
    return create_app(inn, Addresses("127.0.0.1", 0))


@pytest.fixture
def port(app: Flask, inn: Inn, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    with serving(app, inn, any_port(), monkeypatch) as port:
        yield port


@pytest.fixture
def host(port: int) -> Caller:
    return Caller(port)


@pytest.fixture
def code(host: Caller) -> str:
    return host.lays(first_line("frodo", "sam"))


@pytest.fixture
def frodo(port: int, code: str) -> Caller:
    return Caller(port).sits(code, "frodo")


@pytest.fixture
def sam(port: int, code: str) -> Caller:
    return Caller(port).sits(code, "sam")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts beat fast."""
    monkeypatch.setattr(streams, "BEAT_S", 0.02)


def until(inn: Inn, code: str, is_so: Callable[[], bool]) -> None:
    """Wait, as the table screen does, for phones to come or go."""
    mark = inn.mark(code, SCREEN)
    while not is_so():
        was, mark = mark, inn.wait(code, SCREEN, mark, PATIENCE_S)
        assert mark != was, "nobody came or went"


def is_here(inn: Inn, code: str, seat: str) -> bool:
    return next(each.is_here for each in inn.seatings(code) if each.seat == seat)


def after_beats(stream: Listening) -> str:
    return next(heard for heard in iter(stream.hears, None) if heard != BEAT)


def test_a_stream_says_at_once_where_the_seat_stands(code: str, frodo: Caller) -> None:
    with Listening(frodo, f"/tables/{code}/events") as stream:
        assert stream.status == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Cache-Control"] == "no-store"
        assert "Content-Length" not in stream.headers
        assert stream.hears() == version(1)


def test_a_stream_speaks_when_its_seats_view_has_changed(code: str, frodo: Caller, sam: Caller) -> None:
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1)
        for number, line in enumerate((THROW, keep("blue"), UNDO), start=2):
            assert frodo.acts(code, line) == number
            assert stream.hears() == version(number)
            assert sam.sees(code)["version"] == number


def test_what_is_refused_moves_no_stream(code: str, frodo: Caller, sam: Caller) -> None:
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1)
        for line in ({"do": "end", "known": 1}, {**THROW, "known": 9}, {"do": 5}, {**THROW, "seat": "sam"}):
            assert frodo.ask("POST", f"/tables/{code}/act", line)[0] in (400, 403, 409)
        frodo.acts(code, THROW)
        assert stream.hears() == version(2)


def test_a_silent_stream_beats(quick: None, code: str, frodo: Caller) -> None:
    with Listening(frodo, f"/tables/{code}/events") as stream:
        assert [stream.hears() for _ in range(4)] == [version(1), BEAT, BEAT, BEAT]


def test_a_named_seat_and_the_open_table_have_streams_of_their_own(
    code: str, frodo: Caller, host: Caller
) -> None:
    frodo.sits(code, "sam")
    for path in ("events?seat=frodo", "events?seat=sam", "events?seat=table"):
        with Listening(frodo, f"/tables/{code}/{path}") as stream:
            assert stream.hears() == version(1)
    with Listening(host, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1)
    with Listening(host, f"/tables/{code}/events?seat=frodo") as stream:
        assert stream.status == 403


def test_the_stream_of_a_freed_seat_says_so_and_ends(code: str, host: Caller, frodo: Caller) -> None:
    with Listening(frodo, f"/tables/{code}/events?seat=frodo") as stream:
        assert stream.hears() == version(1)
        host.tell("POST", f"/tables/{code}/seats/frodo/free")
        assert stream.hears() == GONE
        assert stream.hears() == ""


def test_the_stream_of_a_seat_that_was_handed_on_says_so_and_ends(
    code: str, port: int, host: Caller, frodo: Caller
) -> None:
    ticket = host.tell("POST", f"/tables/{code}/seats/frodo/ticket")["ticket"]
    other = Caller(port)
    with Listening(frodo, f"/tables/{code}/events?seat=frodo") as stream:
        assert stream.hears() == version(1)
        other.tell("POST", f"/tables/{code}/seats/frodo", {"ticket": ticket})
        assert (stream.hears(), stream.hears()) == (GONE, "")
    with Listening(other, f"/tables/{code}/events?seat=frodo") as stream:
        assert stream.hears() == version(1)


def test_freeing_one_seat_moves_no_other_seats_stream(
    code: str, host: Caller, frodo: Caller, sam: Caller
) -> None:
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1)
        host.tell("POST", f"/tables/{code}/seats/frodo/free")
        frodo.sits(code, "frodo").acts(code, THROW)
        assert stream.hears() == version(2)


def test_a_phone_that_slept_comes_back_to_the_whole_truth(code: str, frodo: Caller, sam: Caller) -> None:
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1)
    for line in (THROW, keep("blue", "yellow"), UNDO):
        frodo.acts(code, line)
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(4)
    assert sam.sees(code)["dice"] == frodo.sees(code)["dice"]
    assert sam.sees(code)["turned_back"]["by"] == "frodo"


def test_the_table_screen_sees_phones_come_and_go(
    quick: None, inn: Inn, code: str, host: Caller, frodo: Caller
) -> None:
    with Listening(host, f"/tables/{code}/screen/events") as screen:
        assert screen.hears().startswith('data: {"version": "1.')
        assert not is_here(inn, code, "frodo")
        stream = Listening(frodo, f"/tables/{code}/events")
        until(inn, code, lambda: is_here(inn, code, "frodo"))
        assert after_beats(screen).startswith('data: {"version": "1.')
        stream.hang_up()
        until(inn, code, lambda: not is_here(inn, code, "frodo"))
        assert after_beats(screen).startswith('data: {"version": "1.')
        assert inn.listeners() == 1


def test_a_phone_with_two_pages_is_here_until_both_are_closed(
    quick: None, inn: Inn, code: str, frodo: Caller
) -> None:
    first, second = (Listening(frodo, f"/tables/{code}/events") for _ in range(2))
    assert (first.hears(), second.hears()) == (version(1), version(1))
    assert inn.listeners(code, "frodo") == 2
    first.hang_up()
    while inn.listeners(code, "frodo") == 2:
        assert second.hears() == BEAT
    assert is_here(inn, code, "frodo")
    second.hang_up()
    until(inn, code, lambda: not is_here(inn, code, "frodo"))


def test_a_phone_with_two_seats_is_here_for_both(quick: None, inn: Inn, code: str, frodo: Caller) -> None:
    frodo.sits(code, "sam")
    with Listening(frodo, f"/tables/{code}/events?seat=frodo") as stream:
        assert stream.hears() == version(1)
        assert [each.is_here for each in inn.seatings(code)] == [True, True]
    until(inn, code, lambda: not is_here(inn, code, "sam"))


def test_a_hung_up_phone_is_noticed_without_waiting_for_a_change(
    quick: None, inn: Inn, code: str, frodo: Caller
) -> None:
    for _ in range(3):
        stream = Listening(frodo, f"/tables/{code}/events")
        until(inn, code, lambda: inn.listeners() == 1)
        stream.hang_up()
        until(inn, code, lambda: inn.listeners() == 0)


def test_one_seat_can_have_only_so_many_streams(inn: Inn, code: str, frodo: Caller, sam: Caller) -> None:
    most = streams.MOST_STREAMS_A_SEAT
    opened = [Listening(frodo, f"/tables/{code}/events") for _ in range(most)]
    assert [stream.hears() for stream in opened] == [version(1)] * most
    status, _, body = frodo.ask("GET", f"/tables/{code}/events")
    assert status == 503
    assert body.rstrip().endswith(b'."}')
    with Listening(sam, f"/tables/{code}/events") as stream:
        assert stream.hears() == version(1), "the others are not touched by it"
        frodo.acts(code, THROW)
        assert [each.hears() for each in (*opened, stream)] == [version(2)] * (most + 1)
    for stream in opened:
        stream.hang_up()


def test_the_house_can_hold_only_so_many_streams(
    code: str, frodo: Caller, sam: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 3)
    opened = [Listening(frodo, f"/tables/{code}/screen/events") for _ in range(3)]
    assert all(stream.hears().startswith("data: ") for stream in opened)
    for path in ("events", "screen/events"):
        assert sam.ask("GET", f"/tables/{code}/{path}")[0] == 503
    assert sam.sees(code)["version"] == 1, "looking and acting go on"
    for stream in opened:
        stream.hang_up()


def test_asking_only_for_the_head_of_a_stream_opens_none(inn: Inn, code: str, frodo: Caller) -> None:
    for path in ("events", "screen/events"):
        assert frodo.ask("HEAD", f"/tables/{code}/{path}")[0] == 200
    assert inn.listeners() == 0


def test_a_closing_inn_lets_every_stream_go(inn: Inn, code: str, frodo: Caller, sam: Caller) -> None:
    opened = [Listening(each, f"/tables/{code}/events") for each in (frodo, sam)]
    assert [stream.hears() for stream in opened] == [version(1)] * 2
    inn.dismiss()
    assert [stream.hears() for stream in opened] == [""] * 2
    for stream in opened:
        stream.hang_up()

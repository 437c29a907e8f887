"""The inn: its tables, their names, and who sits where."""

from pathlib import Path

import pytest

from companion.core import Refusal
from companion.inn import CODE_LENGTH, CODE_LETTERS, LONGEST_NAME, SCREEN, Inn
from companion.journal import Journal, JournalError
from companion.table import Row
from tests.companion.lodging import opened, play_on, refusal, table_of
from tests.companion.playing import first_line


def taken(inn: Inn, code: str, seat: str, ticket: str | None = None) -> str:
    secret = inn.take(code, seat, ticket)
    assert isinstance(secret, str), str(secret.why)
    return secret


def ticket_for(inn: Inn, code: str, seat: str) -> str:
    ticket = inn.ticket(code, seat)
    assert isinstance(ticket, str)
    return ticket


def test_a_code_is_short_and_spells_nothing(inn: Inn) -> None:
    codes = {opened(inn) for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set(CODE_LETTERS) & set("AEIOUY0123456789")


def test_a_table_that_the_rules_refuse_is_not_opened(inn: Inn) -> None:
    assert "two to four" in refusal(inn.open(first_line("frodo")))
    assert inn.entries() == []


def test_a_code_nobody_gave_out_is_no_table(inn: Inn) -> None:
    assert inn.table("BCDFG") is None
    assert not inn.hosts("BCDFG", "secret")


def test_the_host_is_known_by_the_secret(inn: Inn) -> None:
    opening = inn.open(first_line("frodo", "sam"))
    assert not isinstance(opening, Refusal)
    code, host = opening
    assert inn.hosts(code, host)
    assert not any(inn.hosts(code, wrong) for wrong in ("", host[:-1], host + "x", "\ud800"))
    assert not inn.hosts(opened(inn), host)


def test_a_free_seat_is_taken_once(inn: Inn, code: str) -> None:
    secret = taken(inn, code, "frodo")
    assert inn.holds(code, "frodo", secret)
    assert refusal(inn.take(code, "frodo")).startswith("This seat is taken.")
    assert inn.holds(code, "frodo", secret)
    assert [seating.is_taken for seating in inn.seatings(code)] == [True, False]


@pytest.mark.parametrize("wrong", ["", "x", "\ud800"])
def test_a_wrong_secret_holds_no_seat(inn: Inn, code: str, wrong: str) -> None:
    secret = taken(inn, code, "frodo")
    assert not inn.holds(code, "frodo", wrong)
    assert not inn.holds(code, "sam", secret)
    assert not inn.holds(code, "nobody", secret)


@pytest.mark.parametrize("seat", ["merry", "table", SCREEN, ""])
def test_a_seat_that_is_not_at_the_table_cannot_be_taken(inn: Inn, code: str, seat: str) -> None:
    assert refusal(inn.take(code, seat)) == "There is no such seat. The seats are: frodo, sam."


def test_a_freed_seat_no_longer_belongs_to_the_phone_that_had_it(inn: Inn, code: str) -> None:
    old = taken(inn, code, "frodo")
    inn.free(code, "frodo")
    assert not inn.holds(code, "frodo", old)
    new = taken(inn, code, "frodo")
    assert inn.holds(code, "frodo", new)
    assert not inn.holds(code, "frodo", old)


def test_a_ticket_hands_a_taken_seat_to_another_phone_once(inn: Inn, code: str) -> None:
    old = taken(inn, code, "frodo")
    ticket = ticket_for(inn, code, "frodo")
    assert inn.holds(code, "frodo", old)
    new = taken(inn, code, "frodo", ticket)
    assert (inn.holds(code, "frodo", old), inn.holds(code, "frodo", new)) == (False, True)
    assert refusal(inn.take(code, "frodo", ticket)).startswith("This invitation has been used.")
    assert inn.holds(code, "frodo", new)


@pytest.mark.parametrize("wrong", ["x", "\ud800", "ticket of another seat"])
def test_a_wrong_ticket_hands_on_nothing(inn: Inn, code: str, wrong: str) -> None:
    secret = taken(inn, code, "frodo")
    taken(inn, code, "sam")
    ticket_for(inn, code, "frodo")
    given = ticket_for(inn, code, "sam") if "seat" in wrong else wrong
    assert refusal(inn.take(code, "frodo", given)).startswith("This invitation has been used.")
    assert inn.holds(code, "frodo", secret)


def test_only_the_latest_ticket_counts(inn: Inn, code: str) -> None:
    taken(inn, code, "frodo")
    first, second = ticket_for(inn, code, "frodo"), ticket_for(inn, code, "frodo")
    refusal(inn.take(code, "frodo", first))
    taken(inn, code, "frodo", second)


def test_a_free_seat_needs_no_ticket(inn: Inn, code: str) -> None:
    assert refusal(inn.ticket(code, "frodo")).startswith("This seat is free already")


def test_of_several_seats_of_one_phone_the_latest_taken_leads(inn: Inn, code: str) -> None:
    taken(inn, code, "sam")
    taken(inn, code, "frodo")
    assert inn.latest(code, ["frodo", "sam"]) == "frodo"
    assert inn.latest(code, ["sam"]) == "sam"
    inn.free(code, "frodo")
    assert inn.latest(code, ["frodo", "sam"]) == "sam"
    assert inn.latest(code, []) is None


def test_seats_and_tables_outlive_the_server(file: Path) -> None:
    inn = Inn(Journal(file))
    code = opened(inn, "The Prancing Pony")
    frodo, sam = taken(inn, code, "frodo"), taken(inn, code, "sam")
    ticket = ticket_for(inn, code, "sam")
    played = play_on(inn, code, 20)
    inn.close()
    woken = Inn(Journal(file))
    table = table_of(woken, code)
    assert [table.view(seat) for seat in ("frodo", "sam", "table")] == [
        played.view(seat) for seat in ("frodo", "sam", "table")
    ]
    assert woken.name(code) == "The Prancing Pony"
    assert (woken.holds(code, "frodo", frodo), woken.holds(code, "sam", sam)) == (True, True)
    assert woken.latest(code, ["frodo", "sam"]) == "sam"
    taken(woken, code, "sam", ticket)
    woken.close()


def test_no_secret_is_ever_written_in_clear(file: Path) -> None:
    inn = Inn(Journal(file))
    opening = inn.open(first_line("frodo", "sam"))
    assert not isinstance(opening, Refusal)
    code, host = opening
    secrets = [host, taken(inn, code, "frodo"), ticket_for(inn, code, "frodo"), taken(inn, code, "sam")]
    for is_closed in (False, True):
        written = b"".join(each.read_bytes() for each in file.parent.iterdir() if each.is_file())
        assert code.encode() in written
        assert not any(secret.encode() in written for secret in secrets)
        if not is_closed:
            inn.close()


def test_two_tables_never_have_the_same_name(inn: Inn) -> None:
    names = [inn.name(opened(inn, name)) for name in ("Bree", "Bree", "BREE", "Бри", "БРИ", "")]
    assert names == ["Bree", "Bree (2)", "BREE (3)", "Бри", "БРИ (2)", "Journey to Mordor"]


def test_a_long_name_is_cut_and_still_made_unique(inn: Inn) -> None:
    names = [inn.name(opened(inn, "x" * 500)) for _ in range(12)]
    assert len(set(names)) == 12
    assert all(len(name) <= LONGEST_NAME for name in names)


def test_a_table_is_renamed(inn: Inn, code: str) -> None:
    opened(inn, "Taken")
    for wanted, given in (("Bree", "Bree"), ("", "Bree"), ("taken", "taken (2)"), ("Bree", "Bree")):
        inn.rename(code, wanted)
        assert inn.name(code) == given


@pytest.mark.parametrize("wanted", ["BREE", "bree"])
def test_a_table_does_not_stand_in_the_way_of_its_own_new_name(inn: Inn, code: str, wanted: str) -> None:
    inn.rename(code, "Bree")
    inn.rename(code, wanted)
    assert inn.name(code) == wanted


@pytest.mark.parametrize("name", ["\ud800", "a\0b", "\n", "💍" * 100])
def test_a_strange_name_does_no_harm(inn: Inn, code: str, name: str) -> None:
    assert len(inn.name(opened(inn, name))) <= LONGEST_NAME
    inn.rename(code, name)
    assert len(inn.entries()) == 2


def test_a_table_written_by_a_newer_game_is_answered_with_a_sentence(file: Path) -> None:
    inn = Inn(Journal(file))
    code = opened(inn)
    inn._journal.append(code, Row(1, "frodo", {"do": "sing"}, 1, ({"event": "Sung"},)), is_over=False)
    inn.close()
    woken = Inn(Journal(file))
    with pytest.raises(JournalError, match="written by a newer Butterbur"):
        woken.table(code)
    woken.close()


def test_what_the_owner_taught_of_the_box_is_remembered_from_the_latest_table(inn: Inn) -> None:
    assert inn.last_options("journey-to-mordor") == {}
    for cells in (6, 7, 8, 5):
        inn.open(first_line("frodo", "sam", nazgul_path=cells))
        assert inn.last_options("journey-to-mordor")["nazgul_path"] == cells
    assert inn.last_options("mount-doom") == {}

"""Who sits where: the host frees, hands on and renames; a night's sleep changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.inn import Inn
from companion.journal import Journal
from tests.companion.playing import REDO, UNDO
from tests.web.phones import THROW, Phone, addresses, error, refused, written
from web import create_app


def test_the_host_frees_a_seat_and_its_phone_loses_it(
    code: str, laptop: Phone, frodo: Phone, stranger: Phone
) -> None:
    answer = laptop.post(f"/tables/{code}/seats/frodo/free")
    assert (answer.status_code, answer.get_json()) == (200, {"freed": "frodo"})
    assert frodo.sees(code)["seat"] == "table"
    error(frodo.get(f"/tables/{code}/view?seat=frodo"), 403)
    error(frodo.post(f"/tables/{code}/act", json={**THROW, "known": 1, "seat": "frodo"}), 403)
    assert stranger.sits(code, "frodo").acts(code, THROW) == 2
    error(frodo.get(f"/tables/{code}/view?seat=frodo"), 403)


def test_a_player_gives_up_their_own_seat_but_nobody_elses(
    inn: Inn, code: str, frodo: Phone, sam: Phone
) -> None:
    before = written(inn)
    error(sam.post(f"/tables/{code}/seats/frodo/free"), 403)
    assert written(inn) == before
    assert frodo.post(f"/tables/{code}/seats/frodo/free").status_code == 200
    assert [each.is_taken for each in inn.seatings(code)] == [False, True]


def test_a_ticket_moves_a_seat_to_another_phone_once(
    code: str, laptop: Phone, frodo: Phone, phone: Callable[[], Phone]
) -> None:
    handed = laptop.post(f"/tables/{code}/seats/frodo/ticket")
    assert handed.status_code == 200
    ticket = handed.get_json()["ticket"]
    assert frodo.sees(code)["seat"] == "frodo", "until the ticket is used the seat stays where it is"
    first, second = phone(), phone()
    answer = first.post(f"/tables/{code}/seats/frodo", json={"ticket": ticket})
    assert answer.get_json() == {"seat": "frodo"}
    assert first.acts(code, THROW) == 2
    error(frodo.get(f"/tables/{code}/view?seat=frodo"), 403)
    assert refused(second.post(f"/tables/{code}/seats/frodo", json={"ticket": ticket}))
    assert first.sees(code)["seat"] == "frodo"


def test_a_new_ticket_voids_the_one_before(code: str, frodo: Phone, stranger: Phone) -> None:
    first, second = (frodo.post(f"/tables/{code}/seats/frodo/ticket").get_json()["ticket"] for _ in range(2))
    assert refused(stranger.post(f"/tables/{code}/seats/frodo", json={"ticket": first}))
    assert stranger.post(f"/tables/{code}/seats/frodo", json={"ticket": second}).status_code == 200


def test_a_ticket_is_for_one_seat_of_one_table(
    code: str, laptop: Phone, frodo: Phone, sam: Phone, stranger: Phone
) -> None:
    other = laptop.lays("frodo", "sam")
    laptop.sits(other, "frodo")
    ticket = frodo.post(f"/tables/{code}/seats/frodo/ticket").get_json()["ticket"]
    assert refused(stranger.post(f"/tables/{code}/seats/sam", json={"ticket": ticket}))
    assert refused(stranger.post(f"/tables/{other}/seats/frodo", json={"ticket": ticket}))
    for odd in ("", "x", 5, None, [ticket], {"ticket": ticket}):
        answer = stranger.post(f"/tables/{code}/seats/frodo", json={"ticket": odd})
        assert answer.status_code in (400, 409)
    assert frodo.sees(code)["seat"] == "frodo"


def test_freeing_a_seat_voids_its_ticket(code: str, frodo: Phone, sam: Phone, stranger: Phone) -> None:
    ticket = frodo.post(f"/tables/{code}/seats/frodo/ticket").get_json()["ticket"]
    frodo.post(f"/tables/{code}/seats/frodo/free")
    sam.sits(code, "frodo")
    assert refused(stranger.post(f"/tables/{code}/seats/frodo", json={"ticket": ticket}))


def test_a_free_seat_needs_no_ticket(code: str, laptop: Phone, stranger: Phone) -> None:
    assert refused(laptop.post(f"/tables/{code}/seats/frodo/ticket"))
    assert stranger.sits(code, "frodo").sees(code)["seat"] == "frodo"


def test_taking_ones_own_seat_again_changes_nothing(inn: Inn, code: str, frodo: Phone) -> None:
    before = written(inn)
    frodo.sits(code, "frodo")
    assert written(inn) == before


def test_the_host_renames_the_table(inn: Inn, code: str, laptop: Phone) -> None:
    answer = laptop.post(f"/tables/{code}/name", json={"name": "  Friday at Anna's  "})
    assert (answer.status_code, answer.get_json()) == (200, {"name": "Friday at Anna's"})
    assert inn.name(code) == "Friday at Anna's"
    for odd in ("", "   ", "x" * 61, "two\nlines", 5, None, ["x"], "\ud800"):
        error(laptop.post(f"/tables/{code}/name", json={"name": odd}), 400)
    error(laptop.post(f"/tables/{code}/name"), 400)
    assert inn.name(code) == "Friday at Anna's"


def test_two_tables_never_have_the_same_name(inn: Inn, laptop: Phone) -> None:
    first, second = laptop.lays("frodo", "sam"), laptop.lays("frodo", "sam")
    names = {
        laptop.post(f"/tables/{code}/name", json={"name": name}).get_json()["name"]
        for code, name in ((first, "ROAD"), (second, "road"))
    }
    assert len({name.casefold() for name in names}) == 2


def test_only_the_host_hosts(
    inn: Inn, code: str, frodo: Phone, sam: Phone, stranger: Phone, phone: Callable[[], Phone]
) -> None:
    """The table was laid on the laptop: whoever comes from outside is a guest there."""
    elsewhere = phone()
    elsewhere.lays("frodo", "sam")
    before = written(inn)
    for each in (stranger, sam, elsewhere):
        error(each.get(f"/tables/{code}/host"), 403)
        error(each.post(f"/tables/{code}/seats/frodo/free"), 403)
        error(each.post(f"/tables/{code}/seats/frodo/ticket"), 403)
        error(each.post(f"/tables/{code}/name", json={"name": "Mine"}), 403)
    for odd in ("", "x", "host"):
        stranger.client.set_cookie(f"host-{code}", odd, domain="192.168.7.1")
        error(stranger.get(f"/tables/{code}/host"), 403)
    assert written(inn) == before


def test_whoever_laid_the_table_hosts_it_from_anywhere(phone: Callable[[], Phone], laptop: Phone) -> None:
    host, guest = phone(), phone()
    code = host.lays("frodo", "sam")
    guest.sits(code, "sam")
    host.address = "192.168.7.251"
    for each in (host, laptop):
        assert each.get(f"/tables/{code}/host").status_code == 200
        assert each.post(f"/tables/{code}/name", json={"name": "Ours"}).status_code == 200
        assert each.post(f"/tables/{code}/seats/sam/ticket").status_code == 200
    assert host.post(f"/tables/{code}/seats/sam/free").status_code == 200
    assert guest.sees(code)["seat"] == "table"


def test_a_forwarded_address_makes_nobody_the_owner(code: str, stranger: Phone) -> None:
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"):
        error(stranger.get(f"/tables/{code}/host", headers={header: "127.0.0.1"}), 403)


def test_after_a_night_every_phone_goes_on_where_it_was(file: Path) -> None:
    """A new inn on the same file keeps seats, secrets, the host, tickets, versions and what can be undone."""
    chance = Random(8)

    inn = Inn(Journal(file))
    app = create_app(inn, addresses())
    host, frodo, sam, late = (Phone(app, f"192.168.7.{number}") for number in (3, 4, 5, 6))
    code = host.lays("frodo", "sam", advanced=True)
    frodo.sits(code, "frodo")
    sam.sits(code, "sam")
    ticket = sam.post(f"/tables/{code}/seats/sam/ticket").get_json()["ticket"]
    for _ in range(3):
        frodo.plays(code, chance) if frodo.sees(code)["legal"] else sam.plays(code, chance)
    sam.acts(code, UNDO)
    seen = [each.sees(code) for each in (frodo, sam, late)]
    rows = written(inn)
    inn.close()

    inn = Inn(Journal(file))
    app = create_app(inn, addresses())
    for each in (host, frodo, sam, late):
        each.wakes_at(app)
    assert [each.sees(code) for each in (frodo, sam, late)] == seen
    assert written(inn) == rows
    assert frodo.acts(code, REDO) == seen[0]["version"] + 1
    frodo.acts(code, UNDO)
    frodo.acts(code, UNDO)
    assert host.get(f"/tables/{code}/host").status_code == 200
    assert late.post(f"/tables/{code}/seats/sam", json={"ticket": ticket}).status_code == 200
    error(sam.get(f"/tables/{code}/view?seat=sam"), 403)
    inn.close()


def test_an_act_that_was_acknowledged_before_the_night_is_known_as_done_after_it(file: Path) -> None:
    inn = Inn(Journal(file))
    phone = Phone(create_app(inn, addresses()), "192.168.7.3")
    code = phone.lays("frodo", "sam")
    phone.sits(code, "frodo").acts(code, THROW)
    inn.close()
    inn = Inn(Journal(file))
    phone.wakes_at(create_app(inn, addresses()))
    again = phone.sends(code, THROW, known=1)
    assert refused(again)
    assert again.get_json()["already_done"] is True
    inn.close()

"""Acting at the inn: what comes too late, what is done already, and whom the bell wakes."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.core import Refusal
from companion.games import GAMES
from companion.inn import SCREEN, Inn, Seating
from companion.journal import Journal
from companion.table import ALREADY_DONE, Table
from tests.companion.lodging import play_on, refusal, table_of
from tests.companion.playing import END, REDO, UNDO, keep, roll
from tests.companion.whispers import Whispers

THROW = roll(yellow="ring", red="orc", blue="orc", green="orc", black="orc")
MOVED_ON = "The table has moved on since you looked. Look again, then choose."
PATIENCE_S = 30.0
"""How long a test waits before it calls a bell broken."""

Mark = tuple[int, int]


@pytest.fixture
def whispers(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table where Ann has whispered once."""
    monkeypatch.setitem(GAMES, "whispers", Whispers())
    opening = inn.open({"game": "whispers"})
    assert not isinstance(opening, Refusal)
    whisper(inn, opening[0], "ann")
    return opening[0]


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor() as crowd:
        yield crowd


def whisper(inn: Inn, code: str, seat: str) -> None:
    version = table_of(inn, code).version(seat)
    assert isinstance(inn.act(code, seat, {"do": "whisper"}, version), Table)


def listen(crowd: ThreadPoolExecutor, inn: Inn, code: str, listener: str) -> Future[Mark]:
    """Someone who has seen how things stand and waits for more."""
    return crowd.submit(inn.wait, code, listener, inn.mark(code, listener), PATIENCE_S)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose bells have been rung."""
    rung: list[str] = []
    ring = Inn._ring

    def note(inn: Inn, code: str, listener: str) -> None:
        rung.append(listener)
        ring(inn, code, listener)

    monkeypatch.setattr(Inn, "_ring", note)
    return rung


def test_a_move_is_done_by_whoever_has_seen_how_things_stand(inn: Inn, code: str) -> None:
    acted = inn.act(code, "frodo", THROW, known=1)
    assert isinstance(acted, Table)
    assert inn.table(code) is acted
    assert acted.view("sam")["dice"]["throw"] == THROW["dice"]


def test_a_move_on_an_old_view_is_refused_kindly_and_changes_nothing(inn: Inn, code: str) -> None:
    inn.act(code, "frodo", THROW, known=1)
    before = inn.table(code)
    for seat, line in (("frodo", keep("yellow")), ("sam", UNDO), ("table", UNDO)):
        assert refusal(inn.act(code, seat, line, known=1)) == MOVED_ON
    assert inn.table(code) is before


@pytest.mark.parametrize("known", [0, 2, -1, 10**30])
def test_a_view_that_was_never_shown_is_refused(inn: Inn, code: str, known: int) -> None:
    assert refusal(inn.act(code, "frodo", THROW, known)) == MOVED_ON


def test_a_double_tap_is_done_once_and_called_done(inn: Inn, code: str) -> None:
    inn.act(code, "frodo", THROW, known=1)
    for _ in range(3):
        assert inn.act(code, "frodo", THROW, known=1) == Refusal(ALREADY_DONE)
    assert table_of(inn, code).rows == 1


def test_a_double_tap_on_undo_takes_back_one_move(inn: Inn, code: str) -> None:
    play_on(inn, code, 4)
    version = table_of(inn, code).version("sam")
    assert isinstance(inn.act(code, "sam", UNDO, version), Table)
    assert inn.act(code, "sam", UNDO, version) == Refusal(ALREADY_DONE)
    assert table_of(inn, code).rows == 5


def test_two_phones_that_undo_at_once_take_back_one_move(inn: Inn, code: str) -> None:
    table = play_on(inn, code, 4)
    assert isinstance(inn.act(code, "sam", UNDO, table.version("sam")), Table)
    assert refusal(inn.act(code, "frodo", UNDO, table.version("frodo"))) == MOVED_ON


def test_a_refused_move_is_neither_written_nor_rung(inn: Inn, code: str, rung: list[str]) -> None:
    for seat, line in (("frodo", END), ("sam", THROW), ("table", THROW), ("sam", UNDO), ("frodo", REDO)):
        assert isinstance(inn.act(code, seat, line, known=1), Refusal)
    assert (table_of(inn, code).rows, rung) == (0, [])


@pytest.mark.parametrize("known", [True, 1.0])
def test_a_version_that_only_looks_like_a_number_does_not_spoil_the_journal(
    inn: Inn, code: str, journal: Journal, known: int
) -> None:
    inn.act(code, "frodo", THROW, known)
    assert journal.read(code) is not None


def test_an_undo_by_another_seat_is_shown_to_all_with_who_did_it(inn: Inn, code: str) -> None:
    thrown = inn.act(code, "frodo", THROW, known=1)
    assert isinstance(thrown, Table)
    undone = inn.act(code, "sam", UNDO, thrown.version("sam"))
    assert isinstance(undone, Table)
    what = {"seat": "frodo", "do": "roll"}
    for seat in ("frodo", "sam", "table"):
        view = undone.view(seat)
        assert view["turned_back"] == {"by": "sam", "do": "undo", "what": what}
        assert (view["undo"], view["redo"]) == (None, what)
    redone = inn.act(code, "table", REDO, undone.version("table"))
    assert isinstance(redone, Table)
    assert redone.view("frodo")["turned_back"] == {"by": "table", "do": "redo", "what": what}
    kept = inn.act(code, "frodo", keep("yellow"), redone.version("frodo"))
    assert isinstance(kept, Table)
    assert kept.view("sam")["turned_back"] is None


def test_the_version_tells_nothing_of_what_others_do_in_secret(inn: Inn, whispers: str) -> None:
    before = table_of(inn, whispers)
    whisper(inn, whispers, "ann")
    after = table_of(inn, whispers)
    assert after.version("ann") == before.version("ann") + 1
    for seat in ("bob", "table"):
        assert after.view(seat) == before.view(seat)


def test_the_bell_rings_only_for_those_whose_view_has_changed(
    inn: Inn, whispers: str, rung: list[str]
) -> None:
    whisper(inn, whispers, "ann")
    assert rung == ["ann"]


def test_on_an_open_table_the_bell_rings_for_all(inn: Inn, code: str, rung: list[str]) -> None:
    inn.act(code, "frodo", THROW, known=1)
    assert sorted(rung) == ["frodo", "sam", "screen", "table"]


def test_whoever_listens_is_woken_when_their_view_changes_and_not_before(
    inn: Inn, whispers: str, crowd: ThreadPoolExecutor
) -> None:
    ann, bob = (listen(crowd, inn, whispers, seat) for seat in ("ann", "bob"))
    seen = inn.mark(whispers, "bob")
    whisper(inn, whispers, "ann")
    assert ann.result(PATIENCE_S) == inn.mark(whispers, "ann")
    assert not bob.done()
    whisper(inn, whispers, "bob")
    assert bob.result(PATIENCE_S) == (seen[0] + 1, seen[1])


def test_every_listener_of_a_seat_is_woken(inn: Inn, code: str, crowd: ThreadPoolExecutor) -> None:
    listeners = [listen(crowd, inn, code, listener) for listener in ("sam", "sam", "table", SCREEN)]
    inn.act(code, "frodo", THROW, known=1)
    assert [listener.result(PATIENCE_S)[0] for listener in listeners] == [2, 2, 2, 2]


def test_who_has_not_seen_the_latest_does_not_wait(inn: Inn, code: str) -> None:
    inn.act(code, "frodo", THROW, known=1)
    assert inn.wait(code, "sam", (1, 0), PATIENCE_S) == (2, 0)


def test_when_nothing_happens_the_wait_ends_with_the_same_mark(inn: Inn, code: str) -> None:
    assert inn.wait(code, "sam", inn.mark(code, "sam"), timeout_s=0) == (1, 0)


def test_a_phone_hears_that_its_seat_was_freed_or_handed_on(
    inn: Inn, code: str, crowd: ThreadPoolExecutor
) -> None:
    deeds: list[Callable[[], object]] = [
        lambda: inn.take(code, "sam"),
        lambda: inn.take(code, "sam", str(inn.ticket(code, "sam"))),
        lambda: inn.free(code, "sam"),
    ]
    for deed in deeds:
        listener = listen(crowd, inn, code, "sam")
        before = inn.mark(code, "sam")
        deed()
        assert listener.result(PATIENCE_S) != before


def test_a_seat_freed_and_taken_again_before_anyone_looked_is_still_another_seat(inn: Inn, code: str) -> None:
    inn.take(code, "sam")
    before = inn.mark(code, "sam")
    inn.free(code, "sam")
    inn.take(code, "sam")
    assert inn.mark(code, "sam") != before


def test_the_screen_hears_of_seats_names_and_phones_that_come_and_go(
    inn: Inn, code: str, crowd: ThreadPoolExecutor
) -> None:
    stream = inn.listening(code, "sam")
    deeds: list[Callable[[], object]] = [
        lambda: inn.take(code, "sam"),
        lambda: inn.rename(code, "Bree"),
        stream.__enter__,
        lambda: stream.__exit__(None, None, None),
        lambda: inn.free(code, "sam"),
    ]
    for deed in deeds:
        listener = listen(crowd, inn, code, SCREEN)
        before = inn.mark(code, SCREEN)
        deed()
        assert listener.result(PATIENCE_S) != before


def test_who_is_here_is_counted_by_open_streams(inn: Inn, code: str) -> None:
    taken = inn.take(code, "frodo")
    assert isinstance(taken, str)
    assert not inn.is_awake(code)
    with inn.listening(code, "frodo"), inn.listening(code, "frodo"):
        assert (inn.listeners(), inn.listeners(code, "frodo"), inn.listeners(code, "sam")) == (2, 2, 0)
        assert inn.is_awake(code)
        assert inn.seatings(code) == [Seating("frodo", True, True), Seating("sam", False, False)]
    assert inn.seatings(code)[0] == Seating("frodo", True, False)
    assert not inn.is_awake(code)


def test_a_phone_with_several_seats_is_here_for_all_of_them(inn: Inn, code: str) -> None:
    with inn.listening(code, "frodo", also=["sam"]):
        assert [seating.is_here for seating in inn.seatings(code)] == [True, True]
        assert inn.listeners() == 1
    assert [seating.is_here for seating in inn.seatings(code)] == [False, False]


def test_a_second_stream_of_the_same_seat_is_no_news_to_the_screen(inn: Inn, code: str) -> None:
    with inn.listening(code, "frodo"):
        before = inn.mark(code, SCREEN)
        with inn.listening(code, "frodo"):
            pass
        assert inn.mark(code, SCREEN) == before


def test_a_stream_that_breaks_is_no_longer_counted(inn: Inn, code: str) -> None:
    with pytest.raises(ConnectionError), inn.listening(code, "frodo"):
        raise ConnectionError
    assert not inn.is_awake(code)


def test_a_move_is_on_disk_before_the_bell_rings(
    inn: Inn, code: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves_on_disk: list[int] = []

    def look(_inn: Inn, code: str, _listener: str) -> None:
        """What a machine whose power fails at this moment would find when it starts again."""
        found = tmp_path / f"after the power cut {len(moves_on_disk)}"
        found.mkdir()
        for part in file.parent.glob("journal.db*"):
            shutil.copy(part, found)
        after = Journal(found / file.name)
        written = after.read(code)
        after.close()
        assert written is not None
        moves_on_disk.append(len(written[1]))

    with monkeypatch.context() as patch:
        patch.setattr(Inn, "_ring", look)
        inn.act(code, "frodo", THROW, known=1)
    assert moves_on_disk == [1] * 4


def test_many_phones_at_once_get_one_move_each_in_a_row_without_gaps(
    inn: Inn, code: str, journal: Journal, crowd: ThreadPoolExecutor
) -> None:
    def undo_and_redo(seat: str) -> int:
        done = 0
        while done < 25:
            table = table_of(inn, code)
            line = UNDO if table.view(seat)["undo"] else REDO
            done += isinstance(inn.act(code, seat, line, table.version(seat)), Table)
        return done

    inn.act(code, "frodo", THROW, known=1)
    phones = [crowd.submit(undo_and_redo, seat) for seat in ("frodo", "sam", "table")]
    assert sum(phone.result(PATIENCE_S) for phone in phones) == 75
    written = journal.read(code)
    assert written is not None
    assert [row.number for row in written[1]] == list(range(1, 77))


@pytest.mark.parametrize("let_go", [Inn.dismiss, Inn.close])
def test_when_the_inn_closes_everyone_is_let_go(
    inn: Inn, code: str, crowd: ThreadPoolExecutor, let_go: Callable[[Inn], None]
) -> None:
    listeners = [listen(crowd, inn, code, listener) for listener in ("frodo", "sam", SCREEN)]
    let_go(inn)
    assert [listener.result(PATIENCE_S)[0] for listener in listeners] == [1, 1, 1]

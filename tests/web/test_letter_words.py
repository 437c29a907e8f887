"""The words of a letter are never written down: not by the letter's page, nor by a script's line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.core import Json
from companion.inn import Inn
from companion.letter import unseal
from companion.letter.sealing import Opened
from tests.web.phones import Phone, refused

OLD_TOBY, MORGUL = "old toby of longbottom", "the tower of the moon"


def in_bree(laptop: Phone, phone: Callable[[], Phone]) -> tuple[str, Phone, Phone]:
    """A table whose part one is over, its Ringbearer and its wraith."""
    answer = laptop.post("/tables", json={"game": "hunt-for-the-ring", "options": {}})
    code = str(answer.get_json()["code"])
    ringbearer, wraith = phone().sits(code, "ringbearer"), phone().sits(code, "wraith-1")
    ringbearer.acts(code, {"do": "set-start", "at": "1"})
    ringbearer.acts(code, {"do": "set-information", "tokens": ["5", "10", "14", "18", "23"], "give": ["23"]})
    ringbearer.acts(code, {"do": "hold", "cards": ["Gildor"]})
    places = {"green": "21", "blue": "31", "red": "36", "purple": "38"}
    wraith.acts(code, {"do": "place", "nazgul": places})
    wraith.acts(code, {"do": "roll", "dice": ["ring"] * 6})
    ringbearer.acts(code, {"do": "move", "to": "C"})
    return code, ringbearer, wraith


def written(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_words_said_in_a_scripts_line_seal_the_letter_and_are_not_written_down(
    laptop: Phone, phone: Callable[[], Phone], inn: Inn, tmp_path: Path
) -> None:
    code, ringbearer, wraith = in_bree(laptop, phone)
    known = ringbearer.sees(code)["version"]
    first: Json = ringbearer.sends(code, {"do": "letter", "words": OLD_TOBY}).get_json()
    assert first == {"version": known, "chosen": "ringbearer", "letter": None}
    second: Json = wraith.sends(code, {"do": "letter", "words": {"wraiths": MORGUL}}).get_json()
    assert ringbearer.sees(code)["envelope"]["made"] is True
    letter = wraith.get(f"/tables/{code}/letter/{second['letter']}.letter").data
    opened = unseal(letter, OLD_TOBY, ("ringbearer",))
    assert isinstance(opened, Opened)
    assert opened.parts == {"ringbearer": {"hand": ["Gildor"]}}
    assert isinstance(unseal(letter, MORGUL, ("wraiths",)), Opened)
    seen = [phone.sees(code) for phone in (ringbearer, wraith, laptop)]
    kept = written(tmp_path)
    assert b'"do": "letter"' in kept or b'"do":"letter"' in kept, "the journal is somewhere else"
    for word in (OLD_TOBY, MORGUL):
        assert word.encode() not in kept
        assert word not in str(seen)


def test_the_inn_itself_drops_words_before_it_writes(
    laptop: Phone, phone: Callable[[], Phone], inn: Inn, tmp_path: Path
) -> None:
    code, ringbearer, _ = in_bree(laptop, phone)
    words = {"ringbearer": OLD_TOBY, "wraiths": MORGUL}
    inn.act(code, "ringbearer", {"do": "letter", "words": words}, ringbearer.sees(code)["version"])
    assert ringbearer.sees(code)["envelope"]["made"] is True
    assert OLD_TOBY.encode() not in written(tmp_path)
    table = inn.table(code)
    assert OLD_TOBY not in repr(table)


def test_nobody_chooses_the_other_sides_word(laptop: Phone, phone: Callable[[], Phone]) -> None:
    """Else a wraith could open the Ringbearer's part."""
    code, ringbearer, wraith = in_bree(laptop, phone)
    both = {"ringbearer": OLD_TOBY, "wraiths": MORGUL}
    for words in (both, {"ringbearer": OLD_TOBY}):
        assert "its own word" in refused(wraith.sends(code, {"do": "letter", "words": words}))
    assert "its own word" in refused(ringbearer.sends(code, {"do": "letter", "words": both}))
    wrong: object
    for wrong in (7, "", [], {}, None, "x" * 1000):
        assert "a word of at most" in refused(ringbearer.sends(code, {"do": "letter", "words": wrong}))
    assert ringbearer.sees(code)["envelope"]["made"] is False


def test_elsewhere_words_are_as_strange_as_any_other(
    laptop: Phone, code: str, frodo: Phone, phone: Callable[[], Phone]
) -> None:
    assert refused(frodo.sends(code, {"do": "letter", "words": OLD_TOBY}))
    hunt, _, _ = in_bree(laptop, phone)
    assert "Take a seat" in refused(laptop.sends(hunt, {"do": "letter", "words": OLD_TOBY}, seat="table"))

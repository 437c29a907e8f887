"""Commitments hide what they commit to and bind whoever made them; a chain notices every change."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from companion.core import Json, Refusal
from companion.core.proof import BARE, Chain, Checked, begun, check, digest

PLACES = [str(number) for number in range(1, 61)]


def entry(value: str, what: str = "cell") -> Json:
    return {"what": what, "value": value, "day": 1, "phase": "day-1"}


def salt(seed: int) -> str:
    return Random(seed).randbytes(32).hex()


def chain(*values: str) -> Chain:
    made = begun("hunt-for-the-ring")
    for number, value in enumerate(values, 1):
        made = made.with_entry(number, entry(value), salt(number))
    return made


def opened(made: Chain, **shown: list[str]) -> Any:
    return json.loads(json.dumps(made.to_json(shown)))


def checked(proof: object, *noted: tuple[int, str]) -> Checked:
    found = check(proof, noted)
    assert isinstance(found, Checked), str(found.why)
    return found


def troubles(proof: object, *noted: tuple[int, str]) -> list[str]:
    return [str(each) for each in checked(proof, *noted).troubles]


PROOF = opened(chain("10", ".", "19", "22"), cell=["10", ".", "19", "22"])


# Hiding


def test_while_the_game_runs_only_length_and_head_are_told() -> None:
    made = chain("10", "19")
    assert made.to_json(None) == {"length": 2, "head": made.head}
    assert begun("hunt-for-the-ring").to_json(None) is None


def test_the_same_entry_under_another_salt_has_another_digest() -> None:
    digests = {digest(salt(seed), entry("10")) for seed in range(500)}
    assert len(digests) == 500


def test_guessing_all_places_without_the_salt_gives_nothing() -> None:
    """Whoever knows all the places, the form of an entry and other salts still finds no digest."""
    committed = digest(salt(1), entry("10"))
    guesses = {digest(salt(seed), entry(place)) for place in PLACES for seed in range(2, 40)}
    guesses |= {
        sha256(before + json.dumps(entry(place), sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        for place in PLACES
        for before in (b"", bytes(32))
    }
    assert committed not in guesses
    assert digest(salt(1), entry("10")) == committed


# Binding


def test_a_true_proof_is_found_true() -> None:
    found = checked(PROOF)
    assert found.troubles == ()
    assert [each["value"] for each in found.standing] == ["10", ".", "19", "22"]
    assert (found.undone, found.bare, found.head) == (0, 0, PROOF["head"])


def test_a_view_that_holds_a_proof_will_do() -> None:
    assert checked({"game": "hunt-for-the-ring", "proof": PROOF}) == checked(PROOF)


@pytest.mark.parametrize("value", [each for each in PLACES[:20] if each != "19"])
def test_another_place_is_noticed(value: str) -> None:
    changed = deepcopy(PROOF)
    changed["lines"][2]["entry"]["value"] = changed["shown"]["cell"][2] = value
    assert troubles(changed) == ["Line 3: the entry shown is not the one that was written."]


@pytest.mark.parametrize("word", ["day", "phase", "what"])
def test_another_time_or_kind_is_noticed(word: str) -> None:
    changed = deepcopy(PROOF)
    changed["lines"][0]["entry"][word] = 2 if word == "day" else "night"
    assert "Line 1: the entry shown is not the one that was written." in troubles(changed)


def test_an_entry_with_a_digest_of_its_own_does_not_lead_to_the_head() -> None:
    changed = deepcopy(PROOF)
    line = changed["lines"][1]
    line["entry"]["value"] = changed["shown"]["cell"][1] = "11"
    line["said"] = f"entry {digest(line['salt'], line['entry'])}"
    (trouble,) = troubles(changed)
    assert trouble.startswith("The chain does not lead to its head")


@pytest.mark.parametrize("one", range(3))
def test_two_entries_swapped_are_noticed(one: int) -> None:
    changed = deepcopy(PROOF)
    for lines in (changed["lines"], changed["shown"]["cell"]):
        lines[one], lines[one + 1] = lines[one + 1], lines[one]
    assert troubles(changed)


@pytest.mark.parametrize("one", range(4))
def test_an_entry_left_out_or_added_is_noticed(one: int) -> None:
    changed = deepcopy(PROOF)
    for lines in (changed["lines"], changed["shown"]["cell"]):
        lines.insert(one, deepcopy(lines[one]))
    assert troubles(changed)
    changed = deepcopy(PROOF)
    for lines in (changed["lines"], changed["shown"]["cell"]):
        del lines[one]
    changed["length"] -= 1
    assert troubles(changed)


def test_a_whole_new_chain_is_noticed_by_whoever_noted_a_head() -> None:
    """What a cheating server could do, and what it cannot: phones remember the heads they saw."""
    true = chain("10", ".", "19")
    forged = chain("10", ".", "20")
    proof = opened(forged, cell=["10", ".", "20"])
    assert troubles(proof) == []
    (trouble,) = troubles(proof, (2, chain("10", ".").head), (3, true.head))
    assert trouble == "The head noted for line 3 is another: something was changed."
    assert troubles(proof, (3, true.head[:12]))
    assert troubles(opened(true, cell=["10", ".", "19"]), (3, true.head[:12])) == []


def test_a_head_noted_beyond_the_end_is_noticed() -> None:
    assert troubles(PROOF, (9, "0" * 64)) == ["A head was noted for line 9, but the chain ends before it."]


def test_a_sheet_that_is_not_the_one_in_the_chain_is_noticed() -> None:
    changed = {**PROOF, "shown": {"cell": ["10", ".", "19", "24"]}}
    assert troubles(changed) == ["What is shown is not what was written: cell."]
    more = {**PROOF, "shown": {**PROOF["shown"], "start": ["1"]}}
    assert troubles(more) == ["What is shown is not what was written: start."]


# Taking back


def test_what_was_undone_stays_in_the_chain_and_does_not_stand() -> None:
    made = chain("10", "19").turned_back("undo", 2).with_entry(3, entry("20"), salt(3))
    proof = opened(made, cell=["10", "20"])
    assert [line["said"].split()[0] for line in proof["lines"]] == ["entry", "entry", "undone", "entry"]
    assert proof["lines"][2] == {"said": "undone 2"}
    found = checked(proof)
    assert (found.troubles, found.undone) == ((), 1)
    assert [each["value"] for each in found.standing] == ["10", "20"]


def test_what_was_redone_stands_again() -> None:
    made = chain("10", "19").turned_back("undo", 2).turned_back("undo", 1).turned_back("redo", 1)
    made = made.turned_back("redo", 2)
    assert troubles(opened(made, cell=["10", "19"])) == []
    assert troubles(opened(made, cell=["10"]))


def test_undoing_what_made_no_entry_leaves_no_trace() -> None:
    assert chain("10").turned_back("undo", 7) == chain("10")


def test_an_undo_that_was_left_out_is_noticed() -> None:
    made = chain("10", "19").turned_back("undo", 2)
    changed = opened(made, cell=["10", "19"])
    del changed["lines"][2]
    changed["length"] = 2
    assert troubles(changed)


# Entries from before there were proofs


def test_an_entry_without_salt_is_counted_and_cannot_be_checked() -> None:
    made = begun("hunt-for-the-ring").with_entry(1, entry("10"), None).with_entry(2, entry("19"), salt(2))
    proof = opened(made, cell=["10", "19"])
    assert proof["lines"][0] == {"said": BARE, "entry": entry("10")}
    assert (checked(proof).bare, checked(proof).troubles) == (1, ())


# Whatever comes


RUBBISH: list[object] = [
    None,
    [],
    {},
    "proof",
    7,
    {"proof": {}},
    {"proof": None},
    {**PROOF, "version": 0},
    {**PROOF, "version": True},
    {**PROOF, "game": 3},
    {**PROOF, "lines": None},
    {**PROOF, "lines": [None]},
    {**PROOF, "lines": [{"said": "entry"}]},
    {**PROOF, "lines": [{"said": "undone x"}]},
    {**PROOF, "lines": [{"said": "undone 0"}]},
    {**PROOF, "lines": [{"said": "bare", "entry": {}}]},
    {**PROOF, "lines": [{**PROOF["lines"][0], "salt": "00"}]},
    {**PROOF, "lines": [{**PROOF["lines"][0], "entry": {"what": 1, "value": 2}}]},
    {**PROOF, "shown": None},
    {**PROOF, "shown": {"cell": "10"}},
    {**PROOF, "lines": PROOF["lines"] * 4000},
]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_what_is_no_proof_gets_a_sentence(rubbish: object) -> None:
    answer = check(rubbish)
    assert isinstance(answer, Refusal)
    assert str(answer.why).startswith("This is no proof")


def test_a_sealed_proof_and_one_from_the_future_get_sentences_of_their_own() -> None:
    sealed, newer = check(chain("10").to_json(None)), check({**PROOF, "version": 2})
    assert isinstance(sealed, Refusal)
    assert isinstance(newer, Refusal)
    assert "still sealed" in str(sealed.why)
    assert "newer" in str(newer.why)


def test_lines_that_take_back_nothing_are_noticed() -> None:
    for said in ("undone 9", "undone 5", "redone 5", "undone 1 9999"):
        changed = deepcopy(PROOF)
        changed["lines"].append({"said": said})
        assert any("is no entry" in each for each in troubles(changed)), said
    assert any("empty" in each for each in troubles({**PROOF, "lines": [], "shown": {}}))


def test_any_digit_changed_anywhere_is_noticed() -> None:
    """One bit of the file, one trouble at least, or it is no proof any more."""
    text = json.dumps(PROOF)
    chance = Random(5)
    for at in chance.sample(range(len(text)), k=400):
        if text[at] not in "0123456789abcdef":
            continue
        other = "1" if text[at] != "1" else "2"
        try:
            read = json.loads(text[:at] + other + text[at + 1 :])
        except ValueError:
            continue
        found = check(read)
        assert isinstance(found, Refusal) or found.troubles, (at, text[at - 10 : at + 10])

"""The Letter from Gandalf: what part one hands on, to whom, and how it is read back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core import Json, Line, Refusal, Sentence
from companion.games import hunt_for_the_ring as game
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.letter import checklist, contents
from companion.games.hunt_for_the_ring.state import State
from companion.inn import Inn
from companion.journal import Journal
from companion.table import Table, lay
from tests.companion.games.hunt_for_the_ring.fleeing import DEMONSTRATION_2
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    first_line,
    move,
    played,
    refusal,
    ringbearer,
    roll,
    set_up,
    tokens,
    wraith,
)
from tests.companion.playing import by

TABLE = first_line(answers="auto", bag={"0": 4, "1": 4, "2": 3, "3": 2, "eye": 2}, wraiths=2)


def adjust(what: str, by: int, because: str, **more: str) -> Line:
    return {"do": "adjust", "what": what, "by": by, "because": because, **more}


def evening() -> list[Json]:
    """A part one with something of everything that goes into the envelope, before Frodo enters the exit."""
    return [
        TABLE,
        *ringbearer(
            {"do": "set-start", "at": "53"},
            {"do": "set-information", "tokens": ["1", "2", "3", "4", "5"], "give": ["2"]},
            {"do": "hold", "cards": ["Gildor", "Farmer Maggot", "Elves"]},
        ),
        *by("wraith-1", {"do": "hold", "cards": ["Black Breath"]}),
        *by("wraith-1", {"do": "place", "nazgul": {"green": "49", "blue": "48"}}),
        *by("wraith-2", {"do": "place", "nazgul": {"red": "34", "purple": "30"}}),
        *by("wraith-1", roll("shadow", "shadow", "sorcery", "sorcery", "sorcery", "ring")),
        *ringbearer(
            move("."), {"do": "play-ally", "card": "Elves"}, {"do": "flip", "companion": "pippin"}, END
        ),
        *by("wraith-1", {"do": "play-sorcery", "card": "Black Breath", "die": "sorcery"}, END),
        *by("wraith-1", {"do": "draw-sorcery", "card": "Dread", "die": "sorcery"}, END),
        *by("wraith-2", {"do": "play-sorcery", "die": "sorcery"}, END, END),
        *by("wraith-2", {"do": "place", "what": "special", "at": "special-2", "because": "a card"}),
        *by("wraith-1", adjust("sorcery-hand", 1, "a card", of="wraith-1")),
        *ringbearer(adjust("corruption", 3, "a card")),
    ]


def finished() -> Table:
    return played(*evening(), *ringbearer(move("C", card="a card")))


def parts(table: Table) -> Json:
    state = table.now.state
    assert isinstance(state, State)
    letter: Json = json.loads(json.dumps(contents(state)))
    return letter


def test_the_letter_holds_everything_that_the_rulebook_puts_into_the_envelope() -> None:
    assert parts(finished())["all"] == {
        "end": "bree",
        "variant": "normal",
        "wraiths": [["green", "blue"], ["red", "purple"]],
        "fellowship": 2,
        "supply": 3,
        "companions": ["frodo", "sam"],
        "flipped": ["pippin"],
        "ally": 2,
        "sorcery": {"wraith-1": 2, "wraith-2": 0},
        "sorcery_deck": 18,
        "sorcery_discard": 2,
        "information": ["2"],
        "gone": [],
        "special": ["special-2"],
        "eyes": 0,
        "eye_tokens": [],
        "eye_card": None,
        "corruption": 3,
        "bag": {"0": 4, "1": 4, "2": 3, "3": 2, "eye": 2},
    }


def test_names_of_cards_are_only_in_the_part_of_the_side_that_holds_them() -> None:
    letter = parts(finished())
    assert (letter["version"], letter["game"]) == (1, "hunt-for-the-ring")
    assert letter["ringbearer"] == {"hand": ["Gildor", "Farmer Maggot"]}
    assert letter["wraiths"] == {
        "hands": {"wraith-1": ["Dread"], "wraith-2": []},
        "discard": ["Black Breath", None],
    }
    assert set(letter) == {"version", "game", "all", "ringbearer", "wraiths"}
    for name in ("Gildor", "Dread", "Black Breath"):
        assert name not in json.dumps(letter["all"])


def test_tokens_that_were_drawn_are_in_the_letter_by_what_became_of_them() -> None:
    found = [
        first_line(answers="auto"),
        *set_up(start="22", places={"green": "49", "blue": "48", "red": "34", "purple": "30"}),
        *ringbearer(move("."), END),
        *wraith(
            *[
                {"do": "move", "what": each, "to": "22", "because": "a card"}
                for each in ("green", "blue", "red")
            ],
            {"do": "hunt", "nazgul": "green", "die": "sword"},
            *[END] * 4,
        ),
        *ringbearer(tokens("3", "eye", "1"), {"do": "take-tokens"}, {"do": "escape", "to": "stay"}),
        *wraith(adjust("eyes", 1, "Dread")),
        *ringbearer(move("C", card="a card")),
    ]
    letter = parts(played(*found))["all"]
    assert (letter["gone"], letter["eyes"], letter["eye_tokens"]) == (["3", "1"], 2, ["eye"])
    assert letter["eye_card"] == "Dread"
    table = laid({"letter": parts(played(*found))})
    assert table.view("table")["bag"]["gone"] == ["3", "1", "eye"]
    assert table.view("table")["eyes"] == 2


def test_the_supply_of_part_two_is_three_or_two_once_frodo_is_flipped() -> None:
    flipped = played(*evening(), *ringbearer({"do": "flip", "companion": "frodo"}, move("C", card="a card")))
    assert parts(flipped)["all"]["supply"] == 2
    table = first_line(answers="auto", variant="dreadful-nazgul", fellowship=4)
    lines = [table, *set_up(start="53", give=[]), *ringbearer(move("C", card="a card"))]
    assert parts(played(*lines))["all"]["supply"] == 4


def test_the_checklist_tells_which_pieces_to_lay_into_the_envelope() -> None:
    listed = checklist(finished().now.state)
    assert [(each["side"], str(Sentence.from_json(each["text"]))) for each in listed] == [
        ("ringbearer", "The 2 fellowship tokens on Frodo's card."),
        ("ringbearer", "The companion card that is still face up: Frodo."),
        ("ringbearer", "The companion card that is still face up: Sam."),
        ("ringbearer", "The 2 ally cards in your hand, face down."),
        ("wraiths", "The 2 sorcery cards of this hand, face down: Wraith 1."),
        ("wraiths", "Into the box, apart: the sorcery deck, and its discard pile as it lies."),
        ("wraiths", "The information tokens on the Black Riders' card: 2."),
        ("wraiths", "The red corruption tokens that came into play: special-2."),
        ("ringbearer", "Note the corruption on your sheet: 3."),
        ("table", "Everything else goes back into the box."),
    ]
    for seat in ("ringbearer", "wraith-1", "table"):
        assert finished().view(seat)["envelope"]["checklist"] == listed


def test_the_letter_is_made_by_each_side_with_a_word_of_its_own_that_nobody_else_sees() -> None:
    lines = [*evening(), *ringbearer(move("C", card="a card"))]
    assert played(*lines).view("table")["envelope"]["made"] is False
    one = played(*lines, *by("wraith-2", {"do": "letter", "words": "nine riders"}))
    assert one.view("ringbearer")["envelope"]["words"] == {"ringbearer": False, "wraiths": True}
    both = played(*lines, *ringbearer({"do": "letter", "words": {"ringbearer": "mellon", "wraiths": "nine"}}))
    assert both.view("table")["envelope"]["words"] == {"ringbearer": True, "wraiths": True}
    assert both.now.state.letter == {"ringbearer": "mellon", "wraiths": "nine"}
    for seat in ("ringbearer", "wraith-1", "wraith-2", "table"):
        assert "mellon" not in json.dumps(both.view(seat))
    bare = played(*lines, *ringbearer({"do": "letter"}))
    assert bare.view("table")["envelope"]["made"] is True
    assert not one.is_over or one.view("table")["result"]["goes_on"]


@pytest.mark.parametrize("words", [5, ["a", "b"], {"gollum": "x"}, {"ringbearer": 5}, "x" * 100, ""])
def test_words_that_are_none_are_refused(words: Any) -> None:
    assert "words of the letter" in refusal(finished(), "ringbearer", {"do": "letter", "words": words})


def test_before_the_end_and_after_a_lost_part_one_there_is_no_letter() -> None:
    table = played(*evening())
    assert "when part one is over" in refusal(table, "ringbearer", {"do": "letter"})
    assert "when part one is over" in refusal(table, "ringbearer", {"do": "go-on"})
    lost = played(*evening(), *ringbearer(adjust("corruption", 9, "a card")))
    assert "when part one is over" in refusal(lost, "wraith-1", {"do": "letter"})
    assert lost.view("table")["envelope"] is None


def laid(options: Json) -> Table:
    table = lay({"game": game.KEY, "options": {"answers": "auto", **options}})
    assert isinstance(table, Table), str(table.why)
    return table


def why_not(options: Json) -> str:
    answer = game.start(options)
    assert isinstance(answer, Refusal)
    return str(answer.why)


def test_the_table_of_part_two_is_laid_from_the_letter() -> None:
    table = laid({"letter": parts(finished()), "board": DEMONSTRATION_2, "grey": ["1", "2", "eye"]})
    seen = table.view("table")
    assert (seen["part"], seen["phase"], seen["seats"]) == (
        2,
        "set-up",
        ["ringbearer", "wraith-1", "wraith-2"],
    )
    assert seen["fellowship"] == {"tokens": 2, "supply": 3}
    assert seen["companions"] == {
        "frodo": "up",
        "sam": "up",
        "pippin": "flipped",
        "merry": "up",
        "strider": "up",
    }
    assert seen["bag"]["left"] == {"0": 4, "1": 5, "2": 4, "3": 2, "eye": 3, "special-2": 1}


def test_a_word_of_part_twos_set_up_goes_straight_on() -> None:
    rows = [".", "2", ".", "10", ".", "23", "27", ".", "30", ".", "31", ".", "32", "A"]
    lines = [
        *ringbearer(
            {"do": "letter"},
            {"do": "set-journey", "rows": rows, "deck": "short"},
            {"do": "set-deeds", "tokens": ["8", "18", "21", "30"], "start": "8"},
        ),
        *by("wraith-1", {"do": "place", "nazgul": {"green": "28", "blue": "33"}}),
        *by("wraith-2", {"do": "place", "nazgul": {"red": "28", "purple": "33"}}),
        *by("wraith-1", roll()),
    ]
    before = [*evening(), *ringbearer(move("C", card="a card"))]
    seen = played(*before, *lines).view("ringbearer")
    assert (seen["part"], seen["phase"], seen["gandalf"]) == (2, "day-1", ["8"])
    assert seen["fellowship"] == {"tokens": 2, "supply": 3}
    first = played(*before, *lines[3:4])
    assert (first.view("table")["part"], first.view("table")["nazgul"]["green"]["at"]) == (2, "28")


@pytest.mark.parametrize(
    "line", [{"do": "set-journey", "rows": "1 2 3"}, {"do": "set-deeds"}, {"do": "move", "to": "9"}]
)
def test_after_part_one_a_line_that_is_refused_does_not_go_on(line: Line) -> None:
    table = finished()
    assert refusal(table, "ringbearer", line)
    assert table.view("table")["part"] == 1


def test_each_seat_is_told_only_its_own_cards() -> None:
    table = laid({"letter": parts(finished())})
    assert table.view("ringbearer")["old_allies"] == ["Gildor", "Farmer Maggot"]
    assert table.view("wraith-1")["hand"] == ["Dread"]
    assert table.view("wraith-2")["hand"] == []
    # The old ally cards are discarded; as many are drawn from the deck of part two.
    assert table.view("ringbearer")["hand"] == []
    assert table.view("ringbearer")["ally"] == {"hand": 2, "deck": 20}
    for seat in ("ringbearer", "wraith-2", "table"):
        assert "Dread" not in json.dumps(table.view(seat))
    assert "letter" not in table.options


def test_the_next_tables_options_do_not_hold_the_letter(tmp_path: Any) -> None:
    inn = Inn(Journal(tmp_path / "journal.db"))
    try:
        opened = inn.open({"game": game.KEY, "options": {"letter": parts(finished()), "havens": True}})
        assert not isinstance(opened, Refusal)
        assert inn.last_options(game.KEY) == {"havens": True}
    finally:
        inn.close()


def test_parts_that_stay_sealed_are_done_without() -> None:
    letter = parts(finished())
    table = laid({"letter": {**letter, "wraiths": None, "ringbearer": None}})
    assert table.view("wraith-1")["hand"] == []
    assert table.view("table")["wraiths"]["wraith-1"]["sorcery"] == 2


def test_another_number_of_wraiths_shares_the_cards_evenly() -> None:
    table = laid({"letter": parts(finished()), "wraiths": 4})
    assert [each["sorcery"] for each in table.view("table")["wraiths"].values()] == [1, 1, 0, 0]
    assert table.view("wraith-1")["hand"] == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 2}, "This letter was written by a newer Butterbur."),
        ({"version": "1"}, "This is no letter of the Hunt"),
        ({"game": "mount-doom"}, "This letter belongs to another game."),
        ({"all": []}, "This is no letter of the Hunt"),
        ({"wraiths": "x"}, "This is no letter of the Hunt"),
        ({"all": {"corruption": 99}}, "does not make sense: “corruption”"),
        ({"all": {"wraiths": 9}}, "The option wraiths"),
        ({"all": {"bag": {"9": 99}}}, "The option bag"),
    ],
)
def test_a_letter_that_cannot_be_is_refused_with_a_sentence(change: Json, why: str) -> None:
    assert why in why_not({"letter": {**parts(finished()), **change}})
    assert "This is no letter" in why_not({"letter": "rubbish"})


def test_what_stands_in_the_letter_is_not_typed_again() -> None:
    assert (
        why_not({"letter": parts(finished()), "corruption": 0})
        == "“corruption” stands in the letter already."
    )


def test_the_sorcery_deck_is_made_of_the_discard_pile_when_it_is_empty() -> None:
    state = game.start({"wraiths": 1})
    assert isinstance(state, State)
    assert state.sorcery_deck == 21
    for _ in range(21):
        state = game.evolve(state, e.SorceryDrawn("wraith-1", None))
    for number in range(3):
        state = game.evolve(state, e.CardPlayed("wraith-1", f"card {number}"))
    assert (state.sorcery_deck, state.sorcery_discard) == (0, ("card 0", "card 1", "card 2"))
    state = game.evolve(state, e.SorceryDrawn("wraith-1", None))
    assert (state.sorcery_deck, state.sorcery_discard) == (2, ())


def test_a_card_that_lies_with_the_eyes_is_not_on_the_discard_pile() -> None:
    lines = [*evening(), *by("wraith-1", adjust("eyes", 1, "Black Breath"))]
    state = played(*lines).now.state
    assert (state.eye_card, state.sorcery_discard) == ("Black Breath", (None,))
    back = played(*lines, *by("wraith-1", adjust("eyes", -1, "a card"))).now.state
    assert (back.eye_card, back.sorcery_discard) == (None, (None, "Black Breath"))

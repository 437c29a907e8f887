"""The view's contract, and that `legal` is neither more nor less than what `decide` accepts."""

import json
from collections.abc import Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest

from companion.core import Line, Refusal, Sentence
from companion.games.journey_to_mordor import decide, legal, tracks, view
from companion.games.journey_to_mordor.rules import fold
from companion.games.journey_to_mordor.state import State
from companion.games.journey_to_mordor.words import COLOURS, DICE, FACES
from tests.companion.playing import (
    END,
    after,
    after_turn,
    apply,
    keep,
    pick,
    reroll,
    roll,
    standing,
    throws,
)

TWO = standing("frodo", frodo=(0, ". . ."), sam=(4, "x. .. ."))


def journey(seed: int) -> Iterator[State]:
    """Every state of a game of chance; even seeds are advanced and begin anywhere on the way."""
    chance = Random(seed)
    hobbits = chance.sample(sorted(COLOURS), chance.randint(2, 4))
    is_advanced = seed % 2 == 0
    pads = {
        hobbit: (
            chance.randint(0, 8) if is_advanced else 0,
            " ".join(["."] * chance.randint(1, 5)),
        )
        for hobbit in hobbits
    }
    state = standing(hobbits[0], advanced=is_advanced, **pads)
    yield state
    while state.phase != "over":
        events = decide(state, state.active, pick(chance, chance.choice(legal(state, state.active))))
        assert not isinstance(events, Refusal), str(events.why)
        state = fold(state, events)
        yield state


def every_line(state: State) -> list[Line]:
    """All that a seat could try: each set of dice, each die on each cell, each face on each die."""
    sets = list(chain.from_iterable(combinations(DICE, size) for size in range(6)))
    tries: list[Line] = [END, reroll(), *(keep(*dice) for dice in sets)]
    tries += [apply(die, cell) for die in DICE for cell in (None, *range(-1, 8))]
    tries += [roll(**dict.fromkeys(dice, "ring")) for dice in sets]
    hand = dict.fromkeys(state.hand, "orc")
    tries += [roll(**{**hand, die: face}) for die in state.hand for face in FACES]
    return tries


def is_offered(line: Any, offer: Any) -> bool:
    if isinstance(offer, dict):
        return (
            isinstance(line, dict)
            and line.keys() == offer.keys()
            and all(is_offered(line[word], offer[word]) for word in offer)
        )
    return line in offer if isinstance(offer, list) else bool(line == offer)


def every_choice(offer: Line) -> Iterator[Line]:
    choices = [value if isinstance(value, list) else [value] for value in offer.values()]
    for chosen in product(*choices):
        yield dict(zip(offer, chosen, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_legal_is_exactly_what_the_rules_accept(seed: int) -> None:
    for state in journey(seed):
        for seat in (*state.hobbits, "table"):
            offers = legal(state, seat)
            for line in every_line(state):
                is_accepted = not isinstance(decide(state, seat, line), Refusal)
                assert is_accepted == any(is_offered(line, offer) for offer in offers), (seat, line)
            for line in chain.from_iterable(map(every_choice, offers)):
                assert line["do"] == "roll" or not isinstance(decide(state, seat, line), Refusal), line


@pytest.mark.parametrize("seed", range(4))
def test_every_throw_that_legal_offers_is_accepted(seed: int) -> None:
    hand = next(state for state in journey(seed) if state.phase == "roll" and len(state.hand) < 5)
    (offer,) = legal(hand, hand.active)
    for faces in product(*offer["dice"].values()):
        assert not isinstance(
            decide(hand, hand.active, roll(**dict(zip(hand.hand, faces, strict=True)))), Refusal
        )


@pytest.mark.parametrize("seed", range(40))
def test_every_view_is_plain_json_and_holds_the_contract(seed: int) -> None:
    for state in journey(seed):
        for seat in (*state.hobbits, "table"):
            seen = view(state, seat)
            assert json.loads(json.dumps(seen, allow_nan=False)) == seen
            assert (seen["game"], seen["seat"]) == ("journey-to-mordor", seat)
            assert seen["turn"] == ([] if seen["result"] else [state.active])
            assert bool(seen["legal"]) == (seat in seen["turn"])
            assert seen["hobbits"].keys() == set(state.hobbits)
            for track in seen["tracks"].values():
                assert 0 <= track["value"] <= track["limit"] <= track["cells"]
                assert all(1 <= cell <= track["cells"] for cell, _ in track["marks"])


def test_all_seats_see_the_same_but_for_who_they_are_and_what_they_may_do() -> None:
    for state in journey(3):
        seen = [
            {word: value for word, value in view(state, seat).items() if word not in ("seat", "legal")}
            for seat in (*state.hobbits, "table")
        ]
        assert all(each == seen[0] for each in seen)


def test_a_hobbit_is_shown_with_steps_place_nazgul_path_and_whether_out() -> None:
    state = standing("merry", merry=(1, "x. . ."), pippin=(9, "x xx"))
    assert view(state, "merry")["hobbits"] == {
        "merry": {
            "colour": "blue",
            "steps": 1,
            "place": "rivendell",
            "nazgul": ["x.", ".", "."],
            "out": False,
        },
        "pippin": {"colour": "green", "steps": 9, "place": "mordor", "nazgul": ["x", "xx"], "out": True},
    }


def test_each_hobbit_has_a_road_and_a_nazgul_path_as_tracks() -> None:
    shown = {track.name: track for track in tracks(TWO)}
    assert list(shown) == ["frodo", "sam", "frodo-nazgul", "sam-nazgul"]
    road, path = shown["sam"], shown["sam-nazgul"]
    assert (road.value, road.cells, road.limit) == (4, 9, 9)
    assert road.marks[3:5] == ((4, "rohan"), (5, "helms-deep"))
    assert (path.value, path.cells, path.limit, path.marks) == (1, 5, 5, ((2, "half"), (4, "half")))


def test_the_dice_are_shown_in_the_hand_in_the_throw_and_kept() -> None:
    def dice(state: State) -> list[Any]:
        return [view(state, "sam")["dice"][where] for where in ("hand", "throw", "kept")]

    thrown = roll(yellow="ring", red="nazgul", blue="orc", green="orc", black="tree")
    assert dice(TWO) == [list(DICE), {}, []]
    assert dice(after(TWO, thrown))[1:] == [thrown["dice"], []]
    kept = after(TWO, thrown, keep("yellow", "red"))
    assert dice(kept) == [
        ["blue", "green", "black"],
        {},
        [
            {"die": "yellow", "face": "ring", "applied": False, "on": None},
            {"die": "red", "face": "nazgul", "applied": False, "on": "sam"},
        ],
    ]
    assert view(kept, "sam")["last_throw"] == {
        "seat": "frodo",
        "dice": thrown["dice"],
        "kept": ["yellow", "red"],
    }


def test_before_keeping_it_is_shown_on_whom_each_nazgul_would_act() -> None:
    thrown = roll(yellow="ring", red="nazgul", blue="nazgul", green="orc", black="nazgul")
    assert view(after(TWO, thrown), "sam")["dice"]["prey"] == {
        "red": "sam",
        "blue": "frodo",
        "black": "frodo",
    }


def test_a_nazgul_that_has_caught_someone_is_still_shown_on_him() -> None:
    state = standing("frodo", frodo=(0, ". ."), sam=(0, "."), merry=(0, ". ."))
    caught = after(state, *throws(red="nazgul"), apply("red"))
    kept = {each["die"]: each for each in view(caught, "frodo")["dice"]["kept"]}
    assert (kept["red"]["applied"], kept["red"]["on"]) == (True, "sam")


def test_nazgul_held_off_by_eowyn_are_shown_on_nobody() -> None:
    state = standing("frodo", advanced=True, frodo=(6, ". ."), sam=(0, ". ."))
    kept = view(after(state, *throws(yellow="nazgul", red="nazgul")), "frodo")["dice"]["kept"]
    assert {each["die"]: each["on"] for each in kept if each["face"] == "nazgul"} == {
        "yellow": None,
        "red": "sam",
    }


def test_what_the_dice_did_is_shown_until_the_next_throw() -> None:
    ended = after_turn(TWO, yellow="ring", black="nazgul")
    effects = view(ended, "sam")["effects"]
    assert effects["of"] == "frodo"
    assert {"event": "Walked", "die": "yellow"} in effects["list"]
    assert {"event": "Marked", "die": "black", "hobbit": "frodo"} in effects["list"]
    assert {"event": "Spent", "die": "red", "why": "lapsed"} in effects["list"]
    thrown = after(ended, roll(**dict.fromkeys(DICE, "ring")))
    assert view(thrown, "sam")["effects"] == {"of": "", "list": []}


def test_what_the_dice_of_the_first_throw_of_a_new_turn_show_is_the_last_throw() -> None:
    ended = after_turn(TWO)
    assert view(ended, "sam")["last_throw"]["seat"] == "frodo"
    thrown = after(ended, roll(**dict.fromkeys(DICE, "ring")))
    assert view(thrown, "sam")["last_throw"] == {
        "seat": "sam",
        "dice": dict.fromkeys(DICE, "ring"),
        "kept": [],
    }


def test_the_rule_of_the_place_is_shown_on_the_advanced_side_only() -> None:
    def rule(steps: int, *, advanced: bool = True) -> Any:
        return view(standing("sam", advanced=advanced, sam=(steps, "."), frodo=(0, ".")), "frodo")[
            "place_rule"
        ]

    assert [bool(rule(steps)) for steps in range(9)] == [False] + [True] * 8
    assert "Éomer" in rule(4)["text"]
    assert not any(rule(steps, advanced=False) for steps in range(9))


FIVE = roll(yellow="ring", red="orc", blue="warrior", green="gandalf", black="orc")
LAST_TURN = standing("sam", frodo=(9, ". ."), sam=(8, ". ."))


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (TWO, "Frodo: throw all five dice."),
        (after(TWO, FIVE), "Frodo: choose the dice to keep."),
        (after(TWO, FIVE, keep("red")), "Frodo: throw the other 4 dice again."),
        (after(TWO, FIVE, keep(*DICE[:4])), "Frodo: throw the last die again."),
        (after(TWO, *throws()), "Frodo: let Gandalf halve a cell, or end the turn."),
        (after(TWO, *throws(**dict.fromkeys(DICE, "orc"))), "Frodo: mark your pad, then end the turn."),
        (after_turn(TWO), "Sam: throw all five dice."),
        (after_turn(LAST_TURN), "Frodo has brought the Ring to Mordor and wins."),
        (after_turn(LAST_TURN, red="ring"), "They share the victory: Frodo, Sam."),
        (
            after_turn(standing("sam", frodo=(0, "x"), sam=(0, ".")), red="nazgul"),
            "The Nazgûl have caught every hobbit. The Shadow wins.",
        ),
    ],
)
def test_a_line_says_what_to_do_next(state: State, told: str) -> None:
    assert str(Sentence.from_json(view(state, "table")["next"])) == told


def test_the_result_names_the_winners() -> None:
    won = after_turn(standing("sam", frodo=(9, ". ."), sam=(8, ". .")), yellow="ring")
    assert view(TWO, "frodo")["result"] is None
    assert view(won, "sam")["result"] == {"winners": ["frodo", "sam"]}
    lost = after_turn(standing("sam", frodo=(9, "x"), sam=(8, ".")), red="nazgul")
    assert view(lost, "sam")["result"] == {"winners": []}
    assert (view(lost, "sam")["turn"], view(lost, "sam")["legal"]) == ([], [])

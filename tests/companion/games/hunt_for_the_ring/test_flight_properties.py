"""What holds in every part two, and in every campaign from part one by the letter to Rivendell."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import Json, Line, Refusal, proof
from companion.games import hunt_for_the_ring as game
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.journeys import LIMITS, STEPS
from companion.games.hunt_for_the_ring.letter import FOR_ALL, contents
from companion.games.hunt_for_the_ring.reading import EVERYONES_WORDS, RINGBEARERS_WORDS, WRAITHS_WORDS
from companion.games.hunt_for_the_ring.starting import OPTIONS
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import FACES, KINGS_DIE
from companion.table import PUBLIC, Row, Table, drawn, replay
from tests.companion.games.hunt_for_the_ring.fleeing import CARDS, DEMONSTRATION_2
from tests.companion.games.hunt_for_the_ring.hunting import (
    DEMONSTRATION,
    RINGBEARER,
    done,
    first_line,
    move,
    played,
    ringbearer,
    set_up,
)
from tests.companion.games.hunt_for_the_ring.pairs import random_flight, random_game
from tests.companion.games.hunt_for_the_ring.test_properties import (
    instances,
    is_allowed,
    left,
    random_rows,
    ridden_to,
    short,
    table_of,
)
from tests.companion.playing import REDO, UNDO, pick
from tests.companion.test_properties import anything, sights, through_json, without_notice

chances = st.integers(0, 2**32).map(Random)


@settings(max_examples=25)
@given(chances)
def test_picking_from_legal_always_ends_part_two(chance: Random) -> None:
    table, _rows = random_rows(chance, table_of(random_flight(chance)))
    view = table.view(RINGBEARER)
    assert view["result"] is not None
    deck, step = view["journey"]["deck"], view["tracks"]["movement"]["value"]
    assert (view["result"]["end"] == "rivendell") == (step == STEPS[deck])
    assert view["journey"]["limit"] == LIMITS[deck] + view["flight"]["raised"]
    assert table.view(PUBLIC)["turn"] == []
    assert view["result"]["war_of_the_ring"] is not None


def test_hunters_who_know_where_frodo_is_often_win() -> None:
    """Both endings come about by the rules alone, and all that is rare on the way."""
    ends, dos = Counter[str | None](), Counter[str]()
    for seed in range(30):
        chance = Random(seed)
        flight = random_flight(chance)
        flight["options"] |= {"board": DEMONSTRATION_2, "journeys": CARDS, "corruption": 8}
        state = game.start(flight["options"])
        assert isinstance(state, State)
        for (_, line), after in random_game(chance, state, 900):
            dos[line["do"]] += 1
            state = after
        ends[state.result] += 1
    assert set(ends) >= {"rivendell", "corrupted"}, ends
    assert (
        min(dos[do] for do in ("appear", "drive", "deed", "witch-king", "new-journey", "escape", "seek")) > 0
    )


@settings(max_examples=10)
@given(chances, st.booleans())
def test_what_is_shown_at_the_end_is_what_was_committed_to(chance: Random, is_campaign: bool) -> None:
    table = straight_on() if is_campaign else table_of(random_flight(chance))
    over, _rows = random_rows(chance, table)
    if "shown" not in over.view(PUBLIC)["proof"]:
        over = done(over, RINGBEARER, {"do": "show-sheet"})
    checked = proof.check(over.view(PUBLIC))
    assert not isinstance(checked, Refusal)
    assert checked.troubles == ()
    whats = {entry["what"] for entry in checked.standing}
    assert whats == {"journey", "deeds", "gandalf"} | (
        {"start", "information", "cell"} if is_campaign else set()
    )


def straight_on() -> Table:
    """Part one is over at this table, and part two begins."""
    on = {"do": "go-on", "board": "demonstration-part-2", "journeys": "demonstration-part-2"}
    bree = [*set_up(start="53"), *ringbearer(move("C", card="a card"))]
    return played(first_line(answers="auto"), *bree, *ringbearer(on))


@settings(max_examples=15)
@given(chances)
def test_the_journal_of_part_two_replays_byte_for_byte(chance: Random) -> None:
    flight = random_flight(chance)
    table, rows = random_rows(chance, table_of(flight))
    again = replay(json.loads(json.dumps(flight)), through_json(rows))
    assert again.now.state == table.now.state
    assert sights(again) == sights(table)


@settings(max_examples=15)
@given(chances, st.integers(1, 150))
def test_undo_and_redo_lead_back_to_the_same_views_in_part_two(chance: Random, many: int) -> None:
    table, rows = random_rows(chance, table_of(random_flight(chance)), many)
    passed = [table]
    for _ in range(chance.randint(1, len(rows))):
        table = done(table, chance.choice([RINGBEARER, PUBLIC]), UNDO)
        passed.append(table)
    while passed[1:]:
        assert without_notice(table) == without_notice(passed.pop())
        table = done(table, chance.choice([RINGBEARER, PUBLIC]), REDO)
    assert without_notice(table) == without_notice(passed[0])


@settings(max_examples=50)
@given(chances, st.integers(1, 250))
def test_legal_equals_decide_in_part_two(chance: Random, many: int) -> None:
    """On a whole board, with cards taught: what is offered is allowed, what is not offered is refused."""
    flight = random_flight(chance)
    flight["options"] |= {"board": DEMONSTRATION_2, "journeys": CARDS}
    state = game.start(flight["options"])
    assert isinstance(state, State)
    for _, after in random_game(chance, state, many):
        state = after
    for seat in chance.sample(state.seats, k=2):
        offered = [each for offer in game.legal(state, seat) for each in instances(offer)]
        for line in chance.sample(offered, k=min(60, len(offered))):
            assert is_allowed(state, seat, line), line
        known = {short(each) for each in offered}
        for line in everything(state):
            assert (short(line) in known) == is_allowed(state, seat, line), (seat, line)
        if not state.flight or not state.flight.seeking:
            ends = {line["by"][-1] for line in offered if line["do"] == "ride"}
            assert ends == ridden_to(state, seat)


def everything(state: State) -> list[Line]:
    """Lines that a stubborn player tries, whether it is the moment or not."""
    board = state.board
    assert board is not None
    lines: list[Line] = [
        {"do": do}
        for do in ("move", "rest", "end-turn", "answer", "take-tokens", "search", "hunt", "rivendell")
    ]
    lines += [{"do": "escape", "to": to} for to in ("stay", "10")]
    lines += [{"do": "gandalf", "to": spot} for spot in (*board.locations, ".", "99")]
    lines += [
        {"do": "deed", "token": token} for token in (*(state.flight.deeds if state.flight else ()), "5")
    ]
    for die in (*FACES, KINGS_DIE):
        lines += [{"do": "hunt", "die": die}, {"do": "draw-sorcery", "die": die}]
        lines += [{"do": "perceive", "section": each, "die": die} for each in board.section_names]
        lines += [{"do": "ability", "number": 2, "dice": [die, other]} for other in FACES]
    return lines


@settings(max_examples=40)
@given(chances, st.integers(0, 200), st.data())
def test_no_line_from_outside_makes_part_two_stumble(chance: Random, many: int, data: st.DataObject) -> None:
    table, _rows = random_rows(chance, table_of(random_flight(chance)), many)
    deeds = st.sampled_from(sorted(game.DEEDS))
    words = st.sampled_from(
        sorted(frozenset().union(*(each for words in EVERY_WORD for each in words.values())))
    )
    values = anything | st.sampled_from(
        ["14", ".", "stay", "draw", "green", "witch-king", "seek", "V", "V-A", "ally", "short", "eye", ["10"]]
    )
    for _ in range(12):
        line = {"do": data.draw(deeds), **data.draw(st.dictionaries(words, values, max_size=4))}
        for seat in (*table.seats, PUBLIC):
            answer = table.decide(seat, line, None, chance)
            if isinstance(answer, Row):
                json.dumps(table.after(answer).view(seat))
            else:
                assert str(answer.why)


EVERY_WORD = (RINGBEARERS_WORDS, WRAITHS_WORDS, EVERYONES_WORDS)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(sorted(OPTIONS)), anything), st.booleans())
def test_no_options_make_part_two_stumble(options: Any, is_letter: bool) -> None:
    typed = {"part": 2, "letter": {"all": options}} if is_letter else {**options, "part": 2}
    answer = game.start(typed)
    assert not isinstance(answer, Refusal) or str(answer.why)


@settings(max_examples=200)
@given(st.sampled_from(FOR_ALL), anything)
def test_a_letter_with_one_strange_quantity_is_refused_or_makes_a_table_that_plays(
    name: str, value: Any
) -> None:
    answer = game.start({"letter": {"all": {name: value}}})
    if isinstance(answer, Refusal):
        assert str(answer.why)
    else:
        for seat in (*answer.seats, PUBLIC):
            json.dumps(game.view(answer, seat))


def hurried(chance: Random, wraiths: int) -> State:
    """A part one in which Frodo takes the shortest way; mostly he comes to Bree."""
    options = {
        "board": DEMONSTRATION,
        "answers": "auto",
        "wraiths": wraiths,
        "bag": {"0": 9, "1": 4, "eye": 2},
    }
    start = game.start(options)
    assert isinstance(start, State)
    state: State = start
    while state.phase != "over":
        seat = chance.choice(game.view(state, PUBLIC)["turn"])
        offers = game.legal(state, seat)
        moves = [line for offer in offers if offer["do"] == "move" for line in instances(offer)]
        line = (
            min(moves, key=lambda each: left(state, each)) if moves else pick(chance, chance.choice(offers))
        )
        for word, draw in game.draws(state, seat, line).items():
            line = {**line, word: drawn(draw, chance)}
        state = fold(state, happened(state, seat, line))
    return state


def happened(state: State, seat: str, line: Line) -> Any:
    events = game.decide(state, seat, line)
    assert not isinstance(events, Refusal), (line, str(events.why))
    return events


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_campaign_by_the_letter_ends(seed: int) -> None:
    chance = Random(seed)
    state = hurried(chance, 1 + seed)
    while not state.is_part_one_won:
        state = hurried(chance, 1 + seed)
    letter = json.loads(json.dumps(contents(state)))
    options: Json = {"letter": letter, "board": DEMONSTRATION_2, "journeys": CARDS, "grey": ["1", "2", "eye"]}
    table = table_of({"game": game.KEY, "options": options})
    begun = table.view(PUBLIC)
    assert begun["tracks"]["corruption"]["value"] == state.corruption
    assert begun["found"] == list(state.shown)
    assert [each["sorcery"] for each in begun["wraiths"].values()] == [
        state.hand(seat).count for seat in state.shares
    ]
    assert begun["bag"]["gone"].count("eye") == state.gone_tokens.count("eye")
    over, _rows = random_rows(chance, table)
    assert over.view(PUBLIC)["result"]["end"] in ("rivendell", "corrupted")


@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_straight_on_is_the_same_as_by_the_letter(seed: int) -> None:
    chance = Random(seed)
    state = hurried(chance, 2)
    while not state.is_part_one_won:
        state = hurried(chance, 2)
    line = {"do": "go-on", "board": DEMONSTRATION_2, "journeys": CARDS, "grey": ["1", "2", "eye"]}
    straight = fold(state, happened(state, RINGBEARER, line))
    options = {word: value for word, value in line.items() if word != "do"}
    letter = game.start({**options, "letter": contents(state), "answers": "auto"})
    assert isinstance(letter, State)
    for seat in (*state.seats, PUBLIC):
        one, other = game.view(straight, seat), game.view(letter, seat)
        assert {**one, "flight": None} == {**other, "flight": None}
    assert straight.before == state


def test_the_same_table_goes_straight_on_and_can_go_back() -> None:
    lines = [first_line(answers="auto"), *set_up(start="53"), *ringbearer(move("C", card="a card"))]
    table = played(*lines)
    assert table.is_over
    on = played(
        *lines,
        *ringbearer({"do": "go-on", "board": "demonstration-part-2", "journeys": "demonstration-part-2"}),
    )
    view = on.view(PUBLIC)
    assert (view["part"], view["phase"], view["result"]) == (2, "set-up", None)
    assert view["board"]["name"] == "demonstration-part-2"
    assert on.options["board"] == DEMONSTRATION_2
    assert not on.is_over
    back = done(on, PUBLIC, UNDO)
    assert (back.view(PUBLIC)["part"], back.view(PUBLIC)["result"]["end"]) == (1, "bree")
    after, _rows = random_rows(Random(1), on)
    assert isinstance(after, Table)
    assert after.is_over

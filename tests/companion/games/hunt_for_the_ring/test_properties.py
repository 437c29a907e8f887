"""What holds in every Hunt, however it is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import Json, Line, Refusal
from companion.games import hunt_for_the_ring as game
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.reading import EVERYONES_WORDS, RINGBEARERS_WORDS, WRAITHS_WORDS
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import COMPANIONS, FACES, LAST_STEP, NAZGUL
from companion.table import PUBLIC, Row, Table, drawn, lay, replay
from tests.companion.games.hunt_for_the_ring.hunting import (
    DEMONSTRATION,
    RINGBEARER,
    done,
    pick_line,
)
from tests.companion.games.hunt_for_the_ring.pairs import random_game, random_table
from tests.companion.playing import REDO, UNDO, pick
from tests.companion.test_properties import anything, sights, through_json, without_notice

LONGEST_GAME = 2_000
"""Sixteen moves of Frodo's, and for each a few dozen of everyone's; far more would never end."""

OPTIONS = ["wraiths", "board", "variant", "answers", "fellowship", "bag"]

chances = st.integers(0, 2**32).map(Random)


def table_of(first_line: Json) -> Table:
    table = lay(first_line)
    assert isinstance(table, Table)
    return table


def random_rows(chance: Random, table: Table, many: int = LONGEST_GAME) -> tuple[Table, list[Row]]:
    rows: list[Row] = []
    while len(rows) < many and not table.is_over:
        seat, line = pick_line(chance, table)
        row = table.decide(seat, line, table.version(seat), chance)
        assert isinstance(row, Row), (seat, line, str(row.why))
        table = table.after(row)
        rows.append(row)
    return table, rows


@settings(max_examples=40)
@given(chances)
def test_picking_from_legal_always_ends_part_one(chance: Random) -> None:
    table, _rows = random_rows(chance, table_of(random_table(chance)))
    view = table.view(PUBLIC)
    assert view["result"] is not None
    assert (view["result"]["end"] == "corrupted") == (view["tracks"]["corruption"]["value"] >= 12)
    assert (view["turn"], view["legal"]) == ([], [])
    left = [line["do"] for line in table.view(RINGBEARER)["legal"]]
    assert left == (["letter", "go-on", "show-sheet"] if view["result"]["goes_on"] else [])
    if view["result"]["end"] == "rescued":
        assert view["tracks"]["movement"]["value"] == LAST_STEP


def test_a_ringbearer_who_hurries_reaches_bree() -> None:
    ends = Counter(hurried(Random(seed)) for seed in range(20))
    assert ends["bree"] > 10, ends


def hurried(chance: Random) -> str | None:
    """How a game ends in which Frodo always takes the shortest way to an exit."""
    start = game.start({"board": DEMONSTRATION, "answers": "auto"})
    assert isinstance(start, State)
    state: State = start
    while state.phase != "over":
        seat = chance.choice(game.view(state, PUBLIC)["turn"])
        offers = game.legal(state, seat)
        moves = [instance for offer in offers if offer["do"] == "move" for instance in instances(offer)]
        line = (
            min(moves, key=lambda each: left(state, each)) if moves else pick(chance, chance.choice(offers))
        )
        for word, draw in game.draws(state, seat, line).items():
            line = {**line, word: drawn(draw, chance)}
        events = game.decide(state, seat, line)
        assert not isinstance(events, Refusal), str(events.why)
        state = fold(state, events)
    return state.result


def left(state: State, line: Line) -> int:
    assert state.board is not None
    assert state.last is not None
    to, points = (state.last, state.points + 1) if line["to"] == "." else (line["to"], 0)
    return state.board.moves_to_an_exit(to, points) or 0


@settings(max_examples=25)
@given(chances)
def test_the_journal_replays_byte_for_byte(chance: Random) -> None:
    first_line = random_table(chance)
    table, rows = random_rows(chance, table_of(first_line))
    again = replay(json.loads(json.dumps(first_line)), through_json(rows))
    assert again.now.state == table.now.state
    assert sights(again) == sights(table)


@settings(max_examples=25)
@given(chances, st.integers(1, 150))
def test_undo_and_redo_lead_back_to_the_same_views(chance: Random, many: int) -> None:
    table, rows = random_rows(chance, table_of(random_table(chance)), many)
    passed = [table]
    for _ in range(chance.randint(1, len(rows))):
        table = done(table, chance.choice([RINGBEARER, PUBLIC]), UNDO)
        passed.append(table)
    while passed[1:]:
        assert without_notice(table) == without_notice(passed.pop())
        table = done(table, chance.choice([RINGBEARER, PUBLIC]), REDO)
    assert without_notice(table) == without_notice(passed[0])
    assert table.now.state == passed[0].now.state


@settings(max_examples=80)
@given(chances, st.integers(1, 250))
def test_legal_equals_decide(chance: Random, many: int) -> None:
    """On a whole board: whatever is offered is allowed, and what is not offered is refused."""
    first_line = random_table(chance)
    first_line["options"]["board"] = DEMONSTRATION
    state = game.start(first_line["options"])
    assert isinstance(state, State)
    for _, after in random_game(chance, state, many):
        state = after
    for seat in chance.sample(state.seats, k=2):
        offered = [each for offer in game.legal(state, seat) for each in instances(offer)]
        for line in chance.sample(offered, k=min(60, len(offered))):
            assert is_allowed(state, seat, line), line
        known = {short(each) for each in offered}
        for line in everything(state, seat):
            assert (short(line) in known) == is_allowed(state, seat, line), (seat, line)
        ends = {line["by"][-1] for line in offered if line["do"] == "ride"}
        assert ends == ridden_to(state, seat)


def instances(offer: Json) -> Iterator[Line]:
    """Every line that an offer of `legal` stands for."""
    words = [(word, value if isinstance(value, list) else [value]) for word, value in offer.items()]
    for values in product(*(choices for _, choices in words)):
        line = dict(zip((word for word, _ in words), values, strict=True))
        if isinstance(line.get("nazgul"), dict):
            ((colour, spots),) = line["nazgul"].items()
            yield from ({**line, "nazgul": {colour: spot}} for spot in spots)
        else:
            yield line


def short(line: Line) -> str:
    """Lines that come to the same: of a ride only its end counts, and the active Nazgûl may go unnamed."""
    words = {word: value for word, value in line.items() if word != "nazgul" or line["do"] == "place"}
    if "by" in words:
        words["by"] = words["by"][-1]
    if "dice" in words and words["do"] == "ability":
        words["dice"] = sorted(words["dice"])
    return json.dumps(words, sort_keys=True)


def is_allowed(state: State, seat: str, line: Line) -> bool:
    for word, draw in game.draws(state, seat, line).items():
        line = {**line, word: draw.of[0] if draw.count is None else list(draw.of[: draw.count])}
    return not isinstance(game.decide(state, seat, line), Refusal)


def everything(state: State, seat: str) -> Iterator[Line]:
    """Lines that a stubborn player tries, whether it is the moment or not."""
    board = state.board
    assert board is not None
    yield from (
        {"do": do} for do in ("rest", "draw-ally", "end-turn", "answer", "take-tokens", "search", "hunt")
    )
    for spot in (*board.locations, ".", "stay", "99", "?"):
        yield from ({"do": "move", "to": spot}, {"do": "escape", "to": spot}, {"do": "set-start", "at": spot})
        yield from ({"do": "remove-ally", "at": spot, "die": face} for face in FACES)
        yield from ({"do": "place", "nazgul": {each: spot}} for each in NAZGUL)
    for companion in COMPANIONS:
        yield {"do": "flip", "companion": companion}
        yield from (
            {"do": "cancel-token", "token": token, "companion": companion} for token in ("0", "3", "eye")
        )
    yield from ({"do": "lead", "to": each} for each in (*state.shares, "wraith-9") if len(state.shares) > 1)
    for face in FACES:
        yield from ({"do": "hunt", "die": face}, {"do": "draw-sorcery", "die": face})
        yield from ({"do": "perceive", "zone": zone, "die": face} for zone in board.zone_names)
        yield from ({"do": "perceive", "section": each, "die": face} for each in board.section_names)
        yield from ({"do": "ability", "number": 2, "dice": [face, other]} for other in FACES)
        if state.active is not None:
            for near, _ in board.neighbours[state.stands[state.active]]:
                yield from (
                    {"do": "ability", "number": number, "die": face, "by": [near]} for number in (1, 3, 4)
                )


def ridden_to(state: State, seat: str) -> set[str]:
    """Where any walk of one to three steps is allowed to end, tried one by one."""
    board, nazgul = state.board, state.active or "green"
    if board is None or nazgul not in state.stands:
        return set()
    here = state.stands[nazgul]
    ways = [[spot] for spot, _ in board.neighbours[here]]
    for _ in range(2):
        ways += [[*way, spot] for way in ways for spot, _ in board.neighbours[way[-1]]]
    return {way[-1] for way in ways if is_allowed(state, seat, {"do": "ride", "by": way})} - {here}


@settings(max_examples=60)
@given(chances, st.integers(0, 200), st.data())
def test_no_line_from_outside_makes_the_rules_stumble(chance: Random, many: int, data: st.DataObject) -> None:
    table = table_of(random_table(chance))
    table, _rows = random_rows(chance, table, many)
    deeds = st.sampled_from(sorted(game.DEEDS))
    words = st.sampled_from(
        sorted(
            frozenset().union(*RINGBEARERS_WORDS.values(), *WRAITHS_WORDS.values(), *EVERYONES_WORDS.values())
        )
    )
    values = anything | st.sampled_from(
        [
            "10",
            ".",
            "stay",
            "draw",
            "green",
            "ring",
            "sword",
            "II",
            "II-A",
            "ally",
            "merry",
            "corruption",
            "eye",
        ]
    )
    for _ in range(12):
        line = {"do": data.draw(deeds), **data.draw(st.dictionaries(words, values, max_size=4))}
        for seat in (*table.seats, PUBLIC):
            answer = table.decide(seat, line, None, chance)
            if isinstance(answer, Row):
                json.dumps(table.after(answer).view(seat))
            else:
                assert str(answer.why)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(OPTIONS), anything))
def test_no_options_make_the_hunt_stumble(options: Any) -> None:
    answer = game.start(options)
    assert not isinstance(answer, Refusal) or str(answer.why)


@pytest.mark.parametrize("seed", range(4))
def test_a_version_counts_exactly_the_changes_of_its_own_view(seed: int) -> None:
    chance = Random(seed)
    before = table_of(random_table(chance))
    for _ in range(150):
        if before.is_over:
            break
        after = done(before, *pick_line(chance, before), chance)
        for seat in (*after.seats, PUBLIC):
            earlier, later = before.sights[seat], after.sights[seat]
            assert later.version - earlier.version == (later.view != earlier.view)
        before = after

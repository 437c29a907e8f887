"""The story of the hunt: told when it is over, whole when the sheet is shown, with its turning points."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core import Json, Line
from companion.games.hunt_for_the_ring.story import Story, story
from companion.games.hunt_for_the_ring.turning import turning_points
from companion.table import Table
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    RINGBEARER,
    done,
    first_line,
    hunt,
    move,
    passing,
    perceive,
    played,
    ride,
    ringbearer,
    search,
    set_up,
    tokens,
    walking,
    wraith,
)
from tests.companion.games.hunt_for_the_ring.pairs import random_pair
from tests.companion.games.hunt_for_the_ring.test_no_leak import tables
from tests.companion.playing import UNDO

TABLE = first_line(answers="auto")
CORRUPT: Line = {"do": "adjust", "what": "corruption", "by": 12, "because": "a card"}
SHOW: Line = {"do": "show-sheet"}
BREE = ringbearer(move("C", card="a card"))


def told(table: Table) -> Story:
    found = story(*table.standing())
    assert found is not None
    return found


def texts(table: Table) -> list[str]:
    return [str(step.told.text) for step in told(table).steps]


def turns(table: Table) -> dict[str, tuple[int, str]]:
    """By name, the last of each."""
    return {str(turn.name): (turn.step, str(turn.text)) for turn in turning_points(told(table))}


def ended(*lines: Json, table: Json = TABLE) -> Table:
    """After these lines the Ring wins, and the sheet is shown."""
    return played(table, *set_up(), *lines, *ringbearer(CORRUPT))


# When it is told


def test_there_is_no_story_while_the_game_goes_on() -> None:
    lines = [TABLE, *set_up(), *walking(".", ".", "10")]
    for many in range(1, len(lines) + 1):
        assert story(*played(*lines[:many]).standing()) is None


def test_when_a_part_two_may_follow_only_what_all_have_seen_is_told() -> None:
    table = played(TABLE, *set_up(), *walking(".", ".", "10"), *BREE)
    found = told(table)
    assert not found.is_whole
    assert [chapter.routes for chapter in found.chapters] == [()]
    assert {step.frodo for step in found.steps} == {None}
    assert "Frodo moves, unseen." in texts(table)
    assert not any("10" in text for text in texts(table))
    shown = told(done(table, RINGBEARER, SHOW))
    assert shown.is_whole
    assert shown.chapters[0].routes == (("1", ".", ".", "10", "C"),)


def test_stories_that_may_not_be_whole_yet_do_not_tell_games_apart_that_differ_in_secrets() -> None:
    """The pairs of the no-leak comparison, each brought to the end of part one by a card."""
    chance, compared, different = Random(4), 0, 0
    while compared < 25:
        pair = random_pair(chance, chance.randint(30, 90))
        if pair is None or pair.owner != RINGBEARER:
            continue
        ends = [_to_bree(tables(pair, moves)[-1]) for moves in (pair.one, pair.other)]
        if None in ends:
            continue
        public, whole = [], []
        for end in ends:
            assert end is not None
            public.append(written(told(end)))
            whole.append(written(told(done(end, RINGBEARER, SHOW))))
        assert public[0] == public[1]
        different += whole[0] != whole[1]
        compared += 1
    assert different > 15, "else the comparison would prove nothing"


def _to_bree(table: Table) -> Table | None:
    """By a card, where that can be; a full hand or set-up comes first otherwise."""
    exits = {"do": "move", "to": "A", "card": "a card"}
    if table.is_over or table.view("table")["proof"]:
        return None
    row = table.decide(RINGBEARER, exits)
    after = table.after(row) if hasattr(row, "events") else None  # type: ignore[arg-type]
    return after if after and after.view("table")["result"] else None


def written(found: Story) -> Any:
    points = [turn.to_json() for turn in turning_points(found)]
    return [[step.to_json() for step in found.steps], points, [each.routes for each in found.chapters]]


def test_names_of_cards_in_hand_are_never_told() -> None:
    hold: Line = {"do": "hold", "cards": ["Secret Friend"]}
    draw: Line = {"do": "draw-sorcery", "die": "sorcery", "card": "Secret Curse"}
    table = ended(*ringbearer(hold, move("."), END), *wraith(draw))
    assert not any("Secret" in text for text in texts(table))
    assert "Wraith 1 draws a sorcery card." in texts(table)


def test_what_was_undone_is_not_told() -> None:
    table = ended(*ringbearer(move("."), UNDO, move("10", card="a card")))
    assert [step.told.kind for step in told(table).steps] == ["start", "move", "card", "end"]


# How it is told


def test_step_by_step() -> None:
    lines = [
        *ringbearer(move("."), END),
        *wraith(ride("green", "49.48:1"), END, search("blue"), END, perceive("red", section="III"), END, END),
    ]
    table = ended(*lines, *ringbearer(move(".")))
    assert texts(table)[:7] == [
        "The hunt begins. Frodo sets out from 1.",
        "Frodo is in the wilds, past 1.",
        "Green rides: point 1 from 49 to 48.",
        "Blue: Search, 48. No.",
        "Red: Perception, III. No.",
        "Frodo is in the wilds, past 1.",
        "The Ringbearer, a card: Corruption",
    ]
    steps = told(table).steps
    assert [step.frodo for step in steps[:3]] == [(0, 1), (0, 2), (0, 2)]
    assert steps[2].told.by == ("49", "49.48:1")
    assert (steps[1].stands["green"], steps[2].stands["green"]) == ("49", "49.48:1")
    assert [(step.day, step.phase) for step in steps[3:6]] == [(1, "day-1"), (1, "day-1"), (1, "day-2")]
    assert (steps[-1].told.kind, steps[-1].corruption, steps[-1].limit) == ("end", 12, 12)


def test_an_answer_and_its_trail_token() -> None:
    lines = ringbearer(move("10", card="Tom Bombadil"), move("."), END)
    asked: Line = {"do": "hunt", "at": "10", "because": "a card"}
    table = ended(*lines, *wraith({**asked, "do": "search"}, asked, END))
    steps = [step for step in told(table).steps if step.told.kind == "answer"]
    assert [(step.told.at, step.told.answer) for step in steps] == [("10", "yes"), ("10", "here")]
    assert [dict(step.trail) for step in steps] == [{"10": "eye"}, {"10": "sword"}]
    assert "Frodo comes to 10. By a card: Tom Bombadil." in texts(table)


def test_without_a_board_it_is_told_too() -> None:
    bare: Json = {"game": "hunt-for-the-ring", "options": {"answers": "auto"}}
    table = ended(*walking(".", "10"), table=bare)
    assert told(table).chapters[0].board is None
    assert "Frodo comes to 10." in texts(table)


# Turning points


def meeting() -> list[Json]:
    """Frodo is found at 10 with a Nazgûl there."""
    near: Line = {"do": "move", "what": "green", "to": "10", "because": "a card"}
    lines = ringbearer(move("10", card="a card"), move("."), END)
    lines += wraith(near, hunt("green", "sword")) + passing()
    return lines + ringbearer(tokens("2"), {"do": "take-tokens"}, {"do": "escape", "to": "9"})


def test_each_encounter_is_a_turning_point() -> None:
    found = turns(ended(*meeting()))
    assert found["Encounter at 10"][1] == "Nazgûl there: 1. Corruption rises by 2."
    assert found["The first trace"][1] == "Green: Hunt, 10. Frodo is here."
    assert found["The end"][1].startswith("The Ring has taken hold")


def test_the_nearest_miss_is_the_question_next_to_frodo() -> None:
    far: Line = {"do": "search", "at": "22", "because": "a card"}
    near: Line = {"do": "search", "at": "11", "because": "a card"}
    lines = ringbearer(move("10", card="a card"), move("."), END)
    table = ended(*lines, *wraith(far, near, far))
    step, text = turns(table)["The nearest miss"]
    assert text == "Wraith 1: Search, 11. Frodo was 1 step away."
    assert texts(table)[step] == "Wraith 1: Search, 11. No."


def test_a_search_right_where_frodo_is_misses_him_by_nothing() -> None:
    lines = ringbearer(move("10", card="a card"), move("."), END)
    table = ended(*lines, *wraith({"do": "search", "at": "10", "because": "a card"}))
    assert turns(table)["The nearest miss"][1] == "Wraith 1: Search, 10. Frodo was right there."


def test_a_nazgul_that_stood_beside_frodo_and_did_not_ask_is_a_miss() -> None:
    near: Line = {"do": "move", "what": "green", "to": "10", "because": "a card"}
    lines = ringbearer(move("10", card="a card"), move("."), END) + wraith(near) + passing()
    assert (
        turns(ended(*lines))["The nearest miss"][1] == "Green stood right where Frodo was and did not hunt."
    )


def test_a_miss_is_not_told_while_the_sheet_is_secret() -> None:
    lines = ringbearer(move("10", card="a card"), move("."), END)
    table = played(
        TABLE, *set_up(), *lines, *wraith({"do": "search", "at": "11", "because": "a card"}), *BREE
    )
    assert "The nearest miss" not in turns(table)


def test_the_longest_silence_counts_phases_without_a_yes() -> None:
    lines = walking(".", ".", "10", ".")
    step, text = turns(ended(*lines))["The longest silence"]
    assert text == "5 phases without a trace, from day 1 on (First day phase)."
    asked: Line = {"do": "search", "at": "10", "because": "a card"}
    heard = [*walking(".", ".", "10"), *ringbearer(move("."), END), *wraith(asked), *passing()]
    text = turns(ended(*heard))["The longest silence"][1]
    assert text == "3 phases without a trace, from day 1 on (First day phase)."
    assert step == 1


def test_an_information_token_and_the_rescue_are_turning_points() -> None:
    lines = ringbearer(move("."), END)
    table = ended(*lines, *wraith({"do": "search", "at": "5", "because": "a card"}))
    assert turns(table)["The Black Riders learn something"][1] == "Information token 5 is shown."
    track: Line = {"do": "adjust", "what": "movement", "by": 16, "because": "a card"}
    table = played(TABLE, *set_up(), *ringbearer(move("."), track))
    while not table.is_over:
        meeting = table.view(RINGBEARER)["encounter"]
        line = (
            tokens(*["0"] * (meeting["tokens"] or 1)) if meeting["drawn"] is None else {"do": "take-tokens"}
        )
        table = done(table, RINGBEARER, line)
    assert turns(table)["The rescue"][1] == "Corruption rises by 0."


def test_every_random_evening_has_a_story_with_points_on_its_steps() -> None:
    from tests.companion.games.hunt_for_the_ring.pairs import random_game, random_table

    for seed in range(10):
        chance = Random(seed)
        table = played(random_table(chance))
        for (seat, line), _ in random_game(chance, table.now.state, 2000):
            table = done(table, seat, line)
        if not table.view("table")["proof"]:
            assert written(told(table))
            table = done(table, RINGBEARER, SHOW)
        found = told(table)
        points = turning_points(found)
        assert found.steps[-1].told.kind == "end"
        assert [turn.step for turn in points] == sorted(turn.step for turn in points)
        assert all(0 <= turn.step < len(found.steps) for turn in points)
        assert found.chapters[0].routes[0] == tuple(table.view(RINGBEARER)["sheet"])
        assert str(points[-1].name) == "The end"

"""Pairs of games that differ only in what one seat keeps to itself.

The first game is played by chance. For the second, every public word stays as it was, and whatever its
owner alone knows is chosen anew (start, tokens, route, escapes, names of cards) with the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from companion.core import Json, Line, Refusal
from companion.games import hunt_for_the_ring as game
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.state import State
from companion.table import drawn
from tests.companion.games.hunt_for_the_ring.hunting import DEMONSTRATION, RINGBEARER
from tests.companion.playing import pick

Move = tuple[str, Line]

MOST_ATTEMPTS = 1500
"""Lines tried in the search for the second game before the pair is given up."""


@dataclass(frozen=True)
class Pair:
    first_line: Json
    owner: str
    one: list[Move]
    other: list[Move]


def random_pair(chance: Random, lines: int) -> Pair | None:
    """A pair of at most so many lines, or None where chance found no second game."""
    first_line = random_table(chance)
    start = game.start(first_line["options"])
    assert isinstance(start, State)
    one = [move for move, _ in random_game(chance, start, lines)]
    owner = chance.choice([RINGBEARER, RINGBEARER, *start.shares])
    other = _second_game(chance, start, owner, one)
    if other is None or other == one:
        return None
    return Pair(first_line, owner, one, other)


def random_table(chance: Random) -> Json:
    options: Json = {
        "wraiths": chance.choice([1, 2, 3, 4]),
        "variant": chance.choice(["normal", "unstoppable-frodo", "dreadful-nazgul"]),
        "answers": chance.choice(["ringbearer", "auto"]),
    }
    if chance.random() < 0.9:
        options["board"] = DEMONSTRATION
    if chance.random() < 0.5:
        options["bag"] = {"0": 2, "1": 4, "2": 3, "3": 2, "eye": 4}
    return {"game": game.KEY, "options": options}


def random_game(chance: Random, state: State, lines: int) -> Iterator[tuple[Move, State]]:
    """Picks from `legal`, with cards that take the hunters where Frodo was, lest all answers be no."""
    for _ in range(lines):
        if state.phase == "over":
            return
        seat, line = _random_line(chance, state)
        after = _after(state, seat, line)
        assert isinstance(after, State), (seat, line, str(after.why))
        state = after
        yield (seat, line), state


def _random_line(chance: Random, state: State) -> Move:
    special = _special_line(chance, state) if chance.random() < 0.15 else None
    if special is not None and isinstance(_after(state, *special), State):
        return special
    seat = chance.choice(game.view(state, "table")["turn"])
    line: Line = pick(chance, chance.choice(game.legal(state, seat)))
    # What the companion would draw is typed instead, so that both games of a pair can say it.
    for word, draw in game.draws(state, seat, line).items():
        line = {**line, word: drawn(draw, chance)}
    if line["do"] in ("draw-ally", "draw-sorcery") and chance.random() < 0.7:
        line = {**line, "card": _card(chance)}
    return seat, line


def _special_line(chance: Random, state: State) -> Move | None:
    """A card's effect, or names of cards in one's hand."""
    seat = chance.choice(state.seats)
    if chance.random() < 0.3:
        return seat, {"do": "hold", "cards": [_card(chance) for _ in range(state.hand(seat).count)]}
    numbers = [cell for cell in state.sheet if cell.isdigit()] or ["1"]
    at, because = chance.choice(numbers), "a card"
    if state.active is not None and chance.random() < 0.6:
        asked = chance.choice(["search", "hunt"])
        return state.owner(state.active), {"do": asked, "at": at, "because": because}
    effects: list[Line] = [
        {"do": "place", "what": "ally", "at": chance.choice(numbers), "because": because},
        {"do": "move", "what": "green", "to": at, "because": because},
        {"do": "adjust", "what": "corruption", "by": -1, "because": because},
        {"do": "adjust", "what": "shadow", "by": 1, "because": because},
        {"do": "place", "what": "marker", "at": "II-A"},
        {"do": "cancel", "what": "ride", "because": because},
    ]
    if seat == RINGBEARER and state.sheet:
        to = chance.choice([".", *state.accessible])
        effects.append({"do": "move", "to": to, "card": because})
    return seat, chance.choice(effects)


def _second_game(chance: Random, start: State, owner: str, one: list[Move]) -> list[Move] | None:
    """Depth first: choose each secret anew, go back where a public answer would be another."""
    before = [start]
    for seat, line in one:
        before.append(_must(before[-1], seat, line))
    named = {line.get(word) for _, line in one for word in ("card", "cancel") if line["do"] in PLAYED}
    states, chosen = [start], list[Move]()
    choices = [_choices(chance, start, owner, one[0], one, named)]
    for _ in range(MOST_ATTEMPTS):
        left = list(islice(choices[-1], 1))
        if not left:
            choices.pop()
            if not choices:
                return None
            states.pop()
            chosen.pop()
            continue
        (line,) = left
        seat = one[len(chosen)][0]
        after = _after(states[-1], seat, line)
        if isinstance(after, Refusal) or _public(after) != _public(before[len(chosen) + 1]):
            continue
        chosen.append((seat, line))
        states.append(after)
        if len(chosen) == len(one):
            return chosen
        choices.append(_choices(chance, after, owner, one[len(chosen)], one, named))
    return None


PLAYED = ("play-ally", "play-sorcery", "answer")
"""Deeds that show the name of a card to everyone."""


def _choices(
    chance: Random, state: State, owner: str, move: Move, game_played: list[Move], named: set[Any]
) -> Iterator[Line]:
    """The ways to say this line that look the same to everyone but its owner."""
    seat, line = move
    if seat != owner:
        return iter([line])
    do = line["do"]
    if do == "set-start":
        starts = list(state.board.of_kind("start")) if state.board else ["1", "2", "3"]
        return iter([{**line, "at": at} for at in _shuffled(chance, starts)])
    if do in ("move", "escape") and "what" not in line:
        return iter([{**line, "to": to} for to in _shuffled(chance, _cells(state, line))])
    if do == "set-information" and "tokens" in line:
        return iter([{**line, "tokens": _other_tokens(chance, state, line["tokens"], game_played)}, line])
    if do == "answer" and "zone" in line:
        return iter([line])
    if do == "hold":
        return iter([{**line, "cards": [_renamed(card, named) for card in line["cards"]]}])
    if do in ("draw-ally", "draw-sorcery", "discard") and "card" in line:
        return iter([{**line, "card": _renamed(line["card"], named)}])
    return iter([line])


def _cells(state: State, line: Line) -> list[str]:
    if line["do"] == "escape":
        return ["stay", *(state.reach(1) if state.board else ["7", "8", line["to"]])]
    return [".", *(state.accessible if state.board else ["7", "8", line["to"]])]


def _other_tokens(chance: Random, state: State, tokens: list[str], game_played: list[Move]) -> list[str]:
    """Those handed over stay, the others are drawn anew."""
    given = [
        each for _, line in game_played if line["do"] == "set-information" for each in line.get("give", [])
    ]
    ally = list(state.board.of_kind("ally")) if state.board else [str(number) for number in range(1, 20)]
    others = [each for each in ally if each not in given]
    return _shuffled(chance, [*given, *chance.sample(others, k=len(tokens) - len(given))])


def _renamed(card: str, named: set[Any]) -> str:
    return card if card in named else f"another {card}"


def _card(chance: Random) -> str:
    return f"card {chance.randrange(1000)}"


def _shuffled(chance: Random, items: list[str]) -> list[str]:
    return chance.sample(items, k=len(items))


def _public(state: State) -> tuple[object, ...]:
    """What the Ringbearer says aloud, however the sheet looks."""
    meeting = state.encounter
    return state.answer, state.result, state.shown, meeting and (meeting.tokens, meeting.nazgul)


def _after(state: State, seat: str, line: Line) -> State | Refusal:
    events = game.decide(state, seat, line)
    return events if isinstance(events, Refusal) else fold(state, events)


def _must(state: State, seat: str, line: Line) -> State:
    after = _after(state, seat, line)
    assert isinstance(after, State)
    return after

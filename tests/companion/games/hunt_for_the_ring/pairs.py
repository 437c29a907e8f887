"""Pairs of games that differ only in what one seat keeps to itself.

The first game is played by chance. For the second, every public word stays as it was, and whatever its
owner alone knows is chosen anew with the same answers: start, tokens, route, escapes, names of cards; in part
two the journey card and its deck, the deed tokens and Gandalf's ways.
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
from companion.games.hunt_for_the_ring.gandalf import reach
from companion.games.hunt_for_the_ring.state import State
from companion.table import drawn
from tests.companion.games.hunt_for_the_ring.fleeing import CARDS, DEMONSTRATION_2
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


def random_pair(chance: Random, lines: int, part: int = 1) -> Pair | None:
    """A pair of at most so many lines, or None where chance found no second game."""
    first_line = random_table(chance) if part == 1 else random_flight(chance)
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


def random_flight(chance: Random) -> Json:
    """A table of part two, as typed by people who played part one without Butterbur."""
    options: Json = {
        "part": 2,
        "wraiths": chance.choice([1, 2, 3, 4]),
        "answers": chance.choice(["ringbearer", "auto"]),
        "havens": chance.random() < 0.5,
        "corruption": chance.randint(0, 8),
        "fellowship": chance.randint(0, 3),
        "information": chance.sample(["3", "7", "9", "12", "20"], k=chance.choice([0, 2, 4, 5])),
        "eyes": chance.randint(0, 2),
    }
    if chance.random() < 0.9:
        options["board"] = DEMONSTRATION_2
    if chance.random() < 0.9:
        options["journeys"] = CARDS
    if chance.random() < 0.5:
        options |= {"bag": {"0": 2, "1": 4, "2": 3, "3": 2, "eye": 4}, "grey": ["1", "2", "eye"]}
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
    special = (
        (_flight_line if state.flight else _special_line)(chance, state) if chance.random() < 0.15 else None
    )
    if special is not None and isinstance(_after(state, *special), State):
        return special
    seat = chance.choice(game.view(state, "table")["turn"])
    offers = game.legal(state, seat)
    rare = [offer for offer in offers if offer["do"] in RARE and chance.random() < 0.5]
    line: Line = pick(chance, chance.choice(rare or offers))
    # What the companion would draw is typed instead, so that both games of a pair can say it.
    for word, draw in game.draws(state, seat, line).items():
        line = {**line, word: drawn(draw, chance)}
    if "short" in line:
        del line["rows"]
    if line["do"] in ("draw-ally", "draw-sorcery") and chance.random() < 0.7:
        line = {**line, "card": _card(chance)}
    return seat, line


RARE = ("appear", "drive", "deed", "rivendell", "seek", "new-journey")
"""What a player would seldom come upon by chance, and then does."""


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


def _flight_line(chance: Random, state: State) -> Move | None:
    """As for part one; here the cards take the hunters where Frodo was and where Gandalf is."""
    flight = state.flight
    assert flight is not None
    seat, because = chance.choice(state.seats), "a card"
    if chance.random() < 0.2:
        return seat, {"do": "hold", "cards": [_card(chance) for _ in range(state.hand(seat).count)]}
    numbers = [cell for cell in (*state.way, *flight.gandalf[-1:]) if cell.isdigit()] or ["1"]
    at = chance.choice(numbers)
    if state.active is not None and chance.random() < 0.6:
        asked: list[Line] = [
            {"do": "search", "at": at, "because": because},
            {"do": "hunt", "at": at, "because": because},
            {"do": "witch-king", "because": because},
        ]
        return state.owner(state.active), chance.choice(asked)
    nazgul = chance.choice(["green", "blue", "red", "purple"])
    if flight.has_gandalf_moved and state.step == "ringbearer" and chance.random() < 0.6:
        # So that he may appear there.
        return seat, {"do": "move", "what": nazgul, "to": flight.gandalf[-1], "because": because}
    effects: list[Line] = [
        {"do": "place", "what": "ally", "at": at, "because": because},
        {"do": "move", "what": nazgul, "to": at, "because": because},
        {"do": "move", "what": nazgul, "to": at, "because": because},
        {"do": "adjust", "what": "corruption", "by": -1, "because": because},
        {"do": "adjust", "what": "fellowship", "by": 1, "because": because},
        {"do": "adjust", "what": "sword", "by": 1, "because": because},
    ]
    if seat == RINGBEARER and flight.rows:
        effects.append({"do": "move", "card": because})
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
    if state.flight is not None and do in HIDDEN:
        return iter(_hidden(chance, state, line))
    if do == "set-start":
        starts = list(state.board.of_kind("start")) if state.board else ["1", "2", "3"]
        return iter([{**line, "at": at} for at in _shuffled(chance, starts)])
    if do in ("move", "escape") and "what" not in line and state.flight is None:
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


HIDDEN = ("set-journey", "set-deeds", "gandalf", "new-journey")
"""Deeds of part two of which only the Ringbearer knows with what."""


def _hidden(chance: Random, state: State, line: Line) -> list[Line]:
    flight = state.flight
    assert flight is not None
    decks = flight.journeys.decks if flight.journeys else {"short": (SOME_SHORT,), "long": (SOME_LONG,)}
    deeds = list(flight.journeys.deeds) if flight.journeys else [str(number) for number in range(1, 20)]
    match line:
        case {"do": "set-journey", "short": _, "long": _}:
            drawn = [{deck: chance.choice(cards) for deck, cards in decks.items()} for _ in range(3)]
            return [{**line, **each} for each in drawn]
        case {"do": "set-journey", "rows": _, "deck": _}:
            every = [{"rows": card, "deck": deck} for deck, cards in decks.items() for card in cards]
            return [{**line, **each} for each in chance.sample(every, k=len(every))][:6]
        case {"do": "set-journey"}:
            return [{**line, "deck": deck} for deck in _shuffled(chance, list(decks))]
        case {"do": "set-deeds", "tokens": _}:
            return [{**line, "tokens": chance.sample(deeds, k=4)} for _ in range(3)]
        case {"do": "set-deeds"}:
            return [{**line, "start": each} for each in _shuffled(chance, list(flight.deeds))]
        case {"do": "new-journey"}:
            cards = list(decks[flight.deck or "short"])
            return [{**line, "rows": card} for card in _shuffled(chance, cards)][:6]
        case {"do": "gandalf", "tokens": _}:
            left = list(flight.tokens_left or deeds)
            return [{**line, "tokens": chance.sample(left, k=min(2, len(left)))} for _ in range(3)]
    if flight.leaving:
        kept = [each for each, where in flight.deeds.items() if where == "kept"]
        there = flight.choice or [each for each in flight.tokens_left or deeds if each not in kept]
        return [{**line, "to": to} for to in _shuffled(chance, list(there))]
    return [{**line, "to": to} for to in _shuffled(chance, list(reach(state)) or ["7", "8", line["to"]])]


SOME_SHORT = "8 . 3 10 13 . 19 . 27 . 30 41 45 48 B"
SOME_LONG = "8 3 10 13 14 . 16 20* . 28* . 23 33 36 37 39 A"


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
    meeting, flight = state.encounter, state.flight
    return (
        state.answer,
        state.result,
        state.shown,
        meeting and (meeting.tokens, meeting.nazgul),
        flight and (flight.gandalf_at, flight.leaving, flight.done, flight.is_in_rivendell),
    )


def final(pair: Pair, moves: list[Move]) -> State:
    """The state at the end of one of the two games."""
    state = game.start(pair.first_line["options"])
    assert isinstance(state, State)
    for seat, line in moves:
        state = _must(state, seat, line)
    return state


def _after(state: State, seat: str, line: Line) -> State | Refusal:
    events = game.decide(state, seat, line)
    return events if isinstance(events, Refusal) else fold(state, events)


def _must(state: State, seat: str, line: Line) -> State:
    after = _after(state, seat, line)
    assert isinstance(after, State)
    return after

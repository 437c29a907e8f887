"""What each seat may do now, choices as lists; and what the companion can draw when it is asked to.

Left out, because nobody could list it: cards' effects, names of cards, numbers that a board does not know,
the many ways to type five information tokens, and rides that come to the same spot another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, combinations_with_replacement

from companion.core import Draw, Line
from companion.games.hunt_for_the_ring import flight_offers, setting_out, witch_king
from companion.games.hunt_for_the_ring.answering import truth
from companion.games.hunt_for_the_ring.encounters import cancellable, helpers, left_in_bag
from companion.games.hunt_for_the_ring.reading import DRAW
from companion.games.hunt_for_the_ring.riding import is_closed, is_location, rides
from companion.games.hunt_for_the_ring.setting_up import ally_locations, free_starts, may_roll
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    DICE,
    DIE,
    FACES,
    HAND_LIMIT,
    INFORMATION_DRAWN,
    KINGS_DIE,
    KINGS_FACES,
    MORGUL_RING,
    NAZGUL,
    NUMBERS,
    PHASES,
    POINT,
    RINGBEARER,
    SEEK,
    STAY,
    VARIANTS,
)
from companion.games.hunt_for_the_ring.wraiths import (
    cannot_search,
    faces_for,
    hunts_free,
    is_barred,
    is_beside,
    pool,
)

SECTIONS = {1: ("I", "II", "III"), 2: ("IV", "V", "VI")}
TOKEN_FACES = ("1", "2", "3", "eye")
MOST_LISTED = 4
"""More tokens than Nazgûl are drawn only in a rescue; their combinations would fill pages."""

SOME_CARD = "card"
"""Stands for a card whose name the companion was not told."""


def turn(state: State) -> list[str]:
    """Who is to act. A hand with more than five cards comes first, whoever holds it."""
    full = [seat for seat in state.seats if state.hand(seat).count > HAND_LIMIT]
    return [] if state.phase == "over" else list(dict.fromkeys([*full, *_to_act(state)]))


def legal(state: State, seat: str) -> list[Line]:
    if seat not in state.seats:
        return []
    if state.phase == "over":
        return list(_after_the_end(state, seat))
    if state.hand(seat).count > HAND_LIMIT:
        return [*_cards(state, seat, "discard"), *_answers(state, seat)]
    if state.phase == "set-up":
        hidden = flight_offers.set_up(state) if state.flight else _ringbearers_set_up(state)
        return list(hidden if seat == RINGBEARER else _wraiths_set_up(state, seat))
    return list(_ringbearers(state) if seat == RINGBEARER else _wraiths(state, seat))


def draws(state: State, seat: str, line: Line) -> Mapping[str, Draw]:
    """What the companion can draw for this line, where it says `draw`."""
    board = state.board
    match line:
        case {"do": "set-start", "at": "draw"} if board and board.of_kind("start"):
            return {"at": Draw(board.of_kind("start"))}
        case {"do": "set-information", "tokens": "draw"} if ally_locations(state):
            return {"tokens": Draw(ally_locations(state), INFORMATION_DRAWN)}
        case {"do": "lead", "to": "draw"}:
            return {"to": Draw(tuple(state.shares))}
        case {"do": "roll"}:
            return _thrown(state, line)
        case {"do": "draw-tokens", "tokens": "draw"} if state.left_in_bag and state.encounter:
            wanted = state.encounter.tokens if state.encounter.tokens is not None else line.get("count")
            bag = tuple(face for face, count in state.left_in_bag.items() for _ in range(count))
            if type(wanted) is int and 0 <= wanted <= len(bag):
                return {"tokens": Draw(bag, wanted)}
    return flight_offers.draws(state, line) if state.flight and seat == RINGBEARER else {}


def _to_act(state: State) -> list[str]:
    if state.phase == "set-up":
        is_hidden = (
            setting_out.is_set(state) if state.flight else bool(state.sheet) and state.is_information_done
        )
        ringbearer = [] if is_hidden else [RINGBEARER]
        wraith = state.placing or (None if state.dice else state.lead)
        return [*ringbearer, *([wraith] if wraith else [])]
    if state.phase == "refresh":
        return [state.lead]
    if state.flight and state.flight.seeking and not state.question:
        return [state.owner(state.flight.seeking[0])]
    active = state.active
    return [state.owner(active)] if active and not state.is_waiting else [RINGBEARER]


def _after_the_end(state: State, seat: str) -> Iterable[Line]:
    if state.is_part_one_won:
        yield {"do": "letter"}
        yield {"do": "go-on"}
    if seat == RINGBEARER and not state.is_shown:
        yield {"do": "show-sheet"}


def _ringbearers_set_up(state: State) -> Iterable[Line]:
    board = state.board
    if not state.sheet:
        starts = board.of_kind("start") if board else ()
        if starts:
            yield {"do": "set-start", "at": DRAW}
        yield {"do": "set-start", "at": list(starts or NUMBERS)}
    if state.is_information_done:
        return
    if not state.information:
        if ally_locations(state):
            yield {"do": "set-information", "tokens": DRAW}
        else:
            yield {"do": "set-information", "tokens": [list(NUMBERS[:INFORMATION_DRAWN])]}
        return
    given = combinations(state.information, VARIANTS[state.variant])
    yield {"do": "set-information", "give": [list(each) for each in given]}


def _wraiths_set_up(state: State, seat: str) -> Iterable[Line]:
    if not state.stands and len(state.shares) > 1:
        yield {"do": "lead", "to": list(state.shares)}
        yield {"do": "lead", "to": DRAW}
    if seat == state.placing:
        for each in state.shares[seat]:
            if each not in state.stands:
                yield {"do": "place", "nazgul": {each: list(free_starts(state) or _free_numbers(state))}}
    if state.flight:
        yield from flight_offers.wraiths_set_up(state, seat)
    yield from _throws(state, seat)


def _ringbearers(state: State) -> Iterable[Line]:
    yield from _answers(state, RINGBEARER)
    if state.flight:
        yield from flight_offers.gandalfs(state)
    if state.step == "ringbearer":
        yield from _own_turn(state)
    elif state.phase in PHASES:
        yield from _cards(state, RINGBEARER, "play-ally")
    yield from _meeting(state)
    up = [each for each, side in state.companions.items() if side == "up"]
    if up:
        yield {"do": "flip", "companion": up}


def _own_turn(state: State) -> Iterable[Line]:
    if not (state.has_moved or state.has_rested):
        if state.flight:
            yield {"do": "move"}
        else:
            yield {"do": "move", "to": [POINT, *(state.accessible if state.board else NUMBERS)]}
        if state.phase == "night":
            yield {"do": "rest"}
    if not state.has_played:
        yield from _cards(state, RINGBEARER, "play-ally")
    if not state.has_drawn and state.fellowship and state.ally_deck:
        yield {"do": "draw-ally"}
    if flight_offers.can_end(state) if state.flight else state.has_gone:
        yield {"do": "end-turn"}


def _answers(state: State, seat: str) -> Iterable[Line]:
    if seat != RINGBEARER or state.question is None:
        return
    known = truth(state, state.question)
    if known.answer is None:
        zones = (state.board.zone_names if state.board else ()) or regions(state)
        words = {"frodo": "zone", "gandalf": "gandalf"}
        yield {"do": "answer", **{words[who]: list(zones) for who in known.needs}}
    else:
        yield {"do": "answer"}
    hand = state.hand(RINGBEARER)
    if hand.count and not state.question.is_kings:
        unnamed = [SOME_CARD] if hand.count > len(hand.cards) else []
        yield {"do": "answer", "cancel": [*dict.fromkeys(hand.cards), *unnamed]}


def _meeting(state: State) -> Iterable[Line]:
    meeting = state.encounter
    if meeting is None:
        return
    if meeting.drawn is None:
        yield from _token_draws(state)
        return
    if meeting.rose_by is None:
        yield {"do": "cancel-token", "token": cancellable(state), "companion": helpers(state)}
        yield {"do": "take-tokens"}
    if state.flight:
        yield from flight_offers.escapes(state)
    elif not meeting.is_rescue:
        there = state.reach(1) if state.board else NUMBERS
        yield {"do": "escape", "to": [STAY, *(each for each in there if not state.is_exit(each))]}


def _token_draws(state: State) -> Iterable[Line]:
    meeting, left = state.encounter, state.left_in_bag
    assert meeting is not None
    count = meeting.tokens
    if left is not None and count is not None:
        yield {"do": "draw-tokens", "tokens": DRAW}
    if count is None:
        nazgul = len(meeting.nazgul) + any(map(state.is_king, meeting.nazgul))
        count = min(max(1, nazgul), left_in_bag(state))
    faces = [face for face, many in left.items() if many] if left is not None else TOKEN_FACES
    if count <= MOST_LISTED:
        lists = [
            list(each)
            for each in combinations_with_replacement(faces, count)
            if left is None or all(each.count(face) <= left[face] for face in each)
        ]
    else:
        lists = [[face] * count for face in faces if left is None or left[face] >= count]
    if lists:
        yield {"do": "draw-tokens", "tokens": lists}


def _wraiths(state: State, seat: str) -> Iterable[Line]:
    yield from _throws(state, seat)
    if state.flight and state.flight.seeking and not state.question:
        yield from _steps(state, seat, state.flight.seeking[0])
        return
    active = state.active
    if active is None or state.is_waiting or state.owner(active) != seat:
        return
    if state.rode_from is None:
        ways = _rides(state, active)
        if ways:
            yield {"do": "ride", "nazgul": active, "by": ways}
    if not state.has_acted:
        yield from _actions(state, seat, active)
    yield {"do": "end-turn"}


def _steps(state: State, seat: str, nazgul: str) -> Iterable[Line]:
    """While all Nazgûl seek, each may take one step."""
    if state.owner(nazgul) == seat:
        ways = _rides(state, nazgul, 1)
        if ways:
            yield {"do": "ride", "nazgul": nazgul, "by": ways}
        yield {"do": "end-turn"}


def _actions(state: State, seat: str, nazgul: str) -> Iterable[Line]:
    here = state.stands[nazgul]
    sword, sorcery = (faces_for(state, nazgul, face) for face in ("sword", "sorcery"))
    ring = faces_for(state, nazgul, "ring", MORGUL_RING)
    if is_location(state, here) and is_barred(state, here) is None:
        if cannot_search(state, here) is None and not state.is_king(nazgul):
            yield {"do": "search", "nazgul": nazgul}
        if hunts_free(state):
            yield {"do": "hunt", "nazgul": nazgul}
        if sword:
            yield {"do": "hunt", "nazgul": nazgul, "die": sword}
    if ring:
        yield from (
            {"do": "perceive", "nazgul": nazgul, **each, "die": ring} for each in _regions(state, here)
        )
    if sorcery:
        yield {"do": "draw-sorcery", "die": sorcery}
        yield from ({**each, "die": sorcery} for each in _cards(state, seat, "play-sorcery"))
    beside = [at for at in state.allies if is_beside(state, nazgul, at)]
    if sword and beside:
        yield {"do": "remove-ally", "nazgul": nazgul, "at": beside, "die": sword}
    if faces_for(state, nazgul, SEEK):
        yield {"do": "seek", "nazgul": nazgul}
    yield from _abilities(state, nazgul)


def _abilities(state: State, nazgul: str) -> Iterable[Line]:
    def using(number: int) -> Line:
        return {"do": "ability", "number": number, "nazgul": nazgul}

    here = state.stands[nazgul]
    one_step = _rides(state, nazgul, 1)
    dice = faces_for(state, nazgul, None)
    if state.abilities >= 1 and dice and one_step:
        yield {**using(1), "die": dice, "by": one_step}
    every = sorted(pool(state), key=(*FACES, KINGS_DIE).index)
    pairs = [list(pair) for pair in sorted(set(combinations(every, 2)))]
    if state.abilities >= 2 and pairs:
        if is_location(state, here) and is_barred(state, here) is None:
            yield {**using(2), "dice": pairs}
        yield from ({**using(2), "dice": pairs, **each} for each in _regions(state, here))
    sword, ring = faces_for(state, nazgul, "sword"), faces_for(state, nazgul, "ring")
    searched = [
        way for way in one_step if is_location(state, way[-1]) and cannot_search(state, way[-1]) is None
    ]
    if state.abilities >= 3 and sword and searched:
        yield {**using(3), "die": sword, "by": searched}
    two_steps = _rides(state, nazgul, 2)
    if state.abilities >= 4 and ring and two_steps:
        yield {**using(4), "die": ring, "by": two_steps}


def _rides(state: State, nazgul: str, steps: int | None = None) -> list[list[str]]:
    if state.board is not None:
        return rides(state, nazgul, steps)
    return [[number] for number in NUMBERS if not is_closed(state, number)]


def _regions(state: State, here: str) -> Iterable[Line]:
    """The zone and the section where a Nazgûl may feel for Frodo; all of them where the board is unsure."""
    board = state.board
    zones = (board.zones(here) if board else None) or (board.zone_names if board else ()) or regions(state)
    sections = (board.sections(here) if board else None) or (board.section_names if board else ())
    yield {"zone": sorted(zones)}
    yield {"section": sorted(sections or {each.partition("-")[0] for each in regions(state)})}


def regions(state: State) -> tuple[str, ...]:
    """The zones of the box's map, where no board tells of any."""
    return tuple(f"{section}-{zone}" for section in SECTIONS[state.part] for zone in "ABCD")


def _cards(state: State, seat: str, do: str) -> Iterable[Line]:
    hand = state.hand(seat)
    if hand.cards:
        yield {"do": do, "card": list(dict.fromkeys(hand.cards))}
    if hand.count > len(hand.cards):
        yield {"do": do}


def _throws(state: State, seat: str) -> Iterable[Line]:
    if may_roll(state, seat) is not None:
        return
    has_king = witch_king.throws(state)
    every = [list(each) for each in combinations_with_replacement(FACES, DICE)]
    yield {"do": "roll", "dice": DRAW, **({"witch-king": DRAW} if has_king else {})}
    yield {"do": "roll", "dice": every, **({"witch-king": list(KINGS_FACES)} if has_king else {})}


def _thrown(state: State, line: Line) -> Mapping[str, Draw]:
    found = {}
    if line.get("dice") == DRAW:
        found["dice"] = Draw(DIE, DICE, is_put_back=True)
    if line.get("witch-king", line.get("dice")) == DRAW and witch_king.throws(state):
        found["witch-king"] = Draw(KINGS_FACES)
    return found


def _free_numbers(state: State) -> list[str]:
    return [number for number in NUMBERS if number not in state.stands.values()][: 2 * len(NAZGUL)]

"""Meeting the Nazgûl at a phase's end, and the rescue when the movement track is full."""

from __future__ import annotations

from collections import Counter

from companion.core import Event, Line, Refusal, say, say_many
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.evolve import fold
from companion.games.hunt_for_the_ring.reading import MOST_TOKENS, is_eye, location, quoted, token
from companion.games.hunt_for_the_ring.ringbearer import cannot_enter, cannot_flip, not_now
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import CROSSED, NAZGUL, SPECIAL, STAY

Decided = tuple[Event, ...] | Refusal

BEIGE_TOKENS = 15
"""Corruption tokens of part one, by the box's list of pieces."""


GREY_TOKENS = 3
"""Those that part two adds to them."""


def began(state: State, at: str) -> e.EncounterBegan:
    """Who takes part: every Nazgûl there or on an adjacent spot. The Witch-king counts for two."""
    board = state.board
    sure = [each for each in NAZGUL if _is_near(state, state.stands[each], at)]
    is_exact = board is not None and all(
        each in sure or board.is_whole or (board.knows(at) and board.knows(state.stands[each]))
        for each in NAZGUL
    )
    count = len(sure) + any(map(state.is_king, sure))
    return e.EncounterBegan(at, tuple(sure), min(count, left_in_bag(state)) if is_exact else None)


def rescue_began(state: State) -> e.RescueBegan:
    last = state.last
    moves = state.board.moves_to_an_exit(last, state.points) if state.board and last else None
    return e.RescueBegan(None if moves is None else min(moves, left_in_bag(state)))


def left_in_bag(state: State) -> int:
    full = sum(state.bag.values()) if state.bag else BEIGE_TOKENS + (GREY_TOKENS if state.flight else 0)
    return max(0, full + len(state.specials) - len(state.gone_tokens))


def draw_tokens(state: State, seat: str, line: Line) -> Decided:
    meeting = state.encounter
    if meeting is None:
        return Refusal(say("There is no encounter now."))
    if meeting.drawn is not None:
        return Refusal(say("The tokens are drawn already."))
    wanted = line.get("tokens")
    listed = wanted if isinstance(wanted, list) else [wanted]
    read = [token(each) for each in listed]
    drawn = tuple(each for each in read if each)
    if len(drawn) != len(listed) or len(drawn) > MOST_TOKENS:
        return Refusal(
            say("Say what the tokens show: a number, or eye. A red one is special-2 or special-eye.")
        )
    joined = _king_joined(state, line)
    if isinstance(joined, Refusal):
        return joined
    why_not = _wrong_number(fold(state, joined), len(drawn)) or _not_in_bag(state, drawn)
    return why_not or (*joined, e.TokensDrawn(drawn))


def cancel_token(state: State, seat: str, line: Line) -> Decided:
    meeting = state.encounter
    if meeting is None or meeting.drawn is None or meeting.rose_by is not None:
        return Refusal(say("There is no token to cancel now."))
    chosen = token(line.get("token"))
    if chosen is None or chosen not in meeting.drawn:
        return Refusal(say("That token was not drawn."))
    if chosen.startswith(SPECIAL):
        return Refusal(say("No companion cancels a special token."))
    why_not = cannot_flip(state, line.get("companion"))
    return why_not or (e.TokenCancelled(chosen, line["companion"]), *carried_out(state, chosen))


def take_tokens(state: State, seat: str, line: Line) -> Decided:
    meeting = state.encounter
    if meeting is None or meeting.drawn is None or meeting.rose_by is not None:
        return Refusal(say("There is no token to take now."))
    return carried_out(state)


def escape(state: State, seat: str, line: Line) -> Decided:
    """In secret: to an accessible location with one point as a bonus, or not at all. Either fills a cell."""
    meeting = state.encounter
    if state.step != "encounter" or meeting is None or meeting.drawn is None:
        return not_now(state) if meeting else Refusal(say("There is no encounter now."))
    taken = carried_out(state) if meeting.rose_by is None else ()
    to = line.get("to")
    if to != STAY:
        to = location(to)
        if to is None:
            return Refusal(say("Say where Frodo escapes to: a location, or stay."))
        if state.is_exit(to):
            return Refusal(say("An escape does not lead to an exit."))
        why_not = cannot_enter(state, to, bonus=1)
        if why_not is not None:
            return why_not
    if fold(state, taken).corruption >= state.limit:
        return taken
    return (*taken, e.Noted(CROSSED if to == STAY else to))


def helpers(state: State) -> list[str]:
    """Companions who can still cancel a token."""
    return [each for each, side in state.companions.items() if side == "up"]


def cancellable(state: State) -> list[str]:
    drawn = state.encounter.drawn if state.encounter else None
    return sorted({each for each in drawn or () if not each.startswith(SPECIAL)})


def settled(state: State) -> tuple[Event, ...]:
    """What follows without anyone's choice while tokens are drawn and carried out."""
    meeting = state.encounter
    if meeting is None or meeting.rose_by is not None:
        return (e.PartEnded("rescued"),) if meeting and meeting.is_rescue else ()
    if meeting.drawn is None:
        return (e.TokensDrawn(()),) if meeting.tokens == 0 else ()
    return () if helpers(state) and cancellable(state) else carried_out(state)


def king_leaves(state: State) -> tuple[Event, ...]:
    """When an encounter in which he took part is over, an ordinary Nazgûl takes the Witch-king's place."""
    took_part = state.encounter.nazgul if state.encounter else ()
    return (f.WitchKingLeft(),) if any(map(state.is_king, took_part)) else ()


def _king_joined(state: State, line: Line) -> Decided:
    """Where the map does not tell who takes part, the players do."""
    meeting, king = state.encounter, state.flight.king if state.flight else None
    if "witch-king" not in line:
        return ()
    if line["witch-king"] is not True or king is None or meeting is None or meeting.tokens is not None:
        return Refusal(say("{word} does not belong here.", word=quoted("witch-king")))
    return () if king in meeting.nazgul else (f.WitchKingJoined(king),)


def _is_near(state: State, here: str, at: str) -> bool:
    return here == at or (state.board is not None and state.board.adjacent(here, at))


def carried_out(state: State, cancelled: str | None = None) -> tuple[Event, ...]:
    """Numbers add themselves; an Eye adds one and the Eyes that lie there already, then joins them."""
    assert state.encounter is not None
    drawn = list(state.encounter.drawn or ())
    if cancelled is not None:
        drawn.remove(cancelled)
    rose, eyes = 0, state.eyes
    for each in drawn:
        if is_eye(each):
            eyes += 1
            rose += eyes
        else:
            rose += int(each.removeprefix(SPECIAL))
    return (e.TokensTaken(rose),)


def _wrong_number(state: State, count: int) -> Refusal | None:
    meeting = state.encounter
    assert meeting is not None
    if meeting.tokens is not None:
        if count == meeting.tokens:
            return None
        return Refusal(say_many("Draw one token.", "Draw {count} tokens.", meeting.tokens))
    has_king = any(map(state.is_king, meeting.nazgul))
    fewest = min(max(1, len(meeting.nazgul) + has_king), left_in_bag(state))
    most = left_in_bag(state) if meeting.is_rescue else min(len(NAZGUL) + has_king, left_in_bag(state))
    if fewest <= count <= most:
        return None
    return Refusal(
        say("So many tokens cannot be drawn here: from {fewest} to {most}.", fewest=fewest, most=most)
    )


def _not_in_bag(state: State, drawn: tuple[str, ...]) -> Refusal | None:
    specials = Counter(each for each in drawn if each.startswith(SPECIAL))
    left = state.left_in_bag
    known = Counter(left) if left is not None else Counter(state.specials) - Counter(state.gone_tokens)
    for each, count in (Counter(drawn) if left is not None else specials).items():
        if count > known[each]:
            return Refusal(say("So many of this token are not in the bag: {token}.", token=each))
    return None

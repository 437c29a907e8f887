"""What each seat sees. A view names its fields one by one: what is not named here stays behind the screen."""

from __future__ import annotations

from companion.core import Json, Line, Track
from companion.games.hunt_for_the_ring import flight_showing
from companion.games.hunt_for_the_ring.answering import Truth, truth
from companion.games.hunt_for_the_ring.bridge import action_tokens
from companion.games.hunt_for_the_ring.flight_answering import FlightTruth
from companion.games.hunt_for_the_ring.letter import checklist, envelope
from companion.games.hunt_for_the_ring.offers import legal, turn
from companion.games.hunt_for_the_ring.prompts import next_sentence, set_up_steps
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    ABILITIES,
    KEY,
    LAST_STEP,
    NAZGUL,
    RINGBEARER,
    SIDES,
)

SECRETLY_LIMITED = ("corruption", "movement", "limit")
QUESTIONS = ("search", "perceive", "hunt", "ability")


def seats(state: State) -> tuple[str, ...]:
    return state.seats


def view(state: State, seat: str) -> Json:
    mine = _behind_the_screen(state) if seat == RINGBEARER else {}
    hand = {"hand": list(state.hand(seat).cards)} if seat in state.seats else {}
    return {
        "game": KEY,
        "seat": seat,
        "seats": list(state.seats),
        "part": state.part,
        "turn": turn(state),
        **_course(state),
        "next": next_sentence(state, seat).to_json(),
        "tracks": {track.name: track.to_json() for track in _tracks(state, seat)},
        **_on_the_map(state),
        **_beside_the_map(state),
        "flight": flight_showing.on_the_table(state),
        **_asked_and_answered(state),
        **mine,
        **hand,
        "legal": legal(state, seat),
        "result": _result(state),
        "letter": _letter(state),
        "envelope": _envelope(state),
    }


def tracks(state: State) -> list[Track]:
    """Those that everyone sees."""
    return _tracks(state, "")


def _tracks(state: State, seat: str) -> list[Track]:
    if state.flight:
        return flight_showing.tracks(state, is_hidden=seat != RINGBEARER)
    return [
        Track("movement", LAST_STEP, state.movement, LAST_STEP),
        Track("corruption", state.limit, min(state.limit, state.corruption), state.limit),
    ]


def retell(state: State, seat: str, by: str, line: Line) -> Json:
    """What was done, never with what. Wraiths cannot undo questions, nor what the Ringbearer did."""
    told: Json = {"seat": by, "do": line["do"]}
    is_heard = line["do"] in QUESTIONS or by == RINGBEARER or _is_probe(state, line)
    is_fixed = (is_heard and seat in state.shares) or line["do"] == "open-letter"
    return {**told, "is_fixed": True} if is_fixed else told


def _is_probe(state: State, line: Line) -> bool:
    """In part two the limits are secret: whoever moves a track up to one shall not take that back."""
    return state.part == 2 and line["do"] == "adjust" and line.get("what") in SECRETLY_LIMITED


def windows(state: State) -> list[str]:
    """Companions, face up, for whose first ability this is the moment."""
    has_gone = state.has_moved or state.has_rested
    is_own_turn = state.step == "ringbearer"
    is_just_over = (
        state.step == "wraiths"
        and len(state.queue) == len(NAZGUL)
        and state.rode_from is None
        and not state.has_acted
    )
    open_for = {
        "frodo": state.phase == "day-1" and is_own_turn and not state.has_moved,
        "sam": state.phase == "night" and is_own_turn,
        "pippin": state.phase == "refresh",
        "merry": (is_own_turn and has_gone) or is_just_over,
        "strider": state.step == "encounter"
        and state.encounter is not None
        and state.encounter.drawn is not None,
    }
    return [each for each, is_open in open_for.items() if is_open and state.companions.get(each) == "up"]


def _course(state: State) -> Json:
    board = state.board
    return {
        "phase": state.phase,
        "step": state.step,
        "day": state.day,
        "eye": state.eye,
        "variant": state.variant,
        "answers": state.answers,
        "board": board and {"name": board.key, "title": board.title, "whole": board.is_whole},
        "set_up": set_up_steps(state) if state.phase == "set-up" else None,
        "ringbearer": {
            "moved": state.has_moved,
            "rested": state.has_rested,
            "drawn": state.has_drawn,
            "played": state.has_played,
        },
        "active": _active(state),
    }


def _active(state: State) -> Json | None:
    nazgul = state.active
    if nazgul is None:
        return None
    return {
        "nazgul": nazgul,
        "seat": state.owner(nazgul),
        "ridden": state.rode_from is not None,
        "acted": state.has_acted,
    }


def _on_the_map(state: State) -> Json:
    return {
        "nazgul": {
            each: {
                "at": state.stands.get(each),
                "seat": state.owner(each),
                "waiting": each in state.queue,
            }
            for each in NAZGUL
        },
        "trail": dict(sorted(state.trail.items())),
        "allies": sorted(state.allies),
        "markers": [{"what": what, "at": at} for what, at in state.markers],
    }


def _beside_the_map(state: State) -> Json:
    left = state.left_in_bag
    return {
        "lead": state.lead,
        "wraiths": {
            seat: {"nazgul": list(share), "sorcery": state.hand(seat).count}
            for seat, share in state.shares.items()
        },
        "dice": list(state.dice),
        "dice_used": list(state.used),
        "ally": {"hand": state.hand(RINGBEARER).count, "deck": state.ally_deck},
        "fellowship": {"tokens": state.fellowship, "supply": state.supply},
        "companions": dict(state.companions),
        "windows": windows(state),
        "found": list(state.shown),
        "abilities": [
            {"number": number, "text": text.to_json(), "unlocked": number <= state.abilities}
            for number, text in ABILITIES.items()
        ],
        "eyes": state.eyes,
        "bag": {
            "left": left and dict(left),
            "gone": list(state.gone_tokens),
            "special": list(state.specials),
        },
        "encounter": _encounter(state),
        "played": _played(state),
    }


def _encounter(state: State) -> Json | None:
    """The encounter that is on, or the one to come when the wraiths have done."""
    meeting = state.encounter
    if meeting is None:
        return {"at": state.found_at, "is_now": False} if state.found_at else None
    return {
        "at": meeting.at,
        "is_now": True,
        "is_rescue": meeting.is_rescue,
        "nazgul": list(meeting.nazgul),
        "tokens": meeting.tokens,
        "by": "sheet" if meeting.tokens is None else "map",
        "drawn": None if meeting.drawn is None else list(meeting.drawn),
        "cancelled": meeting.cancelled,
        "companion": meeting.companion,
        "rose_by": meeting.rose_by,
    }


def _played(state: State) -> Json | None:
    shown = state.effect
    if shown is None:
        return None
    return {
        "seat": shown.seat,
        "do": shown.do,
        "card": shown.card,
        "what": shown.what,
        "at": shown.at,
        "by": shown.by,
    }


def _asked_and_answered(state: State) -> Json:
    asked, given = state.question, state.answer
    return {
        "question": asked
        and {
            "to": asked.to,
            "at": asked.at,
            "nazgul": asked.nazgul,
            "seat": asked.seat,
            "because": asked.because,
        },
        "answer": given
        and {
            "to": given.question.to,
            "at": given.question.at,
            "answer": given.answer,
            "by": given.by,
            **({"here": True} if given.is_here else {}),
            **({"gandalf": True} if given.is_gandalf else {}),
            **({"who": list(given.who)} if given.who is not None else {}),
        },
        "answered": given
        and {
            "seat": given.question.seat,
            "nazgul": given.question.nazgul,
            "because": given.question.because,
            "information": given.found,
            "card": given.card,
            "this_phase": given.phase == (state.day, state.phase),
        },
    }


def _behind_the_screen(state: State) -> Json:
    known = truth(state, state.question) if state.question else None
    return {
        "sheet": list(state.way),
        "last": state.last,
        "points": state.points,
        "accessible": _accessible(state),
        "information": [{"token": token, "is": where} for token, where in state.information.items()],
        "truth": known
        and {
            "answer": known.answer,
            "by": known.by,
            "here": known.is_here,
            "information": known.found,
            **_truth_of_part_two(known),
        },
        **flight_showing.behind_the_screen(state),
    }


def _accessible(state: State) -> list[str]:
    """Where Frodo may be noted next. In part two his journey card decides."""
    if state.flight:
        return []
    if state.step == "encounter":
        return [each for each in state.reach(1) if not state.is_exit(each)]
    return list(state.accessible)


def _truth_of_part_two(known: Truth | FlightTruth) -> Json:
    if isinstance(known, Truth):
        return {}
    return {"gandalf": known.is_gandalf, "who": known.who and list(known.who), "needs": list(known.needs)}


def _result(state: State) -> Json | None:
    if state.result is None:
        return None
    tokens = action_tokens(state)
    return {
        "end": state.result,
        "winners": _winners(state),
        "corruption": state.corruption,
        "goes_on": state.is_part_one_won,
        # Once Frodo is in Rivendell everyone can count which deck his card was from.
        **({"limit": state.limit} if state.result == "rivendell" else {}),
        **({"war_of_the_ring": tokens} if tokens else {}),
    }


def _winners(state: State) -> list[str]:
    """Nobody yet, when part one was only the first half."""
    if state.result == "corrupted":
        return list(state.shares)
    return [RINGBEARER] if state.result == "rivendell" else []


def _letter(state: State) -> Json | None:
    """What goes into the envelope between the parts (rulebook, saving the game); all of it lies open."""
    if not state.is_part_one_won:
        return None
    left = envelope(state)
    return {
        "fellowship": left.fellowship,
        "companions": list(left.companions),
        "ally": left.ally,
        "sorcery": {seat: state.hand(seat).count for seat in state.shares},
        "information": list(left.information),
        "gone": list(left.gone),
        "special": list(left.special),
        "eyes": left.eyes,
        "corruption": left.corruption,
    }


def _envelope(state: State) -> Json | None:
    """The pieces to lay into it, one by one; is a letter made, and which sides have chosen a word?"""
    if not state.is_part_one_won:
        return None
    return {
        "checklist": checklist(state),
        "eye_card": state.eye_card,
        "made": bool(state.letter),
        "words": {side: state.letter.get(side) is not None for side in SIDES},
    }

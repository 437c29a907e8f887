"""What the sheet answers to a search, a perception or a hunt."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.reading import REGION, text
from companion.games.hunt_for_the_ring.ringbearer import held
from companion.games.hunt_for_the_ring.state import Question, State
from companion.games.hunt_for_the_ring.words import RINGBEARER

Decided = tuple[Event, ...] | Refusal


@dataclass(frozen=True)
class Truth:
    """`answer` is None where only the Ringbearer can look it up: the zone of a location off the board."""

    answer: str | None
    by: str
    is_here: bool = False
    found: str | None = None

    def told(self) -> e.Answered:
        assert self.answer is not None
        return e.Answered(self.answer, self.by, self.is_here, self.found)


def truth(state: State, asked: Question, zone: str | None = None) -> Truth:
    """The true answer. `zone` is what the Ringbearer says where the map does not."""
    if asked.to == "perceive":
        return _perceived(state, asked.at, zone)
    is_noted = asked.at in state.sheet
    return Truth(
        "yes" if is_noted else "no",
        "sheet",
        is_here=asked.to == "hunt" and asked.at == state.last,
        found=asked.at if state.information.get(asked.at) == "kept" else None,
    )


def answer(state: State, seat: str, line: Line) -> Decided:
    asked = state.question
    if asked is None:
        return Refusal(say("Nobody has asked."))
    if "cancel" in line:
        if "zone" in line or text(line["cancel"]) is None:
            return Refusal(say("Name the card that cancels it."))
        card = held(state, RINGBEARER, line["cancel"])
        if isinstance(card, Refusal):
            return card
        return e.CardPlayed(RINGBEARER, card), e.QuestionCancelled(str(card))
    zone = line.get("zone")
    if zone is not None and (not isinstance(zone, str) or not REGION.fullmatch(zone)):
        return Refusal(say("Say either a zone, like II-A, or a section, like II."))
    known = truth(state, asked)
    if known.answer is not None:
        if zone is not None:
            return Refusal(say("Butterbur knows the answer: no zone is needed."))
        return (known.told(),)
    if zone is None or ("-" in asked.at and "-" not in zone):
        return Refusal(say("Look up the zone of Frodo's last location and say it, like II-A."))
    return (truth(state, asked, zone).told(),)


def _perceived(state: State, at: str, zone: str | None) -> Truth:
    known = state.board.locations.get(state.last or "") if state.board else None
    here = (known.zone if "-" in at else known.section) if known else None
    if here is not None:
        return Truth("yes" if here == at else "no", "map")
    if zone is None:
        return Truth(None, "sheet")
    return Truth("yes" if at in (zone, zone.partition("-")[0]) else "no", "sheet")

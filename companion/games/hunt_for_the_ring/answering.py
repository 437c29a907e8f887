"""What the sheet answers to a search, a perception or a hunt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core import Event, Line, Refusal, Sentence, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_answering
from companion.games.hunt_for_the_ring.flight_answering import FlightTruth
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
    needs: tuple[str, ...] = ()

    def told(self) -> e.Answered:
        assert self.answer is not None
        return e.Answered(self.answer, self.by, self.is_here, self.found)


def truth(
    state: State, asked: Question, zone: str | None = None, gandalfs_zone: str | None = None
) -> Truth | FlightTruth:
    """The true answer. The zones are what the Ringbearer says where the map does not."""
    if state.flight is not None:
        return flight_answering.truth(state, asked, zone, gandalfs_zone)
    if asked.to == "perceive":
        return _perceived(state, asked.at, zone)
    is_noted = asked.at in state.way
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
        if "zone" in line or "gandalf" in line or text(line["cancel"]) is None:
            return Refusal(say("Name the card that cancels it."))
        if asked.is_kings:
            return Refusal(say("Answer: no card cancels what the Witch-king's die does."))
        card = held(state, RINGBEARER, line["cancel"])
        if isinstance(card, Refusal):
            return card
        return e.CardPlayed(RINGBEARER, card), e.QuestionCancelled(str(card))
    zones: dict[str, Any] = {"frodo": line.get("zone"), "gandalf": line.get("gandalf")}
    for each in zones.values():
        if each is not None and (not isinstance(each, str) or not REGION.fullmatch(each)):
            return Refusal(say("Say either a zone, like II-A, or a section, like II."))
    known = truth(state, asked)
    if known.answer is not None:
        if any(zones.values()):
            return Refusal(say("Butterbur knows the answer: no zone is needed."))
        return (known.told(),)
    if any(zone is not None and who not in known.needs for who, zone in zones.items()):
        return Refusal(say("Butterbur knows the answer: no zone is needed."))
    for who, zone in zones.items():
        if zone is not None and "-" in asked.at and "-" not in zone:
            return Refusal(_look_up(who))
    told = truth(state, asked, zones["frodo"], zones["gandalf"])
    return Refusal(_look_up(told.needs[0])) if told.answer is None else (told.told(),)


def _look_up(who: str) -> Sentence:
    if who == "gandalf":
        return say("Look up the zone of Gandalf's last location and say it as gandalf, like V-A.")
    return say("Look up the zone of Frodo's last location and say it, like II-A.")


def _perceived(state: State, at: str, zone: str | None) -> Truth:
    known = state.board.locations.get(state.last or "") if state.board else None
    section = known.section if known else None
    here = known.zone if known and "-" in at else section
    # A section alone tells that a zone of another one is not meant.
    if here is not None or (section is not None and section != at.partition("-")[0]):
        return Truth("yes" if here == at else "no", "map")
    if zone is None:
        return Truth(None, "sheet", needs=("frodo",))
    return Truth("yes" if at in (zone, zone.partition("-")[0]) else "no", "sheet")

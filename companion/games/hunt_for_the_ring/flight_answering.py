"""What journey card and travel sheet answer in part two: Frodo leaves a trail, Gandalf none."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.state import Question, State


@dataclass(frozen=True)
class FlightTruth:
    """`answer` is None where only the Ringbearer can look it up; `needs` says whose zone is to be told."""

    answer: str | None
    by: str
    is_trail: bool = False
    is_here: bool = False
    is_gandalf: bool = False
    who: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    found: None = None

    def told(self) -> f.FlightAnswered:
        assert self.answer is not None
        return f.FlightAnswered(self.answer, self.by, self.is_trail, self.is_here, self.is_gandalf, self.who)


def truth(
    state: State, asked: Question, zone: str | None = None, gandalfs_zone: str | None = None
) -> FlightTruth:
    """The true answer. The zones are what the Ringbearer says where the map does not."""
    flight = state.flight
    assert flight is not None
    if asked.to == "perceive":
        return _perceived(state, flight, asked, {"frodo": zone, "gandalf": gandalfs_zone})
    is_here, is_trail = asked.at == state.last, asked.at in state.way
    if asked.to == "search":
        # A haven hides Frodo from a search as long as he is there.
        is_found = is_trail and not (is_here and flight.is_haven(asked.at))
        return FlightTruth("yes" if is_found else "no", "sheet", is_trail=is_found)
    is_gandalf = asked.at == flight.gandalfs_last
    return FlightTruth("yes" if is_trail or is_gandalf else "no", "sheet", is_trail, is_here, is_gandalf)


def _perceived(state: State, flight: Flight, asked: Question, told: dict[str, str | None]) -> FlightTruth:
    """Yes for either of them. Only to the Morgul ring it is said who was felt."""
    places = {"frodo": state.last, "gandalf": flight.gandalfs_last}
    if flight.is_in_rivendell:
        del places["gandalf"]
    is_felt = {who: _is_in(state, at, asked.at, told[who]) for who, at in places.items()}
    by = "map" if state.board and state.board.is_whole else "sheet"
    unknown = tuple(who for who, felt in is_felt.items() if felt is None)
    if unknown and (asked.is_named or True not in is_felt.values()):
        return FlightTruth(None, by, needs=unknown)
    who = tuple(each for each, felt in is_felt.items() if felt)
    answer = "yes" if who else "no"
    return FlightTruth(answer, by, who=who if asked.is_named and who else None)


def _is_in(state: State, spot: str | None, region: str, told: str | None) -> bool | None:
    """Does this location lie in this zone or section? None where neither board nor Ringbearer has said."""
    known = state.board.locations.get(spot or "") if state.board else None
    here = (known.zone if "-" in region else known.section) if known else None
    if here is not None:
        return here == region
    return None if told is None else region in (told, told.partition("-")[0])

"""Where a Nazgûl can ride. All of this is judged by the board alone; without one, moves are noted as told."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core import Refusal, Sentence, say, say_many
from companion.games.hunt_for_the_ring.reading import spot
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import NIGHT_STEPS, POINT, ROAD_STEPS

Step = tuple[str, str | None]
"""The spot entered, and the kind of line that leads there; None where the board does not know it."""

Way = tuple[Step, ...]
NOWHERE: frozenset[str] = frozenset()


def ride(state: State, nazgul: str, by: object, steps: int | None = None) -> tuple[str, ...] | Refusal:
    """The spots entered by their names; one alone needs no list.

    With `steps`, an ability's: at most so many, wherever they lead.
    """
    entered = by if isinstance(by, list) else [by]
    if by is None or not 1 <= len(entered) <= ROAD_STEPS:
        return Refusal(say("Say which spots the Nazgûl enters, in order: one to three."))
    wanted = [spot(each) for each in entered]
    if None in wanted:
        return Refusal(say("A spot is a location's number or a point's name."))
    names = [each for each in wanted if each is not None]
    ways = list(_ways(state, state.stands[nazgul], names))
    if not ways:
        return Refusal(say("No path or road leads that way from {here}.", here=state.stands[nazgul]))
    far_enough = [way for way in ways if _is_in_reach(state, way, steps)]
    if not far_enough:
        return Refusal(_too_far(state, steps))
    open_ways = [way for way in far_enough if not any(is_closed(state, name) for name, _ in way)]
    if not open_ways:
        if any(name == gandalf_at(state) for way in far_enough for name, _ in way):
            return Refusal(say("Where Gandalf stands, no Nazgûl passes."))
        return Refusal(say("A Nazgûl never enters an exit or a location with an ally token."))
    ends = sorted({way[-1][0] for way in open_ways})
    if len(ends) > 1:
        return Refusal(say("Which point? Name it: {points}.", points=", ".join(ends)))
    return tuple(name for name, _ in open_ways[0])


def rides(state: State, nazgul: str, steps: int | None = None) -> list[list[str]]:
    """One way to each spot that this Nazgûl can ride to, as far as the board knows."""
    here, board = state.stands[nazgul], state.board
    if board is None or here not in board.neighbours:
        return []
    found: dict[str, list[str]] = {}
    edge: list[Way] = [()]
    for _ in range(ROAD_STEPS):
        edge = [
            (*way, step)
            for way in edge
            for step in board.neighbours[way[-1][0] if way else here]
            if not is_closed(state, step[0])
        ]
        for way in edge:
            end = way[-1][0]
            if end != here and end not in found and _is_in_reach(state, way, steps):
                found[end] = [name for name, _ in way]
    return list(found.values())


def is_closed(state: State, name: str) -> bool:
    """No Nazgûl ever enters here."""
    return name in state.allies or state.is_exit(name) or name == gandalf_at(state)


def gandalf_at(state: State) -> str | None:
    """Where Gandalf's figure stands on the map, for all to see."""
    return state.flight.gandalf_at if state.flight else None


def is_location(state: State, name: str) -> bool:
    """A numbered place, not a point."""
    if state.board and (name in state.board.locations or name in state.board.points):
        return name in state.board.locations
    return POINT not in name


def is_dark(state: State, name: str) -> bool | None:
    """None where the board does not know."""
    if not is_location(state, name):
        return False
    known = state.board.locations.get(name) if state.board else None
    return "dark" in known.kinds if known and known.is_typed else None


def _ways(state: State, here: str, names: list[str], passed: frozenset[str] = NOWHERE) -> Iterator[Way]:
    """Every way that enters these spots; `.` stands for any point that the ride has not passed yet."""
    if not names:
        yield ()
        return
    passed |= {here}
    for step in _steps(state, here, names[0]):
        if names[0] != POINT or step[0] not in passed or step[1] is None:
            for rest in _ways(state, step[0], names[1:], passed):
                yield (step, *rest)


def _steps(state: State, here: str, name: str) -> list[Step]:
    board = state.board
    if board is None:
        return [(name, None)]
    neighbours: tuple[Step, ...] = board.neighbours.get(here, ())
    if name == POINT:
        found = [step for step in neighbours if step[0] in board.points]
    else:
        found = [step for step in neighbours if step[0] == name]
    is_judged = board.is_whole or (board.knows(here) and (board.knows(name) or name == POINT))
    return found if found or is_judged else [(name, None)]


def _is_in_reach(state: State, way: Way, steps: int | None) -> bool:
    if steps is not None:
        return len(way) <= steps
    if len(way) == 1 or (state.phase == "night" and len(way) <= NIGHT_STEPS):
        return True
    return len(way) <= ROAD_STEPS and all(kind in ("road", None) for _, kind in way)


def _too_far(state: State, steps: int | None) -> Sentence:
    if steps is not None:
        return say_many("This ability rides one step.", "This ability rides at most {count} steps.", steps)
    if state.phase == "night":
        return say("At night a Nazgûl rides up to two steps, or up to three along a road.")
    return say("By day a Nazgûl rides one step, or up to three along a road.")

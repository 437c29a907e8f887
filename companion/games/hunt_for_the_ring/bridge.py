"""The bridge to War of the Ring: the action tokens that a hunt's end gives its players for that game."""

from __future__ import annotations

from companion.games.hunt_for_the_ring.state import State

LATE_STEP = 8
"""Corrupted here or later on the movement track of part two, Frodo has cost the Shadow time."""

MANY_COMPANIONS = 3


def action_tokens(state: State) -> dict[str, int] | None:
    """How many tokens each side of War of the Ring begins with. None while the hunt goes on."""
    if state.result == "corrupted":
        is_late = state.part == 2 and state.movement >= LATE_STEP
        return {"shadow": 1 if is_late else 2, "free-peoples": 0}
    if state.result != "rivendell":
        return None
    left = sum(side == "up" for side in state.companions.values())
    if left == 0:
        return {"shadow": 1, "free-peoples": 1}
    return {"shadow": 0, "free-peoples": 2 if left >= MANY_COMPANIONS else 1}

"""Spots as players call them."""

from __future__ import annotations

import re

from companion.core import Sentence, say
from companion.games.hunt_for_the_ring.words import POINT, STAY

ANONYMOUS = re.compile(r"(\w+)\.(\w+):(\d+)")
"""A point that was typed without a name: between which locations, and the how manieth."""


def spot_name(spot: str) -> Sentence:
    if spot == POINT:
        return say("a point")
    if spot == STAY:
        return say("stay")
    if anonymous := ANONYMOUS.fullmatch(spot):
        one, other, number = anonymous.groups()
        return say("point {number} from {one} to {other}", number=number, one=one, other=other)
    if spot.startswith(POINT):
        return say("point {name}", name=spot[1:])
    return as_it_is(spot)


def as_it_is(name: str) -> Sentence:
    """A name that is the same in every language."""
    return Sentence("{name}", (("name", name),))

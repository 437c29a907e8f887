"""Journey to Mordor (Michael Rieneck, 2015): two to four hobbits race the Nazgûl behind them."""

from companion.games.journey_to_mordor.actions import start
from companion.games.journey_to_mordor.events import EVENTS
from companion.games.journey_to_mordor.rules import decide, evolve
from companion.games.journey_to_mordor.showing import (
    draws,
    hidden,
    legal,
    open_options,
    retell,
    seats,
    shown,
    tracks,
    view,
)
from companion.games.journey_to_mordor.words import DEEDS, KEY, NAMES, TITLE

__all__ = [
    "DEEDS",
    "EVENTS",
    "KEY",
    "NAMES",
    "TITLE",
    "decide",
    "draws",
    "evolve",
    "hidden",
    "legal",
    "open_options",
    "retell",
    "seats",
    "shown",
    "start",
    "tracks",
    "view",
]

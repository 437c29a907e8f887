"""The Hunt for the Ring (Maggi, Mari, Nepitello, 2017): hidden ways to Bree, and to the Ford."""

from companion.games.hunt_for_the_ring.events import EVENTS
from companion.games.hunt_for_the_ring.hiding import hidden, shown
from companion.games.hunt_for_the_ring.offers import draws, legal
from companion.games.hunt_for_the_ring.rules import decide, evolve
from companion.games.hunt_for_the_ring.showing import retell, seats, tracks, view
from companion.games.hunt_for_the_ring.starting import open_options, start
from companion.games.hunt_for_the_ring.words import DEEDS, KEY, NAMES, TITLE

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

"""The games that work today, by key."""

from typing import Any

from companion.core import Game
from companion.games import hunt_for_the_ring, journey_to_mordor

GAMES: dict[str, Game[Any]] = {game.KEY: game for game in (journey_to_mordor, hunt_for_the_ring)}

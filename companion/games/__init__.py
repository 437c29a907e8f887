"""The games that work today, by key."""

from typing import Any

from companion.core import Game
from companion.games import journey_to_mordor

GAMES: dict[str, Game[Any]] = {game.KEY: game for game in (journey_to_mordor,)}

"""What every game is made of. No input, no output, no clock, no chance."""

from companion.core.game import Draw, Event, Game, Json, Line, Refusal, Track, read_event, write_event
from companion.core.sentence import Sentence, say, say_many

__all__ = [
    "Draw",
    "Event",
    "Game",
    "Json",
    "Line",
    "Refusal",
    "Sentence",
    "Track",
    "read_event",
    "say",
    "say_many",
    "write_event",
]

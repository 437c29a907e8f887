"""Events and tracks as others keep and draw them."""

import json
from dataclasses import FrozenInstanceError, dataclass

import pytest

from companion.core import Event, Track, read_event, write_event


@dataclass(frozen=True)
class Sung(Event):
    song: str
    verses: tuple[tuple[str, int], ...] = ()


def test_an_event_survives_the_journal() -> None:
    event = Sung("The Road", (("ever", 1), ("on", 2)))
    assert read_event([Sung], json.loads(json.dumps(write_event(event)))) == event


def test_an_event_that_nobody_knows_is_a_fault() -> None:
    with pytest.raises(ValueError, match="no such event: Danced"):
        read_event([Sung], {"event": "Danced"})


def test_an_event_with_a_field_that_nobody_knows_is_a_fault() -> None:
    with pytest.raises(TypeError):
        read_event([Sung], {"event": "Sung", "song": "x", "loudness": 3})


def test_a_track_is_drawn_from_plain_values() -> None:
    track = Track("road", cells=9, value=4, limit=9, marks=((4, "rohan"),))
    assert track.to_json() == {"value": 4, "cells": 9, "limit": 9, "marks": [[4, "rohan"]]}


def test_values_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Track("road", 9, 4).value = 5  # type: ignore[misc]

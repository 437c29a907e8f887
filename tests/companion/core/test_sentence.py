"""Sentences keep their text and their gaps apart until someone listens."""

import json

import pytest

from companion.core import Sentence, say, say_many

ROADS = ("{hobbit}: one road.", "{hobbit}: {count} roads.")


def test_gaps_are_filled_with_numbers_words_and_sentences() -> None:
    sentence = say("{who} has {number} of {what}.", who=say("Sam"), number=2, what="{pans}")
    assert str(sentence) == "Sam has 2 of {pans}."


@pytest.mark.parametrize(
    ("count", "told"), [(1, "Sam: one road."), (0, "Sam: 0 roads."), (5, "Sam: 5 roads.")]
)
def test_the_form_follows_the_count(count: int, told: str) -> None:
    assert str(say_many(*ROADS, count, hobbit=say("Sam"))) == told


@pytest.mark.parametrize(
    "sentence",
    [
        say("Plain."),
        say("{a} and {b}", a=1, b="two"),
        say("{inner}", inner=say("{deep}", deep=say("deepest"))),
        say_many(*ROADS, 3, hobbit=say("Sam")),
    ],
)
def test_a_sentence_survives_json(sentence: Sentence) -> None:
    assert Sentence.from_json(json.loads(json.dumps(sentence.to_json()))) == sentence

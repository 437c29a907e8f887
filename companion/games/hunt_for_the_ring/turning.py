"""The turning points of a hunt: what people will talk about on the way home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from companion.core import Event, Sentence, say, say_many
from companion.core.board import Board
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.prompts import next_sentence
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.story import Happened, Story, Turn
from companion.games.hunt_for_the_ring.words import NAMES, NAZGUL

LEAST_SILENCE = 2
"""Phases; one without a trace is nothing to talk about."""


def turning_points(story: Story) -> tuple[Turn, ...]:
    """In the order in which they came."""
    found = [
        *_first_trace(story),
        *_longest_silence(story),
        *_nearest_miss(story),
        *_encounters(story),
        *_named(story),
    ]
    last = len(story.steps) - 1
    kept = [Turn(min(turn.step, last), turn.kind, turn.name, turn.text) for turn in found]
    return tuple(sorted(kept, key=lambda turn: turn.step))


def _first_trace(story: Story) -> Iterator[Turn]:
    steps = story.steps
    for each in story.happened:
        if _is_trace(each) and each.before.question and each.before.question.to != "perceive":
            yield Turn(each.step, "trace", say("The first trace"), steps[each.step].told.text)
            return


def _is_trace(each: Happened) -> bool:
    is_answer = isinstance(each.event, (e.Answered, f.FlightAnswered))
    return is_answer and each.after.answer is not None and each.after.answer.answer == "yes"


def _phase(each: Happened) -> tuple[int, int, str]:
    return each.before.part, each.before.day, each.before.phase


def _longest_silence(story: Story) -> Iterator[Turn]:
    """The most phases in a row in which no question was answered with yes."""
    phases: list[tuple[Happened, bool]] = []
    played = [each for each in story.happened if each.before.phase in ("day-1", "day-2", "night")]
    for _, group in groupby(played, key=_phase):
        within = list(group)
        phases.append((within[0], any(map(_is_trace, within))))
    runs = [list(run) for is_heard, run in groupby(phases, key=lambda phase: phase[1]) if not is_heard]
    longest = max(runs, key=len, default=[])
    if len(longest) < LEAST_SILENCE:
        return
    first = longest[0][0]
    text = say_many(
        "{count} phase without a trace, from day {day} on ({phase}).",
        "{count} phases without a trace, from day {day} on ({phase}).",
        len(longest),
        day=first.before.day,
        phase=NAMES[first.before.phase],
    )
    yield Turn(first.step, "silence", say("The longest silence"), text)


def _nearest_miss(story: Story) -> Iterator[Turn]:
    """A search or hunt near Frodo that did not find him; or a Nazgûl that stood near and did not ask."""
    if not story.is_whole:
        return
    misses = [*_missed_questions(story), *_passed_by(story)]
    if misses:
        _, _, turn = min(misses, key=lambda miss: miss[:2])
        yield turn


Miss = tuple[int, int, Turn]
"""How many steps away, questions before bystanders, and the turning point."""


def _missed_questions(story: Story) -> Iterator[Miss]:
    for each in story.happened:
        asked = each.before.question
        if not isinstance(each.event, (e.Answered, f.FlightAnswered)) or asked is None:
            continue
        is_found = each.after.answer is not None and each.after.answer.is_here
        away = None if is_found or asked.to == "perceive" else _steps(each.before, asked.at)
        if away is not None:
            who = NAMES[asked.nazgul] if asked.nazgul else NAMES[asked.seat]
            values: dict[str, Sentence | str] = {"who": who, "question": NAMES[asked.to], "at": asked.at}
            here = say("{who}: {question}, {at}. Frodo was right there.", **values)
            near = say_many(
                "{who}: {question}, {at}. Frodo was {count} step away.",
                "{who}: {question}, {at}. Frodo was {count} steps away.",
                away,
                **values,
            )
            yield away, 0, Turn(each.step, "miss", say("The nearest miss"), near if away else here)


def _passed_by(story: Story) -> Iterator[Miss]:
    for each in story.happened:
        if not isinstance(each.event, e.PhaseEnded) or each.before.found_at:
            continue
        for nazgul in NAZGUL:
            spot = each.before.stands.get(nazgul)
            away = _steps(each.before, spot) if spot else None
            if away is not None:
                who = NAMES[nazgul]
                near = say_many(
                    "{who} stood {count} step from Frodo and did not ask.",
                    "{who} stood {count} steps from Frodo and did not ask.",
                    away,
                    who=who,
                )
                here = say("{who} stood right where Frodo was and did not hunt.", who=who)
                yield away, 1, Turn(each.step - 1, "miss", say("The nearest miss"), near if away else here)


def _steps(state: State, spot: str) -> int | None:
    """From a spot to Frodo's last location; without a map only the place itself is near."""
    if state.last is None:
        return None
    if spot == state.last:
        return 0
    return _steps_between(state.board, spot, state.last) if state.board else None


def _steps_between(board: Board, one: str, other: str) -> int | None:
    passed, edge, steps = {one}, [one], 0
    while edge and other not in passed:
        steps += 1
        edge = [there for here in edge for there, _ in board.neighbours.get(here, ()) if there not in passed]
        passed |= set(edge)
    return steps if other in passed else None


def _encounters(story: Story) -> Iterator[Turn]:
    happened = story.happened
    for number, each in enumerate(happened):
        if not isinstance(each.event, (e.EncounterBegan, e.RescueBegan)):
            continue
        after = (later.event for later in happened[number:])
        rise = next((event.by for event in after if isinstance(event, e.TokensTaken)), 0)
        if isinstance(each.event, e.RescueBegan):
            yield Turn(
                each.step, "encounter", say("The rescue"), say("Corruption rises by {number}.", number=rise)
            )
        else:
            text = say(
                "Nazgûl there: {count}. Corruption rises by {number}.",
                count=len(each.event.nazgul),
                number=rise,
            )
            yield Turn(each.step, "encounter", say("Encounter at {at}", at=each.event.at), text)


def _named(story: Story) -> Iterator[Turn]:
    """Whatever has only to be noticed."""
    for each in story.happened:
        if isinstance(each.event, e.Answered) and each.event.found is not None:
            name = say("The Black Riders learn something")
            yield Turn(each.step, "token", name, say("Information token {at} is shown.", at=each.event.found))
        if isinstance(each.event, e.PartEnded):
            yield Turn(each.step, "end", say("The end"), next_sentence(each.after, ""))
        named = _NAMES.get(type(each.event))
        if named is not None:
            kind, name = named
            yield Turn(each.step, kind, name, story.steps[each.step].told.text)


_NAMES: Mapping[type[Event], tuple[str, Sentence]] = {
    f.GandalfAppeared: ("gandalf", say("Gandalf appears")),
    f.DeedDone: ("gandalf", say("A deed of Gandalf's")),
    f.RivendellReached: ("gandalf", say("Gandalf reaches Rivendell")),
    f.WitchKingCame: ("king", say("The Witch-king")),
    f.JourneyChanged: ("escape", say("Another way")),
}
"""Events with a step of their own that are turning points by themselves."""

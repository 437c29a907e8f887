"""The story of the hunt, told when it is over: the whole evening step by step, from the journal's events.

Where the travel sheet is not shown (a part two may still follow), only what everyone has seen is told: that
Frodo moved, never where. Of the wraiths' hands nothing is told at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core import Event, Json, Sentence, say
from companion.core.board import Board
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.evolve import evolve
from companion.games.hunt_for_the_ring.naming import as_it_is, spot_name
from companion.games.hunt_for_the_ring.prompts import next_sentence
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import CROSSED, HAVEN, NAMES, NAZGUL, POINT


@dataclass(frozen=True)
class Told:
    """What one event adds to the story. `by` are the spots of a ride, `at` is where one looks."""

    kind: str
    text: Sentence
    at: str | None = None
    nazgul: str | None = None
    by: tuple[str, ...] = ()
    answer: str | None = None


@dataclass(frozen=True)
class Step:
    """How the table stood after something happened. `frodo`: which route, and how many cells of it."""

    told: Told
    part: int
    day: int
    phase: str
    movement: int
    corruption: int
    limit: int | None
    stands: Mapping[str, str]
    trail: Mapping[str, str]
    allies: tuple[str, ...]
    frodo: tuple[int, int] | None
    gandalf: str | None
    king: str | None

    def to_json(self) -> Json:
        told = self.told
        return {
            "kind": told.kind,
            "text": told.text.to_json(),
            "at": told.at,
            "nazgul": told.nazgul,
            "by": list(told.by),
            "answer": told.answer,
            "day": self.day,
            "phase": self.phase,
            "movement": self.movement,
            "corruption": self.corruption,
            "limit": self.limit,
            "nazgul_at": dict(self.stands),
            "trail": dict(self.trail),
            "allies": list(self.allies),
            "frodo": None if self.frodo is None else list(self.frodo),
            "gandalf": self.gandalf,
            "witch_king": self.king,
        }


@dataclass(frozen=True)
class Happened:
    """One event between two states; `step` is the number of the step that tells it, or of the next one."""

    before: State
    event: Event
    after: State
    step: int


@dataclass(frozen=True)
class Chapter:
    """One part. `routes` are Frodo's ways cell by cell: his sheet, or journey card after journey card."""

    part: int
    board: Board | None
    routes: tuple[tuple[str, ...], ...]
    first: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Turn:
    """A turning point: its step, its name and what happened."""

    step: int
    kind: str
    name: Sentence
    text: Sentence

    def to_json(self) -> Json:
        return {
            "step": self.step,
            "kind": self.kind,
            "name": self.name.to_json(),
            "text": self.text.to_json(),
        }


@dataclass(frozen=True)
class Story:
    """`is_whole`: with the travel sheet, which is shown."""

    is_whole: bool
    result: str
    chapters: tuple[Chapter, ...]
    happened: tuple[Happened, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for chapter in self.chapters for step in chapter.steps)


def story(start: State, rows: Iterable[Sequence[Event]]) -> Story | None:
    """The story of what stands in the journal; None while the game goes on."""
    passed = list(_fold(start, rows))
    final = passed[-1][2] if passed else start
    if final.result is None:
        return None
    routes = {part: _routes(part, passed, is_whole=final.is_shown) for part in (1, 2)}
    steps: list[Step] = []
    happened = []
    card = -1
    for before, event, after in passed:
        card += isinstance(event, (f.JourneyChosen, f.JourneyChanged))
        happened.append(Happened(before, event, after, len(steps)))
        told = _told(before, event, after, is_whole=final.is_shown)
        if told is not None:
            steps.append(_step(told, after, card, is_whole=final.is_shown))
    chapters = []
    for part in (1, 2):
        of_part = [number for number, step in enumerate(steps) if step.part == part]
        if of_part:
            board = next(after.board for _, _, after in reversed(passed) if after.part == part)
            within = tuple(steps[number] for number in of_part)
            chapters.append(Chapter(part, board, routes[part], of_part[0], within))
    return Story(final.is_shown, final.result, tuple(chapters), tuple(happened))


def _fold(start: State, rows: Iterable[Sequence[Event]]) -> Iterable[tuple[State, Event, State]]:
    state = start
    for row in rows:
        for event in row:
            after = evolve(state, event)
            yield state, event, after
            state = after


def _routes(
    part: int, passed: list[tuple[State, Event, State]], *, is_whole: bool
) -> tuple[tuple[str, ...], ...]:
    if not is_whole:
        return ()
    if part == 1:
        sheets = [after.sheet for _, _, after in passed if after.part == 1]
        return (sheets[-1],) if sheets else ()
    cards = [event.rows for _, event, _ in passed if isinstance(event, (f.JourneyChosen, f.JourneyChanged))]
    return tuple(tuple(row.removesuffix(HAVEN) for row in rows) for rows in cards)


def _step(told: Told, state: State, card: int, *, is_whole: bool) -> Step:
    flight = state.flight
    frodo = None
    if is_whole:
        frodo = (card, state.movement + 1) if flight else (0, len(state.sheet))
    seen = flight.gandalf_at if flight else None
    return Step(
        told=told,
        part=state.part,
        day=state.day,
        phase=state.phase,
        movement=state.movement,
        corruption=state.corruption,
        # In part two the limit tells from which deck the journey card is.
        limit=state.limit if is_whole or state.part == 1 else None,
        stands=dict(state.stands),
        trail=dict(state.trail),
        allies=state.allies,
        frodo=frodo,
        gandalf=flight.gandalfs_last if flight and is_whole else seen,
        king=flight.king if flight else None,
    )


Telling = Callable[[State, Any, State, bool], Told | None]


def _told(before: State, event: Event, after: State, *, is_whole: bool) -> Told | None:
    telling = _TELLINGS.get(type(event))
    return telling(before, event, after, is_whole) if telling else None


def _began(before: State, event: e.DayBegan, after: State, is_whole: bool) -> Told | None:
    if before.phase != "set-up":
        return None
    at = after.last if is_whole else None
    if after.part == 2:
        return Told("start", say("The flight to the Ford begins."), at)
    if at is None:
        return Told("start", say("The hunt begins."))
    return Told("start", say("The hunt begins. Frodo sets out from {at}.", at=at), at)


def _noted(before: State, event: e.Noted, after: State, is_whole: bool) -> Told:
    is_escape = before.step == "encounter"
    kind = "escape" if is_escape else "move"
    if not is_whole:
        unseen = say("Frodo escapes, unseen.") if is_escape else say("Frodo moves, unseen.")
        return Told(kind, _by_card(unseen, event.card))
    at = after.last
    if event.entry == CROSSED:
        text = say("Frodo hides and stays near {at}.", at=at or "")
    elif event.entry == POINT:
        text = say("Frodo is in the wilds, past {at}.", at=at or "")
    elif is_escape:
        text = say("Frodo escapes to {at}.", at=event.entry)
    else:
        text = say("Frodo comes to {at}.", at=event.entry)
    return Told(kind, _by_card(text, event.card), at)


def _marched(before: State, event: f.Marched, after: State, is_whole: bool) -> Told:
    at = after.last if is_whole else None
    row = after.way[-1] if is_whole and after.way else None
    if row is None:
        text = say("Frodo moves, unseen.")
    elif at is None:
        text = say("Frodo is in the wilds.")
    elif row == POINT:
        text = say("Frodo is in the wilds, past {at}.", at=at)
    else:
        text = say("Frodo comes to {at}.", at=at)
    return Told("move", _by_card(text, event.card), at)


def _rode(before: State, event: e.Rode, after: State, is_whole: bool) -> Told:
    return _ridden(before, event.nazgul, event.by)


def _driven(before: State, event: f.Driven, after: State, is_whole: bool) -> Told:
    text = say(
        "Gandalf drives {nazgul} away: {spot}.", nazgul=NAMES[event.nazgul], spot=spot_name(event.by[-1])
    )
    return _ridden(before, event.nazgul, event.by, text)


def _moved(before: State, event: e.PieceMoved, after: State, is_whole: bool) -> Told | None:
    if event.what in NAZGUL:
        text = say(
            "{nazgul}, by a card: {spot}. {card}",
            nazgul=NAMES[event.what],
            spot=spot_name(event.to),
            card=event.because,
        )
        return Told("ride", text, event.to, event.what, (event.start, event.to))
    return _effect(event)


def _ridden(before: State, nazgul: str, by: tuple[str, ...], text: Sentence | None = None) -> Told:
    plain = say("{nazgul} rides: {spot}.", nazgul=NAMES[nazgul], spot=spot_name(by[-1]))
    return Told("ride", text or plain, by[-1], nazgul, (before.stands[nazgul], *by))


def _answered(before: State, event: Any, after: State, is_whole: bool) -> Told | None:
    asked, given = before.question, after.answer
    if asked is None or given is None:
        return None
    word = "here" if given.is_here else given.answer
    answers = {
        "here": say("Frodo is here"),
        "yes": say("Yes"),
        "no": say("No"),
        "cancelled": say("Cancelled"),
    }
    who = NAMES[asked.nazgul] if asked.nazgul else NAMES[asked.seat]
    # Only what goes into the gaps has to be translated.
    said = (("who", who), ("question", NAMES[asked.to]), ("at", asked.at), ("answer", answers[word]))
    text = Sentence("{who}: {question}, {at}. {answer}.", said)
    if isinstance(event, e.Answered) and event.found is not None:
        text = say("{told} Information token {at} is shown.", told=text, at=event.found)
    if isinstance(event, f.FlightAnswered) and event.is_gandalf:
        text = say("{told} Gandalf was there and must leave.", told=text)
    return Told("answer", text, asked.at, asked.nazgul, answer=word)


def _met(before: State, event: e.EncounterBegan, after: State, is_whole: bool) -> Told:
    return Told("encounter", say("The Nazgûl meet Frodo at {at}.", at=event.at), event.at)


def _rescue(before: State, event: e.RescueBegan, after: State, is_whole: bool) -> Told:
    return Told(
        "encounter", say("The road was too long: Frodo must be rescued."), after.last if is_whole else None
    )


def _helped(before: State, event: e.TokenCancelled, after: State, is_whole: bool) -> Told:
    return Told("tokens", say("{companion} cancels a token.", companion=NAMES[event.companion]))


def _taken(before: State, event: e.TokensTaken, after: State, is_whole: bool) -> Told:
    at = before.encounter.at if before.encounter else None
    return Told("tokens", say("Corruption rises by {number}.", number=event.by), at)


def _ended(before: State, event: e.PartEnded, after: State, is_whole: bool) -> Told:
    return Told("end", next_sentence(after, ""), after.last if is_whole else None)


def _gandalf(before: State, event: f.GandalfMoved, after: State, is_whole: bool) -> Told:
    if not is_whole:
        return Told("gandalf", say("Gandalf moves, unseen."))
    return Told("gandalf", say("Gandalf goes to {at}.", at=event.to), event.to)


def _card(before: State, event: e.CardPlayed, after: State, is_whole: bool) -> Told:
    card = as_it_is(event.card) if event.card else say("a card")
    return Told("card", say("{who} plays {card}", who=NAMES[event.seat], card=card))


def _effect(event: Any) -> Told:
    what = NAMES.get(event.what, as_it_is(event.what))
    card = event.because or say("a card")
    return Told("card", say("{who}, {card}: {what}", who=NAMES[event.seat], card=card, what=what))


def _by_card(text: Sentence, card: str | None) -> Sentence:
    return say("{told} By a card: {card}.", told=text, card=card) if card else text


def _plain(kind: str, text: Callable[[Any], Sentence], at: str | None = None) -> Telling:
    """The telling of an event that everyone has seen; `at` names the field of the place."""

    def telling(before: State, event: Any, after: State, is_whole: bool) -> Told:
        return Told(kind, text(event), getattr(event, at) if at else None)

    return telling


_TELLINGS: Mapping[type[Event], Telling] = {
    e.DayBegan: _began,
    e.Noted: _noted,
    e.Rested: _plain("rest", lambda event: say("Frodo rests.")),
    e.AllyDrawn: _plain("card", lambda event: say("The Ringbearer draws an ally card.")),
    e.CardPlayed: _card,
    e.SorceryDrawn: _plain("card", lambda event: say("{who} draws a sorcery card.", who=NAMES[event.seat])),
    e.CompanionFlipped: _plain(
        "card", lambda event: say("{companion} is flipped.", companion=NAMES[event.companion])
    ),
    e.Rode: _rode,
    e.AllyRemoved: _plain("card", lambda event: say("An ally token is removed: {at}.", at=event.at), "at"),
    e.Answered: _answered,
    e.QuestionCancelled: _answered,
    e.EncounterBegan: _met,
    e.RescueBegan: _rescue,
    e.TokenCancelled: _helped,
    e.TokensTaken: _taken,
    e.PartEnded: _ended,
    e.Adjusted: lambda before, event, after, is_whole: _effect(event),
    e.PiecePlaced: lambda before, event, after, is_whole: _effect(event),
    e.PieceRemoved: lambda before, event, after, is_whole: _effect(event),
    e.PieceMoved: _moved,
    e.DeedCancelled: _plain(
        "card", lambda event: say("{who} plays {card}", who=NAMES[event.seat], card=event.because)
    ),
    f.Marched: _marched,
    f.FlightAnswered: _answered,
    f.GandalfMoved: _gandalf,
    f.GandalfAppeared: _plain("gandalf", lambda event: say("Gandalf appears at {at}.", at=event.at), "at"),
    f.Driven: _driven,
    f.GandalfVanishes: _plain("gandalf", lambda event: say("Gandalf vanishes.")),
    f.DeedDone: _plain("gandalf", lambda event: say("A deed of Gandalf's: {at}.", at=event.token), "token"),
    f.RivendellReached: _plain("gandalf", lambda event: say("Gandalf is in Rivendell.")),
    f.WitchKingCame: _plain("king", lambda event: say("The Witch-king comes.")),
    f.WitchKingLeft: _plain("king", lambda event: say("The Witch-king leaves.")),
    f.Sought: _plain("king", lambda event: say("All Nazgûl seek.")),
    f.JourneyKept: _plain("escape", lambda event: say("Frodo escapes along his journey card.")),
    f.JourneyChanged: _plain("escape", lambda event: say("Frodo escapes by a new journey card.")),
}
"""How each event is told. What is not here is part of something else that is told."""

"""What each event changes. Nothing else changes a state."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TypeVar

from companion.core import Event
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import flight_evolve
from companion.games.hunt_for_the_ring.reading import is_eye
from companion.games.hunt_for_the_ring.state import Answer, Effect, Encounter, Question, State
from companion.games.hunt_for_the_ring.words import (
    EYE,
    FACES,
    MARKERS,
    NAZGUL,
    PHASES,
    RINGBEARER,
)

T = TypeVar("T")


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(evolve, events, state)


def evolve(state: State, event: Event) -> State:
    for part in (_set_up, _ringbearer, _wraiths, _questions, _tokens, _course, _cards, flight_evolve.evolve):
        after = part(state, event)
        if after is not None:
            return after
    raise TypeError(f"no such event in the hunt: {event!r}")


def _set_up(state: State, event: Event) -> State | None:
    match event:
        case e.StartSet(at):
            return replace(state, sheet=(at,))
        case e.InformationDrawn(tokens):
            return replace(state, information=dict.fromkeys(tokens, "kept"))
        case e.InformationGiven(tokens):
            given = {**state.information, **dict.fromkeys(tokens, "given")}
            return replace(state, information=given, shown=tokens, is_information_done=True)
        case e.LeadChosen(seat):
            return replace(state, lead=seat)
        case e.NazgulPlaced(seat, placed):
            stands = {**state.stands, **dict(placed)}
            mine = state.shares[seat]
            order = [each for each in stands if each in mine]
            share = (*order, *(each for each in mine if each not in order))
            return replace(state, stands=stands, shares={**state.shares, seat: share})
        case e.DiceRolled(dice):
            fellowship = min(state.supply, state.fellowship + dice.count("shadow"))
            return replace(state, dice=dice, used=(), fellowship=fellowship)
        case e.DayBegan():
            day = state.day if state.phase == "set-up" else state.day + 1
            return _begun(replace(state, day=day), "day-1")
    return None


def _ringbearer(state: State, event: Event) -> State | None:
    match event:
        case e.Noted(entry, card):
            return _noted(state, entry, card)
        case e.Rested():
            return replace(state, has_rested=True)
        case e.CorruptionRose(by):
            return replace(state, corruption=state.corruption + by)
        case e.EyeTurned(is_up):
            return replace(state, eye=is_up)
        case e.AllyDrawn(card):
            drawn = _ally_drawn(state, card)
            return replace(drawn, fellowship=state.fellowship - 1, has_drawn=True)
        case e.CompanionFlipped(companion):
            return _flipped(state, companion)
        case e.RingbearerEnded():
            queue = tuple(each for seat in state.in_order for each in state.shares[seat])
            return flight_evolve.turn_over(replace(state, step="wraiths", queue=queue))
    return None


def _wraiths(state: State, event: Event) -> State | None:
    match event:
        case e.Rode(nazgul, by, is_extra):
            here = state.stands[nazgul]
            rode_from = state.rode_from if is_extra else here
            return replace(state, stands={**state.stands, nazgul: by[-1]}, rode_from=rode_from)
        case e.DiceSpent(dice):
            after, ordinary = flight_evolve.spent(state, dice)
            left = list(state.dice)
            for face in ordinary:
                left.remove(face)
            return replace(after, dice=tuple(left), used=(*state.used, *ordinary))
        case e.ActionTaken():
            return replace(state, has_acted=True)
        case e.SorceryDrawn(seat, card):
            return _sorcery_drawn(state, seat, card)
        case e.AllyRemoved(at):
            return replace(state, allies=_without(state.allies, at))
        case e.NazgulEnded():
            return replace(state, queue=state.queue[1:], rode_from=None, has_acted=False)
    return None


def _questions(state: State, event: Event) -> State | None:
    match event:
        case e.Asked(seat, to, at, nazgul, because, is_named, is_kings):
            asked = Question(seat, to, at, nazgul, because, is_named, is_kings)
            return replace(state, question=asked, answer=None)
        case e.Answered(answer, by, is_here, found):
            return _answered(state, answer, by, is_here, found)
        case e.QuestionCancelled(card):
            assert state.question is not None
            cancelled = Answer(state.question, "cancelled", "card", (state.day, state.phase), card=card)
            return replace(state, question=None, answer=cancelled)
    return None


def _tokens(state: State, event: Event) -> State | None:
    match event:
        case e.EncounterBegan(at, nazgul, tokens):
            return replace(state, step="encounter", encounter=Encounter(at, nazgul, tokens), found_at=None)
        case e.RescueBegan(tokens):
            encounter = Encounter(None, (), tokens)
            return replace(state, step="rescue", encounter=encounter, question=None, found_at=None, queue=())
        case e.TokensDrawn(tokens):
            assert state.encounter is not None
            return replace(state, encounter=replace(state.encounter, drawn=tokens))
        case e.TokenCancelled(token, companion):
            assert state.encounter is not None
            drawn = _without(state.encounter.drawn or (), token)
            helped = replace(state.encounter, drawn=drawn, cancelled=token, companion=companion)
            return _flipped(replace(state, encounter=helped), companion, is_for_a_token=True)
        case e.TokensTaken(by):
            return _taken(state, by)
    return None


def _course(state: State, event: Event) -> State | None:
    match event:
        case e.PhaseEnded():
            after = replace(state, encounter=None, found_at=None)
            if state.phase == "night":
                return replace(after, phase="refresh", step="", eye=False)
            return _begun(after, PHASES[PHASES.index(state.phase) + 1])
        case e.Refreshed():
            return _refreshed(state)
        case e.PartEnded(how):
            return replace(state, phase="over", step="", result=how, question=None, queue=())
        case e.SheetShown():
            return replace(state, is_shown=True)
    return None


def _cards(state: State, event: Event) -> State | None:
    match event:
        case e.CardsNoted(seat, cards):
            return state.with_hand(seat, replace(state.hand(seat), cards=cards))
        case e.CardPlayed(seat, card):
            played = _gone(state, seat, card)
            is_own_turn = seat == RINGBEARER and state.step == "ringbearer"
            shown = Effect(seat, "play", card)
            return replace(played, has_played=state.has_played or is_own_turn, effect=shown)
        case e.CardDiscarded(seat, card):
            return _gone(state, seat, card)
        case e.Adjusted(seat, what, by, of, because):
            shown = Effect(seat, "adjust", because, what, of, by)
            return replace(_adjusted(state, what, by, of, because), effect=shown)
        case e.PiecePlaced(seat, what, at, because):
            shown = Effect(seat, "place", because, what, at)
            return replace(_placed(state, what, at), effect=shown)
        case e.PieceRemoved(seat, what, at, because):
            shown = Effect(seat, "remove", because, what, at)
            return replace(_removed(state, what, at), effect=shown)
        case e.PieceMoved(seat, what, start, to, because):
            shown = Effect(seat, "move", because, what, to)
            return replace(_shifted(state, what, start, to), effect=shown)
        case e.DeedCancelled(seat, what, because):
            shown = Effect(seat, "cancel", because, what)
            return replace(_undone(state, what), effect=shown)
    return None


def _begun(state: State, phase: str) -> State:
    return replace(
        flight_evolve.begun(state),
        phase=phase,
        step="ringbearer",
        has_moved=False,
        has_rested=False,
        has_drawn=False,
        has_played=False,
    )


def _noted(state: State, entry: str, card: str | None) -> State:
    information = state.information
    if information.get(entry) == "kept":
        information = {**information, entry: "hidden"}
    has_moved = state.has_moved or (card is None and state.step == "ringbearer")
    shown = Effect(RINGBEARER, "play", card) if card else state.effect
    if state.step == "encounter":
        # The escape ends the encounter, and with it the wraiths' part of the phase.
        state = replace(state, step="wraiths", encounter=None)
    return replace(
        state, sheet=(*state.sheet, entry), information=information, has_moved=has_moved, effect=shown
    )


def _gone(state: State, seat: str, card: str | None) -> State:
    """A card leaves a hand; a sorcery card lies on its discard pile."""
    after = state.with_hand(seat, state.hand(seat).gone(card))
    if seat == RINGBEARER:
        return after
    return replace(after, sorcery_discard=(*state.sorcery_discard, card))


def _sorcery_drawn(state: State, seat: str, card: str | None) -> State:
    # The discard pile becomes the deck when that is empty.
    ready = state if state.sorcery_deck else replace(state, sorcery_discard=())
    return ready.with_hand(seat, state.hand(seat).drawn(card))


def _with_the_eyes(state: State, by: int, because: str) -> State:
    """An Eye that a card brings is that card itself: it stays beside the track."""
    discard = state.sorcery_discard
    if by > 0:
        left = _without(discard, because) if because in discard else discard
        return replace(state, eye_card=because, sorcery_discard=left)
    if state.eye_card is None:
        return state
    return replace(state, eye_card=None, sorcery_discard=(*discard, state.eye_card))


def _ally_drawn(state: State, card: str | None) -> State:
    drawn = state.with_hand(RINGBEARER, state.hand(RINGBEARER).drawn(card))
    return replace(drawn, ally_deck=state.ally_deck - 1)


def _flipped(state: State, companion: str, *, is_for_a_token: bool = False) -> State:
    after = replace(state, companions={**state.companions, companion: "flipped"})
    if companion != "frodo" or is_for_a_token:
        return after
    # Frodo's card takes a fellowship token out of the game (rulebook, the fellowship supply).
    return replace(after, supply=max(0, state.supply - 1), fellowship=max(0, state.fellowship - 1))


def _answered(state: State, answer: str, by: str, is_here: bool, found: str | None) -> State:
    asked = state.question
    assert asked is not None
    given = Answer(asked, answer, by, (state.day, state.phase), is_here, found)
    after = replace(state, question=None, answer=given)
    if asked.to != "perceive" and answer == "yes":
        side = "eye" if asked.to == "search" else "sword"
        after = replace(after, trail={**state.trail, asked.at: side})
    if found is not None:
        information = {**state.information, found: "found"}
        after = replace(after, information=information, shown=(*state.shown, found))
    return replace(after, found_at=asked.at) if is_here else after


def _taken(state: State, by: int) -> State:
    assert state.encounter is not None
    drawn = state.encounter.drawn or ()
    return replace(
        state,
        corruption=state.corruption + by,
        eyes=state.eyes + sum(is_eye(token) for token in drawn),
        gone_tokens=(*state.gone_tokens, *drawn),
        encounter=replace(state.encounter, rose_by=by),
    )


def _refreshed(state: State) -> State:
    seats = tuple(state.shares)
    lead = seats[(seats.index(state.lead) + 1) % len(seats)]
    after = _ally_drawn(state, None) if state.ally_deck else state
    after = flight_evolve.day_over(_sorcery_drawn(after, lead, None))
    return replace(after, lead=lead, step="dice", dice=(), used=())


def _adjusted(state: State, what: str, by: int, of: str | None, because: str) -> State:
    """Never below nothing: a card is carried out as far as it can be."""
    if what in FACES:
        return _dice_adjusted(state, what, by)
    if what == "fellowship":
        return replace(state, fellowship=min(state.supply, max(0, state.fellowship + by)))
    if what == "fellowship-supply":
        supply = max(0, state.supply + by)
        return replace(state, supply=supply, fellowship=min(state.fellowship, supply))
    if what in ("ally-hand", "sorcery-hand"):
        seat = of or RINGBEARER
        hand = state.hand(seat)
        count = max(0, hand.count + by)
        after = state.with_hand(seat, replace(hand, count=count, cards=hand.cards[:count]))
        discarded = (None,) * (hand.count - count) if seat != RINGBEARER else ()
        return replace(after, sorcery_discard=(*state.sorcery_discard, *discarded))
    if what == "movement":
        return replace(state, shift=state.shift + max(-state.movement, by))
    if what == EYE:
        return replace(state, eye=by > 0)
    if what == "eyes":
        state = _with_the_eyes(state, by, because)
    names = {"ally-deck": "ally_deck"}
    name = names.get(what, what)
    return replace(state, **{name: max(0, getattr(state, name) + by)})


def _dice_adjusted(state: State, face: str, by: int) -> State:
    dice, used = list(state.dice), list(state.used)
    for _ in range(abs(by)):
        if by > 0:
            dice.append(face)
            # A die that comes back is one of those that are out; which one hardly matters.
            if face in used:
                used.remove(face)
            elif used:
                used.pop()
        elif face in dice:
            dice.remove(face)
            used.append(face)
    return replace(state, dice=tuple(dice), used=tuple(used))


def _placed(state: State, what: str, at: str) -> State:
    if what == "ally":
        return replace(state, allies=(*state.allies, at))
    if what.startswith("trail-"):
        return replace(state, trail={**state.trail, at: what.removeprefix("trail-")})
    if what in MARKERS:
        return replace(state, markers=(*state.markers, (what, at)))
    if what == "special":
        return replace(state, specials=(*state.specials, at))
    if what == "information":
        return replace(state, information={**state.information, at: "found"}, shown=(*state.shown, at))
    return replace(state, companions={**state.companions, what: "up"})


def _removed(state: State, what: str, at: str) -> State:
    if what == "ally":
        return replace(state, allies=_without(state.allies, at))
    if what == "trail":
        return replace(state, trail={spot: side for spot, side in state.trail.items() if spot != at})
    return replace(state, markers=_without(state.markers, (what, at)))


def _shifted(state: State, what: str, start: str, to: str) -> State:
    if what in NAZGUL:
        return replace(state, stands={**state.stands, what: to})
    if what == "ally":
        return replace(state, allies=tuple(to if at == start else at for at in state.allies))
    return replace(state, markers=(*_without(state.markers, (what, start)), (what, to)))


def _undone(state: State, what: str) -> State:
    if what == "ride" and state.active and state.rode_from:
        return replace(state, stands={**state.stands, state.active: state.rode_from})
    if what == "turn":
        return replace(state, queue=state.queue[1:], rode_from=None, has_acted=False)
    if what == "encounter":
        return replace(state, found_at=None)
    return state


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    at = items.index(item)
    return items[:at] + items[at + 1 :]

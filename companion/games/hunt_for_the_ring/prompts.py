"""What to do next, said to each seat; made of nothing that the seat could not see."""

from __future__ import annotations

from companion.core import Json, Sentence, say, say_many
from companion.games.hunt_for_the_ring import flight_prompts
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import HAND_LIMIT, NAMES, RINGBEARER, VARIANTS


def next_sentence(state: State, seat: str) -> Sentence:
    if state.phase == "over":
        return flight_prompts.end(state) if state.flight else _end(state)
    if seat in state.seats and state.hand(seat).count > HAND_LIMIT:
        return say("You hold more than five cards: discard one.")
    if state.phase == "set-up":
        return (flight_prompts.set_up(state, seat) if state.flight else None) or _set_up(state, seat)
    if state.phase == "refresh":
        return _refresh(state, seat)
    if state.question is not None:
        return _question(state, seat)
    of_part_two = flight_prompts.course(state, seat) if state.flight else None
    if of_part_two is not None:
        return of_part_two
    if state.encounter is not None:
        return _encounter(state, seat)
    if state.step == "ringbearer":
        return _ringbearer(state, seat)
    return _wraith(state, seat)


def set_up_steps(state: State) -> list[Json]:
    """The rulebook's set-up in its order, in our words. `done` is null for what only the players can see."""
    if state.flight:
        return flight_prompts.set_up_steps(state)
    is_started, is_told = bool(state.sheet), state.is_information_done
    steps: list[tuple[str, Sentence, bool | None]] = [
        (
            "table",
            say("Lay the map in the middle, part one up, and put away what belongs to part two."),
            None,
        ),
        (RINGBEARER, say("Put up the screen. This phone is the travel sheet."), None),
        (
            RINGBEARER,
            say_many(
                "Lay {count} fellowship token beside you: the fellowship supply.",
                "Lay {count} fellowship tokens beside you: the fellowship supply.",
                state.supply,
            ),
            None,
        ),
        (RINGBEARER, say("Draw one start token, look at it in secret and enter its number."), is_started),
        (RINGBEARER, say("Lay out the cards of Frodo, Sam and Pippin face up. Set Merry aside."), None),
        (RINGBEARER, say("Shuffle the ally cards of part one and draw three."), None),
        (
            RINGBEARER,
            say("Markers: the phase marker on the first day phase, Ring up; corruption and Frodo on 0."),
            None,
        ),
        (RINGBEARER, _information_step(state), is_told),
        ("wraiths", _share_step(state), None),
        (
            "wraiths",
            say("Lay the Black Riders' card on the table, with the information tokens you are given."),
            is_told,
        ),
        ("wraiths", say("Shuffle the sorcery cards. Each wraith draws one and shows it to nobody."), None),
        (
            "wraiths",
            say("Put the beige corruption tokens into the bag. Keep the two red ones beside it."),
            None,
        ),
        (
            "wraiths",
            say(
                "{lead} has the lead token and places first. Each Nazgûl has a start of its own.",
                lead=NAMES[state.lead],
            ),
            state.placing is None,
        ),
        ("wraiths", say("{lead} throws the six action dice.", lead=NAMES[state.lead]), bool(state.dice)),
        (
            RINGBEARER,
            say("Take a fellowship token onto Frodo's card for each shadow."),
            bool(state.dice),
        ),
    ]
    return [{"side": side, "text": text.to_json(), "done": done} for side, text, done in steps]


def _information_step(state: State) -> Sentence:
    hand_over = VARIANTS[state.variant]
    if hand_over == 0:
        return say("Draw five information tokens, look at them in secret, enter them and keep all five.")
    return say_many(
        "Draw five information tokens, look at them in secret, enter them and hand over {count}.",
        "Draw five information tokens, look at them in secret, enter them and hand over {count} of them.",
        hand_over,
    )


def _share_step(state: State) -> Sentence:
    if len(state.shares) == 1:
        return say("You move all four Nazgûl, always in the order in which you place them.")
    return say("Share out the Nazgûl. Who moves several moves them in the order of placing them.")


def _set_up(state: State, seat: str) -> Sentence:
    if seat == RINGBEARER and not state.flight:
        if not state.sheet:
            return say("Draw a start token and enter its number.")
        if not state.information:
            return say("Draw five information tokens and enter their numbers.")
        if not state.is_information_done:
            return say("Choose the information tokens that you hand over.")
    if seat == RINGBEARER:
        return say("You are ready. The wraiths place the Nazgûl and throw the dice.")
    if seat == state.placing:
        return say("Place your Nazgûl on their starts, in the order in which they will act.")
    if state.placing is None and not state.dice and seat == state.lead:
        return say("Throw all six dice and enter what they show.")
    if state.placing is not None:
        return say("{wraith} places Nazgûl.", wraith=NAMES[state.placing])
    if not state.dice:
        return say("{wraith} throws the dice.", wraith=NAMES[state.lead])
    return say("The Ringbearer chooses in secret: start and information tokens.")


def _refresh(state: State, seat: str) -> Sentence:
    if seat == RINGBEARER:
        return say("A new day. You have drawn an ally card; the lead player throws the dice.")
    if seat == state.lead:
        return say("A new day. Draw a sorcery card and throw all six dice.")
    return say("A new day. {wraith} throws the dice.", wraith=NAMES[state.lead])


def _question(state: State, seat: str) -> Sentence:
    asked = state.question
    assert asked is not None
    if seat == RINGBEARER and asked.is_kings:
        return say("Answer: no card cancels what the Witch-king's die does.")
    if seat == RINGBEARER:
        return say("Answer, or cancel it with a card marked out of turn.")
    return say(
        "{question}: {at}. The Ringbearer looks at the travel sheet.", question=NAMES[asked.to], at=asked.at
    )


def _encounter(state: State, seat: str) -> Sentence:
    meeting = state.encounter
    assert meeting is not None
    if seat != RINGBEARER:
        if meeting.is_rescue:
            return say("The movement track is full. The Ringbearer draws corruption tokens for the rescue.")
        return say("The Nazgûl have found Frodo. The Ringbearer draws corruption tokens and escapes.")
    if meeting.drawn is None:
        if meeting.tokens is None:
            if meeting.is_rescue:
                return say("Count the moves to the nearest exit and draw that many corruption tokens.")
            return say("Count the Nazgûl there and on adjacent spots, and draw that many corruption tokens.")
        return say_many("Draw one corruption token.", "Draw {count} corruption tokens.", meeting.tokens)
    if meeting.rose_by is None:
        return say("One companion can cancel a token. Or take them all.")
    return say("Escape in secret: choose a location, or stay.")


def _ringbearer(state: State, seat: str) -> Sentence:
    if seat != RINGBEARER:
        return say("The Ringbearer's turn.")
    if state.has_moved or state.has_rested:
        return say("Play a card, draw an ally, or end your turn.")
    if state.phase == "night":
        return say("Night: move Frodo for one corruption, or let him rest.")
    return say("Move Frodo: tap a location that is lit, or note a point.")


def _wraith(state: State, seat: str) -> Sentence:
    nazgul = state.active
    assert nazgul is not None
    if state.owner(nazgul) != seat:
        return say(
            "{wraith} moves this Nazgûl: {nazgul}.", wraith=NAMES[state.owner(nazgul)], nazgul=NAMES[nazgul]
        )
    if state.rode_from is not None and state.has_acted:
        return say("This Nazgûl has done all it can: {nazgul}. End its turn.", nazgul=NAMES[nazgul])
    if state.has_acted:
        return say("Your Nazgûl: {nazgul}. Ride, or end its turn.", nazgul=NAMES[nazgul])
    if state.rode_from is not None:
        return say("Your Nazgûl: {nazgul}. Take an action, or end its turn.", nazgul=NAMES[nazgul])
    return say("Your Nazgûl: {nazgul}. Ride and take one action, in either order.", nazgul=NAMES[nazgul])


def _end(state: State) -> Sentence:
    if state.result == "bree":
        return say("Frodo has reached Bree. Part one is over.")
    if state.result == "rescued":
        return say("Frodo was rescued and brought to Bree. Part one is over.")
    return say("The Ring has taken hold of Frodo. The Nazgûl win.")

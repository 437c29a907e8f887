"""Before the first day: the start, the information tokens, the Nazgûl and the first throw."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring import witch_king
from companion.games.hunt_for_the_ring.reading import location, quoted
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    DICE,
    FACES,
    INFORMATION_DRAWN,
    LATER_STARTS,
    NAMES,
    NAZGUL,
    VARIANTS,
)

Decided = tuple[Event, ...] | Refusal


def set_start(state: State, seat: str, line: Line) -> Decided:
    if state.phase != "set-up":
        return _too_late()
    if state.sheet:
        return Refusal(say("The start is set already. Undo it to choose another."))
    at = location(line.get("at"))
    if at is None or state.is_exit(at):
        return Refusal(say("Say at which location Frodo starts: the number on the start token."))
    if state.board and state.board.is_whole and at not in state.board.of_kind("start"):
        return Refusal(say("On this board Frodo does not start at {at}.", at=at))
    return (e.StartSet(at),)


def set_information(state: State, seat: str, line: Line) -> Decided:
    """Draw five tokens, look at them, hand over as many as the variant says: in one line or in two."""
    if state.phase != "set-up":
        return _too_late()
    if state.is_information_done:
        return Refusal(say("The information tokens are set already."))
    drawn: tuple[Event, ...] = ()
    held = tuple(state.information)
    if "tokens" in line:
        tokens = _drawn(state, line["tokens"])
        if isinstance(tokens, Refusal):
            return tokens
        drawn, held = (e.InformationDrawn(tokens),), tokens
    elif not held:
        return _draw_five()
    hand_over = VARIANTS[state.variant]
    if hand_over == 0 and line.get("give", []) in ([], None):
        return (*drawn, e.InformationGiven(()))
    if "give" not in line:
        return drawn or Refusal(say("Say which tokens you hand over."))
    given = _tokens(line["give"])
    if given is None or not set(given) <= set(held) or len(given) != hand_over:
        return Refusal(
            say("In this variant you hand over so many of your five tokens: {count}.", count=hand_over)
        )
    return (*drawn, e.InformationGiven(given))


def choose_lead(state: State, seat: str, line: Line) -> Decided:
    if state.phase != "set-up" or state.stands:
        return Refusal(say("The lead player is chosen before the Nazgûl are placed."))
    to = line.get("to")
    if not isinstance(to, str) or to not in state.shares:
        return Refusal(
            say("The lead player is one of the wraiths: {wraiths}.", wraiths=", ".join(state.shares))
        )
    return (e.LeadChosen(to),)


def place_nazgul(state: State, seat: str, line: Line) -> Decided:
    if state.phase != "set-up":
        return _too_late()
    if seat not in state.shares:
        return Refusal(say("Only a wraith does that."))
    if state.placing is None:
        return Refusal(say("All Nazgûl are placed."))
    if seat != state.placing:
        return Refusal(say("First {wraith} places Nazgûl.", wraith=NAMES[state.placing]))
    wanted = line["nazgul"]
    if isinstance(wanted, str):
        wanted = {wanted: line.get("at")}
    elif "at" in line:
        return Refusal(say("{word} does not belong here.", word=quoted("at")))
    if not isinstance(wanted, dict) or not wanted:
        return Refusal(say("Say for each of your Nazgûl at which location it starts."))
    placed: list[tuple[str, str]] = []
    for colour, value in wanted.items():
        why_not = _place_one(state, seat, colour, location(value), [at for _, at in placed])
        if why_not is not None:
            return why_not
        placed.append((colour, str(value)))
    return (e.NazgulPlaced(seat, tuple(placed)),)


def roll(state: State, seat: str, line: Line) -> Decided:
    why_not = may_roll(state, seat)
    if why_not is not None:
        return why_not
    dice = line.get("dice")
    if isinstance(dice, list) and len(dice) == DICE + 1 and witch_king.throws(state):
        # The Witch-king's die is named last, where it has no word of its own.
        line = {"witch-king": dice[-1], **line}
        dice = dice[:-1]
    if not isinstance(dice, list) or len(dice) != DICE or any(face not in FACES for face in dice):
        return Refusal(say("Throw all six dice and say what they show: ring, sword, sorcery or shadow."))
    kings = witch_king.thrown(state, line)
    return kings if isinstance(kings, Refusal) else (e.DiceRolled(tuple(dice)), *kings)


def may_roll(state: State, seat: str) -> Refusal | None:
    """Why this seat may not throw the dice now, if it may not."""
    if state.phase not in ("set-up", "refresh"):
        return Refusal(say("The dice are thrown again in the refresh step."))
    if seat != state.lead:
        return Refusal(say("The lead player throws the dice: {wraith}.", wraith=NAMES[state.lead]))
    if state.placing is not None:
        return Refusal(say("First place the Nazgûl."))
    if witch_king.is_awaited(state):
        return Refusal(say("First say whose place the Witch-king takes."))
    if state.dice:
        return Refusal(say("The dice are thrown. The Ringbearer is not ready yet."))
    return None


def free_starts(state: State) -> tuple[str, ...]:
    """Where a Nazgûl may still be placed, as far as a board tells."""
    starts = _nazgul_starts(state) or (tuple(state.board.locations) if state.board else ())
    taken = list(state.stands.values())
    return tuple(each for each in starts if taken.count(each) < _room(state) and not state.is_exit(each))


def ally_locations(state: State) -> tuple[str, ...]:
    """What the information tokens may show; known only where the board names enough to draw five."""
    allies = state.board.of_kind("ally") if state.board else ()
    return allies if len(allies) >= INFORMATION_DRAWN else ()


def _place_one(state: State, seat: str, colour: str, at: str | None, taken: list[str]) -> Refusal | None:
    if colour not in NAZGUL:
        return Refusal(say("The Nazgûl are green, blue, red and purple."))
    if colour not in state.shares[seat]:
        return Refusal(say("That Nazgûl belongs to {wraith}.", wraith=NAMES[state.owner(colour)]))
    if colour in state.stands:
        return Refusal(say("That Nazgûl is placed already."))
    if at is None or state.is_exit(at):
        return Refusal(say("Say for each of your Nazgûl at which location it starts."))
    if [*state.stands.values(), *taken].count(at) >= _room(state):
        if _room(state) > 1:
            return Refusal(say("Two Nazgûl start at each place, and no more: {at}.", at=at))
        return Refusal(say("Another Nazgûl starts at {at}.", at=at))
    starts = _nazgul_starts(state)
    if starts and at not in starts:
        return Refusal(say("On this board the Nazgûl start at {starts}.", starts=", ".join(starts)))
    return None


def _nazgul_starts(state: State) -> tuple[str, ...]:
    """Known only where the board names enough of them; those of part two by the rulebook as well."""
    starts = state.board.of_kind("nazgul-start") if state.board else ()
    if state.flight is not None:
        return starts or LATER_STARTS
    return starts if len(starts) >= len(NAZGUL) else ()


def _room(state: State) -> int:
    """How many Nazgûl start at one place."""
    return 1 if state.flight is None else 2


def _drawn(state: State, wanted: object) -> tuple[str, ...] | Refusal:
    if state.information:
        return Refusal(say("The tokens are drawn already. Say which you hand over."))
    tokens = _tokens(wanted)
    if tokens is None or len(tokens) != INFORMATION_DRAWN:
        return _draw_five()
    allies = ally_locations(state) if state.board and state.board.is_whole else ()
    for each in tokens:
        if allies and each not in allies:
            return Refusal(say("{at} is no ally location on this board.", at=each))
    return tokens


def _draw_five() -> Refusal:
    return Refusal(say("Draw five information tokens and say which they are."))


def _tokens(value: object) -> tuple[str, ...] | None:
    """Different locations' numbers; one alone needs no list."""
    listed = value if isinstance(value, list) else [value]
    read = [location(each) for each in listed]
    names = tuple(each for each in read if each)
    return names if len(names) == len(listed) == len(set(names)) else None


def _too_late() -> Refusal:
    return Refusal(say("Set-up is over."))

"""The Ringbearer's turn: the travel sheet, ally cards and companions."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.reading import location, text
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import PHASES, POINT, RINGBEARER, STRIDER

Decided = tuple[Event, ...] | Refusal


def move(state: State, seat: str, line: Line) -> Decided:
    """Note the next cell. A card named with it lets Frodo move once more, or at night without corruption."""
    if seat != RINGBEARER:
        return Refusal(say("Only the Ringbearer does that."))
    card = None
    if "card" in line:
        card = text(line["card"])
        if card is None:
            return Refusal(say("Name the card that lets Frodo move."))
    why_not = may_move(state, is_extra=card is not None)
    if why_not is not None:
        return why_not
    to = line.get("to")
    if to != POINT:
        to = location(to)
        if to is None:
            return Refusal(say("Say where Frodo moves: a location, or . for a point."))
        # A card may take Frodo anywhere; what it says is the players' to know.
        why_not = cannot_enter(state, to) if card is None else not_on_board(state, to)
        if why_not is not None:
            return why_not
    turned = (e.EyeTurned(True),) if state.phase == "night" and not state.eye else ()
    if card is not None:
        return (*turned, e.Noted(to, card))
    tired = (e.CorruptionRose(1),) if state.phase == "night" else ()
    if state.corruption + len(tired) >= state.limit:
        return tired
    return (*tired, *turned, e.Noted(to))


def cannot_enter(state: State, to: str, bonus: int = 0) -> Refusal | None:
    """Why Frodo cannot be noted at this location, as far as the board knows."""
    board, last = state.board, state.last
    if board is None or last is None or to in state.reach(bonus):
        return None
    if board.is_whole or (board.knows(last) and board.knows(to)):
        return not_on_board(state, to) or Refusal(
            say(
                "{to} is not accessible from {last} with so many points: {points}.",
                to=to,
                last=last,
                points=state.points + bonus,
            )
        )
    return None


def rest(state: State, seat: str, line: Line) -> Decided:
    if state.step != "ringbearer":
        return not_now(state)
    if state.phase != "night":
        return Refusal(say("By day Frodo must move. He can rest at night."))
    if state.has_moved or state.has_rested:
        return Refusal(say("Frodo has moved or rested this turn."))
    return (e.Rested(),)


def end_turn(state: State, seat: str, line: Line) -> Decided:
    if state.step != "ringbearer":
        return not_now(state)
    if not state.has_gone:
        if state.phase == "night":
            return Refusal(say("First let Frodo move or rest."))
        return Refusal(say("First move Frodo: by day he must."))
    return (e.RingbearerEnded(),)


def draw_ally(state: State, seat: str, line: Line) -> Decided:
    if state.step != "ringbearer":
        return not_now(state)
    card = named(line.get("card"))
    if isinstance(card, Refusal):
        return card
    if state.has_drawn:
        return Refusal(say("Once a turn a fellowship token buys an ally card."))
    if not state.fellowship:
        return Refusal(say("There is no fellowship token on Frodo's card."))
    if not state.ally_deck:
        return Refusal(say("The ally deck is empty, and it stays so."))
    return (e.AllyDrawn(card),)


def play_ally(state: State, seat: str, line: Line) -> Decided:
    """One card in one's own turn; out of turn as many as one likes."""
    if state.phase not in PHASES:
        return not_now(state)
    if state.step == "ringbearer" and state.has_played:
        return Refusal(say("One ally card a turn. Cards marked out of turn wait for the wraiths' turn."))
    card = held(state, seat, line.get("card"))
    return card if isinstance(card, Refusal) else (e.CardPlayed(seat, card),)


def flip(state: State, seat: str, line: Line) -> Decided:
    companion = line.get("companion")
    if state.phase == "set-up":
        return not_now(state)
    why_not = cannot_flip(state, companion)
    if why_not is not None:
        return why_not
    return (e.CompanionFlipped(str(companion)),)


def cannot_flip(state: State, companion: object) -> Refusal | None:
    if not isinstance(companion, str) or companion not in state.companions:
        if STRIDER in state.companions:
            return Refusal(say("The companions are frodo, sam, pippin, merry and strider."))
        return Refusal(say("The companions are frodo, sam, pippin and merry."))
    if state.companions[companion] == "aside":
        return Refusal(say("Merry is set aside until a card brings him."))
    if state.companions[companion] == "flipped":
        return Refusal(say("That card is flipped already."))
    return None


def held(state: State, seat: str, value: object) -> str | Refusal | None:
    """The card that leaves this hand, by name if it has one."""
    card = named(value)
    if isinstance(card, Refusal):
        return card
    hand = state.hand(seat)
    if not hand.count:
        return Refusal(say("You hold no card."))
    if card not in hand.cards and len(hand.cards) == hand.count:
        if card is None:
            return Refusal(say("Name the card."))
        return Refusal(say("You told Butterbur all your cards, and this is none of them."))
    return card


def named(value: object) -> str | Refusal | None:
    if value is None:
        return None
    return text(value) or Refusal(say("A card has a name of at most 60 characters."))


def not_now(state: State) -> Refusal:
    """Whose move it is instead. What is said here, every seat knows."""
    if state.phase == "set-up":
        return Refusal(say("First finish the set-up."))
    if state.phase == "refresh":
        return Refusal(say("First the lead player throws the dice."))
    if state.question is not None:
        return Refusal(say("First the Ringbearer answers."))
    if state.flight is not None and state.flight.leaving is not None:
        return Refusal(say("First Gandalf leaves in secret: the Ringbearer draws deed tokens."))
    if state.flight is not None and state.flight.seeking:
        return Refusal(say("First all Nazgûl take their step, or pass."))
    if state.step == "ringbearer":
        return Refusal(say("It is the Ringbearer's turn."))
    if state.step == "wraiths":
        return Refusal(say("It is the wraiths' turn."))
    if state.encounter is not None and state.encounter.rose_by is not None:
        return Refusal(say("First Frodo escapes."))
    return Refusal(say("First the Ringbearer draws corruption tokens and carries them out."))


def may_move(state: State, *, is_extra: bool) -> Refusal | None:
    if state.phase not in PHASES or state.step in ("encounter", "rescue") or state.is_waiting:
        return not_now(state)
    if is_extra:
        return None
    if state.step != "ringbearer":
        return not_now(state)
    if state.has_moved:
        return Refusal(say("Frodo has moved this turn. If a card lets him move again, name it."))
    if state.has_rested:
        return Refusal(say("Frodo rests this night."))
    return None


def not_on_board(state: State, to: str) -> Refusal | None:
    if state.board and state.board.is_whole and to not in state.board.locations:
        return Refusal(say("There is no location {to} on this board.", to=to))
    return None

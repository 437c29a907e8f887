"""Before the first day of part two: the journey card, the deed tokens, and sorcery cards shared out anew."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import flight_events as f
from companion.games.hunt_for_the_ring.flight import Flight
from companion.games.hunt_for_the_ring.journeying import read_card
from companion.games.hunt_for_the_ring.reading import location
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import DEEDS_DRAWN

Decided = tuple[Event, ...] | Refusal


def set_journey(state: State, seat: str, line: Line) -> Decided:
    """One card of each deck, of which one is chosen; or the chosen one as typed."""
    flight = state.flight
    assert flight is not None
    if state.phase != "set-up":
        return _too_late()
    if flight.rows:
        return Refusal(say("The journey card is set already. Undo it to choose another."))
    if "short" in line and "long" in line:
        for each in ("short", "long"):
            read = read_card(state, line[each], each)
            if isinstance(read, Refusal):
                return read
        return (f.JourneysOffered(line["short"], line["long"]),)
    deck = line.get("deck")
    if "rows" not in line and flight.offered:
        if not isinstance(deck, str) or deck not in flight.offered:
            return Refusal(say("Say which of the two cards you take: short or long."))
        return _chosen(state, flight.offered[deck], deck)
    return _chosen(state, line.get("rows"), deck)


def set_deeds(state: State, seat: str, line: Line) -> Decided:
    """Draw four tokens, look at them, and choose where Gandalf starts: in one line or in two."""
    flight = state.flight
    assert flight is not None
    if state.phase != "set-up":
        return _too_late()
    if flight.gandalf:
        return Refusal(say("The deed tokens are set already."))
    drawn: tuple[Event, ...] = ()
    held = tuple(flight.deeds)
    if "tokens" in line:
        tokens = _deeds(state, flight, line)
        if isinstance(tokens, Refusal):
            return tokens
        drawn, held = (f.DeedsDrawn(tokens),), tokens
    elif not held:
        return _draw_four()
    if "start" not in line:
        return drawn or Refusal(say("Say where Gandalf starts: one of your four deed tokens."))
    at = location(line["start"])
    if at is None or at not in held:
        return Refusal(say("Say where Gandalf starts: one of your four deed tokens."))
    return (*drawn, f.GandalfStarted(at))


def share_sorcery(state: State, seat: str, line: Line) -> Decided:
    """The wraiths may share out their cards anew, as evenly as can be. Names are told anew by `hold`."""
    assert state.flight is not None
    if state.phase != "set-up":
        return _too_late()
    cards = line.get("cards")
    wrong = Refusal(say("Say how many of your cards each wraith gets, as evenly as can be."))
    if not isinstance(cards, dict) or set(cards) != set(state.shares):
        return wrong
    if state.flight.is_shared:
        return Refusal(say("The sorcery cards are shared out already."))
    counts = [cards[wraith] for wraith in state.shares]
    if any(type(count) is not int for count in counts) or counts not in shareable(state):
        return wrong
    return (f.SorceryShared(tuple(zip(state.shares, counts, strict=True))),)


def shareable(state: State) -> list[list[int]]:
    """Every even way to share out the sorcery cards, as counts in the order of the wraiths."""
    total, wraiths = sum(state.hand(seat).count for seat in state.shares), len(state.shares)
    each, over = divmod(total, wraiths)
    ways = [[each + bool(which >> at & 1) for at in range(wraiths)] for which in range(2**wraiths)]
    return [way for way in ways if sum(way) == total and way.count(each + 1) == over]


def is_set(state: State) -> bool:
    """Has the Ringbearer chosen all that there is to choose?"""
    return state.flight is not None and bool(state.flight.rows and state.flight.gandalf)


def _chosen(state: State, card: object, deck: object) -> Decided:
    read = read_card(state, card, deck)
    return read if isinstance(read, Refusal) else (f.JourneyChosen(*read),)


def _deeds(state: State, flight: Flight, line: Line) -> tuple[str, ...] | Refusal:
    if flight.deeds:
        return Refusal(say("The tokens are drawn already. Say where Gandalf starts."))
    wanted = line["tokens"]
    read = [location(each) for each in wanted] if isinstance(wanted, list) else []
    start = location(line.get("start"))
    if len(read) == DEEDS_DRAWN - 1 and start and start not in read:
        # Three are kept; the fourth says where Gandalf starts.
        read.append(start)
    tokens = tuple(each for each in read if each)
    if len(set(tokens)) != DEEDS_DRAWN or len(read) != DEEDS_DRAWN:
        return _draw_four()
    for each in tokens:
        if flight.journeys and flight.journeys.deeds and each not in flight.journeys.deeds:
            return Refusal(say("There is no deed token {token} among those that were taught.", token=each))
        if state.is_exit(each) or (
            state.board and state.board.is_whole and each not in state.board.locations
        ):
            return Refusal(say("There is no location {to} on this board.", to=each))
    return tokens


def _draw_four() -> Refusal:
    return Refusal(say("Draw four deed tokens and say which they are."))


def _too_late() -> Refusal:
    return Refusal(say("Set-up is over."))

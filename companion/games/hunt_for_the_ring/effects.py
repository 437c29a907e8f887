"""Any effect of any card, entered as what it does. The table is the authority; everyone sees it."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.reading import location, spot, text, texts, token
from companion.games.hunt_for_the_ring.riding import is_closed
from companion.games.hunt_for_the_ring.ringbearer import held
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    ALLY_TOKENS,
    FACES,
    HAND_LIMIT,
    MARKERS,
    NAZGUL,
    RINGBEARER,
    SPECIAL,
    SPECIAL_TOKENS,
)

Decided = tuple[Event, ...] | Refusal

ADJUSTABLE = (
    "corruption",
    "movement",
    "fellowship",
    "fellowship-supply",
    "ally-hand",
    "ally-deck",
    "sorcery-hand",
    "eyes",
    "eye",
    "limit",
    *FACES,
)
PLACEABLE = ("ally", "trail-eye", "trail-sword", "merry", "special", "information", *MARKERS)
REMOVABLE = ("ally", "trail", *MARKERS)
MOVABLE = ("ally", *NAZGUL, *MARKERS)
CANCELLABLE = ("ride", "turn", "encounter", "card")
MOST = 20


def adjust(state: State, seat: str, line: Line) -> Decided:
    what, by, because = line.get("what"), line.get("by"), text(line.get("because"))
    if not isinstance(what, str) or what not in ADJUSTABLE:
        return Refusal(say("One can adjust: {things}.", things=", ".join(ADJUSTABLE)))
    if type(by) is not int or not 1 <= abs(by) <= MOST:
        return Refusal(say("Say by how much: a number from -20 to 20, not 0."))
    if because is None:
        return _name_the_card()
    of = line.get("of")
    if what != "sorcery-hand":
        if of is not None:
            return Refusal(say("Only sorcery hands belong to one wraith."))
        return (e.Adjusted(seat, what, by, None, because),)
    if of is None:
        of = seat if seat in state.shares else next(iter(state.shares)) if len(state.shares) == 1 else None
    if not isinstance(of, str) or of not in state.shares:
        return Refusal(say("Say of which wraith: {wraiths}.", wraiths=", ".join(state.shares)))
    return (e.Adjusted(seat, what, by, of, because),)


def place(state: State, seat: str, line: Line) -> Decided:
    what, because = line.get("what"), text(line.get("because"))
    if not isinstance(what, str) or what not in PLACEABLE:
        return Refusal(say("One can place: {things}.", things=", ".join(PLACEABLE)))
    if what in MARKERS:
        return _place_marker(state, seat, what, line)
    if because is None:
        return _name_the_card()
    if what == "merry":
        if state.companions["merry"] != "aside":
            return Refusal(say("Merry is in play already."))
        return (e.PiecePlaced(seat, what, "", because),)
    if what == "special":
        return _place_special(state, seat, line, because)
    at = location(line.get("at"))
    if at is None or state.is_exit(at) or not _is_on_board(state, at):
        return Refusal(say("Say at which location."))
    if what == "information":
        if seat != RINGBEARER or state.information.get(at) not in ("kept", "hidden"):
            return Refusal(
                say("Only the Ringbearer shows information tokens, and only those behind the screen.")
            )
        return (e.PiecePlaced(seat, what, at, because),)
    if what == "ally":
        if len(state.allies) >= ALLY_TOKENS:
            return Refusal(say("All eight ally tokens are on the map: move one instead."))
        return _not_free(state, at) or (e.PiecePlaced(seat, what, at, because),)
    return (e.PiecePlaced(seat, what, at, because),)


def remove(state: State, seat: str, line: Line) -> Decided:
    what, at = line.get("what"), line.get("at")
    if not isinstance(what, str) or what not in REMOVABLE:
        return Refusal(say("One can remove: {things}.", things=", ".join(REMOVABLE)))
    there: object = at if what in MARKERS else location(at)
    lying = {"ally": state.allies, "trail": tuple(state.trail)}.get(
        what, tuple(where for kind, where in state.markers if kind == what)
    )
    if not isinstance(there, str) or there not in lying:
        return Refusal(say("Nothing of that kind lies there."))
    because = text(line.get("because"))
    if because is None and what not in MARKERS:
        return _name_the_card()
    return (e.PieceRemoved(seat, what, there, because or ""),)


def move(state: State, seat: str, line: Line) -> Decided:
    what, because = line.get("what"), text(line.get("because"))
    if not isinstance(what, str) or what not in MOVABLE or "card" in line:
        return Refusal(say("One can move: {things}.", things=", ".join(MOVABLE)))
    if what in MARKERS:
        return _move_marker(state, seat, what, line)
    if because is None:
        return _name_the_card()
    if what in NAZGUL:
        to = spot(line.get("to"))
        if what not in state.stands or to is None or not _is_on_board(state, to):
            return Refusal(say("Say where the Nazgûl goes: a location's number or a point's name."))
        if is_closed(state, to):
            return Refusal(say("A Nazgûl never enters an exit or a location with an ally token."))
        return (e.PieceMoved(seat, what, state.stands[what], to, because),)
    start, end = location(line.get("from")), location(line.get("to"))
    if start is None or start not in state.allies:
        return Refusal(say("Nothing of that kind lies there."))
    if end is None or state.is_exit(end) or not _is_on_board(state, end):
        return Refusal(say("Say at which location."))
    return (
        _not_joined(state, start, end)
        or _not_free(state, end)
        or (e.PieceMoved(seat, what, start, end, because),)
    )


def cancel(state: State, seat: str, line: Line) -> Decided:
    what, because = line.get("what"), text(line.get("because"))
    if not isinstance(what, str) or what not in CANCELLABLE:
        return Refusal(say("One can cancel: {things}.", things=", ".join(CANCELLABLE)))
    if because is None:
        return _name_the_card()
    nothing = Refusal(say("There is nothing of that kind to cancel now."))
    if what == "ride" and (state.active is None or state.rode_from is None):
        return nothing
    if what == "turn" and (state.active is None or state.question):
        return nothing
    if what == "encounter" and state.found_at is None:
        return nothing
    if what == "card" and (state.effect is None or state.effect.do != "play"):
        return nothing
    return (e.DeedCancelled(seat, what, because),)


def hold(state: State, seat: str, line: Line) -> Decided:
    """Tell the companion which cards one holds; it keeps them to oneself."""
    cards = texts(line.get("cards"), state.hand(seat).count)
    if cards is None:
        return Refusal(say("Name at most as many cards as you hold, each in at most 60 characters."))
    return (e.CardsNoted(seat, cards),)


def discard(state: State, seat: str, line: Line) -> Decided:
    if state.hand(seat).count <= HAND_LIMIT:
        return Refusal(say("Cards are discarded only from a hand of more than five."))
    card = held(state, seat, line.get("card"))
    return card if isinstance(card, Refusal) else (e.CardDiscarded(seat, card),)


def _place_marker(state: State, seat: str, what: str, line: Line) -> Decided:
    at = text(line.get("at"))
    if at is None:
        return Refusal(say("Say where the marker lies: a zone, a section, a spot, or a step of a track."))
    if (what == "companion-marker") != (seat == RINGBEARER):
        return Refusal(say("That marker belongs to the other side."))
    if sum(kind == what for kind, _ in state.markers) >= MARKERS[what]:
        return Refusal(say("All markers of that kind lie on the table: remove or move one."))
    return (e.PiecePlaced(seat, what, at, text(line.get("because")) or ""),)


def _move_marker(state: State, seat: str, what: str, line: Line) -> Decided:
    start, to = line.get("from"), text(line.get("to"))
    if (what, start) not in state.markers or not isinstance(start, str) or to is None:
        return Refusal(say("Nothing of that kind lies there."))
    return (e.PieceMoved(seat, what, start, to, text(line.get("because")) or ""),)


def _place_special(state: State, seat: str, line: Line, because: str) -> Decided:
    red = token(line.get("at"))
    if red is None or not red.startswith(SPECIAL):
        return Refusal(say("Say which red token goes into the bag: special-2 or special-eye, for example."))
    if len(state.specials) >= SPECIAL_TOKENS:
        return Refusal(say("Both special tokens are in the bag."))
    return (e.PiecePlaced(seat, "special", red, because),)


def _not_free(state: State, at: str) -> Refusal | None:
    if at in state.allies or at in state.stands.values():
        return Refusal(say("There is a Nazgûl or another ally token at {at}.", at=at))
    return None


def _not_joined(state: State, start: str, end: str) -> Refusal | None:
    """With all eight tokens on the map, a card that places one takes it from anywhere."""
    board = state.board
    if board is None or len(state.allies) == ALLY_TOKENS or board.connected(start, end):
        return None
    if board.is_whole or (board.knows(start) and board.knows(end)):
        return Refusal(say("{one} and {other} are not connected.", one=start, other=end))
    return None


def _is_on_board(state: State, at: str) -> bool:
    """A whole board knows every spot; any other may have been typed no further."""
    return state.board is None or not state.board.is_whole or at in state.board.neighbours


def _name_the_card() -> Refusal:
    return Refusal(say("Name the card, or say why: because."))

"""The wraiths' turn: each Nazgûl in its order may ride, and take one action, free or with a die."""

from __future__ import annotations

from companion.core import Event, Line, Refusal, say
from companion.games.hunt_for_the_ring import events as e
from companion.games.hunt_for_the_ring.reading import REGION, location, spot, text
from companion.games.hunt_for_the_ring.riding import gandalf_at, is_dark, is_location, ride
from companion.games.hunt_for_the_ring.ringbearer import held, named, not_now
from companion.games.hunt_for_the_ring.state import State
from companion.games.hunt_for_the_ring.words import (
    FACES,
    KINGS_DIE,
    KINGS_FACES,
    MORGUL_RING,
    MORGUL_SHADOW,
    NAMES,
    NAZGUL,
    SEEK,
)

Decided = tuple[Event, ...] | Refusal


def ride_out(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    if state.rode_from is not None:
        return Refusal(say("This Nazgûl has ridden this turn."))
    way = ride(state, nazgul, line.get("by"))
    return way if isinstance(way, Refusal) else (e.Rode(nazgul, way, False),)


def search(state: State, seat: str, line: Line) -> Decided:
    nazgul, at, spent = _question_at(state, seat, line, None)
    if isinstance(spent, Refusal):
        return spent
    why_not = cannot_search(state, at)
    if why_not is not None:
        return why_not
    if state.is_king(nazgul):
        return Refusal(say("The Witch-king does not search: he hunts, and needs no die for it."))
    return (*spent, e.Asked(seat, "search", at, nazgul, text(line.get("because"))))


def hunt(state: State, seat: str, line: Line) -> Decided:
    """With a sword, or free: at night when the phase marker shows the Eye, and always for the Witch-king."""
    is_free = "die" not in line and hunts_free(state)
    nazgul, at, spent = _question_at(state, seat, line, None if is_free else "sword")
    if isinstance(spent, Refusal):
        return spent
    why_not = is_barred(state, at)
    asked = e.Asked(seat, "hunt", at, nazgul, text(line.get("because")), is_kings=_is_kings(spent))
    return why_not or (*spent, asked)


def perceive(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    because = text(line.get("because"))
    at = _region(state, nazgul, line, is_judged=because is None)
    if isinstance(at, Refusal):
        return at
    if because is not None:
        return (e.Asked(seat, "perceive", at, None, because),)
    spent = act(state, nazgul, line.get("die"), "ring", also=MORGUL_RING)
    if isinstance(spent, Refusal):
        return spent
    is_named = _names_whom_it_felt(state, spent)
    return (*spent, e.Asked(seat, "perceive", at, nazgul, None, is_named, _is_kings(spent)))


def draw_sorcery(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    card = named(line.get("card"))
    if isinstance(card, Refusal):
        return card
    spent = act(state, nazgul, line.get("die"), "sorcery")
    return spent if isinstance(spent, Refusal) else (*spent, e.SorceryDrawn(seat, card))


def play_sorcery(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    card = held(state, seat, line.get("card"))
    if isinstance(card, Refusal):
        return card
    spent = act(state, nazgul, line.get("die"), "sorcery")
    return spent if isinstance(spent, Refusal) else (*spent, e.CardPlayed(seat, card))


def remove_ally(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    at = location(line.get("at"))
    if at is None or at not in state.allies:
        return Refusal(say("Say from which location you remove an ally token."))
    if not is_beside(state, nazgul, at):
        return Refusal(say("Only from a location adjacent to the Nazgûl."))
    spent = act(state, nazgul, line.get("die"), "sword")
    return spent if isinstance(spent, Refusal) else (*spent, e.AllyRemoved(at))


def ability(state: State, seat: str, line: Line) -> Decided:
    """A Black Riders' ability instead of another action."""
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return nazgul
    number = line.get("number")
    if type(number) is not int or not 1 <= number <= 4:
        return Refusal(say("The abilities 1 to 4 can be used; the fifth waits for part two."))
    if number > state.abilities:
        return Refusal(say("Ability {number} needs that many information tokens.", number=number))
    if number == 2:
        return _second_ability(state, seat, nazgul, line)
    way = ride(state, nazgul, line.get("by"), steps=2 if number == 4 else 1)
    if isinstance(way, Refusal):
        return way
    spent = act(state, nazgul, line.get("die"), {1: None, 3: "sword", 4: "ring"}[number])
    if isinstance(spent, Refusal):
        return spent
    rode = (*spent, e.Rode(nazgul, way, True))
    if number != 3:
        return rode
    why_not = _no_location(state, way[-1]) or cannot_search(state, way[-1])
    asked = e.Asked(seat, "search", way[-1], nazgul, None, is_kings=_is_kings(spent))
    return why_not or (*rode, asked)


def end_turn(state: State, seat: str, line: Line) -> Decided:
    nazgul = acting(state, seat, line)
    return nazgul if isinstance(nazgul, Refusal) else (e.NazgulEnded(nazgul),)


def acting(state: State, seat: str, line: Line) -> str | Refusal:
    """The Nazgûl whose turn it is, if this seat moves it and the line means it."""
    active = state.active
    if active is None or state.is_waiting:
        return not_now(state)
    if state.owner(active) != seat:
        return Refusal(
            say(
                "It is {wraith}'s turn: the Nazgûl is {nazgul}.",
                wraith=NAMES[state.owner(active)],
                nazgul=NAMES[active],
            )
        )
    wanted = line.get("nazgul", active)
    if wanted not in NAZGUL:
        return Refusal(say("The Nazgûl are green, blue, red and purple."))
    if wanted != active:
        return Refusal(say("Now it is the turn of this Nazgûl: {nazgul}.", nazgul=NAMES[active]))
    return active


def hunts_free(state: State) -> bool:
    """Does the Nazgûl whose turn it is need no die to hunt?"""
    return (state.phase == "night" and state.eye) or state.is_king(state.active)


def is_barred(state: State, at: str) -> Refusal | None:
    if at == gandalf_at(state):
        return Refusal(say("Where Gandalf stands, nobody searches or hunts."))
    return None


def cannot_search(state: State, at: str) -> Refusal | None:
    if at == gandalf_at(state):
        return is_barred(state, at)
    if at in state.trail:
        return Refusal(say("A trail token lies at {at}: one cannot search there, but one can hunt.", at=at))
    if state.board and at in state.board.of_kind("start"):
        return Refusal(say("{at} is a start of Frodo's: one cannot search there, but one can hunt.", at=at))
    return None


def is_beside(state: State, nazgul: str, at: str) -> bool:
    """Adjacent by the map; where the map does not know, the players do."""
    board, here = state.board, state.stands[nazgul]
    if board is None or board.adjacent(here, at):
        return True
    return not (board.is_whole or (board.knows(here) and board.knows(at)))


def faces_for(state: State, nazgul: str, symbol: str | None, also: str | None = None) -> list[str]:
    """The dice in the pool that count as this symbol for this Nazgûl; any die for None.

    `also` is a face of the Witch-king's die that does the same.
    """
    is_any = symbol is None or (symbol == "sorcery" and is_dark(state, state.stands[nazgul]) is not False)
    counts = [face for face in FACES if is_any or symbol == face or face == "shadow"]
    fitting = [face for face in counts if face in state.dice and symbol != SEEK]
    kings = state.flight.kings_face if state.flight else None
    is_wild = kings == MORGUL_SHADOW and symbol != SEEK
    if kings is not None and (is_any or is_wild or kings in (symbol, also)):
        fitting.append(KINGS_DIE)
    return fitting


def named_die(state: State, die: object) -> object:
    """The die that a face means: the Witch-king's own, where no ordinary one shows it."""
    kings = state.flight.kings_face if state.flight else None
    return KINGS_DIE if kings is not None and die == kings and die not in state.dice else die


def act(state: State, nazgul: str, die: object, symbol: str | None, also: str | None = None) -> Decided:
    """The one action of this turn, paid with a die that shows the symbol."""
    if state.has_acted:
        return Refusal(say("This Nazgûl has taken its action this turn."))
    fitting = faces_for(state, nazgul, symbol, also)
    die = named_die(state, die)
    if die is None and symbol is not None:
        return Refusal(
            say("That takes a die with this symbol: {symbol}. Say which you use.", symbol=NAMES[symbol])
        )
    if not isinstance(die, str) or die not in (*FACES, *KINGS_FACES, KINGS_DIE):
        return Refusal(say("Say which die you use: ring, sword, sorcery or shadow."))
    if die not in pool(state):
        return Refusal(say("No such die is left in the pool: {die}.", die=NAMES[die]))
    if die not in fitting:
        assert symbol is not None, "any die will do"
        return Refusal(say("That takes a die with this symbol: {symbol}.", symbol=NAMES[symbol]))
    return e.DiceSpent((die,)), e.ActionTaken(nazgul)


def pool(state: State) -> list[str]:
    """The dice that can be used, the Witch-king's by its own name."""
    kings = [KINGS_DIE] if state.flight and state.flight.kings_face else []
    return [*state.dice, *kings]


def _names_whom_it_felt(state: State, spent: tuple[Event, ...]) -> bool:
    return _is_kings(spent) and state.flight is not None and state.flight.kings_face == MORGUL_RING


def _is_kings(spent: tuple[Event, ...]) -> bool:
    """Is the Witch-king's die among those used?"""
    return any(isinstance(each, e.DiceSpent) and KINGS_DIE in each.dice for each in spent)


def _question_at(state: State, seat: str, line: Line, symbol: str | None) -> tuple[str | None, str, Decided]:
    """Which Nazgûl asks where, and what it costs. A card asks anywhere and costs no more than itself."""
    nazgul = acting(state, seat, line)
    if isinstance(nazgul, Refusal):
        return None, "", nazgul
    if "because" in line:
        at = location(line.get("at"))
        return None, at or "", _by_card(state, line, at)
    if "at" in line and spot(line["at"]) != state.stands[nazgul]:
        return None, "", Refusal(say("Only a card asks elsewhere than where the Nazgûl stands: name it."))
    here = state.stands[nazgul]
    why_not = _no_location(state, here)
    if why_not is not None:
        return None, "", why_not
    if symbol is not None:
        return nazgul, here, act(state, nazgul, line.get("die"), symbol)
    if state.has_acted:
        return None, "", Refusal(say("This Nazgûl has taken its action this turn."))
    return nazgul, here, (e.ActionTaken(nazgul),)


def _by_card(state: State, line: Line, at: str | None) -> Decided:
    if text(line["because"]) is None:
        return Refusal(say("Name the card."))
    if at is None or (state.board and state.board.is_whole and at not in state.board.locations):
        return Refusal(say("Say at which location."))
    if at in state.allies:
        return Refusal(say("An ally token protects {at} from cards that search or hunt.", at=at))
    return ()


def _second_ability(state: State, seat: str, nazgul: str, line: Line) -> Decided:
    wanted = line.get("dice")
    if not isinstance(wanted, list) or len(wanted) != 2:
        return Refusal(say("This ability takes any two dice: name both."))
    dice = [named_die(state, die) for die in wanted]
    if any(die not in (*FACES, KINGS_DIE) for die in dice):
        return Refusal(say("This ability takes any two dice: name both."))
    if any(dice.count(die) > pool(state).count(str(die)) for die in dice):
        return Refusal(say("Those dice are not left in the pool."))
    if state.has_acted:
        return Refusal(say("This Nazgûl has taken its action this turn."))
    spent = (e.DiceSpent(tuple(map(str, dice))), e.ActionTaken(nazgul))
    is_kings = _is_kings(spent)
    if "zone" in line or "section" in line:
        at = _region(state, nazgul, line, is_judged=True)
        if isinstance(at, Refusal):
            return at
        return (*spent, e.Asked(seat, "perceive", at, nazgul, None, is_kings=is_kings))
    here = state.stands[nazgul]
    why_not = _no_location(state, here) or is_barred(state, here)
    return why_not or (*spent, e.Asked(seat, "hunt", here, nazgul, None, is_kings=is_kings))


def _no_location(state: State, here: str) -> Refusal | None:
    if is_location(state, here):
        return None
    return Refusal(say("The Nazgûl stands on a point: one searches and hunts in a location."))


def _region(state: State, nazgul: str, line: Line, *, is_judged: bool) -> str | Refusal:
    """The zone or section asked about: where the Nazgûl stands, as far as the board knows."""
    at = line.get("zone", line.get("section"))
    is_zone = "zone" in line
    if ("section" in line) == is_zone or not isinstance(at, str) or not REGION.fullmatch(at):
        return Refusal(say("Say either a zone, like II-A, or a section, like II."))
    if ("-" in at) != is_zone:
        return Refusal(say("Say either a zone, like II-A, or a section, like II."))
    board, here = state.board, state.stands[nazgul]
    if board and board.is_whole and at not in (board.zone_names if is_zone else board.section_names):
        return Refusal(say("There is no {at} on this board.", at=at))
    known = (board.zones(here) if is_zone else board.sections(here)) if board and is_judged else None
    if known is not None and at not in known:
        return Refusal(say("The Nazgûl does not stand in {at}.", at=at))
    return at

"""What the Ringbearer chooses behind the screen in part two: journey card, deed tokens, Gandalf's ways.

What Gandalf could do where he stands is as secret as the place itself. So the covered page offers the same
whether there is anything to do or not.
"""

from __future__ import annotations

from companion.core import Json, say
from companion.core.board import Board
from companion.games.hunt_for_the_ring.words import DEEDS_DRAWN, NAMES, NUMBERS
from web.hunt_for_the_ring.choices import Choice, listed

LONGEST_CARD = 120
EXAMPLE = "8 3 . 10 13 16 20* …"
GANDALFS = ("appear", "deed", "rivendell")


def flight_choice(view: Json, offers: dict[str, list[Json]], board: Board | None) -> Choice | None:
    is_free = board is None or not board.is_whole
    if view["phase"] == "set-up":
        return _set_up(view, offers, board)
    if view["question"]:
        return _zones(offers, is_free)
    if view["flight"]["leaving"]:
        return _leaving(view, offers, is_free)
    meeting = view["encounter"]
    if meeting and meeting["is_now"] and meeting["rose_by"] is not None:
        return _card("new-journey", is_beside=True)
    if view["step"] != "ringbearer" or view["flight"]["rivendell"] or view["flight"]["owes_die"]:
        return None
    if values := listed(offers, "gandalf", "to"):
        return Choice(
            "gandalf",
            "to",
            values,
            say("Where does Gandalf go?"),
            say("Note Gandalf's step"),
            is_typed=is_free,
        )
    return _gandalfs(offers)


def _set_up(view: Json, offers: dict[str, list[Json]], board: Board | None) -> Choice | None:
    if decks := listed(offers, "set-journey", "deck"):
        return Choice(
            "set-journey",
            "deck",
            decks,
            say("Which of the two journey cards does Frodo take?"),
            say("Take the chosen card"),
            words={deck: NAMES[deck] for deck in decks},
        )
    if "set-journey" in offers:
        return _card("set-journey")
    if tokens := listed(offers, "set-deeds", "start"):
        return Choice(
            "set-deeds",
            "start",
            tokens,
            say("Which deed token says where Gandalf starts?"),
            say("Gandalf starts there"),
        )
    if "set-deeds" not in offers:
        return None
    return Choice(
        "set-deeds",
        "tokens",
        _deed_tokens(offers, board),
        say("Which four deed tokens did you draw?"),
        say("Keep these four"),
        many=DEEDS_DRAWN,
    )


def _deed_tokens(offers: dict[str, list[Json]], board: Board | None) -> tuple[str, ...]:
    """The taught ones; all places, where none are taught."""
    sets = listed(offers, "set-deeds", "tokens")
    if len(sets) > 1:
        return tuple(sorted({token for each in sets for token in each}, key=_by_number))
    return tuple(board.locations) if board and board.is_whole else NUMBERS


def _zones(offers: dict[str, list[Json]], is_free: bool) -> Choice | None:
    """Whose zone only the Ringbearer can look up; it may be both."""
    asks = {
        "zone": say("In which zone is Frodo's last location?"),
        "gandalf": say("In which zone is Gandalf's last location?"),
    }
    choice = None
    for word, ask in reversed(asks.items()):
        if values := listed(offers, "answer", word):
            confirm = say("Answer with the chosen zone")
            choice = Choice("answer", word, values, ask, confirm, is_typed=is_free, longest=6, then=choice)
    return choice


def _leaving(view: Json, offers: dict[str, list[Json]], is_free: bool) -> Choice:
    is_found = view["flight"]["leaving"] == "found"
    return Choice(
        "gandalf",
        "to",
        listed(offers, "gandalf", "to"),
        say("Which deed token did you draw?") if is_found else say("Which of the deed tokens do you choose?"),
        say("Gandalf goes there"),
        is_typed=is_free and not view["choice"],
    )


def _card(do: str, *, is_beside: bool = False) -> Choice:
    return Choice(
        do,
        "rows",
        (),
        say("Type the journey card: each row in order, . for a point, * after a haven, the exit last."),
        say("Take the typed card"),
        is_typed=True,
        longest=LONGEST_CARD,
        example=EXAMPLE,
        is_beside=is_beside,
    )


def _gandalfs(offers: dict[str, list[Json]]) -> Choice:
    words = {
        "appear": say("Appear among the Nazgûl"),
        "deed": say("Do the deed"),
        "rivendell": say("Come to Rivendell"),
    }
    values = tuple(each for each in GANDALFS if each in offers)
    ask = (
        say("Gandalf could do something where he is.")
        if values
        else say("There is nothing for Gandalf to do where he is.")
    )
    return Choice("gandalf", "do", values, ask, say("Gandalf does it"), words=words, is_beside=True)


def _by_number(token: str) -> tuple[int, str]:
    return int("".join(filter(str.isdigit, token)) or 0), token

"""What the Hunt's pages say about pieces, questions and answers; made of a seat's own view."""

from __future__ import annotations

from companion.core import Json, Sentence, say
from companion.core.board import Board
from companion.games.hunt_for_the_ring.naming import as_it_is, spot_name
from companion.games.hunt_for_the_ring.words import FACES, NAMES, NAZGUL

THINGS: dict[str, Sentence] = {
    **NAMES,
    **{face: say("A die in the pool: {face}", face=NAMES[face]) for face in FACES},
    **{colour: say("Nazgûl {colour}", colour=NAMES[colour]) for colour in NAZGUL},
    "eye": say("The phase marker: to its Eye side"),
    "trail": say("Trail token"),
    "ride": say("the ride just made"),
    "turn": say("the turn of this Nazgûl"),
    "encounter": say("the encounter at the end of the phase"),
    "card": say("the card just played"),
    "merry": say("Merry, who joins Frodo"),
    "witch-king": say("the Witch-king comes"),
}
"""What a card may touch."""


class Namer:
    """Spots as players call them."""

    def __init__(self, board: Board | None) -> None:
        self.locations = tuple(board.locations) if board else ()

    def __call__(self, spot: str) -> Sentence:
        return spot_name(spot)


def question(view: Json) -> Sentence | None:
    """Who asked what: of the question that waits, or of the answer just given."""
    asked = view["question"] or (view["answer"] and {**view["answer"], **view["answered"]})
    if not asked:
        return None
    values = {"question": NAMES[asked["to"]], "at": asked["at"], "wraith": NAMES[asked["seat"]]}
    if asked["because"]:
        return say("{question}: {at}. {wraith}, by a card: {card}.", **values, card=asked["because"])
    return say("{question}: {at}. {wraith}, Nazgûl {nazgul}.", **values, nazgul=NAMES[asked["nazgul"]])


def answer_word(answer: Json) -> Sentence:
    """The answer in a word or two, as large as the page can show it."""
    match answer:
        case {"who": [_, _]}:
            return say("Yes: Frodo and Gandalf")
        case {"who": ["gandalf"]}:
            return say("Yes: Gandalf")
        case {"who": ["frodo"]}:
            return say("Yes: Frodo")
        case {"here": True, "gandalf": True}:
            return say("Frodo and Gandalf are here")
        case {"here": True}:
            return say("Frodo is here")
        case {"gandalf": True}:
            return say("Gandalf is here")
        case {"answer": "yes"}:
            return say("Yes")
        case {"answer": "no"}:
            return say("No")
        case {"answer": None}:
            return say("You must look it up")
    return say("Cancelled")


def follow_ups(view: Json) -> list[Sentence]:
    """What the answer just given means for the pieces on the table."""
    answer, more = view["answer"], view["answered"]
    if not answer:
        return []
    told = []
    if answer["answer"] == "cancelled":
        told.append(say("Cancelled by {card}. There is no answer.", card=more["card"]))
    if answer["answer"] == "yes" and answer["to"] == "search":
        told.append(say("Lay a trail token at {at}, Eye up.", at=answer["at"]))
    # Gandalf leaves no trail: where only he was found no token is laid.
    if answer["answer"] == "yes" and answer["to"] == "hunt" and answer["at"] in view["trail"]:
        told.append(say("Lay a trail token at {at}, sword up.", at=answer["at"]))
    if more["information"]:
        told.append(say("Information token {at} goes to the Black Riders' card.", at=more["information"]))
    return told


def played(view: Json) -> Sentence | None:
    """The latest card or effect, as everyone at the table sees it."""
    shown = view["played"]
    if not shown:
        return None
    values = {
        "who": NAMES[shown["seat"]],
        "card": shown["card"] or say("a card"),
        "what": THINGS.get(shown["what"] or "", as_it_is(shown["what"] or "")),
        "at": shown["at"] or "",
    }
    match shown["do"]:
        case "adjust":
            return say("{who}, {card}: {what} {by}", **values, by=f"{shown['by']:+d}")
        case "witch-king" if shown["card"]:
            return say("{who}, {card}: the Witch-king takes the place of {what}.", **values)
        case "witch-king":
            return say("The Witch-king takes the place of {what}.", **values)
        case "place" if shown["at"]:
            return say("{who}, {card}: {what} is placed, {at}", **values)
        case "place":
            return say("{who}, {card}: {what}", **values)
        case "remove":
            return say("{who}, {card}: {what} is removed, {at}", **values)
        case "move":
            return say("{who}, {card}: {what} is moved, {at}", **values)
        case "cancel":
            return say("{who}, {card}: cancelled is {what}", **values)
    return say("{who} plays {card}", **values)

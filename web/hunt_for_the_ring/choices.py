"""What the Ringbearer chooses behind the screen: one form that is filled under the thumb and sent covered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core import Json, Sentence, say, say_many
from companion.core.board import Board
from companion.games.hunt_for_the_ring.words import INFORMATION_DRAWN, NUMBERS, POINT, VARIANTS


@dataclass(frozen=True)
class Choice:
    """`field` takes `many` of the `values`. `confirm` is read on the covered page: it names no value.

    `words` names values that are no places, `then` is a second thing to choose in the same form. A choice
    that `is_beside` may be left alone: something else is the likely thing to do.
    """

    do: str
    field: str
    values: tuple[str, ...]
    ask: Sentence
    confirm: Sentence
    many: int = 1
    is_typed: bool = False
    by_card: bool = False
    longest: int = 4
    example: str = ""
    words: Mapping[str, Sentence] | None = None
    then: Choice | None = None
    is_beside: bool = False


def secret_choice(view: Json, offers: dict[str, list[Json]], board: Board | None, deed: str) -> Choice | None:
    is_free = board is None or not board.is_whole
    if view["result"]:
        return None
    if deed == "extra-move":
        return _extra_move(view, board)
    if "set-start" in offers or "set-information" in offers:
        return _set_up(view, offers, board, is_free)
    if values := listed(offers, "answer", "zone"):
        return Choice(
            "answer",
            "zone",
            values,
            say("In which zone is Frodo's last location?"),
            say("Answer with the chosen zone"),
            is_typed=is_free,
        )
    if values := listed(offers, "move", "to"):
        return Choice(
            "move", "to", values, say("Where does Frodo go?"), say("Note the chosen step"), is_typed=is_free
        )
    meeting = view["encounter"]
    if meeting and meeting["is_now"] and meeting["rose_by"] is not None:
        return Choice(
            "escape",
            "to",
            listed(offers, "escape", "to"),
            say("Where does Frodo escape to?"),
            say("Escape as chosen"),
            is_typed=is_free,
        )
    return None


def _set_up(view: Json, offers: dict[str, list[Json]], board: Board | None, is_free: bool) -> Choice | None:
    if values := listed(offers, "set-start", "at"):
        return Choice(
            "set-start",
            "at",
            values,
            say("Which number does the start token show?"),
            say("Start there"),
            is_typed=is_free,
        )
    if not view["information"]:
        ally = board.of_kind("ally") if board else ()
        return Choice(
            "set-information",
            "tokens",
            ally if len(ally) >= INFORMATION_DRAWN else NUMBERS,
            say("Which five information tokens did you draw?"),
            say("Keep these five"),
            many=INFORMATION_DRAWN,
        )
    many = VARIANTS[view["variant"]]
    return Choice(
        "set-information",
        "give",
        tuple(each["token"] for each in view["information"]),
        say_many("Which token do you hand over?", "Which {count} tokens do you hand over?", many),
        say_many("Hand over the chosen token", "Hand over the {count} chosen tokens", many),
        many=many,
    )


def _extra_move(view: Json, board: Board | None) -> Choice | None:
    """A card may take Frodo anywhere; what it says is the players' to know."""
    if not view["sheet"] or view["phase"] not in ("day-1", "day-2", "night") or view["question"]:
        return None
    known = board.locations if board and board.is_whole else NUMBERS
    return Choice(
        "move",
        "to",
        (POINT, *known),
        say("Where does the card take Frodo?"),
        say("Note the chosen step"),
        is_typed=board is None or not board.is_whole,
        by_card=True,
    )


def listed(offers: dict[str, list[Json]], do: str, word: str) -> tuple[str, ...]:
    """The choices that an offer lists for this word."""
    found = (line[word] for line in offers.get(do, ()) if isinstance(line.get(word), list))
    return tuple(next(found, ()))

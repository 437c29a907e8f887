"""What the Hunt's pages draw beside the view: the map, the roads of the tracks, choices and sentences."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.board_drawing import Mark
from companion.core import Json
from companion.core.board import Board
from companion.games.hunt_for_the_ring import words
from web.drawing import Road, road
from web.hunt_for_the_ring.choices import Choice, secret_choice
from web.hunt_for_the_ring.flight_choices import flight_choice
from web.hunt_for_the_ring.new_table import going_on
from web.hunt_for_the_ring.sentences import THINGS, Namer, answer_word, follow_ups, played, question
from web.maps import Map, art, board_of, map_of

NOTHING: Json = {"do": ""}


def picture(view: Json, options: Json) -> dict[str, Any]:
    board = board_of(options.get("board"))
    offers = _offers(view)
    is_ringbearer = view["seat"] == words.RINGBEARER
    choice = _choice(view, offers, board) if is_ringbearer else None
    return {
        "words": words,
        "things": THINGS,
        "spot": Namer(board),
        "offers": offers,
        "deed": _deed(),
        "is_open": "open" in request.args,
        "map": _hidden_map(view, board, choice) if is_ringbearer else _open_map(view, board, offers),
        "driving_map": _driving_map(view, board, offers) if is_ringbearer else None,
        "choice": choice,
        "roads": {name: _roads(track) for name, track in view["tracks"].items()},
        "question": question(view),
        "follow_ups": follow_ups(view),
        "answer_word": answer_word(view["answer"]) if view["answer"] else None,
        "truth_word": answer_word(view["truth"]) if view.get("truth") else None,
        "played": played(view),
        **(going_on() if _deed() == "go-on" else {}),
    }


def _choice(view: Json, offers: dict[str, list[Json]], board: Board | None) -> Choice | None:
    if view["part"] == 1:
        return secret_choice(view, offers, board, _deed())
    # By a card Frodo goes on along his journey card: there is nothing to choose.
    return None if _deed() == "extra-move" else flight_choice(view, offers, board)


def _deed() -> str:
    """Which rarer thing this page was opened for: `?deed=cards`."""
    return request.args.get("deed", "")


def _offers(view: Json) -> dict[str, list[Json]]:
    offers: dict[str, list[Json]] = {}
    for line in view["legal"]:
        offers.setdefault(line["do"], []).append(line)
    return offers


def _roads(track: Json) -> dict[str, Road]:
    cells = int(track["cells"]) + 1
    return {
        "phone": road(cells, per_row=cells, pitch=374 / cells, row_height=40, sway=2),
        "screen": road(cells, per_row=cells, pitch=1224 / cells, row_height=104, sway=7),
    }


def _open_map(view: Json, board: Board | None, offers: dict[str, list[Json]]) -> Map | None:
    if board is None:
        return None
    lit = [way[-1] for offer in offers.get("ride", ()) for way in offer["by"]]
    lit += [at for offer in offers.get("place", ()) for starts in offer["nazgul"].values() for at in starts]
    riding = offers["ride"][0]["nazgul"] if "ride" in offers else None
    active = {"nazgul": riding} if riding else view["active"]
    standing = [each["at"] for each in view["nazgul"].values() if each["at"]]
    here = [view["nazgul"][active["nazgul"]]["at"]] if active else standing
    return map_of(board, _marks(view), lit, near=here if active else lit or here)


def _hidden_map(view: Json, board: Board | None, choice: Choice | None) -> Map | None:
    if board is None:
        return None
    lit = [value for value in choice.values if value in board.locations] if choice else []
    frodo = [art("figures", "frodo", "seat-frodo", view["last"])] if view["last"] else []
    near = [*lit, view["last"]] if view["last"] else lit
    if view["part"] == 2:
        gandalf = [] if view["flight"]["rivendell"] else view["gandalf"][-1:]
        frodo += [art("figures", "gandalf", "seat-gandalf", at) for at in gandalf]
        near = [*near, *gandalf]
    return map_of(board, [*_marks(view, is_hidden=True), *frodo], lit, near)


def _driving_map(view: Json, board: Board | None, offers: dict[str, list[Json]]) -> Map | None:
    """Gandalf has appeared: where the first Nazgûl may be driven lies open to all."""
    if board is None or "drive" not in offers:
        return None
    offer = offers["drive"][0]
    here = view["nazgul"][offer["nazgul"]]["at"]
    return map_of(board, _marks(view), [way[-1] for way in offer["by"]], near=[here])


def _marks(view: Json, *, is_hidden: bool = False) -> list[Mark]:
    """What lies on the map for everyone to see."""
    king, gandalf = None, None
    if view["flight"]:
        king, gandalf = view["flight"]["witch_king"]["nazgul"], view["flight"]["gandalf_at"]
    tokens = [
        *(
            art("tokens", f"trail-{side}", "token-trail", at, is_token=True)
            for at, side in view["trail"].items()
        ),
        *(art("tokens", "ally", "token-ally", at, is_token=True) for at in view["allies"]),
        *(
            art("tokens", "perception", f"token-{each['what']}", each["at"], is_token=True)
            for each in view["markers"]
        ),
    ]
    active = view["active"]["nazgul"] if view["active"] else None
    figures = [
        art(
            "figures",
            "witch-king" if colour == king else f"nazgul-{colour}",
            f"nazgul-{colour}{' is-active' if colour == active else ''}",
            each["at"],
        )
        for colour, each in view["nazgul"].items()
        if each["at"]
    ]
    # On the hidden map Gandalf stands anyway.
    shown = [art("figures", "gandalf", "seat-gandalf", gandalf)] if gandalf and not is_hidden else []
    return [*tokens, *figures, *shown]

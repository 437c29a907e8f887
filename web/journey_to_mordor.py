"""Journey to Mordor on phones and on the table screen."""

from __future__ import annotations

from typing import Any

from companion.core import Json
from companion.games.journey_to_mordor import words
from web.drawing import road

PHONE_ROAD = road(len(words.PLACES), per_row=5, pitch=68, row_height=84)
SCREEN_ROAD = road(len(words.PLACES), per_row=5, pitch=296, row_height=240, sway=12)


def read_options(form: Json) -> Json:
    return {
        "hobbits": form.get("hobbits", []),
        "advanced": form.get("advanced") == "yes",
        "nazgul_path": form.get("nazgul_path"),
    }


def new_table(last_options: Json) -> dict[str, Any]:
    return {"words": words, "names": words.NAMES, "nazgul_path": last_options.get("nazgul_path", "")}


def picture(view: Json, options: Json) -> dict[str, Any]:
    keeps: list[list[str]] = next((line["dice"] for line in view["legal"] if line["do"] == "keep"), [])
    return {
        "words": words,
        "phone_road": PHONE_ROAD,
        "screen_road": SCREEN_ROAD,
        "keeps": keeps,
        "forced": [die for die in view["dice"]["throw"] if all(die in dice for dice in keeps)],
        "may_reroll": any(line["do"] == "reroll" for line in view["legal"]),
        "halving": next((line for line in view["legal"] if line.get("cell")), None),
        "standing": _standing(view),
    }


def _standing(view: Json) -> dict[int, list[str]]:
    """Who stands on which stone, in seating order."""
    places: dict[int, list[str]] = {}
    for hobbit, pad in view["hobbits"].items():
        places.setdefault(pad["steps"], []).append(hobbit)
    return places

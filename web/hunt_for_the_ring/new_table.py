"""The form for a new table of the Hunt: part one, part two as typed, or part two by a letter."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from flask import request

from companion.board_option import own_boards
from companion.boards import JOURNEYS, SUFFIX, shipped
from companion.core import Json, Refusal
from companion.games.hunt_for_the_ring import words
from companion.games.hunt_for_the_ring.starting import GREY_TOKENS
from companion.letter import Look, look
from web.visitor import the_inn

DEMONSTRATION = {1: "demonstration-part-1", 2: "demonstration-part-2"}
TOKENS = ("0", "1", "2", "3", "4", "eye")
"""Faces that corruption tokens may show; how many of each there are is the box's own."""

COUNTED = ("corruption", "fellowship", "ally", "sorcery", "eyes")
LISTED = ("information", "gone", "special")
"""What part one left behind, typed by people who played it without Butterbur."""


def read_options(form: Json) -> Json:
    if form.get("part") in ("2", "letter"):
        return _part_two(form)
    options: Json = {word: form[word] for word in ("wraiths", "variant", "answers") if word in form}
    board = _chosen_file(form, "board", DEMONSTRATION[1])
    if board is not None:
        options["board"] = board
    if form.get("variant") == "dreadful-nazgul" and form.get("fellowship") == "4":
        options["fellowship"] = 4
    if form.get("bag_is") == "taught":
        options["bag"] = _bag(form.get("bag", {}))
    return options


def read_setting(form: Json) -> Json:
    """What is chosen anew for part two: map, journey cards, havens, and the grey tokens if they are known."""
    chosen: Json = {}
    for word in ("board", "journeys"):
        named = _chosen_file(form, word, DEMONSTRATION[2])
        if named is not None:
            chosen[word] = named
    if form.get("havens") == "yes":
        chosen["havens"] = True
    grey = form.get("grey")
    if isinstance(grey, list) and any(grey):
        chosen["grey"] = [face for face in grey if face]
    return chosen


def new_table(last_options: Json) -> dict[str, Any]:
    """What was taught last time is offered again: the bag, and files that are not ours."""
    part = 2 if request.values.get("part") in ("2", "letter") else 1
    is_same_part = (last_options.get("part", 1) == 2) == (part == 2)
    return {
        "words": words,
        "names": words.NAMES,
        "part": part,
        "tokens": TOKENS,
        "grey_tokens": GREY_TOKENS,
        "bag": last_options.get("bag"),
        "letter": letter_of(request.form.get("letter")),
        **setting_words(last_options if is_same_part else {}),
    }


def going_on() -> dict[str, Any]:
    """What is chosen when a table goes straight on."""
    return {"tokens": TOKENS, "grey_tokens": GREY_TOKENS, **setting_words({})}


def setting_words(last_options: Json) -> dict[str, Any]:
    """What the choice of map and journey cards shows."""
    return {
        "own_board": _typed("board") or _own(last_options.get("board"), SUFFIX),
        "own_boards": own_boards(the_inn().boards),
        "own_journeys": _typed("journeys") or _own(last_options.get("journeys"), JOURNEYS),
        "journeys_files": own_boards(the_inn().boards, JOURNEYS),
    }


def letter_of(written: str | None) -> dict[str, Any] | None:
    """The letter that the form carries along, and what everyone may read of it."""
    letter = letter_bytes(written)
    seen = look(letter, words.KEY) if letter else None
    return {"written": written, "look": seen} if isinstance(seen, Look) else None


def sealed_option(letter: bytes) -> Json | None:
    """The option `letter` of a table that is laid from this letter, both its parts still sealed."""
    seen = look(letter, words.KEY)
    if isinstance(seen, Refusal):
        return None
    return {
        "version": 1,
        "game": seen.game,
        "all": seen.all,
        "id": seen.id,
        "broken": list(seen.broken),
        "sealed": base64.b64encode(letter).decode(),
    }


def _part_two(form: Json) -> Json:
    options: Json = {"part": 2, **{word: form[word] for word in ("answers",) if word in form}}
    options |= read_setting(form)
    if form.get("part") == "letter":
        # What cannot be read is left for the rules to refuse.
        options["letter"] = sealed_option(letter_bytes(form.get("letter"))) or ""
        return options
    if "wraiths" in form:
        options["wraiths"] = form["wraiths"]
    options |= {word: form[word] for word in COUNTED if form.get(word) not in ("", None)}
    options |= {word: form[word] for word in LISTED if form.get(word)}
    up = form.get("up", [])
    options["companions"] = [each for each in words.COMPANIONS if each in up]
    options["flipped"] = [each for each in words.COMPANIONS if each not in up]
    if "frodo" in options["flipped"]:
        # Frodo's card is flipped for a fellowship token that is out of the game.
        options["supply"] = words.FELLOWSHIP_SUPPLY - 1
    if form.get("bag_is") == "taught":
        options["bag"] = _bag(form.get("bag", {}))
    return options


def letter_bytes(written: object) -> bytes:
    try:
        return base64.b64decode(written, validate=True) if isinstance(written, str) else b""
    except (binascii.Error, ValueError):
        return b""


def _own(last: object, suffix: str) -> str:
    return last if isinstance(last, str) and last not in shipped(suffix).values() else ""


def _chosen_file(form: Json, word: str, demonstration: str) -> str | None:
    """The board or the journeys: ours, one by name, one that was typed, or none."""
    match form.get(f"{word}_from"):
        case "none":
            return None
        case "named":
            return str(form.get(f"{word}_name", ""))
        case "own":
            # Always a text of lines, never a name: what is wrong with it is then said by line.
            return f"{_typed(word)}\n"
    return demonstration


def _typed(word: str) -> str:
    """The file that was sent along, or else the text in the field."""
    sent = request.files.get(f"{word}_file")
    if sent is not None and sent.filename:
        sent.stream.seek(0)
        text = sent.stream.read().decode("utf-8-sig", errors="replace")
    else:
        text = request.form.get(f"{word}_text", "")
    return "\n".join(text.splitlines())


def _bag(typed: object) -> object:
    """Empty fields mean none; what is no number is left for the rules to refuse."""
    if not isinstance(typed, dict):
        return typed
    numbers = {face: int(many) if many.isdecimal() else many for face, many in typed.items() if many}
    return {face: many for face, many in numbers.items() if many != 0}

"""HTML forms as lines of a script, so that every page works before any script has loaded.

A field's name says where its value goes: `do` is a word, `cell:int` a number, `by:words` a list typed with
spaces, `king:yes` is true, `dice[]` one of a list (so is each of `dice[0]` and `dice[1]`), `dice.yellow` one
of an object. A name that ends with `?` is left out when the field is empty.
"""

from __future__ import annotations

import re
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from companion.core import Json, Refusal
from companion.script import read_json

LISTED = re.compile(r"(.*)\[[0-9]{0,2}\]")
WHOLE = re.compile(r"[-+]?[0-9]{1,9}")


def posted() -> Any:
    """What was posted: a form, or strict JSON."""
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return line_from_form(request.form)
    read = read_json(request.get_data())
    if isinstance(read, Refusal):
        raise BadRequest(str(read.why))
    return read


def posted_object() -> Json:
    """The same, where nothing but an object (or nothing at all) makes sense."""
    if not request.get_data(cache=True, parse_form_data=False) and not request.form:
        return {}
    read = posted()
    if not isinstance(read, dict):
        raise BadRequest
    return read


def line_from_form(form: MultiDict[str, str]) -> Json:
    line: Json = {}
    for name, values in form.lists():
        field = name or ""  # a part of a multipart form may come without a name
        if field.endswith("?"):
            field = field[:-1]
            if not values[-1].strip():
                continue
        if listed := LISTED.fullmatch(field):
            earlier = line.setdefault(listed[1], [])
            if isinstance(earlier, list):
                earlier += values
            continue
        name, value = _typed(field, values[-1])
        if "." in name:
            word, _, key = name.partition(".")
            inner = line.setdefault(word, {})
            if isinstance(inner, dict):
                inner[key] = value
        else:
            line[name] = value
    return line


def _typed(field: str, value: str) -> tuple[str, object]:
    """The name without its ending, and the value that the ending asks for."""
    name, _, kind = field.rpartition(":")
    match kind:
        case "int" if name:
            return name, int(value) if WHOLE.fullmatch(value) else value
        case "words" if name:
            return name, value.split()
        case "yes" if name:
            return name, True
    return field, value


def is_text(text: object, longest: int) -> bool:
    """A line of text that can be shown and stored: no control characters, no half a surrogate pair."""
    return isinstance(text, str) and len(text) <= longest and all(each.isprintable() for each in text)

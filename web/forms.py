"""HTML forms as lines of a script, so that every page works before any script has loaded.

A field's name says where its value goes: `do` is a word, `cell:int` a number, `dice[]` one of a list,
`dice.yellow` one of an object.
"""

from __future__ import annotations

from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from companion.core import Json, Refusal
from companion.script import read_json


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
        if field.endswith("[]"):
            line[field[:-2]] = values
        elif field.endswith(":int"):
            line[field[:-4]] = (
                int(values[-1]) if values[-1].isdecimal() and len(values[-1]) < 10 else values[-1]
            )
        elif "." in field:
            word, _, key = field.partition(".")
            inner = line.setdefault(word, {})
            if isinstance(inner, dict):
                inner[key] = values[-1]
        else:
            line[field] = values[-1]
    return line


def is_text(text: object, longest: int) -> bool:
    """A line of text that can be shown and stored: no control characters, no half a surrogate pair."""
    return isinstance(text, str) and len(text) <= longest and all(each.isprintable() for each in text)

"""How each game is shown: what its templates need beside the view."""

from __future__ import annotations

from typing import Any, Protocol

import web.hunt_for_the_ring as hunt_for_the_ring
from companion.core import Json
from web import journey_to_mordor


class Presenter(Protocol):
    def read_options(self, form: Json) -> Json:
        """The options of a script's first line, from the new-table form."""
        ...

    def new_table(self, last_options: Json) -> dict[str, Any]:
        """What the new-table form shows; the box is taught once, so it offers what was said last time."""
        ...

    def picture(self, view: Json, options: Json) -> dict[str, Any]:
        """What the phone's and the screen's templates draw, made from a view and what everyone knows."""
        ...


PRESENTERS: dict[str, Presenter] = {
    "journey-to-mordor": journey_to_mordor,
    "hunt-for-the-ring": hunt_for_the_ring,
}

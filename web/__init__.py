"""The phones' pages, the table screen and the small JSON interface beside them.

Everything a page, a stream or an error says is made from a seat's own view.
"""

from __future__ import annotations

from flask import Flask

from companion.inn import Inn
from web import errors, guard, letters, maps, pages, streams, tables, visitor
from web.addresses import Addresses
from web.hunt_for_the_ring import story

LARGEST_BODY = 64 * 1024
"""No line of any game comes near it."""


def create_app(inn: Inn, addresses: Addresses) -> Flask:
    app = Flask("web")
    app.config.update(
        TRUSTED_HOSTS=addresses.hosts(),
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=100,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["inn"] = inn
    app.extensions["addresses"] = addresses
    app.extensions["doorkeeper"] = guard.Doorkeeper()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.before_request(guard.check_origin)
    app.before_request(guard.check_size)
    app.after_request(guard.add_headers)
    app.context_processor(visitor.template_words)
    for blueprint in (
        pages.blueprint,
        maps.blueprint,
        tables.blueprint,
        streams.blueprint,
        story.blueprint,
    ):
        app.register_blueprint(blueprint)
    letters.register(app)
    errors.register(app)
    return app

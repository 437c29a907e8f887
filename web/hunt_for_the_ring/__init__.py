"""The Hunt for the Ring on phones and on the table screen."""

from web.hunt_for_the_ring.new_table import new_table, read_options
from web.hunt_for_the_ring.picture import picture

__all__ = ["new_table", "picture", "read_options"]

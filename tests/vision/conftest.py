"""Property tests try the same examples on every machine, and are never late."""

from hypothesis import settings

settings.register_profile("butterbur", derandomize=True, deadline=None, database=None)
settings.load_profile("butterbur")

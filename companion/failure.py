"""What ends a command with exit 1."""

from companion.core import Sentence


class Failed(Exception):  # noqa: N818
    """It could not be done, and the sentence that says what to do next."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(str(why))
        self.why = why

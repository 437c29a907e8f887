"""How sure a reading is.

`confidence` is the chance that a reading is right, fitted on path-traced rolls (docs/dice-reader.md shows how well
it holds); `sure` means that at most one in a thousand such readings is wrong. Whatever falls below is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.identify import Candidate

SURE_FROM = 0.985
# Below this nothing known lies there: the face is not named at all.
KNOWN_FROM = 0.25


def confidence(candidates: Sequence[Candidate], seen: float) -> float:
    """The chance that the first candidate is right."""
    first = candidates[0]
    behind = next((each for each in candidates[1:]), None)
    margin = min(first.score - behind.score, 6.0) if behind else 3.0
    value = (
        -9.0
        + 1.6 * margin
        + 7.0 * first.pattern
        + 4.0 * first.vector
        - 0.25 * first.colour
        + 3.0 * min(seen, 0.6)
    )
    return float(1 / (1 + np.exp(-value)))

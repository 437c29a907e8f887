"""How sure a reading is.

`confidence` is the chance that a reading is right, fitted on path-traced rolls (docs/dice-reader.md shows
how well it holds); `sure` means that at most one in a thousand such readings is wrong. Whatever falls
below is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.identify import Candidate
from vision.locate import Found

SURE_FROM = 0.8
SURE_OF_PIPS_FROM = 0.95
# Below this nothing known lies there: the face is not named at all.
KNOWN_FROM = 0.12
# Less likely to lie flat than this: it leans, is covered, or is no die.
FLAT_FROM = 0.5


def confidence(candidates: Sequence[Candidate], die: Found) -> float:
    """The chance that the first candidate is right."""
    first = candidates[0]
    behind = next((each for each in candidates[1:]), None)
    margin = min(first.score - behind.score, 6.0) if behind else 3.0
    value = -6.9 + 1.2 * margin + 4.1 * first.pattern + 3.3 * first.vector
    return float(1 / (1 + np.exp(-value)))

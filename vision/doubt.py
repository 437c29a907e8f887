"""How sure a reading is.

`confidence` is the chance that a reading is right, fitted on path-traced rolls (docs/dice-reader.md shows
how well it holds); `sure` means that at most one in a thousand such readings is wrong. Whatever falls
below is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.identify import Candidate

SURE_FROM = 0.75
SURE_OF_PIPS_FROM = 0.9
# Below this nothing known lies there: the face is not named at all.
KNOWN_FROM = 0.12
# Less likely a die at all than this, a count of pips is never sure: round things have them too.
DIE_FOR_SURE = 0.42
# A count of pips less likely than this is no count, and what may be no die must show its pips more clearly.
PIPS_FROM, PIPS_FOR_DIE_FROM = 0.005, 0.3
# Less likely to lie flat than this: it leans, is covered, or is no die.
FLAT_FROM = 0.5

MOST_MARGIN = 8.0
LONELY_MARGIN = 4.0
# How near both judges come to a perfect match, at best: what they differ by beyond is chance.
VECTOR_BEST, PATTERN_BEST = 1.03, 1.05
# Bodies seldom look more unlike themselves than this under another lamp.
USUAL_COLOUR_LOSS = 5.0
# How much speaks for a stranger before it is looked at.
STRANGERS, EXPECTED_STRANGERS = -9.0, -8.0


def confidence(candidates: Sequence[Candidate], is_expected: bool = False) -> float:
    """The chance that the first candidate is right: that the die is known at all, and then that face.

    A game that waits for these dice, and for no fewer than lie there, makes strangers unlikely.
    """
    return _is_known(candidates[0], is_expected) * _is_first(candidates)


def _is_known(first: Candidate, is_expected: bool) -> float:
    """Fitted on readings of known dice and of dice of other sets, these being rare on a table."""
    discoloured = max(first.colour - USUAL_COLOUR_LOSS, 0.0)
    rarely = EXPECTED_STRANGERS if is_expected else STRANGERS
    return _chance(rarely + 17.6 * min(first.vector, 0.9) - 0.67 * discoloured)


def _is_first(candidates: Sequence[Candidate]) -> float:
    """What speaks for the first: how far it is before the second, how many times nearer to a perfect match it
    is for either judge (four and five pips differ little, but a five is a five), and that it is like a known
    face."""
    first = candidates[0]
    margin, nearer_by_vector, nearer_by_pattern = LONELY_MARGIN, 1.0, 1.0
    if len(candidates) > 1:
        second = candidates[1]
        margin = min(first.score - second.score, MOST_MARGIN)
        nearer_by_vector = float(np.log((VECTOR_BEST - second.vector) / (VECTOR_BEST - first.vector)))
        nearer_by_pattern = float(np.log((PATTERN_BEST - second.pattern) / (PATTERN_BEST - first.pattern)))
    like = min(first.vector, 0.6)
    return _chance(-2.70 + 0.957 * margin + 1.295 * nearer_by_vector + 3.50 * nearer_by_pattern + 0.98 * like)


def _chance(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))

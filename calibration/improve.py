"""Adding corrected samples to a dice set, so that it gets better and never worse on what it already knew."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice_set import DiceSet, Sample
from vision.identify import identify


def improve(dice_set: DiceSet, more: Sequence[Sample]) -> tuple[DiceSet, tuple[Sample, ...]]:
    """The set with every new sample that does not make it worse, and the samples that were refused for it."""
    refused: list[Sample] = []
    known = _right(dice_set, dice_set.samples)
    for sample in more:
        candidate = dice_set.with_samples([sample])
        if known <= _right(candidate, candidate.samples):
            dice_set = candidate
            known = _right(dice_set, dice_set.samples)
        else:
            refused.append(sample)
    return dice_set, tuple(refused)


def _right(dice_set: DiceSet, samples: Sequence[Sample]) -> set[int]:
    """The numbers of the samples that are read rightly with the set, none being compared with itself.

    The only sample of its face cannot be read without itself: it must at least not be taken for another face.
    """
    right = set()
    for number, sample in enumerate(samples):
        (candidates,) = identify([sample.measured], dice_set)
        others = [each for each in dice_set.samples if each is not sample]
        alone = not any((each.die, each.face) == (sample.die, sample.face) for each in others)
        if not alone:
            (candidates,) = identify([sample.measured], DiceSet(dice_set.name, tuple(others)))
        if (candidates[0].die, candidates[0].face) == (sample.die, sample.face):
            right.add(number)
    return right

"""Adding corrected samples to a dice set: better on what was corrected, never worse on what it knew.

Each new sample is tried before it is kept. All pictures that the set holds are read again, as they are and
as another lamp or a softer lens would show them, once without and once with the new sample. If any face is
then read less often, or less often surely, the sample is not taken: most likely it was given the wrong name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice_set import DiceSet, Sample
from vision.doubt import SURE_FROM, confidence
from vision.faces import Face, measure
from vision.identify import identify
from vision.pictures import Picture

MOST_OF_A_FACE = 12
Name = tuple[str, str]


@dataclass(frozen=True)
class Improved:
    """The set with what was taken, and the samples that would have harmed it, each with the face at risk."""

    dice_set: DiceSet
    taken: tuple[Sample, ...]
    refused: tuple[tuple[Sample, Name], ...]


def improve(dice_set: DiceSet, samples: Sequence[Sample]) -> Improved:
    taken: list[Sample] = []
    refused: list[tuple[Sample, Name]] = []
    trials = _trials(dice_set.samples)
    for sample in samples:
        larger = _with(dice_set, sample)
        harmed = _harmed(trials, dice_set, larger)
        if harmed:
            refused.append((sample, harmed))
        else:
            dice_set = larger
            taken.append(sample)
            trials = [*trials, *_trials([sample])]
    return Improved(dice_set, tuple(taken), tuple(refused))


def _with(dice_set: DiceSet, sample: Sample) -> DiceSet:
    """The set with one more sample; of a face with many, the one most like another makes room."""
    same = [each for each in dice_set.samples if (each.die, each.face) == (sample.die, sample.face)]
    samples = list(dice_set.samples)
    if len(same) >= MOST_OF_A_FACE:
        samples.remove(max(same, key=lambda each: _nearest(each, same)))
    return replace(dice_set, samples=(*samples, sample))


def _nearest(sample: Sample, others: Sequence[Sample]) -> float:
    return max(float(sample.measured.vector @ each.measured.vector) for each in others if each is not sample)


def _trials(samples: Sequence[Sample]) -> list[tuple[Name, Face]]:
    shown = [((each.die, each.face), variant) for each in samples for variant in _variants(each.picture)]
    faces = measure([variant for _, variant in shown])
    return [(name, face) for (name, _), face in zip(shown, faces, strict=True)]


def _variants(picture: Picture) -> Iterator[Picture]:
    """The same face turned, under other lamps, out of focus and cut a little aside."""
    yield picture
    yield np.ascontiguousarray(np.rot90(picture))
    for gains in ((0.7, 0.9, 1.1), (1.15, 1.0, 0.8), (0.55, 0.55, 0.55)):
        yield np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)
    yield np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)
    aside = np.array([(1.04, 0.03, -1.5), (-0.03, 1.04, 0.8)])
    yield np.asarray(
        cv2.warpAffine(picture, aside, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _harmed(trials: Sequence[tuple[Name, Face]], before: DiceSet, after: DiceSet) -> Name | None:
    """A face that is read less often, or less surely, with the larger set."""
    right_before, right_after = _right(trials, before), _right(trials, after)
    return next((name for name, count in right_before.items() if right_after[name] < count), None)


def _right(trials: Sequence[tuple[Name, Face]], dice_set: DiceSet) -> Counter[Name]:
    """How often each face is read rightly; a sure reading counts twice."""
    right: Counter[Name] = Counter()
    for name, face in trials:
        (candidates,) = identify([face], dice_set)
        if (candidates[0].die, candidates[0].face) == name:
            right[name] += 1 + (confidence(candidates) >= SURE_FROM)
    return right

"""Which enrolled die and which of its faces a flat face is.

Two judges, the network's vector and the rotated pattern, and the body's colour. The lamp's colour is
estimated from all dice of the picture together, since one lamp shines on them all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice_set import DiceSet
from vision.faces import Face, likeness
from vision.pictures import Floats

# How far the same body's colour wanders between pictures: red and blue against green, light (logarithm)
# and the ink's light against the body's. The lamp moves the first three of all dice together.
COLOUR_SPREAD = np.array([0.035, 0.035, 0.45, 0.4])
LAMP_SPREAD = np.array([0.05, 0.06, 0.35, 0.01])
# Patterns cost time, so only the likeliest samples by vector and colour are compared.
MOST_COMPARED = 10
OF_VECTOR, OF_PATTERN, OF_COLOUR = 8.3, 4.9, 0.75
MOST_COLOUR_LOSS = 20.0
# A lamp mirrored in a glossy face lies over it like a white veil: colours and the ink's contrast fade.
VEILS = np.array([(left, left, 1.0, left) for left in (1.0, 0.85, 0.7, 0.55, 0.4)])
VEIL_LOSS = 6.0
# Ink that differs from the body by less than this may look lighter or darker, by more only one of them.
CLEAR_INK, REVERSED_LOSS = 0.15, 10.0
# First guesses of the lamp: as at enrolment, warmer, colder.
LAMPS = np.array([(0.0, 0, 0, 0), (0.06, -0.08, 0, 0), (-0.05, 0.06, 0, 0)])


@dataclass(frozen=True)
class Candidate:
    """A die and face that may lie there, with what speaks for it."""

    die: str
    face: str
    score: float
    vector: float
    pattern: float
    colour: float


def alike(die: str, face: str, colour: float) -> Candidate:
    """A candidate whose symbol is known by other means; only its colour speaks for or against it."""
    return Candidate(die, face, OF_VECTOR + OF_PATTERN - OF_COLOUR * colour, 1.0, 1.0, colour)


def identify(faces: Sequence[Face], dice_set: DiceSet, only: Collection[str] = ()) -> list[list[Candidate]]:
    """For each face the enrolled dice and faces that are at all likely, best first; `only`: of these dice."""
    if not faces:
        return []
    if any(die in only for die in dice_set.dice):
        dice_set = dice_set.only(only)
    names = list(dice_set.dice)
    known = np.stack([dice_set.colours[name] for name in names])
    losses = _colour_losses(np.stack([face.colour for face in faces]), known)
    likely = np.stack([face.vector for face in faces]) @ dice_set.vectors.T
    of_die = {name: number for number, name in enumerate(names)}
    column = np.array([of_die[sample.die] for sample in dice_set.samples])
    return [
        _candidates(face, dice_set, likely[number], losses[number][column])
        for number, face in enumerate(faces)
    ]


def _candidates(face: Face, dice_set: DiceSet, likely: Floats, losses: Floats) -> list[Candidate]:
    rough = OF_VECTOR * likely - OF_COLOUR * losses
    best: dict[tuple[str, str], Candidate] = {}
    patterns: dict[int, float] = {}
    for number in np.argsort(-rough)[:MOST_COMPARED]:
        sample = dice_set.samples[number]
        patterns[int(number)] = likeness(face.pattern, sample.keys)
    for number, pattern in patterns.items():
        sample = dice_set.samples[number]
        score = OF_VECTOR * float(likely[number]) + OF_PATTERN * pattern - OF_COLOUR * float(losses[number])
        name = (sample.die, sample.face)
        if name not in best or score > best[name].score:
            best[name] = Candidate(*name, score, float(likely[number]), pattern, float(losses[number]))
    return sorted(best.values(), key=lambda each: -each.score)


def _colour_losses(seen: Floats, known: Floats) -> Floats:
    """How badly each seen body colour fits each known one, under the lamp that fits all dice best."""
    tried = [_under_lamp(seen, known, lamp) for lamp in LAMPS]
    return min(tried, key=lambda each: each[0])[1]


def _under_lamp(seen: Floats, known: Floats, lamp: Floats) -> tuple[float, Floats]:
    """The losses of all dice together and each by each, from a first guess of the lamp on."""
    losses = _losses(seen, known, lamp)
    for _ in range(3):
        nearest = losses.argmin(axis=1)
        fits = losses.min(axis=1) < MOST_COLOUR_LOSS
        if not fits.any():
            break
        shift = (seen - known[nearest])[fits]
        # A few dice say little about the lamp: the estimate leans towards the lamp of the enrolment.
        trust = len(shift) / (len(shift) + (COLOUR_SPREAD / LAMP_SPREAD) ** 2)
        lamp = np.median(shift, axis=0) * trust
        losses = _losses(seen, known, lamp)
    return float(losses.min(axis=1).sum() + ((lamp / LAMP_SPREAD)[:3] ** 2).sum()), losses


def _losses(seen: Floats, known: Floats, lamp: Floats) -> Floats:
    off = seen[:, None, None, :] - (known * VEILS[:, None, :])[None] - lamp
    losses = ((off / COLOUR_SPREAD) ** 2).sum(-1) + VEIL_LOSS * (1 - VEILS[:, :1])
    # No light makes dark ink on a light body light on dark.
    contrast = seen[:, None, 3] * known[None, :, 3]
    reversed_ink = (contrast < 0) & (
        np.minimum(np.abs(seen[:, None, 3]), np.abs(known[None, :, 3])) > CLEAR_INK
    )
    return np.asarray(np.minimum(losses.min(axis=1) + REVERSED_LOSS * reversed_ink, MOST_COLOUR_LOSS))

"""Ordinary dice: how many pips a top face shows, for any body and pip colour and most designs.

Round spots are looked for around the top face, then the square lattice on which pips lie is laid over them
in many places, turns and sizes: the count whose pips are all there, with no spot left over on the face, is
read. It needs no exact outline of the die, which rounded and translucent dice do not give.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.faces import ink
from vision.pictures import Floats, Picture

CUT_PX = 66
AROUND = 1.6
FACE_PX = CUT_PX / AROUND
# Pips are looked for as spots of these sizes; their radius is 0.07 to 0.12 of the face.
SPOT_SIGMAS = (2.2, 3.0)
MOST_SPOTS = 14
FAINTEST_SPOT = 0.22
# How far apart the outer pips are, as a part of the face's width, over many designs and misfits.
USUAL_SIDE = 0.5
LEAST_SIDE, MOST_SIDE = 0.22, 0.80
# A pip this far from its cell, in half sides of the lattice, is not that pip.
NEAR = 0.42
CELLS = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
# The cells of the lattice, numbered row by row, that each count covers, up to half turns.
LAYOUTS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)


@dataclass(frozen=True)
class Pips:
    """The count (0: no pips seen) and the chance that it is right."""

    count: int
    confidence: float


def read_pips(picture: Picture, corners: Floats, seen: float) -> Pips:
    """Count the pips of a located face; `seen` is how well its outline was seen."""
    return count_pips(cut_around(picture, corners), seen)


def cut_around(picture: Picture, corners: Floats) -> Picture:
    """The face with much of its surroundings, laid flat."""
    middle = corners.mean(axis=0)
    quad = (middle + (corners - middle) * AROUND).astype(np.float32)
    square = np.array([(0, 0), (CUT_PX, 0), (CUT_PX, CUT_PX), (0, CUT_PX)], np.float32) - np.float32(0.5)
    flat = cv2.getPerspectiveTransform(quad, square)
    wide = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    if wide > 2 * CUT_PX:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * wide / CUT_PX), np.uint8)
    return np.asarray(
        cv2.warpPerspective(picture, flat, (CUT_PX, CUT_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def count_pips(cut: Picture, seen: float = 0.8) -> Pips:
    """Pips of a face as `cut_around` gives it."""
    grey = ink(cut).astype(np.float32)
    inset = round((CUT_PX - 0.9 * FACE_PX) / 2)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.2)
    off = smooth - float(np.median(smooth[inset:-inset, inset:-inset]))
    off /= max(float(np.percentile(np.abs(off[inset:-inset, inset:-inset]), 97)), 1e-3)
    # What is between pips looks like a spot too, but has the body's own colour.
    light = _roundness(grey) * np.clip(1.6 * off, 0, 1)
    dark = _roundness(-grey) * np.clip(-1.6 * off, 0, 1)
    strongest = max(float(each[inset:-inset, inset:-inset].max()) for each in (light, dark))
    if strongest <= 0:
        return Pips(0, 0.0)
    scores = np.maximum(_scores(light / strongest), _scores(dark / strongest))
    order = np.argsort(-scores)
    first, second = float(scores[order[0]]), float(scores[order[1]])
    if first < 0.2:
        return Pips(0, 0.0)
    # Fitted on every second of the real photos (docs/dice-reader.md).
    value = -9.5 + 5.1 * first + 2.1 * min(first - second, 0.6) + 9.0 * min(seen, 0.8)
    return Pips(int(order[0]) + 1, float(1 / (1 + np.exp(-value))))


def _scores(roundness: Floats) -> Floats:
    """For each count from 1 to 6 how well it explains the spots."""
    scores = np.full(6, -1.0)
    spots, strength = _spots(roundness)
    if not len(spots):
        return scores
    middle = np.full(2, CUT_PX / 2 - 0.5)
    for counts, centre, across, down in (_ones(spots), *_twos(spots), _fours(spots)):
        lattice = np.stack([across, down], -1)
        size = np.abs(np.linalg.det(lattice))
        sides = np.linalg.norm(lattice, axis=1) * (2 / FACE_PX)
        square = np.abs(across[:, 0] * down[:, 0] + across[:, 1] * down[:, 1]) / np.maximum(size, 1e-6)
        beside = np.abs(centre - middle).max(axis=1) / FACE_PX
        fits = (
            (sides.min(axis=1) > LEAST_SIDE)
            & (sides.max(axis=1) < MOST_SIDE)
            & (square < 0.7)
            & (beside < 0.33)
        )
        if not fits.any():
            continue
        lattice, sides, centre = lattice[fits], sides[fits], centre[fits]
        misfit = (
            (1.2 if 1 in counts else 0.5) * beside[fits]
            + 0.12 * np.abs(np.log(sides / USUAL_SIDE)).sum(axis=1)
            + 0.1 * square[fits]
        )
        at = np.einsum("nij,nsj->nsi", np.linalg.inv(lattice), spots[None] - centre[:, None])
        apart = np.linalg.norm(at[:, :, None] - CELLS, axis=-1)
        held = strength[None, :, None] * np.clip(1.6 - apart / NEAR, 0, 1)
        on_face = np.abs(at).max(axis=-1) < 1.7
        on_face |= np.abs(spots[None] - centre[:, None]).max(axis=-1) < 0.33 * FACE_PX
        on_face |= np.abs(spots - middle).max(axis=-1) < 0.33 * FACE_PX
        for count, layout in LAYOUTS:
            if count not in counts:
                continue
            on = held[:, :, layout].max(axis=1)
            left = (np.maximum(strength[None] - held[:, :, layout].max(axis=2), 0) * on_face).sum(axis=1)
            score = 0.4 * on.mean(axis=1) + 0.6 * on.min(axis=1) - 0.6 * left - misfit
            scores[count - 1] = max(scores[count - 1], float(score.max()))
    return scores


_Lattices = tuple[tuple[int, ...], Floats, Floats, Floats]


def _ones(spots: Floats) -> _Lattices:
    """A spot alone in the middle of a usual face."""
    half = np.full(len(spots), USUAL_SIDE / 2 * FACE_PX)
    nothing = np.zeros(len(spots))
    return (1,), spots, np.stack([half, nothing], 1), np.stack([nothing, half], 1)


def _twos(spots: Floats) -> list[_Lattices]:
    """Two spots as the ends of a diagonal."""
    first, second = np.triu_indices(len(spots), 1)
    half = (spots[second] - spots[first]) / 2
    turned = np.stack([-half[:, 1], half[:, 0]], 1)
    centre = (spots[first] + spots[second]) / 2
    # Half a diagonal is half the sum of the two half sides.
    return [((2, 3), centre, (half + turned) / 2, (half - turned) / 2)]


def _fours(spots: Floats) -> _Lattices:
    """Three spots as corners of a parallelogram, the first between the other two."""
    count = len(spots)
    corner, one, other = (each.ravel() for each in np.meshgrid(*[np.arange(count)] * 3, indexing="ij"))
    keep = (one < other) & (corner != one) & (corner != other)
    a, b, c = spots[corner[keep]], spots[one[keep]], spots[other[keep]]
    return (4, 5, 6), (b + c) / 2, (b - a) / 2, (c - a) / 2


def _roundness(grey: Floats) -> Floats:
    """How much each place is the middle of a bright round spot."""
    best: Floats = np.zeros_like(grey)
    for sigma in SPOT_SIGMAS:
        smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
        # The smaller of the two curvatures: a spot falls off to all sides, an edge or a stripe does not.
        xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0)
        yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2)
        xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1)
        least = -((xx + yy) / 2 + np.sqrt(((xx - yy) / 2) ** 2 + xy * xy))
        best = np.maximum(best, least * np.float32(sigma**2))
    return best


def _spots(roundness: Floats) -> tuple[Floats, Floats]:
    """The places of round spots and their strengths from 0 to 1."""
    peaks = (roundness == cv2.dilate(roundness, np.ones((5, 5), np.uint8))) & (roundness > FAINTEST_SPOT)
    peaks[:2] = peaks[-2:] = False
    peaks[:, :2] = peaks[:, -2:] = False
    rows, columns = np.nonzero(peaks)
    strength = np.minimum(roundness[rows, columns], 1.0)
    chosen = np.argsort(-strength)[:MOST_SPOTS]
    return np.stack([columns[chosen], rows[chosen]], 1).astype(float), strength[chosen]

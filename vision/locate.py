"""Where the dice lie: every die's top face as a quadrilateral.

First what is not floor, then the camera's tilt from the outlines of single dice, then each die: a lone one
by its outline (`lone`), others by the edges of their top faces (`clumps`). Dice are taken to be cubes
between 22 and 125 pixels wide in a picture 640 pixels wide.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.clumps import LEAST_SEEN, search
from vision.floor import compare_with_floor
from vision.lone import fit_blob, likely_lone, likely_poses, settle
from vision.pictures import Picture
from vision.pose import Fit, Pose
from vision.scene import Blob, Found, Scene, find_blobs

WORK_PX = 640
# In units of the floor's noise: clearly unlike it, unlike it when smoothed, and a symbol's stroke.
UNLIKE, FAINTLY_UNLIKE, STROKE = 4.0, 4.0, 6.5
# A lone die's outline is off by less than this part of its width (root mean square).
LONE_ERROR = 0.05
ROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
PARTS_OF_CLUMP = (0.95, 0.8, 0.66, 0.55, 0.45)


@dataclass(frozen=True)
class Located:
    """The top faces that were found, and where the camera stands."""

    dice: tuple[Found, ...]
    pose: Pose


def locate(picture: Picture) -> Located:
    factor = min(1.0, WORK_PX / max(picture.shape[:2]))
    work = picture
    if factor < 1:
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        work = np.asarray(small, np.uint8)
    floor = compare_with_floor(work)
    strong = (floor.unlike() > UNLIKE).astype(np.uint8)
    mask = _morph(_morph(strong, cv2.MORPH_OPEN, 3), cv2.MORPH_CLOSE, 5)
    # Strokes matter only where no body stands out; around one they would be its own edges.
    alone = 1 - _morph(mask, cv2.MORPH_DILATE, 9)
    strong |= (floor.strokes() > STROKE).astype(np.uint8) & alone
    # Frayed shadows and the die's own colour thrown on the floor are rubbed off the outlines.
    blobs = find_blobs(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, ROUND), np.uint8))
    lone = likely_lone(blobs)
    faint = (floor.faintly_unlike() > FAINTLY_UNLIKE).astype(np.uint8)
    scene = Scene(picture, factor, work.shape, strong | mask, faint)
    poses = likely_poses(scene, lone)
    largest = max((blob.area for blob in blobs), default=0.0)
    attempts = [_attempt(scene, pose, lone, largest) for pose in poses]
    best = max(range(len(poses)), key=lambda each: sum(die.seen - LEAST_SEEN for die in attempts[each]))
    return Located(tuple(attempts[best]), poses[best].scaled(1 / factor))


def _attempt(scene: Scene, pose: Pose, lone: list[Blob], largest: float) -> list[Found]:
    """All dice under one idea of the camera's tilt."""
    fits = [fit for fit in (fit_blob(pose, blob) for blob in lone) if fit.error < LONE_ERROR]
    width = float(np.median([fit.width_px for fit in fits])) if fits else 0.0
    if len(fits) > 2:
        fits = [fit for fit in fits if 0.6 < fit.width_px / width < 1.6]
    dice = [settle(scene, pose, fit) for fit in fits]
    left = find_blobs(_left(scene, pose, fits))
    # Without a lone die the width is not known: the largest blob may be one die or several.
    widths = [width] if width else [float(np.sqrt(largest)) * part for part in PARTS_OF_CLUMP]
    found = [[die for blob in left for die in search(scene, pose, blob, each)] for each in widths]
    best = max(found, key=lambda each: sum((die.seen - LEAST_SEEN) * die.width_px**2 for die in each))
    return _apart([*dice, *best])


def _apart(dice: list[Found]) -> list[Found]:
    """No two top faces share a place: the better seen stays, a lone one before all."""
    kept: list[Found] = []
    for die in sorted(dice, key=lambda each: (-each.is_lone, -each.seen)):
        box = die.corners.astype(np.float32)
        for other in kept:
            if np.hypot(*np.subtract(die.centre, other.centre)) > 1.5 * max(die.width_px, other.width_px):
                continue
            shared, _ = cv2.intersectConvexConvex(box, other.corners.astype(np.float32))
            if shared > 0.15 * cv2.contourArea(box):
                break
        else:
            kept.append(die)
    return kept


def _left(scene: Scene, pose: Pose, fits: list[Fit]) -> Picture:
    """What is left to search when the lone dice are taken away: all that is even faintly unlike the floor."""
    left = scene.strong.copy()
    for fit in fits:
        one = (np.array([fit.centre]), np.array([fit.width_px * 1.15]), np.array([fit.turn]))
        whole = np.concatenate([pose.top(*one)[0], pose.top(*one, sink=1.0)[0]])
        cv2.fillConvexPoly(left, cv2.convexHull(np.rint(whole).astype(np.int32)), 0)
    near = _morph(_morph(left, cv2.MORPH_OPEN, 2), cv2.MORPH_DILATE, 25)
    return _morph((scene.faint | left) & near, cv2.MORPH_CLOSE, 7)


def _morph(mask: Picture, how: int, wide: int) -> Picture:
    return np.asarray(cv2.morphologyEx(mask, how, np.ones((wide, wide), np.uint8)), np.uint8)

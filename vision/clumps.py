"""Dice in a clump, at something else, or of nearly the floor's colour: by the edges of their top faces.

Top faces lie in one plane and never hide each other, so squares in that plane are looked for, best seen
first.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.edges import Edges, find_edges
from vision.lone import TURNS, climb, score_of
from vision.pictures import Floats, Integers, Picture
from vision.pose import Pose
from vision.scene import LEAST_WIDTH_PX, MOST_WIDTH_PX, NORMAL_PX, Blob, Found, Scene, found_at, window

LEAST_SEEN = 0.2
# How much a symbol that stands alone in the middle helps to place a face.
CENTRED = 0.7
MOST_PLACES, MOST_REFUSED = 1500, 12
# A blob smaller than this part of a face is no die's symbol.
LEAST_PART = 0.05
MOST_CUT_PX = 4_000_000


def search(scene: Scene, pose: Pose, blob: Blob, width: float) -> list[Found]:
    """Top faces in a blob that is not one clear die, best seen first."""
    if not LEAST_WIDTH_PX <= width <= MOST_WIDTH_PX:
        return []
    if max(blob.box[2:]) < 0.25 * width or blob.area < LEAST_PART * width**2:
        return []
    scale = NORMAL_PX / width
    x, y, w, h = blob.box
    margin = 0.7 * width
    origin = np.array([x - margin, y - margin])
    size = (int((w + 2 * margin) * scale), int((h + 2 * margin) * scale))
    if size[0] * size[1] > MOST_CUT_PX:
        return []
    cut = window(scene.picture, origin, scale, 1 / scene.factor, size)
    stuff = window(scene.strong, origin, scale, 1.0, size)
    faint = window(scene.faint, origin, scale, 1.0, size)
    filled = cv2.boxFilter(stuff.astype(np.float32), -1, (25, 25))
    edges = find_edges(cut)
    here = pose.moved(*origin).scaled(scale)
    step = NORMAL_PX / 8
    rows, columns = np.mgrid[step / 2 : size[1] : step, step / 2 : size[0] : step]
    rows, columns = rows.ravel(), columns.ravel()
    fullness = filled[rows.astype(int), columns.astype(int)]
    chosen = np.argsort(-fullness)[:MOST_PLACES]
    chosen = chosen[fullness[chosen] > 0.01]
    places = np.stack([columns[chosen], rows[chosen]], 1)
    if not len(places):
        return []
    n, t = len(places), len(TURNS)
    centres, all_turns = np.repeat(places, t, axis=0), np.tile(TURNS, n)
    all_widths = np.full(n * t, NORMAL_PX)
    score = score_of(edges.coarsely_along(here.top(centres, all_widths, all_turns)))
    # Where only a symbol stands out, the middle of the face is where it stands alone.
    inner = cv2.boxFilter(stuff.astype(np.float32), -1, (21, 21))
    ring = (cv2.boxFilter(stuff.astype(np.float32), -1, (37, 37)) * 37**2 - inner * 21**2) / (37**2 - 21**2)
    centred = np.clip(inner - 1.5 * ring, 0, 0.4)[places[:, 1].astype(int), places[:, 0].astype(int)]
    score = score + CENTRED * np.repeat(centred, t)
    found: list[Found] = []
    taken: list[Floats] = []
    refused: list[Floats] = []
    for index in np.argsort(-score):
        if score[index] < 0.6 * LEAST_SEEN:
            break
        centre = centres[index]
        if any(np.linalg.norm(centre - other) < 0.8 * NORMAL_PX for other in taken):
            continue
        if len(refused) > MOST_REFUSED + 2 * len(found):
            break
        if any(np.linalg.norm(centre - other) < 0.2 * NORMAL_PX for other in refused):
            continue
        start = (centre, float(all_widths[index]), float(all_turns[index]))
        centre, wide, turn, seen = climb(edges, here, *start, 3)
        corners = here.top(centre[None], np.array([wide]), np.array([turn]))[0]
        if seen < LEAST_SEEN or not _is_filled(stuff, faint, edges, corners, seen):
            refused.append(centres[index])
            continue
        if any(np.linalg.norm(centre - other) < 0.8 * NORMAL_PX for other in taken):
            continue
        taken.append(centre)
        found.append(found_at(scene, corners / scale + origin, wide / scale, seen, is_lone=False))
    return found


def _is_filled(stuff: Picture, faint: Picture, edges: Edges, corners: Floats, seen: float) -> bool:
    """A top face is unlike the floor all over, or in its middle only (the symbol of a die like the floor)."""
    square = np.array([(-1, -1), (20, -1), (20, 20), (-1, 20)], np.float32)
    flat = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    face = cv2.warpPerspective(stuff, flat, (20, 20), flags=cv2.INTER_NEAREST)
    rim = _rim(face)
    if rim > 0.75:
        return seen > 0.35
    if rim < 0.1:
        middle = np.array(corners.mean(0)).astype(int)
        x, y = np.maximum(middle - 12, 0)
        strokes = np.hypot(edges.x[y : y + 25, x : x + 25], edges.y[y : y + 25, x : x + 25])
        return float(face[5:15, 5:15].mean()) > 0.02 and float(np.percentile(strokes, 90)) > 0.7
    return seen > 0.45 and _rim(cv2.warpPerspective(faint, flat, (20, 20), flags=cv2.INTER_NEAREST)) > 0.8


def _rim(face: Integers) -> float:
    return (float(face.sum()) - float(face[2:18, 2:18].sum())) / (400 - 256)

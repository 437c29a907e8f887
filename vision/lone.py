"""Dice that lie alone: the camera's tilt by their outlines, and each one's top face.

Promises the tilt under which the outlines of single dice are most like cubes. An outline alone leaves open
which end is the top; the edge between the top face and the sides turned to the camera tells, or both ideas
are returned.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.edges import Edges, find_edges
from vision.pictures import Floats
from vision.pose import COMPASS, DIRECTIONS, FOCAL, ROUNDING, Fit, Pose, fit_outline, reach
from vision.scene import LEAST_WIDTH_PX, MOST_WIDTH_PX, NORMAL_PX, Blob, Found, Scene, cut_out, found_at

TURNS = np.arange(12) * (np.pi / 24)
TILTS = np.arange(-0.8, 0.81, 0.1)
# So much clearer must one idea of where the top is be than the other to be taken alone.
SURE_OF_SIDE = 0.8
# The outlines of so few dice leave the tilt open: all tilts that fit nearly as well are tried on the edges.
FEW, NEARLY_AS_GOOD, MOST_TRIED = 2, 0.012, 14


def likely_lone(blobs: list[Blob]) -> list[Blob]:
    """Blobs that may be one die each: compact, whole, of a die's size."""
    # What is much smaller than the others is a speck; a tray's rim is no measure for that.
    sizes = [each.area for each in blobs if each.solidity > 0.75 and each.area < 2 * MOST_WIDTH_PX**2]
    least = 0.15 * max(sizes, default=0.0)
    return [
        blob
        for blob in blobs
        if not blob.is_cut_off
        and blob.area > least
        and blob.solidity > 0.88
        and LEAST_WIDTH_PX**2 < blob.area < 2 * MOST_WIDTH_PX**2
        and 0.45 < blob.box[2] / blob.box[3] < 2.2
    ]


def likely_poses(scene: Scene, lone: list[Blob]) -> list[Pose]:
    """The tilt, or two, under which the outlines of the single dice are most like cubes."""
    shape = scene.shape
    middle, focal = np.array([shape[1] / 2, shape[0] / 2]), FOCAL * max(shape[:2])
    if not lone:
        return [_pose_of(middle, focal, 0.0, 0.0)]
    steps = np.arange(-0.6, 0.61, 0.05)
    across, down = np.meshgrid(steps, steps, indexing="ij")
    # Straight down is the likeliest: the outline of a die leaves small tilts open.
    total = 0.004 * np.hypot(across, down) * len(lone)
    for blob in sorted(lone, key=lambda each: -each.solidity)[:9]:
        table = _tilt_errors(blob)
        x, y = (blob.centre - middle) / focal
        column = np.clip((across - x - TILTS[0]) / 0.1, 0, len(TILTS) - 1.001)
        row = np.clip((down - y - TILTS[0]) / 0.1, 0, len(TILTS) - 1.001)
        i, j = column.astype(int), row.astype(int)
        a, b = column - i, row - j
        error = (table[i, j] * (1 - a) + table[i + 1, j] * a) * (1 - b)
        error = error + (table[i, j + 1] * (1 - a) + table[i + 1, j + 1] * a) * b
        total = total + np.minimum(error, 0.08)
    if len(lone) <= FEW:
        near = total < float(total.min()) + NEARLY_AS_GOOD * len(lone)
        tilts = _spread(np.stack([across[near], down[near]], 1), total[near])
        poses = [_pose_of(middle, focal, *tilt) for tilt in tilts]
        seen = [sum(settle(scene, pose, fit_blob(pose, blob)).seen for blob in lone) for pose in poses]
        return [poses[int(np.argmax(seen))]]
    best = int(np.argmin(total))
    chosen = [(float(across.flat[best]), float(down.flat[best]))]
    opposite = total + 10.0 * (across * chosen[0][0] + down * chosen[0][1] >= -1e-9)
    other = int(np.argmin(opposite))
    if opposite.flat[other] < total.flat[best] + 0.01 * len(lone):
        chosen.append((float(across.flat[other]), float(down.flat[other])))
    poses = [_pose_of(middle, focal, *tilt) for tilt in chosen]
    if len(poses) == 1:
        return poses
    seen = [sum(_front_seen(scene, pose, fit_blob(pose, blob)) for blob in lone[:7]) for pose in poses]
    if abs(seen[0] - seen[1]) > SURE_OF_SIDE:
        return [poses[int(np.argmax(seen))]]
    return poses


def _spread(tilts: Floats, error: Floats) -> list[tuple[float, float]]:
    """A few tilts that are far from each other, the one of least error first."""
    chosen = [int(np.argmin(error))]
    while len(chosen) < MOST_TRIED:
        apart = np.linalg.norm(tilts[:, None] - tilts[chosen][None], axis=2).min(axis=1)
        if float(apart.max()) < 0.09:
            break
        chosen.append(int(np.argmax(apart)))
    return [(float(tilts[each, 0]), float(tilts[each, 1])) for each in chosen]


def fit_blob(pose: Pose, blob: Blob) -> Fit:
    reached = reach(blob.hull)
    width = float(np.sqrt(blob.area)) * 0.9
    rough = fit_outline(pose, reached, blob.centre, width, TURNS)
    finer = rough.turn + np.linspace(-1, 1, 9) * (np.pi / 24)
    return fit_outline(pose, reached, np.array(rough.centre), rough.width_px, finer)


def settle(scene: Scene, pose: Pose, fit: Fit) -> Found:
    """Move a fitted top face by a few hundredths of its width onto its edges."""
    scale = NORMAL_PX / fit.width_px
    cut, origin = cut_out(scene, fit.centre, fit.width_px, scale)
    edges = find_edges(cut)
    here = pose.moved(*origin).scaled(scale)
    centre = (np.array(fit.centre) - origin) * scale
    centre, width, turn, seen = climb(edges, here, centre, NORMAL_PX, fit.turn, 2)
    corners = here.top(centre[None], np.array([width]), np.array([turn]))[0]
    return found_at(scene, corners / scale + origin, width / scale, seen, is_lone=True)


def climb(
    edges: Edges, pose: Pose, centre: Floats, width: float, turn: float, rounds: int
) -> tuple[Floats, float, float, float]:
    """Look around in place, then in width and turn, for the outline best seen."""
    a, b = (each.ravel() for each in np.meshgrid((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)))
    same, seen = np.zeros(9), 0.0
    for each in range(rounds):
        step = 1.6 / (1 + each)
        centres = centre + np.stack([a, b], 1) * step
        score = score_of(edges.along(pose.top(centres, same + width, same + turn)))
        centre = centres[int(np.argmax(score))]
        widths, turns = width + a * step, turn + b * step * 0.05
        score = score_of(edges.along(pose.top(np.repeat(centre[None], 9, 0), widths, turns)))
        at = int(np.argmax(score))
        width, turn, seen = float(widths[at]), float(turns[at]), float(score[at])
    return centre, width, turn, seen


def score_of(sides: Floats) -> Floats:
    return np.asarray(0.6 * sides.mean(-1) + 0.4 * sides.min(-1))


@cache
def _outlines() -> Floats:
    """Outlines of a cube one wide for every tilt across and down and every turn."""
    across, down, turn = np.meshgrid(TILTS, TILTS, TURNS, indexing="ij")
    lean = np.hypot(across, down)
    angle, towards = np.arctan(lean), np.arctan2(down, across)
    ahead = np.cos(towards)[..., None] * COMPASS[0] + np.sin(towards)[..., None] * COMPASS[1]
    aside = -np.sin(towards)[..., None] * COMPASS[0] + np.cos(towards)[..., None] * COMPASS[1]
    squeezed = ahead * np.cos(angle)[..., None]
    cos, sin = np.cos(turn - towards)[..., None], np.sin(turn - towards)[..., None]
    inner = 0.5 - ROUNDING
    result = inner * (np.abs(cos * squeezed + sin * aside) + np.abs(-sin * squeezed + cos * aside))
    return np.asarray(result + inner * np.abs(ahead) * np.sin(angle)[..., None] + ROUNDING)


def _front_seen(scene: Scene, pose: Pose, fit: Fit) -> float:
    """How well the edge between the top face and the sides turned to the camera is seen: it tells the top."""
    scale = NORMAL_PX / fit.width_px
    cut, origin = cut_out(scene, fit.centre, fit.width_px, scale)
    edges = find_edges(cut)
    here = pose.moved(*origin).scaled(scale)
    centre = (np.array(fit.centre) - origin) * scale
    one = (centre[None], np.array([NORMAL_PX]), np.array([fit.turn]))
    top, bottom = here.top(*one), here.top(*one, sink=1.0)
    fall = (bottom - top).mean(axis=(0, 1))
    side = np.roll(top, -1, axis=1)[0] - top[0]
    normal = np.stack([side[:, 1], -side[:, 0]], 1) / np.linalg.norm(side, axis=1, keepdims=True)
    facing = np.maximum(normal @ fall, 0)
    if float(facing.max()) < 2.0:
        return 0.5
    return float((edges.along(top)[0] * facing).sum() / facing.sum())


def _pose_of(middle: Floats, focal: float, across: float, down: float) -> Pose:
    length = float(np.sqrt(across**2 + down**2 + 1))
    return Pose((float(middle[0]), float(middle[1])), focal, (across / length, down / length, 1 / length))


def _tilt_errors(blob: Blob) -> Floats:
    """For every tilt of the table: how far the best turned cube's outline is from the blob's."""
    reached = reach(blob.hull - blob.centre)
    models = _outlines()
    wide = reached + np.roll(reached, DIRECTIONS // 2)
    model_wide = models + np.roll(models, DIRECTIONS // 2, axis=-1)
    width = (model_wide * wide).sum(-1) / (model_wide * model_wide).sum(-1)
    off = reached - models * width[..., None]
    off = off - (off @ COMPASS.T * (2 / DIRECTIONS)) @ COMPASS
    return np.asarray((np.sqrt((off * off).mean(-1)) / width).min(axis=-1))

"""Where the dice lie: every die's top face as a quadrilateral.

First what is not floor, then the camera's tilt from the outlines of single dice, then each die: a lone one by its
outline, one in a clump or near the floor's colour by the edges of its top face. Top faces never hide each other,
which is why they and not the whole dice are looked for. Dice are taken to be cubes between 22 and 125 pixels wide
in a picture 640 pixels wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from vision.edges import Edges, find_edges
from vision.floor import compare_with_floor
from vision.pictures import Floats, Picture
from vision.pose import COMPASS, DIRECTIONS, FOCAL, ROUNDING, Fit, Pose, fit_outline, reach

WORK_PX = 640
LEAST_WIDTH_PX, MOST_WIDTH_PX = 15.0, 150.0
# A die cut out for its edges is this wide, whatever its size in the picture: cost and thresholds stay the same.
NORMAL_PX = 40.0
UNLIKE, FAINTLY_UNLIKE = 4.0, 4.0
STROKE, CENTRED = 6.5, 0.7
LEAST_SEEN = 0.2
SURE_OF_SIDE = 0.8
MOST_PLACES, MOST_REFUSED = 1500, 12
# A hole larger than this part of the picture is the inside of a tray, not of a die.
MOST_HOLE = 0.04
# A blob smaller than this part of a face is no die's symbol.
LEAST_PART = 0.05
LONE_ERROR = 0.05
TURNS = np.arange(12) * (np.pi / 24)
TILTS = np.arange(-0.8, 0.81, 0.1)


@dataclass(frozen=True, eq=False)
class Found:
    """A top face: its corners in order, how well its outline is seen (0 to 1), and what it was found by."""

    corners: Floats
    width_px: float
    seen: float
    is_lone: bool

    @cached_property
    def centre(self) -> tuple[float, float]:
        return _crossing(self.corners)


@dataclass(frozen=True)
class Located:
    dice: tuple[Found, ...]
    # Things as large as a die that are none or could not be told: their middles.
    strange: tuple[tuple[float, float], ...]
    pose: Pose


@dataclass(frozen=True, eq=False)
class _Blob:
    """Something on the floor, in pixels of the working picture."""

    hull: Floats
    box: tuple[int, int, int, int]
    area: float
    centre: Floats
    is_cut_off: bool

    @property
    def solidity(self) -> float:
        return self.area / max(float(cv2.contourArea(self.hull.astype(np.float32))), 1.0)


@dataclass(frozen=True, eq=False)
class _Scene:
    """The picture, its working size, and what on it is clearly and what even faintly unlike the floor."""

    picture: Picture
    factor: float
    shape: tuple[int, ...]
    strong: Picture
    faint: Picture


def locate(picture: Picture) -> Located:
    factor = min(1.0, WORK_PX / max(picture.shape[:2]))
    work = picture
    if factor < 1:
        work = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    floor = compare_with_floor(work)
    strong = (floor.unlike() > UNLIKE).astype(np.uint8)
    mask = cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    # Strokes matter only where no body stands out; around one they would be its own edges.
    alone = 1 - cv2.dilate(mask, np.ones((9, 9), np.uint8))
    strong |= (floor.strokes() > STROKE).astype(np.uint8) & alone
    lone = _likely_lone(_blobs(mask))
    scene = _Scene(
        picture, factor, work.shape, strong | mask, (floor.faintly_unlike() > FAINTLY_UNLIKE).astype(np.uint8)
    )
    poses = _likely_poses(scene, lone)
    attempts = [_attempt(scene, pose, lone) for pose in poses]
    best = max(range(len(poses)), key=lambda each: sum(die.seen - LEAST_SEEN for die in attempts[each]))
    return Located(tuple(attempts[best]), (), poses[best].scaled(1 / factor))


def _attempt(scene: _Scene, pose: Pose, lone: list[_Blob]) -> list[Found]:
    """All dice under one idea of the camera's tilt."""
    fits = [fit for fit in (_fit(pose, blob) for blob in lone) if fit.error < LONE_ERROR]
    width = float(np.median([fit.width_px for fit in fits])) if fits else 0.0
    if len(fits) > 2:
        fits = [fit for fit in fits if 0.6 < fit.width_px / width < 1.6]
    dice = [_settle(scene, pose, fit) for fit in fits]
    for blob in _blobs(_left(scene, pose, fits)):
        dice.extend(_search(scene, pose, blob, width))
    return _apart(dice)


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


def _left(scene: _Scene, pose: Pose, fits: list[Fit]) -> Picture:
    """What is left to search when the lone dice are taken away: all that is even faintly unlike the floor."""
    left = scene.strong.copy()
    for fit in fits:
        one = (np.array([fit.centre]), np.array([fit.width_px * 1.15]), np.array([fit.turn]))
        whole = np.concatenate([pose.top(*one)[0], pose.top(*one, sink=1.0)[0]])
        cv2.fillConvexPoly(left, cv2.convexHull(np.rint(whole).astype(np.int32)), 0)
    near = cv2.dilate(
        cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.ones((25, 25), np.uint8)
    )
    faint = scene.faint & near
    return cv2.morphologyEx(faint | (left & near), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))


def _blobs(mask: Picture) -> list[_Blob]:
    """What hangs together in the mask; small holes are filled, a tray's rim stays a rim."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    height, width = mask.shape
    blobs = []
    for contour, (_, _, _, parent) in zip(contours, tree[0] if tree is not None else (), strict=True):
        area = float(cv2.contourArea(contour))
        if parent >= 0:
            if area < MOST_HOLE * height * width:
                cv2.drawContours(mask, [contour], -1, 1, cv2.FILLED)
            continue
        if area < (0.4 * LEAST_WIDTH_PX) ** 2:
            continue
        x, y, w, h = cv2.boundingRect(contour)
        hull = cv2.convexHull(contour)[:, 0, :].astype(float)
        cut_off = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
        blobs.append(_Blob(hull, (x, y, w, h), area, hull.mean(0), cut_off))
    return blobs


def _likely_lone(blobs: list[_Blob]) -> list[_Blob]:
    """Blobs that may be one die each: compact, whole, of a die's size."""
    return [
        blob
        for blob in blobs
        if not blob.is_cut_off
        and blob.solidity > 0.9
        and LEAST_WIDTH_PX**2 < blob.area < 2 * MOST_WIDTH_PX**2
        and 0.45 < blob.box[2] / blob.box[3] < 2.2
    ]


@cache
def _outlines() -> Floats:
    """Outlines of a cube one wide for every tilt (across, down) and turn: (tilts, tilts, turns, DIRECTIONS)."""
    across, down, turn = np.meshgrid(TILTS, TILTS, TURNS, indexing="ij")
    lean = np.hypot(across, down)
    angle, towards = np.arctan(lean), np.arctan2(down, across)
    result = np.zeros((*lean.shape, DIRECTIONS))
    ahead = np.cos(towards)[..., None] * COMPASS[0] + np.sin(towards)[..., None] * COMPASS[1]
    aside = -np.sin(towards)[..., None] * COMPASS[0] + np.cos(towards)[..., None] * COMPASS[1]
    squeezed = ahead * np.cos(angle)[..., None]
    cos, sin = np.cos(turn - towards)[..., None], np.sin(turn - towards)[..., None]
    inner = 0.5 - ROUNDING
    result += inner * (np.abs(cos * squeezed + sin * aside) + np.abs(-sin * squeezed + cos * aside))
    return result + inner * np.abs(ahead) * np.sin(angle)[..., None] + ROUNDING


def _likely_poses(scene: _Scene, lone: list[_Blob]) -> list[Pose]:
    """The tilt under which the outlines of the single dice are most like cubes; edges tell front from back."""
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
    best = int(np.argmin(total))
    chosen = [(float(across.flat[best]), float(down.flat[best]))]
    opposite = total + 10.0 * (across * chosen[0][0] + down * chosen[0][1] >= -1e-9)
    other = int(np.argmin(opposite))
    if opposite.flat[other] < total.flat[best] + 0.01 * len(lone):
        chosen.append((float(across.flat[other]), float(down.flat[other])))
    poses = [_pose_of(middle, focal, *tilt) for tilt in chosen]
    if len(poses) == 1:
        return poses
    seen = [sum(_front_seen(scene, pose, _fit(pose, blob)) for blob in lone[:7]) for pose in poses]
    if abs(seen[0] - seen[1]) > SURE_OF_SIDE:
        return [poses[int(np.argmax(seen))]]
    return poses


def _front_seen(scene: _Scene, pose: Pose, fit: Fit) -> float:
    """How well the edge between the top face and the sides turned to the camera is seen: it tells the top."""
    scale = NORMAL_PX / fit.width_px
    cut, origin = _cut(scene, fit.centre, fit.width_px, scale)
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


def _tilt_errors(blob: _Blob) -> Floats:
    """For every tilt of the table: how far the best turned cube's outline is from the blob's."""
    reached = reach(blob.hull - blob.centre)
    models = _outlines()
    wide = reached + np.roll(reached, DIRECTIONS // 2)
    model_wide = models + np.roll(models, DIRECTIONS // 2, axis=-1)
    width = (model_wide * wide).sum(-1) / (model_wide * model_wide).sum(-1)
    off = reached - models * width[..., None]
    off = off - (off @ COMPASS.T * (2 / DIRECTIONS)) @ COMPASS
    return np.asarray((np.sqrt((off * off).mean(-1)) / width).min(axis=-1))


def _fit(pose: Pose, blob: _Blob) -> Fit:
    reached = reach(blob.hull)
    width = float(np.sqrt(blob.area)) * 0.9
    rough = fit_outline(pose, reached, blob.centre, width, TURNS)
    finer = rough.turn + np.linspace(-1, 1, 9) * (np.pi / 24)
    return fit_outline(pose, reached, np.array(rough.centre), rough.width_px, finer)


def _settle(scene: _Scene, pose: Pose, fit: Fit) -> Found:
    """Move a fitted top face by a few hundredths of its width onto its edges."""
    scale = NORMAL_PX / fit.width_px
    cut, origin = _cut(scene, fit.centre, fit.width_px, scale)
    edges = find_edges(cut)
    here = pose.moved(*origin).scaled(scale)
    centre = (np.array(fit.centre) - origin) * scale
    centre, width, turn, seen = _climb(edges, here, centre, NORMAL_PX, fit.turn, 2)
    corners = here.top(centre[None], np.array([width]), np.array([turn]))[0]
    return _found(scene, corners / scale + origin, width / scale, seen, is_lone=True)


def _found(scene: _Scene, corners: Floats, width: float, seen: float, *, is_lone: bool) -> Found:
    return Found(corners / scene.factor, width / scene.factor, seen, is_lone)


def _cut(scene: _Scene, centre: tuple[float, float], width: float, scale: float) -> tuple[Picture, Floats]:
    """The surroundings of a die at normal size; the origin is in working pixels."""
    half = int(np.ceil(1.3 * width * scale))
    origin = np.array(centre) - half / scale
    return _window(scene.picture, origin, scale, 1 / scene.factor, (2 * half, 2 * half)), origin


def _window(source: Picture, origin: Floats, scale: float, finer: float, size: tuple[int, int]) -> Picture:
    """A part of a picture that is `finer` than the working picture, from an origin in working pixels."""
    x, y = -origin * scale
    move = np.array([[scale / finer, 0, x], [0, scale / finer, y]])
    return np.asarray(
        cv2.warpAffine(source, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def _climb(
    edges: Edges, pose: Pose, centre: Floats, width: float, turn: float, rounds: int
) -> tuple[Floats, float, float, float]:
    """Look around in place, then in width and turn, for the outline best seen."""
    a, b = (each.ravel() for each in np.meshgrid((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)))
    same, seen = np.zeros(9), 0.0
    for each in range(rounds):
        step = 1.6 / (1 + each)
        centres = centre + np.stack([a, b], 1) * step
        score = _score(edges.along(pose.top(centres, same + width, same + turn)))
        centre = centres[int(np.argmax(score))]
        widths, turns = width + a * step, turn + b * step * 0.05
        score = _score(edges.along(pose.top(np.repeat(centre[None], 9, 0), widths, turns)))
        at = int(np.argmax(score))
        width, turn, seen = float(widths[at]), float(turns[at]), float(score[at])
    return centre, width, turn, seen


def _score(sides: Floats) -> Floats:
    return np.asarray(0.6 * sides.mean(-1) + 0.4 * sides.min(-1))


def _search(scene: _Scene, pose: Pose, blob: _Blob, width: float) -> list[Found]:
    """Top faces in a blob that is not one clear die, best seen first."""
    if not width:
        width = float(np.clip(np.sqrt(blob.area / 1.4), LEAST_WIDTH_PX, MOST_WIDTH_PX))
    if max(blob.box[2:]) < 0.25 * width or blob.area < LEAST_PART * width**2:
        return []
    scale = NORMAL_PX / width
    x, y, w, h = blob.box
    margin = 0.7 * width
    origin = np.array([x - margin, y - margin])
    size = (int((w + 2 * margin) * scale), int((h + 2 * margin) * scale))
    if size[0] * size[1] > 4_000_000:
        return []
    cut = _window(scene.picture, origin, scale, 1 / scene.factor, size)
    stuff = _window(scene.strong, origin, scale, 1.0, size)
    faint = _window(scene.faint, origin, scale, 1.0, size)
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
    score = _score(edges.coarsely_along(here.top(centres, all_widths, all_turns)))
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
        centre, wide, turn, seen = _climb(edges, here, *start, 3)
        corners = here.top(centre[None], np.array([wide]), np.array([turn]))[0]
        if seen < LEAST_SEEN or not _is_filled(stuff, faint, edges, corners, seen):
            refused.append(centres[index])
            continue
        if any(np.linalg.norm(centre - other) < 0.8 * NORMAL_PX for other in taken):
            continue
        taken.append(centre)
        found.append(_found(scene, corners / scale + origin, wide / scale, seen, is_lone=False))
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


def _rim(face: Picture) -> float:
    return (float(face.sum()) - float(face[2:18, 2:18].sum())) / (400 - 256)


def _crossing(corners: Floats) -> tuple[float, float]:
    """Where the diagonals cross: the face's middle in perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    turned = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx)
    if abs(turned) < 1e-9:
        return ax, ay
    along = ((ax - bx) * (by - dy) - (ay - by) * (bx - dx)) / turned
    return ax + along * (cx - ax), ay + along * (cy - ay)

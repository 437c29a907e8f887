"""Dice as rounded cubes: how they are painted, thrown, lit and seen by a camera."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.training.painting import (
    SIDE,
    UNIT,
    Array,
    Chance,
    Glyphs,
    blurred,
    colour,
    fill,
    hull_of,
    noise,
    pick,
)

PIPS = ["", "4", "08", "048", "0268", "02468", "036258"]  # by count, the cells of a 3 x 3 lattice
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
AROUND = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 16, endpoint=False)])
Z = (0.0, 0.0, 1.0)


def turned(axis: tuple[float, float, float], angle: float) -> Array:
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    cross = np.array([(0, -z, y), (z, 0, -x), (-y, x, 0)])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def _faces() -> list[tuple[Array, Array, Array]]:
    """Normal and two sides of each face of a cube."""
    faces = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            normal, side = np.zeros(3), np.zeros(3)
            normal[axis], side[(axis + 1) % 3] = sign, 1.0
            faces.append((normal, side, np.cross(normal, side)))
    return faces


FACES = _faces()
# Quarter turns that bring each face up.
SPINS = [turned((1, 0, 0), each * math.pi / 2) for each in (0, 1, 2, 3)]
SPINS += [turned((0, 1, 0), each * math.pi / 2) for each in (1, 3)]


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole over the table; lengths are in sides of a usual die, the floor is at height 0."""

    eye: Array
    right: Array
    down: Array
    ahead: Array
    focal: float
    middle: Array

    def project(self, points: Array) -> Array:
        away = np.atleast_2d(points) - self.eye
        seen = np.stack([away @ self.right, away @ self.down], -1) / (away @ self.ahead)[:, None]
        return np.asarray(seen * self.focal + self.middle)

    def on_floor(self, pixel: Array) -> Array:
        x, y = (pixel - self.middle) / self.focal
        ray = self.ahead + x * self.right + y * self.down
        return np.asarray((self.eye - ray * (self.eye[2] / ray[2]))[:2])

    @property
    def width_px(self) -> float:
        """How wide a usual die is in the middle of the picture."""
        return self.focal / float(np.linalg.norm(self.eye))


def camera(rng: Chance, width_px: float) -> Camera:
    """Looks down, at most 32 degrees off the plumb line."""
    tilt = math.radians(rng.uniform(0, 32) if rng.random() < 0.8 else rng.uniform(0, 8))
    around, roll = rng.uniform(0, 2 * math.pi, 2)
    focal = SIDE / 2 / math.tan(math.radians(rng.uniform(9, 33)))
    ahead = np.array([math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), -math.cos(tilt)])
    right = np.cross(ahead, [math.cos(roll), math.sin(roll), 0.0])
    right /= np.linalg.norm(right)
    middle = np.full(2, SIDE / 2) + rng.normal(0, 40, 2)
    return Camera(-ahead * (focal / width_px), right, np.cross(ahead, right), ahead, focal, middle)


@dataclass(frozen=True, eq=False)
class Lamp:
    toward: Array
    light: Array
    soft: float


@dataclass(frozen=True, eq=False)
class Light:
    sky: Array
    lamps: list[Lamp]

    @property
    def on_floor(self) -> Array:
        lamps = sum((lamp.light * lamp.toward[2] for lamp in self.lamps), np.zeros(3))
        return np.asarray(self.sky + lamps, np.float32)


def light(rng: Chance) -> Light:
    def cast() -> Array:
        if rng.random() < 0.75:
            return np.array([rng.uniform(0.55, 1.05), rng.uniform(0.8, 1.0), 1.0])
        return np.array([1.0, 0.95, rng.uniform(0.7, 1)])

    lamps = []
    for _ in range(int(rng.choice([0, 1, 1, 1, 2, 2, 3]))):
        angle = rng.uniform(0, 2 * math.pi)
        toward = np.array([math.cos(angle), math.sin(angle), rng.uniform(0.45, 3.0)])
        lamps.append(
            Lamp(toward / np.linalg.norm(toward), cast() * rng.uniform(0.2, 1.0), rng.uniform(0.02, 0.5))
        )
    return Light(cast() * rng.uniform(0.12, 0.9), lamps)


@dataclass(frozen=True, eq=False)
class Kind:
    """One kind of dice: body, ink, what is painted on the faces, how round and glossy."""

    body: Array
    ink: Array
    style: str
    round: float
    gloss: float
    sharp: float
    marble: float
    second: Array
    big: float
    pip: tuple[float, float]
    glyphs: list[Array]
    frame: float


def kind(rng: Chance, glyphs: Glyphs, ground: Array) -> Kind:
    body = colour(rng)
    if rng.random() < 0.2:  # near the floor's own colour
        near = ground * rng.uniform(0.6, 1.5) * rng.uniform(0.9, 1.1, 3)
        body = np.clip(near, 0.004, 0.95).astype(np.float32)
    ink = colour(rng)
    for _ in range(20):
        apart = abs(math.log((ink.mean() + 0.02) / (body.mean() + 0.02)))
        if apart > 0.7 or rng.random() < 0.04:
            break
        ink = colour(rng)
    return Kind(
        body=body,
        ink=ink,
        style=str(rng.choice(["pips", "glyph", "pair", "blank"], p=[0.45, 0.47, 0.06, 0.02])),
        round=rng.uniform(0.03, 0.2) if rng.random() < 0.7 else rng.uniform(0.2, 0.42),
        gloss=rng.uniform(0, 0.9) ** 2,
        sharp=math.exp(rng.uniform(1.5, 5.5)),
        marble=rng.uniform(0.2, 1) if rng.random() < 0.18 else 0.0,
        second=colour(rng),
        big=rng.uniform(0.42, 0.86),
        pip=(rng.uniform(0.13, 0.24), rng.uniform(0.42, 0.62)),
        glyphs=[pick(rng, glyphs) for _ in range(6)],
        frame=rng.uniform(0.85, 0.97) if rng.random() < 0.05 else 0.0,
    )


def paint(rng: Chance, kind: Kind, number: int, px: int) -> Array:
    """One face, flat, in linear colours."""
    mask = np.zeros((px, px), np.float32)
    if kind.style == "pips":
        _paint_pips(mask, kind, number)
    elif kind.style == "pair":
        for at, glyph in ((0.12, number), (0.48, number + 1)):
            _paint_glyph(mask, kind.glyphs[(glyph - 1) % 6], int(px * 0.42), int(at * px))
    elif kind.style == "glyph":
        side = max(6, int(px * kind.big))
        _paint_glyph(mask, kind.glyphs[number - 1], side, (px - side) // 2)
    if kind.frame:
        edge = int(px * (1 - kind.frame))
        cv2.rectangle(mask, (edge, edge), (px - 1 - edge, px - 1 - edge), (1.0,), max(1, px // 40))
    body = np.ones((px, px, 3), np.float32) * kind.body
    if kind.marble:
        swirl = np.sin(noise(rng, px, px / rng.uniform(1.5, 5)) * 3 + noise(rng, px, px / 8))
        body += (kind.second - kind.body) * np.float32(kind.marble) * np.clip(swirl * 2, 0, 1)[..., None]
    worn = np.float32(rng.uniform(0.75, 1))
    return np.asarray(body + (kind.ink - body) * (mask * worn)[..., None])


def _paint_pips(mask: Array, kind: Kind, number: int) -> None:
    px = len(mask)
    radius, spread = kind.pip
    if number == 1 and radius * 97 % 1 < 0.3:  # some designs have one large pip
        radius *= 1.6
    for spot in PIPS[number]:
        y, x = divmod(int(spot), 3)
        at = tuple(round((((each - 1) * spread + 1) * px / 2 - 0.5) * 16) for each in (x, y))
        cv2.circle(mask, at, int(radius * px / 2 * 16), (1.0,), -1, cv2.LINE_AA, 4)


def _paint_glyph(mask: Array, glyph: Array, side: int, at: int) -> None:
    small = cv2.resize(glyph, (side, side), interpolation=cv2.INTER_AREA) / np.float32(255)
    part = mask[at : at + side, at : at + side]
    part[:] = small[: len(part), : part.shape[1]]


@dataclass(frozen=True, eq=False)
class Cube:
    """A die at its place: centre, side, turn, and what it covers of the floor."""

    at: Array
    size: float
    turn: Array
    kind: Kind
    is_flat: bool
    foot: Array

    @property
    def top(self) -> int:
        """The face that looks up most."""
        return max(range(6), key=lambda face: float((self.turn @ FACES[face][0])[2]))

    def corners(self, cam: Camera) -> Array:
        """The top face as if the cube were sharp, in the picture, clockwise."""
        normal, u, v = (self.turn @ each for each in FACES[self.top])
        half = self.size / 2
        quad = cam.project(np.array([self.at + half * (normal + a * u + b * v) for a, b in UNIT]))
        (ax, ay), (bx, by), (cx, cy), _ = quad
        return quad if (bx - ax) * (cy - by) > (by - ay) * (cx - bx) else quad[::-1]

    def foot_middle(self, cam: Camera) -> Array:
        """The middle of the face below, as if the cube were glass."""
        normal = self.turn @ FACES[self.top][0]
        return np.asarray(cam.project(self.at - normal * self.size / 2)[0])

    def outline(self, cam: Camera) -> Array:
        """A hull of discs around the inner corners."""
        half = self.size / 2
        radius = min(half * 2 * self.kind.round, half * 0.95)
        inner = (CORNERS * (half - radius)) @ self.turn.T + self.at
        discs = (radius * cam.focal / ((inner - cam.eye) @ cam.ahead))[:, None, None] * AROUND[None]
        return hull_of((cam.project(inner)[:, None] + discs).reshape(-1, 2))


def throw(rng: Chance, cam: Camera, glyphs: Glyphs, ground: Array) -> list[Cube]:
    """Dice apart, touching, side to side, and now and then leaning."""
    count = int(rng.choice([0, 1, 2, 4, 6, 8, 11, 16], p=[0.04, 0.12, 0.14, 0.2, 0.2, 0.15, 0.1, 0.05]))
    kinds = [kind(rng, glyphs, ground) for _ in range(int(rng.integers(1, 5)))]
    clumpy, many_sizes = rng.choice([0.0, 0.3, 0.6, 0.85]), rng.random() < 0.2
    thrown: list[Cube] = []
    for _ in range(count):
        size = rng.uniform(0.7, 1.3) if many_sizes else 1.0
        chosen = kinds[int(rng.integers(len(kinds)))]
        is_flat = bool(rng.random() > 0.08)
        for _ in range(12):
            cube = _placed(rng, cam, thrown, size, chosen, is_flat, bool(rng.random() < clumpy))
            if not any(_overlap(cube.foot, other.foot) for other in thrown):
                thrown.append(cube)
                break
    return thrown


def _placed(
    rng: Chance, cam: Camera, thrown: list[Cube], size: float, chosen: Kind, is_flat: bool, beside: bool
) -> Cube:
    turn = turned(Z, rng.uniform(0, 2 * math.pi))
    other = thrown[int(rng.integers(len(thrown)))] if thrown and beside else None
    angle = rng.uniform(0, 2 * math.pi)
    if not is_flat:
        lean = rng.uniform(0, 2 * math.pi)
        turn = turned((math.cos(lean), math.sin(lean), 0.0), rng.uniform(0.2, 0.75)) @ turn
    elif other and rng.random() < 0.35:  # side to side
        edge = other.foot[1] - other.foot[0]
        yaw = math.atan2(edge[1], edge[0])
        turn = turned(Z, yaw)
        angle = yaw + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.25)
    own = (CORNERS * size / 2) @ turn.T
    foot = hull_of(own[:, :2])
    if other:
        way, far = np.array([math.cos(angle), math.sin(angle)]), 0.4 * size
        while _overlap(foot + other.at[:2] + way * far, other.foot) and far < 4:
            far += 0.02 * size
        at = other.at[:2] + way * (far + rng.choice([0.0, 0.02, 0.08]))
    else:
        at = cam.on_floor(rng.uniform(-0.06, 1.06, 2) * SIDE)
    spin = SPINS[int(rng.integers(6))]
    height = -float(own[:, 2].min())
    return Cube(np.array([*at, height]), size, turn @ spin, chosen, is_flat, foot + at)


def _overlap(one: Array, other: Array) -> bool:
    if np.hypot(*(one.mean(0) - other.mean(0))) > 3:
        return False
    shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(shared > 1e-4)


def light_on_floor(rng: Chance, cam: Camera, lit: Light, cubes: list[Cube]) -> Array:
    """How much light each pixel of the floor gets between the dice."""
    bright = np.ones((SIDE, SIDE, 3), np.float32) * lit.on_floor
    covered = np.zeros((SIDE, SIDE), np.float32)
    for cube in cubes:
        foot = (cube.foot - cube.foot.mean(0)) * 0.92 + cube.foot.mean(0)
        fill(hull_of(cam.project(np.column_stack([foot, np.zeros(len(foot))]))), covered)
    near = np.maximum(blurred(covered, 0.1 * cam.width_px), 0.8 * blurred(covered, 0.3 * cam.width_px))
    bright = bright * (1 - np.float32(rng.uniform(0.2, 0.75)) * near)[..., None]
    for lamp in lit.lamps:
        shadow = np.zeros((SIDE, SIDE), np.float32)
        for cube in cubes:
            points = (CORNERS * cube.size / 2 * 0.97) @ cube.turn.T + cube.at
            fill(hull_of(cam.project(points - lamp.toward * (points[:, 2:] / lamp.toward[2]))), shadow)
        shadow = blurred(shadow, max(0.4, lamp.soft * 0.5 * cam.width_px))
        bright = bright - shadow[..., None] * (lamp.light * lamp.toward[2]).astype(np.float32)
    return np.clip(bright, 0.01, None)


def put(rng: Chance, canvas: Array, cam: Camera, lit: Light, cube: Cube) -> tuple[slice, slice, Array] | None:
    """Paint a die; answers where, and the mask of what it covers there."""
    outline = cube.outline(cam)
    x0, y0 = np.maximum(np.floor(outline.min(0)) - 2, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(outline.max(0)) + 3, SIDE).astype(int)
    wide, high = int(x1 - x0), int(y1 - y0)
    if wide < 2 or high < 2:
        return None
    corner = np.array([x0, y0])
    mask = _filled(outline - corner, (high, wide))
    faces = [_seen(rng, cam, lit, cube, face, corner) for face in _in_sight(cam, cube)]
    # The face seen best goes under all, so that nothing within the outline stays unpainted.
    layer = _warped(*faces[-1], (wide, high))
    for texture, quad in faces:
        layer += (_warped(texture, quad, (wide, high)) - layer) * _filled(quad, (high, wide))[..., None]
    rows, columns = slice(y0, y1), slice(x0, x1)
    area = canvas[rows, columns]
    area += (layer - area) * mask[..., None]
    return rows, columns, mask


def _filled(shape: Array, size: tuple[int, int]) -> Array:
    mask = np.zeros(size, np.float32)
    cv2.fillConvexPoly(mask, np.rint(shape * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    return mask


def _warped(texture: Array, quad: Array, size: tuple[int, int]) -> Array:
    onto = cv2.getPerspectiveTransform((UNIT + 1) * (len(texture) / 2) - 0.5, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(texture, onto, size, borderMode=cv2.BORDER_REPLICATE))


def _half(cube: Cube) -> float:
    """Edges are where two rounded faces meet: a little inside of a sharp cube's."""
    return cube.size / 2 * (1 - 0.29 * min(cube.kind.round * 2, 0.95))


def _in_sight(cam: Camera, cube: Cube) -> list[int]:
    """The faces turned to the eye, the one seen best last."""
    facing = []
    for face, (normal, _, _) in enumerate(FACES):
        normal = cube.turn @ normal
        away = cam.eye - cube.at - normal * _half(cube)
        facing.append((float(normal @ away) / float(np.linalg.norm(away)), face))
    return [face for how, face in sorted(facing) if how > 0.01]


def _seen(rng: Chance, cam: Camera, lit: Light, cube: Cube, face: int, corner: Array) -> tuple[Array, Array]:
    """A face's lit texture and where its corners are in the picture, counted from `corner`."""
    away = cam.eye - cube.at
    far = float(np.linalg.norm(away))
    px = int(np.clip(round(cube.size * cam.focal / far * 1.1), 14, 128))
    normal, u, v = (cube.turn @ each for each in FACES[face])
    diffuse, mirrored = _shade((normal, u, v), away / far, cube.kind, lit, px)
    if normal[2] < 0.5:  # sides get less sky, least at the foot
        along = np.arange(px, dtype=np.float32) / px * 2 - 1
        height = v[2] * along[:, None] + u[2] * along[None]
        diffuse *= np.clip(0.75 + 0.25 * height * rng.random(), 0.3, 1)[..., None] * rng.uniform(0.5, 1.05)
    texture = paint(rng, cube.kind, face + 1, px) * diffuse + mirrored
    quad = np.array([cube.at + _half(cube) * (normal + a * u + b * v) for a, b in UNIT])
    return texture.astype(np.float32), cam.project(quad) - corner


def _shade(
    frame: tuple[Array, Array, Array], toward_eye: Array, kind: Kind, lit: Light, px: int
) -> tuple[Array, Array]:
    """Diffuse and mirrored light over a face whose edges are rounded."""
    normal, u, v = frame
    axis = (np.arange(px, dtype=np.float32) + 0.5) / px * 2 - 1
    bend = np.clip((np.abs(axis) - 1 + kind.round * 2) / (kind.round * 2), 0, 1) ** 1.3 * np.sign(axis)
    normals = normal + bend[None, :, None] * u + bend[:, None, None] * v
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    diffuse, mirrored = (0.62 + 0.38 * normals[..., 2:]) * lit.sky, np.zeros((px, px, 3))
    for lamp in lit.lamps:
        diffuse = diffuse + np.clip(normals @ lamp.toward, 0, 1)[..., None] * lamp.light
        half = lamp.toward + toward_eye
        shine = np.clip(normals @ (half / np.linalg.norm(half)), 0, 1) ** kind.sharp
        mirrored = mirrored + shine[..., None] * lamp.light * kind.gloss
    glance = (1 - np.clip(normals @ toward_eye, 0, 1)) ** 3
    return diffuse, mirrored + (glance * kind.gloss * 0.5)[..., None] * lit.sky

"""A printed page, photographed: laid on a table, turned, seen at an angle, badly lit, blurred, squeezed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

Page = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Shot:
    """`tilt` is how much shorter the far edge looks, `fill` how much of the photo the page takes up."""

    turn_degrees: float = 0.0
    tilt: float = 0.0
    fill: float = 0.85
    blur_px: float = 0.8
    noise: float = 4.0
    shadow: float = 0.3
    quality: int = 85
    long_px: int = 4000
    crumple: float = 0.0


def rendered(pdf: bytes, number: int = 0, dots_per_inch: int = 300) -> Page:
    """A page as a printer would put it on paper."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[number].render(scale=dots_per_inch / 72, grayscale=True).to_numpy()
        return np.array(page[..., 0] if page.ndim == 3 else page, np.uint8)
    finally:
        document.close()


def photographed(page: Page, shot: Shot, seed: int = 1) -> bytes:
    """The JPEG file that a phone would have made."""
    chance = np.random.default_rng(seed)
    wide, high = shot.long_px * 3 // 4, shot.long_px
    corners = _corners(page.shape, wide, high, shot)
    paper = _crumpled(page, shot.crumple, chance)
    onto = cv2.getPerspectiveTransform(_rectangle(page.shape), corners)
    # Averaged while it shrinks, as a lens does.
    shrink = np.linalg.norm(corners[1] - corners[0]) / page.shape[1]
    if shrink < 0.7:
        paper = cv2.GaussianBlur(paper, (0, 0), 0.35 / shrink).astype(np.uint8)
    cloth = cv2.resize(chance.integers(40, 90, (high // 40, wide // 40)).astype(np.uint8), (wide, high))
    seen = cv2.warpPerspective(paper, onto, (wide, high), flags=cv2.INTER_LINEAR, borderValue=0)
    mask = cv2.warpPerspective(np.full_like(paper, 255), onto, (wide, high), borderValue=0) / np.float32(255)
    scene = seen * np.float32(0.86) * mask + cloth * (1 - mask) + np.float32(12)
    scene = _lit(scene, shot.shadow, chance)
    if shot.blur_px:
        scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), shot.blur_px), np.float32)
    scene += chance.normal(0, shot.noise, scene.shape).astype(np.float32)
    grey = np.clip(scene, 0, 255).astype(np.uint8)
    # Warm light: a photo is never grey.
    photo = cv2.merge([(grey * 0.88).astype(np.uint8), (grey * 0.95).astype(np.uint8), grey])
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])[1].tobytes()


def _rectangle(shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    high, wide = shape[:2]
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)


def _corners(shape: tuple[int, ...], wide: int, high: int, shot: Shot) -> npt.NDArray[np.float32]:
    """Where the page's corners come to lie in the photo."""
    flat = _rectangle(shape) - np.array([shape[1] / 2, shape[0] / 2], np.float32)
    angle = np.deg2rad(shot.turn_degrees)
    turned = flat @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    depth = 1 + shot.tilt * (0.5 - turned[:, 1] / np.ptp(turned[:, 1]))
    leaning = turned / depth[:, None] * np.array([1, 1 - shot.tilt / 2], np.float32)
    size = np.ptp(leaning, axis=0)
    scale = shot.fill * min(wide / size[0], high / size[1])
    middle = (leaning.max(axis=0) + leaning.min(axis=0)) / 2
    return np.asarray((leaning - middle) * scale + np.array([wide / 2, high / 2]), np.float32)


def _crumpled(page: Page, amount: float, chance: np.random.Generator) -> Page:
    """Paper that was folded and does not lie flat: points wander by `amount` of the page's width."""
    if not amount:
        return page
    high, wide = page.shape
    across, down = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bend = [
        cv2.resize(
            chance.normal(0, 1, (5, 4)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
        )
        for _ in "xy"
    ]
    return cv2.remap(
        page,
        across + bend[0] * amount * wide,
        down + bend[1] * amount * wide,
        cv2.INTER_LINEAR,
        borderValue=255,
    ).astype(np.uint8)


def _lit(
    scene: npt.NDArray[np.float32], shadow: float, chance: np.random.Generator
) -> npt.NDArray[np.float32]:
    """A lamp from one side, and the shadow of a hand."""
    high, wide = scene.shape
    across, down = np.meshgrid(
        np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32)
    )
    angle = chance.uniform(0, 2 * np.pi)
    lamp = 1 - shadow * (0.5 + 0.5 * (across * np.cos(angle) + down * np.sin(angle)))
    hand = 1 - shadow * 0.6 / (1 + np.exp(-12 * (across - 0.3 * down - 0.2)))
    return np.asarray(scene * lamp * hand, np.float32)

"""Symbols to learn from, as masks: icons, characters of fonts, pips, and faces composed of two.

* icons of the npm package ``@iconify-json/game-icons`` (game-icons.net, CC BY 3.0), fetched by ``npm pack``;
* symbols of Symbola (Debian's fonts-symbola, free for any use), letters and digits of DejaVu, Liberation
  and URW base 35 (fonts-dejavu-core, fonts-liberation, fonts-urw-base35; free licences) as installed;
* pip patterns, blank faces and faces composed of two glyphs, drawn here.

Only what the networks learn from them is shipped, none of the drawings. Needs resvg_py, pillow, OpenCV, npm
and fontconfig's ``fc-match``.
"""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from calibration.training.painting import MASK, Array

Found = dict[str, list[Array | None]]  # by class, a mask for each font; None where a font has none

# Never trained on, in any font: the project measures itself on dice with these.
HELD_OUT = "☿⚶☄☾⚸♘☢♜⚔☥⚡♣★⚓☠☯☀♥♠♦❄⚒⚖⚘♛♝♟♫✠👁☘⚜☎✒✂✈✋♉♌♏♓♑♃♄☮☭"
HELD_OUT += "☂⚙⚛♞⚕✿♆☃✪⚐♚❦☊⌛✉☕⚗⛤"
SYMBOLS = "2190-2BFF 1F300-1F64F 1F680-1F77F 1F900-1F9FF 16A0-16F0 10190-1019B 101D0-101FC 10280-1031F"
SYMBOLS += " 10900-1091F 1D300-1D356 2C80-2CE4 3A3-3CE 410-44F"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmnqrty12345678"
FONTS = "DejaVu Sans:bold,DejaVu Serif:bold,DejaVu Sans Mono,Liberation Sans,Liberation Serif,URW Bookman"
FONTS += ",URW Gothic,C059:bold,Z003,P052:italic"


def fit(drawn: Array) -> Array | None:
    """The inked part, centred and scaled so that its longer side fills the square; None if hardly any."""
    x, y, wide, high = cv2.boundingRect((drawn > 60).astype(np.uint8))
    if min(wide, high) * 12 <= max(wide, high):
        return None
    part = drawn[y : y + high, x : x + wide]
    high, wide = (round(length * (MASK - 4) / max(part.shape)) for length in part.shape)
    mask = np.zeros((MASK, MASK), np.uint8)
    y, x = (MASK - high) // 2, (MASK - wide) // 2
    mask[y : y + high, x : x + wide] = cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA)
    return mask


def icons() -> Found:
    with tempfile.TemporaryDirectory() as folder:
        pack = ["npm", "pack", "--silent", "@iconify-json/game-icons"]
        subprocess.run(pack, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as tar:
            found = json.load(tar.extractfile("package/icons.json") or io.BytesIO())
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {found["width"]} {found["height"]}">'
    drawn: Found = {}
    for name, icon in found["icons"].items():
        svg = f"{head}{icon['body']}</svg>"
        png = resvg_py.svg_to_bytes(svg_string=svg, width=128, height=128, skip_system_fonts=True)
        drawn[f"icon {name}"] = [fit(np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3])]
    return drawn


def characters(wanted: str, family: str) -> list[Array | None]:
    """Each character in this font, None where the font has none."""
    found = subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True)
    font = ImageFont.truetype(found.stdout, 110)
    drawn = []
    for char in "\U0010fffe" + wanted:
        canvas = Image.new("L", (240, 240), 0)
        ImageDraw.Draw(canvas).text((60, 40), char, font=font, fill=255)
        drawn.append(fit(np.asarray(canvas)))
    missing = np.asarray(drawn[0])
    return [None if mask is None or np.array_equal(mask, missing) else mask for mask in drawn[1:]]


def pips() -> Found:
    drawn: Found = {}
    for count, where in enumerate(["", "4", "08", "048", "0268", "02468", "036258"]):
        masks = [np.zeros((MASK, MASK), np.uint8) for _ in range(4)]
        for mask, radius, spread in zip(masks, (9, 9, 12, 14), (26, 32, 28, 32), strict=True):
            for y, x in (divmod(int(spot), 3) for spot in where):
                cv2.circle(mask, (48 + (x - 1) * spread, 48 + (y - 1) * spread), radius, 255, -1, cv2.LINE_AA)
        drawn[f"pips {count}"] = list(masks)
    return drawn


def composed(pool: list[Array], count: int, rng: np.random.Generator) -> Found:
    """Two smaller glyphs across, at times the same twice, at times with a bar between."""
    drawn: Found = {}
    for i in range(count):
        size, mask = int(rng.integers(44, 50)), np.zeros((MASK, MASK), np.uint8)
        chosen = (pool[int(k)] for k in rng.integers(len(pool), size=2))
        one, two = (cv2.resize(m, (size, size), interpolation=cv2.INTER_AREA) for m in chosen)
        mask[:size, :size], mask[-size:, -size:] = one, one if i % 3 == 1 else two
        if i % 3 == 2:
            cv2.line(mask, (90, 6), (6, 90), 255, int(rng.integers(2, 6)), cv2.LINE_AA)
        drawn[f"composed {i}"] = [mask]
    return drawn


def rings(mask: Array) -> Array:
    """Fourier magnitudes along rings around the centre: the same for a turned or mirrored glyph."""
    flags = cv2.WARP_POLAR_LINEAR | cv2.WARP_FILL_OUTLIERS
    polar = cv2.warpPolar(cv2.GaussianBlur(mask, (0, 0), 1.5), (24, 64), (47.5, 47.5), 66, flags)
    flat = (np.abs(np.fft.rfft(polar.astype(np.float32), axis=0))[:20] * np.sqrt(np.arange(24) + 1)).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6))


def collect(rng: np.random.Generator) -> dict[str, Array]:
    """All classes, each with its masks, without those that are another one turned or near a held-out one."""
    codes = [range(int(a, 16), int(b, 16) + 1) for a, b in (part.split("-") for part in SYMBOLS.split())]
    symbols = [chr(code) for block in codes for code in block if chr(code) not in HELD_OUT]
    fonts = [characters(LETTERS, family) for family in FONTS.split(",")]
    letters = {f"letter {char}": list(masks) for char, *masks in zip(LETTERS, *fonts, strict=True)}
    drawn = zip(symbols, characters("".join(symbols), "Symbola"), strict=True)
    pictures = {f"symbol {ord(char):X}": [mask] for char, mask in drawn} | icons()
    pool = [masks[0] for masks in pictures.values() if masks[0] is not None]
    found = pips() | letters | pictures | composed(pool, 700, rng)
    seen = [m for family in ("Symbola", "DejaVu Sans") for m in characters(HELD_OUT, family) if m is not None]
    known = np.zeros((len(seen) + len(found), 480), np.float32)
    known[: len(seen)] = [rings(mask) for mask in seen]
    classes: dict[str, Array] = {}
    for name, masks in found.items():
        there = [mask for mask in masks if mask is not None]
        filled = len(seen) + len(classes)
        if there and (name.startswith("pips") or np.max(known[:filled] @ rings(there[0])) < 0.985):
            known[filled] = rings(there[0])
            classes[name] = np.stack(there)
    return classes

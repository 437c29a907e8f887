"""The picture with what was read on it: outlines, names and confidence, to be shown to a person."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Picture
from vision.reader import Read

SURE, ASKED, STRANGE = (80, 200, 60), (0, 170, 255), (60, 60, 235)
DARK, LIGHT = (20, 20, 20), (255, 255, 255)


def draw(picture: Picture, read: Read) -> Picture:
    """Green is sure, amber will be asked, a red ring is something that could not be read."""
    drawn = picture.copy()
    size = max(picture.shape[:2]) / 1280
    line = max(1, round(2 * size))
    for reading in read.readings:
        colour = SURE if reading.sure else ASKED
        outline = np.rint(reading.corners * 8).astype(np.int32)
        cv2.polylines(
            drawn, [outline], isClosed=True, color=colour, thickness=line, lineType=cv2.LINE_AA, shift=3
        )
        x, y = reading.corners[:, 0].mean(), reading.corners[:, 1].min()
        _label(drawn, f"{reading.die} {reading.face} {_percent(reading.confidence)}", (x, y), colour, size)
    for question in read.questions:
        if question.place is None or question.face:
            continue
        at = (round(question.place[0]), round(question.place[1]))
        cv2.circle(drawn, at, round(36 * size), STRANGE, line, cv2.LINE_AA)
        _label(drawn, "?", (at[0], at[1] - 40 * size), STRANGE, size)
    return drawn


def _percent(chance: float) -> str:
    """Rounded down: what is not certain must not look it."""
    return f"{int(chance * 100)}%"


def _label(
    drawn: Picture, text: str, at: tuple[float, float], colour: tuple[int, int, int], size: float
) -> None:
    font, scale, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.5 * size, max(1, round(size))
    # The drawing font knows no letters beyond ASCII.
    text = text.encode("ascii", "replace").decode()
    (wide, high), below = cv2.getTextSize(text, font, scale, thick)
    x = int(np.clip(at[0] - wide / 2, 0, max(drawn.shape[1] - wide, 0)))
    y = int(np.clip(at[1] - 6 * size, high + 4, drawn.shape[0] - below))
    cv2.rectangle(drawn, (x - 3, y - high - 4), (x + wide + 3, y + below), DARK, cv2.FILLED)
    cv2.rectangle(drawn, (x - 3, y + below - 2), (x + wide + 3, y + below), colour, cv2.FILLED)
    cv2.putText(drawn, text, (x, y - 1), font, scale, LIGHT, thick, cv2.LINE_AA)

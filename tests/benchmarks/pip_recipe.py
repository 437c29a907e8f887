"""The usual recipe for pips, to be compared with: find round blobs, cluster near ones, count each cluster."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Picture

# Pips of one die are nearer to each other than this; the recipe has to be told for each camera.
NEAR_PX = 24.0


def blobs_and_clusters(picture: Picture) -> list[tuple[tuple[float, float], int]]:
    """Each cluster's middle and its number of blobs, over dark and light pips."""
    grey = cv2.medianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 3)
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.5
    settings.filterByArea = True
    settings.minArea, settings.maxArea = 8, 160
    settings.filterByColor = False
    settings.minDistBetweenBlobs = 3
    spots = [spot.pt for spot in cv2.SimpleBlobDetector.create(settings).detect(grey)]
    clusters: list[list[tuple[float, float]]] = []
    for x, y in spots:
        near = [each for each in clusters if any(np.hypot(x - a, y - b) < NEAR_PX for a, b in each)]
        for each in near:
            clusters.remove(each)
        clusters.append([(x, y), *(spot for each in near for spot in each)])
    return [
        ((float(np.mean([x for x, _ in each])), float(np.mean([y for _, y in each]))), len(each))
        for each in clusters
    ]

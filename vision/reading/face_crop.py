"""A whole card cut out of a picture: always upright, of one size, its paper white.

    crop = cut_card(image, quad)                 # (HEIGHT, WIDTH, 3); its corners lie at frame()
    evened(crops)                                # as the networks of whole faces get them
    back_to_picture(quad, points)                # what lies in the crop, in the picture
    quads_set_right(quads, shift)                # the corners as a network would have had them
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.percentile import percentile

WIDTH, HEIGHT = 48, 80  # px of a crop
EDGE = 0.1  # of a crop's width and height that lies around the card
FARTHEST = 0.35  # of a crop's width and height that a corner is moved at most


def frame() -> np.ndarray:
    """Where a card's corners (4, 2) come to lie in its crop, px."""
    x, y = EDGE * WIDTH - 0.5, EDGE * HEIGHT - 0.5
    return np.array([[x, y], [WIDTH - 1 - x, y], [WIDTH - 1 - x, HEIGHT - 1 - y], [x, HEIGHT - 1 - y]], np.float32)


def cut_card(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The upright crop (HEIGHT, WIDTH, 3) uint8 of a card with corners (4, 2) px; the one way to cut it."""
    quad = np.asarray(quad, np.float32)
    size = float(np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2
    low = np.clip(np.floor(quad.min(axis=0) - 0.25 * size), 0, np.array(image.shape[1::-1]) - 2).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0) + 0.25 * size), low + 2, np.array(image.shape[1::-1])).astype(int)
    part, at = image[low[1]:high[1], low[0]:high[0]], quad - low
    shrink = 1.3 * HEIGHT / max(size, 1)
    if shrink < 0.7:  # first smaller, so that warping does not alias
        new = (max(2, round(part.shape[1] * shrink)), max(2, round(part.shape[0] * shrink)))
        at = (at + 0.5) * np.array(new) / np.array(part.shape[1::-1]) - 0.5
        part = cv2.resize(part, new, interpolation=cv2.INTER_AREA)
    matrix = cv2.getPerspectiveTransform(at.astype(np.float32), frame())
    return cv2.warpPerspective(part, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def evened(crops: np.ndarray) -> np.ndarray:
    """Crops (n, h, w, 3) uint8 with their paper made white and their darkest parts black."""
    low = np.percentile(crops.mean(axis=3), 1, axis=(1, 2)).astype(np.float32)[:, None, None, None] * 0.8
    high = percentile(crops, 90)[:, None, None, :]
    gain = np.clip(235 / np.maximum(high - low, 1), 0.8, 8)
    return np.asarray(np.clip((crops - low) * gain, 0, 255).astype(np.uint8))


def back_to_picture(quad: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (4, 2) of the crop cut at a quad, in the picture; the quad itself where they are no card's corners."""
    matrix = cv2.getPerspectiveTransform(frame(), np.asarray(quad, np.float32))
    found = cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0]
    if not np.isfinite(found).all() or not cv2.isContourConvex(found.astype(np.float32)):
        return np.asarray(quad, np.float32)
    ratio = abs(cv2.contourArea(found)) / max(abs(cv2.contourArea(np.asarray(quad, np.float32))), 1)
    return found if 0.4 < ratio < 2.5 else np.asarray(quad, np.float32)


def quads_set_right(quads: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """Where a network says that the corners (n, 4, 2) px of cards cut at quads are; shift: (n, 8) shares of a crop."""
    moved = np.clip(shift.reshape(-1, 4, 2), -FARTHEST, FARTHEST) * (WIDTH, HEIGHT)
    return np.stack([back_to_picture(quad, frame() + by) for quad, by in zip(quads, moved, strict=True)])

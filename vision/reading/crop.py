"""The one way an index is cut out of a picture, for training and for reading.

    crops = cut_many(image, poses)          # (n, CROP, CROP, 3) uint8, upright, white paper
    poses = moved(poses, shift, turn, scale) # after the reader's own corrections

A pose says where an index is printed: centre, the unit vector from suit to rank, and the length
of rank and suit together, all in pixels of the picture the crop comes from.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading.percentile import percentile

CROP = 48  # px, side of a crop
FILL = 30  # px, length of the index inside the crop
WHITE = 235.0  # what the paper's colour is brought to
LEVELS = np.arange(256, dtype=np.float32)


def to_crop(pose: Sequence[float] | np.ndarray) -> np.ndarray:
    """Affine map (2, 3) from picture px to crop px for a pose (x, y, up_x, up_y, size)."""
    x, y, up_x, up_y, size = pose
    scale = FILL / max(size, 1e-3)
    # up goes to (0, -1): rows of the rotation are the card's right and the card's down
    right_x, right_y, down_x, down_y = -up_y * scale, up_x * scale, -up_x * scale, -up_y * scale
    return np.array([[right_x, right_y, CROP / 2 - right_x * x - right_y * y],
                     [down_x, down_y, CROP / 2 - down_x * x - down_y * y]])


def halvings(size: float) -> int:
    """How often a picture is halved before an index of some px is cut out of it, so that warping does not alias."""
    return max(0, math.floor(math.log2(max(size, 1) / FILL * 1.3)))


def cut(image: np.ndarray, pose: np.ndarray) -> np.ndarray:
    """One upright crop (CROP, CROP, 3) uint8 of the index at a pose, its colours as they are."""
    part, low = neighbourhood(image, pose) if halvings(pose[4]) else (image, np.zeros(2))
    return np.asarray(cut_all(part, np.concatenate([pose[:2] - low, pose[2:]])[None])[0])


def cut_all(image: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """Upright crops (n, CROP, CROP, 3) uint8 of the indices at poses (n, 5), their colours as they are."""
    crops = np.empty((len(poses), CROP, CROP, 3), np.uint8)
    smaller = [image]
    for pose, crop in zip(poses.tolist(), crops, strict=True):
        times = halvings(pose[4])
        while len(smaller) <= times:
            smaller.append(halved(smaller[-1]))
        x, y, up_x, up_y, size = pose
        share = 0.5**times
        affine = to_crop((share * (x + 0.5) - 0.5, share * (y + 0.5) - 0.5, up_x, up_y, share * size))
        cv2.warpAffine(smaller[times], affine, (CROP, CROP), crop, flags=cv2.INTER_LINEAR,
                       borderMode=cv2.BORDER_REPLICATE)
    return crops


def halved(image: np.ndarray) -> np.ndarray:
    """A picture of half the size; a last odd row or column is left out."""
    h, w = max(1, image.shape[0] // 2), max(1, image.shape[1] // 2)
    return cv2.resize(image[:2 * h, :2 * w], (w, h), interpolation=cv2.INTER_AREA)


def neighbourhood(image: np.ndarray, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of the picture a crop can see, and its first pixel (2,)."""
    reach = 1.25 * pose[4] * CROP / FILL / 2 * 1.2
    low = np.clip(np.floor(pose[:2] - reach), 0, np.array(image.shape[1::-1]) - 2).astype(int)
    low -= low % 2**halvings(pose[4])  # so that it is halved as the whole picture would be
    high = np.clip(np.ceil(pose[:2] + reach), low + 2, np.array(image.shape[1::-1])).astype(int)
    return image[low[1]:high[1], low[0]:high[0]], low


def whitened(crops: np.ndarray) -> np.ndarray:
    """Crops (n, h, w, 3) uint8 with their paper made white, whatever lamp shone on it."""
    paper = percentile(crops, 88)
    gains = np.clip(WHITE / np.maximum(paper, 1), 0.8, 8)
    tables = np.clip(LEVELS[:, None] * gains[:, None], 0, 255).astype(np.uint8)  # (n, 256, 3)
    white = np.empty(crops.shape, np.uint8)
    for crop, table, done in zip(crops, tables, white, strict=True):
        cv2.LUT(crop, table[None], done)
    return white


def cut_many(image: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """Whitened crops (n, CROP, CROP, 3) uint8 for poses (n, 5)."""
    return whitened(cut_all(image, poses))


def moved(poses: np.ndarray, shift: np.ndarray, turn: np.ndarray, log_scale: np.ndarray) -> np.ndarray:
    """Poses (n, 5) after corrections seen in their crops.

    shift: (n, 2) in index lengths along the crop's right and down.  turn: (n,) radians,
    clockwise on screen.  log_scale: (n,) natural logarithm of true over assumed length.
    """
    up = poses[:, 2:4]
    down = -up
    right = np.column_stack([-up[:, 1], up[:, 0]])
    size = poses[:, 4:5]
    centre = poses[:, :2] + size * (shift[:, :1] * right + shift[:, 1:] * down)
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    new_up = np.column_stack([c * up[:, :1] - s * up[:, 1:], s * up[:, :1] + c * up[:, 1:]])
    return np.column_stack([centre, new_up, size * np.exp(log_scale)[:, None]]).astype(np.float32)


def correction(assumed: np.ndarray, true: np.ndarray) -> tuple[np.ndarray, float, float]:
    """The shift (2,), turn and log_scale that `moved` needs to lead from one pose (5,) to another."""
    up = assumed[2:4]
    right, down = np.array([-up[1], up[0]]), -up
    step = (true[:2] - assumed[:2]) / assumed[4]
    turn = np.arctan2(up[0] * true[3] - up[1] * true[2], up @ true[2:4])
    return np.array([step @ right, step @ down]), float(turn), float(np.log(true[4] / assumed[4]))

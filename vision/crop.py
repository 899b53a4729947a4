"""The one way an index is cut out of a picture, for training and for reading.

    crops = cut_many(image, poses)          # (n, CROP, CROP, 3) uint8, upright, white paper
    better = turned(pose, correction)       # a pose after the reader's own correction

A pose says where an index is printed: centre, the unit vector from suit to rank, and the length
of rank and suit together, all in pixels of the picture the crop comes from.
"""

from __future__ import annotations

import cv2
import numpy as np

CROP = 48  # px, side of a crop
FILL = 30  # px, length of the index inside the crop
WHITE = 235.0  # what the paper's colour is brought to


def to_crop(pose: np.ndarray) -> np.ndarray:
    """Affine map (2, 3) from picture px to crop px for a pose (x, y, up_x, up_y, size)."""
    x, y, up_x, up_y, size = (float(v) for v in pose)
    scale = FILL / max(size, 1e-3)
    # up goes to (0, -1): rows of the rotation are the card's right and the card's down
    rotation = scale * np.array([[-up_y, up_x], [-up_x, -up_y]])
    return np.column_stack([rotation, CROP / 2 - rotation @ (x, y)])


def cut(image: np.ndarray, pose: np.ndarray) -> np.ndarray:
    """One upright crop (CROP, CROP, 3) uint8 of the index at a pose, its colours as they are."""
    affine = to_crop(pose)
    halvings = int(max(0, np.floor(np.log2(max(pose[4], 1) / FILL * 1.3))))
    if not halvings:
        return cv2.warpAffine(image, affine, (CROP, CROP), flags=cv2.INTER_LINEAR,
                              borderMode=cv2.BORDER_REPLICATE)
    part, low = neighbourhood(image, pose)
    for _ in range(halvings):  # shrink first, so that warping does not alias
        part = cv2.resize(part, (max(1, part.shape[1] // 2), max(1, part.shape[0] // 2)),
                          interpolation=cv2.INTER_AREA)
    shrunk_pose = np.array([*((pose[:2] - low + 0.5) / 2**halvings - 0.5), pose[2], pose[3],
                            pose[4] / 2**halvings])
    return cv2.warpAffine(part, to_crop(shrunk_pose), (CROP, CROP), flags=cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_REPLICATE)


def neighbourhood(image: np.ndarray, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of the picture a crop can see, and its first pixel (2,)."""
    reach = 1.25 * pose[4] * CROP / FILL / 2 * 1.2
    low = np.clip(np.floor(pose[:2] - reach), 0, np.array(image.shape[1::-1]) - 2).astype(int)
    high = np.clip(np.ceil(pose[:2] + reach), low + 2, np.array(image.shape[1::-1])).astype(int)
    return image[low[1]:high[1], low[0]:high[0]], low


def whitened(crops: np.ndarray) -> np.ndarray:
    """Crops (n, h, w, 3) uint8 with their paper made white, whatever lamp shone on it."""
    flat = crops.reshape(len(crops), -1, 3)
    paper = np.percentile(flat, 88, axis=1).astype(np.float32)
    gains = np.clip(WHITE / np.maximum(paper, 1), 0.8, 8)
    return np.clip(crops * gains[:, None, None, :], 0, 255).astype(np.uint8)


def cut_many(image: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """Whitened crops (n, CROP, CROP, 3) uint8 for poses (n, 5)."""
    if len(poses) == 0:
        return np.zeros((0, CROP, CROP, 3), np.uint8)
    return whitened(np.stack([cut(image, pose) for pose in poses]))


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

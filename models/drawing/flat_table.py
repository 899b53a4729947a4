"""The table of a drawn scene: a plane under a tilted camera on which flat pictures are laid."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from rules.core.errors import Refusal

SIZE = 640  # px, scenes are square
Pose = tuple[float, float, float]  # table x, y in px from the middle, angle in radians


def camera(rng: np.random.Generator, steepest: float = 1.1) -> np.ndarray:
    """(3, 3) homography from table px (origin in the middle) to scene px, of a camera tilted at most `steepest` rad."""
    tilt = min(abs(rng.normal(0, 0.42)), 1.0) if rng.random() < 0.82 else rng.uniform(0.6, 1.1)
    tilt = min(tilt, steepest)
    turn, roll = rng.uniform(0, 2 * np.pi, 2)
    rotation = rot_z(roll) @ rot_z(turn) @ rot_x(tilt) @ rot_z(-turn)
    focal = SIZE * rng.uniform(0.9, 2.5)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal]])
    lens = np.array([[focal, 0, SIZE / 2], [0, focal, SIZE / 2], [0, 0, 1]])
    h = lens @ plane
    return np.asarray(h / h[2, 2])


def rot_x(angle: float) -> np.ndarray:
    """Rotation about the x axis, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rot_z(angle: float) -> np.ndarray:
    """Rotation about the z axis, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def apply(h: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (n, 2) through a homography, (n, 2)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ h.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


class DrawnTable:
    """A scene in the making: the picture and, for each pixel, what lies on top there."""

    def __init__(self, background: np.ndarray, h: np.ndarray) -> None:
        scale = 1.4 * SIZE / max(background.shape[:2])
        middle = np.array([[scale, 0, -0.7 * SIZE], [0, scale, -0.7 * SIZE], [0, 0, 1]])
        self.image = cv2.warpPerspective(background, h @ middle, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
        self.top = np.full((SIZE, SIZE), -1, np.int16)  # card number; -1 table, -2 something else
        self.h = h

    def lay(self, bgra: np.ndarray, to_scene: np.ndarray, number: int, shadow: float) -> None:
        """Put a BGRA picture on the table; to_scene maps its pixels to scene pixels."""
        h, w = bgra.shape[:2]
        quad = apply(to_scene, np.array([[0, 0], [w, 0], [w, h], [0, h]], float))
        if not np.isfinite(quad).all():
            return
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 6, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 7, SIZE)
        if (high - low < 2).any():
            return
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        bgra, shrink = shrunk(bgra, quad)
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        part = cv2.warpPerspective(bgra, shift @ to_scene @ shrink, size, flags=cv2.INTER_LINEAR)
        rows, columns = slice(low[1], high[1]), slice(low[0], high[0])
        alpha = part[..., 3:].astype(np.float32) / 255
        under = self.image[rows, columns].astype(np.float32)
        if shadow:
            under *= 1 - shadow * cv2.blur(np.roll(alpha[..., 0], 3, axis=(0, 1)), (7, 7))[..., None]
        self.image[rows, columns] = (part[..., :3] * alpha + under * (1 - alpha)).astype(np.uint8)
        self.top[rows, columns][alpha[..., 0] > 0.5] = number

    def cover(self, mask: np.ndarray, colour: np.ndarray) -> None:
        """Paint an object that is no card through a mask (SIZE, SIZE) float32 0..1."""
        self.image[:] = (colour * mask[..., None] + self.image * (1 - mask[..., None])).astype(np.uint8)
        self.top[mask > 0.5] = -2

    def share(self, points: np.ndarray, number: int) -> float:
        """Share of scene points (n, 2) at which the card lies on top."""
        at = np.round(points).astype(int)
        inside = ((at >= 0) & (at < SIZE)).all(axis=1)
        at = at[inside]
        return float((self.top[at[:, 1], at[:, 0]] == number).sum()) / len(points)


def shrunk(bgra: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The picture near its final size (so that warping does not alias), and the scale matrix back."""
    h = bgra.shape[0]
    wanted = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])), 8.0)
    if wanted > 0.8 * h:
        return bgra, np.eye(3)
    size = (max(6, round(bgra.shape[1] * wanted / h)), max(8, round(wanted)))
    small = cv2.resize(bgra, size, interpolation=cv2.INTER_AREA)
    return small, np.diag([bgra.shape[1] / size[0], h / size[1], 1.0])


def place(pose: Pose, face: np.ndarray, height: float) -> np.ndarray:
    """(3, 3) map from pixels of the face to table px, for a pose of the card's middle and its height in table px."""
    h, w = face.shape[:2]
    scale = height / h
    turn = rot_z(pose[2])
    turn[:2, 2] = pose[:2]
    return np.asarray(turn @ np.diag([scale, scale, 1]) @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.0]]))


def load_picture(file: Path) -> np.ndarray:
    """(h, w, 3) uint8 BGR from a file; Refusal if it is no picture."""
    picture = cv2.imread(str(file))
    if picture is None:
        raise Refusal(f"{file} is not a picture.")
    return picture

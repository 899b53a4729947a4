"""A pinhole camera with a bent lens over the table.

    camera = Pinhole.over(bounds, (1280, 720), lean_deg=30, field_deg=70, barrel=0.1)
    camera.project(points_mm)        # (n, 3) table millimetres -> (n, 2) pixels

Table millimetres: x to the right, y towards the near side, z up from the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration import Lens

Size = tuple[int, int]
Bounds = tuple[float, float, float, float]  # x1, y1, x2, y2; mm
_EDGE = 0.025  # of the picture is left free around the bounds


@dataclass(frozen=True)
class Pinhole:
    """centre: (3,) mm.  axes: (3, 3), rows to the right, down and into the picture.  barrel: how far the
    lens draws the corners in, as a share of the distance from the middle at one focal length."""

    size: Size
    centre: np.ndarray
    axes: np.ndarray
    focal: float
    middle: np.ndarray
    barrel: float = 0.0

    @classmethod
    def over(cls, bounds: Bounds, size: Size, lean_deg: float = 25.0, yaw_deg: float = 0.0, roll_deg: float = 0.0,
             field_deg: float = 65.0, barrel: float = 0.0, aim: tuple[float, float] = (0.0, 0.0)) -> Pinhole:
        """As near as shows the whole of `bounds`, leaning back from the near side; aim: how many mm beside it."""
        focal = size[0] / 2 / np.tan(np.radians(field_deg) / 2)
        axes = _axes(lean_deg, yaw_deg, roll_deg)
        middle = np.array([size[0] / 2, size[1] / 2])
        x1, y1, x2, y2 = bounds
        around = np.array([[x, y, 0.0] for x in (x1, (x1 + x2) / 2, x2) for y in (y1, (y1 + y2) / 2, y2)])
        target = np.zeros(3)
        for _ in range(6):  # the picture's middle is the middle of what is seen of the bounds
            near, far = 200.0, 6000.0
            for _ in range(24):
                away = (near + far) / 2
                camera = cls(size, target - away * axes[2], axes, focal, middle, barrel)
                near, far = (near, away) if camera._shows(around, middle) else (away, far)
            camera = cls(size, target - far * axes[2], axes, focal, middle, barrel)
            px = camera.project(around)
            seen = camera.on_table((px.min(axis=0) + px.max(axis=0))[None] / 2)[0]
            target = target + np.array([*(seen - camera.on_table(middle[None])[0]), 0.0])
        return replace(camera, centre=camera.centre + np.array([*aim, 0.0]))

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 3) table millimetres -> (n, 2) pixels."""
        seen = (np.asarray(points_mm, float) - self.centre) @ self.axes.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        return np.asarray(self._bent(flat) * self.focal + self.middle)

    def on_table(self, px: np.ndarray) -> np.ndarray:
        """(n, 2) pixels -> (n, 2) mm on the table's plane; what lies above the horizon is far away."""
        bent = (np.asarray(px, float) - self.middle) / self.focal
        flat = bent / np.sqrt((1 - 2 * self.barrel * (bent ** 2).sum(axis=1, keepdims=True)).clip(0.02, None))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.axes
        steps = self.centre[2] / np.maximum(-rays[:, 2], 1e-2)
        return np.asarray(self.centre[:2] + rays[:, :2] * steps[:, None])

    @property
    def homography(self) -> np.ndarray:
        """(3, 3) from millimetres on the table to pixels, as the straight lens would show them."""
        lens = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        place = self.axes @ np.column_stack([[1, 0, 0], [0, 1, 0], -self.centre])
        whole = lens @ place
        return np.asarray(whole / whole[2, 2])

    @property
    def lens(self) -> Lens:
        """The bent lens in OpenCV's terms; its rational model comes within a tenth of a pixel."""
        matrix = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        b = 2 * self.barrel  # 1 / sqrt(1 + b r^2) as its Pade approximant
        return Lens(matrix, np.array([0.75 * b, b * b / 16, 0, 0, 0, 1.25 * b, 5 * b * b / 16, 0]), 0.1)

    def px_per_mm(self, at: tuple[float, float] = (0.0, 0.0)) -> float:
        """How large things on the table are there, foreshortening included."""
        x, y = at
        ends = self.project(np.array([[x - 20, y, 0], [x + 20, y, 0], [x, y - 20, 0], [x, y + 20, 0.0]])) / 40
        across, along = ends[1] - ends[0], ends[3] - ends[2]
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def padded(self, pad: int) -> Pinhole:
        """The same view with a rim of so many pixels around it."""
        return replace(self, size=(self.size[0] + 2 * pad, self.size[1] + 2 * pad), middle=self.middle + pad)

    def nudge(self, right_deg: float, down_deg: float, roll_deg: float) -> np.ndarray:
        """(3, 3) from the still picture's pixels to those of the camera turned a little about itself."""
        turn = _turn(np.radians(down_deg), 0) @ _turn(np.radians(right_deg), 1) @ _turn(np.radians(roll_deg), 2)
        lens = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        return np.asarray(lens @ turn @ np.linalg.inv(lens))

    def _bent(self, flat: np.ndarray) -> np.ndarray:
        return np.asarray(flat / np.sqrt(1 + 2 * self.barrel * (flat ** 2).sum(axis=1, keepdims=True)))

    def _shows(self, points_mm: np.ndarray, half: np.ndarray) -> bool:
        """Whether all the points would fit into the picture, wherever its middle were."""
        if ((points_mm - self.centre) @ self.axes[2]).min() < 50:
            return False
        px = self.project(points_mm)
        return bool((np.ptp(px, axis=0) <= 2 * half * (1 - 2 * _EDGE)).all())


def _axes(lean_deg: float, yaw_deg: float, roll_deg: float) -> np.ndarray:
    """To the right, down and into the picture, for a camera that leans back from straight above."""
    lean = np.radians(lean_deg)
    right, down = np.array([1.0, 0, 0]), np.array([0, np.cos(lean), -np.sin(lean)])
    into = np.array([0, -np.sin(lean), -np.cos(lean)])
    turn = _turn(np.radians(yaw_deg), 2)
    right, down, into = turn @ right, turn @ down, turn @ into
    c, s = np.cos(np.radians(roll_deg)), np.sin(np.radians(roll_deg))
    return np.array([c * right + s * down, c * down - s * right, into])


def _turn(angle: float, about: int) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    i, j = [axis for axis in range(3) if axis != about]
    turn = np.eye(3)
    turn[i, i] = turn[j, j] = c
    turn[i, j], turn[j, i] = -s, s
    return turn

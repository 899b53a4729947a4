"""The camera of the film: where it stands, how it trembles, what its picture suffers.

    camera = Camera.over(table_mm=(700, 420), size=(1280, 720), tilt_deg=14, rng=rng)
    camera.homography            # 3x3, table millimetres to pixels
    camera.plane(40.0)           # the same for a plane 40 mm above the table
    lens = Lens.of_level(3, camera.size, rng)
    picture = lens.exposed(Shot(still, version, picture, boxes), time_s)

Table frame: x to the right and y towards the viewer's side, millimetres, origin as in the layout.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table import Size
from vision.frames import Box

_BANK = 24  # noise pictures; more would not be seen as different


@dataclass(frozen=True)
class Camera:
    """A pinhole camera. matrix: (3, 4) float64 projection of table millimetres (z up) to pixels."""

    size: Size
    matrix: np.ndarray

    @classmethod
    def over(cls, table_mm: tuple[float, float, float, float], size: Size, tilt_deg: float, roll_deg: float = 0.0,
             turn_deg: float = 0.0) -> Camera:
        """A camera that leans back by `tilt_deg` from straight above and just sees the rectangle
        x1, y1, x2, y2 of the table; `turn_deg` swings it sideways, `roll_deg` turns its picture."""
        x1, y1, x2, y2 = table_mm
        corners = np.array([(x, y, 0.0, 1.0) for x in (x1, x2) for y in (y1, y2)])
        middle = np.array([(x1 + x2) / 2, (y1 + y2) / 2, 0.0])
        near, far = 50.0, 20000.0
        for _ in range(40):
            distance = (near + far) / 2
            matrix = _projection(middle, distance, size, tilt_deg, roll_deg, turn_deg)
            at = corners @ matrix.T
            px = at[:, :2] / at[:, 2:]
            inside = (at[:, 2] > 0).all() and (px >= 0).all() and (px <= np.array(size) - 1).all()
            near, far = (near, distance) if inside else (distance, far)
        return cls(size, _projection(middle, far, size, tilt_deg, roll_deg, turn_deg))

    @property
    def homography(self) -> np.ndarray:
        """(3, 3) table millimetres to pixels."""
        return self.plane(0.0)

    def plane(self, height_mm: float) -> np.ndarray:
        """(3, 3) homography of the plane that lies `height_mm` above the table."""
        h = np.column_stack([self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 2] * height_mm + self.matrix[:, 3]])
        return np.asarray(h / h[2, 2])

    def px(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 2) points of the table to (n, 2) pixels."""
        return cv2.perspectiveTransform(np.asarray(points_mm, np.float64).reshape(-1, 1, 2), self.homography)[:, 0]

    def mm(self, points_px: np.ndarray) -> np.ndarray:
        """(n, 2) pixels to (n, 2) points of the table."""
        inverse = np.linalg.inv(self.homography)
        return cv2.perspectiveTransform(np.asarray(points_px, np.float64).reshape(-1, 1, 2), inverse)[:, 0]

    def scale(self, point_mm: tuple[float, float]) -> float:
        """Pixels per millimetre around a point of the table."""
        x, y = point_mm
        corner = self.px(np.array([(x, y), (x + 1, y), (x, y + 1)]))
        a, b = corner[1] - corner[0], corner[2] - corner[0]
        return float(np.sqrt(abs(a[0] * b[1] - a[1] * b[0])))


def _projection(middle: np.ndarray, distance: float, size: Size, tilt_deg: float, roll_deg: float, turn_deg: float
                ) -> np.ndarray:
    focal = 1.1 * max(size)
    intrinsic = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    # seen from above, x runs right and y runs down in the picture as on the table; z comes up to the camera
    down = np.diag([1.0, 1.0, -1.0])
    tilt = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0, 0]))[0]
    turn = cv2.Rodrigues(np.array([0, np.radians(turn_deg), 0]))[0]
    roll = cv2.Rodrigues(np.array([0, 0, np.radians(roll_deg)]))[0]
    rotation = roll @ turn @ tilt @ down
    shift = np.array([0, 0, distance]) - rotation @ middle
    return np.asarray(intrinsic @ np.column_stack([rotation, shift]))


@dataclass(frozen=True)
class Wander:
    """A slow, smooth, repeatable wandering around 0: a few sines. `reach` is about its largest value."""

    reach: float
    speeds: np.ndarray
    phases: np.ndarray

    @classmethod
    def random(cls, rng: np.random.Generator, reach: float, period_s: float) -> Wander:
        """A wander of its own that stays within about `reach`, one turn of it `period_s` long, more or less."""
        speeds = 2 * np.pi / (period_s * rng.uniform(0.5, 2.2, 4))
        return cls(reach, speeds, rng.uniform(0, 2 * np.pi, 4))

    def at(self, time_s: float) -> float:
        """How far off it is at a time, in the unit of `reach`."""
        return float(self.reach * np.sin(self.speeds * time_s + self.phases).mean() * 1.6)


@dataclass(frozen=True)
class Trouble:
    """How rough a level is; 1 is tidy and bright, 5 a party."""

    brightness: float  # of a white card, share of full scale
    drift: float  # how much the light wanders, share
    noise: float  # standard deviation, grey levels
    blur: float  # standard deviation, pixels of a 1280 wide picture
    sway_px: float
    tilt_deg: float
    askew_deg: float  # how crooked cards are laid
    scatter_mm: float
    tint: float
    pause_s: tuple[float, float]
    cover: float  # share of events with a hand left lying on the table, or passing by
    slides: float  # share of events that push another card aside
    bumps: float  # knocks against the camera per minute
    glare: float
    draws: float  # share of drawn cards that the record leaves out but the film shows


TROUBLE = {
    1: Trouble(0.93, 0.01, 1.5, 0.45, 0.0, 9, 4, 2, 0.02, (0.9, 1.4), 0.0, 0.0, 0.0, 0.0, 0.0),
    2: Trouble(0.88, 0.03, 2.5, 0.55, 0.3, 13, 8, 4, 0.04, (0.8, 1.4), 0.0, 0.0, 0.0, 0.1, 0.0),
    3: Trouble(0.80, 0.06, 4.0, 0.65, 0.6, 17, 14, 6, 0.07, (0.7, 1.5), 0.12, 0.05, 0.0, 0.25, 0.3),
    4: Trouble(0.68, 0.10, 6.0, 0.8, 1.0, 21, 20, 8, 0.10, (0.5, 1.5), 0.25, 0.12, 0.4, 0.4, 0.5),
    5: Trouble(0.58, 0.14, 7.0, 0.85, 1.6, 25, 28, 11, 0.14, (0.4, 1.6), 0.4, 0.2, 1.0, 0.5, 0.6),
}


@dataclass(frozen=True)
class Shot:
    """One moment before it goes through the lens.  still: the table without hands, another `version` after
    every change; picture: with the hands over it, which differs from `still` in the boxes alone."""

    still: np.ndarray
    version: int
    picture: np.ndarray
    boxes: tuple[Box, ...] = ()


class FilmLens:
    """What happens to the picture between table and file; repeatable for a seed."""

    def __init__(self, trouble: Trouble, size: Size, rng: np.random.Generator, bumps_s: tuple[float, ...] = ()) -> None:
        self.size = size
        self.trouble = trouble
        self._gain = Wander.random(rng, trouble.drift, 9.0)
        self._warmth = Wander.random(rng, trouble.drift / 3, 14.0)
        self._sway = [Wander.random(rng, trouble.sway_px, period) for period in (2.3, 2.9, 7.0)]
        self._bumps = [(at, rng.normal(0, 1, 2)) for at in bumps_s]
        self._noise = _Noise(rng, size, trouble.noise)
        self._sigma = trouble.blur * size[0] / 1280
        self._soft: tuple[int, np.ndarray] | None = None  # version of the still table, and it softened

    def shift(self, time_s: float) -> np.ndarray:
        """(3, 3) how the picture has moved against the still camera at a time, pixels."""
        dx, dy = self._sway[0].at(time_s), self._sway[1].at(time_s)
        for at, direction in self._bumps:
            since = time_s - at
            if since >= 0:  # a shudder, and the camera stays a little displaced
                dx += direction[0] * (9 * np.exp(-3 * since) * np.cos(19 * since) + 2.5)
                dy += direction[1] * (9 * np.exp(-3 * since) * np.cos(17 * since) + 2.5)
        turn = np.radians(self._sway[2].at(time_s) * 0.04)
        centre = np.array(self.size) / 2
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        move = np.eye(3)
        move[:2, :2] = rotation
        move[:2, 2] = centre - rotation @ centre + (dx, dy)
        return move

    def exposed(self, shot: Shot, time_s: float) -> np.ndarray:
        """The frame as the camera gives it: softened, moved, in the light of the moment, noisy."""
        frame = self._softened(shot)
        if self.trouble.sway_px or self._bumps:  # OpenCV warps four channels twice as fast as three
            four = cv2.warpAffine(cv2.cvtColor(frame, cv2.COLOR_BGR2BGRA), self.shift(time_s)[:2], self.size,
                                  flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            frame = cv2.cvtColor(four, cv2.COLOR_BGRA2BGR)
        gain, warmth = 1 + self._gain.at(time_s), self._warmth.at(time_s)
        frame = cv2.transform(frame, np.diag([gain - warmth, gain, gain + warmth]))
        return self._noise.added(frame, int(time_s * 1000) * 7919 % _BANK)

    def _softened(self, shot: Shot) -> np.ndarray:
        """The picture slightly out of focus; not to be written to.  The still table is softened once for each
        version, and only what a hand covers anew."""
        if self._sigma <= 0.3:
            return shot.picture
        if self._soft is None or self._soft[0] != shot.version:
            self._soft = shot.version, cv2.GaussianBlur(shot.still, (0, 0), self._sigma)
        soft = self._soft[1]
        if shot.boxes:
            soft = soft.copy()
        reach = int(4 * self._sigma) + 2
        (w, h) = self.size
        for x1, y1, x2, y2 in shot.boxes:
            left, top = max(0, x1 - 2 * reach), max(0, y1 - 2 * reach)
            x1, y1, x2, y2 = max(0, x1 - reach), max(0, y1 - reach), min(w, x2 + reach), min(h, y2 + reach)
            part = shot.picture[top:min(h, y2 + reach), left:min(w, x2 + reach)]
            soft[y1:y2, x1:x2] = cv2.GaussianBlur(part, (0, 0), self._sigma)[y1 - top:y2 - top, x1 - left:x2 - left]
        return soft


class _Noise:
    """A pool of noise pictures, slightly smeared and coloured as sensors have it: parts of one larger picture,
    held as what it brightens and what it darkens."""

    def __init__(self, rng: np.random.Generator, size: Size, sigma: float) -> None:
        self.size = w, h = size
        fine = rng.standard_normal((h + 64, w + 64, 3), dtype=np.float32)
        fine = 0.75 * fine + 0.5 * fine.mean(axis=2, keepdims=True) * 1.7
        fine = cv2.GaussianBlur(fine, (0, 0), 0.6)
        levels = np.floor(fine * (sigma / fine.std()))
        self._lighter, self._darker = (np.clip(side, 0, 255).astype(np.uint8) for side in (levels, -levels))
        self._offsets = rng.integers(0, 64, (_BANK, 2))

    def added(self, frame: np.ndarray, number: int) -> np.ndarray:
        """The frame with one of the pool's pictures, in place."""
        (y, x), (w, h) = self._offsets[number], self.size
        cv2.add(frame, self._lighter[y:y + h, x:x + w], dst=frame)
        return cv2.subtract(frame, self._darker[y:y + h, x:x + w], dst=frame)

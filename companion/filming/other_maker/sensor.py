"""What a camera and its files make of the light: blur, noise, frames lost and doubled, two compressions."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.lighting import UNIT
from companion.filming.other_maker.optics import Pinhole, Size

_NOISES = 5
_BLOCK = 16
_MOST_SAG_DEG = 1.5  # whoever films sees to it that the table stays in the picture


class Sensor:
    """One camera: pictures of the light in, pictures as its file has them out."""

    def __init__(self, size: Size, chosen: Chosen, seed: int) -> None:
        self._size, self._chosen = size, chosen
        rng = np.random.default_rng((seed, 901))
        shape = (size[1] + 64, size[0] + 64, 3)
        grain = rng.normal(0, 1, shape).astype(np.float32)
        coarse = cv2.GaussianBlur(grain, (0, 0), 1.1) * 3
        mixed = (0.6 * grain + 0.6 * coarse) * np.array([1.15, 0.8, 1.05], np.float32)
        self._noise = (128 + 26 * mixed).clip(0, 255).astype(np.uint8)
        self._seed = seed
        self._kept: np.ndarray | None = None
        self._count = 0

    def seen(self, picture: np.ndarray, light: np.ndarray, gain: float) -> np.ndarray:
        """(h, w, 3) uint8 of what lies there -> as it comes out of the camera."""
        rng = np.random.default_rng((self._seed, 902, self._count))
        self._count += 1
        frame = cv2.multiply(picture, light, scale=1 / UNIT)
        frame = cv2.GaussianBlur(frame, (3, 3), self._chosen["softness_px"])
        x, y = (int(v) for v in rng.integers(0, 64, 2))
        grain = self._noise[y:y + frame.shape[0], x:x + frame.shape[1]]
        strength = self._chosen["noise"] * max(gain, 0.6) / 26
        frame = cv2.addWeighted(frame, 1, grain, strength, -128 * strength)
        return self._compressed(frame)

    def _compressed(self, frame: np.ndarray) -> np.ndarray:
        if not self._chosen.has("recompressed"):
            return _jpeg(frame, self._chosen["loss"]) if self._chosen["loss"] > 0.15 else frame
        frame = _jpeg(frame, self._chosen["first_loss"])
        return self._between_frames(frame, self._chosen["second_loss"])

    def _between_frames(self, frame: np.ndarray, loss: float) -> np.ndarray:
        """As a film's file keeps it: blocks in which little changed stay as they were, the rest is coarser."""
        if self._kept is None or self._count % 48 == 0:
            self._kept = _jpeg(frame, 0.6 * loss)
            return self._kept
        change = cv2.cvtColor(cv2.absdiff(frame, self._kept), cv2.COLOR_BGR2GRAY)
        across, down = -(-self._size[0] // _BLOCK), -(-self._size[1] // _BLOCK)
        blocks = cv2.resize(change, (across, down), interpolation=cv2.INTER_AREA)
        moved = (blocks > 1.5 + self._chosen["noise"] + 5 * loss).astype(np.uint8)
        mask = np.kron(moved, np.ones((_BLOCK, _BLOCK), np.uint8))[:self._size[1], :self._size[0]]
        kept = self._kept.copy()
        if mask.any():
            x, y, w, h = cv2.boundingRect(moved)
            part = (slice(y * _BLOCK, (y + h) * _BLOCK), slice(x * _BLOCK, (x + w) * _BLOCK))
            cv2.copyTo(_jpeg(frame[part], loss), np.ascontiguousarray(mask[part]), kept[part])
        self._kept = kept
        return kept


def shaken(camera: Pinhole, chosen: Chosen, seed: int, duration_s: float) -> Shake | None:
    """How the camera is bumped and sags; None where it stands still."""
    return Shake(camera, chosen, seed, duration_s) if chosen.has("camera") else None


class Shake:
    """Bumps after which it stands a little differently, and a slow sagging."""

    def __init__(self, camera: Pinhole, chosen: Chosen, seed: int, duration_s: float) -> None:
        rng = np.random.default_rng((seed, 903))
        self._camera, self._sag = camera, chosen["sag_deg_min"] / 60
        self._bumps: list[tuple[float, np.ndarray]] = []
        now = 4.0 + float(rng.uniform(0, 0.5)) * chosen["bump_s"]
        while now < duration_s:
            self._bumps.append((now, chosen["bump_deg"] * rng.normal(0, 0.6, 3)))
            now += chosen["bump_s"] * float(rng.uniform(0.7, 1.4))

    def turned(self, time_s: float) -> np.ndarray:
        """(3,) degrees to the right, down and about itself."""
        sagged = _MOST_SAG_DEG * (1 - float(np.exp(-self._sag * time_s / _MOST_SAG_DEG)))
        turned = np.array([0.0, sagged, 0.15 * sagged])
        for at, size in self._bumps:
            since = time_s - at
            if since >= 0:
                ringing = np.exp(-since / 0.25) * np.cos(2 * np.pi * 5 * since)
                turned += size * (0.3 * (1 - np.exp(-since / 0.1)) + 1.2 * np.sin(min(since, 0.1) * 15) * ringing)
        return turned

    def matrix(self, time_s: float) -> np.ndarray:
        """(3, 3) from the still picture to the picture now."""
        return self._camera.nudge(*(float(v) for v in self.turned(time_s)))


def frame_times(fps: float, duration_s: float, chosen: Chosen, seed: int) -> Iterator[float]:
    """When the picture of each frame was taken: frames are lost, so that the one before is seen again, or
    doubled, so that everything comes later until the next is skipped."""
    rng = np.random.default_rng((seed, 904))
    shown, late = 0.0, 0
    for k in range(round(duration_s * fps)):
        if chosen.has("frames"):
            chance = rng.random()
            if chance < chosen["dropped"]:
                late = int(rng.integers(1, 4))
            elif chance < chosen["dropped"] + chosen["doubled"]:
                late = max(late, 1)
        shown = shown if late and k else k / fps
        late = max(late - 1, 0)
        yield shown


def _jpeg(frame: np.ndarray, loss: float) -> np.ndarray:
    quality = [cv2.IMWRITE_JPEG_QUALITY, round(96 - 68 * min(loss, 1.0))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", frame, quality)[1], cv2.IMREAD_COLOR))

"""What a camera and its files make of the light: blur, noise, frames lost and doubled, two compressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.codec import FilmCodec
from companion.filming.other_maker.lighting import UNIT
from companion.filming.other_maker.optics import Pinhole, Size

_NOISES = 5
_UNSTEADY = 0.12  # of the time between two frames by which a live one comes early or late
_MOST_SAG_DEG = 1.5  # whoever films sees to it that the table stays in the picture


class Sensor:
    """One camera: pictures of the light in, pictures as its file has them out."""

    def __init__(self, size: Size, fps: float, chosen: Chosen, seed: int) -> None:
        self._chosen = chosen
        self._file = FilmCodec(size, fps, chosen["second_loss"]) if chosen.has("recompressed") else None
        rng = np.random.default_rng((seed, 901))
        shape = (size[1] + 64, size[0] + 64, 3)
        grain = rng.normal(0, 1, shape).astype(np.float32)
        coarse = cv2.GaussianBlur(grain, (0, 0), 1.1) * 3
        mixed = (0.6 * grain + 0.6 * coarse) * np.array([1.15, 0.8, 1.05], np.float32)
        self._noise = (128 + 26 * mixed).clip(0, 255).astype(np.uint8)
        self._seed = seed
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
        if self._file is None:
            return _jpeg(frame, self._chosen["loss"]) if self._chosen["loss"] > 0.15 else frame
        return self._file.through(_jpeg(frame, self._chosen["first_loss"]))


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


@dataclass(frozen=True)
class FrameTime:
    """When the picture of a frame was taken, and when it comes to whoever watches; seconds of the film."""

    taken_s: float
    stamp_s: float


def frame_times(fps: float, duration_s: float, chosen: Chosen, seed: int) -> Iterator[FrameTime]:
    """When the frames of a film's file are taken: some are lost, so that the one before is seen again, or doubled, so
    that everything comes later until the next is skipped.  The file's clock is steady."""
    rng = np.random.default_rng((seed, 904))
    shown, late = 0.0, 0
    for k in range(round(duration_s * fps)):
        late = _late(rng, chosen, late)
        shown = shown if late and k else k / fps
        late = max(late - 1, 0)
        yield FrameTime(shown, k / fps)


def live_times(fps: float, duration_s: float, chosen: Chosen, seed: int) -> Iterator[FrameTime]:
    """When the frames of a camera are taken that somebody watches as they come: each has its own time, a little early
    or late, and what is lost never comes."""
    rng = np.random.default_rng((seed, 905))
    late, last_s = 0, -1.0
    for k in range(round(duration_s * fps)):
        late = _late(rng, chosen, late)
        taken_s = max(k / fps + float(rng.normal(0, _UNSTEADY / fps)), last_s + 0.2 / fps, 0.0)
        if not late or not k:
            last_s = taken_s
            yield FrameTime(taken_s, taken_s)
        late = max(late - 1, 0)


def _late(rng: np.random.Generator, chosen: Chosen, late: int) -> int:
    """How many frames from now on are not to be had."""
    if not chosen.has("frames"):
        return late
    chance = rng.random()
    if chance < chosen["dropped"]:
        return int(rng.integers(1, 4))
    return max(late, 1) if chance < chosen["dropped"] + chosen["doubled"] else late


def _jpeg(frame: np.ndarray, loss: float) -> np.ndarray:
    quality = [cv2.IMWRITE_JPEG_QUALITY, round(96 - 68 * min(loss, 1.0))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", frame, quality)[1], cv2.IMREAD_COLOR))

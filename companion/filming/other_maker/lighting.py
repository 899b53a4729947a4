"""The light on the table: one lamp's fall-off, people's moving shadows, stripes of daylight, a switched lamp."""

from __future__ import annotations

import cv2
import numpy as np

from companion.filming.other_maker.bands import Chosen
from companion.filming.other_maker.optics import Bounds, Pinhole
from companion.filming.other_maker.sheets import LAMP_MM, Light

UNIT = 140  # the light of a plain bright table in the map of uint8
_COARSE = 8  # pixels for each point of the map
_STEP_S = 1 / 60


class Lighting:
    """How bright each part of the picture is, moment by moment."""

    def __init__(self, camera: Pinhole, bounds: Bounds, chosen: Chosen, seed: int, duration_s: float) -> None:
        rng = np.random.default_rng((seed, 801))
        angle = rng.uniform(0, 2 * np.pi)
        lean = rng.uniform(0.35, 0.95)
        side = lean * np.array([np.cos(angle), np.sin(angle)])
        if chosen.has("shiny"):  # the lamp hangs where the table mirrors it into the camera
            mirrored = rng.uniform(-0.45, 0.45, 2) * (bounds[2], bounds[3])
            side = mirrored / LAMP_MM + (mirrored - camera.centre[:2]) / camera.centre[2]
        self.light = Light((float(side[0]), float(side[1])), float(rng.uniform(0.4, 0.7)))
        self._chosen, self._size, self._bounds = chosen, camera.size, bounds
        width, height = camera.size[0] // _COARSE + 1, camera.size[1] // _COARSE + 1
        px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1) * _COARSE
        self._at = camera.on_table(px.reshape(-1, 2)).reshape(height, width, 2).astype(np.float32)
        self._at = self._at.clip(-2500, 2500)
        self._phase = rng.uniform(0, 2 * np.pi, 8)
        warm = 1 + chosen["tint"] * rng.choice([-1, 1]) * np.array([-1.0, 0.05, 0.8])
        self._still = self._fall_off() * warm.astype(np.float32) * (1 - chosen["darkness"])
        self._stripe_turn = float(rng.uniform(0, np.pi))
        self._switches = self._times(rng, chosen["lamp_s"], duration_s) if chosen.has("lamp") else []
        self._eye = np.ones(1 + int(duration_s / _STEP_S) + 2)
        self._adapt()

    def at(self, time_s: float) -> np.ndarray:
        """(h, w, 3) uint8 in UNITs, the camera's own gain included."""
        light = self._still * np.float32(self._lamp(time_s) * self.gain(time_s))
        if self._chosen.has("daylight"):
            light = light + self._stripes(time_s)
        if self._chosen.has("shadows"):
            light = light * (1 - self._shadows(time_s))[..., None]
        light = light * self.balance(time_s)
        small = (light * UNIT).clip(0, 255).astype(np.uint8)
        return np.asarray(cv2.resize(small, self._size, interpolation=cv2.INTER_LINEAR))

    @property
    def is_still(self) -> bool:
        """Whether nothing about the light ever changes."""
        return not self._chosen.troubles & {"daylight", "shadows", "hunting", "lamp"}

    def gain(self, time_s: float) -> float:
        """What the camera's exposure makes of it: it follows late, and hunts."""
        gain = float(self._eye[min(int(time_s / _STEP_S), len(self._eye) - 1)])
        if self._chosen.has("hunting"):
            a = 2 * np.pi * time_s / self._chosen["hunt_s"] + self._phase[0]
            wave = np.sin(a) * max(0.0, np.sin(0.37 * a + self._phase[1])) + 0.3 * np.sin(2.3 * a)
            gain *= 2 ** (0.5 * self._chosen["hunt_stops"] * float(wave))
        return gain

    def balance(self, time_s: float) -> np.ndarray:
        """(3,) what the white balance makes of blue, green and red."""
        if not self._chosen.has("hunting"):
            return np.ones(3, np.float32)
        drift = np.sin(2 * np.pi * time_s / (1.7 * self._chosen["hunt_s"]) + self._phase[2])
        return (1 + self._chosen["cast"] * float(drift) * np.array([0.9, 0.1, -0.8])).astype(np.float32)

    def _fall_off(self) -> np.ndarray:
        """Brighter below the lamp, darker in the picture's corners."""
        x1, y1, x2, y2 = self._bounds
        under = np.array(self.light.side) * np.array([x2 - x1, y2 - y1]) * 0.45
        reach = np.linalg.norm(self._at - under.astype(np.float32), axis=-1) / (0.6 * (x2 - x1))
        lamp = 1.12 - self._chosen["fall_off"] * reach ** 2 / (1 + 0.6 * reach ** 2)
        h, w = lamp.shape
        y, x = np.mgrid[0:h, 0:w]
        corner = ((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2) / 0.5
        return np.asarray((lamp * (1 - 0.4 * self._chosen["fall_off"] * corner ** 1.5)), np.float32)[..., None]

    def _lamp(self, time_s: float) -> float:
        """Switched off and on again."""
        off = sum(1 for t in self._switches if t <= time_s) % 2
        return 1 - self._chosen["lamp_share"] * off

    def _adapt(self) -> None:
        """The exposure follows the lamp within a second or two."""
        gain = 1.0
        for k in range(len(self._eye)):
            gain += (min(1 / self._lamp(k * _STEP_S), 2.2) - gain) * _STEP_S / 0.7
            self._eye[k] = gain

    def _stripes(self, time_s: float) -> np.ndarray:
        """Daylight through a blind that sways a little; warm and moving slowly over the table."""
        wide = self._chosen["stripe_mm"]
        c, s = np.cos(self._stripe_turn), np.sin(self._stripe_turn)
        across = self._at[..., 0] * c + self._at[..., 1] * s + 2.5 * time_s + 4 * np.sin(time_s / 5 + self._phase[3])
        along = self._at[..., 1] * c - self._at[..., 0] * s
        wave = 1 / (1 + np.exp((-(np.sin(np.pi * across / wide) - 0.25) * wide / 9).clip(-30, 30)))
        window = np.exp(-((along - 120 * np.sin(self._phase[4])) / 260) ** 4)
        cloud = 0.75 + 0.25 * np.sin(time_s / 4.3 + self._phase[5])
        return np.asarray((self._chosen["stripe"] * cloud * 0.75 * wave * window)[..., None]
                          * np.array([0.86, 0.98, 1.06]), np.float32)

    def _shadows(self, time_s: float) -> np.ndarray:
        """People lean over the table and back again."""
        x1, y1, x2, y2 = self._bounds
        dark = np.zeros(self._at.shape[:2], np.float32)
        for k, (x, y) in enumerate((((x1 + x2) / 2, y2 + 40), (x1 - 40, 0.0), (x2 + 30, y1 / 2))):
            lean = np.sin(time_s / (2.3 + k) + self._phase[k]) + 0.5 * np.sin(time_s / 0.9 + self._phase[k + 3])
            centre = np.array([x, y]) * (1 - 0.3 * max(0.0, float(lean))) + 50 * np.array(
                [np.sin(time_s / 1.7 + k), np.cos(time_s / 2.1 + k)])
            off = (self._at - centre.astype(np.float32)) / self._chosen["shadow_mm"]
            out = (np.array([x, y]) / np.hypot(x, y)).astype(np.float32)
            head = (off + np.float32(0.85) * out) * np.float32(2.1)
            body = off - (off @ out).clip(0, None)[..., None] * out  # it reaches to whoever casts it
            near = np.minimum((body ** 2).sum(axis=-1), (head ** 2).sum(axis=-1))
            dark = np.maximum(dark, 1 / (1 + np.exp(((near - 1) * 3.2).clip(-30, 30))))
        return self._chosen["shadow"] * dark

    def _times(self, rng: np.random.Generator, every_s: float, duration_s: float) -> list[float]:
        times, now = [], 3.0 + float(rng.uniform(0, 4))
        while now < duration_s:
            times.append(now)
            now += every_s * float(rng.uniform(0.6, 1.5))
        return times

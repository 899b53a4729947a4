"""The table top: felt or wood drawn here, or a picture; and the light that falls on it.

    texture, mm_per_px = drawn_surface(rng)
    texture, mm_per_px = pictured_surface(Path("backgrounds"), rng)
    ground = laid(texture, mm_per_px, camera)
"""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np

from companion.filming.camera import Camera, Trouble
from rules import SetupError

_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
_FELTS = ((58, 104, 34), (92, 62, 30), (46, 44, 110), (70, 78, 40), (60, 58, 56))  # BGR
_WOODS = ((70, 112, 160), (46, 76, 120), (98, 142, 188), (40, 54, 84))


def drawn_surface(rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """A felt cloth or a wooden table: (h, w, 3) uint8 BGR and the millimetres of one of its pixels."""
    return (_felt(rng), 0.6) if rng.random() < 0.6 else (_wood(rng), 0.9)


def pictured_surface(path: Path, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """A picture, or one of a folder, (h, w, 3) uint8 BGR, and the mm of one of its pixels: its longer side shows 70 cm.

    Raises SetupError when there is none.
    """
    files = sorted(f for f in path.iterdir() if f.suffix.lower() in _PICTURES) if os.path.isdir(path) else [path]
    if not files:
        raise SetupError(f"There is no picture in {path}.")
    file = files[int(rng.integers(len(files)))]
    try:
        image = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        image = None
    if image is None:
        raise SetupError(f"{file} is not a picture that can be read.")
    return image, 700 / max(image.shape[:2])


def laid_out(texture: np.ndarray, mm_per_px: float, camera: Camera) -> np.ndarray:
    """The endless texture as the camera sees it, (h, w, 3) uint8."""
    h, w = texture.shape[:2]
    middle = camera.mm(np.array([camera.size], np.float64) / 2)[0]
    detail = camera.scale((float(middle[0]), float(middle[1]))) * mm_per_px
    if detail < 0.8:  # finer than the camera sees: average first, else it would flicker
        texture = cv2.resize(texture, None, fx=detail, fy=detail, interpolation=cv2.INTER_AREA)
        mm_per_px *= w / texture.shape[1]
        h, w = texture.shape[:2]
    to_px = camera.homography @ np.array([[mm_per_px, 0, middle[0] - w / 2 * mm_per_px],
                                          [0, mm_per_px, middle[1] - h / 2 * mm_per_px], [0, 0, 1]])
    return cv2.warpPerspective(texture, to_px, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def light_field(camera: Camera, trouble: Trouble, rng: np.random.Generator) -> np.ndarray:
    """Light falling on each pixel, (h, w, 3) float32 around the level's brightness: a lamp to one side,
    darker corners, a cast of colour."""
    w, h = camera.size
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-h / w, h / w, h, dtype=np.float32))
    lamp = rng.uniform(-0.9, 0.9, 2)
    uneven = 0.10 + 0.5 * (1 - trouble.brightness)
    away = np.hypot(x - lamp[0], y - lamp[1])
    level = 1 + uneven * (0.55 - 0.55 * away) - 0.10 * (x ** 2 + y ** 2)
    warm = trouble.tint * rng.uniform(-0.4, 1.0)
    cast = np.array([1 - warm, 1 - 0.15 * warm, 1 + 0.35 * warm], np.float32)
    return np.asarray((trouble.brightness * level[..., None] * cast).astype(np.float32))


def glare_field(camera: Camera, trouble: Trouble, rng: np.random.Generator) -> np.ndarray:
    """Light that shiny cards throw back, (h, w) float32 0..1: one soft patch."""
    w, h = camera.size
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    at = rng.uniform(0.15, 0.85, 2) * (w, h)
    reach = rng.uniform(0.10, 0.22) * w
    return np.asarray(trouble.glare * np.exp(-(((x - at[0]) / reach) ** 2 + ((y - at[1]) / (0.6 * reach)) ** 2)))


def _cloud(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> np.ndarray:
    """Smooth noise of unit spread, (h, w) float32."""
    coarse = rng.standard_normal((cells[1], cells[0]), dtype=np.float32)
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)


def _felt(rng: np.random.Generator) -> np.ndarray:
    shape = (1000, 1000)
    fibres = sum(cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), sigmaX=a, sigmaY=b) * (a * b)
                 for a, b in ((0.6, 0.6), (2.4, 0.7), (0.7, 2.4)))
    level = 1 + 0.055 * fibres + 0.035 * _cloud(rng, shape, (7, 7)) + 0.02 * _cloud(rng, shape, (40, 40))
    colour = np.array(_FELTS[int(rng.choice(len(_FELTS), p=[0.5, 0.15, 0.15, 0.1, 0.1]))], np.float32)
    return np.clip(level[..., None] * colour * rng.uniform(0.9, 1.25), 0, 255).astype(np.uint8)


def _wood(rng: np.random.Generator) -> np.ndarray:
    shape = (1000, 1400)
    y = np.mgrid[:shape[0], :shape[1]][0].astype(np.float32)
    bend = 26 * _cloud(rng, shape, (5, 4)) + 5 * _cloud(rng, shape, (14, 30))
    plank = (y // 166).astype(int)
    lift = rng.uniform(0, 400, plank.max() + 1)[plank]
    rings = np.sin((y + bend + lift) * 0.16 + 1.5 * np.sin((y + bend + lift) * 0.031))
    streaks = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), sigmaX=22, sigmaY=0.8) * 5
    level = 1 + 0.075 * rings + 0.06 * streaks + rng.uniform(-0.06, 0.06, plank.max() + 1)[plank]
    level[np.abs(y % 166 - 1) < 1.2] *= 0.62
    colour = np.array(_WOODS[int(rng.integers(len(_WOODS)))], np.float32)
    tone = np.clip(level, 0.2, 1.5)[..., None]
    return np.asarray(np.clip(colour * tone ** np.array([1.25, 1.1, 1.0], np.float32), 0, 255).astype(np.uint8))

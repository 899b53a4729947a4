"""What a camera and a room do to a picture: light, colour, glare, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

MOVED = 0.1  # share of pictures in which the camera or the cards moved while it was taken


def light_map(shape: tuple[int, int], rng: np.random.Generator, depth: float) -> np.ndarray:
    """A smooth brightness factor around 1, (h, w) float32."""
    coarse = rng.uniform(1 - depth, 1 + depth, (int(rng.integers(2, 5)), int(rng.integers(2, 5))))
    return cv2.resize(coarse.astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)


def glare(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """One soft bright ellipse, (h, w) float32 0..1."""
    spot = np.zeros(shape, np.float32)
    centre = (int(rng.uniform(0, shape[1])), int(rng.uniform(0, shape[0])))
    axes = (int(rng.uniform(10, 120)), int(rng.uniform(6, 60)))
    cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.2, 0.9)), -1)
    return cv2.blur(cv2.blur(spot, (41, 41)), (41, 41))


def tint(rng: np.random.Generator) -> np.ndarray:
    """Gains of the three channels under some lamp, (3,) float32; now and then a strong cast."""
    spread = rng.choice([0.06, 0.16, 0.4], p=[0.5, 0.35, 0.15])
    gains = np.exp(rng.normal(0, spread, 3)).clip(0.35, 2.2)
    return np.asarray((gains / gains.max() if rng.random() < 0.5 else gains / gains.mean()).astype(np.float32))


def tone(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Exposure, contrast, saturation and tint of a float picture 0..255."""
    if rng.random() < 0.4:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * float(rng.uniform(0.35, 1.35))
    exposure = float(np.exp(rng.normal(0, 0.3))) if rng.random() < 0.8 else float(rng.uniform(0.22, 0.6))
    image = image * (tint(rng) * np.float32(exposure))
    if rng.random() < 0.35:  # haze: blacks are never black
        image = image * float(rng.uniform(0.6, 0.95)) + float(rng.uniform(5, 60))
    if rng.random() < 0.4:
        image = 255 * (np.clip(image, 0, 255) / 255) ** float(rng.uniform(0.65, 1.5))
    return image


def soften(image: np.ndarray, rng: np.random.Generator, moved: float = MOVED) -> np.ndarray:
    """Out of focus, moved (with that probability), or scaled down and up again."""
    kind = rng.random()
    if kind < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.5)))
    elif kind < 0.35 + moved:
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        angle = float(rng.uniform(0, np.pi))
        reach = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
        middle = (length - 1) / 2
        ends = [tuple(np.round(middle + s * reach).astype(int).tolist()) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    elif kind < 0.5 + moved:
        scale = float(rng.uniform(0.5, 0.9))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return image


def grain(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Sensor noise, sharpening and compression; returns uint8."""
    if rng.random() < 0.5:
        level = float(rng.uniform(1, 12))
        if rng.random() < 0.5:
            image = image + rng.normal(0, level, (*image.shape[:2], 1)).astype(np.float32)
        else:
            noise = rng.normal(0, level, image.shape).astype(np.float32)
            image = image + cv2.GaussianBlur(noise, (3, 3), 0.6) * 1.5
    if rng.random() < 0.25:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * float(rng.uniform(0.3, 1.5))
    picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(35, 96))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(picture)


def good_photograph(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A clean (h, w, 3) uint8 drawing as a steady camera takes it in a lit room."""
    picture: np.ndarray = image.astype(np.float32)
    picture *= light_map(image.shape[:2], rng, float(rng.uniform(0.02, 0.12)))[..., None]
    picture *= np.exp(rng.normal(0, 0.05, 3) + rng.normal(0, 0.12)).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.2, 0.6)))
    picture += rng.normal(0, rng.uniform(0.3, 4), picture.shape).astype(np.float32)
    _, data = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8),
                           [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(75, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def photograph(image: np.ndarray, rng: np.random.Generator, moved: float = MOVED) -> np.ndarray:
    """A clean (h, w, 3) uint8 drawing as a camera might have taken it.  moved: how often something moved meanwhile."""
    picture: np.ndarray = image.astype(np.float32)
    picture *= light_map(image.shape[:2], rng, float(rng.uniform(0.02, 0.35)))[..., None]
    picture = tone(picture, rng)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.2 else 0):
        picture = picture + glare(image.shape[:2], rng)[..., None] * float(rng.uniform(80, 230))
    return grain(soften(np.clip(picture, 0, 255), rng, moved), rng)

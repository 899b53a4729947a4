"""What lies still is seen better over several frames, and what moves is not smeared."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.watching.still_picture import FRAMES, WITHIN_S, StillPicture

INNER = np.s_[12:-12, 12:-12]


def table(rng: np.random.Generator) -> np.ndarray:
    """A dim table (180, 240, 3) with cards, a little out of focus."""
    picture = np.full((180, 240, 3), (40, 70, 45), np.uint8)
    for x in (30, 110):
        cv2.rectangle(picture, (x, 30), (x + 60, 120), (150, 150, 150), -1)
        cv2.putText(picture, "8Q"[x > 50], (x + 8, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)
        cv2.circle(picture, (x + int(rng.integers(20, 40)), 90), 10, (20, 20, 120), -1)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def filmed(still: np.ndarray, rng: np.random.Generator, noise: float, count: int = FRAMES, step_s: float = 0.1
           ) -> list[Frame]:
    """Frames of a still table, each with its own noise."""
    noisy = [np.clip(still + rng.normal(0, noise, still.shape), 0, 255).astype(np.uint8) for _ in range(count)]
    return [Frame(image, step_s * k, k) for k, image in enumerate(noisy)]


def together(frames: list[Frame]) -> np.ndarray:
    still = StillPicture()
    for frame in frames:
        still.add(frame)
    return still.of(frames[-1])


def off(picture: np.ndarray, truth: np.ndarray) -> float:
    """Root mean square difference, away from the edges."""
    return float(np.sqrt(np.mean((picture[INNER].astype(float) - truth[INNER]) ** 2)))


def off_cloth(part: np.ndarray) -> float:
    """Standard deviation of the colours of a plain place."""
    return float(part.astype(float).std(axis=(0, 1)).mean())


def sharpness(picture: np.ndarray) -> float:
    """How steep the edges are."""
    return float(cv2.Laplacian(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std())


def test_noise_falls_though_edges_become_sharper() -> None:
    rng = np.random.default_rng(1)
    still = np.hstack([table(rng)[:, :208]] * 7)[:, :1280]
    frames = filmed(still, rng, 9.0)
    seen = together(frames)
    cloth, cards = np.s_[130:170, 20:180], np.s_[20:130, 20:180]
    assert off_cloth(seen[cloth]) < 0.8 * off_cloth(frames[-1].image[cloth])
    assert np.ptp(seen[cards].astype(float)) > 1.05 * np.ptp(still[cards].astype(float))
    assert sharpness(seen[cards]) > 1.2 * sharpness(still[cards])


def test_a_clean_picture_stays_as_it_is() -> None:
    rng = np.random.default_rng(7)
    frames = filmed(np.hstack([table(rng)[:, :208]] * 7)[:, :1280], rng, 0.5)
    assert together(frames) is frames[-1].image


def test_a_camera_that_trembles_does_not_blur() -> None:
    rng = np.random.default_rng(2)
    large = cv2.resize(table(rng), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    frames = []
    for k in range(FRAMES):
        shift = np.array([[1, 0, 4 * np.sin(k)], [0, 1, 3 * np.cos(k)]], np.float32)  # of a quarter pixel
        image = cv2.resize(cv2.warpAffine(large, shift, (960, 720), borderMode=cv2.BORDER_REPLICATE), (240, 180),
                           interpolation=cv2.INTER_AREA)
        frames.append(Frame(np.clip(image + rng.normal(0, 5, image.shape), 0, 255).astype(np.uint8), 0.1 * k, k))
    still = cv2.resize(cv2.warpAffine(large, shift, (960, 720), borderMode=cv2.BORDER_REPLICATE), (240, 180),
                       interpolation=cv2.INTER_AREA)
    assert off(together(frames), still) < 0.85 * off(frames[-1].image, still)


def test_what_has_moved_is_as_the_newest_frame_shows_it() -> None:
    rng = np.random.default_rng(3)
    still = table(rng)
    frames = filmed(still, rng, 2.0)
    for k, frame in enumerate(frames):
        frame.image[125:175, 20 + 30 * k:60 + 30 * k] = (90, 110, 190)  # a hand goes by
    seen = together(frames)
    hand = np.s_[130:170, 175:205]
    left = np.s_[130:170, 30:120]
    assert np.abs(seen[hand].astype(float).mean((0, 1)) - (90, 110, 190)).max() < 3
    assert np.abs(seen[left].astype(float) - still[left]).max() < 16  # nothing of the hand is left there


def test_a_picture_from_before_the_camera_was_pushed_is_left_out() -> None:
    rng = np.random.default_rng(8)
    still = table(rng)
    pushed = [Frame(np.roll(frame.image, 25, axis=1), frame.time_s, frame.index) for frame in filmed(still, rng, 6.0)]
    now = filmed(still, rng, 6.0, count=1)[0]
    seen = together([*pushed[:-1], Frame(now.image, 0.6, 6)])
    assert off(seen, still) < 1.6 * off(now.image, still)  # sharpened, not smeared


@pytest.mark.parametrize("step_s", [WITHIN_S + 0.1, 60.0])
def test_old_frames_do_not_count(step_s: float) -> None:
    rng = np.random.default_rng(5)
    frames = filmed(table(rng), rng, 6.0, step_s=step_s)
    assert together(frames) is frames[-1].image


def test_frames_of_another_size_a_light_switched_on_and_a_plain_table_are_no_trouble() -> None:
    rng = np.random.default_rng(6)
    frames = filmed(table(rng), rng, 2.0)
    assert together([Frame(np.zeros((90, 120, 3), np.uint8), 0.0), frames[-1]]).shape == (180, 240, 3)
    switched = [Frame(np.full((180, 240, 3), light, np.uint8), 0.1) for light in (20, 220)]
    assert (together(switched) == 220).all()
    plain = [Frame(np.full((180, 240, 3), 90, np.uint8), 0.1 * k, k) for k in range(3)]
    assert (together(plain) == 90).all()

"""Crops are upright, in scale, and follow corrections of their pose."""

import cv2
import numpy as np
import pytest

from vision.reading.crop import CROP, FILL, correction, cut, cut_many, moved, to_crop, whitened


def pose(x: float, y: float, degrees: float, size: float) -> np.ndarray:
    """A pose whose index leans clockwise by some degrees."""
    angle = np.radians(degrees)
    return np.array([x, y, np.sin(angle), -np.cos(angle), size], np.float32)


def marked(size: int, degrees: float) -> np.ndarray:
    """A picture with a dark bar standing for an index and a red dot above it, leaning."""
    image = np.full((400, 400, 3), 200, np.uint8)
    cv2.rectangle(image, (200 - size // 6, 200 - size // 2), (200 + size // 6, 200 + size // 2), (10, 10, 10), -1)
    cv2.circle(image, (200, round(200 - 0.62 * size)), max(2, size // 14), (0, 0, 255), -1)
    turn = cv2.getRotationMatrix2D((200, 200), -degrees, 1)
    return cv2.warpAffine(image, turn, (400, 400), borderValue=(200, 200, 200))


@pytest.mark.parametrize("degrees", [0, 33, 90, 181, 275])
@pytest.mark.parametrize("size", [16, 40, 150])
def test_a_crop_is_upright_and_in_scale(size, degrees):
    crop = cut(marked(size, degrees), pose(200, 200, degrees, size))
    dark = crop.max(axis=2) < 110
    rows = np.flatnonzero(dark[:, CROP // 2])
    assert len(rows) == pytest.approx(FILL, abs=4)
    assert rows.mean() == pytest.approx(CROP / 2, abs=1.5)
    red = crop[..., 2].astype(int) - crop[..., 1]
    y, x = np.unravel_index(red.argmax(), red.shape)
    assert y < CROP / 2 - FILL / 2 + 2
    assert x == pytest.approx(CROP / 2, abs=4)


def test_the_middle_of_the_pose_is_the_middle_of_the_crop():
    affine = to_crop(pose(120, 80, 50, 30))
    assert affine @ (120, 80, 1) == pytest.approx([CROP / 2, CROP / 2])


@pytest.mark.parametrize("turned", [0, 25, 180, 200])
def test_a_correction_leads_from_the_assumed_to_the_true_pose(turned):
    assumed, true = pose(100, 90, 30 + turned, 25), pose(104, 87, 30, 31)
    shift, turn, log_scale = correction(assumed, true)
    found = moved(assumed[None], shift[None], np.array([turn]), np.array([log_scale]))
    assert found[0] == pytest.approx(true, abs=1e-3)


def test_a_cast_is_taken_out():
    crop = np.full((1, CROP, CROP, 3), (40, 160, 200), np.uint8)
    crop[0, 10:20, 10:20] = (10, 40, 50)
    white = whitened(crop)[0]
    assert np.ptp(white[0, 0].astype(int)) <= 2
    assert white[15, 15].max() < 80


def test_no_poses_give_no_crops():
    assert cut_many(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 5))).shape == (0, CROP, CROP, 3)


def test_a_pose_at_the_border_still_gives_a_crop():
    image = np.full((60, 60, 3), 90, np.uint8)
    for size in (12, 500):
        assert cut(image, pose(0, 59, 10, size)).shape == (CROP, CROP, 3)

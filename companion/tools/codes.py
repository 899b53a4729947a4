"""What a QR code in a picture says."""

from __future__ import annotations

import cv2
import numpy as np

SCALES = (2.0, 3.0, 1.0, 1.5)  # no scale suits OpenCV's detector for every code


def code_in(picture: np.ndarray) -> str:
    """The text of the code in a picture (h, w) or (h, w, 3) uint8; "" where none can be read."""
    read = (cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=scale, fy=scale))[0] for scale in SCALES)
    return next((text for text in read if text), "")

"""What a QR code in a picture says."""

from __future__ import annotations

import numpy as np
import zxingcpp


def code_in(picture: np.ndarray) -> str:
    """The text of the code in a picture (h, w) or (h, w, 3) uint8; "" where none can be read."""
    return next((code.text for code in zxingcpp.read_barcodes(picture)), "")

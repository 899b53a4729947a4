"""A picture as a phone sends it, with a clock and a number; what is none is refused in a sentence."""

from __future__ import annotations

import io
import math
import struct
import warnings
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image

from rules.core.errors import Refusal

HEAD = struct.Struct("<IdII")  # magic, captured (ms by our clock), number, length of the JPEG
MAGIC = 0x31464354  # "TCF1"
MOST_BYTES = 4 * 1024 * 1024  # of a picture
MOST_PIXELS = 4096 * 2304
OLDEST_S = 10.0  # a picture that claims to be older, or from the future, has a wrong clock


class PictureError(Refusal):
    """What came is no whole picture."""


@dataclass(frozen=True)
class PhonePicture:
    """A picture as it came.  captured_s: when it was taken, by `time.monotonic` of this device; number: the phone's."""

    jpeg: bytes
    captured_s: float
    arrived_s: float
    number: int


def parse_picture(message: bytes, now_s: float) -> PhonePicture:
    """A message of the phone's page; PictureError where it is none."""
    if len(message) < HEAD.size:
        raise PictureError("This is no picture.")
    magic, captured_ms, number, length = HEAD.unpack_from(message)
    jpeg = message[HEAD.size:]
    if magic != MAGIC or len(jpeg) != length or not (jpeg.startswith(b"\xff\xd8") and jpeg.endswith(b"\xff\xd9")):
        raise PictureError("A picture came torn.")
    captured_s = captured_ms / 1000
    if not math.isfinite(captured_s) or not now_s - OLDEST_S <= captured_s <= now_s:
        captured_s = now_s
    return PhonePicture(jpeg, captured_s, now_s, number)


def decoded(jpeg: bytes) -> np.ndarray:
    """(h, w, 3) uint8 BGR; PictureError where that cannot be read or is larger than any phone's picture."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            width, height = Image.open(io.BytesIO(jpeg)).size
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise PictureError("A picture cannot be read.") from fault
    if width * height > MOST_PIXELS:
        raise PictureError("A picture is too large.")
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise PictureError("A picture cannot be read.")
    return image

"""A film's file and what is lost in it: frames through H.264 and back, one by one.

    codec = FilmCodec((1280, 720), 15.0, loss=0.5)
    seen = codec.through(frame)              # (h, w, 3) uint8, as whoever plays the file sees it
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from companion.filming.other_maker.optics import Size
from rules import SetupError

_BEST, _WORST = 20, 36  # constant rate factors: a phone's own file, and one sent on by a messenger
_KEY_FRAMES = 60  # frames from one that stands alone to the next


class FilmCodec:
    """One file while it is written and played.  loss: from 0, next to none, to 1.  Raises SetupError without PyAV."""

    def __init__(self, size: Size, fps: float, loss: float) -> None:
        try:
            import av  # only films that are compressed twice need it
        except ImportError as error:
            raise SetupError("Films that are compressed twice need PyAV: pip install 'table-companion[films]'."
                             ) from error
        self._picture_of = av.VideoFrame.from_ndarray
        crf = round(_BEST + (_WORST - _BEST) * min(loss, 1.0))
        self._encoder = av.CodecContext.create("libx264", "w")
        self._encoder.width, self._encoder.height = size
        self._encoder.pix_fmt, self._encoder.time_base = "yuv420p", Fraction(1, 1000)
        self._encoder.framerate, self._encoder.gop_size = Fraction(round(fps * 1000), 1000), _KEY_FRAMES
        self._encoder.options = {"preset": "veryfast", "tune": "zerolatency", "crf": str(crf), "threads": "1"}
        self._decoder = av.CodecContext.create("h264", "r")
        self._decoder.thread_count = 1
        self._step_ms, self._count = 1000 / fps, 0

    def through(self, frame: np.ndarray) -> np.ndarray:
        """(h, w, 3) uint8 BGR as it comes out of the file."""
        picture = self._picture_of(frame, format="bgr24")
        picture.pts = round(self._count * self._step_ms)
        self._count += 1
        played = [shown for packet in self._encoder.encode(picture) for shown in self._decoder.decode(packet)]
        return np.asarray(played[-1].to_ndarray(format="bgr24"))

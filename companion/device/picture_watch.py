"""Whether what a camera sends can be followed: asked after every read, of a source of any kind.

    watch = PictureWatch(source)
    fault = watch.look(source.read(LOOK_S))       # "" while all is well, else one of FAULTS
    watch.is_doubtful                             # what came is not to be read, though nothing may be said yet

Only cameras are judged; a film or a folder shows what it shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from vision.frames import Frame, FrameSource
from vision.watching.dead_picture import DeadPicture

LOOK_S = 0.2  # a camera is asked so often, so that what is wrong with it is said in time
TURNED, SAID = "turned", "said"
FAULTS = ("frozen", "black", "covered", "lost", TURNED, SAID)  # SAID: the source itself says why no pictures come


class PictureWatch:
    """Judges one source from its beginning."""

    def __init__(self, source: FrameSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._source, self._clock = source, clock
        self._dead = DeadPicture()
        self._behind_s = -clock()  # the frames' clock, less ours
        self._shape: tuple[int, ...] | None = None
        self.is_doubtful = False

    def look(self, frame: Frame | None) -> str:
        """What is wrong by now; frame: what the source gave, None where it gave none in time."""
        if not self._source.is_camera:
            return ""
        if frame is None:
            said = SAID if self._source.trouble else ""
            return said or self._dead.missing(self._clock() + self._behind_s) or ""
        self._behind_s = frame.time_s - self._clock()
        fault = TURNED if self._is_turned(frame.image) else self._dead.see(frame) or ""
        self.is_doubtful = bool(fault) or self._dead.is_doubtful
        return fault

    def _is_turned(self, image: np.ndarray) -> bool:
        """Whether a picture that was wide is high, or the other way round, as of a phone that was turned."""
        height, width = image.shape[:2]
        if self._shape is None:
            self._shape = (height, width)
        return (height, width) != self._shape and (height > width) != (self._shape[0] > self._shape[1])

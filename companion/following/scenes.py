"""The last moments of the table, from which an event takes its evidence.

    scenes = Scenes()
    scenes.keep(frame)                       # whenever the table was read
    evidence = scenes.evidence(events)       # the table before and after them, and how they were read

Pictures are small JPEGs.  Two events that follow each other share one: what lay there after the
first is what lay there before the second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from companion.log.evidence import Corner, Evidence, SeenCard
from vision.events import TableEvent
from vision.frames import Frame

LONGEST_PX = 640  # of a kept picture
QUALITY = 78
MOST_SCENES = 16  # events wait for their explanation while this many others are read
MOST_CANDIDATES = 6


class KeptFrame:
    """The table at one moment; encoded when it is first wanted."""

    def __init__(self, frame: Frame) -> None:
        """frame.image: (h, w, 3) uint8 BGR."""
        self.time_s = frame.time_s
        self.frame_size = (frame.image.shape[1], frame.image.shape[0])
        scale = min(1.0, LONGEST_PX / max(self.frame_size))
        self._small = cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)

    @cached_property
    def jpeg(self) -> bytes:
        """The picture as it is kept."""
        return bytes(cv2.imencode(".jpg", self._small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


class Scenes:
    """The last moments at which the table was read."""

    def __init__(self) -> None:
        self._scenes: deque[KeptFrame] = deque(maxlen=MOST_SCENES)

    def keep(self, frame: Frame) -> None:
        """Remember a frame for a while."""
        self._scenes.append(KeptFrame(frame))

    def evidence(self, events: Sequence[TableEvent]) -> Evidence | None:
        """The pictures around these events; None where the camera saw nothing."""
        if not events:
            return None
        first_s, last_s = min(e.time_s for e in events), max(e.time_s for e in events)
        before = next((scene for scene in reversed(self._scenes) if scene.time_s < first_s), None)
        after = next((scene for scene in self._scenes if scene.time_s >= last_s), None)
        size = after.frame_size if after else (1, 1)
        return Evidence(before.jpeg if before else None, after.jpeg if after else None,
                        tuple(_reading(event, size) for event in events))


def _reading(event: TableEvent, frame_size: tuple[int, int]) -> SeenCard:
    corners = () if event.corners_px is None else _shares(event.corners_px, frame_size)
    candidates = tuple((label, round(float(share), 4)) for label, share in event.candidates[:MOST_CANDIDATES])
    return SeenCard(event.kind, event.label, round(float(event.confidence), 4), bool(event.sure), candidates,
                    event.zone, corners)


def _shares(corners_px: np.ndarray, frame_size: tuple[int, int]) -> tuple[Corner, ...]:
    shares = np.asarray(corners_px, float) / frame_size
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in shares)

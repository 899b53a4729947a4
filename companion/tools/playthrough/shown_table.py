"""A table without a camera that is shown what one has seen, or would see."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from companion.following.live_table import LiveTable
from companion.sitting.sitting import Sitting
from companion.tools.clear_looks import STEP_S
from vision.frames import Frame, FrameSource
from vision.stream import Look


class ShownSource(FrameSource):
    """Empty frames, each when it is asked for: the clock of a table that is shown what happens."""

    live = True

    def __init__(self, duration_s: float) -> None:
        super().__init__("shown")
        self._step, self._steps = 0, int((duration_s + 10.0) / STEP_S)
        self._wanted = threading.Semaphore(0)
        self._image = np.zeros((9, 16, 3), np.uint8)
        self.now_s = -1.0

    def step(self) -> float:
        """Let one frame come; its time."""
        self.now_s = self._step * STEP_S
        self._wanted.release()
        return self.now_s

    def last_longer(self) -> None:
        """The players wait for a moment, and so does all that they do afterwards."""
        self._steps += 1

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The frame that `step` has let come; None where none comes within the time."""
        if not self._wanted.acquire(timeout=timeout_s) or self.ended:
            return None
        frame = Frame(self._image, self._step * STEP_S)
        self._step += 1
        self.ended = self._step >= self._steps
        return frame


class ShownSitting(Sitting):
    """A table that is shown looks; they wait while the players have something to say."""

    def __init__(self, live: LiveTable, looks: Iterator[Look]) -> None:
        super().__init__(live)
        self._believing, self._looks = live, looks
        self._next = next(self._looks, None)
        self._dice = self._next.dice if self._next is not None else None  # as they were read last
        self.done_s = -1.0  # up to when everything was followed
        self.late_s = 0.0  # so long the players have waited for what had to be said

    def see(self, frame: Frame) -> bool:
        """Follow the look that is due, or one in which nothing stirs; a frame gives the time alone."""
        now_s = frame.time_s
        look = self._next
        if look is not None and look.time_s <= now_s - self.late_s:
            self._next = next(self._looks, None)
            self._dice = look.dice if look.dice is not None else self._dice
        elif look is not None:  # nothing stirs, and the dice lie as they lay
            look = replace(look, moving=np.zeros_like(look.moving), detections=None, push=None, dice=self._dice)
        changed = look is not None and self._followed(self._believing.take(replace(look, time_s=now_s)), now_s)
        self.done_s = now_s
        return changed

"""A film shown to a watcher as it is drawn: no file, nothing lost in between.

    watch(FilmShowing(Film(record, setting)), live, answers, tell)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.filming.drawn import DrawnFilm
from vision.frames import Frame, FrameSource


class FilmShowing(FrameSource):
    """Every frame of a film, each drawn when it is asked for: 1/fps apart, or those of `shots` at their own times."""

    def __init__(self, film: DrawnFilm, shots: Iterator[np.ndarray] | None = None,
                 times_s: Sequence[float] | None = None) -> None:
        super().__init__("a drawn film")
        fps = film.setting.fps
        self._frames = film.frames() if shots is None else shots
        self._times_s = [k / fps for k in range(round(film.duration_s * fps))] if times_s is None else times_s
        self._next = 0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame, None after the last; it never waits."""
        image = next(self._frames, None)
        frame = None if image is None else Frame(image, self._times_s[self._next], self._next)
        self._next += 1
        self.ended = self.ended or self._next >= len(self._times_s)
        return frame

"""A film shown to a watcher as it is drawn: no file, nothing lost in between.

    watch(FilmShowing(Film(record, setting)), live, answers, tell)
"""

from __future__ import annotations

from companion.filming.drawn import DrawnFilm
from vision.frames import Frame, FrameSource


class FilmShowing(FrameSource):
    """Every frame of a film, 1/fps apart, each drawn when it is asked for."""

    def __init__(self, film: DrawnFilm) -> None:
        super().__init__("a drawn film")
        self._fps = film.setting.fps
        self._total = round(film.duration_s * self._fps)
        self._frames = film.frames()
        self._next = 0

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        image = next(self._frames, None)
        frame = None if image is None else Frame(image, self._next / self._fps, self._next)
        self._next += 1
        self.ended = self.ended or self._next >= self._total
        return frame

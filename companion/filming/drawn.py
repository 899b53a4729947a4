"""What every maker's film offers to whoever watches it, writes it down, or compares with its truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from companion.filming.direction import Announcement
from rules import Record


class FilmFormat(Protocol):
    """What a film says about how it was made."""

    @property
    def seed(self) -> int:
        """Of the table, the light and the hands."""

    @property
    def level(self) -> int:
        """From 1, tidy and bright, to 5; 0 where troubles are named."""

    @property
    def fps(self) -> float:
        """Frames per second."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def layout(self) -> str:
        """Name or file of the zones; "" for the game's own."""


class StraightView(Protocol):
    """A camera, as far as a straight lens describes it."""

    @property
    def homography(self) -> np.ndarray:
        """(3, 3) from table millimetres to pixels."""


class DrawnFilm(Protocol):
    """A record as a film; the same film again and again from the same seed."""

    record: Record
    duration_s: float

    @property
    def setting(self) -> FilmFormat:
        """The picture's size and pace, and what it was drawn from."""

    @property
    def camera(self) -> StraightView:
        """The camera before anything bumps it."""

    @property
    def truth(self) -> Sequence[Any]:
        """What happens to every card, in order of time."""

    @property
    def announcements(self) -> Sequence[Announcement]:
        """Every line of the record with the time at which it is said."""

    @property
    def about(self) -> Mapping[str, object]:
        """What the truth's first line says beside the game: the maker, its troubles and their values."""

    @property
    def is_calibrated(self) -> bool:
        """Whether the camera is told to whoever watches; else he finds the table himself."""

    def corners_px(self, event: Any) -> np.ndarray:
        """(4, 2) pixels of an event's card in the still camera, clockwise from its own top left."""

    def frames(self) -> Iterator[np.ndarray]:
        """Every frame of the film in order: (h, w, 3) uint8 BGR."""

    def shots(self, times_s: Iterable[float]) -> Iterator[np.ndarray]:
        """The frames at some times, which must not go back."""

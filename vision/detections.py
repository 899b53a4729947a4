"""What one frame showed: aligned arrays, one row per physical card.

    >>> d = reader.read(frame)                # vision.reader.TableReader
    >>> d[d.sure].label
    array(['7H', 'QC'], dtype='<U4')

Labels are the two characters of the notation ("7H", "TC", "JK"), "??" for a card that
lies there but is not read, and the Never Over names ("+3", "<=2").  They are the only
thing this room shares with the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

UNREAD = "??"


@dataclass(frozen=True)
class Detections:
    """One row per physical card, in pixels of the frame that was read.

    corners_px: (n, 4, 2) float32 outline, clockwise on screen from the corner left of the
        card's own top; NaN where the outline is not known.
    box_px: (n, 4) float32 x1, y1, x2, y2; always known.
    label: (n,) str.  confidence: (n,) float32, calibrated probability of the label.
    sure: (n,) bool, what the live table may commit without asking.
    face_up: (n,) bool.
    candidates: per row the likeliest labels with their probabilities, best first.
    index_px: per row (k, 2) where on it an index was read; k is 0 where that is not known.  An index is
        found to a pixel or two, while an outline is a guess where only one index shows.
    """

    corners_px: np.ndarray
    box_px: np.ndarray
    label: np.ndarray
    confidence: np.ndarray
    sure: np.ndarray
    face_up: np.ndarray
    candidates: tuple[tuple[tuple[str, float], ...], ...]
    index_px: tuple[np.ndarray, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.label)
        if not self.index_px:
            object.__setattr__(self, "index_px", (np.zeros((0, 2), np.float32),) * n)
        shapes = {"corners_px": (n, 4, 2), "box_px": (n, 4), "label": (n,), "confidence": (n,),
                  "sure": (n,), "face_up": (n,)}
        for name, shape in shapes.items():
            actual = getattr(self, name).shape
            if actual != shape:
                raise ValueError(f"{name} must have shape {shape}, not {actual}")
        for name in ("candidates", "index_px"):
            if len(getattr(self, name)) != n:
                raise ValueError(f"{name} must have {n} rows, not {len(getattr(self, name))}")

    def __len__(self) -> int:
        return len(self.label)

    def __getitem__(self, index: np.ndarray | slice | Sequence[int]) -> Detections:
        """Rows chosen by a boolean mask, a slice or a list of positions."""
        rows = np.arange(len(self))[index]
        arrays = {f.name: getattr(self, f.name)[rows] for f in fields(self) if f.name not in ("candidates", "index_px")}
        return Detections(**arrays, candidates=tuple(self.candidates[i] for i in rows),
                          index_px=tuple(self.index_px[i] for i in rows))

    @classmethod
    def empty(cls) -> Detections:
        """A frame with no card in it."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, "<U4"),
                   np.zeros(0, np.float32), np.zeros(0, bool), np.zeros(0, bool), ())

    @property
    def centre_px(self) -> np.ndarray:
        """(n, 2) centre of each card: of its outline where known, else of its box."""
        outline = self.corners_px.mean(axis=1)
        box = self.box_px.reshape(-1, 2, 2).mean(axis=1)
        return np.where(np.isnan(outline), box, outline)

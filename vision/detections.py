"""What one frame showed: aligned arrays, one row per physical card.

    >>> d = reader.read(frame)                # vision.reading.reader.TableReader
    >>> d[d.sure].label
    array(['7H', 'QC'], dtype='<U4')

Labels are the two characters of the notation ("7H", "TC", "JK"), "??" for a card that
lies there but is not read, and the Never Over names ("+3", "<=2").  They are the only
thing this room shares with the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import cv2
import numpy as np

UNREAD = "??"
NO_CARD, FACE_DOWN = "none", "down"  # among the names: nothing lies there; a card, but its back is seen
LEAST_LOG = -12.0  # log-probability of what is as good as ruled out; readers know nothing finer


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
    names, log_name: what a card may be, NO_CARD and FACE_DOWN last, and (n, k) float32 log-probabilities of
        these; made from the candidates where nobody gives them.
    """

    corners_px: np.ndarray
    box_px: np.ndarray
    label: np.ndarray
    confidence: np.ndarray
    sure: np.ndarray
    face_up: np.ndarray
    candidates: tuple[tuple[tuple[str, float], ...], ...]
    index_px: tuple[np.ndarray, ...] = ()
    names: tuple[str, ...] = ()
    log_name: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    def __post_init__(self) -> None:
        n = len(self.label)
        if not self.index_px:
            object.__setattr__(self, "index_px", (np.zeros((0, 2), np.float32),) * n)
        shapes = {"corners_px": (n, 4, 2), "box_px": (n, 4), "label": (n,), "confidence": (n,),
                  "sure": (n,), "face_up": (n,)} | ({"log_name": (n, len(self.names))} if self.names else {})
        for name, shape in shapes.items():
            actual = getattr(self, name).shape
            if actual != shape:
                raise ValueError(f"{name} must have shape {shape}, not {actual}")
        for name in ("candidates", "index_px"):
            if len(getattr(self, name)) != n:
                raise ValueError(f"{name} must have {n} rows, not {len(getattr(self, name))}")
        if not self.names:
            names, log_name = _names_of(self.candidates, self.confidence, self.face_up)
            object.__setattr__(self, "names", names)
            object.__setattr__(self, "log_name", log_name)

    def __len__(self) -> int:
        return len(self.label)

    def __getitem__(self, index: np.ndarray | slice | Sequence[int]) -> Detections:
        """Rows chosen by a boolean mask, a slice or a list of positions."""
        rows = np.arange(len(self))[index]
        arrays = {f.name: getattr(self, f.name)[rows] for f in fields(self)
                  if f.name not in ("candidates", "index_px", "names")}
        return Detections(**arrays, candidates=tuple(self.candidates[i] for i in rows),
                          index_px=tuple(self.index_px[i] for i in rows), names=self.names)

    @classmethod
    def empty(cls) -> Detections:
        """A frame with no card in it."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, "<U4"),
                   np.zeros(0, np.float32), np.zeros(0, bool), np.zeros(0, bool), ())

    @property
    def marks(self) -> np.ndarray:
        """(n,) how many indices were read on each card."""
        return np.array([len(at) for at in self.index_px], int)

    def corner_marks_px(self, row: int) -> np.ndarray:
        """(4, 2) a card's marks, NaN for one that was not read: first those in two opposite corners of its outline, the
        ones of which more was read, then those in the others.  What covers a half of a card hides one of two opposite
        ones only; a strip of it shows two that are not opposite, on whichever side it lies."""
        corners, found = self.corners_px[row], np.full((4, 2), np.nan, np.float32)
        for mark in self.index_px[row][::-1]:  # the best read last
            found[int(np.linalg.norm(corners - mark, axis=1).argmin())] = mark
        is_read = np.isfinite(found[:, 0])
        pairs = sorted(([0, 2], [1, 3]), key=lambda pair: -int(is_read[pair].sum()))
        return found[[corner for pair in pairs for corner in sorted(pair, key=lambda corner: not is_read[corner])]]

    def renamed(self, means: Mapping[str, str]) -> Detections:
        """The same cards by other names; what several labels mean is as likely as these together."""
        names = tuple(dict.fromkeys(means.get(name, name) for name in self.names))
        log_name = np.full((len(self), len(names)), -np.inf)
        for column, name in enumerate(self.names):
            to = names.index(means.get(name, name))
            log_name[:, to] = np.logaddexp(log_name[:, to], self.log_name[:, column])
        return replace(self, label=np.array([means.get(label, label) for label in self.label.tolist()], "<U4"),
                       candidates=tuple(tuple((means.get(label, label), p) for label, p in row)
                                        for row in self.candidates),
                       names=names, log_name=log_name.astype(np.float32))

    def shifted(self, by_px: np.ndarray) -> Detections:
        """The same cards by_px (2,) farther right and down."""
        by = np.asarray(by_px, np.float32)
        return replace(self, corners_px=self.corners_px + by, box_px=self.box_px + np.tile(by, 2),
                       index_px=tuple(at + by for at in self.index_px))

    @property
    def centre_px(self) -> np.ndarray:
        """(n, 2) centre of each card: of its outline where known, else of its box."""
        outline = self.corners_px.mean(axis=1)
        box = self.box_px.reshape(-1, 2, 2).mean(axis=1)
        return np.asarray(np.where(np.isnan(outline), box, outline))


def log_of(probability: np.ndarray) -> np.ndarray:
    """Log-probabilities float32 of what may be impossible, LEAST_LOG at least."""
    return np.asarray(np.log(np.maximum(probability, np.exp(LEAST_LOG))).astype(np.float32))


def _names_of(candidates: Sequence[Sequence[tuple[str, float]]], confidence: np.ndarray, face_up: np.ndarray
              ) -> tuple[tuple[str, ...], np.ndarray]:
    """Names and (n, k) log-probabilities of them, where only the likeliest labels are known."""
    labels = sorted({label for row in candidates for label, _ in row})
    chance = np.zeros((len(candidates), len(labels) + 2))
    for row, (likely, surely, up) in enumerate(zip(candidates, confidence.tolist(), face_up.tolist(), strict=True)):
        for label, probability in likely:
            chance[row, labels.index(label)] += probability
        rest = max(1 - float(chance[row].sum()), 1 - surely if not likely else 0.0)
        chance[row, -2 if up else -1] += max(rest, 0.0)
    return (*labels, NO_CARD, FACE_DOWN), log_of(chance)


@dataclass(frozen=True)
class DiceDetections:
    """One row per die whose pips were counted: box_px (n, 4), pips (n,) 1..6, confidence (n,), sure (n,) bool.

    log_pips: (n, 7) log-probabilities of no die at all, and of one to six pips; made of the others where not given.
    """

    box_px: np.ndarray
    pips: np.ndarray
    confidence: np.ndarray
    sure: np.ndarray
    log_pips: np.ndarray = field(default_factory=lambda: np.zeros((0, 7), np.float32))

    def __post_init__(self) -> None:
        n = len(self.pips)
        if n and not len(self.log_pips):
            chance = np.repeat((1 - self.confidence[:, None]) / 6, 7, axis=1)
            chance[np.arange(n), np.clip(self.pips, 0, 6)] = self.confidence
            object.__setattr__(self, "log_pips", log_of(chance))
        if self.log_pips.shape != (n, 7):
            raise ValueError(f"log_pips must be {n} rows of 7")
        if not self.box_px.shape == (n, 4) or not self.confidence.shape == self.sure.shape == (n,):
            raise ValueError(f"box_px, confidence and sure must have {n} rows, as pips has")

    def __len__(self) -> int:
        return len(self.pips)

    def __getitem__(self, rows: np.ndarray | slice) -> DiceDetections:
        return DiceDetections(self.box_px[rows], self.pips[rows], self.confidence[rows], self.sure[rows],
                              self.log_pips[rows])

    @classmethod
    def empty(cls) -> DiceDetections:
        """A picture without dice."""
        return cls(np.zeros((0, 4), np.float32), np.zeros(0, int), np.zeros(0, np.float32), np.zeros(0, bool))

    def shifted(self, by_px: np.ndarray) -> DiceDetections:
        """The same dice by_px (2,) farther right and down."""
        return replace(self, box_px=self.box_px + np.tile(np.asarray(by_px, np.float32), 2))

    def outside(self, outlines_px: np.ndarray) -> DiceDetections:
        """Those whose middle lies in none of the outlines (n, 4, 2), which may be NaN: pips of cards look like dice,
        and dice are thrown beside the cards."""
        return self[outside_all(self.centre_px, outlines_px)]

    @property
    def centre_px(self) -> np.ndarray:
        """(n, 2) middle of each die's upper face."""
        return np.asarray(self.box_px.reshape(-1, 2, 2).mean(axis=1))


def outside_all(points: np.ndarray, outlines_px: np.ndarray) -> np.ndarray:
    """(n,) bool, points (n, 2) that lie in none of the outlines (m, 4, 2), which may be NaN."""
    known = [quad.astype(np.float32) for quad in outlines_px if np.isfinite(quad).all()]
    return np.array([not any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for quad in known)
                     for x, y in points], bool)

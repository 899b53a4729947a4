"""Streams made up from cards and moments, to say in a line what happens on a table.

    looks = told_looks("limbo", ("Ann", "Bob"), "0.0 7H lies at pile · 1.0 Ann's arm over pile · 2.5 arm gone")

A moment is a time in seconds and one of: CARD lies at PLACE; CARD pushed RIGHT DOWN (mm); CARD gone; CARD read as
OTHER; CARD read rightly; CARD read doubtfully; CARD read in parts (each mark by itself); CARD held at PLACE;
NAME's arm over PLACE; arm gone; NAME says LINE.
The cards of a place lie side by side, each newer one over the older ones; what moves and what is read follows from
that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration import Calibration, Layout, assumed_calibration
from companion.device.layouts import game_layout
from vision.detections import Detections
from vision.stream import Look
from vision.watching.viewpoint import Viewpoint

SIZE = (1280, 720)
WIDTH_MM = 1300.0
BLOCK_PX = 20.0
FPS = 10
STEP_MM, WHOLE_MM = 24.0, 66.0  # between cards of a place; between those that are read by their whole faces
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
MARKS = np.array([[-25.0, -34.0], [25.0, 34.0]])
ALL_MARKS = MARKS[[0, 1, 0, 1]] * [[1, 1], [1, 1], [1, -1], [1, -1]]
SEATS = {"Ann": (0.0, 330.0), "Bob": (0.0, -330.0), "Bea": (-560.0, 0.0), "Cal": (560.0, 0.0)}


@dataclass(frozen=True)
class Card:
    """A card of the made-up table."""

    label: str
    at: np.ndarray
    reads: str = ""
    held: bool = False
    chance: float = 0.99
    in_parts: bool = False


@dataclass
class ToldTable:
    """What lies there at a moment."""

    layout: Layout
    cards: list[Card] = field(default_factory=list)
    arm: tuple[str, np.ndarray] | None = None
    touched: list[np.ndarray] = field(default_factory=list)
    has_indices: bool = True
    is_four_cornered: bool = False
    looks: int = 0

    def happen(self, words: list[str]) -> None:
        """One moment."""
        match words:
            case ["arm", "gone"]:
                self.arm = None
            case [owner, "arm", "over", place]:
                self.arm = (owner.removesuffix("'s"), np.array(self.layout[place].centre_mm))
            case [label, "lies" | "held" as how, "at", place]:
                here = [card for card in self.cards if self._place(card.at) == place]
                step_mm = STEP_MM if self.has_indices else WHOLE_MM
                at = np.add(self.layout[place].centre_mm, (step_mm * (len(here) - 2), 0.0))
                self.cards = [*(c for c in self.cards if c.label != label or not c.held),
                              Card(label, at, held=how == "held")]
                self.touched.append(at)
            case [label, "gone"]:
                card = next(c for c in self.cards if c.label == label)
                self.cards.remove(card)
                self.touched.append(card.at)
            case [label, "pushed", across, down]:
                by = np.array([float(across), float(down)])
                self.cards = [replace(c, at=c.at + by) if c.label == label else c for c in self.cards]
                self.touched += [card.at for card in self.cards if card.label == label]
            case [label, "read", "rightly"]:
                self._reads(label, "")
            case [label, "read", "doubtfully"]:
                self.cards = [replace(c, chance=0.5) if c.label == label else c for c in self.cards]
            case [label, "read", "in", "parts"]:
                self.cards = [replace(c, in_parts=True) if c.label == label else c for c in self.cards]
            case [label, "read", "as", other]:
                self._reads(label, other)
            case _:
                raise ValueError(" ".join(words))

    def _reads(self, label: str, other: str) -> None:
        self.cards = [replace(c, reads=other) if c.label == label else c for c in self.cards]

    def _place(self, at: np.ndarray) -> str:
        return str(self.layout.zone_at([list(at)])[0])

    def detections(self, view: Viewpoint, rng: np.random.Generator) -> Detections:
        """What a reader would say of it."""
        rows: list[tuple[str, np.ndarray, np.ndarray]] = []
        chances: list[float] = []
        self.looks += 1
        for k, card in enumerate(self.cards):
            sway = rng.normal(0, 2.5, 2) if card.held else rng.normal(0, 0.2, 2)
            all_marks = (ALL_MARKS if self.is_four_cornered else MARKS) + card.at
            marks = np.array([m for m in all_marks if not self._hidden(m, self.cards[k + 1:])]).reshape(-1, 2)
            is_strip = self.is_four_cornered and len(marks) == 2 and bool((marks[:, 0] < card.at[0]).all())
            if is_strip and rows and rows[-1][0] == card.label and len(rows[-1][2]) == 2:
                both, inset = np.concatenate([rows[-1][2], marks]), np.abs(CARD[0] - MARKS[0])  # two are read as one
                low, high = both.min(axis=0) - inset, both.max(axis=0) + inset
                rows[-1] = (card.label, np.array([low, (high[0], low[1]), high, (low[0], high[1])]), both)
            elif len(marks):
                side = [-50.0, 0.0] if is_strip and self.looks % 3 == 0 else [0.0, 0.0]  # a strip does not tell
                for part in np.split(marks, len(marks)) if card.in_parts else [marks[:1] if card.held else marks]:
                    chances.append(card.chance)
                    rows.append((card.reads or card.label, CARD + card.at + sway + side, part + sway))
        if not rows:
            return Detections.empty()
        corners = np.stack([view.to_px(corners) for _, corners, _ in rows]).astype(np.float32)
        n = len(rows)
        return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                          np.array([label for label, _, _ in rows]), np.array(chances, np.float32), np.ones(n, bool),
                          np.ones(n, bool),
                          tuple(((row[0], chance),) for row, chance in zip(rows, chances, strict=True)),
                          tuple(view.to_px(marks).astype(np.float32)[:len(marks) * self.has_indices]
                                for _, _, marks in rows))

    def _hidden(self, mark: np.ndarray, above: list[Card]) -> bool:
        under = any((np.abs(mark - other.at) < CARD[2]).all() for other in above)
        return under or (self.arm is not None and bool(np.hypot(*(mark - self.arm[1])) < 120.0))

    def moving(self, view: Viewpoint, now_s: float) -> np.ndarray:
        """(rows, columns) bool: the arm, and what has just been touched."""
        picture = np.zeros((round(SIZE[1] / BLOCK_PX), round(SIZE[0] / BLOCK_PX)), np.uint8)
        if self.arm is not None:
            ends = view.to_px(np.array([self.arm[1] + 6 * np.sin(40 * now_s), SEATS[self.arm[0]]])) / BLOCK_PX
            cv2.line(picture, *(tuple(map(int, end)) for end in ends), 1, 3)
        for at in self.touched:
            cv2.fillConvexPoly(picture, (view.to_px(CARD + at) / BLOCK_PX).astype(np.int32), 1)
        self.touched.clear()
        return picture.astype(bool)


def told_view(game: str, players: tuple[str, ...]) -> tuple[Calibration, Layout]:
    """A camera straight above, whose place is known, and the game's layout."""
    return replace(assumed_calibration(SIZE, WIDTH_MM), error_mm=1.0), game_layout(game, players)


def told_looks(game: str, players: tuple[str, ...], story: str, until_s: float = 0.0, has_indices: bool = True,
               is_four_cornered: bool = False) -> Iterator[Look]:
    """The looks of a story, ten frames a second, the whole picture read four times a second.  has_indices: whether the
    cards carry indices, or are read by their faces.  is_four_cornered: whether they carry them in every corner: then of
    a strip nobody knows on which side of it the card lies, and equal strips side by side are read as one card."""
    calibration, layout = told_view(game, players)
    view, rng = Viewpoint(calibration, layout), np.random.default_rng(1)
    table = ToldTable(layout, has_indices=has_indices, is_four_cornered=is_four_cornered)
    moments = [(float(time_s), words) for time_s, *words in (part.split() for part in story.split("·"))]
    read_s = -1.0
    for k in range(round(FPS * (max(until_s, moments[-1][0] + 2.5)))):
        now_s = k / FPS
        while moments and moments[0][0] <= now_s + 1e-6:
            table.happen(moments.pop(0)[1])
        reads = now_s - read_s >= 0.2
        read_s = now_s if reads else read_s
        yield Look(now_s, table.moving(view, now_s), BLOCK_PX, table.detections(view, rng) if reads else None)

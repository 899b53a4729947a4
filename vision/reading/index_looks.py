"""Looks at single indices: where each was found, and what the reader saw there.

    seen = Looks(finds, reader.read(cut_many(image, finds.pose)))
    seen.poses, seen.quads                 # where the indices and their cards truly lie, as the reader says
    joined_looks([seen, seen.taken_for(others, rows)])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.reading.crop import moved
from vision.reading.finder import IndexFinds, joined_in_order
from vision.reading.index_reader import Readings


@dataclass(frozen=True)
class Looks:
    """Finds and what was read at them, row by row."""

    finds: IndexFinds
    readings: Readings

    def __len__(self) -> int:
        return len(self.finds)

    def __getitem__(self, rows: np.ndarray) -> Looks:
        return Looks(self.finds[rows], self.readings[rows])

    @cached_property
    def poses(self) -> np.ndarray:
        """(n, 5) where the reader says the indices lie."""
        seen = self.readings
        return moved(self.finds.pose, seen.shift, seen.turn, seen.log_scale)

    @cached_property
    def quads(self) -> np.ndarray:
        """(n, 4, 2) outlines of their cards."""
        return moved_quads(self.finds.quad, self.finds.pose, self.poses)

    def taken_for(self, others: IndexFinds, rows: np.ndarray) -> Looks:
        """Other finds (k) taken for what these rows (k,) show, where they were found."""
        seen = self.readings[rows]
        return Looks(others, replace(seen, shift=np.zeros_like(seen.shift), turn=np.zeros_like(seen.turn),
                                     log_scale=np.zeros_like(seen.log_scale)))


def joined_looks(parts: Sequence[Looks]) -> Looks:
    """The rows of all."""
    some = [part for part in parts if len(part)] or [parts[0]]
    readings = Readings(*(np.concatenate([getattr(part.readings, name) for part in some])
                          for name in Readings.__dataclass_fields__))
    return Looks(joined_in_order([part.finds for part in some]), readings)


def moved_quads(quads: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The cards' corners (n, 4, 2) after the poses (n, 5) of their indices were corrected."""
    up, to = old[:, 2:4], new[:, 2:4]
    turn = np.arctan2(up[:, 0] * to[:, 1] - up[:, 1] * to[:, 0], (up * to).sum(axis=1))
    over = np.abs(turn) > np.pi / 2  # found upside down: the same card, named from its other end
    turn -= np.sign(turn) * np.pi * over
    quads = np.where(over[:, None, None], np.roll(quads, 2, axis=1), quads)
    c, s = np.cos(turn), np.sin(turn)
    turned = np.stack([np.column_stack([c, s]), np.column_stack([-s, c])], axis=1)
    return np.asarray((quads - old[:, None, :2]) @ turned + new[:, None, :2])

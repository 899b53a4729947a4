"""A deck that was shown to the camera: what its cards look like to a network, each with its name.

    deck = TaughtDeck.load(Path("ours.npz"))
    deck.likeness(descriptions, LABELS)       # (n, len(LABELS)), -1..1
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.files import write_whole
from vision.frames import SourceError


@dataclass(frozen=True)
class TaughtDeck:
    """Descriptions (n, d) of what was shown, unit vectors, and their labels (n,)."""

    descriptions: np.ndarray
    labels: np.ndarray

    def __post_init__(self) -> None:
        if self.descriptions.ndim != 2 or len(self.labels) != len(self.descriptions):
            raise ValueError("A taught deck needs one label for each description.")

    def joined(self, other: TaughtDeck) -> TaughtDeck:
        """Both in one; SourceError if another version of the reader saw the other."""
        self.likeness(other.descriptions[:1], ())
        return TaughtDeck(np.concatenate([self.descriptions, other.descriptions]),
                          np.concatenate([self.labels, other.labels]))

    def save(self, file: Path) -> None:
        """Write it, beside a deck profile."""
        packed = io.BytesIO()
        np.savez_compressed(packed, descriptions=self.descriptions.astype(np.float16), labels=self.labels)
        write_whole(file, packed.getvalue())

    @classmethod
    def load(cls, file: Path) -> TaughtDeck:
        """Read it back; SourceError with one sentence if the file is no taught deck."""
        try:
            with np.load(file, allow_pickle=False) as stored:
                return cls(stored["descriptions"].astype(np.float32), stored["labels"])
        except (OSError, KeyError, ValueError) as error:
            raise SourceError("{file} is no deck that was shown to the camera.", file=file) from error

    def likeness(self, descriptions: np.ndarray, labels: Sequence[str]) -> np.ndarray:
        """Greatest likeness (n, len(labels)) of descriptions (n, d), unit vectors, to what was shown of each label;
        NaN for labels that were not shown."""
        if descriptions.shape[1] != self.descriptions.shape[1]:
            raise SourceError("This deck was shown to another version of the reader; show it again.")
        alike = descriptions @ self.descriptions.T
        if not labels:
            return np.zeros((len(descriptions), 0))
        columns = [self.labels == label for label in labels]
        return np.stack([alike[:, known].max(axis=1) if known.any() else np.full(len(alike), np.nan)
                         for known in columns], axis=1)

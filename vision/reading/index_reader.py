"""What an upright index crop shows: the reader network and what its outputs mean.

    reader = IndexReader(path)
    readings = reader.read(crops)        # (n, CROP, CROP, 3) uint8 from vision.reading.crop
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.reading.network import Network

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LABELS = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
KINDS = ("index", "joker", "nothing")
OUTPUTS = 13 + 4 + 3 + 5  # rank, suit, kind logits; shift right, shift down, cos, sin of the turn, log scale


@dataclass(frozen=True)
class Readings:
    """What n crops show: log-probabilities and how the crops should have been cut.

    rank (n, 13), suit (n, 4), kind (n, 3) log-probabilities; shift (n, 2) in index lengths,
    turn (n,) radians, log_scale (n,): the arguments of `reading.crop.moved`.  description (n, d): unit vectors that
    lie close together for indices that look alike; d is 0 for a network that gives none.
    """

    rank: np.ndarray
    suit: np.ndarray
    kind: np.ndarray
    shift: np.ndarray
    turn: np.ndarray
    log_scale: np.ndarray
    description: np.ndarray

    def __len__(self) -> int:
        return len(self.turn)

    def __getitem__(self, rows: np.ndarray) -> Readings:
        return Readings(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


def log_softmax(x: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Log-probabilities over the last axis."""
    x = x / temperature
    x = x - x.max(axis=-1, keepdims=True)
    return np.asarray(x - np.log(np.exp(x).sum(axis=-1, keepdims=True)))


class IndexReader:
    """The reader network read from an ONNX file."""

    def __init__(self, path: Path) -> None:
        self.network = Network(path, "reader")
        facts = self.network.facts
        self.temperature = float(facts.get("temperature", "1"))
        self.weights = np.array(json.loads(facts["sureness"])) if "sureness" in facts else None
        self.mirror_weights = np.array(json.loads(facts["mirrored"])) if "mirrored" in facts else None
        self.strange_weights = np.array(json.loads(facts["strange"])) if "strange" in facts else None

    def read(self, crops: np.ndarray) -> Readings:
        """Readings of crops (n, CROP, CROP, 3) uint8 BGR."""
        if len(crops) == 0:
            return readings_of(np.zeros((0, OUTPUTS), np.float32), self.temperature)
        batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
        return readings_of(self.network.run(batch), self.temperature)


def readings_of(out: np.ndarray, temperature: float = 1.0) -> Readings:
    """Readings from raw outputs (n, OUTPUTS and a description)."""
    told = out[:, OUTPUTS:]
    return Readings(log_softmax(out[:, :13], temperature), log_softmax(out[:, 13:17], temperature),
                    log_softmax(out[:, 17:20], temperature), out[:, 20:22],
                    np.arctan2(out[:, 23], out[:, 22]), out[:, 24],
                    told / np.maximum(np.linalg.norm(told, axis=1, keepdims=True), 1e-6))

"""A second witness for whole cards: the face as a whole, its pips and its picture, where an index is small or blurred.

    faces = FaceReader(path)
    told = faces.read(image, quads)       # (n, 53) log-probabilities over LABELS, and where the corners are

A card is cut out as its indices, or the finder, have it and again at the corners that each look gives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.reading.face_crop import cut_card, evened, quads_set_right
from vision.reading.index_reader import LABELS, RANKS, SUITS, log_softmax
from vision.reading.network import Network

KINDS = ("face", "joker", "nothing")
LOOKS = 2  # that only set the corners right, before the face is read either way up
OUTPUTS = len(RANKS) + len(SUITS) + len(KINDS) + 8


@dataclass(frozen=True)
class WholeFaces:
    """What n faces are taken for: log-probabilities of LABELS (n, 53), and where their corners are (n, 4, 2) px."""

    log_label: np.ndarray
    quad: np.ndarray


class FaceReader:
    """The network of whole faces read from an ONNX file."""

    def __init__(self, path: Path) -> None:
        self.network = Network(path, "faces")
        self.temperature = float(self.network.facts.get("temperature", "1"))

    def read(self, image: np.ndarray, quads: np.ndarray) -> WholeFaces:
        """What lies at quads (n, 4, 2) px, clockwise from the upper left of either end."""
        for _ in range(LOOKS):
            quads = self.look(image, quads).quad
        either_way = self.look(image, np.concatenate([quads, np.roll(quads, 2, axis=1)])).log_label
        return WholeFaces(log_softmax(either_way.reshape(2, len(quads), -1).mean(axis=0)), quads)

    def look(self, image: np.ndarray, quads: np.ndarray) -> WholeFaces:
        """One look at faces whose corners are quads (n, 4, 2) px."""
        crops = evened(np.stack([cut_card(image, quad) for quad in quads]))
        return whole_faces_of(self.network.run(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)), quads,
                              self.temperature)


def whole_faces_of(out: np.ndarray, quads: np.ndarray, temperature: float) -> WholeFaces:
    """What raw outputs (n, OUTPUTS) say of cards that were cut at quads (n, 4, 2)."""
    r, s, k = len(RANKS), len(RANKS) + len(SUITS), len(RANKS) + len(SUITS) + len(KINDS)
    rank, suit = log_softmax(out[:, :r], temperature), log_softmax(out[:, r:s], temperature)
    kind = log_softmax(out[:, s:k], temperature)
    cards = (rank[:, :, None] + suit[:, None, :]).reshape(len(out), len(LABELS) - 1)
    seen = np.column_stack([cards + kind[:, :1], kind[:, 1]])
    label = np.logaddexp(seen, kind[:, 2:] - np.log(len(LABELS)))  # a face that is none to be read may be any card's
    return WholeFaces(label, quads_set_right(quads, out[:, k:OUTPUTS]))

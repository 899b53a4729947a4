"""Labelled photographs of cards: `images/` and `labels.json`, a list of {"file", "cards": [{"label", "polygon"}]}.

    for file, cards, others in photos(folder): ...
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.detections import UNREAD


@dataclass(frozen=True)
class Labelled:
    """A card that is known to lie in a picture: label (rank only as "9?"), box or None if unplaced.

    asked is False for cards that hardly show: naming them is right, leaving them out is no miss.
    """

    label: str
    box: tuple[float, float, float, float] | None
    asked: bool = True

    def named(self, label: str) -> bool:
        """Whether a detection's label is this card's."""
        return label[:1] == self.label[:1] if self.label.endswith("?") else label == self.label


def shared_area(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two boxes."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return float(w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h))


def photo_cards(entry: dict[str, Any]) -> tuple[list[Labelled], list[np.ndarray]]:
    """Cards to be named and boxes of the others, of one entry of labels.json."""
    cards, others = [], []
    for card in entry.get("cards", []):
        box = _box_of(card)
        label = "JK" if card["label"].upper().startswith("JOK") else card["label"]
        if label not in ("BACK", UNREAD):
            cards.append(Labelled(label, box))
        elif box is not None:
            others.append(np.array(box))
    return cards, others


def _box_of(card: dict[str, Any]) -> tuple[float, float, float, float] | None:
    """The box around a card of labels.json, in pixels: left, top, right, bottom; None where nobody placed it."""
    points = card.get("polygon") or card.get("box")
    if not points:
        return None
    across, down = np.array(points, float).reshape(-1, 2).T
    return float(across.min()), float(down.min()), float(across.max()), float(down.max())


def photos(folder: Path) -> Iterator[tuple[Path, list[Labelled], list[np.ndarray]]]:
    """The pictures of a photo folder with what lies there."""
    for entry in json.loads((folder / "labels.json").read_text()):
        yield (folder / "images" / entry["file"], *photo_cards(entry))

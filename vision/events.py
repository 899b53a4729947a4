"""What the camera saw happen on the table: one frozen value per card and happening.

    >>> str(event)
    '  12.40 s  appeared 7H at pile (0.99)'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

EventKind = Literal["appeared", "left", "moved", "turned"]
Candidates = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class TableEvent:
    """One card did one thing.

    kind: appeared; left; moved (`from_zone` is where it lay); turned (over: the label is the new
        face, "??" for a card face down).
    label: as read, "??" where it was not.  confidence: mean over the looks that voted for it.
    sure: whether it may be committed without asking.  candidates: likeliest labels, best first.
    zone: name of the layout's zone, "" outside all of them.  centre_mm: on the table.
    hand_mm: where the hand that did it came over the border of the picture, on the table's plane, or None.
    face_up: whether its face is to be seen.  again: whether its like lay near by and is not seen any
    more, so that it may be the same card.  corners_px: (4, 2) outline in the frame.
    picture: small BGR cut-out, or None.  track: the number by which the tracker knows this card.
    reading_s: how long it had been looked at before it was told.
    below: of a card that left, the label that is read in its place now if the pack holds more than one such: it came to
        light, or its like was squared on all that lies there.
    """

    kind: EventKind
    label: str
    confidence: float
    sure: bool
    candidates: Candidates
    zone: str
    centre_mm: tuple[float, float]
    time_s: float
    track: int
    from_zone: str = ""
    face_up: bool = True
    again: bool = False
    hand_mm: tuple[float, float] | None = None
    reading_s: float = 0.0
    below: str = ""
    corners_px: np.ndarray | None = field(default=None, repr=False, compare=False)
    picture: np.ndarray | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        place = self.zone or "no zone"
        where = f"from {self.from_zone or 'no zone'} to {place}" if self.kind == "moved" else f"at {place}"
        doubt = "" if self.sure or self.kind == "left" else ", not sure" if self.face_up else ", face down"
        return f"{self.time_s:7.2f} s  {self.kind} {self.label} {where} ({self.confidence:.2f}{doubt})"

    def as_json(self) -> dict[str, Any]:
        """JSON-ready, without the pictures."""
        row: dict[str, Any] = {
            "event": self.kind, "time": round(self.time_s, 3), "card": self.label,
            "face": "up" if self.face_up else "down", "confidence": round(self.confidence, 4),
            "sure": self.sure, "zone": self.zone or None,
            "centre_mm": [round(v, 1) for v in self.centre_mm], "track": self.track,
        }
        if self.kind == "moved":
            row["from_zone"] = self.from_zone or None
        if not self.sure and self.kind != "left":
            row["candidates"] = [[label, round(p, 4)] for label, p in self.candidates]
        return row

"""What the camera saw happen on the table: one frozen value per card and happening.

    >>> str(event)
    '  12.40 s  appeared 7H at pile (0.99)'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

EventKind = Literal["appeared", "left"]


@dataclass(frozen=True)
class TableEvent:
    """One card did one thing.

    label: as read.  confidence: probability that it was so.  sure: whether it is that card, whatever it did.
    candidates: likeliest labels, best first.  zone: name of the layout's zone, "" outside all of them.
    centre_mm: on the table.  track: the number by which this card is known.  corners_px: (4, 2) outline in the frame.
    picture: small BGR cut-out, or None.
    """

    kind: EventKind
    label: str
    confidence: float
    sure: bool
    candidates: tuple[tuple[str, float], ...]
    zone: str
    centre_mm: tuple[float, float]
    time_s: float
    track: int
    corners_px: np.ndarray | None = field(default=None, repr=False, compare=False)
    picture: np.ndarray | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        doubt = "" if self.sure or self.kind == "left" else ", not sure"
        return (f"{self.time_s:7.2f} s  {self.kind} {self.label} at {self.zone or 'no zone'} "
                f"({self.confidence:.2f}{doubt})")

    def as_json(self) -> dict[str, Any]:
        """JSON-ready, without the pictures."""
        row: dict[str, Any] = {
            "event": self.kind, "time": round(self.time_s, 3), "card": self.label, "face": "up",
            "confidence": round(self.confidence, 4), "sure": self.sure, "zone": self.zone or None,
            "centre_mm": [round(v, 1) for v in self.centre_mm], "track": self.track,
        }
        if not self.sure and self.kind != "left":
            row["candidates"] = [[label, round(p, 4)] for label, p in self.candidates]
        return row

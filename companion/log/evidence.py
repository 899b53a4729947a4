"""What the camera saw of an event, kept for the moment when somebody doubts it; no Kivy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

Corner = tuple[float, float]


@dataclass(frozen=True)
class SeenCard:
    """How one card was read.  corners: its outline in shares of the picture's width and height, from
    the top left; empty where it was not measured.  Other fields as in `TableEvent`."""

    kind: str
    label: str
    confidence: float
    sure: bool
    candidates: tuple[tuple[str, float], ...] = ()
    zone: str = ""
    corners: tuple[Corner, ...] = ()

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> SeenCard:
        """The inverse of `Evidence.readings_json`, of one card."""
        return cls(row["kind"], row["label"], row["confidence"], row["sure"],
                   tuple((label, share) for label, share in row["candidates"]), row["zone"],
                   tuple((x, y) for x, y in row["corners"]))


@dataclass(frozen=True)
class Evidence:
    """The table before and after an event (JPEG or None), and the readings behind it."""

    before: bytes | None = None
    after: bytes | None = None
    readings: tuple[SeenCard, ...] = ()

    def readings_json(self) -> list[dict[str, Any]]:
        """The cards as they are kept."""
        return [asdict(reading) for reading in self.readings]

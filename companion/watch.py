"""What to look at while a table is open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Watch:
    """A camera number, URL or film; its calibration and the places of its table where they are known; a
    file of scripted announcements for a film whose players cannot tap."""

    source: str
    calibration: Path | None = None
    answers: Path | None = None
    layout: Path | None = None

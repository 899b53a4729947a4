"""What to look at while a table is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

SIDES = ("near", "left", "far", "right")  # of the picture, clockwise as players sit


@dataclass(frozen=True)
class Watch:
    """A camera number, URL or film; its calibration and the places of its table where they are known; a
    file of scripted announcements for a film whose players cannot tap; the side of the picture on which the first
    player sits, "" where nobody has said."""

    source: str
    calibration: Path | None = None
    answers: Path | None = None
    layout: Path | None = None
    side: str = ""


@dataclass(frozen=True)
class Turning:
    """How a camera's picture has to be turned clockwise, and whether it is mirrored back before that."""

    quarters: int = 0
    is_mirrored: bool = False

    def turned(self) -> Turning:
        """A quarter turn more."""
        return replace(self, quarters=(self.quarters + 1) % 4)

    def mirrored(self) -> Turning:
        """Left for right, as people see it now."""
        return replace(self, quarters=-self.quarters % 4, is_mirrored=not self.is_mirrored)


def sides_of(players: Sequence[str], side: str) -> dict[str, list[str]]:
    """Who sits on which side, clockwise and evenly, when the first sits on this one."""
    seated: dict[str, list[str]] = {}
    for place, player in enumerate(players):
        seated.setdefault(SIDES[round(SIDES.index(side) + 4 * place / len(players)) % 4], []).append(player)
    return seated

"""Where a record is filmed: the layout's zones, the players' seats, the physical pack.

    setting = setting_for(record, seed=3, level=2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration import DeckProfile, Layout, load_deck
from calibration.table import Size
from companion.device.layouts import game_layout
from companion.filming.camera import TROUBLE, Trouble
from companion.filming.faces import DrawnFaces, FolderFaces, PackFaces
from companion.filming.gestures import ArmSide
from rules import GAMES, Record
from rules.core.places import Places

Bounds = tuple[float, float, float, float]  # x1, y1, x2, y2; mm
_MARGIN_MM = 22.0  # table in sight around the zones
_LEAST_MM = (740.0, 416.0)  # a camera no nearer than that: cards about 100 pixels wide in a picture of 1280
_SEAT_MM = 170.0  # how far beyond the table's edge an arm comes from


@dataclass(frozen=True)
class Setting:
    """Everything but the record.  zones: place -> polygon in table mm; places: what the game says of them;
    table_mm: x1, y1, x2, y2 that the camera must see; physical: the game's card -> what is printed on the
    cards that mean it; layout: the name or file the zones come from, "" for the game's own."""

    zones: Mapping[str, np.ndarray]
    places: Places
    table_mm: tuple[float, float, float, float]
    seats: Mapping[str, ArmSide]
    size: Size = (1280, 720)
    fps: float = 15.0
    seed: int = 0
    level: int = 2
    faces: PackFaces = field(default_factory=DrawnFaces)
    background: Path | None = None
    physical: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    layout: str = ""

    @property
    def trouble(self) -> Trouble:
        """How rough the level is."""
        return TROUBLE[self.level]

    def means(self, label: str) -> str:
        """The game's name for a printed card."""
        return next((face for face, labels in self.physical.items() if label in labels), label)


def setting_for(record: Record, size: Size = (1280, 720), fps: float = 15.0, seed: int = 0, level: int = 2,
                faces: Path | None = None, background: Path | None = None, layout: str | Path = "") -> Setting:
    """The table of a record: its game's layout, or the one named; its `deck` header's pack.

    Raises CalibrationError or SetupError with one sentence where something cannot be found.
    """
    players = record.table().players
    table = game_layout(record.game, players, layout)
    zones = {zone.name: np.array(zone.corners_mm) for zone in table.zones}
    bounds = _bounds(table)
    places = GAMES[record.game].places(players)
    drawn = FolderFaces(faces) if faces else DrawnFaces()
    return Setting(zones, places, bounds, arm_sides(players, zones, bounds), size, fps, seed, level, drawn, background,
                   printed_as(load_deck(record.deck)), str(layout))


def printed_as(deck: DeckProfile) -> dict[str, tuple[str, ...]]:
    """The game's card -> the printed cards that mean it, each as often as the pack holds it; cards
    that are simply themselves are left out."""
    meanings: dict[str, tuple[str, ...]] = {}
    for label, card in deck.cards.items():
        meanings[card] = (*meanings.get(card, ()), *[label] * deck.copies.get(label, 1))
    return {card: labels for card, labels in meanings.items() if set(labels) != {card}}


def arm_sides(players: Sequence[str], zones: Mapping[str, np.ndarray], bounds: Bounds) -> dict[str, ArmSide]:
    """Where each player sits: at the edge nearest to his own zones, else evenly around the table,
    clockwise from the near side."""
    return {name: _own_seat(name, zones, bounds) or _round_seat(name, 360 * i / len(players), bounds)
            for i, name in enumerate(players)}


def _own_seat(name: str, zones: Mapping[str, np.ndarray], bounds: Bounds) -> ArmSide | None:
    """Straight behind the player's zones; None where he has none of his own."""
    own = [polygon.mean(axis=0) for place, polygon in zones.items() if place.partition(":")[2] == name]
    if not own:
        return None
    x, y = (float(v) for v in np.mean(own, axis=0))
    x1, y1, x2, y2 = bounds
    across, along = (x - (x1 + x2) / 2) / (x2 - x1), (y - (y1 + y2) / 2) / (y2 - y1)
    if abs(along) >= abs(across):
        return ArmSide(name, x, y2 + _SEAT_MM, 0.0) if along > 0 else ArmSide(name, x, y1 - _SEAT_MM, 180.0)
    return ArmSide(name, x2 + _SEAT_MM, y, 270.0) if across > 0 else ArmSide(name, x1 - _SEAT_MM, y, 90.0)


def _round_seat(name: str, direction: float, bounds: Bounds) -> ArmSide:
    """A seat beyond the table's edge, `direction` degrees clockwise from the near side; its cards face it squarely."""
    x1, y1, x2, y2 = bounds
    away = np.array([-np.sin(np.radians(direction)), np.cos(np.radians(direction))])
    middle = np.array([(x1 + x2) / 2, (y1 + y2) / 2])
    reach = min((x2 - x1) / 2 / max(abs(away[0]), 1e-6), (y2 - y1) / 2 / max(abs(away[1]), 1e-6))
    at = middle + away * (reach + _SEAT_MM)
    return ArmSide(name, float(at[0]), float(at[1]), float(90 * round(direction / 90) % 360))


def _bounds(layout: Layout) -> Bounds:
    """What the camera must see: every zone and a margin."""
    corners = np.concatenate([zone.corners_mm for zone in layout.zones])
    low, high = corners.min(axis=0) - _MARGIN_MM, corners.max(axis=0) + _MARGIN_MM
    half = np.maximum((high - low) / 2, np.array(_LEAST_MM) / 2)
    middle = (low + high) / 2
    (x1, y1), (x2, y2) = middle - half, middle + half
    return float(x1), float(y1), float(x2), float(y2)

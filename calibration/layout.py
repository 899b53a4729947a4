"""Layouts: the named zones of a table, in millimetres, for one game and its players.

    >>> layout = load_layout(LIMBO.layout, ("Ann", "Bob"))
    >>> layout.zone_at([[0.0, 0.0]])
    array(['pile'], dtype='<U5')

A zone carries the name of the place it stands for in the game ("pile", "green:Ann"), so what the
camera sees and what the rules expect are compared as strings.

Frame of reference: table millimetres.  The origin is the middle of the playing area, x runs to
the right and y towards the near side of the table, both as the camera's picture shows them.

A layout file is TOML with a [[table]] for each number of players (or a list of numbers):

    game = "limbo"

    [[table]]
    players = 2
    # [left, top, width, height]: a rectangle; or the corners [[x, y], [x, y], [x, y], ...]
    zones.pile = [-100, -70, 200, 140]
    # What lies before each player as he sees it from his seat (x to his right, y towards him,
    # origin the seat); "green" becomes the zone "green:NAME".
    seat.green = [-160, -50, 220, 100]
    # Where the players sit, clockwise: x, y, and how far their seat is turned, in degrees
    # clockwise (0 the near side, 90 the left, 180 the far side, 270 the right).
    seats = [[0, 220, 0], [0, -220, 180]]

Where one zone belongs to one player only, it may be written with his number: zones."green:1".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import cv2
import msgspec
import numpy as np
import tomli_w

from calibration.checked import Number, numbers, read_checked
from calibration.files import CalibrationError, named_file, write_whole

NEAR_MM = 30.0  # a card this close to a zone belongs to it: half a card's width


@dataclass(frozen=True)
class Zone:
    """A named place.  corners_mm: three or more corners (x, y) of a polygon, in either direction."""

    name: str
    corners_mm: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if len(self.corners_mm) < 3:
            raise CalibrationError("The zone '{name}' needs at least three corners.", name=self.name)
        if cv2.contourArea(self._contour) < 1:
            raise CalibrationError("The zone '{name}' has no area.", name=self.name)

    @property
    def _contour(self) -> np.ndarray:
        return np.asarray(self.corners_mm, np.float32).reshape(-1, 1, 2)

    @property
    def centre_mm(self) -> tuple[float, float]:
        """(x, y), the mean of the corners."""
        x, y = np.mean(self.corners_mm, axis=0)
        return float(x), float(y)

    def depth_mm(self, points_mm: np.ndarray) -> np.ndarray:
        """How far inside the zone each point of (n, 2) lies; negative: how far outside."""
        contour = self._contour
        return np.array([cv2.pointPolygonTest(contour, (float(x), float(y)), True) if np.isfinite(x + y) else -np.inf
                         for x, y in points_mm])

    def moved(self, dx_mm: float, dy_mm: float) -> Zone:
        """The same zone elsewhere."""
        return replace(self, corners_mm=tuple((x + dx_mm, y + dy_mm) for x, y in self.corners_mm))


@dataclass(frozen=True)
class Layout:
    """The zones of one table for one game, with the players' names in them."""

    game: str
    players: tuple[str, ...]
    zones: tuple[Zone, ...]

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise CalibrationError("The layout has two zones named '{twice}'.", twice=twice)

    @property
    def names(self) -> tuple[str, ...]:
        """The zones' names, in the file's order."""
        return tuple(zone.name for zone in self.zones)

    def __getitem__(self, name: str) -> Zone:
        """The zone of that name; KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def zone_at(self, points_mm: np.ndarray | Sequence[Sequence[float]], near_mm: float = NEAR_MM) -> np.ndarray:
        """Name of the zone each point lies in, or is nearest to within `near_mm`; "" for none.

        points_mm: (n, 2) table millimetres, NaN for a point that is not on the table.
        Returns (n,) str.  A point in two zones belongs to the one it is deeper in.
        """
        points = np.asarray(points_mm, float).reshape(-1, 2)
        names = np.array([*self.names, ""])
        if not self.zones:
            return np.full(len(points), "", names.dtype)
        depth = np.stack([zone.depth_mm(points) for zone in self.zones])
        best = depth.argmax(axis=0)
        best[depth.max(axis=0) < -near_mm] = len(self.zones)
        return np.asarray(names[best])

    def is_inside(self, points_mm: np.ndarray | Sequence[Sequence[float]]) -> np.ndarray:
        """(n,) bool: whether each point of (n, 2) truly lies in a zone, not only near one."""
        points = np.asarray(points_mm, float).reshape(-1, 2)
        return np.asarray(np.any([zone.depth_mm(points) >= 0 for zone in self.zones], axis=0))

    def with_zones(self, zones: Iterable[Zone]) -> Layout:
        """The layout with zones put elsewhere; zones of new names are added."""
        changed = {zone.name: zone for zone in zones}
        kept = tuple(changed.pop(zone.name, zone) for zone in self.zones)
        return replace(self, zones=kept + tuple(changed.values()))

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the smallest upright rectangle about the origin that holds every zone."""
        corners = np.abs(np.concatenate([zone.corners_mm for zone in self.zones]))
        width, height = 2 * corners.max(axis=0)
        return float(width), float(height)


PlayerCount = Annotated[int, msgspec.Meta(ge=1, le=1000)]
# Left, top, width, height; or the corners.  (msgspec 0.22 breaks where a number with bounds or a tuple may stand.)
CornersFile = list[Number | list[Number]]


class TableFile(msgspec.Struct, forbid_unknown_fields=True):
    """One [[table]] of a layout's file."""

    players: PlayerCount | list[PlayerCount]
    zones: dict[str, CornersFile] = {}
    seat: dict[str, CornersFile] = {}
    seats: list[tuple[Number, Number, Number]] = []

    @property
    def counts(self) -> list[int]:
        """The numbers of players that it is drawn for."""
        return self.players if isinstance(self.players, list) else [self.players]


class LayoutFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a layout's file holds."""

    game: str = ""
    table: list[TableFile] = []


def load_layout(path: Path, players: Sequence[str]) -> Layout:
    """The layout of a file, with the players' names (clockwise) in the zones.

    Raises CalibrationError with one sentence, also where no table for so many players is drawn.
    """
    file = read_checked(path, LayoutFile)
    for table in file.table:
        if len(players) in table.counts:
            try:
                return Layout(file.game or path.stem, tuple(players), _table_zones(table, players))
            except CalibrationError as error:
                raise CalibrationError("{path}: {error}", path=path, error=error) from error
    drawn = ", ".join(str(number) for table in file.table for number in table.counts)
    raise CalibrationError("{path} draws tables for {drawn} players, not for {number}; add a [[table]] with players = "
                           "{number}.", path=path, drawn=drawn or "no", number=len(players))


def save_layout(layout: Layout, path: Path) -> None:
    """Keep the zones as the file's table for so many players; tables for other numbers stay as they are."""
    table = {"players": len(layout.players), "zones": {
        numbered(zone.name, layout.players): [[round(x, 1), round(y, 1)] for x, y in zone.corners_mm]
        for zone in layout.zones}}
    _write_tables(path, layout.game, [*_tables_without(path, len(layout.players)), table])


def forget_layout(path: Path, players: int) -> None:
    """Let go of the file's table for so many players, and of the file with its last table."""
    tables = _tables_without(path, players)
    if tables:
        _write_tables(path, read_checked(path, LayoutFile).game or path.stem, tables)
    else:
        with named_file(path):
            path.unlink(missing_ok=True)


def _tables_without(path: Path, players: int) -> list[dict[str, Any]]:
    """The tables of a file, if it is there, for other numbers of players.  One that cannot be read is kept
    beside it, under a name that says so."""
    if not path.is_file():
        return []
    try:
        file = read_checked(path, LayoutFile)
    except CalibrationError:
        with named_file(path):
            path.replace(path.with_name(f"{path.name}.broken"))
        return []
    kept = []
    for table in file.table:
        numbers_left = [number for number in table.counts if number != players]
        if numbers_left:
            kept.append({**msgspec.to_builtins(table), "players": numbers_left})
    return kept


def _write_tables(path: Path, game: str, tables: list[dict[str, Any]]) -> None:
    write_whole(path, _HEADER + tomli_w.dumps({"game": game, "table": tables}))


_HEADER = """# Where things lie on one table: corners in millimetres from the middle of the playing area,
# x to the right, y towards the near side.  Made by moving the zones over the camera's picture.

"""


def _table_zones(table: TableFile, players: Sequence[str]) -> tuple[Zone, ...]:
    zones = [Zone(with_players(name, players), parse_corners(shape, f"The zone '{name}'"))
             for name, shape in table.zones.items()]
    if table.seat and len(table.seats) != len(players):
        raise CalibrationError("seats must say where each of the {number} players sits.", number=len(players))
    for player, (x, y, turn) in zip(players, table.seats, strict=False):
        for name, shape in table.seat.items():
            zones.append(Zone(f"{name}:{player}", _seated(parse_corners(shape, f"The seat's '{name}'"), x, y, turn)))
    if not zones:
        raise CalibrationError("The table for {number} players has no zones.", number=len(players))
    return tuple(zones)


def with_players(name: str, players: Sequence[str]) -> str:
    """ "green:2" with the second player's name; "captured:1+3" with a side's."""
    place, colon, seats = name.partition(":")
    if not re.fullmatch(r"\d+(\+\d+)*", seats) or any(not 1 <= int(n) <= len(players) for n in seats.split("+")):
        return name
    return place + colon + "+".join(players[int(n) - 1] for n in seats.split("+"))


def numbered(name: str, players: Sequence[str]) -> str:
    """The inverse of `with_players`: "green:Bob" as "green:2"; other names stay."""
    place, colon, owners = name.partition(":")
    seats = [players.index(owner) + 1 if owner in players else 0 for owner in owners.split("+")]
    return f"{place}{colon}{'+'.join(map(str, seats))}" if all(seats) else name


def parse_corners(shape: object, what: str) -> tuple[tuple[float, float], ...]:
    """A rectangle [left, top, width, height] or a list of corners, as corners in millimetres."""
    if isinstance(shape, list) and shape and isinstance(shape[0], list):
        corners = [numbers(corner, 2, f"{what}: a corner") for corner in shape]
        return tuple((x, y) for x, y in corners)
    left, top, width, height = numbers(shape, 4, f"{what} [left, top, width, height]")
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def _seated(corners: tuple[tuple[float, float], ...], x: float, y: float,
            turn_degrees: float) -> tuple[tuple[float, float], ...]:
    """Corners seen from a seat, in table millimetres.  Clockwise on the table, as y points down."""
    angle = np.deg2rad(turn_degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return tuple((round(float(x + cos * u - sin * v), 3), round(float(y + sin * u + cos * v), 3)) for u, v in corners)

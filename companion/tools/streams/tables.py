"""How well the table is found on films whose camera is known: true error against what the finder says of itself.

    rows = found_tables(read_stream(path))       # one row for each time that the table was found
    print(table_of_tables({path.stem: rows}))

Errors are taken where the places of the game lie and at the four corners around them, in mm of the true table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from calibration import Calibration, load_deck, load_layout
from companion.tools.streams.by_belief import calibration_of
from vision.stream import Stream, StreamHeader
from vision.table_finder import TableFromLooks
from vision.watching.viewpoint import Viewpoint

MOST_MM = 999.0
BORDERS = (15.0, 30.0, 65.0)  # of stated errors, between the rows of the table


@dataclass(frozen=True)
class FoundTable:
    """One finding.  stated_mm: what it says of itself; places_mm: root mean square over the middles of all places;
    corners_mm: over the four corners around them; shape_mm: the corners, if the table is turned and shifted as
    well as can be; turn_deg: by how much it is turned."""

    time_s: float
    stated_mm: float
    places_mm: float
    corners_mm: float
    shape_mm: float
    turn_deg: float


def found_tables(stream: Stream) -> list[FoundTable]:
    """Every finding of a stream, in order of time."""
    header = stream.header
    layout = load_layout(header.layout or header.game, header.players)
    finder = TableFromLooks(load_deck(header.deck).size_mm, header.frame_px, layout)
    true = Viewpoint(calibration_of(header), layout)
    rows = []
    for look in stream.looks:
        if look.push is not None:
            true = true.pushed(look.push)
        found = finder.see(look)
        if found is not None:
            rows.append(beside_truth(look.time_s, found, true))
    return rows


def beside_truth(time_s: float, found: Calibration, true: Viewpoint) -> FoundTable:
    """One finding beside the truth."""
    middles = np.array([zone.centre_mm for zone in true.layout.zones])
    outlines = np.concatenate([np.array(zone.corners_mm) for zone in true.layout.zones])
    low, high = outlines.min(axis=0), outlines.max(axis=0)
    corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    at_corners = found.px_to_mm(true.to_px(corners))
    turn, there = aligned(at_corners, corners)
    return FoundTable(time_s, found.error_mm, _off(found.px_to_mm(true.to_px(middles)), middles),
                      _off(at_corners, corners), _off(there, corners), float(np.degrees(turn)))


def aligned(points: np.ndarray, onto: np.ndarray) -> tuple[float, np.ndarray]:
    """The turn in radians, and points (n, 2) turned and shifted so that they lie as well as can be on others."""
    if not np.isfinite(points).all():
        return 0.0, points
    a, b = points - points.mean(axis=0), onto - onto.mean(axis=0)
    turn = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    c, s = np.cos(turn), np.sin(turn)
    return turn, a @ np.array([[c, s], [-s, c]]) + onto.mean(axis=0)


def _off(points: np.ndarray, onto: np.ndarray) -> float:
    squares = np.nan_to_num(((points - onto) ** 2).sum(axis=1), nan=MOST_MM**2)
    return float(min(np.sqrt(squares.mean()), MOST_MM))


def is_measurable(header: StreamHeader) -> bool:
    """Whether the camera of a stream is known, and whoever follows it is not told."""
    return bool(header.calibration) and not header.is_told


def table_of_tables(found: Mapping[str, Sequence[FoundTable]]) -> str:
    """A line for each film with its first and last finding, then how far stated errors are to be believed."""
    lines = ["| film | found after s | times | first: stated mm | places | corners | last: stated mm | places "
             "| corners | their shape | turned by |", "|---|" + "--:|" * 10]
    for name, rows in found.items():
        lines.append(f"| {name} | {_line(rows)} |")
    return "\n".join([*lines, "", *_believed([row for rows in found.values() for row in rows])])


def _line(rows: Sequence[FoundTable]) -> str:
    if not rows:
        return "never" + " | " * 9
    first, last = rows[0], rows[-1]
    numbers = (first.stated_mm, first.places_mm, first.corners_mm, last.stated_mm, last.places_mm, last.corners_mm,
               last.shape_mm)
    return (f"{first.time_s:.1f} | {len(rows)} | " + " | ".join(f"{number:.0f}" for number in numbers)
            + f" | {last.turn_deg:+.1f}°")


def _believed(rows: Sequence[FoundTable]) -> list[str]:
    """Stated against true errors, by what was stated."""
    lines = ["| stated mm | findings | stated, rms | corners, rms | within once the stated | within twice |",
             "|---|--:|--:|--:|--:|--:|"]
    stated, true = (np.array([getattr(row, name) for row in rows]) for name in ("stated_mm", "corners_mm"))
    borders = (0.0, *BORDERS, np.inf)
    for low, high in pairwise(borders):
        of = (stated >= low) & (stated < high)
        if of.any():
            rms = [float(np.sqrt((values[of] ** 2).mean())) for values in (stated, true)]
            within = [100 * float((true[of] <= times * stated[of]).mean()) for times in (1, 2)]
            lines.append(f"| {low:.0f} to {high:.0f} | {of.sum()} | {rms[0]:.0f} | {rms[1]:.0f} | {within[0]:.0f} % "
                         f"| {within[1]:.0f} % |")
    return lines

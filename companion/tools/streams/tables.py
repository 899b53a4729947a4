"""How well the table is found on films whose camera is known: true error against what the finder says of itself.

    rows = found_tables(read_stream(path))       # one row for each time that the table was found
    print(table_of_tables({path.stem: rows}))

Errors are in mm of the true table, where the places of the game lie and at the four corners around them.  Cards tell
nothing of where the table's middle is and how it is turned, so errors are taken after both are put right; by how much
stands beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from calibration import Calibration, load_deck
from companion.device.layouts import game_layout
from companion.tools.streams.by_belief import calibration_of
from vision.stream import Stream, StreamHeader
from vision.table_finder import TableFromLooks
from vision.watching.viewpoint import Viewpoint

MOST_MM = 999.0
BORDERS = (15.0, 30.0, 65.0)  # of stated errors, between the rows of the table


@dataclass(frozen=True)
class FoundTable:
    """One finding.  stated_mm: what it says of itself; places_mm: root mean square over the middles of all places;
    corners_mm: over the four corners around them; turn_deg, shift_mm: what had to be put right before."""

    time_s: float
    stated_mm: float
    places_mm: float
    corners_mm: float
    turn_deg: float
    shift_mm: float


def found_tables(stream: Stream) -> list[FoundTable]:
    """Every finding of a stream, in order of time."""
    header = stream.header
    layout = game_layout(header.game, header.players, header.layout)
    finder = TableFromLooks(load_deck(header.deck).size_mm, header.frame_px)
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
    onto = np.concatenate([middles, corners])
    points = found.px_to_mm(true.to_px(onto))
    if not np.isfinite(points).all():
        return FoundTable(time_s, found.error_mm, MOST_MM, MOST_MM, 0.0, 0.0)
    shift = points.mean(axis=0) - onto.mean(axis=0)
    turn, there = aligned(points, onto)
    return FoundTable(time_s, found.error_mm, _off(there[:-4], middles), _off(there[-4:], corners),
                      float(np.degrees(turn)), float(np.hypot(*shift)))


def aligned(points: np.ndarray, onto: np.ndarray) -> tuple[float, np.ndarray]:
    """The turn in radians, and points (n, 2) turned and shifted so that they lie as well as can be on others."""
    a, b = points - points.mean(axis=0), onto - onto.mean(axis=0)
    turn = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    c, s = np.cos(turn), np.sin(turn)
    return turn, a @ np.array([[c, s], [-s, c]]) + onto.mean(axis=0)


def _off(points: np.ndarray, onto: np.ndarray) -> float:
    return float(min(np.sqrt(((points - onto) ** 2).sum(axis=1).mean()), MOST_MM))


def is_measurable(header: StreamHeader) -> bool:
    """Whether the camera of a stream is known, and whoever follows it is not told."""
    return bool(header.calibration) and not header.is_told


def table_of_tables(found: Mapping[str, Sequence[FoundTable]]) -> str:
    """A line for each film with its first and last finding, then how far stated errors are to be believed."""
    lines = ["| film | found after s | times | first: stated mm | places | corners | last: stated mm | places "
             "| corners | turned by | shifted by mm |", "|---|" + "--:|" * 10]
    for name, rows in found.items():
        lines.append(f"| {name} | {_line(rows)} |")
    return "\n".join([*lines, "", *_believed([row for rows in found.values() for row in rows])])


def _line(rows: Sequence[FoundTable]) -> str:
    if not rows:
        return "never" + " | " * 9
    first, last = rows[0], rows[-1]
    numbers = (first.stated_mm, first.places_mm, first.corners_mm, last.stated_mm, last.places_mm, last.corners_mm)
    return (f"{first.time_s:.1f} | {len(rows)} | " + " | ".join(f"{number:.0f}" for number in numbers)
            + f" | {last.turn_deg:+.1f}° | {last.shift_mm:.0f}")


def _believed(rows: Sequence[FoundTable]) -> list[str]:
    """Stated against true errors, by what was stated."""
    lines = ["| stated mm | findings | stated, rms | places, rms | corners, rms | places within once that | twice |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    stated, places, corners = (np.array([getattr(row, name) for row in rows])
                               for name in ("stated_mm", "places_mm", "corners_mm"))
    borders = (0.0, *BORDERS, np.inf)
    for low, high in pairwise(borders):
        of = (stated >= low) & (stated < high)
        if of.any():
            rms = " | ".join(f"{np.sqrt((values[of] ** 2).mean()):.0f}" for values in (stated, places, corners))
            within = " | ".join(f"{100 * (places[of] <= times * stated[of]).mean():.0f} %" for times in (1, 2))
            lines.append(f"| {low:.0f} to {high:.0f} | {of.sum()} | {rms} | {within} |")
    return lines

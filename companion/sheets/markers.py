"""The markers as PDF: one sheet to lay in the middle of the table, four loose ones to cut out."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from calibration.markers import (
    LOOSE_IDS,
    LOOSE_SIDE_MM,
    SHEET_COLUMNS,
    SHEET_ROWS,
    marker_modules,
    sheet_corners_mm,
)
from calibration.table import Point
from companion.sheets.paper import GREY, INK, Paper, PaperSize, rectangle

_RULER_MM = 100.0


def write_markers(path: Path, paper_mm: PaperSize) -> int:
    """Write the PDF, pages on their side; returns the number of pages."""
    paper = Paper(path, (paper_mm[1], paper_mm[0]), "Table markers")
    _sheet_page(paper)
    _loose_page(paper)
    paper.save()
    return paper.pages


def _sheet_page(paper: Paper) -> None:
    middle = (paper.width / 2, paper.height / 2)
    numbers = np.arange(SHEET_COLUMNS * SHEET_ROWS)
    for number, corners in zip(numbers, sheet_corners_mm(numbers), strict=True):
        # The table's y runs towards the near side, the page's up: the sheet's far edge is its top.
        left, bottom = middle[0] + corners[0, 0], middle[1] - corners[2, 1]
        _marker(paper, int(number), (float(left), float(bottom)), float(corners[1, 0] - corners[0, 0]))
    top = paper.height - 14
    _arrow(paper, (middle[0], top - 3), 9)
    paper.text("Lay this sheet flat in the middle of the table, the arrow pointing away from you.",
               (middle[0] + 8, top + 2), 2.6, align="left", bold=False)
    paper.text("Calibrate; then it may be taken away.", (middle[0] + 8, top - 3), 2.6, align="left", bold=False)
    _ruler(paper, 12)
    paper.end_page()


def _loose_page(paper: Paper) -> None:
    pitch = LOOSE_SIDE_MM + 20
    for place, number in enumerate(LOOSE_IDS):
        x = paper.width / 2 + (place % 2 - 1) * pitch + 10
        y = paper.height / 2 + (place // 2 - 1) * pitch + 10
        _marker(paper, number, (x, y), LOOSE_SIDE_MM)
        paper.shape([rectangle(x - 9, y - 9, LOOSE_SIDE_MM + 18, LOOSE_SIDE_MM + 18)], None, GREY, 0.15)
    advice = ("Cut out along the", "grey lines and lay", "one near each corner", "of the playing area,",
              "turned anyhow.")
    for line, words in enumerate(advice):
        paper.text(words, (14, paper.height / 2 + 14 - 6 * line), 2.6, align="left", bold=False)
    _ruler(paper, 8)
    paper.end_page()


def _marker(paper: Paper, number: int, at: Point, side: float) -> None:
    """A marker with its lower left corner at `at`."""
    modules = marker_modules(number)
    step = side / len(modules)
    paper.shape([rectangle(at[0] + column * step, at[1] + side - (row + 1) * step, step, step)
                 for row, column in np.argwhere(modules)], INK)


def _arrow(paper: Paper, at: Point, height: float) -> None:
    x, y = at
    paper.shape([[(x - 1, y), (x + 1, y), (x + 1, y + height - 4), (x + 3, y + height - 4), (x, y + height),
                  (x - 3, y + height - 4), (x - 1, y + height - 4)]], INK)


def _ruler(paper: Paper, y: float) -> None:
    """A line of known length, to see whether the printer kept the size."""
    left = paper.width / 2 - _RULER_MM - 2
    paper.line((left, y), (left + _RULER_MM, y), INK, 0.3)
    for x in np.arange(0, _RULER_MM + 1, 10):
        paper.line((left + x, y - (2 if x in (0, _RULER_MM) else 1)), (left + x, y + 2), INK, 0.3)
    paper.text("This line must be 100 mm long; if not, print again at actual size (100 %).",
               (paper.width / 2 + 4, y - 1), 2.6, align="left", bold=False)

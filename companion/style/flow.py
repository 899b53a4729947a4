"""Where tiles go that need different widths: in rows, each over as many columns as it needs; no Kivy.

    >>> flow([100, 210, 90], 2, 110)
    (Cell(row=0, column=0, span=1), Cell(row=1, column=0, span=2), Cell(row=2, column=0, span=1))
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

MOST_COLUMNS = 8


@dataclass(frozen=True)
class Cell:
    """The place of one tile in the grid."""

    row: int
    column: int
    span: int = 1  # columns


def flow(needs: Sequence[float], columns: int, pitch: float) -> tuple[Cell, ...]:
    """Cells of tiles that need so much width each, in order.  pitch: width of a column, in the same unit."""
    cells: list[Cell] = []
    row = column = 0
    for need in needs:
        span = min(columns, max(1, math.ceil(need / pitch - 1e-6)))
        if column + span > columns:
            row, column = row + 1, 0
        cells.append(Cell(row, column, span))
        column += span
    return tuple(cells)


def stretched(cells: Sequence[Cell], columns: int, all_rows: bool) -> tuple[Cell, ...]:
    """The same, the last cell (or the last of every row) as wide as what is left of its row."""
    later = [*cells[1:], None]
    return tuple(replace(cell, span=columns - cell.column)
                 if after is None or (all_rows and after.row != cell.row) else cell
                 for cell, after in zip(cells, later, strict=True))


def best_columns(needs: Sequence[float], width: float, wished: int) -> int:
    """How many columns give the fewest rows; of several, the number that is nearest to the one that is wished."""
    def rows(columns: int) -> int:
        return flow(needs, columns, width / columns)[-1].row

    return min(range(1, MOST_COLUMNS + 1), key=lambda columns: (rows(columns), abs(columns - wished)))

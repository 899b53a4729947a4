"""A ranking as PDF: a table for each group, with its rule below."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.sheets.paper import GREY, INK, Paper, PaperSize

_MARGIN, _LINE = 14.0, 7.0
_WIDTHS = (14.0, 44.0, 14.0, 16.0, 18.0)  # of the columns, mm; the rounds stand below


def write_ranking(path: Path, paper_mm: PaperSize, title: str, heads: Sequence[str],
                  tables: Sequence[Sequence[Sequence[str]]], rule: str) -> int:
    """Write the PDF; returns the number of pages.  tables: rows as wide as `heads`."""
    paper = Paper(path, paper_mm, title)
    paper.text(title, (_MARGIN, paper.height - 24), 6.0, align="left")
    y = paper.height - 38
    for rows in tables:
        y = _table(paper, heads, rows, y) - 8
    for line in paper.wrapped(rule, 2.3, paper.width - 2 * _MARGIN):
        y = _on_page(paper, y, 4.0)
        paper.text(line, (_MARGIN, y), 2.3, GREY, "left", bold=False)
        y -= 4.0
    paper.end_page()
    paper.save()
    return paper.pages


def _table(paper: Paper, heads: Sequence[str], rows: Sequence[Sequence[str]], y: float) -> float:
    first = len(_WIDTHS)
    _cells(paper, heads[:first], y, GREY)
    paper.line((_MARGIN, y - 2), (paper.width - _MARGIN, y - 2), INK, 0.4)
    for row in rows:
        below = paper.wrapped(" · ".join(f"{head[6:]}: {cell}" for head, cell in zip(heads[first:], row[first:],
                                                                                   strict=True) if cell), 2.1,
                              paper.width - 2 * _MARGIN - _WIDTHS[0])
        y = _on_page(paper, y - _LINE, _LINE + 3.8 * len(below))
        _cells(paper, row[:first], y, INK)
        for line in below:
            y -= 3.8
            paper.text(line, (_MARGIN + _WIDTHS[0], y), 2.1, GREY, "left", bold=False)
    return y


def _cells(paper: Paper, cells: Sequence[str], y: float, colour: str) -> None:
    x = _MARGIN
    for place, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True)):
        if place == 1:
            paper.text(cell, (x, y), 2.8, colour, "left", bold=colour == INK)
            x += paper.width - 2 * _MARGIN - sum(_WIDTHS) + width
        else:
            x += width
            paper.fitted(cell, (x - 3, y), 2.8, width - 2, colour)


def _on_page(paper: Paper, y: float, high: float) -> float:
    """The height at which something may stand: on the next page where there is no room."""
    if y - high > _MARGIN:
        return y
    paper.end_page()
    return paper.height - _MARGIN - high

"""A finished sheet as PDF: every point with its reason, under the totals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.log.history import Progress
from companion.sheets.paper import GREY, INK, Paper, PaperSize
from companion.sheets.result_rows import ResultRow, ResultView

_MARGIN = 14.0
_ROW, _DEAL_ROW = 6.2, 9.0
_LABEL = 0.46  # of the width is for words, at least
_NARROWEST = 11.0  # a column of figures



def write_result(path: Path, paper_mm: PaperSize, view: ResultView, progress: Progress = lambda share: None) -> int:
    """Write as many pages as it takes; returns how many.  `progress` hears the share done and may
    raise to stop."""
    paper = Paper(path, paper_mm, f"{view.title}, {view.date}")
    left, width = _MARGIN, paper.width - 2 * _MARGIN
    column = max(min(width * (1 - _LABEL) / max(len(view.names), 1), 26.0), _NARROWEST)
    label = width - column * len(view.names)
    y = _heading(paper, view, label, column)
    for place, row in enumerate(view.rows):
        progress(place / len(view.rows))
        high = _row_height(paper, row, label)
        if y - high < _MARGIN:
            paper.end_page()
            y = paper.height - _MARGIN
        _row(paper, row, (left, y), label, column)
        y -= high
    paper.end_page()
    paper.save()
    progress(1.0)
    return paper.pages


def _heading(paper: Paper, view: ResultView, label: float, column: float) -> float:
    """Title, date, who won, and the totals; returns the y below them."""
    y = paper.height - 24
    paper.text(view.title, (_MARGIN, y), 6.5, align="left")
    paper.text(view.date, (paper.width - _MARGIN, y), 2.8, GREY, "right", bold=False)
    paper.text(view.headline, (_MARGIN, y - 10), 4.2, align="left")
    y -= 26
    for place, (name, total) in enumerate(zip(view.names, view.totals, strict=True)):
        x = _MARGIN + label + column * (place + 1)
        paper.fitted(name, (x, y + 7), 2.8, column - 2, GREY)
        paper.fitted(str(total).replace("-", "−"), (x, y), 4.4, column - 2, bold=True)
    paper.line((_MARGIN, y - 2.5), (paper.width - _MARGIN, y - 2.5), INK, 0.4)
    return y - 3


def _row_height(paper: Paper, row: ResultRow, label: float) -> float:
    lines = len(paper.wrapped(row.text, 2.3, label - 6))
    return (_DEAL_ROW if row.kind == "deal" else 2.4) + (lines if row.kind != "deal" else 0) * 3.9


def _row(paper: Paper, row: ResultRow, at: tuple[float, float], label: float, column: float) -> None:
    x, top = at
    strong = row.kind == "deal"
    base = top - (6.4 if strong else 4.4)
    colour = INK if strong else GREY if row.kind == "note" else "#3A3A3A"
    lines: Sequence[str] = [row.text] if strong else paper.wrapped(row.text, 2.3, label - 6)
    for number, line in enumerate(lines):
        paper.text(line, (x + (0 if strong else 4), base - 3.9 * number), 3.0 if strong else 2.3, colour, "left",
                   strong)
    for place, cell in enumerate(row.cells):
        if cell:
            paper.fitted(cell, (x + label + column * (place + 1), base), 3.0 if strong else 2.5, column - 2, colour,
                         bold=strong)
    if strong:
        paper.line((x, top), (paper.width - _MARGIN, top), GREY, 0.15)

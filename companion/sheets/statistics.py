"""Statistics as PDF: a table of players and two charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from companion.log.history import Encounter, PlayerStats, Statistics
from companion.sheets.paper import GREY, INK, Paper, PaperSize
from companion.style.charts import LineChart, line_chart
from companion.words import texts

_MARGIN = 14.0
_COLUMNS = (0.0, 62.0, 80.0, 98.0, 122.0, 142.0, 160.0, 182.0)  # right edges in mm from the margin; the first a left
_LINES = ("#B3281E", "#1F5FA8", "#2C6B33", "#8A5A00", "#6A3C93", "#2B2B2B")


def write_statistics(path: Path, paper_mm: PaperSize, stats: Statistics, title: str) -> int:
    """Write the PDF; returns the number of pages."""
    paper = Paper(path, paper_mm, title)
    paper.text(title, (_MARGIN, paper.height - 24), 6.0, align="left")
    y = _table(paper, stats.players, paper.height - 40)
    for heading, series in ((texts.WINS_CHART, stats.wins), (texts.QUESTIONS_CHART, {"": stats.questions})):
        if any(value is not None for values in series.values() for value in values):
            if y < 90:
                paper.end_page()
                y = paper.height - 20
            y = _chart(paper, heading, series, y)
    paper.end_page()
    paper.save()
    return paper.pages


def player_cells(player: PlayerStats) -> tuple[str, ...]:
    """A player's numbers in the order of `texts.STATISTIC_HEADS`."""
    share = f" ({round(100 * player.wins / player.finished)} %)" if player.finished else ""
    average = "–" if player.points_per_deal is None else f"{player.points_per_deal:.1f}".replace("-", "−")
    best = "–" if player.best_deal is None else str(player.best_deal).replace("-", "−")
    return (player.name, str(player.sittings), str(player.finished), f"{player.wins}{share}", average, best,
            str(player.streak), str(player.longest_streak))


def encounter_cells(encounter: Encounter) -> tuple[str, ...]:
    """Two players' numbers in the order of `texts.ENCOUNTER_HEADS`."""
    one, other = encounter.wins
    return (f"{encounter.one} – {encounter.other}", str(encounter.sittings), f"{one} : {other}",
            str(encounter.sittings - one - other))


def _table(paper: Paper, players: Sequence[PlayerStats], y: float) -> float:
    scale = (paper.width - 2 * _MARGIN) / _COLUMNS[-1]
    for head, right in zip(texts.STATISTIC_HEADS, _COLUMNS, strict=True):
        if right:
            paper.fitted(head, (_MARGIN + right * scale, y), 1.9, 20, GREY)
    paper.line((_MARGIN, y - 2), (paper.width - _MARGIN, y - 2), INK, 0.4)
    for player in players:
        y -= 7
        if y < _MARGIN:
            paper.end_page()
            y = paper.height - 20
        cells = player_cells(player)
        paper.text(cells[0], (_MARGIN, y), 2.8, align="left")
        for cell, right in zip(cells[1:], _COLUMNS[1:], strict=True):
            paper.fitted(cell, (_MARGIN + right * scale, y), 2.6, 22)
    return y - 14


def _chart(paper: Paper, heading: str, series: Mapping[str, Sequence[float | None]], top: float) -> float:
    """A chart below `top`; returns the y below it."""
    chart: LineChart = line_chart(series)
    left, width, height = _MARGIN + 10, paper.width - 2 * _MARGIN - 40, 46.0
    low = top - height - 8
    paper.text(heading, (_MARGIN, top), 3.0, align="left")
    for share, text in chart.ticks:
        y = low + share * height
        paper.line((left, y), (left + width, y), GREY, 0.1)
        paper.text(text, (left - 2, y - 0.8), 1.9, GREY, "right", bold=False)
    for place, (name, points) in enumerate(chart.lines.items()):
        colour = _LINES[place % len(_LINES)]
        drawn = [(left + x * width, low + y * height) for x, y in points]
        for start, end in pairwise(drawn):
            paper.line(start, end, colour, 0.5)
        for point in drawn:
            paper.disc(point, 0.9, colour)
        if drawn and name:
            paper.text(name, (drawn[-1][0] + 2.5, drawn[-1][1] - 0.9), 2.2, colour, "left")
    return low - 12

"""A score sheet: rounds by player, with a cribbage-style track to peg the running score."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.sheets.paper import GREY, INK, Paper, PaperSize
from companion.words.refusals import RequestError

MOST_PLAYERS = 8
_MARGIN = 14.0
_HOLES, _GROUP = 60, 5  # holes of one street of the track


def write_scoresheet(path: Path, paper_mm: PaperSize, players: Sequence[str] = (), title: str = "") -> int:
    """Write one page; without names there are four empty columns.  RequestError for too many players."""
    if len(players) > MOST_PLAYERS:
        raise RequestError("A score sheet has room for {most_players} players, not {number}.",
                           most_players=MOST_PLAYERS, number=len(players))
    names = list(players) or [""] * 4
    paper = Paper(path, paper_mm, title or "Score sheet")
    track_top = _MARGIN + 12 * len(names) + 6
    _heading(paper, title)
    _grid(paper, names, top=paper.height - 34, bottom=track_top + 12)
    _track(paper, names, track_top)
    paper.end_page()
    paper.save()
    return paper.pages


def _heading(paper: Paper, title: str) -> None:
    y = paper.height - 22
    if title:
        paper.text(title, (_MARGIN, y), 5.5, align="left")
    else:
        _blank(paper, "Game", _MARGIN, y, 70)
    _blank(paper, "Date", paper.width - _MARGIN - 60, y, 60)


def _blank(paper: Paper, label: str, x: float, y: float, width: float) -> None:
    """A label with a line to write on."""
    paper.text(label, (x, y), 2.6, GREY, "left", bold=False)
    paper.line((x + 12, y - 0.5), (x + width, y - 0.5), GREY)


def _grid(paper: Paper, names: Sequence[str], top: float, bottom: float) -> None:
    left, right, label, head, row = _MARGIN, paper.width - _MARGIN, 14.0, 12.0, 9.0
    column = (right - left - label) / len(names)
    rounds = int((top - bottom - head - row) // row)
    for i, name in enumerate(names):
        x = left + label + i * column
        size = min(4.0, 0.9 * column / max(len(name), 1) / 0.62)
        paper.text(name, (x + column / 2, top - 8), size)
        paper.line((x, top), (x, top - head - (rounds + 1) * row), GREY, 0.15)
    for k in range(rounds + 2):
        y = top - head - k * row
        heavy = k in (0, rounds)
        paper.line((left, y), (right, y), INK if heavy else GREY, 0.4 if heavy else 0.15)
        if k < rounds:
            paper.text(str(k + 1), (left + label / 2, y - 6), 2.6, GREY, bold=False)
    paper.text("Total", (left + label / 2, top - head - rounds * row - 6), 2.6)


def _track(paper: Paper, names: Sequence[str], top: float) -> None:
    """One street a player, out and back: 60 holes each way in groups of five, every tenth numbered."""
    left, right = _MARGIN + 18, paper.width - _MARGIN
    step = (right - left) / (_HOLES + _HOLES // _GROUP - 1)
    xs = [left + (k + k // _GROUP) * step for k in range(_HOLES)]
    for k in range(0, _HOLES, 10):
        paper.text(str(k + 10), (xs[k + 9], top + 1), 1.8, GREY, bold=False)
        paper.text(str(2 * _HOLES - k), (xs[k], _MARGIN - 2), 1.8, GREY, bold=False)
    for i, name in enumerate(names):
        y = top - 5 - 12 * i
        paper.text(name[:9], (_MARGIN, y - 3.5), 2.4, align="left")
        for x in xs:
            for street in (0, 4.5):
                paper.disc((x, y - street), 0.75, None, INK, 0.2)

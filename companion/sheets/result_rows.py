"""The score sheet of a sitting as rows: every point with its reason, deal by deal.

    >>> view = result_view(session)
    >>> [(row.text, row.cells) for row in view.rows][:2]
    [('Deal 1', ('60', '10')), ('Won: 10 × 6 cards played', ('60', ''))]

The screen draws the rows, the PDF prints them, and the CSV lists their points.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TextIO

from companion.log.scores import score_sheet
from companion.log.session import Session, SessionStore
from companion.sheets.points import points_of
from companion.words import texts
from rules import Action, Match
from rules.core.deals import deal_is_over, deals, next_deal
from rules.core.event import DealPoint

ResultKind = Literal["deal", "point", "note"]


@dataclass(frozen=True)
class ResultRow:
    """A line of the sheet: what it says, and a number (or nothing) for each name."""

    text: str
    cells: tuple[str, ...]
    kind: ResultKind


@dataclass(frozen=True)
class ResultView:
    """The sheet.  headline: who won, who leads or that all are level.  next_deal: the action that deals again."""

    title: str
    headline: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    target: int | None
    rows: tuple[ResultRow, ...]
    deal_over: bool
    over: bool
    next_deal: Action | None
    date: str


def result_view(session: Session) -> ResultView:
    """How the sitting stands, the last deal first."""
    match = session.match
    sheet = score_sheet(match)
    stands = session.points.stands
    scores = match.outcome.scores if stands is None else stands.scores
    names = tuple(track.name for track in sheet.tracks)
    totals = tuple(scores.get(name, 0) for name in names)
    rows = tuple(sheet_rows(match, names))
    if stands is not None:
        today = match.outcome.scores
        rows = (ResultRow(texts.AGREED_THEN.format(rules=stands.rules), _cells(names, scores), "note"),
                ResultRow(texts.BY_TODAYS_RULES, _cells(names, today), "note"), *rows)
    return ResultView(
        texts.game_title(match.game.name, match.table.options),
        _headline(names, totals, match.outcome.winners if match.outcome.over else ()), names, totals,
        sheet.target, rows, deal_is_over(match), match.outcome.over,
        next_deal(match), session.info.date)


def closed_view(store: SessionStore, sitting: int) -> ResultView:
    """A sitting of a game that is not there any more: what was agreed, and its events as they were written."""
    info, agreed = store.info(sitting), store.agreed(sitting)
    names = tuple(agreed.scores) if agreed is not None else ()
    totals = tuple(agreed.scores.values()) if agreed is not None else ()
    rows = tuple(ResultRow(line.text, (), "note") for line in store.record_of(sitting).events)
    return ResultView(info.game, texts.LOG_SAYS["log-no-game"].format(game=info.game), names, totals, None, rows, False,
                      False, None, info.date)


def sheet_rows(match: Match, names: tuple[str, ...]) -> Iterator[ResultRow]:
    """The rows, the last deal first; within a deal in the order in which the points were made."""
    points, found = points_of(match), deals(match)
    for deal in reversed(found):
        own = [point for point in points if point.deal == deal.number]
        brought = {name: deal.brought.get(name, 0) for name in names}
        yield ResultRow(texts.DEAL.format(number=deal.number), _cells(names, brought), "deal")
        for alike in _alike(own):
            yield ResultRow(alike[0].reason, _cells(names, {point.name: point.points for point in alike}), "point")
        later = next((other for other in found if other.number == deal.number + 1), None)
        yield from (ResultRow(texts.pretty(note, match.game.name), _cells(names, {name: number}), "note")
                    for name, note, number in match.game.shown.notes(match.game, deal, later))


def write_csv(match: Match, file: TextIO) -> None:
    """Every point on a line of its own: deal, name, points, reason."""
    writer = csv.writer(file)
    writer.writerow(["deal", "name", "points", "reason"])
    writer.writerows([point.deal, point.name, point.points, point.reason] for point in points_of(match))


def _alike(points: list[DealPoint[str]]) -> list[list[DealPoint[str]]]:
    """Points of several names for the same thing at the same moment go on one line."""
    lines: dict[tuple[int, str], list[DealPoint[str]]] = {}
    for point in points:
        line = lines.setdefault((point.event, point.reason), [])
        if any(other.name == point.name for other in line):  # two sweeps of one player are two lines
            line = lines.setdefault((point.event, point.reason + " " * len(lines)), [])
        line.append(point)
    return list(lines.values())


def _cells(names: tuple[str, ...], points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(signed(points[name]) if name in points else "" for name in names)


def signed(points: int) -> str:
    """Written with a true minus."""
    return str(points).replace("-", "−")


def _headline(names: tuple[str, ...], totals: tuple[int, ...], winners: tuple[str, ...]) -> str:
    if winners:
        return texts.WON_BY.format(names=texts.names(winners))
    best = max(totals, default=0)
    leaders = [name for name, total in zip(names, totals, strict=True) if total == best]
    return texts.ALL_LEVEL if len(leaders) == len(names) else texts.LEADS_NOW.format(names=texts.names(leaders))

"""What a sitting comes to at its end: how the score went, and the moments that turned it.

    found = recap_of(session)
    found.lines["Ann"]                # Ann's total after every deal, or within the only one after every point
    [point.row for point in found.turns]

A moment turns a sitting when its points bring another player to the lead, or are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.log.evidence import Evidence
from companion.log.session import LogEntry, Session
from companion.sheets.points import points_of
from companion.sheets.result_rows import result_view
from companion.words import texts
from rules.core.event import DealPoint

MOST_TURNS = 4


@dataclass(frozen=True)
class TurningPoint:
    """One event of the log and what it brought.  leader: who takes the lead by it, if somebody does.  picture:
    JPEG, where the camera saw it; cards: of the event."""

    row: int
    deal: int
    text: str
    why: str
    brought: Mapping[str, int]
    leader: str
    picture: bytes | None
    cards: tuple[str, ...]

    @property
    def weight(self) -> tuple[bool, int]:
        """Who takes the lead counts most, then how many points there were."""
        return bool(self.leader), max(map(abs, self.brought.values()), default=0)


@dataclass(frozen=True)
class Recap:
    """A sitting so far.  lines: totals by name, from the beginning on; turns: in the order in which they happened."""

    title: str
    date: str
    headline: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    lines: Mapping[str, tuple[int, ...]]
    turns: tuple[TurningPoint, ...]


def recap_of(session: Session) -> Recap:
    """What the sitting has come to."""
    sheet, points = result_view(session), points_of(session.match)
    moments = sorted(_turns(session, points, sheet.names), key=lambda turn: turn.weight, reverse=True)[:MOST_TURNS]
    return Recap(sheet.title, sheet.date, sheet.headline, sheet.names, sheet.totals, _lines(points, sheet.names),
                 tuple(sorted(moments, key=lambda turn: turn.row)))


def _lines(points: tuple[DealPoint[str], ...], names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Totals after each deal; where there was one deal only, after each event with points."""
    several = len({point.deal for point in points}) > 1
    steps = list(dict.fromkeys(point.deal if several else point.event for point in points))
    lines = {name: [0] for name in names}
    for step in steps:
        now = [point for point in points if (point.deal if several else point.event) == step]
        for name, line in lines.items():
            line.append(line[-1] + sum(point.points for point in now if point.name == name))
    return {name: tuple(line) for name, line in lines.items()}


def _turns(session: Session, points: tuple[DealPoint[str], ...], names: tuple[str, ...]) -> Iterator[TurningPoint]:
    """Every event that brought points, with what the camera saw of it."""
    stands = dict.fromkeys(names, 0)
    entries = _entries(session)
    for event in sorted({point.event for point in points}):
        now = [point for point in points if point.event == event]
        led = _leader(stands)
        brought = {name: sum(point.points for point in now if point.name == name) for name in names}
        stands = {name: stands[name] + brought[name] for name in names}
        leader = _leader(stands)
        entry = entries.get(event)
        if entry is not None:
            seen, cards = session.evidence(entry.row.seq) or Evidence(), tuple(map(str, entry.action.cards))
            yield TurningPoint(entry.row.seq, now[0].deal, texts.action_text(entry.action), now[0].reason,
                               {name: number for name, number in brought.items() if number},
                               leader if leader != led else "", seen.after or seen.before, cards)


def _leader(stands: Mapping[str, int]) -> str:
    """Who leads alone; "" where nobody does."""
    best = max(stands.values(), default=0)
    first = [name for name, total in stands.items() if total == best]
    return first[0] if len(first) == 1 else ""


def _entries(session: Session) -> dict[int, LogEntry]:
    """By its number among the match's events, the entry of the log behind each; what was taken back is none."""
    found: dict[int, LogEntry] = {}
    place = 0
    for number, event in enumerate(session.match.events):
        behind = (at for at in range(place, len(session.entries)) if session.entries[at].verdict == event.verdict)
        if (at := next(behind, None)) is not None:
            found[number], place = session.entries[at], at + 1
    return found

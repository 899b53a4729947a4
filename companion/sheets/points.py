"""Every point of a match with its reason in words, deal by deal.

    >>> for point in points_of(session.match): print(point.deal, point.name, point.points, point.reason)
    1 Bob 260 Ann cannot play: Bob wins the deal.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.words import texts
from rules import Match
from rules.core.deals import deals, points_of_deal
from rules.core.event import DealPoint


def points_of(match: Match) -> tuple[DealPoint[str], ...]:
    """Every point, by deals, in the order in which they were made."""
    return tuple(DealPoint(p.deal, p.name, p.points, texts.pretty(p.reason, match.game.name), p.event)
                 for deal in deals(match) for p in points_of_deal(match, deal) if p.points)


@dataclass(frozen=True)
class Stretch:
    """The part of somebody's track that a point has pegged: from one score to another."""

    point: DealPoint[str]
    start: int
    end: int


def stretches(match: Match) -> tuple[Stretch, ...]:
    """Where every point of a match lies on its track, in the order in which they were made."""
    stands: dict[str, int] = {}
    found = []
    for point in points_of(match):
        start = stands.get(point.name, 0)
        stands[point.name] = start + point.points
        found.append(Stretch(point, start, start + point.points))
    return tuple(found)

"""Every point of a match with its reason, deal by deal.

    >>> for point in points_of(session.match): print(point.deal, point.name, point.points, point.reason)
    1 Bob 260 Ann cannot play: Bob wins the hand.

Games that count a deal in parts (Canasta, Scopa, Pemberley) are told part by part; the others by the
sentence of the event that scored.  The points of a deal add up to what it changed in the scores; only a
round of Pemberley that is still being played shows points that do not count yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion import texts
from companion.log.scores import board_names
from rules import Action, Match
from rules.core.action import TABLE
from rules.core.match import Event

DEAL = Action(TABLE, "deal")
Scores = Mapping[str, int]


@dataclass(frozen=True)
class DealPoint:
    """Points of one player or side.  `event`: index among the match's events."""

    deal: int
    name: str
    points: int
    reason: str
    event: int


@dataclass(frozen=True)
class Deal:
    """One deal: its events from index `first` on, the state after the last of them, and what it has
    brought so far; a hand that only waits for more is counted as it stands."""

    number: int
    first: int
    events: tuple[Event, ...]
    end: Any
    brought: Scores

    @property
    def last(self) -> int:
        return self.first + len(self.events) - 1

    @property
    def is_played(self) -> bool:
        """Whether more than dealing has happened."""
        return any(event.action.verb not in ("deal", "start") for event in self.events)


def points_of(match: Match) -> tuple[DealPoint, ...]:
    """Every point, by deals, in the order in which they were made."""
    return tuple(DealPoint(point.deal, point.name, point.points, texts.pretty(point.reason), point.event)
                 for deal in deals(match) for point in _told(match, deal) if point.points)


@dataclass(frozen=True)
class Stretch:
    """The part of somebody's track that a point has pegged: from one score to another."""

    point: DealPoint
    start: int
    end: int

    def holds(self, score: int) -> bool:
        return min(self.start, self.end) < score <= max(self.start, self.end)


def stretches(match: Match) -> tuple[Stretch, ...]:
    """Where every point of a match lies on its track, in the order in which they were made."""
    stands: dict[str, int] = {}
    found = []
    for point in points_of(match):
        start = stands.get(point.name, 0)
        stands[point.name] = start + point.points
        found.append(Stretch(point, start, start + point.points))
    return tuple(found)


def _told(match: Match, deal: Deal) -> list[DealPoint]:
    """The points of a deal; what the house takes for a fault (`remedy: penalty`) is no part of any count."""
    in_parts = PARTS.get(match.game.name)
    if in_parts is None or in_parts is _canasta:  # Canasta counts penalties among its items
        return list((in_parts or _by_event)(match, deal))
    fines = list(_fines(match, deal))
    brought = {name: points - sum(fine.points for fine in fines if fine.name == name)
               for name, points in deal.brought.items()}
    return [*fines, *in_parts(match, replace(deal, brought=brought))]


def _fines(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """What faults have cost that did not stand."""
    for index, event, after in _states(deal):
        if event.verdict.kind == "illegal" and not event.action.stands:
            was, now = match.game.outcome(event.before).scores, match.game.outcome(after).scores
            yield from (DealPoint(deal.number, name, now[name] - was[name], _why(match, event), index)
                        for name in deal.brought)


def _why(match: Match, event: Event) -> str:
    return texts.pretty(event.verdict.why, match.game.name)


def deals(match: Match) -> tuple[Deal, ...]:
    """The match deal by deal."""
    names = board_names(match.table.players, match.scores)
    found: list[Deal] = []
    groups = _grouped(match)
    before = dict.fromkeys(names, 0)
    for place, (number, first, events) in enumerate(groups):
        end = groups[place + 1][2][0].before if place + 1 < len(groups) else match.state
        scores = match.game.outcome(match.game.close(end)).scores
        found.append(Deal(number, first, tuple(events), end,
                          {name: scores.get(name, 0) - before[name] for name in names}))
        before = {name: scores.get(name, 0) for name in names}
    return tuple(found)


def deal_is_over(match: Match) -> bool:
    """Whether the last deal has been played to its end: nobody is on turn, nothing of it is still to come."""
    if match.game.is_awaiting(match.state):
        return False
    if match.game.outcome(match.state).over:
        return True
    if not match.events or match.to_act is not None:
        return False
    last = deals(match)[-1]
    return last.is_played and any(last.brought.values())


def next_deal(match: Match) -> Action | None:
    """The deal that may be announced now; None while one is being played, and in games whose deal the
    camera has to see."""
    over = match.game.outcome(match.state).over
    return DEAL if not over and deal_is_over(match) and match.game.judge(match.state, DEAL).kind == "ok" else None


def _grouped(match: Match) -> list[tuple[int, int, list[Event]]]:
    """Deal number, index of its first event, its events."""
    states = [*(event.before for event in match.events[1:]), match.state]
    groups: list[tuple[int, int, list[Event]]] = []
    for index, (event, after) in enumerate(zip(match.events, states, strict=False)):
        number = max(1, match.game.outcome(after).deals)
        if not groups or groups[-1][0] != number:
            groups.append((number, index, []))
        groups[-1][2].append(event)
    return groups


def _states(deal: Deal) -> Iterator[tuple[int, Event, Any]]:
    """Index, event and the state after it."""
    after = [*(event.before for event in deal.events[1:]), deal.end]
    for index, (event, state) in enumerate(zip(deal.events, after, strict=True)):
        yield deal.first + index, event, state


def _by_event(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """What each event changed in the scores, in its own words."""
    told = dict.fromkeys(deal.brought, 0)
    last, reason = deal.last, _why(match, deal.events[-1])
    for index, event, after in _states(deal):
        was, now = match.game.outcome(event.before).scores, match.game.outcome(after).scores
        for name in deal.brought:
            change = now.get(name, 0) - was.get(name, 0)
            if change and not (event.action.verb == "deal" and index == deal.first):
                yield DealPoint(deal.number, name, change, _why(match, event), index)
                told[name] += change
                last, reason = index, _why(match, event)
    for name, brought in deal.brought.items():
        yield DealPoint(deal.number, name, brought - told[name], reason, last)


def _canasta(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """The items of a hand that is over (RULES 6.8)."""
    items: Mapping[str, Mapping[str, int]] = match.game.shown.advice(match.game.close(deal.end))["hand_scores"]
    if any(sum(items[side].values()) != brought for side, brought in deal.brought.items()):
        yield from _by_event(match, deal)
        return
    for side, row in items.items():
        for item, points in row.items():
            yield DealPoint(deal.number, side, points, texts.CANASTA_ITEMS.get(item, item), deal.last)


def _limbo(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """The winner's cards and the loser's final count (RULES 2.4)."""
    public = match.game.public(deal.end)
    cards, times, count = public["cards_played"], public["multiplier"], public["count"]
    won = texts.LIMBO_WON_TIMES if times > 1 else texts.LIMBO_WON
    for name, brought in deal.brought.items():
        reason = won if brought == 10 * cards * times else texts.LIMBO_LOST
        yield DealPoint(deal.number, name, brought, reason.format(cards=cards, times=times, count=count), deal.last)


def _scopa(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """One point for each category of the count, up to where the count stopped (RULES 5.5)."""
    left = dict(deal.brought)
    for category, name in match.game.shown.advice(deal.end)["count"]:
        if left.get(name, 0) > 0:
            left[name] -= 1
            yield DealPoint(deal.number, name, 1, texts.SCOPA_CATEGORIES.get(category, category.capitalize()),
                            deal.last)
    for name, rest in left.items():
        yield DealPoint(deal.number, name, rest, _why(match, deal.events[-1]), deal.last)


def _pemberley(match: Match, deal: Deal) -> Iterator[DealPoint]:
    """Points in play and of sets as they are made; at the end of the round what was left unused."""
    counts = dict.fromkeys(deal.brought, (0, 0))
    for index, event, after in _states(deal):
        if event.action.verb in ("deal", "start"):
            continue
        ledger = match.game.shown.advice(after)["ledger"]
        for name, row in ledger.items():
            points = row["play"] + row["sets"] - sum(counts[name])
            counts[name] = (row["play"], row["sets"])
            yield DealPoint(deal.number, name, points, _why(match, event), index)
    final = match.game.shown.advice(deal.end)["ledger"]
    if all(final[name]["round"] == brought for name, brought in deal.brought.items()):
        for name, row in final.items():
            yield DealPoint(deal.number, name, -row["deduction"], texts.UNUSED.format(count=row["unused"]), deal.last)


PARTS: Mapping[str, Callable[[Match, Deal], Iterator[DealPoint]]] = {
    "canasta": _canasta, "limbo": _limbo, "scopa": _scopa, "pemberley": _pemberley}

"""A match deal by deal, and every point of it with its reason.

Games that count a deal in parts are told part by part (`Shown.points`); the others by the event that scored.  The
points of a deal add up to what it changed in the scores; only of a round that is still being played there may be
points that do not count yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.core.action import TABLE, Action
from rules.core.event import Deal, DealPoint, Event
from rules.core.match import Match
from rules.core.said import Text

DEAL = Action(TABLE, "deal")


def board_names(players: tuple[str, ...], scores: Mapping[str, int]) -> tuple[str, ...]:
    """Who has a track: sides where partners score together, else the players."""
    sides = tuple(name for name in scores if name not in players)
    return sides or tuple(name for name in players if name in scores)


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


def points_of_deal(match: Match, deal: Deal) -> list[DealPoint[Text]]:
    """The points of a deal; what the house takes for a fault (`remedy: penalty`) is no part of any count."""
    game = match.game
    if game.counts_fines:
        return list(game.shown.points(game, deal) or _by_event(match, deal))
    fines = list(_fines(match, deal))
    brought = {name: points - sum(fine.points for fine in fines if fine.name == name)
               for name, points in deal.brought.items()}
    parts = game.shown.points(game, replace(deal, brought=brought))
    return list(_by_event(match, deal)) if parts is None else [*fines, *parts]


def _fines(match: Match, deal: Deal) -> Iterator[DealPoint[Text]]:
    """What faults have cost that did not stand."""
    for index, event, after in deal.states():
        if event.verdict.kind == "illegal" and not event.action.stands:
            was, now = match.game.outcome(event.before).scores, match.game.outcome(after).scores
            yield from (deal.point(name, now[name] - was[name], event.verdict.why, index) for name in deal.brought)


def _by_event(match: Match, deal: Deal) -> Iterator[DealPoint[Text]]:
    """What each event changed in the scores, in its own words."""
    told = dict.fromkeys(deal.brought, 0)
    last = deal.last
    for index, event, after in deal.states():
        was, now = match.game.outcome(event.before).scores, match.game.outcome(after).scores
        for name in deal.brought:
            change = now.get(name, 0) - was.get(name, 0)
            if change and not (event.action.verb == "deal" and index == deal.first):
                yield deal.point(name, change, event.verdict.why, index)
                told[name] += change
                last = index
    for name, brought in deal.brought.items():
        yield deal.point(name, brought - told[name], deal.events[last - deal.first].verdict.why, last)

"""The score sheet of a match: totals, points deal by deal, and where the pegs stand.

    >>> sheet = score_sheet(session.match)
    >>> sheet.tracks[0]
    Track(name='Ann', front=60, back=0)

Everything is computed from the match; nothing is stored.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from companion.style.peg_board import BoardSize, board_size
from rules.core.deals import board_names
from rules.core.match import Match

TARGET_OPTION = "target"
NUMBER_OPTIONS = ("deals", "rounds")  # a match of so many deals has no target


@dataclass(frozen=True)
class PegTrack:
    """One player's or side's pegs: the front at the score, the back where it stood before."""

    name: str
    front: int
    back: int


@dataclass(frozen=True)
class DealScore:
    """What one deal brought to each name of the board."""

    number: int
    points: Mapping[str, int]


@dataclass(frozen=True)
class ScoreSheet:
    """Tracks in seat order, deals in play order, the board they are pegged on."""

    tracks: tuple[PegTrack, ...]
    deals: tuple[DealScore, ...]
    board: BoardSize
    target: int | None
    winners: tuple[str, ...]
    over: bool


def score_sheet(match: Match) -> ScoreSheet:
    """The sheet as it stands after the last event."""
    history = _history(match)
    names = board_names(match.table.players, history[-1][1])
    now = {name: history[-1][1][name] for name in names}
    target = _target(match)
    outcome = match.game.outcome(match.state)
    return ScoreSheet(
        tuple(PegTrack(name, now[name], _before(name, history)) for name in names), _deals(names, history),
        board_size(target, now.values()), target, outcome.winners, outcome.over)


def _history(match: Match) -> list[tuple[int, Mapping[str, int]]]:
    """Deal number and scores at the start and after every event.  A hand that the next deal closes is
    scored where it ends, not where the next one begins."""
    states = [*(event.before for event in match.events), match.state]
    outcomes = [match.game.outcome(state) for state in states]
    for i, (one, next_one) in enumerate(itertools.pairwise(outcomes)):
        if one.deals < next_one.deals:
            outcomes[i] = match.game.outcome(match.game.close(states[i]))
    return [(outcome.deals, outcome.scores) for outcome in outcomes]


def _before(name: str, history: list[tuple[int, Mapping[str, int]]]) -> int:
    """The last score that differs from the present one; the present one if it never changed."""
    now = history[-1][1][name]
    return next((scores[name] for _, scores in reversed(history) if scores.get(name, now) != now), now)


def _deals(names: tuple[str, ...], history: list[tuple[int, Mapping[str, int]]]) -> tuple[DealScore, ...]:
    """Points by deal: the difference between the totals at a deal's end and at the one before."""
    at_end: dict[int, Mapping[str, int]] = dict(history)
    rows = []
    before: Mapping[str, int] = dict.fromkeys(names, 0)
    for number, scores in sorted(item for item in at_end.items() if item[0] > 0):
        rows.append(DealScore(number, {name: scores.get(name, 0) - before.get(name, 0) for name in names}))
        before = scores
    return tuple(rows)


def _target(match: Match) -> int | None:
    """The points the table plays to, where the game has such an option."""
    options = match.game.parse_options(match.table.options)
    target = options.get(TARGET_OPTION)
    if any(options.get(name) for name in NUMBER_OPTIONS):
        return None
    return target if isinstance(target, int) and not isinstance(target, bool) and target > 0 else None

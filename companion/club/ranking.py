"""Who leads an evening: by matches won, and a match is won by its own game's rule.

    ranking = ranked(evening, stands)      # stands: how each sitting stands, by its UUID
    ranking[0].lines[0]                    # RankLine(place=1, entrant=3, points=4.0, spread=57, ...)

Each table has its own pack, so that points of different tables are not compared: what counts is who has won (a half
each where a match is level).  Among those with as many wins the spread decides: own points less those of the others at
the same table.  Who are level in both share a place.  Sides of a Mitchell that never meet are ranked apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.club.evening import Evening, PlayedAt
from rules import Match
from rules.core.deals import board_names

SITS_OUT = 1.0  # points of a round without an opponent, as for a win


@dataclass(frozen=True)
class Stand:
    """How a sitting stands.  scores: by the names of the board, a side's joined by "+"; rows: how many it has."""

    over: bool
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    rows: int


@dataclass(frozen=True)
class MeetingResult:
    """One meeting.  own, other: the points of both; won: 1, 0.5 or 0; final: whether it counts already."""

    round: int
    table: int
    entrant: int
    opponent: int
    own: int
    other: int
    won: float
    final: bool


@dataclass(frozen=True)
class RankLine:
    """One entrant.  place: shared by those who are level; tied: whether others have it too."""

    place: int
    entrant: int
    points: float
    spread: int
    played: int
    tied: bool


@dataclass(frozen=True)
class Ranking:
    """Those who can be compared with each other."""

    lines: tuple[RankLine, ...]


def stand_of(match: Match, rows: int) -> Stand:
    """How a match stands."""
    outcome = match.outcome
    names = board_names(match.table.players, outcome.scores)
    return Stand(outcome.over, {name: outcome.scores[name] for name in names}, outcome.winners, rows)


def ranked(evening: Evening, stands: Mapping[str, Stand]) -> tuple[Ranking, ...]:
    """Everybody who takes or took part, the best first."""
    results = [result for result in meeting_results(evening, stands) if result.final]
    points, spread, played = _all_points(evening, results), Counter[int](), Counter[int]()
    for result in results:
        spread[result.entrant] += result.own - result.other
        played[result.entrant] += 1
    return tuple(Ranking(tuple(_lines(group, points, spread, played))) for group in _groups(evening))


def entrant_points(evening: Evening, stands: Mapping[str, Stand]) -> dict[int, float]:
    """Matches won, and rounds without an opponent."""
    return _all_points(evening, [result for result in meeting_results(evening, stands) if result.final])


def _all_points(evening: Evening, results: Iterable[MeetingResult]) -> dict[int, float]:
    points = dict.fromkeys(evening.entrants, 0.0)
    for result in results:
        points[result.entrant] += result.won
    for played in evening.rounds[:None if evening.is_over else -1]:
        for number in played.sits_out:
            points[number] += SITS_OUT
    return points


def meeting_results(evening: Evening, stands: Mapping[str, Stand]) -> Iterator[MeetingResult]:
    """Every meeting that was begun, once for either side.  A match counts when it is over, or its round is."""
    for played in counting_sittings(evening, stands):
        stand = stands[played.uuid]
        final = stand.over or played.round < len(evening.rounds) or evening.is_over
        own, other = (_points(evening, stand, number) for number in played.entrants)
        won = _won(evening, stand, played.entrants)
        one, two = played.entrants
        yield MeetingResult(played.round, played.table, one, two, own, other, won, final)
        yield MeetingResult(played.round, played.table, two, one, other, own, 1.0 - won, final)


def counting_sittings(evening: Evening, stands: Mapping[str, Stand]) -> list[PlayedAt]:
    """Of each meeting the last sitting in which something was played, or the one that the director has chosen."""
    found = dict[tuple[int, int], PlayedAt]()
    for (table, number), those in evening.sittings_by_table.items():
        chosen = evening.chosen.get((table, number))
        counting = next((played for played in reversed(those) if played.entrants and chosen in (None, played.uuid)
                         and played.uuid in stands and stands[played.uuid].rows), None)
        if counting is not None:
            found[number, table] = counting
    return [found[key] for key in sorted(found)]


def _won(evening: Evening, stand: Stand, entrants: tuple[int, ...]) -> float:
    """What the first of two gets: by the winners that the game names, before its end by who has more points."""
    one, other = entrants
    if stand.over and stand.winners:
        won = [bool(_owned(evening, stand.winners, number)) for number in (one, other)]
        return 0.5 + (won[0] - won[1]) / 2
    own, others = _points(evening, stand, one), _points(evening, stand, other)
    return 0.5 + ((own > others) - (own < others)) / 2


def _points(evening: Evening, stand: Stand, number: int) -> int:
    return sum(stand.scores[name] for name in _owned(evening, stand.scores, number))


def _owned(evening: Evening, names: Iterable[str], number: int) -> list[str]:
    """The names of the board under which an entrant's points stand: a player's own, or a side's."""
    players = evening.people[number]
    return [name for name in names if set(name.split("+")) <= players]


def _lines(group: list[int], points: Mapping[int, float], spread: Mapping[int, int], played: Mapping[int, int]
           ) -> Iterator[RankLine]:
    order = sorted(group, key=lambda number: (-points[number], -spread[number], number))
    level = defaultdict(list)
    for place, number in enumerate(order, 1):
        level[points[number], spread[number]].append(place)
    for number in order:
        places = level[points[number], spread[number]]
        yield RankLine(places[0], number, points[number], spread[number], played[number], len(places) > 1)


def _groups(evening: Evening) -> list[list[int]]:
    """Who can be compared: all, but in a Mitchell each half apart.  Whoever left before he played is in none."""
    played = {number for each in evening.rounds for number in each.sides}
    everybody = [number for number, entrant in sorted(evening.entrants.items()) if entrant.is_here or number in played]
    if evening.opened.movement != "mitchell" or not evening.rounds:
        return [everybody]
    first = evening.rounds[0].sides
    sitting = first[:(len(first) + 1) // 2]
    return [[n for n in everybody if n in sitting], [n for n in everybody if n not in sitting]]

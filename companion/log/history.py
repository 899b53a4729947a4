"""Statistics over the sittings of this device; computed from their logs, nothing is stored.

    >>> found = history(store)                       # a line a sitting, the earliest first
    >>> stats = statistics_of(found, game="limbo")
    >>> stats.players[0]
    PlayerStats(name='Ann', sittings=3, finished=2, wins=2, points_per_deal=41.5, best_deal=180, ...)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from companion.log.session import Session, SessionStore
from rules import GAMES
from rules.core.deals import deals

Progress = Callable[[float], None]
PERIODS = {"all": 0, "year": 365, "month": 30}  # days, counted back from today; 0: ever


@dataclass(frozen=True)
class PlayedSitting:
    """One sitting.  points: what each player's deals brought, of deals that are played to their end.
    questions: how often the table had to say what the camera was not sure of, among `seen` events."""

    session_id: int
    date: str
    game: str
    players: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    points: Mapping[str, tuple[int, ...]]
    deals: int
    questions: int
    seen: int


@dataclass(frozen=True)
class PlayerStats:
    """One player.  streak: sittings won in a row until now; longest_streak: ever.  Only sittings played
    to their end can be won."""

    name: str
    sittings: int
    finished: int
    wins: int
    points_per_deal: float | None
    best_deal: int | None
    streak: int
    longest_streak: int


@dataclass(frozen=True)
class Encounter:
    """Two players who have finished sittings against each other: how many, and how many of them each has won."""

    one: str
    other: str
    sittings: int
    wins: tuple[int, int]


@dataclass(frozen=True)
class Statistics:
    """players: by wins, then by sittings.  questions: per deal, sitting by sitting (None: the camera
    saw nothing of it).  wins: running number of wins by player after each finished sitting.  encounters: who has
    played whom, most often first; partners who won together were no opponents."""

    game: str | None
    games: tuple[str, ...]
    sittings: int
    players: tuple[PlayerStats, ...]
    questions: tuple[float | None, ...]
    wins: Mapping[str, tuple[int, ...]]
    encounters: tuple[Encounter, ...]


def history(store: SessionStore, progress: Progress = lambda share: None) -> tuple[PlayedSitting, ...]:
    """Every sitting that something was played in, the earliest first; `progress` may raise to stop."""
    infos = [info for info in reversed(store.sessions()) if info.game in GAMES and info.rows]
    found = []
    for place, info in enumerate(infos):
        progress(place / len(infos))
        found.append(played(store.open(info.id)))
    return tuple(sitting for sitting in found if sitting.deals)


def played(session: Session) -> PlayedSitting:
    """One sitting in numbers."""
    match, info = session.match, session.info
    outcome, over = match.outcome, match.outcome.over
    complete = [deal for deal in deals(match) if deal.is_played and any(deal.brought.values())]
    seen = session.store.seen_rows(info.id)
    asked = sum(entry.row.source == "player" and entry.row.seq in seen for entry in session.entries)
    points = {name: tuple(deal.brought[side] for deal in complete if (side := _side(name, deal.brought)))
              for name in info.table.players}
    return PlayedSitting(info.id, info.date, info.game, info.table.players, over, outcome.winners if over else (),
                         points,
                  sum(deal.is_played for deal in deals(match)), asked, len(seen))


def date_before(days: int, today: date | None = None) -> str:
    """The date so many days ago, as sittings bear it."""
    return ((today or date.today()) - timedelta(days)).isoformat()


def statistics_of(found: Sequence[PlayedSitting], game: str | None = None, since: str = "") -> Statistics:
    """The players of these sittings; of one game, or of all of them.  since: the first date that counts."""
    sittings = [sitting for sitting in found if game in (None, sitting.game) and sitting.date >= since]
    names = dict.fromkeys(name for sitting in sittings for name in sitting.players)
    players = sorted((_player(name, sittings) for name in names), key=lambda p: (-p.wins, -p.sittings, p.name))
    return Statistics(
        game, tuple(name for name in GAMES if any(sitting.game == name for sitting in found)), len(sittings),
        tuple(players), tuple(sitting.questions / sitting.deals if sitting.seen else None for sitting in sittings),
        {player.name: _running_wins(player.name, sittings) for player in players},
        tuple(sorted(_encounters([player.name for player in players], sittings), key=lambda e: -e.sittings)))


def _side(name: str, brought: Mapping[str, int]) -> str:
    """The name under which a player's points stand: his own, or his side's."""
    return name if name in brought else next((side for side in brought if name in side.split("+")), "")


def _player(name: str, sittings: Sequence[PlayedSitting]) -> PlayerStats:
    own = [sitting for sitting in sittings if name in sitting.players]
    finished = [name in sitting.winners for sitting in own if sitting.over]
    points = [number for sitting in own for number in sitting.points[name]]
    return PlayerStats(name, len(own), len(finished), sum(finished), sum(points) / len(points) if points else None,
                       max(points, default=None), _streaks(finished)[-1], max(_streaks(finished)))


def _encounters(names: Sequence[str], sittings: Sequence[PlayedSitting]) -> Iterator[Encounter]:
    """Every two of these players who have finished a sitting against each other."""
    finished = [sitting for sitting in sittings if sitting.over]
    for one, other in combinations(names, 2):
        met = [sitting for sitting in finished if {one, other} <= set(sitting.players)
               and not {one, other} <= set(sitting.winners)]
        if met:
            yield Encounter(one, other, len(met), (sum(one in sitting.winners for sitting in met),
                                                   sum(other in sitting.winners for sitting in met)))


def _streaks(won: Sequence[bool]) -> list[int]:
    """The number of wins in a row, before the first and after each."""
    streaks = [0]
    for each in won:
        streaks.append(streaks[-1] + 1 if each else 0)
    return streaks


def _running_wins(name: str, sittings: Sequence[PlayedSitting]) -> tuple[int, ...]:
    wins, running = 0, []
    for sitting in sittings:
        if sitting.over:
            wins += name in sitting.winners
            running.append(wins)
    return tuple(running)

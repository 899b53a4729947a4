"""Who meets whom in the next round, where everybody may meet everybody: round robin and Swiss.

    swiss(Standing(points={1: 2, 2: 2, 3: 0}, met=Counter({frozenset((1, 2)): 1})))
    # Pairing(((1, 3),), sits_out=2)

Entrants are numbers.  Whoever sits out has met Nobody, as if that were an entrant: so nobody sits out a second time
while that can be avoided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

NOBODY = 0
Opponents = tuple[int, int]
Met = Counter[frozenset[int]]  # how often two have met; with NOBODY: how often somebody has sat out


@dataclass(frozen=True)
class Pairing:
    """One round.  sits_out: who has no opponent, None where all have one."""

    pairs: tuple[Opponents, ...]
    sits_out: int | None = None

    @property
    def met(self) -> Met:
        """Who meets in it."""
        alone = [] if self.sits_out is None else [(NOBODY, self.sits_out)]
        return Counter(frozenset(pair) for pair in (*self.pairs, *alone))


@dataclass(frozen=True)
class Standing:
    """How it stands before a round.  points: of everybody who is here now, latecomers too; met: whoever has met, those
    who have left included."""

    points: Mapping[int, float]
    met: Met = field(default_factory=Counter)


def round_robin(entrants: Sequence[int]) -> list[Pairing]:
    """All rounds in which everybody meets everybody once, by the circle: one stays, the others move on by a place."""
    circle = [*entrants, *([NOBODY] if len(entrants) % 2 else [])]
    rounds = []
    for _ in circle[1:]:
        half = len(circle) // 2
        rounds.append(_pairing(list(zip(circle[:half], circle[:half - 1:-1], strict=True))))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def swiss(standing: Standing) -> Pairing:
    """The round in which the fewest meet again, and among those the one with the nearest points.

    An odd number of entrants plays with Nobody, who stands below the last.  It is a matching of least weight."""
    import networkx  # of the extra `club`, which a tablet does without

    points = dict(standing.points)
    if len(points) % 2:
        points[NOBODY] = min(points.values()) - 1
    places = {points: place for place, points in enumerate(sorted(set(points.values())))}  # whole numbers: exact sums
    again = len(points) * len(places) ** 2  # more than all differences together
    graph = networkx.Graph()
    for one, other in combinations(sorted(points), 2):
        apart = places[points[one]] - places[points[other]]
        graph.add_edge(one, other, weight=again * standing.met[frozenset((one, other))] + apart ** 2)
    return _pairing(sorted((min(pair), max(pair)) for pair in networkx.min_weight_matching(graph)))


def _pairing(pairs: Sequence[Opponents]) -> Pairing:
    alone = next((one + other for one, other in pairs if NOBODY in (one, other)), None)
    return Pairing(tuple(pair for pair in pairs if NOBODY not in pair), alone)

"""The state of a game without rules: what was seen, what lies there, and the points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from rules.core.cards import JOKER, RANKS, SUITS, Card, Pack
from rules.core.frozen import replace
from rules.core.seats import by_player, leaders, with_item
from rules.games.any_game.house import House

# The ranks of shorter packs: from the 9, the 7 or the 6 up; without 8, 9 and 10; from the 2 without the 8 and so on.
RANKS_OF = {24: "A9TJQK", 32: "A789TJQK", 36: "A6789TJQK", 40: "A234567JQK", 48: "A9TJQK", 52: RANKS, 104: RANKS}
TWICE = (48, 104)


@dataclass(frozen=True)
class State:
    """The position as everybody sees it.  seen: every card since the deal, in order; board: those that lie there."""

    players: tuple[str, ...]
    house: House
    scores: tuple[int, ...]
    at: int = 0
    deals: int = 1
    seen: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    ended: bool = False

    @property
    def over(self) -> bool:
        """Whether the table said so, or somebody has reached the target."""
        return self.ended or bool(self.house.target and max(self.scores) >= self.house.target)

    @property
    def winners(self) -> tuple[str, ...]:
        """Whoever has most points, or fewest; nobody before the end."""
        sign = 1 if self.house.wins == "most" else -1
        return leaders(by_player(self.players, (sign * score for score in self.scores))) if self.over else ()

    def with_points(self, player: str, points: int) -> State:
        """The player has so many points more."""
        seat = self.players.index(player)
        return replace(self, scores=with_item(self.scores, seat, self.scores[seat] + points))


@cache
def pack_of_house(cards: int, jokers: int) -> Pack:
    """The pack that is played with."""
    copies = 2 if cards in TWICE else 1
    pack = Pack({Card(rank + suit): copies for suit in SUITS for rank in RANKS_OF[cards]})
    if jokers:
        pack[JOKER] = jokers
    return pack


def unseen(state: State) -> Counter[Card]:
    """The cards that nobody has seen since the deal."""
    return Counter(pack_of_house(state.house.cards, state.house.jokers)) - Counter(state.seen)

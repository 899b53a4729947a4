"""People who play Thirteen honestly and at random, and the lies they could tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.thirteen.combinations import RANK_ORDER, height, same_rank_plays
from rules.games.thirteen.state import ONE_PACK, State, hand_size


class RandomThirteen(RandomPlayer[State]):
    """Honest people who open with the true lowest card."""

    @property
    def pack(self) -> Counter[Card]:
        if not self.state.has_two_packs:
            return ONE_PACK
        return Counter(Card(card.face, back) for card in ONE_PACK for back in ("red", "blue"))

    def deal(self) -> None:
        cards = self.shuffled(self.pack)
        size = self.state.sizes[0]
        for name in self.hands:
            self.hands[name], cards = cards[:size], cards[size:]
        self.aside = cards

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over or state.void:
            return [Action(TABLE, "deal")] if state.deals < 3 else []
        actor = state.turn or min(self.hands, key=lambda name: min(map(self._height, self.hands[name])))
        lowest = min((card for hand in self.hands.values() for card in hand), key=self._height)
        plays = [cards for cards in self._plays(actor) if lowest in cards or not state.must_open_low]
        return [*(Action(actor, "play", cards) for cards in plays), Action(actor, "knock")]

    def _height(self, card: Card) -> tuple[tuple[int, int], bool]:
        return height(card, self.state.house.high_back)

    def _plays(self, actor: str) -> list[tuple[Card, ...]]:
        hand = self.hands[actor]
        return [*same_rank_plays(hand), *self._runs(hand, 1), *self._runs(hand, 2)]

    def _runs(self, hand: list[Card], width: int) -> Iterator[tuple[Card, ...]]:
        """Straights (width 1) and runs of pairs (width 2), one random choice of suits each."""
        by_rank = {rank: [card for card in hand if card.rank == rank] for rank in RANK_ORDER[:-1]}
        for start in range(len(RANK_ORDER) - 3):
            for end in range(start + 3, len(RANK_ORDER)):
                groups = [by_rank[rank] for rank in RANK_ORDER[start:end]]
                if any(len(group) < width for group in groups):
                    break
                yield tuple(card for group in groups for card in self.rng.sample(group, width))

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self.deal()
        elif action.verb == "play":
            for card in action.cards:
                self.hands[action.actor].remove(card)
        lying = Counter(self.state.round)
        held = [card for hand in self.hands.values() for card in hand]
        self.aside = list((self.pack - lying - Counter(held)).elements())

    def lies(self) -> Iterator[PlantedFault]:
        """Opening with one's own lowest card although somebody holds a lower one."""
        state = self.state
        if state.turn is None and not state.opened and not state.over:
            lowest = {name: min(hand, key=self._height) for name, hand in self.hands.items()}
            holder = min(lowest, key=lambda name: self._height(lowest[name]))
            yield from (PlantedFault("opening without the lowest card", Action(name, "play", (card,)))
                        for name, card in lowest.items() if name != holder)

    def is_listed(self, action: Action) -> bool:
        """Plays of one rank and knocks are listed; of two packs the list knows only the faces."""
        return not self.state.has_two_packs and len({card.rank for card in action.cards}) <= 1

    def check(self) -> None:
        """Hands are as tracked, and what was dealt has been played or is still held."""
        state = self.state
        assert state.sizes == tuple(map(len, self.hands.values()))
        assert len(state.played) + sum(state.sizes) == hand_size(len(state.players), state.house) * len(state.players)

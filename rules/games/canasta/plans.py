"""What people who know their own cards could lay in a turn of Canasta, worked out apart from the judging."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from rules.core.action import Action
from rules.core.cards import Card
from rules.games.canasta.melds import (
    CANASTA_SIZE,
    MOST_WILDS,
    Cards,
    is_black_three,
    is_red_three,
    is_wild,
    total,
)
from rules.games.canasta.state import Side, State


@dataclass(frozen=True)
class OwnCards:
    """The true cards of the player on turn, beside what everybody sees."""

    state: State
    hand: Cards
    pile: Cards
    has_stock: bool
    rng: Random

    @property
    def player(self) -> str:
        return self.state.on_turn

    @property
    def could_ask(self) -> bool:
        """Whether the partner may be asked, and has a reason to say yes."""
        return self.state.may_ask and self._side().canastas > 0

    def taking(self) -> list[Action]:
        """The meld that takes the pile, other melds to reach the minimum, and the taking."""
        lay = self._lay_for_take()
        if lay is None or len(self.hand) + len(self.pile) - len(lay.cards) < 2:
            return []
        left = Counter(self.hand) - Counter(lay.cards[1:])
        if self._is_open():
            return [lay, Action(self.player, "take")]
        more = [meld for meld in self._new_melds(left) if _natural_rank(meld) != lay.cards[0].rank]
        if total(lay.cards) + sum(total(meld.cards) for meld in more) < self._minimum():
            return []
        if left.total() - sum(len(meld.cards) for meld in more) + len(self.pile) - 1 < 2:
            return []
        return [*self._in_any_order([*more, lay]), Action(self.player, "take")]

    def _lay_for_take(self) -> Action | None:
        """The pile's top card first, with the cards of the hand that go with it."""
        if not self.pile or is_wild(self.pile[-1]) or self.pile[-1].rank == "3":
            return None
        if self.has_stock and self.rng.random() < 0.2:
            return None
        top, frozen = self.pile[-1], self._is_frozen()
        pair = [card for card in self.hand if card.rank == top.rank]
        if self._side().meld(top.rank):
            return self._added_for_take(top, pair, frozen)
        wilds = sorted(filter(is_wild, self.hand), key=lambda card: card.is_joker)
        if len(pair) >= 2:
            return Action(self.player, "meld", (top, *pair))
        if pair and wilds and not frozen:
            return Action(self.player, "meld", (top, *pair, wilds[-1]))
        return None

    def _is_frozen(self) -> bool:
        """Whether the pile is frozen for the side."""
        return any(is_wild(c) or is_red_three(c) for c in self.pile) or (
            self.state.house.unopened_is_frozen and not self._is_open())

    def _added_for_take(self, top: Card, pair: list[Card], frozen: bool) -> Action | None:
        """The same where the side has a meld of that rank."""
        if not frozen:
            return Action(self.player, "add", (top,), to=top.rank)
        if len(pair) >= 2 and self.state.house.frozen_join_existing:
            return Action(self.player, "add", (top, *pair), to=top.rank)
        return None

    def lays(self) -> tuple[list[Action], bool]:
        """All that can be laid, and whether the player can and may go out with it."""
        left = Counter(self.hand)
        lays = self._additions(left) + self._new_melds(left)
        left -= Counter(card for lay in lays for card in lay.cards)
        canastas = self._canastas_with(lays)
        threes = [card for card in left.elements() if is_black_three(card)]
        if len(threes) >= 3 and left.total() - len(threes) <= 1:
            lays.append(Action(self.player, "meld", tuple(threes)))
            left -= Counter(threes)
        enough = canastas >= self.state.canastas_needed and (self._is_open() or self._value(lays) >= self._minimum())
        out = left.total() <= 1 and enough and self.state.now.answer != "no"
        return self._in_any_order([lay for lay in lays if out or _natural_rank(lay) != "3"]), out

    def _canastas_with(self, lays: list[Action]) -> int:
        """How many the side has once these are laid."""
        lengths = Counter({meld.rank: len(meld.cards) for meld in self._side().melds})
        for lay in lays:
            lengths[_natural_rank(lay) or lay.to] += len(lay.cards)
        return sum(length >= CANASTA_SIZE for length in lengths.values())

    def _in_any_order(self, lays: list[Action]) -> list[Action]:
        return self.rng.sample(lays, len(lays))

    def _additions(self, left: Counter[Card]) -> list[Action]:
        """Natural cards to the melds of the side, and now and then a wild one."""
        found = []
        for meld in self._side().melds:
            cards = [card for card in left.elements() if card.rank == meld.rank and not is_wild(card)]
            wilds = [card for card in left.elements() if is_wild(card)]
            room = min(MOST_WILDS, meld.naturals) - meld.wilds
            if wilds and room > 0 and meld.rank != "3" and self.rng.random() < 0.5:
                cards.append(wilds[0])
            if cards and meld.rank != "3":
                found += self._added(meld.rank, cards)
                left.subtract(Counter(cards))
                left += Counter()
        return found

    def _added(self, rank: str, cards: list[Card]) -> list[Action]:
        """All at once, or one after the other."""
        together = self.rng.random() < 0.7
        return [Action(self.player, "add", part, to=rank)
                for part in ([tuple(cards)] if together else [(card,) for card in cards])]

    def _new_melds(self, left: Counter[Card]) -> list[Action]:
        """Three or more natural cards of a rank, or two with a wild one."""
        found = []
        wilds = sorted((card for card in left.elements() if is_wild(card)), key=lambda card: card.is_joker)
        for rank in "AKQJT987654":
            cards = [card for card in left.elements() if card.rank == rank]
            if self._side().meld(rank) or len(cards) < 2 or (len(cards) == 2 and not wilds):
                continue
            found.append(Action(self.player, "meld", (*cards, *([wilds.pop()] if len(cards) == 2 else []))))
        return found

    def staying(self, lays: list[Action]) -> list[Action]:
        """Melds that leave a card after the discard, and the discard."""
        lays = [lay for lay in lays if _natural_rank(lay) != "3"]
        while lays and len(self.hand) - sum(len(lay.cards) for lay in lays) < 2:
            lays.pop()
        lays = self.opening(lays)
        return [*lays, *self.discard(lays)]

    def opening(self, lays: list[Action]) -> list[Action]:
        """The melds, or none where they are not worth the first minimum."""
        return lays if self._is_open() or self._value(lays) >= self._minimum() else []

    def discard(self, lays: list[Action]) -> list[Action]:
        left = list((Counter(self.hand) - Counter(card for lay in lays for card in lay.cards)).elements())
        plain = [card for card in left if not is_wild(card)]
        chosen = self.rng.choice(left if self.rng.random() < 0.1 else plain or left) if left else None
        return [Action(self.player, "discard", (chosen,))] if chosen else []

    def _is_open(self) -> bool:
        return bool(self._side().melds)

    def _side(self) -> Side:
        return self.state.sides[self.state.now.seat % 2]

    def _minimum(self) -> int:
        score = self.state.scores[self.state.now.seat % 2]
        return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120

    def _value(self, lays: list[Action]) -> int:
        return sum(total(lay.cards) for lay in lays)


def _natural_rank(lay: Action) -> str:
    return next((card.rank for card in lay.cards if not is_wild(card)), "")

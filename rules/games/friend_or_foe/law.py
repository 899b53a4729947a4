"""The hidden cards of Friend or Foe in other words: the suspect's hand as a bit mask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import HiddenDeal, Law


class FriendOrFoeLaw(Law):
    """A friend may be asked only by a player without a match for the dice (RULES 8.2); hands grow only
    by the pile."""

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        self.dice, self.turn, self.pile, self.left, self.attacked = (0, 0), "", 0, 0, False
        self.asked: Card | None = None

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        cards, own = self.mask(action.cards), action.actor == suspect
        held = cards if own else 0
        gone = self._laid(action, suspect)
        gained = self.pile & ~self.left if self._is_collecting(action) and self.turn == suspect else 0
        bound = own and honest
        if bound and not self._is_answer(action):
            return set()
        asking = bound and action.verb == "ask"
        return {(deal | gained) & ~gone for deal in deals
                if (deal | gained) & cards == held and not (asking and self._has_match(deal))}

    def _laid(self, action: Action, suspect: str) -> int:
        """The cards that leave the suspect's hand, if they are his; a friend's card takes the one asked for along."""
        laid = self.mask(action.cards) if action.verb in ("play", "friend", "foe") else 0
        if action.verb == "friend" and self.asked is not None and suspect == self.turn:
            laid |= self.mask((self.asked,))
        return laid

    def _is_answer(self, action: Action) -> bool:
        """Whether the cards laid or named go with the dice or the call."""
        if action.verb == "ask":
            return bool(_helpers(action.card, sum(self.dice)))
        if action.verb == "friend":
            return self.asked is not None and action.card.rank in _helpers(self.asked, sum(self.dice))
        return action.verb not in ("play", "foe") or self._is_match(action.cards)

    def _is_match(self, cards: Sequence[Card]) -> bool:
        """The sum on one card, the dice on two, or by the option both on three."""
        numbers, dice, total = sorted(card.number for card in cards), sorted(self.dice), sum(self.dice)
        if len(cards) == 3 and self.house.get("both_matches") == "true" and total in numbers:
            numbers.remove(total)
        elif numbers == [total]:
            return True
        return numbers == dice and (1 not in dice or self.house.get("aces_match_die_one") == "true")

    def _has_match(self, hand: int) -> bool:
        numbers = [self.mask(card for card in self.cards if card.number == number) for number in self.dice]
        if hand & self.mask(card for card in self.cards if card.number == sum(self.dice)):
            return True
        pairs = 1 not in self.dice or self.house.get("aces_match_die_one") == "true"
        both = all(hand & number for number in numbers)
        return pairs and both and (hand & (numbers[0] | numbers[1])).bit_count() >= 2

    def _is_collecting(self, action: Action) -> bool:
        return self.attacked and action.verb in ("collect", "roll")

    def happened(self, action: Action) -> None:
        if self._is_collecting(action):
            self.pile, self.attacked = self.left, False
        if action.verb == "roll":
            self.dice, self.turn, self.asked = (action.numbers[0], action.numbers[1]), action.actor, None
        if action.verb == "ask":
            self.asked = action.card
        if action.verb == "friend" and self.asked is not None:
            self.pile |= self.mask((self.asked,))
        if action.verb in ("play", "friend", "foe"):
            self.pile |= self.mask(action.cards)
        if action.verb == "foe":
            self.attacked = True
            self.left = self.mask(action.cards) if self.house.get("foe_pile") == "without" else 0


def _helpers(card: Card, total: int) -> str:
    """The ranks that may answer: a King where the card and the sum make 13, an Ace where the card is
    one more than the sum."""
    return "K" * (card.number + total == 13) + "A" * (card.number == total + 1)

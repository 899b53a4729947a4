"""The hidden cards of Cribbage in other words: the cards that the suspect has kept, as a bit mask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import HiddenDeal, Law


class CribbageLaw(Law):
    """Whoever can lay a card must (RULES 11.5); hands never grow.  Whoever cannot says so every time."""

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        self.count = 0
        self.left = dict.fromkeys(players, hand)
        self.gone: set[str] = set()

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        cards, own = self.mask(action.cards), action.actor == suspect
        held = cards if own else 0
        laid = cards if action.verb == "play" else 0
        fitting = self.mask(card for card in self.cards if self.count + _pips(card) <= 31)
        if own and honest and laid & ~fitting:
            return set()
        excluded = fitting if own and honest and action.verb == "go" else 0
        return {deal & ~laid for deal in deals if deal & cards == held and not deal & excluded}

    def happened(self, action: Action) -> None:
        if action.verb == "play":
            self.count += _pips(action.card)
            self.left[action.actor] -= 1
        elif action.verb == "go":
            self.gone.add(action.actor)
        if self.count == 31 or all(name in self.gone or not self.left[name] for name in self.players):
            self.count, self.gone = 0, set()


def _pips(card: Card) -> int:
    return min(card.number, 10)

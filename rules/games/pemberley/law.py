"""The hidden cards of Pemberley in other words: the suspect's hand as a bit mask."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import HiddenDeal, Law


class PemberleyLaw(Law):
    """Whoever can play must (RULES 3.2); hands never grow."""

    total = 0

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        cards, own = self.mask(action.cards), action.actor == suspect
        held = cards if own else 0
        gone = cards if action.verb == "play" else 0
        fitting = self.mask(card for card in self.cards if _landed(self.total, card) is not None)
        bound = own and honest
        if bound and action.verb == "play" and cards & ~fitting:
            return set()
        excluded = fitting if bound and action.verb == "pass" else 0
        return {deal & ~gone for deal in deals if deal & cards == held and not deal & excluded}

    def happened(self, action: Action) -> None:
        if action.verb == "start":
            self.total = action.card.number
        elif action.verb == "play":
            landed = _landed(self.total, action.card)
            self.total = self.total if landed is None else landed


def _landed(total: int, card: Card) -> int | None:
    """Hearts add, spades subtract, diamonds multiply, clubs divide evenly; never beyond 500."""
    number = card.number
    if card.suit == "C":
        return total // number if total % number == 0 else None
    new = total + number if card.suit == "H" else total - number if card.suit == "S" else total * number
    return new if -500 <= new <= 500 else None

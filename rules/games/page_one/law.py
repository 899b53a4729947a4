"""The hidden cards of Page One in other words: all hands as bit masks, since used cards become stock again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import HiddenDeal, Law, with_hand


class PageOneLaw(Law):
    """Only a player without the led suit draws, and he stops at the first card of it (RULES 4.2)."""

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        self.trick: dict[str, Card] = {}
        self.finished = 0
        self.has_drawn = False  # the player on turn

    def deals(self, suspect: str) -> set[HiddenDeal]:
        found: list[tuple[int, ...]] = [()]
        for _ in self.players:
            found = [(*hands, hand) for hands in found
                     for hand in self.hands_of(self.mask(self.cards) & ~sum(hands), self.hand)]
        return set(found)

    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        return tuple(self.mask(hands[name]) for name in self.players)

    @property
    def led(self) -> str:
        """The suit to follow; empty where anything may be played."""
        suits = [card.suit for card in self.trick.values() if card.suit]
        return suits[0] if suits and len(self.trick) < len(self.players) else ""

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        if action.verb not in ("play", "draw", "show"):
            return set(deals)
        seat, cards = self.players.index(action.actor), self.mask(action.cards)
        following = self._following() if honest and action.actor == suspect else 0
        holding = [deal for deal in deals if deal[seat] & cards == cards]
        if action.verb == "draw":
            return {new for deal in holding if not deal[seat] & following
                    for new in self._drawn(deal, seat, action.numbers[0], following)}
        if action.verb == "play":
            return {with_hand(deal, seat, deal[seat] & ~cards) for deal in holding
                    if not following or self._follows(action.card, deal[seat] & following)}
        return set(holding)

    def _following(self) -> int:
        """The cards of the suit to follow."""
        return self.mask(card for card in self.cards if card.suit == self.led) if self.led else 0

    def _follows(self, card: Card, could: int) -> bool:
        """Whether the card may be played; the joker, by the option, only by a player who cannot follow.
        A drawn card that follows is played at once, or by another option the joker instead."""
        if card.is_joker:
            may = (self.house.get("joker_for_drawn") == "allowed" if self.has_drawn
                   else self.house.get("joker_anytime") != "false")
            return not could or may
        return card.suit == self.led

    def _drawn(self, deal: tuple[int, ...], seat: int, number: int, following: int) -> Iterator[HiddenDeal]:
        """One hand with any so many cards of the stock; only the last of them may follow suit."""
        lying = self.finished | self.mask(self.trick.values())
        stock = self.mask(self.cards) & ~(sum(deal) | lying)
        for drawn in self.hands_of(stock, number):
            if (drawn & following).bit_count() <= 1:
                yield with_hand(deal, seat, deal[seat] | drawn)

    def happened(self, action: Action) -> None:
        if action.verb in ("play", "draw", "reshuffle") and len(self.trick) == len(self.players):
            self.finished |= self.mask(self.trick.values())
            self.trick = {}
        if action.verb == "play":
            self.trick[action.actor] = action.card
        elif action.verb == "reshuffle":
            self.finished = 0
        if action.verb in ("play", "draw"):
            self.has_drawn = action.verb == "draw"

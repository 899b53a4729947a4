"""The hidden cards of Limbo in other words: the suspect's hand as a bit mask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import HiddenDeal, Law

Done = tuple[str, int]  # what a card did: "Q", "K", "A" or "n" for a numeral, and its value


class LimboLaw(Law):
    """Whoever can play must, and only who cannot takes from the stock (RULES 2.4); hands never grow."""

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        self.count, self.before = 101, ("n", 0)
        self.is_won = False  # the loser has given up: the winner plays what he likes

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        from_hand, own = action.source != "stock", action.actor == suspect
        cards = self.mask(action.cards)
        held = cards if own and from_hand else 0
        gone = cards if action.verb == "play" and from_hand else 0
        bound = own and honest
        if bound and action.verb == "play" and action.announced not in dict(self._ways(action.card)):
            return set()
        excluded = self._denied(action) if bound else 0
        return {deal & ~gone for deal in deals if deal & cards == held and not deal & excluded}

    def _denied(self, action: Action) -> int:
        """The cards that whoever is stuck, or plays from the stock, says he does not hold."""
        helpless = action.verb == "stuck" or (action.verb == "play" and action.source == "stock")
        return self._playable() if helpless and not self.is_won else 0

    def _playable(self) -> int:
        """The cards that make a count of this one, where they have to be played."""
        if self.house.get("must_play") == "false":
            return 0
        return self.mask(card for card in self.cards if any(self._ways(card)))

    def _ways(self, card: Card) -> Iterator[tuple[int, Done]]:
        """Every count that the card makes, and what it has done then; a Jack does what was done before."""
        doings = {"A": [("A", 1), ("A", 11)], "J": [self.before]}.get(card.rank, [_doing(card)])
        if card.rank == "J" and self.before[0] == "A" and self.house.get("jack_on_ace") == "free":
            doings = [("A", 1), ("A", 11)]
        for kind, value in doings:
            yield from ((count, (kind, value)) for count in self._counts(kind, value) if 0 <= count < self.count)

    def _counts(self, kind: str, value: int) -> list[int]:
        count, eleven = self.count, self.house.get("ace11_divides", "mandatory")
        if kind == "Q":
            return [int(str(count)[::-1])]
        if kind == "K":
            return [count // by for by in range(2, count) if count % by == 0]
        divided = [count // value] if value > 1 and count and count % value == 0 else []
        if kind == "A" and value == 11 and eleven != "mandatory":
            return [count - 11, *(divided if eleven == "optional" else [])]
        return divided or [count - value]

    def happened(self, action: Action) -> None:
        if action.verb == "start" and action.announced is not None:
            ace = action.card.rank == "A"
            self.before = ("A", 101 - action.announced) if ace else _doing(action.card)
            self.count = action.announced
        elif action.verb == "play" and action.announced is not None:
            self.before = dict(self._ways(action.card)).get(action.announced, self.before)
            self.count = action.announced
        elif action.verb == "stuck":
            self.is_won = self.house.get("stuck_above_bar") != "pass" or self.count <= 10


def _doing(card: Card) -> Done:
    """What a card other than an Ace does by itself; a Jack by itself does nothing."""
    return (card.rank, 0) if card.rank in "QK" else ("n", 0 if card.rank == "J" else card.number)

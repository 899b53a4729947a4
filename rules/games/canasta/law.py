"""The hidden cards of Canasta in other words: all hands as counts of faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import add, ge, sub

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.law import Counts, HiddenDeal, Law, with_hand


class CanastaLaw(Law):
    """Cards come from the stock unseen or from the pile seen, and nobody lays what he does not hold.
    For two players, with every draw recorded."""

    shared = True

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        pack = Counter(self.cards)
        self.faces = sorted(pack)
        self.copies = tuple(pack[face] for face in self.faces)
        self.pile: list[Card] = []
        self.out = self._counts(())  # laid before the sides
        self.drawn = self.took_top = False
        self.reds_of_pile: list[Card] = []

    @property
    def no_cards(self) -> Counts:
        return (0,) * len(self.faces)

    def _counts(self, cards: Iterable[Card]) -> Counts:
        found = Counter(cards)
        return tuple(found[face] for face in self.faces)

    def deals(self, suspect: str) -> set[HiddenDeal]:
        hands = list(_choices(self.copies, self.hand))
        return {deal for deal in product(hands, repeat=len(self.players))
                if all(sum(held) <= copies for held, copies in zip(zip(*deal, strict=True), self.copies, strict=True))}

    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        return tuple(self._counts(hands[name]) for name in self.players)

    def certain(self, deals: Iterable[HiddenDeal], seat: int) -> Counter[Card]:
        """What the player holds in every one of the deals."""
        least = map(min, zip(*(deal[seat] for deal in deals), strict=True))
        return +Counter(dict(zip(self.faces, least, strict=True)))

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        if action.verb == "start":
            self.pile += action.cards
            possible = {deal for deal in deals if min(self._stock(deal, self.no_cards)) >= 0}
            del self.pile[-len(action.cards):]
            return possible
        if action.actor not in self.players:
            return set(deals)
        seat = self.players.index(action.actor)
        if action.verb == "draw":
            return self._drawn(deals, seat, 2, self.no_cards)
        if action.verb == "take":
            return set(_changed(deals, seat, self._counts(self.pile)))
        if action.verb == "show":
            shown = self._counts(action.cards)
            return {deal for deal in deals if all(map(ge, deal[seat], shown))}
        laid = self._counts(self._from_hand(action))
        less = set(_changed(deals, seat, tuple(-number for number in laid)))
        if action.verb == "red" and action.card not in self.reds_of_pile:
            return self._drawn(less, seat, 1, laid)
        return less

    def _drawn(self, deals: Iterable[HiddenDeal], seat: int, number: int, laid: tuple[int, ...]) -> set[HiddenDeal]:
        """Every deal after so many cards were drawn by one player."""
        return {new for deal in deals for new in self._drawing(deal, seat, number, laid)}

    def _from_hand(self, action: Action) -> Counter[Card]:
        """The cards that leave the hand; the pile's top card may be among those melded."""
        top = self.pile[-1:] if self._uses_top(action) else []
        return Counter(action.cards) - Counter(top)

    def _uses_top(self, action: Action) -> bool:
        return (action.verb in ("meld", "add") and not self.drawn and not self.took_top
                and self.pile[-1:] == [card for card in action.cards if card in self.pile[-1:]][:1])

    def _stock(self, deal: HiddenDeal, more: Counts) -> Counts:
        """Faces still in the stock, `more` having left it."""
        gone = map(sum, zip(self._counts(self.pile), self.out, more, *deal, strict=True))
        return tuple(map(sub, self.copies, gone))

    def _drawing(self, deal: HiddenDeal, seat: int, number: int, laid: Counts) -> Iterator[HiddenDeal]:
        stock = self._stock(deal, laid)
        if min(stock) >= 0:
            for drawn in _choices(stock, min(number, sum(stock))):
                yield with_hand(deal, seat, tuple(map(add, deal[seat], drawn)))

    def happened(self, action: Action) -> None:
        if action.verb in ("meld", "add", "red"):
            self.out = tuple(map(sum, zip(self.out, self._counts(action.cards), strict=True)))
            if self._uses_top(action):
                self.pile, self.took_top = self.pile[:-1], True
            self.reds_of_pile = [card for card in self.reds_of_pile if card not in action.cards]
        elif action.verb == "take":
            self.reds_of_pile += [card for card in self.pile if card.rank == "3" and card.suit in "DH"]
            self.pile, self.drawn = [], True
        elif action.verb == "draw":
            self.drawn = True
        elif action.verb in ("start", "discard"):
            self.pile += action.cards
            self.drawn = self.took_top = False


def _changed(deals: Iterable[HiddenDeal], seat: int, change: Counts) -> Iterator[HiddenDeal]:
    """The deals with so many cards more or less in a hand; without those where it has too few."""
    for deal in deals:
        hand = tuple(map(add, deal[seat], change))
        if min(hand) >= 0:
            yield with_hand(deal, seat, hand)


@lru_cache(maxsize=100_000)
def _choices(counts: Counts, number: int) -> tuple[Counts, ...]:
    """Every way to take so many cards out of these counts of faces."""
    if not counts:
        return () if number else ((),)
    return tuple((taken, *rest) for taken in range(min(counts[0], number) + 1)
                 for rest in _choices(counts[1:], number - taken))

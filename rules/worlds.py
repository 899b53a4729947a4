"""Every hidden deal of a small table, counted out: what can be known at all, told apart from the games.

    law = PemberleyLaw(("Ann", "Bob"), cards, hand=3)
    deals = law.deals("Ann")                            # every hand Ann may have been dealt
    deals = law.narrowed(deals, action, "Ann", True)    # those in which what happened is true and lawful

A law knows the rules that depend on hidden cards, and the public facts they need, in its own words:
it shares no code with the engines that it checks (`rules.soundness`).  A deal is kept as what matters
of it for one suspect: his hand as a bit mask (Pemberley, Friend or Foe), all hands as bit masks
(Page One, where used cards become stock again), all hands as counts of faces (Canasta).  Nobody
but the suspect is taken to be honest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import add, ge, sub
from typing import Any

from rules.core.action import Action
from rules.core.cards import Card

Counts = tuple[int, ...]
HiddenDeal = Any  # a bit mask, a tuple of bit masks by seat, or a tuple of tuples of counts by seat


class Law(ABC):
    """The hidden side of one table.  cards: the small pack.  hand: cards dealt to each player.
    house: options as written."""

    shared = False  # whether the deals are the same for every suspect: then only an actor can be at fault

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        self.players, self.cards, self.hand, self.house = players, tuple(cards), hand, house or {}
        self.bits = {card: 1 << i for i, card in enumerate(self.cards)}

    @abstractmethod
    def deals(self, suspect: str) -> set[HiddenDeal]:
        """Every deal there is."""

    @abstractmethod
    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        """The deal as it really is."""

    @abstractmethod
    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        """What the deals can have become by the action.  Those are left out in which it cannot have
        happened, and those in which the suspect did it, had to be honest, and broke a rule by it."""

    @abstractmethod
    def happened(self, action: Action) -> None:
        """The public facts move on."""

    def is_lawful(self, hands: Mapping[str, Sequence[Card]], action: Action) -> bool:
        """Whether the action breaks no rule, the hands being these."""
        return bool(self.narrowed({self.truth(hands, action.actor)}, action, action.actor, True))

    def mask(self, cards: Iterable[Card]) -> int:
        return sum(self.bits[card] for card in set(cards))

    def hands_of(self, mask: int, size: int) -> tuple[int, ...]:
        """Every choice of so many of these cards, as bit masks."""
        return _chosen(mask, size)


@lru_cache(maxsize=100_000)
def _chosen(mask: int, size: int) -> tuple[int, ...]:
    bits = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
    return tuple(map(sum, combinations(bits, size)))


class PemberleyLaw(Law):
    """Whoever can play must (RULES 3.2); hands never grow."""

    total = 0

    def deals(self, suspect: str) -> set[HiddenDeal]:
        return set(self.hands_of(self.mask(self.cards), self.hand))

    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        return self.mask(hands[suspect])

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        cards, own = self.mask(action.cards), action.actor == suspect
        held = cards if own else 0
        gone = cards if action.verb == "play" else 0
        fitting = self.mask(card for card in self.cards if _landed(self.total, card) is not None)
        if own and honest and action.verb == "play" and cards & ~fitting:
            return set()
        excluded = fitting if own and honest and action.verb == "pass" else 0
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


class FriendOrFoeLaw(Law):
    """A friend may be asked only by a player without a match for the dice (RULES 8.2); hands grow only
    by the pile."""

    def __init__(self, players: tuple[str, ...], cards: Sequence[Card], hand: int,
                 house: Mapping[str, str] | None = None) -> None:
        super().__init__(players, cards, hand, house)
        self.dice, self.turn, self.pile, self.left, self.attacked = (0, 0), "", 0, 0, False
        self.asked: Card | None = None

    def deals(self, suspect: str) -> set[HiddenDeal]:
        return set(self.hands_of(self.mask(self.cards), self.hand))

    def truth(self, hands: Mapping[str, Sequence[Card]], suspect: str) -> HiddenDeal:
        return self.mask(hands[suspect])

    def narrowed(self, deals: Iterable[HiddenDeal], action: Action, suspect: str, honest: bool) -> set[HiddenDeal]:
        cards, own = self.mask(action.cards), action.actor == suspect
        held = cards if own else 0
        gone = cards if action.verb in ("play", "friend", "foe") else 0
        if action.verb == "friend" and self.asked is not None and suspect == self.turn:
            gone |= self.mask((self.asked,))
        gained = self.pile & ~self.left if self._is_collecting(action) and self.turn == suspect else 0
        bound = own and honest
        if bound and not self._is_answer(action):
            return set()
        asking = bound and action.verb == "ask"
        return {(deal | gained) & ~gone for deal in deals
                if (deal | gained) & cards == held and not (asking and self._has_match(deal))}

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
        following = 0
        if honest and action.actor == suspect and self.led:
            following = self.mask(card for card in self.cards if card.suit == self.led)
        holding = [deal for deal in deals if deal[seat] & cards == cards]
        if action.verb == "draw":
            return {new for deal in holding if not deal[seat] & following
                    for new in self._drawn(deal, seat, action.numbers[0], following)}
        if action.verb == "play":
            return {_with(deal, seat, deal[seat] & ~cards) for deal in holding
                    if not following or self._follows(action.card, deal[seat] & following)}
        return set(holding)

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
                yield _with(deal, seat, deal[seat] | drawn)

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


def _with(deal: tuple[Any, ...], seat: int, hand: Any) -> tuple[Any, ...]:
    """The deal with another hand at this seat."""
    return (*deal[:seat], hand, *deal[seat + 1:])


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
            return {new for deal in deals for new in self._drawing(deal, seat, 2, self.no_cards)}
        if action.verb == "take":
            return set(_changed(deals, seat, self._counts(self.pile)))
        if action.verb == "show":
            shown = self._counts(action.cards)
            return {deal for deal in deals if all(map(ge, deal[seat], shown))}
        laid = self._counts(self._from_hand(action))
        less = set(_changed(deals, seat, tuple(-number for number in laid)))
        if action.verb == "red" and action.card not in self.reds_of_pile:
            return {new for deal in less for new in self._drawing(deal, seat, 1, laid)}
        return less

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
                yield _with(deal, seat, tuple(map(add, deal[seat], drawn)))

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
            yield _with(deal, seat, hand)


@lru_cache(maxsize=100_000)
def _choices(counts: Counts, number: int) -> tuple[Counts, ...]:
    """Every way to take so many cards out of these counts of faces."""
    if not counts:
        return () if number else ((),)
    return tuple((taken, *rest) for taken in range(min(counts[0], number) + 1)
                 for rest in _choices(counts[1:], number - taken))

"""People who play Canasta honestly and at random, for tests, soak runs and demonstrations."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules.canasta_state import (
    CANASTA_SIZE,
    MOST_WILDS,
    PACK,
    Cards,
    Side,
    State,
    is_black_three,
    is_red_three,
    is_wild,
    still_to_show,
    total,
)
from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Game, Table
from rules.core.people import RandomPlayer


class RandomCanasta(RandomPlayer[State], game="canasta"):
    """Two or four people who play whole hands: they take piles, meld what they can, ask and go out.

    What they may do is worked out here from the true cards, apart from the judging, and one way to
    go on is offered at a time: judging must accept it."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self.pile: list[Card] = []
        self.plan: list[Action] = []  # the steps of the turn that are decided
        self.if_yes: list[Action] = []  # the steps if the partner says yes
        self.reds_of_pile: list[Card] = []  # red threes in a hand that are not replaced
        self.acquired = False  # whether the player on turn has drawn or taken the pile
        self.stock_ended_on_red = False
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def candidates(self) -> list[Action]:
        state = self.state
        if state.phase == "upcard":
            return [Action(TABLE, "start", (self.stock[-1],))]
        if state.phase == "end":
            shows = [Action(name, "show", tuple(self.hands[name])) for name in still_to_show(state)]
            return shows or ([] if self.match.outcome.over else [Action(TABLE, "deal")])
        if state.now.asked and not state.now.answer:
            partner = state.players[state.partner(state.now.seat)]
            return [Action(partner, "answer", words=word) for word in ("yes", "no")]
        if not self.plan:
            self.plan = self._next_steps()
        return self.plan[:1]

    def is_listed(self, action: Action) -> bool:
        return action.verb not in ("meld", "add", "show")

    def everything(self) -> Counter[Card]:
        # An own card like the pile's top one may be shown as taken from the pile until the turn ends.
        table = [card for side in self.state.sides for card in side.cards + side.reds]
        held = [card for hand in self.hands.values() for card in hand]
        return Counter(table + held + self.pile + self.stock)

    def check(self) -> None:
        state = self.state
        scores = self.match.scores
        assert all(scores[name] == scores[state.side_name(seat % 2)] for seat, name in enumerate(state.players))
        settled = state.turn is None or state.turn.source != "top"  # else it may still turn out to be an own card
        assert not settled or all(not Counter(hand.known) - Counter(self.hands[name])
                                  for name, hand in zip(state.players, state.hands, strict=True))
        if state.phase == "play" and not state.has_acted and not self.acquired:
            assert list(state.pile) == self.pile
            assert state.stock == len(self.stock)
            assert [hand.size for hand in state.hands] == [len(self.hands[name]) for name in state.players]

    # -- deciding ------------------------------------------------------------------------------

    @property
    def _player(self) -> str:
        return self.state.on_turn

    @property
    def _hand(self) -> list[Card]:
        return self.hands[self._player]

    def _next_steps(self) -> list[Action]:
        """What the player on turn does next, knowing his cards."""
        red = next(filter(is_red_three, self._hand), None)
        if red is not None:
            return [Action(self._player, "red", (red,))]
        if not self.acquired:
            return self._taking() or self._drawing() or self._next_steps()
        lays, out = self._lays()
        if self.stock_ended_on_red:
            return [*self._opening(lays), Action(self._player, "pass")]
        if out and self.state.now.answer == "" and self._could_ask() and self.rng.random() < 0.7:
            self.if_yes = [*lays, *self._discard(lays)]
            return [Action(self._player, "ask")]
        return [*lays, *self._discard(lays)] if out else self._staying(lays)

    def _drawing(self) -> list[Action]:
        """A draw that is written, or one made without a word (then nothing is returned)."""
        if not self.stock:
            return [Action(self._player, "pass")]
        if self.state.house.draws == "recorded" or self.rng.random() < 0.3:
            return [Action(self._player, "draw")]
        self._draw()
        return []

    def _taking(self) -> list[Action]:
        """The meld that takes the pile, other melds to reach the minimum, and the taking."""
        lay = self._lay_for_take()
        if lay is None or len(self._hand) + len(self.pile) - len(lay.cards) < 2:
            return []
        left = Counter(self._hand) - Counter(lay.cards[1:])
        if self._is_open():
            return [lay, Action(self._player, "take")]
        more = [meld for meld in self._new_melds(left) if _natural_rank(meld) != lay.cards[0].rank]
        while total(lay.cards) + sum(total(meld.cards) for meld in more) < self._minimum():
            return []
        if left.total() - sum(len(meld.cards) for meld in more) + len(self.pile) - 1 < 2:
            return []
        return [*self._in_any_order([*more, lay]), Action(self._player, "take")]

    def _lay_for_take(self) -> Action | None:
        """The pile's top card first, with the cards of the hand that go with it."""
        if not self.pile or is_wild(self.pile[-1]) or self.pile[-1].rank == "3":
            return None
        if self.stock and self.rng.random() < 0.2:
            return None
        top, house = self.pile[-1], self.state.house
        frozen = any(is_wild(c) or is_red_three(c) for c in self.pile) or (house.unopened_is_frozen
                                                                          and not self._is_open())
        has_meld = self._side().meld(top.rank) is not None
        pair = [card for card in self._hand if card.rank == top.rank]
        wilds = sorted(filter(is_wild, self._hand), key=lambda card: card.is_joker)
        if has_meld and not frozen:
            return Action(self._player, "add", (top,), to=top.rank)
        if len(pair) >= 2 and has_meld and house.frozen_join_existing:
            return Action(self._player, "add", (top, *pair), to=top.rank)
        if len(pair) >= 2 and not has_meld:
            return Action(self._player, "meld", (top, *pair))
        if len(pair) == 1 and wilds and not frozen and not has_meld:
            return Action(self._player, "meld", (top, *pair, wilds[-1]))
        return None

    def _lays(self) -> tuple[list[Action], bool]:
        """All that can be laid, and whether the player can and may go out with it."""
        left = Counter(self._hand)
        lays = self._additions(left) + self._new_melds(left)
        left -= Counter(card for lay in lays for card in lay.cards)
        lengths = Counter({meld.rank: len(meld.cards) for meld in self._side().melds})
        for lay in lays:
            lengths[_natural_rank(lay) or lay.to] += len(lay.cards)
        threes = [card for card in left.elements() if is_black_three(card)]
        if len(threes) >= 3 and left.total() - len(threes) <= 1:
            lays.append(Action(self._player, "meld", tuple(threes)))
            left -= Counter(threes)
        canastas = sum(length >= CANASTA_SIZE for length in lengths.values())
        enough = canastas >= self.state.canastas_needed and (self._is_open() or self._value(lays) >= self._minimum())
        out = left.total() <= 1 and enough and self.state.now.answer != "no"
        return self._in_any_order([lay for lay in lays if out or _natural_rank(lay) != "3"]), out

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
                together = self.rng.random() < 0.7
                found += [Action(self._player, "add", part, to=meld.rank)
                          for part in ([tuple(cards)] if together else [(card,) for card in cards])]
                left.subtract(Counter(cards))
                left += Counter()
        return found

    def _new_melds(self, left: Counter[Card]) -> list[Action]:
        """Three or more natural cards of a rank, or two with a wild one."""
        found = []
        wilds = sorted((card for card in left.elements() if is_wild(card)), key=lambda card: card.is_joker)
        for rank in "AKQJT987654":
            cards = [card for card in left.elements() if card.rank == rank]
            if self._side().meld(rank) or len(cards) < 2 or (len(cards) == 2 and not wilds):
                continue
            found.append(Action(self._player, "meld", (*cards, *([wilds.pop()] if len(cards) == 2 else []))))
        return found

    def _staying(self, lays: list[Action]) -> list[Action]:
        """Melds that leave a card after the discard, and the discard."""
        lays = [lay for lay in lays if _natural_rank(lay) != "3"]
        while lays and len(self._hand) - sum(len(lay.cards) for lay in lays) < 2:
            lays.pop()
        lays = self._opening(lays)
        return [*lays, *self._discard(lays)]

    def _opening(self, lays: list[Action]) -> list[Action]:
        """The melds, or none where they are not worth the first minimum."""
        return lays if self._is_open() or self._value(lays) >= self._minimum() else []

    def _discard(self, lays: list[Action]) -> list[Action]:
        left = list((Counter(self._hand) - Counter(card for lay in lays for card in lay.cards)).elements())
        plain = [card for card in left if not is_wild(card)]
        chosen = self.rng.choice(left if self.rng.random() < 0.1 else plain or left) if left else None
        return [Action(self._player, "discard", (chosen,))] if chosen else []

    def _could_ask(self) -> bool:
        return self.state.may_ask and self._side().canastas > 0

    def _is_open(self) -> bool:
        return bool(self._side().melds)

    def _side(self) -> Side:
        return self.state.sides[self.state.now.seat % 2]

    def _minimum(self) -> int:
        score = self.state.scores[self.state.now.seat % 2]
        return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120

    def _value(self, lays: list[Action]) -> int:
        return sum(total(lay.cards) for lay in lays)

    # -- moving the hidden cards ---------------------------------------------------------------

    def happened(self, action: Action) -> None:
        taking = any(step.verb == "take" for step in self.plan)
        self.plan = self.plan[1:]
        hand = self.hands.get(action.actor, [])
        if action.verb == "deal":
            self._deal()
        elif action.verb == "start":
            self.pile.append(self.stock.pop())
        elif action.verb == "draw":
            self._draw(action.actor)
        elif action.verb == "red":
            self._lay_red(hand, action.card)
        elif action.verb in ("meld", "add"):
            self._lay(hand, action.cards, taking)
        elif action.verb == "take":
            self.reds_of_pile = [card for card in self.pile if is_red_three(card)]
            hand += self.pile
            self.pile, self.acquired = [], True
        elif action.words == "yes":
            self.plan = self.if_yes
        elif action.verb == "discard":
            hand.remove(action.card)
            self.pile.append(action.card)
            self.acquired = False

    def _deal(self) -> None:
        self.stock = self.shuffled(PACK)
        for name, hand in zip(self.hands, self.state.hands, strict=True):
            self.hands[name] = [self.stock.pop() for _ in range(hand.size)]
        self.pile, self.plan, self.reds_of_pile = [], [], []
        self.acquired = self.stock_ended_on_red = False

    def _draw(self, player: str = "") -> None:
        for _ in range(min(self.state.per_draw, len(self.stock))):
            self._draw_one(self.hands[player or self._player])
        self.acquired = True

    def _draw_one(self, hand: list[Card]) -> None:
        hand.append(self.stock.pop())
        self.stock_ended_on_red = not self.stock and is_red_three(hand[-1])

    def _lay_red(self, hand: list[Card], card: Card) -> None:
        hand.remove(card)
        if card in self.reds_of_pile:
            self.reds_of_pile.remove(card)
        elif self.stock:
            self._draw_one(hand)

    def _lay(self, hand: list[Card], cards: Cards, taking: bool) -> None:
        from_hand = Counter(cards)
        if taking and self.pile and cards[0] == self.pile[-1]:
            from_hand -= Counter((self.pile.pop(),))
        for card in from_hand.elements():
            hand.remove(card)


def _natural_rank(lay: Action) -> str:
    return next((card.rank for card in lay.cards if not is_wild(card)), "")

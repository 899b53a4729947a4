"""People who play Canasta honestly and at random, and the faults they could commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.game import Game, Table
from rules.core.people import PlantedFault, RandomPlayer
from rules.games.canasta.melds import (
    Cards,
    is_red_three,
    is_wild,
)
from rules.games.canasta.plans import OwnCards
from rules.games.canasta.score import still_to_show
from rules.games.canasta.state import State


class RandomCanasta(RandomPlayer[State]):
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
        table = [card for side in self.state.sides for card in side.cards + side.reds]
        held = [card for hand in self.hands.values() for card in hand]
        return Counter(table + held + self.pile + self.stock)

    def check(self) -> None:
        state = self.state
        scores = self.match.scores
        assert all(scores[name] == scores[state.side_name(seat % 2)] for seat, name in enumerate(state.players))
        if state.turn is not None and state.turn.source == "top":  # never for an own card like the top one
            assert any(step.verb == "take" for step in self.plan)
        assert all(not Counter(hand.known) - Counter(self.hands[name])
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
        own = OwnCards(self.state, tuple(self._hand), tuple(self.pile), bool(self.stock), self.rng)
        if not self.acquired:
            return own.taking() or self._drawing() or self._next_steps()
        lays, out = own.lays()
        if self.stock_ended_on_red:
            return [*own.opening(lays), Action(self._player, "pass")]
        if out and self.state.now.answer == "" and own.could_ask and self.rng.random() < 0.7:
            self.if_yes = [*lays, *own.discard(lays)]
            return [Action(self._player, "ask")]
        return [*lays, *own.discard(lays)] if out else own.staying(lays)

    def _drawing(self) -> list[Action]:
        """A draw that is written, or one made without a word (then nothing is returned): never that before an own card
        like the pile's top one may be laid, which would read as the pile being taken."""
        if not self.stock:
            return [Action(self._player, "pass")]
        to_come = self.stock[-self.state.per_draw - 4:]  # four red threes may be replaced
        may_look_taken = bool(self.pile) and self.pile[-1] in (*self._hand, *to_come)
        if self.state.house.draws == "recorded" or self.rng.random() < 0.3 or may_look_taken:
            return [Action(self._player, "draw")]
        self._draw()
        return []

    def open_faults(self) -> Iterator[PlantedFault]:
        """Melds, discards and draws that break a rule, whatever the hand."""
        state, actor = self.state, self.match.to_act or ""
        if state.phase != "play" or actor != state.on_turn:
            return
        yield from self._wrong_melds(actor)
        yield from (PlantedFault("discarding a red three", Action(actor, "discard", (card,)))
                    for card in self.hands[actor] if is_red_three(card))
        own = state.sides[state.now.seat % 2]
        if state.now.source == "draw":
            yield PlantedFault("drawing twice", Action(actor, "draw"))
        elif state.pile and not state.now.lays and not own.meld(state.pile[-1].rank):
            yield PlantedFault("taking the pile for nothing", Action(actor, "take"))

    def _wrong_melds(self, actor: str) -> Iterator[PlantedFault]:
        state, hand = self.state, self.hands[actor]
        plain = [card for card in hand if not is_wild(card) and card.rank != "3"]
        wilds = [card for card in hand if is_wild(card)]
        for cards in combinations(plain, 3):
            if len({card.rank for card in cards}) > 1:
                yield PlantedFault("melding two ranks together", Action(actor, "meld", cards))
        if plain and len(wilds) > 1:
            yield PlantedFault("melding one natural card", Action(actor, "meld", (plain[0], *wilds[:2])))
        theirs, opponent = state.sides[1 - state.now.seat % 2], state.players[(state.now.seat + 1) % len(state.players)]
        yield from (PlantedFault("adding to the other side's meld", Action(actor, "add", (card,), on=opponent,
                                                                           to=card.rank))
                    for card in plain if theirs.meld(card.rank))

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
        self.stock = self.shuffled(self.pack)
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

"""Canasta's table: cards, melds, what is known of the hands, the state, and the moves on it.

The moves do what they are told; `rules.canasta` judges.  Melding before `take` can be the first
half of taking the pile or follow an unwritten draw, and only a later line tells which.  So a turn
keeps the state at its start and what was laid, and is told anew (`retold`) when it turns out to
have gone the other way.  Sections cited are of the rules page (RULES 6.2 and so on).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.cards import RANK_NAMES, UNKNOWN, Card, standard_pack
from rules.core.said import Fault
from rules.core.seats import left_of, with_item

Cards = tuple[Card, ...]

PACK = standard_pack(jokers=4, copies=2)
CANASTA_SIZE = 7
MOST_WILDS = 3
NATURAL_BONUS, MIXED_BONUS = 500, 300
OUT_BONUS, CONCEALED_BONUS = 100, 200
UNDECLARED_RED_THREE = 500
MINIMUMS = ((3000, 120), (1500, 90), (0, 50))  # from this score on, this minimum
LEAST_MINIMUM = 15
RAISE = 10  # of the minimum after a first meld that is too small (RULES 6.10)


# -- cards (RULES 6.2) -------------------------------------------------------------------------


def is_wild(card: Card) -> bool:
    return card.is_joker or card.rank == "2"


def is_red_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in "DH"


def is_black_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in "CS"


def value(card: Card) -> int:
    """Points of a card in a meld or in a hand; red threes are counted apart."""
    if card.is_joker:
        return 50
    if card.rank in ("A", "2"):
        return 20
    if is_red_three(card) or not card.rank:
        return 0
    return 10 if card.rank in "89TJQK" else 5


def total(cards: Iterable[Card]) -> int:
    return sum(map(value, cards))


def plural(rank: str) -> str:
    """For people: "Kings", "10s"."""
    return f"{RANK_NAMES[rank]}s" if rank in RANK_NAMES else "wild cards"


def minimum_for(score: int) -> int:
    """Initial meld of a side with this score at the start of the hand (RULES 6.4)."""
    return next((least for bound, least in MINIMUMS if score >= bound), LEAST_MINIMUM)


@dataclass(frozen=True)
class Meld:
    """Cards of one rank with wild cards among them, in the order in which they were laid."""

    rank: str
    cards: Cards

    @property
    def wilds(self) -> int:
        return sum(map(is_wild, self.cards))

    @property
    def naturals(self) -> int:
        return len(self.cards) - self.wilds

    @property
    def is_canasta(self) -> bool:
        return len(self.cards) >= CANASTA_SIZE

    @property
    def bonus(self) -> int:
        if not self.is_canasta:
            return 0
        return MIXED_BONUS if self.wilds else NATURAL_BONUS


# -- state -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name."""

    players: str | int
    preset: str
    unopened_is_frozen: bool
    frozen_join_existing: bool
    wild_le_natural: bool
    black3_wild: bool
    pile_helps_minimum: bool
    red3_negative_if_no_meld: bool
    concealed_needs_minimum: bool
    concealed_bonus: str
    forced_take: bool
    raise_minimum: bool
    target: int
    asks: str
    draws: str


@dataclass(frozen=True)
class Hand:
    """What everybody may know of a hand: how many cards, and which of them for certain (taken
    with a pile, shown, or laid and taken back)."""

    size: int
    known: Cards = ()

    def lacks(self, cards: Iterable[Card]) -> bool:
        """Whether these cards cannot all be in this hand."""
        unknown = Counter(cards) - Counter(self.known)
        return unknown.total() > self.size - len(self.known)

    def without(self, cards: Cards) -> Hand:
        """The hand after these cards have left it; known ones are used up first, and a card that was
        not seen may have been any of them."""
        if any(card.is_unknown for card in cards):
            return Hand(max(0, self.size - len(cards)))
        known = tuple((Counter(self.known) - Counter(cards)).elements())
        size = max(0, self.size - len(cards))
        return Hand(size, known if len(known) <= size else ())

    def gaining(self, count: int, known: Iterable[Card] = ()) -> Hand:
        """The hand with `count` more cards, some of them known."""
        return Hand(self.size + count, (*self.known, *known))

    def seen(self, cards: Iterable[Card]) -> Hand:
        """The same hand once these cards of it have been seen."""
        known = tuple((Counter(self.known) | Counter(cards)).elements())
        return Hand(self.size, known if len(known) <= self.size else self.known)


@dataclass(frozen=True)
class Side:
    """What lies before one side."""

    melds: tuple[Meld, ...] = ()
    reds: Cards = ()

    def meld(self, rank: str) -> Meld | None:
        return next((meld for meld in self.melds if meld.rank == rank), None)

    @property
    def canastas(self) -> int:
        return sum(meld.is_canasta for meld in self.melds)

    @property
    def cards(self) -> Cards:
        return tuple(card for meld in self.melds for card in meld.cards)

    def laying(self, rank: str, cards: Cards) -> Side:
        """With the cards joined to the meld of this rank, or as a new one."""
        old = self.meld(rank)
        if old is None:
            return replace(self, melds=(*self.melds, Meld(rank, cards)))
        return replace(self, melds=with_item(self.melds, self.melds.index(old), Meld(rank, (*old.cards, *cards))))


@dataclass(frozen=True)
class Lay:
    """Cards laid in one go: on which side's table, and to which rank."""

    side: int
    rank: str
    cards: Cards


# "": nothing acquired yet; "draw": written; "assumed": a draw nobody wrote; "top": the pile's top
# card lies in a meld and `take` is still to come; "take": the pile was taken.
Source = Literal["", "draw", "assumed", "top", "take"]


@dataclass(frozen=True)
class Turn:
    """The turn being played.  `start` is the state at its beginning."""

    seat: int
    start: State | None = None
    source: Source = ""
    lays: tuple[Lay, ...] = ()
    laid_for_take: int = 0  # lays made before the pile was taken
    reds: Cards = ()
    drawn: int = 0  # cards that came from the stock, replacements included
    replacements: int = 0  # those of them that replaced a red three
    red_draws: int = 0  # red threes laid that cost a card of the stock
    top: Card | None = None  # the pile's card used in a meld
    asked: bool = False
    answer: str = ""
    answered_by: int | None = None
    raised_for: tuple[Lay, ...] | None = None  # the lays for which the initial minimum has been raised

    @property
    def before(self) -> State:
        """The state at the start of the turn."""
        assert self.start is not None
        return self.start

    @property
    def laid_value(self) -> int:
        """What counts towards the initial meld (RULES 6.4)."""
        return sum(total(lay.cards) for lay in self.lays)


@dataclass(frozen=True)
class State:
    """One match.  phase: `upcard` (dealt, the first upcard is still to be turned), `play`, `end`
    (somebody went out or the stock ran out; hands are shown).  Tuples follow `players`, or the two
    sides: 0 is the first player's, 1 the second's."""

    players: tuple[str, ...]
    house: House
    dealer: str
    at: int = 0
    deals: int = 1
    scores: tuple[int, ...] = (0, 0)  # at the start of the hand
    phase: Literal["upcard", "play", "end"] = "upcard"
    hands: tuple[Hand, ...] = ()
    sides: tuple[Side, ...] = (Side(), Side())
    pile: Cards = ()
    stock: int = 0
    turn: Turn | None = None
    turns: int = 0  # turns begun in this hand
    penalties: tuple[int, ...] = (0, 0)
    raised: tuple[int, ...] = (0, 0)  # what was added to the initial minimum
    askers: tuple[int, ...] = ()
    out: int | None = None  # who went out
    out_bonus: int = 0
    shown: tuple[Cards, ...] = ()
    last_turn_ends: tuple[int | None, ...] = ()  # number of the action that ended each seat's last turn
    closed: bool = False  # nothing more will be shown

    @property
    def is_for_two(self) -> bool:
        return len(self.players) == 2

    @property
    def per_draw(self) -> int:
        return 2 if self.is_for_two else 1

    @property
    def canastas_needed(self) -> int:
        return 2 if self.is_for_two else 1

    @property
    def is_frozen(self) -> bool:
        return any(is_wild(card) or is_red_three(card) for card in self.pile)

    @property
    def now(self) -> Turn:
        """The turn being played; there is one in the phase `play`."""
        assert self.turn is not None
        return self.turn

    def seat(self, player: str) -> int:
        return self.players.index(player)

    @property
    def on_turn(self) -> str:
        """The player whose turn it is."""
        return self.players[self.now.seat]

    @property
    def has_acted(self) -> bool:
        """Whether the player on turn has done anything yet."""
        turn = self.now
        return bool(turn.source or turn.lays or turn.reds or turn.asked)

    @property
    def may_ask(self) -> bool:
        """Whether the player on turn may ask "May I go out?" and the question makes sense."""
        turn = self.now
        return (not self.is_for_two and not turn.asked and len(turn.lays) == turn.laid_for_take
                and self.may_go_out(turn.seat % 2)
                and not (self.house.asks == "hand" and turn.seat in self.askers))

    def may_go_out(self, side: int) -> bool:
        """Whether the side has the canastas that going out takes."""
        return self.sides[side].canastas >= self.canastas_needed

    def partner(self, seat: int) -> int:
        return (seat + 2) % len(self.players)

    def side_name(self, side: int) -> str:
        """The players of a side: "Ann+Cal"; a player alone is his own side."""
        return "+".join(self.players[side::2])

    def minimum(self, side: int) -> int:
        return minimum_for(self.scores[side]) + self.raised[side]

    def is_open(self, side: int) -> bool:
        """Whether the side's initial meld is done, or in this turn already large enough."""
        turn = self.turn
        if turn is None or turn.seat % 2 != side or turn.before.sides[side].melds:
            return bool(self.sides[side].melds)
        return bool(turn.lays) and turn.laid_value >= self.minimum(side)

    def counts_as_frozen(self, side: int) -> bool:
        """Frozen for this side; by the option also while it has not melded (RULES 6.5)."""
        return self.is_frozen or (self.house.unopened_is_frozen and not self.sides[side].melds)

    @property
    def ends_on_red_three(self) -> bool:
        """The last card of the stock was a red three: no discard, the hand ends (RULES 6.6)."""
        return self.may_end_on_red_three and self.now.drawn == self.now.red_draws

    @property
    def may_end_on_red_three(self) -> bool:
        """The same where it depends on the order of the two cards that two players draw."""
        turn = self.turn
        return (turn is not None and not self.stock and turn.drawn > 0 and turn.red_draws > 0
                and turn.source != "take")

    def seen(self) -> Iterator[Card]:
        """Every card whose place is known, hands included."""
        yield from self.pile
        for side in self.sides:
            yield from side.reds
            for meld in side.melds:
                yield from meld.cards
        for hand in self.hands:
            yield from hand.known


# -- moves -------------------------------------------------------------------------------------


def dealt(players: tuple[str, ...], house: House, dealer: str, scores: tuple[int, ...] = (0, 0),
          deals: int = 1, at: int = 0) -> State:
    """A fresh hand: 11 cards each, 15 for two players; the upcard is still in the stock."""
    cards = 15 if len(players) == 2 else 11
    return State(players, house, dealer, at, deals, scores, hands=(Hand(cards),) * len(players),
                 stock=PACK.total() - cards * len(players), shown=((),) * len(players),
                 last_turn_ends=(None,) * len(players))


def upcard_turned(state: State, card: Card) -> State:
    """A card from the stock onto the pile; wild cards and red threes are covered by another."""
    after = replace(state, pile=(*state.pile, card), stock=max(0, state.stock - 1))
    if is_wild(card) or is_red_three(card):
        return after
    return turn_begun(replace(after, phase="play"), state.seat(left_of(state.players, state.dealer)))


def turn_begun(state: State, seat: int) -> State:
    begun = replace(state, turn=Turn(seat), turns=state.turns + 1)
    return replace(begun, turn=Turn(seat, start=begun))


def next_turn(state: State) -> State:
    """The turn is over; the player to the left is on turn."""
    seat = state.now.seat
    ended = replace(state, last_turn_ends=with_item(state.last_turn_ends, seat, state.at))
    return turn_begun(ended, (seat + 1) % len(state.players))


def drawn(state: State, count: int, source: Source) -> State:
    """Cards from the stock, as many as there are."""
    count = min(count, state.stock)
    turn = replace(state.now, source=source, drawn=state.now.drawn + count)
    return replace(state, stock=state.stock - count, turn=turn,
                   hands=with_item(state.hands, turn.seat, state.hands[turn.seat].gaining(count)))


def red_laid(state: State, seat: int, card: Card) -> State:
    """A red three before its side.  It is replaced from the stock, unless it came with the pile
    (then it is known to be in the hand) or the stock is gone."""
    hand, side, turn = state.hands[seat], state.sides[seat % 2], state.turn
    from_pile = card in hand.known
    replaced = 0 if from_pile else min(1, state.stock)
    if turn is not None and turn.seat == seat:
        turn = replace(turn, reds=(*turn.reds, card), drawn=turn.drawn + replaced,
                       replacements=turn.replacements + replaced, red_draws=turn.red_draws + (not from_pile))
    return replace(state, sides=with_item(state.sides, seat % 2, replace(side, reds=(*side.reds, card))),
                   stock=state.stock - replaced, turn=turn,
                   hands=with_item(state.hands, seat, hand.without((card,)).gaining(replaced)))


def laid(state: State, lay: Lay) -> State:
    """Cards from the hand onto the table; where the pile is being taken, its top card with them."""
    turn, pile, from_hand = state.now, state.pile, lay.cards
    if turn.source == "top" and turn.top is None and pile and pile[-1] in lay.cards:
        from_hand = tuple((Counter(lay.cards) - Counter(pile[-1:])).elements())
        turn, pile = replace(turn, top=pile[-1]), pile[:-1]
    return replace(state, pile=pile, turn=replace(turn, lays=(*turn.lays, lay)),
                   sides=with_item(state.sides, lay.side, state.sides[lay.side].laying(lay.rank, lay.cards)),
                   hands=with_item(state.hands, turn.seat, state.hands[turn.seat].without(from_hand)))


def retold(state: State, source: Source, lays: tuple[Lay, ...]) -> State:
    """The turn told anew from its start: the same red threes, then these lays, after a draw
    (`assumed`), with the pile's top card (`top`) or with nothing acquired yet ("")."""
    turn = state.now
    untold = replace(turn, source=source, lays=(), reds=(), drawn=0, replacements=0, red_draws=0, top=None)
    told = replace(turn.before, at=state.at, turn=untold)
    if source == "assumed":
        told = drawn(told, state.per_draw, source)
    for card in turn.reds:
        told = red_laid(told, turn.seat, card)
    for lay in lays:
        told = laid(told, lay)
    return told


def lays_more_than_held(told: State) -> bool:
    """Whether a turn told like this lays cards that its player cannot all have had."""
    turn = told.now
    held = turn.before.hands[turn.seat].gaining(turn.drawn - turn.red_draws)
    from_pile = () if turn.top is None else (turn.top,)
    cards = Counter(card for lay in turn.lays for card in lay.cards) - Counter(from_pile)
    return held.lacks(cards.elements())


def picked_up(state: State) -> State:
    """What is left of the pile goes to the hand; everybody has seen its cards."""
    turn = replace(state.now, source="take", laid_for_take=len(state.now.lays))
    known = [card for card in state.pile if not card.is_unknown]
    hand = state.hands[turn.seat].gaining(len(state.pile), known)
    return replace(state, pile=(), turn=turn, hands=with_item(state.hands, turn.seat, hand))


def discarded(state: State, card: Card) -> State:
    seat = state.now.seat
    return replace(state, pile=(*state.pile, card),
                   hands=with_item(state.hands, seat, state.hands[seat].without((card,))))


def hand_ended(state: State, out: int | None = None, bonus: int = 0) -> State:
    """Nobody plays any more; the hands are still to be shown."""
    ends = state.last_turn_ends
    if state.turn is not None:
        ends = with_item(ends, state.turn.seat, state.at)
    return replace(state, phase="end", turn=None, out=out, out_bonus=bonus, last_turn_ends=ends)


def throughout(state: State, change: Callable[[State], State]) -> State:
    """A change that is no part of the turn's story (a penalty, a card shown): made in the state and
    in the one at the start of the turn, so that it survives telling the turn anew."""
    if state.turn is None or state.turn.start is None:
        return change(state)
    return replace(change(state), turn=replace(state.turn, start=change(state.turn.start)))


def penalised(state: State, side: int, points: int) -> State:
    return throughout(state, lambda s: replace(s, penalties=with_item(s.penalties, side, s.penalties[side] + points)))


def minimum_raised(state: State, side: int, points: int) -> State:
    """The initial minimum higher for the rest of the hand; once for the same lays."""
    raised = throughout(state, lambda s: replace(s, raised=with_item(s.raised, side, s.raised[side] + points)))
    return replace(raised, turn=replace(raised.now, raised_for=state.now.lays))


def exposed(state: State, seat: int, cards: Iterable[Card]) -> State:
    """Cards of a hand that everybody has now seen; not red threes, which `red_laid` would take for cards
    that came with the pile."""
    seen = tuple(card for card in cards if not card.is_unknown and not is_red_three(card))
    return throughout(state, lambda s: replace(s, hands=with_item(s.hands, seat, s.hands[seat].seen(seen))))


# -- taking the pile, going out, score ---------------------------------------------------------


def take_fault(start: State, lays: tuple[Lay, ...]) -> Fault | None:
    """Why the pile of `start` cannot be taken with these lays, its top card among them (RULES 6.5);
    the initial minimum is judged apart."""
    top, side = start.pile[-1], start.now.seat % 2
    if is_wild(top):
        return Fault("TAKE_WILD", f"The pile cannot be taken while a wild card, the {top.name}, lies on top.")
    if is_black_three(top):
        return Fault("BLACK3_TOP", "The pile cannot be taken while a black three lies on top.")
    if is_red_three(top):
        return Fault("TAKE_RED3", "The pile cannot be taken while a red three lies on top.")
    if not any(top in lay.cards for lay in lays):
        return Fault("USELESS_TAKE", f"The {top.name} must go straight into a meld; the pile goes back, and it costs "
                                     "50.")
    if not start.counts_as_frozen(side):
        return None
    naturals = sum(card.rank == top.rank for lay in lays for card in lay.cards)
    why = "The pile is frozen" if start.is_frozen else "The pile is frozen for a side that has not melded"
    if naturals < 3:
        return Fault("FROZEN_TAKE", f"{why}: it takes two natural {plural(top.rank)} from the hand.")
    if start.sides[side].meld(top.rank) and not start.house.frozen_join_existing:
        return Fault("FROZEN_TAKE", f"{why}: it takes a new meld, and there is one of {plural(top.rank)} already.")
    return None


def out_fault(state: State, seat: int) -> Fault | None:
    """Why a player with an empty hand may not go out (RULES 6.7)."""
    side = seat % 2
    if not state.may_go_out(side):
        needed = "two canastas" if state.canastas_needed == 2 else "a canasta"
        return Fault("OUT_WITHOUT_CANASTA", f"{state.players[seat]} may not lay the last card: going out takes "
                                            f"{needed}.")
    if is_concealed(state) and not state.house.concealed_needs_minimum:
        return None
    return minimum_fault(state)


def minimum_fault(state: State) -> Fault | None:
    """UNDER_MINIMUM unless the turn's melds open the side (RULES 6.4)."""
    turn, side = state.now, state.now.seat % 2
    if not turn.lays or turn.before.sides[side].melds or turn.laid_value >= state.minimum(side):
        return None
    return Fault("UNDER_MINIMUM", f"The first meld is worth {turn.laid_value}; {state.side_name(side)} "
                                  f"{'needs' if state.is_for_two else 'need'} {state.minimum(side)}.")


def is_concealed(state: State) -> bool:
    """Whether the side had melded nothing before this turn."""
    return not state.now.before.sides[state.now.seat % 2].melds


def bonus_for_out(state: State) -> int:
    if not is_concealed(state):
        return OUT_BONUS
    return CONCEALED_BONUS + (OUT_BONUS if state.house.concealed_bonus == "adds" else 0)


def could_still_go_out(state: State) -> bool:
    """Whether some hidden hand lets the player on turn go out in this turn: at least, the canastas
    still missing must fit into the cards he holds, or will hold if he is taking the pile."""
    side, turn = state.sides[state.now.seat % 2], state.now
    held = state.hands[turn.seat].size + (0 if turn.source in ("draw", "take") else len(state.pile))
    missing = state.canastas_needed - side.canastas
    short = sorted(CANASTA_SIZE - len(meld.cards) for meld in side.melds if not meld.is_canasta and meld.rank != "3")
    short += [CANASTA_SIZE] * max(0, missing)
    return turn.answer != "no" and sum(short[:max(0, missing)]) <= held


def held_for_certain(state: State, seat: int) -> Cards:
    """What the player holds whatever the hidden cards are: the cards that were seen going into his hand, and
    those that cannot all be elsewhere, because too few other places are left for the unseen cards."""
    hand, unseen = state.hands[seat], PACK - Counter(state.seen())
    hidden = [other.size - len(other.known) for other in state.hands]
    not_seen_there = sum(card.is_unknown for card in state.pile)
    if sum(hidden) + state.stock + not_seen_there != unseen.total():
        return hand.known  # somebody has miscounted: nothing follows from the numbers
    elsewhere = unseen.total() - hidden[seat]
    forced = Counter({card: number - elsewhere for card, number in unseen.items() if number > elsewhere})
    return (*hand.known, *forced.elements())


def can_surely_take(state: State, seat: int) -> bool:
    """Whether no hidden hand makes the player unable to take the pile: his side's melds and the
    cards he holds for certain are enough (RULES 6.6)."""
    if not state.pile or state.pile[-1].is_unknown:
        return False
    side, hand, top = seat % 2, state.hands[seat], state.pile[-1]
    held = held_for_certain(state, seat)
    pair = tuple(card for card in held if card.rank == top.rank)
    wilds = tuple(sorted(filter(is_wild, held), key=value))
    frozen = state.counts_as_frozen(side) or UNKNOWN in state.pile
    if is_wild(top) or top.rank == "3":
        return False
    used: Cards
    if not frozen and state.sides[side].meld(top.rank):
        used = ()
    elif len(pair) >= 2 and (state.house.frozen_join_existing or not state.sides[side].meld(top.rank)):
        used = pair
    elif not frozen and pair and wilds:
        used = (pair[0], wilds[-1])
    else:
        return False
    enough = bool(state.sides[side].melds) or total((top, *used)) >= state.minimum(side)
    # He must be able to discard and keep a card: nobody is forced to go out.
    return enough and hand.size - len(used) + len(state.pile) - 1 >= 2


def red_three_points(state: State, side: int) -> int:
    """100 each, 800 for all four; by the option against a side without a meld (RULES 6.8)."""
    reds = state.sides[side].reds
    points = 800 if len(reds) == 4 else 100 * len(reds)
    against = state.house.red3_negative_if_no_meld and not state.sides[side].melds
    return -points if against else points


def hand_points(state: State, side: int) -> dict[str, int]:
    """A side's score for the hand, item by item; hands count as far as they were shown (RULES 6.8)."""
    shown = [card for cards in state.shown[side::2] for card in cards]
    undeclared = sum(map(is_red_three, shown))
    ended = state.phase == "end"
    went_out = state.out is not None and state.out % 2 == side
    return {
        "melds": total(state.sides[side].cards),
        "canastas": sum(meld.bonus for meld in state.sides[side].melds),
        "red_threes": red_three_points(state, side),
        "going_out": state.out_bonus if went_out and ended else 0,
        "hands": -total(shown),
        "penalties": -state.penalties[side] - UNDECLARED_RED_THREE * undeclared,
    }


def match_scores(state: State) -> tuple[int, ...]:
    """By side, the finished hand included; during a hand only its penalties count already."""
    if state.phase == "end":
        return tuple(score + sum(hand_points(state, side).values()) for side, score in enumerate(state.scores))
    return tuple(score - penalty for score, penalty in zip(state.scores, state.penalties, strict=True))


def still_to_show(state: State) -> dict[str, int]:
    """Player -> cards not yet shown after the end of the hand."""
    left = {name: state.hands[seat].size - len(state.shown[seat]) for seat, name in enumerate(state.players)}
    return {name: count for name, count in left.items() if count > 0} if state.phase == "end" else {}

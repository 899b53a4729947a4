"""Limbo, by David Parlett: two players reduce a count of 101; whoever plays the last card wins.

    match = Match(LIMBO, Table(("Ann", "Bob"), dealer="Bob"))
    match.push(parse_action("table start 6D = 95"))
    match.push(parse_action("Ann play 9C = 86"))

Which counts a card can make is in `rules.counting`.  The announced count says which one was meant;
where only one is legal it may stay unsaid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from rules.core.action import TABLE, Action
from rules.core.cards import RANK_NAMES, RANKS, Card, standard_pack
from rules.core.faults import COMMON_CODES, clause_fault, face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.game import Change, Game, Outcome
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL, RESHUFFLE, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, need, ok, proven, warn
from rules.counting import (
    ACES,
    FIRST_COUNT,
    NOTHING,
    Power,
    Result,
    divides,
    powers,
    results,
    reversed_digits,
    starter_results,
)

HAND = 5
CARDS_FOR_A_DEAL = 2 * HAND + 1
PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name."""

    stock_face: str
    double_window: str
    ace11_divides: str
    jack_on_ace: str
    must_play: bool
    stuck_above_bar: str
    winner_extra: str
    shuffle: str
    target: int
    deals: int
    bar: int
    false_concession: str


OPTIONS = (
    Option("stock_face", ("up", "down"), "Whether the top card of the stock can be seen."),
    Option("double_window", ("before_first_card", "before_own_first_card", "before_starter"),
           "Until when a player may double or redouble."),
    Option("ace11_divides", ("mandatory", "optional", "never"), "Whether an Ace as 11 divides where it can."),
    Option("jack_on_ace", ("same", "free"), "Whether a Jack repeats the value the Ace took or chooses anew."),
    Option("must_play", (True, False), "Whether a player who can play must play."),
    Option("stuck_above_bar", ("lose", "draw_from_stock", "pass"),
           "What happens to a player who has cards but can play none of them above the bar."),
    Option("winner_extra", ("hand", "hand+stock", "none"), "What the winner may go on playing."),
    Option("shuffle", ("never_until_short", "each_hand"), "When the pack is shuffled again."),
    Option("target", (200,), "Points that win the match.", least=1),
    Option("deals", (0,), "Number of hands in a match; 0 plays to the target.", least=0),
    Option("bar", (10,), "Count from which nothing is taken from the stock any more.", least=0, most=100),
    Option("false_concession", ("stand", "resume"),
           "What happens when the loser's cards show that one could have been played."),
)


# -- state -------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Somebody has shown by an action that no card of his hand can be played (RULES 2.4, class R)."""

    player: str
    at: int
    on_count: int
    previous: Power
    code: str


@dataclass(frozen=True)
class State:
    """One match.  phase: `undealt` (the table deals), `starter` (dealt, no starter yet), `play`,
    `extra` (the winner may go on alone), `closed` (scored).  Tuples by seat follow `players`."""

    players: tuple[str, ...]
    house: House
    dealer: str
    at: int = 0
    deals: int = 0
    phase: str = "undealt"
    turn: str = ""
    count: int = FIRST_COUNT
    previous: Power = NOTHING
    last_player: str = ""
    doublers: tuple[str, ...] = ()  # in the order they spoke
    pile: tuple[Card, ...] = ()
    played: int = 0  # cards that count, the starter included
    plays: tuple[int, ...] = (0, 0)  # cards laid, by seat
    hands: tuple[int, ...] = (0, 0)
    known: tuple[tuple[Card, ...], ...] = ((), ())  # cards that were shown and are still held
    seen: tuple[Card, ...] = ()  # out of play since the last shuffle; none of them can appear again
    stock: int = 52
    stock_top: Card | None = None
    claims: tuple[Claim, ...] = ()
    conceded: State | None = None  # the state before the loser said stuck
    scores: tuple[int, ...] = (0, 0)
    over: bool = False

    @property
    def leader(self) -> str:
        return self.other(self.dealer)

    @property
    def multiplier(self) -> int:
        return 1 << len(self.doublers)

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def held(self, player: str) -> int:
        """Cards in the player's hand."""
        return self.hands[self.seat(player)]

    @property
    def gone(self) -> tuple[Card, ...]:
        """Cards that cannot come again before the next shuffle: once the hand is over, the shown ones too."""
        return (*self.seen, *sum(self.known, ())) if self.phase == "closed" else self.seen

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        top = (self.stock_top,) if self.stock_top and player else ()
        shown = (card for name, known in zip(self.players, self.known, strict=True) for card in known if name != player)
        return (*self.seen, *top, *shown)

    def results(self, card: Card) -> tuple[Result, ...]:
        return self.results_of(card.rank) if card.is_standard else ()

    def results_of(self, rank: str) -> tuple[Result, ...]:
        return results(rank, self.count, self.previous, self.house.ace11_divides, self.house.jack_on_ace)


# -- the game ---------------------------------------------------------------------------------


class Limbo(Game[State]):
    """The rules of Limbo (RULES 2)."""

    name = "limbo"
    title = "Limbo"
    min_players = 2
    max_players = 2
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("start", cards=ANY, clauses=("as", "="), told_by="cards"),
        Verb("play", cards=ANY, clauses=("from", "as", "="), told_by="cards"),
        Verb("double", out_of_turn=True),
        Verb("redouble", out_of_turn=True),
        Verb("stuck"),
        Verb("done"),
        SHOW,
        RESHUFFLE,
        Verb("stock", cards=ANY, told_by="cards"),
    )
    summary = ("Two players reduce a count that starts at 101, a card at a time. Whoever plays the last card wins "
               "the hand and scores 10 for every card played; the loser scores 10 times the final count.")
    codes: ClassVar = {
        **COMMON_CODES,
        "NOT_DIVIDED": "A numeral that divides the count must divide; it may not be deducted.",
        "BAD_DIVISION": "The number does not divide the count without remainder.",
        "NOT_REDUCING": "Every play must reduce the count: no Queen on 66 or 69, no Jack on a Jack as starter.",
        "BELOW_ZERO": "The count may not go below zero.",
        "KING_DIVISOR": "A King divides by a number above 1 and below the count that leaves no remainder.",
        "WRONG_COUNT": "The announced count is not what the card makes.",
        "DIVIDE_BY_ACE_1": "An Ace as 1 is deducted; dividing by 1 does not reduce the count.",
        "MISSED_ANNOUNCE": "The card could make more than one count; say which.",
        "LATE_DOUBLE": "Doubling and redoubling are over when the first card has been played.",
        "REDOUBLE": "Only the dealer redoubles, and only when the leader has doubled.",
        "ALREADY_DOUBLED": "Each player doubles at most once, and the leader cannot answer a double.",
        "EARLY_STOCK": "A card may be taken from the stock only with an empty hand.",
        "STOCK_AT_BAR": "Once the count is down to the bar nothing is taken from the stock.",
        "NO_STOCK": "There is no stock to take a card from.",
        "WRONG_STOCK_CARD": "Another card lies on top of the stock.",
        "STOCK_FACE": "This table keeps its stock face down.",
        "SETTLED_MOVED": "The top of the stock is not the card that was seen there before.",
        "TWO_CARDS": "One card is played at a time.",
        "UNSEEN_CARD": "The card must be named.",
        "FALSE_CONCESSION": "Whoever can play must play; the cards shown could have been played.",
        "WITHHELD_CARD": "A card of the hand could have been played instead of taking one from the stock.",
        "EARLY_DEAL": "The hand must be over before the next deal.",
        "NO_DEAL": "A new hand begins with a deal.",
        "MUST_RESHUFFLE": "With fewer than 11 cards left the pack is shuffled before the next deal.",
        "EARLY_RESHUFFLE": "The pack is shuffled between hands, when too few cards are left.",
        "HAND_NOT_OVER": "Only the winner says done, after the loser could not play.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        return State(players, House(**options), dealer)  # type: ignore[arg-type]

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        return _JUDGES[action.verb](state, action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        possible = [*_table_actions(state), *_calls(state), *_all_plays(state)]
        return tuple(action for action in possible if self.judge(state, action).applies)

    def close(self, state: State) -> State:
        return _closed(state) if state.phase == "extra" else state

    def fined(self, state: State, player: str, points: int) -> State:
        seat = state.seat(player)
        return _step(replace(state, scores=with_item(state.scores, seat, state.scores[seat] - points)))

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.turn if state.phase in ("play", "extra") else None

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(Place("pile", lie="squared"), Place("stock", lie="squared"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        return {"pile": state.pile, "stock": (state.stock_top,) if state.stock_top else ()}

    def public(self, state: State) -> dict[str, Any]:
        return {"count": state.count, "multiplier": state.multiplier, "cards_played": state.played}

    def outcome(self, state: State) -> Outcome:
        scores = by_player(state.players, state.scores)
        return Outcome(state.over, scores, leaders(scores) if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 2.10.  `results`: rank -> what it would make of the count, [] where it cannot be played."""
        hidden = Counter(card.rank for card in unseen(state))
        provisional = _hand_points(state) if state.played else (0, 0)
        return {
            "results": {rank: [_shown(result) for result in state.results_of(rank)] if state.phase != "closed" else []
                        for rank in RANKS},
            "unseen": {rank: hidden[rank] for rank in RANKS}, "gone": texts(state.gone),
            "at_bar": state.count <= state.house.bar, "stock": state.stock,
            "stock_top": str(state.stock_top) if state.stock_top else None,
            "hand_sizes": by_player(state.players, state.hands),
            "if_it_ended_now": by_player(state.players, provisional),
            "asks": _questions(state),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on the pile is the starter or a play by whoever is on turn, with every count it could
        make; a bare pile is a new deal; a card on the stock is its new top."""
        return tuple(_explanations(state, change))


# -- dealing, shuffling, starter ---------------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = clause_fault(action) or face_down_fault(action) or _deal_fault(state)
    closed = LIMBO.close(state)
    fresh = _shuffled(closed) if closed.stock < CARDS_FOR_A_DEAL else closed
    dealt = _step(_dealt(fresh))
    return illegal(*fault, dealt) if fault else ok(dealt, f"{dealt.dealer} deals.")


def _deal_fault(state: State) -> Fault | None:
    closed = LIMBO.close(state)
    if closed.phase in ("starter", "play"):
        return Fault("EARLY_DEAL", "The hand is not over yet.")
    if closed.over:
        return Fault("GAME_OVER", f"{' and '.join(LIMBO.outcome(closed).winners)} has won the match.")
    if closed.stock < CARDS_FOR_A_DEAL and closed.house.shuffle == "never_until_short":
        return Fault("MUST_RESHUFFLE", f"Only {quantity(closed.stock, 'card')} left; a deal needs {CARDS_FOR_A_DEAL}, "
                                       "so shuffle all 52 first.")
    return None


def _dealt(state: State) -> State:
    """Five cards each; everything of the hand before is forgotten but what has been seen."""
    whole = state.house.shuffle == "each_hand"
    seen = () if whole else (*state.seen, *sum(state.known, ()))
    return State(
        state.players, state.house, state.dealer, state.at, state.deals + 1, "starter", hands=(HAND, HAND),
        seen=seen, stock=(52 if whole else state.stock) - 2 * HAND, scores=state.scores,
    )


def _shuffled(state: State) -> State:
    """All 52 cards are in the stock; nothing is known of any."""
    return replace(state, stock=52, seen=(), known=((), ()), stock_top=None)


def _judge_reshuffle(state: State, action: Action) -> Verdict:
    closed = LIMBO.close(state)
    after = _step(replace(_shuffled(closed), pile=(), hands=(0, 0)))
    fault = clause_fault(action)
    if fault:
        return illegal(*fault, after)
    if closed.phase not in ("undealt", "closed"):
        return illegal("EARLY_RESHUFFLE", "The pack is not shuffled in the middle of a hand.",
                       replace(after, phase="closed"))
    if closed.stock >= CARDS_FOR_A_DEAL and closed.deals and closed.house.shuffle == "never_until_short":
        return warn("EARLY_RESHUFFLE", f"There are still {closed.stock} cards, enough for a deal.", after)
    return ok(after, "All 52 cards are shuffled.")


def _judge_start(state: State, action: Action) -> Verdict:
    fault = clause_fault(action, "as_value", "announced") or _one_card_fault(action)
    if fault:
        return illegal(*fault)
    card = action.card
    if card.is_unknown:
        starters = (start for start in _starters(state) if action.announced in (None, start.announced))
        return need("UNSEEN_CARD", "Which card is the starter?", tuple(starters))
    if state.phase != "starter" and state.deals:
        fault = Fault("NO_DEAL", "A new hand begins with 'table deal'.")
    before = _dealt(state) if state.phase == "undealt" and not state.deals else state
    fault = (fault or (None if action.actor in (TABLE, state.dealer) else turn_fault(state.dealer, action.actor))
             or _stock_card_fault(before, card) or pack_fault(PACK, before.elsewhere(), action.cards))
    options = [r for r in starter_results(card) if action.as_value in (None, r.value)]
    fitting = [r for r in options if action.announced in (None, r.becomes)]
    after = _started(before, card, fitting[0] if fitting else Result(_let_stand(action, before), NOTHING, 0, False))
    if fault:
        return illegal(*fault, after)
    if not fitting:
        return illegal("WRONG_COUNT", f"The {card.name} makes the count "
                       f"{_either(r.becomes for r in starter_results(card))}.", after)
    if len(fitting) > 1:
        return need("MISSED_ANNOUNCE", "An Ace counts 1 or 11: say the new count.",
                    tuple(replace(action, announced=r.becomes) for r in fitting))
    return ok(after, f"The count is {after.count}.")


def _started(state: State, card: Card, result: Result) -> State:
    # The dealer turned the last card so far: a leader who cannot play at all loses to him.
    return _step(replace(
        state, phase="play", turn=state.leader, count=result.becomes, previous=result.power, last_player=state.dealer,
        pile=(card,), played=1, seen=(*state.seen, card), stock=max(state.stock - 1, 0), stock_top=None,
    ))


# -- doubling (RULES 2.2) ----------------------------------------------------------------------


def _judge_double(state: State, action: Action) -> Verdict:
    player = action.actor
    if player == TABLE:
        return illegal("WRONG_TURN", "Only a player can double.")
    state = _dealt(state) if state.phase == "undealt" and not state.deals else state
    fault = clause_fault(action) or _window_fault(state, player) or (
        _redouble_fault(state, player) if action.verb == "redouble" else _double_fault(state, player))
    after = _step(replace(state, doublers=(*state.doublers, player)))
    if fault:
        return illegal(*fault, after if len(after.doublers) <= 2 else None)
    return ok(after, f"The winner's score counts {after.multiplier} times.")


def _window_fault(state: State, player: str) -> Fault | None:
    late = {
        "before_starter": state.phase != "starter",
        "before_first_card": any(state.plays),
        "before_own_first_card": state.plays[state.seat(player)] > 0,
    }[state.house.double_window]
    if late or state.phase not in ("starter", "play"):
        return Fault("LATE_DOUBLE", "It is too late to double.")
    return None


def _double_fault(state: State, player: str) -> Fault | None:
    if not state.doublers:
        return None
    if player == state.dealer and state.doublers == (state.leader,):
        return Fault("ALREADY_DOUBLED", f"{state.leader} has doubled; {player} may redouble.")
    return Fault("ALREADY_DOUBLED", f"{state.doublers[0]} has already doubled.")


def _redouble_fault(state: State, player: str) -> Fault | None:
    if player == state.leader:
        return Fault("REDOUBLE", f"{player} leads; only {state.dealer} may redouble.")
    if state.leader not in state.doublers:
        return Fault("REDOUBLE", f"{state.leader} has not doubled.")
    if player in state.doublers:
        return Fault("REDOUBLE", f"{player} has already redoubled.")
    return None


# -- playing (RULES 2.3, 2.4) ------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    fault = clause_fault(action, "source", "as_value", "announced") or _one_card_fault(action)
    if fault or action.actor == TABLE:
        return illegal(*(fault or Fault("WRONG_TURN", "Only a player can play a card.")))
    player, card = action.actor, action.card
    from_stock = _from_stock(state, action)
    fault = turn_fault(LIMBO.to_act(state), player)
    if card.is_unknown and not fault:
        return _which_card(state, action, from_stock)
    fault = fault or _card_fault(state, action, from_stock)
    fitting = _fitting(state, action)
    if fault:
        return illegal(*fault, _forced(state, action, fitting, from_stock))
    if not fitting:
        return illegal(*_count_fault(state, action), _forced(state, action, fitting, from_stock))
    if len(fitting) > 1:
        return need("MISSED_ANNOUNCE", f"From {state.count} the {card.name} can make "
                    f"{_either(r.becomes for r in fitting)}: say the new count.",
                    tuple(replace(action, announced=r.becomes) for r in fitting))
    after = _laid(state, player, card, fitting[0], from_stock)
    claim = None if from_stock else _belied(state, player, (card,))
    if claim:
        return proven(claim.code, _belied_why(state, claim, (card,)), claim.at, after)
    return ok(after, fitting[0].spoken(state.count) + ".")


def _which_card(state: State, action: Action, from_stock: bool) -> Verdict:
    """`??` was played: every card from there with every count that it could make and that was not denied."""
    choices = (play for play in _all_plays(state) if bool(play.source) == from_stock
               and action.announced in (None, play.announced) and _judge_play(state, play).applies)
    return need("UNSEEN_CARD", f"Which card did {action.actor} play?", tuple(choices))


def _from_stock(state: State, action: Action) -> bool:
    """Whether the card comes from the stock: said so, or the only place left (RULES 2.4)."""
    if action.source:
        return action.source.lower() == "stock"
    return state.phase == "play" and not state.held(action.actor) and state.count > state.house.bar


def _fitting(state: State, action: Action) -> list[Result]:
    """The legal results that agree with what was announced."""
    if not action.card.is_standard:
        return []
    return [r for r in state.results(action.card)
            if action.announced in (None, r.becomes) and action.as_value in (None, r.value)]


def _card_fault(state: State, action: Action, from_stock: bool) -> Fault | None:
    """Whether the player can have this card and may play it from there."""
    player = action.actor
    if action.source and not from_stock:
        return Fault("CLAUSE", "A card comes from the hand or 'from stock'.")
    if not from_stock:
        return (pack_fault(PACK, state.elsewhere(player), action.cards)
                or hand_fault(player, state.held(player), 1) or _shown_fault(state, player, action.card))
    return (pack_fault(PACK, state.elsewhere(), action.cards) or _stock_fault(state, player)
            or _stock_card_fault(state, action.card) or _withheld_fault(state, player))


def _shown_fault(state: State, player: str, card: Card) -> Fault | None:
    """Whoever has shown his whole hand can play no other card."""
    known = state.known[state.seat(player)]
    if card in known or len(known) < state.held(player):
        return None
    return Fault("HAND_COUNT", f"{player} has shown all his cards, and the {card.name} is none of them.")


def _withheld_fault(state: State, player: str) -> Fault | None:
    """The stock helps out only a player who cannot play; he has shown that he can."""
    held = _playable_known(state, player)
    if held is None or state.phase != "play" or not state.house.must_play:
        return None
    return Fault("WITHHELD_CARD", f"{player} has shown the {held.name}, which can be played.")


def _playable_known(state: State, player: str) -> Card | None:
    """A card that the player has shown and could play now."""
    return next((card for card in state.known[state.seat(player)] if state.results(card)), None)


def _stock_fault(state: State, player: str) -> Fault | None:
    """Whether the player may take the top card of the stock now."""
    if not state.stock:
        return Fault("NO_STOCK", "The stock is empty.")
    if state.phase == "extra" and state.house.winner_extra != "hand+stock":
        return Fault("STOCK_AT_BAR", "The winner goes on from his hand only.")
    if state.held(player) and (state.phase == "extra" or state.house.stuck_above_bar != "draw_from_stock"):
        return Fault("EARLY_STOCK", f"{player} still has {quantity(state.held(player), 'card')} in hand.")
    if state.phase == "play" and state.count <= state.house.bar:
        return Fault("STOCK_AT_BAR", f"The count is down to {state.count}: nothing is taken from the stock.")
    return None


def _stock_card_fault(state: State, card: Card) -> Fault | None:
    if state.stock_top in (None, card):
        return None
    return Fault("WRONG_STOCK_CARD", f"The {state.stock_top.name} lies on top of the stock.")


def _count_fault(state: State, action: Action) -> Fault:
    """Why the card cannot make the announced count, or any at all."""
    possible = state.results(action.card)
    chosen = powers(action.card.rank, state.previous, state.house.jack_on_ace)
    if not possible:
        return _unplayable(state.count, chosen[0], action.card)
    if action.as_value is not None and all(r.value != action.as_value for r in possible):
        return _value_fault(state, chosen[0], action.as_value, possible)
    for power in chosen:
        fault = _announced_fault(state, power, action.announced)
        if fault:
            return fault
    return Fault("WRONG_COUNT", f"The count becomes {_either(r.becomes for r in possible)}, not {action.announced}.")


def _unplayable(count: int, power: Power, card: Card) -> Fault:
    """Why no result at all is legal.  An Ace fails only at 0, so one power is enough to look at."""
    if power.kind == "queen":
        return Fault("NOT_REDUCING", f"{count} reversed is {reversed_digits(count)}, which is not less.")
    if power.kind == "king":
        return Fault("KING_DIVISOR", f"No King can be played: nothing but 1 and itself divides {count}." if count > 1
                     else f"No King can be played on {count}.")
    if power == NOTHING:
        return Fault("NOT_REDUCING", "The Jack that was turned has no value, so there is nothing to repeat.")
    return Fault("BELOW_ZERO", f"The {card.name} counts {power.value} and the count is only {count}.")


def _value_fault(state: State, power: Power, value: int, possible: tuple[Result, ...]) -> Fault:
    if power.kind == "king":
        return Fault("KING_DIVISOR", f"A King on {state.count} divides by {_either(r.value for r in possible)}, "
                                     f"not by {value}.")
    if power.kind == "ace" and value == 11:
        return Fault("BELOW_ZERO", f"11 cannot be taken from {state.count}.")
    return Fault("WRONG_COUNT", f"The card counts {_either(sorted({r.value for r in possible}))}, not {value}.")


def _announced_fault(state: State, power: Power, announced: int | None) -> Fault | None:
    """The rule that the announced count breaks, if it can be named."""
    count, value = state.count, power.value
    if power.kind == "king":
        if announced in (1, count):
            return Fault("KING_DIVISOR", f"A King may not divide by {'the count itself' if announced == 1 else 1}.")
        return None
    if power.kind == "queen" or not value:
        return None
    if power == ACES[0]:
        return Fault("DIVIDE_BY_ACE_1", "An Ace as 1 is deducted, not divided.") if announced == count else None
    if divides(power, count) and announced == count - value:
        return Fault("NOT_DIVIDED", f"{value} divides {count}, so it must divide: the count becomes {count // value}.")
    if announced in (count // value, -(-count // value)):
        why = (f"{value} does not divide {count}" if count % value else "an Ace does not divide here")
        return Fault("BAD_DIVISION", f"{why[0].upper()}{why[1:]}.")
    return None


def _forced(state: State, action: Action, fitting: list[Result], from_stock: bool) -> State | None:
    """The state if the table lets a faulty play stand: the announced count holds, else the old one."""
    if state.phase not in ("play", "extra") or not action.card.is_standard:
        return None
    power = (fitting[0].power if fitting
             else powers(action.card.rank, state.previous, state.house.jack_on_ace)[-1])
    result = fitting[0] if len(fitting) == 1 else Result(_let_stand(action, state), power, 0, False)
    return _laid(state, action.actor, action.card, result, from_stock)


def _let_stand(action: Action, state: State) -> int:
    return max(action.announced, 0) if action.announced is not None else state.count


def _laid(state: State, player: str, card: Card, result: Result, from_stock: bool) -> State:
    """The card lies on the pile and the other player is on turn (or the winner goes on)."""
    seat = state.seat(player)
    hands = state.hands if from_stock else with_item(state.hands, seat, max(state.held(player) - 1, 0))
    left = tuple(other for other in state.known[seat] if from_stock or other != card)
    claims = state.claims
    if from_stock and state.phase == "play" and state.held(player) and state.house.must_play:
        claims = (*claims, Claim(player, state.at, state.count, state.previous, "WITHHELD_CARD"))
    going_on = state.phase == "extra"
    after = _step(replace(
        state, count=result.becomes, previous=result.power, last_player=state.last_player if going_on else player,
        turn=state.turn if going_on else state.other(player), pile=(*state.pile, card), played=state.played + 1,
        plays=with_item(state.plays, seat, state.plays[seat] + 1), hands=hands, seen=(*state.seen, card),
        known=with_item(state.known, seat, left), stock=max(state.stock - from_stock, 0),
        stock_top=None if from_stock else state.stock_top, claims=claims,
    ))
    return _closed(after) if going_on and not _can_go_on(after) else after


# -- the end of a hand (RULES 2.4, 2.5) --------------------------------------------------------


def _judge_stuck(state: State, action: Action) -> Verdict:
    player = action.actor
    fault = clause_fault(action) or _player_fault(action)
    if fault:
        return illegal(*fault)
    fault = turn_fault(LIMBO.to_act(state), player)
    if fault:
        return illegal(*fault, _given_up(state, player))
    if state.phase == "extra":
        return _judge_done(state, action)
    after = _stuck(state, player)
    held, top = _playable_known(state, player), state.stock_top
    if held and state.house.must_play:
        return illegal("FALSE_CONCESSION", f"{player} has shown the {held.name}, which can be played: "
                                           f"{state.results(held)[0].spoken(state.count)}.", after)
    draws = not state.held(player) or state.house.stuck_above_bar == "draw_from_stock"
    if (state.house.must_play and top and draws and state.count > state.house.bar and state.results(top)):
        return illegal("FALSE_CONCESSION", f"The {top.name} on the stock can be played.", after)
    if after.phase == "play":
        return ok(after, f"{player} cannot play; {after.turn} goes on.")
    return ok(after, f"{player} cannot play: {after.last_player} wins the hand.")


def _player_fault(action: Action) -> Fault | None:
    return Fault("WRONG_TURN", "Only a player can say that.") if action.actor == TABLE else None


def _given_up(state: State, player: str) -> State | None:
    """Somebody who is not on turn gives the hand up, and the table lets it stand: the other wins it."""
    if state.phase != "play":
        return None
    return _stuck(replace(state, turn=player, last_player=state.other(player)), player)


def _stuck(state: State, player: str) -> State:
    claims = state.claims
    if state.house.must_play and state.held(player):
        claims = (*claims, Claim(player, state.at, state.count, state.previous, "FALSE_CONCESSION"))
    if _passes(state, player):
        return _step(replace(state, turn=state.other(player), claims=claims))
    ended = _step(replace(state, phase="extra", turn=state.last_player, claims=claims, conceded=state))
    return ended if _can_go_on(ended) and player != state.last_player else _closed(ended)


def _passes(state: State, player: str) -> bool:
    """With `stuck_above_bar: pass` the turn only goes over, unless the other has just passed as well:
    then the last to play is the one who is on turn again."""
    return (state.house.stuck_above_bar == "pass" and state.count > state.house.bar and state.held(player) > 0
            and state.last_player != player)


def _can_go_on(state: State) -> bool:
    """Whether the winner has anything left that he could play."""
    winner, extra = state.last_player, state.house.winner_extra
    if extra == "none" or state.count == 0:
        return False
    return state.held(winner) > 0 or (extra == "hand+stock" and state.stock > 0)


def _judge_done(state: State, action: Action) -> Verdict:
    fault = clause_fault(action) or _player_fault(action)
    if fault:
        return illegal(*fault)
    if state.phase == "closed" and action.actor == state.last_player:
        return ok(_step(state), "The hand is scored.")
    if state.phase != "extra":
        # If the table lets it stand: whoever played last has won and plays no more, the other gives up.
        stands = _step(_closed(state)) if state.phase == "play" and action.actor == state.last_player else \
            _given_up(state, action.actor)
        return illegal("HAND_NOT_OVER", "The hand goes on until somebody cannot play.", stands)
    fault = turn_fault(state.turn, action.actor)
    after = _step(_closed(state))
    return illegal(*fault, after) if fault else ok(after, _score_sentence(after))


def _hand_points(state: State) -> tuple[int, ...]:
    """10 for every card, multiplied, to the last to play; 10 times the count to the other."""
    winner = state.last_player
    return tuple(10 * state.played * state.multiplier if name == winner else 10 * state.count
                 for name in state.players)


def _closed(state: State) -> State:
    """The hand is scored; the winner deals next."""
    scores = tuple(score + points for score, points in zip(state.scores, _hand_points(state), strict=True))
    far_enough = state.deals >= state.house.deals if state.house.deals else max(scores) >= state.house.target
    return replace(state, phase="closed", dealer=state.last_player, scores=scores,
                   over=far_enough and scores[0] != scores[1])


def _score_sentence(state: State) -> str:
    points = by_player(state.players, _hand_points(state))
    winner = state.last_player
    loser = state.other(winner)
    return f"{winner} scores {points[winner]}, {loser} {points[loser]}."


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: seen from now on, and able to prove that a card was withheld."""
    player, cards = action.actor, tuple(card for card in action.cards if not card.is_unknown)
    if player == TABLE or clause_fault(action):
        return illegal("CLAUSE", "A player shows his cards, and nothing else.")
    known = state.known[state.seat(player)]
    new = tuple(card for card in dict.fromkeys(cards) if card not in known)
    fault = (pack_fault(PACK, state.elsewhere(player), cards)
             or hand_fault(player, state.held(player), len(known) + len(new)))
    if fault:
        return warn(*fault, _step(state))
    after = _step(replace(state, known=with_item(state.known, state.seat(player), (*known, *new))))
    claim = _belied(state, player, cards)
    if not claim:
        return ok(after, f"{player} shows {quantity(len(action.cards), 'card')}.")
    if claim.code == "FALSE_CONCESSION" and state.house.false_concession == "resume" and state.conceded:
        # The hand goes on from the moment the loser gave up; later cards go back to the winner's hand.
        after = _step(replace(state.conceded, at=state.at, known=with_item(
            state.conceded.known, state.seat(player), (*known, *new))))
        return proven(claim.code, _belied_why(state, claim, cards) + " The hand goes on.", claim.at, after)
    return proven(claim.code, _belied_why(state, claim, cards), claim.at, after)


def _belied(state: State, player: str, cards: tuple[Card, ...]) -> Claim | None:
    """The latest claim that these cards of the player's hand disprove; hands never grow in a hand."""
    for claim in reversed(state.claims):
        if claim.player == player and any(_playable_then(state, claim, card) for card in cards):
            return claim
    return None


def _playable_then(state: State, claim: Claim, card: Card) -> tuple[Result, ...]:
    return replace(state, count=claim.on_count, previous=claim.previous).results(card) if card.is_standard else ()


def _belied_why(state: State, claim: Claim, cards: tuple[Card, ...]) -> str:
    card, result = next((card, found[0]) for card in cards if (found := _playable_then(state, claim, card)))
    return f"{claim.player} could have played the {card.name}: {result.spoken(claim.on_count)}."


def _judge_stock(state: State, action: Action) -> Verdict:
    """The visible top of the stock."""
    fault = clause_fault(action) or _one_card_fault(action)
    if fault:
        return illegal(*fault)
    card = action.card
    if card.is_unknown:
        return illegal("UNSEEN_CARD", "The top of the stock must be named.")
    after = _step(replace(state, stock_top=card))
    if not state.stock:
        return illegal("NO_STOCK", "The stock is empty.")
    fault = pack_fault(PACK, state.elsewhere(), (card,))
    if fault:
        return warn(*fault, after)
    if state.house.stock_face == "down":
        return warn("STOCK_FACE", "This table keeps its stock face down.", after)
    if state.stock_top not in (None, card):
        return warn("SETTLED_MOVED", f"The {state.stock_top.name} lay on the stock before.", after)
    return ok(after, f"The {card.name} lies on the stock.")


def _one_card_fault(action: Action) -> Fault | None:
    if len(action.cards) != 1:
        return Fault("TWO_CARDS", "One card is played at a time.")
    return None if action.card.is_standard else pack_fault(PACK, (), action.cards)


def _step(state: State) -> State:
    return replace(state, at=state.at + 1)


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "reshuffle": _judge_reshuffle, "start": _judge_start, "double": _judge_double,
    "redouble": _judge_double, "play": _judge_play, "stuck": _judge_stuck, "done": _judge_done,
    "show": _judge_show, "stock": _judge_stock,
}


# -- lists ------------------------------------------------------------------------------------


def unseen(state: State, player: str = "") -> list[Card]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    elsewhere = {*state.elsewhere(player), *state.gone}
    return [card for card in sorted(PACK) if card not in elsewhere]


def _table_actions(state: State) -> list[Action]:
    shuffling = state.stock < CARDS_FOR_A_DEAL or not state.deals
    return [Action(TABLE, "deal"), *([Action(TABLE, "reshuffle")] if shuffling else []),
            *(_starters(state) if state.phase in ("undealt", "starter") else [])]


def _starters(state: State) -> list[Action]:
    """Every unseen card as starter, with every count that it could make."""
    return [Action(TABLE, "start", (card,), announced=result.becomes)
            for card in unseen(state) for result in starter_results(card)]


def _calls(state: State) -> list[Action]:
    return [Action(player, verb) for player in state.players
            for verb in ("double", "redouble", "stuck", *(["done"] if state.phase == "extra" else []))]


def _all_plays(state: State) -> list[Action]:
    """Every unseen card with every count it could make, from the hand and from the stock."""
    player = LIMBO.to_act(state)
    if player is None:
        return []
    return [Action(player, "play", (card,), source=source, announced=result.becomes)
            for source in ("", "stock") for card in unseen(state, "" if source else player)
            for result in state.results(card)
            if source or state.held(player)]


# -- sentences --------------------------------------------------------------------------------


def _lines(state: State) -> Iterator[str]:
    """RULES 2.10 for people."""
    yield f"Count {state.count}" + (f", times {state.multiplier} for the winner" if state.doublers else "")
    if state.phase in ("play", "extra"):
        yield from (_rank_line(state, rank) for rank in RANKS)
        now = by_player(state.players, _hand_points(state))
        yield (f"{quantity(state.played, 'card')} played; if it ended now: "
               + ", ".join(f"{name} {points}" for name, points in now.items()))
        yield "Cards: " + ", ".join(f"{name} {state.held(name)}" for name in state.players)
        top = f", {state.stock_top.name} on top" if state.stock_top else ""
        yield (f"Down to the bar of {state.house.bar}: nothing comes from the stock any more"
               if state.count <= state.house.bar else f"{quantity(state.stock, 'card')} in the stock{top}")
    if state.gone:
        by_rank = sorted(state.gone, key=lambda card: (card.number, card.suit))
        yield f"Out until the next shuffle: {' '.join(texts(by_rank))}"
    yield from _questions(state)


def _shown(result: Result) -> dict[str, Any]:
    return {"count": result.becomes, "value": result.value or None, "divides": result.divided}


def _rank_line(state: State, rank: str) -> str:
    found = state.results_of(rank)
    if not found:
        return f"{RANK_NAMES[rank]}: –"
    must = " (must divide)" if len(found) == 1 and found[0].divided and found[0].power.kind != "king" else ""
    return f"{RANK_NAMES[rank]}: {', '.join(r.spoken(state.count) for r in found)}{must}"


def _questions(state: State) -> list[str]:
    """What the companion asks the table now."""
    if state.phase in ("extra", "closed") and state.claims:
        loser = state.other(state.last_player)
        hidden = state.held(loser) - len(state.known[state.seat(loser)])
        if hidden:
            return [f"{loser}, please show your {quantity(hidden, 'card')}."]
    return []


def _either(values: Any) -> str:
    words = [str(value) for value in values]
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield Limbo.summary
    yield (f"Each gets five cards; the rest is the stock, face {house.stock_face}. The dealer turns its top card and "
           "takes its value from 101: Jack, Queen and King count nothing then, and for an Ace the dealer says 1 or 11. "
           "The other player leads.")
    until = {"before_first_card": "Before the first card is played", "before_starter": "Before the starter is turned",
             "before_own_first_card": "Each before the first card of his own"}[house.double_window]
    yield f"{until}, the leader may double and then the dealer redouble; if the leader does not, the dealer may double."
    yield ("A 2 to 10 divides the count if that leaves no remainder; only if it does not, it is deducted. A Queen "
           "reverses the digits. A King divides by any number above 1 and below the count that leaves no remainder.")
    yield {"mandatory": "An Ace is 1, which is deducted, or 11, which divides where it can.",
           "optional": "An Ace is 1, which is deducted, or 11, which may divide where it can.",
           "never": "An Ace is 1 or 11 and is always deducted."}[house.ace11_divides]
    yield {"same": "A Jack repeats the card before it, an Ace with the value it took.",
           "free": "A Jack repeats the card before it; after an Ace it is 1 or 11 as the player likes.",
           }[house.jack_on_ace]
    yield ("Every card must make the count less, never less than 0, and the new count is said. "
           + ("Whoever can play must play." if house.must_play else "Nobody need play."))
    yield (f"With no cards left and the count above {house.bar}, the top card of the stock is played; if that is "
           f"impossible, the hand is lost. At {house.bar} or below nothing comes from the stock, and whoever cannot "
           "play loses.")
    yield {"lose": f"Whoever has cards but cannot play any above {house.bar} loses too.",
           "draw_from_stock": f"Whoever has cards but cannot play any above {house.bar} plays the stock's top card.",
           "pass": f"Whoever has cards but cannot play any above {house.bar} passes."}[house.stuck_above_bar]
    yield {"hand": "The winner may go on alone from the hand, for more cards and a lower count.",
           "hand+stock": "The winner may go on alone from the hand and then from the stock, for more cards and a lower "
                         "count.",
           "none": "The hand ends at once; the winner plays no more."}[house.winner_extra]
    yield {"stand": "If the loser's cards show that one could have been played, the result stands.",
           "resume": "If the loser's cards show that one could have been played, the hand goes on from there.",
           }[house.false_concession]
    yield ("The winner scores 10 for every card played, the starter included, twice or four times that if doubled or "
           "redoubled; the loser scores 10 times the count, never doubled.")
    yield "The winner deals next. " + {
        "never_until_short": "The pack is dealt through; all cards are shuffled when fewer than 11 are left.",
        "each_hand": "All cards are shuffled for every hand."}[house.shuffle]
    length = (f"A match is {quantity(house.deals, 'hand')}" if house.deals
              else f"The match is played to {house.target} points")
    yield f"{length}; the higher total wins, and equal totals play one more hand."


# -- the camera's view ------------------------------------------------------------------------


def _explanations(state: State, change: Change) -> Iterator[Action]:
    on_pile = [card for place, card in change.appeared if place == "pile" and not card.is_unknown]
    left_stock = any(place == "stock" for place, _ in change.left)
    for card in on_pile:
        yield from _explained_card(state, card, left_stock)
    if any(place == "pile" for place, _ in change.left) and state.phase in ("extra", "closed"):
        yield Action(TABLE, "deal")
    yield from (Action(TABLE, "stock", (card,)) for place, card in change.appeared
                if place == "stock" and not card.is_unknown)


def _explained_card(state: State, card: Card, left_stock: bool) -> list[Action]:
    if state.phase in ("undealt", "starter", "closed"):
        return [Action(TABLE, "start", (card,), announced=r.becomes) for r in starter_results(card)
                ] if card.is_standard else []
    player = state.turn
    from_hand = [""] if state.held(player) else []
    from_stock = ["stock"] if left_stock or not from_hand else []
    counts: list[int | None] = [r.becomes for r in state.results(card)] if card.is_standard else []
    return [Action(player, "play", (card,), source=source, announced=count)
            for source in from_stock + from_hand for count in counts or [None]]


# -- random sittings --------------------------------------------------------------------------


class RandomLimbo(RandomPlayer[State], game="limbo"):
    """Two people playing Limbo at random."""

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over:
            return []
        if state.phase in ("undealt", "closed"):
            short = state.stock < CARDS_FOR_A_DEAL
            return [Action(TABLE, "reshuffle" if short and state.deals else "deal"), *self._shows()]
        if state.phase == "starter":
            starters = starter_results(self.stock[-1])
            return [*(Action(TABLE, "start", (self.stock[-1],), announced=r.becomes) for r in starters), *self._calls()]
        if state.phase == "extra":
            return [Action(state.turn, "done"), *self._plays(), *self._shows()]
        plays = self._plays()
        playable = any(self._judge(action).kind in ("ok", "need") for action in plays)
        return [*plays, *self._calls()] if playable else [*plays, Action(state.turn, "stuck")]

    def _calls(self) -> list[Action]:
        # Doubling is one choice among many plays, so it stays as rare as at a table.
        return [Action(player, verb) for player in self.state.players for verb in ("double", "redouble")]

    def _shows(self) -> list[Action]:
        """Hands that may be laid open after the hand, once."""
        return [Action(name, "show", tuple(hand)) for name, hand in self.hands.items()
                if hand and name != self.state.turn and not self.state.known[self.state.seat(name)]]

    def is_listed(self, action: Action) -> bool:
        return action.verb != "show"

    def _plays(self) -> list[Action]:
        """Every card he can see, with the counts it could make and some that are near misses."""
        state = self.state
        hand = [(card, "") for card in self.hands[state.turn]]
        # Where the stock may help out, taking from it says that no card of the hand can be played.
        lie = state.house.stuck_above_bar == "draw_from_stock" and any(state.results(card) for card, _ in hand)
        stock = [(self.stock[-1], "stock")] if self.stock and not lie else []
        return [Action(state.turn, "play", (card,), source=source, announced=count)
                for card, source in hand + stock for count in self._counts(card)]

    def _counts(self, card: Card) -> list[int]:
        near_misses = {self.state.count - card.number, self.state.count}
        return sorted(near_misses | {result.becomes for result in self.state.results(card)})

    def happened(self, action: Action) -> None:
        if action.verb == "reshuffle" or (action.verb == "deal" and self._whole_pack_is_dealt()):
            self.stock, self.aside = self.shuffled(PACK), []
            self.hands = {name: [] for name in self.hands}
        if action.verb == "deal":
            self._deal()
        elif action.verb == "start" or action.source:
            self.stock.pop()
        elif action.verb == "play":
            self.hands[action.actor].remove(action.card)

    def _whole_pack_is_dealt(self) -> bool:
        return self.state.deals == 1 or self.state.house.shuffle == "each_hand"

    def _deal(self) -> None:
        for name, hand in self.hands.items():
            self.aside += [card for card in hand if card not in self.state.seen]
            self.hands[name] = [self.stock.pop() for _ in range(HAND)]

    def everything(self) -> Counter[Card]:
        # What was played, or shown in an earlier hand, is known to the state as seen.
        held = [card for hand in self.hands.values() for card in hand]
        return Counter([*self.state.seen, *held, *self.stock, *self.aside])

    def check(self) -> None:
        assert all(score % 10 == 0 for score in self.state.scores)
        assert {name: len(hand) for name, hand in self.hands.items()} == by_player(self.state.players,
                                                                                  self.state.hands)
        assert len(self.stock) == self.state.stock


LIMBO = Limbo()

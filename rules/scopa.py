"""Scopa: a card takes its equal, or cards that add up to it; clearing the board is a sweep (RULES 5).

    >>> match = Match(SCOPA, Table(("Ann", "Bob"), dealer="Bob"))
    >>> match.push(parse_action("table deal 4C 3S KD 2H")).why
    'Bob deals; Ann plays first.'
    >>> match.push(parse_action("Ann play 7D take 4C 3S")).why
    'The 7 of diamonds takes the 4 of clubs and 3 of spades.'

`captures(card, board)` is the heart: every capture that a card may make.  What is taken is seen, so
nothing has to be announced; hands of three are dealt without a line of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from rules.core.action import TABLE, Action
from rules.core.cards import SUIT_NAMES, Card, cards_sentence, join, standard_pack
from rules.core.faults import COMMON_CODES, actor_fault, clause_fault, hand_fault, pack_fault, turn_fault
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places, owned
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, leaders, with_item
from rules.core.verbs import ANY, DEAL_OPEN, PEG, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, ok, proven, warn, which_card

RANKS = "A234567JQK"
VALUES = {rank: value for value, rank in enumerate(RANKS, 1)}
PACK = Counter({card: 1 for card in sorted(standard_pack()) if card.rank in VALUES})
HAND = 3
BOARD = 4
SETTEBELLO = Card("7D")
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
Phase = Literal["deal", "play", "done"]


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    kings_redeal: int | str
    trail_rule: str
    sweep_order: str
    target: int
    stop_midcount: bool
    last_capture_sweep: bool


OPTIONS = (
    Option("kings_redeal", (3, "off"), "How many kings on the first board make the deal void."),
    Option("trail_rule", ("card", "hand"),
           "Whether a card may be laid down when it takes nothing itself, or only when no card of the hand does."),
    Option("sweep_order", ("chronological", "non_dealer_first", "after_all_compare"),
           "In which order sweeps are counted."),
    Option("target", (11, 16, 21), "Points that win the match."),
    Option("stop_midcount", (True, False), "Whether counting stops as soon as somebody reaches the target."),
    Option("last_capture_sweep", (False, True), "Whether the last card of a hand can make a sweep."),
)


# -- captures (RULES 5.2) ---------------------------------------------------------------------


def value(card: Card) -> int:
    """Ace 1 to 7, then Jack 8, Queen 9, King 10; 0 for a card that is not in this pack."""
    return VALUES.get(card.rank, 0)


def captures(card: Card, board: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every legal capture, in board order: one card of the same rank; only without one, two or more
    cards that add up to the card.  Empty where the card is laid down."""
    pairs = tuple((other,) for other in board if other.rank == card.rank)
    return pairs or tuple(_sums(value(card), tuple(board)))


def _sums(wanted: int, board: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every choice of cards that adds up.  A single one would be of the same rank: values are one to a rank."""
    for i, card in enumerate(board):
        rest = wanted - value(card)
        if rest == 0:
            yield (card,)
        elif rest > 0:
            yield from ((card, *more) for more in _sums(rest, board[i + 1:]))


# -- state ------------------------------------------------------------------------------------


class Sweep(NamedTuple):
    """Who cleared the board, and the card that lies face up for it (None: only claimed)."""

    seat: int
    card: Card | None


class Trail(NamedTuple):
    """A card laid down: the number of the action, by whom, and the board as it was before."""

    at: int
    seat: int
    board: tuple[Card, ...]


class Award(NamedTuple):
    """One line of the count; `seat` None where nobody gets the point."""

    category: str
    seat: int | None


@dataclass(frozen=True)
class State:
    """Everything public.  Tuples by seat follow `players`.

    totals: match scores before this hand.  left: cards in hand.  piles: captured cards, as taken.
    trails: cards laid down since the last three were dealt.  known: cards of the hand that were
    shown.  claims: points of each player's last play, not yet pegged."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: int
    totals: tuple[int, ...] = (0, 0)
    deals: int = 0
    phase: Phase = "deal"
    board: tuple[Card, ...] = ()
    left: tuple[int, ...] = (0, 0)
    stock: int = len(PACK)
    turn: int = 0
    piles: tuple[tuple[Card, ...], ...] = ((), ())
    sweeps: tuple[Sweep, ...] = ()
    last_capturer: int | None = None
    trails: tuple[Trail, ...] = ()
    known: tuple[tuple[Card, ...], ...] = ((), ())
    claims: tuple[int | None, ...] = (None, None)

    @property
    def seen(self) -> tuple[Card, ...]:
        return (*self.board, *self.piles[0], *self.piles[1], *self.known[0], *self.known[1])

    @property
    def scores(self) -> dict[str, int]:
        """Match scores, the hand's points from its last play on."""
        points = counted(self) if self.phase == "done" else self.totals
        return by_player(self.players, points)

    @property
    def over(self) -> bool:
        """Somebody has reached the target and nobody has as many."""
        one, other = self.scores.values()
        return self.phase == "done" and max(one, other) >= self.house.target and one != other

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def sweeps_of(self, seat: int) -> int:
        return sum(sweep.seat == seat for sweep in self.sweeps)


# -- the count (RULES 5.3) --------------------------------------------------------------------


def diamonds(pile: Sequence[Card]) -> int:
    return sum(card.suit == "D" for card in pile)


def best_of_suits(pile: Sequence[Card]) -> dict[str, Card | None]:
    """The card of each suit that counts for the primiera."""
    return {suit: max((card for card in pile if card.suit == suit), key=lambda card: PRIMIERA[card.rank], default=None)
            for suit in SUIT_NAMES}


def primiera(pile: Sequence[Card]) -> int | None:
    """The sum of the best card of each suit; None without all four suits."""
    best = best_of_suits(pile).values()
    return None if None in best else sum(PRIMIERA[card.rank] for card in best if card)


def _more(values: Sequence[int]) -> int | None:
    """The seat with more; None where both have as many."""
    return None if values[0] == values[1] else values.index(max(values))


def awards(state: State) -> list[list[Award]]:
    """The points of a hand in the order of counting; what is counted together is one list."""
    holder = next((seat for seat, pile in enumerate(state.piles) if SETTEBELLO in pile), None)
    categories = [
        Award("cards", _more([len(pile) for pile in state.piles])),
        Award("diamonds", _more([diamonds(pile) for pile in state.piles])),
        Award("settebello", holder),
        Award("primiera", _more([primiera(pile) or 0 for pile in state.piles])),
    ]
    sweeps = [Award("sweep", sweep.seat) for sweep in state.sweeps]
    if state.house.sweep_order == "after_all_compare":
        return [*([award] for award in categories), sweeps]
    if state.house.sweep_order == "non_dealer_first":
        sweeps.sort(key=lambda award: award.seat == state.dealer)
    return [[award] for award in (*categories, *sweeps)]


def counted(state: State) -> tuple[int, ...]:
    """The totals with the hand counted, stopping where the house stops."""
    points = list(state.totals)
    for group in awards(state):
        for award in group:
            if award.seat is not None:
                points[award.seat] += 1
        if state.house.stop_midcount and max(points) >= state.house.target:
            break
    return tuple(points)


# -- the game ---------------------------------------------------------------------------------


class Scopa(Game[State], Camera[State], Shown[State]):
    """The rules of Scopa (RULES 5)."""

    name = "scopa"
    title = "Scopa"
    min_players = 2
    max_players = 2
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL_OPEN,
        Verb("play", cards=ANY, clauses=("take",), told_by="cards"),
        PEG,
        SHOW,
    )
    summary = ("Cards from the hand take cards from the board: their equal, or several that add up to them. Most "
               "cards, most diamonds, the 7 of diamonds, the best primiera and every sweep of the board score.")
    codes: ClassVar = {
        **COMMON_CODES,
        "PAIR_PRECEDENCE": "Where a card of the same rank lies on the board, that one must be taken, not a sum.",
        "MULTI_PAIR": "A card takes only one card of its rank.",
        "WRONG_SUM": "The cards taken must add up to the card played.",
        "MUST_CAPTURE": "A card that can take something must not be laid down.",
        "SINGLE_NONMATCH": "A single card can be taken only by a card of its rank.",
        "NOT_ON_BOARD": "Cards are taken from the board.",
        "WRONG_PEG": "The points claimed are not the points made; the last card of a hand makes no sweep.",
        "KINGS_REDEAL": "With three or four kings on the first board the hand is dealt again.",
        "BAD_DEAL": "A hand begins with four cards on the board.",
        "EARLY_DEAL": "The hand is still being played.",
        "NO_DEAL": "A hand begins with a deal that names the four cards on the board.",
        "TWO_CARDS": "One card is played at a time.",
        "UNSEEN_CARD": "The card has to be named.",
        "PILE_COUNT": "The cards shown are not the ones this player took.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        return State(0, players, House(**options), players.index(dealer))  # type: ignore[arg-type]

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        fault = (clause_fault(action, *(("take",) if action.verb == "play" else ()))
                 or (None if action.verb == "deal" else actor_fault(action)))
        return illegal(*fault) if fault else _JUDGES[action.verb](replace(state, at=state.at + 1), action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Everything that a card nobody has seen could do; the cards of a deal cannot be listed."""
        actor = self.to_act(state)
        if actor is None:
            return ()
        return tuple(action for card in unseen(state, actor) for action in _plays(actor, card, state.board))

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, totals=with_item(state.totals, i, state.totals[i] - points))

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.players[state.turn] if state.phase == "play" else None

    def places(self, players: tuple[str, ...]) -> Places:
        """`captured:Ann` is Ann's pile: face down but for the cards that made her sweeps."""
        return places_by_name(Place("board"), *(
            owned("captured", name, lie="squared", face_down=True) for name in players))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        sweeps = {f"captured:{name}": tuple(sweep.card for sweep in state.sweeps if sweep.seat == seat and sweep.card)
                  for seat, name in enumerate(state.players)}
        return {"board": state.board, **sweeps}

    def public(self, state: State) -> dict[str, Any]:
        return {
            "board": texts(state.board),
            "captured": by_player(state.players, map(len, state.piles)),
            "diamonds": by_player(state.players, map(diamonds, state.piles)),
            "sweeps": by_player(state.players, map(state.sweeps_of, range(len(state.players)))),
            "last_capturer": _name(state, state.last_capturer), "stock": state.stock,
        }

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.over, state.scores, leaders(state.scores) if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 5.7.  `captures`: rank -> everything it could take, empty where it is laid down."""
        return {
            "captures": {rank: [texts(taken) for taken in captures(Card(rank + "D"), state.board)] for rank in RANKS},
            "unseen": {rank: sum(card.rank == rank for card in unseen(state)) for rank in RANKS},
            "settebello": _name(state, awards(state)[2][0].seat),
            "primiera": {name: _primiera_row(pile) for name, pile in zip(state.players, state.piles, strict=True)},
            "hand_sizes": by_player(state.players, state.left),
            "count": [[award.category, _name(state, award.seat)] for group in awards(state) for award in group],
            "if_it_ended_now": by_player(state.players, counted(state)),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """Four cards on the board are a deal; one is a card laid down or about to take something; cards
        that left the board were taken, by the card seen with them or by any that could take them."""
        return tuple(dict.fromkeys(_explanations(state, change)))


def _name(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.players[seat]


def unseen(state: State, player: str = "") -> tuple[Card, ...]:
    """The cards that could be anywhere, and those the player has shown that he holds."""
    known = state.known[state.seat(player)] if player else ()
    seen = frozenset(state.seen) - frozenset(known)
    return tuple(card for card in PACK if card not in seen)


def _plays(actor: str, card: Card, board: tuple[Card, ...]) -> list[Action]:
    """What a player may do with the card: every capture, or lay it down."""
    return [Action(actor, "play", (card,), take=taken) for taken in captures(card, board)] or [
        Action(actor, "play", (card,))]


# -- dealing ----------------------------------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = _deal_fault(state, action)
    if fault:
        return illegal(fault.code, fault.why, _dealt(state, action.cards) if fault.code == "EARLY_DEAL" else None)
    kings = sum(card.rank == "K" for card in action.cards)
    after = _dealt(state, action.cards)
    if state.house.kings_redeal != "off" and kings >= int(state.house.kings_redeal):
        void = replace(after, phase="deal", deals=state.deals, left=(0, 0), stock=len(PACK))
        return Verdict("ok", ("KINGS_REDEAL",), f"{quantity(kings, 'king')} on the board: the hand is void, "
                                                f"{state.players[void.dealer]} deals again.", after=void)
    return ok(after, f"{state.players[after.dealer]} deals; {state.players[after.turn]} plays first.")


def _deal_fault(state: State, action: Action) -> Fault | None:
    if state.over:
        return Fault("GAME_OVER", f"{leaders(state.scores)[0]} has won the match.")
    if len(action.cards) != BOARD or any(card.is_unknown for card in action.cards):
        return Fault("BAD_DEAL", "Name the four cards on the board: 'table deal 7C 2H KD 4S'.")
    fault = pack_fault(PACK, (), action.cards)
    if not fault and state.phase == "play":
        fault = Fault("EARLY_DEAL", "The hand is not played out; deal again only if it is thrown in.")
    return fault


def _dealt(state: State, board: tuple[Card, ...]) -> State:
    """Three cards each and four on the board; the deal alternates, and the other player begins."""
    dealer = 1 - state.dealer if state.phase == "done" else state.dealer
    return State(state.at, state.players, state.house, dealer, tuple(state.scores.values()), state.deals + 1, "play",
                 board, (HAND, HAND), len(PACK) - BOARD - 2 * HAND, turn=1 - dealer)


# -- playing ----------------------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    fault = _phase_fault(state)
    if len(action.cards) != 1:
        fault = fault or Fault("TWO_CARDS", "One card is played at a time.")
    if fault:
        return illegal(*fault)
    seat, player = state.seat(action.actor), action.actor
    elsewhere = [card for card in state.seen if card not in state.known[seat]]
    others = [card for card in state.known[seat] if card != action.card]  # shown, and still in the hand
    fault = (hand_fault(player, state.left[seat] - len(others) * (not action.card.is_unknown), 1)
             or turn_fault(state.players[state.turn], player) or pack_fault(PACK, elsewhere, action.cards))
    if not fault and action.card.is_unknown:
        return which_card(action, unseen(state, player), lambda choice: _judge_play(state, choice))
    fault = (fault or _capture_fault(action.card, action.take, state.board)
             or (None if action.take else _hand_rule_fault(state, player, others)))
    after = _played(state, action)
    if fault:
        return illegal(fault.code, fault.why, None if action.card.is_unknown else after)
    return _with_proof(state, action, after, _play_sentence(state, action), _play_changes(state, after))


def _phase_fault(state: State) -> Fault | None:
    if state.over:
        return Fault("GAME_OVER", f"{leaders(state.scores)[0]} has won the match.")
    return None if state.phase == "play" else Fault("NO_DEAL", "Deal first, and name the four cards on the board.")


def _capture_fault(card: Card, take: tuple[Card, ...], board: tuple[Card, ...]) -> Fault | None:
    """Why the card may not take these cards, or may not be laid down (RULES 5.2, 5.4)."""
    possible = captures(card, board)
    if not take:
        if possible:
            return Fault("MUST_CAPTURE", f"The {card.name} can take {_either(possible)}, so it must not be laid down.")
        return None
    missing = next((other for i, other in enumerate(take) if other not in board or other in take[:i]), None)
    if missing:
        return Fault("NOT_ON_BOARD", f"The {missing.name} is not on the board to be taken.")
    if any(set(take) == set(taken) for taken in possible):
        return None
    return _wrong_capture(card, take, possible)


def _hand_rule_fault(state: State, player: str, others: Sequence[Card]) -> Fault | None:
    """MUST_CAPTURE where by `trail_rule: hand` a card that the player has shown could take something."""
    able = next((card for card in others if captures(card, state.board)), None)
    if able is None or state.house.trail_rule == "card":
        return None
    return Fault("MUST_CAPTURE", f"{player} has shown the {able.name}, which can take "
                                 f"{_either(captures(able, state.board))}; a card is laid down only when no card of "
                                 "the hand takes anything.")


def _wrong_capture(card: Card, take: tuple[Card, ...], possible: tuple[tuple[Card, ...], ...]) -> Fault:
    pair = possible and possible[0][0].rank == card.rank
    if all(other.rank == card.rank for other in take):
        return Fault("MULTI_PAIR", f"The {card.name} takes only one card of its rank.")
    if len(take) == 1:
        return Fault("SINGLE_NONMATCH", f"A single card is taken only by its own rank: the {card.name} cannot take the "
                                         f"{take[0].name}.")
    total = sum(map(value, take))
    if pair and (total == value(card) or any(other.rank == card.rank for other in take)):
        return Fault("PAIR_PRECEDENCE", f"The {card.name} must take {_either(possible)}: its own rank comes first.")
    return Fault("WRONG_SUM", f"The cards taken add up to {total}, but the {card.name} counts {value(card)}.")


def _played(state: State, action: Action) -> State:
    """The board, the pile and the turn after a play, lawful or let stand; the hand ends with its last card."""
    seat, card = state.seat(action.actor), action.card
    taken = tuple(other for other in state.board if other in action.take)
    board = tuple(other for other in state.board if other not in taken) if taken else (*state.board, card)
    left = with_item(state.left, seat, max(0, state.left[seat] - 1))
    final = not state.stock and not any(left)
    swept = bool(taken) and not board and (state.house.last_capture_sweep or not final)
    return _next_turn(replace(
        state, board=board, left=left, sweeps=(*state.sweeps, Sweep(seat, card)) if swept else state.sweeps,
        piles=with_item(state.piles, seat, (*state.piles[seat], card, *taken)) if taken else state.piles,
        last_capturer=seat if taken else state.last_capturer,
        trails=state.trails if taken else (*state.trails, Trail(state.at - 1, seat, state.board)),
        known=tuple(tuple(other for other in shown if other != card) for shown in state.known),
        claims=with_item(state.claims, seat, int(swept)),
    ), seat)


def _next_turn(state: State, seat: int) -> State:
    """To the other player, if he has cards; else three new cards each; else the end of the hand."""
    if any(state.left):
        return replace(state, turn=1 - seat if state.left[1 - seat] else seat)
    if state.stock:
        return replace(state, left=(HAND, HAND), stock=max(0, state.stock - 2 * HAND), turn=1 - state.dealer,
                       trails=(), known=((), ()))
    if state.last_capturer is None:
        return replace(state, phase="done")
    # What is left on the board goes to the last capturer; it is no sweep.
    pile = (*state.piles[state.last_capturer], *state.board)
    return replace(state, phase="done", board=(), piles=with_item(state.piles, state.last_capturer, pile))


def _with_proof(state: State, action: Action, after: State, why: str, changes: tuple[str, ...]) -> Verdict:
    """ok, or the proof that an earlier card was laid down although this one, from the same three,
    could have taken something (`trail_rule: hand`)."""
    trail = _wrong_trail(state, state.seat(action.actor), action.cards)
    if state.house.trail_rule == "card" or trail is None:
        return ok(after, why, changes)
    card = next(card for card in action.cards if captures(card, trail.board))
    return proven("MUST_CAPTURE", f"{action.actor} laid a card down while holding the {card.name}, which could take "
                                  f"{_either(captures(card, trail.board))}.", trail.at, after, (why, *changes))


def _wrong_trail(state: State, seat: int, cards: tuple[Card, ...]) -> Trail | None:
    """The latest card that the player laid down from these three while one of the cards could take."""
    return next((trail for trail in reversed(state.trails)
                 if trail.seat == seat and any(captures(card, trail.board) for card in cards)), None)


# -- claims and shown cards -------------------------------------------------------------------


def _judge_peg(state: State, action: Action) -> Verdict:
    """`peg 1` for a sweep (RULES 5.4: none on the last card of a hand)."""
    seat, claimed = state.seat(action.actor), action.numbers[0]
    made = state.claims[seat] or 0
    kept = state.sweeps
    if made != claimed:
        mine = [i for i, sweep in enumerate(kept) if sweep.seat == seat]
        kept = tuple(sweep for i, sweep in enumerate(kept) if not (made and i == mine[-1]))
        kept = (*kept, *[Sweep(seat, None)] * claimed)
    after = replace(state, claims=with_item(state.claims, seat, None), sweeps=kept)
    if made == claimed:
        return ok(after, f"{action.actor} pegs {claimed}.")
    why = (f"{action.actor} has swept the board: 1 point." if made else
           f"{action.actor} has made no sweep" + (": the last card of a hand never does." if state.phase == "done"
                                                  else "."))
    return illegal("WRONG_PEG", why, after)


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of the hand laid open; when the hand is over, the pile counted out."""
    seat, player = state.seat(action.actor), action.actor
    cards = tuple(card for card in action.cards if not card.is_unknown)
    if state.phase == "done":
        strange = [card for card in cards if card not in state.piles[seat]]
        if strange:
            return warn("PILE_COUNT", f"{player} did not take the {strange[0].name}.", state)
        return ok(state, f"{player} took {quantity(len(state.piles[seat]), 'card')}.")
    new = tuple(card for card in cards if card not in state.known[seat])
    fault = (_phase_fault(state) or pack_fault(PACK, state.seen, new)
             or hand_fault(player, state.left[seat], len(state.known[seat]) + len(new)))
    if fault:
        return warn(fault.code, fault.why, state)
    after = replace(state, known=with_item(state.known, seat, (*state.known[seat], *new)))
    return _with_proof(state, action, after, f"{player} shows the {cards_sentence(action.cards)}.", ())


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "play": _judge_play, "peg": _judge_peg, "show": _judge_show,
}


# -- sentences --------------------------------------------------------------------------------


def _either(possible: tuple[tuple[Card, ...], ...]) -> str:
    """"the 7 of diamonds, or the 4 of clubs and 3 of spades"."""
    return ", or ".join(f"the {cards_sentence(taken)}" for taken in possible)


def _play_sentence(state: State, action: Action) -> str:
    if not action.take:
        return f"The {action.card.name} takes nothing and stays on the board."
    return f"The {action.card.name} takes the {cards_sentence(action.take)}."


def _play_changes(state: State, after: State) -> tuple[str, ...]:
    """What there is to call out after a play."""
    said = []
    if len(after.sweeps) > len(state.sweeps):
        said.append(f"Scopa! {after.players[after.sweeps[-1].seat]} sweeps the board.")
    if after.phase == "done":
        said += _count_lines(after)
    elif after.stock < state.stock:
        said.append(f"Three new cards each; {after.stock or 'no'} cards are left in the stock.")
    return tuple(said)


def _count_lines(state: State) -> list[str]:
    """The hand in the order of counting, up to where the count stops, and the scores."""
    points, lines = list(state.totals), []
    for group in awards(state):
        for award in group:
            if award.seat is not None:
                points[award.seat] += 1
                lines.append(f"{award.category.capitalize()}: {state.players[award.seat]}, {points[award.seat]}.")
            else:
                lines.append(f"{award.category.capitalize()}: nobody.")
        if state.house.stop_midcount and max(points) >= state.house.target:
            lines.append(f"{state.house.target} is reached: the count stops.")
            break
    return lines


def _primiera_row(pile: Sequence[Card]) -> dict[str, Any]:
    best = best_of_suits(pile)
    return {"best": {suit: str(card) if card else None for suit, card in best.items()}, "sum": primiera(pile),
            "needs": [suit for suit, card in best.items() if card is None]}


def _lines(state: State) -> Iterator[str]:
    if state.phase == "deal":
        yield "Deal three cards each and four on the board."
    if state.phase == "play":
        yield from _capture_lines(state)
        yield (f"Cards left: {state.stock} in the stock, "
               + ", ".join(f"{name} {left}" for name, left in zip(state.players, state.left, strict=True)) + ".")
    if state.phase != "deal":
        for seat, (name, pile) in enumerate(zip(state.players, state.piles, strict=True)):
            bello = ", 7♦" if SETTEBELLO in pile else ""
            yield (f"{name}: {quantity(len(pile), 'card')}, {quantity(diamonds(pile), 'diamond')}{bello}, "
                   f"{quantity(state.sweeps_of(seat), 'sweep')}, primiera {_primiera_sentence(pile)}.")
    if state.phase == "done":
        yield from _count_lines(state)
    elif state.last_capturer is not None:
        yield f"{state.players[state.last_capturer]} took last."


def _capture_lines(state: State) -> Iterator[str]:
    """What every rank that is still about could do."""
    about = {card.rank for card in unseen(state)}
    for rank in RANKS:
        taken = captures(Card(rank + "D"), state.board)
        if rank not in about:
            continue
        before_sums = any(_sums(VALUES[rank], tuple(card for card in state.board if card.rank != rank)))
        yield (f"{rank}: " + (", or ".join("takes " + join(cards) for cards in taken) or "stays on the board")
               + (" (its own rank comes first)" if taken and len(taken[0]) == 1 and before_sums else ""))


def _primiera_sentence(pile: Sequence[Card]) -> str:
    """"70", or "needs ♠"."""
    needs = [SUIT_SIGNS[suit] for suit, card in best_of_suits(pile).items() if card is None]
    return f"needs {' '.join(needs)}" if needs else str(primiera(pile))


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield Scopa.summary
    yield ("Forty cards: no 8, 9 or 10. An Ace counts 1, Jack 8, Queen 9, King 10. Three cards each and four on the "
           "board; when both have played them three more each, until the stock is gone. The board gets no more. "
           "Whoever did not deal plays first, and the deal alternates.")
    yield ("The first board stands, however many kings there are." if house.kings_redeal == "off"
           else "With three or four kings on the first board the hand is dealt again.")
    yield ("A card takes one card of its own rank. Only where there is none it takes two or more that add up to it. "
           "A card that takes nothing stays on the board; one that can take must.")
    if house.trail_rule == "hand":
        yield "And it stays there only when no card of the hand could take anything."
    last = "" if house.last_capture_sweep else "; the last card of a hand makes no sweep"
    yield f"Clearing the board is a sweep{last}. At the end the board goes to whoever took last."
    yield ("The hand counts a point each, in this order, for most cards, most diamonds, the 7 of diamonds, the better "
           "primiera, and every sweep; a tie gives nobody a point.")
    yield ("Primiera: the best card of each of the four suits; a 7 counts 21, 6 18, Ace 16, 5 15, 4 14, 3 13, 2 12, "
           "a court card 10.")
    stop = ("Counting stops as soon as somebody is there." if house.stop_midcount else
            "Every hand is counted to its end; the higher score wins, and a tie is played on.")
    yield f"The match is to {house.target}. {stop}"
    yield {"chronological": "Sweeps are counted in the order in which they were made.",
           "non_dealer_first": "The sweeps of the player who did not deal are counted first.",
           "after_all_compare": "All sweeps are counted before the scores are compared.",
           }[house.sweep_order]


# -- the camera's view ------------------------------------------------------------------------


def _explanations(state: State, change: Change) -> Iterator[Action]:
    appeared = [card for place, card in change.appeared if place == "board"]
    left = tuple(card for place, card in change.left if place == "board" and card not in appeared)
    if state.phase != "play":
        if appeared:
            yield Action(TABLE, "deal", tuple(appeared))
        return
    marked = [(place.partition(":")[2], card) for place, card in change.appeared if place.startswith("captured:")]
    turn = state.players[state.turn]
    seen = [*marked, *((turn, card) for card in appeared)]
    for player, card in seen:
        if left:
            yield Action(player, "play", (card,), take=left)
        if not left or _is_last_card(state):  # then the whole board is gathered up, whatever was taken
            yield from _plays(player, card, state.board)
            yield Action(player, "play", (card,))
    if left and not seen:
        yield from (Action(turn, "play", (card,), take=left) for card in unseen(state, turn)
                    if _capture_fault(card, left, state.board) is None)


def _is_last_card(state: State) -> bool:
    """Whether the card that is played now is the last of the hand."""
    return state.stock == 0 and sum(state.left) == 1


# -- random sittings --------------------------------------------------------------------------


class RandomScopa(RandomPlayer[State], game="scopa"):
    """Honest people who take and lay down at random."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self.stock = self.shuffled(self.pack)
        self.ahead: list[Card] = []  # the pack as it will be dealt next

    @property
    def pack(self) -> Counter[Card]:
        return PACK

    def candidates(self) -> list[Action]:
        state, actor = self.state, self.match.to_act
        if actor is None:
            self.ahead = self.ahead or self.shuffled(self.pack)
            return [] if state.over else [Action(TABLE, "deal", tuple(self.ahead[:BOARD]))]
        hand = self.hands[actor]
        plays = [action for card in hand for action in _plays(actor, card, state.board)]
        taking = any(action.take for action in plays)
        strict = state.house.trail_rule == "hand" and taking
        lying_down = [] if strict else [Action(actor, "play", (card,)) for card in hand]
        return list(dict.fromkeys([*(action for action in plays if action.take or not strict), *lying_down]))

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self.stock, self.ahead = self.ahead[BOARD:], []
            self.hands = {name: [] for name in self.hands}
        else:
            self.hands[action.actor].remove(action.card)
        if self.state.phase == "play" and not any(self.hands.values()):
            for hand in self.hands.values():
                hand += [self.stock.pop() for _ in range(HAND)]

    def everything(self) -> Counter[Card]:
        held = [card for hand in self.hands.values() for card in hand]
        return Counter([*self.state.board, *self.state.piles[0], *self.state.piles[1], *held, *self.stock])

    def is_listed(self, action: Action) -> bool:
        return action.verb != "deal"

    def check(self) -> None:
        """Hands and stock are as tracked; a hand that is over has given all its cards to somebody."""
        state = self.state
        assert state.left == tuple(map(len, self.hands.values()))
        assert state.phase == "deal" or state.stock == len(self.stock)
        if state.phase == "done" and state.last_capturer is not None:
            assert sum(map(len, state.piles)) == len(PACK)


SCOPA = Scopa()

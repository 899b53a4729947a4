"""Never Over: collect green cards on your pile, each no higher than the red card that caps it.

    match = Match(NEVER_OVER, Table(("Ann", "Bob", "Cal"), dealer="Cal"))
    match.push(parse_action("Ann play +3"))           # her own green pile
    match.push(parse_action("Bob play <=1 on Ann"))   # a red card caps Ann at 1

The top card of a red pile is its owner's cap; an empty one counts as the highest card of the pack.
Cards may also be named by an ordinary pack: diamonds are red, all other suits green (RULES 1.2).
Partners who share their piles keep them at the first of them in seat order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from rules.core.action import TABLE, Action
from rules.core.cards import RANKS, Card
from rules.core.errors import SetupError
from rules.core.faults import COMMON_CODES, clause_fault, face_down_fault, hand_fault, pack_fault
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places, owned
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, leaders, left_of, with_item
from rules.core.verbs import ANY, DEAL, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, need, ok, warn, which_card

FEW = 5  # so few useful cards are worth a word
GREENS = "13,11,9,7"
REDS = "1,2,3,4,5"
_COUNTS = r"\d+(,\d+){0,9}"
_CARD = rf"(?i)[{RANKS}][CDHS]"


def green(value: int) -> Card:
    return Card(f"+{value}")


def red(value: int) -> Card:
    return Card(f"<={value}")


def is_green(card: Card) -> bool:
    return card.face.startswith("+")


def is_red(card: Card) -> bool:
    return card.face.startswith("<=")


def pointage(card: Card) -> int:
    """The number on a Never Over card."""
    return int(card.face.lstrip("+<="))


# -- house rules and pack (RULES 1.2, 1.8) ------------------------------------------------------


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name."""

    draws: str
    draw_timing: str
    discards: str
    stock: str
    take_discard: str
    redundant_plays: str
    hand_size: int
    retire_at: str
    must_act: str
    play_on_retired: str
    partners: str
    partner_piles: str
    partner_red: str
    partner_score: str
    pack: str
    greens: str
    reds: str
    zero_card: str

    @cached_property
    def cards(self) -> Counter[Card]:
        """The pack as a multiset."""
        pack = Counter({green(value): n for value, n in enumerate(_counts(self.greens), 1)})
        pack.update({red(value): n for value, n in enumerate(_counts(self.reds))})
        return +pack

    @cached_property
    def highest(self) -> int:
        """The highest pointage, the same for both colours: the cap of an empty red pile."""
        return _highest(_counts(self.reds))

    @property
    def has_stock(self) -> bool:
        return self.stock == "used" and self.draw_timing != "no_stock_play"

    def named(self, card: Card) -> Card:
        """The card by this game's name: ordinary cards are read as their Never Over card."""
        if card.face == self.zero_card.upper():
            return red(0)
        if not card.is_standard or card.number > 9:
            return card
        return red(card.number) if card.suit == "D" else green(card.number)


def _counts(text: str) -> list[int]:
    return [int(n) for n in text.split(",")]


OPTIONS = (
    Option("draws", ("assumed", "recorded"), "Whether every turn's draw is taken for granted or written down."),
    Option("draw_timing", ("before_play", "after_play", "no_stock_play"), "When a card is drawn from the stock."),
    Option("discards", ("spread", "squared", "none"), "How the discards lie, or that nobody may discard."),
    Option("stock", ("used", "none"), "Whether the cards that were not dealt form a stock."),
    Option("take_discard", ("never", "top_only"), "Whether the top discard may be taken instead of drawing."),
    Option("redundant_plays", ("allowed", "forbidden"), "Whether a red card may be put on an equal cap."),
    Option("hand_size", (8,), "Cards dealt to each player.", least=1),
    Option("retire_at", ("turn_start", "any_time_on_turn"), "When a player may retire."),
    Option("must_act", ("true", "pass_allowed"), "Whether a player must move a card in every turn."),
    Option("play_on_retired", ("allowed_warn", "forbidden"),
           "Whether red cards may be put on a retired player's pile."),
    Option("partners", ("none", "fixed", "rotating:S+D", "rotating:S+dealer+D"),
           "Who plays together: opposite players, the dealer's two neighbours, or these and the dealer."),
    Option("partner_piles", ("separate", "shared"), "Whether partners share one green and one red pile."),
    Option("partner_red", ("as_owner", "as_opponent", "either", "none"),
           "Which red cards may be put on a partner's own pile."),
    Option("partner_score", ("pooled",), "Partners are each credited with the total of their side."),
    Option("pack", ("suggested55", "custom"), "The suggested 55 cards, or those of the options greens and reds."),
    Option("greens", (GREENS,), "With a custom pack: how many green 1s, 2s, 3s and so on.", pattern=_COUNTS),
    Option("reds", (REDS,), "With a custom pack: how many red 0s, 1s, 2s and so on.", pattern=_COUNTS),
    Option("zero_card", ("KD",), "The card of an ordinary pack that stands for the red 0.", pattern=_CARD),
)


def _check_house(house: House, players: tuple[str, ...]) -> None:
    """Refuse a pack or a partnership that makes no game; raises SetupError."""
    greens, reds = _counts(house.greens), _counts(house.reds)
    if house.pack == "suggested55" and (house.greens, house.reds) != (GREENS, REDS):
        raise SetupError("Your own numbers of green and red cards need 'option pack: custom'.")
    if len(greens) > 9 or len(reds) > 10:
        raise SetupError("Never Over cards go up to 9.")
    if _highest(greens) + 1 != _highest(reds):
        raise SetupError(f"The highest green card is {_highest(greens) + 1} and the highest red card {_highest(reds)}; "
                         "they must be the same.")
    if not _highest(reds):
        raise SetupError("The pack has no green card to collect.")
    needed, total = len(players) * house.hand_size, sum(house.cards.values())
    if needed > total:
        raise SetupError(f"{len(players)} players with {quantity(house.hand_size, 'card')} each need {needed} cards; "
                         f"the pack has {total}.")
    if house.partners == "fixed" and (len(players) < 4 or len(players) % 2):
        raise SetupError("Fixed partners sit opposite each other: that takes 4, 6 or more players, an even number.")
    least = {"rotating:S+D": 3, "rotating:S+dealer+D": 4}.get(house.partners, 2)
    if len(players) < least:
        raise SetupError(f"With partners {house.partners} at least {least} players are needed.")


def _highest(counts: list[int]) -> int:
    return max((i for i, n in enumerate(counts) if n), default=-1)


def _sides(house: House, players: tuple[str, ...], dealer: str) -> tuple[tuple[str, ...], ...]:
    """Who scores together in this deal, each side in seat order (RULES 1.8)."""
    if house.partners == "none":
        return tuple((name,) for name in players)
    if house.partners == "fixed":
        half = len(players) // 2
        return tuple((players[i], players[i + half]) for i in range(half))
    pair = {left_of(players, dealer), left_of(players, dealer, -1)}
    if house.partners == "rotating:S+dealer+D":
        pair.add(dealer)
    chosen = tuple(name for name in players if name in pair)
    rest = tuple(name for name in players if name not in pair)
    return (chosen, rest) if rest else (chosen,)


# -- state -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """One series of games.  Tuples by seat follow `players`; shared piles lie at the first partner's seat.

    turn: who is on turn, empty when all have retired.  drew: has drawn this turn.  owes: has moved and must
    still draw (draws recorded, after the play).  mover: who moved last.  missed: he had not drawn before it and
    nobody has acted since.  won: points of earlier games.  known: cards of the hands that everybody has seen."""

    players: tuple[str, ...]
    house: House
    dealer: str
    sides: tuple[tuple[str, ...], ...]
    turn: str
    hands: tuple[int, ...]
    stock: int
    greens: tuple[tuple[Card, ...], ...]
    reds: tuple[tuple[Card, ...], ...]
    won: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    at: int = 0
    deals: int = 1
    fresh: bool = True  # dealt, and nothing has happened; the first deal need not be said
    discards: tuple[Card, ...] = ()
    drew: bool = False
    owes: bool = False
    mover: str = ""
    missed: bool = False
    retired: tuple[str, ...] = ()

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def held(self, player: str) -> int:
        """Cards in the player's hand."""
        return self.hands[self.seat(player)]

    def side(self, player: str) -> tuple[str, ...]:
        return next(side for side in self.sides if player in side)

    def keeper(self, player: str) -> str:
        """At whose place the player's piles lie."""
        return self.side(player)[0] if self.house.partner_piles == "shared" else player

    @property
    def keepers(self) -> tuple[str, ...]:
        """Everybody who has piles before him, in seat order."""
        return tuple(name for name in self.players if self.keeper(name) == name)

    def cap(self, player: str) -> int:
        """The governing number of the player's red pile (RULES 1.4)."""
        pile = self.reds[self.seat(self.keeper(player))]
        return pointage(pile[-1]) if pile else self.house.highest

    def green_sum(self, player: str) -> int:
        """Points on the player's green pile."""
        return sum(map(pointage, self.greens[self.seat(self.keeper(player))]))

    def points(self, player: str) -> int:
        """Points in this game: those of the whole side."""
        return sum(self.green_sum(name) for name in {self.keeper(partner) for partner in self.side(player)})

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards on the table, by their order on the piles."""
        return tuple(card for pile in (*self.greens, *self.reds, self.discards) for card in pile)

    def elsewhere(self, player: str) -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""
        shown = (card for name, known in zip(self.players, self.known, strict=True) for card in known if name != player)
        return (*self.seen, *shown)

    @property
    def can_draw(self) -> bool:
        return self.house.has_stock and self.stock > 0

    def is_gone(self, player: str) -> bool:
        """Whether nobody plays to the player's green pile any more."""
        keepers = [name for name in self.players if self.keeper(name) == self.keeper(player)]
        return all(name in self.retired for name in keepers)


# -- the game ---------------------------------------------------------------------------------


class NeverOver(Game[State], Camera[State], Shown[State]):
    """The rules of Never Over (RULES 1)."""

    name = "never_over"
    title = "Never Over"
    min_players = 2
    max_players = 20
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("play", cards=ANY, clauses=("on", "to"), told_by="cards"),
        Verb("draw", numbers=(0, 1)),
        Verb("discard", cards=ANY, told_by="cards"),
        Verb("retire", numbers=(0, 1), aside=True),
        Verb("pass", unsaid="sometimes"),
        SHOW,
    )
    summary = ("Collect green cards on your pile; each counts its number. A red card on your red pile caps what you "
               "may add: never over the number on its top card. Load the others with low red cards.")
    codes: ClassVar = {
        **COMMON_CODES,
        "OVER_CAP": "A green card may not be higher than the top card of its owner's red pile.",
        "OWN_RED_LOWER": "Nobody may lower a cap of one's own.",
        "OPP_RED_HIGHER": "A player may not raise an opponent's cap.",
        "FOREIGN_GREEN_PILE": "Green cards go on one's own green pile only.",
        "WRONG_PILE": "Green cards go on green piles and red cards on red piles.",
        "PARTNER_RED": "At this table nothing is put on a partner's red pile.",
        "REDUNDANT": "At this table a red card may not be put on an equal cap.",
        "ON_RETIRED": "A card on a retired player's red pile has no effect any more.",
        "RETIRED": "A retired player does not play any more.",
        "LATE_RETIRE": "Retiring takes the place of a turn, before the draw.",
        "TWO_CARDS": "One card is moved in a turn.",
        "UNSEEN_CARD": "The card must be named.",
        "MISSED_ANNOUNCE": "A red card can go on more than one pile; say on whose.",
        "MISSED_DRAW": "While there is a stock, one card is drawn in every turn.",
        "DREW_TWO": "One card is drawn in a turn.",
        "EARLY_DRAW": "At this table a card is drawn after the move.",
        "NO_STOCK": "There is no stock to draw from.",
        "TAKE_DISCARD": "At this table discards are never taken, or there is none.",
        "NO_DISCARDS": "At this table nobody may discard.",
        "MUST_ACT": "In every turn a player moves a card, or retires.",
        "EARLY_DEAL": "The next game is dealt when everybody has retired.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        house = House(**options)  # type: ignore[arg-type]
        _check_house(house, players)
        return _dealt(house, players, dealer, (0,) * len(players))

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    def fined(self, state: State, player: str, points: int) -> State:
        """With partners it costs the whole side."""
        side = state.side(player)
        won = tuple(score - points * (name in side) for name, score in zip(state.players, state.won, strict=True))
        return _step(replace(state, won=won))

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        named = replace(action, cards=tuple(map(state.house.named, action.cards)))
        if state.owes and action.actor == _next_active(state, state.turn) != state.turn:
            return _missed_draw(state, named)
        return _JUDGES[action.verb](state, named)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        possible = [Action(TABLE, "deal"), *_all_moves(state)]
        return tuple(action for action in possible if self.judge(state, action).applies)

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.turn or None

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(*(owned(colour, name) for name in players for colour in ("green", "red")),
                              Place("discards", lie="row"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        shown = {"discards": state.discards}
        for name in state.keepers:
            shown[f"green:{name}"] = state.greens[state.seat(name)]
            shown[f"red:{name}"] = state.reds[state.seat(name)]
        return shown

    def public(self, state: State) -> dict[str, Any]:
        return {
            "caps": {name: state.cap(name) for name in state.players},
            "green": {name: texts(state.greens[state.seat(state.keeper(name))]) for name in state.players},
            "stock": state.stock,
            "retired": [name for name in state.players if name in state.retired],
        }

    def outcome(self, state: State) -> Outcome:
        scores = {name: won + state.points(name) for name, won in zip(state.players, state.won, strict=True)}
        return Outcome(not state.turn, scores, leaders(scores) if not state.turn else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 1.12.  `adds`: for each owner what he and others may put on his piles, with how many such
        cards are still unseen (0: impossible) and whether it would have no effect."""
        hidden, playable = unseen(state), _playable(state)
        return {
            "seats": {name: {
                "green": state.green_sum(name), "cap": state.cap(name), "retired": name in state.retired,
                "buried": _buried(state, name), "hand": state.held(name),
                "known": texts(state.known[state.seat(name)]),
            } for name in state.players},
            "adds": {name: _adds(state, name, playable) for name in state.keepers},
            "unseen": {str(card): hidden[card] for card in state.house.cards},
            "stock": state.stock, "meaningful": _meaningful(state), "hints": _hints(state),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """A card on a pile was put there by whoever is on turn, or, on a green pile, by its owner; a card gone
        from the discards was taken; bare piles are a new deal."""
        return tuple(_explanations(state, change))

    def laid_aside(self, state: State, player: str, cards: tuple[Card, ...]) -> Action | None:
        """Face down: the player on turn retires (RULES 1.6); open: who has retired shows what he had left."""
        if cards:
            return Action(player, "show", cards) if player in state.retired else None
        return Action(player, "retire") if player == state.turn else None


# -- dealing ----------------------------------------------------------------------------------


def _dealt(house: House, players: tuple[str, ...], dealer: str, won: tuple[int, ...]) -> State:
    """A new game: empty piles, the dealer's left plays first (RULES 1.3)."""
    bare: tuple[tuple[Card, ...], ...] = ((),) * len(players)
    stock = sum(house.cards.values()) - len(players) * house.hand_size if house.stock == "used" else 0
    return State(players, house, dealer, _sides(house, players, dealer), left_of(players, dealer),
                 (house.hand_size,) * len(players), stock, bare, bare, won, bare)


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = clause_fault(action) or face_down_fault(action)
    if state.fresh and not fault:
        return ok(_step(replace(state, fresh=False)), f"{state.dealer} deals.")
    won = tuple(NEVER_OVER.outcome(state).scores.values())
    new = _dealt(state.house, state.players, left_of(state.players, state.dealer), won)
    after = _step(replace(new, at=state.at, deals=state.deals + 1, fresh=False))
    if state.turn and not fault:
        active = [name for name in state.players if name not in state.retired]
        fault = Fault("EARLY_DEAL", f"{' and '.join(active)} {'have' if len(active) > 1 else 'has'} not retired yet.")
    return illegal(*fault, after) if fault else ok(after, f"{after.dealer} deals.")


# -- moves (RULES 1.5, 1.6) --------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action, "on", "to") or _one_card_fault(action))
    if early:
        return early
    if action.card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda play: _judge_play(state, play))
    if is_red(action.card) and not action.on:
        return _unsaid_pile(state, action)
    owner = action.on or action.actor
    fault = (pack_fault(state.house.cards, state.elsewhere(action.actor), action.cards)
             or _pile_fault(state, action, owner))
    after = _laid(state, action, owner) if action.card in state.house.cards else None
    if fault or after is None:
        return illegal(*(fault or Fault("", "")), after)
    retired = is_red(action.card) and state.is_gone(owner)
    warning = Fault("ON_RETIRED", f"{owner} has retired, so this has no effect.") if retired else None
    return _done(state, action, after, warning, _play_why(state, action, owner))


def _unsaid_pile(state: State, action: Action) -> Verdict:
    """A red card without `on`: taken for granted where it fits only one pile."""
    choices = [replace(action, on=name) for name in state.keepers if not _pile_fault(state, action, name)]
    if len(choices) == 1:
        return _judge_play(state, choices[0])
    if not choices:
        return illegal("OPP_RED_HIGHER", f"The {action.card.name} fits no red pile.")
    return need("MISSED_ANNOUNCE", f"On whose red pile does the {action.card.name} go?", tuple(choices))


def _pile_fault(state: State, action: Action, owner: str) -> Fault | None:
    """Whether the card may go on this owner's pile of its colour (RULES 1.5)."""
    player, card, cap = action.actor, action.card, state.cap(owner)
    colour = "green" if is_green(card) else "red"
    if action.to and action.to.lower() != colour:
        return Fault("WRONG_PILE", f"The {card.name} goes on a {colour} pile.")
    if is_green(card):
        if state.keeper(player) != state.keeper(owner):
            return Fault("FOREIGN_GREEN_PILE", f"{player} may put green cards on his own pile only.")
        too_high = pointage(card) > cap
        return Fault("OVER_CAP", f"{owner} is capped at {cap}: a {pointage(card)} is too high.") if too_high else None
    if state.house.redundant_plays == "forbidden" and pointage(card) == cap:
        return Fault("REDUNDANT", f"{owner} is capped at {cap} already.")
    if state.house.play_on_retired == "forbidden" and state.is_gone(owner):
        return Fault("ON_RETIRED", f"{owner} has retired.")
    return _red_fault(state, player, owner, pointage(card))


def _red_fault(state: State, player: str, owner: str, value: int) -> Fault | None:
    """One's own cap may only rise, another's only fall; a partner's as the house says."""
    cap, manner = state.cap(owner), "as_opponent"
    if state.keeper(player) == state.keeper(owner):
        manner = "as_owner"
    elif owner in state.side(player):
        manner = state.house.partner_red
    if manner == "none":
        return Fault("PARTNER_RED", f"{owner} is {player}'s partner.")
    if manner == "as_owner" and value < cap:
        return Fault("OWN_RED_LOWER", f"{owner} is capped at {cap}; {player} may not lower that to {value}.")
    if manner == "as_opponent" and value > cap:
        return Fault("OPP_RED_HIGHER", f"{owner} is capped at {cap}; {player} may not raise that to {value}.")
    return None


def _laid(state: State, action: Action, owner: str) -> State:
    """The card lies on the owner's pile of its colour, and the move is over."""
    seat, card = state.seat(state.keeper(owner)), action.card
    if is_green(card):
        return _moved(replace(state, greens=with_item(state.greens, seat, (*state.greens[seat], card))), action)
    return _moved(replace(state, reds=with_item(state.reds, seat, (*state.reds[seat], card))), action)


def _play_why(state: State, action: Action, owner: str) -> str:
    value, cap = pointage(action.card), state.cap(owner)
    if is_green(action.card):
        return f"{owner} has {quantity(state.green_sum(owner) + value, 'point')} on the table."
    return f"{owner} stays capped at {cap}." if value == cap else f"{owner} is now capped at {value}."


def _judge_discard(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action) or _one_card_fault(action))
    if early:
        return early
    if action.card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda discard: _judge_discard(state, discard))
    after = _moved(replace(state, discards=(*state.discards, action.card)), action)
    fault = pack_fault(state.house.cards, state.elsewhere(action.actor), action.cards)
    if fault:
        return illegal(*fault, after if action.card in state.house.cards else None)
    if state.house.discards == "none":
        return illegal("NO_DISCARDS", "At this table nobody may discard.", after)
    return _done(state, action, after, None, f"The {action.card.name} is discarded.")


def _done(state: State, action: Action, after: State, warning: Fault | None, why: str) -> Verdict:
    """A move that breaks no rule, with what the table should know about it."""
    drawn = state.can_draw and (state.house.draws == "assumed" or state.house.draw_timing == "after_play")
    if state.can_draw and not drawn and not state.drew:
        warning = warning or _not_drawn(state, action.actor)
    warning = warning or _unheld(state, action, drawn)
    changes = [why] if "now" in why else []
    if after.stock == 1 < state.stock:
        changes.append("One card is left in the stock.")
    if action.actor in after.retired and action.actor not in state.retired:
        changes.append(f"{action.actor} has no cards left and retires.")
    if warning:
        return warn(*warning, after, tuple(changes))
    return ok(after, why, tuple(changes))


def _unheld(state: State, action: Action, drawn: bool) -> Fault | None:
    """More cards than he can hold, or none of those, all of them shown, that he holds."""
    player, held = action.actor, state.held(action.actor) + drawn
    known = state.known[state.seat(player)]
    if action.card not in known and held == len(known) > 0:
        return Fault("HAND_COUNT", f"{player} has shown all his cards, and the {action.card.name} is none of them.")
    return hand_fault(player, held, 1)


def _not_drawn(state: State, player: str) -> Fault:
    there = f"{'is' if state.stock == 1 else 'are'} {quantity(state.stock, 'card')}"
    return Fault("MISSED_DRAW", f"{player} has not drawn; there {there} in the stock.")


# -- whose turn, drawing, retiring (RULES 1.6, 1.7) ---------------------------------------------


def _cannot_act(state: State, action: Action, fault: Fault | None) -> Verdict | None:
    """The verdict when the line makes no sense, or the player may not act now."""
    player = action.actor
    if fault or player == TABLE:
        return illegal(*(fault or Fault("WRONG_TURN", "Only a player can do that.")))
    if state.owes and player == state.turn:
        return illegal("TWO_CARDS", f"{player} has moved a card and only draws now.")
    if player == state.turn:
        return None
    as_if = replace(state, turn=player, owes=False, drew=False,
                    retired=tuple(name for name in state.retired if name != player))
    stands = _JUDGES[action.verb](as_if, action).after
    if player in state.retired:
        return illegal("RETIRED", f"{player} has retired.", stands)
    if state.mover == player:
        return illegal("TWO_CARDS", f"{player} has already moved a card; it is {state.turn}'s turn.",
                       stands, "WRONG_TURN")
    return illegal("WRONG_TURN", f"It is {state.turn}'s turn, not {player}'s.", stands)


def _one_card_fault(action: Action) -> Fault | None:
    return Fault("TWO_CARDS", "One card is moved in a turn.") if len(action.cards) != 1 else None


def _moved(state: State, action: Action) -> State:
    """One card has left the hand; an assumed draw is done, and the turn passes."""
    player, seat, recorded = action.actor, state.seat(action.actor), state.house.draws == "recorded"
    drawn = int(state.can_draw and not recorded and not state.drew)
    hand = max(state.hands[seat] + drawn - 1, 0)
    missed = recorded and state.house.draw_timing == "before_play" and state.can_draw and not state.drew
    after = replace(state, fresh=False, drew=False, mover=player, missed=missed, stock=state.stock - drawn,
                    hands=with_item(state.hands, seat, hand), known=_without(state.known, seat, action.card))
    if state.house.draws == "recorded" and state.house.draw_timing == "after_play" and after.can_draw:
        return _step(replace(after, owes=True))
    return _step(_turn_over(after, player))


def _without(known: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The known cards of the hands, one copy of the card gone from this one."""
    left = list(known[seat])
    if card in left:
        left.remove(card)
    return with_item(known, seat, tuple(left))


def _turn_over(state: State, player: str) -> State:
    """The next active player is on turn; who has no cards and cannot draw is retired (RULES 1.6)."""
    spent = not state.held(player) and not state.can_draw and player not in state.retired
    after = replace(state, owes=False, drew=False, retired=(*state.retired, player) if spent else state.retired)
    return replace(after, turn=_next_active(after, player))


def _next_active(state: State, player: str) -> str:
    """The next player clockwise who has not retired, perhaps the same one; empty when all have."""
    for steps in range(1, len(state.players) + 1):
        name = left_of(state.players, player, steps)
        if name not in state.retired:
            return name
    return ""


def _judge_draw(state: State, action: Action) -> Verdict:
    player, number = action.actor, action.numbers[0] if action.numbers else 1
    fault = clause_fault(action, "source")
    if action.source.lower() not in ("", "stock", "discards"):
        fault = fault or Fault("CLAUSE", "A card is drawn from the stock or 'from discards'.")
    after_play = state.house.draw_timing == "after_play"
    if after_play and state.house.draws == "assumed" and player == state.mover and not fault:
        return _said_afterwards(state, action)
    if state.missed and player == state.mover and not fault:
        return _made_up(state, action, number)
    early = None if state.owes and player == state.turn and not fault else _cannot_act(state, action, fault)
    if early:
        return early
    after = _drawn(state, player, number, action.source.lower() == "discards")
    fault = _draw_fault(state, action, number)
    if not fault and after_play and not state.owes:
        fault = Fault("EARLY_DRAW", "A card is drawn after the move, not before it.")
    return illegal(*fault, after) if fault else ok(after, f"{player} draws.")


def _draw_fault(state: State, action: Action, number: int) -> Fault | None:
    if action.source.lower() == "discards":
        if state.house.take_discard == "never":
            return Fault("TAKE_DISCARD", "Discards are never taken at this table.")
        if not state.discards:
            return Fault("TAKE_DISCARD", "There is no discard to take.")
    elif not state.can_draw:
        return Fault("NO_STOCK", "There is no stock to draw from.")
    if number != 1 or state.drew:
        return Fault("DREW_TWO", "One card is drawn in a turn.")
    return None


def _drawn(state: State, player: str, number: int, from_discards: bool) -> State | None:
    """The hand has grown; None where there is nothing to draw."""
    there = len(state.discards) if from_discards else state.stock
    if not 0 < number <= there:
        return None
    seat = state.seat(player)
    taken = state.discards[-number:] if from_discards else ()
    after = replace(
        state, fresh=False, drew=True, missed=False, known=with_item(state.known, seat, (*state.known[seat], *taken)),
        hands=with_item(state.hands, seat, state.hands[seat] + number),
        stock=state.stock if from_discards else state.stock - number,
        discards=state.discards[:-number] if from_discards else state.discards,
    )
    return _step(_turn_over(after, player) if state.owes else after)


def _made_up(state: State, action: Action, number: int) -> Verdict:
    """A draw that was forgotten before the move is made up before anybody else has acted (RULES 1.9)."""
    fault = _draw_fault(state, action, number)
    after = _drawn(state, action.actor, number, action.source.lower() == "discards")
    after = after and replace(after, drew=False)
    return illegal(*fault, after) if fault else ok(after, f"{action.actor} draws now.")


def _said_afterwards(state: State, action: Action) -> Verdict:
    """A draw after the move that has been taken for granted already: only where it came from can be new."""
    if action.source.lower() != "discards":
        return ok(_step(replace(state, mover="")), f"{action.actor} draws.")
    before = replace(state, stock=state.stock + 1, owes=True, turn=action.actor,
                     hands=with_item(state.hands, state.seat(action.actor), state.held(action.actor) - 1))
    fault = _draw_fault(before, action, 1)
    after = _drawn(before, action.actor, 1, True)
    return illegal(*fault) if fault else ok(after, f"{action.actor} takes the discard.")


def _missed_draw(state: State, action: Action) -> Verdict:
    """The next player acts although the last one has not drawn after his move: he plays one card short."""
    verdict = NEVER_OVER.judge(_turn_over(state, state.turn), action)
    if verdict.kind != "ok":
        return verdict
    return warn(*_not_drawn(state, state.turn), verdict.after, verdict.changes)


def _judge_pass(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action))
    if early:
        return early
    after = _step(_turn_over(replace(state, fresh=False, mover=""), action.actor))
    if state.house.must_act != "pass_allowed":
        return illegal("MUST_ACT", f"{action.actor} must move a card, or retire.", after)
    return ok(after, f"{action.actor} passes.")


def _judge_retire(state: State, action: Action) -> Verdict:
    player, fault = action.actor, clause_fault(action)
    any_time = state.house.retire_at == "any_time_on_turn"
    drawing = state.owes and player == state.turn and any_time and not fault
    early = None if drawing else _cannot_act(state, action, fault)
    if early:
        return early
    retired = replace(state, fresh=False, mover="", retired=(*state.retired, player))
    after = _step(_turn_over(retired, player))
    if state.drew and not any_time:
        return illegal("LATE_RETIRE", f"{player} has drawn; he must move a card first.", after)
    left, tracked = action.numbers[0] if action.numbers else state.held(player), state.held(player)
    # Somebody who may retire at any time may have drawn first, unseen.
    unseen_draw = any_time and state.house.draws == "assumed" and state.can_draw and not state.drew
    if left != tracked and not (unseen_draw and left == tracked + 1):
        return warn("HAND_COUNT", f"{player} should have {quantity(tracked, 'card')} left, not {left}.", after)
    return ok(after, f"{player} retires with {quantity(state.points(player), 'point')}.")


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of a hand laid open; they count nothing (RULES 1.7)."""
    player = action.actor
    if player == TABLE or clause_fault(action):
        return illegal("CLAUSE", "A player shows his cards, and nothing else.")
    after, known = _step(replace(state, fresh=False)), state.known[state.seat(player)]
    new = tuple((Counter(card for card in action.cards if not card.is_unknown) - Counter(known)).elements())
    # Somebody on turn may hold one card more: the one that he has drawn unseen.
    drawn = state.turn == player and state.house.draws == "assumed" and state.can_draw and not state.drew
    fault = (pack_fault(state.house.cards, (*state.elsewhere(player), *known), new)
             or hand_fault(player, state.held(player) + drawn, max(len(known) + len(new), len(action.cards))))
    if fault:
        return warn(*fault, after)
    after = replace(after, known=with_item(state.known, state.seat(player), (*known, *new)))
    return ok(after, "Cards left in hand count nothing." if player in state.retired else
              f"{player} shows {quantity(len(action.cards), 'card')}.")


def _step(state: State) -> State:
    return replace(state, at=state.at + 1)


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "play": _judge_play, "draw": _judge_draw, "discard": _judge_discard,
    "retire": _judge_retire, "pass": _judge_pass, "show": _judge_show,
}


# -- lists ------------------------------------------------------------------------------------


def unseen(state: State, player: str = "") -> Counter[Card]:
    """Cards that nobody has seen, and those that the player has shown that he holds."""
    hidden = Counter(state.house.cards)
    hidden.subtract(state.elsewhere(player))
    return +hidden


def _playable(state: State) -> Counter[Card]:
    """Cards that lie nowhere on the table: in hands, in the stock or out of play."""
    off_table = Counter(state.house.cards)
    off_table.subtract(state.seen)
    return +off_table


def _all_moves(state: State) -> list[Action]:
    """Every kind of card that is unseen on every pile, and the moves without a card."""
    player = state.turn
    if not player:
        return []
    kinds = sorted(unseen(state, player))
    return [
        *(Action(player, "play", (card,)) for card in kinds if is_green(card)),
        *(Action(player, "play", (card,), on=name) for card in kinds if is_red(card) for name in state.keepers),
        *(Action(player, "discard", (card,)) for card in kinds),
        Action(player, "draw"), Action(player, "draw", source="discards"), Action(player, "retire"),
        Action(player, "pass"),
    ]


# -- sentences --------------------------------------------------------------------------------


def _buried(state: State, player: str) -> int:
    """How many cards of the player's red pile have no effect any more."""
    return max(len(state.reds[state.seat(state.keeper(player))]) - 1, 0)


def _lines(state: State) -> Iterator[str]:
    """RULES 1.12 for people."""
    yield from (_seat_line(state, name) for name in state.players)
    if state.turn:
        playable, keeper = _playable(state), state.keeper(state.turn)
        own = _adds(state, keeper, playable)
        yield f"{state.turn} can add green: {_listed(own['own_green'])}"
        yield f"{state.turn} can add red to his own pile: {_listed(own['own_red'])}"
        yield from (f"On {name}: {_listed(_adds(state, name, playable)['others_red'])}"
                    for name in state.keepers if name != keeper)
    if state.house.has_stock:
        yield f"Stock: {quantity(state.stock, 'card')}"
    left = " ".join(f"{card}×{n}" for card, n in sorted(unseen(state).items()) if n)
    yield f"Not seen yet: {left or 'nothing'}"
    yield from _hints(state)


def _seat_line(state: State, name: str) -> str:
    """"Ann: 7, capped at 2 (1 red card buried), 8 cards, among them +3"."""
    buried, known = _buried(state, name), state.known[state.seat(name)]
    return (f"{name}: {state.green_sum(name)}, capped at {state.cap(name)}"
            + (f" ({quantity(buried, 'red card')} buried)" if buried else "")
            + f", {'retired' if name in state.retired else quantity(state.held(name), 'card')}"
            + (f", among them {' '.join(texts(known))}" if known else ""))


def _adds(state: State, owner: str, unseen: Counter[Card]) -> dict[str, list[dict[str, Any]]]:
    """What may be put on the owner's piles by himself and by others."""
    cap = state.cap(owner)
    greens = [green(v) for v in range(1, cap + 1)]
    reds = [red(v) for v in range(state.house.highest + 1)]

    def entries(cards: list[Card]) -> list[dict[str, Any]]:
        return [{"card": str(card), "left": unseen[card], "redundant": is_red(card) and pointage(card) == cap}
                for card in cards]

    return {"own_green": entries(greens), "own_red": entries([card for card in reds if pointage(card) >= cap]),
            "others_red": entries([card for card in reds if pointage(card) <= cap])}


def _listed(entries: list[dict[str, Any]]) -> str:
    notes = [f"{e['card']}{' (none left)' if not e['left'] else ' (no effect)' if e['redundant'] else ''}"
             for e in entries]
    return ", ".join(notes) or "nothing"


def _meaningful(state: State) -> int:
    """How many cards still to come could change something for somebody who has not retired."""
    caps = [state.cap(name) for name in state.players if name not in state.retired]
    if not caps:
        return 0
    return sum(n for card, n in _playable(state).items()
               if (is_green(card) and pointage(card) <= max(caps))
               or (is_red(card) and any(pointage(card) != cap for cap in caps)))


def _hints(state: State) -> list[str]:
    caps = [state.cap(name) for name in state.players if name not in state.retired]
    playable, useful = _playable(state), _meaningful(state)
    hints = ["One card is left in the stock."] if state.house.has_stock and state.stock == 1 else []
    greens = any(is_green(card) and pointage(card) <= max(caps, default=0) for card in playable)
    raising = any(is_red(card) and pointage(card) > min(caps, default=99) for card in playable)
    if caps and not (greens or raising):
        hints.append("No green card can be added any more; retiring makes sense.")
    elif caps and not any(caps):
        hints.append("Everybody is capped at 0: retiring makes sense without a red card that raises the cap.")
    elif caps and useful <= FEW:
        hints.append(f"Still to come that could change anything: {quantity(useful, 'card')}.")
    return hints


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield NeverOver.summary
    greens, reds = _counts(house.greens), _counts(house.reds)
    green_cards = ", ".join(f"{n} × {value}" for value, n in enumerate(greens, 1) if n)
    red_cards = ", ".join(f"{n} × {value}" for value, n in enumerate(reds) if n)
    yield (f"The {'suggested' if house.pack == 'suggested55' else 'table has its own'} pack: {sum(greens)} green cards "
           f"({green_cards}) and {sum(reds)} red cards ({red_cards}). With ordinary packs diamonds are red, all other "
           f"suits green, and the {Card(house.zero_card.upper()).name} is the red 0.")
    yield (f"Each player gets {quantity(house.hand_size, 'card')}; the rest is "
           f"{'the stock' if house.stock == 'used' else 'out of play'}. The player at the dealer's left begins.")
    drawing = {
        "before_play": "draw a card from the stock while there is one, then move one card",
        "after_play": "move one card, then draw a card from the stock while there is one",
        "no_stock_play": "move one card; nothing is drawn"}[house.draw_timing]
    discards = {"spread": "face up to the spread discards", "squared": "face up to the squared discards",
                "none": ""}[house.discards]
    yield (f"On your turn {drawing if house.stock == 'used' else 'move one card; nothing is drawn'}. A green card goes "
           f"to your own green pile, a red card to any red pile{f', or any card {discards}' if discards else ''}. "
           f"{'' if discards else 'Nobody may discard. '}"
           + ("You may also pass." if house.must_act == "pass_allowed" else "You must move a card."))
    yield ("The top discard may be taken instead of drawing." if house.take_discard == "top_only"
           else "Discards are never taken.") + (
        " Draws are taken for granted; nobody writes them down." if house.draws == "assumed"
        else " Every draw is written down.")
    yield ("The top card of your red pile is your cap, the highest card of the pack while the pile is empty. A green "
           "card may not be higher than your cap; a red card may not lower your own cap or raise another's, and one "
           f"equal to the cap, which changes nothing, is {house.redundant_plays}. Green cards that lie stay, whatever "
           "comes later.")
    yield ("You may retire at any time in your turn" if house.retire_at == "any_time_on_turn"
           else "You may retire instead of your turn") + (
        ", laying your cards face down, and must when you have none left. Red cards on a retired player's pile are "
        + ("allowed, though they have no effect." if house.play_on_retired == "allowed_warn" else "forbidden."))
    yield from _partners_prose(house)
    yield ("The game ends when all have retired. Green cards count their number; red cards and cards in hand count "
           "nothing. Ties stand.")
    yield "The deal passes to the left. Play as many games as you like, best as many for each dealer; points add up."


def _partners_prose(house: House) -> Iterator[str]:
    who = {"none": "Everybody plays alone.", "fixed": "Partners sit opposite each other.",
           "rotating:S+D": "The dealer's two neighbours play together against the rest.",
           "rotating:S+dealer+D": "The dealer and the two neighbours play together against the rest."}[house.partners]
    yield who
    if house.partners == "none":
        return
    yield {"separate": "Partners keep piles of their own",
           "shared": "Partners share one green and one red pile"}[house.partner_piles] + "; " + {
        "as_owner": "red cards on a partner's pile must be as high as the cap or higher",
        "as_opponent": "red cards on a partner's pile must be as low as the cap or lower",
        "either": "any red card may be put on a partner's pile",
        "none": "nothing may be put on a partner's red pile"}[house.partner_red] + (
        "; each is credited with the total of the side.")


# -- the camera's view ------------------------------------------------------------------------


def _explanations(state: State, change: Change) -> Iterator[Action]:
    for place, card in change.appeared:
        if not card.is_unknown:
            yield from _explained(state, place, state.house.named(card))
    if change.left and not change.appeared:
        yield Action(TABLE, "deal") if not state.turn else Action(state.turn, "draw", source="discards")


def _explained(state: State, place: str, card: Card) -> list[Action]:
    """Who may have put the card there."""
    pile, _, owner = place.partition(":")
    player = state.turn
    if not (is_green(card) or is_red(card)):
        return []
    shown = [Action(owner, "show", (card,))] if owner in state.retired and pile in ("green", "red") else []
    if not player:
        return shown
    if pile == "discards":
        return [Action(player, "discard", (card,))]
    if pile == "red" and is_red(card):
        return [Action(player, "play", (card,), on=owner), *shown]
    if pile == "green" and is_green(card):
        own = Action(player, "play", (card,))
        others = [Action(owner, "play", (card,)), Action(player, "play", (card,), on=owner)]
        return [*([own] if state.keeper(player) == owner else others), *shown]
    return [Action(player, "play", (card,), on=owner, to=pile)]


# -- random sittings --------------------------------------------------------------------------


class RandomNeverOver(RandomPlayer[State], game="never_over"):
    """People playing Never Over at random, a few games in a row."""

    games = 2

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        return self.state.house.cards

    def _deal(self) -> None:
        cards, size = self.shuffled(self.pack), self.state.house.hand_size
        self.hands = {name: [cards.pop() for _ in range(size)] for name in self.hands}
        self.stock, self.aside = (cards, []) if self.state.house.stock == "used" else ([], cards)

    def candidates(self) -> list[Action]:
        state = self.state
        if not state.turn:
            return [Action(TABLE, "deal")] if state.deals < self.games else []
        player, house = state.turn, state.house
        may_draw = state.can_draw and not state.drew
        draws = [Action(player, "draw"), Action(player, "draw", source="discards")]
        if state.owes:
            return draws
        if house.draws == "recorded" and house.draw_timing == "before_play" and may_draw:
            return draws
        moves = self._moves(player, may_draw and house.draws == "assumed" and house.draw_timing == "before_play")
        rest = [Action(player, "pass")] if self.rng.random() < 0.1 else []
        few = not state.stock or self.rng.random() < 0.05
        if house.draws == "assumed" and house.draw_timing == "before_play" and may_draw:
            rest.append(draws[1])
        return [*moves, *rest, *([Action(player, "retire")] if few or not moves or house.discards == "none" else [])]

    def _moves(self, player: str, with_top: bool) -> list[Action]:
        """Every card he can see, to every pile."""
        hand = sorted({*self.hands[player], *(self.stock[-1:] if with_top else [])})
        return [move for card in hand for move in (
            Action(player, "discard", (card,)),
            *([Action(player, "play", (card,), on=name) for name in self.state.keepers
               if name != self.state.keeper(player)] if is_green(card) else []),
            *([Action(player, "play", (card,))] if is_green(card) else []),
            *([Action(player, "play", (card,), on=name) for name in self.state.keepers] if is_red(card) else []),
        )]

    def happened(self, action: Action) -> None:
        before = self.match.events[-1].before
        if action.verb == "deal":
            self._deal()
            return
        hand = self.hands[action.actor]
        if action.source == "discards":
            hand.append(before.discards[-1])
        for _ in range(before.stock - self.state.stock):
            hand.append(self.stock.pop())
        for card in action.cards:
            hand.remove(card)

    def check(self) -> None:
        state = self.state
        assert by_player(state.players, state.hands) == {name: len(hand) for name, hand in self.hands.items()}
        assert len(self.stock) == state.stock
        if state.deals == 1 and state.house.partners == "none":
            on_table = sum(pointage(card) for pile in state.greens for card in pile)
            assert sum(self.match.scores.values()) == on_table


NEVER_OVER = NeverOver()

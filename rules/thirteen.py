"""Thirteen (tiến lên): be the first without cards by beating, in turn, what lies on the table (RULES 7).

    >>> match = Match(THIRTEEN, Table(("Ann", "Bob", "Cal", "Dee"), dealer="Dee"))
    >>> match.push(parse_action("Bob play 3S 3H")).why
    'Beat a pair of 3s up to the 3 of hearts.'

The combinations are in `rules.combinations`.  Hands are hidden and never grow: the engine keeps their
sizes, the cards played and the cards shown.  What it can prove is the combination, the turn, and, from a
lower card that comes to light, that the wrong player or the wrong cards opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, NamedTuple

from rules.combinations import (
    RANK_ORDER,
    Combination,
    House,
    beating_fault,
    classify,
    is_run_spoilt_by_a_2,
    order,
    runs_of_pairs,
    same_rank_plays,
    tops_that_beat,
)
from rules.core.action import TABLE, Action
from rules.core.cards import RANK_NAMES, Card, cards_sentence, standard_pack
from rules.core.faults import (
    COMMON_CODES,
    actor_fault,
    clause_fault,
    face_down_fault,
    hand_fault,
    pack_fault,
    turn_fault,
)
from rules.core.game import Camera, Change, Game, Outcome, Shown, Table
from rules.core.options import Option, Value
from rules.core.people import RandomPlayer
from rules.core.places import Place, Places
from rules.core.places import by_name as places_by_name
from rules.core.said import Fault, quantity, texts
from rules.core.seats import by_player, left_of, with_item
from rules.core.verbs import ANY, DEAL, SHOW, Verb, by_name
from rules.core.verdict import Verdict, illegal, ok, proven, warn, which_card

ONE_PACK, TWO_PACKS = standard_pack(), standard_pack(copies=2)
LOWEST = Card("3S")
PLACE = "trick"
FULL_HAND = 13

OPTIONS = (
    Option("chops", ("any", "only_2s"), "What a chop (four of a kind, or a run of pairs) may be played on."),
    Option("longer_pairs_beat", (False, True), "Whether a longer run of pairs beats a shorter one."),
    Option("quad_beats_pairs", ("none", "always"), "Whether four of a kind beats a run of pairs."),
    Option("min_straight", (3, 5), "How many cards the shortest straight has."),
    Option("triple", (True, False), "Whether three of a kind is a combination."),
    Option("chop_pairs_with_2", (False, True), "Whether a run of pairs may end in 2s."),
    Option("straight_same_suit_lock", (False, True), "Whether a straight in one suit is beaten only by one in one "
                                                     "suit."),
    Option("four_of_rank", ("redeal", "instant_win", "ignore"), "What a hand dealt all four 2s or all four 3s does."),
    Option("next_lead", ("winner", "lowest"), "Who leads the next game: its last winner, or the 3 of spades."),
    Option("play_on", (False, True), "Whether the others play on for second and third place."),
    Option("even_literal", (False, True), "Whether five or more players get an even number of cards each."),
    Option("high_back", ("red",), "The back that wins between identical cards of two packs.", pattern="[a-z]+"),
)


# -- state ------------------------------------------------------------------------------------


class Opening(NamedTuple):
    """The play that opened a game: it claims to hold the lowest card dealt."""

    player: str
    lowest: Card
    at: int


@dataclass(frozen=True)
class State:
    """Everything public.  Tuples by seat follow `players`.

    free_lead: who leads this game with anything; None: the lowest card dealt opens it.  turn: None before
    such an opening, or when the game is over.  lowest: the lowest card dealt, where the table found it by
    asking.  round: what lies on the table since the last lead; it stays there after the round has ended,
    until the next lead.  known: cards of the hand that were shown."""

    at: int
    players: tuple[str, ...]
    house: House
    dealer: str
    sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    wins: tuple[int, ...]
    deals: int = 1
    free_lead: str | None = None
    turn: str | None = None
    opened: bool = False
    lowest: Card | None = None
    opening: Opening | None = None
    played: tuple[Card, ...] = ()
    round: tuple[Card, ...] = ()
    to_beat: Combination | None = None
    last_player: str | None = None
    knocked: frozenset[str] = frozenset()
    finished: tuple[str, ...] = ()
    over: bool = False
    void: bool = False

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def size(self, player: str) -> int:
        return self.sizes[self.seat(player)]

    def knows(self, player: str) -> tuple[Card, ...]:
        return self.known[self.seat(player)]

    @property
    def must_open_low(self) -> bool:
        """Whether the next play has to contain the lowest card dealt."""
        return not self.opened and self.free_lead is None

    @property
    def has_two_packs(self) -> bool:
        return len(self.players) > 6

    @property
    def pack(self) -> Counter[Card]:
        """By faces: one pack of 52, or two."""
        return TWO_PACKS if self.has_two_packs else ONE_PACK

    @property
    def aside(self) -> int:
        """Cards that were not dealt to anybody."""
        return self.pack.total() - hand_size(len(self.players), self.house) * len(self.players)

    @property
    def still_in(self) -> tuple[str, ...]:
        """Players with cards, clockwise."""
        return tuple(name for name in self.players if name not in self.finished)


def hand_size(players: int, house: House) -> int:
    """13 cards, or an equal number as large as the cards allow (RULES 7.1)."""
    if players <= 4:
        return FULL_HAND
    size = (52 if players <= 6 else 104) // players
    return size - size % 2 if house.even_literal else size


# -- the game ---------------------------------------------------------------------------------


class Thirteen(Game[State], Camera[State], Shown[State]):
    """The rules of Thirteen (RULES 7)."""

    name = "thirteen"
    title = "Thirteen"
    max_players = 12
    options = OPTIONS
    verbs: ClassVar = by_name(
        DEAL,
        Verb("lowest", cards=ANY),
        Verb("play", cards=ANY, told_by="cards", together=True),
        Verb("knock", unsaid="often"),
        SHOW,
    )
    summary = ("Be the first without cards: play a higher combination of the same kind as the one on the table, "
               "or knock and wait for the next round.")
    codes: ClassVar = {
        **COMMON_CODES,
        "NOT_COMBINATION": "A play is a single, a pair, a triple, a straight, four of a kind, or a run of three or "
                           "more pairs.",
        "TWO_IN_STRAIGHT": "2s cannot be part of a straight, nor of a run of pairs unless the table allows it.",
        "WRONG_TYPE": "A play must be of the same type as the one it beats, unless it is a chop.",
        "WRONG_LENGTH": "A straight or run of pairs must be as long as the one it beats.",
        "NOT_HIGHER": "The highest card of the play must be higher than the highest card on the table.",
        "NOT_ONE_SUIT": "A straight in one suit is beaten only by a straight in one suit.",
        "CHOP_FORBIDDEN": "This table allows chops only on 2s.",
        "KNOCKED_PLAYER": "Whoever has knocked is out until the round ends.",
        "MUST_LEAD": "Whoever leads must play something.",
        "NO_3S": "The first play must contain the 3 of spades, or else the lowest card dealt.",
        "WRONG_OPENER": "Whoever holds the lowest card dealt opens the first game.",
        "LATE_LOWEST": "The lowest card is asked for before the play that must contain it.",
        "NOT_FOUR": "Only all four 2s or all four 3s, shown before the first play, change a deal.",
        "UNSEEN_CARD": "The card has to be named.",
        "UNFINISHED": "A new deal begins when the game is over.",
    }

    def _start(self, players: tuple[str, ...], dealer: str, options: dict[str, Value]) -> State:
        house = House(**options)  # type: ignore[arg-type]
        return _dealt(State(0, players, house, dealer, (), (), (0,) * len(players)))

    def rules_text(self, options: Mapping[str, Value]) -> list[str]:
        return list(_prose(House(**options)))  # type: ignore[arg-type]

    def may_grow(self, state: State, action: Action) -> bool:
        """A lead may be of any length; what follows is no shorter than what it has to beat."""
        return action.verb == "play" and (state.to_beat is None or len(action.cards) < state.to_beat.size)

    # -- judging ------------------------------------------------------------------------------

    def judge(self, state: State, action: Action) -> Verdict:
        fault = clause_fault(action) or actor_fault(action, "deal", "lowest")
        return illegal(*fault) if fault else _JUDGES[action.verb](replace(state, at=state.at + 1), action)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """The knock, and every play of cards of one rank; straights and runs are too many to list."""
        if state.over or state.void:
            return (Action(TABLE, "deal"),)
        actors = (state.turn,) if state.turn else state.players
        plays = [Action(actor, "play", cards) for actor in actors for cards in same_rank_plays(unseen(state, actor))]
        knock = [Action(state.turn, "knock")] if state.turn and state.to_beat else []
        return tuple(action for action in (*plays, *knock) if self.judge(state, action).applies)

    def fined(self, state: State, player: str, points: int) -> State:
        i = state.players.index(player)
        return replace(state, at=state.at + 1, wins=with_item(state.wins, i, state.wins[i] - points))

    # -- looking ------------------------------------------------------------------------------

    def to_act(self, state: State) -> str | None:
        return state.turn

    def places(self, players: tuple[str, ...]) -> Places:
        return places_by_name(Place(PLACE, lie="centred"))

    def visible(self, state: State) -> dict[str, tuple[Card, ...]]:
        """The cards of the round; a finished round lies there until the next lead."""
        return {PLACE: state.round}

    def public(self, state: State) -> dict[str, Any]:
        return {
            "to_beat": texts(state.round[-state.to_beat.size:] if state.to_beat else ()),
            "type": state.to_beat.label if state.to_beat else None,
            "knocked": sorted(state.knocked, key=state.players.index),
            "hand_sizes": by_player(state.players, state.sizes),
        }

    def outcome(self, state: State) -> Outcome:
        scores = by_player(state.players, state.wins)
        return Outcome(state.over, scores, state.finished[:1] if state.over else (), state.deals)

    def advice(self, state: State) -> dict[str, Any]:
        """RULES 7.8.  `beaten_by`: the highest cards that could still beat the table by its own type."""
        left = unseen(state)
        ranks = Counter(card.rank for card in left)
        return {
            "beat": state.to_beat.sentence if state.to_beat else None,
            "last_player": state.last_player,
            "still_in": [name for name in state.still_in if name not in state.knocked],
            "finished": list(state.finished),
            "beaten_by": texts(tops_that_beat(state.to_beat, left, state.house)) if state.to_beat else [],
            "highest_unseen": str(max(left, key=order)) if left else None,
            "quads_possible": [rank for rank in RANK_ORDER if ranks[rank] >= 4],
            "runs_of_pairs_possible": runs_of_pairs(left, state.house),
            "known": by_player(state.players, map(texts, state.known)),
            "unseen": texts(sorted(left, key=order)),
        }

    def advice_lines(self, state: State) -> list[str]:
        return list(_lines(state, self.advice(state)))

    def explain(self, state: State, change: Change) -> tuple[Action, ...]:
        """All cards that appeared are one play: by whoever is on turn, else by anybody still in."""
        cards = tuple(card for place, card in change.appeared if place == PLACE)
        if not cards:
            return ()
        others = [name for name in state.still_in if name != state.turn]
        return tuple(Action(name, "play", cards) for name in ([state.turn] if state.turn else []) + others)


def unseen(state: State, player: str = "") -> list[Card]:
    """Faces of the cards in hands or aside that nobody has seen, and those the player has shown that he holds."""
    shown = [card for name, cards in by_player(state.players, state.known).items() if name != player for card in cards]
    return list((state.pack - Counter(_faces((*state.played, *shown)))).elements())


def _faces(cards: Iterable[Card]) -> list[Card]:
    """The cards without their backs, as the pack counts them."""
    return [Card(card.face) if card.back else card for card in cards]


# -- dealing (RULES 7.1) ----------------------------------------------------------------------


def _judge_deal(state: State, action: Action) -> Verdict:
    fault = face_down_fault(action)
    if fault:
        return illegal(*fault)
    if state.void:
        return ok(_dealt(state), f"{state.dealer} deals again.")
    if not state.opened and not state.over:
        return ok(_dealt(state))
    leader = state.finished[0] if state.finished and state.house.next_lead == "winner" else None
    after = _dealt(replace(state, dealer=left_of(state.players, state.dealer), deals=state.deals + 1, free_lead=leader))
    if not state.over:
        return illegal("UNFINISHED", "This game is not over yet; a new deal would throw it away.", after)
    return ok(after, f"New cards; {leader} has won and leads." if leader else "New cards; the lowest card opens.")


def _dealt(state: State) -> State:
    """Fresh cards for everybody."""
    count = len(state.players)
    return State(state.at, state.players, state.house, state.dealer, (hand_size(count, state.house),) * count,
                 ((),) * count, state.wins, state.deals, state.free_lead, turn=state.free_lead)


def _judge_lowest(state: State, action: Action) -> Verdict:
    """The lowest card dealt, found by asking upward."""
    fault = pack_fault(state.pack, (), _faces(action.cards))
    if fault:
        return illegal(*fault)
    card, after = action.card, replace(state, lowest=action.card)
    if not state.must_open_low:
        return illegal("LATE_LOWEST", "The lowest card no longer matters: " + (
            "the first card has been played." if state.opened else f"{state.free_lead} leads with anything."), state)
    below = _cards_below(card, state)
    if below > state.aside:
        return illegal("NO_3S", f"The {card.name} cannot be the lowest card dealt: of {quantity(below, 'lower card')} "
                                f"only {state.aside} can lie aside.", after)
    return ok(after, f"The {card.name} is the lowest card dealt; the first play must contain it.")


def _cards_below(card: Card, state: State) -> int:
    """How many cards of the pack are lower by rank and suit."""
    return sum(copies for other, copies in state.pack.items() if order(other) < order(card))


# -- playing (RULES 7.3) ----------------------------------------------------------------------


def _judge_play(state: State, action: Action) -> Verdict:
    player, cards = action.actor, action.cards
    if any(card.is_unknown for card in cards):
        return which_card(action, unseen(state, player), lambda choice: _judge_play(state, choice))
    combination = classify(cards, state.house)
    fault = _turn_fault(state, player) or _cards_fault(state, player, cards)
    if isinstance(combination, Fault):
        more = ((combination.code,) if fault else ()) + (("TWO_IN_STRAIGHT",) if is_run_spoilt_by_a_2(cards) else ())
        return illegal(*(fault or combination), None, *more)
    after = _played(state, player, cards, combination)
    fault = fault or _opening_fault(state, player, cards)
    if not fault and state.to_beat:
        fault = beating_fault(state.to_beat, combination, state.house)
    if fault:
        return illegal(*fault, after)
    return _with_proof(state, action, after, _play_sentence(after, player, combination))


def _judge_knock(state: State, action: Action) -> Verdict:
    player = action.actor
    fault = _turn_fault(state, player)
    if not fault and state.to_beat is None:
        fault = Fault("MUST_LEAD", f"{player} leads and must play something.")
    after = _knocked(state, player) if state.to_beat and player in state.still_in else None
    if fault or after is None:
        return illegal(*(fault or Fault("WRONG_TURN", f"{player} has no cards left.")), after)
    if after.to_beat is None:
        return ok(after, f"Everybody has knocked; {after.turn} leads with anything.", (f"{after.turn} leads",))
    return ok(after, f"{player} is out until the round ends.")


def _turn_fault(state: State, player: str) -> Fault | None:
    if state.over or state.void:
        return Fault("GAME_OVER", f"{'This game is over' if state.over else 'These hands are void'}; deal again.")
    if player in state.knocked:
        return Fault("KNOCKED_PLAYER", f"{player} has knocked and is out until this round ends.")
    return turn_fault(state.turn, player) if state.turn else None  # else nobody knows who holds the lowest card


def _cards_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN, DUPLICATE (a card of one back exists once) or HAND_COUNT."""
    shown = [card for name, held in zip(state.players, state.known, strict=True) if name != player for card in held]
    elsewhere = (*state.played, *shown)
    backs = Counter({card: 1 for card in (*elsewhere, *cards) if card.back})
    others = len(state.knows(player)) and (Counter(state.knows(player)) - Counter(cards)).total()  # not among these
    return (pack_fault(state.pack, _faces(elsewhere), _faces(cards))
            or pack_fault(backs, (card for card in elsewhere if card.back), (card for card in cards if card.back))
            or hand_fault(player, state.size(player) - others, len(cards)))


def _opening_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """NO_3S where the first play provably lacks the lowest card dealt, WRONG_OPENER where somebody has shown a
    lower one."""
    if not state.must_open_low:
        return None
    if state.lowest is not None and state.lowest.face not in {card.face for card in cards}:
        return Fault("NO_3S", f"The first play must contain the {state.lowest.name}, the lowest card dealt.")
    lowest = min(cards, key=order)
    for name, shown in by_player(state.players, state.known).items():
        fault = _lower_card_fault(Opening(player, lowest, state.at), name, shown)
        if fault:
            return fault
    if state.lowest is None and _cards_below(lowest, state) > state.aside:
        return Fault("NO_3S", f"The first play must contain the {LOWEST.name}"
                              f"{', or the lowest card dealt' if state.aside else ''}.")
    return None


def _lower_card_fault(opening: Opening, player: str, cards: Iterable[Card]) -> Fault | None:
    """Why a card lower than the opening's lowest, held by this player, makes the opening wrong (RULES 7.5)."""
    lower = [card for card in cards if order(card) < order(opening.lowest)]
    if not lower:
        return None
    card = min(lower, key=order)
    if player == opening.player:
        return Fault("NO_3S", f"{player} held the {card.name}, so the opening play had to contain it.")
    return Fault("WRONG_OPENER", f"{player} held the {card.name}, lower than {opening.player}'s "
                                 f"{opening.lowest.name}, so {player} should have opened.")


def _with_proof(state: State, action: Action, after: State, why: str) -> Verdict:
    """ok, or the proof that the game was opened by the wrong player or with the wrong cards."""
    fault = _lower_card_fault(state.opening, action.actor, action.cards) if state.opening else None
    if fault is None or state.opening is None:
        return ok(after, why)
    return proven(*fault, state.opening.at, replace(after, opening=None))


def _played(state: State, player: str, cards: tuple[Card, ...], combination: Combination) -> State:
    """The cards on the table and the turn passed on, lawful or let stand."""
    seat = state.seat(player)
    after = replace(
        state, sizes=with_item(state.sizes, seat, max(0, state.sizes[seat] - len(cards))),
        known=tuple(held and _without(held, cards, other == player or not state.has_two_packs)
                    for other, held in zip(state.players, state.known, strict=True)), opened=True,
        opening=Opening(player, min(cards, key=order), state.at - 1) if state.must_open_low else state.opening,
        played=(*state.played, *cards), round=(*state.round, *cards) if state.to_beat else cards,
        to_beat=combination, last_player=player, turn=player)
    if after.size(player) == 0 and player not in after.finished:
        after = _gone_out(after, player)
    return after if after.over else replace(after, turn=_next(after, player))


def _without(held: tuple[Card, ...], cards: tuple[Card, ...], gone: bool) -> tuple[Card, ...]:
    """The cards shown that are still in a hand once these have been laid."""
    return tuple((Counter(held) - Counter(cards)).elements()) if gone else held


def _knocked(state: State, player: str) -> State:
    """Out of the round; when everybody else is, the last to play leads, or the next to his left (RULES 7.4)."""
    after = replace(state, knocked=state.knocked | {player})
    if any(name not in after.knocked and name != after.last_player for name in after.still_in):
        return replace(after, turn=_next(after, player))
    last = after.last_player or player
    leader = last if last in after.still_in else _next(replace(after, knocked=frozenset()), last)
    return replace(after, knocked=frozenset(), to_beat=None, turn=leader)


def _next(state: State, player: str) -> str:
    """The next clockwise who is still in and has not knocked; the same player where nobody is."""
    seats = (left_of(state.players, player, step) for step in range(1, len(state.players)))
    return next((name for name in seats if name in state.still_in and name not in state.knocked), player)


def _gone_out(state: State, player: str) -> State:
    """Out of cards: the winner, or by the option the next place, until one player is left (RULES 7.4)."""
    finished = (*state.finished, player)
    wins = state.wins if state.finished else tuple(
        won + (name == player) for name, won in zip(state.players, state.wins, strict=True))
    over = not state.house.play_on or len(finished) >= len(state.players) - 1
    return replace(state, finished=finished, wins=wins, over=over, turn=None if over else state.turn)


# -- cards shown ------------------------------------------------------------------------------


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: before the first play all four 2s or 3s change the deal (RULES 7.1)."""
    seat, player = state.seat(action.actor), action.actor
    action = replace(action, cards=tuple(card for card in action.cards if not card.is_unknown))
    fault = _cards_fault(state, player, action.cards)
    if fault:
        return warn(*fault, state)
    kept = tuple((Counter(state.known[seat]) | Counter(action.cards)).elements())
    after = replace(state, known=with_item(state.known, seat, kept))
    ranks = {card.rank for card in action.cards}
    if state.opened or state.over or state.void or ranks not in ({"2"}, {"3"}) or len(action.cards) == 1:
        return _with_proof(state, action, after, f"{player} shows the {cards_sentence(action.cards)}.")
    if {card.suit for card in action.cards} != set("CDHS"):
        return warn("NOT_FOUR", "Only all four 2s or all four 3s change a deal.", after)
    dealt = f"{player} was dealt the {cards_sentence(action.cards)}"
    if state.house.four_of_rank == "redeal":
        return ok(replace(after, void=True, turn=None), f"{dealt}: everybody is dealt again.")
    if state.house.four_of_rank == "instant_win":
        return ok(replace(_gone_out(after, player), over=True, turn=None), f"{dealt} and wins.")
    return ok(after, f"{dealt}; this table plays on with such a hand.")


_JUDGES: Mapping[str, Callable[[State, Action], Verdict]] = {
    "deal": _judge_deal, "lowest": _judge_lowest, "play": _judge_play, "knock": _judge_knock, "show": _judge_show,
}


# -- sentences --------------------------------------------------------------------------------


def _play_sentence(after: State, player: str, combination: Combination) -> str:
    if after.over:
        return f"{player} is out of cards" + (" and wins." if after.finished == (player,) else ".")
    out = f"{player} is out of cards. " if player in after.finished else ""
    return f"{out}Beat {combination.sentence}."


def _lines(state: State, advice: Mapping[str, Any]) -> Iterator[str]:
    if state.over:
        yield f"{state.finished[0]} won."
        if len(state.finished) > 1:
            yield "Out in this order: " + ", ".join(state.finished)
        return
    if state.void:
        yield f"The hands are void; {state.dealer} deals again."
        return
    if state.to_beat:
        yield f"{state.turn} must beat {state.to_beat.sentence}, or knock."
    else:
        yield f"{state.turn} leads with anything." if state.turn else (
            f"Whoever holds the {state.lowest.name if state.lowest else 'lowest card'} opens with it.")
    yield "Cards left: " + ", ".join(f"{name} {size}" for name, size in by_player(state.players, state.sizes).items())
    if state.finished:
        yield "Out of cards: " + ", ".join(state.finished)
    if state.knocked:
        yield "Knocked: " + ", ".join(sorted(state.knocked, key=state.players.index))
    if state.to_beat:
        yield f"Last to play: {state.last_player}"
        yield "Beaten by: " + (" ".join(advice["beaten_by"]) or "nothing unseen of its own type")
        if state.has_two_packs:
            yield f"Of two cards alike the {state.house.high_back} one is higher."
    elif advice["highest_unseen"]:
        yield f"Highest card still out: {advice['highest_unseen']}"
    chops = [*(f"four {RANK_NAMES[rank]}s" for rank in advice["quads_possible"]),
             *(f"pairs {run}" for run in advice["runs_of_pairs_possible"])]
    yield "Chops still possible: " + (", ".join(chops) or "none")


def _prose(house: House) -> Iterator[str]:
    """The rules as played, in sentences (`Game.rules_text`)."""
    yield Thirteen.summary
    yield ("Ranks go up from 3 to King, then Ace, then 2; suits go up spades, clubs, diamonds, hearts. The 3 of "
           "spades is the lowest card, the 2 of hearts the highest.")
    yield (f"13 cards each; with five or more players an equal{' and even' if house.even_literal else ''} number "
           "each, and the rest lies aside. Seven or more play with two packs; of two cards alike the "
           f"{house.high_back} one is higher.")
    yield ("Combinations: a single, a pair, " + ("a triple, " if house.triple else "")
           + f"a straight of {house.min_straight} or more without 2s, four of a kind, and a run of three or more pairs"
           + (", 2s included." if house.chop_pairs_with_2 else " without 2s."))
    yield ("The first play contains the 3 of spades, or the lowest card dealt if the 3 of spades lies aside. "
           + ("The winner leads the next game with anything." if house.next_lead == "winner" else
              "So does the first play of every later game."))
    yield ("In turn, beat the table with a play of the same type and size whose highest card is higher, or knock. "
           "Whoever has knocked is out until all others have; then the last to play leads with anything, and all are "
           "in again.")
    yield ("Four of a kind and runs of pairs are chops: on your turn they beat "
           + ("anything" if house.chops == "any" else "2s only")
           + ", and only a higher chop of the same type and length"
           + (", or a longer run," if house.longer_pairs_beat else "")
           + (" or four of a kind" if house.quad_beats_pairs == "always" else "") + " beats them.")
    if house.straight_same_suit_lock:
        yield "A straight in one suit is beaten only by a straight in one suit."
    yield {"redeal": "Whoever is dealt all four 2s or all four 3s shows them, and everybody is dealt again.",
           "instant_win": "Whoever is dealt all four 2s or all four 3s and shows them has won.",
           "ignore": "A hand dealt all four 2s or all four 3s is played like any other."}[house.four_of_rank]
    yield "The first player without cards wins" + ("; the others play on for places. If the one who is out has won "
                                                   "the round, the next to his left leads." if house.play_on else ".")


# -- random sittings --------------------------------------------------------------------------


class RandomThirteen(RandomPlayer[State], game="thirteen"):
    """Honest people who open with the true lowest card."""

    def __init__(self, game: Game[State], table: Table, rng: Random) -> None:
        super().__init__(game, table, rng)
        self._deal()

    @property
    def pack(self) -> Counter[Card]:
        if not self.state.has_two_packs:
            return ONE_PACK
        return Counter(Card(card.face, back) for card in ONE_PACK for back in ("red", "blue"))

    def _deal(self) -> None:
        cards = self.shuffled(self.pack)
        size = self.state.sizes[0]
        for name in self.hands:
            self.hands[name], cards = cards[:size], cards[size:]
        self.aside = cards

    def candidates(self) -> list[Action]:
        state = self.state
        if state.over or state.void:
            return [Action(TABLE, "deal")] if state.deals < 3 else []
        actor = state.turn or min(self.hands, key=lambda name: min(map(order, self.hands[name])))
        lowest = min((card for hand in self.hands.values() for card in hand), key=order)
        plays = [cards for cards in self._plays(actor) if lowest in cards or not state.must_open_low]
        return [*(Action(actor, "play", cards) for cards in plays), Action(actor, "knock")]

    def _plays(self, actor: str) -> list[tuple[Card, ...]]:
        hand = self.hands[actor]
        return [*same_rank_plays(hand), *self._runs(hand, 1), *self._runs(hand, 2)]

    def _runs(self, hand: list[Card], width: int) -> Iterator[tuple[Card, ...]]:
        """Straights (width 1) and runs of pairs (width 2), one random choice of suits each."""
        by_rank = {rank: [card for card in hand if card.rank == rank] for rank in RANK_ORDER[:-1]}
        for start in range(len(RANK_ORDER) - 3):
            for end in range(start + 3, len(RANK_ORDER)):
                groups = [by_rank[rank] for rank in RANK_ORDER[start:end]]
                if any(len(group) < width for group in groups):
                    break
                yield tuple(card for group in groups for card in self.rng.sample(group, width))

    def happened(self, action: Action) -> None:
        if action.verb == "deal":
            self._deal()
        elif action.verb == "play":
            for card in action.cards:
                self.hands[action.actor].remove(card)
        lying = Counter(self.state.round)
        held = [card for hand in self.hands.values() for card in hand]
        self.aside = list((self.pack - lying - Counter(held)).elements())

    def is_listed(self, action: Action) -> bool:
        """Plays of one rank and knocks are listed; of two packs the list knows only the faces."""
        return not self.state.has_two_packs and len({card.rank for card in action.cards}) <= 1

    def check(self) -> None:
        """Hands are as tracked, and what was dealt has been played or is still held."""
        state = self.state
        assert state.sizes == tuple(map(len, self.hands.values()))
        assert len(state.played) + sum(state.sizes) == hand_size(len(state.players), state.house) * len(state.players)


THIRTEEN = Thirteen()

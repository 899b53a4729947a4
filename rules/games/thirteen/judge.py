"""What an event of Thirteen means: deals, plays, knocks and shown cards (RULES 7.1, 7.3 to 7.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from rules.core.action import Action
from rules.core.cards import Card, less
from rules.core.faults import face_down_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import by_player, left_of, with_item
from rules.core.verdict import Judging, Verdict, illegal, ok, proven, warn, which_card
from rules.games.thirteen.combinations import (
    SUIT_ORDER,
    Combination,
    beating_fault,
    classify,
    height,
    is_run_spoilt_by_a_2,
    order,
)
from rules.games.thirteen.state import LOWEST, Opening, State, after_deal, unseen, without_backs


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = face_down_fault(action)
    if broken:
        return illegal(*broken)
    if state.void:
        return ok(after_deal(state), said("deals-again", dealer=state.dealer))
    if not state.opened and not state.over:
        return ok(after_deal(state))
    leader = state.finished[0] if state.finished and state.house.next_lead == "winner" else None
    dealer = left_of(state.players, state.dealer)
    after = after_deal(replace(state, dealer=dealer, deals=state.deals + 1, free_lead=leader))
    if not state.over:
        return illegal(*fault("UNFINISHED"), after)
    return ok(after, said("new-cards", leader=leader) if leader else said("new-cards-lowest"))


def _judge_lowest(state: State, action: Action) -> Verdict:
    """The lowest card dealt, found by asking upward."""
    broken = pack_fault(state.pack, (), without_backs(action.cards))
    if broken:
        return illegal(*broken)
    card, after = action.card, replace(state, lowest=action.card)
    if not state.must_open_low:
        late = fault("LATE_LOWEST") if state.opened else fault("LATE_LOWEST-leader", leader=state.free_lead)
        return illegal(*late, state)
    below = _cards_below(card, state)
    if below > state.aside:
        return illegal(*fault("NO_3S-too-high", card=card, below=below, aside=state.aside), after)
    return ok(after, said("lowest-is", card=card))


def _cards_below(card: Card, state: State) -> int:
    """How many cards of the pack are lower, by rank, suit and back."""
    rank, suit = order(card)
    below = (len(SUIT_ORDER) * rank + suit) * (2 if state.has_two_packs else 1)
    return below + (state.has_two_packs and card.back == state.house.high_back)


def _judge_play(state: State, action: Action) -> Verdict:
    player, cards = action.actor, action.cards
    if any(card.is_unknown for card in cards):
        return which_card(action, unseen(state, player), lambda choice: _judge_play(state, choice))
    combination = classify(cards, state.house)
    broken = _turn_fault(state, player) or _cards_fault(state, player, cards)
    if isinstance(combination, Fault):
        return _no_combination(cards, broken, combination)
    after = _played(state, player, cards, combination)
    broken = broken or _opening_fault(state, player, cards)
    if not broken and state.to_beat and not state.is_alone:
        broken = beating_fault(state.to_beat, combination, state.house)
    if broken:
        return illegal(*broken, after)
    return _with_proof(state, action, after, _play_sentence(after, player, combination))


def _no_combination(cards: tuple[Card, ...], broken: Fault | None, strange: Fault) -> Verdict:
    """Cards that belong to no combination; broken: what was wrong before that."""
    more = ((strange.code,) if broken else ()) + (("TWO_IN_STRAIGHT",) if is_run_spoilt_by_a_2(cards) else ())
    return illegal(*(broken or strange), None, *more)


def may_play(state: State, player: str, cards: tuple[Card, ...]) -> bool:
    """Whether the player on turn can play cards that nobody has seen: as judging says, without the state after it."""
    known = state.knows(player)
    others = len(less(known, cards))
    if len(cards) > state.size(player) - others:
        return False
    combination = classify(cards, state.house)
    if isinstance(combination, Fault) or _opening_fault(state, player, cards):
        return False
    return not state.to_beat or state.is_alone or beating_fault(state.to_beat, combination, state.house) is None


def _judge_knock(state: State, action: Action) -> Verdict:
    player = action.actor
    broken = _turn_fault(state, player)
    after = _knocked(state, player) if state.to_beat and player in state.still_in else None
    if broken or after is None:  # whoever is on turn is still in
        return illegal(*(broken or fault("MUST_LEAD", player=player)), after)
    if after.to_beat is None:
        return ok(after, said("all-knocked", player=player, leader=after.turn), (said("leads", leader=after.turn),))
    return ok(after, said("knocks", player=player))


def _turn_fault(state: State, player: str) -> Fault | None:
    if state.over or state.void:
        return fault("GAME_OVER" if state.over else "GAME_OVER-void")
    if player in state.knocked:
        return fault("KNOCKED_PLAYER", player=player)
    return turn_fault(state.turn, player) if state.turn else None  # else nobody knows who holds the lowest card


def _cards_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """FOREIGN, DUPLICATE (a card of one back exists once) or HAND_COUNT."""
    shown = [card for name, held in zip(state.players, state.known, strict=True) if held and name != player
             for card in held]
    elsewhere = (*state.played, *shown)
    others = len(less(state.knows(player), cards))  # not among these
    return (pack_fault(state.pack, without_backs(elsewhere), without_backs(cards))
            or _back_fault(elsewhere, cards)
            or hand_fault(player, state.size(player) - others, len(cards)))


def _back_fault(elsewhere: tuple[Card, ...], cards: tuple[Card, ...]) -> Fault | None:
    """A card of one back exists once."""
    backed = [card for card in cards if card.back]
    return pack_fault(dict.fromkeys(backed, 1), elsewhere, backed) if backed else None


def _opening_fault(state: State, player: str, cards: tuple[Card, ...]) -> Fault | None:
    """NO_3S where the first play provably lacks the lowest card dealt, WRONG_OPENER where somebody has shown a
    lower one."""
    if not state.must_open_low:
        return None
    if state.lowest is not None and not any(_may_be(card, state.lowest) for card in cards):
        return fault("NO_3S", card=state.lowest)
    lowest = _lowest(cards, state)
    for name, shown in by_player(state.players, state.known).items():
        broken = _lower_card_fault(state, Opening(player, lowest, state.at), name, shown)
        if broken:
            return broken
    if state.lowest is None and _cards_below(lowest, state) > state.aside:
        back = state.house.high_back if state.has_two_packs else "none"
        return fault("NO_3S-first", card=LOWEST, aside="yes" if state.aside else "no", back=back)
    return None


def _may_be(card: Card, other: Card) -> bool:
    """Whether they can be the same card, one of them perhaps named without its back."""
    return card.face == other.face and (card.back == other.back or not card.back or not other.back)


def _lowest(cards: Iterable[Card], state: State) -> Card:
    return min(cards, key=lambda card: height(card, state.house.high_back))


def _lower_card_fault(state: State, opening: Opening, player: str, cards: Iterable[Card]) -> Fault | None:
    """Why a card lower than the opening's lowest, held by this player, makes the opening wrong (RULES 7.5)."""
    high_back = state.house.high_back
    lower = [card for card in cards if height(card, high_back) < height(opening.lowest, high_back)]
    if not lower:
        return None
    card = _lowest(lower, state)
    if player == opening.player:
        return fault("NO_3S-held", player=player, card=card)
    return fault("WRONG_OPENER", player=player, card=card, opener=opening.player, lowest=opening.lowest)


def _with_proof(state: State, action: Action, after: State, why: Said) -> Verdict:
    """ok, or the proof that the game was opened by the wrong player or with the wrong cards."""
    broken = _lower_card_fault(state, state.opening, action.actor, action.cards) if state.opening else None
    if broken is None or state.opening is None:
        return ok(after, why)
    return proven(*broken, state.opening.at, replace(after, opening=None))


def _played(state: State, player: str, cards: tuple[Card, ...], combination: Combination) -> State:
    """The cards on the table and the turn passed on, lawful or let stand."""
    seat = state.seat(player)
    leads = state.to_beat is None or state.is_alone
    knocked = frozenset() if leads else state.knocked
    after = replace(
        state, sizes=with_item(state.sizes, seat, max(0, state.sizes[seat] - len(cards))),
        known=tuple(held and _without(held, cards, other == player or not state.has_two_packs)
                    for other, held in zip(state.players, state.known, strict=True)), opened=True,
        opening=Opening(player, _lowest(cards, state), state.at - 1) if state.must_open_low else state.opening,
        played=(*state.played, *cards), round=cards if leads else (*state.round, *cards),
        knocked=knocked, to_beat=combination, last_player=player, turn=_next(state, player, knocked))
    if after.size(player) or player in after.finished:
        return after
    out = _gone_out(after, player)
    return out if out.over else replace(out, turn=_next(out, player, knocked))


def _without(held: tuple[Card, ...], cards: tuple[Card, ...], gone: bool) -> tuple[Card, ...]:
    """The cards shown that are still in a hand once these have been laid."""
    return less(held, cards) if gone else held


def _knocked(state: State, player: str) -> State:
    """Out of the round; when everybody else is, the last to play leads, or the next to his left (RULES 7.4)."""
    knocked = state.knocked | {player}
    if any(name not in knocked and name != state.last_player for name in state.still_in):
        return replace(state, knocked=knocked, turn=_next(state, player, knocked))
    last = state.last_player or player
    leader = last if last in state.still_in else _next(state, last, ())
    return replace(state, knocked=frozenset(), to_beat=None, turn=leader)


def _next(state: State, player: str, knocked: Collection[str]) -> str:
    """The next clockwise who is still in and has not knocked; the same player where nobody is."""
    seat = state.seat(player) + 1
    for name in (*state.players[seat:], *state.players[:seat]):
        if name in state.still_in and name not in knocked:
            return name
    return player


def _gone_out(state: State, player: str) -> State:
    """Out of cards: the winner, or by the option the next place, until one player is left (RULES 7.4)."""
    finished = (*state.finished, player)
    wins = state.wins if state.finished else tuple(
        won + (name == player) for name, won in zip(state.players, state.wins, strict=True))
    over = not state.house.play_on or len(finished) >= len(state.players) - 1
    return replace(state, finished=finished, wins=wins, over=over, turn=None if over else state.turn)


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: before the first play all four 2s or 3s change the deal (RULES 7.1)."""
    seat, player = state.seat(action.actor), action.actor
    action = replace(action, cards=tuple(card for card in action.cards if not card.is_unknown))
    broken = _cards_fault(state, player, action.cards)
    if broken:
        return warn(*broken, state)
    kept = tuple((Counter(state.known[seat]) | Counter(action.cards)).elements())
    after = replace(state, known=with_item(state.known, seat, kept))
    ranks = {card.rank for card in action.cards}
    if state.opened or state.over or state.void or ranks not in ({"2"}, {"3"}) or len(action.cards) == 1:
        return _with_proof(state, action, after, said("shows", player=player, cards=action.cards))
    return _all_four(after, player, action.cards)


def _all_four(after: State, player: str, cards: tuple[Card, ...]) -> Verdict:
    """2s or 3s shown before the first play."""
    if {card.suit for card in cards} != set("CDHS"):
        return warn(*fault("NOT_FOUR"), after)
    if after.house.four_of_rank == "redeal":
        return ok(replace(after, void=True, turn=None), said("four-redeal", player=player, cards=cards))
    if after.house.four_of_rank == "instant_win":
        won = replace(_gone_out(after, player), over=True, turn=None)
        return ok(won, said("four-wins", player=player, cards=cards))
    return ok(after, said("four-ignored", player=player, cards=cards))


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "lowest": _judge_lowest, "play": _judge_play, "knock": _judge_knock, "show": _judge_show,
}


def _play_sentence(after: State, player: str, combination: Combination) -> Said:
    next_player = "none" if after.turn in (player, None) or after.is_alone else after.turn
    if after.over:
        return said("out-wins" if after.finished == (player,) else "out-last", player=player)
    if player in after.finished:
        return said("out-beat", player=player, shown=combination.sentence, next=next_player)
    return said("next-beats", shown=combination.sentence, next=next_player)

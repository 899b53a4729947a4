"""Cards played from the hand or the stock (RULES 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import clause_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Verdict, illegal, need, warn
from rules.games.limbo.claims import playable_known, with_proof
from rules.games.limbo.counting import Result, counts_of, powers
from rules.games.limbo.judge_count import count_fault
from rules.games.limbo.judge_stuck import can_go_on
from rules.games.limbo.score import scored
from rules.games.limbo.state import Claim, State, on_turn, step, unseen


def judge_play(state: State, action: Action) -> Verdict:
    broken = clause_fault(action, "from", "as", "=") or one_card_fault(state, action)
    if broken or action.actor == TABLE:
        return illegal(*(broken or fault("WRONG_TURN-play")))
    player, card = action.actor, action.card
    from_stock = _from_stock(state, action)
    broken = turn_fault(on_turn(state), player)
    if card.is_unknown and not broken:
        return _which_card(state, action, from_stock)
    broken = broken or _card_fault(state, action, from_stock)
    fitting = _fitting(state, action)
    if broken or not fitting:
        return illegal(*(broken or count_fault(state, action)), _forced(state, action, fitting, from_stock))
    return _which_count(state, action, fitting) if len(fitting) > 1 else _played(state, action, fitting[0], from_stock)


def _which_count(state: State, action: Action, fitting: Sequence[Result]) -> Verdict:
    """The card makes several counts, and none was announced."""
    counts = counts_of(fitting)
    return need(*fault("MISSED_ANNOUNCE", count=state.count, card=action.card, counts=counts),
                tuple(replace(action, announced=count) for count in counts))


def _played(state: State, action: Action, result: Result, from_stock: bool) -> Verdict:
    """A lawful play, which may prove that something said before was false."""
    after = _laid(state, action.actor, action.card, result, from_stock)
    return with_proof(state, action, after, said("result-is", result=result.spoken(state.count)), from_stock)


def _which_card(state: State, action: Action, from_stock: bool) -> Verdict:
    """`??` was played: every card from there with every count that it could make and that was not denied."""
    choices = (play for play in all_plays(state) if bool(play.source) == from_stock
               and action.announced in (None, play.announced) and judge_play(state, play).applies)
    return need(*fault("UNSEEN_CARD-which", player=action.actor), tuple(choices))


def all_plays(state: State) -> list[Action]:
    """Every unseen card with every count it could make, from the hand and from the stock."""
    player = on_turn(state)
    if player is None:
        return []
    return [Action(player, "play", (card,), source=source, announced=result.becomes)
            for source in ("", "stock") for card in unseen(state, "" if source else player)
            for result in state.results(card)
            if source or state.held(player)]


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


def _forced(state: State, action: Action, fitting: list[Result], from_stock: bool) -> State | None:
    """The state if the table lets a faulty play stand: the announced count holds, else the old one."""
    if state.phase not in ("play", "extra") or not action.card.is_standard:
        return None
    power = (fitting[0].power if fitting
             else powers(action.card.rank, state.previous, state.house.jack_on_ace)[-1])
    result = fitting[0] if len(fitting) == 1 else Result(let_stand(action, state), power, 0, False)
    return _laid(state, action.actor, action.card, result, from_stock)


def let_stand(action: Action, state: State) -> int:
    return max(action.announced, 0) if action.announced is not None else state.count


def _laid(state: State, player: str, card: Card, result: Result, from_stock: bool) -> State:
    """The card lies on the pile and the other player is on turn (or the winner goes on)."""
    seat = state.seat(player)
    hands = state.hands if from_stock else with_item(state.hands, seat, max(state.held(player) - 1, 0))
    left = tuple(other for other in state.known[seat] if from_stock or other != card)
    going_on = state.phase == "extra"
    after = step(replace(
        state, count=result.becomes, previous=result.power, last_player=state.last_player if going_on else player,
        turn=state.turn if going_on else state.other(player), pile=(*state.pile, card), played=state.played + 1,
        plays=with_item(state.plays, seat, state.plays[seat] + 1), hands=hands, seen=(*state.seen, card),
        known=with_item(state.known, seat, left), stock=max(state.stock - from_stock, 0),
        stock_top=None if from_stock else state.stock_top,
        claims=_with_withholding(state, player) if from_stock else state.claims,
    ))
    return scored(after) if going_on and not can_go_on(after) else after


def _with_withholding(state: State, player: str) -> tuple[Claim, ...]:
    """Whoever takes from the stock while he holds cards says that he can play none of them."""
    if state.phase != "play" or not state.held(player) or not state.house.must_play:
        return state.claims
    return (*state.claims, Claim(player, state.at, state.count, state.previous, "WITHHELD_CARD"))


def _card_fault(state: State, action: Action, from_stock: bool) -> Fault | None:
    """Whether the player can have this card and may play it from there."""
    player = action.actor
    if action.source and not from_stock:
        return fault("CLAUSE-from")
    if not from_stock:
        return (pack_fault(state.house.pack, state.elsewhere(player), action.cards)
                or hand_fault(player, state.held(player), 1) or _shown_fault(state, player, action.card))
    return (pack_fault(state.house.pack, state.elsewhere(), action.cards) or _stock_fault(state, player)
            or stock_card_fault(state, action.card) or _withheld_fault(state, player))


def _shown_fault(state: State, player: str, card: Card) -> Fault | None:
    """Whoever has shown his whole hand can play no other card."""
    known = state.known[state.seat(player)]
    if card in known or len(known) < state.held(player):
        return None
    return fault("HAND_COUNT-all-shown", player=player, card=card)


def _withheld_fault(state: State, player: str) -> Fault | None:
    """The stock helps out only a player who cannot play; he has shown that he can."""
    held = playable_known(state, player)
    if held is None or state.phase != "play" or not state.house.must_play:
        return None
    return fault("WITHHELD_CARD", player=player, card=held)


def _stock_fault(state: State, player: str) -> Fault | None:
    """Whether the player may take the top card of the stock now."""
    if not state.stock:
        return fault("NO_STOCK")
    if state.phase == "extra" and state.house.winner_extra != "hand+stock":
        return fault("STOCK_AT_BAR-hand-only")
    if state.held(player) and (state.phase == "extra" or state.house.stuck_above_bar != "draw_from_stock"):
        return fault("EARLY_STOCK", player=player, held=state.held(player))
    if state.phase == "play" and state.count <= state.house.bar:
        return fault("STOCK_AT_BAR", count=state.count)
    return None


def stock_card_fault(state: State, card: Card) -> Fault | None:
    if state.stock_top in (None, card):
        return None
    return fault("WRONG_STOCK_CARD", card=state.stock_top)


def one_card_fault(state: State, action: Action) -> Fault | None:
    if len(action.cards) != 1:
        return fault("TWO_CARDS")
    return None if action.card.is_standard else pack_fault(state.house.pack, (), action.cards)


def judge_stock(state: State, action: Action) -> Verdict:
    """The visible top of the stock."""
    broken = clause_fault(action) or one_card_fault(state, action)
    if broken:
        return illegal(*broken)
    card = action.card
    if card.is_unknown:
        return illegal(*fault("UNSEEN_CARD-stock"))
    after = step(replace(state, stock_top=card))
    if not state.stock:
        return illegal(*fault("NO_STOCK"))
    broken = pack_fault(state.house.pack, state.elsewhere(), (card,))
    if broken:
        return warn(*broken, after)
    if state.house.stock_face == "down":
        return warn(*fault("STOCK_FACE"), after)
    if state.stock_top not in (None, card):
        return warn(*fault("SETTLED_MOVED", card=state.stock_top), after)
    return with_proof(state, action, after, said("stock-shows", card=card), from_stock=True)

"""What an event of Never Over means: moves, draws, retiring and shown cards (RULES 1.5 to 1.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import clause_fault, face_down_fault, hand_fault, pack_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import left_of, with_item
from rules.core.verdict import Judging, Verdict, illegal, need, ok, warn, which_card
from rules.games.never_over.house import is_green, is_red, pointage
from rules.games.never_over.state import (
    State,
    _laid,
    after_deal,
    next_active,
    one_later,
    outcome_of,
    turn_over,
    unseen,
    with_draw,
    with_move,
)


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = clause_fault(action) or face_down_fault(action)
    if state.fresh and not broken:
        return ok(one_later(replace(state, fresh=False)), said("deals", dealer=state.dealer))
    won = tuple(outcome_of(state).scores.values())
    new = after_deal(state.house, state.players, left_of(state.players, state.dealer), won)
    after = one_later(replace(new, at=state.at, deals=state.deals + 1, fresh=False))
    if state.turn and not broken:
        active = tuple(name for name in state.players if name not in state.retired)
        broken = fault("EARLY_DEAL", players=active, number=len(active))
    return illegal(*broken, after) if broken else ok(after, said("deals", dealer=after.dealer))


def _judge_play(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action, "on", "to") or _one_card_fault(action))
    if early:
        return early
    if action.card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda play: _judge_play(state, play))
    if is_red(action.card) and not action.on:
        return _unsaid_pile(state, action)
    owner = action.on or action.actor
    broken = (pack_fault(state.house.cards, state.elsewhere(action.actor), action.cards)
             or _pile_fault(state, action, owner))
    after = _laid(state, action, owner) if action.card in state.house.cards else None
    if broken or after is None:
        return illegal(*(broken or fault("FOREIGN", card=action.card)), after)
    return _done(state, action, after, _gone_fault(state, action.card, owner), _play_why(state, action, owner))


def _gone_fault(state: State, card: Card, owner: str) -> Fault | None:
    """A red card on the pile of somebody who has retired."""
    return fault("ON_RETIRED", owner=owner) if is_red(card) and state.is_gone(owner) else None


def _unsaid_pile(state: State, action: Action) -> Verdict:
    """A red card without `on`: taken for granted where it fits only one pile."""
    choices = [replace(action, on=name) for name in state.keepers if not _pile_fault(state, action, name)]
    if len(choices) == 1:
        return _judge_play(state, choices[0])
    if not choices:
        return illegal(*fault("OPP_RED_HIGHER-nowhere", card=action.card))
    return need(*fault("MISSED_ANNOUNCE", card=action.card), tuple(choices))


def _pile_fault(state: State, action: Action, owner: str) -> Fault | None:
    """Whether the card may go on this owner's pile of its colour (RULES 1.5)."""
    player, card, cap = action.actor, action.card, state.cap(owner)
    colour = "green" if is_green(card) else "red"
    if action.to and action.to.lower() != colour:
        return fault("WRONG_PILE", card=card, colour=colour)
    if is_green(card):
        if state.keeper(player) != state.keeper(owner):
            return fault("FOREIGN_GREEN_PILE", player=player)
        too_high = pointage(card) > cap
        return fault("OVER_CAP", owner=owner, cap=cap, value=pointage(card)) if too_high else None
    if state.house.redundant_plays == "forbidden" and pointage(card) == cap:
        return fault("REDUNDANT", owner=owner, cap=cap)
    if state.house.play_on_retired == "forbidden" and state.is_gone(owner):
        return fault("ON_RETIRED-forbidden", owner=owner)
    return _red_fault(state, player, owner, pointage(card))


def _red_fault(state: State, player: str, owner: str, value: int) -> Fault | None:
    """One's own cap may only rise, another's only fall; a partner's as the house says."""
    cap, manner = state.cap(owner), "as_opponent"
    if state.keeper(player) == state.keeper(owner):
        manner = "as_owner"
    elif owner in state.side(player):
        manner = state.house.partner_red
    if manner == "none":
        return fault("PARTNER_RED", owner=owner, player=player)
    if manner == "as_owner" and value < cap:
        return fault("OWN_RED_LOWER", owner=owner, cap=cap, player=player, value=value)
    if manner == "as_opponent" and value > cap:
        return fault("OPP_RED_HIGHER", owner=owner, cap=cap, player=player, value=value)
    return None


def _play_why(state: State, action: Action, owner: str) -> Said:
    value, cap = pointage(action.card), state.cap(owner)
    if is_green(action.card):
        return said("points-on-table", owner=owner, points=state.green_sum(owner) + value)
    return said("stays-capped" if value == cap else "now-capped", owner=owner, cap=value)


def _judge_discard(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action) or _one_card_fault(action))
    if early:
        return early
    if action.card.is_unknown:
        return which_card(action, unseen(state, action.actor), lambda discard: _judge_discard(state, discard))
    after = with_move(replace(state, discards=(*state.discards, action.card)), action)
    broken = pack_fault(state.house.cards, state.elsewhere(action.actor), action.cards)
    if broken:
        return illegal(*broken, after if action.card in state.house.cards else None)
    if state.house.discards == "none":
        return illegal(*fault("NO_DISCARDS"), after)
    return _done(state, action, after, None, said("discarded", card=action.card))


def _done(state: State, action: Action, after: State, warning: Fault | None, why: Said) -> Verdict:
    """A move that breaks no rule, with what the table should know about it."""
    drawn = state.can_draw and (state.house.draws == "assumed" or state.house.draw_timing == "after_play")
    if state.can_draw and not drawn and not state.drew:
        warning = warning or _not_drawn(state, action.actor)
    warning = warning or _unheld(state, action, drawn)
    changes = _changes(state, after, action.actor, why)
    return warn(*warning, after, changes) if warning else ok(after, why, changes)


def _changes(state: State, after: State, player: str, why: Said) -> tuple[Said, ...]:
    """What a move has changed for everybody."""
    changes = [why] if why.key == "now-capped" else []
    if after.stock == 1 < state.stock:
        changes.append(said("last-of-stock"))
    if player in after.retired and player not in state.retired:
        changes.append(said("spent", player=player))
    return tuple(changes)


def _unheld(state: State, action: Action, drawn: bool) -> Fault | None:
    """More cards than he can hold, or none of those, all of them shown, that he holds."""
    player, held = action.actor, state.held(action.actor) + drawn
    known = state.known[state.seat(player)]
    if action.card not in known and held == len(known) > 0:
        return fault("HAND_COUNT-all-shown", player=player, card=action.card)
    return hand_fault(player, held, 1)


def _not_drawn(state: State, player: str) -> Fault:
    return fault("MISSED_DRAW", player=player, stock=state.stock)


def _cannot_act(state: State, action: Action, broken: Fault | None) -> Verdict | None:
    """The verdict when the line makes no sense, or the player may not act now."""
    player = action.actor
    if broken or player == TABLE:
        return illegal(*(broken or fault("WRONG_TURN-a-player")))
    if state.owes and player == state.turn:
        return illegal(*fault("TWO_CARDS-draws", player=player))
    if player == state.turn:
        return None
    as_if = replace(state, turn=player, owes=False, drew=False,
                    retired=tuple(name for name in state.retired if name != player))
    stands = _JUDGES[action.verb](as_if, action).after
    if player in state.retired:
        return illegal(*fault("RETIRED", player=player), stands)
    if state.mover == player:
        return illegal(*fault("TWO_CARDS-moved", player=player, turn=state.turn), stands, "WRONG_TURN")
    return illegal(*fault("WRONG_TURN", player=state.turn, actor=player), stands)


def _one_card_fault(action: Action) -> Fault | None:
    return fault("TWO_CARDS") if len(action.cards) != 1 else None


def _judge_draw(state: State, action: Action) -> Verdict:
    player, number = action.actor, action.numbers[0] if action.numbers else 1
    broken = _source_fault(action)
    late = None if broken else _draw_after_move(state, action, number)
    if late:
        return late
    early = None if state.owes and player == state.turn and not broken else _cannot_act(state, action, broken)
    if early:
        return early
    after = with_draw(state, player, number, action.source.lower() == "discards")
    broken = _draw_fault(state, action, number)
    if not broken and state.house.draw_timing == "after_play" and not state.owes:
        broken = fault("EARLY_DRAW")
    return illegal(*broken, after) if broken else ok(after, said("draws", player=player))


def _source_fault(action: Action) -> Fault | None:
    known = action.source.lower() in ("", "stock", "discards")
    return clause_fault(action, "from") or (None if known else fault("CLAUSE-draw"))


def _draw_after_move(state: State, action: Action, number: int) -> Verdict | None:
    """A draw of the player who moved last: told afterwards, or made up for; None where it is neither."""
    if action.actor != state.mover:
        return None
    if state.house.draw_timing == "after_play" and state.house.draws == "assumed":
        return _said_afterwards(state, action)
    return _made_up(state, action, number) if state.missed else None


def _draw_fault(state: State, action: Action, number: int) -> Fault | None:
    if action.source.lower() == "discards":
        if state.house.take_discard == "never":
            return fault("TAKE_DISCARD")
        if not state.discards:
            return fault("TAKE_DISCARD-none")
    elif not state.can_draw:
        return fault("NO_STOCK")
    if number != 1 or state.drew:
        return fault("DREW_TWO")
    return None


def _made_up(state: State, action: Action, number: int) -> Verdict:
    """A draw that was forgotten before the move is made up before anybody else has acted (RULES 1.9)."""
    broken = _draw_fault(state, action, number)
    after = with_draw(state, action.actor, number, action.source.lower() == "discards")
    after = after and replace(after, drew=False)
    return illegal(*broken, after) if broken else ok(after, said("draws-now", player=action.actor))


def _said_afterwards(state: State, action: Action) -> Verdict:
    """A draw after the move that has been taken for granted already: only where it came from can be new."""
    if action.source.lower() != "discards":
        return ok(one_later(replace(state, mover="")), said("draws", player=action.actor))
    before = replace(state, stock=state.stock + 1, owes=True, turn=action.actor,
                     hands=with_item(state.hands, state.seat(action.actor), state.held(action.actor) - 1))
    broken = _draw_fault(before, action, 1)
    after = with_draw(before, action.actor, 1, True)
    return illegal(*broken) if broken else ok(after, said("takes-discard", player=action.actor))


def _missed_draw(state: State, action: Action) -> Verdict:
    """The next player acts although the last one has not drawn after his move: he plays one card short."""
    verdict = judged(turn_over(state, state.turn), action)
    if verdict.kind != "ok":
        return verdict
    return warn(*_not_drawn(state, state.turn), verdict.after, verdict.changes)


def _judge_pass(state: State, action: Action) -> Verdict:
    early = _cannot_act(state, action, clause_fault(action))
    if early:
        return early
    after = one_later(turn_over(replace(state, fresh=False, mover=""), action.actor))
    if state.house.must_act != "pass_allowed":
        return illegal(*fault("MUST_ACT", player=action.actor), after)
    return ok(after, said("passes", player=action.actor))


def _judge_retire(state: State, action: Action) -> Verdict:
    player, broken = action.actor, clause_fault(action)
    any_time = state.house.retire_at == "any_time_on_turn"
    drawing = state.owes and player == state.turn and any_time and not broken
    early = None if drawing else _cannot_act(state, action, broken)
    if early:
        return early
    retired = replace(state, fresh=False, mover="", retired=(*state.retired, player))
    after = one_later(turn_over(retired, player))
    if state.drew and not any_time:
        return illegal(*fault("LATE_RETIRE", player=player), after)
    broken = _left_fault(state, action)
    return warn(*broken, after) if broken else ok(after, said("retires", player=player, points=state.points(player)))


def _left_fault(state: State, action: Action) -> Fault | None:
    """Whether whoever retires says another number of cards than he can hold."""
    held = state.held(action.actor)
    left = action.numbers[0] if action.numbers else held
    # Somebody who may retire at any time may have drawn first, unseen.
    most = held + (state.house.retire_at == "any_time_on_turn" and _may_have_drawn(state))
    return None if left in (held, most) else fault("HAND_COUNT-left", player=action.actor, held=held, left=left)


def _may_have_drawn(state: State) -> bool:
    """Whether the player on turn may hold one card more, that he has drawn unseen."""
    return state.house.draws == "assumed" and state.can_draw and not state.drew


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of a hand laid open; they count nothing (RULES 1.7)."""
    player = action.actor
    if player == TABLE or clause_fault(action):
        return illegal(*fault("CLAUSE-show"))
    after, known = one_later(replace(state, fresh=False)), state.known[state.seat(player)]
    new = tuple((Counter(card for card in action.cards if not card.is_unknown) - Counter(known)).elements())
    drawn = state.turn == player and _may_have_drawn(state)
    broken = (pack_fault(state.house.cards, (*state.elsewhere(player), *known), new)
             or hand_fault(player, state.held(player) + drawn, max(len(known) + len(new), len(action.cards))))
    if broken:
        return warn(*broken, after)
    after = replace(after, known=with_item(state.known, state.seat(player), (*known, *new)))
    return ok(after, said("left-count-nothing") if player in state.retired else
              said("shows", player=player, number=len(action.cards)))


def judged(state: State, action: Action) -> Verdict:
    """What the action means, cards of ordinary packs named as the house calls them."""
    cards = tuple(map(state.house.named, action.cards))
    named = action if cards == action.cards else replace(action, cards=cards)
    if state.owes and action.actor == next_active(state.players, state.turn, state.retired) != state.turn:
        return _missed_draw(state, named)
    return _JUDGES[action.verb](state, named)


_JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "play": _judge_play, "draw": _judge_draw, "discard": _judge_discard,
    "retire": _judge_retire, "pass": _judge_pass, "show": _judge_show,
}


def all_moves(state: State) -> list[Action]:
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

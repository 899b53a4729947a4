"""What melds and taking the pile mean (RULES 6.4 and 6.5)."""

from __future__ import annotations

from rules.core.action import Action
from rules.core.cards import RANKS, UNKNOWN
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.verdict import Verdict, illegal, need, ok, warn, which_card
from rules.games.canasta.going_out import could_still_go_out, gone_out, minimum_fault
from rules.games.canasta.house import House
from rules.games.canasta.melds import CANASTA_SIZE, MOST_WILDS, Meld, is_red_three, is_wild
from rules.games.canasta.moves import laid, lays_more_than_held, penalised, picked_up, retold
from rules.games.canasta.pile import after_bad_take, lays_for_take, take_fault
from rules.games.canasta.state import Lay, State
from rules.games.canasta.turns import may_hold, seen_fault, unwritten_draw

USELESS_TAKE = 50  # (RULES 6.9)


def judge_lay(state: State, action: Action) -> Verdict:
    """A new meld or cards added to one, with the pile's top card or without."""
    if UNKNOWN in action.cards:
        return which_card(action, may_hold(state, state.now.seat), lambda choice: judge_lay(state, choice))
    rank = _rank_of(state, action)
    if not rank:
        return _which_meld(state, action)
    lay = Lay(_side_of(state, action, rank), rank, action.cards, state.at - 1)
    after = _told_with(state, lay)
    early = fault("BLACK3_EARLY") if rank == "3" and not could_still_go_out(after) else None
    broken = [each for each in (_lay_fault(state, action, lay), seen_fault(after, lay.cards), early) if each]
    if broken:
        return illegal(*broken[0], after, *(each.code for each in broken[1:]))
    if _is_stranded(after):
        stranded = fault("OUT_WITHOUT_CANASTA-stranded", player=state.on_turn, needed=state.canastas_needed)
        return illegal(*stranded, after)
    return _lawful_lay(state, action, lay, after)


def _lawful_lay(state: State, action: Action, lay: Lay, after: State) -> Verdict:
    """A lay that breaks no rule: more cards than the hand can hold, or perhaps the last ones."""
    settled = after.now.source in ("draw", "take")
    if state.hands[state.now.seat].lacks(lay.cards) if settled else lays_more_than_held(after):
        return warn(*fault("HAND_COUNT-lay", player=action.actor), after)
    if after.hands[after.now.seat].size == 0 and after.now.source in ("draw", "assumed", "take"):
        return gone_out(after, state)
    return ok(after, _lay_sentence(after, lay), _canasta_news(state, after, lay))


def _is_stranded(after: State) -> bool:
    """Whether the lay leaves one card that can neither be discarded, for that would be going out, nor complete the
    canastas that going out takes."""
    turn = after.now
    return (turn.source in ("draw", "take") and after.hands[turn.seat].size == 1
            and not after.may_go_out(turn.seat % 2) and not could_still_go_out(after))


def _rank_of(state: State, action: Action) -> str:
    """The rank of the meld meant; empty where only wild cards are added and it was not said."""
    named = action.to.upper().replace("10", "T")
    if named:
        return named[0] if named[0] in RANKS else "wild"
    natural = [card.rank for card in action.cards if not is_wild(card)]
    if natural:
        return max(natural, key=natural.count)
    if action.verb == "meld":
        return "2"
    own = state.sides[state.now.seat % 2].melds
    return own[0].rank if len(own) == 1 else ""


def _which_meld(state: State, action: Action) -> Verdict:
    ranks = [meld.rank for meld in state.sides[state.now.seat % 2].melds]
    if not ranks:
        return illegal(*fault("NO_MELD-none"))
    choices = [choice for rank in ranks if judge_lay(state, choice := replace(action, to=rank)).applies]
    return need(*fault("MISSED_ANNOUNCE", cards=action.cards), tuple(choices))


def _side_of(state: State, action: Action, rank: str) -> int:
    """The side on whose table the cards lie."""
    own = state.now.seat % 2
    if action.on:
        return state.seat(action.on) % 2
    if action.verb != "add" or state.sides[own].meld(rank):
        return own
    return 1 - own if state.sides[1 - own].meld(rank) else own


def _told_with(state: State, lay: Lay) -> State:
    """The turn with one lay more, told the likeliest way: with the top card of the pile where it is
    among the cards and could be taken like this, or can be no other; else after a draw."""
    turn = state.now
    if turn.source in ("draw", "take"):
        return laid(state, lay)
    lays, pile = (*turn.lays, lay), turn.before.pile
    has_top = any(pile and pile[-1] in each.cards for each in lays)
    taking = retold(state, "top", lays) if has_top else None
    if taking and take_fault(turn.before, lays) is None and not lays_more_than_held(taking):
        return taking
    without = retold(state, unwritten_draw(state), lays)
    return taking if taking and seen_fault(without, pile[-1:]) else without


def _lay_fault(state: State, action: Action, lay: Lay) -> Fault | None:
    old = state.sides[lay.side].meld(lay.rank)
    if any(map(is_red_three, lay.cards)):
        return fault("RED3_MELD")
    if action.source:
        return fault("MOVED_MELD_CARD")
    if lay.side != state.now.seat % 2:
        return fault("OPPONENT_MELD", rank=lay.rank, side=state.side_name(lay.side))
    if action.verb == "add" and old is None:
        return fault("NO_MELD", side=state.side_name(lay.side), alone=state.is_for_two, rank=lay.rank)
    if _has_other_ranks(lay):
        return fault("MIXED_RANKS")
    if old is None:
        return _meld_fault(state.house, Meld(lay.rank, lay.cards))
    broken = _meld_fault(state.house, Meld(lay.rank, (*old.cards, *lay.cards)))
    if broken is None and action.verb == "meld" and not _joins(state, lay):
        return fault("SECOND_MELD_SAME_RANK", side=state.side_name(lay.side), alone=state.is_for_two,
                     rank=lay.rank)
    return broken


def _has_other_ranks(lay: Lay) -> bool:
    return any(not is_wild(card) and card.rank != lay.rank for card in lay.cards)


def _joins(state: State, lay: Lay) -> bool:
    """Cards laid to take the pile join a meld of their rank (RULES 6.5)."""
    return _told_with(state, lay).now.source == "top" and state.now.before.pile[-1] in lay.cards


def _meld_fault(house: House, meld: Meld) -> Fault | None:
    if meld.naturals < 2:
        return fault("TOO_FEW_NATURALS")
    if len(meld.cards) < 3:
        return fault("TOO_FEW_CARDS")
    if meld.wilds > MOST_WILDS:
        return fault("TOO_MANY_WILDS", wilds=meld.wilds)
    if house.wild_le_natural and meld.wilds > meld.naturals:
        return fault("TOO_MANY_WILDS-here")
    if meld.rank == "3" and (meld.naturals < 3 or meld.wilds) and not house.black3_wild:
        return fault("BLACK3_WILD")
    return None


def _lay_sentence(state: State, lay: Lay) -> Said:
    if minimum_fault(state):
        short = state.minimum(lay.side) - state.now.laid_value
        return said("laid-short", player=state.on_turn, laid=state.now.laid_value, short=short)
    meld = state.sides[lay.side].meld(lay.rank)
    count = len(meld.cards) if meld else 0
    return said("meld-is", rank=lay.rank, cards=count, missing=max(0, CANASTA_SIZE - count))


def _canasta_news(before: State, after: State, lay: Lay) -> tuple[Said, ...]:
    old, new = before.sides[lay.side].meld(lay.rank), after.sides[lay.side].meld(lay.rank)
    if new is None or new.bonus == (old.bonus if old else 0):
        return ()
    key = "turns-into" if old and old.is_canasta else "new-canasta"
    return (said(key, side=after.side_name(lay.side), kind=new.kind, rank=lay.rank),)


def judge_take(state: State, action: Action) -> Verdict:
    """The rest of the pile, after the meld that uses its top card."""
    turn = state.now
    pile = turn.before.pile
    if not pile or turn.source == "take":
        return illegal(*fault("EMPTY_PILE"))
    if turn.source == "draw":
        return illegal(*fault("TAKE_AFTER_DRAW"), picked_up(state))
    if pile[-1].is_unknown:  # which of the melded cards it was cannot be said
        return _taken(state, picked_up(retold(state, "", turn.lays)), action)
    lays = lays_for_take(state)
    told = picked_up(retold(state, "top", lays))
    broken = take_fault(turn.before, lays)
    if broken is None and not state.house.pile_helps_minimum:
        broken = minimum_fault(told)
    if broken is None:
        return _taken(state, told, action)
    if broken.code == "USELESS_TAKE":
        side = turn.seat % 2
        return replace(illegal(*broken, penalised(told, side, USELESS_TAKE)),
                       otherwise=penalised(state, side, USELESS_TAKE))
    return replace(illegal(*broken, told), otherwise=after_bad_take(state, broken))


def _taken(before: State, after: State, action: Action) -> Verdict:
    if after.hands[after.now.seat].size == 0:
        return gone_out(after, before)
    reds = tuple(filter(is_red_three, after.hands[after.now.seat].known))
    if reds:
        return ok(after, said("takes-with-reds", player=action.actor, cards=reds))
    return ok(after, said("takes", player=action.actor))

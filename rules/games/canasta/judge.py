"""What an event of Canasta means: deals, draws, discards, questions, going out, shown hands (RULES 6.1 to 6.9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.core.action import TABLE, Action
from rules.core.cards import Card, less
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import left_of, with_item
from rules.core.verdict import Judging, Verdict, illegal, ok, proven, warn
from rules.games.canasta.going_out import BROKEN_PROMISE, bonus_for_out, gone_out, minimum_fault, raised_for_next_time
from rules.games.canasta.judge_melds import judge_lay, judge_take
from rules.games.canasta.melds import Cards, is_red_three, total
from rules.games.canasta.moves import (
    dealt,
    discarded,
    drawn,
    exposed,
    hand_ended,
    next_turn,
    penalised,
    red_laid,
    retold,
    throughout,
    turn_begun,
    upcard_turned,
)
from rules.games.canasta.pile import can_surely_take
from rules.games.canasta.score import hand_points, match_scores, outcome_of, still_to_show
from rules.games.canasta.state import Hand, State
from rules.games.canasta.turns import (
    cards_to_draw,
    closing_fault,
    drawn_so_far,
    frozen_news,
    in_turn,
    play_begun,
    seen_fault,
    settled_end,
    settled_turn,
    unwritten_draw,
)


def _judge_deal(state: State, action: Action) -> Verdict:
    ended = settled_end(state)
    if ended.phase == "end":
        after = _next_hand(ended)
        outcome = outcome_of(replace(ended, closed=True))
        if outcome.over:
            return illegal(*fault("GAME_OVER", winners=outcome.winners), after)
        return _closing(state, ok(after, said("deals", dealer=after.dealer)))
    again = dealt(state.players, state.house, state.dealer, match_scores(state), state.deals, state.at)
    if state.turns <= 1 and (state.turn is None or state.turn == state.turn.before.now or not state.has_acted):
        return ok(again, said("deals", dealer=state.dealer))
    return illegal(*fault("EARLY_DEAL"), replace(again, deals=state.deals + 1))


def _next_hand(ended: State) -> State:
    """The deal passes to the left."""
    dealer = left_of(ended.players, ended.dealer)
    return dealt(ended.players, ended.house, dealer, match_scores(ended), ended.deals + 1, ended.at)


def _judge_start(state: State, action: Action) -> Verdict:
    if state.phase == "end":
        return illegal(*fault("NO_DEAL"))
    after = state
    for card in action.cards:
        if after.phase != "upcard":
            return illegal(*fault("LATE_START"))
        after = upcard_turned(after, card)
    broken = seen_fault(after, action.cards)
    if broken:
        return warn(*broken, after)
    if after.phase == "upcard":
        return ok(after, said("turn-another-frozen", card=after.pile[-1]), frozen_news(after))
    return ok(after, said("upcard-is", card=after.pile[-1]))


def _judge_draw(state: State, action: Action) -> Verdict:
    turn = state.now
    wanted = cards_to_draw(state)
    count = action.numbers[0] if action.numbers else max(1, wanted - drawn_so_far(state))
    if turn.source in ("top", "assumed") and turn.lays:
        late = retold(state, "assumed", turn.lays)
        if turn.top and seen_fault(late, (turn.top,)):  # it was no card of the hand that was melded
            return illegal(*fault("NO_TAKE", card=turn.top), late)
        return warn(*fault("LATE_DRAW"), replace(late, turn=replace(late.now, source="draw")))
    if turn.source == "assumed":  # the draw that a red three let suppose
        return ok(replace(state, turn=replace(turn, source="draw")), said("draws", player=action.actor))
    if not state.stock:
        return illegal(*fault("STOCK_EMPTY"))
    after = drawn(state, count, "draw")
    if turn.source == "take":
        return illegal(*fault("EXTRA_DRAW-taken"), after)
    if count == 0 or drawn_so_far(state) + count > wanted:
        return illegal(*fault("EXTRA_DRAW", cards=wanted), after)
    return ok(after, said("draws-cards", player=action.actor, cards=count))


def _judge_red(state: State, action: Action) -> Verdict:
    """A red three laid out: in the owner's turn, or by anybody before the first turn is under way."""
    if state.phase == "upcard" or (state.phase == "play" and state.turns == 1 and not state.has_acted
                                   and action.actor not in (TABLE, state.on_turn)):
        return _red_verdict(state, action, dealt_one=True)
    return in_turn(lambda begun, red: _red_verdict(begun, red, dealt_one=False))(state, action)


def _red_verdict(state: State, action: Action, dealt_one: bool) -> Verdict:
    if action.actor == TABLE:
        return illegal(*fault("WRONG_TURN-red"))
    wrong = next((card for card in action.cards if not is_red_three(card)), None)
    if wrong is not None:
        return illegal(*fault("NOT_RED3", card=wrong))
    seat = state.seat(action.actor)
    after = _reds_laid(state, seat, action.cards, dealt_one)
    broken = seen_fault(after, action.cards)
    if broken:
        return illegal(*broken, after)
    if after.turn is not None and after.ends_on_red_three:
        return ok(after, said("ends-on-red"))
    return ok(after, said("lays-out", player=action.actor, cards=action.cards))


def _reds_laid(state: State, seat: int, cards: Cards, dealt_one: bool) -> State:
    """After the first turns a red three comes from the draw; before, it was dealt."""
    if dealt_one:
        for card in cards:
            state = throughout(state, partial(red_laid, seat=seat, card=card))
        return state
    if state.now.source == "" and state.turns > len(state.players) and cards[0] not in state.hands[seat].known:
        source = unwritten_draw(state)
        state = drawn(state, state.per_draw, source) if source else state
    for card in cards:
        state = red_laid(state, seat, card)
    return state


def _judge_discard(state: State, action: Action) -> Verdict:
    if len(action.cards) != 1:
        return illegal(*fault("ONE_CARD"))
    card = action.card
    settled = settled_turn(state)
    seat, side = settled.now.seat, settled.now.seat % 2
    after = discarded(settled, card)
    miscounted = settled.hands[seat].lacks((card,))
    out = after.hands[seat].size == 0 and not miscounted
    broken = _discard_fault(state, settled, after, card)
    if out and broken is None:
        return gone_out(after, state)
    broken = broken or _staying_fault(after)
    passed = next_turn(after)
    if broken and broken.code == "MUST_GO_OUT":
        passed = penalised(passed, side, BROKEN_PROMISE)
    if broken:
        return replace(illegal(*broken, passed), otherwise=raised_for_next_time(state, broken))
    if miscounted:
        return warn(*fault("HAND_COUNT-discard", player=action.actor, card=card), passed)
    news = frozen_news(after) if after.is_frozen and not settled.is_frozen else ()
    return ok(passed, said("discards", player=action.actor, card=card), news)


def _discard_fault(state: State, settled: State, after: State, card: Card) -> Fault | None:
    """Faults of a discard whether or not the player goes out with it."""
    turn, hand = settled.now, after.hands[settled.now.seat]
    if is_red_three(card):
        return fault("RED3_DISCARD")
    if state.ends_on_red_three or settled.ends_on_red_three:
        return fault("NO_DISCARD")
    top = state.now.top
    if turn.source == "assumed" and top and seen_fault(settled, (top,)):
        return fault("NO_TAKE", card=top)
    broken = seen_fault(after, (card,))
    if broken:
        return broken
    red = next(filter(is_red_three, hand.known), None)
    if red is not None:
        return fault("RED3_NOT_LAID", card=red)
    return _draw_fault(settled, hand.size)


def _draw_fault(settled: State, left: int) -> Fault | None:
    """NO_DRAW where the record keeps draws and there was none, or the stock is gone."""
    turn = settled.now
    if turn.source == "" and not turn.before.stock and left:
        return fault("NO_DRAW-gone")
    recorded = settled.house.draws == "recorded" and turn.source in ("", "draw")
    if recorded and drawn_so_far(settled) < cards_to_draw(settled):
        return fault("NO_DRAW")
    return None


def _staying_fault(after: State) -> Fault | None:
    """Faults of a turn that ends with cards left in the hand."""
    turn = after.now
    if any(lay.rank == "3" for lay in turn.lays):
        return fault("BLACK3_EARLY")
    if turn.source != "take" or after.house.pile_helps_minimum:
        broken = minimum_fault(after)
        if broken:
            return broken
    if turn.answer == "yes":
        return fault("MUST_GO_OUT", player=after.on_turn)
    return None


def _judge_out(state: State, action: Action) -> Verdict:
    """Going out is recognised by itself; said before the last card it only announces it."""
    if state.phase == "end":
        return (ok(state, said("is-out", player=action.actor)) if _named_out(state) == action.actor
                else illegal(*fault("HAND_OVER")))
    begun = play_begun(state)
    if begun is None or action.actor == TABLE:
        return illegal(*fault("WRONG_TURN-out"))
    seat = begun.seat(action.actor)
    if seat == begun.now.seat:
        settled = settled_turn(begun) if begun.now.lays else begun
        if not settled.hands[seat].size:
            return gone_out(settled, begun)
        return ok(begun, said("going-out", player=action.actor))
    return _claimed_out(begun, seat)


def _named_out(state: State) -> str:
    return "" if state.out is None else state.players[state.out]


def _claimed_out(state: State, seat: int) -> Verdict:
    """Somebody whose turn is over says that he has no card left, against the count."""
    ended = hand_ended(replace(state, hands=with_item(state.hands, seat, Hand(0))),
                       seat, bonus_for_out(turn_begun(state, seat)))
    if state.last_turn_ends[seat] is None:
        return illegal(*fault("WRONG_TURN-is", player=state.on_turn), ended)
    if state.sides[seat % 2].canastas < state.canastas_needed:
        return illegal(*fault("OUT_WITHOUT_CANASTA-claimed"), ended)
    return warn(*fault("HAND_COUNT-out", player=state.players[seat], held=state.hands[seat].size), ended)


def _judge_ask(state: State, action: Action) -> Verdict:
    """ "May I go out?" """
    if action.cards:
        return illegal(*fault("CLAUSE-ask"))
    turn = state.now
    if state.is_for_two:
        return illegal(*fault("NO_PARTNER"))
    asked = state if turn.lays else settled_turn(state)
    asked = replace(asked, turn=replace(asked.now, asked=True, answer="", answered_by=None))
    asked = throughout(asked, lambda s: replace(s, askers=(*s.askers, turn.seat)))
    if turn.asked or (state.house.asks == "hand" and turn.seat in state.askers):
        return illegal(*fault("ASKED_TWICE", player=action.actor), asked)
    if state.house.asks != "any_time" and len(turn.lays) > turn.laid_for_take:
        return illegal(*fault("LATE_ASK"), asked)
    return ok(asked, said("yes-or-no", player=state.players[state.partner(turn.seat)]))


def _judge_answer(state: State, action: Action) -> Verdict:
    """The partner's answer; an opponent's, where the partner has said more than yes or no."""
    if state.phase != "play" or not state.now.asked or action.actor == TABLE:
        return illegal(*fault("NO_QUESTION"))
    turn, seat = state.now, state.seat(action.actor)
    answered = replace(state, turn=replace(turn, answer=action.words, answered_by=seat))
    if seat == turn.seat:
        return illegal(*fault("WRONG_TURN-himself", player=action.actor), answered)
    opponent = seat % 2 != turn.seat % 2
    if turn.answered_by is not None and not (opponent and turn.answered_by % 2 == turn.seat % 2):
        return illegal(*fault("ANSWERED"), answered)
    meaning = said("may-not-go-out" if action.words == "no" else "must-go-out", player=state.on_turn)
    return ok(answered, said("opponents-answer", answer=meaning) if opponent else meaning)


def _judge_pass(state: State, action: Action) -> Verdict:
    """Cannot or will not take the pile once the stock is gone."""
    turn = state.now
    ended = hand_ended(state)
    broken = minimum_fault(state) if not state.stock and turn.source != "take" else None
    if broken:
        return replace(illegal(*broken, ended), otherwise=raised_for_next_time(state, broken))
    if state.may_end_on_red_three:
        return ok(ended, said("hand-over"))
    if state.stock or turn.drawn:
        return illegal(*fault("EARLY_PASS"), next_turn(settled_turn(state)))
    if turn.source == "take":
        return illegal(*fault("PASS_AFTER_TAKE", player=action.actor), ended)
    if can_surely_take(turn.before, turn.seat):
        forced = fault("FORCED_TAKE", player=action.actor, rank=state.pile[-1].rank)
        return illegal(*forced, ended) if state.house.forced_take else warn(*forced, ended)
    return ok(ended, said("hand-over"))


def _judge_show(state: State, action: Action) -> Verdict:
    """Cards of a hand laid open: at the end they count against the side."""
    if action.actor == TABLE:
        return illegal(*fault("WRONG_TURN-show"))
    ended = settled_end(state)
    seat = state.seat(action.actor)
    after = _shown_at_end(ended, seat, action.cards) if ended.phase == "end" else exposed(ended, seat, action.cards)
    broken = seen_fault(after, action.cards) or _show_fault(after, seat, action)
    if broken:
        return warn(*broken, after)
    red = next(filter(is_red_three, action.cards), None)
    if ended.phase == "end" and red is not None:
        undeclared, about = fault("UNDECLARED_RED3", card=red), ended.last_turn_ends[seat]
        return warn(*undeclared, after) if about is None else proven(*undeclared, about, after)
    return _closing(state, ok(after, _show_sentence(after, action)))


def _closing(state: State, verdict: Verdict) -> Verdict:
    """The verdict on what closes a hand; it proves a first meld that was too small, which goes back."""
    broken = closing_fault(state)
    return proven(*broken, state.now.lays[-1].at, verdict.after, (verdict.why,)) if broken else verdict


def _shown_at_end(state: State, seat: int, cards: Cards) -> State:
    shown = (*state.shown[seat], *cards)
    if len(shown) > state.hands[seat].size:  # then what was shown before is shown once more
        shown = (*state.shown[seat], *less(cards, state.shown[seat]))
    hand = state.hands[seat].seen(shown)
    return replace(state, shown=with_item(state.shown, seat, shown), hands=with_item(state.hands, seat, hand))


def _show_fault(after: State, seat: int, action: Action) -> Fault | None:
    """HAND_COUNT where the shown cards are more than the hand, or are not those it must hold."""
    hand, shown = after.hands[seat], after.shown[seat] if after.phase == "end" else action.cards
    if len(shown) > hand.size:
        return fault("HAND_COUNT-show", player=action.actor, held=hand.size, shown=len(shown))
    missing = less(hand.known, shown)
    if len(shown) + len(missing) > hand.size:
        return fault("HAND_COUNT-missing", player=action.actor, cards=missing)
    return None


def _show_sentence(state: State, action: Action) -> Said:
    if state.phase != "end":
        return said("shows", player=action.actor, cards=len(action.cards))
    left = still_to_show(state)
    scores = match_scores(state)
    if left:
        return said("still-to-show", points=total(action.cards), players=tuple(left))
    return said("hand-scored", sides=tuple(
        said("side-scored", side=state.side_name(side), points=sum(hand_points(state, side).values()),
             score=scores[side]) for side in (0, 1)))


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "start": _judge_start, "draw": in_turn(_judge_draw), "red": _judge_red,
    "meld": in_turn(judge_lay), "add": in_turn(judge_lay), "take": in_turn(judge_take),
    "discard": in_turn(_judge_discard), "ask": in_turn(_judge_ask), "answer": _judge_answer, "out": _judge_out,
    "pass": in_turn(_judge_pass), "show": _judge_show,
}

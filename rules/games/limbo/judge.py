"""What an event of Limbo means: each verb, and the checks behind it (RULES 2.1 to 2.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import clause_fault, face_down_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, fault, said
from rules.core.verdict import Judging, Verdict, illegal, need, ok, warn
from rules.games.limbo.counting import NOTHING, Result, counts_of, starter_results
from rules.games.limbo.judge_play import all_plays, judge_play, judge_stock, let_stand, one_card_fault, stock_card_fault
from rules.games.limbo.judge_stuck import judge_done, judge_show, judge_stuck
from rules.games.limbo.score import closed_hand, outcome_of
from rules.games.limbo.state import CARDS_FOR_A_DEAL, State, after_deal, shuffled, step, unseen


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything that could be done now, cards that nobody has seen among it."""
    possible = [*_table_actions(state), *_calls(state), *all_plays(state)]
    return tuple(action for action in possible if JUDGES[action.verb](state, action).applies)


def _judge_deal(state: State, action: Action) -> Verdict:
    broken = clause_fault(action) or face_down_fault(action) or _deal_fault(state)
    closed = closed_hand(state)
    fresh = shuffled(closed) if closed.stock < CARDS_FOR_A_DEAL else closed
    dealt = step(after_deal(fresh))
    return illegal(*broken, dealt) if broken else ok(dealt, said("deals", player=dealt.dealer))


def _deal_fault(state: State) -> Fault | None:
    closed = closed_hand(state)
    if closed.phase in ("starter", "play"):
        return fault("EARLY_DEAL")
    if closed.over:
        return fault("GAME_OVER", winners=outcome_of(closed).winners)
    if closed.stock < CARDS_FOR_A_DEAL and closed.house.shuffle == "never_until_short":
        return fault("MUST_RESHUFFLE", left=closed.stock, needed=CARDS_FOR_A_DEAL)
    return None


def _judge_reshuffle(state: State, action: Action) -> Verdict:
    closed = closed_hand(state)
    after = step(replace(shuffled(closed), pile=(), hands=(0, 0)))
    broken = clause_fault(action)
    if broken:
        return illegal(*broken, after)
    if closed.phase not in ("undealt", "closed"):
        return illegal(*fault("EARLY_RESHUFFLE"), replace(after, phase="closed"))
    if closed.stock >= CARDS_FOR_A_DEAL and closed.deals and closed.house.shuffle == "never_until_short":
        return warn(*fault("EARLY_RESHUFFLE-enough", stock=closed.stock), after)
    return ok(after, said("all-shuffled"))


def _judge_start(state: State, action: Action) -> Verdict:
    broken = clause_fault(action, "as", "=") or one_card_fault(state, action)
    if broken:
        return illegal(*broken)
    if action.card.is_unknown:
        return _which_starter(state, action)
    before = _dealt_before(state)
    results = starter_results(action.card)
    fitting = _announced_of(results, action)
    after = _started(before, action.card,
                     fitting[0] if fitting else Result(let_stand(action, before), NOTHING, 0, False))
    broken = _start_fault(state, before, action)
    if not broken and not fitting:
        broken = fault("WRONG_COUNT-starter", card=action.card, counts=counts_of(results))
    if broken:
        return illegal(*broken, after)
    if len(fitting) > 1:
        return need(*fault("MISSED_ANNOUNCE-ace"), tuple(replace(action, announced=r.becomes) for r in fitting))
    return ok(after, said("count-is", count=after.count))


def _which_starter(state: State, action: Action) -> Verdict:
    """A starter that was not read: every card that it can be, with the count that was announced."""
    starters = (start for start in _starters(state) if action.announced in (None, start.announced))
    return need(*fault("UNSEEN_CARD-starter"), tuple(starters))


def _announced_of(results: Sequence[Result], action: Action) -> list[Result]:
    """Those that agree with what was said of the starter."""
    return [r for r in results if action.as_value in (None, r.value) and action.announced in (None, r.becomes)]


def _dealt_before(state: State) -> State:
    """The first deal of a match need not be said."""
    return after_deal(state) if state.phase == "undealt" and not state.deals else state


def _start_fault(state: State, before: State, action: Action) -> Fault | None:
    """Whether this card can be turned now.  before: the state once the cards are dealt."""
    if state.phase != "starter" and state.deals:
        return fault("NO_DEAL")
    dealers = action.actor in (TABLE, state.dealer)
    return ((None if dealers else turn_fault(state.dealer, action.actor)) or stock_card_fault(before, action.card)
            or pack_fault(before.house.pack, before.elsewhere(), action.cards))


def _started(state: State, card: Card, result: Result) -> State:
    # The dealer turned the last card so far: a leader who cannot play at all loses to him.
    return step(replace(
        state, phase="play", turn=state.leader, count=result.becomes, previous=result.power, last_player=state.dealer,
        pile=(card,), played=1, seen=(*state.seen, card), stock=max(state.stock - 1, 0), stock_top=None,
    ))


def _judge_double(state: State, action: Action) -> Verdict:
    player = action.actor
    if player == TABLE:
        return illegal(*fault("WRONG_TURN-double"))
    state = _dealt_before(state)
    broken = clause_fault(action) or _window_fault(state, player) or (
        _redouble_fault(state, player) if action.verb == "redouble" else _double_fault(state, player))
    after = step(replace(state, doublers=(*state.doublers, player)))
    if broken:
        return illegal(*broken, after if len(after.doublers) <= 2 else None)
    return ok(after, said("winner-counts", times=after.multiplier))


def _window_fault(state: State, player: str) -> Fault | None:
    late = {
        "before_starter": state.phase != "starter",
        "before_first_card": any(state.plays),
        "before_own_first_card": state.plays[state.seat(player)] > 0,
    }[state.house.double_window]
    if late or state.phase not in ("starter", "play"):
        return fault("LATE_DOUBLE")
    return None


def _double_fault(state: State, player: str) -> Fault | None:
    if not state.doublers:
        return None
    if player == state.dealer and state.doublers == (state.leader,):
        return fault("ALREADY_DOUBLED", leader=state.leader, player=player)
    return fault("ALREADY_DOUBLED-once", player=state.doublers[0])


def _redouble_fault(state: State, player: str) -> Fault | None:
    if player == state.leader:
        return fault("REDOUBLE", player=player, dealer=state.dealer)
    if state.leader not in state.doublers:
        return fault("REDOUBLE-nothing", leader=state.leader)
    if player in state.doublers:
        return fault("REDOUBLE-again", player=player)
    return None


JUDGES: Mapping[str, Judging] = {
    "deal": _judge_deal, "reshuffle": _judge_reshuffle, "start": _judge_start, "double": _judge_double,
    "redouble": _judge_double, "play": judge_play, "stuck": judge_stuck, "done": judge_done,
    "show": judge_show, "stock": judge_stock,
}


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

"""What is judged of a game whose rules nobody told: that the cards can be, and who has how many points (RULES 13.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.core.action import Action
from rules.core.cards import UNKNOWN
from rules.core.faults import pack_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.verdict import Judging, Verdict, illegal, ok
from rules.games.any_game.state import State, pack_of_house, unseen


def over_fault(state: State) -> Fault | None:
    """GAME_OVER once somebody has won."""
    return fault("GAME_OVER", winners=state.winners) if state.over else None


def judge_seen(state: State, action: Action) -> Verdict:
    """Cards come to the table."""
    after = replace(state, seen=state.seen + action.cards, board=state.board + action.cards)
    broken = over_fault(state) or pack_fault(pack_of_house(state.house.cards, state.house.jokers), state.seen,
                                             action.cards)
    return illegal(*broken, after) if broken else ok(after, said("unseen", number=unseen(after).total()))


def judge_gather(state: State, action: Action) -> Verdict:
    """Cards leave the table, and stay counted."""
    wanted, there = Counter(action.take), Counter(state.board)
    missing = next((card for card in wanted if wanted[card] > there[card] and card != UNKNOWN), None)
    board = list(state.board)
    for card in action.take:
        if card in board:
            board.remove(card)
    after = replace(state, board=tuple(board))
    if over_fault(state) or missing is not None:
        return illegal(*(over_fault(state) or fault("NOT_THERE", card=missing)), after)
    return ok(after, said("cleared", number=len(action.take)))


def judge_deal(state: State, _action: Action) -> Verdict:
    """All cards go back into the pack."""
    broken = over_fault(state)
    if broken:
        return illegal(*broken)
    return ok(replace(state, seen=(), board=(), deals=state.deals + 1), said("deal", number=state.deals + 1))


def judge_score(state: State, action: Action) -> Verdict:
    """Points for a player."""
    return _points(state, action.actor, action.numbers[0], said("scores", player=action.actor,
                                                                points=action.numbers[0]))


def judge_lose(state: State, action: Action) -> Verdict:
    """Points that a player loses."""
    return _points(state, action.actor, -action.numbers[0], said("loses", player=action.actor,
                                                                 points=action.numbers[0]))


def _points(state: State, player: str, points: int, why: Said) -> Verdict:
    broken, after = over_fault(state), state.with_points(player, points)
    if broken:
        return illegal(*broken)
    return ok(after, why, (said("wins", winners=after.winners),) if after.over else ())


def judge_end(state: State, _action: Action) -> Verdict:
    """The table plays no more."""
    broken, after = over_fault(state), replace(state, ended=True)
    return illegal(*broken) if broken else ok(after, said("wins", winners=after.winners))


JUDGES: Mapping[str, Judging] = {
    "seen": judge_seen, "gather": judge_gather, "deal": judge_deal, "score": judge_score, "lose": judge_lose,
    "end": judge_end}

"""First melds and going out (RULES 6.4 and 6.7)."""

from __future__ import annotations

from rules.core.frozen import replace
from rules.core.said import Fault, fault, said
from rules.core.verdict import Verdict, illegal, ok
from rules.games.canasta.melds import CANASTA_SIZE
from rules.games.canasta.moves import hand_ended, minimum_raised, penalised
from rules.games.canasta.state import State

OUT_BONUS, CONCEALED_BONUS = 100, 200
BROKEN_PROMISE = 100  # (RULES 6.9)
RAISE = 10  # of the minimum after a first meld that is too small (RULES 6.10)


def out_fault(state: State, seat: int) -> Fault | None:
    """Why a player with an empty hand may not go out (RULES 6.7)."""
    side = seat % 2
    if not state.may_go_out(side):
        back = "yes" if state.now.lays else "no"
        return fault("OUT_WITHOUT_CANASTA", player=state.players[seat], needed=state.canastas_needed, back=back)
    if is_concealed(state) and not state.house.concealed_needs_minimum:
        return None
    return minimum_fault(state)


def minimum_fault(state: State) -> Fault | None:
    """UNDER_MINIMUM unless the turn's melds open the side (RULES 6.4)."""
    turn, side = state.now, state.now.seat % 2
    if not turn.lays or turn.before.sides[side].melds or turn.laid_value >= state.minimum(side):
        return None
    return fault("UNDER_MINIMUM", laid=turn.laid_value, side=state.side_name(side), alone=state.is_for_two,
                 minimum=state.minimum(side))


def is_concealed(state: State) -> bool:
    """Whether the side had melded nothing before this turn."""
    return not state.now.before.sides[state.now.seat % 2].melds


def bonus_for_out(state: State) -> int:
    if not is_concealed(state):
        return OUT_BONUS
    return CONCEALED_BONUS + (OUT_BONUS if state.house.concealed_bonus == "adds" else 0)


def could_still_go_out(state: State) -> bool:
    """Whether some hidden hand lets the player on turn go out in this turn: at least, the canastas
    still missing must fit into the cards he holds, or will hold if he is taking the pile."""
    side, turn = state.sides[state.now.seat % 2], state.now
    held = state.hands[turn.seat].size + (0 if turn.source in ("draw", "take") else len(state.pile))
    missing = state.canastas_needed - side.canastas
    short = sorted(CANASTA_SIZE - len(meld.cards) for meld in side.melds if not meld.is_canasta and meld.rank != "3")
    short += [CANASTA_SIZE] * max(0, missing)
    return turn.answer != "no" and sum(short[:max(0, missing)]) <= held


def raised_for_next_time(state: State, broken: Fault) -> State | None:
    """The consequence of a first meld that is too small, where the table plays it (RULES 6.10)."""
    again = state.now.lays == state.now.raised_for
    if broken.code != "UNDER_MINIMUM" or not state.house.raise_minimum or again:
        return None
    return minimum_raised(state, state.now.seat % 2, RAISE)


def gone_out(state: State, before: State) -> Verdict:
    """The player on turn has laid or discarded his last card; `before` is the state before that."""
    seat = state.now.seat
    broken = out_fault(state, seat)
    ended = hand_ended(state, seat, bonus_for_out(state))
    if broken:
        return replace(illegal(*broken, ended), otherwise=raised_for_next_time(before, broken))
    if state.now.answer == "no":
        fined = penalised(hand_ended(state, seat), seat % 2, BROKEN_PROMISE)
        return replace(illegal(*fault("OUT_AFTER_NO", player=state.on_turn), fined), otherwise=fined)
    return ok(ended, said("goes-out", player=state.on_turn, concealed=is_concealed(state)))

"""Giving up, and what shown cards prove about it (RULES 2.5, 2.8)."""

from __future__ import annotations

from rules.core.action import TABLE, Action
from rules.core.faults import clause_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Verdict, illegal, ok, warn
from rules.games.limbo.claims import playable_known, with_proof
from rules.games.limbo.score import score_sentence, scored
from rules.games.limbo.state import Claim, State, on_turn, step


def judge_stuck(state: State, action: Action) -> Verdict:
    player = action.actor
    broken = clause_fault(action) or _player_fault(action)
    if broken:
        return illegal(*broken)
    broken = turn_fault(on_turn(state), player)
    if broken:
        return illegal(*broken, _given_up(state, player))
    if state.phase == "extra":
        return judge_done(state, action)
    after = _stuck(state, player)
    broken = _concession_fault(state, player) if state.house.must_play else None
    if broken:
        return illegal(*broken, after)
    if after.phase == "play":
        return with_proof(state, action, after, said("cannot-play-goes-on", player=player, next=after.turn))
    return with_proof(state, action, after, said("cannot-play-wins", player=player, winner=after.last_player))


def _concession_fault(state: State, player: str) -> Fault | None:
    """Whether a card that everybody knows could be played: shown by the player, or on top of the stock."""
    held, top = playable_known(state, player), state.stock_top
    if held:
        return fault("FALSE_CONCESSION-shown", player=player, card=held,
                     result=state.results(held)[0].spoken(state.count))
    draws = not state.held(player) or state.house.stuck_above_bar == "draw_from_stock"
    if top and draws and state.count > state.house.bar and state.results(top):
        return fault("FALSE_CONCESSION-stock", card=top)
    return None


def judge_done(state: State, action: Action) -> Verdict:
    broken = clause_fault(action) or _player_fault(action)
    if broken:
        return illegal(*broken)
    if state.phase == "closed" and action.actor == state.last_player:
        return ok(step(state), said("hand-scored"))
    if state.phase != "extra":
        # If the table lets it stand: whoever played last has won and plays no more, the other gives up.
        stands = step(scored(state)) if state.phase == "play" and action.actor == state.last_player else \
            _given_up(state, action.actor)
        return illegal(*fault("HAND_NOT_OVER"), stands)
    broken = turn_fault(state.turn, action.actor)
    after = step(scored(state))
    return illegal(*broken, after) if broken else ok(after, score_sentence(after))


def _player_fault(action: Action) -> Fault | None:
    return fault("WRONG_TURN-say") if action.actor == TABLE else None


def _given_up(state: State, player: str) -> State | None:
    """Somebody who is not on turn gives the hand up, and the table lets it stand: the other wins it."""
    if state.phase != "play":
        return None
    return _stuck(replace(state, turn=player, last_player=state.other(player)), player)


def _stuck(state: State, player: str) -> State:
    claims = state.claims
    if state.house.must_play and state.held(player):
        claims = (*claims, Claim(player, state.at, state.count, state.previous, "FALSE_CONCESSION"))
    if _passes(state, player):
        return step(replace(state, turn=state.other(player), claims=claims))
    ended = step(replace(state, phase="extra", turn=state.last_player, claims=claims, conceded=state))
    return ended if can_go_on(ended) and player != state.last_player else scored(ended)


def _passes(state: State, player: str) -> bool:
    """With `stuck_above_bar: pass` the turn only goes over, unless the other has just passed as well:
    then the last to play is the one who is on turn again."""
    return (state.house.stuck_above_bar == "pass" and state.count > state.house.bar and state.held(player) > 0
            and state.last_player != player)


def can_go_on(state: State) -> bool:
    """Whether the winner has anything left that he could play."""
    winner, extra = state.last_player, state.house.winner_extra
    if extra == "none" or state.count == 0:
        return False
    return state.held(winner) > 0 or (extra == "hand+stock" and state.stock > 0)


def judge_show(state: State, action: Action) -> Verdict:
    """Cards laid open: seen from now on, and able to prove that a card was withheld."""
    player, cards = action.actor, tuple(card for card in action.cards if not card.is_unknown)
    if player == TABLE or clause_fault(action):
        return illegal(*fault("CLAUSE-show"))
    known = state.known[state.seat(player)]
    new = tuple(card for card in dict.fromkeys(cards) if card not in known)
    broken = (pack_fault(state.house.pack, state.elsewhere(player), cards)
             or hand_fault(player, state.held(player), len(known) + len(new)))
    if broken:
        return warn(*broken, step(state))
    after = step(replace(state, known=with_item(state.known, state.seat(player), (*known, *new))))
    return with_proof(state, action, after, said("shows", player=player, number=len(action.cards)))

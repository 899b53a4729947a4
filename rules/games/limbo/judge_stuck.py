"""Giving up, and what shown cards prove about it (RULES 2.5, 2.8)."""

from __future__ import annotations

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.core.faults import clause_fault, hand_fault, pack_fault, turn_fault
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import with_item
from rules.core.verdict import Verdict, illegal, ok, proven, warn
from rules.games.limbo.counting import Result
from rules.games.limbo.score import forfeit, score_sentence, scored
from rules.games.limbo.state import PACK, Claim, State, on_turn, step, unseen


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
    if state.house.must_play and _cannot_be_stuck(state, player):
        # Nothing has to be shown: too few cards that cannot be played are left to fill the hand (RULES 2.8, class D).
        why = said("cannot-be-stuck", player=player, held=state.held(player), resumed=_resumes(after))
        return proven("FALSE_CONCESSION", why, state.at, _found_false(after, after.claims[-1]))
    if after.phase == "play":
        return ok(after, said("cannot-play-goes-on", player=player, next=after.turn))
    return ok(after, said("cannot-play-wins", player=player, winner=after.last_player))


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


def _cannot_be_stuck(state: State, player: str) -> bool:
    """Whether counting proves that a hand holds a card that can be played."""
    held = state.held(player)
    return held > sum(not state.results(card) for card in unseen(state, player))


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
    broken = (pack_fault(PACK, state.elsewhere(player), cards)
             or hand_fault(player, state.held(player), len(known) + len(new)))
    if broken:
        return warn(*broken, step(state))
    after = step(replace(state, known=with_item(state.known, state.seat(player), (*known, *new))))
    claim = belied(state, player, cards)
    if not claim:
        return ok(after, said("shows", player=player, number=len(action.cards)))
    resumed = _resumes(state) if claim.code == "FALSE_CONCESSION" else "no"
    return proven(claim.code, belied_why(state, claim, cards, resumed), claim.at, _found_false(after, claim))


def _resumes(state: State) -> str:
    """Whether a false concession is taken back and the hand goes on."""
    return "yes" if state.house.false_concession == "resume" and state.conceded else "no"


def _found_false(state: State, claim: Claim) -> State:
    """The state after a concession was proven false.

    The hand goes on from where it was given up, or the liar scores nothing, or the result stands.  Above the bar it
    never stands: a hand that ends there is not what the game is about (RULES 2.8).
    """
    given_up = state.conceded
    if given_up is None or given_up.at != claim.at:
        return state  # a turn was passed, or a card taken from the stock: the hand was not given up with it
    if state.house.false_concession == "resume":
        # Cards that the winner has laid since go back to his hand.
        seat = state.seat(claim.player)
        return replace(given_up, at=state.at, known=with_item(given_up.known, seat, state.known[seat]))
    if state.house.false_concession == "forfeit" or claim.on_count > state.house.bar:
        return forfeit(state, claim.player)
    return state


def playable_known(state: State, player: str) -> Card | None:
    """A card that the player has shown and could play now."""
    return next((card for card in state.known[state.seat(player)] if state.results(card)), None)


def belied(state: State, player: str, cards: tuple[Card, ...]) -> Claim | None:
    """The latest claim that these cards of the player's hand disprove; hands never grow in a hand."""
    for claim in reversed(state.claims):
        if claim.player == player and any(_playable_then(state, claim, card) for card in cards):
            return claim
    return None


def _playable_then(state: State, claim: Claim, card: Card) -> tuple[Result, ...]:
    return replace(state, count=claim.on_count, previous=claim.previous).results(card) if card.is_standard else ()


def belied_why(state: State, claim: Claim, cards: tuple[Card, ...], resumed: str = "no") -> Said:
    card, result = next((card, found[0]) for card in cards if (found := _playable_then(state, claim, card)))
    return said("could-have-played", player=claim.player, card=card, result=result.spoken(claim.on_count),
                resumed=resumed)

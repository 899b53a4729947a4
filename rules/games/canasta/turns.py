"""The turns of Canasta: whose it is, how it began, and what it has come to.

Melding before `take` can be the first half of taking the pile or follow an unwritten draw; only a later line tells
which, and the turn is then told anew.
"""

from __future__ import annotations

from collections import Counter

from rules.core.action import TABLE, Action
from rules.core.cards import UNKNOWN, Card
from rules.core.faults import duplicate
from rules.core.frozen import replace
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import left_of
from rules.core.verdict import Judging, Verdict, illegal
from rules.games.canasta.going_out import bonus_for_out, minimum_fault, out_fault
from rules.games.canasta.melds import Cards, is_red_three
from rules.games.canasta.moves import drawn, hand_ended, lays_taken_back, retold, turn_begun, upcard_turned
from rules.games.canasta.state import Source, State


def in_turn(judging: Judging) -> Judging:
    """The same judging for whoever is on turn; out of turn the fault comes first, and if the table
    lets it stand the turn is his."""
    def judged(state: State, action: Action) -> Verdict:
        begun = play_begun(state)
        if begun is None:
            forced = turn_begun(replace(state, phase="play"), state.seat(left_of(state.players, state.dealer)))
            return illegal(*fault("NO_START", card=state.pile[-1]), judging(forced, action).after)
        if begun.phase == "play" and action.actor == begun.on_turn:
            return judging(begun, action)
        if settled_end(begun).phase == "end":
            return illegal(*fault("HAND_OVER-deal"))
        if action.actor == TABLE:
            return illegal(*fault("WRONG_TURN-is", player=begun.on_turn))
        seat = state.seat(action.actor)
        after = judging(turn_begun(begun, seat), action).after
        ends = [-1 if end is None else end for end in begun.last_turn_ends]
        if action.verb == "discard" and -1 < ends[seat] == max(ends):
            return illegal(*fault("TWO_DISCARDS", player=action.actor), after, "WRONG_TURN")
        return illegal(*fault("WRONG_TURN", player=begun.on_turn, actor=action.actor), after)
    return judged


def play_begun(state: State) -> State | None:
    """The state with the play begun: an upcard that nobody named is taken as not seen.  None where a
    wild card or red three still waits to be covered."""
    if state.phase != "upcard":
        return state
    return None if state.pile else upcard_turned(state, UNKNOWN)


def unwritten_draw(state: State) -> Source:
    """How a turn without a written draw or take goes on."""
    return "assumed" if state.house.draws == "assumed" and state.now.before.stock else ""


def settled_turn(state: State) -> State:
    """The turn once it is clear that the pile is not being taken."""
    if state.now.source == "take":
        return state
    if state.now.source == "draw":
        missing = cards_to_draw(state) - drawn_so_far(state)
        return drawn(state, missing, "draw") if missing > 0 and state.house.draws == "assumed" else state
    return retold(state, unwritten_draw(state), state.now.lays)


def settled_end(state: State) -> State:
    """The hand ended, where it only waits for more: the last card is laid or the stock ended on a
    red three."""
    if state.phase != "play" or not (state.now.lays or state.ends_on_red_three):
        return state
    settled = settled_turn(state)
    if settled.ends_on_red_three:
        return hand_ended(lays_taken_back(settled) if minimum_fault(settled) else settled)
    if settled.hands[settled.now.seat].size == 0 and out_fault(settled, settled.now.seat) is None:
        return hand_ended(settled, settled.now.seat, bonus_for_out(settled))
    return state


def closing_fault(state: State) -> Fault | None:
    """UNDER_MINIMUM where the hand closes on a first meld that is too small, with no discard to say it at."""
    if state.phase != "play" or not state.now.lays:
        return None
    settled = settled_turn(state)
    return minimum_fault(settled) if settled.ends_on_red_three else None


def cards_to_draw(state: State) -> int:
    """Cards of the draw of this turn, as far as the stock goes once red threes have been replaced."""
    return min(state.per_draw, state.now.before.stock - state.now.replacements)


def drawn_so_far(state: State) -> int:
    """Cards of the draw that were written, replacements of red threes left out."""
    turn = state.now
    return turn.drawn - turn.replacements if turn.source == "draw" else 0


def seen_fault(after: State, cards: Cards) -> Fault | None:
    """DUPLICATE where these cards now lie about more often than the pack has them."""
    for card in dict.fromkeys(cards):
        copies = after.house.pack[card]
        if card != UNKNOWN and max(after.times_seen(card), cards.count(card)) > copies:
            return duplicate(card, copies)
    return None


def frozen_news(state: State) -> tuple[Said, ...]:
    return (said("pile-is-frozen"),) if state.is_frozen else ()


def may_hold(state: State, seat: int) -> list[Card]:
    """Faces that the player can still have in his hand, red threes apart."""
    hand = state.hands[seat]
    if hand.size == len(hand.known):
        return sorted(set(hand.known))
    unseen = state.house.pack - Counter(state.seen())
    return [card for card in state.house.pack if not is_red_three(card) and (card in hand.known or unseen[card])]

"""Actions of Canasta that are bounded and useful to show."""

from __future__ import annotations

from rules.core.action import TABLE, Action
from rules.core.cards import Card
from rules.games.canasta.melds import is_red_three, is_wild
from rules.games.canasta.state import State
from rules.games.canasta.turns import may_hold, settled_turn


def possible_actions(state: State) -> list[list[Action]]:
    """Bounded and useful: the deal, upcards, drawing, taking, passing, the question, single cards
    that could be added, and every discard.  Actions that are judged alike stand together."""
    if state.phase == "end":
        return [[Action(TABLE, "deal")]]
    if state.phase == "upcard":
        return [[Action(TABLE, "start", (card,))] for card in state.house.pack]
    turn, player = state.now, state.on_turn
    cards = may_hold(state, turn.seat)
    answers = [Action(state.players[state.partner(turn.seat)], "answer", words=word) for word in ("yes", "no")]
    single = [*(answers if turn.asked and not turn.answer else ()),
              *(Action(player, verb) for verb in ("draw", "take", "pass", "ask")),
              *(Action(player, "red", (card,)) for card in state.house.pack if is_red_three(card))]
    discards = [Action(player, "discard", (card,)) for card in may_hold(settled_turn(state), turn.seat)]
    return [*([action] for action in single), *_possible_additions(state, cards), *([discards] if discards else [])]


def _possible_additions(state: State, cards: list[Card]) -> list[list[Action]]:
    """Single cards for each meld: the pile's top card, other natural ones, wild ones."""
    player, top = state.on_turn, state.now.before.pile[-1:]
    groups = []
    for meld in state.sides[state.now.seat % 2].melds:
        fitting = {card for card in (*cards, *top) if card.rank == meld.rank}
        for group in (fitting & set(top), fitting - set(top), set(filter(is_wild, cards))):
            groups.append([Action(player, "add", (card,), to=meld.rank) for card in sorted(group)])
    return [group for group in groups if group]

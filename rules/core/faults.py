"""Faults that several games share: turns, packs, hands, and clauses that mean nothing.

    fault = turn_fault(to_act, action.actor) or pack_fault(pack, state.seen, action.cards)
    if fault:
        return illegal(fault.code, fault.why, stands)

A check returns a `Fault` or None, so that checks chain with `or`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter

from rules.core.action import TABLE, Action
from rules.core.cards import UNKNOWN, Card
from rules.core.said import Fault, fault

COMMON_CODES = ("WRONG_TURN", "DUPLICATE", "FOREIGN", "HAND_COUNT", "CLAUSE", "NOTHING_TO_UNDO", "GAME_OVER")


def turn_fault(to_act: str | None, actor: str) -> Fault | None:
    """WRONG_TURN unless the actor is on turn."""
    if actor == to_act:
        return None
    return fault("WRONG_TURN", player=to_act, actor=actor) if to_act else fault("WRONG_TURN-nobody")


def actor_fault(action: Action, *table_verbs: str) -> Fault | None:
    """WRONG_TURN where the table does what players do, or a player what the table does."""
    if (action.actor == TABLE) == (action.verb in table_verbs):
        return None
    return fault("WRONG_TURN-a-player") if action.actor == TABLE else fault("WRONG_TURN-the-table", verb=action.verb)


def pack_fault(pack: Mapping[Card, int], seen: Iterable[Card], cards: Iterable[Card]) -> Fault | None:
    """FOREIGN for a card that is not in the pack, DUPLICATE for one copy more than it has.

    `seen`: every card known to be elsewhere since the last shuffle (repeats count).  Unknown cards
    are never at fault."""
    seen, laid = tuple(seen), tuple(cards)
    for number, card in enumerate(laid):
        if card == UNKNOWN:
            continue
        copies = pack.get(card, 0)
        if not copies:
            return fault("FOREIGN", card=card)
        if seen.count(card) + laid[:number].count(card) >= copies:
            return duplicate(card, copies)
    return None


def duplicate(card: Card, copies: int) -> Fault:
    """The question that a duplicate puts to the table."""
    return fault("DUPLICATE", card=card, copies=copies)


def hand_fault(player: str, held: int, wanted: int) -> Fault | None:
    """HAND_COUNT when somebody lays more cards than he can hold."""
    if wanted <= held:
        return None
    return fault("HAND_COUNT", player=player, held=held, wanted=wanted)


def face_down_fault(action: Action) -> Fault | None:
    """CLAUSE for a deal that names cards in a game that is dealt face down."""
    return fault("CLAUSE-face-down") if action.cards else None


def clause_fault(action: Action, *allowed: str) -> Fault | None:
    """CLAUSE when the line carries something that means nothing for this verb in this game.
    `allowed` names fields of Action: "on", "source", "take", "to", "as_value", "announced"."""
    if _clauses(action) == _NO_CLAUSES:
        return None
    for name, word in _CLAUSE_WORDS.items():
        if name not in allowed and getattr(action, name) not in ("", (), None):
            return fault("CLAUSE", word=word, verb=action.verb)
    return None


_CLAUSE_WORDS = {"on": "on", "source": "from", "take": "take", "to": "to", "as_value": "as", "announced": "="}
_clauses = attrgetter(*_CLAUSE_WORDS)
_NO_CLAUSES = ("", "", (), "", None, None)

"""Faults that several games share: turns, packs, hands, and clauses that mean nothing.

    fault = turn_fault(to_act, action.actor) or pack_fault(pack, state.seen, action.cards)
    if fault:
        return illegal(fault.code, fault.why, stands)

A check returns a `Fault` or None, so that checks chain with `or`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rules.core.action import CLAUSES, TABLE, Action
from rules.core.cards import UNKNOWN, Card
from rules.core.said import Fault, fault
from rules.core.verbs import Verb

COMMON_CODES = ("WRONG_TURN", "DUPLICATE", "FOREIGN", "HAND_COUNT", "CLAUSE", "NOTHING_TO_UNDO", "GAME_OVER")


def turn_fault(to_act: str | None, actor: str) -> Fault | None:
    """WRONG_TURN unless the actor is on turn."""
    if actor == to_act:
        return None
    return fault("WRONG_TURN", player=to_act, actor=actor) if to_act else fault("WRONG_TURN-nobody")


def actor_fault(action: Action, verb: Verb) -> Fault | None:
    """WRONG_TURN where the table does what players do, or a player what the table does."""
    by_table = action.actor == TABLE
    if verb.by == ("table" if by_table else "player") or verb.by == "anybody":
        return None
    return fault("WRONG_TURN-a-player") if by_table else fault("WRONG_TURN-the-table", verb=action.verb)


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


class Whereabouts(Protocol):
    """A state that knows of each card of one pack whether anybody has seen it."""

    @property
    def house(self) -> Any:
        """The house rules, the `pack` among them."""

    @property
    def hidden_bits(self) -> int:
        """Cards that nobody has seen, as `bits` has them."""

    def elsewhere(self, player: str = "") -> tuple[Card, ...]:
        """Cards known to be somewhere else than in this player's hand."""


def whereabouts_fault(state: Whereabouts, action: Action) -> Fault | None:
    """As `pack_fault`, of a card out of a hand; nobody has seen most of those that are played."""
    if action.card.bit & state.hidden_bits:
        return None
    return pack_fault(state.house.pack, state.elsewhere(action.actor), action.cards)


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
    allowed: words of the record, as in `CLAUSES`."""
    found = (action.on, action.source, action.take, action.to, action.as_value, action.announced)
    if found == _NO_CLAUSES:
        return None
    for word, value, nothing in zip(CLAUSES, found, _NO_CLAUSES, strict=True):
        if value != nothing and word not in allowed:
            return fault("CLAUSE", word=word, verb=action.verb)
    return None


_NO_CLAUSES = ("", "", (), "", None, None)

"""Why a card cannot make a count (RULES 2.3)."""

from __future__ import annotations

from rules.core.action import Action
from rules.core.cards import Card
from rules.core.said import Fault, fault
from rules.games.limbo.counting import ACES, NOTHING, Power, Result, counts_of, divides, powers, reversed_digits
from rules.games.limbo.state import State


def count_fault(state: State, action: Action) -> Fault:
    """Why the card cannot make the announced count, or any at all."""
    possible = state.results(action.card)
    chosen = powers(action.card.rank, state.previous, state.house.jack_on_ace)
    if not possible:
        return _unplayable(state.count, chosen[0], action.card)
    if action.as_value is not None and all(r.value != action.as_value for r in possible):
        return _value_fault(state, chosen[0], action, possible)
    for power in chosen:
        broken = _announced_fault(state, action.card.rank, power, action.announced)
        if broken:
            return broken
    return fault("WRONG_COUNT", counts=counts_of(possible), announced=action.announced)


def _unplayable(count: int, power: Power, card: Card) -> Fault:
    """Why no result at all is legal.  An Ace fails only at 0, so one power is enough to look at."""
    if power.kind == "queen":
        key = "NOT_REDUCING-queen" if card.rank == "J" else "NOT_REDUCING"
        return fault(key, count=count, becomes=reversed_digits(count))
    if power.kind == "king":
        return fault("KING_DIVISOR-prime" if count > 1 else "KING_DIVISOR-never", count=count, jack=_is_jack(card.rank))
    if power == NOTHING:
        return fault("NOT_REDUCING-jack")
    return fault("BELOW_ZERO", card=card, value=power.value, count=count)


def _is_jack(rank: str) -> str:
    """Whether a card has its power from another one, as the catalogues ask."""
    return "yes" if rank == "J" else "no"


def _value_fault(state: State, power: Power, action: Action, possible: tuple[Result, ...]) -> Fault:
    value = action.as_value
    if power.kind == "king":
        return fault("KING_DIVISOR", count=state.count, divisors=tuple([r.value for r in possible]), value=value,
                     jack=_is_jack(action.card.rank))
    if power.kind == "ace" and value == 11:
        return fault("BELOW_ZERO-eleven", count=state.count)
    return fault("WRONG_COUNT-value", values=tuple(sorted({r.value for r in possible})), value=value)


def _announced_fault(state: State, rank: str, power: Power, announced: int | None) -> Fault | None:
    """The rule that the announced count breaks, if it can be named."""
    count, value = state.count, power.value
    if power.kind == "king":
        return _king_fault(state, rank, announced)
    if power.kind == "queen" or not value:
        return None
    counts = counts_of(state.results_of(rank))
    if power == ACES[0]:
        return fault("DIVIDE_BY_ACE_1", counts=counts) if announced == count else None
    if divides(power, count) and announced == count - value:
        return fault("NOT_DIVIDED", value=value, count=count, becomes=count // value)
    if announced == count // value:
        return fault("BAD_DIVISION" if count % value else "BAD_DIVISION-ace", value=value, count=count, counts=counts)
    return None


def _king_fault(state: State, rank: str, announced: int | None) -> Fault | None:
    """A King divides neither by the count itself nor by 1."""
    if announced not in (1, state.count):
        return None
    counts = counts_of(state.results_of(rank))
    return fault("KING_DIVISOR-itself" if announced == 1 else "KING_DIVISOR-one", jack=_is_jack(rank), counts=counts)

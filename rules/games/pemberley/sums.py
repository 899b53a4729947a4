"""Sums as they are said: a sequence step by step, and why it scores."""

from __future__ import annotations

from rules.core.cards import Card
from rules.core.said import Fault, Said, fault, said
from rules.core.seats import leaders
from rules.games.pemberley.arrangement import SIGNS, Reasons, landing, landing_fault, sum_of
from rules.games.pemberley.state import State


def final_total(begin: int, cards: tuple[Card, ...]) -> tuple[int | None, Fault | None]:
    """The final total of a sequence, or the broken on the way (RULES 3.4)."""
    total = begin
    for card in cards:
        broken = landing_fault(total, card) if card.is_standard else fault("FOREIGN-number", card=card)
        if broken:
            return None, broken
        total = landing(total, card) or 0
    return total, None


def points_sentence(total_is: Said, reasons: Reasons) -> Said:
    """"9 × 91 = 91: seven and thirteen, 5 points." """
    if not reasons:
        return said("lands-nothing", sum=total_is)
    return said("lands", sum=total_is, reasons=tuple([said("reason", reason=name) for name, _ in reasons]),
                points=sum_of(reasons))


def sum_sentence(begin: int, cards: tuple[Card, ...], becomes: int) -> Said:
    """"3 −7 ×12 = -48", step by step."""
    steps = tuple(said("set-step", sign=SIGNS[card.suit], number=card.number) for card in cards)
    return said("set-sum", begin=begin, steps=steps, becomes=becomes)


def winners_sentence(state: State) -> Said:
    names = leaders(state.scores)
    return said("winners", players=names, score=state.scores[names[0]])

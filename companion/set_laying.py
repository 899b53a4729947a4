"""Laying sets at Pemberley by touch: whose cards there are, and what a sequence of them makes; no Kivy.

    >>> hands = set_hands(match)                    # none before the sets begin (RULES 3.4)
    >>> run_through(hands[0], ("2H", "3C"))
    Sequence(text='9 + 2 = 11 · 11 ÷ 3', fault='11 does not divide by 3.')
"""

from __future__ import annotations

from dataclasses import dataclass

from companion import texts
from rules import Card, Match
from rules.games.pemberley.arrangement import landing, landing_fault
from rules.games.pemberley.state import State


@dataclass(frozen=True)
class SetHand:
    """A player's played cards that are in no set yet.  begin: the starter's number, where a set begins."""

    player: str
    begin: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Sequence:
    """Cards one after the other: the sums, and why the last one cannot be."""

    text: str
    fault: str = ""


def set_hands(match: Match) -> tuple[SetHand, ...]:
    """Everybody who can still lay a set."""
    state = match.state
    if not isinstance(state, State) or state.phase != "sets":
        return ()
    hands = (SetHand(name, state.begin, tuple(str(card) for card in seat.pile if card not in seat.used))
             for name, seat in zip(state.players, state.seats, strict=True))
    return tuple(hand for hand in hands if hand.cards)


def run_through(hand: SetHand, cards: tuple[str, ...]) -> Sequence:
    """What the cards make in this order."""
    total = hand.begin
    steps: list[str] = []
    for card in map(Card, cards):
        sign, number = texts.OPERATIONS[card.suit], card.number
        fault = landing_fault(total, card)
        if fault is not None:
            return Sequence(" · ".join([*steps, f"{total} {sign} {number}"]), texts.pretty(fault.why, "pemberley"))
        after = landing(total, card) or 0
        steps.append(f"{total} {sign} {number} = {after}")
        total = after
    return Sequence(" · ".join(steps) if steps else str(total))

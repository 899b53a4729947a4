"""Sets laid by hand: whose cards there are, and what a sequence of them makes (RULES 3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.laying import Laying, Steps
from rules.games.pemberley.arrangement import SIGNS, landing, landing_fault
from rules.games.pemberley.state import State


@dataclass(frozen=True)
class SetLaying(Laying):
    """A player's played cards that are in no set yet; a set begins with the starter's number."""

    def made_of(self, cards: Sequence[Card]) -> Steps:
        total, steps = self.begin, list[str]()
        for card in cards:
            step, why = f"{total} {SIGNS[card.suit]} {card.number}", landing_fault(total, card)
            if why is not None:
                return Steps(" · ".join([*steps, step]), why.why)
            total = landing(total, card) or 0
            steps.append(f"{step} = {total}")
        return Steps(" · ".join(steps) or str(total))


def layings(state: State) -> Iterator[SetLaying]:
    """Everybody who can still lay a set."""
    if state.phase != "sets":
        return
    for name, seat in zip(state.players, state.seats, strict=True):
        left = tuple(card for card in seat.pile if card not in seat.used)
        if left:
            yield SetLaying(name, "set", state.begin, left)

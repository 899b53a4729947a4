"""What people hold over the table: the same in all hypotheses, whatever they suppose to have been done.

    with_same_hands(pool, price)         # price of a card more in a hand

A hypothesis finds the cards of a fan one by one, look after look, and only the likeliest are taken so far. The others
would lag behind for no reason of their own, and one player's play would be surer than another's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.frozen import replace
from vision.belief.hypotheses import CardHere, Hypothesis
from vision.belief.likelihood import Weighed

Price = Callable[[Hypothesis, CardHere], float | None]  # nats for a card more in a hand; None where it cannot be


def with_same_hands(pool: Sequence[Weighed], price: Price) -> list[Hypothesis]:
    """Hypotheses of one look, the likeliest first; each with the cards that any of them sees in hands, where nothing of
    its own serves what is read of them."""
    hands: dict[int, CardHere] = {}  # by the detection that serves them
    for weighed in pool:
        for card, k in zip(weighed.h.cards, weighed.took, strict=True):
            if card.posture == "held" and k >= 0:
                hands.setdefault(k, card)
    return [_with(weighed.h, [card for k, card in hands.items() if k not in weighed.took], price) for weighed in pool]


def _with(h: Hypothesis, hands: Sequence[CardHere], price: Price) -> Hypothesis:
    """The hypothesis with those of the cards that make it likelier."""
    for card in hands:
        nats = price(h, card)
        if nats is not None and nats + card.told_in_hand > 0:
            h = replace(h, cards=(*h.cards, card), log_weight=h.log_weight + nats + card.told_in_hand)
    return h

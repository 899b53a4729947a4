"""What people hold over the table: the same in all hypotheses, whatever they suppose to have been done.

    pool = with_same_hands(pool, price)     # of a card more in a hand

A hypothesis finds the cards of a fan one by one, look after look, and only the likeliest are taken so far. The others
would lag behind for no reason of their own, and one player's play would be surer than another's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.frozen import replace
from vision.belief.hypotheses import CardHere, Hypothesis
from vision.belief.likelihood import Weighed

Price = Callable[[Hypothesis, CardHere], float | None]  # nats for a card more in a hand; None where it cannot be


def with_same_hands(pool: Sequence[Weighed], price: Price) -> list[Weighed]:
    """Hypotheses of one look, the likeliest first; each with the cards that any of them sees in hands, where nothing of
    its own serves what is read of them."""
    hands: dict[int, tuple[CardHere, CardHere, int]] = {}
    for weighed in pool:
        for row in zip(weighed.before.cards, weighed.h.cards, weighed.took, strict=True):
            if row[1].posture == "held" and row[2] >= 0:
                hands.setdefault(row[2], row)
    return [_with(weighed, tuple(hands.values()), price) for weighed in pool] if hands else list(pool)


def _with(weighed: Weighed, hands: Sequence[tuple[CardHere, CardHere, int]], price: Price) -> Weighed:
    before, h, took = weighed.before, weighed.h, weighed.took
    known = {card.serial for card in h.cards}
    for was, is_now, k in hands:
        nats = price(h, is_now) if k not in took and is_now.serial not in known else None
        if nats is not None and nats + _told(is_now) > 0:
            before = replace(before, cards=(*before.cards, was), log_weight=before.log_weight + nats + _told(was))
            h = replace(h, cards=(*h.cards, is_now), log_weight=h.log_weight + nats + _told(is_now))
            took = (*took, k)
    return weighed if h is weighed.h else Weighed(h, before, took)


def _told(card: CardHere) -> float:
    """Nats that looks have told for a card in a hand."""
    return card.credit + card.named + card.held

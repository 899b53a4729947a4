"""How clearly this table is seen: how far a card that lies is read from where it was read, and how often by both marks.

    clarity = Clarity()
    clarity.add(steps_mm, one_mark, weights)  # of cards over which nothing moves
    clarity.sway(step_mm)                     # nats for a hand: that much farther
    clarity.marks(1)                          # nats for a hand: so many marks read where nothing covers the other

A dim or grainy picture moves marks as a hand does, and of small ones often one is read.  What tells of a hand is what
this table does not show of cards that lie.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from vision.belief.noise import noise

LEARNED = 8.0  # looks, after which a table counts as much as others
LEAST_MM = 0.03  # nearer is the same
STEP_TELLS = (-0.7, 3.3)  # nats that one step tells at the least and at the most


class Clarity:
    """What one table's pictures have shown so far; before that, what others have."""

    def __init__(self) -> None:
        held = noise().held
        self._looks = self._cards = LEARNED
        self._log_step = LEARNED * float(np.log(held.step_mm[1]))
        self._with_one = LEARNED * held.one_mark[1]

    def apart(self) -> Clarity:
        """Another that has seen the same."""
        return copy(self)

    def add(self, steps_mm: np.ndarray, one_mark: np.ndarray, weights: np.ndarray) -> None:
        """Cards over which nothing moves, n of them: how far each was read from where it was in the look before, in mm;
        whether one mark was read and nothing covers the other, NaN where that is not to be told, which a card tells by
        weights (n,) again and again."""
        self._looks += len(steps_mm)
        self._log_step += float(np.log(np.maximum(steps_mm, LEAST_MM)).sum())
        known = np.isfinite(one_mark)
        self._cards += float(weights[known].sum())
        self._with_one += float((weights * one_mark)[known].sum())

    def sway(self, step_mm: float) -> float:
        """Nats by which such a step is likelier of a card in a hand than of one that lies."""
        held = noise().held
        lies = self._log_step / self._looks
        sways = float(np.log(np.hypot(held.step_mm[0], np.exp(lies))))
        apart = (sways - lies) / held.spread ** 2
        return float(np.clip(apart * (np.log(max(step_mm, LEAST_MM)) - (lies + sways) / 2), *STEP_TELLS))

    def marks(self, read: int) -> float:
        """Nats by which a card of which nothing covers a mark is likelier in a hand, by how many were read."""
        lies, held = self._with_one / self._cards, noise().held.one_mark[0]
        return float(np.log(held / lies) if read < 2 else np.log((1 - held) / (1 - lies)))

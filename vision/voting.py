"""What many looks at one card amount to: its label, and whether it may be committed without asking.

    verdict = decided(readings)      # label, sure, confidence, candidates; None while another look is wanted
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.detections import UNREAD
from vision.events import Candidates

SURE_LOOKS = 2  # looks that must be sure of the same label
MOST_LOOKS = 10
UNANIMOUS = 0.95  # mean confidence of so many looks that all name one card
VERY_LIKELY = 0.96  # confidence of half of them, where some name another
CLEARLY = 0.9  # of a look that saw an index well
LIKELY = 0.8  # what no other name may exceed then
DOUBTED = 0.98  # a look so confident that is not sure saw another card there, or the same twice


@dataclass(frozen=True)
class Reading:
    """One look at one card."""

    label: str
    confidence: float
    sure: bool
    face_up: bool
    candidates: Candidates

    @property
    def one_of_two(self) -> float:
        """How likely it is one of the two likeliest cards: then it has an index, though its suit may be doubtful."""
        return max(self.confidence, sum(p for _, p in self.candidates[:2]))


NOTHING_READ = Reading(UNREAD, 0.0, False, True, ())


def decided(readings: list[Reading]) -> tuple[str, bool, float, Candidates] | None:
    """Label, sure, confidence and candidates once the looks suffice, else None.

    Sure needs SURE_LOOKS sure looks at one label and none at another, or MOST_LOOKS that agree.  A card face
    down is settled by as many looks.
    """
    sure = Counter(r.label for r in readings if r.sure and r.label != UNREAD)
    fused = fuse(readings)
    if len(sure) == 1:
        label, count = sure.most_common(1)[0]
        if count >= SURE_LOOKS:
            return label, True, _mean(r.confidence for r in readings if r.sure), fused
    down = [r for r in readings if not r.face_up and r.label == UNREAD]
    if len(down) >= SURE_LOOKS and not sure and len(down) == len(readings):
        return UNREAD, False, _mean(r.confidence for r in down), ()
    if len(readings) < MOST_LOOKS:
        return None
    label = fused[0][0] if fused else UNREAD
    return label, _agree(readings, label), fused[0][1] if fused else 0.0, fused


def _agree(readings: list[Reading], label: str) -> bool:
    """Whether many looks name a card together, though each of them less than surely: all, rather surely on the whole,
    or half of them very likely and hardly any another, as where cards below show through.  Dim pictures keep each
    look below what is sure, but then they do not agree where they are wrong.  None may have a reason of its own to
    doubt it."""
    if label == UNREAD or any(r.confidence >= DOUBTED and not r.sure for r in readings):
        return False
    named = [r.confidence for r in readings if r.label == label]
    if len(named) == len(readings) and _mean(named) >= UNANIMOUS:
        return True
    others = [r.confidence for r in readings if r.label != label]
    return 2 * sum(p >= VERY_LIKELY for p in named) >= len(readings) and max(others, default=0.0) <= LIKELY


def fuse(readings: list[Reading]) -> Candidates:
    """The mean of all looks, best first."""
    total: defaultdict[str, float] = defaultdict(float)
    for reading in readings:
        for label, p in reading.candidates or ((reading.label, reading.confidence),):
            total[label] += p / len(readings)
    best = sorted(total.items(), key=lambda item: -item[1])
    return tuple((label, p) for label, p in best[:6] if label != UNREAD)


def leading(readings: list[Reading]) -> str:
    """The commonest label; UNREAD where there was no look."""
    counts = Counter(r.label for r in readings)
    return counts.most_common(1)[0][0] if counts else UNREAD


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return float(np.mean(listed)) if listed else 0.0

"""Whether a picture shows cards of a pack that the reader does not know.

    is_unknown(detections)                            # cards are seen, large enough to read, and have no name
    odds = strange_odds(readings, weights)            # how strange each index looks to the reader's last layer
    trust = trust.after(as_seen(indices))             # what that means for the names, by `strange` of each index

Dark packs, indices inside the suit's sign or in two corners are seen and not read, or by one faint mark as whatever
that looks like.  Signs that are none of the four
suits are read, as whatever they look like most: packs with German suits were named, half of their cards surely.  How
the reader describes an index tells them apart, if not for each index, then for several together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

import numpy as np

from vision.detections import UNREAD, Detections
from vision.reading.index_reader import Readings
from vision.reading.one_card import Index

ENOUGH = 3  # cards that lie there unread before anything is said: a few are always covered, or cut off
GUESSED = 0.8  # a name by one mark that is less likely than this is only guessed
READ = 0.98  # a name that is as likely is read, though a doubted pack has no sure ones
LEGIBLE = 100.0  # px, length of a card from which the smallest usual index can be read
LEAST, MOST = -1.0, 2.0  # log-odds that one index counts: hearts, and ranks alone, look known in any pack
KNOWN, DOUBTED, UNKNOWN = -6.0, -2.5, 4.0  # log-odds of an unknown pack
PRIOR = -4.0
MANY, STRANGE = 8, 0.4  # indices from which on it tells, too, how many of them look strange; their share


class Trust(Enum):
    """What the names of a pack's cards are worth: all, nothing surely, or nothing at all."""

    FULL = "full"
    DOUBT = "doubt"
    NONE = "none"

    def after(self, each: Sequence[float]) -> Trust:
        """The trust after a picture whose indices have these log-odds: it comes back only where they are plainly of a
        known pack."""
        odds = PRIOR + sum(each)
        if odds > UNKNOWN:
            return Trust.NONE
        many = len(each) >= MANY and sum(one > 0 for one in each) > STRANGE * len(each)
        if not many and (odds <= KNOWN or (odds <= DOUBTED and self is Trust.FULL)):
            return Trust.FULL
        return Trust.DOUBT if self is Trust.FULL else self


def strange_odds(readings: Readings, weights: np.ndarray | None) -> np.ndarray:
    """Log-odds (n,) that indices so described are of no pack that the reader knows."""
    if weights is None:
        return np.full(len(readings), LEAST)
    return np.asarray(np.clip(described(readings) @ weights, LEAST, MOST))


def as_seen(indices: Iterable[Index]) -> list[float]:
    """Log-odds that each index counts: what may be none, as a fold of a sleeve, tells the less of the pack."""
    return [index.strange * index.score * index.real for index in indices]


def described(readings: Readings) -> np.ndarray:
    """(n, d) what the weights of strangeness count: the description, 1, and how clearly each was read."""
    return np.column_stack([readings.description, np.ones(len(readings)), readings.rank.max(axis=1, initial=-99),
                            readings.suit.max(axis=1, initial=-99), readings.kind])


def is_unknown(found: Detections) -> bool:
    """Whether several cards lie face up and legibly large, and none is read: their pack must be another one."""
    corners = found.corners_px
    length = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1, initial=0)
    nameless = found.label == UNREAD
    guessed = (found.confidence < GUESSED) & (found.marks == 1)
    read = (found.sure | (found.confidence >= READ)) & ~nameless
    return bool(((nameless | guessed) & found.face_up & (length >= LEGIBLE)).sum() >= ENOUGH and not read.any())

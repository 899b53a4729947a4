"""What is known of the pack: no card can lie there more often than the pack holds it.

    groups = within_pack(groups, copies)          # near-ties settled
    sure &= ~beyond(labels, confidence, copies)   # of two Queens of spades in a pack of one, the worse is asked about
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index

PACK_ERRS = 0.05  # how often a card seems to lie there once too often and does: another was misread, or a pack is mixed


def copies_of(pack: Mapping[str, int]) -> np.ndarray:
    """(53,) how often the pack holds each of LABELS."""
    return np.array([pack.get(label, 0) for label in LABELS])


def within_pack(groups: Sequence[list[Index]], verdicts: Sequence[np.ndarray], copies: np.ndarray) -> list[list[Index]]:
    """Cards in the same order, those read as what better read ones have used up less likely to be that.

    verdicts: probabilities (53,) over LABELS of each card.  Clear readings stay what they are, near-ties go to the
    other card.
    """
    left, done = copies.copy(), list(groups)
    for k in sorted(range(len(groups)), key=lambda k: -float(verdicts[k].max())):
        told = np.where(left > 0, verdicts[k], PACK_ERRS * verdicts[k])
        if told.argmax() != verdicts[k].argmax():
            done[k] = [held_back(index, left <= 0) for index in groups[k]]
        left[told.argmax()] -= 1
    return done


def held_back(index: Index, used: np.ndarray) -> Index:
    """An index after the labels that are used up (53,) were found less likely."""
    likely = index.log_label + np.where(used, np.log(PACK_ERRS), 0)
    likely = likely - np.log(np.exp(likely).sum())
    return replace(index, log_label=likely, steady=min(index.steady, float(np.exp(likely.max()))))


def beyond(labels: Sequence[str], confidence: np.ndarray, copies: np.ndarray) -> np.ndarray:
    """(n,) bool, cards that lie there once too often; of equal cards the ones read best count first."""
    left = dict(zip(LABELS, copies.tolist(), strict=True))
    over = np.zeros(len(labels), bool)
    for k in np.argsort(-confidence, kind="stable"):
        label = labels[k]
        if label in left:
            over[k] = left[label] <= 0
            left[label] -= 1
    return over

"""What was told beside what truly happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from companion.following.answers import bare
from rules import Action

T = TypeVar("T")


def pairs_in_order(true: Sequence[Action], told: Sequence[Action]) -> list[tuple[int, int]]:
    """Which told action is which true one, as indices of both, in order; what is on one side alone is left out."""
    blocks = SequenceMatcher(None, [str(bare(a)) for a in true], [str(bare(a)) for a in told], False)
    return [(b.a + k, b.b + k) for b in blocks.get_matching_blocks() for k in range(b.size)]


def told_too_often(told: Iterable[T], key: Callable[[T], Hashable], happened: Iterable[Hashable]) -> list[T]:
    """Those of the told that did not happen so often, whenever it was.  key: by what the two are compared."""
    left = Counter(happened)
    surplus = []
    for each in told:
        left[key(each)] -= 1
        surplus += [each] if left[key(each)] < 0 else []
    return surplus

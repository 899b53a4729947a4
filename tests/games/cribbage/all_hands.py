"""Counts every hand with every starter, 12,994,800 of them, and compares with the known distribution.

    python -m tests.games.cribbage.all_hands            # half a minute
    python -m tests.games.cribbage.all_hands --share 0.01 --twice    # some, each counted a second way as well
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from random import Random

from rules.core.cards import Card, standard_pack
from rules.games.cribbage.counting import count_hand

# Known since long, and counted by many: points -> hands with starter (4 of 52, then 1 of the other 48).
DISTRIBUTION = {
    0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324,
    8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9_168, 16: 58_248,
    17: 11_196, 18: 2_708, 20: 8_068, 21: 2_496, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4,
}


def counted_one_by_one(hand: Sequence[Card], starter: Card, is_crib: bool) -> int:
    """The points of a hand, counted as a child would: every set of cards is laid out and looked at."""
    cards = [*hand, starter]
    points = 0
    for size in range(2, 6):
        for some in combinations(cards, size):
            points += 2 * (sum(10 if card.rank in "TJQK" else card.number for card in some) == 15)
            points += 2 * (size == 2 and some[0].rank == some[1].rank)
    for size in (5, 4, 3):
        runs = [some for some in combinations(cards, size) if _is_run(some)]
        if runs:
            points += size * len(runs)
            break
    if len({card.suit for card in cards}) == 1:
        points += 5
    elif len({card.suit for card in hand}) == 1 and not is_crib:
        points += 4
    return points + sum(card.face == f"J{starter.suit}" for card in hand)


def _is_run(cards: Sequence[Card]) -> bool:
    return any(all(b.number == a.number + 1 for a, b in pairwise(order))
               for order in permutations(cards))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="how much of the hands to count")
    parser.add_argument("--twice", action="store_true", help="count each a second way as well")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found, differ = _counted(args.share, args.twice, Random(args.seed))
    print(" ".join(f"{points}:{number}" for points, number in sorted(found.items())))
    print(f"{sum(found.values())} hands; {differ} counted otherwise the second way")
    wrong = args.share == 1.0 and dict(found) != DISTRIBUTION
    print("The distribution is not the known one." if wrong else "As known." if args.share == 1.0 else "A sample.")
    return int(wrong or differ > 0)


def _counted(share: float, twice: bool, rng: Random) -> tuple[Counter[int], int]:
    pack, found, differ = sorted(standard_pack()), Counter[int](), 0
    for hand in combinations(pack, 4):
        if share < 1 and rng.random() >= share:
            continue
        for starter in pack:
            if starter in hand:
                continue
            points = count_hand(hand, starter).total
            found[points] += 1
            differ += twice and points != counted_one_by_one(hand, starter, False)
    return found, differ


if __name__ == "__main__":
    raise SystemExit(main())

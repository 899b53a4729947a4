"""How fast the rules are on one core.

    python -m rules.speed

Prints judged actions a second for each game (records of honest random sittings, judged action by
action, playing and parsing not counted) and the time of the best Pemberley arrangement of 7, 8 and 10
cards.  Seconds are processor time, so that other work on the machine counts as little as possible.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from statistics import median
from time import process_time

from rules import GAMES, parse_record
from rules.core.cards import standard_pack
from rules.core.match import Match
from rules.games.pemberley.arrangement import Scale, best_arrangement
from rules.soundness import honest_record

MOST = 150  # actions of one sitting


def actions_per_second(name: str, wanted: int, seed: int) -> float:
    """Judged actions a second of processor time, over at least so many actions."""
    seconds, judged, sittings = 0.0, 0, 0
    while judged < wanted:
        record = parse_record(honest_record(GAMES[name], Random(f"speed {name} {seed} {sittings}"), MOST))
        match = Match(GAMES[name], record.table())
        actions = [line.action for line in record.events if line.action]
        begun = process_time()
        for action in actions:
            match.push(action)
        seconds += process_time() - begun
        judged += len(actions)
        sittings += 1
    return judged / max(seconds, 1e-9)


def arrangement_ms(cards: int, times: int, seed: int) -> list[float]:
    """Milliseconds of processor time for the best arrangement of so many random cards, shortest first."""
    rng = Random(f"arrangement {cards} {seed}")
    pack = sorted(standard_pack())
    found = []
    for _ in range(times):
        hand = tuple(rng.sample(pack, cards))
        begun = process_time()
        best_arrangement(hand, rng.randint(1, 13), Scale())
        found.append(1000 * (process_time() - begun))
    return sorted(found)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules.speed", description="How fast the rules are on one core.")
    parser.add_argument("--actions", type=int, default=3000, help="judged actions of each game")
    parser.add_argument("--hands", type=int, default=20, help="arrangements of each size")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    for name in GAMES:
        print(f"{name:14} {actions_per_second(name, options.actions, options.seed):8.0f} judged actions a second",
              flush=True)
    for cards in (7, 8, 10):
        times = arrangement_ms(cards, options.hands, options.seed)
        print(f"best arrangement of {cards:2} cards: median {median(times):7.1f} ms, longest {times[-1]:7.1f} ms",
              flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast the rules are on one core.

    python -m rules.checks speed
    python -m rules.checks speed --positions 10000 limbo thirteen

For each game: judged actions a second (records of honest random sittings, judged action by action, playing and
parsing not counted) and the longest `legal_actions` of so many positions of random tables of 2 to 12 players; then
the best Pemberley arrangement of 7, 8 and 10 cards.  Seconds are processor time, so that other work on the machine
counts as little as possible.  Beside every figure stands its ratio to a loop of fixed work run just before, which
machines and busy hours have in common: actions for one loop, or loops for one answer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rules.checks.soak import random_table
from rules.checks.soundness import honest_record
from rules.core.action import Action
from rules.core.cards import standard_pack
from rules.core.game import Game
from rules.core.match import Match
from rules.games import GAMES
from rules.games.pemberley.arrangement import Scale, best_arrangement
from rules.lines import parse_record

MOST = 150  # actions of one sitting
FIXED_WORK = 2000  # steps of the loop that everything is compared with
SEATED = tuple("Ann Bob Cal Deb Eli Flo Gus Hal Ivy Jan Kim Lea".split())
NOISE = 3  # so often what is slow is timed, and the shortest time counts: another process may have been in the way


def loop_seconds() -> float:
    """The shortest of some runs of a loop of fixed work: tuples built, hashed and counted, as the rules do."""
    return min(_one_loop() for _ in range(5))


def _one_loop() -> float:
    begun = process_time()
    counts: dict[tuple[int, int, str], int] = {}
    for number in range(FIXED_WORK):
        key = (number % 52, number % 13, "card")
        counts[key] = counts.get(key, 0) + 1
    return max(process_time() - begun, 1e-9)


def actions_per_second(name: str, wanted: int, seed: int) -> float:
    """Judged actions a second of processor time, over at least so many actions."""
    seconds, judged, sittings = 0.0, 0, 0
    while judged < wanted:
        record = parse_record(honest_record(GAMES[name], Random(f"speed {name} {seed} {sittings}"), MOST))
        actions = [line.action for line in record.events if line.action]
        seconds += min(_judging_seconds(Match(GAMES[name], record.table()), actions) for _ in range(NOISE))
        judged += len(actions)
        sittings += 1
    return judged / max(seconds, 1e-9)


def _judging_seconds(match: Match, actions: Iterable[Action]) -> float:
    begun = process_time()
    for action in actions:
        match.push(action)
    return process_time() - begun


def longest_list_ms(name: str, positions: int, seed: int) -> float:
    """Milliseconds of the longest `legal_actions` among positions of random tables of 2 to 12 players."""
    game, rng, seen, slowest = GAMES[name], Random(f"lists {name} {seed}"), 0, []
    while seen < positions:
        player = random_table(game, rng, SEATED)
        for _ in range(min(MOST, positions - seen)):
            slowest.append((_list_ms(game, player.state), seen, player.state))
            slowest = sorted(slowest, key=lambda entry: entry[:2])[-5:]
            seen += 1
            if player.step() is None:
                break
    return max(min(_list_ms(game, state) for _ in range(NOISE)) for _, _, state in slowest)


def _list_ms(game: Game[Any], state: Any) -> float:
    begun = process_time()
    game.legal_actions(state)
    return 1000 * (process_time() - begun)


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
    """Measure all games, or those named."""
    parser = argparse.ArgumentParser(prog="python -m rules.checks speed",
                                     description="How fast the rules are on one core.")
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--actions", type=int, default=3000, help="judged actions of each game")
    parser.add_argument("--positions", type=int, default=1000, help="positions of each game whose actions are listed")
    parser.add_argument("--hands", type=int, default=20, help="arrangements of each size")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    for name in options.names or GAMES:
        loop, rate = loop_seconds(), actions_per_second(name, options.actions, options.seed)
        loop = min(loop, loop_seconds())
        print(f"{name:14} {rate:8.0f} judged actions a second, {rate * loop:6.2f} a loop", flush=True)
        loop, longest = loop_seconds(), longest_list_ms(name, options.positions, options.seed)
        print(f"{'':14} {longest:8.2f} ms the longest list of actions, {longest / 1000 / loop:6.2f} loops", flush=True)
    for cards in (7, 8, 10):
        loop, times = loop_seconds(), arrangement_ms(cards, options.hands, options.seed)
        print(f"best arrangement of {cards:2} cards: median {median(times):7.1f} ms, longest {times[-1]:7.1f} ms, "
              f"{median(times) / 1000 / loop:6.2f} loops", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

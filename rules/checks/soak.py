"""Play games at random for a long time, checking the laws of each at every action.

    python -m rules.checks soak --actions 1000000 limbo never_over

Prints one line per game: sittings, actions, actions per second.  Exit status 1 with the record
that broke a law on stderr.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from rules.core.errors import SetupError
from rules.core.game import Game, Table
from rules.core.people import RandomPlayer, random_player
from rules.core.record import new_record
from rules.games import GAMES

NAMES = ("Ann", "Bob", "Cal", "Deb", "Eli", "Flo")


def main(words: list[str] | None = None) -> int:
    """Run the check; exit status 1 after a fault."""
    parser = argparse.ArgumentParser(prog="python -m rules.checks soak",
                                     description="Play at random and check every action.")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--actions", type=int, default=100_000, help="actions per game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    unknown = [name for name in options.games if name not in GAMES]
    if unknown:
        parser.error(f"there is no game '{unknown[0]}'; the games are {', '.join(GAMES)}")
    return max([_soak(GAMES[name], options.actions, options.seed) for name in options.games])


def _soak(game: Game[Any], wanted: int, seed: int) -> int:
    """Sittings with random house rules until `wanted` actions have been played; 0, or 1 after a fault."""
    rng, actions, sittings, begun = Random(f"{game.name} {seed}"), 0, 0, time.perf_counter()
    while actions < wanted:
        player = random_table(game, rng)
        sittings += 1
        try:
            for _ in checked_play(player, wanted - actions):
                actions += 1
        except Exception as error:
            print(f"{error!r} after\n{_record(player)}", file=sys.stderr)
            return 1
    seconds = time.perf_counter() - begun
    print(f"{game.name}: {sittings} sittings, {actions} actions, {actions / seconds:.0f} actions per second, no fault")
    return 0


def random_table(game: Game[Any], rng: Random, names: tuple[str, ...] = NAMES) -> RandomPlayer[Any]:
    """A table of some of these people with random house rules; combinations that the game refuses are drawn again."""
    while True:
        count = rng.randint(game.min_players, min(game.max_players, len(names)))
        house = {option.name: str(rng.choice(option.values)).lower() for option in game.options if rng.random() < 0.5}
        try:
            return random_player(game, Table(names[:count], rng.choice(names[:count]), house), rng)
        except SetupError:
            continue


def checked_play(player: RandomPlayer[Any], most: int) -> Iterator[None]:
    """Play on; after every action the cards are all there and honest play has proved nothing."""
    pack = player.pack
    for action in player.play(most):
        verdict = player.match.events[-1].verdict
        if verdict.kind not in ("ok", "warn"):
            raise AssertionError(f"{action}: {verdict.kind} {verdict.codes}, though everybody is honest")
        if player.everything() != pack:
            raise AssertionError(f"{action}: cards are missing or doubled")
        player.check()
        yield


def _record(player: RandomPlayer[Any]) -> str:
    actions = tuple(event.action for event in player.match.events)
    return str(new_record(player.match.game.name, player.match.table, actions))


if __name__ == "__main__":
    raise SystemExit(main())

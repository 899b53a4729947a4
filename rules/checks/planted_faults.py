"""Random games with one fault put in: how often judging finds it, and when.

    python -m rules.checks faults --games 500 limbo page_one

A fault is something that really breaks a rule, given the true hidden cards: a card played out of
turn, a card that is already on the table, a play that the position forbids, something that only this
game forbids (`RandomPlayer.open_faults`), or a lie about one's hand (`RandomPlayer.lies`).  Prints, for each
game and fault: how many were put in, and the share found at once, found later (a `proven` verdict about that
very action), and never.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from rules.checks.soak import NAMES
from rules.core.action import TABLE, Action
from rules.core.game import Game, Table
from rules.core.people import AnyPlayer, PlantedFault, random_player
from rules.core.verbs import NONE, Verb
from rules.games import GAMES

OPENING = 25  # a fault comes after at most so many honest actions
AFTER = 400  # and has so many further actions to come to light


def visible_faults(player: AnyPlayer) -> Iterator[PlantedFault]:
    """Faults that lie open on the table."""
    actor = player.match.to_act
    yield from player.open_faults()
    if actor is None:
        return
    verbs = player.match.game.verbs
    honest = [action for action in player.candidates() if action.actor == actor and _lays(verbs[action.verb])]
    if honest:
        yield from _faults_beside(player, honest)


def _lays(verb: Verb) -> bool:
    """Whether a player lays cards with it that he held."""
    return verb.told_by == "cards" and verb.cards != NONE and not verb.shows


def _faults_beside(player: AnyPlayer, honest: list[Action]) -> Iterator[PlantedFault]:
    """Faults made of what the player on turn could honestly try."""
    for action in honest:
        verdict = player.match.game.judge(player.state, action)
        if verdict.kind == "illegal":
            yield PlantedFault(verdict.codes[0], action)
    for name, hand in player.hands.items():
        if name != honest[0].actor and hand:
            yield PlantedFault("out of turn", replace(honest[0], actor=name, cards=(player.rng.choice(hand),), take=()))
    shown = [card for cards in player.match.game.visible(player.state).values() for card in cards]
    if shown:
        card = player.rng.choice(shown)
        if player.pack[card] == 1:
            yield PlantedFault("a card that lies there already", replace(honest[0], cards=(card,), take=()))


def occasions(player: AnyPlayer) -> list[PlantedFault]:
    """The faults that could be committed now: a lie where there is one, half of the time."""
    told = list(player.lies())
    lies = told if told and player.rng.random() < 0.5 else []
    return lies or list(visible_faults(player))


def put_in(game: Game[Any], rng: Random) -> tuple[str, str] | None:
    """One game with one fault: its name and "at once", "later" or "never"; None where there was no
    occasion."""
    count = max(game.min_players, min(game.max_players, 4))
    player = random_player(game, Table(NAMES[:count], NAMES[count - 1]), rng)
    for _ in player.play(rng.randrange(OPENING)):
        pass
    faults = occasions(player)
    while not faults:
        if player.step() is None:
            return None
        faults = occasions(player)
    names = sorted({fault.name for fault in faults})
    name = rng.choice(names)
    action = rng.choice([fault.action for fault in faults if fault.name == name])
    return name, _found(player, action)


def _found(player: AnyPlayer, action: Action) -> str:
    number = len(player.match.events)
    verdict = player.match.push(action)
    if not verdict.applies:
        return "at once"
    player.happened(player.match.events[-1].action)
    for _ in player.play(AFTER):
        last = player.match.events[-1].verdict
        if last.kind == "proven" and last.about == number:
            return "later"
        if player.match.events[-1].action.actor == TABLE and player.match.events[-1].action.verb == "deal":
            return "never"
    return "never"


def table_of(game: Game[Any], games: int, seed: int) -> dict[str, Counter[str]]:
    """PlantedFault -> how many were found at once, later, never."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(games):
        result = put_in(game, Random(f"{game.name} {seed} {number}"))
        if result:
            found[result[0]][result[1]] += 1
    return found


def main(words: list[str] | None = None) -> int:
    """Print how soon each planted fault was told."""
    parser = argparse.ArgumentParser(prog="python -m rules.checks faults",
                                     description="Put faults into random games.")
    parser.add_argument("games_", nargs="*", default=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=300, help="random games of each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    print(f"{'game':14} {'fault':40} {'put in':>7} {'at once':>8} {'later':>7} {'never':>7}")
    for name in options.games_:
        for fault, found in sorted(table_of(GAMES[name], options.games, options.seed).items()):
            total = sum(found.values())
            shares = " ".join(f"{100 * found[when] / total:6.1f}%" for when in ("at once", "later", "never"))
            print(f"{name:14} {fault:40} {total:7}  {shares}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

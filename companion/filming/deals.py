"""Records made up from a seed: honest people playing one deal at random, for films and benchmarks.

    record = random_deal("limbo", ("Ann", "Bob"), seed=7)

    python -m companion.filming.deals never_over --players Ann,Bea,Cal --seed 7 > deal.tally
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random

from rules import GAMES, Action, NotationError, Record, SetupError, Table, new_record
from rules.core.people import RandomPlayer, random_player

_PLAYERS = ("Ann", "Bob", "Cal", "Deb", "Eli", "Flo")


def random_deal(game: str, players: Sequence[str] = (), seed: int = 1, options: Mapping[str, str] | None = None,
                deck: str = "", most: int = 200, faults: float = 0.0) -> Record:
    """One deal of a game, up to `most` events; raises SetupError for a game or table that cannot be.

    faults: the share of events before which somebody first tries what the rules refuse.
    """
    if game not in GAMES:
        raise SetupError(f"There is no game '{game}'; the games are {', '.join(GAMES)}.")
    names = tuple(players) or _PLAYERS[:max(GAMES[game].min_players, min(GAMES[game].max_players, 3))]
    table = Table(names, names[seed % len(names)], dict(options or {}))
    player = random_player(GAMES[game], table, Random(seed))
    return new_record(game, table, tuple(_one_deal(player, most, faults)), deck)


def _one_deal(player: RandomPlayer[object], most: int, faults: float) -> list[Action]:
    """The actions up to the end of the first deal."""
    actions: list[Action] = []
    while len(actions) < most:
        if actions and (shows := _shown(player)):
            return actions + shows
        refused = _fault(player) if faults and actions and player.rng.random() < faults else None
        action = _collect(player) or player.step()
        if action is None or (action.verb == "deal" and any(a.verb != "deal" for a in actions)):
            break
        actions += filter(None, [refused, action])
    return actions


def _shown(player: RandomPlayer[object]) -> list[Action]:
    """The hands that are laid open when all have given up, where a game knows no better use for them (RULES 1.7)."""
    if "retire" not in player.match.game.verbs or player.match.to_act is not None:
        return []
    return [Action(name, "show", tuple(hand)) for name, hand in player.hands.items() if hand]


def _collect(player: RandomPlayer[object]) -> Action | None:
    """Cards that somebody must pick up, picked up before anything else happens."""
    collect = next((action for action in player.candidates() if action.verb == "collect"), None)
    if collect is not None:
        player.match.push(collect)
        player.happened(collect)
    return collect


def _fault(player: RandomPlayer[object]) -> Action | None:
    """A card that somebody on turn might play by mistake."""
    on_turn = player.match.to_act
    wrong = [action for action, verdict in player.choices()
             if verdict.kind == "illegal" and action.verb in ("play", "discard") and action.actor == on_turn]
    return player.rng.choice(wrong) if wrong else None


def main(words: Sequence[str] | None = None) -> int:
    """Print a record; exit status 2 with one sentence where the table cannot be set up."""
    parser = argparse.ArgumentParser(prog="python -m companion.filming.deals", description="Make up one deal.")
    parser.add_argument("game")
    parser.add_argument("--players", default="", help="names, clockwise: Ann,Bob")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, default=0.0, metavar="SHARE", help="of events, tried wrongly first")
    parser.add_argument("--deck", default="", help="the deck profile to name in the record")
    args = parser.parse_args(words)
    try:
        players = tuple(filter(None, args.players.split(",")))
        print(random_deal(args.game, players, args.seed, deck=args.deck, faults=args.faults), end="")
    except (SetupError, NotationError) as error:
        print(f"deals: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

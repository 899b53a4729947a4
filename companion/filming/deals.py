"""Records made up from a seed: honest people playing one deal at random, for films and benchmarks.

    record = random_deal("limbo", ("Ann", "Bob"), seed=7)

    python -m companion.filming.deals never_over --players Ann,Bea,Cal --seed 7 > deal.tally
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random

from companion.device.packs import STANDARD, usual_deck
from rules import GAMES, Action, NotationError, Record, SetupError, Table, new_record
from rules.core.people import RandomPlayer, random_player

SEATED = {2: ("Ann", "Bob"), 3: ("Ann", "Bea", "Cal"), 4: ("Ann", "Bea", "Cal", "Dan")}


def usual_deal(game: str, seed: int, most: int = 200, faults: float = 0.0) -> Record:
    """One deal as most people play the game: so many players, with that pack; SetupError where there is no such."""
    deck = usual_deck(game, Table(usual_players(game)))
    return random_deal(game, (), seed, deck="" if deck == STANDARD else deck, most=most, faults=faults)


def usual_players(game: str) -> tuple[str, ...]:
    """Who plays the game where nobody says it; SetupError where there is no such game."""
    if game not in GAMES:
        raise SetupError(f"There is no game '{game}'; the games are {', '.join(GAMES)}.")
    return SEATED[GAMES[game].usual_players]


def random_deal(game: str, players: Sequence[str] = (), seed: int = 1, options: Mapping[str, str] | None = None,
                deck: str = "", most: int = 200, faults: float = 0.0) -> Record:
    """One deal of a game, up to `most` events; raises SetupError for a game or table that cannot be.

    faults: the share of events before which somebody first tries what the rules refuse.
    """
    names = tuple(players) or usual_players(game)
    table = Table(names, names[seed % len(names)], dict(options or {}))
    player = random_player(GAMES[game], table, Random(seed))
    return new_record(game, table, tuple(_one_deal(player, most, faults)), deck)


def _one_deal(player: RandomPlayer[object], most: int, faults: float) -> list[Action]:
    """The actions up to the end of the first deal."""
    actions: list[Action] = []
    while len(actions) < most:
        refused = _fault(player) if faults and actions and player.rng.random() < faults else None
        action = _first(player) or player.step()
        if action is None or (action.verb == "deal" and any(a.verb != "deal" for a in actions)):
            break
        actions += filter(None, [refused, action])
    return actions


def _first(player: RandomPlayer[object]) -> Action | None:
    """What is done before anything else happens."""
    first = next((action for action in player.candidates() if player.comes_first(action)), None)
    if first is not None:
        player.match.push(first)
        player.happened(first)
    return first


def _fault(player: RandomPlayer[object]) -> Action | None:
    """A card that somebody on turn might play by mistake."""
    on_turn = player.match.to_act
    verbs = player.match.game.verbs
    wrong = [action for action, verdict in player.choices()
             if verdict.kind == "illegal" and verbs[action.verb].from_hand and action.actor == on_turn]
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

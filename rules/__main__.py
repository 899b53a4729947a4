"""Judge a record, or print one played at random.

    python -m rules evening.tally
    python -m rules --random limbo --seed 7 [--players Ann,Bob] [--option target=100] [--actions 200]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from rules import GAMES, NotationError, SetupError, Table, new_record, parse_record
from rules.adjudicate import RecordJudge
from rules.core.people import random_player


def main(words: list[str] | None = None) -> int:
    """Exit status 0, or 2 with one sentence on stderr when there is no record to judge."""
    options = _parser().parse_args(words)
    try:
        if options.random:
            print(_random_record(options), end="")
            return 0
        return _judge(options.record)
    except (NotationError, SetupError, OSError, UnicodeDecodeError) as error:
        print(f"{options.record or options.random}: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Judge a table record.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("record", nargs="?", type=Path, help="a .tally file")
    what.add_argument("--random", metavar="GAME", choices=sorted(GAMES), help="print a random, legal record instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="", help="names, clockwise: Ann,Bob")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--actions", type=int, default=1000, help="stop after so many")
    return parser


def _judge(path: Path) -> int:
    sitting = RecordJudge(parse_record(path.read_text(encoding="utf-8")))
    for row in sitting.rows():
        codes = " ".join([row["verdict"], *row["codes"]])
        print(f"{row['line']:4}  {row['text']:32}  {codes:24}  {row['why']}")
    summary = sitting.summary()
    scores = ", ".join(f"{name} {score}" for name, score in summary["scores"].items())
    print(f"\n{GAMES[summary['game']].title}: {scores}" + (f"; won by {' and '.join(summary['winners'])}"
                                                          if summary["winners"] else ""))
    return 2 if sitting.has_unreadable_lines else 0


def _random_record(options: argparse.Namespace) -> str:
    game = GAMES[options.random]
    names = tuple(options.players.split(",")) if options.players else ("Ann", "Bob", "Cal", "Deb")[:max(
        game.min_players, min(game.max_players, 4))]
    house = dict(part.split("=", 1) if "=" in part else (part, "") for part in options.option)
    table = Table(names, names[-1], house)
    player = random_player(game, table, Random(options.seed))
    return str(new_record(game.name, table, tuple(player.play(options.actions))))


if __name__ == "__main__":
    raise SystemExit(main())

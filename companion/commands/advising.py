"""`companion legal RECORD`: the position at the end of the record, who is to act, what each card would do, and how
likely it is that the player on turn can play, and that whoever said "I cannot" could not."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from companion.commands.output import escape, print_json
from companion.log.records import load_record
from companion.words.speaker import english, in_english
from rules.adjudicate import RecordJudge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a .tally file")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    """Say what may be done after a record."""
    sitting = RecordJudge(load_record(args.record))
    for _ in sitting.rows():
        pass
    match = sitting.match
    if args.json:
        print_json({
            "game": match.game.name, "to_act": match.to_act, "scores": dict(match.scores),
            "state": {"to_act": match.to_act, **match.game.public(match.state)},
            "visible": {place: list(map(str, cards)) for place, cards in match.game.visible(match.state).items()},
            "legal": list(map(str, match.legal_actions)),
            "advice": in_english(match.game.shown.advice(match.state), match.game.name),
            "odds": in_english([odds.row() for odds in match.game.shown.odds(match.state)], match.game.name),
        })
    else:
        show_advice(sitting)
    return 2 if sitting.has_unreadable_lines else 0


def show_advice(sitting: RecordJudge) -> None:
    """The same for people."""
    console = Console(highlight=False, soft_wrap=True)
    match = sitting.match
    console.print(f"[bold]{match.game.title}[/]: " + (f"{match.to_act} is to act." if match.to_act
                                                      else "nobody is to act."))
    for line in match.game.shown.advice_lines(match.state):
        console.print("  " + escape(english(line, match.game.name)))
    for odds in match.game.shown.odds(match.state):
        console.print("  " + escape(english(odds.sentence, match.game.name)))

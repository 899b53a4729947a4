"""`companion adjudicate RECORD`: one verdict per event line, then a summary."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console

from companion.commands.output import escape, print_json
from companion.commands.tally import board
from companion.log.records import load_record
from companion.words.speaker import english
from rules.adjudicate import RecordJudge

MARKS = {
    "ok": "[green]✓[/]", "warn": "[yellow]![/]", "need": "[cyan]?[/]", "illegal": "[red]✗[/]",
    "proven": "[magenta]↩[/]", "error": "[red]⌧[/]",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a .tally file")
    parser.add_argument("--json", action="store_true", help="JSON Lines on stdout")


def run(args: argparse.Namespace) -> int:
    """Judge a record; exit status 2 where a line cannot be read."""
    sitting = RecordJudge(load_record(args.record), english)
    show_json(sitting) if args.json else show_judged(sitting)
    return 2 if sitting.has_unreadable_lines else 0


def show_json(sitting: RecordJudge) -> None:
    """Rows and summary as the table record's page says."""
    for row in sitting.rows():
        print_json(row)
    print_json(sitting.summary())


def show_judged(sitting: RecordJudge) -> None:
    """The same for people."""
    console = Console(highlight=False, soft_wrap=True)
    for row in sitting.rows():
        console.print(verdict_line(row))
    show_summary(console, sitting)


def verdict_line(row: dict[str, Any]) -> str:
    """One judged line in rich markup: number, mark, what was written, and why if there is a why."""
    text = f"{row['line']:>4} {MARKS[row['verdict']]} {escape(row['text'])}"
    why = escape(row["why"]) if row["why"] else ""
    about = f" (line {row['about_line']})" if row.get("about_line") else ""
    codes = f" [dim]{escape(' '.join(row['codes']))}[/]" if row["codes"] else ""
    return text + (f"\n       [italic]{why}[/]{about}{codes}" if why and row["verdict"] != "ok" else
                   f"  [dim]{why}[/]" if why else "")


def show_summary(console: Console, sitting: RecordJudge) -> None:
    """The tally board and one sentence on how it stands."""
    summary = sitting.summary()
    before = sitting.match.game.outcome(sitting.match.events[-1].before).scores if sitting.match.events else {}
    console.print()
    for track in board(before, summary["scores"], target_score(sitting)):
        console.print(escape(track))
    console.print()
    winners = " and ".join(summary["winners"])
    state = f"{winners} won." if summary["over"] and winners else "Over." if summary["over"] else "Still open."
    faults = ", ".join(f"{summary[key]} {name}" for key, name in
                       (("illegal", "against the rules"), ("proven", "proven later"), ("warnings", "doubtful"))
                       if summary[key])
    console.print(f"{sitting.match.game.title}, {summary['deals']} deal{'s' * (summary['deals'] != 1)}. {state}"
                  + (f" Events: {faults}." if faults else ""))


def target_score(sitting: RecordJudge) -> int | None:
    """The score that ends the match, where the game has one."""
    options = sitting.match.game.parse_options(sitting.match.table.options)
    target = options.get("target")
    return target if isinstance(target, int) and not isinstance(target, bool) else None

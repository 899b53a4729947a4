"""`companion sessions list|show|export|statistics|what-if|backup|restore`: past sittings, kept on this device."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from calibration.files import write_whole
from companion.commands.adjudicating import show_json, show_judged
from companion.commands.output import print_json
from companion.device.packs import deck_rename
from companion.device.tables import tables_folder
from companion.log.history import history, statistics_of
from companion.log.session import Session, SessionStore
from companion.log.store import SessionInfo
from companion.sharing.everything import back_up, restore
from companion.sheets.statistics import encounter_cells, player_cells
from companion.sitting.what_if import what_if
from companion.words import texts
from companion.words.speaker import english
from rules import GAMES
from rules.adjudicate import RecordJudge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("--store", type=Path, help="the file that keeps the sittings (default: this user's own)")
    verbs = parser.add_subparsers(dest="verb", required=True)
    listing = verbs.add_parser("list", help="all sittings, newest first")
    showing = verbs.add_parser("show", help="judge one sitting again")
    exporting = verbs.add_parser("export", help="write one sitting as a record, or its log as CSV")
    counting = verbs.add_parser("statistics", help="wins, averages, streaks and questions by player")
    counting.add_argument("--game", choices=sorted(GAMES), help="of this game only")
    counting.add_argument("--since", type=_day, metavar="YYYY-MM-DD", help="of sittings from this day on")
    saving = verbs.add_parser("backup", help="save everything that this device keeps into one file")
    restoring = verbs.add_parser("restore", help="put everything back from a backup; what is here is saved beside it")
    for verb in (saving, restoring):
        verb.add_argument("file", type=Path, metavar="FILE")
    supposing = verbs.add_parser("what-if", help="what another event in a sitting would change; nothing is written")
    for verb in (showing, exporting, supposing):
        verb.add_argument("id", type=int, metavar="ID")
    supposing.add_argument("row", type=int, metavar="ROW", help="the event's number in `export --format csv`")
    supposing.add_argument("event", metavar="EVENT", help="what it was, like 'Ann play 6H'; '' if it never happened")
    for verb in (listing, showing, counting, supposing):
        verb.add_argument("--json", action="store_true", help="JSON Lines on stdout")
    exporting.add_argument("-o", "--output", type=Path, help="file to write; stdout without it")
    exporting.add_argument("--format", choices=("record", "csv"), default="record")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"write a day as 2026-03-31, not '{text}'") from None


def run(args: argparse.Namespace) -> int:
    """List what is kept, or write a sitting out."""
    store = SessionStore(args.store)
    try:
        return VERBS[args.verb](store, args)
    finally:
        store.close()


def _list(store: SessionStore, args: argparse.Namespace) -> int:
    for info in store.sessions():
        if args.json:
            print_json(_described(info))
        else:
            print(f"{info.id:>5}  {info.date}  {info.game:<14} {', '.join(info.table.players)}  ({info.rows} lines)")
    return 0


def _show(store: SessionStore, args: argparse.Namespace) -> int:
    session = _open(store, args.id)
    sitting = RecordJudge(session.record().renamed(session.rename), english)
    if args.json:
        show_json(sitting)
    else:
        Console().print(f"Session {args.id}, {session.info.date}")
        show_judged(sitting)
    return 0


def _export(store: SessionStore, args: argparse.Namespace) -> int:
    session = _open(store, args.id)
    if args.output is None:
        _write(session, args.format, sys.stdout)
    else:
        file = io.StringIO(newline="")
        _write(session, args.format, file)
        write_whole(args.output, file.getvalue())
        print(f"Wrote {args.output}.", file=sys.stderr)
    return 0


def _statistics(store: SessionStore, args: argparse.Namespace) -> int:
    stats = statistics_of(history(store), args.game, since=args.since.isoformat() if args.since else "")
    if args.json:
        for player in stats.players:
            print_json(asdict(player))
        return 0
    console, table = Console(), Table(*texts.STATISTIC_HEADS, box=None)
    for player in stats.players:
        table.add_row(*player_cells(player))
    if stats.encounters:
        versus = Table(*texts.ENCOUNTER_HEADS, box=None)
        for encounter in stats.encounters:
            versus.add_row(*encounter_cells(encounter))
        console.print(versus)
    asked = [questions for questions in stats.questions if questions is not None]
    console.print(table)
    if asked:
        console.print(f"{sum(asked) / len(asked):.2f} questions of the camera a deal, in {len(asked)} sittings.")
    return 0


def _backup(store: SessionStore, args: argparse.Namespace) -> int:
    back_up(store, tables_folder(), args.file)
    print(f"Wrote {args.file}.", file=sys.stderr)
    return 0


def _restore(store: SessionStore, args: argparse.Namespace) -> int:
    aside = restore(store, tables_folder(), args.file)
    print(f"Restored {args.file}. What was here before is in {aside}.", file=sys.stderr)
    return 0


def _what_if(store: SessionStore, args: argparse.Namespace) -> int:
    session = _open(store, args.id)
    found = what_if(session, args.row, session.read(args.event) if args.event else None)
    if args.json:
        print_json({"row": found.seq, "event": str(found.action or ""), "verdict": found.verdict.kind,
                    "codes": list(found.verdict.codes), "changes": list(found.lines), "faults": found.faults,
                    "choices": [str(choice) for choice in found.choices]})
    else:
        print("\n".join(found.lines))
    return 0


def _open(store: SessionStore, session_id: int) -> Session:
    session = store.open(session_id)
    return session.with_deck(deck_rename(session.info.deck))


def _write(session: Session, form: str, file: Any) -> None:
    if form == "record":
        file.write(str(session.record()))
        return
    writer = csv.writer(file)
    writer.writerow(["seq", "at", "source", "kind", "about", "line"])
    for row in session.rows:
        at = datetime.fromtimestamp(row.at).isoformat(timespec="milliseconds")
        writer.writerow([row.seq, at, row.source, row.kind, row.about or "", row.line])


def _described(info: SessionInfo) -> dict[str, Any]:
    return {"id": info.id, "created_at": info.created_at, "game": info.game, "players": list(info.table.players),
            "dealer": info.table.dealer, "options": dict(info.table.options), "deck": info.deck, "lines": info.rows}


VERBS = {"list": _list, "show": _show, "export": _export, "statistics": _statistics, "what-if": _what_if,
         "backup": _backup, "restore": _restore}

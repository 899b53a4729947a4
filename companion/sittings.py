"""`companion sessions list|show|export`: past sittings, kept on this device."""

from __future__ import annotations

import argparse
import csv
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from companion.adjudicating import show, show_json
from companion.records import deck_rename, print_json
from companion.session import Session, SessionInfo, SessionStore
from rules.adjudicate import Sitting


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("sessions", help="past sittings", description=__doc__)
    parser.add_argument("--store", type=Path, help="the session file (default: this user's own)")
    verbs = parser.add_subparsers(dest="verb", required=True)
    listing = verbs.add_parser("list", help="all sittings, newest first")
    showing = verbs.add_parser("show", help="judge one sitting again")
    exporting = verbs.add_parser("export", help="write one sitting as a record, or its log as CSV")
    for verb in (showing, exporting):
        verb.add_argument("id", type=int, metavar="ID")
    for verb in (listing, showing):
        verb.add_argument("--json", action="store_true", help="JSON Lines on stdout")
    exporting.add_argument("-o", "--output", type=Path, help="file to write; stdout without it")
    exporting.add_argument("--format", choices=("record", "csv"), default="record")


def run(args: argparse.Namespace) -> int:
    store = SessionStore(args.store)
    try:
        return {"list": _list, "show": _show, "export": _export}[args.verb](store, args)
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
    sitting = Sitting(session.record().renamed(session.rename))
    if args.json:
        show_json(sitting)
    else:
        Console().print(f"Session {args.id}, {session.info.date}")
        show(sitting)
    return 0


def _export(store: SessionStore, args: argparse.Namespace) -> int:
    session = _open(store, args.id)
    if args.output is None:
        _write(session, args.format, sys.stdout)
    else:
        with args.output.open("w", encoding="utf-8", newline="") as file:
            _write(session, args.format, file)
        print(f"Wrote {args.output}.", file=sys.stderr)
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

"""`companion club serve|join|results|evenings|backup|restore|forget`: many tables, one score room (docs/club.md)."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import segno
from platformdirs import user_data_path

from calibration.files import write_whole
from companion.club.evening import MOVEMENTS, OpenedEvening
from companion.club.line import ClubLine, JoinedTable
from companion.club.sender import Sender, take_over_table
from companion.log.session import SessionStore
from companion.sharing.server import is_own_name
from companion.words.refusals import RequestError
from rules import GAMES
from rules.core.errors import quoted

if TYPE_CHECKING:
    from companion.club.evenings import Evenings

MOST_TABLES = 100
USUAL_PORT = 8732
LONGEST_EVENING_S = 16 * 3600.0  # after which nobody means to go on with it
NO_EVENING = "There was no evening here yet; begin one: companion club serve --game GAME"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    verbs = parser.add_subparsers(dest="verb", required=True)
    serving = verbs.add_parser("serve", help="keep what the tables play, until Ctrl-C")
    _add_database(serving)
    serving.add_argument("--game", choices=sorted(GAMES), help="begin a new evening of this game")
    serving.add_argument("--new", action="store_true", help="begin it although the last one is not over")
    _add_evening(serving)
    serving.add_argument("--title", default=f"Evening of {date.today():%d %B %Y}", help="of a new evening")
    serving.add_argument("--movement", choices=MOVEMENTS, default="swiss", help="of a new evening (default: swiss)")
    serving.add_argument("--port", type=int, choices=range(1, 65535), default=USUAL_PORT, metavar="N",
                         help="for tablets; the score room has the one after it (default: %(default)s)")
    serving.add_argument("--address", type=_address, metavar="IP",
                         help="of this device in the tables' network, for the codes (default: found out)")
    serving.add_argument("--tables", type=_tables, default=0, metavar="N", help="print codes for so many tables")
    joining = verbs.add_parser("join", help="send what this device plays at a club's table, until Ctrl-C")
    joining.add_argument("url", metavar="URL", help="what the table's code says")
    joining.add_argument("--store", type=Path, help="the file that keeps the sittings (default: this user's own)")
    joining.add_argument("--take-up", action="store_true", help="go on where another tablet of this table was")
    resulting = verbs.add_parser("results", help="write who came where at the newest evening, as CSV or PDF")
    resulting.add_argument("file", type=Path, metavar="FILE", help="ends with .csv or .pdf")
    _add_evening(resulting)
    listing = verbs.add_parser("evenings", help="all evenings that are kept, with their numbers")
    saving = verbs.add_parser("backup", help="save a club's database into one file")
    restoring = verbs.add_parser("restore", help="put a club's database back; what is there is saved beside the file")
    for verb in (saving, restoring):
        verb.add_argument("file", type=Path, metavar="FILE")
    forgetting = verbs.add_parser("forget", help="take a person's name out of everything that is kept")
    forgetting.add_argument("name", metavar="NAME")
    for verb in (resulting, listing, saving, restoring, forgetting):
        _add_database(verb)


def _add_database(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--database", metavar="ADDRESS", help="PostgreSQL, as 'host=db.club user=club dbname=club'")
    where.add_argument("--folder", type=Path, default=user_data_path("table-companion") / "club",
                       help="where a PostgreSQL of our own keeps everything (default: %(default)s)")


def _add_evening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--evening", type=int, metavar="N", help="the evening of this number (default: the newest)")


def _address(text: str) -> str:
    if not is_own_name(text):
        raise argparse.ArgumentTypeError(f"write an address of this device, as 192.168.1.7, not '{text}'")
    return text


def _tables(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_TABLES:
        raise argparse.ArgumentTypeError(f"write a number from 1 to {MOST_TABLES}, not '{text}'")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve a club's evening, or join one."""
    return VERBS[args.verb](args)


@contextmanager
def owner_address(args: argparse.Namespace) -> Iterator[str]:
    """The address of the database's owner; a PostgreSQL of our own is started for as long as it is wanted."""
    from companion.club.postgres import Postgres
    from companion.club.schema import make_tables

    if args.database:
        make_tables(args.database)
        yield args.database
    else:
        with Postgres(args.folder) as database:
            yield database.owner


def _serve(args: argparse.Namespace) -> int:
    from companion.club.evenings import Evenings
    from companion.club.schema import writing
    from companion.club.server import ClubServer

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the database is ended with us
    with ExitStack() as stack:
        address = writing(stack.enter_context(owner_address(args)))
        with Evenings(address) as evenings:
            opened = _begun(args, evenings) if args.game else _kept(args, evenings)
        club = stack.enter_context(ClubServer(address, opened.id, user_data_path("table-companion") / "certificate",
                                              ports=(args.port, args.port + 1), known_as=args.address or ""))
        if args.port != club.port:
            print(f"Port {args.port} is taken: codes given out before do not find this evening.", file=sys.stderr)
        for table in range(1, args.tables + 1):
            url = club.table_url(table)
            print(f"Table {table}: {url}")
            segno.make(url, error="m").terminal(compact=True)
        print(f"Score room: {club.room_url}\nFor the wall, and results: {club.board_url}", flush=True)
        print(f"{opened.title} is open; Ctrl-C ends it.", file=sys.stderr, flush=True)
        threading.Event().wait()
    return 0


def _begun(args: argparse.Namespace, evenings: Evenings) -> OpenedEvening:
    """A new evening; refused where it may be that the last one was only interrupted."""
    last = evenings.newest()
    if last is not None and not args.new and not evenings.evening(last.id).is_over \
            and time.time() - last.begun_at < LONGEST_EVENING_S:
        raise RequestError("{title} is not over: leave --game out to go on with it, or add --new.", title=last.title)
    return evenings.begin(args.title, args.game, args.movement)


def _kept(args: argparse.Namespace, evenings: Evenings) -> OpenedEvening:
    """The evening that is meant."""
    opened = evenings.newest() if args.evening is None else evenings.evening(args.evening).opened
    if opened is None:
        raise RequestError(NO_EVENING)
    return opened


def _join(args: argparse.Namespace) -> int:
    table = JoinedTable.read(args.url)
    store = SessionStore(args.store)
    try:
        with ClubLine(table) as line:
            try:
                state = line.ask("GET", "state")["state"]
                if args.take_up:
                    take_over_table(store, line)
            except OSError as fault:
                raise RequestError("The club cannot be reached: {why}.", why=fault.strerror or str(fault)) from fault
        print(f"Table {state['table']} of {state['title']}; Ctrl-C ends it.", file=sys.stderr, flush=True)
        with Sender(store, table, time.time()) as sender:
            said = ""
            while True:
                if sender.trouble != said:
                    said = sender.trouble
                    print(said or "Everything is sent again.", file=sys.stderr, flush=True)
                time.sleep(0.5)
    finally:
        store.close()


def _results(args: argparse.Namespace) -> int:
    from companion.club.evenings import Evenings
    from companion.club.results import results_csv, results_pdf, stands_of
    from companion.club.store import ClubStore

    if args.file.suffix not in (".csv", ".pdf"):
        raise RequestError("Results are written as .csv or .pdf, not as {file}.", file=quoted(args.file.name))
    with owner_address(args) as owner, Evenings(owner) as evenings, ClubStore(owner) as store:
        evening = evenings.evening(_kept(args, evenings).id)
        stands = stands_of(store, evening)
    made = results_pdf(evening, stands) if args.file.suffix == ".pdf" else \
        results_csv(evening, stands).encode("utf-8-sig")
    write_whole(args.file, made)
    print(f"Wrote {args.file}.", file=sys.stderr)
    return 0


def _evenings(args: argparse.Namespace) -> int:
    from companion.club.evenings import Evenings

    with owner_address(args) as owner, Evenings(owner) as evenings:
        for number in evenings.numbers():
            evening = evenings.evening(number)
            opened = evening.opened
            over = " · over" if evening.is_over else ""
            print(f"{number}: {opened.title} · {opened.game} · {opened.movement} · {len(evening.entrants)} entrants · "
                  f"{len(evening.rounds)} rounds{over}")
    return 0


def _backup(args: argparse.Namespace) -> int:
    from companion.club.keeping import back_up_club

    with owner_address(args) as owner:
        back_up_club(owner, args.file)
    print(f"Wrote {args.file}.", file=sys.stderr)
    return 0


def _restore(args: argparse.Namespace) -> int:
    from companion.club.keeping import restore_club

    with owner_address(args) as owner:
        aside = restore_club(owner, args.file)
    print(f"Restored {args.file}. What was there before is in {aside}.", file=sys.stderr)
    return 0


def _forget(args: argparse.Namespace) -> int:
    from companion.club.keeping import forget

    with owner_address(args) as owner:
        instead = forget(owner, args.name)
    print(f"{args.name} is {instead} now. Backups, files of results and the tablets still have the name.",
          file=sys.stderr)
    return 0


VERBS = {"serve": _serve, "join": _join, "results": _results, "evenings": _evenings, "backup": _backup,
         "restore": _restore, "forget": _forget}

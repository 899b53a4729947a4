"""`companion watch SOURCE`: follow a film, a camera or a URL without a screen.

    companion watch evening.mp4 --game limbo --players Ann,Bob --record evening.tally
    companion watch later.mp4 --game limbo --players Ann,Bob --resume evening.tally --record evening.tally

Prints each table event, each action with its verdict, scores and questions, and at the end the same
summary as `companion adjudicate`.  Progress goes to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from calibration import Calibration, load_deck
from calibration.files import FileError, write_whole
from companion.club.sender import sending
from companion.commands.adjudicating import show_summary, verdict_line
from companion.commands.describing import game_named, parse_option_words
from companion.commands.opened_source import opened, telling
from companion.commands.output import escape, harmless, print_json
from companion.device.memory import give_back_freed_memory
from companion.device.packs import deck_rename, in_play, usual_deck
from companion.device.source import SIDES, Turning
from companion.following.answers import Answers, load_answers
from companion.following.live_table import LiveTable
from companion.following.loop import live_table, watch
from companion.following.messages import Answered, Asked, Happened, Judged, TableMessage, TakenBack
from companion.following.rolls import DICE
from companion.following.rolls import VERB as ROLL
from companion.following.seats import Seats
from companion.log.records import read_record
from companion.log.session import Session, SessionStore
from companion.sharing.sources import Sources
from companion.words import texts
from companion.words.refusals import RequestError
from companion.words.speaker import english
from rules import NotationError, Record, SetupError, Table
from rules.adjudicate import RecordJudge
from rules.core.said import Text
from vision.frames import FrameSource
from vision.looker import steady
from vision.stream import write_stream


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommand's own arguments."""
    parser.add_argument("source", metavar="SOURCE",
                        help="camera number or name, URL, video file or folder of frames; `phone` shows a code to scan")
    parser.add_argument("--turn", type=int, choices=(0, 90, 180, 270), default=0, metavar="DEGREES",
                        help="turn the picture clockwise by 90, 180 or 270 degrees")
    parser.add_argument("--mirrored", action="store_true", help="the source shows left for right: mirror it back")
    parser.add_argument("--game", required=True, metavar="NAME", help="one of `companion games`")
    parser.add_argument("--players", required=True, metavar="A,B,...", help="names, clockwise")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule")
    parser.add_argument("--dealer", default="", metavar="NAME", help="who deals first (default: the last player)")
    parser.add_argument("--layout", metavar="FILE", help="zones other than the game's own")
    parser.add_argument("--seat", choices=SIDES, help="on which side of the picture the first player sits, the others "
                        "clockwise and evenly (default: learned from their hands)")
    parser.add_argument("--calibration", type=Path, metavar="FILE",
                        help="from `companion calibrate`; without it markers or the cards' size must do")
    parser.add_argument("--deck", metavar="NAME|FILE",
                        help="the pack on the table (default: the calibration's, or what the game needs)")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write what was seen as a record; a file that is "
                        "there already is only written to where --resume names it too")
    parser.add_argument("--resume", type=Path, metavar="RECORD", help="take up the sitting of this record")
    parser.add_argument("--store", metavar="FILE", help="where the sitting is kept (default: with the app's own; "
                        ":memory: keeps nothing)")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="scripted announcements and answers")
    parser.add_argument("--fps", type=float, metavar="N", help="frames per second of a folder (default: 25)")
    parser.add_argument("--keep-stream", type=Path, metavar="FILE", help="write what the pictures showed, without "
                        "pictures and names, to follow it again (docs/streams.md); they are read twice then")
    parser.add_argument("--club", metavar="URL", help="send the sitting to a club, by its table's code (docs/club.md)")
    parser.add_argument("--json", action="store_true", help="JSON Lines on stdout")


def run(args: argparse.Namespace) -> int:
    """Follow a source to its end."""
    give_back_freed_memory()
    table = _table(args)
    earlier = _earlier(args.resume, args.game, table) if args.resume else None
    table = earlier.table() if earlier else table
    game_named(args.game).start(table)
    calibration = Calibration.load(args.calibration) if args.calibration else None
    deck = _deck(args, table, earlier, calibration)
    answers = load_answers(args.answers) if args.answers else None
    check_writable(args.record, args.resume)
    check_writable(args.keep_stream, None)
    turning = Turning(args.turn // 90, args.mirrored)
    with Sources() as sources, opened(sources, args.source, args.fps, turning) as source, \
            closing(SessionStore(args.store)) as store:
        session = store.create(args.game, table, deck).with_deck(deck_rename(deck))
        if earlier is not None:
            take_up(session, earlier)
        if answers is not None:
            _check_answers(answers, session, args.answers)
        seats = Seats.around(table.players, args.seat) if args.seat else None
        live = live_table(session, calibration, args.layout, seats=seats,
                          clock=time.perf_counter if source.live else steady)
        out = Output(session, args.json, args.record)
        tell = telling(sources, session, out.tell, lambda: live.shown is not None)
        with sending(store, args.club, lambda: int(live.question is not None), session.info.created_at), \
                keeping(args.keep_stream, source, session, calibration, args.layout, tell) as (seen, told):
            watch(seen, live, answers, told)
        session.leave()
        for sentence in last_words(live, answers, source, args.record):
            print(harmless(sentence), file=sys.stderr)
        out.summary()
    return 0


Tell = Callable[[TableMessage], None]


@contextmanager
def keeping(path: Path | None, source: FrameSource, session: Session, calibration: Calibration | None,
            layout: str | None, tell: Tell) -> Iterator[tuple[FrameSource, Tell]]:
    """The source and whom to tell; where there is a path, what was seen and told is written there at the end."""
    if path is None:
        yield source, tell
        return
    from companion.following.kept_stream import WatchedSource, stream_of
    from vision.looker import Looker  # these load the networks, so only where they are used
    from vision.reading.closer_dice import CloserDice
    from vision.reading.for_pack import reader_for

    heard: list[TableMessage] = []

    def told(message: TableMessage) -> None:
        tell(message)
        heard.append(message)

    deck = in_play(load_deck(session.info.deck), session.info.game, session.info.table)
    dice = CloserDice(DICE) if ROLL in session.match.game.verbs else None
    seen = WatchedSource(source, Looker(reader_for(deck), dice=dice, closer=True, wants_markers=calibration is None))
    try:
        yield seen, told
    finally:
        write_stream(path, stream_of(session, seen, heard, calibration, layout))


def take_up(session: Session, record: Record) -> None:
    """Let everything happen that a record tells; raises NotationError for a line that cannot be read."""
    for line in record.events:
        if line.error:
            raise NotationError(f"Line {line.number}: {line.error}")
        if line.is_undo:
            session.undo()
        elif line.action is not None:
            session.append(line.action)


def last_words(live: LiveTable, answers: Answers | None, source: FrameSource, record: Path | None
               ) -> Iterator[str]:
    """What is to be said when a source has ended, a sentence each: what is open, and what was of no use."""
    match = live.session.match
    if live.unwritten is not None:
        yield texts.fault_text(live.unwritten)
    if live.shown is None:
        yield f"No table was found in {source.name}: calibrate it, or lay the printed markers or a few cards."
    elif not live.has_seen_cards:
        yield f"No card was seen in {source.name}."
    if live.question is not None:
        yield f"A question is still open: {english(live.question.sentence, match.game.name)}"
    if match.events and match.game.to_act(match.game.close(match.state)) is not None:
        kept = f"--resume {record} takes it up again" if record else "with --record FILE it is kept for another time"
        yield f"{source.name} ended in the middle of a deal; {kept}."
    if answers is not None and (unfit := answers.unfit):
        more = f" and {len(unfit) - 1} more" if len(unfit) > 1 else ""
        yield f"The answer '{unfit[0]}'{more} fitted no question; nothing was done about it."


@dataclass
class Output:
    """Messages as text or JSON Lines, and the record as it grows."""

    session: Session
    json: bool
    record: Path | None = None
    console: Console = field(default_factory=lambda: Console(highlight=False, soft_wrap=True))
    _trouble: str = field(default="", init=False)  # why the record could not be written

    def _said(self, sentence: Text) -> str:
        return english(sentence, self.session.match.game.name)

    def tell(self, message: TableMessage) -> None:
        """Print one message."""
        if isinstance(message, Judged):
            self._keep_meanwhile()
        if self.json:
            print_json(self.as_json(message))
            sys.stdout.flush()
        else:
            self.console.print(self.as_text(message))

    def summary(self) -> None:
        """What `companion adjudicate` would say of the record at its end."""
        sitting = RecordJudge(self.session.record().renamed(self.session.rename))
        for _ in sitting.rows():
            pass
        if self.json:
            print_json(sitting.summary())
        else:
            show_summary(self.console, sitting)
        self._keep()

    def _keep_meanwhile(self) -> None:
        """Write the record as it grows.  One that cannot be written is said once, and written with a later event: the
        table is followed on, and its sitting is in the store anyway."""
        try:
            self._keep()
            self._trouble = ""
        except FileError as refusal:
            if self._trouble != str(refusal):
                print(harmless(f"companion: {refusal}"), file=sys.stderr)
            self._trouble = str(refusal)

    def _keep(self) -> None:
        """Write the record, whole or not at all."""
        if self.record:
            write_whole(self.record, str(self.session.record()))

    def as_json(self, message: TableMessage) -> dict[str, Any]:
        """The message's line of output."""
        if isinstance(message, Happened):
            return message.event.as_json()
        if isinstance(message, Judged):
            return self._row(message)
        if isinstance(message, Asked):
            question = message.question
            return {"question": question.id, "time": round(question.time_s, 3),
                    "sentence": self._said(question.sentence), "candidates": list(map(str, question.candidates))}
        if isinstance(message, Answered):
            return {"answer": message.question.id, "text": None if message.action is None else str(message.action)}
        if isinstance(message, TakenBack):
            return {"undo": str(message.action), "time": round(message.time_s, 3), "why": self._said(message.sentence)}
        return {"status": self._said(message.sentence), "ok": message.ok}

    def as_text(self, message: TableMessage) -> str:
        """One line (or two) of rich markup."""
        if isinstance(message, Happened):
            return f"[dim]{escape(str(message.event))}[/]"
        if isinstance(message, Judged):
            scores = "  ".join(f"{name} {score}" for name, score in message.scores.items())
            return f"{verdict_line(self._row(message))}  [dim]{escape(scores)}[/]"
        if isinstance(message, Asked):
            choices = escape("; ".join(map(str, message.question.candidates)))
            return f"     [cyan]?[/] {escape(self._said(message.question.sentence))} [dim]{choices}[/]"
        if isinstance(message, Answered):
            return f"     [cyan]=[/] {escape(str(message.action)) if message.action else 'nothing happened'}"
        return f"     [{'dim' if message.ok else 'yellow'}]{escape(self._said(message.sentence))}[/]"

    def _row(self, judged: Judged) -> dict[str, Any]:
        """As `companion adjudicate --json` prints it, with the time and where it came from."""
        record = self.session.record()
        first = record.events[0].number
        number = next(first + i for i, e in enumerate(self.session.entries) if e.row.seq == judged.seq)
        in_force = [first + i for i, e in enumerate(self.session.entries)
                    if e.verdict.after is not None and (e.verdict.applies or e.action.stands)]
        about = judged.verdict.about
        match = self.session.match
        return {
            "line": number, "text": str(judged.action), "verdict": judged.verdict.kind,
            "codes": list(judged.verdict.codes), "why": english(judged.verdict.why, match.game.name),
            "about_line": None if about is None else in_force[about], "scores": dict(judged.scores),
            "state": {"to_act": judged.to_act, **match.game.public(match.state)},
            "time": round(judged.time_s, 3), "source": "camera" if judged.source == "assumed" else judged.source,
            "assumed": judged.source == "assumed",
        }


def _table(args: argparse.Namespace) -> Table:
    players = tuple(name.strip() for name in args.players.split(",") if name.strip())
    if not players:
        raise SetupError("Name the players, clockwise: --players Ann,Bob.")
    return Table(players, args.dealer, parse_option_words(args.option))


def _deck(args: argparse.Namespace, table: Table, earlier: Record | None, calibration: Calibration | None) -> str:
    """The pack that is named, else that of the record, of the calibration, or the game's usual one."""
    if args.deck:
        return str(args.deck)
    return earlier.deck if earlier else calibration.deck if calibration else usual_deck(args.game, table)


def _earlier(path: Path, game: str, table: Table) -> Record:
    """The record of a sitting to be taken up; ValueError where it is another table's."""
    record = read_record(path)
    other = record.table()
    if record.game != game or other.players != table.players:
        raise RequestError(f"{path} is a record of {record.game or 'no game'} with {', '.join(other.players)}, not of "
                         f"{game} with {', '.join(table.players)}.")
    return record


def _check_answers(answers: Answers, session: Session, path: Path) -> None:
    """Refuse answers that belong to another table before the evening, not in the middle of it."""
    try:
        answers.check(session)
    except NotationError as error:
        raise RequestError(f"{path} is not about this table: {error}") from error


def check_writable(path: Path | None, resumed: Path | None) -> None:
    """Refuse a record that could not be written, or would take another's place, before the evening, not after it."""
    if path is None or (os.path.exists(path) and not path.is_file()):
        return
    if os.path.exists(path) and (resumed is None or path.resolve() != resumed.resolve()):
        raise RequestError(f"{path} is there already; --resume {path} takes it up, or name another file.")
    if not os.path.exists(path):
        write_whole(path, "")
        path.unlink()

"""`companion watch SOURCE`: follow a film, a camera or a URL without a screen.

    companion watch evening.mp4 --game limbo --players Ann,Bob --record evening.tally

Prints each table event, each action with its verdict, scores and questions, and at the end the same
summary as `companion adjudicate`.  Progress goes to stderr.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from calibration import Calibration, load_deck, load_layout
from companion.adjudicating import show_summary, verdict_line
from companion.answers import Answers, load_answers
from companion.describing import game_named, parse_option_words
from companion.live import Answered, Asked, Judged, LiveTable, Message, Reader, Seen
from companion.records import deck_rename, print_json
from companion.rolls import VERB as ROLL
from companion.session import Session, SessionStore
from rules import SetupError, Table
from rules.adjudicate import Sitting
from vision.frames import FrameSource, open_source


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("watch", help="follow a table live, without a screen", description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE", help="camera number, URL, video file or folder of frames")
    parser.add_argument("--game", required=True, metavar="NAME", help="one of `companion games`")
    parser.add_argument("--players", required=True, metavar="A,B,...", help="names, clockwise")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule")
    parser.add_argument("--dealer", default="", metavar="NAME", help="who deals first (default: the last player)")
    parser.add_argument("--layout", metavar="FILE", help="zones other than the game's own")
    parser.add_argument("--calibration", type=Path, metavar="FILE",
                        help="from `companion calibrate`; without it markers or the cards' size must do")
    parser.add_argument("--deck", metavar="NAME|FILE", help="the pack on the table (default: the calibration's)")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write what was seen as a record")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="scripted announcements and answers")
    parser.add_argument("--fps", type=float, metavar="N", help="frames per second of a folder (default: 25)")
    parser.add_argument("--json", action="store_true", help="JSON Lines on stdout")


def run(args: argparse.Namespace) -> int:
    table = _table(args)
    game_named(args.game).start(table)
    calibration = Calibration.load(args.calibration) if args.calibration else None
    deck = args.deck or (calibration.deck if calibration else "standard")
    answers = load_answers(args.answers) if args.answers else None
    _check_writable(args.record)
    with open_source(args.source, fps=args.fps) as source:
        session = SessionStore(":memory:").create(args.game, table, deck).with_deck(deck_rename(deck))
        live = live_table(session, calibration, args.layout)
        out = Output(session, args.json, args.record)
        watch(source, live, answers, out.tell)
    out.summary()
    return 0


def live_table(session: Session, calibration: Calibration | None, layout: str | None = None,
               reader: Reader | None = None) -> LiveTable:
    """The live table of a session, by default with the project's own reader."""
    deck = load_deck(session.info.deck)
    dice = None
    if reader is None:
        from vision.dice import DiceReader  # these load the networks, so only where they are used
        from vision.readers import reader_for

        reader, dice = reader_for(deck), DiceReader() if ROLL in session.match.game.verbs else None
    zones = load_layout(layout, session.info.table.players) if layout else None
    if zones is None and calibration is None:
        zones = load_layout(session.info.game, session.info.table.players)
    return LiveTable(session, reader, calibration, deck, zones, dice=dice)


def watch(source: FrameSource, live: LiveTable, answers: Answers | None, tell: Callable[[Message], None]) -> None:
    """Follow the source to its end, or until Ctrl-C."""
    waiting = False
    now_s = 0.0
    try:
        while not source.ended:
            frame = source.read()
            if frame is None:
                if not waiting and not source.ended:
                    print(f"Waiting for a picture from {source.name}.", file=sys.stderr)
                waiting = True
                continue
            waiting, now_s = False, frame.time_s
            pass_on(live.see(frame), live, answers, now_s, tell)
        pass_on(live.finish(), live, answers, now_s + 60, tell)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)


def pass_on(messages: list[Message], live: LiveTable, answers: Answers | None, now_s: float,
            tell: Callable[[Message], None]) -> None:
    """Tell the messages, and let the scripted players speak until they have nothing to say."""
    while True:
        for message in messages:
            tell(message)
            if answers and isinstance(message, Judged) and message.verdict.applies:
                answers.happened(message.action)
        if answers is None:
            return
        while (announced := answers.to_announce(now_s)) is not None:
            live.announce(announced)
        if live.question is not None:
            action = answers.to(live.question, live.session.match, now_s)
            messages = live.answer(live.question.id, action)
            continue
        said = answers.to_say(live.session.match, now_s)
        if said is None:
            return
        messages = live.say(said)


@dataclass
class Output:
    """Messages as text or JSON Lines, and the record as it grows."""

    session: Session
    json: bool
    record: Path | None = None
    console: Console = field(default_factory=lambda: Console(highlight=False, soft_wrap=True))

    def tell(self, message: Message) -> None:
        """Print one message."""
        if isinstance(message, Judged) and self.record:
            self.record.write_text(str(self.session.record()), encoding="utf-8")
        if self.json:
            print_json(self.as_json(message))
            sys.stdout.flush()
        else:
            self.console.print(self.as_text(message))

    def summary(self) -> None:
        """What `companion adjudicate` would say of the record at its end."""
        sitting = Sitting(self.session.record().renamed(self.session.rename))
        for _ in sitting.rows():
            pass
        if self.json:
            print_json(sitting.summary())
        else:
            show_summary(self.console, sitting)
        if self.record:
            self.record.write_text(str(self.session.record()), encoding="utf-8")

    def as_json(self, message: Message) -> dict[str, Any]:
        if isinstance(message, Seen):
            return message.event.as_json()
        if isinstance(message, Judged):
            return self._row(message)
        if isinstance(message, Asked):
            question = message.question
            return {"question": question.id, "time": round(question.time_s, 3), "sentence": question.sentence,
                    "candidates": list(map(str, question.candidates))}
        if isinstance(message, Answered):
            return {"answer": message.question.id, "text": None if message.action is None else str(message.action)}
        return {"status": message.sentence, "ok": message.ok}

    def as_text(self, message: Message) -> str:
        """One line (or two) of rich markup."""
        if isinstance(message, Seen):
            return f"[dim]{escape(str(message.event))}[/]"
        if isinstance(message, Judged):
            scores = "  ".join(f"{name} {score}" for name, score in message.scores.items())
            return f"{verdict_line(self._row(message))}  [dim]{escape(scores)}[/]"
        if isinstance(message, Asked):
            choices = escape("; ".join(map(str, message.question.candidates)))
            return f"     [cyan]?[/] {escape(message.question.sentence)} [dim]{choices}[/]"
        if isinstance(message, Answered):
            return f"     [cyan]=[/] {escape(str(message.action)) if message.action else 'nothing happened'}"
        return f"     [{'dim' if message.ok else 'yellow'}]{escape(message.sentence)}[/]"

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
            "codes": list(judged.verdict.codes), "why": judged.verdict.why,
            "about_line": None if about is None else in_force[about], "scores": dict(judged.scores),
            "state": {"to_act": judged.to_act, **match.game.public(match.state)},
            "time": round(judged.time_s, 3), "source": judged.source,
        }


def _table(args: argparse.Namespace) -> Table:
    players = tuple(name.strip() for name in args.players.split(",") if name.strip())
    if not players:
        raise SetupError("Name the players, clockwise: --players Ann,Bob.")
    return Table(players, args.dealer, parse_option_words(args.option))


def _check_writable(path: Path | None) -> None:
    """Refuse a record that could not be written before the evening, not after it."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

"""The loop of following: a source is read frame by frame to its end, and whoever looks on is told.

    live = live_table(session, calibration)
    watch(source, live, answers, print)
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from calibration import Calibration, CalibrationError, Layout, load_deck
from companion.device.layouts import game_layout, table_layout
from companion.device.packs import in_play
from companion.device.picture_watch import LOOK_S, PictureWatch
from companion.following.answers import Answers
from companion.following.live_table import LiveTable
from companion.following.messages import Judged, TableMessage
from companion.following.rolls import DICE
from companion.following.rolls import VERB as ROLL
from companion.following.seats import Seats
from companion.log.session import Session
from companion.words import texts
from vision.frames import FrameSource
from vision.looker import Clock
from vision.reading.card_reader import CardReader


def live_table(session: Session, calibration: Calibration | None, layout: str | None = None,
               reader: CardReader | None = None, seats: Seats | None = None, clock: Clock = time.perf_counter
               ) -> LiveTable:
    """The live table of a session, by default with the project's own reader.  clock: `vision.looker.steady` where
    pictures can wait for their watcher."""
    deck = in_play(load_deck(session.info.deck), session.info.game, session.info.table)
    dice = None
    if reader is None:
        from vision.reading.closer_dice import CloserDice  # these load the networks, so only where they are used
        from vision.reading.for_pack import reader_for

        reader = reader_for(deck)
        dice = CloserDice(DICE) if ROLL in session.match.game.verbs else None
    zones = None
    if layout or calibration is None:
        zones = game_layout(session.info.game, session.info.table.players, layout or "")
    _check_places(zones, calibration, session)
    return LiveTable(session, reader, calibration, deck, zones, seats, dice, clock=clock)


def is_mirrored(live: LiveTable) -> bool:
    """Whether the camera was found to show left for right."""
    return bool(getattr(live.reader, "mirrored", False))


def watch(source: FrameSource, live: LiveTable, answers: Answers | None, tell: Callable[[TableMessage], None]
          ) -> None:
    """Follow the source to its end, or until Ctrl-C.  What is wrong with it is said on stderr."""
    picture, trouble = PictureWatch(source), ""
    now_s = 0.0
    faults, turned_back = 0, False
    try:
        while not source.ended:
            frame = source.read(LOOK_S)
            for fault in source.faults[faults:]:
                print(fault, file=sys.stderr)
            faults = len(source.faults)
            before, trouble = trouble, texts.picture_fault(picture.look(frame), source.trouble)
            if trouble != before:
                print(trouble or f"There is a picture from {source.name} again.", file=sys.stderr)
            if frame is None or picture.is_doubtful:
                continue
            now_s = frame.time_s
            pass_on(live.see(frame), live, answers, now_s, tell)
            if is_mirrored(live) and not turned_back:
                print(texts.MIRRORED.format(name=source.name), file=sys.stderr)
                turned_back = True
        if answers is not None:
            answers.end(now_s)
        pass_on(live.finish(), live, answers, now_s + 60, tell)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)


def pass_on(messages: list[TableMessage], live: LiveTable, answers: Answers | None, now_s: float,
            tell: Callable[[TableMessage], None]) -> None:
    """Tell the messages, and let the scripted players speak until they have nothing to say."""
    while True:
        for message in messages:
            tell(message)
            if answers and isinstance(message, Judged) and message.verdict.applies:
                answers.happened(message.action)
        if answers is None:
            return
        while (announced := answers.to_announce(live.session.match, now_s)) is not None:
            live.announce(announced)
        if live.question is not None:
            action = answers.to(live.question, live.session.match, now_s)
            messages = live.answer(live.question.id, action)
            continue
        said = answers.to_say(live.session.match, now_s)
        if said is None:
            return
        messages = live.say(said)


def _check_places(layout: Layout | None, calibration: Calibration | None, session: Session) -> None:
    """Refuse a layout that was drawn for another game or for other seats."""
    players = session.info.table.players
    if layout is None and calibration is not None:
        layout = table_layout(calibration, session.info.game, players)
    lacking = [place for place in session.match.game.places(players) if layout and place not in layout.names]
    if layout and lacking:
        raise CalibrationError("The layout has no place called {names}, which {title} with {number} players needs.",
                               names=', '.join(lacking[:3]), title=session.match.game.title, number=len(players))

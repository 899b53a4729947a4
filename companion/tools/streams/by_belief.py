"""Follows streams with the belief, as the live table would: the players say and answer what the stream has of them."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from calibration import Calibration, DeckProfile, load_deck
from companion.device.layouts import game_layout
from companion.device.packs import in_play
from companion.following.answers import Answers
from companion.following.commit import Commits
from companion.following.kept_stream import told_lines
from companion.following.live_table import LiveTable
from companion.following.loop import pass_on
from companion.following.messages import TableMessage
from companion.following.seats import Seats
from companion.following.telling import Decides
from companion.log.session import Session
from companion.tools.bench.running import session_of
from companion.tools.streams.judging import Following, Guess
from rules import parse_record
from rules.core.record import UNDO
from vision.stream import Stream, StreamHeader

MOST_GUESSES = 8


def replayed(stream: Stream) -> Following:
    """A whole stream followed, and what was thought at each reading."""
    header = stream.header
    table = table_for(header)
    answers = Answers.said((said.time_s, said.text) for said in header.said if said.text != UNDO)
    messages: list[TableMessage] = []
    guesses = []
    begun_s, now_s = time.process_time(), 0.0
    for look in stream.looks:
        now_s = look.time_s
        pass_on(table.take(look, header.frame_px), table, answers, now_s, messages.append)
        if look.detections is not None and table.belief is not None:
            guesses.append(Guess(now_s, guessed(table)))
    answers.end(now_s)
    pass_on(table.finish(), table, answers, now_s + 60, messages.append)
    return Following(tuple(told_lines(messages, header.game)), tuple(guesses), time.process_time() - begun_s)


def guessed(table: LiveTable) -> tuple[tuple[str, float], ...]:
    """The next actions as they are believed, the likeliest first."""
    return tuple((str(action), probability) for action, probability in table.thoughts()[:MOST_GUESSES])


def sitting_of(header: StreamHeader) -> tuple[Session, DeckProfile]:
    """A log with nothing in it, and the pack that is in play."""
    record = parse_record(header.record)
    return session_of(record), in_play(load_deck(header.deck), header.game, record.table())


def table_for(header: StreamHeader, session: Session | None = None, decides: Decides = Commits) -> LiveTable:
    """A table that has seen nothing yet.  session: its log; decides: who rules on when something is told."""
    own, deck = sitting_of(header)
    layout = game_layout(header.game, own.info.table.players, header.layout)
    seats = Seats.told(dict(header.seats)) if header.seats else None
    known = calibration_of(header) if header.is_told else None
    return LiveTable(session or own, None, known, deck, layout, seats, decides=decides)


def calibration_of(header: StreamHeader) -> Calibration:
    """The true calibration that the stream was recorded with."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.toml"
        path.write_text(header.calibration, encoding="utf-8")
        return Calibration.load(path)

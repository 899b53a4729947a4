"""What the camera took back of itself: it stays in the log, is shown, and counts again by one tap."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.following.kept_stream import told_lines
from companion.following.messages import TableMessage, TakenBack
from companion.log.session import Session, SessionStore
from companion.sitting.looking_back import insist, look_back
from companion.sitting.sitting import Sitting, open_sitting
from companion.sitting.table_page import table_view
from companion.tools.streams.by_belief import sitting_of, table_for
from companion.tools.streams.wrong_commits import Misled
from rules import Table, parse_action
from tests.companion.test_evidence import READING, Evidence
from vision.stream import read_stream

STREAMS = Path(__file__).parent.parent / "streams"
NINE, SIX = "Ann play 9C = 86", "Ann play 6C = 89"


@pytest.fixture
def session() -> Session:
    """The nine was told, taken back since the six is seen, and the six told."""
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    session.append(parse_action("table start 6D = 95"), "camera")
    session.append(parse_action(NINE), "camera", evidence=Evidence(b"before", b"after", (READING,)))
    session.undo("camera", instead=parse_action(SIX), evidence=Evidence(None, b"later", (READING,)))
    session.append(parse_action(SIX), "camera")
    return session


@pytest.fixture
def sitting(session: Session) -> Sitting:
    return open_sitting(session, None)


def lines(session: Session) -> list[str]:
    return [str(entry.action) for entry in session.entries]


def test_what_was_taken_back_counts_again_and_all_rows_stay(session: Session) -> None:
    kept = list(session.rows)
    assert session.insist()
    assert lines(session)[1:] == [NINE]
    assert session.rows[:len(kept)] == kept


def test_nothing_is_insisted_on_once_the_game_has_gone_on(session: Session) -> None:
    session.append(parse_action("Bob play 9H = 80"), "camera")
    assert not session.insist()
    assert table_view(session).reversed == ""


def test_what_players_took_back_themselves_is_no_reversal(session: Session) -> None:
    session.undo()
    assert not session.insist()


def test_the_page_names_what_can_be_put_back(session: Session) -> None:
    assert "9♣" in table_view(session).reversed


def test_looking_back_shows_what_was_taken_back_beside_what_was_told_instead(sitting: Sitting) -> None:
    view = look_back(sitting, row=2)
    assert [(moment.row, moment.is_taken_back) for moment in view.moments] == [(1, False), (2, True), (4, False)]
    detail = view.detail
    assert detail is not None
    assert "6♣" in detail.told.why
    assert detail.readings[0] == "Read as 9♣, 97 % sure (Pile). Else: 6♣ 2 %."
    assert len(detail.readings) == 2
    assert (detail.before, detail.after) == (b"after", b"later")
    assert detail.may_insist


def test_looking_back_puts_it_back(sitting: Sitting) -> None:
    view = insist(sitting, 2)
    assert lines(sitting.session)[1:] == [NINE]
    assert not any(moment.is_taken_back for moment in view.moments)


def test_a_table_that_insists_is_believed() -> None:
    stream = read_stream(STREAMS / "own-limbo-1-3.stream")
    session, deck = sitting_of(stream.header)
    misled = Misled(session, deck.copies_read, 1)
    table = table_for(stream.header, session, misled.decides)
    heard: list[TableMessage] = []
    for look in stream.looks:
        heard += table.take(look, stream.header.frame_px)
        if any(isinstance(message, TakenBack) for message in heard):
            break
    table.insist()
    assert session.entries[-1].action == misled.planted
    calm = [message for look in stream.looks if table.belief and table.belief.time_s < look.time_s
            < table.belief.time_s + 1.0 for message in table.take(look, stream.header.frame_px)]
    assert not any(isinstance(message, TakenBack) for message in calm)


def test_what_was_taken_back_was_not_told() -> None:
    stream = read_stream(STREAMS / "own-limbo-1-3.stream")
    session, deck = sitting_of(stream.header)
    misled = Misled(session, deck.copies_read, 1)
    table = table_for(stream.header, session, misled.decides)
    heard = [message for look in stream.looks[:200] for message in table.take(look, stream.header.frame_px)]
    told = told_lines(heard, "limbo")
    assert [line.kind for line in told if line.text == str(misled.planted)] == ["taken back"]
    assert str(misled.instead_of) in [line.text for line in told if line.kind == "committed"]

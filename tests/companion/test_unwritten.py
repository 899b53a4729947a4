"""While the log cannot be written nothing is judged and nothing is lost; it goes on by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.following.messages import Notice, TableMessage
from companion.log.errors import LogError
from companion.log.session import Session, SessionStore
from companion.words.speaker import english
from rules import Table, parse_action
from tests.companion.test_bad_input import FILMED, Film
from tests.companion.test_belief import believing
from tests.companion.test_live import watching
from tests.fake_table import FakeTable
from tests.told_table import told_looks

STORY = ("0.0 Bob's arm over pile · 0.6 6D lies at pile · 1.0 arm gone · 3.0 Ann's arm over pile · 3.5 9C lies at pile "
         "· 4.0 arm gone · 5.0 Bob's arm over pile · 5.3 9H lies at pile · 5.6 arm gone · 9.0 arm gone")


@contextmanager
def held(session: Session) -> Iterator[None]:
    """Another program holds the log's file."""
    with session.store.reading() as db:
        db.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(session.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    store = SessionStore(tmp_path / "sessions.sqlite")
    yield store.create("limbo", Table(("Ann", "Bob"), "Bob"))
    store.close()


def lines(session: Session) -> list[str]:
    return [str(action) for action in session.actions()]


@pytest.mark.parametrize(("from_s", "until_s"), [(0.5, 3.0), (2.6, 6.5), (4.0, 8.4)])
def test_cards_laid_while_the_log_is_locked_are_booked_when_it_is_free_again(session: Session, from_s: float,
                                                                             until_s: float) -> None:
    table = FakeTable()
    live = watching(session, table)
    told: list[TableMessage] = []
    before: list[str] = []

    def follow(until: float) -> None:
        while not film.ended and table.time_s < until:
            frame = film.read()
            if frame is not None:
                told.extend(live.see(frame))

    film = Film(table)
    follow(from_s)
    before = lines(session)
    with held(session):
        follow(until_s)
        assert lines(session) == before
        assert live.unwritten is not None
    follow(99)
    told += live.finish()
    assert lines(session) == FILMED
    assert live.unwritten is None
    sentences = [english(message.sentence, "") for message in told if isinstance(message, Notice)]
    assert sum("cannot be written" in sentence for sentence in sentences) == 1  # it is said once, not with every frame
    assert [row.line for row in session.store.rows(1)] == FILMED


def test_cards_believed_while_the_log_is_locked_are_booked_when_it_is_free_again(session: Session) -> None:
    live, told = believing("limbo", ("Ann", "Bob"), session), list[TableMessage]()

    def follow(until_s: float) -> None:
        while (look := next(looks)).time_s < until_s:
            told.extend(live.take(look))

    looks = told_looks("limbo", ("Ann", "Bob"), STORY)
    follow(3.0)
    assert lines(session) == ["table start 6D"]
    with held(session):
        follow(6.0)
        assert lines(session) == ["table start 6D"]
        assert live.unwritten is not None
    follow(8.0)
    assert lines(session) == ["table start 6D", "Ann play 9C", "Bob play 9H"]
    assert live.unwritten is None
    sentences = [message.sentence for message in told if isinstance(message, Notice)]
    assert sum("cannot be written" in sentence for sentence in sentences) == 1


def test_what_a_player_says_while_the_log_is_locked_is_written_later(session: Session) -> None:
    live = believing("limbo", ("Ann", "Bob"), session)
    with held(session):
        live.say(parse_action("table start 6D = 95"))
        assert lines(session) == []
        assert live.try_again() == []
    live.try_again()
    assert lines(session) == ["table start 6D = 95"]
    assert live.unwritten is None


def test_a_question_stays_open_until_its_answer_is_written(session: Session) -> None:
    live = believing("limbo", ("Ann", "Bob"), session)
    live.say(parse_action("table start 6D = 95"))
    live.say(parse_action("Bob stuck"))  # not his turn
    question = live.question
    assert question is not None
    with held(session), pytest.raises(LogError):
        live.answer(question.id, question.candidates[0])
    assert live.question is question
    live.answer(question.id, question.candidates[0])
    assert live.question is None
    assert lines(session)[-1] == str(question.candidates[0])


def test_nothing_is_taken_back_while_the_log_is_locked(session: Session) -> None:
    live = believing("limbo", ("Ann", "Bob"), session)
    live.say(parse_action("table start 6D = 95"))
    with held(session), pytest.raises(LogError):
        live.undo()
    assert lines(session) == ["table start 6D = 95"]

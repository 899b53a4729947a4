"""The log: nothing edited, nothing lost, everything derived again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.log.errors import LogError
from companion.log.session import SessionStore
from companion.words.speaker import english
from rules import NotationError, SetupError, Table, parse_action

TABLE = Table(("Ann", "Bob"), "Bob")
DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
        "Ann play 2C = 1")


def played(store: SessionStore, lines: tuple[str, ...] = DEAL):
    session = store.create("limbo", TABLE)
    for line in lines:
        session.append(parse_action(line), at=0.0)
    return session


@pytest.fixture
def store():
    store = SessionStore(":memory:")
    yield store
    store.close()


def count(session) -> int:
    return session.match.game.public(session.match.state)["count"]


def test_replay_rebuilds_the_same_position(store: SessionStore) -> None:
    session = played(store)
    again = store.open(session.info.id)
    assert again.match.state == session.match.state
    assert [str(e.action) for e in again.entries] == list(DEAL)


def test_undo_is_a_row_and_nothing_is_edited(store: SessionStore) -> None:
    session = played(store)
    before = list(session.rows)
    session.undo()
    assert session.rows[:-1] == before
    assert session.rows[-1].kind == "undo"
    assert count(session) == 3


def test_undo_twice_then_redo_twice_comes_back(store: SessionStore) -> None:
    session = played(store)
    state = session.match.state
    session.undo()
    session.undo()
    assert count(session) == 69
    assert session.redo()
    assert session.redo()
    assert session.match.state == state
    assert not session.redo()


def test_redo_is_gone_after_a_new_event(store: SessionStore) -> None:
    session = played(store)
    session.undo()
    session.append(parse_action("Ann play AC = 2"))
    assert not session.redo()


def test_undo_with_nothing_to_undo_writes_nothing(store: SessionStore) -> None:
    session = store.create("limbo", TABLE)
    assert session.undo() is None
    assert session.rows == []


def test_correcting_the_past_derives_everything_after(store: SessionStore) -> None:
    session = played(store, DEAL[:3])
    session.correct(2, parse_action("Ann play 8C = 87"))
    assert [e.verdict.kind for e in session.entries] == ["ok", "ok", "illegal"]  # 87 - 9 is not 77
    assert count(session) == 87
    session.undo()
    assert count(session) == 77


def test_an_event_can_be_taken_out(store: SessionStore) -> None:
    session = played(store, DEAL[:2])
    session.correct(2, None)
    assert count(session) == 95
    assert [str(e.action) for e in session.entries] == [DEAL[0]]


def test_an_illegal_play_can_be_let_stand(store: SessionStore) -> None:
    session = played(store, ("table start 5D = 96",))
    assert session.append(parse_action("Ann play 6C = 90")).kind == "illegal"
    assert count(session) == 96
    session.let_stand(2)
    assert count(session) == 90


def test_the_record_judges_to_the_same_position(store: SessionStore) -> None:
    from rules.adjudicate import RecordJudge

    session = played(store)
    sitting = RecordJudge(session.record(), english)
    assert [row["verdict"] for row in sitting.rows()] == ["ok"] * len(DEAL)
    assert sitting.match.state == session.match.state


def test_bad_input_writes_nothing(store: SessionStore) -> None:
    session = store.create("limbo", TABLE)
    for line in ("Cal play 7H", "Ann knock"):
        with pytest.raises(NotationError):
            session.append(parse_action(line))
    with pytest.raises(LogError, match="log-no-event"):
        session.correct(7, None)
    with pytest.raises(SetupError):
        store.create("whist", TABLE)
    assert session.rows == []


def test_a_file_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Not a database, but long enough to look like something. " * 20)
    with pytest.raises(ValueError, match=r"log-foreign: .*notes\.txt"):
        SessionStore(path)


KILLED = """
import os, signal, sys
from companion.log.session import SessionStore
from rules import Table, parse_action
session = SessionStore(sys.argv[1]).create("limbo", Table(("Ann", "Bob"), "Bob"))
for line in sys.argv[2:]:
    session.append(parse_action(line))
print("written", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    done = subprocess.run([sys.executable, "-c", KILLED, os.fspath(path), *DEAL], capture_output=True, text=True)
    assert done.stdout == "written\n"
    assert done.returncode == -signal.SIGKILL
    store = SessionStore(path)
    session = store.open(1)
    assert [str(e.action) for e in session.entries] == list(DEAL)
    store.close()


def test_what_was_overlooked_goes_into_its_place_and_undo_takes_it_out_again(store: SessionStore) -> None:
    session = played(store, ("table start 6D = 95", "Bob play 9H = 77"))
    assert session.entries[-1].verdict.kind == "illegal"  # it was not Bob's turn
    entry = session.insert(2, parse_action("Ann play 9C = 86"), at=0.0)
    assert entry.verdict.kind == "ok"
    assert [(e.row.seq, e.verdict.kind) for e in session.entries] == [(1, "ok"), (3, "ok"), (2, "ok")]
    assert store.open(session.info.id).match.state == session.match.state
    assert [str(line.action) for line in store.record_of(session.info.id).events] == list(DEAL[:3])
    session.undo(at=0.0)
    assert [e.row.seq for e in session.entries] == [1, 2]
    assert session.redo(at=0.0)
    assert [e.row.seq for e in session.entries] == [1, 3, 2]
    assert store.first_altered(session.info.id) is None


def test_what_was_overlooked_can_be_corrected_and_have_something_before_it(store: SessionStore) -> None:
    session = played(store, ("table start 6D = 95", "Ann play 8S = 69"))
    session.insert(2, parse_action("Bob play 9H = 77"), at=0.0)
    session.insert(3, parse_action("Ann play 9S = 86"), at=0.0)
    session.correct(4, parse_action("Ann play 9C = 86"), at=0.0)
    assert [str(e.action) for e in session.entries] == list(DEAL[:4])
    assert session.replayed(until=3)[0].state == played(store, DEAL[:3]).match.state
    with pytest.raises(LogError):
        session.insert(99, parse_action("Ann play 2C = 1"))

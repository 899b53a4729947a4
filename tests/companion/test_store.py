"""The log's file: only added to, sealed, held by one writer, rescued when it is damaged, copied aside every day."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.device.backup import KEPT_DAYS, daily_copies, daily_copy, folder_of
from companion.log.errors import LogError
from companion.log.notes import write_note
from companion.log.rescue import open_or_rescue
from companion.log.session import Session, SessionStore
from companion.words import texts
from rules import GAMES, Table, parse_action

TABLE = Table(("Ann", "Bob"), "Bob", {"target": "100"})
DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
        "Ann play 2C = 1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions.sqlite"


def evening(path: Path, lines: tuple[str, ...] = DEAL) -> int:
    """A sitting in a file that is closed again; its number."""
    store = SessionStore(path)
    session = store.create("limbo", TABLE)
    for line in lines:
        session.append(parse_action(line))
    session.leave()
    store.close()
    return session.info.id


def lines(session: Session) -> list[str]:
    return list(map(str, session.actions()))


def spoil(path: Path, statement: str, *, without: str) -> None:
    """Change a file from outside, past the trigger of that name."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"DROP TRIGGER {without}")
        db.execute(statement)


# -- nothing is altered ----------------------------------------------------------------------------

@pytest.mark.parametrize("statement", [
    "UPDATE rows SET line = 'Ann play 2C = 2' WHERE seq = 6", "DELETE FROM rows", "DELETE FROM sessions",
    "UPDATE sessions SET players = '[]'", "UPDATE agreed SET scores = '{}'", "DELETE FROM evidence WHERE 1",
])
def test_the_file_itself_refuses_to_be_altered(path: Path, statement: str) -> None:
    evening(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO evidence VALUES (1, 1, NULL, NULL, '[]')")
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute(statement)


def test_an_untouched_sitting_is_as_it_was_written(path: Path) -> None:
    evening(path)
    assert SessionStore(path).first_altered(1) is None


@pytest.mark.parametrize(("statement", "trigger", "first"), [
    ("UPDATE rows SET line = 'Bob play 9D = 77' WHERE seq = 3", "rows_no_update", 3),
    ("UPDATE rows SET at = at - 60 WHERE seq = 5", "rows_no_update", 5),
    ("DELETE FROM rows WHERE seq = 2", "rows_no_delete", 2),
    ("UPDATE sessions SET players = '[\"Cal\", \"Bob\"]'", "sessions_no_update", 1),
])
def test_a_row_altered_from_outside_is_noticed(path: Path, statement: str, trigger: str, first: int) -> None:
    evening(path)
    spoil(path, statement, without=trigger)
    assert SessionStore(path).first_altered(1) == first


# -- what cannot be written has not happened -------------------------------------------------------

def test_a_locked_file_takes_nothing_and_loses_nothing(path: Path) -> None:
    store = SessionStore(path)
    session = store.create("limbo", TABLE)
    session.append(parse_action(DEAL[0]))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogError) as refused:
            session.append(parse_action(DEAL[1]))
    assert refused.value.key == "log-busy"
    assert refused.value.is_passing
    assert lines(session) == [DEAL[0]]
    session.append(parse_action(DEAL[1]))  # the same once more
    assert lines(store.open(1)) == list(DEAL[:2])


def test_a_failed_commit_leaves_no_half_of_it(path: Path) -> None:
    store = SessionStore(path)
    session = store.create("limbo", TABLE)
    with store.atomic() as db:
        db.execute("PRAGMA max_page_count = 1")  # as if the disk were full from here on

    def fill() -> None:
        for _ in range(200):
            session.append(parse_action(DEAL[0]), picture=os.urandom(4000))

    with pytest.raises(LogError) as refused:
        fill()
    assert refused.value.key == "log-full"
    written = len(session.rows)
    assert [row.seq for row in store.rows(1)] == [row.seq for row in session.rows]
    with store.reading() as db:
        db.execute("PRAGMA max_page_count = 100000")
    session.append(parse_action(DEAL[0]))
    assert len(store.rows(1)) == written + 1
    assert store.first_altered(1) is None


# -- one sitting, one writer -----------------------------------------------------------------------

def test_the_second_window_looks_on_until_it_takes_over(path: Path) -> None:
    here, there = SessionStore(path), SessionStore(path)
    mine = here.create("limbo", TABLE)
    mine.append(parse_action(DEAL[0]))
    other = there.open(1)
    assert other.is_held_elsewhere
    with pytest.raises(LogError) as refused:
        other.append(parse_action(DEAL[1]))
    assert refused.value.key == "log-held"
    mine.append(parse_action(DEAL[1]))
    assert other.refresh()
    assert lines(other) == list(DEAL[:2])
    other.hold()
    other.append(parse_action(DEAL[2]))
    with pytest.raises(LogError):
        mine.append(parse_action(DEAL[3]))
    assert mine.is_held_elsewhere
    mine.refresh()
    assert lines(mine) == list(DEAL[:3])


def test_a_sitting_that_was_left_is_anybodys(path: Path) -> None:
    here, there = SessionStore(path), SessionStore(path)
    mine = here.create("limbo", TABLE)
    mine.append(parse_action(DEAL[0]))
    mine.leave()
    other = there.open(1)
    assert not other.is_held_elsewhere
    other.append(parse_action(DEAL[1]))
    other.leave()
    with pytest.raises(LogError) as refused:
        mine.append(parse_action(DEAL[1]))  # it knows nothing of what happened meanwhile
    assert refused.value.key == "log-moved-on"
    assert lines(mine) == list(DEAL[:2])


KILLED = """
import os, signal, sys
from companion.log.session import SessionStore
from rules import Table, parse_action

session = SessionStore(sys.argv[1]).create("limbo", Table(("Ann", "Bob"), "Bob"))
session.append(parse_action("table start 6D = 95"))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_whoever_was_killed_holds_nothing(path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    session = SessionStore(path).open(1)
    assert not session.is_held_elsewhere
    session.append(parse_action(DEAL[1]))
    assert lines(session) == list(DEAL[:2])
    session.store.close()
    assert [file.name for file in path.parent.glob("*.lock")] == []


# -- rescue ----------------------------------------------------------------------------------------

def test_a_damaged_file_is_set_aside_and_what_can_be_read_is_kept(path: Path) -> None:
    for _ in range(30):
        evening(path)
    data = bytearray(path.read_bytes())
    page = len(data) // 4096 // 2
    data[page * 4096:(page + 1) * 4096] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(LogError):
        SessionStore(path)
    store, happened = open_or_rescue(path)
    assert happened is not None
    assert happened.key == "log-rescued"
    assert Path(happened.arguments["file"]).read_bytes() == data
    kept = sum(info.rows for info in store.sessions())
    assert happened.arguments["rows"] == kept
    assert 30 * len(DEAL) * 0.8 < kept
    assert "sessions.sqlite.damaged" in texts.happened_text(happened.key, happened.arguments)
    store.open(store.sessions()[0].id).append(parse_action(DEAL[0]))


def test_what_cannot_be_read_any_more_comes_from_the_last_copy(path: Path) -> None:
    evening(path)
    daily_copy(path, date(2026, 11, 23))
    path.write_bytes(b"\0" * 5000)
    store, happened = open_or_rescue(path)
    assert happened is not None
    assert lines(store.open(1)) == list(DEAL)
    assert store.first_altered(1) is None


def test_a_file_that_is_something_else_is_never_touched_by_name(path: Path) -> None:
    path.write_text("dear diary")
    with pytest.raises(LogError) as refused:
        SessionStore(path)
    assert refused.value.key == "log-foreign"
    assert path.read_text() == "dear diary"
    with closing(sqlite3.connect(path.with_name("other.db"))) as db:
        db.execute("CREATE TABLE diary (text)")
    with pytest.raises(LogError, match="log-foreign"):
        SessionStore(path.with_name("other.db"))


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    evening(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO migrations VALUES ('999 rows in colour')")
    with pytest.raises(LogError, match="log-newer"):
        SessionStore(path)
    store, happened = open_or_rescue(path)
    assert happened is not None
    assert happened.key == "log-memory"
    assert store.path == ":memory:"
    assert "newer version" in texts.happened_text(happened.key, happened.arguments)
    assert list(path.parent.glob("*damaged*")) == []


def test_where_nothing_can_be_kept_the_app_starts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no folder")
    store, happened = open_or_rescue(tmp_path / "taken" / "sessions.sqlite")
    assert happened is not None
    assert "taken" in texts.happened_text(happened.key, happened.arguments)
    store.create("limbo", TABLE).append(parse_action(DEAL[0]))


# -- copies ----------------------------------------------------------------------------------------

def test_a_copy_a_day_is_kept_for_seven_days(path: Path) -> None:
    evening(path)
    first = date(2026, 11, 1)
    for day in range(10):
        assert daily_copy(path, first + timedelta(day)) is not None
    assert daily_copy(path, first + timedelta(9)) is None  # there is one already
    copies = daily_copies(path)
    assert [copy.stem[-10:] for copy in copies] == [f"2026-11-{day:02}" for day in range(10, 10 - KEPT_DAYS, -1)]
    store = SessionStore(copies[0])
    assert lines(store.open(1)) == list(DEAL)
    assert store.first_altered(1) is None


# -- older files -----------------------------------------------------------------------------------

def older(path: Path, options: dict[str, str]) -> None:
    """A file as the first versions wrote it."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript("""
            CREATE TABLE migrations (name TEXT PRIMARY KEY);
            INSERT INTO migrations VALUES ('001 sessions and rows'), ('002 what the camera saw');
            CREATE TABLE sessions (
                id INTEGER PRIMARY KEY, created_at REAL NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL,
                dealer TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL);
            CREATE TABLE rows (
                session_id INTEGER NOT NULL REFERENCES sessions(id), seq INTEGER NOT NULL, at REAL NOT NULL,
                source TEXT NOT NULL, kind TEXT NOT NULL, about INTEGER, line TEXT NOT NULL, picture BLOB,
                PRIMARY KEY (session_id, seq));
            CREATE TABLE pictures (digest TEXT PRIMARY KEY, jpeg BLOB NOT NULL);
            CREATE TABLE evidence (
                session_id INTEGER NOT NULL, seq INTEGER NOT NULL, before TEXT, after TEXT, readings TEXT NOT NULL,
                PRIMARY KEY (session_id, seq));
        """)
        db.execute("INSERT INTO sessions VALUES (1, 5.0, 'limbo', '[\"Ann\", \"Bob\"]', 'Bob', ?, 'standard')",
                   (json.dumps(options),))
        db.execute("INSERT INTO sessions VALUES (2, 6.0, 'bridge', '[\"Ann\", \"Bob\"]', 'Bob', '{}', 'standard')")
        for sitting in (1, 2):
            db.executemany("INSERT INTO rows VALUES (?, ?, 7.0, 'player', 'event', NULL, ?, NULL)",
                           [(sitting, seq, line) for seq, line in enumerate(DEAL, 1)])


def test_an_older_file_is_copied_aside_and_brought_up_to_date(path: Path) -> None:
    older(path, {"target": "100"})
    store = SessionStore(path)
    assert [copy.name for copy in folder_of(path).iterdir()] == ["sessions-before-003.sqlite"]
    info = store.info(1)
    assert (info.rules, info.house["target"], info.house["bar"]) == ("0.1", "100", "10")
    assert store.first_altered(1) is None
    assert lines(store.open(1)) == list(DEAL)


def test_an_older_evening_keeps_the_house_rules_that_were_usual_then(
        path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older(path, {})
    store = SessionStore(path)
    usual = {option.name: option for option in GAMES["limbo"].options}["bar"]
    assert usual.default == 10
    others = tuple(option if option.name != "bar" else type(option)(option.name, (5,), option.least)
                   for option in GAMES["limbo"].options)
    monkeypatch.setattr(type(GAMES["limbo"]), "options", others)
    assert store.open(1).info.table.options == {"bar": "10", "loser_cap": "none"}, "scored without a cap then"
    assert store.create("limbo", Table(("Ann", "Bob"))).info.table.options == {}


def test_a_game_that_is_gone_can_still_be_read(path: Path) -> None:
    older(path, {})
    store = SessionStore(path)
    with pytest.raises(LogError) as refused:
        store.open(2)
    assert refused.value.key == "log-no-game"
    assert [str(line.action) for line in store.record_of(2).events] == list(DEAL)


# -- what was agreed -------------------------------------------------------------------------------

def test_points_that_were_agreed_stand_whatever_the_rules_say_later(path: Path) -> None:
    number = evening(path, (*DEAL, "Bob stuck", "Ann stuck"))
    store = SessionStore(path)
    agreed = store.agreed(number)
    assert agreed is not None
    assert store.open(number).points.stands is None
    spoil(path, """UPDATE agreed SET scores = '{"Ann": 70, "Bob": 5}', rules = '0.0'""", without="agreed_no_update")
    session = store.open(number)
    assert session.points.stands is not None
    assert session.points.stands.scores == {"Ann": 70, "Bob": 5}
    session.leave()
    again = store.agreed(number)
    assert again is not None
    assert again.scores == {"Ann": 70, "Bob": 5}


def test_a_removed_sitting_is_in_no_list_until_it_is_brought_back_and_loses_no_row(path: Path) -> None:
    with closing(SessionStore(path)) as store:
        first, second = (store.create("limbo", TABLE).info.id for _ in range(2))
        store.open(first).append(parse_action(DEAL[0]))
        store.remove(first)
        assert [info.id for info in store.sessions()] == [second]
        assert len(store.rows(first)) == 1
    with closing(SessionStore(path)) as store:
        assert [info.id for info in store.sessions()] == [second]
        store.remove(first, False)
        assert [info.id for info in store.sessions()] == [second, first]
        with pytest.raises(LogError), store.atomic() as db:
            db.execute("DELETE FROM removals")


def test_lengths_are_those_of_the_listed_sittings_the_earliest_first(path: Path) -> None:
    with closing(SessionStore(path)) as store:
        early, removed, late = (store.create("limbo", TABLE).info for _ in range(3))
        store.open(late.id).append(parse_action(DEAL[0]))
        store.remove(removed.id)
        assert [(found.uuid, found.rows) for found in store.lengths()] == [(early.uuid, 0), (late.uuid, 1)]
        assert [found.id for found in store.lengths(late.created_at + 1.0, (early.uuid,))] == [early.id]


# -- names for other devices -----------------------------------------------------------------------

def test_every_sitting_and_every_device_has_a_name_of_its_own(path: Path, tmp_path: Path) -> None:
    evening(path)
    evening(path)
    with closing(SessionStore(path)) as store, closing(SessionStore(tmp_path / "other.sqlite")) as other:
        assert len({info.uuid for info in store.sessions()}) == 2
        assert "" not in {info.uuid for info in store.sessions()}
        assert store.tablet != other.tablet
        kept = store.tablet, [info.uuid for info in store.sessions()]
    with closing(SessionStore(path)) as again:
        assert (again.tablet, [info.uuid for info in again.sessions()]) == kept


def test_sittings_of_an_earlier_version_are_named_after_a_copy_was_put_aside(path: Path) -> None:
    evening(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript("DROP TABLE uuids; DROP TABLE tablets; DELETE FROM migrations WHERE name GLOB '005*'")
    with closing(SessionStore(path)) as store:
        assert store.info(1).uuid
        assert store.first_altered(1) is None
    assert [copy.name for copy in folder_of(path).glob("*before-005*")] == ["sessions-before-005.sqlite"]


@pytest.mark.parametrize("statement", ["UPDATE uuids SET uuid = 'mine'", "DELETE FROM tablets"])
def test_a_name_once_given_stays(path: Path, statement: str) -> None:
    evening(path)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        db.execute(statement)


def test_a_rescued_sitting_keeps_its_name(path: Path) -> None:
    evening(path)
    with closing(SessionStore(path)) as store:
        name = store.info(1).uuid
    spoil(path, "UPDATE sessions SET players = 'nobody'", without="sessions_no_update")
    store, happened = open_or_rescue(path)
    assert happened is not None
    with store.reading() as db:
        assert db.execute("SELECT uuid FROM uuids WHERE session_id = 1").fetchone() == (name,)


def test_rows_after_a_number_come_in_pieces(path: Path) -> None:
    evening(path)
    with closing(SessionStore(path)) as store:
        assert [row.seq for row in store.rows(1, after=2, most=3)] == [3, 4, 5]
        assert [row.seq for row in store.rows(1, after=5)] == [6]


# -- notes -----------------------------------------------------------------------------------------

def test_a_note_on_a_sitting_is_kept_and_the_newest_is_shown(path: Path) -> None:
    with closing(SessionStore(path)) as store:
        noted, other = (store.create("limbo", TABLE).info.id for _ in range(2))
        write_note(store, noted, "Grandma's  birthday\n")
        write_note(store, noted, "Grandma's birthday, at the lake")
        assert store.info(noted).note == "Grandma's birthday, at the lake"
        assert store.info(other).note == ""
        with pytest.raises(LogError), store.atomic() as db:
            db.execute("UPDATE notes SET text = ''")
    with closing(SessionStore(path)) as again:
        assert again.info(noted).note == "Grandma's birthday, at the lake"
        write_note(again, noted, "  ")
        assert again.info(noted).note == ""

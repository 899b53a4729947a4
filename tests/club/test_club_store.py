"""Rows of tablets in a club's database: the same match, nothing lost, nothing twice, nothing altered."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import psycopg
import pytest

from companion.club.batches import MOST_ROWS
from companion.club.postgres import Postgres
from companion.club.store import ClubStore
from companion.device.packs import deck_rename
from companion.log.errors import LogError
from companion.log.session import Session, SessionStore
from companion.sheets.points import points_of
from companion.words.refusals import RequestError
from rules import Table, parse_action, parse_record

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.tally"))
DEAL = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3")


@pytest.fixture
def tablet() -> Iterator[SessionStore]:
    with closing(SessionStore(":memory:")) as store:
        yield store


@pytest.fixture
def deal(tablet: SessionStore, club: ClubStore) -> Session:
    """A deal at a tablet, opened in the club, nothing of it sent yet."""
    session = tablet.create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in DEAL:
        session.append(parse_action(line))
    club.open(session.info)
    return session


def played(tablet: SessionStore, path: Path) -> Session:
    """A golden record as a sitting; its last event is taken back and comes again."""
    record = parse_record(path.read_text(encoding="utf-8"))
    session = tablet.create(record.game, record.table(), record.deck or "standard")
    session = session.with_deck(deck_rename(session.info.deck))
    for line in record.events:
        if line.is_undo:
            session.undo()
        elif line.action is not None:
            session.append(line.action)
    assert session.undo()
    assert session.redo()
    return session


def send_in_pieces(club: ClubStore, session: Session, rng: Random) -> None:
    """All rows, some of them twice, as after answers that were lost."""
    name = session.info.uuid
    while (last := club.last(name)) < len(session.rows):
        begin = max(0, last - rng.randrange(4))
        assert club.receive(name, session.rows[begin:begin + rng.randint(4, MOST_ROWS)]) > last


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_is_the_same_match_in_the_club(tablet: SessionStore, club: ClubStore, path: Path) -> None:
    session = played(tablet, path)
    club.open(tablet.info(session.info.id))
    send_in_pieces(club, session, Random(path.stem))
    there = club.session(session.info.uuid).with_deck(deck_rename(session.info.deck))
    assert there.match.state == session.match.state
    assert points_of(there.match) == points_of(session.match)
    assert there.outcome == session.outcome
    assert there.actions() == session.actions()
    assert club.first_altered(there.info.id) is None


def test_sittings_that_are_read_together_are_each_what_they_are_alone(tablet: SessionStore, club: ClubStore) -> None:
    sittings = [played(tablet, path) for path in GOLDEN[:4]]
    for session in sittings[:3]:
        club.open(session.info)
        send_in_pieces(club, session, Random(session.info.id))
    infos = {info.uuid: info for info in club.infos([session.info.uuid for session in sittings] + ["no name"])}
    rows = club.new_rows({info.id: 0 for info in infos.values()})
    assert [*map(infos.get, (session.info.uuid for session in sittings[3:]))] == [None]
    for session in sittings[:3]:
        info = infos[session.info.uuid]
        together = club.judged(info, rows[info.id])
        assert info == club.info(session.info.uuid)
        assert together.rows == session.rows
        assert together.match.state == session.match.state


def test_what_comes_twice_is_kept_once(club: ClubStore, deal: Session) -> None:
    assert club.receive(deal.info.uuid, deal.rows) == 5
    assert club.receive(deal.info.uuid, deal.rows) == 5
    club.open(deal.info)
    assert club.session(deal.info.uuid).rows == deal.rows


def test_a_gap_is_refused_with_the_row_that_is_wanted(club: ClubStore, deal: Session) -> None:
    club.receive(deal.info.uuid, deal.rows[:2])
    with pytest.raises(RequestError, match="Row 3 is wanted first, not row 5") as refused:
        club.receive(deal.info.uuid, deal.rows[4:])
    assert refused.value.arguments["wanted"] == 3
    assert club.last(deal.info.uuid) == 2


def test_an_old_row_with_other_content_is_refused_with_all_that_came_with_it(club: ClubStore, deal: Session) -> None:
    club.receive(deal.info.uuid, deal.rows[:2])
    changed = [replace(deal.rows[1], line="Ann play 9D = 86"), *deal.rows[2:]]
    with pytest.raises(RequestError, match="Row 2 is kept here with other content"):
        club.receive(deal.info.uuid, changed)
    assert club.session(deal.info.uuid).rows == deal.rows[:2]


def test_a_sitting_that_was_never_opened_is_refused(club: ClubStore, deal: Session) -> None:
    for name in ("00000000-0000-4000-8000-000000000000", "'; DROP TABLE club.row"):
        with pytest.raises(RequestError, match="No sitting of this name"):
            club.receive(name, deal.rows)


def test_a_sitting_is_not_opened_again_with_other_people(club: ClubStore, deal: Session) -> None:
    with pytest.raises(RequestError, match="with other people"):
        club.open(replace(deal.info, table=Table(("Ann", "Cal"))))


def test_more_rows_than_a_batch_are_refused(club: ClubStore, deal: Session) -> None:
    with pytest.raises(RequestError, match="At most 50"):
        club.receive(deal.info.uuid, deal.rows * 20)


@pytest.mark.parametrize("statement", [
    "UPDATE club.row SET line = ''", "DELETE FROM club.row", "UPDATE club.sitting SET players = '[]'",
    "DELETE FROM club.sitting", "TRUNCATE club.row", "DROP TABLE club.row", "ALTER TABLE club.row DISABLE TRIGGER ALL",
])
def test_whoever_writes_has_no_right_to_alter(database: Postgres, club: ClubStore, deal: Session, statement: str
                                              ) -> None:
    club.receive(deal.info.uuid, deal.rows)
    with psycopg.connect(database.writer) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute(statement)


def test_the_database_itself_refuses_a_gap(database: Postgres, club: ClubStore, deal: Session) -> None:
    with psycopg.connect(database.writer) as db, pytest.raises(psycopg.errors.CheckViolation, match="does not follow"):
        db.execute("INSERT INTO club.row (sitting, seq, at, source, kind, line, digest) "
                   "VALUES (%s, 2, 0, 'player', 'event', 'Ann play 9C = 86', '')", (club.number(deal.info.uuid),))


def test_a_row_altered_by_the_owner_is_noticed(database: Postgres, club: ClubStore, deal: Session) -> None:
    club.receive(deal.info.uuid, deal.rows)
    number = club.number(deal.info.uuid)
    with psycopg.connect(database.owner) as db:
        db.execute("UPDATE club.row SET line = 'Bob play 9D = 77' WHERE sitting = %s AND seq = 3", (number,))
    assert club.first_altered(number) == 3


def test_only_the_tablet_writes_its_sitting(club: ClubStore, deal: Session) -> None:
    club.receive(deal.info.uuid, deal.rows)
    there = club.session(deal.info.uuid)
    assert there.is_held_elsewhere
    with pytest.raises(LogError) as refused:
        there.append(parse_action("Ann play 2C = 1"))
    assert refused.value.key == "log-held"
    deal.append(parse_action("Ann play 2C = 1"))
    club.receive(deal.info.uuid, deal.rows[5:])
    assert there.refresh()
    assert there.match.state == deal.match.state


def test_what_was_acknowledged_outlives_the_database(database: Postgres, deal: Session) -> None:
    with ClubStore(database.writer) as before:
        assert before.receive(deal.info.uuid, deal.rows[:3]) == 3
        database.restart(signal.SIGQUIT)
    with ClubStore(database.writer) as after:
        assert after.last(deal.info.uuid) == 3
        assert after.receive(deal.info.uuid, deal.rows) == 5
        assert after.session(deal.info.uuid).match.state == deal.match.state

"""A club's database in a file and back, and names taken out of it; on a PostgreSQL of its own, torn down on the way."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import psycopg
import pytest

from companion.__main__ import main
from companion.club.director import entering, next_round, opening, ruling
from companion.club.evening import DirectorRuling
from companion.club.evenings import Evenings
from companion.club.keeping import back_up_club, forget, restore_club
from companion.club.postgres import Postgres
from companion.club.results import results_csv, results_pdf, stands_of
from companion.club.store import ClubStore
from companion.log.session import SessionStore
from companion.words.refusals import RequestError
from rules import GAMES, Table
from rules.core.people import random_player


@pytest.fixture
def own(database: Postgres) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    try:
        with Postgres(folder) as started:
            yield started
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def played_evening(address: str) -> int:
    """Two tables, one round of Limbo, a correction that names somebody."""
    tablet = SessionStore(":memory:")
    with Evenings(address) as evenings, ClubStore(address) as club:
        number = evenings.begin("Ann's evening", "limbo", "swiss").id
        for name in ("Ann", "Bob", "Cal", "Dee"):
            evenings.do(number, "entrant", partial(entering, players=[name]))
        evening = evenings.do(number, "round", partial(next_round, points={}, number=1))
        for meeting in evening.rounds[0].meetings:
            table = Table(evening.players_at(meeting))
            session = tablet.create("limbo", table)
            for action in random_player(GAMES["limbo"], table, Random(meeting.table)).play(40):
                session.append(action)
            club.open(session.info)
            club.receive(session.info.uuid, session.rows[:50])
            evenings.do(number, "sitting", partial(opening, table=meeting.table, info=session.info))
        asked = DirectorRuling(0, session.info.uuid, 1, "", "Ann", "Ann's hand was misread, says Ann.")
        evenings.do(number, "ruling", partial(ruling, asked=asked, players=frozenset(table.players)))
    tablet.close()
    return number


def shown(address: str, number: int) -> tuple[str, bytes]:
    with Evenings(address) as evenings, ClubStore(address) as club:
        evening = evenings.evening(number)
        stands = stands_of(club, evening)
        return results_csv(evening, stands), results_pdf(evening, stands)


def test_a_restored_backup_gives_the_same_ranking_byte_for_byte(own: Postgres, database: Postgres, tmp_path: Path
                                                                ) -> None:
    number = played_evening(own.writer)
    before = shown(own.writer, number)
    kept = back_up_club(own.owner, tmp_path / "friday.club")
    with psycopg.connect(own.owner) as db:
        db.execute("DELETE FROM club.deed")
        db.execute("DELETE FROM club.row")
    aside = restore_club(own.owner, kept)
    assert shown(own.writer, number) == before
    assert "Ann" in before[0]
    restore_club(own.owner, aside)  # and back to what was there before
    with psycopg.connect(own.owner) as db:
        assert db.execute("SELECT count(*) FROM club.row").fetchone() == (0,)


def test_after_a_restore_the_writer_still_has_no_right_to_alter(own: Postgres, tmp_path: Path) -> None:
    played_evening(own.writer)
    restore_club(own.owner, back_up_club(own.owner, tmp_path / "friday.club"))
    played_evening(own.writer)
    with psycopg.connect(own.writer) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute("DELETE FROM club.row")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"PGDMP torn"])
def test_what_is_no_backup_changes_nothing(own: Postgres, tmp_path: Path, content: bytes) -> None:
    number = played_evening(own.writer)
    before = shown(own.writer, number)
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(RequestError, match=r"no backup of a club|pg_restore says"):
        restore_club(own.owner, tmp_path / "file")
    assert shown(own.writer, number) == before


def test_a_forgotten_name_is_nowhere_and_the_scores_stay(own: Postgres) -> None:
    number = played_evening(own.writer)
    before = shown(own.writer, number)[0]
    assert forget(own.owner, "Ann") == "Somebody1"
    assert shown(own.writer, number)[0] == before.replace("Ann", "Somebody1")
    with psycopg.connect(own.owner) as db:
        for table in ("evening", "deed", "sitting", "row", "refusal"):
            assert not [row for row in db.execute(f"SELECT t::text FROM club.{table} t") if "Ann" in row[0]]
    with ClubStore(own.writer) as club, Evenings(own.writer) as evenings:
        for uuid in evenings.evening(number).sittings:
            assert club.first_altered(club.number(uuid)) is None
    assert forget(own.owner, "Bob") == "Somebody2"
    with pytest.raises(RequestError, match="Nobody here is called 'Zoe'"):
        forget(own.owner, "Zoe")


def test_the_commands_do_the_same(own: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = played_evening(own.writer)
    before, address = shown(own.writer, number)[0], ("--database", own.owner)
    assert main(["club", "backup", str(tmp_path / "friday.club"), *address]) == 0
    assert main(["club", "forget", "Ann", *address]) == 0
    assert main(["club", "restore", str(tmp_path / "friday.club"), *address]) == 0
    assert main(["club", "results", str(tmp_path / "friday.csv"), *address]) == 0
    assert (tmp_path / "friday.csv").read_bytes().decode("utf-8-sig") == before
    assert main(["club", "results", str(tmp_path / "friday.txt"), *address]) == 2
    assert "Results are written as .csv or .pdf" in capsys.readouterr().err

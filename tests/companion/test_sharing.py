"""A sitting shared as files: complete, readable by others, and never half written."""

from __future__ import annotations

import csv
import threading
from pathlib import Path
from random import Random

import pypdfium2
import pytest

from calibration.files import FileError
from companion.log.session import Session, SessionStore
from companion.sharing.files import file_name, share
from companion.sheets.paper import PAPERS
from companion.sheets.result import write_result
from companion.sheets.result_rows import result_view
from companion.sitting.jobs import Job, Stopped
from rules import GAMES, Table, parse_action, parse_record
from rules.core.people import random_player

LINES = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69", "Bob play KD = 3",
         "Ann play 2C = 1", "Bob stuck", "Ann done")


@pytest.fixture
def session() -> Session:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for line in LINES:
        session.append(parse_action(line))
    return session


def pdf_text(path: Path) -> tuple[str, int]:
    document = pypdfium2.PdfDocument(path)
    pages = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return "\n".join(pages), len(pages)


def test_the_sheet_the_points_and_the_record_are_written(session: Session, tmp_path: Path) -> None:
    pdf, table, record = share(session, tmp_path / "new")
    text, _ = pdf_text(pdf)
    assert "Ann in the lead" in text
    assert "Won: 10 × 6 cards played" in text
    rows = list(csv.reader(table.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[1:] == [["1", "Ann", "60", "Won: 10 × 6 cards played"],
                        ["1", "Bob", "10", "10 × the final count of 1"]]
    again = parse_record(record.read_text(encoding="utf-8"))
    assert [str(line.action) for line in again.events] == list(LINES)
    assert sorted(path.suffix for path in (tmp_path / "new").iterdir()) == [".csv", ".pdf", ".tally"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_prints(game: str, tmp_path: Path) -> None:
    table = Table(("Ann", "Bob", "Cal", "Dee")[:min(4, GAMES[game].max_players)])
    session = SessionStore(":memory:").create(game, table)
    for action in random_player(GAMES[game], table, Random(3)).play(150):
        session.append(action)
    view = result_view(session)
    shares: list[float] = []
    pages = write_result(tmp_path / "a.pdf", PAPERS["letter"], view, shares.append)
    text, count = pdf_text(tmp_path / "a.pdf")
    assert count == pages
    assert view.headline in text
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_twenty_players_fit_on_the_page(tmp_path: Path) -> None:
    names = tuple(f"Player{n}" for n in range(20))
    session = SessionStore(":memory:").create("never_over", Table(names, options={"hand_size": "2"}))
    session.append(parse_action("Player0 play +3"))
    assert write_result(tmp_path / "a.pdf", PAPERS["a4"], result_view(session)) == 1
    assert "Player19" in pdf_text(tmp_path / "a.pdf")[0]


def test_names_that_files_cannot_have_are_made_harmless() -> None:
    session = SessionStore(":memory:").create("limbo", Table(("A/n", 'B"b')))
    assert not set('/\\:"?') & set(file_name(session))


def test_what_was_stopped_leaves_nothing_behind(session: Session, tmp_path: Path) -> None:
    def stop(share: float) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        share(session, tmp_path, stop)
    assert list(tmp_path.iterdir()) == []


def test_a_job_tells_how_far_it_is_and_can_be_stopped() -> None:
    half_way, go_on = threading.Event(), threading.Event()

    def work(progress) -> str:
        progress(0.5)
        half_way.set()
        go_on.wait(10)
        progress(0.8)
        return "done"

    job = Job(work)
    half_way.wait(10)
    assert (job.share, job.done) == (0.5, False)
    job.cancel()
    go_on.set()
    job.wait()
    assert job.done
    assert job.stopped
    assert job.result is None
    assert job.fault == ""


def test_a_job_that_fails_says_why_in_one_sentence() -> None:
    def work(progress) -> None:
        raise FileError("There is no space left\non the device.")

    job = Job(work)
    job.wait()
    assert job.fault == "There is no space left on the device."


def test_a_job_gives_its_result() -> None:
    job = Job(lambda progress: 7)
    job.wait()
    assert (job.result, job.share, job.stopped) == (7, 1.0, False)

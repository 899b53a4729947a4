"""What the camera saw of an event is kept with it, and survives closing the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.following.scenes import LONGEST_PX, Scenes
from companion.log.evidence import Evidence, SeenCard
from companion.log.session import SessionStore
from rules import Table, parse_action
from tests.companion.test_live import Evening
from tests.fake_table import FakeTable
from vision.events import TableEvent

TABLE = Table(("Ann", "Bob"), "Bob")
READING = SeenCard("appeared", "9C", 0.97, True, (("9C", 0.97), ("6C", 0.02)), "pile",
                  ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3)))


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.run()
    return evening


def pixels(jpeg: bytes | None) -> np.ndarray:
    assert jpeg is not None
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).astype(int)


def test_an_event_keeps_the_table_before_and_after_it(evening: Evening) -> None:
    evening.lay("6D")
    evening.lay("9C")
    evidence = evening.session.evidence(evening.session.entries[-1].row.seq)
    assert evidence is not None
    before, after = pixels(evidence.before), pixels(evidence.after)
    assert max(after.shape) <= LONGEST_PX
    (reading,) = evidence.readings
    assert (reading.label, reading.zone, reading.sure) == ("9C", "pile", True)
    assert 0 < reading.confidence <= 1
    xs, ys = zip(*reading.corners, strict=True)
    assert 0 <= min(*xs, *ys) <= max(*xs, *ys) <= 1
    height, width = after.shape[:2]
    there = np.abs(after - before).max(axis=2) > 40
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.array([(x * width, y * height) for x, y in reading.corners], int)], 1)
    assert there[mask == 1].mean() > 5 * there[mask == 0].mean()  # what differs is the card that was laid


def test_the_first_event_has_the_bare_table_before_it(evening: Evening) -> None:
    evening.lay("6D")
    evidence = evening.session.evidence(1)
    assert evidence is not None
    assert pixels(evidence.before).shape == pixels(evidence.after).shape


def test_what_was_asked_keeps_its_doubtful_reading(evening: Evening) -> None:
    evening.lay("6D")
    evening.lay("9C", 8.0, reads=(("9C", 0.6), ("9S", 0.38)))
    question = evening.live.question
    assert question is not None
    evening.live.answer(question.id, question.candidates[0])
    last = evening.session.entries[-1].row
    evidence = evening.session.evidence(last.seq)
    assert evidence is not None
    assert last.source == "player"
    assert not evidence.readings[0].sure


def test_what_was_entered_by_hand_has_no_evidence(evening: Evening) -> None:
    evening.live.say(parse_action("table start 6D = 95"))
    assert evening.session.evidence(1) is None
    assert evening.session.store.seen_rows(evening.session.info.id) == frozenset()


def test_evidence_comes_back_from_the_file_and_equal_pictures_are_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = SessionStore(path)
    session = store.create("limbo", TABLE)
    first, second = Evidence(None, b"one", (READING,)), Evidence(b"one", b"two", (READING, READING))
    session.append(parse_action("table start 6D = 95"), "camera", evidence=first)
    session.append(parse_action("Ann play 9C = 86"), "camera", evidence=second)
    store.close()
    again = SessionStore(path)
    assert again.evidence(1, 1) == first
    assert again.evidence(1, 2) == second
    assert again.seen_rows(1) == {1, 2}
    again.close()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT COUNT(*) FROM pictures").fetchone() == (2,)
    db.close()


def test_a_file_from_before_there_was_evidence_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = SessionStore(path)
    store.create("limbo", TABLE).append(parse_action("table start 6D = 95"), "camera")
    store.close()
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE evidence")
        db.execute("DROP TABLE pictures")
        db.execute("DELETE FROM migrations WHERE name LIKE '002%'")
    db.close()
    again = SessionStore(path)
    assert again.evidence(1, 1) is None
    assert len(again.open(1).entries) == 1
    again.close()


def test_memory_holds_a_few_moments_only() -> None:
    table, scenes = FakeTable(), Scenes()
    for _ in range(60):
        scenes.keep(table.frame())

    def evidence_at(time_s: float) -> Evidence | None:
        return scenes.evidence([TableEvent("appeared", "9C", 0.9, True, (), "pile", (0.0, 0.0), time_s, 1)])

    late, early = evidence_at(table.time_s - 0.1), evidence_at(1.0)
    assert late is not None
    assert late.before is not None
    assert early is not None
    assert early.before is None


def test_the_oldest_pictures_go_when_there_are_too_many_but_never_the_newest_sittings() -> None:
    store = SessionStore(":memory:")
    sessions = [store.create("limbo", TABLE) for _ in range(3)]
    for number, session in enumerate(sessions):
        for k, line in enumerate(("table start 6D = 95", "Ann play 9C = 86")):
            session.append(parse_action(line), "camera",
                           evidence=Evidence(bytes([number, k]) * 50, bytes([number, k + 1]) * 50, (READING,)))
    assert store.picture_bytes == 3 * 3 * 100
    store.thin_pictures(600)
    assert store.picture_bytes == 600
    evidence = store.evidence(sessions[0].info.id, 1)
    assert evidence is not None
    assert (evidence.before, evidence.after, evidence.readings) == (None, None, (READING,))
    assert store.evidence(sessions[1].info.id, 1) == sessions[1].evidence(1)
    assert sessions[1].evidence(1).before is not None  # type: ignore[union-attr]
    store.thin_pictures(0)
    assert store.picture_bytes == 300
    assert store.evidence(sessions[2].info.id, 2).after is not None  # type: ignore[union-attr]
    assert len(store.seen_rows(sessions[0].info.id)) == 2

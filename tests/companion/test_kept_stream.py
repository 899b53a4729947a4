"""A real table's stream holds what was seen and told, no names, and can be followed again."""

from pathlib import Path

import numpy as np
import pytest

from calibration import assumed_calibration
from companion.following.kept_stream import WatchedSource, masks, stream_of
from companion.following.messages import Judged
from companion.log.session import SessionStore
from companion.tools.streams.by_belief import replayed
from rules import Table, parse_action
from vision.detections import Detections
from vision.frames import Frame, FrameSource
from vision.looker import Looker
from vision.stream import read_stream, write_stream

SIZE = (640, 480)


class BareTable(FrameSource):
    """Some pictures of a table without cards."""

    def __init__(self, frames: int) -> None:
        super().__init__("a bare table")
        self.left = frames

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        self.left -= 1
        self.ended = self.left <= 0
        return Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), 10 - 0.1 * self.left)


class NoCards:
    def read(self, image: np.ndarray, regions_px: np.ndarray | None = None) -> Detections:
        return Detections.empty()


@pytest.mark.parametrize(("line", "masked"), [
    ("Ann play 7C = 86", "A play 7C = 86"),
    ("Ann-Kathrin asks Ann", "B asks A"),
    ("meld:Ann+Bob at green:Bob", "meld:A+C at green:C"),
    ("players: Ann, Ann-Kathrin, Bob", "players: A, B, C"),
    ("Anna and Bobby", "Anna and Bobby"),
])
def test_names_become_letters_wherever_they_stand_by_themselves(line: str, masked: str) -> None:
    assert masks(("Ann", "Ann-Kathrin", "Bob"))(line) == masked


def test_what_was_kept_of_a_table_is_followed_again_without_its_names(tmp_path: Path) -> None:
    session = SessionStore(":memory:").create("limbo", Table(("Friederike", "Xaver"), "Xaver"))
    heard = []
    for k, line in enumerate(("table start 6D = 95", "Friederike play 9C = 86")):
        action = parse_action(line)
        verdict = session.append(action, "player")
        match = session.match
        heard.append(Judged(k + 1, action, verdict, dict(match.scores), match.to_act, "player", k + 1.0))
    watched = WatchedSource(BareTable(40), Looker(NoCards()))
    assert len(list(watched)) == 40
    path = tmp_path / "evening.stream"
    write_stream(path, stream_of(session, watched, heard, assumed_calibration(SIZE)))
    kept = read_stream(path)
    assert len(kept.looks) == 40
    assert kept.header.frame_px == SIZE
    assert kept.header.fps == pytest.approx(10)
    assert [line.text for line in kept.header.said] == ["table start 6D = 95", "A play 9C = 86"]
    assert "Friederike" not in str(kept.header)
    assert "Xaver" not in str(kept.header)
    read = [look for look in kept.looks if look.detections is not None]
    assert len(replayed(kept).guesses) == len(read) > 0

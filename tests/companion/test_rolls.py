"""A roll on the table becomes the action of the player who may roll, once; doubtful dice are a question."""

from __future__ import annotations

import numpy as np
import pytest

from calibration import assumed_calibration
from companion.device.layouts import game_layout
from companion.following.live import LiveTable
from companion.following.messages import Judged, TableMessage
from companion.following.rolls import RollQuestion, Rolls
from companion.log.session import SessionStore
from rules import GAMES, Match, Table, parse_action
from vision.detections import Detections, DiceDetections
from vision.frames import Frame
from vision.watching.motion import ChangeDetector
from vision.watching.viewpoint import Viewpoint

SIZE = (640, 480)
PLAYERS = ("Ann", "Bob", "Cal", "Deb")


class TellsDice:
    """Dice as the test lays them: pips, x, y px, and whether they are read surely, else now and then one more."""

    def __init__(self) -> None:
        self.lying: list[tuple[int, float, float]] = []
        self.sure, self.looks = True, 0

    def read(self, image: np.ndarray) -> DiceDetections:
        centre = np.array([[x, y] for _, x, y in self.lying], np.float32).reshape(-1, 2)
        n = len(self.lying)
        self.looks += not self.sure
        pips = np.array([p % 6 + 1 if self.looks % 2 else p for p, _, _ in self.lying], int)
        return DiceDetections(np.hstack([centre - 12, centre + 12]), pips,
                    np.full(n, 1.0 if self.sure else 0.55, np.float32), np.full(n, self.sure))


class Evening:
    """A table with a camera over it and nothing but dice that change."""

    def __init__(self) -> None:
        self.match = Match(GAMES["friend_or_foe"], Table(PLAYERS, dealer="Deb"))
        self.dice = TellsDice()
        self.rolls = Rolls(self.dice)
        self.changes, self.time_s = ChangeDetector(), 0.0
        self.view = Viewpoint(assumed_calibration(SIZE, 700), game_layout("friend_or_foe", PLAYERS))
        self.wait()

    def wait(self, seconds: float = 1.2) -> None:
        for _ in range(round(seconds / 0.1)):
            frame = Frame(np.full((480, 640, 3), 90, np.uint8), self.time_s)
            self.rolls.look(frame, self.changes.update(frame), self.view)
            self.time_s += 0.1

    def throw(self, one: int, other: int) -> None:
        self.dice.lying = []
        self.wait()
        x, y = 100 + 40 * (self.time_s % 7), 200 + 20 * (self.time_s % 5)
        self.dice.lying = [(one, x, y), (other, x + 60, y)]
        self.wait()


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_dice_that_lie_still_are_rolled_by_whose_turn_it_is(evening):
    evening.throw(5, 2)
    ruling = evening.rolls.ruling(evening.match)
    assert str(ruling) == "Ann roll 2 5"
    evening.match.push(ruling)
    evening.wait()
    assert evening.rolls.ruling(evening.match) is None


def test_a_roll_that_is_said_as_well_is_not_logged_twice(evening):
    evening.throw(5, 2)
    evening.match.push(evening.rolls.ruling(evening.match))
    assert evening.rolls.was_seen(parse_action("Ann roll 5 2"), evening.match)
    assert not evening.rolls.was_seen(parse_action("Ann roll 5 3"), evening.match)
    evening.match.push(parse_action("Ann pass"))
    evening.throw(2, 5)
    assert not evening.rolls.was_seen(parse_action("Bob roll 2 5"), evening.match)


def test_dice_seen_after_they_were_called_are_nothing_new(evening):
    evening.match.push(parse_action("Ann roll 2 5"))
    evening.throw(2, 5)
    assert evening.rolls.ruling(evening.match) is None


def test_dice_seen_only_after_the_cards_they_were_rolled_for_are_nothing_new(evening):
    evening.match.push(parse_action("Ann roll 2 5"))
    assert evening.rolls.ruling(evening.match) is None
    evening.match.push(parse_action("Ann play 7C"))
    evening.throw(2, 5)
    assert evening.rolls.ruling(evening.match) is None
    evening.throw(5, 2)
    assert str(evening.rolls.ruling(evening.match)) == "Bob roll 2 5"


def test_doubtful_dice_and_a_second_roll_are_asked_about(evening):
    evening.dice.sure = False
    evening.throw(1, 5)
    evening.wait()
    ruling = evening.rolls.ruling(evening.match)
    assert isinstance(ruling, RollQuestion)
    assert [action.verb for action in ruling.candidates] == ["roll"]
    evening.match.push(parse_action("Ann roll 1 5"))
    evening.throw(2, 6)
    evening.wait()
    assert evening.rolls.ruling(evening.match) is None
    evening.dice.sure = True
    evening.throw(3, 3)
    assert isinstance(evening.rolls.ruling(evening.match), RollQuestion)


class NoCards:
    """A table without cards."""

    def read(self, image: np.ndarray, regions_px=None) -> Detections:
        return Detections.empty()


class LiveEvening:
    """A live table with nothing but dice that change."""

    def __init__(self) -> None:
        session = SessionStore(":memory:").create("friend_or_foe", Table(PLAYERS, dealer="Deb"))
        self.dice, self._now_s = TellsDice(), 0.0
        self.live = LiveTable(session, NoCards(), assumed_calibration(SIZE, 700), dice=self.dice)

    def throw(self, *lying: tuple[int, float, float]) -> list[TableMessage]:
        """What is told of dice that come to lie so on a table that was bare."""
        messages: list[TableMessage] = []
        for self.dice.lying in ([], list(lying)):
            for _ in range(25):
                messages += self.live.see(Frame(np.full((480, 640, 3), 90, np.uint8), self._now_s))
                self._now_s += 0.1
        return messages


def test_a_live_table_logs_what_was_rolled_and_once_only():
    evening = LiveEvening()
    messages = evening.throw((2, 200, 200), (5, 300, 220))
    messages += evening.live.say(parse_action("Ann roll 2 5"))
    judged = [m for m in messages if isinstance(m, Judged)]
    assert [(str(m.action), m.source, m.verdict.kind) for m in judged] == [("Ann roll 2 5", "camera", "ok")]
    evening.dice.sure = False
    evening.live.say(parse_action("Ann pass"))
    evening.throw((3, 150, 150), (3, 260, 300))
    assert evening.live.question is not None
    assert str(evening.live.question.candidates[0]) == "Bob roll 3 3"


def test_dice_called_and_played_while_cards_were_read_are_nothing_new_when_they_are_seen(monkeypatch):
    evening = LiveEvening()
    with monkeypatch.context() as reading:
        reading.setattr(LiveTable, "is_settling", True)
        evening.live.say(parse_action("Ann roll 2 5"))
        evening.live.say(parse_action("Ann play 7C"))
    messages = evening.throw((2, 200, 200), (5, 300, 220))
    assert [str(m.action) for m in messages if isinstance(m, Judged)] == []

"""A roll on the table becomes the action of the player who may roll, once; doubtful dice are a question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration import assumed_calibration
from companion.device.layouts import game_layout
from companion.following.live_table import LiveTable
from companion.following.messages import Judged, TableMessage
from companion.following.rolls import RollQuestion, Rolls
from companion.log.session import SessionStore
from rules import GAMES, Match, Table, parse_action
from tests.told_table import told_looks, told_view
from vision.detections import Detections, DiceDetections
from vision.stream import Look
from vision.watching.viewpoint import Viewpoint

SIZE = (640, 480)
PLAYERS = ("Ann", "Bob", "Cal", "Deb")


def dice_at(*lying: tuple[int, float, float], sure: bool = True, wrongly: bool = False) -> DiceDetections:
    """Dice by pips, x, y px; wrongly: each with one pip more."""
    centre = np.array([[x, y] for _, x, y in lying], np.float32).reshape(-1, 2)
    pips = np.array([pip % 6 + 1 if wrongly else pip for pip, _, _ in lying], int)
    return DiceDetections(np.hstack([centre - 12, centre + 12]), pips,
                          np.full(len(lying), 1.0 if sure else 0.55, np.float32), np.full(len(lying), sure))


class Evening:
    """A table with a camera over it and nothing but dice that change.  sure: whether they are read surely, else now
    and then one pip more."""

    def __init__(self) -> None:
        self.match = Match(GAMES["friend_or_foe"], Table(PLAYERS, dealer="Deb"))
        self.rolls, self.time_s, self.sure = Rolls(), 0.0, True
        self.lying: tuple[tuple[int, float, float], ...] = ()
        self.view = Viewpoint(assumed_calibration(SIZE, 700), game_layout("friend_or_foe", PLAYERS))
        self.wait()

    def wait(self, seconds: float = 2.0) -> None:
        for k in range(round(seconds / 0.25)):
            seen = dice_at(*self.lying, sure=self.sure, wrongly=not self.sure and k % 2 == 1)
            self.rolls.counted(seen, self.view, self.time_s)
            self.time_s += 0.25

    def throw(self, one: int, other: int) -> None:
        self.lying = ()
        self.wait()
        x, y = 100 + 40 * (self.time_s % 7), 200 + 20 * (self.time_s % 5)
        self.lying = ((one, x, y), (other, x + 60, y))
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
    evening.sure = False
    evening.throw(1, 5)
    evening.wait()
    ruling = evening.rolls.ruling(evening.match)
    assert isinstance(ruling, RollQuestion)
    assert [action.verb for action in ruling.candidates] == ["roll"]
    evening.match.push(parse_action("Ann roll 1 5"))
    evening.throw(2, 6)
    evening.wait()
    assert evening.rolls.ruling(evening.match) is None
    evening.sure = True
    evening.throw(3, 3)
    assert isinstance(evening.rolls.ruling(evening.match), RollQuestion)


class LiveEvening:
    """A live table with nothing but dice that change."""

    def __init__(self) -> None:
        session = SessionStore(":memory:").create("friend_or_foe", Table(PLAYERS, dealer="Deb"))
        self.now_s = 0.0
        self.live = LiveTable(session, None, assumed_calibration(SIZE, 700),
                                   layout=game_layout("friend_or_foe", PLAYERS))

    def throw(self, *lying: tuple[int, float, float], sure: bool = True) -> list[TableMessage]:
        """What is told of dice that come to lie so on a table that was bare."""
        return [*self.sees(), *self.sees(*lying, sure=sure)]

    def sees(self, *lying: tuple[int, float, float], sure: bool = True) -> list[TableMessage]:
        """What is told of dice that lie so for a while."""
        messages: list[TableMessage] = []
        for k in range(10):
            seen = dice_at(*lying, sure=sure, wrongly=not sure and k % 2 == 1)
            look = Look(self.now_s, np.zeros((24, 32), bool), 20.0, Detections.empty(), dice=seen)
            messages += self.live.take(look)
            self.now_s += 0.25
        return messages

    @property
    def log(self) -> list[str]:
        return [str(action) for action in self.live.session.actions()]


def test_a_live_table_logs_what_was_rolled_and_once_only():
    evening = LiveEvening()
    messages = evening.throw((2, 200, 200), (5, 300, 220))
    messages += evening.live.say(parse_action("Ann roll 2 5"))
    judged = [m for m in messages if isinstance(m, Judged)]
    assert [(str(m.action), m.source, m.verdict.kind) for m in judged] == [("Ann roll 2 5", "camera", "ok")]
    evening.live.say(parse_action("Ann pass"))
    evening.throw((3, 150, 150), (3, 260, 300), sure=False)
    assert evening.live.question is not None
    assert str(evening.live.question.candidates[0]) == "Bob roll 3 3"


def test_dice_called_and_played_before_they_are_seen_are_nothing_new():
    evening = LiveEvening()
    evening.live.say(parse_action("Ann roll 2 5"))
    evening.live.say(parse_action("Ann play 7C"))
    messages = evening.throw((2, 200, 200), (5, 300, 220))
    assert [str(m.action) for m in messages if isinstance(m, Judged)] == []


HERE, THERE = ((2, 200, 200), (5, 300, 220)), ((2, 150, 300), (5, 260, 310))


def test_the_same_numbers_thrown_by_the_next_player_are_a_roll_though_nobody_said_pass():
    evening = LiveEvening()
    evening.live.take_for_granted({"pass"})
    evening.throw(*HERE)
    evening.throw(*THERE)
    assert evening.log == ["Ann roll 2 5", "Ann pass", "Bob roll 2 5"]
    evening.throw((1, 200, 200), (3, 300, 220))
    assert evening.log[3:] == ["Bob pass", "Cal roll 1 3"]


def test_dice_that_lie_as_they_lay_are_no_second_roll_though_a_hand_was_over_them():
    evening = LiveEvening()
    evening.live.take_for_granted({"pass"})
    evening.throw(*HERE)
    evening.sees(*HERE)
    evening.throw(*HERE)
    assert evening.log == ["Ann roll 2 5"]
    assert evening.live.question is None


def test_the_same_numbers_called_by_the_next_player_before_they_are_seen_are_nothing_new():
    evening = LiveEvening()
    evening.throw(*HERE)
    evening.live.say(parse_action("Ann pass"))
    evening.live.say(parse_action("Bob roll 5 2"))
    evening.throw(*THERE)
    assert evening.log == ["Ann roll 2 5", "Ann pass", "Bob roll 5 2"]
    assert evening.live.question is None


def test_dice_that_are_entered_anew_are_not_told_again_when_they_are_seen():
    evening = LiveEvening()
    evening.live.take_for_granted({"pass"})
    evening.throw(*HERE)
    evening.live.undo()
    evening.live.say(parse_action("Ann roll 2 6"))
    evening.throw((2, 150, 300), (6, 260, 310))
    assert evening.log == ["Ann roll 2 6"]


def test_throws_that_are_seen_while_something_is_asked_are_told_in_their_order():
    evening = LiveEvening()
    evening.live.take_for_granted({"pass"})
    evening.throw((3, 150, 150), (3, 260, 300), sure=False)
    question = evening.live.question
    assert question is not None
    evening.throw(*HERE)
    evening.throw((1, 150, 300), (4, 260, 310))
    assert evening.log == []
    evening.live.answer(question.id, parse_action("Ann roll 3 3"))
    evening.sees()
    assert evening.log == ["Ann roll 3 3", "Ann pass", "Bob roll 2 5", "Bob pass", "Cal roll 1 4"]


SEVEN = "3.0 Ann's arm over pile · 3.5 7C lies at pile · 4.2 arm gone"


def followed(*throws: tuple[float, float, tuple[tuple[int, float, float], ...]]) -> list[str]:
    """The log of a table at which Ann lays a card.  throws: since when dice lie so, and since when both are read."""
    session = SessionStore(":memory:").create("friend_or_foe", Table(THREE, dealer="Cal"))
    calibration, layout = told_view("friend_or_foe", THREE)
    live = LiveTable(session, None, calibration, layout=layout)
    live.take_for_granted({"pass"})
    for k, look in enumerate(told_looks("friend_or_foe", THREE, SEVEN, 14.0)):
        lying = next((lying if look.time_s >= read_s else lying[:1]
                      for since_s, read_s, lying in reversed(throws) if look.time_s >= since_s), ())
        live.take(replace(look, dice=dice_at(*lying) if k % 4 == 0 else None))
    return [str(action) for action in session.actions()]


THREE = ("Ann", "Bob", "Cal")
FIRST, SECOND = ((2, 1000, 200), (5, 1100, 220)), ((1, 1020, 300), (4, 1120, 330))


def test_dice_that_were_there_before_a_card_are_told_before_it_however_late_they_are_read():
    assert followed((1.0, 5.6, FIRST)) == ["Ann roll 2 5", "Ann play 7C"]


def test_dice_that_come_while_a_card_waits_for_its_own_are_not_taken_for_those():
    assert followed((5.0, 5.0, SECOND)) == []

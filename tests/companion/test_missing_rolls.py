"""Dice that nobody saw are asked for before what came after them is judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.following.loop import live_table
from companion.log.rows import RowSource
from companion.log.session import SessionStore
from companion.sitting.cues import cue, spoken
from companion.sitting.sitting import Sitting
from companion.sitting.table_page import Choice, OpenQuestion, TablePage
from companion.words import texts
from rules import Table, parse_action
from tests.companion.test_belief import believing
from tests.told_table import told_looks
from vision.reading.card_reader import NoReader
from vision.stream import Look

PLAYERS = ("Ann", "Bob", "Cal")
SEVEN = "3.0 Ann's arm over pile · 3.5 7C lies at pile · 4.0 arm gone · 12.0 arm gone"
PAIR = "3.0 Ann's arm over pile · 3.5 2C lies at pile · 3.8 5D lies at pile · 4.0 arm gone · 12.0 arm gone"
HELPED = "3.0 Ann's arm over pile · 3.5 9S lies at pile · 3.8 AD lies at pile · 4.0 arm gone · 12.0 arm gone"
NINE_OF_BOB = "3.0 Bob's arm over pile · 3.5 9C lies at pile · 4.0 arm gone · 12.0 arm gone"
SEVEN_OF_BOB = "3.0 Bob's arm over pile · 3.5 7C lies at pile · 4.0 arm gone · 12.0 arm gone"


class Evening:
    """A table of Friend or Foe under a camera that has not seen the dice, or only those before.  source: who told of
    these."""

    def __init__(self, *lines: str, source: RowSource = "player") -> None:
        session = SessionStore(":memory:").create("friend_or_foe", Table(PLAYERS, "Cal"), "standard")
        for line in lines:
            session.append(parse_action(line), source)
        self.sitting = Sitting(believing("friend_or_foe", PLAYERS, session))
        self._looks: Iterator[Look] = iter(())

    def sees(self, story: str) -> Evening:
        """Until something is asked, or nothing is left to see."""
        self._looks = told_looks("friend_or_foe", PLAYERS, story, 25.0)
        return self.goes_on()

    def goes_on(self) -> Evening:
        for look in self._looks:
            self.sitting.live.take(look)
            if self.sitting.question is not None:
                break
        return self

    @property
    def asked(self) -> OpenQuestion:
        assert self.sitting.question is not None, told_of(self.sitting)
        return self.sitting.question

    def answers(self, line: str) -> Evening:
        """One of the answers that are offered, or dice that are not; then the evening goes on."""
        self.sitting.choose(Choice("", parse_action(line) if line else None), self.asked)
        return self.goes_on()


def told_of(sitting: Sitting) -> list[str]:
    """The log, with what is wrong in it."""
    return [f"{entry.action}{' ' + ' '.join(entry.verdict.codes) if entry.verdict.kind == 'illegal' else ''}"
            for entry in sitting.session.entries]


def asks_only_for_the_dice_of(page: TablePage, roller: str) -> bool:
    """Whether a roll is asked for, and what was told last cannot be objected to or let stand until that is known."""
    return page.question is not None and page.question.roller == roller and (
        page.told is not None and not page.told.may_decide)


def by_hand(*lines: str) -> Sitting:
    """The same without a camera."""
    session = SessionStore(":memory:").create("friend_or_foe", Table(PLAYERS, "Cal"), "standard")
    for line in lines:
        session.append(parse_action(line))
    return Sitting(live_table(session, None, reader=NoReader()))


def test_what_was_rolled_is_asked_before_a_card_that_lies_there_is_judged() -> None:
    evening = Evening().sees(SEVEN)
    assert evening.asked.text == texts.WHICH_DICE.format(name="Ann")
    assert evening.asked.roller == "Ann"
    assert evening.asked.about == "Ann plays 7♣"
    assert [str(choice.action) for choice in evening.asked.choices] == ["Ann roll 1 6", "Ann roll 2 5", "Ann roll 3 4"]
    evening.answers("Ann roll 2 5")
    assert told_of(evening.sitting) == ["Ann roll 2 5", "Ann play 7C"]
    assert evening.sitting.question is None


def test_a_pair_tells_what_was_rolled_and_one_touch_says_yes() -> None:
    evening = Evening().sees(PAIR)
    assert [str(choice.action) for choice in evening.asked.choices] == ["Ann roll 2 5"]
    evening.answers("Ann roll 2 5")
    assert told_of(evening.sitting) == ["Ann roll 2 5", "Ann play 2C 5D"]


def test_other_dice_than_the_card_would_need_leave_it_to_be_asked_about() -> None:
    evening = Evening().sees(SEVEN).answers("Ann roll 6 6")
    assert told_of(evening.sitting)[0] == "Ann roll 6 6"
    assert evening.sitting.question is None or not evening.asked.roller
    assert "NO_ROLL" not in " ".join(told_of(evening.sitting))


def test_a_call_that_was_answered_is_told_after_the_dice() -> None:
    evening = Evening().sees(HELPED)
    assert evening.asked.roller == "Ann"
    evening.answers("Ann roll 3 5")
    asked = evening.asked
    assert not asked.roller
    assert {"Bob friend AD", "Cal friend AD"} <= {str(choice.action) for choice in asked.choices}
    evening.answers("Cal friend AD")
    assert told_of(evening.sitting) == ["Ann roll 3 5", "Ann ask 9S", "Cal friend AD"]


def test_where_nobody_has_rolled_the_card_is_asked_about_as_it_lies() -> None:
    evening = Evening().sees(SEVEN)
    first = evening.asked
    evening.answers("")
    assert evening.asked.number != first.number
    assert not evening.asked.roller
    evening.answers("Ann play 7C")
    assert told_of(evening.sitting) == ["Ann play 7C NO_ROLL"]
    assert evening.sitting.question is None


def test_the_roll_after_a_pass_may_have_gone_unseen_too() -> None:
    evening = Evening("Ann roll 2 5", "Ann pass").sees(NINE_OF_BOB)
    assert evening.asked.roller == "Bob"
    evening.answers("Bob roll 4 5")
    assert told_of(evening.sitting) == ["Ann roll 2 5", "Ann pass", "Bob roll 4 5", "Bob play 9C"]


def test_a_card_that_may_be_an_attack_is_no_reason_to_ask_for_dice() -> None:
    evening = Evening("Ann roll 2 5", "Ann pass").sees(SEVEN_OF_BOB)
    assert evening.sitting.question is None or not evening.asked.roller


@pytest.mark.parametrize("lines", [(), ("Ann roll 2 5", "Ann play 7D", "Bob roll 3 3", "Bob play 6D", "Cal roll 2 2",
                                        "Cal play 4D")])
def test_a_card_that_is_entered_waits_for_the_dice(lines: tuple[str, ...]) -> None:
    sitting = by_hand(*lines)
    sitting.add_cards(("7C",))
    question = sitting.question
    assert question is not None
    assert (question.roller, question.about) == ("Ann", "Ann plays 7♣")
    assert told_of(sitting) == list(lines)
    sitting.choose(Choice("", parse_action("Ann roll 3 4")), question)
    assert told_of(sitting) == [*lines, "Ann roll 3 4", "Ann play 7C"]
    assert sitting.question is None


def test_a_card_that_is_entered_is_judged_as_it_is_where_nobody_has_rolled() -> None:
    sitting = by_hand()
    sitting.add_cards(("7C",))
    sitting.choose(Choice("", None), sitting.question)
    assert told_of(sitting) == ["Ann play 7C NO_ROLL"]
    assert sitting.question is None


def test_dice_that_are_entered_by_their_button_answer_the_question() -> None:
    sitting = by_hand()
    sitting.add_cards(("7C",))
    sitting.choose(Choice("", parse_action("Ann roll 1 6")))
    assert told_of(sitting) == ["Ann roll 1 6", "Ann play 7C"]
    assert sitting.question is None


def test_what_waits_for_dice_is_forgotten_when_something_is_taken_back() -> None:
    sitting = by_hand("Ann roll 2 5", "Ann play 7D")
    sitting.add_cards(("6C",))
    assert sitting.question is not None
    sitting.undo()
    assert sitting.question is None
    assert told_of(sitting) == ["Ann roll 2 5"]


def test_nobody_is_accused_by_what_the_camera_told_before_the_dice_were_known() -> None:
    sitting = by_hand("Ann roll 2 5", "Ann play 7D")
    before = sitting.view()
    sitting.session.append(parse_action("Bob play 6C"), "camera")
    page = sitting.view()
    assert page.question is not None
    assert asks_only_for_the_dice_of(page, "Bob")
    assert (cue(before, page), spoken(before, page)) == ("question", texts.WHICH_DICE.format(name="Bob"))
    sitting.choose(Choice("", parse_action("Bob roll 2 4")), page.question)
    assert told_of(sitting) == ["Ann roll 2 5", "Ann play 7D", "Bob roll 2 4", "Bob play 6C"]
    assert sitting.question is None


def test_a_fault_of_the_camera_stands_where_nobody_has_rolled() -> None:
    sitting = by_hand()
    sitting.session.append(parse_action("Ann play 6C"), "camera")
    sitting.choose(Choice("", None), sitting.question)
    page = sitting.view()
    assert page.question is None
    assert page.told is not None
    assert page.told.may_decide


def test_a_play_out_of_turn_asks_for_no_dice() -> None:
    sitting = by_hand("Ann roll 2 5")
    sitting.session.append(parse_action("Bob play 7C"), "camera")
    assert sitting.question is None


def test_a_play_that_goes_with_other_dice_than_the_camera_read_asks_what_was_rolled() -> None:
    evening = Evening("Ann roll 1 5", source="camera").sees(SEVEN)
    assert evening.asked.text == texts.WHICH_DICE.format(name="Ann")
    assert [str(choice.action) for choice in evening.asked.choices] == ["Ann roll 1 6", "Ann roll 2 5", "Ann roll 1 5"]
    evening.answers("Ann roll 2 5")
    assert told_of(evening.sitting) == ["Ann roll 2 5", "Ann play 7C"]
    assert evening.sitting.question is None
    evening.sitting.add_cards(("9C",))
    assert evening.asked.roller == "Bob"


def test_where_the_dice_were_read_rightly_the_play_is_asked_about_and_the_dice_no_more() -> None:
    evening = Evening("Ann roll 1 5", source="camera").sees(SEVEN).answers("Ann roll 1 5")
    assert not evening.asked.roller
    evening.answers("Ann play 7C")
    assert told_of(evening.sitting) == ["Ann roll 1 5", "Ann play 7C BAD_SUM"]
    assert evening.sitting.question is None
    told = evening.sitting.view().told
    assert told is not None
    assert told.may_decide


def test_a_play_that_the_camera_told_accuses_nobody_before_the_dice_are_known() -> None:
    sitting = by_hand()
    sitting.session.append(parse_action("Ann roll 1 5"), "camera")
    sitting.session.append(parse_action("Ann play 7C"), "camera")
    page = sitting.view()
    assert page.question is not None
    assert asks_only_for_the_dice_of(page, "Ann")
    sitting.choose(Choice("", parse_action("Ann roll 6 1")), page.question)
    assert told_of(sitting) == ["Ann roll 6 1", "Ann play 7C"]
    assert sitting.question is None


def test_a_card_that_is_entered_waits_for_dice_that_the_camera_may_have_misread() -> None:
    sitting = by_hand()
    sitting.session.append(parse_action("Ann roll 1 5"), "camera")
    sitting.add_cards(("7C",))
    sitting.choose(Choice("", parse_action("Ann play 7C")), sitting.question)
    assert sitting.question is not None
    assert sitting.question.roller == "Ann"
    sitting.choose(Choice("", parse_action("Ann roll 3 4")), sitting.question)
    assert told_of(sitting) == ["Ann roll 3 4", "Ann play 7C"]


@pytest.mark.parametrize("line", ["Ann play 2C 3C 9D", "Bob play 7C"])
def test_a_play_that_no_dice_would_allow_asks_for_none(line: str) -> None:
    sitting = by_hand()
    sitting.session.append(parse_action("Ann roll 1 5"), "camera")
    sitting.session.append(parse_action(line), "camera")
    assert sitting.question is None or not sitting.question.roller


def test_dice_that_a_player_has_told_of_are_not_doubted() -> None:
    sitting = by_hand("Ann roll 1 5")
    sitting.session.append(parse_action("Ann play 7C"), "camera")
    assert sitting.question is None


def test_dice_that_were_never_rolled_are_taken_out() -> None:
    sitting = by_hand()
    sitting.session.append(parse_action("Ann roll 1 5"), "camera")
    sitting.session.append(parse_action("Ann play 7C"), "camera")
    sitting.choose(Choice("", None), sitting.question)
    assert told_of(sitting) == ["Ann play 7C NO_ROLL"]
    assert sitting.question is None

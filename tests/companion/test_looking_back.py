"""Looking back at a deal: what is told of an event, and what putting it right changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.log.session import SessionStore
from companion.sitting.looking_back import (
    LEAST_PART,
    add_overlooked,
    add_unheard,
    look_back,
    part_around,
    put_back,
    put_right,
    put_right_action,
    suppose,
    suppose_action,
    take_back,
)
from companion.sitting.sitting import Sitting, open_sitting
from companion.words.refusals import RequestError
from rules import Table, parse_action
from tests.companion.test_evidence import READING, Evidence

LINES = ("table start 6D = 95", "Ann play 9C = 86", "Bob play 9H = 77", "Ann play 8S = 69")


@pytest.fixture
def sitting() -> Sitting:
    session = SessionStore(":memory:").create("limbo", Table(("Ann", "Bob"), "Bob"))
    for number, line in enumerate(LINES, 1):
        session.append(parse_action(line), "camera" if number != 3 else "player",
                       evidence=Evidence(b"before", b"after", (READING,)) if number in (2, 3) else None)
    return open_sitting(session, None)


def test_the_last_event_of_the_last_deal_is_open_at_first(sitting: Sitting) -> None:
    view = look_back(sitting)
    assert (view.deal, view.deals) == (1, 1)
    assert [moment.row for moment in view.moments] == [1, 2, 3, 4]
    assert view.detail is not None
    assert view.detail.moment.row == 4
    assert "Count 69" in view.detail.position


def test_an_event_shows_its_pictures_its_reading_and_what_else_it_could_be(sitting: Sitting) -> None:
    detail = look_back(sitting, row=2).detail
    assert detail is not None
    assert (detail.before, detail.after) == (b"before", b"after")
    assert detail.readings == ("Read as 9♣, 97 % sure (Pile). Else: 6♣ 2 %.",)
    assert detail.likeliest[0][0] == "6C"  # what the reader thought of comes before what looks alike
    assert "9C" not in detail.likeliest[0]
    assert "Count 86" in detail.position


def test_what_the_table_had_to_say_is_marked(sitting: Sitting) -> None:
    view = look_back(sitting, row=3)
    assert [moment.asked for moment in view.moments] == [False, False, True, False]
    assert view.detail is not None
    assert view.detail.readings[-1].startswith("The camera was not sure")


def test_supposing_writes_nothing_and_says_what_would_change(sitting: Sitting) -> None:
    rows = len(sitting.session.rows)
    view = suppose(sitting, 2, -1, "6C")
    assert view.changes is not None
    assert view.changes.supposed
    assert view.changes.title == "What if: Ann plays 6♣?"
    assert any("would break a rule" in line for line in view.changes.lines)
    assert len(sitting.session.rows) == rows
    assert view.detail is not None
    assert view.detail.moment.text == "Ann plays 9♣: 86"


def test_a_correction_is_undone_and_redone(sitting: Sitting) -> None:
    view = put_right(sitting, 4, -1, "6S")
    assert view.changes is not None
    assert not view.changes.supposed
    assert "Count: 71 instead of 69." in view.changes.lines
    assert str(sitting.session.actions()[-1]) == "Ann play 6S"
    view = take_back(sitting, 1)
    assert view.can_redo
    assert str(sitting.session.actions()[-1]) == LINES[-1]
    view = put_back(sitting, 1)
    assert str(sitting.session.actions()[-1]) == "Ann play 6S"
    assert not view.can_redo


def test_an_event_that_never_happened_leaves_the_strip(sitting: Sitting) -> None:
    view = put_right(sitting, 4, -1, None)
    assert [moment.row for moment in view.moments] == [1, 2, 3]
    assert view.changes is not None
    assert "Next to play: Ann." in view.changes.lines


def test_an_open_choice_is_settled_by_what_follows_and_can_be_chosen_otherwise(sitting: Sitting) -> None:
    view = suppose(sitting, 4, -1, "AS")  # 76 or 66
    assert view.changes is not None
    assert len(view.changes.choices) == 2
    other = next(c.action for c in view.changes.choices if c.action != view.changes.action)
    again = suppose_action(sitting, 4, other)
    assert again.changes is not None
    assert again.changes.action == other


def test_deals_are_told_apart(sitting: Sitting) -> None:
    for line in ("Bob play KD = 3", "Ann play 2C = 1", "Bob stuck", "Ann done", "table deal", "table start 5C = 96"):
        sitting.session.append(parse_action(line))
    assert look_back(sitting).deals == 2
    assert [moment.text for moment in look_back(sitting).moments][-1] == "The starter is 5♣: 96"
    assert [moment.row for moment in look_back(sitting, deal=1).moments][:4] == [1, 2, 3, 4]
    assert look_back(sitting, deal=99).deal == 2
    assert look_back(sitting, row=2).deal == 1


def test_an_empty_deal_can_be_looked_back_at() -> None:
    view = look_back(open_sitting(SessionStore(":memory:").create("scopa", Table(("Ann", "Bob"))), None))
    assert (view.moments, view.detail) == ((), None)


SHARE = st.floats(0, 1)


@given(st.lists(st.tuples(SHARE, SHARE), min_size=1, max_size=9))
def test_the_part_shown_lies_in_the_picture_and_holds_what_happened(corners: list[tuple[float, float]]) -> None:
    left, top, right, bottom = part_around(corners)
    assert -1e-9 <= left < right <= 1 + 1e-9
    assert -1e-9 <= top < bottom <= 1 + 1e-9
    assert right - left >= LEAST_PART - 1e-9
    for x, y in corners:
        assert left - 1e-9 <= x <= right + 1e-9
        assert top - 1e-9 <= y <= bottom + 1e-9


def test_an_overlooked_card_is_put_before_an_event_and_what_it_changes_is_told(sitting: Sitting) -> None:
    put_right(sitting, 3, -1, None)  # as if Bob's 9 of hearts had not been seen
    view = add_overlooked(sitting, 4, "9H")
    assert [moment.text for moment in view.moments] == [
        "The starter is 6♦: 95", "Ann plays 9♣: 86", "Bob plays 9♥: 77", "Ann plays 8♠: 69"]
    assert view.changes is not None
    assert view.changes.title == "Added: Bob plays 9♥: 77. What this changed:"
    assert view.detail is not None
    assert view.detail.moment.text == "Bob plays 9♥: 77"
    assert sitting.session.entries[-1].verdict.kind == "ok"
    assert len(take_back(sitting).moments) == 3


def test_a_card_that_leaves_open_what_it_did_offers_the_rest(sitting: Sitting) -> None:
    view = add_overlooked(sitting, 2, "KC")
    assert view.changes is not None
    assert len(view.changes.choices) > 1
    other = view.changes.choices[1]
    assert put_right_action(sitting, view.changes.row, other.action).changes.action == other.action
    assert sitting.session.entries[1].action == other.action


def test_what_was_said_and_not_told_is_put_before_an_event(sitting: Sitting) -> None:
    detail = look_back(sitting, row=2).detail
    assert detail is not None
    said = next(choice.action for choice in detail.sayable if choice.action and choice.action.verb == "double")
    view = add_unheard(sitting, 2, said)
    assert [moment.text for moment in view.moments][:3] == ["The starter is 6♦: 95", "Ann doubles", "Ann plays 9♣: 86"]
    assert view.changes is not None
    assert view.changes.title == "Added: Ann doubles. What this changed:"
    assert all(entry.verdict.kind == "ok" for entry in sitting.session.entries)
    assert len(take_back(sitting).moments) == 4


def test_nothing_is_said_before_an_event_that_is_not_there(sitting: Sitting) -> None:
    with pytest.raises(RequestError):
        add_unheard(sitting, 99, parse_action("Ann double"))


@pytest.mark.parametrize("act", [suppose, put_right])
def test_a_card_that_an_event_no_longer_has_is_refused(sitting: Sitting,
                                                       act: Callable[[Sitting, int, int, str], object]) -> None:
    rows = len(sitting.session.rows)
    with pytest.raises(RequestError):
        act(sitting, 2, 1, "6C")
    assert len(sitting.session.rows) == rows

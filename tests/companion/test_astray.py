"""A table on which nothing explains what lies there says so, and goes on by itself once it matches again."""

from __future__ import annotations

from companion.following.live_table import LiveTable
from companion.following.messages import Answered, Asked, TableMessage
from companion.sitting.asked_table import AskedTable
from companion.words.speaker import english
from tests.companion.test_belief import believing, described
from tests.told_table import told_looks

PLAYERS = ("Ann", "Bob", "Cal")
TWO_AT_ONCE = "0.0 Bob's arm over pile · 0.6 6D lies at pile · 0.7 8D lies at pile · 1.0 arm gone"
TAKEN_UP = "8.0 Bob's arm over pile · 8.3 6D gone · 8.4 8D gone · 9.0 arm gone"


def test_it_names_what_nothing_explains_and_asks_for_one_touch() -> None:
    table = believing("friend_or_foe", PLAYERS)
    heard = heard_of(table, f"{TWO_AT_ONCE} · 6.0 arm gone")
    question = next(message.question for message in heard if isinstance(message, Asked))
    assert english(question.sentence, "friend_or_foe") == (
        "The table does not match the log: nothing explains 6 of diamonds (on the pile), 8 of diamonds (on the pile).")
    assert [choice.action for choice in AskedTable(table).shown(question).choices] == [None]


def test_it_goes_on_by_itself_once_the_table_matches_again() -> None:
    table = believing("friend_or_foe", PLAYERS)
    heard = heard_of(table, f"{TWO_AT_ONCE} · {TAKEN_UP} · 12.0 arm gone")
    assert [message.action for message in heard if isinstance(message, Answered)] == [None]
    assert table.question is None


def test_one_touch_takes_what_lies_there_as_it_is() -> None:
    table = believing("friend_or_foe", PLAYERS)
    heard_of(table, f"{TWO_AT_ONCE} · 6.0 arm gone")
    assert table.question is not None
    assert described(table.answer(table.question.id, None)) == []
    assert table.question is None


def heard_of(table: LiveTable, story: str) -> list[TableMessage]:
    return [message for look in told_looks("friend_or_foe", PLAYERS, story) for message in table.take(look)]

"""Records: read and written back to the letter, cards renamed, faults named by their line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words.speaker import english
from rules import NotationError, SetupError, Table, new_record, parse_action, parse_card, parse_record
from rules.adjudicate import RecordJudge

SAMPLE = """# An evening in May
game: limbo
players: Ann, Bob              # clockwise; names are one word
dealer: Bob
# house rules
Option   Target: 100
weather: rain, at last

table start 6D = 95
Ann play 9C = 86     # a good start

# a pause
  undo
Bob flies away
Zoe play 9C
"""


def test_headers_and_events() -> None:
    record = parse_record(SAMPLE)
    assert record.game == "limbo"
    assert record.table() == Table(("Ann", "Bob"), "Bob", {"target": "100"})
    assert record.header("weather") == "rain, at last"
    assert [line.number for line in record.events] == [9, 10, 13, 14, 15]
    assert record.events[1].text == "Ann play 9C = 86"
    assert record.events[1].action == parse_action("Ann play 9C = 86")
    assert record.events[2].is_undo
    assert "'flies' is not something a player can do" in record.events[3].error
    assert "'Zoe' is not at this table; the players are Ann, Bob." in record.events[4].error


def test_written_back_to_the_letter() -> None:
    assert str(parse_record(SAMPLE)) == SAMPLE
    assert parse_record(str(parse_record(SAMPLE))) == parse_record(SAMPLE)


texts = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30)


@given(st.lists(texts.map(lambda text: "note: " + text), min_size=1, max_size=4), st.lists(texts, max_size=6))
def test_any_record_is_read_as_it_was_written(head: list[str], lines: list[str]) -> None:
    text = "\n".join([*head, "", *lines]) + "\n"
    assert str(parse_record(text)) == text
    assert parse_record(str(parse_record(text))) == parse_record(text)


def test_a_new_record_reads_back() -> None:
    actions = (parse_action("table start 6D = 95"), parse_action("Ann play 9C = 86"))
    record = new_record("limbo", Table(("Ann", "Bob"), "Bob", {"target": "100"}), actions, "my_pack")
    assert parse_record(str(record)) == record
    assert record.table().options == {"target": "100"}
    assert (record.deck, [line.action for line in record.events]) == ("my_pack", list(actions))


def test_windows_line_ends_and_byte_order_mark() -> None:
    record = parse_record("\ufeff" + SAMPLE.replace("\n", "\r\n"))
    assert record.events == parse_record(SAMPLE).events


def test_cards_are_renamed_by_a_deck_profile_and_the_text_stays() -> None:
    record = parse_record("game: never_over\nplayers: Ann, Bob\n\nAnn play 4H\n")
    renamed = record.renamed(lambda card: parse_card("+4") if card.face == "4H" else card)
    assert renamed.events[0].action == parse_action("Ann play +4")
    assert renamed.events[0].text == "Ann play 4H"


def test_a_header_that_is_none_names_its_line() -> None:
    with pytest.raises(NotationError, match="Line 2: 'table start 6D' is not a header"):
        parse_record("game: limbo\ntable start 6D\n")


@pytest.mark.parametrize(("head", "sentence"), [
    ("players: Ann, Bob", "does not say which game"),
    ("game: whist\nplayers: Ann, Bob", "Line 1: there is no game 'whist'"),
    ("game: limbo", "does not say who plays"),
    ("game: limbo\nplayers: Ann, Bob, Cal", "Line 2: Limbo is for 2 players"),
    ("game: limbo\nplayers: Ann, Ann", "Line 2: Two players have the same name"),
    ("game: limbo\nplayers: Ann Lee, Bob", "Line 2: 'Ann Lee' cannot be a player's name"),
    ("game: limbo\nplayers: Ann, table", "Line 2: 'table' cannot be a player's name"),
    ("game: limbo\nplayers: Ann, Bob\ndealer: Cal", "Line 3: The dealer Cal is not one of the players"),
    ("game: limbo\n\nplayers: Ann, Bob", "does not say who plays"),
    ("game: limbo\nplayers: Ann, Bob\noption bar: low", "Line 3: Option bar cannot be 'low'; choose a whole number"),
    ("game: limbo\nplayers: Ann, Bob\noption speed: 3", "Line 3: Limbo has no option 'speed'"),
    ("game: limbo\nplayers: Ann, Bob\noption stock_face: side", "choose up or down"),
])
def test_a_table_that_cannot_be_set_up(head: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        RecordJudge(parse_record(head + "\n\n"), english)
    assert sentence in str(caught.value)


def test_a_game_may_be_written_as_people_write_it() -> None:
    assert parse_record("game: Never Over\nplayers: Ann Bob\n").table().players == ("Ann", "Bob")
    assert parse_record("game: Never Over\nplayers: Ann Bob\n").game == "never_over"

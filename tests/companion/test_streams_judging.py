"""What a follower told of a stream is held against what happened."""

import pytest

from companion.tools.streams.judging import ABSENT, Following, Guess, Outcome, judged, markdown, thoughts
from vision.stream import Stream, StreamHeader, ToldLine, TrueEvent

RECORD = """game: limbo
players: Ann, Bob
dealer: Bob

table deal
table start 8C
Ann play 6C
Bob play 9H
"""
LINES = {6: ("table start 8C", 1.0), 7: ("Ann play 6C", 3.0), 8: ("Bob play 9H", 5.0)}


def stream() -> Stream:
    truth = tuple(TrueEvent(time_s, "appeared", text[-2:], text[-2:], "pile", "", number, text)
                  for number, (text, time_s) in LINES.items())
    return Stream(StreamHeader(10.0, (1280, 720), "limbo", ("Ann", "Bob"), "Bob", record=RECORD, truth=truth), ())


def told(*lines: tuple[float, str] | tuple[float, str, str]) -> Outcome:
    return judged("film", stream(), Following(tuple(ToldLine(*line) for line in lines)))


def test_a_deal_told_as_it_happened_is_right_and_its_delay_is_known() -> None:
    outcome = told((0.5, "table deal", "said"), (1.4, "table start 8C"), (3.5, "Ann play 6C"), (5.6, "Bob play 9H"))
    assert (outcome.events, outcome.right, outcome.asked, outcome.missed, outcome.wrong) == (3, 3, 0, 0, 0)
    assert outcome.latency_ms == pytest.approx((400, 500, 600))


def test_what_was_told_and_did_not_happen_is_wrong_and_what_was_not_told_is_missed() -> None:
    outcome = told((1.4, "table start 8C"), (3.5, "Ann play 6D"), (5.6, "Bob play 9H"))
    assert (outcome.right, outcome.missed, outcome.wrong) == (2, 1, 1)
    assert (outcome.wrong_lines, outcome.missed_lines) == (("Ann play 6D",), ("Ann play 6C",))


def test_what_an_answer_settled_was_asked() -> None:
    outcome = told((1.4, "table start 8C"), (3.5, "Which card is this?", "asked"), (3.6, "Ann play 6C", "answered"),
                   (5.6, "Bob play 9H"))
    assert (outcome.right, outcome.asked, outcome.missed, outcome.wrong, outcome.questions) == (2, 1, 0, 0, 1)


def test_lines_told_in_another_order_are_not_all_right() -> None:
    outcome = told((1.4, "table start 8C"), (3.5, "Bob play 9H"), (5.6, "Ann play 6C"))
    assert outcome.right == 2
    assert outcome.wrong == outcome.missed == 1


def test_what_was_taken_to_have_gone_unsaid_counts_as_wrong_where_it_did_not_happen() -> None:
    assert told((3.0, "Bob double", "inferred")).wrong == 1


def test_the_rank_of_the_truth_and_the_calibration_are_told() -> None:
    guesses = (Guess(1.2, (("table start 8C", 0.95),)), Guess(3.3, (("Ann play 6D", 0.7), ("Ann play 6C", 0.3))),
               Guess(4.2, (("Ann play 6C", 0.9),)), Guess(5.9, (("Bob play 8H", 0.6),)))
    lines = (ToldLine(1.4, "table start 8C"), ToldLine(4.3, "Ann play 6C"))
    outcome = judged("film", stream(), Following(lines, guesses))
    assert outcome.ranks[0.5] == (1, 2, ABSENT)
    assert outcome.ranks[2.0] == (1, 1, ABSENT)
    assert outcome.bins[9] == (2, 2)
    assert outcome.bins[3] == (1, 1)
    assert outcome.bins[7] == (1, 0)
    assert outcome.bins[6] == (1, 0)
    assert "66.7 %" in thoughts([outcome])


def test_the_table_has_todays_way_beside_it() -> None:
    outcome = told((1.4, "table start 8C"), (3.5, "Ann play 6C"))
    table = markdown([outcome], {"film": outcome})
    assert table.splitlines()[2].count("66.7 %") == 2

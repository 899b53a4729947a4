"""What a follower told of a stream is held against what happened."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.tools.streams.faults_told import Faults, faults_of
from companion.tools.streams.judging import (
    ABSENT,
    Following,
    Guess,
    Outcome,
    game_row,
    judged,
    kind_of,
    markdown,
    thoughts,
)
from companion.tools.streams.names_read import names_read, table_of_names
from companion.tools.streams.recording import Shooting
from companion.tools.streams.running import film_named
from tests.told_table import told_looks
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


def test_the_table_has_a_line_for_each_kind_of_film() -> None:
    outcome = told((1.4, "table start 8C"), (3.5, "Ann play 6C"))
    assert markdown([outcome]).splitlines()[2].count("66.7 %") == 1


def test_the_card_of_an_open_stock_is_not_wrong_though_the_record_is_silent_about_it() -> None:
    film = stream()
    lies = TrueEvent(0.0, "appeared", "3C", "3C", "stock", "", 0, "")
    open_stock = Stream(replace(film.header, truth=(*film.header.truth, lies)), ())
    lines = (ToldLine(0.6, "table stock 3C"), ToldLine(1.4, "table start 8C"), ToldLine(3.0, "Ann play 3C"))
    assert judged("film", film, Following(lines)).wrong_lines == ("table stock 3C", "Ann play 3C")
    assert judged("film", open_stock, Following(lines)).wrong_lines == ("Ann play 3C",)


def test_packs_and_troubles_have_rows_of_their_own() -> None:
    header = replace(stream().header, game="never_over", deck="improvised", odd_bands=False, level=1)
    assert game_row(header) == "never_over, improvised"
    assert kind_of("other-never_over-20001-quick+slid-even", header) == "quick+slid"
    assert kind_of("own-limbo-3-1", replace(header, odd_bands=None)) == "1"
    assert kind_of("own-limbo-3-1+found", replace(header, odd_bands=None, maker="house")) == "1+found"


def test_a_streams_film_is_drawn_again_by_its_name(tmp_path: Path) -> None:
    film = film_named(tmp_path / "other-limbo-20001-quick+slid-even.stream", Shooting(most=3))
    assert film.about["parity"] == "even"
    assert film.about["troubles"] == ["quick", "slid"]
    own = film_named(tmp_path / "own-limbo-4-5.stream", Shooting(most=3))
    assert (own.setting.level, own.is_calibrated) == (5, True)
    found = film_named(tmp_path / "own-limbo-4-5+found.stream", Shooting(most=3))
    assert (found.setting.level, found.is_calibrated) == (5, False)
    with pytest.raises(ValueError, match="no name of a film"):
        film_named(tmp_path / "evening.stream", Shooting())


def test_a_planted_fault_is_found_and_nobody_is_accused_of_what_he_never_did() -> None:
    header = replace(stream().header, record=RECORD.replace("Ann play 6C", "Ann play 6C\nAnn play 7C"))
    start, play, again = ToldLine(1.4, "table start 8C"), ToldLine(3.0, "Ann play 6C"), ToldLine(4.0, "Ann play 7C")
    assert faults_of(header, (start, play, again)) == Faults(1, 1, ())
    assert faults_of(header, (start, play)) == Faults(1, 0, ())
    assert faults_of(header, (start, play, ToldLine(4.0, "Ann play 9D"))) == Faults(1, 0, ("Ann play 9D",))
    taken_back, answered = ToldLine(4.0, "Ann play 9D", "taken back"), ToldLine(2.9, "Ann play 6C", "answered")
    assert faults_of(header, (start, answered, play, taken_back, again)) == Faults(1, 1, ())


def test_a_roll_told_by_the_camera_is_wrong_only_where_nobody_threw_it() -> None:
    record = "game: friend_or_foe\nplayers: Ann, Bea, Cal\ndealer: Cal\n\nAnn roll 4 6\nAnn play TC\n"
    film = Stream(replace(stream().header, game="friend_or_foe", players=("Ann", "Bea", "Cal"), record=record), ())
    lines = (ToldLine(1.0, "Ann roll 6 4"), ToldLine(2.0, "Ann play TC"))
    outcome = judged("film", film, Following(lines))
    assert (outcome.right, outcome.wrong) == (1, 0)
    assert judged("film", film, Following((*lines, ToldLine(3.0, "Bea roll 6 4")))).wrong_lines == ("Bea roll 6 4",)


def test_a_reading_that_names_no_card_of_the_deal_is_counted_as_strange() -> None:
    story = "0.0 8C lies at pile · 0.0 6C lies at pile · 2.0 6C read as 6S · 4.0 6C read as 9H · 5.9 6C read as 9H"
    looks = tuple(look for look in told_looks("limbo", ("Ann", "Bob"), story) if look.time_s < 6.0)
    found = names_read(Stream(stream().header, looks))
    assert found.count == found.clear
    assert found.strange / found.count == pytest.approx(1 / 6, abs=0.03), "a third of the time one card of two"
    assert found.clear_strange == found.strange
    assert f"| 8C | {found.count} |" in table_of_names({"8C": found})

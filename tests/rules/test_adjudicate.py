"""Judging a record: one row per event, as the table record prescribes them."""

from __future__ import annotations

from typing import Any

from companion.words.speaker import english
from rules import parse_record
from rules.adjudicate import RecordJudge

HEAD = "game: limbo\nplayers: Ann, Bob\ndealer: Bob\n\n"


def judged(text: str) -> tuple[list[dict[str, Any]], RecordJudge]:
    sitting = RecordJudge(parse_record(HEAD + text), english)
    return list(sitting.rows()), sitting


def test_a_row_has_these_keys() -> None:
    rows, _ = judged("table start 5D = 96\nAnn play 6C = 90  # no\n")
    assert rows[1] == {
        "line": 6, "text": "Ann play 6C = 90", "verdict": "illegal", "codes": ["NOT_DIVIDED"],
        "why": "6 divides 96, so it must divide: the count becomes 16.", "about_line": None,
        "scores": {"Ann": 0, "Bob": 0},
        "state": {"to_act": "Ann", "count": 96, "multiplier": 1, "cards_played": 1},
    }


def test_the_summary_has_these_keys() -> None:
    _, sitting = judged("table start 5D = 96\nAnn play 6C = 90\nAnn play 6C = 16\nBob play 8D = 2\nAnn stuck\n")
    assert sitting.summary() == {
        "summary": True, "game": "limbo", "over": False, "deals": 1, "scores": {"Ann": 20, "Bob": 30}, "winners": [],
        "illegal": 1, "warnings": 0, "proven": 0}


def test_an_empty_record_has_a_summary() -> None:
    rows, sitting = judged("")
    assert rows == []
    assert sitting.summary()["scores"] == {"Ann": 0, "Bob": 0}


def test_reading_goes_on_after_a_line_that_cannot_be_parsed() -> None:
    rows, sitting = judged("table start 5D = 96\nAnn jumps 7C\nAnn play 7C = 89\n")
    assert rows[1] == {"line": 6, "text": "Ann jumps 7C", "verdict": "error", "codes": ["NOTATION"],
                       "why": "'jumps' is not something a player can do in a record."}
    assert rows[2]["verdict"] == "ok"
    assert sitting.has_unreadable_lines
    assert sitting.summary()["illegal"] == 0


def test_a_verb_of_another_game_is_an_error() -> None:
    rows, _ = judged("Ann meld 7C 7D 7H\n")
    assert rows[0]["verdict"] == "error"
    assert rows[0]["why"].startswith("Limbo has no 'meld'; it has deal, ")


def test_undo_takes_back_the_last_event_in_force() -> None:
    rows, sitting = judged("table start 5D = 96\nAnn play 7C = 89\nundo\nAnn play 6C = 16\nundo\nundo\n")
    assert [row["state"]["count"] for row in rows] == [96, 89, 96, 16, 96, 101]
    assert rows[2]["why"] == "Taken back: Ann play 7C = 89."
    assert not sitting.match.events


def test_undo_passes_over_a_line_that_did_not_apply() -> None:
    rows, _ = judged("table start 5D = 96\nAnn play 7C = 89\nBob play 6C = 1\nundo\n")
    assert rows[2]["verdict"] == "illegal"
    assert rows[3]["state"] == {"to_act": "Ann", "count": 96, "multiplier": 1, "cards_played": 1}


def test_undo_takes_back_a_line_that_was_let_stand() -> None:
    rows, _ = judged("table start 5D = 96\nAnn play 6C = 90 !\nundo\n")
    assert [row["state"]["count"] for row in rows] == [96, 90, 96]


def test_undo_with_nothing_to_take_back_is_no_error_of_writing() -> None:
    rows, sitting = judged("undo\n")
    assert (rows[0]["verdict"], rows[0]["codes"]) == ("illegal", ["NOTHING_TO_UNDO"])
    assert not sitting.has_unreadable_lines


def test_a_need_leaves_the_state_and_the_same_event_follows_with_it() -> None:
    rows, _ = judged("table start 5D = 96\nAnn play KC\nAnn play KC = 48\n")
    assert [row["verdict"] for row in rows] == ["ok", "need", "ok"]
    assert rows[1]["state"]["to_act"] == "Ann"


def test_a_card_of_an_illegal_line_may_be_played_later() -> None:
    rows, _ = judged("table start 5D = 96\nAnn play 6C = 90\nAnn play 7C = 89\nBob play 2H = 87\nAnn play 6C = 81\n")
    assert [row["verdict"] for row in rows] == ["ok", "illegal", "ok", "ok", "ok"]


def test_about_line_counts_lines_not_events() -> None:
    text = """table start 5D = 96   # line 5
Ann play 6C = 90
undo
# nothing
table start 5D = 96
Ann play 6C = 16
Bob stuck
Bob show 4C
"""
    rows, _ = judged(text)
    assert (rows[-1]["verdict"], rows[-1]["about_line"]) == ("proven", 11)

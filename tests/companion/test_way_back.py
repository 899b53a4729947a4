"""A wrong action that was told is taken back once what is seen says otherwise."""

from __future__ import annotations

from pathlib import Path

from companion.tools.streams.wrong_commits import course
from vision.stream import read_stream

STREAMS = Path(__file__).parent.parent / "streams"


def test_a_wrong_action_told_in_a_good_film_is_put_right_before_the_next_one() -> None:
    stream = read_stream(STREAMS / "own-limbo-1-3.stream")
    found = course(stream, 1)
    assert found.planted
    assert found.was_next
    assert found.lines == course(stream).lines


def test_nothing_is_taken_back_in_a_good_film() -> None:
    assert course(read_stream(STREAMS / "own-scopa-3-3.stream")).back == 0


def test_a_table_that_nobody_calibrated_goes_back_too() -> None:
    stream = read_stream(STREAMS / "other-limbo-1-tidy-odd.stream")
    found = course(stream, 3)
    assert found.planted
    assert found.lines == course(stream).lines

"""What is traced of a frame: stops in files, each call once, and which stops lead back."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from companion.style.theme import THEMES, next_theme
from companion.tools.trace import Tracer, Trip
from rules import parse_action


def traced(*calls: Callable[[], object]) -> list[str]:
    tracer = Tracer()
    sys.setprofile(tracer)
    try:
        for call in calls:
            call()
    finally:
        sys.setprofile(None)
    return tracer.trip.stops


def test_a_stop_in_a_file_where_the_frame_has_been_is_a_return() -> None:
    assert Trip(["tracker", "motion", "tracker", "rules", "tracker"]).returns == 2


def test_a_call_that_is_made_again_is_not_followed_again() -> None:
    def act() -> None:
        for name in THEMES:
            next_theme(name)

    assert traced(act) == ["companion/style/theme.py"]


def test_what_is_not_ours_is_no_stop_wherever_it_lies() -> None:
    assert traced(lambda: np.percentile([1.0, 2.0], 50)) == []


def test_what_is_asked_is_one_stop_however_many_files_it_has() -> None:
    assert traced(lambda: parse_action("Ann play 7C = 85")) == ["rules"]

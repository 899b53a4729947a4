"""Films that were looked at once are followed again: every event is told as it happened, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.tools.streams.by_belief import replayed
from companion.tools.streams.judging import COMMITTED, Following, believed_when_told, judged, true_lines
from companion.tools.streams.recording import MODELS
from companion.tools.streams.timeline import timeline
from vision.stream import Stream, networks_of, read_header, read_stream

FOLDER = Path(__file__).parent
TOLD_WHOLE = (
    "own-limbo-1-3", "own-scopa-3-3", "own-pemberley-2-1", "own-never_over-2-1", "own-page_one-2-3",
    "own-friend_or_foe-2-3", "other-limbo-51401-lively-even", "other-any_game-51401-lively-even",
)
FOUND_BY_ITSELF = (
    "other-limbo-1-tidy-odd", "other-scopa-51477-rough-even", "other-scopa-11-held-odd",
    "other-page_one-52012-rough-even", "other-thirteen-404-rough-odd", "other-thirteen-51401-lively-even",
    "other-never_over-51477-lively-even",
)


@cache
def followed(name: str) -> tuple[Stream, Following]:
    """What is told of a stream; several tests look at the same one."""
    stream = read_stream(FOLDER / f"{name}.stream")
    return stream, replayed(stream)


def told(following: Following) -> list[str]:
    """The lines that moved cards, as they were told without a question."""
    return [line.text for line in following.told if line.kind == COMMITTED]


@pytest.mark.parametrize("name", TOLD_WHOLE)
def test_every_event_of_a_deal_is_told_as_it_happened(name: str) -> None:
    outcome = judged(name, *followed(name))
    assert (outcome.wrong_lines, outcome.missed_lines) == ((), ())
    assert outcome.right == outcome.events


@pytest.mark.parametrize("name", FOUND_BY_ITSELF)
def test_a_table_that_nobody_calibrated_is_found_and_followed(name: str) -> None:
    stream, following = followed(name)
    outcome = judged(name, stream, following)
    assert not stream.header.is_told
    assert (outcome.wrong, outcome.missed) == (0, 0)
    assert outcome.asked <= 2, "who led is, and cards laid before the table is known well enough, or half covered"


def test_of_an_improvised_pack_a_card_that_a_sleeve_pushed_is_no_second_one_like_it() -> None:
    name = "other-never_over-51211-lively-even"
    outcome = judged(name, *followed(name))
    assert (outcome.right, outcome.wrong) == (outcome.events, 0)


def test_melds_and_takings_are_told_in_their_order_though_nobody_can_read_the_jokers() -> None:
    name = "own-canasta-27001-1"
    outcome = judged(name, *followed(name))
    assert (outcome.wrong, outcome.missed) == (0, 0)
    assert outcome.asked <= 2, "one question for each joker"


def test_a_taking_is_told_with_the_cards_it_takes_after_they_have_left() -> None:
    stream, following = followed("own-scopa-3-3")
    taking = next(line for line in following.told if line.kind == COMMITTED and " take " in line.text)
    left_s = max(event.time_s for event in stream.header.truth
                 if event.event == "left" and event.text == taking.text)
    assert taking.time_s >= left_s - 0.3


def test_events_are_told_in_the_order_in_which_they_happened() -> None:
    stream, following = followed("own-limbo-1-3")
    order = [str(action).partition(" = ")[0] for _, action in true_lines(stream.header)]
    assert [text.partition(" = ")[0] for text in told(following) if text.partition(" = ")[0] in order] == order


def test_what_is_told_was_nearly_certain() -> None:
    stream, following = followed("own-never_over-2-1")
    assert all(right for probability, right in believed_when_told(stream.header, following) if probability > 0.98)


def test_following_a_stream_twice_tells_the_same_at_the_same_moments() -> None:
    stream, following = followed("own-page_one-2-3")
    assert replayed(stream).told == following.told


def test_a_steep_film_of_the_house_tells_nothing_wrong_and_nothing_before_it_was_laid() -> None:
    stream, following = followed("own-pemberley-2-5")
    outcome = judged("own-pemberley-2-5", stream, following)
    assert (outcome.wrong, outcome.missed) == (0, 0)
    assert outcome.right >= outcome.events - 2, "two aces that are read for each other are asked about"
    laid_s = {event.text: event.time_s for event in stream.header.truth if event.event == "appeared"}
    assert all(line.time_s > laid_s[line.text] for line in following.told
               if line.kind == COMMITTED and line.text in laid_s)


def test_a_card_misread_while_the_next_ones_are_dealt_over_it_is_one_card() -> None:
    outcome = judged("own-scopa-20433-2-found", *followed("own-scopa-20433-2-found"))
    assert (outcome.right, outcome.wrong) == (outcome.events, 0)


def test_of_two_packs_a_card_read_as_two_by_its_corners_is_one() -> None:
    outcome = judged("own-canasta-5-1", *followed("own-canasta-5-1"))
    assert outcome.wrong_lines == ()
    assert outcome.right >= outcome.events - 2, "a joker below others of its meld is asked about"


def test_streams_in_the_repository_were_read_by_todays_networks() -> None:
    networks = networks_of(MODELS)
    assert [path.name for path in FOLDER.glob("*.stream") if read_header(path).networks != networks] == []


def test_streams_in_the_repository_stay_small() -> None:
    streams = list(FOLDER.glob("*.stream"))
    assert len(streams) <= 20
    assert sum(path.stat().st_size for path in streams) <= 5_000_000


def test_the_timeline_marks_what_was_never_told_and_what_did_not_happen() -> None:
    stream, following = followed("own-limbo-1-3")
    first = next(line for line in following.told if line.kind == COMMITTED)
    false = tuple(replace(line, text="table start 2S = 99") if line is first else line for line in following.told)
    rows = timeline(stream, replace(following, told=false)).splitlines()
    assert [row.split() for row in rows if "never told" in row] == [["4.5", *first.text.split(), "never", "told"]]
    assert ["2S" in row for row in rows if "did not happen" in row] == [True]
    assert "never told" not in timeline(stream, following)

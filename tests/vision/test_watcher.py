"""The one call from frames to a belief: where nobody has told of the table it is found, and nothing laid is lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration import Calibration, Layout, load_deck
from companion.following.prior import GamePrior
from companion.following.seats import Seats
from rules import GAMES, Match, Table
from tests.told_table import SIZE, told_looks, told_view
from vision.belief.belief import Belief
from vision.belief.prior import Prior
from vision.detections import Detections
from vision.stream import Look
from vision.watcher import TableWatcher

GAME, PLAYERS = "scopa", ("Ann", "Bob")
DEALT, LAID = {"7H", "2C", "4S", "5D"}, {"KD", "JC"}
STORY = ("0.0 7H lies at board · 0.1 2C lies at board · 0.2 4S lies at board · 0.3 5D lies at board · "
         "4.0 Bob's arm over board · 4.5 KD lies at board · 5.0 arm gone · "
         "8.0 Ann's arm over board · 8.5 JC lies at board · 9.0 arm gone")


def watcher(calibration: Calibration | None) -> TableWatcher:
    prior = GamePrior(GAMES[GAME], load_deck("standard"), PLAYERS, Seats())
    prior.follow(Match(GAMES[GAME], Table(PLAYERS, "Ann")))
    layout = told_view(GAME, PLAYERS)[1]

    def opened(seen: Calibration) -> tuple[Prior, Layout]:
        return prior, layout

    return TableWatcher(opened, (63.0, 88.0), calibration=calibration)


def lying(belief: Belief | None) -> set[str]:
    return {card.label for card in belief.best.cards if card.posture == "lies"} if belief else set()


def looks() -> list[Look]:
    return list(told_looks(GAME, PLAYERS, STORY))


def test_on_a_table_that_was_measured_what_lies_there_is_believed_from_the_first_look() -> None:
    table = watcher(told_view(GAME, PLAYERS)[0])
    believed = [lying(table.take(look, SIZE)) for look in looks()]
    assert believed.index(DEALT) < 10
    assert believed[-1] == DEALT | LAID
    assert not table.is_found_anew


def test_a_table_that_nobody_measured_is_found_and_what_lay_there_before_is_known() -> None:
    table = watcher(None)
    for look in looks():
        belief = table.take(look, SIZE)
        if belief is not None:
            break
    assert table.is_found_anew
    assert table.calibration is not None
    assert 0.5 < look.time_s < 2.0
    assert lying(belief) == DEALT


def test_a_table_that_is_measured_better_keeps_what_lies_there() -> None:
    table, errors = watcher(None), []
    far = "10.0 9S lies at captured:Ann · 11.0 QH lies at captured:Bob"
    for look in told_looks(GAME, PLAYERS, f"{STORY} · {far}"):
        table.take(look, SIZE)
        errors += [round(table.calibration.error_mm, 1)] if table.is_found_anew and table.calibration else []
    assert len(errors) > 1
    assert errors == sorted(errors, reverse=True)
    assert lying(table.belief) >= DEALT | LAID


@pytest.mark.parametrize("is_told", [False, True])
def test_as_long_as_nothing_was_told_all_is_thought_anew_when_the_table_is_known_better(is_told: bool) -> None:
    table, kept = watcher(None), []
    for look in told_looks(GAME, PLAYERS, f"{STORY} · 10.0 9S lies at captured:Ann · 11.0 QH lies at captured:Bob"):
        was = table.believer
        table.take(look, SIZE)
        if was is not None and table.is_found_anew:
            kept.append(table.believer is was)
        elif was is not None and is_told:
            was.told(was.belief.best.root)
    assert kept
    assert set(kept) == {is_told}
    assert lying(table.belief) >= DEALT | LAID


def test_what_was_seen_before_the_camera_was_pushed_is_seen_again_where_it_lies_now() -> None:
    table, first = watcher(None), looks()
    push = np.array([[1.0, 0.0, 90.0], [0.0, 1.0, -60.0], [0.0, 0.0, 1.0]])  # pixels now -> pixels before
    for look in first[:3]:
        table.take(look, SIZE)
    table.take(replace(first[3], detections=None, push=push), SIZE)
    for look in first[4:]:
        belief = table.take(replace(look, detections=look.detections and shifted(look.detections, -push[:2, 2])), SIZE)
        if belief is not None:
            break
    assert lying(belief) == DEALT
    assert min(card.born_s for card in belief.best.cards) == first[0].time_s
    assert max(np.hypot(*(table.believer.view.to_px(card.shape.centre[None])[0] + push[:2, 2] - laid_px(card.label)))
               for card in belief.best.cards) < 5.0


def test_a_card_of_which_one_index_was_read_still_shows_one_when_the_table_is_measured_better() -> None:
    table = watcher(None)
    fan = "6.0 8C lies at board · 6.1 9C lies at board"  # ... which covers an index of the one before
    for look in told_looks(GAME, PLAYERS, f"{STORY.split(' · 8.0')[0]} · {fan} · 10.0 9S lies at captured:Ann · "
                                          "11.0 QH lies at captured:Bob"):
        table.take(look, SIZE)
        if look.time_s > 7.0 and table.is_found_anew:
            break
        if table.believer is not None:
            table.believer.told(table.believer.belief.best.root)
    assert table.is_found_anew
    read = [np.isfinite(card.shape.marks[:, 0]).sum() for card in table.belief.best.cards]
    assert min(read) == 1
    assert max(read) == 2


def shifted(seen: Detections, by_px: np.ndarray) -> Detections:
    return replace(seen, corners_px=(seen.corners_px + by_px).astype(np.float32),
                   box_px=seen.box_px + np.tile(by_px, 2),
                   index_px=tuple((at + by_px).astype(np.float32) for at in seen.index_px))


def laid_px(label: str) -> np.ndarray:
    """Where a card lies before the push."""
    seen = next(look.detections for look in looks() if look.detections is not None and len(look.detections) == 4)
    return seen.corners_px[list(seen.label).index(label)].mean(axis=0)


def test_before_anything_is_known_nothing_is_believed() -> None:
    table = watcher(None)
    assert table.take(Look(0.0, np.zeros((36, 64), bool), 20.0), SIZE) is None
    assert table.belief is None

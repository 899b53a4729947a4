"""Rolling: told of once, when both dice lie still, and only when they were thrown."""

from __future__ import annotations

import numpy as np

from vision.detections import DiceDetections
from vision.watching.dice_rolls import DiceWatch


def seen(*dice: tuple[int, float, float], probability: float = 1.0) -> tuple[DiceDetections, np.ndarray]:
    """Dice (pips, x mm, y mm) as a reader gives them, and where they lie."""
    centre = np.array([[x, y] for _, x, y in dice], np.float32).reshape(-1, 2)
    found = DiceDetections(np.hstack([centre - 8, centre + 8]), np.array([pips for pips, _, _ in dice], int),
                 np.full(len(dice), probability, np.float32), np.full(len(dice), probability > 0.97))
    return found, centre


def told(*looks: tuple[DiceDetections, np.ndarray]) -> list[tuple[tuple[int, ...], bool]]:
    """What a watch says of looks, one after the other."""
    watch = DiceWatch(2)
    rolls = [watch.update(dice, centre, 0.4 * k) for k, (dice, centre) in enumerate(looks)]
    return [(roll.pips, roll.sure) for roll in rolls if roll is not None]


NOTHING = seen()
A, B, A_AGAIN = seen((5, 0, 0), (2, 30, 0)), seen((1, 10, 5), (4, 50, 0)), seen((5, 60, 20), (2, 20, 40))


def test_a_roll_is_told_once_when_two_looks_agree():
    assert told(NOTHING, A, A, A, A) == [((2, 5), True)]


def test_dice_that_lie_there_from_the_beginning_were_not_rolled():
    assert told(A, A, A, B, B) == [((1, 4), True)]


def test_a_roll_of_the_same_numbers_counts_when_the_dice_were_taken_up():
    assert told(NOTHING, A, A, NOTHING, NOTHING, A_AGAIN, A_AGAIN) == [((2, 5), True)] * 2


def test_dice_that_a_sleeve_pushed_were_not_rolled():
    assert told(NOTHING, A, A, seen((5, 4, 3), (2, 30, 0)), seen((5, 4, 3), (2, 30, 0))) == [((2, 5), True)]


def test_a_hand_over_the_dice_is_no_roll():
    assert told(NOTHING, A, A, NOTHING, NOTHING, A, A) == [((2, 5), True)]


def test_rolling_dice_and_a_third_one_are_waited_for():
    three = seen((5, 0, 0), (2, 30, 0), (6, 90, 90))
    assert told(NOTHING, A, B, A, B) == []
    assert told(NOTHING, three, three) == []


def test_unsure_looks_add_up():
    doubtful = seen((5, 0, 0), (2, 30, 0), probability=0.7)
    assert told(NOTHING, doubtful) == []
    assert told(NOTHING, doubtful, doubtful, doubtful, doubtful) == [((2, 5), True)]


def test_what_no_look_can_tell_is_told_unsurely():
    watch = DiceWatch(2)
    looks = [seen((5 + k % 2, 0, 0), (2, 30, 0), probability=0.6) for k in range(8)]
    rolls = [roll for k, (dice, at) in enumerate([NOTHING, *looks]) if (roll := watch.update(dice, at, 0.4 * k))]
    assert len(rolls) == 1
    assert not rolls[0].sure


def test_a_pattern_of_the_table_that_looks_like_a_die_is_none():
    dots = (6, 90, 90)
    both = seen((5, 0, 0), (2, 30, 0), dots)
    assert told(seen(dots), seen(dots), both, both, both) == [((2, 5), True)]


def test_a_die_that_comes_to_lie_where_another_lay_is_another():
    again = seen((3, 1, 1), (4, 60, 20))
    assert told(NOTHING, A, A, A, A, again, again, again) == [((2, 5), True), ((3, 4), True)]


def test_one_misread_look_is_no_other_die():
    misread = seen((3, 0, 0), (2, 30, 0))
    assert told(NOTHING, A, A, A, misread, A, A, A) == [((2, 5), True)]


def test_the_same_numbers_far_away_count_though_the_dice_were_out_of_sight_in_one_look_only():
    assert told(NOTHING, A, A, NOTHING, A_AGAIN, A_AGAIN) == [((2, 5), True)] * 2
    near = seen((5, 11, 0), (2, 41, 0))
    assert told(NOTHING, A, A, NOTHING, near, near) == [((2, 5), True)]
    assert told(NOTHING, A, A, near, near) == [((2, 5), True)]
    assert told(NOTHING, A, A, A_AGAIN, A_AGAIN) == [((2, 5), True)] * 2


def with_dots(*dice: tuple[int, float, float]) -> tuple[DiceDetections, np.ndarray]:
    """Plain dice, and a pattern of the table that may be taken for one that shows a one."""
    found, centre = seen(*dice, (1, 90, 90))
    found.log_pips[-1, :2] = np.log((0.15, 0.85))
    return found, centre


def test_a_pattern_that_comes_to_be_seen_now_and_then_is_no_die_where_only_one_of_the_dice_is_read():
    now_and_then = [NOTHING, with_dots(), with_dots(), NOTHING, NOTHING] * 3
    one = with_dots((4, 20, 30))
    assert told(*now_and_then, one, one, one, one) == []


def test_the_dice_are_told_though_one_lies_where_the_same_pips_lay_before():
    other = seen((5, 0, 0), (6, -30, 10))
    assert told(NOTHING, A, A, B, B, B, *[other] * 6) == [((2, 5), True), ((1, 4), True), ((5, 6), True)]


def test_a_die_that_turned_over_where_it_comes_to_lie_is_told_as_soon_as_it_lies():
    turning = seen((1, 0, 0), (2, 30, 0))
    assert told(NOTHING, turning, A, A) == [((2, 5), True)]


def test_a_die_that_is_hardly_seen_beside_a_plain_one_is_told_after_a_while():
    hardly = seen((5, 0, 0), (1, 30, 0))
    hardly[0].log_pips[1, :2] = np.log((0.4, 0.6))
    assert told(NOTHING, hardly, hardly, hardly) == []
    assert told(NOTHING, *[hardly] * 8) == [((1, 5), True)]

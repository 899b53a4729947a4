"""Cards of which a pack has several: what is read once is no evidence of two."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from vision.belief.acts import Acts
from vision.belief.arrivals import Arrivals, in_hand
from vision.belief.hypotheses import CardHere, Hypothesis, Shape
from vision.belief.likelihood import Glance, seen_share
from vision.belief.moves import Moves
from vision.belief.observation import DIRECTIONS, Motion, Observation
from vision.belief.prediction import FREE_MM, Coverings, detected
from vision.belief.trails import Trails

CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
MARKS = np.array([[-25.0, -34.0], [25.0, 34.0]])
NAMES = ("6D", "9C")
LOOKS = 8


def six(at: tuple[float, float], z: float, credit: float) -> CardHere:
    shape = Shape(np.array(at), CARD + at, MARKS + at)
    return CardHere("6D", "6D", "pile", shape, z, 0.0, np.zeros(DIRECTIONS), credit=credit)


def sixes_read(time_s: float, *places: tuple[float, float]) -> Observation:
    at = np.array(places)
    n = len(places)
    return Observation(time_s, NAMES, np.log(np.tile([0.99, 0.01], (n, 1))), np.full(n, 3.0), np.full(n, 0.99),
                       CARD + at[:, None], at, MARKS + at[:, None], np.full(n, 2), np.ones(n, bool), ("6D",) * n)


def nats_of(cards: tuple[CardHere, ...], *read: tuple[float, float]) -> float:
    """What some looks tell for a table on which these cards lie, where sixes are read."""
    h, motion, coverings = Hypothesis("", cards), Motion(), Coverings()
    for look in range(1, LOOKS + 1):
        h = Glance(sixes_read(look / 4, *read), motion, coverings, 0.25, 0.35).weighed(h).h
    return h.log_weight


def test_one_reading_does_not_tell_for_a_second_card_just_upon_its_like() -> None:
    known = six((2.0, 1.0), 0.0, credit=20.0)  # measured from other looks, not quite where it is read now
    assert nats_of((known, six((0.0, 0.0), 1.0, credit=0.0)), (0.0, 0.0)) <= nats_of((known,), (0.0, 0.0))


def test_two_readings_tell_for_two_cards_alike() -> None:
    known, other = six((0.0, 0.0), 0.0, credit=20.0), six((80.0, 0.0), 1.0, credit=0.0)
    read = (0.0, 0.0), (80.0, 0.0)
    assert nats_of((known, other), *read) > nats_of((known,), *read) + 5.0


def after(h: Hypothesis, looks: int, *read: tuple[float, float]) -> Hypothesis:
    """The hypothesis after so many looks in which sixes are read."""
    motion, coverings = Motion(), Coverings()
    for look in range(1, looks + 1):
        h = Glance(sixes_read(look / 4, *read), motion, coverings, 0.25, 0.35).weighed(h).h
    return h


def test_a_card_that_another_hides_is_expected_again_as_soon_as_it_lies_free() -> None:
    h = Hypothesis("", (six((0.0, 0.0), 0.0, credit=20.0), six((5.0, 4.0), 1.0, credit=20.0)))
    assert seen_share(after(h, LOOKS, (500.0, 0.0)).cards[0], detected(FREE_MM)) > 0.9


def test_a_mark_at_the_rim_of_another_card_that_is_never_read_tells_little_more_than_when_it_is_missed_once() -> None:
    h = Hypothesis("", (six((0.0, 0.0), 0.0, credit=20.0), replace(six((8.0, 0.0), 1.0, credit=20.0), label="9C")))
    assert after(h, 100, (500.0, 0.0)).cards[0].debt > 2 * np.log1p(-detected(0.0))


def test_a_card_that_was_moved_is_not_read_where_it_lay_before() -> None:
    def doubt(laid: tuple[CardHere, ...], *read: tuple[float, float]) -> float:
        there, moved = six((80.0, 0.0), 1.0, credit=20.0), six((160.0, 0.0), 2.0, credit=0.0)
        h, motion = Hypothesis("", (there, moved, *laid), past=(six((0.0, 0.0), 0.0, credit=20.0),)), Motion()
        prior = cast("Any", SimpleNamespace())
        arrivals = Arrivals(prior, cast("Any", None), Trails(), motion)
        glance = Glance(sixes_read(0.25, *read), motion, Coverings(), 0.25, 0.35)
        arrivals.look(glance)
        weighed = glance.weighed(h)
        doubted = Moves(prior, arrivals, cast("Acts", None)).doubted(weighed)
        return weighed.h.log_weight - doubted.log_weight

    elsewhere = (80.0, 0.0), (160.0, 0.0)
    assert doubt((), *elsewhere, (0.0, 0.0)) > 2.0
    assert doubt((), *elsewhere) == 0.0
    third = six((0.0, 0.0), 3.0, credit=0.0)
    assert doubt((third,), *elsewhere, (0.0, 0.0)) == 0.0, "it is the third"


def test_a_mark_beneath_the_edge_of_another_card_is_not_missed() -> None:
    def held(*others: tuple[float, float]) -> float:
        """Nats for a hand, of a card whose lower mark is never read, beside others."""
        card, motion, coverings = six((0.0, 0.0), 0.0, credit=20.0), Motion(), Coverings()
        card.shape.marks[1] = np.nan
        h = Hypothesis("", (card,))
        for look in range(1, LOOKS + 1):
            seen = sixes_read(look / 4, (0.0, 0.0), *others)
            seen.marks[0, 1], seen.read[0] = np.nan, 1
            h = Glance(seen, motion, coverings, 0.25, 0.35).weighed(h).h
        return h.cards[0].held

    free, edge, beneath = held(), held((-6.0, 77.0)), held((0.0, 60.0))  # its lower mark lies at 25, 34
    assert free > 3.0
    assert beneath < edge < free / 2


def test_a_hand_that_is_in_sight_shows_one_card_more_at_little_cost() -> None:
    first = replace(six((0.0, 0.0), 0.0, credit=10.0), place="", posture="held")
    second, far = (replace(six(at, 0.0, credit=0.0), posture="held") for at in ((14.0, 4.0), (120.0, 0.0)))
    for_it, without = Hypothesis("", (first,)), Hypothesis("")
    assert in_hand(for_it, second, 1.0) > in_hand(without, second, 1.0) + 5.0
    assert in_hand(for_it, far, 1.0) == in_hand(without, far, 1.0), "that is another hand"
    gone = Hypothesis("", past=(first,))
    assert in_hand(gone, second, 1.0) == in_hand(for_it, second, 1.0), "it was there a moment ago"


def test_a_card_that_is_read_by_one_corner_now_and_now_by_the_other_does_not_sway() -> None:
    def held(sways_mm: float, other_corner: int) -> float:
        """Nats for a hand, of a card whose middle seems to leap as its two corners are read in turn."""
        shape = Shape(np.zeros(2), CARD, np.vstack([MARKS[:1], np.full((3, 2), np.nan)]))
        h = Hypothesis("", (replace(six((0.0, 0.0), 0.0, credit=20.0), shape=shape),))
        motion, coverings, seen = Motion(), Coverings(), sixes_read(0.25, (sways_mm, 0.0))
        seen.marks[0, 1 - other_corner], seen.read[0] = np.nan, 1
        return Glance(seen, motion, coverings, 0.25, 0.35).weighed(h).h.cards[0].held

    assert held(3.0, other_corner=1) < held(3.0, other_corner=0)


def test_a_card_that_looks_larger_than_those_that_lie_is_the_likelier_in_a_hand() -> None:
    def held(times: float, error_mm: float = 0.0, ruler_mm: float = 83.0) -> float:
        """Nats for a hand, of a card so many times as large as usual ones on the table."""
        motion, coverings, seen = Motion(), Coverings(), sixes_read(0.25, (0.0, 0.0))
        seen.marks[0] *= times * 83.0 / np.hypot(*(seen.marks[0, 1] - seen.marks[0, 0]))
        shape = Shape(np.zeros(2), CARD, seen.marks[0].copy())
        h = Hypothesis("", (replace(six((0.0, 0.0), 0.0, credit=20.0), shape=shape),))
        return Glance(seen, motion, coverings, 0.25, 0.35, error_mm, ruler_mm).weighed(h).h.cards[0].held

    assert held(0.97) == held(1.0) < held(1.06) < held(1.12)
    assert held(1.12, error_mm=60.0) < held(1.12) - 2.0, "a table that is hardly known is off in scale itself"
    assert held(0.9) < held(1.06), "a pip was taken for an index"
    assert held(1.4, ruler_mm=1.4 * 83.0) == held(1.0), "a pack of large cards"


def test_where_all_that_lies_is_read_less_exactly_it_sways_no_more_than_that() -> None:
    trails, motion, rng = Trails(), Motion(), np.random.default_rng(1)
    usual = trails.step_mm
    for look in range(40):
        places = [(200.0 * k + off, off) for k, off in enumerate(rng.normal(0.0, 1.0, 3))]
        trails.add(sixes_read(look / 4, *places), motion)
    assert trails.step_mm > 2 * usual

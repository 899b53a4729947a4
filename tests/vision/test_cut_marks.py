"""Marks that the card above cuts through: look after look tells the rank, and the suit but once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.belief.hypotheses import CardHere, Hypothesis, Shape
from vision.belief.likelihood import Glance
from vision.belief.observation import DIRECTIONS, Motion, Observation, ranks_alone, surety
from vision.belief.prediction import Coverings

NAMES = ("6D", "6S", "9C", "JC", "JK")
READ = np.log([0.08, 0.9, 0.01, 0.005, 0.005])  # a six of spades, as far as it shows
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
MARKS = np.array([[-25.0, -34.0], [25.0, 34.0]])
SIX, UPON, BESIDE = np.zeros(2), np.array([0.0, 15.0]), np.array([200.0, 0.0])


def card(label: str, at: np.ndarray, z: float) -> CardHere:
    return CardHere(label, label, "pile", Shape(at, CARD + at, MARKS + at), z, 0.0, np.zeros(DIRECTIONS), is_seen=False)


def look(time_s: float, other: np.ndarray, marks: int) -> Observation:
    """A six of which one mark or both are read, and a nine of which both are."""
    at, log_name = np.stack([SIX, other]), np.stack([READ, np.log([0.001, 0.001, 0.996, 0.001, 0.001])])
    shown = MARKS + at[:, None]
    shown[0, marks:] = np.nan
    return Observation(time_s, NAMES, log_name, np.full(2, 4.0), surety(log_name), CARD + at[:, None], at, shown,
                       np.array([marks, 2]), np.ones(2, bool), ("6S", "9C"))


def odds(label: str, other: np.ndarray, looks: int, marks: int = 1) -> float:
    """Nats by which looks tell that the card is a six of spades rather than another, where a nine lies upon it or
    beside it."""
    return named("6S", other, looks, marks) - named(label, other, looks, marks)


def named(label: str, other: np.ndarray, looks: int, marks: int = 1) -> float:
    """Nats that looks tell for a label."""
    h, motion, coverings = Hypothesis("", (card(label, SIX, 0.0), card("9C", other, 1.0))), Motion(), Coverings()
    for k in range(1, looks + 1):
        h = Glance(look(k / 4, other, marks), motion, coverings, 0.25, 0.35).weighed(h).h
    return h.cards[0].named


def test_what_is_cut_tells_its_suit_but_once() -> None:
    assert odds("6D", UPON, looks=1) == pytest.approx(odds("6D", BESIDE, looks=1))
    assert odds("6D", UPON, looks=8) == pytest.approx(odds("6D", UPON, looks=1))
    assert odds("6D", BESIDE, looks=8) > 1.5 * odds("6D", BESIDE, looks=1)


def test_what_is_cut_tells_its_rank_in_every_look() -> None:
    assert odds("9C", UPON, looks=8) > odds("9C", UPON, looks=1) + 1.0


def test_what_is_cut_is_read_on_where_a_look_knows_other_names() -> None:
    h, motion, coverings = Hypothesis("", (card("6S", SIX, 0.0), card("9C", UPON, 1.0))), Motion(), Coverings()
    fewer = replace(look(0.5, UPON, 1), names=NAMES[:4], log_name=look(0.5, UPON, 1).log_name[:, :4])
    for seen in (look(0.25, UPON, 1), fewer, look(0.75, UPON, 1)):
        h = Glance(seen, motion, coverings, 0.25, 0.35).weighed(h).h
    assert h.cards[0].named == pytest.approx(named("6S", UPON, looks=3), abs=0.1)


def test_both_marks_of_a_card_are_not_cut() -> None:
    assert odds("6D", UPON, looks=8, marks=2) > 1.5 * odds("6D", UPON, looks=1, marks=2)


def test_all_of_a_rank_are_as_likely_as_the_rank_and_a_joker_is_no_jack() -> None:
    told = np.exp(ranks_alone(NAMES, READ[None])[0])
    assert told.tolist() == pytest.approx([0.98, 0.98, *np.exp(READ[2:])])


def test_a_cut_mark_that_is_read_surely_tells_as_little_against_its_card_as_a_free_one() -> None:
    """Else what lies below others would be likelier in a hand, over which nothing lies."""
    assert named("6S", UPON, looks=8) == pytest.approx(named("6S", BESIDE, looks=8), abs=0.3)

"""Round robin and Swiss: nobody meets twice while that can be avoided, one sits out at most once each."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.pairing import NOBODY, Pairing, Standing, round_robin, swiss


def assert_all_are_paired(pairing: Pairing, entrants: set[int]) -> None:
    alone = () if pairing.sits_out is None else (pairing.sits_out,)
    assert sorted([*(side for pair in pairing.pairs for side in pair), *alone]) == sorted(entrants)
    assert len(alone) == len(entrants) % 2


def fewest_met_again(sides: tuple[int, ...], met: Counter[frozenset[int]]) -> int:
    """By trying every way to pair them."""
    if not sides:
        return 0
    first, *others = sides
    return min(met[frozenset((first, other))] + fewest_met_again(tuple(o for o in others if o != other), met)
               for other in others)


@pytest.mark.parametrize("number", range(2, 41))
def test_in_a_round_robin_everybody_meets_everybody_once_and_sits_out_at_most_once(number: int) -> None:
    entrants = range(1, number + 1)
    rounds = round_robin(entrants)
    for pairing in rounds:
        assert_all_are_paired(pairing, set(entrants))
    everybody = [*([NOBODY] if number % 2 else []), *entrants]
    assert sum((pairing.met for pairing in rounds), Counter()) == Counter(map(frozenset, combinations(everybody, 2)))


@given(st.integers(2, 9), st.data())
def test_in_a_swiss_round_no_more_meet_again_than_must(number: int, data: st.DataObject) -> None:
    entrants = range(1, number + 1)
    everybody = (*([NOBODY] if number % 2 else []), *entrants)
    met: Counter[frozenset[int]] = Counter({
        pair: data.draw(st.integers(0, 2)) for pair in map(frozenset, combinations(everybody, 2))})
    points = {side: float(data.draw(st.integers(0, 6))) / 2 for side in entrants}
    pairing = swiss(Standing(points, met))
    assert_all_are_paired(pairing, set(entrants))
    assert sum(met[pair] for pair in pairing.met) == fewest_met_again(everybody, met)


@given(st.integers(4, 24), st.integers(0, 2 ** 32))
def test_a_swiss_evening_with_latecomers_and_early_leavers(number: int, seed: int) -> None:
    """Five rounds: nobody meets or sits out twice, for there are always others."""
    rng = Random(seed)
    here = dict.fromkeys(range(1, number + 12), 0.0)
    late = rng.sample(sorted(here), 2)
    met: Counter[frozenset[int]] = Counter()
    for played in range(5):
        points = {side: won for side, won in here.items() if side not in late or played > 1}
        pairing = swiss(Standing(points, met))
        assert_all_are_paired(pairing, set(points))
        met += pairing.met
        for pair in pairing.pairs:
            here[rng.choice(pair)] += 1
        if pairing.sits_out is not None:
            here[pairing.sits_out] += 1
        if played == 3:
            del here[rng.choice(sorted(here))]
    assert max(met.values()) == 1


def test_equal_points_meet() -> None:
    met = Counter(map(frozenset, [(1, 2), (3, 4), (5, 6), (7, 8)]))
    won = {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.0, 5: 1.0, 6: 0.0, 7: 1.0, 8: 0.0}
    assert all(won[one] == won[other] for one, other in swiss(Standing(won, met)).pairs)


def test_the_last_sits_out_and_then_the_one_before() -> None:
    first = swiss(Standing({1: 2.0, 2: 1.0, 3: 0.0}))
    assert first.sits_out == 3
    assert swiss(Standing({1: 2.0, 2: 1.0, 3: 0.5}, first.met)).sits_out == 2


def test_whoever_must_meets_again() -> None:
    assert swiss(Standing({1: 0.0, 2: 1.0}, Counter([frozenset((1, 2))]))).pairs == ((1, 2),)

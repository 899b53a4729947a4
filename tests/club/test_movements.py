"""Mitchell and Howell up to twenty tables: complete, by counting."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from companion.club.movements import MOST_TABLES, SHARED, Meeting, howell, mitchell
from companion.words.refusals import RequestError

TABLES = range(2, MOST_TABLES + 1)
Movement = list[list[Meeting]]


def met(movement: Movement) -> list[tuple[int, int]]:
    return sorted((min(m.one, m.other), max(m.one, m.other)) for meetings in movement for m in meetings)


def sets_of(movement: Movement, side: int) -> list[int]:
    return sorted(m.deals for meetings in movement for m in meetings if side in (m.one, m.other))


def assert_all_play_in_each_round(movement: Movement, tables: int) -> None:
    for meetings in movement:
        assert sorted(m.table for m in meetings) == list(range(1, tables + 1))
        assert sorted(side for m in meetings for side in (m.one, m.other)) == list(range(1, 2 * tables + 1))


@pytest.mark.parametrize("tables", TABLES)
def test_in_a_mitchell_each_half_meets_the_other_and_plays_every_set_once(tables: int) -> None:
    movement = mitchell(tables)
    assert len(movement) == tables
    assert_all_play_in_each_round(movement, tables)
    assert met(movement) == sorted(product(range(1, tables + 1), range(tables + 1, 2 * tables + 1)))
    assert all(sets_of(movement, side) == list(range(1, tables + 1)) for side in range(1, 2 * tables + 1))


@pytest.mark.parametrize("tables", TABLES)
def test_a_set_lies_at_two_tables_only_in_an_even_mitchell_and_only_once_a_round(tables: int) -> None:
    for meetings in mitchell(tables):
        assert len({m.deals for m in meetings}) == tables - (tables % 2 == 0)


@pytest.mark.parametrize("tables", TABLES)
def test_in_a_howell_everybody_meets_everybody_and_plays_every_set_once(tables: int) -> None:
    movement, sides = howell(tables), range(1, 2 * tables + 1)
    assert len(movement) == 2 * tables - 1
    assert_all_play_in_each_round(movement, tables)
    assert met(movement) == list(combinations(sides, 2))
    assert all(sets_of(movement, side) == list(range(1, 2 * tables)) for side in sides)


@pytest.mark.parametrize("tables", [n for n in TABLES if n > SHARED])
def test_in_a_howell_of_four_or_more_tables_no_set_lies_at_two(tables: int) -> None:
    for meetings in howell(tables):
        assert len({m.deals for m in meetings}) == tables


@pytest.mark.parametrize("tables", [0, 1, MOST_TABLES + 1])
def test_other_numbers_of_tables_are_refused(tables: int) -> None:
    for movement in (mitchell, howell):
        with pytest.raises(RequestError, match="2 to 20 tables"):
            movement(tables)

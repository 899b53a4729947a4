"""Movements for evenings at which the same deals are carried from table to table: Mitchell and Howell.

    for meetings in howell(7): ...      # round by round, a Meeting for each table

In a Mitchell half of the sides sit all evening and each meets every one of the other half; in a Howell everybody meets
everybody.  Either way each side plays every set of deals once, so that results of a set can be compared.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.words.refusals import RequestError

MOST_TABLES = 20
SHARED = 3  # tables up to which no Howell can do without the same set at all tables of a round


@dataclass(frozen=True)
class Meeting:
    """Who plays whom at a table, and the set of deals that lies there; all numbers from 1."""

    table: int
    one: int
    other: int
    deals: int


def mitchell(tables: int) -> list[list[Meeting]]:
    """Sides 1 to `tables` sit, the others move up a table a round while the deals move down.  With an even number of
    tables a stand without a table lies halfway, and the first and the last table share their set."""
    _check(tables)
    stand = tables // 2 if tables % 2 == 0 else tables
    return [[Meeting(table + 1, table + 1, tables + (table - played) % tables + 1,
                     (table + (table >= stand) + played) % tables + 1) for table in range(tables)]
            for played in range(tables)]


def howell(tables: int) -> list[list[Meeting]]:
    """Twice as many sides as tables.  The last of them sits at table 1; the others follow each other around, and the
    sets of deals too.  With two or three tables there is no such way: all play the same set in each round."""
    _check(tables)
    rounds = 2 * tables - 1
    starter = _starters().get(tables) or [(k, rounds - k, 0) for k in range(1, tables)]
    return [[Meeting(1, rounds + 1, played + 1, played + 1),
             *(Meeting(table, (one + played) % rounds + 1, (other + played) % rounds + 1,
                       (played - shift) % rounds + 1) for table, (one, other, shift) in enumerate(starter, 2))]
            for played in range(rounds)]


@cache
def _starters() -> dict[int, list[tuple[int, int, int]]]:
    """For a number of tables: pairs of sides whose differences are all different, and how far each pair's set lies
    behind that of the side that sits."""
    found = tomllib.loads((files("companion.club") / "howell.toml").read_text(encoding="utf-8"))
    return {int(tables): [(one, other, shift) for one, other, shift in starter] for tables, starter in found.items()}


def _check(tables: int) -> None:
    if not 2 <= tables <= MOST_TABLES:
        raise RequestError("A movement is for 2 to {most} tables, not {number}.", most=MOST_TABLES, number=tables)

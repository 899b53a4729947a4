"""The numbers about the world, from noise.toml beside this file.

    >>> noise().people.take
    -2.5
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Reading:
    """How a card is read; the file says what each number means, and its unit."""

    floor_name: float
    floor_doubt: float
    far_off: float
    likely_two: float
    likely_one: float
    likely_none: float
    unread_joker: float
    unsure: float
    sure_odds: float
    sigma_two_mm: float
    sigma_one_mm: float
    reach_mm: float
    most: float
    tempered_s: float


@dataclass(frozen=True)
class Covered:
    """How often a card is detected by what lies over its marks."""

    detected: tuple[float, ...]
    clear_mm: tuple[float, ...]
    alike: float


@dataclass(frozen=True)
class People:
    """What people do with cards, and how likely."""

    lay: float
    lay_more: float
    lay_unmoved: float
    take: float
    take_under: float
    slide: float
    aside: float
    odd: float
    ripen_s: float
    astray: float
    unseen: float
    glimpsed: float
    under: float
    together_s: float
    arm: float
    arm_s: float


@dataclass(frozen=True)
class Held:
    """What tells a card in a hand from one on the table."""

    inside: float
    still: float
    marks: tuple[float, ...]
    step_mm: float
    sway: float
    larger: float


@dataclass(frozen=True)
class WhereLaid:
    """How the places of a layout lie on a table."""

    inset_mm: float
    border_mm: float
    amid: float
    shifted_mm: float
    turned_deg: float
    bent: float


@dataclass(frozen=True)
class Noise:
    """All of them."""

    reading: Reading
    covered: Covered
    people: People
    held: Held
    places: WhereLaid


FILE = Path(__file__).with_name("noise.toml")


@cache
def noise(path: Path = FILE) -> Noise:
    """The numbers of a file; KeyError or TypeError where one is missing or unknown."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = {f.name: kind(**{key: tuple(value) if isinstance(value, list) else value
                             for key, value in tables[f.name].items()})
             for f, kind in zip(fields(Noise), (Reading, Covered, People, Held, WhereLaid), strict=True)}
    return Noise(**parts)

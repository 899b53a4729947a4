"""House rules of Canasta (RULES 6.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.cards import Pack
from rules.core.options import choice, number
from rules.games.canasta.melds import PACK


@dataclass(frozen=True)
class House:
    """The house rules; an option each, and the pack."""

    players: str | int = choice("seated", 4, 2)
    preset: str = choice("source", "printed")
    unopened_is_frozen: bool = choice(False, True)
    frozen_join_existing: bool = choice(True, False)
    wild_le_natural: bool = choice(False, True)
    black3_wild: bool = choice(False, True)
    pile_helps_minimum: bool = choice(False, True)
    red3_negative_if_no_meld: bool = choice(False, True)
    concealed_needs_minimum: bool = choice(True, False)
    concealed_bonus: str = choice("replaces", "adds")
    forced_take: bool = choice(True, False)
    raise_minimum: bool = choice(False, True)
    target: int = number(5000, least=1)
    asks: str = choice("turn", "hand", "any_time")
    draws: str = choice("assumed", "recorded")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked
PRINTED: Mapping[str, str] = {  # what is tagged [general] in RULES 6
    "unopened_is_frozen": "true", "frozen_join_existing": "true", "black3_wild": "false", "pile_helps_minimum": "false",
    "red3_negative_if_no_meld": "true", "raise_minimum": "true"}

"""House rules of Canasta (RULES 6.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.cards import Pack
from rules.core.options import Option
from rules.games.canasta.melds import PACK


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name, and the pack."""

    players: str | int
    preset: str
    unopened_is_frozen: bool
    frozen_join_existing: bool
    wild_le_natural: bool
    black3_wild: bool
    pile_helps_minimum: bool
    red3_negative_if_no_meld: bool
    concealed_needs_minimum: bool
    concealed_bonus: str
    forced_take: bool
    raise_minimum: bool
    target: int
    asks: str
    draws: str
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked


OPTIONS = (
    Option("players", ("seated", 4, 2)),
    Option("preset", ("source", "printed")),
    Option("unopened_is_frozen", (False, True)),
    Option("frozen_join_existing", (True, False)),
    Option("wild_le_natural", (False, True)),
    Option("black3_wild", (False, True)),
    Option("pile_helps_minimum", (False, True)),
    Option("red3_negative_if_no_meld", (False, True)),
    Option("concealed_needs_minimum", (True, False)),
    Option("concealed_bonus", ("replaces", "adds")),
    Option("forced_take", (True, False)),
    Option("raise_minimum", (False, True)),
    Option("target", (5000,), least=1),
    Option("asks", ("turn", "hand", "any_time")),
    Option("draws", ("assumed", "recorded")),
)
PRINTED: Mapping[str, str] = {  # what is tagged [general] in RULES 6
    "unopened_is_frozen": "true", "frozen_join_existing": "true", "black3_wild": "false", "pile_helps_minimum": "false",
    "red3_negative_if_no_meld": "true", "raise_minimum": "true"}

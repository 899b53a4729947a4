"""House rules of Friend or Foe (RULES 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import choice

PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each, and the pack."""

    aces_match_die_one: bool = choice(False, True)
    both_matches: bool = choice(False, True)
    friend_requires_no_match: bool = choice(True, False)
    foe_pile: str = choice("with", "without")
    double_out: str = choice("shared", "asker", "helper")
    leftovers: str = choice("aside", "first_players")
    false_call: str = choice("void", "collects")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked

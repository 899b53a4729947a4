"""House rules of Friend or Foe (RULES 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import Option

PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option, and the pack."""

    aces_match_die_one: bool
    both_matches: bool
    friend_requires_no_match: bool
    foe_pile: str
    double_out: str
    leftovers: str
    false_call: str
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked


OPTIONS = (
    Option("aces_match_die_one", (False, True)),
    Option("both_matches", (False, True)),
    Option("friend_requires_no_match", (True, False)),
    Option("foe_pile", ("with", "without")),
    Option("double_out", ("shared", "asker", "helper")),
    Option("leftovers", ("aside", "first_players")),
    Option("false_call", ("void", "collects")),
)

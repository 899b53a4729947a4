"""House rules of Friend or Foe (RULES 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import Option


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    aces_match_die_one: bool
    both_matches: bool
    friend_requires_no_match: bool
    foe_pile: str
    double_out: str
    leftovers: str
    false_call: str


OPTIONS = (
    Option("aces_match_die_one", (False, True)),
    Option("both_matches", (False, True)),
    Option("friend_requires_no_match", (True, False)),
    Option("foe_pile", ("with", "without")),
    Option("double_out", ("shared", "asker", "helper")),
    Option("leftovers", ("aside", "first_players")),
    Option("false_call", ("void", "collects")),
)

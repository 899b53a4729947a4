"""House rules of Page One (RULES 4.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import choice, number

PACK = standard_pack(jokers=1)


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each, and the pack."""

    max_players: int = number(4, least=2, most=6)
    joker_anytime: bool = choice(True, False)
    joker_lead: str = choice("any_suit_by_second", "forbidden", "joker_named_suit")
    joker_last: bool = choice(True, False)
    joker_for_drawn: str = choice("after_draw", "allowed")
    deadline: str = choice("next_action", "winner_grace")
    notice: str = choice("auto", "on_challenge")
    end: str = choice("immediate", "end_of_trick")
    show_draws: str = choice("hidden", "shown")
    false_call_penalty: int = choice(0, 5)
    revoke_penalty: int = choice(0, 5)
    score: str = choice("wins", "leftover")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked

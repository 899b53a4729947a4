"""House rules of Page One (RULES 4.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import Option

PACK = standard_pack(jokers=1)


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option, and the pack."""

    max_players: int
    joker_anytime: bool
    joker_lead: str
    joker_last: bool
    joker_for_drawn: str
    deadline: str
    notice: str
    end: str
    show_draws: str
    false_call_penalty: int
    revoke_penalty: int
    score: str
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked


OPTIONS = (
    Option("max_players", (4,), least=2, most=6),
    Option("joker_anytime", (True, False)),
    Option("joker_lead", ("any_suit_by_second", "forbidden", "joker_named_suit")),
    Option("joker_last", (True, False)),
    Option("joker_for_drawn", ("after_draw", "allowed")),
    Option("deadline", ("next_action", "winner_grace")),
    Option("notice", ("auto", "on_challenge")),
    Option("end", ("immediate", "end_of_trick")),
    Option("show_draws", ("hidden", "shown")),
    Option("false_call_penalty", (0, 5)),
    Option("revoke_penalty", (0, 5)),
    Option("score", ("wins", "leftover")),
)

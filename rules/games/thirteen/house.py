"""House rules of Thirteen (RULES 7.2 to 7.4)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import Option


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    chops: str
    longer_pairs_beat: bool
    quad_beats_pairs: str
    min_straight: int
    triple: bool
    chop_pairs_with_2: bool
    straight_same_suit_lock: bool
    four_of_rank: str
    next_lead: str
    play_on: bool
    even_literal: bool
    high_back: str
    packs: str | int

    def has_two_packs(self, players: int) -> bool:
        """Two packs from seven players on, or as the table has agreed (RULES 7.1)."""
        return self.packs == 2 or (self.packs == "auto" and players > 6)


OPTIONS = (
    Option("chops", ("any", "only_2s")),
    Option("longer_pairs_beat", (False, True)),
    Option("quad_beats_pairs", ("none", "always")),
    Option("min_straight", (3, 5)),
    Option("triple", (True, False)),
    Option("chop_pairs_with_2", (False, True)),
    Option("straight_same_suit_lock", (False, True)),
    Option("four_of_rank", ("redeal", "instant_win", "ignore")),
    Option("next_lead", ("winner", "lowest")),
    Option("play_on", (False, True)),
    Option("even_literal", (False, True)),
    Option("high_back", ("red",), pattern="[a-z]+"),
    Option("packs", ("auto", 1, 2)),
)

"""House rules of Thirteen (RULES 7.2 to 7.4)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import choice, words


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each."""

    chops: str = choice("any", "only_2s")
    longer_pairs_beat: bool = choice(False, True)
    quad_beats_pairs: str = choice("none", "always")
    min_straight: int = choice(3, 5)
    triple: bool = choice(True, False)
    chop_pairs_with_2: bool = choice(False, True)
    straight_same_suit_lock: bool = choice(False, True)
    four_of_rank: str = choice("redeal", "instant_win", "ignore")
    next_lead: str = choice("winner", "lowest")
    play_on: bool = choice(False, True)
    even_literal: bool = choice(False, True)
    high_back: str = words("red", pattern="[a-z]+")
    packs: str | int = choice("auto", 1, 2)

    def has_two_packs(self, players: int) -> bool:
        """Two packs from seven players on, or as the table has agreed (RULES 7.1)."""
        return self.packs == 2 or (self.packs == "auto" and players > 6)

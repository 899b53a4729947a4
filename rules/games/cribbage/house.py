"""House rules of Cribbage (RULES 11.7, 11.8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.frozen import kept
from rules.core.options import choice

PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each, and the pack."""

    target: str = choice("121", "61")
    muggins: bool = choice(False, True)
    skunk: str = choice("double", "none")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked

    @kept("target")
    def holes(self) -> int:
        """Where the game ends."""
        return int(self.target)

    @property
    def skunk_line(self) -> int:
        """A loser who has not come so far is skunked: 91 of 121, 31 of 61."""
        return self.holes - 30

    @property
    def double_skunk_line(self) -> int:
        """A loser who has not come so far is skunked twice; there is no such line on the short board."""
        return self.holes - 60 if self.holes > 60 + 1 else 0

    def games_won(self, loser: int) -> int:
        """What a game counts in the match, by how far the loser came."""
        if self.skunk == "none":
            return 1
        return 1 + (loser < self.skunk_line) + (loser < self.double_skunk_line)

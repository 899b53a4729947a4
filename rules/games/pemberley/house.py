"""House rules of Pemberley (RULES 3.3 to 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.frozen import kept
from rules.core.options import Value, choice, number
from rules.games.pemberley.arrangement import Scale

PROFILES: Mapping[str, Mapping[str, Value]] = {
    "inventors": {},
    "post_literal": {"first_player": "left_of_dealer", "ones_counter": "game", "unplayed_rule": "double", "target": 0},
}


PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each, and the pack."""

    profile: str = choice("inventors", "post_literal")
    direction: str = choice("clockwise", "anticlockwise")
    first_player: str = choice("cutter", "left_of_dealer")
    must_play: bool = choice(True, False)
    negative_primes: bool = choice(True, False)
    negative_multiples: bool = choice(True, False)
    ones_counter: str = choice("round", "game")
    ones_in_sets: str = choice("flat", "continue_counter")
    unplayed_rule: str = choice("set_aside_once", "joins_once", "double")
    target: int = number(30, least=0)
    target_mode: str = choice("strict", "at_least")
    rounds: int = number(0, least=0)
    muggins: bool = choice(False, True)
    hints: str = choice("after_round", "any_time", "never")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked

    @kept("negative_primes", "negative_multiples")
    def scale(self) -> Scale:
        return Scale(self.negative_primes, self.negative_multiples)

    @property
    def joins(self) -> bool:
        """Whether cards left in hand may be used in sets."""
        return self.unplayed_rule != "set_aside_once"

    def reached(self, score: int) -> bool:
        """Whether the score ends the match (RULES 3.5); with a number of rounds agreed none does."""
        if not self.target or self.rounds:
            return False
        return score >= self.target if self.target_mode == "at_least" else score > self.target

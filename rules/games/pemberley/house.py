"""House rules of Pemberley (RULES 3.3 to 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.frozen import kept
from rules.core.options import Option, Value
from rules.games.pemberley.arrangement import Scale

PROFILES: Mapping[str, Mapping[str, Value]] = {
    "inventors": {},
    "post_literal": {"first_player": "left_of_dealer", "ones_counter": "game", "unplayed_rule": "double", "target": 0},
}


PACK = standard_pack()


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option, and the pack."""

    profile: str
    direction: str
    first_player: str
    must_play: bool
    negative_primes: bool
    negative_multiples: bool
    ones_counter: str
    ones_in_sets: str
    unplayed_rule: str
    target: int
    target_mode: str
    rounds: int
    muggins: bool
    hints: str
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


OPTIONS = (
    Option("profile", ("inventors", "post_literal")),
    Option("direction", ("clockwise", "anticlockwise")),
    Option("first_player", ("cutter", "left_of_dealer")),
    Option("must_play", (True, False)),
    Option("negative_primes", (True, False)),
    Option("negative_multiples", (True, False)),
    Option("ones_counter", ("round", "game")),
    Option("ones_in_sets", ("flat", "continue_counter")),
    Option("unplayed_rule", ("set_aside_once", "joins_once", "double")),
    Option("target", (30,),
               least=0),
    Option("target_mode", ("strict", "at_least")),
    Option("rounds", (0,), least=0),
    Option("muggins", (False, True)),
    Option("hints", ("after_round", "any_time", "never")),
)

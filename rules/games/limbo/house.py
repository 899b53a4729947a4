"""House rules of Limbo (RULES 2.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import Option

PACK = Pack(dict.fromkeys(sorted(standard_pack()), 1))


@dataclass(frozen=True)
class House:
    """The house rules; one field per option of the same name, and the pack."""

    stock_face: str
    double_window: str
    ace11_divides: str
    jack_on_ace: str
    must_play: bool
    stuck_above_bar: str
    winner_extra: str
    shuffle: str
    target: int
    deals: int
    bar: int
    loser_cap: str
    false_concession: str
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked


OPTIONS = (
    Option("stock_face", ("up", "down")),
    Option("double_window", ("before_first_card", "before_own_first_card", "before_starter")),
    Option("ace11_divides", ("mandatory", "optional", "never")),
    Option("jack_on_ace", ("same", "free")),
    Option("must_play", (True, False)),
    Option("stuck_above_bar", ("lose", "draw_from_stock", "pass")),
    Option("winner_extra", ("hand", "hand+stock", "none")),
    Option("shuffle", ("never_until_short", "each_hand")),
    Option("target", (200,), least=1),
    Option("deals", (0,), least=0),
    Option("bar", (10,), least=0, most=100),
    Option("loser_cap", ("bar", "none")),
    Option("false_concession", ("stand", "resume", "forfeit")),
)

"""House rules of Limbo (RULES 2.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Pack, standard_pack
from rules.core.options import choice, number

PACK = Pack(dict.fromkeys(sorted(standard_pack()), 1))


@dataclass(frozen=True)
class House:
    """The house rules; an option each, and the pack."""

    stock_face: str = choice("up", "down")
    double_window: str = choice("before_first_card", "before_own_first_card", "before_starter")
    ace11_divides: str = choice("mandatory", "optional", "never")
    jack_on_ace: str = choice("same", "free")
    must_play: bool = choice(True, False)
    stuck_above_bar: str = choice("lose", "draw_from_stock", "pass")
    winner_extra: str = choice("hand", "hand+stock", "none")
    shuffle: str = choice("never_until_short", "each_hand")
    target: int = number(200, least=1)
    deals: int = number(0, least=0)
    bar: int = number(10, least=0, most=100)
    loser_cap: str = choice("bar", "none")
    false_concession: str = choice("stand", "resume", "forfeit")
    pack: Pack = field(default_factory=lambda: PACK, compare=False)  # another where a small table is checked

"""House rules of Scopa (RULES 5.3, 5.6)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import choice


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; an option each."""

    seats: str | int = choice("seated", 2, 3, 4)
    kings_redeal: int | str = choice(3, "off")
    trail_rule: str = choice("card", "hand")
    sweep_order: str = choice("chronological", "non_dealer_first", "after_all_compare")
    target: int = choice(11, 16, 21)
    stop_midcount: bool = choice(True, False)
    last_capture_sweep: bool = choice(False, True)

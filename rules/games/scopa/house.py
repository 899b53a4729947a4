"""House rules of Scopa (RULES 5.3, 5.6)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.options import Option


@dataclass(frozen=True)
class House:
    """The rules as this table plays them; one field per option."""

    seats: str | int
    kings_redeal: int | str
    trail_rule: str
    sweep_order: str
    target: int
    stop_midcount: bool
    last_capture_sweep: bool


OPTIONS = (
    Option("seats", ("seated", 2, 3, 4)),
    Option("kings_redeal", (3, "off")),
    Option("trail_rule", ("card", "hand")),
    Option("sweep_order", ("chronological", "non_dealer_first", "after_all_compare")),
    Option("target", (11, 16, 21)),
    Option("stop_midcount", (True, False)),
    Option("last_capture_sweep", (False, True)),
)

"""Scores drawn in the terminal: a pegged track per player, and five-bar gates for small scores.

    >>> print(pegged_track("Ann", back=50, front=60, target=200, width=40))
    Ann  ··········○·●····························   60

The front peg stands at the score, the back peg where it stood before, as on a cribbage board.
"""

from __future__ import annotations

from collections.abc import Mapping

GATE = "┼┼┼┼"  # four strokes and the one across
SMALL = 40  # scores up to here are shown as strokes too


def board(before: Mapping[str, int], now: Mapping[str, int], target: int | None, width: int = 60) -> list[str]:
    """A track a name, all to the same scale; the scale ends at the target or the best score."""
    end = max([target or 1, *now.values()])
    longest = max(map(len, now), default=0)
    return [pegged_track(name.ljust(longest), before.get(name, 0), score, end, width) for name, score in now.items()]


def pegged_track(name: str, back: int, front: int, target: int, width: int = 60) -> str:
    """One player's track of `width` holes from 0 to `target`."""
    holes = ["┊" if i and i % 10 == 0 else "·" for i in range(width)]
    holes[_hole(back, target, width)] = "○"
    holes[_hole(front, target, width)] = "●"
    marks = f"  {gates(front)}" if 0 < front <= SMALL else ""
    return f"{name}  {''.join(holes)} {front:>5}{marks}"


def gates(score: int) -> str:
    """Tally marks: a five-bar gate for each five."""
    return " ".join(filter(None, [*[GATE] * (score // 5), "│" * (score % 5)]))


def _hole(score: int, target: int, width: int) -> int:
    return round(max(0, min(score, target)) / target * (width - 1))

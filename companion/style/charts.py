"""Where the marks of a small line chart lie; geometry only, drawn on the screen and on paper alike.

    >>> chart = line_chart({"Ann": (0, 1, 1), "Bob": (1, 1, 2)})
    >>> chart.lines["Ann"]
    ((0.0, 0.0), (0.5, 0.5), (1.0, 0.5))
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LEAST = 1e-9  # what is smaller counts as nothing
MOST_TICKS = 5


@dataclass(frozen=True)
class LineChart:
    """Points in shares of the chart's width and height, from its lower left corner; None leaves a gap.
    ticks: heights with what stands beside them."""

    lines: Mapping[str, tuple[tuple[float, float], ...]]
    ticks: tuple[tuple[float, str], ...]


def line_chart(series: Mapping[str, Sequence[float | None]]) -> LineChart:
    """A line a name over the same axis, from zero (or a round number below the lowest value) to a round number above
    the highest."""
    known = [value for values in series.values() for value in values if value is not None]
    highest, lowest = max(known, default=0.0), min(0.0, *known, 0.0)
    step = tick_step(highest - lowest)
    low = step * math.floor(lowest / step + LEAST)
    top = max(low + step, step * math.ceil(highest / step - LEAST))
    longest = max((len(values) for values in series.values()), default=0)
    room = top - low
    lines = {name: tuple((place / max(longest - 1, 1), (value - low) / room) for place, value in enumerate(values)
                         if value is not None) for name, values in series.items()}
    return LineChart(lines, tuple((k * step / room, f"{low + k * step:g}".replace("-", "−"))
                                  for k in range(round(room / step) + 1)))


def tick_step(highest: float) -> float:
    """1, 2 or 5 times a power of ten, so that at most MOST_TICKS steps reach the highest value."""
    if highest < LEAST:
        return 1.0
    power = 10.0 ** math.floor(math.log10(highest / MOST_TICKS))
    return next(power * k for k in (1, 2, 5, 10) if power * k * MOST_TICKS >= highest * (1 - 1e-9))

"""A chart of lines, one a name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine
from kivy.properties import ListProperty, StringProperty

from companion.style.charts import line_chart
from companion.style.theme import BOLD_FONT, TEXT_FONT, Colour
from companion.widgets.base import app, text_height, text_width
from companion.widgets.drawn import Drawn
from companion.widgets.lettering import colour_of, line_height, write
from companion.words import texts

APART = 12  # units beside words
CLOSE = 0.85  # of a line, from one name to the next
MOST_NAMES = 0.35  # of the width may be names


class Chart(Drawn):
    """Lines over the sittings.  data: name -> values."""

    title = StringProperty("")
    names = ListProperty([])  # in seat order, for the colours

    def draw(self) -> None:
        theme, unit, line = app().theme, app().unit, line_height(TEXT_FONT)
        series: Mapping[str, Sequence[float | None]] = self.data
        chart = line_chart(series)
        title = text_height(self.title, BOLD_FONT, app().letters, int(self.width))
        write(self.title, self.x, self.top - title, self.width, title, app().letters, BOLD_FONT, theme.quiet, wrap=True)
        if not any(chart.lines.values()):
            write(texts.NOTHING_TO_DRAW, self.x, self.y, self.width, self.height - title, app().letters, TEXT_FONT,
                  theme.quiet, wrap=True)
            return
        ticks = _widest((text for _, text in chart.ticks), TEXT_FONT) + unit * APART
        names = min(_widest(chart.lines, BOLD_FONT) + unit * 2 * APART, self.width * MOST_NAMES)
        left, low = self.x + ticks, self.y + line / 2
        wide, high = self.width - ticks - names, self.height - title - 1.2 * line
        self._draw_ticks(_apart(chart.ticks, high / line), left, low, wide, high)
        ends: list[tuple[float, str, Colour]] = []
        for place, (name, points) in enumerate(chart.lines.items()):
            colour = colour_of(name, place)
            drawn = [(left + x * wide, low + y * high) for x, y in points]
            Color(*colour)
            if len(drawn) > 1:
                SmoothLine(points=[at for point in drawn for at in point], width=unit * 2)
            for x, y in drawn:
                SmoothEllipse(pos=(x - unit * 5, y - unit * 5), size=(unit * 10, unit * 10))
            if drawn and name:
                ends.append((drawn[-1][1], name, colour))
        lowest = -math.inf
        for height, name, colour in sorted(ends, key=lambda end: end[0]):
            lowest = max(height, lowest + line * CLOSE)
            write(name, left + wide + unit * APART, lowest - line / 2, names - unit * APART, line, app().letters,
                  BOLD_FONT, colour)

    def _draw_ticks(self, ticks: Sequence[tuple[float, str]], left: float, low: float, wide: float, high: float
                    ) -> None:
        """Numbers on the left, each with its line."""
        theme, unit, line = app().theme, app().unit, line_height(TEXT_FONT)
        for share, text in ticks:
            y = low + share * high
            write(text, self.x, y - line / 2, left - self.x, line, app().letters, TEXT_FONT, theme.quiet,
                  right=left - unit * APART)
            Color(*theme.line)
            Line(points=(left, y, left + wide, y), width=1)


def _widest(words: Iterable[str], font: str) -> float:
    """Width of the widest, at the least size, pixels."""
    return max((text_width(word, font, app().letters) for word in words), default=0.0)


def _apart(ticks: Sequence[tuple[float, str]], room: float) -> Sequence[tuple[float, str]]:
    """As many ticks as stand apart.  room: for so many lines of text."""
    step = next((step for step in range(1, len(ticks)) if len(ticks) / step <= room + 1), max(len(ticks) - 1, 1))
    return ticks[::step]

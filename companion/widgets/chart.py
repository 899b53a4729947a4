"""A chart of lines, one a name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine
from kivy.properties import ListProperty, StringProperty

from companion.style.charts import line_chart
from companion.style.theme import BOLD_FONT, TEXT_FONT, Colour
from companion.widgets.base import app
from companion.widgets.panel import Drawn, write
from companion.words import texts


class Chart(Drawn):
    """Lines over the sittings.  data: name -> values."""

    title = StringProperty("")
    names = ListProperty([])  # in seat order, for the colours

    def draw(self) -> None:
        theme, unit = app().theme, app().unit
        series: Mapping[str, Sequence[float | None]] = self.data
        chart = line_chart(series)
        write(self.title, self.x, self.top - unit * 34, self.width, unit * 32, unit * 23, BOLD_FONT, theme.quiet)
        if not any(chart.lines.values()):
            write(texts.NOTHING_TO_DRAW, self.x, self.y, self.width, self.height - unit * 40, unit * 24, TEXT_FONT,
                  theme.quiet, wrap=True)
            return
        left, low = self.x + unit * 46, self.y + unit * 12
        wide, high = self.width - unit * (46 + 130), self.height - unit * 58
        for share, text in chart.ticks:
            y = low + share * high
            write(text, self.x, y - unit * 13, unit * 38, unit * 26, unit * 19, TEXT_FONT, theme.quiet,
                  right=self.x + unit * 38)
            Color(*theme.line)
            Line(points=(left, y, left + wide, y), width=1)
        ends: list[tuple[float, str, Colour]] = []
        for place, (name, points) in enumerate(chart.lines.items()):
            colour = theme.pegs[place % len(theme.pegs)]
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
            lowest = max(height, lowest + unit * 24)
            write(name, left + wide + unit * 14, lowest - unit * 13, unit * 116, unit * 26, unit * 22, BOLD_FONT,
                  colour)

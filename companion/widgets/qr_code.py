"""A code that phones scan."""

from __future__ import annotations

import segno
from kivy.graphics import Color, Rectangle

from companion.widgets.drawn import Drawn

QUIET = 4  # modules of white around a code, as its standard wants


class QrCode(Drawn):
    """data: the text of the code, drawn dark on white whatever the theme."""

    def draw(self) -> None:
        rows = [list(row) for row in segno.make(self.data, error="m").matrix]
        count = len(rows) + 2 * QUIET
        module = max(1, int(min(self.width, self.height) // count))  # whole pixels, so that edges are sharp
        side = module * count
        left, top = int(self.center_x - side / 2), int(self.center_y + side / 2)
        Color(1, 1, 1, 1)
        Rectangle(pos=(left, top - side), size=(side, side))
        Color(0, 0, 0, 1)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    Rectangle(pos=(left + (QUIET + x) * module, top - (QUIET + y + 1) * module), size=(module, module))

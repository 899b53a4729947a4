"""Small numbers with their names, and dice."""

from __future__ import annotations

from companion.style.flow import Cell, best_columns, flow
from companion.style.theme import FIGURE_FONT, TEXT_FONT
from companion.widgets.base import app, text_width
from companion.widgets.dice import draw_die
from companion.widgets.drawn import Drawn
from companion.widgets.lettering import least_size, line_height, write
from companion.words import texts
from rules.core.panel import Fact

APART = 14  # units between a name and its number; twice that between two facts
Facts = tuple[Fact[str], ...]


class FactStrip(Drawn):
    """Facts in rows, as many side by side as there is room for."""

    patient = True

    def draw(self) -> None:
        facts: Facts = self.data
        unit = app().unit
        cells, columns = fact_cells(facts, self.width)
        rows = cells[-1].row + 1
        pitch, high = self.width / columns, min(self.height / rows, unit * 58)
        top = self.center_y + high * rows / 2
        size = min(high * 0.74, unit * 42)
        for fact, cell in zip(facts, cells, strict=True):
            x, y, wide = self.x + pitch * cell.column, top - high * (cell.row + 1), pitch * cell.span
            ink, quiet, text = app().theme.ink, app().theme.quiet, texts.pretty(fact.text)
            number = text_width(text, FIGURE_FONT, least_size(FIGURE_FONT)) + unit
            if columns > 2:  # a number at the end of its column would seem to belong to the next
                used = write(fact.label, x, y, wide - number - unit * APART, high, size * 0.9, TEXT_FONT, quiet)
                write(text, x + used + unit * APART / 2, y, wide - used - unit * APART, high, size, FIGURE_FONT, ink)
            else:
                used = write(text, x, y, max(number, wide * 0.62), high, size, FIGURE_FONT, ink,
                             right=x + wide - unit * APART * (columns > 1))
                write(fact.label, x, y, wide - used - unit * APART * columns, high, size * 0.9, TEXT_FONT, quiet)


def fact_width(fact: Fact[str]) -> float:
    """Width that a fact needs at the least size, pixels."""
    return float(text_width(fact.label, TEXT_FONT, least_size(TEXT_FONT)) + app().unit * APART * 2.2
                 + text_width(texts.pretty(fact.text), FIGURE_FONT, least_size(FIGURE_FONT)))


def fact_cells(facts: Facts, width: float) -> tuple[tuple[Cell, ...], int]:
    """The place of every fact in rows of this width in pixels, and how many columns they have."""
    needs = list(map(fact_width, facts))
    columns = best_columns(needs, width, 1)
    return flow(needs, columns, width / columns), columns


def are_facts_wider(facts: Facts, width: float) -> bool:
    """Whether one of them is wider than that at the least size, in pixels."""
    return max(map(fact_width, facts), default=0.0) > width + 1


def facts_height(facts: Facts, width: float) -> float:
    """Height that facts need at the least size, pixels."""
    if not facts:
        return 0.0
    return line_height() * (fact_cells(facts, width)[0][-1].row + 1)


class DiceView(Drawn):
    """Dice as they lie, side by side."""

    patient = True

    def draw(self) -> None:
        dice: tuple[int, ...] = self.data
        side = min(self.height * 0.9, self.width / (1.15 * len(dice)))
        left = self.center_x - side * (1.15 * len(dice) - 0.15) / 2
        for index, pips in enumerate(dice):
            x, y = left + index * side * 1.15, self.center_y - side / 2
            draw_die(pips, x, y, side, app().theme)

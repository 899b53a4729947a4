"""The Never Over pack as cards to cut out (RULES 1.2).

A green card is a disc and "+3", a red card an octagon and "≤2": told apart by shape and sign, not
only by colour.  Two corners carry the game's number, the other two the ordinary index the card
stands for (clubs for green, diamonds for red, the King of diamonds for zero), because that is what
the reader has learnt to read, and where; the deck profile "never-over" says which is which.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from calibration.table import Point
from companion.sheets.paper import GREY, INK, Paper, PaperSize, Pen
from companion.words.refusals import RequestError

CARD_MM = (62.0, 88.0)
COLUMNS, ROWS = 3, 3
GREEN, RED = "#00703C", "#C0142B"
_RADIUS = 3.5
_MOST = 400  # cards; more is surely a slip of the pen


@dataclass(frozen=True)
class Pack:
    """greens: how many +1, +2, ...; reds: how many <=0, <=1, ..."""

    greens: tuple[int, ...]
    reds: tuple[int, ...]

    @classmethod
    def parse(cls, greens: str, reds: str) -> Pack:
        """Counts as in the game's options ("13,11,9,7"); RequestError for a pack that cannot be played."""
        pack = cls(_counts(greens, "greens"), _counts(reds, "reds"))
        highest_green, highest_red = len(pack.greens), len(pack.reds) - 1
        if highest_green != highest_red:
            raise RequestError("The highest green must equal the highest red, but greens go up to {highest_green} and "
                               "reds to {highest_red}.", highest_green=highest_green, highest_red=highest_red)
        if not 1 <= highest_green <= 9:
            raise RequestError("Cards go up to 9 at most, not {highest_green}.", highest_green=highest_green)
        if not pack.greens[-1] or not pack.reds[-1]:
            raise RequestError("There must be at least one green {highest_green} and one red {highest_red}.",
                               highest_green=highest_green, highest_red=highest_red)
        if len(pack.cards) > _MOST:
            raise RequestError("A pack of {number} cards is too large to print; {most} is the most.",
                               number=len(pack.cards), most=_MOST)
        return pack

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card to print, by its name in the game."""
        green = [f"+{value}" for value, count in enumerate(self.greens, 1) for _ in range(count)]
        red = [f"<={value}" for value, count in enumerate(self.reds) for _ in range(count)]
        return tuple(green + red)


def _counts(text: str, what: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*\d+(\s*,\s*\d+)*\s*", text):
        raise RequestError("The {what} must be numbers with commas between them, such as 13,11,9,7, not '{text}'.",
                           what=what, text=text)
    return tuple(int(count) for count in text.split(","))


SUGGESTED = Pack((13, 11, 9, 7), (1, 2, 3, 4, 5))  # the usual 55 cards (RULES 1.2)


def write_pack(path: Path, pack: Pack, paper_mm: PaperSize, backs: bool = True,
               progress: Callable[[float], None] = lambda share: None) -> int:
    """Write the PDF; each page of fronts is followed by its backs, to print on both sides and turn
    over the long edge.  Returns the number of pages.  `progress` hears the share done and may raise to stop."""
    paper = Paper(path, paper_mm, "Never Over")
    per_page = COLUMNS * ROWS
    for start in range(0, len(pack.cards), per_page):
        progress(start / len(pack.cards))
        cards = pack.cards[start:start + per_page]
        _cut_lines(paper)
        for place, card in enumerate(cards):
            draw_face(paper, card, _corner(paper, place % COLUMNS, place // COLUMNS))
        paper.end_page()
        if backs:
            for place in range(len(cards)):
                # Turned over the long edge, the left column lies behind the right one.
                _draw_back(paper, _corner(paper, COLUMNS - 1 - place % COLUMNS, place // COLUMNS))
            paper.end_page()
    paper.save()
    return paper.pages


def _corner(paper: Paper, column: int, row: int) -> Point:
    """Lower left corner of a card's place, rows from the top."""
    left = (paper.width - COLUMNS * CARD_MM[0]) / 2
    bottom = (paper.height - ROWS * CARD_MM[1]) / 2
    return left + column * CARD_MM[0], bottom + (ROWS - 1 - row) * CARD_MM[1]


def _cut_lines(paper: Paper) -> None:
    """Hairlines between the cards and ticks in the margins."""
    for column in range(COLUMNS + 1):
        x, y = _corner(paper, column, ROWS - 1)
        paper.line((x, y - 5), (x, y + ROWS * CARD_MM[1] + 5), GREY, 0.1)
    for row in range(ROWS + 1):
        x, y = _corner(paper, 0, row - 1)
        paper.line((x - 5, y), (x + COLUMNS * CARD_MM[0] + 5, y), GREY, 0.1)


def draw_face(paper: Pen, card: str, at: Point) -> None:
    """One card; `at` is its lower left corner."""
    x, y = at
    width, height = CARD_MM
    centre = (x + width / 2, y + height / 2)
    _badge(paper, card, centre, 19.0)
    for way in (nullcontext(), paper.turned(centre)):
        with way:
            _ordinary_index(paper, ordinary_index(card), (x + 7.0, y + height - 12.5), _colour(card))
            _badge(paper, card, (x + width - 11.5, y + height - 11.5), 8.5)


def _badge(paper: Pen, card: str, centre: Point, radius: float) -> None:
    """The game's number, white on a green disc or a red octagon: nothing the reader takes for an index."""
    green = card.startswith("+")
    if green:
        paper.disc(centre, radius, GREEN)
    else:
        paper.shape([_octagon(centre, 1.08 * radius)], RED)
        paper.shape([_octagon(centre, 0.98 * radius)], None, "#FFFFFF", 0.035 * radius)
    text = card if green else card.replace("<=", "≤")
    paper.text(text, (centre[0], centre[1] - 0.38 * radius), 0.76 * radius, "#FFFFFF")


def _colour(card: str) -> str:
    return GREEN if card.startswith("+") else RED


def ordinary_index(card: str) -> str:
    """The ordinary card that a Never Over card stands for: "+1" the ace of clubs, "<=0" the King of diamonds."""
    number = int(card[1:] if card.startswith("+") else card[2:])
    rank = {0: "K", 1: "A"}.get(number, str(number))
    return rank + ("C" if card.startswith("+") else "D")


def _ordinary_index(paper: Pen, label: str, at: Point, colour: str) -> None:
    """Rank over suit as on any pack; `at` is the middle of the rank's foot."""
    paper.text(label[0], at, 8.0, colour)
    middle = (at[0], at[1] - 5.0)
    if label[1] == "D":
        paper.shape([[(middle[0], middle[1] + 3.6), (middle[0] + 2.7, middle[1]), (middle[0], middle[1] - 3.6),
                      (middle[0] - 2.7, middle[1])]], colour)
    else:
        _club(paper, middle, colour)


def _club(paper: Pen, middle: Point, colour: str) -> None:
    x, y = middle
    for dx, dy in ((0, 1.75), (-1.75, -0.7), (1.75, -0.7)):
        paper.disc((x + dx, y + dy), 1.65, colour)
    paper.shape([[(x - 0.5, y + 0.8), (x + 0.5, y + 0.8), (x + 0.6, y - 1.6), (x + 1.5, y - 3.4), (x - 1.5, y - 3.4),
                  (x - 0.6, y - 1.6)]], colour)


def _octagon(centre: Point, radius: float) -> list[Point]:
    turns = [math.pi / 8 + k * math.pi / 4 for k in range(8)]
    return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]


def _draw_back(paper: Paper, at: Point) -> None:
    """The same for every card, and the same upside down; it stays clear of the cut by 4 mm."""
    x, y = at
    width, height = CARD_MM
    paper.frame(x + 4, y + 4, (width - 8, height - 8), _RADIUS, INK, 0.8)
    for column in range(7):
        for row in range(11):
            centre = (x + width / 2 + (column - 3) * 7.2, y + height / 2 + (row - 5) * 7.0)
            if (column + row) % 2:
                paper.disc(centre, 2.0, None, INK, 0.5)
            else:
                paper.shape([_octagon(centre, 2.2)], INK)

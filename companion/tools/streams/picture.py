"""A picture of the belief on one deal: how likely each next action is from look to look, and when it is told.

    python -m companion.tools.streams.picture STREAM OUT.svg [--until SECONDS]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

from companion.tools.streams.by_belief import replayed
from companion.tools.streams.judging import COMMITTED, Following
from vision.stream import read_stream

WIDTH, HEIGHT, LEFT, TOP = 1000, 320, 50, 60
COLOURS = ("#2a6f97", "#e07a5f", "#81b29a", "#f2cc8f", "#6d597a", "#b56576")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.streams.picture", description=__doc__)
    parser.add_argument("stream", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--until", type=float, default=20.0, metavar="S")
    args = parser.parse_args(words)
    args.out.write_text(picture(replayed(read_stream(args.stream)), args.until), encoding="utf-8")
    return 0


def picture(followed: Following, until_s: float) -> str:
    """SVG: a column a look, a colour an action, a line a commit."""
    def x(time_s: float) -> float:
        return LEFT + (WIDTH - 2 * LEFT) * time_s / until_s

    guesses = [guess for guess in followed.guesses if guess.time_s <= until_s]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 2 * TOP}" '
             f'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>']
    colours: dict[str, str] = {}
    for guess, next_ in pairwise(guesses):
        height = 0.0
        for action, probability in guess.likely:
            colour = colours.setdefault(action, COLOURS[len(colours) % len(COLOURS)])
            y = TOP + HEIGHT * (1 - height - probability)
            parts.append(f'<rect x="{x(guess.time_s):.1f}" y="{y:.1f}" width="{x(next_.time_s) - x(guess.time_s):.1f}" '
                         f'height="{HEIGHT * probability:.1f}" fill="{colour}"><title>{escape(action)} '
                         f'{probability:.2f}</title></rect>')
            height += probability
    for row, line in enumerate(line for line in followed.told if line.kind == COMMITTED and line.time_s <= until_s):
        at, y = x(line.time_s), TOP - 12 - 16 * (row % 3)
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y}" y2="{TOP + HEIGHT}" stroke="black"/>'
                     f'<text x="{at + 3:.1f}" y="{y + 4}">{escape(line.text)}</text>')
    for second in range(0, int(until_s) + 1, 2):
        parts.append(f'<text x="{x(second):.1f}" y="{TOP + HEIGHT + 18}">{second} s</text>')
    for share in (0, 0.5, 1):
        parts.append(f'<text x="8" y="{TOP + HEIGHT * (1 - share) + 4:.0f}">{share:.1f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    sys.exit(main())

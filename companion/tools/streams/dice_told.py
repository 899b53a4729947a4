"""Rolls told from the looks of streams, against what was truly thrown.

    rows = rolls_told(read_stream(path))        # one row a roll
    print(table_of_rolls({path.stem: rows}))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.device.layouts import game_layout
from companion.tools.streams.by_belief import calibration_of
from vision.stream import Stream, StreamHeader
from vision.watching.dice_rolls import DiceWatch, Roll
from vision.watching.viewpoint import Viewpoint

EARLY_S = 0.1  # before the last die is at rest its number may be told


@dataclass(frozen=True)
class ToldRoll:
    """One roll.  pips: what was thrown; told: what the camera told, () for nothing; after_s: so long after the dice
    were at rest."""

    pips: tuple[int, ...]
    told: tuple[int, ...]
    sure: bool
    after_s: float

    @property
    def is_right(self) -> bool:
        """Whether it was told as the dice fell."""
        return self.told == self.pips


def has_rolls(header: StreamHeader) -> bool:
    """Whether dice were thrown, and the camera is known."""
    return bool(header.calibration) and any(event.event == "rolled" for event in header.truth)


def rolls_told(stream: Stream) -> list[ToldRoll]:
    """Every roll of a stream, and what the looks at its dice told by themselves: nobody says anything."""
    thrown = dice_thrown(stream.header)
    told = rolls_seen(stream, len(thrown[0]))
    rests = [max(time_s for time_s, _ in dice) for dice in thrown]
    rows = []
    for rest_s, end_s, dice in zip(rests, [*rests[1:], float("inf")], thrown, strict=True):
        within = [roll for roll in told if rest_s - EARLY_S <= roll.time_s < end_s - EARLY_S]
        pips = tuple(sorted(number for _, number in dice))
        first = next((roll for roll in within if roll.sure), within[0] if within else None)
        rows.append(ToldRoll(pips, first.pips if first else (), bool(first and first.sure),
                             first.time_s - rest_s if first else 0.0))
    return rows


def dice_thrown(header: StreamHeader) -> list[list[tuple[float, int]]]:
    """The dice of each roll: when each lay still, and its pips."""
    thrown: dict[int, list[tuple[float, int]]] = {}
    for event in header.truth:
        if event.event == "rolled":
            thrown.setdefault(event.line, []).append((event.time_s, int(event.card)))
    return list(thrown.values())


def rolls_seen(stream: Stream, count: int) -> list[Roll]:
    """What a watch tells of a stream's looks."""
    header = stream.header
    view = Viewpoint(calibration_of(header), game_layout(header.game, header.players, header.layout))
    watch = DiceWatch(count)
    told = []
    for look in stream.looks:
        if look.push is not None:
            view = view.pushed(look.push)
        if look.dice is not None:
            told.append(watch.update(look.dice, view.to_mm(look.dice.centre_px), look.time_s))
    return [roll for roll in told if roll is not None]


def table_of_rolls(found: Mapping[str, Sequence[ToldRoll]]) -> str:
    """A line for each film, and one for all."""
    lines = ["| film | rolls | right | asked, the right numbers first | wrong | not told | s after they lie |",
             "|---|" + "--:|" * 6]
    everything = [row for rows in found.values() for row in rows]
    return "\n".join([*lines, *(row_of_rolls(name, rows) for name, rows in [*found.items(), ("**all**", everything)])])


def row_of_rolls(name: str, rows: Sequence[ToldRoll]) -> str:
    """A line of the table: rolls, told rightly, asked, wrong, missed, and the median delay in s."""
    sure = [row for row in rows if row.is_right and row.sure]
    asked = sum(row.is_right and not row.sure for row in rows)
    wrong = sum(bool(row.told) and not row.is_right and row.sure for row in rows)
    late = f"{sorted(row.after_s for row in sure)[len(sure) // 2]:.1f}" if sure else ""
    return (f"| {name} | {len(rows)} | {len(sure)} | {asked} | {wrong} | "
            f"{len(rows) - len(sure) - asked - wrong} | {late} |")

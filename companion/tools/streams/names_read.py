"""What was read in the looks of streams, whether it is followed or not: names of cards that the deal never showed.

    row = names_read(read_stream(path))
    print(table_of_names({path.stem: row}))

A card may be read as another of the same deal: what is counted is less than was misread, but alike for all readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.detections import FACE_DOWN, NO_CARD
from vision.stream import Stream

NEARLY_SURE = 0.9
LEAST = 1e-3  # probability of the cards of a deal together


@dataclass(frozen=True)
class NamesRead:
    """count: readings with marks; strange: of them those that name no card of the deal; nats: what the cards of the
    deal cost, in sum; clear, clear_strange: the same of those read with NEARLY_SURE and more."""

    count: int = 0
    strange: int = 0
    nats: float = 0.0
    clear: int = 0
    clear_strange: int = 0

    def __add__(self, other: NamesRead) -> NamesRead:
        return NamesRead(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def names_read(stream: Stream) -> NamesRead:
    """What the looks of a stream read."""
    dealt = {event.card for event in stream.header.truth}
    found = NamesRead()
    for look in stream.looks:
        seen = look.detections
        if seen is None or len(seen) == 0:
            continue
        there = np.array([name in dealt for name in seen.names])
        for at, log_name in zip(seen.index_px, seen.log_name, strict=True):
            best = int(log_name.argmax())
            if len(at) and seen.names[best] not in (NO_CARD, FACE_DOWN):
                is_clear, is_strange = bool(log_name[best] > np.log(NEARLY_SURE)), not bool(there[best])
                likely = max(float(np.exp(log_name[there]).sum()), LEAST)
                found += NamesRead(1, is_strange, -float(np.log(likely)), is_clear, is_clear and is_strange)
    return found


def table_of_names(found: Mapping[str, NamesRead]) -> str:
    """A line for each film, and one for all."""
    lines = ["| film | readings | name no card of the deal | nats | 0.9 and more | of these no card of the deal |",
             "|---|" + "--:|" * 5]
    rows = [*found.items(), ("**all**", sum(found.values(), NamesRead()))]
    return "\n".join([*lines, *(f"| {name} | {row.count} | {row.strange / max(row.count, 1):.1%} | "
                                f"{row.nats / max(row.count, 1):.2f} | {row.clear} | {row.clear_strange} |"
                                for name, row in rows)])

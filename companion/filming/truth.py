"""The truth of a film: what each gesture did to the table, at the time its hand was gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.filming.gestures import Gesture
from companion.filming.scene import LyingCard
from vision.stream import TruthRow


@dataclass(frozen=True)
class TruthEvent(TruthRow):
    """What happened to a card, and how it lies."""

    lying: LyingCard


class TruthSheet:
    """The events of a film as they come.  means: what is printed -> the game's name for it."""

    def __init__(self, means: Callable[[str], str]) -> None:
        self.events: list[TruthEvent] = []
        self._means = means

    def note(self, gesture: Gesture, line: int, text: str) -> None:
        """Write down what a gesture does to the table.  line, text: of the record."""
        taken: dict[int, tuple[LyingCard, str, float]] = {}
        for change in gesture.changes:
            for card in filter(lambda card: card.label, change.stop.take):  # backs are nobody's truth
                taken[card.key] = card, change.stop.label, change.clear_s
            put = change.stop.put
            if put is not None:
                if not put.label:  # taken up and laid aside face down
                    continue
                _, source, _ = taken.pop(put.key, (put, "", 0.0))
                self.add(change.clear_s, "moved" if source else "appeared", put, change.stop.label, source, line, text)
        for card, source, clear_s in taken.values():
            self.add(clear_s, "left", card, "", source, line, text)

    def add(self, time_s: float, event: str, card: LyingCard, place: str = "", source: str = "", line: int = 0,
            text: str = "") -> None:
        """One more event; without a line it is nobody's move."""
        label = card.label.removeprefix("die:")
        self.events.append(TruthEvent(round(time_s, 3), event, label, self._means(label), place, source, line, text,
                                      card))

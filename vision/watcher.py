"""A camera's frames become the belief about the table under it: the one call from outside.

    watcher = TableWatcher(opened, deck.size_mm, reader)
    belief = watcher.see(frame)                     # None until the table was found
    belief = watcher.take(look, (1280, 720))        # the same from a stream, without pictures

Where nobody has told how the table is seen it is found, and found better, from what the looks show.  What was seen
shortly before is seen again then: cards are laid while the first of them are being measured.  As long as nothing was
told, all is thought anew whenever the table is known better: cards in hands may have measured it at first.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from calibration import Calibration, Layout
from vision.belief.belief import Belief, Believer
from vision.belief.prior import Prior
from vision.frames import Frame
from vision.looker import FASTEST_S, Clock, Looker
from vision.reading.card_reader import CardReader
from vision.reading.dice import CountsDice
from vision.stream import Look
from vision.table_finder import TableFromLooks
from vision.watching.viewpoint import Viewpoint

BEFORE_S = 16.0  # of what was seen before is seen again once the table is known, or known better


class TableWatcher:
    """Watches one table under one camera.

    opened: tells the rules and the places once it is known how the table is seen.  card_mm: width and height of a card.
    reader: None where looks come from a stream.  calibration: None where the table is to be found.  clock: tells how
    long reading takes, and so how often it can be done.
    """

    def __init__(self, opened: Callable[[Calibration], tuple[Prior, Layout]], card_mm: tuple[float, float],
                 reader: CardReader | None = None, calibration: Calibration | None = None,
                 dice: CountsDice | None = None, clock: Clock = time.perf_counter) -> None:
        self._opened, self._card_mm, self.calibration = opened, card_mm, calibration
        self._looker = None if reader is None else Looker(reader, dice=dice, fastest_s=FASTEST_S, closer=True,
                                                          wants_markers=calibration is None, clock=clock)
        self._finder: TableFromLooks | None = None
        self._before: deque[Look] = deque()  # looks that may have to be seen again
        self.believer: Believer | None = None
        self.look: Look | None = None  # the last
        self.is_found_anew = False  # by the last look

    @property
    def reader(self) -> CardReader | None:
        """Who names the cards."""
        return self._looker.reader if self._looker else None

    @property
    def belief(self) -> Belief | None:
        """What is believed now."""
        return self.believer.belief if self.believer else None

    def see(self, frame: Frame) -> Belief | None:
        """Take in one frame, in order of time."""
        assert self._looker is not None, "a watcher of streams has no reader"
        belief = self.take(self._looker.see(frame), (frame.image.shape[1], frame.image.shape[0]))
        self._looker.wants_markers = self._finder is not None
        return belief

    def take(self, look: Look, frame_px: tuple[int, int] | None = None) -> Belief | None:
        """Take in what one frame showed, in order of time.  frame_px: width and height of the frame, where the
        calibration was made from one of another size, or there is none yet."""
        self.look = look
        if self.believer is None and self.calibration is not None:
            self._begin(self.calibration.for_size(*frame_px) if frame_px else self.calibration)
        self.is_found_anew = frame_px is not None and self._has_found(look, frame_px)
        self._keep(look)
        return None if self.believer is None else self.believer.see(look)

    def _has_found(self, look: Look, frame_px: tuple[int, int]) -> bool:
        """Whether the table is known now, or known better."""
        if self._finder is None:
            if self.believer is not None:
                return False  # it was told
            self._finder = TableFromLooks(self._card_mm, frame_px)
        found = self._finder.see(look)
        if found is None:
            return False
        if self.believer is None or not self.believer.is_told:
            believer = self._begin(found, [*self._before, look])
            for earlier in self._before:
                believer.see(earlier)
        else:
            self.calibration = found
            self.believer.seen_by(Viewpoint(found, self.believer.view.layout))
        return True

    def _begin(self, calibration: Calibration, again: Sequence[Look] = ()) -> Believer:
        """again: what it sees next, of which the last look shows the table as it was found."""
        self.calibration = calibration
        prior, layout = self._opened(calibration)
        view = Viewpoint(calibration, layout)
        for look in reversed(again):
            if look.push is not None:
                view = view.pushed(np.linalg.inv(look.push))
        self.believer = Believer(prior, view, self._card_mm[1])
        return self.believer

    def _keep(self, look: Look) -> None:
        """A look is seen again as long as it is not known how the table is seen, or nothing was told."""
        is_told = self.believer is not None and self.believer.is_told
        if self._finder is None or is_told:
            self._before.clear()
            return
        self._before.append(look)
        while self._before[0].time_s < look.time_s - BEFORE_S:
            self._before.popleft()

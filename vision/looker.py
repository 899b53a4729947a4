"""Looks at a film frame by frame: what moves in every frame, and now and then every card in the whole picture.

    looker = Looker(reader)
    look = looker.see(frame)            # vision.stream.Look

What moves is told from a small picture, brought to the light it was first seen in.  Cards are read every READ_S, or
oftener where that is quick, while something has changed lately: what has lain still for AFTER_S was read often enough,
so that a still table costs nothing.  What was read is told where it lies when the camera does not tremble.  Where a
large part of the view has looked otherwise, it is asked whether the camera was pushed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from calibration.markers import Markers, find_markers
from vision.detections import Detections, DiceDetections
from vision.frames import Frame
from vision.reading.card_reader import CardReader
from vision.reading.closer_look import CloserReader
from vision.reading.dice import CountsDice
from vision.stream import Look
from vision.watching.motion import MovingBlocks
from vision.watching.still_picture import StillPicture
from vision.watching.tremble import Tremble
from vision.watching.viewpoint import comparable, register

READ_S = 0.25  # between two readings of the whole picture
FASTEST_S = 0.125  # ... where reading is quick: twice as many looks, and what was laid is told a third sooner
AFFORDED = 2.5  # times as long as a reading took until the next, where that is between these two
AFTER_S = 2.5  # what changed is read for so long afterwards
CALM_S = 0.4  # nothing large has moved for so long: a picture that the camera's place can be told from
CALM_SHARE = 0.01  # of the view that may move in it
PUSH_SHARE = 0.15  # of the view that moves at once when the camera is pushed; arms alone seldom cover so much
NAMED = 0.5  # probability of its name, or of being a back: what is so likely a card has no dice on it
MARKERS_S = 1.0  # between two looks for printed markers, where the table is still to be found
DICE_EVERY = 2  # readings of cards to one of dice, which lie still longer
Clock = Callable[[], float]  # seconds since whenever


def steady() -> float:
    """A clock by which reading takes no time: what is no live picture can wait, and is read alike on every machine."""
    return 0.0


class Looker:
    """Follows one source; frames come in order of time.  read_s: seconds between readings; fastest_s: where they cost
    little it may be so few; after_s: for how long what has changed is read.  dice: who counts dice, where there are
    any.  closer: read again, enlarged, where small cards lie.  wants_markers: look for printed markers, too.
    clock: tells how long a reading took, in seconds."""

    def __init__(self, reader: CardReader, read_s: float = READ_S, after_s: float = AFTER_S,
                 dice: CountsDice | None = None, fastest_s: float | None = None, closer: bool = False,
                 wants_markers: bool = False, clock: Clock = time.perf_counter) -> None:
        self.reader, self.read_s, self.after_s, self.dice = reader, read_s, after_s, dice
        self._slowest_s, self._fastest_s, self._clock = read_s, fastest_s, clock
        self._moving, self._still, self._tremble = MovingBlocks(), StillPicture(), Tremble()
        self._camera = CameraBumps()
        self._changed_s = self._due_s = self._markers_s = -np.inf
        self.wants_markers = wants_markers
        self._closer = CloserReader(reader) if closer else None
        self._reads = 0

    def see(self, frame: Frame, wanted: bool = False) -> Look:
        """What a frame shows.  wanted: read it also where nothing has changed lately."""
        moving, block_px = self._moving.update(frame)
        self._still.add(frame)
        if self._closer is not None:
            self._closer.note(moving)
        push = self._camera.look(frame, float(moving.mean()))
        if push is not None:
            self._tremble.pushed()
        if moving.any() or push is not None or self._due_s == -np.inf:
            self._changed_s = frame.time_s
        look = Look(frame.time_s, moving, block_px, push=push)
        is_due = frame.time_s >= self._due_s - 1e-6 and (wanted or frame.time_s - self._changed_s <= self.after_s)
        return self._read(frame, look) if is_due else look

    def _read(self, frame: Frame, look: Look) -> Look:
        """The look with what is read in its frame, as it lies where the camera does not tremble."""
        on_time = frame.time_s - self._due_s < self.read_s  # frames seldom come just when one is due
        self._due_s = (self._due_s if on_time else frame.time_s) + self.read_s
        begun_s = self._clock()
        image = self._still.of(frame)
        cards = self._closer.read(image, frame.time_s) if self._closer else self.reader.read(image)
        dice = self._dice(image, cards)
        if self._fastest_s is not None:
            self.read_s = min(max(AFFORDED * (self._clock() - begun_s), self._fastest_s), self._slowest_s)
        steady = -self._tremble.of(frame.image, look.moving)
        return replace(look, detections=without_dice(cards, dice).shifted(steady),
                       dice=None if dice is None else dice.shifted(steady), markers=self._markers(frame, steady))

    def _markers(self, frame: Frame, steady: np.ndarray) -> Markers | None:
        """Printed markers, now and then; steady: (2,) px that everything in the frame is to be shifted by."""
        if not self.wants_markers or frame.time_s - self._markers_s < MARKERS_S:
            return None
        self._markers_s = frame.time_s
        return find_markers(frame.image).shifted(steady) or None

    def _dice(self, image: np.ndarray, cards: Detections) -> DiceDetections | None:
        """The dice beside the cards, every other time that cards are read."""
        self._reads += 1
        if self.dice is None or self._reads % DICE_EVERY:
            return None
        return self.dice.read(image, cards[is_named(cards)].corners_px)


def is_named(cards: Detections) -> np.ndarray:
    """(n,) bool: what is some card or a card's back, and not only something that may be one."""
    if not len(cards):
        return np.zeros(0, bool)
    return np.asarray(np.delete(cards.log_name, -2, axis=1).max(axis=1) >= np.log(NAMED))


def without_dice(cards: Detections, dice: DiceDetections | None) -> Detections:
    """The cards without what a die was taken for: something unnamed that is one, or little more."""
    if dice is None or not len(dice) or not len(cards):
        return cards
    middle, box = cards.centre_px[:, None], dice.box_px[None]
    upon = np.all((middle >= box[..., :2]) & (middle <= box[..., 2:]), axis=2)
    return cards[np.flatnonzero(is_named(cards) | ~np.any(upon, axis=1))]


class CameraBumps:
    """Whether the camera was pushed, told from pictures of calm moments before and after."""

    def __init__(self) -> None:
        self._calm: np.ndarray | None = None  # the view when it was last calm, small and grey
        self._moved_s = -np.inf
        self._suspect = False

    def look(self, frame: Frame, share: float) -> np.ndarray | None:
        """(3, 3) px now -> px before a push that is over, or None.  share: of the view that moves."""
        if share > CALM_SHARE:
            self._moved_s = frame.time_s
            self._suspect |= share > PUSH_SHARE
            return None
        if frame.time_s - self._moved_s < CALM_S or (self._calm is not None and not self._suspect):
            return None
        before, self._calm, self._suspect = self._calm, comparable(frame.image), False
        return None if before is None else register(before, self._calm, frame.image.shape[1])

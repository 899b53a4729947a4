"""What truly lay on the table at any moment of a stream, and which detection was which card.

    scenes = TrueScenes(stream)
    for glance in scenes.glances(): ...      # every reading: the cards that lay, and what each detection was
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from calibration import load_deck
from companion.device.layouts import game_layout
from companion.tools.streams.by_belief import calibration_of
from vision.belief.observation import Motion, Observation, observed
from vision.stream import Stream, StreamHeader, TrueEvent
from vision.watching.viewpoint import Viewpoint

SETTLED_S = 0.3  # after the hand is gone a card lies for certain
LIFTED_S = 1.6  # before the hand is gone with it a card may be in the air already
SAME_MM = 15.0  # a detection so near a card of its name is that card
NEAR_MM = 60.0  # ... and so near one that is in the air may be it
LATELY_S = 0.3  # motion within so long may hide a card
STILL = 0.02  # share of an outline that may move
INSET = (0.40, 0.38)  # where the index is, of a card's width and height from its middle
What = Literal["true", "false", "held", "unclear"]


@dataclass(frozen=True, eq=False)
class TrueCard:
    """A card in one place.  corners: (4, 2) mm; it lies for certain from `from_s` to `to_s`, and may lie there from
    `since_s` to `until_s`.  order: cards of higher order lie above.  held: in a hand in sight."""

    label: str
    place: str
    corners: np.ndarray = field(repr=False)
    from_s: float
    order: int
    held: bool = False
    to_s: float = np.inf

    @property
    def since_s(self) -> float:
        """From then on it may lie there."""
        return self.from_s - LIFTED_S - SETTLED_S

    @property
    def until_s(self) -> float:
        """Until then it may lie there."""
        return self.to_s + LIFTED_S

    @property
    def centre(self) -> np.ndarray:
        """(2,) its middle, mm."""
        middle: np.ndarray = self.corners.mean(axis=0)
        return middle

    @property
    def marks(self) -> np.ndarray:
        """(2, 2) about where its indices are printed."""
        across = INSET[0] * (self.corners[1] - self.corners[0])
        down = INSET[1] * (self.corners[3] - self.corners[0])
        return np.stack([self.centre - across - down, self.centre + across + down])


@dataclass(frozen=True)
class TrueGlance:
    """One reading.  lying: the cards that lay for certain; moving: (n,) which of them had motion over them; what, of:
    what each detection was, and which of `lying` (-1: none); moves: (k,) which detections had motion over them."""

    seen: Observation
    lying: tuple[TrueCard, ...]
    moving: np.ndarray
    what: tuple[What, ...]
    of: tuple[int, ...]
    moves: np.ndarray


class TrueScenes:
    """A stream with its truth."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        header = stream.header
        calibration = calibration_of(header)
        self.view = Viewpoint(calibration, game_layout(header.game, header.players, header.layout))
        self.cards = true_cards(header, self.view)

    def glances(self) -> Iterator[TrueGlance]:
        """Every reading of the whole picture."""
        motion, view = Motion(), self.view
        for look in self.stream.looks:
            if look.push is not None:
                view = view.pushed(look.push)
            motion.add(look.time_s, look.moving, look.block_px, view)
            if look.detections is not None:
                yield self._glance(observed(look.detections, look.time_s, view), motion)

    def _glance(self, seen: Observation, motion: Motion) -> TrueGlance:
        now_s = seen.time_s
        lying = tuple(c for c in self.cards if not c.held and c.from_s <= now_s <= c.to_s)
        maybe = [c for c in self.cards if c.since_s <= now_s <= c.until_s]
        told = [_told(seen, k, lying, maybe) for k in range(len(seen))]
        over = motion.over(np.stack([c.corners for c in lying]), now_s - LATELY_S) if lying else np.zeros(0)
        moves = motion.over(seen.corners, now_s - LATELY_S) if len(seen) else np.zeros(0)
        return TrueGlance(seen, lying, over > STILL, tuple(what for what, _ in told), tuple(of for _, of in told),
                          moves > STILL)


def _told(seen: Observation, k: int, lying: tuple[TrueCard, ...], maybe: list[TrueCard]) -> tuple[What, int]:
    """What a detection was, and which lying card."""
    label = seen.best[k]
    away = [(off_mm(seen, k, card), row) for row, card in enumerate(lying) if card.label == label]
    nearest, row = min(away, default=(np.inf, -1))
    if nearest < SAME_MM:
        return "true", row
    in_air = [card for card in maybe if card.label == label and off_mm(seen, k, card) < NEAR_MM]
    if in_air:
        return ("held" if any(card.held for card in in_air) else "unclear"), -1
    return "false", -1


def off_mm(seen: Observation, k: int, card: TrueCard) -> float:
    """How far a detection is from a card: middle from middle, or its one mark from where the card's are."""
    if seen.read[k] == 1:
        mark = seen.marks[k][np.isfinite(seen.marks[k][:, 0])][0]
        return float(np.hypot(*(card.marks - mark).T).min())
    return float(np.hypot(*(seen.centres[k] - card.centre)))


def true_cards(header: StreamHeader, view: Viewpoint) -> list[TrueCard]:
    """Every card in every place it lay in, and those that were held up."""
    done: list[TrueCard] = []
    lying: list[TrueCard] = []
    for order, event in enumerate(sorted(header.truth, key=lambda e: e.time_s)):
        if event.event == "rolled":
            continue
        gone = _left(lying, event)
        if gone is not None:
            lying.remove(gone)
            done.append(replace(gone, to_s=max(gone.from_s, event.time_s - LIFTED_S)))
        if event.event != "left":
            corners = view.to_mm(np.array(event.corners_px))
            lying.append(TrueCard(event.card, event.place, corners, event.time_s + SETTLED_S, order,
                                  event.event == "held"))
    labels = set(load_deck(header.deck).labels)
    return [card for card in (*done, *lying) if card.label in labels and np.isfinite(card.corners).all()]


def _left(lying: list[TrueCard], event: TrueEvent) -> TrueCard | None:
    """The card that is no longer where it was, with an event."""
    if event.event == "appeared":
        return next((c for c in lying if c.held and c.label == event.card), None)
    if event.event == "held":
        same = [c for c in lying if c.held and c.label == event.card]
    else:
        same = [c for c in lying if not c.held and c.label == event.card and event.source in ("", c.place)]
    return same[-1] if same else None

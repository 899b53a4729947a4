"""What a belief says of single cards: for the screen, which draws them over the picture, and for the log.

    shown(believer)                                      # every card that lies there, with its outline in pixels
    happened(believer, frame, came, gone, probability)   # what was seen of an action
    jpeg_of(events)                                      # the picture that is kept with its row
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.following.commit import LEAST
from vision.belief.belief import Believer
from vision.belief.hypotheses import CardHere
from vision.events import EventKind, TableEvent
from vision.frames import Frame
from vision.reading.outlines import cut_out
from vision.watching.viewpoint import Viewpoint


@dataclass(frozen=True)
class ShownCard:
    """A card as the screen shows it over the picture."""

    label: str
    sure: bool
    corners_px: np.ndarray = field(repr=False)
    layer: float = 0.0


@dataclass(frozen=True)
class ShownTable:
    """What the table is believed to show, for the screen."""

    view: Viewpoint
    cards: tuple[ShownCard, ...]


def shown(believer: Believer) -> ShownTable:
    """What lies there in the likeliest hypothesis."""
    view, belief = believer.view, believer.belief
    return ShownTable(view, tuple(
        ShownCard(c.label, belief.probability(c) >= LEAST, view.to_px(c.shape.corners), c.z)
        for c in belief.best.cards if c.posture == "lies"))


def happened(believer: Believer, frame: Frame | None, came: Iterable[CardHere], gone: Iterable[CardHere],
             probability: float) -> tuple[TableEvent, ...]:
    """Cards that came and cards that left, each at this probability.  frame: to cut pictures from, where there is
    one."""
    return (*(_event("appeared", card, probability, believer, frame) for card in came),
            *(_event("left", card, probability, believer, frame) for card in gone))


def _event(kind: EventKind, card: CardHere, probability: float, believer: Believer, frame: Frame | None) -> TableEvent:
    corners = believer.view.to_px(card.shape.corners)
    x, y = card.shape.centre
    picture = cut_out(frame.image, corners) if kind == "appeared" and frame is not None else None
    names = believer.belief.names(card)
    others = [row for row in names if row[0] != card.label]
    is_sure = sum(share for _, share in others) <= (1 - LEAST) * sum(share for _, share in names)
    return TableEvent(kind, card.label, probability, is_sure, ((card.label, probability), *others), card.place,
                      (float(x), float(y)), card.born_s, card.serial, corners_px=corners, picture=picture)


def jpeg_of(events: Sequence[TableEvent]) -> bytes | None:
    """The picture kept with a row: the first card seen."""
    picture = next((e.picture for e in events if e.picture is not None), None)
    if picture is None:
        return None
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])

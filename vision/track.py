"""One physical card that is followed, one row of what was read, and how near they lie to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from vision.detections import UNREAD
from vision.events import Candidates
from vision.voting import Reading, leading
from vision.watching.viewpoint import CARD_HEIGHT_MM, CARD_WIDTH_MM, is_card_sized

CLEAR_MM = 8.0  # an index so far from that of a covered card is another card's
UPPER_MM, INSET_MM = (43.0, 57.0), 10.0  # between the upper indices of a card; from its edge to them
MARKS_MM = 36.0  # no two indices in corners of one card are nearer
WIDEST_MM, BESIDE = 59.0, 0.94  # nor farther apart across it, straight beside each other: within twenty degrees
LEAST_REST = 15  # pixels of the small picture that must show of a card before they tell anything
HALF, HARDLY = 0.5, 0.05  # probability of a name that speaks for a card; below which it was not thought of


@dataclass
class Track:
    """One physical card.  state: `new` (not announced yet), `shown`, `covered` by a newer card,
    or `hidden` by something else.  layer: higher came later.
    face: its pixels in the small picture when it was announced.  by_arm: whether what hides it reaches
    to the border of the picture.  is_doubtful: whether its like, near by, is not to be seen.
    lay_there: whether it lay there when the table was first seen.  index_mm: (k, 2) where its indices
    were read.  perhaps: numbers of known cards that were not seen together with it; it may be one of them.
    is_unnamed: whether nothing was read on it when it came.  has_marks: whether a name was since, or it may be
    more than one card."""

    number: int
    corners_px: np.ndarray
    centre_mm: tuple[float, float]
    zone: str
    layer: int
    state: Literal["new", "shown", "covered", "hidden"] = "new"
    label: str = UNREAD
    sure: bool = False
    confidence: float = 0.0
    candidates: Candidates = ()
    readings: list[Reading] = field(default_factory=list)
    looks: int = 0
    missed: int = 0
    last_look_s: float = 0.0
    seen_s: float = 0.0
    begun_s: float = 0.0
    face: np.ndarray | None = None
    by_arm: bool = False
    is_doubtful: bool = False
    lay_there: bool = False
    index_mm: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))
    perhaps: frozenset[int] = frozenset()
    is_unnamed: bool = False
    has_marks: bool = False

    @property
    def is_announced(self) -> bool:
        """Whether it was told that the card lies there."""
        return self.state != "new"

    @property
    def name(self) -> str:
        """Its label; of a new card the commonest so far."""
        return self.label if self.is_announced else leading(self.readings)

    @property
    def is_open(self) -> bool:
        """Whether another look is wanted: a label to settle, or a card that was missed once."""
        return self.state == "new" or self.missed > 0

    def never_thought_of(self, reading: Reading) -> bool:
        """Whether a sure reading names what no look at this card took it for: another card lies there now."""
        return reading.sure and len(self.readings) > 1 and all(
            dict(r.candidates).get(reading.label, 0.0) < HARDLY for r in self.readings)

    @property
    def is_convincing(self) -> bool:
        """Whether it was read surely once, or twice rather well: then there is a card."""
        return any(r.sure for r in self.readings) or sum(r.confidence >= HALF for r in self.readings) >= 2

    @property
    def face_up(self) -> bool:
        """Whether its face is seen."""
        return self.label != UNREAD or not self._shows_its_back

    @property
    def _shows_its_back(self) -> bool:
        """Whether most looks said so, and none found an index.  A card that lies there from the start without
        any index is a stock: backs with pictures look like faces."""
        if not self.readings or any(reading.candidates for reading in self.readings):
            return False
        return self.lay_there or 2 * sum(not reading.face_up for reading in self.readings) > len(self.readings)

    def turn_to(self, corners_mm: np.ndarray, own_mm: np.ndarray) -> float:
        """Degrees 0..90 between this card's long side and another's (cards look alike upside down)."""
        angles = [np.degrees(np.arctan2(*(c[3] - c[0]))) for c in (own_mm, corners_mm)]
        return float(abs((angles[0] - angles[1] + 90) % 180 - 90))


@dataclass(frozen=True)
class Seen:
    """One row of the detections, with its place on the table."""

    reading: Reading
    corners_px: np.ndarray
    centre_mm: tuple[float, float]
    touched: float
    index_mm: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))


def apart_mm(a: Track | Seen, b: Track | Seen) -> float:
    """How far two cards' middles are from one another."""
    return float(np.hypot(a.centre_mm[0] - b.centre_mm[0], a.centre_mm[1] - b.centre_mm[1]))


def index_apart_mm(a: Track | Seen, b: Track | Seen) -> float:
    """How far the nearest indices of two cards are from each other; infinite where none were read."""
    if not len(a.index_mm) or not len(b.index_mm):
        return np.inf
    return float(np.linalg.norm(a.index_mm[:, None] - b.index_mm[None], axis=2).min())


def stands_on(seen: Seen, track: Track, within_mm: float) -> bool:
    """Whether all indices of a row stand where a known card's do, or so near."""
    if not len(seen.index_mm) or not len(track.index_mm):
        return False
    apart = np.linalg.norm(seen.index_mm[:, None] - track.index_mm[None], axis=2)
    return bool(apart.min(axis=1).max() < within_mm)


def of_one_card(index_mm: np.ndarray, quad_mm: np.ndarray) -> np.ndarray:
    """The marks (k, 2), best first, without those that stand too near the first for both to be on one card, or beside
    it too far across: in a fan, or a column beside it, they are the neighbour's.  quad_mm: (4, 2) outline, NaN where
    it is not known."""
    away = index_mm - index_mm[:1]
    apart = np.linalg.norm(away, axis=1)
    side = min(np.diff(quad_mm[:3], axis=0), key=lambda side: float(np.linalg.norm(side)))
    across = np.abs(away @ side) / max(float(np.linalg.norm(side)), 1e-6)
    beside = (across > WIDEST_MM) & (across > BESIDE * apart)
    return np.asarray(index_mm[((apart < CLEAR_MM) | (apart > MARKS_MM)) & ~beside])


def outline_between(index_mm: np.ndarray, quad_mm: np.ndarray) -> np.ndarray | None:
    """Where a card lies, (4, 2) mm, whose upper indices (2, 2) stand left and right, if its outline was guessed badly:
    from an index that was taken for that of the other corner, or around a whole column.  Else None."""
    if len(index_mm) != 2:
        return None
    middle, way = index_mm.mean(axis=0), index_mm[1] - index_mm[0]
    apart, to_centre = float(np.linalg.norm(way)), quad_mm.mean(axis=0) - middle
    if not UPPER_MM[0] < apart < UPPER_MM[1]:
        return None
    across = way / apart
    down = np.array([-across[1], across[0]])
    below, aside = float(to_centre @ down), abs(float(to_centre @ across)) + apart / 2
    if not abs(below) >= INSET_MM or (is_card_sized(quad_mm) and aside < CARD_WIDTH_MM / 2):
        return None
    down *= np.sign(below)
    across = np.array([down[1], -down[0]])
    centre = middle + (CARD_HEIGHT_MM / 2 - INSET_MM) * down
    return np.array([centre + x * CARD_WIDTH_MM / 2 * across + y * CARD_HEIGHT_MM / 2 * down
                     for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])

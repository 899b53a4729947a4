"""The table found from looks: from printed markers, else from cards that lie still, face up, both indices in sight.

    finder = TableFromLooks(deck.size_mm, (1280, 720))
    calibration = finder.see(look)          # None until there is a better one than before

A card is measured where it was read in place for a while, and nothing moved over it: never one that sways in a hand or
lies under an arm.  As long as there is none, one that was read in place measures the table whatever moved over it, as
where light flickers and sleeves pass: a poor table is better than none, and the next card makes it a better one.
A hand that rests holds its card as still; what it has measured is put right by the cards that are laid then.
What was measured once counts on when the card has been covered or taken.  After a push what was measured before is
brought along, as well as the push is known.  Cards tell how large and how tilted the table is seen; where on it the
game's places are is for the belief to say.  Markers tell that, too, where several agree: what somebody else has printed
measures nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration import Calibration, CalibrationError
from calibration.estimate import from_found_markers
from calibration.markers import Markers
from calibration.rulers import from_indices, unlike_mm
from calibration.table import FAIR_MM, transform
from vision.detections import Detections
from vision.stream import Look

LEAST_NAME = 0.9  # probability of its name: what is so surely a card has a true outline
LEAST_LOOKS, LEAST_S = 3, 0.7  # a card is measured by so many readings in place, over so long
SWAY = 0.012  # of a card's height: what moves so far from look to look is held; lying cards move a quarter of it
RESTLESS = 0.5  # of both suffices, as long as there is no card over which nothing moved: half as long, half as much
STRAY = 0.05  # of a card's height: what lies farther from where it lay is another card, or was moved
STILL_S = 0.5  # nothing may have moved over a card for so long ...
MOVED = 0.1  # ... but this share of the blocks over it and beside it: single ones flicker in poor light
MOST_CARDS = 24  # measured ones that count; more hardly help
FORGOTTEN_S = 1.5  # what was not read again for so long is not waited for
BOTH_ENDS = (0.84, 1.04)  # of a card's height its indices at both ends are apart; others are not of one card
ASLANT = (0.58, 1.04)  # ... and so many times as far across it as along, as opposite corners are
MORE = 1.3  # so many times the cards are worth another estimate, which takes a moment
SYSTEMATIC_MM = 12.0  # by which places are off however many cards were measured, for all are of one pack and seen by
# one lens (`companion.tools streams tables`, 41 films of the other maker)
BETTER = 0.8  # a new estimate must promise so small a share of the old error


@dataclass(frozen=True)
class _Sighting:
    """One card in one place.  corners_px: (4, 2) mean of its readings; ends_px: (2, 2) indices at its upper and its
    lower end; sway_px: root mean square step of these between readings."""

    corners_px: np.ndarray
    ends_px: np.ndarray
    looks: int
    since_s: float
    last_s: float
    sway_px: float = 0.0

    @property
    def height_px(self) -> float:
        return float(np.linalg.norm(self.corners_px[3] - self.corners_px[0]))

    def is_measured(self, share: float) -> bool:
        """Whether it has lain there, as cards on a table lie, for long enough: of the time and of the sway a share."""
        return (self.looks >= LEAST_LOOKS and self.last_s - self.since_s >= share * LEAST_S
                and self.sway_px <= share * SWAY * self.height_px)

    def again(self, corners_px: np.ndarray, ends_px: np.ndarray, time_s: float) -> _Sighting:
        """With another reading of the same card, which has no upper end."""
        if np.abs(ends_px - self.ends_px).sum() > np.abs(ends_px[::-1] - self.ends_px).sum():
            corners_px, ends_px = np.roll(corners_px, 2, axis=0), ends_px[::-1]
        step = float(np.sqrt(((ends_px - self.ends_px) ** 2).sum(axis=1).mean()))
        sway = float(np.sqrt((self.sway_px**2 * (self.looks - 1) + step**2) / self.looks))
        share = 1 / (self.looks + 1)
        return replace(self, corners_px=self.corners_px + share * (corners_px - self.corners_px),
                       ends_px=self.ends_px + share * (ends_px - self.ends_px), looks=self.looks + 1, last_s=time_s,
                       sway_px=sway)

    def is_at(self, ends_px: np.ndarray) -> bool:
        """Whether indices lie where this card's do."""
        off = min(np.abs(ends_px - self.ends_px).max(), np.abs(ends_px[::-1] - self.ends_px).max())
        return bool(off < STRAY * self.height_px)


class _Sightings:
    """Cards that were read, each in its place.  share: of the time that one must have been there to be measured, and of
    the sway that it may have."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._known: list[_Sighting] = []

    @property
    def measured(self) -> list[_Sighting]:
        """Those that have lain in place for long enough, the first first."""
        return [s for s in self._known if s.is_measured(self._share)]

    def note(self, seen: list[_Sighting], time_s: float) -> None:
        """Another reading; what was not read again for long is forgotten."""
        known = self._known
        for new in seen:
            near = next((k for k, s in enumerate(known) if s.is_at(new.ends_px)), None)
            if near is None:
                known.append(new)
            elif not known[near].is_measured(self._share):
                known[near] = known[near].again(new.corners_px, new.ends_px, time_s)
        self._known = [s for s in known if s.is_measured(self._share) or time_s - s.last_s < FORGOTTEN_S]

    def pushed(self, push: np.ndarray) -> None:
        """Bring what was measured to the view as it is now; push: (3, 3) px now -> px before."""
        back = np.linalg.inv(push)
        self._known = [replace(s, corners_px=cv2.perspectiveTransform(s.corners_px[None], back)[0],
                               ends_px=cv2.perspectiveTransform(s.ends_px[None], back)[0]) for s in self.measured]


class TableFromLooks:
    """Finds one camera's table.  card_mm: width and height of a card; frame_px: of a frame."""

    def __init__(self, card_mm: tuple[float, float], frame_px: tuple[int, int]) -> None:
        self._card_mm, self._frame_px = card_mm, frame_px
        self._still, self._restless = _Sightings(1.0), _Sightings(RESTLESS)
        self._moved: list[tuple[float, np.ndarray]] = []  # lately: times and blocks that moved
        self._measured = 0
        self._is_rough = True  # no card has been measured over which nothing moved
        self._spread_mm = np.inf  # of the fit that was told last
        self.calibration: Calibration | None = None

    def see(self, look: Look) -> Calibration | None:
        """Take in a look; the table where it is now known, or known better."""
        if look.push is not None:
            self._pushed(look.push)
        self._moved = [(t, blocks) for t, blocks in self._moved if look.time_s - t <= STILL_S]
        self._moved.append((look.time_s, look.moving))
        if look.markers is not None and (marked := self._by_markers(look.markers)) is not None:
            return marked
        if look.detections is None or self.is_marked:
            return None
        self._note(look.detections, look.time_s, look.block_px)
        measured = self._still.measured
        if measured and self._is_rough:
            self._is_rough, self._measured, self._spread_mm = False, 0, np.inf
        measured = measured or self._restless.measured
        if len(measured) < MORE * self._measured or len(measured) == self._measured:
            return None
        self._measured = len(measured)
        return self._found(measured[-MOST_CARDS:])

    @property
    def is_marked(self) -> bool:
        """Whether markers have told where everything is: cards could not tell it better."""
        return self.calibration is not None and self.calibration.method == "markers"

    def _by_markers(self, markers: Markers) -> Calibration | None:
        """The table by markers, where these are ours and tell more than was known."""
        try:
            found = from_found_markers(markers, self._frame_px)
        except CalibrationError:
            return None
        if found.error_mm > min(FAIR_MM, BETTER * self._spread_mm):
            return None
        self._spread_mm, self.calibration = found.error_mm, found
        return found

    def _found(self, measured: list[_Sighting]) -> Calibration | None:
        try:
            found = from_indices(np.stack([s.ends_px for s in measured]), np.stack([s.corners_px for s in measured]),
                                 self._card_mm, self._frame_px)
        except CalibrationError:
            return None
        if found.error_mm > BETTER * self._spread_mm and not self._contradicts(found):
            return None
        self._spread_mm = found.error_mm
        self.calibration = _widened(found)
        return self.calibration

    def _contradicts(self, found: Calibration) -> bool:
        """Whether a table that was found from more cards lies otherwise than the one before can have been off."""
        before = self.calibration
        return before is not None and unlike_mm(found, before) > before.error_mm

    def _note(self, seen: Detections, time_s: float, block_px: float) -> None:
        """Readings of cards that lie still; of all, as long as there are none."""
        whole = _measurable(seen, time_s, self._frame_px, self._card_mm)
        moved = np.stack([blocks for _, blocks in self._moved])
        self._still.note([s for s in whole if not _moves(moved, s.corners_px, block_px)], time_s)
        if self._is_rough:
            self._restless.note(whole, time_s)

    def _pushed(self, push: np.ndarray) -> None:
        """The camera was moved.  push: (3, 3) px now -> px before."""
        self._still.pushed(push)
        self._restless.pushed(push)
        self._measured, self._spread_mm = 0, np.inf
        self.calibration = self.calibration if self.is_marked else None


def _widened(found: Calibration) -> Calibration:
    """The same table, and how else it may be, with what is off however many cards were measured."""
    error_mm = float(np.hypot(found.error_mm, SYSTEMATIC_MM))
    off = np.zeros((1, 3, 3)) if found.leeway is None else found.leeway - np.eye(3)
    return replace(found, error_mm=error_mm, leeway=np.eye(3) + error_mm / found.error_mm * off)


def _measurable(seen: Detections, time_s: float, frame_px: tuple[int, int], card_mm: tuple[float, float]
                ) -> list[_Sighting]:
    """Face-up cards surely named, wholly in the picture, with an index at each end."""
    if len(seen) == 0:
        return []
    named = seen.log_name[:, :-2].max(axis=1) >= np.log(LEAST_NAME)
    inside = ((seen.corners_px > 0) & (seen.corners_px < np.array(frame_px) - 1)).all(axis=(1, 2))
    found = []
    for row in np.flatnonzero(named & inside & seen.face_up):
        at, corners = seen.index_px[row].astype(float), seen.corners_px[row].astype(float)
        if len(at) < 2:
            continue
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        ends = at[list(np.unravel_index(int(apart.argmax()), apart.shape))]
        if np.linalg.norm(corners - ends[0], axis=1).argmin() > 1:
            ends = ends[::-1]  # in the order of the outline, whichever was told first: a turned card is no other
        apart, aslant = _apart(ends, corners, card_mm)
        if BOTH_ENDS[0] < apart < BOTH_ENDS[1] and ASLANT[0] < aslant < ASLANT[1]:
            found.append(_Sighting(corners, ends, 1, time_s, time_s))
    return found


def _apart(ends_px: np.ndarray, corners_px: np.ndarray, card_mm: tuple[float, float]) -> tuple[float, float]:
    """How far the indices at both ends of a card are apart, of its height, as its outline has it lie; and how many
    times as far across it as along."""
    width, height = card_mm
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    ends = transform(cv2.getPerspectiveTransform(corners_px.astype(np.float32), upright), ends_px)
    across, along = np.abs(ends[1] - ends[0])
    return float(np.hypot(across, along)) / height, float(across / max(along, 1e-6))


def _moves(moved: np.ndarray, corners_px: np.ndarray, block_px: float) -> bool:
    """Whether something moved over a card or right beside it.  moved: (frames, rows, columns) bool blocks."""
    mask = np.zeros(moved.shape[1:], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px / block_px - 0.5).astype(np.int32), 1)
    there = cv2.dilate(mask, np.ones((3, 3), np.uint8)).astype(bool)
    return bool((moved[:, there].mean(axis=1) > MOVED).any())

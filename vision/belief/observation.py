"""What one look says, in millimetres of the table, and what has moved over it lately.

    observation = observed(look.detections, look.time_s, viewpoint)
    motion.add(look.time_s, look.moving, look.block_px, viewpoint)
    motion.over(outlines_mm)             # share of each outline that moves
    motion.reach(at_mm, since_s)         # from which direction an arm lay over a place
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from vision.belief.noise import noise
from vision.belief.one_card import CardsRead, each_once
from vision.detections import FACE_DOWN, NO_CARD, Detections
from vision.watching.viewpoint import CARD_HEIGHT_MM, CARD_WIDTH_MM, Viewpoint

DIRECTIONS = 36  # of an arm, all around
STEP_MM = 20.0  # along an arm
ARM_FROM_MM, ARM_TO_MM = 60.0, 420.0  # from a card outwards: first comes the hand, then the arm
KEEP_S = 4.0  # of motion
LEAST_NAMED = 0.1  # of a name; a card of which nothing is likelier was not read
JOKER = "JK"  # the label of the card that often bears no index
MARK_MM = np.array([26.5, 32.0])  # from a card's middle to its marks, across and down
RULER_MM = 2 * float(np.hypot(*MARK_MM))  # between opposite ones
_CARD = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
_ANGLES = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
_ALONG = np.arange(ARM_FROM_MM, ARM_TO_MM, STEP_MM)
_RAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)[:, None] * _ALONG[None, :, None]
_GRID = np.stack(np.meshgrid([-0.8, -0.4, 0.0, 0.4, 0.8], [-0.8, -0.4, 0.0, 0.4, 0.8]), axis=-1).reshape(-1, 2) / 2


@dataclass(frozen=True, eq=False)
class Observation:
    """The cards that lie open in one look; n of them, millimetres of the table.

    log_name: (n, k) log-probabilities of `names`.  likely: (n,) nats by which each is a card rather than a false mark.
    sure: (n,) how sure the reader is, from 0 to 1.
    corners: (n, 4, 2); centres: (n, 2); marks: (n, 4, 2), NaN where not read, those in two
    opposite corners first; read: (n,) how many were, up to 2.
    named: (n,) bool, of which anything was read: its marks, or its whole face.
    """

    time_s: float
    names: tuple[str, ...]
    log_name: np.ndarray
    likely: np.ndarray
    sure: np.ndarray
    corners: np.ndarray
    centres: np.ndarray
    marks: np.ndarray
    read: np.ndarray
    named: np.ndarray
    best: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.likely)


def observed(seen: Detections, time_s: float, view: Viewpoint) -> Observation:
    """A reading of the whole picture, on the table."""
    names = seen.names[:-2]
    log_name = seen.log_name[:, :-2].astype(float)
    open_ = np.asarray(seen.face_up, bool) & np.isfinite(view.to_mm(seen.centre_px)).all(axis=1)
    named = open_ & (log_name.max(axis=1) > np.log(LEAST_NAMED)) if log_name.size else np.zeros(len(seen), bool)
    silent = open_ & ~named & (len(names) > 0)
    log_name[silent] = unread_names(names)
    rows = np.flatnonzero(named | silent)
    corners = view.to_mm(seen.corners_px[rows].reshape(-1, 2)).reshape(-1, 4, 2)
    marks = np.full((len(rows), 4, 2), np.nan)
    for k, row in enumerate(rows):
        at = seen.corner_marks_px(int(row))
        is_read = np.isfinite(at[:, 0])
        marks[k, is_read] = view.to_mm(at[is_read])
    centres = view.to_mm(seen.centre_px[rows])
    single = (seen.marks[rows] == 1) & np.isfinite(corners).all(axis=(1, 2))
    corners[single] = at_size(marks[single][np.isfinite(marks[single][:, :, 0])], corners[single])
    centres[single] = corners[single].mean(axis=1)
    log_name = log_name[rows]
    cards, kept = each_once(CardsRead(log_name, surety(log_name), centres, corners, marks))
    rows, sure = rows[kept], surety(cards.log_name)
    read = np.minimum(np.maximum(np.isfinite(cards.marks[:, :, 0]).sum(axis=1), seen.marks[rows]), 2)
    likely = np.where(named[rows], likely_card(sure, np.maximum(read, 1)), noise().reading.likely_none)
    best = tuple(names[k] for k in cards.log_name.argmax(axis=1)) if len(rows) else ()
    return Observation(time_s, names, cards.log_name, likely, sure, cards.corners, cards.centres, cards.marks, read,
                       named[rows], best)


def at_size(marks: np.ndarray, outlines: np.ndarray) -> np.ndarray:
    """(n, 4, 2) cards of which one mark (n, 2) was read, of the size that cards have, in mm.  How large an outline is,
    and how far askew, is a guess where one end shows; which way its long sides run, and at which corner the mark
    stands, is not."""
    down = outlines[:, 3] - outlines[:, 0] + outlines[:, 2] - outlines[:, 1]
    down /= np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    across = np.column_stack([down[:, 1], -down[:, 0]])
    axes = np.stack([across, down], axis=1)
    off = np.einsum("nij,nj->ni", axes, marks - outlines.mean(axis=1))
    middle = marks - np.einsum("ni,nij->nj", np.sign(off) * MARK_MM, axes)
    found: np.ndarray = middle[:, None] + _CARD @ axes
    return found


def unread_names(names: Sequence[str]) -> np.ndarray:
    """(k,) log-probabilities of the names of a card that lies open and of which nothing could be read."""
    jokers = np.array([name == JOKER for name in names])
    rest = np.log((1 - np.exp(noise().reading.unread_joker)) / max(len(names) - jokers.sum(), 1))
    found: np.ndarray = np.where(jokers, noise().reading.unread_joker, rest)
    return found


def ranks_alone(names: Sequence[str], log_name: np.ndarray) -> np.ndarray:
    """Log-probabilities (n, k) of the ranks of names: all names of a rank have that of the rank."""
    ranks = np.array([name[:-1] if name != JOKER else name for name in names])
    found: np.ndarray = np.log(np.minimum(np.exp(log_name) @ (ranks[:, None] == ranks), 1.0))
    return found


def surety(log_name: np.ndarray) -> np.ndarray:
    """(n,) how sure a reader is of its best names (n, k), from 0 to 1."""
    if log_name.size == 0:
        return np.zeros(len(log_name))
    p = np.clip(np.exp(log_name.max(axis=1)), 1e-4, 1 - 1e-4)
    sure: np.ndarray = np.clip(np.log(p / (1 - p)) / noise().reading.sure_odds, 0.0, 1.0)
    return sure


def likely_card(sure: np.ndarray, read: np.ndarray) -> np.ndarray:
    """Nats by which a detection is a card rather than a false mark: both marks, and a surer reader; a whole face counts
    as one mark."""
    r = noise().reading
    surely: np.ndarray = np.where(read > 1, r.likely_two, r.likely_one)
    return surely - r.unsure * (1 - sure)


class Motion:
    """The blocks that moved within the last seconds, as places of the table."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, np.ndarray]] = deque()
        self._block_px = 1.0
        self._view: Viewpoint | None = None
        self._moved_s = -np.inf

    def add(self, time_s: float, moving: np.ndarray, block_px: float, view: Viewpoint | None) -> None:
        """moving: (rows, columns) bool blocks of one frame."""
        self._block_px, self._view = block_px, view
        self._frames.append((time_s, moving))
        while self._frames[0][0] < time_s - KEEP_S:
            self._frames.popleft()
        if moving.any():
            self._moved_s = time_s

    def apart(self) -> Motion:
        """Another that has seen the same."""
        other = copy(self)
        other._frames = deque(self._frames)
        return other

    def calm_s(self, now_s: float) -> float:
        """For how long nothing has moved anywhere."""
        return now_s - self._moved_s

    def over(self, outlines: np.ndarray, since_s: float) -> np.ndarray:
        """(n,) share of each outline (n, 4, 2) that moved at some time since."""
        if len(outlines) == 0:
            return np.zeros(0)
        a, b = outlines[:, 1] - outlines[:, 0], outlines[:, 3] - outlines[:, 0]
        points = (outlines.mean(axis=1)[:, None] + _GRID[None, :, :1] * a[:, None] + _GRID[None, :, 1:] * b[:, None])
        lately = [moving for time_s, moving in self._frames if time_s >= since_s]
        if not lately:
            return np.zeros(len(outlines))
        moves, _ = self._moving(np.logical_or.reduce(lately), points.reshape(-1, 2))
        return np.asarray(moves.reshape(len(outlines), -1).mean(axis=1))

    def anywhere(self, since_s: float) -> bool:
        """Whether anything has moved since."""
        return self._moved_s >= since_s

    def reach(self, at_mm: np.ndarray, born_s: float) -> np.ndarray:
        """(DIRECTIONS,) the largest share of an arm's line from a place outwards that moved at once, shortly before."""
        then = [moving for time_s, moving in self._frames
                if born_s - noise().people.arm_s <= time_s <= born_s + STEP_S and moving.any()]
        if not then:
            return np.zeros(DIRECTIONS)
        moves, known = self._moving(np.stack(then), (at_mm + _RAYS).reshape(-1, 2))
        in_sight = np.maximum(known.reshape(DIRECTIONS, -1).sum(axis=1), 1)
        found: np.ndarray = (moves.reshape(len(then), DIRECTIONS, -1).sum(axis=2) / in_sight).max(axis=0)
        return found

    def _moving(self, moving: np.ndarray, points_mm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of blocks (..., rows, columns): (..., n) whether each point moves, and (n,) whether it is in the picture."""
        rows, columns = moving.shape[-2:]
        if self._view is None:
            return np.zeros((*moving.shape[:-2], len(points_mm)), bool), np.zeros(len(points_mm), bool)
        at = self._view.to_px(points_mm) / self._block_px
        inside = (at >= 0).all(axis=1) & (at[:, 0] < columns) & (at[:, 1] < rows)
        where = np.where(inside[:, None], at, 0).astype(int)
        return moving[..., where[:, 1], where[:, 0]] & inside, inside


ARM_DEG = 14.0  # an arm's breadth to each side
WHOLE_ARM = 0.5  # share of an arm's line that moved, from which on it was one
SAME_ARM = 3  # directions to each side that one arm may take up
STEP_S = 0.3  # an arm that lies over a card still withdraws


def arm_from(reach: np.ndarray, at_mm: np.ndarray, away_mm: float) -> tuple[float, float] | None:
    """Where the arm over a place came from, in mm, as far from the middle of the table as given; None where none did,
    or more than one may have."""
    smooth = (reach + np.roll(reach, 1) + np.roll(reach, -1)) / 3
    best = int(smooth.argmax())
    apart = np.abs((np.arange(DIRECTIONS) - best + DIRECTIONS // 2) % DIRECTIONS - DIRECTIONS // 2)
    if smooth[best] < WHOLE_ARM or smooth[apart > SAME_ARM].max() > smooth[best] / 2:
        return None
    along = np.array([np.cos(_ANGLES[best]), np.sin(_ANGLES[best])])
    nearest_mm = along * -(at_mm @ along)  # from the place to where the arm's line is nearest to the middle
    beside_mm = np.hypot(*(at_mm + nearest_mm))
    x, y = at_mm + nearest_mm + along * np.sqrt(max(away_mm ** 2 - beside_mm ** 2, 0.0))
    return float(x), float(y)


def arm_share(reach: np.ndarray, at_mm: np.ndarray, seat_mm: tuple[float, float]) -> float:
    """How much of an arm lay from a place towards a seat."""
    dx, dy = seat_mm[0] - at_mm[0], seat_mm[1] - at_mm[1]
    off = np.abs((np.degrees(_ANGLES) - np.degrees(np.arctan2(dy, dx)) + 180) % 360 - 180)
    return float(reach[off <= ARM_DEG].max(initial=0.0))


__all__ = ["FACE_DOWN", "NO_CARD", "Motion", "Observation", "arm_share", "likely_card", "observed"]

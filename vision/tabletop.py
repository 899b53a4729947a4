"""All cards that lie on the table as far as is known, and what is asked of them by every step of the tracker."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.track import CLEAR_MM, HARDLY, LEAST_REST, Seen, Track, apart_mm, index_apart_mm, stands_on
from vision.unnamed import lie_within
from vision.voting import CLEARLY, LIKELY
from vision.watching.bare_table import BareTable
from vision.watching.motion import TOGETHER_S, Motion
from vision.watching.viewpoint import Viewpoint, card_axes, is_card_sized

LAST = 3  # cards that tell how well others can be read
TOUCHED = 0.04  # share of a card's pixels that must change before anything is believed of it
NEW_SHARE = 0.15  # the same for a doubtful card, or the like of a covered one, that was not there before
TAKEN_SHARE = 0.7  # of what shows a card that must look otherwise when it was taken
STILL_MM, STILL_DEG = 5.0, 8.0  # a card that shifted less lies where it lay
SPOT_CHANGED = 0.25  # share of an index's surroundings that may look otherwise when a card is laid beside it
SPOT_NEW = 0.1  # the same of one that was not there before, though much the same was
SPOT_MM = 3.0  # the same for its index, which is found far better than an outline
BEYOND_MM = 2.0  # a mark so far outside an outline is not printed on that card
BY_EDGE_MM = 12.0  # a mark stands so far inside its card that beside it no other card's shows any nearer
CORNER_MM = 20.0  # indices further apart stand in different corners
ACROSS_MM = 49.0  # between the upper indices of a card that has four
_SPOT = 7.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])  # around an index, mm


@dataclass(eq=False)
class Tabletop:
    """copies: label -> how many the pack holds, 1 where it is not named.  tracks: the cards, in the order they were
    noticed.  settled: the last look at which something settled.  legible: how likely an index was seen at once on each
    of the last cards."""

    view: Viewpoint
    copies: Mapping[str, int]
    tracks: list[Track] = field(default_factory=list)
    surface: BareTable = field(default_factory=BareTable)
    settled: Motion | None = None
    legible: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    _numbers: int = 0

    def number(self) -> int:
        """One that no card had yet; later ones are higher."""
        self._numbers += 1
        return self._numbers

    def is_single(self, label: str) -> bool:
        """Whether the pack holds no other card of the name."""
        return self.copies.get(label, 1) == 1

    def touched(self, outline_px: np.ndarray, look: Motion) -> float:
        """Share of an outline's inside that looks otherwise since the last change, also in later looks at it."""
        last = self.settled
        return last.touched(outline_px) if last and look.time_s - last.time_s <= TOGETHER_S else 0.0

    def is_laid_on(self, seen: Seen, look: Motion) -> bool:
        """Whether a card may have been laid there although hardly a pixel changed: a hand was there, and what
        is read is sure."""
        last = self.settled
        return seen.reading.sure and last is not None and look.time_s - last.time_s <= TOGETHER_S and last.was_visited(
            seen.corners_px)

    def may_be_laid(self, seen: Seen, look: Motion) -> bool:
        """Whether a row that was not followed may be a card after all, just laid: its marks are plain, and stand or
        read otherwise than those of any known card.  Another look may be sure."""
        just = self.settled is not None and look.time_s - self.settled.time_s <= TOGETHER_S
        named = dict(seen.reading.candidates)
        return just and len(seen.index_mm) > 0 and seen.reading.one_of_two > LIKELY and all(
            index_apart_mm(t, seen) > CLEAR_MM or named.get(t.label, 0.0) < HARDLY for t in self.tracks)

    def was_taken(self, track: Track, look: Motion) -> bool:
        """Whether a hand was at a card and the bare table shows in its place, where one tells them apart: paper that
        is taken from a cloth as pale changes little."""
        if track.face is None or not look.was_visited(track.corners_px):
            return False
        inside = look.mask(track.corners_px)
        if len(track.face) != np.count_nonzero(inside):
            return False
        told = self.surface.tells(look, inside, track.face)
        other = self.surface.changed(look, told, track.face[told[inside]])
        shown = (t.corners_px for t in self.tracks if t is not track and t.state == "shown")
        return bool(len(other) >= LEAST_REST and other.mean() > TAKEN_SHARE
                    and self.surface.is_bare(look, track.corners_px, shown))

    def is_mark_of(self, seen: Seen, track: Track, look: Motion) -> bool:
        """Whether all indices of a row stand where a known card's do, and look much as they did."""
        return stands_on(seen, track, SPOT_MM) and max(self.marks_changed(seen.index_mm, look)) < SPOT_CHANGED

    def is_laid_over(self, seen: Seen, track: Track, look: Motion) -> bool:
        """Whether a row is another card, squared on one that lay there, though its marks stand where that has its own:
        it is read clearly, if not surely, and not at all as that card, and the marks are new."""
        return (seen.reading.confidence > CLEARLY and dict(seen.reading.candidates).get(track.label, 0.0) < HARDLY
                and self.settled is not None and track.begun_s < self.settled.time_s
                and min(self.marks_changed(seen.index_mm, look), default=0.0) >= SPOT_NEW)

    def marks_changed(self, index_mm: np.ndarray, look: Motion) -> list[float]:
        """Of each mark (k, 2), the share of its surroundings that looks otherwise."""
        return [self.touched(spot, look) for spot in self.spots_px(index_mm)]

    def spots_px(self, index_mm: np.ndarray) -> np.ndarray:
        """(k, 4, 2) px, the surroundings of marks (k, 2)."""
        return self.view.to_px((index_mm[:, None] + _SPOT).reshape(-1, 2)).reshape(-1, 4, 2)

    def stand_within(self, index_mm: np.ndarray, outline_px: np.ndarray) -> np.ndarray:
        """(k,) bool, which marks (k, 2) stand on an outline (4, 2) px."""
        return lie_within(self.view.to_px(index_mm), outline_px)

    def covers_part(self, seen: Seen, track: Track, look: Motion) -> bool:
        """Whether some of a card's marks can be seen no longer, since a row's outline lies there, and at least two
        beside it still can: the card lies where it lay, below what was read.  One mark may not be its own, and one so
        near a mark of the row would lie below that card's edge."""
        covered = self.stand_within(track.index_mm, seen.corners_px)
        changed = np.array(self.marks_changed(track.index_mm, look))
        near = (np.linalg.norm(track.index_mm[:, None] - seen.index_mm[None], axis=2) < BY_EDGE_MM).any(axis=1)
        beside = changed[~covered & ~near]
        return bool((changed[covered] > SPOT_CHANGED).any() and len(beside) > 1 and beside.max() < SPOT_CHANGED / 2)

    def is_whole(self, outline_px: np.ndarray) -> bool:
        """Whether an outline (4, 2) px is about as large as a card."""
        return is_card_sized(self.view.to_mm(outline_px))

    def shift(self, seen: Seen, track: Track) -> bool:
        """Whether a card of the same name lies otherwise than it did."""
        apart = index_apart_mm(seen, track)
        if apart < CORNER_MM:
            return apart > SPOT_MM
        turn = track.turn_to(self.view.to_mm(seen.corners_px), self.view.to_mm(track.corners_px))
        return bool(apart_mm(seen, track) > STILL_MM or turn > STILL_DEG)

    def is_across(self, track: Track, other: Track) -> bool:
        """Whether all that was read of a card stands where a deck with an index in every corner has the second
        upper or lower one of its like: beside its index, a card's width less the margins away, and on the card where
        that was read at both ends."""
        if not len(track.index_mm) or not len(other.index_mm):
            return False
        if self.was_read_at_both_ends(other) and not self.stand_within(track.index_mm, other.corners_px).all():
            return False  # two steps down a column cards stand so far apart, too
        across, down = card_axes(self.view.to_mm(other.corners_px))
        apart = track.index_mm[:, None] - other.index_mm[None]
        beside = (np.abs(apart @ down) < CLEAR_MM) & (np.abs(np.abs(apart @ across) - ACROSS_MM) < CORNER_MM / 2)
        return bool(beside.any(axis=1).all())

    def was_read_at_both_ends(self, track: Track) -> bool:
        """Whether indices of a card were read at both of its ends, so that no other mark is one of its ends."""
        _, down = card_axes(self.view.to_mm(track.corners_px))
        return len(track.index_mm) > 1 and float(np.ptp(track.index_mm @ down)) > CORNER_MM

    def has_own_corner(self, seen: Seen, other: Seen | Track) -> bool:
        """Whether a row whose index is plain has an index where another card, to judge by its outline, has none: in a
        column of cards they overlap and are two."""
        return seen.reading.one_of_two > LIKELY and self.stands_apart(seen.index_mm, other)

    def stands_apart(self, index_mm: np.ndarray, other: Seen | Track) -> bool:
        """Whether one of the marks (k, 2) is where another card, to judge by its outline, has no index.  Beyond its
        outline no guess is needed for corners in which one was read."""
        if not len(index_mm) or not len(other.index_mm):
            return False
        quad = self.view.to_mm(other.corners_px)
        across, down = card_axes(quad)
        within = np.stack([(other.index_mm - quad.mean(axis=0)) @ axis for axis in (across, down)], axis=1)
        mirrored = (within[:, None] * [(1, -1), (-1, 1), (-1, -1)]).reshape(-1, 2)
        places = np.concatenate([other.index_mm, quad.mean(axis=0) + mirrored @ np.stack([across, down])])
        reach = np.repeat([1.5 * CLEAR_MM, CORNER_MM], [len(within), len(mirrored)])  # an outline is partly a guess
        apart = np.linalg.norm(index_mm[:, None] - places[None], axis=2)
        was_read = np.linalg.norm(places[:, None] - other.index_mm[None], axis=2).min(axis=1) < CORNER_MM
        was_read[:len(within)] = False
        half = np.array([np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])]) / 2
        off = np.abs((index_mm - quad.mean(axis=0)) @ np.stack([across, down], axis=1))
        beyond = (off > half + BEYOND_MM).any(axis=1)
        return bool(((apart > reach) | (beyond[:, None] & was_read[None])).all(axis=1).any())


def overlap(of_px: np.ndarray, by_px: np.ndarray, look: Motion) -> float:
    """Share of one outline that another covers."""
    inside = look.mask(of_px)
    return float(look.mask(by_px)[inside].mean()) if inside.any() else 0.0

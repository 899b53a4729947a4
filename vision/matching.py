"""Which row of what was read is which known card: the cheapest assignment, each pair costing what speaks against it.

    matching = Matching(table, look)
    card_of = matching.match(seen, known)       # row -> card; rows that are nothing known are left out
    matching.covered                            # cards of which a row shows that their like lies on them now
"""

from __future__ import annotations

import numpy as np

from vision.detections import UNREAD
from vision.tabletop import CORNER_MM, NEW_SHARE, SPOT_CHANGED, SPOT_MM, TOUCHED, Tabletop, overlap
from vision.track import CLEAR_MM, HARDLY, Seen, Track, apart_mm, index_apart_mm, stands_on
from vision.watching.motion import Motion

NEAR_MM = 25.0  # a detection so near to a known card may be it
AS_LIKELY = 0.3  # share of the likeliest name that a touched card must reach with its own
SAME_MM = 45.0  # the same, for one that reads alike: an outline is a guess where only one index shows


class Matching:
    """For one look at the table."""

    def __init__(self, table: Tabletop, look: Motion) -> None:
        self._table, self._look = table, look
        self.covered: list[Track] = []

    def match(self, seen: list[Seen], known: list[Track]) -> dict[int, Track]:
        """Row -> the card it is; rows that are nothing known are left out."""
        if not seen or not known:
            return {}
        from scipy.optimize import linear_sum_assignment  # here, because it takes long to load

        cost = np.array([[self._cost(s, t, seen) for t in known] for s in seen])
        pairs = [(int(r), known[c]) for r, c in zip(*linear_sum_assignment(np.minimum(cost, 1e3)), strict=True)
                 if cost[r, c] < 1e3]
        fresh = [s for row, s in enumerate(seen) if all(row != r for r, _ in pairs)]
        gone = [t for t in known if all(t is not other for _, other in pairs)]
        return {row: track for row, track in pairs if not self._is_another(seen[row], track, seen, fresh, gone)}

    def _is_another(self, seen: Seen, track: Track, rows: list[Seen], fresh: list[Seen], gone: list[Track]) -> bool:
        """Whether a row that has a card's name is not that card but its like, or the card shifted.  An
        outline is read worse where another card has just come to lie on it, so then it is not asked."""
        touched = max(seen.touched, self._look.touched(track.corners_px)) >= TOUCHED
        if not self._look.settled or not track.is_announced or not touched or track.state == "hidden":
            return False
        if seen.touched == 0:  # the outline is read worse
            return False
        beside_new = any(f.touched >= NEW_SHARE and not self._is_of(f, track) and not self._is_known(f) and (
            overlap(track.corners_px, f.corners_px, self._look) > 0.1
            or overlap(seen.corners_px, f.corners_px, self._look) > 0.1) for f in fresh)
        if not beside_new and self._lies_over_newer(seen, track, rows):
            self.covered.append(track)
            return True
        if self._look.first or (track.state == "shown" and self._table.is_mark_of(seen, track, self._look)):
            return False
        if beside_new:
            return False
        if self._reads_worse_where_new(seen, track):
            return True
        if track.state == "covered":
            uncovered = any(overlap(track.corners_px, t.corners_px, self._look) > 0.25 for t in gone)
            alike = seen.reading.label == track.label and not self._table.shift(seen, track)
            return seen.touched >= NEW_SHARE and not (uncovered and (alike or _reads_badly_as(seen, track)))
        return seen.reading.label == track.label and self._table.shift(seen, track)

    def _is_of(self, seen: Seen, track: Track) -> bool:
        """Whether a row has the name of a card of which the pack holds no other: a corner of it, read by itself."""
        return seen.reading.label == track.label and self._table.is_single(track.label)

    def _is_known(self, seen: Seen) -> bool:
        """Whether what is read badly is an index of a card that was known before."""
        return not seen.reading.sure and any(
            t.is_announced and t.label == seen.reading.label and stands_on(seen, t, CLEAR_MM)
            for t in self._table.tracks)

    def _reads_worse_where_new(self, seen: Seen, track: Track) -> bool:
        """Whether a row that has a card's name is unsure of it, where an index of the row was not there before: marks
        of what was laid on the card are read together with its own.  Of a card that the pack holds more than once
        nobody could tell it from its like."""
        return (not seen.reading.sure and self._table.is_single(track.label)
                and max(self._table.marks_changed(seen.index_mm, self._look), default=0.0) >= SPOT_CHANGED)

    def _lies_over_newer(self, seen: Seen, track: Track, rows: list[Seen]) -> bool:
        """Whether a row that is read like a card, and where that lies, covers part of a card that had come to lie on
        it: then it is the like of the one below, squared on it."""
        if self._table.is_single(track.label) or seen.reading.label != track.label or not seen.reading.sure:
            return False
        own = self._table.marks_changed(seen.index_mm, self._look)
        if max(own, default=0.0) < SPOT_CHANGED / 2 or self._look.is_by_border(seen.corners_px):
            return False  # it shows as before: something else lies there, or a hand rests
        return any(self._table.covers_part(seen, other, self._look) and not self._is_read_within(other, seen, rows)
                   for other in self._table.tracks if other.state == "shown" and other.layer > track.layer)

    def _is_read_within(self, card: Track, seen: Seen, rows: list[Seen]) -> bool:
        """Whether an index of a card is read where a row's outline lies: so it is not below that."""
        return any(row.reading.label == card.label and index_apart_mm(row, card) < SPOT_MM
                   and self._table.stand_within(row.index_mm, seen.corners_px).any()
                   for row in rows if row is not seen and len(row.index_mm))

    def _cost(self, seen: Seen, track: Track, rows: list[Seen]) -> float:
        """How unlikely it is that this one of the rows is this card, in mm; infinite where it cannot be."""
        far = apart_mm(seen, track)
        reading = seen.reading
        index_far = index_apart_mm(seen, track)
        if track.is_unnamed and not track.is_announced and len(seen.index_mm) and (
                self._stands_on_like(seen) or not self._table.stand_within(seen.index_mm, track.corners_px).any()):
            return np.inf  # it is the card below
        if track.is_announced and self._table.is_mark_of(seen, track, self._look):
            if reading.label == track.label:
                return index_far
            if not reading.sure and track.state == "shown" and _is_explained(seen, track, rows, self._look):
                return index_far + 6
        if reading.label == track.name:
            far = min(far, index_far)
        elif CLEAR_MM < index_far < (np.inf if track.is_announced else CORNER_MM):
            return np.inf
        known_name = dict(reading.candidates).get(track.label, 0.0)
        alike = reading.label == track.name or track.state == "covered"
        if far > (SAME_MM if alike else NEAR_MM):
            return np.inf
        if track.is_announced and track.missed and self._follows_shifted(seen, track):
            return np.inf
        if not track.is_announced:
            if self._is_corner_of_known(seen, track):
                return np.inf
            other = track.never_thought_of(reading) or (reading.sure and self._table.has_own_corner(seen, track))
            return far if alike else np.inf if other else far + 6
        if reading.label == track.label:
            return far
        if track.state == "covered":
            return far + 12 if not reading.sure and known_name > 0.02 else np.inf
        touched = max(seen.touched, self._table.touched(track.corners_px, self._look))
        if touched < TOUCHED and not self._table.is_laid_on(seen, self._look):
            return far + 10  # nothing happened to it: it holds its label
        if not reading.face_up or track.label == UNREAD:
            return np.inf  # turned over, or another card: looked at anew
        return far + 12 if not reading.sure and known_name > max(0.1, AS_LIKELY * reading.confidence) else np.inf

    def _stands_on_like(self, seen: Seen) -> bool:
        """Whether a row's marks are those of a card of its name that was announced and lies open."""
        return any(t.is_announced and t.state == "shown" and t.label == seen.reading.label
                   and stands_on(seen, t, SPOT_MM) for t in self._table.tracks)

    def _is_corner_of_known(self, seen: Seen, track: Track) -> bool:
        """Whether a row shows both upper or both lower indices of a known card, of which one had been taken for its
        like: the row is that card."""
        return len(seen.index_mm) > 1 and any(
            t.state in ("shown", "hidden") and t.name == track.name == seen.reading.label
            and index_apart_mm(seen, t) < CLEAR_MM and self._table.is_across(track, t) for t in self._table.tracks)

    def _follows_shifted(self, seen: Seen, track: Track) -> bool:
        """Whether a row that reads as a known card, but lies otherwise, is followed already as something new: it
        slid, or its like was laid near it."""
        if seen.reading.label != track.label or not self._table.shift(seen, track):
            return False
        return any(not t.is_announced and t.name == track.label and apart_mm(seen, t) < apart_mm(seen, track)
                   for t in self._table.tracks)


def _reads_badly_as(seen: Seen, track: Track) -> bool:
    """Whether a row may be a card's index, read unsurely where that stands, since part of it is still covered."""
    return (not seen.reading.sure and dict(seen.reading.candidates).get(track.label, 0.0) >= HARDLY
            and stands_on(seen, track, CLEAR_MM))


def _is_explained(seen: Seen, track: Track, rows: list[Seen], look: Motion) -> bool:
    """Whether what changed at a card is another row's doing: something was laid partly on it."""
    return any(row is not seen and row.touched >= max(NEW_SHARE, seen.touched)
               and overlap(track.corners_px, row.corners_px, look) > 0.1 for row in rows)

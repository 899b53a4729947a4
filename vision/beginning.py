"""What of the rows that are no known card is a new one, and what is only more of a known one.

    newcomers = Newcomers(table, look)
    newcomers.forget_corners(found)    # what was followed as a card and is another's corner
    newcomers.begin(fresh, found)      # rows that are nothing known
    newcomers.begin_unnamed()          # paper that nobody reads, where the pack holds jokers
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from vision.detections import UNREAD, Detections
from vision.frames import Frame
from vision.matching import SAME_MM
from vision.reading.outlines import with_shadow
from vision.tabletop import CORNER_MM, NEW_SHARE, SPOT_MM, TOUCHED, Tabletop, overlap
from vision.track import CLEAR_MM, HALF, HARDLY, LEAST_REST, Seen, Track, apart_mm, index_apart_mm, stands_on
from vision.unnamed import JOKER, bears_nothing, beyond_column, is_blank_cornered
from vision.voting import LIKELY, NOTHING_READ, Reading
from vision.watching.bare_table import NEAR
from vision.watching.motion import TOGETHER_S, TREMBLE, Motion
from vision.watching.viewpoint import CARD_WIDTH_MM

LIKE_MM = 120.0  # so near to its like, which is not seen itself, a new card is doubtful
LIKELY_SHARE = 0.08  # share of its pixels that must change before a card that is read almost surely is believed
RECENT_S = 0.5  # one card may settle in several patches; what is read beside it meanwhile belongs to it
REST_CHANGED = 0.4  # share of what shows of a card that may look otherwise without its having slid
SAME_OUTLINE = 0.85  # share of its place in which a card of a column lies that is no step above it
SAME_UNNAMED = 0.8  # share of its place in which a card without an index was found before
BARE_SHARE, BARE_SPOT = 0.8, 0.95  # of a place that looks as it did before a card lay there; of an index's surroundings
WORD_MM = 16.0  # any part of the long word that many jokers bear may be read as its index
JOKER_LOOKS, MISLED = 3, 0.25  # that must find no index on a card before it is a joker; share of them that may
ORNATE_LOOKS = 6  # the same of one by itself that bears ornaments in its corners


class Newcomers:
    """For one look at the table."""

    def __init__(self, table: Tabletop, look: Motion) -> None:
        self._table, self._look = table, look

    def begin(self, fresh: Sequence[Seen], found: Mapping[int, Seen], covered: Collection[Track] = ()) -> list[Seen]:
        """Follow those of the rows that are a card of their own; the others.  found: the rows of the known cards, by
        the id of their track.  covered: cards that none of them is."""
        begun = [(row, None if self._is_remnant(row, fresh) or self._is_other_corner(row, found) else
                  self._begin(row, found)) for row in fresh]
        for row, new in begun:
            if new is not None:
                new.perhaps = frozenset(t.number for t in self._table.tracks
                                        if t not in covered and self._may_be(t, row))
        return [row for row, new in begun if new is None]

    def _begin(self, seen: Seen, found: Mapping[int, Seen]) -> Track | None:
        """Follow something new.  Cards do not appear where nothing happened."""
        if seen.touched < TOUCHED and not self._table.is_laid_on(seen, self._look):
            return None
        if self._shows_the_bare_table(seen):
            return None  # a pattern of the cloth, come to light where a card was taken, or read now beside one
        if self._is_known(seen, found):
            return None
        number, now_s = self._table.number(), self._look.time_s
        track = Track(number, seen.corners_px, seen.centre_mm, self._table.view.zone_at(seen.centre_mm), number,
                      looks=1, readings=[seen.reading], last_look_s=now_s, seen_s=now_s, begun_s=now_s,
                      lay_there=self._look.first, index_mm=seen.index_mm)
        self._table.tracks.append(track)
        return track

    def _is_known(self, seen: Seen, found: Mapping[int, Seen]) -> bool:
        """Whether a row is more of a known card, which it was not matched with."""
        alike = [t for t in self._table.tracks
                 if t.name == seen.reading.label != UNREAD and apart_mm(t, seen) < LIKE_MM]
        if any(t.is_announced and id(t) in found and self._is_read_twice(seen, t, found[id(t)]) for t in alike):
            return True
        alike = [t for t in alike if id(t) not in found or not self._are_two(seen, t, found[id(t)])]
        lost = [t for t in alike if t.seen_s < self._look.time_s]
        if self._look.first:  # the camera was pushed: nothing was laid, but much is read in parts, or found elsewhere
            return any(t.is_announced for t in alike)
        if self._look.settled:
            return False
        # nothing happened since the last look: its outline was read worse, or its index as the other of two names
        return bool(lost or (alike and not seen.reading.sure)) or any(
            self._was_doubted(t, seen) for t in self._table.tracks)

    @staticmethod
    def _is_read_twice(seen: Seen, track: Track, row: Seen) -> bool:
        """Whether one row more is a known card that was found in this look: read twice from the same index, or each
        of its indices by itself."""
        return index_apart_mm(seen, row) < SPOT_MM or stands_on(seen, track, SPOT_MM)

    def _are_two(self, seen: Seen, track: Track, row: Seen) -> bool:
        """Whether a row is no part of a known card of its name: the pack holds more of them, that one was surely found
        in this look, and all marks of the row stand beside it, farther than an outline is guessed amiss."""
        on_card = [self._table.stand_within(seen.index_mm, card.corners_px) for card in (track, row)]
        return (row.reading.sure and len(seen.index_mm) > 0 and not np.any(on_card)
                and apart_mm(seen, track) > CARD_WIDTH_MM and not self._table.is_single(track.name))

    @staticmethod
    def _was_doubted(track: Track, seen: Seen) -> bool:
        """Whether a row is a card that was announced unsurely, read from the same index as what it may be as well."""
        return (not seen.reading.sure and track.is_announced and not track.sure
                and index_apart_mm(seen, track) < SPOT_MM
                and dict(track.candidates).get(seen.reading.label, 0.0) >= HARDLY)

    def _shows_the_bare_table(self, seen: Seen) -> bool:
        """Whether the table looks as it did without a card where a row's index is, or all of it if it bears none."""
        unread = seen.reading.label == UNREAD
        bare = self._table.surface.shows(self._look, NEAR, TREMBLE if unread else 0.0)
        places = [seen.corners_px] if unread else self._table.spots_px(seen.index_mm)
        shares = [float(bare[inside].mean()) for inside in map(self._look.mask, places) if inside.any()]
        return bool(shares) and min(shares) > (BARE_SHARE if unread else BARE_SPOT)

    def _may_be(self, track: Track, seen: Seen) -> bool:
        """Whether something new may after all be a known card that was not seen in this look: slid, or read
        with another outline."""
        far = apart_mm(track, seen)
        if track.seen_s >= self._look.time_s or far > LIKE_MM or not track.is_announced:
            return False
        if track.is_unnamed and track.state == "shown":
            return not self._shows_beside(track, seen)  # it is never seen again by what is read
        if self._table.covers_part(seen, track, self._look) and not self._beside_changed(track, seen) >= REST_CHANGED:
            return False
        apart = index_apart_mm(seen, track)
        if np.isinf(apart):
            return far < SAME_MM or track.missed > 0 or track.state != "shown"
        if apart < CLEAR_MM or track.state == "hidden":
            return True
        return track.state == "shown" and not self._shows_beside(track, seen)

    def _shows_beside(self, track: Track, seen: Seen) -> bool:
        """Whether a card is still to be seen beside something new: it did not slide."""
        return self._beside_changed(track, seen) < REST_CHANGED

    def _beside_changed(self, track: Track, seen: Seen) -> float:
        """Share of what showed a card beside something new that looks otherwise than it did; NaN where too little
        tells.  Only what differs from the bare table counts, so on a table as white as a card there is nothing."""
        inside = self._look.mask(track.corners_px)
        if track.face is None or len(track.face) != np.count_nonzero(inside):
            return np.nan
        rest = inside & ~self._look.mask(with_shadow(seen.corners_px))
        for other in self._table.tracks:
            if other is not track:  # one above hides it, and one below would show as much paper where it lay
                rest &= ~self._look.mask(other.corners_px)
        rest &= self._table.surface.tells(self._look, inside, track.face)
        changed = self._table.surface.changed(self._look, rest, track.face[rest[inside]])
        return float(changed.mean()) if len(changed) >= LEAST_REST else np.nan

    def _is_remnant(self, seen: Seen, fresh: Sequence[Seen]) -> bool:
        """Whether a row is no card of its own: what still shows of a card below, or the other end of one that was
        read, though it reads surely otherwise now that something lies close to it."""
        seen_now = [t for t in self._table.tracks if t.is_announced and t.seen_s >= self._look.time_s]
        if seen.reading.sure:
            return (seen.touched < LIKELY_SHARE and any(stands_on(seen, t, CLEAR_MM) for t in seen_now)
                    ) or self._is_read_in_one(seen)
        elsewhere = len(seen.index_mm) and all(index_apart_mm(t, seen) > CLEAR_MM for t in self._table.tracks)
        likely = elsewhere or seen.reading.confidence > LIKELY
        if self._look.settled and seen.touched < (LIKELY_SHARE if likely else NEW_SHARE):
            return True
        if any(stands_on(seen, t, CLEAR_MM) and not self._table.is_laid_over(seen, t, self._look) for t in seen_now):
            return True  # the other corner of a card that is read as well
        read: list[Seen | Track] = [other for other in fresh if other.reading.sure]
        read += [t for t in self._table.tracks if any(r.sure for r in t.readings)
                 and ((t.state in ("new", "shown") and not self._look.settled)
                      or t.begun_s >= self._look.time_s - RECENT_S)
                 and not self._table.is_laid_over(seen, t, self._look)]
        return any(overlap(seen.corners_px, other.corners_px, self._look) > 0.5
                   and not self._table.has_own_corner(seen, other) for other in read)

    def _is_read_in_one(self, seen: Seen) -> bool:
        """Whether an index of a card and one of the card beside it were read together: the row lies just where that
        card does, which was found in this look too and is read surely, and shows no index where that has none."""
        return len(seen.index_mm) > 1 and any(
            t.seen_s >= self._look.time_s and t.readings[-1:] and t.readings[-1].sure
            and t.name not in (seen.reading.label, UNREAD) and apart_mm(seen, t) < CLEAR_MM
            and len(t.index_mm) > len(seen.index_mm) and stands_on(seen, t, CLEAR_MM) for t in self._table.tracks)

    def _is_other_corner(self, seen: Seen, found: Mapping[int, Seen]) -> bool:
        """Whether a row is an index of a known card that is half covered now and so reads as another: it stands where
        that card has one, and the card was found in this look where it lay, by an index elsewhere."""
        return any(stands_on(seen, t, SPOT_MM) and found[id(t)].reading.label == t.name != seen.reading.label
                   and CORNER_MM < index_apart_mm(seen, found[id(t)]) < np.inf
                   for t in self._table.tracks if t.is_announced and id(t) in found)

    def begin_unnamed(self) -> None:
        """Follow what was laid with cards that were read, and is not read itself, if the pack holds jokers.  What reads
        a little like a joker there is no other card: its picture has to tell."""
        last = self._table.settled
        doubted = [t for t in self._table.tracks if _is_doubted_joker(t)]
        if not self._table.copies.get(JOKER) or last is None or last.first or (
                self._look.time_s - last.time_s > TOGETHER_S) or any(
                (t.state == "new" and t not in doubted) or (t.is_unnamed and t.begun_s >= last.time_s)
                for t in self._table.tracks):
            return
        read = [t for t in self._table.tracks if t.state in ("shown", "covered") and t.sure and t.zone
                and (t.is_unnamed or (len(t.index_mm) and not t.missed))]  # what hides one's index is a hand
        found = beyond_column(last, self._look, read, self._table.view, self._table.surface)
        if found is None or any(self._is_read_there(track, found.corners_px) or self._is_unnamed_there(
                track, found.corners_px) for track in self._table.tracks):
            return
        for track in doubted:
            if self._table.stand_within(track.index_mm, found.corners_px).any():
                self._table.tracks.remove(track)
        x, y = self._table.view.to_mm(found.corners_px.mean(axis=0, keepdims=True))[0]
        number, now_s = self._table.number(), self._look.time_s
        self._table.tracks.append(Track(
            number, found.corners_px, (float(x), float(y)), self._table.view.zone_at((x, y)), number, last_look_s=now_s,
            seen_s=now_s, begun_s=now_s, is_unnamed=True, has_marks=not found.is_one))

    def _is_read_there(self, track: Track, corners_px: np.ndarray) -> bool:
        """Whether what seems to be an unread card is one that was read: no other card's index is seen on the topmost
        one.  A mark elsewhere does not tell against it where both lie alike, and what was read unsurely just there
        is it."""
        within = self._table.stand_within(track.index_mm, corners_px)
        x, y = self._table.view.to_mm(corners_px.mean(axis=0, keepdims=True))[0] - track.centre_mm
        if track.state == "shown" and not track.sure and len(within) and np.hypot(x, y) < CORNER_MM:
            return True
        alike = overlap(corners_px, track.corners_px, self._look) > SAME_OUTLINE
        return track.state == "shown" and bool(within.any() if alike else len(within) and within.all())

    def _is_unnamed_there(self, track: Track, corners_px: np.ndarray) -> bool:
        """Whether what seems to be an unread card is one that was found so before, and was not read surely then."""
        return track.is_unnamed and track.state == "shown" and overlap(
            corners_px, track.corners_px, self._look) > SAME_UNNAMED

    def look_for_jokers(self, frame: Frame, detections: Detections) -> None:
        """What nobody reads on a card that is seen well is a joker, after some looks of which few were misled.  If its
        index was read meanwhile, it is followed already; if the bare table shows now, it was a hand."""
        for track in [t for t in self._table.tracks if t.is_unnamed and t.state == "new"]:
            if self._table.surface.is_bare(self._look, track.corners_px) or any(
                    self._is_that_joker(t, track) for t in self._table.tracks):
                self._table.tracks.remove(track)
            else:
                self._look_for_joker(track, frame, detections)
        if self._table.copies.get(JOKER):
            for track in [t for t in self._table.tracks if t.state == "new" and not t.is_unnamed]:
                self._look_for_lone_joker(track, frame, detections)

    def _is_that_joker(self, read: Track, track: Track) -> bool:
        """Whether what nobody reads is a joker whose index was read after all, or is just being read."""
        if read.is_unnamed or read.name != JOKER:
            return False
        return self._is_read_there(read, track.corners_px) or (
            read.state == "new" and overlap(track.corners_px, read.corners_px, self._look) > SAME_UNNAMED)

    def _look_for_lone_joker(self, track: Track, frame: Frame, detections: Detections) -> None:
        """The same of a card that lies by itself.  Nothing beside it tells that the light suffices to read an index,
        so its corners must be bare, or other cards have been read well, and it takes more looks."""
        latest, before = track.readings[-1:], track.readings[:-1]
        if track.last_look_s < self._look.time_s or track.missed or latest != [NOTHING_READ]:
            return
        if any(r.confidence >= HALF and r.label != JOKER for r in before) or not self._table.is_whole(track.corners_px):
            return
        bare = is_blank_cornered(frame.image, track.corners_px, detections)
        if bare or (self._would_be_read(track) and bears_nothing(frame.image, track.corners_px, detections)):
            looks = len(track.readings)
            enough = looks >= (JOKER_LOOKS if bare else ORNATE_LOOKS)
            sure = enough and sum(r.label != JOKER for r in before) <= MISLED * looks
            track.readings[-1] = Reading(JOKER, 0.99, sure, True, ((JOKER, 0.99),))

    def _would_be_read(self, track: Track) -> bool:
        """Whether an index would be read on a card in a place for cards: on those that came last one was seen at once.
        What lay there from the start is a stock: some backs are made of pictures."""
        return bool(track.zone) and not track.lay_there and min(self._table.legible, default=0.0) >= LIKELY

    def _look_for_joker(self, track: Track, frame: Frame, detections: Detections) -> None:
        track.looks += 1
        track.has_marks |= any(r.label not in (JOKER, UNREAD) or not r.face_up for r in track.readings)
        nothing = not track.has_marks and bears_nothing(frame.image, track.corners_px, detections)
        if not nothing and track.seen_s >= self._look.time_s and [r.label for r in track.readings[-1:]] == [JOKER]:
            return  # this look read it as one
        misled = track.readings.count(NOTHING_READ) + (not nothing)
        sure = nothing and track.looks >= JOKER_LOOKS and misled <= MISLED * track.looks
        track.readings.append(Reading(JOKER, 0.99, sure, True, ((JOKER, 0.99),)) if nothing else NOTHING_READ)

    def forget_corners(self, seen: Mapping[int, Seen]) -> None:
        """Forget what was followed as a card and turns out to be another corner of one: now both are read
        together, as of a deck with an index in every corner.  What still shows a mark of its own besides is a card:
        of two that were laid at once the marks may have been mixed up.  seen: the rows of the tracks found."""
        for track in [t for t in self._table.tracks if not t.is_announced and len(t.index_mm)]:
            names = {reading.label for reading in track.readings}
            others = [other for other in self._table.tracks if other is not track and id(other) in seen]
            own = seen.get(id(track))
            is_left = own is None or index_apart_mm(own, track) > SPOT_MM
            reach_mm = WORD_MM if track.name == JOKER else CLEAR_MM
            joined = is_left and any(row.reading.sure and len(row.index_mm) > 1 and row.reading.label in names
                         and np.linalg.norm(row.index_mm - track.index_mm[:1], axis=1).min() < reach_mm
                         for row in (seen[id(other)] for other in others))
            if joined or any(other.name == track.name and self._table.is_across(track, other) for other in others):
                self._table.tracks.remove(track)


def _is_doubted_joker(track: Track) -> bool:
    """Whether what was laid reads like a joker and like no other card, but not surely so far."""
    labels = {reading.label for reading in track.readings}
    return track.state == "new" and not track.is_unnamed and JOKER in labels <= {JOKER, UNREAD} and not any(
        reading.sure for reading in track.readings)


"""When enough looks were taken: a new card is announced, a card that is not found any more has left, is covered or
hidden.

    settling = Settling(table, frame, look)
    events = [*settling.new(), *settling.missing()]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.detections import UNREAD
from vision.events import EventKind, TableEvent
from vision.frames import Frame
from vision.reading.outlines import cut_out, with_shadow
from vision.tabletop import CORNER_MM, Tabletop, overlap
from vision.track import CLEAR_MM, LEAST_REST, Track, apart_mm
from vision.unnamed import JOKER
from vision.voting import NOTHING_READ, decided
from vision.watching.bare_table import FACE_CONTRAST
from vision.watching.motion import Motion

RECENT_S = 0.5  # one card may settle in several patches; what is read beside it meanwhile belongs to it
LIKE_MM = 120.0  # what is read unsurely so near to its like may be it, slid
AT_ONCE = 2  # first looks that tell how well a card can be read
GONE_LOOKS = 5  # that must miss a card before something unread is said to lie on it
IN_PLACE = 0.6  # share of a card's place in which another lies that shows instead of it
LEFT_BARE = 0.16  # share of a card's place that must show beside it before it is said to have slid, read unsurely


class Settling:
    """For one look at the table."""

    def __init__(self, table: Tabletop, frame: Frame, look: Motion) -> None:
        self._table, self._frame, self._look = table, frame, look

    def new(self) -> Iterable[TableEvent]:
        """Cards that were looked at often enough."""
        for track in [t for t in self._table.tracks if t.state == "new"]:
            verdict = decided(track.readings)
            if verdict is None:
                continue
            track.state = "shown"
            track.label, track.sure, track.confidence, track.candidates = verdict
            track.face = self._look.small[self._look.mask(track.corners_px)]
            if track.label not in (JOKER, UNREAD):
                self._table.legible.append(min(reading.one_of_two for reading in track.readings[:AT_ONCE]))
            yield from self._announce(track)

    def _announce(self, track: Track) -> Iterable[TableEvent]:
        """A new card with its label: it turned, it moved here, or it appeared."""
        below = [t for t in self._table.tracks if t is not track and t.state == "shown" and t.missed
                 and overlap(t.corners_px, track.corners_px, self._look) > 0.25]
        turned = next((t for t in below if (t.label == UNREAD) != (track.label == UNREAD)
                       and self._lies_like(track, t)), None)
        moved = self._moved_from(track)
        if turned is not None:
            yield self._become(turned, track, "turned", turned.zone)
        elif moved is not None:
            yield self._become(moved, track, "moved", moved.zone)
        else:
            for card in below:
                card.state, card.missed = "covered", 0
            track.is_doubtful = self._is_found_twice(track) or any(
                t.number in track.perhaps and t.label == track.label != UNREAD for t in self._table.tracks)
            track.sure = track.sure and not track.is_doubtful and not self._is_rivalled(track)
            yield self._event("appeared", track)

    def _is_found_twice(self, track: Track) -> bool:
        """Whether its like came at the same moment just where it lies: nobody lays two cards so squarely at once."""
        return any(t is not track and t.label == track.label != UNREAD and t.state == "shown"
                   and abs(t.begun_s - track.begun_s) < RECENT_S and apart_mm(t, track) < CLEAR_MM
                   for t in self._table.tracks)

    def _is_rivalled(self, track: Track) -> bool:
        """Whether another card came at the same moment that would be the same one, seen from its other end, but for
        its name: on a pile the rank of one card and the suit of another are read together."""
        if len(track.index_mm) != 1 or track.is_unnamed:
            return False  # read from both ends itself, or longer than that one
        return any(other is not track and other.name not in (track.label, UNREAD) and other.state in ("new", "shown")
                   and abs(other.begun_s - track.begun_s) < RECENT_S and apart_mm(track, other) < CORNER_MM
                   and len(other.index_mm) and not self._table.was_read_at_both_ends(other)
                   and not self._table.stands_apart(track.index_mm, other)
                   for other in self._table.tracks)

    def _moved_from(self, track: Track) -> Track | None:
        """The card of the same name that is missing where it lay.  Of a card that the pack holds more than
        once the bare table must show there: else this may be its like, laid on it."""
        if track.label == UNREAD:
            return None
        missing = [t for t in self._table.tracks
                   if t is not track and t.is_announced and t.missed and t.label == track.label]
        if not track.sure:
            missing = [t for t in missing if apart_mm(t, track) < LIKE_MM and self._left_bare(t, track)]
        elif not self._table.is_single(track.label):
            missing = [t for t in missing if self._table.surface.is_bare(self._look, t.corners_px, [track.corners_px])
                       and overlap(t.corners_px, track.corners_px, self._look) < 0.5]
        return missing[0] if missing else None

    def _left_bare(self, old: Track, new: Track) -> bool:
        """Whether the bare table shows where a card lay, beside what is taken for it now: what is read unsurely
        is it, slid, rather than another laid on it.  Of a card that the pack holds more than once nobody knows."""
        beside = 1 - overlap(old.corners_px, new.corners_px, self._look)
        return (self._table.is_single(new.label) and beside >= LEFT_BARE
                and self._table.surface.is_bare(self._look, old.corners_px, [new.corners_px]))

    def _lies_like(self, track: Track, other: Track) -> bool:
        """Whether two outlines are one card, as well as hands and eyes can tell."""
        return apart_mm(track, other) < 15 and track.turn_to(
            self._table.view.to_mm(track.corners_px), self._table.view.to_mm(other.corners_px)) < 20

    def _become(self, old: Track, new: Track, kind: EventKind, from_zone: str) -> TableEvent:
        """The card keeps its number, and takes over what was seen of it now."""
        self._table.tracks.remove(old)
        new.number = old.number
        return self._event(kind, new, from_zone if kind == "moved" else "")

    def missing(self) -> Iterable[TableEvent]:
        """What became of cards that two looks did not find, the newest first."""
        waiting = {t.name for t in self._table.tracks if t.state == "new"}
        gone = [t for t in self._table.tracks if t.is_announced and t.missed >= 2]
        for track in sorted(gone, key=lambda t: -t.layer):
            if track not in self._table.tracks:
                continue  # it left with the card on it
            others = [t for t in self._table.tracks if t is not track]
            newer = self._newer_on(track)
            if track.label in waiting or any(t.state == "new" for t in newer):
                continue  # perhaps it only moved, or is covered by what is still being read
            if any(t.begun_s > track.seen_s for t in newer):
                track.state, track.missed = "covered", 0
            elif track.is_unnamed and self._looks_as_before(track, newer):
                track.missed = 0  # it is never found again by what is read, and little of it may show
            elif self._table.surface.is_bare(self._look, track.corners_px,
                                             (t.corners_px for t in others if t.state == "shown")):
                yield from self._left(track)
            elif self._looks_as_before(track, newer):
                track.missed = 0
            elif track.by_arm or track.missed >= GONE_LOOKS:
                track.state, track.missed = "hidden", 0
                if not track.by_arm and track.looks:  # what was never read itself is no card to lie under another
                    yield self._unread_on(track)

    def _left(self, track: Track) -> Iterable[TableEvent]:
        """A card that is not there any more, and what lay below it."""
        slid = next((t for t in self._table.tracks if self._is_it_slid(t, track)), None)
        if slid is not None:
            yield self._event("left", slid)
            yield self._become(track, slid, "moved", track.zone)
            slid.is_doubtful = False
            return
        self._table.tracks.remove(track)
        yield replace(self._event("left", track), below=self._shows_now(track))
        yield from self._left_below(track)

    def _shows_now(self, gone: Track) -> str:
        """What is read in the place of a card, and lay below it."""
        return next((t.label for t in self._table.tracks if t.state == "shown" and t.seen_s >= self._look.time_s
                     and t.layer < gone.layer and not self._table.is_single(t.label)
                     and overlap(gone.corners_px, t.corners_px, self._look) > IN_PLACE), "")

    def _is_it_slid(self, other: Track, track: Track) -> bool:
        """Whether what was announced as perhaps a card that lay there is that one, of which the pack holds no other."""
        return (other.is_doubtful and other.state == "shown" and other.label == track.label
                and self._table.is_single(track.label) and track.number in other.perhaps
                and self._lies_like(other, track))

    def _newer_on(self, track: Track) -> list[Track]:
        """Cards that came later and lie on a good part of one."""
        return [t for t in self._table.tracks
                if t.layer > track.layer and overlap(track.corners_px, t.corners_px, self._look) > 0.25]

    def _left_below(self, gone: Track) -> Iterable[TableEvent]:
        """Cards that a card covered which has left: where the bare table shows they have left too, perhaps before it,
        while it was held over them."""
        for track in [t for t in self._table.tracks if t.state == "covered" and t.layer < gone.layer
                      and overlap(t.corners_px, gone.corners_px, self._look) > 0.25]:
            if not self._newer_on(track) and self._table.surface.is_bare(self._look, track.corners_px):
                self._table.tracks.remove(track)
                yield self._event("left", track)

    def _looks_as_before(self, track: Track, above: Iterable[Track]) -> bool:
        """Whether the pixels of a card that was not found are still those it had when it was read, as far as it
        shows."""
        inside = self._look.mask(track.corners_px)
        now = self._look.small[inside]
        if track.face is None or track.face.shape != now.shape or not len(now):
            return False
        for card in above:
            inside &= ~self._look.mask(with_shadow(card.corners_px))
        shows = inside[self._look.mask(track.corners_px)]
        if np.count_nonzero(shows) < LEAST_REST:
            return True
        return bool(np.mean(np.abs(now[shows] - track.face[shows]).max(axis=1) > FACE_CONTRAST) < 0.12)

    def _unread_on(self, track: Track) -> TableEvent:
        """Something that no arm holds lies on a card, and could not be read."""
        number = self._table.number()
        new = Track(number, track.corners_px, track.centre_mm, track.zone, number, "shown")
        new.readings.append(NOTHING_READ)
        self._table.tracks.append(new)
        return self._event("appeared", new)

    def _event(self, kind: EventKind, track: Track, from_zone: str = "") -> TableEvent:
        now_s = self._frame.time_s
        return TableEvent(kind, track.label, track.confidence, track.sure, track.candidates, track.zone,
                          track.centre_mm, now_s, track.number, from_zone, track.face_up, track.is_doubtful,
                          reading_s=now_s - track.begun_s if kind == "appeared" else 0.0,
                          corners_px=track.corners_px, picture=cut_out(self._frame.image, track.corners_px))

"""Cards followed over frames: labels by vote, places by stillness, and an event only once settled.

    tracker = Tracker(view)
    look = changes.update(frame)
    regions = tracker.regions(look, frame.image.shape)     # what to read in this frame; mostly nothing
    if regions:
        events = tracker.update(frame, look, regions, reader.read(frame.image, regions))

A card that is new is looked at until two looks were sure of the same label, or until MOST_LOOKS, each
with other surroundings, so that one mistake is not made many times; then it is announced and holds
its label as long as nothing happens to it.  A card that is not found any more has left when the bare
table shows in its place; under a newer card it is covered, under anything else (a hand) hidden, and
stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from vision.beginning import Newcomers
from vision.detections import Detections
from vision.events import TableEvent
from vision.frames import Box, Frame
from vision.matching import Matching
from vision.reading.outlines import box_corners, box_of, inside_any, joined_boxes
from vision.settling import Settling
from vision.sway import Sway
from vision.tabletop import CORNER_MM, SPOT_MM, TOUCHED, Tabletop
from vision.track import CLEAR_MM, Seen, Track, index_apart_mm, of_one_card, outline_between
from vision.unnamed import JOKER
from vision.voting import NOTHING_READ, Reading
from vision.watching.motion import Motion
from vision.watching.viewpoint import CARD_HEIGHT_MM, CARD_WIDTH_MM, Viewpoint

LOOK_GAP_S = 0.06
EDGE_PX = 60.0  # outlines read twice differ by less: a known card may just lie outside what was read
LARGEST = 2.5  # times a card's area: a larger outline was put together from a pattern of the cloth, or around a heap
MISSES = 4  # looks on end that do not find what may be a joker, before it is forgotten
MARGINS = (0.6, 0.85, 0.45)  # of a card's height, read around what changed, look by look


class Tracker:
    """All cards of one table.  `tracks` are those that lie there as far as is known.  copies: label -> how
    many the pack holds, 1 where it is not named: of these a card found shifted only moved."""

    def __init__(self, view: Viewpoint, copies: Mapping[str, int] | None = None) -> None:
        self._table = Tabletop(view, copies or {})
        self._sway = Sway()
        self._again: list[Box] = []  # where something was read that may be a card
        self._looked_s = -np.inf

    @property
    def view(self) -> Viewpoint:
        """How the camera sees the table."""
        return self._table.view

    @property
    def tracks(self) -> list[Track]:
        """The cards, in the order they were noticed."""
        return self._table.tracks

    # -- what to read ----------------------------------------------------------------------------

    def regions(self, look: Motion, shape: tuple[int, ...]) -> list[Box]:
        """Boxes of the frame to be read now: what settled, and cards that need another look."""
        boxes = [self._around(box, shape, MARGINS[0]) for box in look.settled]
        for track in self.tracks:
            if track.is_open and look.time_s - track.last_look_s >= LOOK_GAP_S - 1e-6:
                for box in (box_of(card.corners_px) for card in (track, *self._likes(track))):
                    if look.is_still(box):
                        boxes.append(self._around(box, shape, MARGINS[(track.looks + track.missed) % len(MARGINS)]))
        if look.time_s - self._looked_s >= LOOK_GAP_S - 1e-6:
            boxes += [self._around(box, shape, MARGINS[1]) for box in self._again if look.is_still(box)]
        return joined_boxes(boxes)

    def _likes(self, track: Track) -> list[Track]:
        """The known cards of the same name that a new one may be: where they lie is looked at as well."""
        return [t for t in self.tracks if t.number in track.perhaps and t.state == "shown" and t.name == track.name]

    def pushed(self, view: Viewpoint) -> None:
        """The camera moved: the cards lie where they lay, at other pixels."""
        for track in self.tracks:
            track.corners_px = view.to_px(self.view.to_mm(track.corners_px)).astype(np.float32)
        self._table.surface.pushed(np.linalg.inv(self.view.push) @ view.push)
        self._table.view = view
        self._sway = Sway()

    def seen_by(self, view: Viewpoint) -> None:
        """The table is measured better now: the cards lie at the same pixels, at other millimetres."""
        before, self._table.view = self.view, view
        for track in self.tracks:
            x, y = view.to_mm(track.corners_px.mean(axis=0, keepdims=True))[0]
            track.centre_mm = (float(x), float(y))
            track.zone = view.zone_at(track.centre_mm)
            track.index_mm = view.to_mm(before.to_px(track.index_mm))

    # -- what was read ---------------------------------------------------------------------------

    def update(self, frame: Frame, look: Motion, regions: list[Box], detections: Detections) -> list[TableEvent]:
        """What the cards read in these regions mean: events in order."""
        if look.settled:
            self._table.settled = look
        newcomers, settling = Newcomers(self._table, look), Settling(self._table, frame, look)
        rows = self._sway.steadied(self._seen(detections, look), self.tracks, self.view)
        seen = [s for s in rows if inside_any(s.corners_px, regions)]
        matching = Matching(self._table, look)
        matched = matching.match(seen, [t for t in self.tracks if inside_any(t.corners_px, regions, EDGE_PX)])
        for track in matching.covered:
            track.state = "covered"
        stay = {track.number for row, track in matched.items()
                if seen[row].reading.sure and index_apart_mm(seen[row], track) < SPOT_MM}
        for row, track in matched.items():
            if seen[row].reading.sure:
                track.perhaps -= stay - {track.number}  # seen in one look, they are two
            self._saw(track, seen[row], look)
        found = {id(track): seen[row] for row, track in matched.items()}
        newcomers.forget_corners(found)
        for track in [t for t in self.tracks if id(t) not in found and inside_any(t.corners_px, regions)]:
            self._missed(track, look)
        left = newcomers.begin([row for k, row in enumerate(seen) if k not in matched], found, matching.covered)
        self._again = [box_of(row.corners_px) for row in left if self._table.may_be_laid(row, look)]
        self._looked_s = look.time_s
        newcomers.look_for_jokers(frame, detections)
        events = [*settling.new(), *settling.missing()]
        newcomers.begin_unnamed()
        self._table.surface.learn(look, (t.corners_px for t in self.tracks if t.is_announced),
                                  (t.corners_px for t in self.tracks if not t.is_announced))
        return events

    def _seen(self, d: Detections, look: Motion) -> list[Seen]:
        corners = np.where(np.isnan(d.corners_px), box_corners(d.box_px), d.corners_px)
        centres = self.view.to_mm(d.centre_px)
        return [self._row(d, i, corners[i], centres[i], look) for i in range(len(d))
                if np.isfinite(centres[i]).all() and (d.sure[i] or self._is_of_a_card(corners[i]))]

    def _row(self, d: Detections, i: int, corners_px: np.ndarray, centre_mm: np.ndarray, look: Motion) -> Seen:
        """A row of what was read, its outline put right where its indices tell better."""
        quad_mm = self.view.to_mm(d.corners_px[i])
        index_mm = of_one_card(self.view.to_mm(d.index_px[i]), quad_mm)
        between = outline_between(index_mm, quad_mm) if d.label[i] != JOKER else None  # its marks may stand anywhere
        if between is not None:
            corners_px, centre_mm = self.view.to_px(between).astype(np.float32), between.mean(axis=0)
        reading = Reading(str(d.label[i]), float(d.confidence[i]), bool(d.sure[i]), bool(d.face_up[i]), d.candidates[i])
        return Seen(reading, corners_px, (float(centre_mm[0]), float(centre_mm[1])),
                    self._table.touched(corners_px, look), index_mm)

    def _is_of_a_card(self, corners_px: np.ndarray) -> bool:
        """Whether an outline (4, 2) px is no larger than a card may seem."""
        area_mm2 = cv2.contourArea(self.view.to_mm(corners_px).astype(np.float32))
        return area_mm2 <= LARGEST * CARD_WIDTH_MM * CARD_HEIGHT_MM

    def _saw(self, track: Track, seen: Seen, look: Motion) -> None:
        track.missed = 0
        track.last_look_s = track.seen_s = look.time_s
        if track.state == "hidden" or (track.state == "covered" and (
                seen.reading.sure or self._shows_both_ends(seen, track, look))):
            track.state = "shown"
        if not track.is_announced:
            track.looks += 1
            track.readings.append(seen.reading)
            if track.is_unnamed or self._is_part_of_whole(seen, track):  # its place is known better than one mark tells
                self._learn_marks(track, seen)
            else:
                self._place(track, seen)
        elif look.first and seen.reading.label == track.label:
            self._find_marks_again(track, seen)
            self._place(track, seen)
        if (seen.reading.sure and seen.reading.label == track.name and index_apart_mm(seen, track) < SPOT_MM
                and (track.is_announced or not track.is_unnamed)):
            self._learn_marks(track, self._on_card(seen, track))

    def _on_card(self, seen: Seen, track: Track) -> Seen:
        """A row with the marks that stand on a card only, where its place is known from both ends: one may be its
        like's, laid beside it."""
        if not self._table.was_read_at_both_ends(track):
            return seen
        within = self._table.stand_within(seen.index_mm, track.corners_px)
        return replace(seen, index_mm=seen.index_mm[within])

    def _is_part_of_whole(self, seen: Seen, track: Track) -> bool:
        """Whether a row is the word or an ornament of what was found to be as large as a card: how a joker lies is hard
        to guess from that."""
        return seen.reading.label == JOKER and len(seen.index_mm) < 2 and self._table.is_whole(track.corners_px)

    def _shows_both_ends(self, seen: Seen, track: Track, look: Motion) -> bool:
        """Whether a row reads as a card from both ends, and both stand where the card's do."""
        return (seen.reading.label == track.label and len(seen.index_mm) > 1
                and self._table.is_mark_of(seen, track, look))

    def _place(self, track: Track, seen: Seen) -> None:
        track.corners_px, track.centre_mm = seen.corners_px, seen.centre_mm
        track.zone = self.view.zone_at(seen.centre_mm)
        if index_apart_mm(seen, track) > SPOT_MM:
            self._learn_marks(track, seen)

    def _find_marks_again(self, track: Track, seen: Seen) -> None:
        """A pushed camera is found again to some millimetres only: marks that are not read now are off as far as those
        that are."""
        ways = (seen.index_mm[:, None] - track.index_mm[None]).reshape(-1, 2)
        off = min(ways, key=lambda way: float(np.hypot(*way)), default=np.array([np.inf, np.inf]))
        if np.hypot(*off) < CORNER_MM:
            track.index_mm = track.index_mm + off
            self._learn_marks(track, seen)
        else:
            track.index_mm = seen.index_mm

    @staticmethod
    def _learn_marks(track: Track, seen: Seen) -> None:
        """Remember where a row shows a card's indices, besides those that were known."""
        apart = np.linalg.norm(track.index_mm[:, None] - seen.index_mm[None], axis=2)
        others = (apart > CLEAR_MM).all(axis=1)  # what was found a little beside is the same mark, found anew
        track.index_mm = np.concatenate([track.index_mm[others], seen.index_mm])

    def _missed(self, track: Track, look: Motion) -> None:
        if track.is_unnamed and track.state == "new":
            track.last_look_s = look.time_s
        elif track.state == "new":
            track.missed += 1
            track.last_look_s = look.time_s
            if track.missed < 2:
                return
            if (track.is_convincing or self._may_be_joker(track, look)) and not self._table.surface.is_bare(
                    look, track.corners_px):
                track.readings.append(NOTHING_READ)  # it was there: it is not forgotten
            else:
                self.tracks.remove(track)
        elif track.missed or look.touched(track.corners_px) >= TOUCHED or self._table.was_taken(track, look):
            if not track.missed:
                track.by_arm = look.is_by_border(track.corners_px)
            track.missed += 1
            track.last_look_s = look.time_s

    def _may_be_joker(self, track: Track, look: Motion) -> bool:
        """Whether something as large as a card that reads like no other lies in a place for cards: many jokers bear no
        index, and not every look finds them."""
        return bool(self._table.copies.get(JOKER) and track.zone and self._table.is_whole(track.corners_px)
                    and all(r == NOTHING_READ or r.label == JOKER for r in track.readings) and track.missed < MISSES
                    and not look.is_by_border(track.corners_px))

    def _around(self, box: Box, shape: tuple[int, ...], share: float) -> Box:
        """A box with room for the cards that reach into it."""
        x1, y1, x2, y2 = box
        height = self.view.card_px(((x1 + x2) / 2, (y1 + y2) / 2))
        margin = round(share * (height if np.isfinite(height) else 120.0))
        return max(0, x1 - margin), max(0, y1 - margin), min(shape[1], x2 + margin), min(shape[0], y2 + margin)

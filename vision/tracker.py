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

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from vision.changes import TOGETHER_S, Box, Look
from vision.detections import UNREAD, Detections
from vision.events import Candidates, EventKind, TableEvent
from vision.frames import Frame
from vision.surface import Surface
from vision.unnamed import JOKER, bears_nothing, beyond_column
from vision.view import TableView, card_axes

SURE_LOOKS = 2  # looks that must be sure of the same label
MOST_LOOKS = 10
UNANIMOUS = 0.9  # mean confidence of so many looks that all name one card
VERY_LIKELY = 0.93  # confidence of half of them, where some name another
DOUBTED = 0.98  # a look so confident that is not sure saw another card there, or the same twice
RECENT_S = 0.5  # one card may settle in several patches; what is read beside it meanwhile belongs to it
GONE_LOOKS = 5  # that must miss a card before something unread is said to lie on it
LOOK_GAP_S = 0.06
NEAR_MM = 25.0  # a detection so near to a known card may be it
SAME_MM = 45.0  # the same, for one that reads alike: an outline is a guess where only one index shows
LIKE_MM = 120.0  # so near to its like, which is not seen itself, a new card is doubtful
STILL_MM, STILL_DEG = 5.0, 8.0  # a card that shifted less lies where it lay
SPOT_CHANGED = 0.25  # share of an index's surroundings that may look otherwise when a card is laid beside it
SPOT_MM = 3.0  # the same for its index, which is found far better than an outline
CORNER_MM = 20.0  # indices further apart stand in different corners
MARKS_MM = 36.0  # no two indices in corners of one card are nearer
ACROSS_MM = 49.0  # between the upper indices of a card that has four
CLEAR_MM = 8.0  # an index so far from that of a covered card is another card's
TOUCHED = 0.04  # share of a card's pixels that must change before anything is believed of it
NEW_SHARE = 0.15  # the same for a doubtful card, or the like of a covered one, that was not there before
LIKELY, LIKELY_SHARE = 0.8, 0.08  # the same for one that is read almost surely
EDGE_PX = 60.0  # outlines read twice differ by less: a known card may just lie outside what was read
FACE_CONTRAST = 30.0  # grey levels between two looks at the same face
MARGINS = (0.6, 0.85, 0.45)  # of a card's height, read around what changed, look by look
BESIDE_MM, CARD_MM = 4.0, 75.0  # how far beside a new card its shadow falls; a card's mean side
LEAST_REST = 15  # pixels of the small picture
LEFT_BARE = 0.16  # share of a card's place that must show beside it before it is said to have slid, read unsurely
REST_CHANGED = 0.4  # share of what shows of a card that may look otherwise without its having slid
HALF, HARDLY = 0.5, 0.05  # probability of a name that speaks for a card; below which it was not thought of
PICTURE_PX = 240
JOKER_LOOKS, MISLED = 3, 0.25  # that must find no index on a card before it is a joker; share of them that may
_SPOT = 7.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])  # around an index, mm


@dataclass(frozen=True)
class Reading:
    """One look at one card."""

    label: str
    confidence: float
    sure: bool
    face_up: bool
    candidates: Candidates

    @property
    def one_of_two(self) -> float:
        """How likely it is one of the two likeliest cards: then it has an index, though its suit may be doubtful."""
        return max(self.confidence, sum(p for _, p in self.candidates[:2]))


NOTHING_READ = Reading(UNREAD, 0.0, False, True, ())


@dataclass
class Track:
    """One physical card.  state: `new` (not announced yet), `shown`, `covered` by a newer card,
    or `hidden` by something else.  layer: higher came later.
    face: its pixels in the small picture when it was announced.  by_arm: whether what hides it reaches
    to the border of the picture.  is_doubtful: whether its like, near by, is not to be seen.
    lay_there: whether it lay there when the table was first seen.  index_mm: (k, 2) where its indices
    were read.  perhaps: numbers of known cards that were not seen when it came; it may be one of them.
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
        return self.state != "new"

    @property
    def name(self) -> str:
        """Its label; of a new card the commonest so far."""
        return self.label if self.is_announced else _leading(self.readings)

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
class _Seen:
    """One row of the detections, with its place on the table."""

    reading: Reading
    corners_px: np.ndarray
    centre_mm: tuple[float, float]
    touched: float
    index_mm: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))


class Tracker:
    """All cards of one table.  `tracks` are those that lie there as far as is known.  copies: label -> how
    many the pack holds, 1 where it is not named: of these a card found shifted only moved."""

    def __init__(self, view: TableView, copies: Mapping[str, int] | None = None) -> None:
        self.view = view
        self._copies = copies or {}
        self.tracks: list[Track] = []
        self._surface = Surface()
        self._settled: Look | None = None  # the last look at which something settled
        self._next = 1

    # -- what to read ----------------------------------------------------------------------------

    def regions(self, look: Look, shape: tuple[int, ...]) -> list[Box]:
        """Boxes of the frame to be read now: what settled, and cards that need another look."""
        boxes = [self._around(box, shape, MARGINS[0]) for box in look.settled]
        for track in self.tracks:
            if track.is_open and look.time_s - track.last_look_s >= LOOK_GAP_S - 1e-6:
                box = _box_of(track.corners_px)
                if look.is_still(box):
                    boxes.append(self._around(box, shape, MARGINS[(track.looks + track.missed) % len(MARGINS)]))
        return _merged(boxes)

    def pushed(self, view: TableView) -> None:
        """The camera moved: the cards lie where they lay, at other pixels."""
        for track in self.tracks:
            track.corners_px = view.to_px(self.view.to_mm(track.corners_px)).astype(np.float32)
        self.view = view
        self._surface.forget()

    def seen_by(self, view: TableView) -> None:
        """The table is measured better now: the cards lie at the same pixels, at other millimetres."""
        before, self.view = self.view, view
        for track in self.tracks:
            x, y = view.to_mm(track.corners_px.mean(axis=0, keepdims=True))[0]
            track.centre_mm = (float(x), float(y))
            track.zone = view.zone_at(track.centre_mm)
            track.index_mm = view.to_mm(before.to_px(track.index_mm))

    # -- what was read ---------------------------------------------------------------------------

    def update(self, frame: Frame, look: Look, regions: list[Box], detections: Detections) -> list[TableEvent]:
        """What the cards read in these regions mean: events in order."""
        if look.settled:
            self._settled = look
        seen = [s for s in self._seen(detections, look) if _inside(s.corners_px, regions)]
        matched = self._match(seen, [t for t in self.tracks if _inside(t.corners_px, regions, EDGE_PX)], look)
        for row, track in matched.items():
            self._saw(track, seen[row], look)
        self._forget_corners({id(track): seen[row] for row, track in matched.items()})
        found = {id(track) for track in matched.values()}
        for track in [t for t in self.tracks if id(t) not in found and _inside(t.corners_px, regions)]:
            self._missed(track, look)
        fresh = [seen[row] for row in range(len(seen)) if row not in matched]
        begun = [(one, self._begin(one, look)) for one in fresh if not self._is_remnant(one, fresh, look)]
        for one, new in begun:
            if new is not None:
                new.perhaps = frozenset(t.number for t in self.tracks if self._may_be(t, one, look))
        for track in [t for t in self.tracks if t.is_unnamed and t.state == "new"]:
            self._look_for_joker(track, frame, detections)
        events = [*self._settle_new(frame, look), *self._settle_missing(frame, look)]
        self._begin_unnamed(look)
        self._surface.learn(look, (t.corners_px for t in self.tracks))
        return events

    def _forget_corners(self, seen: Mapping[int, _Seen]) -> None:
        """Forget what was followed as a card and turns out to be another corner of one: now both are read
        together, as of a deck with an index in every corner.  seen: the rows of the tracks found."""
        for track in [t for t in self.tracks if not t.is_announced and len(t.index_mm)]:
            names = {reading.label for reading in track.readings}
            found = [(other, seen[id(other)]) for other in self.tracks if other is not track and id(other) in seen]
            joined = any(row.reading.sure and len(row.index_mm) > 1 and row.reading.label in names and np.linalg.norm(
                row.index_mm - track.index_mm[:1], axis=1).min() < CLEAR_MM for _, row in found)
            if joined or any(other.name == track.name and self._is_across(track, other) for other, _ in found):
                self.tracks.remove(track)

    def _is_across(self, track: Track, other: Track) -> bool:
        """Whether all that was read of a card stands where a deck with an index in every corner has the second
        upper or lower one of its like: beside its index, a card's width less the margins away."""
        if not len(other.index_mm):
            return False
        across, down = card_axes(self.view.to_mm(other.corners_px))
        apart = track.index_mm[:, None] - other.index_mm[None]
        beside = (np.abs(apart @ down) < CLEAR_MM) & (np.abs(np.abs(apart @ across) - ACROSS_MM) < CORNER_MM / 2)
        return bool(beside.any(axis=1).all())

    def _seen(self, d: Detections, look: Look) -> list[_Seen]:
        corners = np.where(np.isnan(d.corners_px), _box_corners(d.box_px), d.corners_px)
        centres = self.view.to_mm(d.centre_px)
        return [_Seen(Reading(str(d.label[i]), float(d.confidence[i]), bool(d.sure[i]), bool(d.face_up[i]),
                              d.candidates[i]),
                      corners[i], (float(centres[i, 0]), float(centres[i, 1])), self._touched(corners[i], look),
                      _of_one_card(self.view.to_mm(d.index_px[i])))
                for i in range(len(d)) if np.isfinite(centres[i]).all()]

    def _touched(self, outline_px: np.ndarray, look: Look) -> float:
        """Share of an outline's inside that looks otherwise since the last change, also in later looks at it."""
        last = self._settled
        return last.touched(outline_px) if last and look.time_s - last.time_s <= TOGETHER_S else 0.0

    def _is_laid_on(self, seen: _Seen, look: Look) -> bool:
        """Whether a card may have been laid there although hardly a pixel changed: a hand was there, and what
        is read is sure."""
        last = self._settled
        return seen.reading.sure and last is not None and look.time_s - last.time_s <= TOGETHER_S and last.was_visited(
            seen.corners_px)

    def _match(self, seen: list[_Seen], known: list[Track], look: Look) -> dict[int, Track]:
        """Row -> the card it is; rows that are nothing known are left out."""
        if not seen or not known:
            return {}
        from scipy.optimize import linear_sum_assignment  # here, because it takes long to load

        cost = np.array([[self._cost(s, t, seen, look) for t in known] for s in seen])
        pairs = [(int(r), known[c]) for r, c in zip(*linear_sum_assignment(np.minimum(cost, 1e3)), strict=True)
                 if cost[r, c] < 1e3]
        fresh = [s for row, s in enumerate(seen) if all(row != r for r, _ in pairs)]
        gone = [t for t in known if all(t is not other for _, other in pairs)]
        return {row: track for row, track in pairs if not self._is_another(seen[row], track, fresh, gone, look)}

    def _is_another(self, seen: _Seen, track: Track, fresh: list[_Seen], gone: list[Track], look: Look) -> bool:
        """Whether a row that has a card's name is not that card but its like, or the card shifted.  An
        outline is read worse where another card has just come to lie on it, so then it is not asked."""
        touched = max(seen.touched, look.touched(track.corners_px)) >= TOUCHED
        if not look.settled or not track.is_announced or not touched or track.state == "hidden":
            return False
        if look.first or (track.state == "shown" and self._is_mark_of(seen, track, look)):
            return False
        if any(f.touched >= NEW_SHARE and (_overlap(track.corners_px, f.corners_px, look) > 0.1
                                           or _overlap(seen.corners_px, f.corners_px, look) > 0.1) for f in fresh):
            return False
        if track.state == "covered":
            uncovered = any(_overlap(track.corners_px, t.corners_px, look) > 0.25 for t in gone)
            alike = seen.reading.label == track.label and uncovered and not self._shift(seen, track)
            return seen.touched >= NEW_SHARE and not alike
        return seen.reading.label == track.label and self._shift(seen, track)

    def _cost(self, seen: _Seen, track: Track, rows: list[_Seen], look: Look) -> float:
        """How unlikely it is that this one of the rows is this card, in mm; infinite where it cannot be."""
        far = _apart_mm(seen, track)
        reading = seen.reading
        index_far = _index_apart_mm(seen, track)
        if track.is_announced and self._is_mark_of(seen, track, look):
            if reading.label == track.label:
                return index_far
            if not reading.sure and track.state == "shown" and _is_explained(seen, track, rows, look):
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
            other = track.never_thought_of(reading) or (reading.sure and self._has_own_corner(seen, track))
            return far if alike else np.inf if other else far + 6
        if reading.label == track.label:
            return far
        if track.state == "covered":
            return far + 12 if not reading.sure and known_name > 0.02 else np.inf
        if max(seen.touched, self._touched(track.corners_px, look)) < TOUCHED and not self._is_laid_on(seen, look):
            return far + 10  # nothing happened to it: it holds its label
        if not reading.face_up or track.label == UNREAD:
            return np.inf  # turned over, or another card: looked at anew
        return far + 12 if not reading.sure and known_name > 0.1 else np.inf

    def _follows_shifted(self, seen: _Seen, track: Track) -> bool:
        """Whether a row that reads as a known card, but lies otherwise, is followed already as something new: it
        slid, or its like was laid near it."""
        if seen.reading.label != track.label or not self._shift(seen, track):
            return False
        return any(not t.is_announced and t.name == track.label and _apart_mm(seen, t) < _apart_mm(seen, track)
                   for t in self.tracks)

    def _is_mark_of(self, seen: _Seen, track: Track, look: Look) -> bool:
        """Whether all indices of a row stand where a known card's do, and look much as they did."""
        if not _stands_on(seen, track, SPOT_MM):
            return False
        spots = self.view.to_px((seen.index_mm[:, None] + _SPOT).reshape(-1, 2)).reshape(-1, 4, 2)
        return all(self._touched(spot, look) < SPOT_CHANGED for spot in spots)

    def _shift(self, seen: _Seen, track: Track) -> bool:
        """Whether a card of the same name lies otherwise than it did."""
        apart = _index_apart_mm(seen, track)
        if apart < CORNER_MM:
            return apart > SPOT_MM
        turn = track.turn_to(self.view.to_mm(seen.corners_px), self.view.to_mm(track.corners_px))
        return bool(_apart_mm(seen, track) > STILL_MM or turn > STILL_DEG)

    def _saw(self, track: Track, seen: _Seen, look: Look) -> None:
        track.missed = 0
        track.last_look_s = track.seen_s = look.time_s
        if track.state == "hidden" or (track.state == "covered" and (
                seen.reading.sure or self._shows_both_ends(seen, track, look))):
            track.state = "shown"
        if not track.is_announced:
            track.looks += 1
            track.readings.append(seen.reading)
            self._place(track, seen)
        elif look.first and seen.reading.label == track.label:
            track.index_mm = seen.index_mm  # a pushed camera is found again to some millimetres only
            self._place(track, seen)
        elif seen.reading.sure and seen.reading.label == track.label and _index_apart_mm(seen, track) < SPOT_MM:
            self._learn_marks(track, seen)

    def _shows_both_ends(self, seen: _Seen, track: Track, look: Look) -> bool:
        """Whether a row reads as a card from both ends, and both stand where the card's do."""
        return seen.reading.label == track.label and len(seen.index_mm) > 1 and self._is_mark_of(seen, track, look)

    def _place(self, track: Track, seen: _Seen) -> None:
        track.corners_px, track.centre_mm = seen.corners_px, seen.centre_mm
        track.zone = self.view.zone_at(seen.centre_mm)
        if _index_apart_mm(seen, track) > SPOT_MM:
            self._learn_marks(track, seen)

    @staticmethod
    def _learn_marks(track: Track, seen: _Seen) -> None:
        """Remember where a row shows a card's indices, besides those that were known."""
        apart = np.linalg.norm(track.index_mm[:, None] - seen.index_mm[None], axis=2)
        others = (apart > CLEAR_MM).all(axis=1)  # what was found a little beside is the same mark, found anew
        track.index_mm = np.concatenate([track.index_mm[others], seen.index_mm])

    def _begin(self, seen: _Seen, look: Look) -> Track | None:
        """Follow something new.  Cards do not appear where nothing happened."""
        if seen.touched < TOUCHED and not self._is_laid_on(seen, look):
            return None
        alike = [t for t in self.tracks if t.name == seen.reading.label != UNREAD and _apart_mm(t, seen) < LIKE_MM]
        if any(t.is_announced and t.seen_s >= look.time_s and _stands_on(seen, t, SPOT_MM) for t in alike):
            return None  # another index of a known card, which is seen already by the first
        if any(not seen.reading.sure or t.seen_s < look.time_s for t in alike) and not look.settled:
            return None  # nothing happened since the last look: a known card, its outline read worse
        if look.first and any(t.is_announced and t.seen_s < look.time_s for t in alike):
            return None  # the camera was pushed: a known card, found elsewhere than it was looked for
        track = Track(self._next, seen.corners_px, seen.centre_mm, self.view.zone_at(seen.centre_mm), self._next,
                      looks=1, readings=[seen.reading], last_look_s=look.time_s, seen_s=look.time_s,
                      begun_s=look.time_s, lay_there=look.first, index_mm=seen.index_mm)
        self._next += 1
        self.tracks.append(track)
        return track

    def _may_be(self, track: Track, seen: _Seen, look: Look) -> bool:
        """Whether something new may after all be a known card that was not seen in this look: slid, or read
        with another outline."""
        far = _apart_mm(track, seen)
        if track.seen_s >= look.time_s or far > LIKE_MM or not track.is_announced:
            return False
        apart = _index_apart_mm(seen, track)
        if np.isinf(apart):
            return far < SAME_MM or track.missed > 0 or track.state != "shown"
        if apart < CLEAR_MM or track.state == "hidden":
            return True
        return track.state == "shown" and not self._shows_beside(track, seen, look)

    def _shows_beside(self, track: Track, seen: _Seen, look: Look) -> bool:
        """Whether a card is still to be seen beside something new: it did not slide.  Only what can be told
        from the bare table counts, so on a table as white as a card there is nothing to go by."""
        inside = look.mask(track.corners_px)
        if track.face is None or len(track.face) != np.count_nonzero(inside):
            return False
        rest = inside & ~look.mask(_grown(seen.corners_px, BESIDE_MM / CARD_MM))
        for other in self.tracks:
            if other.layer > track.layer:
                rest &= ~look.mask(other.corners_px)
        rest &= self._surface.tells(look, inside, track.face)
        now, then = look.small[rest], track.face[rest[inside]]
        return len(now) >= LEAST_REST and bool(np.mean(np.abs(now - then).max(axis=1) > FACE_CONTRAST) < REST_CHANGED)

    def _is_remnant(self, seen: _Seen, fresh: list[_Seen], look: Look) -> bool:
        """Whether a doubtful row is no card of its own: what still shows of a card below, or the other
        end of one that was read."""
        if seen.reading.sure:
            return False
        elsewhere = len(seen.index_mm) and all(_index_apart_mm(t, seen) > CLEAR_MM for t in self.tracks)
        likely = elsewhere or seen.reading.confidence > LIKELY
        if look.settled and seen.touched < (LIKELY_SHARE if likely else NEW_SHARE):
            return True
        if any(t.seen_s >= look.time_s and _stands_on(seen, t, CLEAR_MM) for t in self.tracks if t.is_announced):
            return True  # the other corner of a card that is read as well
        read: list[_Seen | Track] = [other for other in fresh if other.reading.sure]
        read += [t for t in self.tracks if any(r.sure for r in t.readings)
                 and ((t.state in ("new", "shown") and not look.settled) or t.begun_s >= look.time_s - RECENT_S)]
        return any(_overlap(seen.corners_px, other.corners_px, look) > 0.5 and not self._has_own_corner(seen, other)
                   for other in read)

    def _has_own_corner(self, seen: _Seen, other: _Seen | Track) -> bool:
        """Whether a row whose index is plain has an index where another card, to judge by its outline, has none: in a
        column of cards they overlap and are two."""
        return seen.reading.one_of_two > LIKELY and self._stands_apart(seen.index_mm, other)

    def _is_rivalled(self, track: Track) -> bool:
        """Whether another card came at the same moment that would be the same one, seen from its other end, but for
        its name: on a pile the rank of one card and the suit of another are read together."""
        if len(track.index_mm) != 1:
            return False  # read from both ends itself
        return any(other is not track and other.name not in (track.label, UNREAD) and other.state in ("new", "shown")
                   and abs(other.begun_s - track.begun_s) < RECENT_S and _apart_mm(track, other) < CORNER_MM
                   and len(other.index_mm) and not self._stands_apart(track.index_mm, other) for other in self.tracks)

    def _stands_apart(self, index_mm: np.ndarray, other: _Seen | Track) -> bool:
        """Whether one of the marks (k, 2) is where another card, to judge by its outline, has no index."""
        if not len(index_mm) or not len(other.index_mm):
            return False
        quad = self.view.to_mm(other.corners_px)
        across, down = card_axes(quad)
        within = np.stack([(other.index_mm - quad.mean(axis=0)) @ axis for axis in (across, down)], axis=1)
        mirrored = (within[:, None] * [(1, -1), (-1, 1), (-1, -1)]).reshape(-1, 2)
        places = np.concatenate([other.index_mm, quad.mean(axis=0) + mirrored @ np.stack([across, down])])
        reach = np.repeat([1.5 * CLEAR_MM, CORNER_MM], [len(within), len(mirrored)])  # an outline is partly a guess
        apart = np.linalg.norm(index_mm[:, None] - places[None], axis=2)
        return bool((apart > reach).all(axis=1).any())

    def _begin_unnamed(self, look: Look) -> None:
        """Follow what was laid with cards that were read, and is not read itself, if the pack holds jokers."""
        last = self._settled
        if not self._copies.get(JOKER) or last is None or last.first or look.time_s - last.time_s > TOGETHER_S or any(
                t.state == "new" or (t.is_unnamed and t.begun_s >= last.time_s) for t in self.tracks):
            return
        read = [t for t in self.tracks if t.state in ("shown", "covered") and t.sure and t.zone and len(t.index_mm)]
        found = beyond_column(last, look, read, self.view, self._surface)
        if found is None:
            return
        x, y = self.view.to_mm(found.corners_px.mean(axis=0, keepdims=True))[0]
        self.tracks.append(Track(self._next, found.corners_px, (float(x), float(y)), self.view.zone_at((x, y)),
                                 self._next, last_look_s=look.time_s, seen_s=look.time_s, begun_s=look.time_s,
                                 is_unnamed=True, has_marks=not found.is_one))
        self._next += 1

    def _look_for_joker(self, track: Track, frame: Frame, detections: Detections) -> None:
        """What nobody reads on a card that is seen well is a joker, after some looks of which few were misled."""
        track.looks += 1
        track.has_marks |= any(r.label not in (JOKER, UNREAD) or not r.face_up for r in track.readings)
        nothing = not track.has_marks and bears_nothing(frame.image, track.corners_px, detections)
        misled = track.readings.count(NOTHING_READ) + (not nothing)
        sure = nothing and track.looks >= JOKER_LOOKS and misled <= MISLED * track.looks
        track.readings.append(Reading(JOKER, 0.99, sure, True, ((JOKER, 0.99),)) if nothing else NOTHING_READ)

    def _missed(self, track: Track, look: Look) -> None:
        if track.is_unnamed and track.state == "new":
            track.last_look_s = look.time_s
        elif track.state == "new":
            track.missed += 1
            track.last_look_s = look.time_s
            if track.missed < 2:
                return
            if track.is_convincing and not self._surface.is_bare(look, track.corners_px):
                track.readings.append(NOTHING_READ)  # it was there: it is not forgotten
            else:
                self.tracks.remove(track)
        elif track.missed or look.touched(track.corners_px) >= TOUCHED:
            if not track.missed:
                track.by_arm = look.is_by_border(track.corners_px)
            track.missed += 1
            track.last_look_s = look.time_s

    # -- settling --------------------------------------------------------------------------------

    def _settle_new(self, frame: Frame, look: Look) -> Iterable[TableEvent]:
        for track in [t for t in self.tracks if t.state == "new"]:
            verdict = decided(track.readings)
            if verdict is None:
                continue
            track.state = "shown"
            track.label, track.sure, track.confidence, track.candidates = verdict
            track.face = look.small[look.mask(track.corners_px)]
            yield from self._announce(track, frame, look)

    def _announce(self, track: Track, frame: Frame, look: Look) -> Iterable[TableEvent]:
        """A new card with its label: it turned, it moved here, or it appeared."""
        below = [t for t in self.tracks if t is not track and t.state == "shown" and t.missed
                 and _overlap(t.corners_px, track.corners_px, look) > 0.25]
        turned = next((t for t in below if (t.label == UNREAD) != (track.label == UNREAD)
                       and self._lies_like(track, t)), None)
        moved = self._moved_from(track, look)
        if turned is not None:
            yield self._become(turned, track, "turned", frame, turned.zone)
        elif moved is not None:
            yield self._become(moved, track, "moved", frame, moved.zone)
        else:
            for card in below:
                card.state, card.missed = "covered", 0
            track.is_doubtful = any(t.number in track.perhaps and t.label == track.label != UNREAD
                                    for t in self.tracks)
            track.sure = track.sure and not track.is_doubtful and not self._is_rivalled(track)
            yield self._event("appeared", track, frame)

    def _moved_from(self, track: Track, look: Look) -> Track | None:
        """The card of the same name that is missing where it lay.  Of a card that the pack holds more than
        once the bare table must show there: else this may be its like, laid on it."""
        if track.label == UNREAD:
            return None
        missing = [t for t in self.tracks if t is not track and t.is_announced and t.missed and t.label == track.label]
        if not track.sure:
            missing = [t for t in missing if _apart_mm(t, track) < LIKE_MM and self._left_bare(t, track, look)]
        elif self._copies.get(track.label, 1) > 1:
            missing = [t for t in missing if self._surface.is_bare(look, t.corners_px, [track.corners_px])
                       and _overlap(t.corners_px, track.corners_px, look) < 0.5]
        return missing[0] if missing else None

    def _left_bare(self, old: Track, new: Track, look: Look) -> bool:
        """Whether the bare table shows where a card lay, beside what is taken for it now: what is read unsurely
        is it, slid, rather than another laid on it.  Of a card that the pack holds more than once nobody knows."""
        beside = 1 - _overlap(old.corners_px, new.corners_px, look)
        return (self._copies.get(new.label, 1) == 1 and beside >= LEFT_BARE
                and self._surface.is_bare(look, old.corners_px, [new.corners_px]))

    def _lies_like(self, track: Track, other: Track) -> bool:
        """Whether two outlines are one card, as well as hands and eyes can tell."""
        return _apart_mm(track, other) < 15 and track.turn_to(
            self.view.to_mm(track.corners_px), self.view.to_mm(other.corners_px)) < 20

    def _become(self, old: Track, new: Track, kind: EventKind, frame: Frame, from_zone: str) -> TableEvent:
        """The card keeps its number, and takes over what was seen of it now."""
        self.tracks.remove(old)
        new.number = old.number
        return self._event(kind, new, frame, from_zone if kind == "moved" else "")

    def _settle_missing(self, frame: Frame, look: Look) -> Iterable[TableEvent]:
        """What became of cards that two looks did not find, the newest first."""
        waiting = {t.name for t in self.tracks if t.state == "new"}
        for track in sorted((t for t in self.tracks if t.is_announced and t.missed >= 2), key=lambda t: -t.layer):
            others = [t for t in self.tracks if t is not track]
            newer = [t for t in others if t.layer > track.layer
                     and _overlap(track.corners_px, t.corners_px, look) > 0.25]
            if track.label in waiting or any(t.state == "new" for t in newer):
                continue  # perhaps it only moved, or is covered by what is still being read
            if any(t.begun_s > track.seen_s for t in newer):
                track.state, track.missed = "covered", 0
            elif self._surface.is_bare(look, track.corners_px, (t.corners_px for t in others if t.state == "shown")):
                self.tracks.remove(track)
                yield self._event("left", track, frame)
            elif _looks_as_before(track, look, newer):
                track.missed = 0
            elif track.by_arm or track.missed >= GONE_LOOKS:
                track.state, track.missed = "hidden", 0
                if not track.by_arm and track.looks:  # what was never read itself is no card to lie under another
                    yield self._unread_on(track, frame)

    def _unread_on(self, track: Track, frame: Frame) -> TableEvent:
        """Something that no arm holds lies on a card, and could not be read."""
        self._next += 1
        new = Track(self._next - 1, track.corners_px, track.centre_mm, track.zone, self._next - 1, "shown")
        new.readings.append(NOTHING_READ)
        self.tracks.append(new)
        return self._event("appeared", new, frame)

    # -- small things ----------------------------------------------------------------------------

    def _event(self, kind: EventKind, track: Track, frame: Frame, from_zone: str = "") -> TableEvent:
        return TableEvent(kind, track.label, track.confidence, track.sure, track.candidates, track.zone,
                          track.centre_mm, frame.time_s, track.number, from_zone, track.face_up, track.is_doubtful,
                          corners_px=track.corners_px, picture=cut_out(frame.image, track.corners_px))

    def _around(self, box: Box, shape: tuple[int, ...], share: float) -> Box:
        """A box with room for the cards that reach into it."""
        x1, y1, x2, y2 = box
        height = self.view.card_px(((x1 + x2) / 2, (y1 + y2) / 2))
        margin = round(share * (height if np.isfinite(height) else 120.0))
        return max(0, x1 - margin), max(0, y1 - margin), min(shape[1], x2 + margin), min(shape[0], y2 + margin)


def decided(readings: list[Reading]) -> tuple[str, bool, float, Candidates] | None:
    """Label, sure, confidence and candidates once the looks suffice, else None.

    Sure needs SURE_LOOKS sure looks at one label and none at another, or MOST_LOOKS that agree.  A card face
    down is settled by as many looks.
    """
    sure = Counter(r.label for r in readings if r.sure and r.label != UNREAD)
    fused = fuse(readings)
    if len(sure) == 1:
        label, count = sure.most_common(1)[0]
        if count >= SURE_LOOKS:
            return label, True, _mean(r.confidence for r in readings if r.sure), fused
    down = [r for r in readings if not r.face_up and r.label == UNREAD]
    if len(down) >= SURE_LOOKS and not sure and len(down) == len(readings):
        return UNREAD, False, _mean(r.confidence for r in down), ()
    if len(readings) < MOST_LOOKS:
        return None
    label = fused[0][0] if fused else UNREAD
    return label, _agree(readings, label), fused[0][1] if fused else 0.0, fused


def _agree(readings: list[Reading], label: str) -> bool:
    """Whether many looks name a card together, though each of them less than surely: all, rather surely on the whole,
    or half of them very likely and hardly any another, as where cards below show through.  Dim pictures keep each
    look below what is sure, but then they do not agree where they are wrong.  None may have a reason of its own to
    doubt it."""
    if label == UNREAD or any(r.confidence >= DOUBTED and not r.sure for r in readings):
        return False
    named = [r.confidence for r in readings if r.label == label]
    if len(named) == len(readings) and _mean(named) >= UNANIMOUS:
        return True
    others = [r.confidence for r in readings if r.label != label]
    return 2 * sum(p >= VERY_LIKELY for p in named) >= len(readings) and max(others, default=0.0) <= LIKELY


def fuse(readings: list[Reading]) -> Candidates:
    """The mean of all looks, best first."""
    total: defaultdict[str, float] = defaultdict(float)
    for reading in readings:
        for label, p in reading.candidates or ((reading.label, reading.confidence),):
            total[label] += p / len(readings)
    best = sorted(total.items(), key=lambda item: -item[1])
    return tuple((label, p) for label, p in best[:6] if label != UNREAD)


def _leading(readings: list[Reading]) -> str:
    counts = Counter(r.label for r in readings)
    return counts.most_common(1)[0][0] if counts else UNREAD


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return float(np.mean(listed)) if listed else 0.0


def _looks_as_before(track: Track, look: Look, above: Iterable[Track]) -> bool:
    """Whether the pixels of a card that was not found are still those it had when it was read, as far as it
    shows."""
    inside = look.mask(track.corners_px)
    now = look.small[inside]
    if track.face is None or track.face.shape != now.shape or not len(now):
        return False
    for card in above:
        inside &= ~look.mask(_grown(card.corners_px, BESIDE_MM / CARD_MM))
    shows = inside[look.mask(track.corners_px)]
    if np.count_nonzero(shows) < LEAST_REST:
        return True
    return bool(np.mean(np.abs(now[shows] - track.face[shows]).max(axis=1) > FACE_CONTRAST) < 0.12)


def _apart_mm(a: Track | _Seen, b: Track | _Seen) -> float:
    return float(np.hypot(a.centre_mm[0] - b.centre_mm[0], a.centre_mm[1] - b.centre_mm[1]))


def _index_apart_mm(a: Track | _Seen, b: Track | _Seen) -> float:
    """How far the nearest indices of two cards are from each other; infinite where none were read."""
    if not len(a.index_mm) or not len(b.index_mm):
        return np.inf
    return float(np.linalg.norm(a.index_mm[:, None] - b.index_mm[None], axis=2).min())


def _stands_on(seen: _Seen, track: Track, within_mm: float) -> bool:
    """Whether all indices of a row stand where a known card's do, or so near."""
    if not len(seen.index_mm) or not len(track.index_mm):
        return False
    apart = np.linalg.norm(seen.index_mm[:, None] - track.index_mm[None], axis=2)
    return bool(apart.min(axis=1).max() < within_mm)


def _is_explained(seen: _Seen, track: Track, rows: list[_Seen], look: Look) -> bool:
    """Whether what changed at a card is another row's doing: something was laid partly on it."""
    return any(row is not seen and row.touched >= max(NEW_SHARE, seen.touched)
               and _overlap(track.corners_px, row.corners_px, look) > 0.1 for row in rows)


def _of_one_card(index_mm: np.ndarray) -> np.ndarray:
    """The marks (k, 2), best first, without those that stand too near the first for both to be on one card: in a fan
    they are the neighbour's."""
    apart = np.linalg.norm(index_mm - index_mm[:1], axis=1)
    return index_mm[(apart < CLEAR_MM) | (apart > MARKS_MM)]


def _grown(corners_px: np.ndarray, share: float) -> np.ndarray:
    """An outline (4, 2) made larger on all sides by a share of its size."""
    middle = corners_px.mean(axis=0)
    return middle + (corners_px - middle) * (1 + 2 * share)


def _overlap(of_px: np.ndarray, by_px: np.ndarray, look: Look) -> float:
    """Share of one outline that another covers."""
    inside = look.mask(of_px)
    return float(look.mask(by_px)[inside].mean()) if inside.any() else 0.0


def _box_of(corners_px: np.ndarray) -> Box:
    (x1, y1), (x2, y2) = corners_px.min(axis=0), corners_px.max(axis=0)
    return round(float(x1)), round(float(y1)), round(float(x2)), round(float(y2))


def _box_corners(box_px: np.ndarray) -> np.ndarray:
    """(n, 4) boxes -> (n, 4, 2) corners."""
    return box_px[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)


def _inside(corners_px: np.ndarray, boxes: list[Box], margin: float = 0.0) -> bool:
    """Whether a card's centre lies in one of the boxes, or within a margin of it."""
    x, y = corners_px.mean(axis=0)
    return any(x1 - margin <= x <= x2 + margin and y1 - margin <= y <= y2 + margin for x1, y1, x2, y2 in boxes)


def _merged(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap made one."""
    done: list[Box] = []
    for box in boxes:
        while (hit := next((b for b in done if b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3]),
                           None)) is not None:
            done.remove(hit)
            box = min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3])
        done.append(box)
    return done


def cut_out(image: np.ndarray, corners_px: np.ndarray) -> np.ndarray | None:
    """The card's surroundings, at most PICTURE_PX on a side's worth of card; None off the picture."""
    x1, y1, x2, y2 = _box_of(corners_px)
    margin = round(0.15 * max(x2 - x1, y2 - y1))
    part = image[max(0, y1 - margin):y2 + margin, max(0, x1 - margin):x2 + margin]
    return part.copy() if part.size else None

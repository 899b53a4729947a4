"""Drawn frames through the change detector and the tracker, with a reader that is told the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest

from tests import fake_table
from tests.fake_table import CARD_MM, FPS, SCALE, SIZE, FakeTable, Lying, fake_view, to_px
from vision.beginning import Newcomers, _is_doubted_joker
from vision.detections import Detections
from vision.events import TableEvent
from vision.frames import Frame
from vision.matching import Matching
from vision.settling import Settling
from vision.tabletop import Tabletop
from vision.track import Seen, Track, of_one_card, outline_between
from vision.tracker import Tracker
from vision.unnamed import Unnamed
from vision.voting import MOST_LOOKS, NOTHING_READ, Reading, decided
from vision.watching.motion import ChangeDetector, Motion

ZONES = {"left": (-400.0, -200.0, 380.0, 400.0), "right": (20.0, -200.0, 380.0, 400.0)}


class Watcher:
    """The detector and the tracker joined, as the live table joins them."""

    def __init__(self, table: FakeTable, copies: Mapping[str, int] | None = None) -> None:
        self.table, self.changes = table, ChangeDetector()
        self.tracker = Tracker(fake_view(ZONES), copies or {"3D": 4})

    def run(self, seconds: float = 1.2) -> list[TableEvent]:
        events: list[TableEvent] = []
        for _ in range(round(seconds * FPS)):
            frame = self.table.frame()
            look = self.changes.update(frame)
            regions = self.tracker.regions(look, frame.image.shape)
            if regions:
                detections = self.table.read(frame.image, regions)
                events += self.tracker.update(frame, look, regions, detections)
        return events

    def pass_hand(self, x_mm: float) -> list[TableEvent]:
        """A hand reaches to the middle and goes again."""
        events = []
        for y in (200, 120, 60, 20, 60, 120, 200):
            self.table.hand_mm = (x_mm, float(y))
            events += self.run(1 / FPS)
        self.table.hand_mm = None
        return events


@pytest.fixture
def watcher() -> Watcher:
    return Watcher(FakeTable())


def settled(table: Tabletop, box_px: tuple[int, int, int, int]) -> Motion:
    """The look in which all of a box came to rest, that looks otherwise than before."""
    x1, y1, x2, y2 = box_px
    changed = np.zeros((SIZE[1], SIZE[0]), bool)
    changed[y1:y2, x1:x2] = True
    table.settled = Motion(1.0, (box_px,), changed, changed, np.zeros_like(changed),
                         np.zeros((*changed.shape, 3), np.float32), 1.0)
    return table.settled


class Heap:
    """A 7 with a 3 upon it, which lies a little aside; what covers most of the 7 now has just settled."""

    def __init__(self, state: Literal["shown", "covered"] = "shown", moved_mm: float = 0.0) -> None:
        self.table = Tabletop(fake_view(ZONES), {"7H": 2, "3C": 2})
        self.older, self.newer = Lying("7H", (-200, 0), marked=True), Lying("3C", (-185, 12))
        self.marks_mm = np.array(self.newer.at_mm) + CARD_MM * 0.8
        (x1, y1), (x2, y2) = np.round(to_px(np.array([(-225.0, -40.0), (-175.0, 40.0)]))).astype(int)
        self.look = settled(self.table, (x1, y1, x2, y2))
        self.own_mm = self.table.view.to_mm(self.older.index_px)
        self.seven = Track(1, self.older.corners_px, self.older.at_mm, "left", 1, state, "7H",
                           index_mm=self.own_mm + moved_mm)
        self.three = Track(2, self.newer.corners_px, self.newer.at_mm, "left", 2, "shown", "3C",
                           index_mm=self.marks_mm)
        self.table.tracks += [self.seven, self.three]

    def row(self, label: str, card: Lying, index_mm: np.ndarray, likely: float = 0.99) -> Seen:
        reading = Reading(label, likely, likely > 0.9, True, ((label, likely),))
        return Seen(reading, card.corners_px, card.at_mm, 0.4, index_mm)


def said(events: list[TableEvent]) -> list[tuple[str, str, str]]:
    return [(e.kind, e.label, e.zone) for e in events]


def test_a_card_counts_once_when_it_has_settled(watcher: Watcher) -> None:
    assert watcher.run() == []
    watcher.table.lay("7H", (-200, 0))
    events = watcher.run()
    assert said(events) == [("appeared", "7H", "left")]
    assert events[0].sure
    assert events[0].centre_mm == pytest.approx((-200, 0), abs=2)
    assert watcher.run(2) == []


def test_a_still_table_is_not_read(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    before = watcher.table.reads
    watcher.run(4)
    assert watcher.table.reads == before


def test_a_stock_whose_back_looks_like_a_face_is_no_unread_card(watcher: Watcher) -> None:
    watcher.table.lay("??", (-200, 0), reads=(("??", 0.0),), sure=False)
    (event,) = watcher.run(2)
    assert (event.label, event.face_up) == ("??", False)


def test_a_card_laid_later_without_a_legible_index_is_asked_about(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("??", (-200, 0), reads=(("??", 0.0),), sure=False)
    (event,) = watcher.run(2)
    assert (event.label, event.sure, event.face_up) == ("??", False, True)


def test_a_card_on_the_move_is_not_read(watcher: Watcher) -> None:
    watcher.run()
    card = watcher.table.lay("7H", (-300, 0))
    for step in range(20):
        card = watcher.table.change(card, at_mm=(-300.0 + 12 * step, 0.0))
        assert watcher.run(1 / FPS) == []
    assert said(watcher.run()) == [("appeared", "7H", "left")]


def test_a_card_taken_away_has_left(watcher: Watcher) -> None:
    card = watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.take(card)
    assert said(watcher.run()) == [("left", "7H", "left")]


def test_a_card_that_lay_there_from_the_start_leaves_too(watcher: Watcher) -> None:
    cards = [watcher.table.lay(label, (x, 0)) for label, x in (("7H", -200), ("2C", 200))]
    assert len(watcher.run()) == 2
    for card in cards:
        watcher.table.take(card)
    assert sorted(said(watcher.run())) == [("left", "2C", "right"), ("left", "7H", "left")]


def test_a_card_under_a_resting_hand_has_not_left(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.hand_mm = (-200.0, -60.0)
    assert watcher.run(4) == []
    watcher.table.hand_mm = None
    assert watcher.run(3) == []


def test_a_card_that_cannot_be_found_but_covers_another_is_not_overlooked(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.lay("2C", (-198, 2), turn=3, reads=())
    watcher.table.blind = True
    (event,) = watcher.run()
    assert (event.kind, event.label, event.sure, event.face_up) == ("appeared", "??", False, True)


def test_a_card_that_vanishes_under_what_lay_there_before_is_asked_about(watcher: Watcher) -> None:
    """Two cards lie side by side; a third, which no look can read, is laid on the older one."""
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    newer = watcher.table.lay("2C", (-165, 0))
    watcher.run()
    watcher.table.lay("9S", (-222, 2), reads=(("??", 0.0),), sure=False)
    watcher.table.cards.remove(newer)
    watcher.table.cards.append(newer)  # the reader still sees it whole
    watcher.table.unseen = {"9S", "7H"}
    (event,) = watcher.run(2)
    assert (event.kind, event.label, event.sure, event.face_up) == ("appeared", "??", False, True)


def test_a_card_the_reader_overlooks_stays(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.blind = True
    assert watcher.pass_hand(-200) == []
    assert watcher.run(3) == []


def test_a_hand_that_passes_changes_nothing(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    assert watcher.pass_hand(-200) == []
    assert watcher.run(2) == []


def test_a_card_slid_to_another_zone_moved(watcher: Watcher) -> None:
    card = watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.change(card, at_mm=(200.0, 0.0))
    events = watcher.run(2)
    assert [(e.kind, e.label, e.from_zone, e.zone) for e in events] == [("moved", "7H", "left", "right")]


def test_a_card_turned_face_up_turned(watcher: Watcher) -> None:
    card = watcher.table.lay("7H", (-200, 0), face_up=False)
    assert said(watcher.run()) == [("appeared", "??", "left")]
    watcher.table.change(card, face_up=True)
    assert said(watcher.run()) == [("turned", "7H", "left")]


def test_a_card_covers_another_and_uncovers_it(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    top = watcher.table.lay("2C", (-198, 3), turn=4)
    assert said(watcher.run()) == [("appeared", "2C", "left")]
    watcher.table.take(top)
    assert said(watcher.run()) == [("left", "2C", "left")]
    assert watcher.run() == []


def test_a_swept_pile_leaves_as_a_whole(watcher: Watcher) -> None:
    for k, label in enumerate(("7H", "2C", "9D")):
        watcher.table.lay(label, (-200 + 2 * k, k), turn=3 * k)
        watcher.run()
    watcher.table.cards.clear()
    assert sorted(said(watcher.run())) == [("left", "2C", "left"), ("left", "7H", "left"), ("left", "9D", "left")]


def test_a_card_laid_on_an_equal_card_is_seen(watcher: Watcher) -> None:
    watcher.table.lay("3D", (-200, 0))
    watcher.run(3)
    watcher.table.lay("3D", (-188, 10), turn=12)
    (event,) = watcher.run()
    assert (event.kind, event.label) == ("appeared", "3D")
    assert event.again
    assert not event.sure  # whether it is another one is asked


def test_equal_cards_side_by_side_are_two(watcher: Watcher) -> None:
    watcher.table.lay("3D", (-200, 0))
    watcher.run()
    watcher.table.lay("3D", (-165, 0))
    assert said(watcher.run()) == [("appeared", "3D", "left")]
    watcher.table.lay("3D", (-130, 0))
    assert said(watcher.run()) == [("appeared", "3D", "left")]


def test_the_like_of_a_covered_card_is_seen(watcher: Watcher) -> None:
    for k, label in enumerate(("3D", "2C", "3D")):
        watcher.table.lay(label, (-200 + 3 * k, 2 * k), turn=4 * k)
        (event,) = watcher.run()
        assert (event.kind, event.label, event.again) == ("appeared", label, k == 2)


def test_a_card_read_askew_under_a_new_card_is_still_one_card(watcher: Watcher) -> None:
    below = watcher.table.lay("3D", (-200, 0))
    watcher.run()
    watcher.table.lay("2C", (-175, 25))
    watcher.table.change(below, at_mm=(-186.0, 8.0), reads=(("3D", 0.99),))
    assert said(watcher.run()) == [("appeared", "2C", "left")]


@pytest.mark.parametrize(("changed", "over"), [(0.0, False), (0.2, True)])
def test_an_index_on_one_much_like_it_is_another_card_s_if_anything_changed_there(changed: float, over: bool) -> None:
    """A 4 of spades squared on the 10 of spades: where its index stands there was one before."""
    table = Tabletop(fake_view(ZONES), {})
    card = Lying("TS", (-200, 0), marked=True)
    marks_mm = table.view.to_mm(card.index_px)[:1]
    (x1, y1), (x2, y2) = np.round(to_px(marks_mm + np.array([(-7, -7), (7, 7)]))).astype(int)
    different = np.zeros((SIZE[1], SIZE[0]), bool)
    different[y1:y1 + round(changed * (y2 - y1)), x1:x2 + 1] = True
    look = table.settled = Motion(1.0, ((x1, y1, x2, y2),), different, different, ~different,
                                np.zeros((*different.shape, 3), np.float32), 1.0)
    track = Track(1, card.corners_px, card.at_mm, "left", 1, "shown", "TS", index_mm=marks_mm)
    row = Seen(Reading("4S", 0.999, False, True, (("4S", 0.999),)), card.corners_px, card.at_mm, 0.2, marks_mm)
    assert table.is_laid_over(row, track, look) == over


@pytest.mark.parametrize(("aside_mm", "was_seen", "begun"), [(0.0, True, 0), (20.0, True, 1), (0.0, False, 1)])
def test_a_known_card_that_is_read_twice_from_one_index_is_one(aside_mm: float, was_seen: bool, begun: int) -> None:
    """By itself, and with an index of the card below, where a hand has just been.  But where a corner of its own had
    been covered already, another card's index may stand there now."""
    table = Tabletop(fake_view(ZONES), {"3D": 4})
    everywhere = np.ones((SIZE[1], SIZE[0]), bool)
    look = table.settled = Motion(1.0, ((0, 0, *SIZE),), everywhere, ~everywhere, ~everywhere,
                                np.zeros((*everywhere.shape, 3), np.float32), 1.0, visited=everywhere)
    card = Lying("3D", (-200, 0), marked=True)
    marks_mm = table.view.to_mm(card.index_px)
    track = Track(1, card.corners_px, card.at_mm, "left", 1, "shown", "3D", index_mm=marks_mm, seen_s=1.0)
    table.tracks.append(track)
    sure = Reading("3D", 0.99, True, True, (("3D", 0.99),))
    own = Seen(sure, card.corners_px, card.at_mm, 0.0, marks_mm if was_seen else marks_mm[1:])
    twice = Seen(sure, card.corners_px, (-200.0, 12.0), 0.0, marks_mm + np.array([(aside_mm, 0), (aside_mm, 24)]))
    Newcomers(table, look).begin([twice], {id(track): own})
    assert len(table.tracks) == 1 + begun


def test_print_on_the_bare_cloth_beside_a_card_is_no_other_card(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads like an index; the card to it is guessed to lie where something was laid just now."""
    draw = fake_table._draw
    monkeypatch.setattr(fake_table, "_draw", lambda image, card: card.label == "2C" or draw(image, card))
    watcher.run()
    watcher.table.lay("7H", (-200, 0))
    watcher.table.lay("2C", (-110, 0), marked=True, outline_off_mm=(-60.0, 0.0))
    assert said(watcher.run()) == [("appeared", "7H", "left")]


def test_a_card_is_not_below_its_like_if_what_showed_beside_that_looks_otherwise(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """It slid, though its marks seem to show still: on a cloth as pale as paper they change little."""
    monkeypatch.setattr(Tabletop, "covers_part", lambda *_: True)
    watcher.run()
    card = watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run(2)
    watcher.table.change(card, at_mm=(-200.0, 30.0))
    assert [e.label for e in watcher.run() if e.kind == "appeared" and not e.again] == []


@pytest.mark.parametrize(("second", "seen"), [("AC", True), ("", False)])
def test_a_card_whose_index_is_read_together_with_that_of_the_card_below_is_seen(
        watcher: Watcher, second: str, seen: bool) -> None:
    """Not so a card that reads worse for once when something happens at it."""
    below = watcher.table.lay("TD", (-200, 0), marked=True)
    watcher.run()
    mixed = {"reads": (("TD", 0.6), ("AC", 0.3)), "sure": False, "marked": True}
    if second:
        watcher.table.lay(second, (-199, 1), **mixed)
    else:
        watcher.table.change(below, **mixed)
        watcher.pass_hand(-200)
    events = watcher.run(3)
    assert [(e.kind, e.sure) for e in events] == [("appeared", False)] * seen


@pytest.mark.parametrize(("third", "leave"), [(False, [2, 1]), (True, [2])])
def test_what_lay_below_a_card_that_left_has_left_too_where_the_bare_table_shows(
        watcher: Watcher, third: bool, leave: list[int]) -> None:
    """A card was held over it while it was taken."""
    watcher.run()
    table = watcher.tracker._table
    table.tracks += [Track(1, Lying("QD", (-200, 0)).corners_px, (-200, 0), "left", 1, "covered", "QD"),
                     Track(2, Lying("QH", (-215, 5)).corners_px, (-215, 5), "left", 2, "shown", "QH", missed=2)]
    if third:
        table.tracks.append(Track(3, Lying("2C", (-185, 0)).corners_px, (-185, 0), "left", 3, "shown", "2C"))
    frame = watcher.table.frame()
    look = watcher.changes.update(frame)
    assert [e.track for e in Settling(table, frame, look).missing() if e.kind == "left"] == leave


@pytest.mark.parametrize(("copies", "aside_mm", "told"), [
    (1, 6.0, [("left", 2), ("moved", 1)]), (2, 6.0, [("left", 1)]), (1, 40.0, [("left", 1)])])
def test_a_card_announced_as_perhaps_one_that_is_missed_then_is_that_one(
        watcher: Watcher, copies: int, aside_mm: float, told: list[tuple[str, int]]) -> None:
    """It slid, and was followed anew before it was missed where it lay."""
    watcher.run()
    table = watcher.tracker._table
    table.copies = {"2S": copies}
    there, now = Lying("2S", (-200, 0)), Lying("2S", (-200 + aside_mm, 0))
    table.tracks += [Track(1, there.corners_px, there.at_mm, "left", 1, "shown", "2S", missed=2, seen_s=1.0),
                     Track(2, now.corners_px, now.at_mm, "left", 2, "shown", "2S", begun_s=0.9, is_doubtful=True,
                           perhaps=frozenset({1}))]
    frame = watcher.table.frame()
    assert [(e.kind, e.track) for e in Settling(table, frame, watcher.changes.update(frame)).missing()] == told


@pytest.mark.parametrize(("off_mm", "as_sure", "marks", "begun"), [
    (4.0, True, 2, 0), (4.0, False, 2, 1), (14.0, True, 2, 1), (4.0, True, 1, 1)])
def test_an_index_read_together_with_that_of_the_card_beside_it_makes_no_third_card(
        off_mm: float, as_sure: bool, marks: int, begun: int) -> None:
    """An ace and a queen of spades side by side: its upper right index, and the queen's lower left one."""
    table = Tabletop(fake_view(ZONES), {"AS": 2, "QS": 2})
    look = settled(table, (0, 0, *SIZE))
    ace = Lying("AS", (-200, 0))
    corners_mm = np.array(ace.at_mm) + [(x, y) for y in (-33, 33) for x in (-26, 26)]
    readings = [Reading("AS", 0.99, as_sure, True, (("AS", 0.99),))]
    table.tracks.append(Track(1, ace.corners_px, ace.at_mm, "left", 1, readings=readings, seen_s=1.0, begun_s=0.9,
                              index_mm=corners_mm))
    row = Seen(Reading("QS", 0.99, True, True, (("QS", 0.99),)), ace.corners_px, ace.at_mm, 0.9,
               (corners_mm[[1, 3]] + np.array([off_mm, 0.0]))[:marks])
    Newcomers(table, look).begin([row], {})
    assert len(table.tracks) == 1 + begun


@pytest.mark.parametrize(("y_mm", "begun_s", "is_new"), [(4.0, 1.0, False), (26.0, 1.0, True), (4.0, 9.0, True)])
def test_equal_cards_found_at_once_in_one_place_are_asked_about(
        watcher: Watcher, y_mm: float, begun_s: float, is_new: bool) -> None:
    table = Tabletop(fake_view(ZONES), {"TS": 2})
    sure = Reading("TS", 0.99, True, True, (("TS", 0.99),))
    one, two = Lying("TS", (-200, 0)), Lying("TS", (-200, y_mm))
    table.tracks += [Track(1, one.corners_px, one.at_mm, "left", 1, "shown", "TS", begun_s=1.0, readings=[sure]),
                     Track(2, two.corners_px, two.at_mm, "left", 2, begun_s=begun_s, readings=[sure, sure])]
    frame = watcher.table.frame()
    event, = Settling(table, frame, watcher.changes.update(frame)).new()
    assert (event.sure, event.again) == (is_new, not is_new)


@pytest.mark.parametrize(("covered", "known"), [(False, True), (True, False)])
def test_what_comes_to_light_beside_a_newer_card_that_is_read_is_no_like_laid_over_that(
        covered: bool, known: bool) -> None:
    """The card on both was taken: a corner of the newer one, which peeps out, shows within the older one's outline."""
    heap = Heap()
    rows = [heap.row("7H", heap.older, heap.own_mm),
            heap.row("3C", heap.newer, heap.marks_mm[1:] if covered else heap.marks_mm)]
    assert heap.table.covers_part(rows[0], heap.three, heap.look)
    matched = Matching(heap.table, heap.look).match(rows, heap.table.tracks)
    assert (matched.get(0) is heap.seven) == known


@pytest.mark.parametrize("state", ["shown", "covered"])
@pytest.mark.parametrize(("badly", "like"), [("3C", True), ("9C", False)])
def test_the_like_of_a_buried_card_laid_on_the_heap_is_another_though_an_index_beside_it_is_read_badly(
        state: Literal["shown", "covered"], badly: str, like: bool) -> None:
    """The index is that of the card just below.  What might be a card of its own could have changed the picture."""
    heap = Heap(state, moved_mm=4.0)
    rows = [heap.row("7H", heap.older, heap.own_mm), heap.row("3C", heap.newer, heap.marks_mm[1:]),
            heap.row(badly, heap.newer, heap.marks_mm[1:2] + 4.0, likely=0.25)]
    matching = Matching(heap.table, heap.look)
    assert (0 not in matching.match(rows, heap.table.tracks) and matching.covered == [heap.seven]) == like


@pytest.mark.parametrize(("likely", "taken", "known"), [(0.3, True, True), (0.01, True, False), (0.3, False, False)])
def test_an_index_that_peeps_out_where_a_card_was_taken_is_that_of_the_card_below_though_it_is_read_badly(
        likely: float, taken: bool, known: bool) -> None:
    table = Tabletop(fake_view(ZONES), {"5H": 2, "4C": 2})
    look = settled(table, (0, 0, *SIZE))
    below, above = Lying("5H", (-200, 0)), Lying("4C", (-195, 5))
    mark = np.array([[-226.0, -34.0]])
    five = Track(1, below.corners_px, below.at_mm, "left", 1, "covered", "5H", index_mm=mark)
    four = Track(2, above.corners_px, above.at_mm, "left", 2, "shown", "4C")
    table.tracks += [five, four]
    badly = Seen(Reading("5D", 0.6, False, True, (("5D", 0.6), ("5H", likely))), below.corners_px, below.at_mm, 0.2,
                 mark + np.array([3.5, 0.0]))
    sure = Seen(Reading("4C", 0.99, True, True, (("4C", 0.99),)), above.corners_px, above.at_mm, 0.0, mark + 40.0)
    matched = Matching(table, look).match([badly] if taken else [badly, sure], [five, four])
    assert (matched.get(0) is five) == known


@pytest.mark.parametrize(("label", "seen_s", "below"), [("3D", 9.0, "3D"), ("2C", 9.0, ""), ("3D", 0.0, "")])
def test_what_is_read_where_a_card_lay_is_told_with_its_leaving_if_it_may_be_its_like(
        watcher: Watcher, label: str, seen_s: float, below: str) -> None:
    watcher.run()
    table = watcher.tracker._table
    there = Lying(label, (-200, 0))
    table.tracks += [Track(1, there.corners_px, there.at_mm, "left", 1, "shown", label, seen_s=seen_s),
                     Track(2, there.corners_px, there.at_mm, "left", 2, "shown", "KH", missed=2)]
    frame = watcher.table.frame()
    told = list(Settling(table, frame, watcher.changes.update(frame)).missing())
    assert [(e.kind, e.label, e.below) for e in told] == [("left", "KH", below)]


@pytest.mark.parametrize(("label", "aside_mm", "sure", "begun"), [
    ("KH", 0.0, False, 0), ("KH", 12.0, False, 1), ("KH", 0.0, True, 1), ("7H", 0.0, False, 1)])
def test_a_card_that_may_be_a_jack_or_a_king_is_one_card_though_it_reads_as_the_other_next(
        label: str, aside_mm: float, sure: bool, begun: int) -> None:
    table = Tabletop(fake_view(ZONES), {})
    everywhere = np.ones((SIZE[1], SIZE[0]), bool)
    small = np.zeros((*everywhere.shape, 3), np.float32)
    table.settled = Motion(0.8, ((0, 0, *SIZE),), everywhere, everywhere, ~everywhere, small, 1.0)
    card = Lying("JH", (-200, 0), marked=True)
    marks_mm = table.view.to_mm(card.index_px)
    table.tracks.append(Track(1, card.corners_px, card.at_mm, "left", 1, "shown", "JH", seen_s=0.9, begun_s=0.8,
                              candidates=(("JH", 0.49), ("KH", 0.44)), index_mm=marks_mm))
    row = Seen(Reading(label, 0.92, sure, True, ((label, 0.92),)), card.corners_px, card.at_mm, 0.5,
               marks_mm + np.array([aside_mm, 0.0]))
    Newcomers(table, Motion(1.0, (), ~everywhere, ~everywhere, ~everywhere, small, 1.0)).begin([row], {})
    assert len(table.tracks) == 1 + begun


def test_a_pattern_of_the_cloth_where_a_card_was_taken_is_no_card_face_down(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher.run()
    card = watcher.table.lay("7H", (-200, 0))
    watcher.run()
    monkeypatch.setattr("tests.fake_table._draw", lambda *_: None)  # the reader takes the bare cloth for one
    watcher.table.take(card)
    watcher.table.lay("2C", (-206, 14), face_up=False)
    assert said(watcher.run()) == [("left", "7H", "left")]


@pytest.mark.parametrize(("times", "sure", "is_one"), [(1.7, False, False), (1.4, False, True), (1.7, True, True)])
def test_what_seems_far_larger_than_a_card_is_a_pattern_of_the_cloth_unless_it_reads_surely(
        watcher: Watcher, times: float, sure: bool, is_one: bool) -> None:
    watcher.run()
    watcher.table.lay("7H", (-200, 0), sure=sure, outline_times=times, reads=(("7H", 0.99 if sure else 0.6),))
    assert said(watcher.run()) == [("appeared", "7H", "left")] * is_one


def test_an_equal_card_at_the_end_of_a_column_is_another_if_the_first_is_read_where_it_lay(watcher: Watcher) -> None:
    """The next card's outline was guessed too far up: by the pixels it cannot be told that the first still shows."""
    watcher.run()
    watcher.table.lay("3D", (-200, -70), marked=True)
    watcher.run()
    watcher.table.lay("2C", (-200, -20), marked=True, outline_off_mm=(0.0, -48.0))
    watcher.run(3)
    watcher.table.lay("3D", (-200, 45), marked=True)
    (event,) = watcher.run()
    assert (event.kind, event.label, event.sure, event.again) == ("appeared", "3D", True, False)


@pytest.mark.parametrize(("changed_mm", "known"), [((-176, -168), True), ((-210, -168), False)])
def test_a_known_card_read_elsewhere_is_no_other_one_where_not_a_pixel_changed(
        changed_mm: tuple[float, float], known: bool) -> None:
    """Its right edge, or half of it, looks otherwise now; it is read a centimetre to the left and lower."""
    table = Tabletop(fake_view(ZONES), {"3D": 4})
    nothing = np.zeros((SIZE[1], SIZE[0]), bool)
    different = nothing.copy()
    (x1, y1), (x2, y2) = np.round(to_px(np.array([(changed_mm[0], -44), (changed_mm[1], 44)]))).astype(int)
    different[y1:y2, x1:x2] = True
    small = np.zeros((*nothing.shape, 3), np.float32)
    look = table.settled = Motion(1.0, ((x1, y1, x2, y2),), different, different, nothing, small, 1.0)
    card, read = Lying("3D", (-200, 0), marked=True), Lying("3D", (-209, 12), marked=True)
    marks_mm = [table.view.to_mm(lying.index_px) for lying in (card, read)]
    track = Track(1, card.corners_px, card.at_mm, "left", 1, "shown", "3D", index_mm=marks_mm[0])
    reading = Reading("3D", 0.99, True, True, (("3D", 0.99),))
    row = Seen(reading, read.corners_px, read.at_mm, table.touched(read.corners_px, look), marks_mm[1])
    assert (Matching(table, look).match([row], [track]) == {0: track}) == known


@pytest.mark.parametrize(("label", "at_mm", "seen"), [("3D", (-198, 1), True), ("9S", (-165, -20), False)])
def test_an_equal_card_squared_on_one_that_lay_below_another_is_seen(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, label: str, at_mm: tuple[float, float], seen: bool) -> None:
    """What nobody reads there hides the upper card's mark as well, and is not the lower one's like."""
    in_sight: dict[str, int] = {}
    monkeypatch.setattr(Lying, "index_px", property(
        lambda card: card._placed((CARD_MM * 0.8)[:in_sight.get(card.label)])))
    watcher.run()
    watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    watcher.table.lay("2C", (-200, -50), marked=True)
    watcher.run(3)
    watcher.table.unseen = {"9S"}
    in_sight["2C"] = 2  # its lower ones are covered
    watcher.table.lay(label, at_mm, marked=True)
    events = watcher.run()
    assert [(e.label, e.sure, e.again) for e in events if e.label == "3D"] == ([("3D", True, False)] if seen else [])


@pytest.mark.parametrize(("label", "known"), [("KD", False), ("QS", True)])
def test_a_corner_of_a_card_read_by_itself_is_nothing_that_was_laid_beside_it(label: str, known: bool) -> None:
    """A king that slid and turned; where another card was laid beside it, its outline may be read worse."""
    table = Tabletop(fake_view(ZONES), {})
    look = settled(table, (0, 0, *SIZE))
    king, slid = Lying("KD", (-200, 0), marked=True), Lying("KD", (-190, -24), turn=25.0, marked=True)
    track = Track(1, king.corners_px, king.at_mm, "left", 1, "shown", "KD", index_mm=table.view.to_mm(king.index_px))
    rows = [Seen(Reading(name, 0.99, sure, True, ((name, 0.99),)), slid.corners_px, slid.at_mm, 0.5, marks)
            for name, sure, marks in (("KD", True, table.view.to_mm(slid.index_px)),
                                      (label, False, np.array([(-160.0, -30.0)])))]
    assert (Matching(table, look).match(rows, [track]) == {0: track}) == known


def test_an_equal_card_a_finger_s_breadth_away_is_another_if_the_first_still_shows(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run(3)
    watcher.table.lay("3D", (-188, 10), turn=12, marked=True)
    (event,) = watcher.run()
    assert (event.kind, event.label, event.sure, event.again) == ("appeared", "3D", True, False)


def test_whether_an_equal_card_was_laid_is_asked_where_the_table_below_was_never_seen(watcher: Watcher) -> None:
    watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run(3)
    watcher.table.lay("3D", (-188, 10), turn=12, marked=True)
    (event,) = watcher.run()
    assert (event.sure, event.again) == (False, True)


def test_a_card_of_several_copies_that_slid_is_not_counted_twice(watcher: Watcher) -> None:
    watcher.run()
    card = watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    watcher.table.change(card, at_mm=(-188.0, 10.0), turn=12.0)
    assert not [e for e in watcher.run(2) if e.kind == "appeared" and e.sure]


def test_a_card_of_several_copies_that_slid_on_a_pile_is_not_counted_twice(watcher: Watcher) -> None:
    """Where it lay, the card below shows as much paper as it did itself."""
    watcher.run()
    for label, at_mm in (("2C", (-204.0, -6.0)), ("7H", (-196.0, -4.0))):
        watcher.table.lay(label, at_mm, marked=True)
        watcher.run()
    card = watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    watcher.table.change(card, at_mm=(-198.0, 15.0))
    assert not [e for e in watcher.run(2) if e.kind == "appeared" and e.label == "3D" and e.sure]


def test_a_card_read_unsurely_that_slid_beside_its_place_moved(watcher: Watcher) -> None:
    watcher.run()
    card = watcher.table.lay("7H", (-200, 0), reads=(("7H", 0.7), ("7D", 0.3)), sure=False, marked=True)
    watcher.run(2)
    watcher.table.change(card, at_mm=(-175.0, 8.0), turn=15.0)
    assert [(e.kind, e.label) for e in watcher.run(2)] == [("moved", "7H")]


def test_a_card_whose_index_stays_in_place_is_the_same_however_its_outline_is_read(watcher: Watcher) -> None:
    below = watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    watcher.table.lay("2C", (-165, 25), marked=True)
    watcher.table.change(below, outline_off_mm=(14.0, 9.0))
    assert said(watcher.run()) == [("appeared", "2C", "left")]


@pytest.mark.parametrize("sure", [True, False])
def test_cards_laid_squarely_on_each_other_are_all_seen(watcher: Watcher, sure: bool) -> None:
    for label in ("7H", "2C", "QS"):
        watcher.table.lay(label, (-200, 0), marked=True, sure=sure)
        assert said(watcher.run(1.5)) == [("appeared", label, "left")]


def test_a_card_laid_squarely_on_one_that_looks_much_alike_is_seen(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("3H", (-200, 0), marked=True)
    watcher.run()
    events = watcher.pass_hand(-200)
    watcher.table.lay("3D", (-198.8, 0.8), marked=True, drawn="3H")
    assert said(events + watcher.run(2)) == [("appeared", "3D", "left")]


def test_paper_that_changes_little_on_paper_is_looked_at_until_it_is_read_surely(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher.run()
    watcher.table.lay("3H", (-200, 0), marked=True)
    watcher.run()
    monkeypatch.setattr(Motion, "touched", lambda self, outline_px: 0.0)
    events, before = watcher.pass_hand(-185), watcher.table.reads
    card = watcher.table.lay("9D", (-185, 12), marked=True, sure=False)
    for _ in range(FPS):
        events += watcher.run(1 / FPS) if watcher.table.reads == before else []
    watcher.table.change(card, sure=True)
    assert said(events + watcher.run(2)) == [("appeared", "9D", "left")]


def test_paper_taken_from_a_pale_cloth_has_left(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher.run()
    card = watcher.table.lay("3H", (-200, 0), marked=True)
    watcher.run()
    monkeypatch.setattr(Motion, "touched", lambda self, outline_px: 0.0)
    events = watcher.pass_hand(-200)
    assert said(events) == []
    watcher.table.take(card)
    assert said(watcher.run(2)) == [("left", "3H", "left")]


def test_the_edge_of_a_doubtful_card_beside_one_laid_with_it_is_another_card(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its index stands nearer to that of the upper card than outlines are sure."""
    monkeypatch.setattr(watcher.table, "_seen", lambda k: True)
    watcher.run()
    watcher.table.lay("3S", (-200, 0), marked=True, sure=False, reads=(("3S", 0.9), ("3C", 0.1)))
    watcher.table.lay("3D", (-183, 1), marked=True)
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("3D", True), ("3S", False)]


def test_after_a_push_known_cards_are_known_though_found_a_little_beside(watcher: Watcher) -> None:
    cards = [watcher.table.lay("3D", (x, 0.0), marked=True) for x in (-250.0, -170.0)]
    watcher.run()
    watcher.changes.restart()
    for card in cards:
        watcher.table.change(card, at_mm=(card.at_mm[0] + 7, 6.0))
    assert [e for e in watcher.run(2) if e.kind != "moved"] == []


def test_a_doubtful_card_of_a_column_is_no_part_of_the_one_upon_it(watcher: Watcher) -> None:
    """Its index stands where the upper card has none, however its outline is guessed."""
    watcher.run()
    watcher.table.lay("3D", (-200, 0), reads=(("3D", 0.85),), sure=False, marked=True, outline_off_mm=(0, 30))
    watcher.table.lay("2C", (-200, 46), marked=True)
    assert sorted((e.label, e.sure) for e in watcher.run(2)) == [("2C", True), ("3D", False)]


def with_jokers(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack holds jokers, on which the reader finds nothing; of all other cards it sees one index."""
    watcher.tracker, watcher.table.unseen, read = Tracker(fake_view(ZONES), {"JK": 4}), ("JK",), watcher.table.read

    def upper_ends(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        return replace(seen, index_px=tuple(points[:1] for points in seen.index_px))

    monkeypatch.setattr(watcher.table, "read", upper_ends)
    monkeypatch.setattr(watcher.table, "_seen", lambda k: True)
    watcher.run(2)


@pytest.mark.parametrize(("turn", "off_mm"), [(0.0, 0.0), (12.0, 0.0), (180.0, 0.0), (0.0, -50.4)])
def test_a_card_without_an_index_that_ends_a_column_is_a_joker(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, turn: float, off_mm: float) -> None:
    """Also where the index of the card before it is taken for that of the other corner."""
    with_jokers(watcher, monkeypatch)
    down = np.array([-np.sin(np.radians(turn)), np.cos(np.radians(turn))])
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        off = (off_mm, 0.0) if label == "7H" else (0.0, 0.0)
        watcher.table.lay(label, tuple(far * down - (200, 0)), turn=turn, marked=True, outline_off_mm=off)
    assert sorted((e.label, e.sure, e.zone) for e in watcher.run(3)) == [
        (label, True, "left") for label in ("7D", "7H", "JK")]


@pytest.mark.parametrize(("jokers", "blank", "label"), [
    (4, "1111111111", "JK"), (4, "1101111111", "JK"), (4, "0000000000", "??"), (0, "1111111111", "??")])
def test_a_card_by_itself_that_bears_no_index_is_a_joker_if_the_pack_has_any(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, jokers: int, blank: str, label: str) -> None:
    """Also where one look was misled by its outline."""
    looks = iter(blank)
    monkeypatch.setattr("vision.beginning.is_blank_cornered", lambda *_: next(looks) == "1")
    watcher.tracker = Tracker(fake_view(ZONES), {"JK": jokers})
    watcher.run()
    watcher.table.lay("JK", (-200, 0), reads=(("??", 0.0),), sure=False)
    assert [(e.label, e.sure) for e in watcher.run(2)] == [(label, label == "JK")]


def test_a_card_by_itself_whose_corners_are_seldom_bare_is_no_joker_for_sure(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter("1001001001")
    monkeypatch.setattr("vision.beginning.is_blank_cornered", lambda *_: next(looks) == "1")
    watcher.tracker = Tracker(fake_view(ZONES), {"JK": 4})
    watcher.run()
    watcher.table.lay("JK", (-200, 0), reads=(("??", 0.0),), sure=False)
    assert [e.sure for e in watcher.run(2)] == [False]


@pytest.mark.parametrize(("other", "nothing", "label"), [
    (("7D", 0.99), "1111111111", "JK"), (("7D", 0.99), "1010101010", "??"), (("7D", 0.5), "1111111111", "??"),
    (None, "1111111111", "??")])
def test_a_card_by_itself_with_ornaments_in_its_corners_is_a_joker_if_others_are_read_well(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, other: tuple[str, float] | None, nothing: str, label: str
        ) -> None:
    looks = iter(nothing)
    monkeypatch.setattr("vision.beginning.is_blank_cornered", lambda *_: False)
    monkeypatch.setattr("vision.beginning.bears_nothing", lambda *_: next(looks) == "1")
    watcher.tracker = Tracker(fake_view(ZONES), {"JK": 4})
    watcher.run()
    if other is not None:
        card = watcher.table.lay(other[0], (200, 0), marked=True, reads=(other,), sure=other[1] > 0.9)
        watcher.run(2)
        watcher.table.take(card)
        watcher.run()
    watcher.table.lay("JK", (-200, 0), reads=(("??", 0.0),), sure=False)
    events = watcher.run(2)
    assert [e.label if e.sure else "??" for e in events] == [label]


def test_where_a_joker_lies_is_not_guessed_from_its_word_once_its_edges_were_found(watcher: Watcher) -> None:
    """The word may stand anywhere on it, and either way up."""
    frame = watcher.table.frame()
    look = watcher.changes.update(frame)
    found, word = Lying("JK", (-200, 0)), Lying("JK", (-190, 25), turn=90.0, marked=True)
    watcher.tracker.tracks.append(Track(1, found.corners_px, found.at_mm, "left", 1, readings=[NOTHING_READ]))
    mark = watcher.tracker.view.to_mm(word.index_px[:1])
    watcher.tracker._saw(watcher.tracker.tracks[0], Seen(
        Reading("JK", 0.9, False, True, (("JK", 0.9),)), word.corners_px, word.at_mm, 1.0, mark), look)
    assert watcher.tracker.tracks[0].centre_mm == found.at_mm
    assert np.allclose(watcher.tracker.tracks[0].index_mm, mark)


@pytest.mark.parametrize(("across", "along", "kept"), [(51.0, 0.0, 2), (64.0, 2.0, 1), (51.0, 76.0, 2),
                                                      (61.0, 60.0, 2)])
def test_two_marks_farther_apart_than_a_card_is_wide_are_of_two_cards_side_by_side(
        across: float, along: float, kept: int) -> None:
    quad = CARD_MM @ np.array([[0.0, 1.0], [-1.0, 0.0]])  # it lies across
    marks = np.array([[0.0, 0.0], [along, across]])
    assert len(of_one_card(marks, quad)) == kept
    assert len(of_one_card(marks, np.full((4, 2), np.nan))) == 2


@pytest.mark.parametrize(("aside_mm", "turn", "size", "put_right"), [
    (65.0, 0.0, 1.0, True), (0.0, 90.0, 1.6, True), (0.0, 0.0, 1.0, False), (4.0, 0.0, 1.1, False)])
def test_a_card_whose_two_upper_indices_are_read_lies_below_them_however_its_outline_was_guessed(
        aside_mm: float, turn: float, size: float, put_right: bool) -> None:
    """Beside them, if one was taken for that of the other corner, or around a whole column."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    quad = size * CARD_MM @ np.array([[c, s], [-s, c]]) + (aside_mm, 0.0)
    found = outline_between(np.array([[26.0, -34.0], [-26.0, -34.0]]), quad)
    assert (found is not None) == put_right
    assert found is None or np.allclose(found, CARD_MM)
    assert outline_between(np.array([[26.0, -34.0], [-26.0, -34.0]]), np.full((4, 2), np.nan)) is None


def test_where_the_bare_table_shows_again_there_was_a_hand_and_no_joker(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with_jokers(watcher, monkeypatch)
    corners = np.array([(-231, -70), (-169, -70), (-169, 18), (-231, 18)])
    there = Unnamed(watcher.tracker.view.to_px(corners).astype(np.float32), is_one=True)
    monkeypatch.setattr("vision.beginning.beyond_column", lambda *_: there)
    monkeypatch.setattr("vision.beginning.bears_nothing", lambda *_: True)
    watcher.table.lay("7D", (-200, 100), marked=True)
    assert [e.label for e in watcher.run(3)] == ["7D"]


@pytest.mark.parametrize(("jokers", "label"), [(4, ["JK"]), (0, [])])
def test_what_may_be_a_joker_by_itself_is_not_forgotten_because_two_looks_did_not_find_it(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, jokers: int, label: list[str]) -> None:
    monkeypatch.setattr("vision.beginning.is_blank_cornered", lambda *_: True)
    watcher.tracker, read, finds = Tracker(fake_view(ZONES), {"JK": jokers}), watcher.table.read, iter([True])
    watcher.run()
    watcher.table.lay("JK", (-200, 0), reads=(("??", 0.0),), sure=False)

    def seldom(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        return read(image_bgr, regions_px) if next(finds) else Detections.empty()

    monkeypatch.setattr(watcher.table, "read", seldom)
    finds = iter([True, False, False, *[True] * 60])
    assert [e.label for e in watcher.run(2)] == label


@pytest.mark.parametrize(("seen_s", "looks"), [(1.0, ["JK"]), (0.9, ["JK", "??"])])
def test_a_look_that_read_a_joker_s_index_does_not_tell_against_it_because_of_its_picture(
        monkeypatch: pytest.MonkeyPatch, seen_s: float, looks: list[str]) -> None:
    monkeypatch.setattr("vision.beginning.bears_nothing", lambda *_: False)
    table = Tabletop(fake_view(ZONES), {"JK": 4})
    nothing = np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, (), nothing, nothing, nothing, np.zeros((*nothing.shape, 3), np.float32), 1.0)
    card = Lying("JK", (-200, 0))
    table.tracks.append(Track(1, card.corners_px, card.at_mm, "left", 1, is_unnamed=True, seen_s=seen_s,
                              readings=[Reading("JK", 0.95, False, True, (("JK", 0.95),))]))
    frame = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), 1.0, 0)
    Newcomers(table, look).look_for_jokers(frame, Detections.empty())
    assert [reading.label for reading in table.tracks[0].readings] == looks


def test_a_joker_whose_index_is_read_after_all_is_found_once(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its outline is then guessed from that, and lies elsewhere; nobody knows what its picture shows."""
    with_jokers(watcher, monkeypatch)
    monkeypatch.setattr("vision.beginning.bears_nothing", lambda *_: False)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True, outline_off_mm=(0.0, 33.0 if label == "JK" else 0.0))
    read = watcher.table.read

    def later(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        if any(track.is_unnamed for track in watcher.tracker.tracks):
            watcher.table.unseen = ()
        return read(image_bgr, regions_px)

    monkeypatch.setattr(watcher.table, "read", later)
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("7D", True), ("7H", True), ("JK", True)]


@pytest.mark.parametrize(("off_mm", "found"), [(5.0, 1), (40.0, 2)])
def test_a_joker_that_nobody_read_is_the_one_that_is_just_being_read_in_its_place(
        watcher: Watcher, off_mm: float, found: int) -> None:
    frame = watcher.table.frame()
    look = watcher.changes.update(frame)
    table = Tabletop(fake_view(ZONES), {"JK": 4})
    unread, read = Lying("JK", (-200, 0)), Lying("JK", (-200, off_mm), marked=True)
    table.tracks += [Track(1, unread.corners_px, unread.at_mm, "left", 1, is_unnamed=True),
                     Track(2, read.corners_px, read.at_mm, "left", 2, index_mm=table.view.to_mm(read.index_px),
                           readings=[Reading("JK", 0.9, False, True, (("JK", 0.9),))])]
    Newcomers(table, look).look_for_jokers(frame, watcher.table.read(frame.image))
    assert len(table.tracks) == found


@pytest.mark.parametrize(("sure", "doubted"), [(False, True), (True, False)])
def test_a_joker_that_one_look_read_surely_is_not_looked_for_anew(sure: bool, doubted: bool) -> None:
    card = Lying("JK", (-200, 0))
    track = Track(1, card.corners_px, card.at_mm, "left", 1, readings=[Reading("JK", 0.99, sure, True, ())])
    assert _is_doubted_joker(track) == doubted


def test_what_was_read_unsurely_at_the_end_of_a_column_is_no_joker_besides(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its index is found a little beside the paper."""
    with_jokers(watcher, monkeypatch)
    read = watcher.table.read

    def beside(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        return replace(seen, index_px=tuple(
            points - (10, 0) if label == "2C" else points
            for label, points in zip(seen.label, seen.index_px, strict=True)))

    monkeypatch.setattr(watcher.table, "read", beside)
    doubtful = {"reads": (("2C", 0.88), ("2S", 0.1)), "sure": False, "outline_off_mm": (-12.0, 0.0)}
    for label, far, how in (("7D", 0.0, {}), ("7H", 26.0, {}), ("2C", 52.0, doubtful)):
        watcher.table.lay(label, (-200, far), marked=True, **how)
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("2C", False), ("7D", True), ("7H", True)]


@pytest.mark.parametrize(("nearer_mm", "y_mm"), [(0.0, 60.0), (5.0, 135.0)])
def test_an_index_of_the_next_column_is_none_of_this_one(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, nearer_mm: float, y_mm: float) -> None:
    """However near it stands to the middle of this one."""
    with_jokers(watcher, monkeypatch)
    read = watcher.table.read

    def nearer(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        return replace(seen, index_px=tuple(
            points - (nearer_mm * SCALE, 0) if label == "2C" else points
            for label, points in zip(seen.label, seen.index_px, strict=True)))

    monkeypatch.setattr(watcher.table, "read", nearer)
    watcher.table.lay("2C", (-200 + 57, y_mm), marked=True)
    watcher.run(3)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    assert {(e.label, e.sure) for e in watcher.run(3) if e.label != "2C"} == {
        ("7D", True), ("7H", True), ("JK", True)}


def test_the_card_below_a_joker_may_peep_out_beside_it(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with_jokers(watcher, monkeypatch)
    read = watcher.table.read

    def both_ends(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        ends = [to_px(np.array([(-225.0, -9.0), (-176.0, 60.0)])) if label == "7H" else points
                for label, points in zip(seen.label, seen.index_px, strict=True)]
        return replace(seen, index_px=tuple(ends))

    monkeypatch.setattr(watcher.table, "read", both_ends)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("7D", True), ("7H", True), ("JK", True)]


def test_a_corner_of_the_card_below_that_is_read_by_itself_is_not_the_joker(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of equal cards with an index in every corner the two upper ones are not joined in every look."""
    with_jokers(watcher, monkeypatch)
    read, left, right, looks = watcher.table.read, (-225.2, -9.2), (-174.8, -9.2), []

    def in_two_rows(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        rows, ends = [], []
        for row, label in enumerate(seen.label):
            marks = [to_px(np.array([left, right]))] if label == "7H" else [seen.index_px[row]]
            looks.append(label == "7H")
            if label == "7H" and sum(looks) > 2:
                marks = [to_px(np.array([left])), to_px(np.array([right]))]
            rows += [row] * len(marks)
            ends += marks
        return Detections(*(np.array(column)[rows] for column in (
            seen.corners_px, seen.box_px, seen.label, seen.confidence, seen.sure, seen.face_up)),
            tuple(seen.candidates[row] for row in rows), tuple(ends))

    monkeypatch.setattr(watcher.table, "read", in_two_rows)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True, outline_off_mm=(0.0, 8.0 if label == "7H" else 0.0))
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("7D", True), ("7H", True), ("JK", True)]


@pytest.mark.parametrize("likely", [0.1, 0.4, 0.9])
def test_what_reads_a_little_like_a_joker_at_the_end_of_a_column_is_one(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, likely: float) -> None:
    with_jokers(watcher, monkeypatch)
    watcher.table.unseen = ()
    for label, far in (("7D", 0.0), ("7H", 26.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    watcher.table.lay("JK", (-200, 52), marked=True, reads=(("JK", likely), ("JD", 0.02)), sure=False)
    assert sorted((e.label, e.sure) for e in watcher.run(3)) == [("7D", True), ("7H", True), ("JK", True)]


def test_a_joker_that_was_read_is_not_found_again_for_a_mark_that_is_not_its_own(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with_jokers(watcher, monkeypatch)
    watcher.table.unseen, read = (), watcher.table.read
    corners = np.array([(-231, 10), (-169, 10), (-169, 98), (-231, 98)])
    there = Unnamed(watcher.tracker.view.to_px(corners).astype(np.float32), is_one=True)
    monkeypatch.setattr("vision.beginning.beyond_column", lambda *_: there)

    def one_astray(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        astray = to_px(np.array([(-225.0, -40.0)]))
        return replace(seen, index_px=tuple(np.concatenate([points, astray]) if label == "JK" else points
                                            for label, points in zip(seen.label, seen.index_px, strict=True)))

    monkeypatch.setattr(watcher.table, "read", one_astray)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    assert [e.label for e in watcher.run(4)].count("JK") == 1


@pytest.mark.parametrize("aside_mm", [0.0, 8.0, 12.0])
def test_a_column_seen_from_the_joker_that_ends_it_holds_no_other_joker(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, aside_mm: float) -> None:
    """However crooked it is."""
    with_jokers(watcher, monkeypatch)
    watcher.table.unseen, read = (), watcher.table.read
    watcher.table.lay("7D", (-200, 0), turn=180.0, marked=True)
    joker = watcher.table.lay("JK", (-200 - aside_mm, -26), turn=180.0, marked=True)

    def its_both_ends(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        return replace(seen, index_px=tuple(joker.index_px if label == "JK" else points for label, points in zip(
            seen.label, seen.index_px, strict=True)))

    monkeypatch.setattr(watcher.table, "read", its_both_ends)
    assert sorted((e.label, e.sure) for e in watcher.run(4)) == [("7D", True), ("JK", True)]


def test_a_joker_may_end_a_column_that_a_joker_ended(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with_jokers(watcher, monkeypatch)
    for label, far in (("7D", 0.0), ("7H", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    watcher.run(3)
    watcher.table.lay("JK", (-200, 78), marked=True)
    (joker,) = watcher.run(3)
    assert (joker.label, joker.sure, joker.again) == ("JK", True, False)
    assert joker.centre_mm == pytest.approx((-200, 78), abs=4)


@pytest.mark.parametrize(("missed", "followed"), [(0, 2), (2, 1)])
def test_a_hand_that_rests_on_the_last_card_of_a_column_is_no_joker(
        monkeypatch: pytest.MonkeyPatch, missed: int, followed: int) -> None:
    """Its index would show under a joker."""
    table, newcomers, _ = table_with(Lying("7H", (-200, 0), marked=True), False)
    table.copies = {"JK": 4}
    table.settled = newcomers._look
    table.tracks[0].missed = missed
    beyond = Unnamed(Lying("JK", (-200, 40)).corners_px, True)
    monkeypatch.setattr("vision.beginning.beyond_column", lambda last, now, read, *_: beyond if read else None)
    newcomers.begin_unnamed()
    assert len(table.tracks) == followed


def test_a_card_of_which_both_ends_were_read_leaves_none_for_the_card_below_it(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher.run()
    read = watcher.table.read

    def upper_end_of_the_lower_card(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        return replace(seen, index_px=tuple(points[:1] if label == "6D" else points for label, points in zip(
            seen.label, seen.index_px, strict=True)))

    monkeypatch.setattr(watcher.table, "read", upper_end_of_the_lower_card)
    monkeypatch.setattr(watcher.table, "_seen", lambda k: True)
    watcher.table.lay("6D", (-200, 0), marked=True)
    watcher.table.lay("QC", (-200, 37), marked=True, outline_off_mm=(0.0, -28.0))
    assert sorted((e.label, e.sure) for e in watcher.run(2)) == [("6D", True), ("QC", True)]


@pytest.mark.parametrize("others", [(), (("7S", 52.0),)])
def test_no_joker_is_made_up_where_all_cards_of_a_column_are_read(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, others: tuple[tuple[str, float], ...]) -> None:
    with_jokers(watcher, monkeypatch)
    for label, far in (("7D", 0.0), ("7H", 26.0), *others):
        watcher.table.lay(label, (-200, far), marked=True)
    assert "JK" not in {e.label for e in watcher.run(3)}


@pytest.mark.parametrize(("down_mm", "made_up"), [(18.0, False), (26.0, False), (60.0, True)])
def test_what_seems_unread_where_a_card_was_read_is_that_card(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch, down_mm: float, made_up: bool) -> None:
    """A column looked along from the wrong end seems to go on where its first card lies."""
    with_jokers(watcher, monkeypatch)
    corners = np.array([(-231, down_mm - 44), (-169, down_mm - 44), (-169, down_mm + 44), (-231, down_mm + 44)])
    there = Unnamed(watcher.tracker.view.to_px(corners).astype(np.float32), is_one=False)
    monkeypatch.setattr("vision.beginning.beyond_column", lambda *_: there)
    for label, far in (("7D", 0.0), ("7H", 26.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    assert [e.label for e in watcher.run(4) if e.label not in ("7D", "7H")] == ["??"] * made_up


def test_a_card_without_an_index_is_found_once(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it was not read surely, and something was laid near it since."""
    with_jokers(watcher, monkeypatch)
    corners = np.array([(-231, 16), (-169, 16), (-169, 104), (-231, 104)])
    there = Unnamed(watcher.tracker.view.to_px(corners).astype(np.float32), is_one=False)
    monkeypatch.setattr("vision.beginning.beyond_column", lambda *_: there)
    for label, far in (("7D", 0.0), ("7H", 26.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    found = watcher.run(4)
    watcher.table.lay("2C", (-100, 0), marked=True)
    found += watcher.run(4)
    assert [e.label for e in found if e.label not in ("7D", "7H", "2C")] == ["??"]


def test_two_cards_without_an_index_are_asked_about(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    with_jokers(watcher, monkeypatch)
    for label, far in (("7D", 0.0), ("JK", 26.0), ("JK", 52.0)):
        watcher.table.lay(label, (-200, far), marked=True)
    assert {(e.label, e.sure) for e in watcher.run(4)} >= {("7D", True)}
    assert not any(e.sure for e in watcher.run(2) if e.label == "JK")


def test_corners_taken_for_two_cards_at_first_are_one_once_they_are_read_together(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("3D", (-200, 0), marked=True)
    read, looks = watcher.table.read, []

    def read_apart_at_first(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        looks.append(len(whole))
        if len(looks) > 1:
            return whole
        index = whole.index_px[0]
        return replace(whole, corners_px=np.concatenate([whole.corners_px, whole.corners_px + 12]),
                       box_px=np.repeat(whole.box_px, 2, axis=0), label=np.repeat(whole.label, 2),
                       confidence=np.repeat(whole.confidence, 2), sure=np.repeat(whole.sure, 2),
                       face_up=np.repeat(whole.face_up, 2), candidates=whole.candidates * 2,
                       log_name=np.repeat(whole.log_name, 2, axis=0),
                       index_px=(index[:1], index[1:]))

    watcher.table.read = read_apart_at_first
    assert said(watcher.run(3)) == [("appeared", "3D", "left")]


@pytest.mark.parametrize(("label", "down_mm", "kept"), [("JK", 12.0, 0), ("3D", 12.0, 1), ("JK", 26.0, 1)])
def test_a_joker_whose_long_word_is_read_at_another_place_is_no_second(label: str, down_mm: float, kept: int) -> None:
    table = Tabletop(fake_view(ZONES), {label: 4})
    nowhere = np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, (), nowhere, nowhere, nowhere, np.zeros((*nowhere.shape, 3), np.float32), 1.0)
    card = Lying(label, (-200, 0), marked=True)
    marks_mm = table.view.to_mm(card.index_px)
    sure = Reading(label, 0.99, True, True, ((label, 0.99),))
    table.tracks += [Track(1, card.corners_px, card.at_mm, "left", 1, index_mm=marks_mm, readings=[sure], seen_s=1.0),
                     Track(2, card.corners_px, card.at_mm, "left", 2, index_mm=marks_mm[1:] + np.array([0.0, -down_mm]),
                           readings=[sure])]
    Newcomers(table, look).forget_corners({id(table.tracks[0]): Seen(sure, card.corners_px, card.at_mm, 0.9, marks_mm)})
    assert len(table.tracks) == 1 + kept


@pytest.mark.parametrize(("down_mm", "across"), [(0.0, True), (49.0, False)])
def test_an_equal_card_two_steps_down_a_column_is_not_the_second_upper_index_of_the_first(
        down_mm: float, across: bool) -> None:
    """The cards lie across, so that a step down the column is one to their side."""
    table = Tabletop(fake_view(ZONES), {})
    first = Lying("4D", (-200, 0), turn=90.0, marked=True)
    marks_mm = table.view.to_mm(first.index_px)
    other = (marks_mm if down_mm else marks_mm * [1, -1]) + np.array([0.0, down_mm])
    one, two = (Track(k, first.corners_px, first.at_mm, "left", k, "shown", "4D", index_mm=at)
                for k, at in ((1, marks_mm), (2, other)))
    assert table.is_across(two, one) == across


@pytest.mark.parametrize(("sure", "known"), [(True, 2), (False, 1)])
def test_all_indices_that_a_sure_look_shows_of_a_new_card_are_its_own(watcher: Watcher, sure: bool, known: int) -> None:
    """So that one of them, read by itself in the next look, makes no second card."""
    card = Lying("8D", (-200, 0), marked=True)
    marks_mm = watcher.tracker.view.to_mm(card.index_px)
    track = Track(1, card.corners_px, card.at_mm, "left", 1, index_mm=marks_mm[:1],
                  readings=[Reading("8D", 0.99, True, True, (("8D", 0.99),))])
    row = Seen(Reading("8D", 0.99, sure, True, (("8D", 0.99),)), card.corners_px, card.at_mm, 0.9, marks_mm)
    watcher.tracker._saw(track, row, watcher.changes.update(watcher.table.frame()))
    assert len(track.index_mm) == known


def test_an_index_beyond_a_card_read_at_both_ends_is_not_learned_as_its_own(watcher: Watcher) -> None:
    """That of its like one step down the column was read together with its own, while the hand was still there."""
    watcher.run()
    card = watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    read = watcher.table.read

    def mixed(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        found = read(image_bgr, regions_px)
        return replace(found, index_px=tuple(np.concatenate([at, at[1:] + np.array([0.0, 26.0 * SCALE])])
                                             for at in found.index_px))

    watcher.table.read = mixed
    watcher.pass_hand(-200)
    watcher.table.lay("7H", (-100, 0))
    watcher.run()
    own = watcher.tracker.view.to_mm(card.index_px)
    known = next(t for t in watcher.tracker.tracks if t.label == "3D").index_mm
    assert np.linalg.norm(known[:, None] - own[None], axis=2).min(axis=1).max() < 2


def test_a_known_card_whose_corners_come_apart_when_another_touches_it_is_no_second(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("3D", (-200, 0), marked=True)
    watcher.run()
    read = watcher.table.read

    def read_apart(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        split = [(k, marks) for k, at in enumerate(whole.index_px)
                 for marks in ((at[:1], at[1:]) if whole.label[k] == "3D" and len(at) > 1 else (at,))]
        rows = [k for k, _ in split]
        moved = np.array([[[12.0, 30.0]] if n and rows[n - 1] == k else [[0.0, 0.0]] for n, k in enumerate(rows)])
        return Detections(whole.corners_px[rows] + moved.astype(np.float32), whole.box_px[rows], whole.label[rows],
                          whole.confidence[rows], whole.sure[rows], whole.face_up[rows],
                          tuple(whole.candidates[k] for k in rows), tuple(marks for _, marks in split))

    watcher.table.read = read_apart
    watcher.table.lay("7H", (-200, 62), marked=True)
    assert ("appeared", "3D", "left") not in said(watcher.run(3))


def test_the_second_upper_index_of_a_known_card_read_apart_for_once_is_no_second_card(watcher: Watcher) -> None:
    """Of the known card only its left index was read before; when a hand was near, its right one is read alone."""
    watcher.run()
    watcher.table.lay("3D", (-200, 0), marked=True)
    read, apart = watcher.table.read, False

    def right_alone(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        marks, rows, ends = [], [], []
        for k, at in enumerate(whole.index_px):
            left = at[:1]
            if whole.label[k] != "3D" or not len(at):
                parts = [at]
            else:
                mm = watcher.tracker.view.to_mm(left)
                right = watcher.tracker.view.to_px(mm + np.array([[52.0, 0.0]]))
                again = watcher.tracker.view.to_px(mm + np.array([[2.0, 0.0]]))  # found a little beside
                parts = [left, right] if apart else [left] if not later else [np.concatenate([again, right])]
            marks += parts
            rows += [k] * len(parts)
            ends += list(range(len(parts)))
        moved = np.array([[[9.0 * (end + later), 2.0]] for end in ends]).reshape(-1, 1, 2)
        sure = whole.sure[rows] & (np.array(ends) != (0 if apart else 9))
        return Detections(whole.corners_px[rows] + moved.astype(np.float32), whole.box_px[rows], whole.label[rows],
                          whole.confidence[rows], sure, whole.face_up[rows],
                          tuple(whole.candidates[k] for k in rows), tuple(marks))

    later = False
    watcher.table.read = right_alone
    watcher.run()
    apart = True
    watcher.table.lay("7H", (-200, 62), marked=True)
    events = watcher.run(0.4)
    apart, later = False, True
    events += watcher.run(3)
    assert said(events) == [("appeared", "7H", "left")]


def test_of_two_equal_cards_laid_at_once_whose_marks_were_mixed_up_none_is_lost(watcher: Watcher) -> None:
    """At first the end of the one is read with the beginning of the other."""
    watcher.run()
    read, looks = watcher.table.read, []

    def mixed_at_first(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        two = [k for k, marks in enumerate(whole.index_px) if whole.label[k] == "TS" and len(marks)]
        if len(two) != 2:
            return whole
        looks.append(len(two))
        one, other = sorted(two, key=lambda k: float(whole.index_px[k][:, 0].min()))
        marks = list(whole.index_px)
        begins, ends = marks[one][:1], marks[other]
        marks[one], marks[other] = (np.concatenate([ends[1:], begins]), ends[:1]) if len(looks) == 1 else (begins, ends)
        return replace(whole, index_px=tuple(marks))

    watcher.table.read = mixed_at_first
    watcher.table.lay("TS", (-230, 0), marked=True)
    watcher.table.lay("TS", (-160, 0), marked=True)
    assert said(watcher.run(3)) == [("appeared", "TS", "left")] * 2


def test_a_card_that_was_never_named_surely_and_is_covered_is_asked_about(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("9C", (-200, 0), reads=(("9C", 0.6), ("9S", 0.35)), sure=False)
    watcher.run(0.55)
    watcher.table.lay("2H", (-198, 2), turn=3)
    events = watcher.run(2)
    assert [(e.label, e.sure) for e in events] == [("2H", True), ("9C", False)]


def test_a_nudged_card_moves_and_does_not_appear_again(watcher: Watcher) -> None:
    card = watcher.table.lay("7H", (-200, 0))
    watcher.run()
    watcher.table.change(card, at_mm=(-188.0, 10.0), turn=12.0)
    assert said(watcher.run()) == [("moved", "7H", "left")]


def test_fading_light_is_no_change(watcher: Watcher) -> None:
    watcher.table.lay("7H", (-200, 0))
    watcher.run()
    before = watcher.table.reads
    for step in range(60):
        watcher.table.light = 1 - 0.005 * step
        assert watcher.run(1 / FPS) == []
    assert watcher.table.reads == before


def test_a_doubtful_card_is_announced_as_not_sure(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("9C", (-200, 0), reads=(("9C", 0.6), ("9S", 0.35)), sure=False)
    (event,) = watcher.run(2)
    assert not event.sure
    assert [label for label, _ in event.candidates] == ["9C", "9S"]


def test_a_read_card_holds_its_label(watcher: Watcher) -> None:
    card = watcher.table.lay("9C", (-200, 0))
    watcher.run()
    watcher.table.change(card, reads=(("9S", 0.7), ("9C", 0.25)), sure=False)
    watcher.table.lay("2H", (-110, 0))
    assert said(watcher.run()) == [("appeared", "2H", "left")]


def test_a_card_squared_on_another_is_not_that_one_read_badly(watcher: Watcher) -> None:
    """Ends of both are read together where they stand side by side."""
    watcher.table.lay("4C", (-200, 0), marked=True)
    watcher.run()
    watcher.table.lay("KH", (-200, 0), marked=True, reads=(("KH", 0.72), ("4C", 0.2)), sure=False)
    assert [(e.kind, e.label, e.sure) for e in watcher.run(2)] == [("appeared", "KH", False)]


def test_a_card_squared_on_one_that_still_shows_is_not_its_other_end(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher.table.lay("6H", (-200, 0), marked=True)
    watcher.run()
    monkeypatch.setattr(watcher.table, "_seen", lambda k: True)
    watcher.table.lay("AS", (-196, 2), marked=True, reads=(("AS", 0.94), ("AC", 0.05)), sure=False)
    assert ("appeared", "AS", "left") in said(watcher.run(2))


def test_an_end_that_reads_otherwise_since_a_card_was_laid_close_to_it_is_no_other_card(
        watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """A J beside the edge of the next card looks like a Q."""
    jack = watcher.table.lay("JS", (-200, 0), marked=True)
    watcher.run()
    read = watcher.table.read

    def in_two_rows(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        seen = read(image_bgr, regions_px)
        if "JS" not in seen.label:
            return seen
        k = int(np.flatnonzero(seen.label == "JS")[0])
        rows = [*range(len(seen)), k]
        ends = [points[:1] if row == k else points for row, points in enumerate(seen.index_px)]
        labels = np.append(seen.label, "QS")
        return Detections(*(np.array(column)[rows] for column in (seen.corners_px, seen.box_px)), labels,
                          seen.confidence[rows], seen.sure[rows], seen.face_up[rows],
                          (*seen.candidates, (("QS", 0.99),)), (*ends, jack.index_px[1:]))

    monkeypatch.setattr(watcher.table, "read", in_two_rows)
    watcher.table.hand_mm = (-185, -20)
    watcher.run(0.2)
    watcher.table.lay("KS", (-134, 0), marked=True)
    watcher.run(0.2)
    watcher.table.hand_mm = None
    assert said(watcher.run(2)) == [("appeared", "KS", "left")]


def test_two_sure_looks_at_different_labels_are_not_sure() -> None:
    a, b = (Reading(label, 0.99, True, True, ((label, 0.99),)) for label in ("9C", "9S"))
    verdict = decided([a, b] * MOST_LOOKS)
    assert verdict is not None
    assert not verdict[1]


def test_one_sure_look_is_not_enough() -> None:
    assert decided([Reading("9C", 0.99, True, True, (("9C", 0.99),))]) is None


def test_many_likely_looks_are_sure_although_a_card_below_shows_through_in_the_others() -> None:
    def look(label: str, p: float) -> Reading:
        return Reading(label, p, False, True, ((label, p),))

    half = MOST_LOOKS // 2
    clear, through = [look("2S", 0.97)] * half, [look("TS", 0.7)] * half
    for readings, sure in ((clear + through, True), (clear[1:] + through, False),
                           (clear + through[1:] + [look("TS", 0.9)], False)):
        verdict = decided([*readings, look("??", 0.0)][:MOST_LOOKS] if len(readings) < MOST_LOOKS else readings)
        assert verdict is not None
        assert verdict[:2] == ("2S", sure) or not sure


@pytest.mark.parametrize(("p", "sure"), [(0.93, False), (0.96, True)])
def test_looks_that_agree_on_a_card_are_all_wrong_alike_unless_it_is_very_likely(p: float, sure: bool) -> None:
    """Clubs and spades of one pack, in dim light."""
    verdict = decided([Reading("AS", p, False, True, (("AS", p), ("AC", 1 - p)))] * MOST_LOOKS)
    assert verdict is not None
    assert verdict[:2] == ("AS", sure)


def test_an_index_too_near_its_own_is_a_neighbours_in_the_fan(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("TC", (-200, 0), marked=True)
    read = watcher.table.read

    def mixed(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        found = read(image_bgr, regions_px)
        beside = watcher.tracker.view.to_px(watcher.tracker.view.to_mm(found.index_px[0][:1]) + np.array([[25.0, 0.0]]))
        return replace(found, index_px=(np.concatenate([found.index_px[0], beside]),))

    watcher.table.read = mixed
    assert said(watcher.run(2)) == [("appeared", "TC", "left")]
    assert len(watcher.tracker.tracks[0].index_mm) == 2


def test_two_cards_that_would_be_the_ends_of_one_are_asked_about(watcher: Watcher) -> None:
    watcher.run()
    watcher.table.lay("KS", (-200, 0), marked=True)
    read = watcher.table.read

    def torn(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        index = whole.index_px[0]
        both = whole[[0, 0]]
        return replace(both, label=np.array(["KS", "JS"]), candidates=((("KS", 1.0),), (("JS", 1.0),)),
                       index_px=(index[:1], index[1:]))

    watcher.table.read = torn
    events = watcher.run(2)
    assert {e.label for e in events} == {"KS", "JS"}
    assert not any(e.sure for e in events)


@pytest.mark.parametrize("seed", range(8, 18))
def test_whatever_is_read_the_table_is_followed_on(seed: int) -> None:
    """Corners read as cards of their own, cards overlooked, named otherwise or joined again, look by look."""
    rng = np.random.default_rng(seed)
    watcher = Watcher(FakeTable())
    watcher.run(0.4)
    read = watcher.table.read

    def wildly(image_bgr: np.ndarray, regions_px: Any = None) -> Detections:
        whole = read(image_bgr, regions_px)
        split = [(k, marks) for k, at in enumerate(whole.index_px)
                 for marks in ((at[:1], at[1:]) if rng.random() < 0.5 else (at,)) if rng.random() < 0.8 and len(marks)]
        rows = [k for k, _ in split]
        sure = rng.random(len(rows)) < 0.4
        label = np.where(rng.random(len(rows)) < 0.85, whole.label[rows], "9S")
        p = np.where(sure, 0.99, rng.uniform(0.05, 0.9, len(rows))).astype(np.float32)
        return Detections(whole.corners_px[rows] + rng.normal(0, 4, (len(rows), 4, 2)).astype(np.float32),
                          whole.box_px[rows], label, p, sure, whole.face_up[rows],
                          tuple(((str(name), float(q)),) for name, q in zip(label, p, strict=True)),
                          tuple(marks for _, marks in split))

    watcher.table.read = wildly
    for label in ("3D", "7H", "3D", "QC"):
        watcher.table.lay(label, tuple(rng.uniform((-260, -40), (-140, 40))), marked=True)
        watcher.run(1.0)
    numbers = [track.number for track in watcher.tracker.tracks]
    assert len(set(numbers)) == len(numbers)


def table_with(card: Lying, first: bool) -> tuple[Tabletop, Newcomers, dict[int, Seen]]:
    """A known card that is found in this look by its upper index only."""
    table = Tabletop(fake_view(ZONES), {card.label: 2})
    nowhere = np.zeros((SIZE[1], SIZE[0]), bool)
    look = Motion(1.0, ((0, 0, 9, 9),), nowhere, nowhere, nowhere, np.zeros((*nowhere.shape, 3), np.float32), 1.0,
                  first)
    marks_mm = table.view.to_mm(card.index_px)
    table.tracks.append(Track(1, card.corners_px, card.at_mm, "left", 1, "shown", card.label, sure=True,
                              index_mm=marks_mm, seen_s=1.0))
    row = seen_at(table, card.label, card.at_mm, marks_mm[:1])
    return table, Newcomers(table, look), {id(table.tracks[0]): row}


def seen_at(table: Tabletop, label: str, at_mm: tuple[float, float], marks_mm: np.ndarray) -> Seen:
    """A sure row where much has changed."""
    card = Lying(label, at_mm)
    return Seen(Reading(label, 0.99, True, True, ((label, 0.99),)), card.corners_px, at_mm, 0.9, marks_mm)


@pytest.mark.parametrize(("first", "label", "another"), [(True, "8C", False), (True, "9C", True), (False, "8C", True)])
def test_what_is_read_beside_its_like_when_the_camera_was_pushed_is_the_same_card(first: bool, label: str,
                                                                                 another: bool) -> None:
    table, newcomers, found = table_with(Lying("8C", (-200, 0), marked=True), first)
    part = seen_at(table, label, (-190.0, 10.0), table.tracks[0].index_mm[1:] + np.array([-49.0, 0.0]))
    assert newcomers.begin([part], found) == ([] if another else [part])


@pytest.mark.parametrize(("beside_mm", "another"), [(2.0, False), (24.0, True)])
def test_an_index_that_is_half_covered_now_and_reads_as_another_is_no_new_card(beside_mm: float, another: bool) -> None:
    """The card still shows its other index where it lay."""
    table, newcomers, found = table_with(Lying("JS", (-200, 0), marked=True), False)
    misread = seen_at(table, "7S", (-180.0, 0.0), table.tracks[0].index_mm[1:] + np.array([beside_mm, 0.0]))
    assert newcomers.begin([misread], found) == ([] if another else [misread])


@pytest.mark.parametrize(("beside_mm", "another"), [(30.0, False), (50.0, False), (80.0, True)])
def test_a_card_read_unsurely_after_a_push_beside_its_like_is_another_if_both_are_seen(
        beside_mm: float, another: bool) -> None:
    """On the like's outline it is a part of that, read anew."""
    table, newcomers, found = table_with(Lying("8C", (-200, 0), marked=True), False)
    newcomers = Newcomers(table, replace(newcomers._look, settled=()))
    marks_mm = table.tracks[0].index_mm[:1] + np.array([beside_mm, 0.0])
    seen = seen_at(table, "8C", (-200.0 + beside_mm, 0.0), marks_mm)
    doubtful = replace(seen, reading=replace(seen.reading, sure=False, confidence=0.9))
    assert newcomers.begin([doubtful], found) == ([] if another else [doubtful])


def test_what_is_read_of_a_known_card_tells_nothing_of_an_unread_one_beside_it() -> None:
    """Though another row might be that card as well."""
    table, newcomers, _ = table_with(Lying("8C", (-200, 0), marked=True), False)
    beside = Lying("??", (-200, 22))
    unread = Track(2, beside.corners_px, beside.at_mm, "left", 2, is_unnamed=True, seen_s=1.0)
    table.tracks.append(unread)
    rows = [seen_at(table, "8C", (-200.0, 0.0), table.tracks[0].index_mm[k:k + 1]) for k in (0, 1)]
    assert unread not in Matching(table, newcomers._look).match(rows, table.tracks).values()


@pytest.mark.parametrize(("slid_mm", "below"), [(11.0, False), (20.0, True)])
def test_a_card_below_its_like_shows_no_mark_just_beside_one_of_that(
        slid_mm: float, below: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little changes in dim light where a card slid by less than its margin."""
    monkeypatch.setattr(Tabletop, "marks_changed", lambda *_: [0.05, 0.29, 0.05])
    table, newcomers, _ = table_with(Lying("KC", (-200, 0), marked=True), False)
    track = table.tracks[0]
    track.index_mm = np.array([(-224.0, -33.0), (-179.0, -20.0), (-224.0, 33.0)])
    row = seen_at(table, "KC", (-200.0 + slid_mm, 0.0), track.index_mm[[0, 2]] + np.array([slid_mm, 0.0]))
    assert table.covers_part(row, track, newcomers._look) == below


@pytest.mark.parametrize(("off_mm", "marks"), [((5.0, -3.0), 2), ((30.0, 0.0), 1)])
def test_after_a_push_the_mark_that_is_not_read_is_off_as_far_as_the_one_that_is(
        off_mm: tuple[float, float], marks: int) -> None:
    """Else what is misread at a card's other end would seem to be another card.  A mark far away is another one."""
    table, newcomers, _ = table_with(Lying("2H", (-200, 0), marked=True), True)
    track, tracker = table.tracks[0], Tracker(table.view, table.copies)
    before = track.index_mm
    tracker._saw(track, seen_at(table, "2H", (-200.0, 0.0), before[:1] + np.array(off_mm)), newcomers._look)
    assert track.index_mm.tolist() == (before + np.array(off_mm)).tolist()[::-1][-marks:]

"""Where small cards lie the picture is read again enlarged: of both readings the better counts, in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from vision.detections import FACE_DOWN, NO_CARD, UNREAD, Detections, log_of
from vision.reading.card_reader import Region
from vision.reading.closer_look import SMALL_PX, CloserReader, parts_to_read, pieces, with_closer_look

SIZE = (720, 1280)
NAMES = ("2C", "7H", "8D", "8S", "JK", NO_CARD, FACE_DOWN)
CARD = np.array([[0.0, 0], [0.7, 0], [0.7, 1], [0, 1]])


def cards(*rows: tuple[str, float, float, int], tall: float = 90.0) -> Detections:
    """Upright cards by label, left and upper edge in px, and how many of their marks were read."""
    corners = np.array([CARD * tall + [x, y] for _, x, y, _ in rows], np.float32).reshape(-1, 4, 2)
    ends = [(np.array([[0.1, 0.1], [0.6, 0.9]]) * tall + [x, y])[:marks].astype(np.float32)
            for _, x, y, marks in rows]
    n = len(rows)
    labels = [label for label, _, _, _ in rows]
    return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32),
                      np.array(labels), np.full(n, 0.9, np.float32), np.ones(n, bool), np.ones(n, bool),
                      tuple(((label, 0.9),) if label != UNREAD else () for label in labels), tuple(ends),
                      NAMES, np.stack([told({label: 0.9}) for label in labels]) if n else np.zeros((0, len(NAMES))))


def told(likely: Mapping[str, float]) -> np.ndarray:
    """(k,) log-probabilities of names, some of them likely."""
    return log_of(np.array([likely.get(name, 0.0) for name in NAMES]))


class NearSighted:
    """Sees a card, which is painted white, only in a part of the picture that shows all of it enlarged."""

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        if regions_px is None:
            return cards()
        white = np.argwhere(image_bgr[..., 0] > 128)
        return cards(("7H", *white.min(axis=0)[::-1], 2), tall=135) if len(white) > 130 * 90 else cards()


@dataclass
class Enlarger:
    """Tells of cards only in enlarged parts, where they lie in these."""

    shows: Detections
    parts: list[tuple[int, int]] = field(default_factory=list)

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        self.parts.append((image_bgr.shape[1], image_bgr.shape[0]))
        return self.shows


def closer(whole: Detections, larger: Detections) -> tuple[Detections, Enlarger]:
    reader = Enlarger(larger)
    return with_closer_look(reader, np.zeros((*SIZE, 3), np.uint8), whole, parts_to_read(whole, SIZE)), reader


def test_a_strip_that_only_the_enlarged_part_shows_is_added_where_it_lies() -> None:
    whole = cards(("7H", 400, 300, 2))
    (x1, y1, _, _), = parts_to_read(whole, SIZE)
    seen, _ = closer(whole, cards(("8D", 1.5 * (400 - x1), 1.5 * (270 - y1), 1), tall=135))
    assert seen.label.tolist() == ["7H", "8D"]
    assert seen.corners_px[1][0] == pytest.approx([400, 270], abs=1)
    assert seen.index_px[1][0] == pytest.approx([409, 279], abs=1)


def test_what_only_the_enlarged_part_shows_and_hardly_is_no_card() -> None:
    whole = cards(("7H", 400, 300, 2))
    (x1, y1, _, _), = parts_to_read(whole, SIZE)
    strip = cards(("8D", 1.5 * (400 - x1), 1.5 * (270 - y1), 1), tall=135)
    for likely, labels in (({"8D": 0.4}, ["7H"]), ({"8D": 0.4, "8S": 0.4}, ["7H", "8D"])):  # a suit that is covered
        seen, _ = closer(whole, replace(strip, confidence=np.full(1, 0.4, np.float32), log_name=told(likely)[None]))
        assert seen.label.tolist() == labels


def test_what_was_seen_in_the_whole_picture_is_not_told_twice() -> None:
    whole = cards(("7H", 400, 300, 2))
    (x1, y1, _, _), = parts_to_read(whole, SIZE)
    seen, _ = closer(whole, cards(("2C", 1.5 * (401 - x1), 1.5 * (301 - y1), 2), tall=135))
    assert seen.label.tolist() == ["7H"]


@pytest.mark.parametrize(("label", "across", "down"), [("JK", 12, 25), ("8D", 12, 25), ("JK", 8, -14)])
def test_part_of_a_face_that_looks_like_a_card_is_none(label: str, across: float, down: float) -> None:
    whole = cards(("7H", 400, 300, 2))
    (x1, y1, _, _), = parts_to_read(whole, SIZE)
    seen, _ = closer(whole, cards((label, 1.5 * (400 + across - x1), 1.5 * (300 + down - y1), 1), tall=135))
    assert seen.label.tolist() == ["7H"]


def test_a_card_that_could_not_be_read_gets_the_name_that_the_enlarged_part_tells() -> None:
    whole = cards(("7H", 400, 300, 2), (UNREAD, 480, 300, 0))
    box, = parts_to_read(whole, SIZE)
    seen, _ = closer(whole, cards(("JK", 1.5 * (482 - box[0]), 1.5 * (301 - box[1]), 1), tall=135))
    assert seen.label.tolist() == ["7H", "JK"]


def test_large_cards_and_a_bare_table_are_not_read_again() -> None:
    assert closer(cards(("7H", 400, 300, 2), tall=SMALL_PX + 1), cards())[1].parts == []
    assert closer(cards(), cards())[1].parts == []


def test_cards_beside_each_other_are_read_in_one_part_and_far_ones_in_two() -> None:
    assert len(parts_to_read(cards(("7H", 400, 300, 2), ("8D", 430, 310, 2)), SIZE)) == 1
    boxes = parts_to_read(cards(("7H", 0, 0, 2), ("8D", 900, 500, 2)), SIZE)
    assert len(boxes) == 2
    assert min(boxes)[:2] == (0.0, 0.0)


def test_of_a_card_read_both_ways_the_better_reading_counts() -> None:
    for label, marks in (("2C", 2), ("7H", 2)):  # another name, or the same, by more marks than in the whole picture
        whole = cards(("7H", 400, 300, 1))
        (x1, y1, _, _), = parts_to_read(whole, SIZE)
        seen, _ = closer(whole, cards((label, 1.5 * (400 - x1), 1.5 * (300 - y1), marks), tall=135))
        assert (seen.label.tolist(), seen.marks.tolist()) == ([label], [marks])


def test_a_small_card_that_the_whole_picture_does_not_show_is_found_and_kept_in_sight() -> None:
    picture = np.zeros((*SIZE, 3), np.uint8)
    picture[500:590, 900:964] = 255
    reader, still = CloserReader(NearSighted()), np.zeros((18, 32), bool)
    seen = []
    for look in range(12):
        reader.note(still)
        seen.append(len(reader.read(picture, look / 4)))
    assert seen[-1] == 1
    assert seen == sorted(seen)


def test_where_nothing_has_changed_a_table_without_small_cards_is_looked_at_closer_only_once() -> None:
    reader = Enlarger(cards())
    closer, still = CloserReader(reader), np.zeros((18, 32), bool)
    for look in range(20):
        closer.note(still)
        closer.read(np.zeros((*SIZE, 3), np.uint8), look / 4)
    looked = [size for size in reader.parts if size != SIZE[::-1]]
    assert 4 <= len(looked) <= 9
    changed = still.copy()
    changed[16, 30] = True
    closer.note(changed)
    closer.note(still)
    closer.read(np.zeros((*SIZE, 3), np.uint8), 6.0)
    assert len(reader.parts) == 20 + len(looked) + 2


def test_a_part_too_long_to_be_enlarged_is_read_in_pieces_and_no_card_is_cut_by_all_of_them() -> None:
    cut = pieces((0.0, 0.0, 1280.0, 300.0))
    assert len(cut) > 1
    for left in range(0, 1280 - int(SMALL_PX), 7):
        assert any(x1 <= left and left + SMALL_PX <= x2 for x1, _, x2, _ in cut)

"""Indices become cards: grouping, sureness, regions, and real photographs where they are at hand."""

import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detections import UNREAD, Detections
from vision.reading.agreement import within
from vision.reading.description import described, joined
from vision.reading.finder import MEAN_QUAD, CardFinds, IndexFinds, quads_from_frame
from vision.reading.index_reader import LABELS, RANKS, SUITS, Readings, log_softmax
from vision.reading.one_card import Index, doubles_joined, grouped, joined_sides, outline, within_others
from vision.reading.outlines import joined_boxes
from vision.reading.reader import TableReader

SHARED = Path(os.environ.get("TABLE_COMPANION_DATA", Path(__file__).resolve().parents[3] / "shared"))
NO_CARDS = CardFinds(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, bool))


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def index(label: str, at: tuple[float, float] = (100, 100), degrees: float = 0, turned: bool = False,
          certainty: float = 0.995, second: str = "2C", size: float = 20) -> Index:
    """An index of a card 87 x 124 px whose middle is at `at`, turned clockwise; turned: its other end."""
    angle = np.radians(degrees + (180 if turned else 0))
    c, s = np.cos(angle), np.sin(angle)
    rotation = np.array([[c, -s], [s, c]])
    quad = np.array([[-43.5, -62], [43.5, -62], [43.5, 62], [-43.5, 62]]) @ rotation.T + at
    centre = rotation @ (-35, -47) + at
    up = rotation @ (0, -1)
    probability = np.full(len(LABELS), 1e-6)
    probability[LABELS.index(second)] = 1 - certainty
    probability[LABELS.index(label)] = certainty
    return Index(np.array([*centre, *up, size]), quad, np.log(probability / probability.sum()), 0.9, 0.999)


def cards_of(*indices: Index) -> Detections:
    return described(grouped(list(indices), NO_CARDS), NO_CARDS, np.zeros(2, np.float32))


def labels(indices: list[Index]) -> list[str]:
    return [str(label) for label in cards_of(*indices).label]


@pytest.mark.parametrize("degrees", [0, 40, 120, 250])
def test_two_opposed_indices_are_one_card(degrees):
    found = cards_of(index("7H", degrees=degrees), index("7H", degrees=degrees, turned=True))
    assert list(found.label) == ["7H"]
    assert found.sure.all()
    assert found.centre_px[0] == pytest.approx([100, 100], abs=1)


def test_an_index_cut_off_by_the_edge_is_never_sure():
    poses = np.array([[30, 30, 0, -1, 20], [30, 8, 0, -1, 20], [3, 30, 0, -1, 20], [30, 55, 0, 1, 20],
                      [96, 30, 0.6, -0.8, 20]], float)
    assert within(poses, (60, 100, 3)).tolist() == [True, False, False, False, False]
    whole = index("7H")
    assert cards_of(whole).sure.all()
    assert not cards_of(replace(whole, whole=False)).sure.any()
    assert cards_of(replace(whole, whole=False), index("7H", turned=True)).sure.all()


def test_two_equal_cards_side_by_side_stay_two():
    pack = [index("7H", (x, 100), turned=turned) for x in (100, 195) for turned in (False, True)]
    assert labels(pack) == ["7H", "7H"]


def test_equal_cards_in_a_row_are_not_one_with_an_index_in_every_corner():
    """As filmed: the upper indices of two cards stand better to each other, as the upper two of one card do, than the
    ends of the right card, which is bent."""
    left, upper, lower = (
        Index(np.array(pose), np.array(quad, float), index("2S").log_label, 0.9, 0.999) for pose, quad in (
            ((480.5, 373.9, -0.18, -0.98, 18.2), ((471, 362), (541, 349), (561, 457), (490, 469))),
            ((537.2, 364.6, -0.16, -0.99, 18.0), ((528, 353), (595, 342), (611, 442), (544, 453))),
            ((609.9, 426.9, 0.18, 0.98, 18.4), ((619, 439), (549, 452), (529, 347), (600, 334)))))
    assert {len(group) for group in grouped([left, upper, lower], NO_CARDS)} == {1, 2}
    assert sorted(cards_of(left, upper, lower).centre_px[:, 0]) == pytest.approx([516, 574], abs=2)


def test_equal_cards_in_a_row_stay_two_where_another_lies_between_them():
    row = [index("2S", (40, 102)), index("4S", (70, 100)), index("2S", (110, 100)),
           index("AC", (140, 100)), index("AC", (140, 100), turned=True)]
    assert sorted(labels(row)) == ["2S", "2S", "4S", "AC"]
    assert labels([row[0], row[2]]) == ["2S"]  # for a deck with an index in every corner


def test_two_cards_one_above_the_other_stay_two():
    pack = [index(label, (100, y), turned=turned) for label, y in (("7H", 100), ("9C", 232))
            for turned in (False, True)]
    assert sorted(labels(pack)) == ["7H", "9C"]


def test_a_fan_gives_one_card_per_index():
    fan = [index(label, (100 + 25 * k, 100 + 2 * k), 8 * k) for k, label in enumerate(("7H", "8H", "9H", "TH"))]
    assert labels(fan) == ["7H", "8H", "9H", "TH"]


def test_ends_that_disagree_are_one_doubtful_card():
    found = cards_of(index("6S"), index("9S", turned=True))
    assert len(found) == 1
    assert not found.sure.any()
    assert {name for name, _ in found.candidates[0][:2]} == {"6S", "9S"}


def test_a_doubtful_reading_is_a_question_and_names_its_candidates():
    found = cards_of(index("JS", certainty=0.7, second="QS"))
    assert found.label[0] == "JS"
    assert not found.sure[0]
    assert found.candidates[0][1][0] == "QS"


def test_a_card_knows_where_its_indices_were_read():
    ends = index("7H"), index("7H", turned=True)
    (at,) = cards_of(*ends).index_px
    assert sorted(at.tolist()) == sorted([end.pose[:2].tolist() for end in ends])


def test_a_tiny_index_is_never_sure():
    assert not cards_of(index("7H", size=6)).sure[0]


def test_a_back_is_a_card_without_a_name():
    back = CardFinds(np.array([[300, 300, 0, 60]], np.float32), np.array([0.9], np.float32), np.array([False]))
    found = described(grouped([index("7H")], NO_CARDS), back, np.zeros(2, np.float32))
    assert list(found.label) == ["7H", UNREAD]
    assert found.face_up.tolist() == [True, False]


def test_overlapping_regions_are_read_once():
    assert joined_boxes([(0, 0, 10, 10), (20, 20, 30, 30), (5, 5, 22, 22)]) == [(0, 0, 30, 30)]


def test_an_empty_table_has_no_cards(reader):
    assert len(reader.read(np.full((480, 640, 3), (40, 110, 30), np.uint8))) == 0
    assert len(reader.read(np.zeros((5, 5, 3), np.uint8))) == 0
    assert len(joined([])) == 0


def photo(name: str) -> np.ndarray:
    """A photograph of the data folder, or a skip that says what is missing."""
    file = SHARED / "photos" / name
    if not file.is_file():
        pytest.skip(f"needs {file}; set TABLE_COMPANION_DATA to the data folder")
    image = cv2.imread(str(file))
    assert image is not None
    return image


def test_four_spades_on_green_felt(reader):
    found = reader.read(photo("dev/sergiodomgui_green/images/IMG_20210426_183610.jpg"))
    assert sorted(found.label) == ["6S", "7S", "8S", "9S"]


def test_a_region_gives_the_same_card_as_the_whole_picture(reader):
    image = photo("dev/sergiodomgui_green/images/IMG_20210426_183610.jpg")
    whole = reader.read(image)
    k = int(whole.centre_px[:, 0].argmin())
    part = reader.read(image, [tuple(whole.box_px[k])])
    assert whole.label[k] in part.label
    same = part[part.label == whole.label[k]]
    assert same.centre_px[0] == pytest.approx(whole.centre_px[k], abs=25)


@pytest.mark.parametrize(("regions", "stops_early"), [(None, True), ([(40, 40, 200, 200)], False)])
def test_what_changed_is_looked_at_closely_however_plain_it_is(reader, monkeypatch, regions, stops_early):
    """Half below a plain card another may lie, whose index is found at the finest scale only."""
    asked = []
    nothing = IndexFinds(np.zeros((0, 5), np.float32), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))

    def find(image, threshold=0.2, suffices=None, enlarged=False):
        asked.append(suffices is not None)
        return nothing, NO_CARDS

    monkeypatch.setattr(reader.finder, "find", find)
    reader.read(np.zeros((240, 320, 3), np.uint8), regions)
    assert asked == [stops_early]


def test_only_cards_of_the_deck_are_named(reader):
    image = photo("dev/sergiodomgui_green/images/IMG_20210426_183610.jpg")
    found = TableReader(pack=dict.fromkeys(["6H", "7H", "8H", "9H"], 1)).read(image)
    assert set(found.label) <= {"6H", "7H", "8H", "9H", UNREAD}


@pytest.mark.parametrize("degrees", [0, 60, 200])
def test_the_outline_spans_both_ends_though_each_misjudges_the_far_one(degrees):
    ends = [index("7H", degrees=degrees, turned=turned) for turned in (False, True)]
    true = ends[0].quad.copy()
    for end in ends:
        end.quad[1:] += (end.quad[1:] - end.quad[0]) * 0.15
    assert outline(ends) == pytest.approx(true, abs=0.5)


def test_a_card_read_twice_is_sure_once():
    once = [index("7H"), index("7H", turned=True)]
    again = index("7H", (112, 118), 30)
    found = cards_of(*once, again)
    assert list(found.label) == ["7H", "7H"]
    assert found.sure.tolist() == [True, False]


def test_equal_cards_of_two_packs_in_a_fan_stay_two():
    assert labels([index("7H"), index("7H", (124, 101), 6)]) == ["7H", "7H"]


def test_the_sides_of_a_steeply_seen_four_corner_card_are_one():
    def end(x: float, y: float, up: float) -> Index:
        known = index("5S")
        return Index(np.array([x, y, 0, up, 20]), known.quad, known.log_label, 0.9, 0.999)

    left, right = [end(60, 100, -1), end(60, 200, 1)], [end(84, 104, -1), end(84, 196, 1)]
    away = [end(300, 100, -1), end(300, 200, 1)]
    assert [len(group) for group in joined_sides([left, right, away])] == [4, 2]


def test_of_three_sides_those_of_one_card_are_joined_not_those_of_an_equal_card_half_below_it():
    def side(y: float) -> list[Index]:
        known = index("3D")
        return [Index(np.array([x, y, up, 0, 20]), known.quad, known.log_label, 0.9, 0.999)
                for x, up in ((120, -1), (192, 1))]

    groups = joined_sides([side(62), side(104), side(162)])
    assert sorted(sorted(index.pose[1] for index in group) for group in groups) == [[62, 62], [104, 104, 162, 162]]


def test_the_ends_of_two_equal_cards_that_lie_like_tiles_are_not_those_of_one():
    """As filmed: the upper end of the one below stands where a steeply seen card might have its far end."""
    def end(x: float, y: float, up: tuple[float, float], quad: list[tuple[float, float]]) -> Index:
        return Index(np.array([x, y, *up, 19]), np.array(quad, float), index("3D").log_label, 0.9, 0.999)

    upper = end(169, 81, (1, 0.04), [(183, 76), (180, 142), (80, 137), (83, 72)])
    lower = end(100, 141, (-1, -0.03), [(87, 147), (90, 83), (185, 86), (183, 149)])
    below = end(166, 36, (1, -0.02), [(179, 29), (180, 96), (80, 99), (79, 31)])
    whole = CardFinds(np.array([[135, 110, 50, -0.5]], np.float32), np.array([0.9], np.float32), np.array([True]))
    groups = grouped([below, lower, upper], whole)
    assert sorted(sorted(i.pose[1] for i in group) for group in groups) == [[36], [81, 141]]


def test_a_doubtful_index_upon_a_card_is_another_card_and_a_pip_is_none():
    """In a packed row of a four-corner pack each card's strip lies upon the one before it."""
    below = [index("KD"), index("KD", turned=True)]
    strip = index("JC", at=(122, 100), certainty=0.55, second="JS")
    groups = [below, [replace(strip, real=0.9999)]]
    assert within_others(groups) == groups
    assert within_others([below, [replace(strip, real=0.97)]]) == [below]


def corner_index(label: str, right: bool, turned: bool) -> Index:
    """An index in a corner of a card 87 x 124 px at (100, 100) that has four; each takes itself for the left one."""
    known = index(label, turned=turned)
    if not right:
        return known
    away = known.quad[1] - known.quad[0]
    shift = away * (70 / 87)
    pose = np.concatenate([known.pose[:2] + shift, known.pose[2:]])
    return Index(pose, known.quad + shift, known.log_label, 0.9, 0.999)


def test_the_outline_of_a_four_corner_card_is_that_of_the_card():
    group = [corner_index("QD", right, turned) for right in (True, False) for turned in (False, True)]
    assert outline(group) == pytest.approx(index("QD").quad, abs=0.5)


def test_equal_four_corner_cards_in_a_row_stay_two_where_another_lies_between_them():
    """As filmed: of each the left side is seen, and the outer two stand like the sides of one card."""
    row = [replace(end, pose=end.pose + np.array([x, 0, 0, 0, 0]), quad=end.quad + np.array([x, 0]))
           for label, x in (("4D", 0), ("2D", 34), ("4D", 68))
           for end in (corner_index(label, False, False), corner_index(label, True, True))]
    assert sorted(labels(row)) == ["2D", "4D", "4D"]
    assert labels([*row[:2], *row[4:]]) == ["4D"]


def test_any_two_opposed_indices_of_a_four_corner_card_are_one_card():
    ends = [corner_index("QD", True, False), corner_index("QD", True, True)]
    assert labels(ends) == ["QD"]


def test_two_indices_along_one_side_take_the_outline_of_the_whole_card():
    whole = CardFinds(np.array([[100, 100, 0, 62]], np.float32), np.array([0.9], np.float32), np.array([True]))
    side = [corner_index("QD", True, False), corner_index("QD", False, True)]  # both on its right side
    found = described(grouped(side, whole), whole, np.zeros(2, np.float32))
    assert list(found.label) == ["QD"]
    assert found.box_px[0] == pytest.approx([56.5, 38, 143.5, 162], abs=2)


@pytest.mark.parametrize(("y", "owned"), [(100, True), (10, False)])
def test_two_upper_indices_take_no_outline_that_lies_above_them(y: float, owned: bool):
    """It is that of the next card up the column."""
    group = [corner_index("7S", right, turned=False) for right in (False, True)]
    whole = CardFinds(np.array([[100, y, 0, 62]], np.float32), np.array([0.9], np.float32), np.array([True]))
    assert np.allclose(outline(group, whole), group[0].quad) != owned
    assert outline(group, whole)[:, 1].mean() > group[0].pose[1]


def test_a_joker_at_the_end_of_a_column_lies_where_its_two_words_stand():
    """As filmed: its words, each near half a side long, nearly touch, and the finder saw one card of the column."""
    column = CardFinds(np.array([[100, 78, 0, 75]], np.float32), np.array([0.9], np.float32), np.array([True]))
    words = [index("JK", turned=turned, size=50) for turned in (True, False)]
    words = [replace(word, pose=np.array([*word.pose[:2] - 20 * word.pose[2:4], *word.pose[2:]])) for word in words]
    assert outline(words, column) == pytest.approx(words[0].quad, abs=0.5)


def test_the_ends_of_a_card_seen_steeply_from_its_corner_are_one():
    """As photographed: the far end lies almost straight beside the near one."""
    def end(label: str, x: float, y: float, up: tuple[float, float], size: float) -> Index:
        pose = np.array([x, y, *up, size])
        return Index(pose, quads_from_frame(MEAN_QUAD[None], pose[None])[0], index(label).log_label, 0.9, 0.999)

    near = end("6C", 1342, 392, (-0.7, 0.71), 39)
    assert len(grouped([near, end("6C", 1275, 234, (0.8, -0.6), 33)], NO_CARDS)) == 1
    assert len(grouped([near, end("9C", 1275, 234, (0.8, -0.6), 33)], NO_CARDS)) == 2
    assert len(grouped([near, end("6C", 1275, 234, (-0.7, 0.71), 33)], NO_CARDS)) == 2
    assert len(grouped([near, end("6C", 1600, 560, (0.8, -0.6), 33)], NO_CARDS)) == 2


def test_two_ends_that_lie_upon_each_other_and_read_alike_are_one():
    """Each end misjudges the far corner, so their places do not fit, but their outlines share most of the card."""
    near, far = index("7S"), index("7S", (118, 96), 24, turned=True)
    assert len(doubles_joined([[near], [far]], NO_CARDS)) == 1
    twin = index("7S", (124, 101), 6)  # of another pack, in a fan: the same way up
    assert len(doubles_joined([[near], [twin]], NO_CARDS)) == 2
    assert len(doubles_joined([[near], [index("9C", (118, 96), 24, turned=True)]], NO_CARDS)) == 2
    cascaded = index("7S", (118, 136), 24, turned=True)  # as far's, but of a second 7 laid below the first
    assert len(doubles_joined([[near, far], [cascaded]], NO_CARDS)) == 2
    assert len(doubles_joined([[near], [index("7S", (190, 100), turned=True)]], NO_CARDS)) == 2


def test_two_equal_cards_are_both_sure_where_the_pack_holds_two_and_each_shows_the_same_corner():
    """In a column: nothing on one card reads alike twice, the same way up and one below the other."""
    near, far, below = index("7S"), index("7S", turned=True), index("7S", (100, 128), turned=True)
    tall = index("7S", (100, 118), turned=True)  # indices that nearly touch
    apart = [[near], [index("7S", (118, 136), 24, turned=True)]]  # perhaps the two ends of one card

    def sure(groups: list[list[Index]], copies: int) -> list[bool]:
        pack = np.full(len(LABELS), copies)
        return [bool(s) for s in described(groups, NO_CARDS, np.zeros(2, np.float32), copies=pack).sure]

    assert sure(grouped([near, far, below], NO_CARDS), 2) == [True, True]
    assert sure(grouped([near, far, below], NO_CARDS), 1) == [True, False]
    assert sure(grouped([far, tall], NO_CARDS), 2) == [True, True]
    assert sure(apart, 2) == [True, False]


def test_two_certain_ends_of_different_cards_are_two_cards():
    """A joker on a nine of spades: the nine's other end lies not quite where the joker's own would."""
    joker, nine = index("JK", certainty=0.999), index("9S", (112, 108), turned=True, certainty=0.999)
    assert len(grouped([joker, nine], NO_CARDS)) == 2
    assert not cards_of(joker, nine).sure.any()  # or the end of one card was misread
    far = index("9S", (112, 108), turned=False, certainty=0.999)
    assert cards_of(index("9S", (112, 108), turned=True, certainty=0.999), far, joker).sure.all()  # both its ends
    doubtful = index("9S", (112, 108), turned=True, certainty=0.7)
    assert len(grouped([joker, doubtful], NO_CARDS)) == 1


def test_ends_that_may_say_the_same_are_of_one_card_though_each_misjudges_where_it_lies():
    """Small and seen from the side: each sees the card's middle a quarter of its height off."""
    near, far = index("5S", certainty=0.97, second="5C"), (125.0, 118.0)
    assert len(grouped([near, index("5C", far, turned=True, certainty=0.6, second="5S")], NO_CARDS)) == 1
    assert len(grouped([near, index("5C", far, turned=True, certainty=0.97, second="5S")], NO_CARDS)) == 2
    assert len(grouped([near, index("9H", far, turned=True, certainty=0.6, second="8H")], NO_CARDS)) == 2


def test_two_ends_that_may_be_of_one_card_are_not_both_sure():
    """One of them misjudges where its card lies, so they are not joined; the pack holds several."""
    end, other = index("2H"), index("2H", turned=True)
    wrong = Index(other.pose, other.quad[[1, 0, 3, 2]] + (80, 60), other.log_label, 0.9, 0.999)
    groups = grouped([end, wrong], NO_CARDS)
    assert len(groups) == 2
    found = described(groups, NO_CARDS, np.zeros(2, np.float32), copies=np.full(len(LABELS), 5))
    assert sorted(found.sure.tolist()) == [False, True]


class Told:
    """In place of the reader network: every crop is this card, as likely as that; how many were asked for."""

    def __init__(self, label: str, logit: float) -> None:
        self.label, self.logit, self.weights, self.strange_weights = label, logit, None, None
        self.asked: list[int] = []

    def read(self, crops: np.ndarray) -> Readings:
        n = len(crops)
        self.asked += [n] if n else []
        rank, suit, kind = (log_softmax(np.tile(self.logit * np.eye(size)[k], (n, 1))) for size, k in (
            (13, RANKS.index(self.label[0])), (4, SUITS.index(self.label[1])), (3, 0)))
        return Readings(rank, suit, kind, np.zeros((n, 2)), np.zeros(n), np.zeros(n), np.zeros((n, 0)))


def finds_of(*indices: Index) -> IndexFinds:
    """What the finder would see of these."""
    return IndexFinds(np.array([i.pose for i in indices], np.float32), np.array([i.quad for i in indices], np.float32),
                      np.full(len(indices), 0.9, np.float32))


def test_a_closer_look_is_needed_where_an_end_or_a_card_stands_alone(reader, monkeypatch):
    monkeypatch.setattr(reader, "index_reader", Told("7H", 12.0))

    def settled(*indices: Index, cards: CardFinds = NO_CARDS) -> bool:
        return reader.settled(reader.look(np.zeros((500, 500, 3), np.uint8), finds_of(*indices)), cards)

    def whole(x: float) -> CardFinds:
        return CardFinds(np.array([[x, 100, 0, 62]], np.float32), np.array([0.9], np.float32), np.array([True]))

    ends = index("7H"), index("7H", turned=True)
    picture = replace(index("7H"), pose=np.array([102, 90, 0.5, -0.87, 40]))
    assert settled(*ends, cards=whole(100))
    assert settled(*ends, picture)  # a court's face
    assert not settled(ends[0])
    assert not settled(*ends, index("7H", (300, 100)))
    assert not settled(*ends, cards=whole(300))
    monkeypatch.setattr(reader, "index_reader", Told("7H", 1.0))
    assert not settled(*ends)


@pytest.mark.parametrize(("size", "logit", "asked"), [(40, 12.0, [2]), (40, 3.0, [2, 1]), (24, 12.0, [3])])
def test_a_picture_between_two_ends_that_agree_is_not_taken_for_an_index(reader, monkeypatch, size, logit, asked):
    told = Told("7H", logit)
    monkeypatch.setattr(reader, "index_reader", told)
    between = replace(index("7H"), pose=np.array([102, 90, 0.5, -0.87, size]))
    image = np.zeros((500, 500, 3), np.uint8)
    seen = reader.first_looks(image, finds_of(index("7H"), between, index("7H", turned=True)))
    assert told.asked == asked
    assert len(seen) == sum(asked)


def test_what_was_plain_is_not_read_again_at_a_closer_look(reader, monkeypatch):
    told = Told("7H", 12.0)
    monkeypatch.setattr(reader, "index_reader", told)
    image, ends = np.zeros((500, 500, 3), np.uint8), (index("7H"), index("7H", turned=True))
    before = reader.first_looks(image, finds_of(*ends))
    nearer = [replace(end, pose=end.pose + np.array([1, 1, 0, 0, 0.5])) for end in (*ends, index("7H", (300, 100)))]
    seen = reader.read_indices(image, finds_of(*nearer), before)
    assert told.asked == [2, 1]
    assert sorted(i.pose[0].round() for i in seen) == sorted(e.pose[0].round() for e in (*nearer,))


@pytest.mark.parametrize(("logit", "asked"), [(12.0, [2]), (3.0, [2, 2, 4])])
def test_of_four_corners_two_are_read_unless_they_leave_a_doubt(reader, monkeypatch, logit, asked):
    corners = [corner_index("QD", right, turned) for right in (False, True) for turned in (False, True)]
    whole = index("QD").quad
    finds = finds_of(*[replace(c, quad=np.roll(whole, 2 * (c.pose[3] > 0), axis=0)) for c in corners])
    told = Told("QD", logit)
    monkeypatch.setattr(reader, "index_reader", told)
    (group,) = reader.cards_of(np.zeros((200, 200, 3), np.uint8), finds, NO_CARDS)
    assert told.asked == asked
    assert [i.label for i in group] == ["QD"] * 4
    assert sorted(i.pose[0].round() for i in group) == sorted(f[0].round() for f in finds.pose)


def test_a_faint_find_in_a_bare_corner_is_read_for_itself(reader, monkeypatch):
    """It is not taken for the fourth corner of a card whose two ends read alike."""
    corners = [corner_index("QD", right, turned) for right in (False, True) for turned in (False, True)]
    whole = index("QD").quad
    finds = finds_of(*[replace(c, quad=np.roll(whole, 2 * (c.pose[3] > 0), axis=0)) for c in corners])
    told = Told("QD", 12.0)
    monkeypatch.setattr(reader, "index_reader", told)
    reader.first_looks(np.zeros((200, 200, 3), np.uint8), replace(finds, score=np.array([0.9, 0.9, 0.9, 0.25])))
    assert told.asked == [2, 1]


@pytest.mark.parametrize("shift", [(0, 22), (15, 15), (21, 5), (-25, 24)])
def test_two_equal_cards_one_upon_the_other_are_two_with_the_marks_of_each(shift):
    """The finder sees one whole card there, in whose corners all four marks stand."""
    cards = [[index("KD", (100 + k * shift[0], 100 + k * shift[1]), turned=turned) for turned in (False, True)]
             for k in (0, 1)]
    whole = CardFinds(np.array([[100 + shift[0] / 2, 100 + shift[1] / 2, 0, 62]], np.float32),
                      np.array([0.9], np.float32), np.array([True]))
    groups = grouped([*cards[0], *cards[1]], whole)
    assert sorted(sorted(id(i) for i in group) for group in groups) == sorted(
        sorted(id(i) for i in card) for card in cards)


def test_what_is_faintly_taken_for_a_jokers_mark_on_a_card_that_lies_open_is_its_picture():
    court = [index("JH"), index("JH", turned=True)]
    mark = replace(index("JK", certainty=0.999), real=0.95)

    def at(x: float, y: float, real: float = 0.95) -> list[Index]:
        return [replace(mark, pose=np.array([x, y, 0.9, -0.4, 24]), real=real)]

    for robe in (at(108, 80), at(110, 34)):  # within it, and in the shadow at its edge
        assert within_others([court, robe]) == [court]
    for joker in (at(108, 80, real=0.9995), at(110, 24), at(180, 100)):
        assert within_others([court, joker]) == [court, joker]


def test_the_rank_of_a_strip_read_with_the_suit_of_the_card_upon_it_does_not_take_that_cards_other_end():
    """As filmed: of a red ten below a ten of clubs only "10" is to be seen, and then comes the club."""
    upper, lower = index("TC"), index("TC", turned=True)
    strip = index("TC", (100, 84), certainty=0.6, second="TD")
    upper.quad[2:] += (0, 8)  # outlines are guesses
    lower.quad[2:] -= (0, 20)
    groups = grouped([strip, upper, lower], NO_CARDS)
    assert [[id(i) for i in sorted(group, key=lambda i: i.pose[1])] for group in groups] == [
        [id(upper), id(lower)], [id(strip)]]

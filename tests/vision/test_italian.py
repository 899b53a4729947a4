"""Italian-suited cards: where they lie, what was shown once is known again, and a crop is cut at its card."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import CalibrationError, load_deck
from rules.games.scopa.state import PACK
from vision.reading.face_crop import HEIGHT, WIDTH, back_to_picture, cut_card, frame
from vision.reading.for_pack import reader_for
from vision.reading.italian import LABELS, ItalianReader, apart, quads_of, taught_scores
from vision.reading.reader import TableReader
from vision.reading.taught import TaughtDeck


def test_the_forty_labels_are_the_pack_of_scopa():
    assert sorted(LABELS) == sorted(map(str, PACK))
    assert sorted(load_deck("italian").cards) == sorted(LABELS)


def test_a_rectangle_is_where_the_finder_says():
    quad = quads_of(np.array([[100.0, 80.0, 0.0, 50.0]]), 0.6)[0]
    assert quad.tolist() == [[70, 30], [130, 30], [130, 130], [70, 130]]
    assert cv2.contourArea(quad.astype(np.float32), oriented=True) > 0  # clockwise on screen


def test_a_crop_shows_its_card_and_a_tenth_around_it():
    image = np.zeros((300, 300, 3), np.uint8)
    quad = np.array([[120, 60], [200, 90], [150, 220], [70, 190]], np.float32)
    cv2.fillConvexPoly(image, quad.astype(np.int32), (255, 255, 255))
    crop = cut_card(image, quad)
    assert crop.shape == (HEIGHT, WIDTH, 3)
    x1, y1 = frame()[0]
    x2, y2 = frame()[2]
    assert crop[int(y1) + 3:int(y2) - 3, int(x1) + 3:int(x2) - 3].min() > 200
    assert crop[: int(y1) - 2].max() < 60


def test_points_of_a_crop_go_back_to_the_picture():
    quad = np.array([[120, 60], [200, 90], [150, 220], [70, 190]], np.float32)
    assert back_to_picture(quad, frame()) == pytest.approx(quad, abs=1e-2)
    collapsed = np.zeros((4, 2), np.float32)
    assert back_to_picture(quad, collapsed) == pytest.approx(quad)


def test_of_two_outlines_of_one_card_the_better_stays():
    quad = np.array([[0, 0], [50, 0], [50, 90], [0, 90]], np.float32)
    assert apart(np.stack([quad, quad + 6, quad + 60]), [1, 0, 2]) == [1, 2]


def test_a_deck_of_unknown_suits_is_refused(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text('suits = "swiss"\n[cards]\n7H = "7H"\n')
    with pytest.raises(CalibrationError, match="french or italian"):
        load_deck(path)
    path.write_text('suits = "italian"\nshown = "none.npz"\n[cards]\n7H = "7H"\n')
    with pytest.raises(CalibrationError, match=r"no file .*none\.npz"):
        load_deck(path)


@pytest.fixture(scope="module")
def reader() -> ItalianReader:
    return ItalianReader()


def test_an_empty_table_has_no_cards(reader):
    assert len(reader.read(np.full((480, 640, 3), (70, 110, 50), np.uint8))) == 0


def test_cards_of_a_scanned_deck_are_read_and_none_is_surely_wrong(reader):
    faces = Path(__file__).resolve().parents[3] / "shared" / "faces_italian" / "bergamasche"
    if not faces.is_dir():
        pytest.skip("the scanned faces are not here")
    shown = {"7D": "7D", "5H": "5C", "3C": "3B", "KS": "10S", "QH": "9C", "4S": "4S"}
    image = np.full((720, 960, 3), (70, 110, 50), np.uint8)
    for k, name in enumerate(shown.values()):
        face = cv2.resize(cv2.imread(str(faces / f"{name}.webp")), (130, 240), interpolation=cv2.INTER_AREA)
        x, y = 110 + 280 * (k % 3), 80 + 320 * (k // 3)
        image[y:y + 240, x:x + 130] = face
    found = reader.read(image)
    right = 0
    for k, label in enumerate(shown):
        centre = (110 + 280 * (k % 3) + 65, 80 + 320 * (k // 3) + 120)
        near = np.hypot(*(found.centre_px - centre).T)
        j = int(near.argmin())
        right += bool(near[j] < 40 and found.label[j] == label)
        assert not found.sure[j] or found.label[j] == label
    assert right >= 5


def test_a_deck_that_was_shown_is_read_by_likeness(reader):
    rng = np.random.default_rng(1)
    own = rng.normal(size=(3, 8))
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    deck = TaughtDeck(own.astype(np.float32), np.array(["7D", "KS", "AC"]))
    alike = np.nan_to_num(deck.likeness(own[1:2].astype(np.float32), LABELS), nan=-1.0)
    label, clear = taught_scores(alike)
    assert LABELS[int(label[0].argmax())] == "KS"
    assert 0 <= clear[0] <= 1


def test_the_deck_italian_opens_the_reader_of_faces():
    assert isinstance(reader_for(load_deck("italian")), ItalianReader)
    assert isinstance(reader_for(load_deck("standard")), TableReader)

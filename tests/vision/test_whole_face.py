"""A whole face tells what its index does not: small, blurred or hidden, its pips are where a number card has them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.filming.faces import DrawnFaces
from vision.reading.agreement import face_may_tell, heard, shows_another
from vision.reading.description import evidence, row_of, verdict
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index
from vision.reading.reader import MODELS, TableReader
from vision.reading.whole_face import FaceReader

CARD = np.array([[60, 40], [120, 40], [120, 124], [60, 124]], np.float32)
CORNER = 0.17, 0.25  # shares of a card's width and height that its index takes up


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader(MODELS / "faces.onnx")


def table_with(name: str, angle: float, has_index: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """A card 60 px wide on a green table, turned about its middle, its indices painted over, and its corners (4, 2)."""
    face = DrawnFaces().face(name)[..., :3].copy()
    height, width = face.shape[:2]
    if not has_index:
        w, h = round(CORNER[0] * width), round(CORNER[1] * height)
        face[:h, :w] = face[-h:, -w:] = face[height // 2, round(0.03 * width)]
    picture = np.full((170, 180, 3), (70, 120, 60), np.uint8)
    picture[40:124, 60:120] = cv2.resize(face, (60, 84), interpolation=cv2.INTER_AREA)
    turn = cv2.getRotationMatrix2D((90, 82), angle, 1)
    return cv2.warpAffine(picture, turn, (180, 170), borderValue=(70, 120, 60)), cv2.transform(CARD[None], turn)[0]


@pytest.mark.parametrize("angle", [0, 33, 90, 180])
@pytest.mark.parametrize("name", ["3H", "5S", "6D", "8C", "9H", "TS"])
def test_a_number_card_without_its_indices_is_known_by_its_pips(reader, name, angle):
    picture, corners = table_with(name, angle)
    told = reader.read(picture, corners[None]).log_label[0]
    assert LABELS[int(told.argmax())] == name


def set_right(reader: FaceReader, name: str, angle: float) -> tuple[np.ndarray, np.ndarray]:
    """How far the corners (4, 2) of an outline that was put down wrongly are off, in px: before and after reading."""
    picture, corners = table_with(name, angle, has_index=True)
    wrong = corners + np.array([4.0, -3.0])
    return wrong - corners, reader.read(picture, wrong[None]).quad[0] - corners


@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0, 70.0])
def test_every_corner_of_an_outline_that_is_a_little_wrong_is_set_right(reader, angle):
    before, after = set_right(reader, "5D", angle)
    assert np.abs(after).max() < np.abs(before).max() / 2


@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0, 70.0])
def test_an_outline_is_set_right_also_where_pips_fill_the_card(reader, angle):
    before, after = set_right(reader, "8C", angle)
    assert np.linalg.norm(after, axis=1).mean() < np.linalg.norm(before, axis=1).mean() / 3


def test_where_no_card_lies_nothing_is_told(reader):
    told = reader.read(np.full((170, 180, 3), (70, 120, 60), np.uint8), CARD[None]).log_label[0]
    assert np.exp(told).max() < 0.2


def index(eight: float) -> Index:
    probability = np.full(len(LABELS), 1e-5)
    probability[LABELS.index("8S")], probability[LABELS.index("JS")] = eight, 1 - eight
    return Index(np.array([10, 10, 0, -1, 20.0]), CARD, np.log(probability / probability.sum()), 0.9, 0.99, 0.4)


def face_of(label: str, chance: float = 0.999) -> np.ndarray:
    probability = np.full(len(LABELS), (1 - chance) / (len(LABELS) - 1))
    probability[LABELS.index(label)] = chance
    return np.log(probability)


def test_a_face_settles_an_odd_index_but_not_what_reads_clearly():
    torn = [index(0.48), index(0.45)]
    assert LABELS[int(verdict(torn).argmax())] == "JS"
    assert verdict(heard(torn, face_of("8S")))[LABELS.index("8S")] > 0.99
    assert np.exp(heard(torn, face_of("8S"))[0].log_label).sum() == pytest.approx(1)
    clear = heard([index(1e-6)], face_of("8S", 0.5))
    assert LABELS[int(verdict(clear).argmax())] == "JS"


def test_what_the_face_contradicts_is_a_question():
    clear = heard([index(1e-6)], face_of("8S", 0.9))
    assert evidence(clear)[-1] == -1
    assert not row_of(clear, np.array([9.0]))[2]
    assert row_of([index(1e-6)], np.array([9.0]))[2]
    assert evidence(heard([index(0.9)], face_of("8S")))[-1] == 1


def test_the_face_is_looked_at_where_the_index_leaves_a_doubt():
    assert face_may_tell(verdict([index(0.9)]))
    assert not face_may_tell(verdict([index(1e-6)]))


def test_a_face_on_which_another_card_lies_is_not_its_own():
    group = [index(0.48)]

    def another(at: np.ndarray) -> list[Index]:
        return [replace(index(0.99), pose=np.array([*at, 0, -1, 20.0]))]

    assert shows_another(group, CARD, [another(CARD.mean(axis=0))])
    assert not shows_another(group, CARD, [another(CARD.max(axis=0) + 5)])
    assert not shows_another(group, CARD - CARD[0], [group]), "its own index lies within it"


@pytest.mark.parametrize(("below", "above", "blur_px"), [("9D", "9S", 0.0), ("QD", "QS", 0.8)])
def test_a_card_of_a_column_is_not_taken_for_the_one_that_lies_on_it(below, above, blur_px):
    picture = np.full((260, 240, 3), (70, 120, 60), np.uint8)
    for name, top in ((below, 40), (above, 57)):
        picture[top:top + 84, 80:140] = cv2.resize(DrawnFaces().face(name)[..., :3], (60, 84),
                                                   interpolation=cv2.INTER_AREA)
        cv2.rectangle(picture, (80, top), (139, top + 83), (150, 150, 150), 1)
    if blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), blur_px)
    assert sorted(group[0].label for group in TableReader().groups(picture)) == sorted([below, above])

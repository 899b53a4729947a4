"""What the model card says beside its table: sizes, reliability, scenes once misread, examples from photographs."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="measuring shares code with training, which needs the train extra (PyTorch)")

from models.drawing.flat_table import SIZE
from models.judging.lost_cards import near, why_lost, why_unsure
from models.judging.misread import KEPT, Drawer, kept, wrong_names
from models.judging.report import diagram, points, short_side
from models.training.hard_examples import card_of, truth_of
from models.training.labelled import Labelled
from vision.reading.finder import MEAN_QUAD, quads_from_frame
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index
from vision.reading.reader import TableReader


def index(label: str, x: float, y: float, real: float = 0.99) -> Index:
    probability = np.full(len(LABELS), 1e-4)
    probability[LABELS.index(label)] = 1
    pose = np.array([x, y, 0, -1, 20.0])
    return Index(pose, quads_from_frame(MEAN_QUAD[None], pose[None])[0], np.log(probability), 0.9, real)


def test_a_misread_index_is_learnt_only_where_its_card_is_certain():
    card = Labelled("8S", (90, 85, 168, 198))
    assert card_of([index("8S", 100, 100)], [card]) is card
    assert card_of([index("JS", 100, 100)], [card]) is card  # lies just there: a hard example
    assert card_of([index("JS", 100, 100, real=0.5)], [card]) is None
    assert card_of([index("JS", 130, 150)], [card]) is None  # reaches over the card
    assert card_of([index("8S", 300, 100)], [card]) is None


def test_nothing_is_learnt_from_what_photographs_do_not_label(tmp_path: Path):
    import cv2

    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    truth = truth_of(tmp_path / "a.png", [[index("8S", 100, 100)], [index("9S", 300, 300)]],
                     [Labelled("8?", (90, 85, 168, 198))])
    assert [i["label"] for i in truth["indices"]] == ["8?"]
    assert truth["cards"][0]["known"] is False
    assert truth["cards"][0]["quad"][2] == [80, 60]


def test_a_reader_that_knows_itself_lies_on_the_diagonal():
    rng = np.random.default_rng(1)
    confidence = rng.uniform(0, 1, 20000)
    found = points(confidence, (rng.uniform(0, 1, 20000) < confidence).astype(float))
    assert sum(count for _, _, count in found) == 20000
    assert all(abs(sure - share) < 0.04 for sure, share, _ in found)
    assert diagram(found, "20000 cards").count("<circle") == len(found)


def test_the_size_of_a_card_is_its_short_side():
    assert short_side(Labelled("7H", (10, 10, 60, 90))) == 50
    assert short_side(Labelled("7H", None)) is None


def test_a_scene_once_misread_is_drawn_again_from_its_seed(tmp_path: Path):
    rows = kept()
    assert rows, f"{KEPT} keeps no scene"
    drawer, row = Drawer(tmp_path), rows[0]
    scene, again = (drawer.scene(row["seed"], row["tidy"]) for _ in range(2))
    assert scene.image.shape == (SIZE, SIZE, 3)
    assert np.array_equal(scene.image, again.image)
    assert isinstance(wrong_names(scene, TableReader()), list)


def test_a_lost_card_has_one_cause():
    seen, unseen = np.array([True, False]), np.zeros(2, bool)
    assert why_lost("8S", unseen, []) == ("not found", "")
    assert why_lost("8S", seen, []) == ("left unread", "")
    assert why_lost("8S", seen, [index("JS", 1, 1), index("8S", 2, 2)]) == ("joined", "")
    assert why_lost("8S", seen, [index("JS", 1, 1)]) == ("misread", "JS")


def test_what_spoke_against_a_right_name_is_told():
    one, other = index("8S", 1, 1), index("JS", 2, 2)
    assert why_unsure([one, other], 30) == "unsure: ends disagree"
    assert why_unsure([one], 14) == "unsure: small"
    assert why_unsure([one], 30) == "unsure: one end"
    assert why_unsure([one, one], 30) == "unsure: other"


def test_a_find_belongs_to_the_index_it_lies_on():
    poses = np.array([[100, 100, 0, -1, 20.0]])
    assert near(np.array([[104, 97, 0, -1, 22.0], [100, 112, 0, -1, 20.0]]), poses).tolist() == [True, False]

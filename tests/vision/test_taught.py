"""A deck that was shown is recognised by what its indices look like."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck import load_deck
from companion.__main__ import main
from tests.fake_cards import table
from vision.reading.agreement import in_reading_order
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index
from vision.reading.reader import TableReader
from vision.reading.taught import TaughtDeck


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader()


def test_a_shown_deck_is_named_as_it_was_shown(reader):
    names = ["7D", "QD", "KD", "9D"]
    taught = reader.teach(table(), names)
    assert set(taught.labels) == set(names)
    likeness = taught.likeness(taught.descriptions, LABELS)
    assert [LABELS[k] for k in np.nanargmax(likeness, axis=1)] == taught.labels.tolist()
    again = TableReader(taught=taught).read(cv2.GaussianBlur(table(), (0, 0), 0.7))
    assert sorted(again.label) == sorted(names)
    assert again.sure.sum() >= 3


def test_cards_that_were_not_all_seen_or_named_in_another_order_are_refused(reader):
    with pytest.raises(ValueError, match="only 4 are to be seen"):
        reader.teach(table(), ["7D", "QD", "KD", "9D", "8D"])
    with pytest.raises(ValueError, match="do not lie in the order"):
        reader.teach(table(), ["9D", "7D", "QD", "KD"])


def test_the_order_is_row_by_row():
    def card(x: float, y: float) -> list[Index]:
        quad = np.array([[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]], float)
        return [Index(np.array([x + 8, y + 12, 0, -1, 20.0]), quad, np.zeros(len(LABELS)), 0.9, 0.9)]

    cards = [card(x, y) for x, y in ((200, 14), (10, 130), (100, 8), (12, 10), (120, 122))]
    assert [int(g[0].quad[0, 0]) for g in in_reading_order(cards)] == [12, 100, 200, 10, 120]


def test_a_taught_deck_is_kept_and_read_back(tmp_path: Path):
    deck = TaughtDeck(np.eye(3, 4, dtype=np.float32), np.array(["7D", "8D", "7D"]))
    deck.save(tmp_path / "ours.npz")
    again = TaughtDeck.load(tmp_path / "ours.npz")
    assert again.labels.tolist() == ["7D", "8D", "7D"]
    likeness = again.likeness(np.eye(1, 4, 2, dtype=np.float32), ("7D", "8D", "9D"))
    assert likeness[0, :2].tolist() == [1, 0]
    assert np.isnan(likeness[0, 2])
    with pytest.raises(ValueError, match="another version"):
        again.likeness(np.zeros((1, 9)), ("7D",))
    (tmp_path / "broken.npz").write_text("x")
    with pytest.raises(ValueError, match="no deck that was shown"):
        TaughtDeck.load(tmp_path / "broken.npz")


def test_the_command_writes_a_deck_that_reading_takes(tmp_path: Path, capsys):
    picture = tmp_path / "spread.png"
    cv2.imwrite(str(picture), table())
    out = tmp_path / "ours.toml"
    assert main(["teach", str(picture), "--cards", "7D QD KD 9D", "-o", str(out)]) == 0
    assert load_deck(out).shown == (tmp_path / "ours.npz").resolve()
    assert main(["read", str(picture), "--deck", str(out)]) == 0
    assert {word.strip("?") for word in capsys.readouterr().out.split()[-4:]} == {"7D", "QD", "KD", "9D"}
    assert main(["teach", str(picture), "--cards", "7D XX", "-o", str(out)]) == 2
    assert "XX is no card" in capsys.readouterr().err

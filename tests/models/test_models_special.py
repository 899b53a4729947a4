"""Special packs are measured as they are: the printed one cut from its pages, each card as often as the pack has it."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

pytest.importorskip("torch", reason="measuring shares code with training, which needs the train extra (PyTorch)")

from calibration.deck import load_deck
from companion.__main__ import main
from models.judging.special_packs import PackSource, lettered_faces, printed_faces


def test_the_printed_pack_is_cut_into_its_cards(tmp_path):
    pdf, deck = tmp_path / "pack.pdf", load_deck("never-over")
    quantities = ["--greens", "1,1,1,1", "--reds", "1,1,1,1,1"]
    assert main(["print", "never-over", "--no-backs", *quantities, "-o", str(pdf)]) == 0
    faces = printed_faces(pdf, deck)
    assert set(faces) == set(deck.indices.values())
    for face in faces.values():
        upper = next(index for index in face.indices if not index.turned)
        assert upper.box[2] < 0.2 * face.image.shape[1]
        assert 0.1 < upper.size / face.image.shape[0] < 0.25
        red = face.image[..., 2].astype(int).mean() > face.image[..., 1].mean()
        assert red == (face.label[1] == "D")


@pytest.mark.parametrize(("quantities", "cards"), [
    (["--greens", "1", "--reds", "1,1"], 3), (["--greens", "2,1,1,1", "--reds", "1,1,1,1,1"], 10)])
def test_pages_with_other_than_one_of_each_card_are_refused(tmp_path, quantities, cards):
    pdf = tmp_path / "pack.pdf"
    assert main(["print", "never-over", "--no-backs", *quantities, "-o", str(pdf)]) == 0
    with pytest.raises(ValueError, match=f"{cards} cards"):
        printed_faces(pdf, load_deck("never-over"))


def test_a_pack_holds_each_card_as_often_as_its_profile_says():
    deck = load_deck("never-over")
    faces = lettered_faces(deck, np.random.default_rng(1))
    drawn = islice(PackSource(faces, deck.copies_read).pack(np.random.default_rng(2)), sum(deck.copies.values()))
    assert Counter(face.label for face in drawn) == {index: deck.copies[card] for card, index in deck.indices.items()}

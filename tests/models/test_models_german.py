"""Packs with German suits can be drawn, and the reader does not name their cards surely."""

import numpy as np
import pytest

from models.drawing.card_scenes import Mix
from models.drawing.flat_table import SIZE, DrawnTable, place
from models.drawing.german_suits import GERMAN_SUITS, MANNERS, GermanPacks, GermanStyle, german_face
from vision.reading.reader import TableReader
from vision.reading.unknown_pack import Trust

FONT = "strokes:0.20,0.20,0.45,0.00,0.60,0.30"


@pytest.mark.parametrize("manner", MANNERS)
def test_each_suit_has_a_sign_of_its_own(manner):
    style = GermanStyle.random(np.random.default_rng(2), [FONT], manner)
    signs = [style.sign(suit).tobytes() for suit in GERMAN_SUITS]
    assert len(set(signs)) == len(GERMAN_SUITS)


def test_a_pack_is_of_one_design_with_an_index_in_two_or_four_corners():
    pack = GermanPacks([FONT], Mix(german="flat")).pack(np.random.default_rng(1))
    faces = [face for face, _ in zip(pack, range(12), strict=False) if face.label]
    assert len({len(face.indices) for face in faces}) == 1
    assert len(faces[0].indices) in (2, 4)


def test_a_table_with_german_suits_has_no_sure_card():
    rng = np.random.default_rng(3)
    style = GermanStyle.random(rng, [FONT], "engraved")
    from_above = np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1.0]])
    table = DrawnTable(np.full((64, 64, 3), (60, 110, 50), np.uint8), from_above)
    for k, (rank, suit) in enumerate(zip("78K9AO", ("leaves", "acorns", "bells") * 2, strict=True)):
        face = german_face(rank, suit, style, rng)
        table.lay(face.image, table.h @ place((200 * (k % 3 - 1), 230 * (k // 3) - 115, 0.0), face.image, 210), k, 0.3)
    reader = TableReader()
    assert not reader.read(table.image).sure.any()
    reader.trust, reader.index_reader.strange_weights = Trust.FULL, None
    assert reader.read(table.image).sure.any()  # what it would say of a pack that it knew

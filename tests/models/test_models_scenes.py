"""Drawn scenes: the same seed gives the same scene, and the truth lies where it says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL", reason="drawing scenes needs the train extra (Pillow)")

import cv2

from models.drawing.card_scenes import HARD, SIZE, CardSource, DrawnScene, Mix, draw_scene, meld
from models.drawing.clutter import keyboard, screen
from models.drawing.command import part_of
from models.drawing.drawn_faces import drawn_back, drawn_face, joker_face, never_over_face, reindexed
from models.drawing.glyphs import can_write, glyph_mask, suit_mask, usable_fonts
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import FACE_HEIGHT, LABELS, SUITS, corner_boxes, load_faces, measure_index
from models.drawing.strokes import PREFIX, random_strokes, stroke_glyph


@pytest.fixture(scope="module")
def fonts() -> list[str]:
    kivy = pytest.importorskip("kivy", reason="borrows the fonts that come with Kivy")
    return usable_fonts([Path(kivy.__file__).parent / "data" / "fonts"])


@pytest.fixture(scope="module")
def surface(tmp_path_factory) -> list[Path]:
    file = tmp_path_factory.mktemp("surfaces") / "print_noise.jpg"
    cv2.imwrite(str(file), np.random.default_rng(1).integers(0, 255, (600, 600, 3)).astype(np.uint8))
    return [file]


def scene(seed: int, fonts: list[str], surface: list[Path]) -> DrawnScene:
    return draw_scene(np.random.default_rng(seed), CardSource([], fonts), surface)


def test_a_seed_is_a_scene(fonts, surface):
    first, second = scene(5, fonts, surface), scene(5, fonts, surface)
    assert np.array_equal(first.image, second.image)
    assert first.truth() == second.truth()
    assert first.image.shape == (SIZE, SIZE, 3)


def test_indices_lie_on_their_cards_near_the_first_or_second_corner(fonts, surface):
    indices = [i for seed in range(6) for i in scene(seed, fonts, surface).indices if i.visible > 0.5]
    assert len(indices) > 10
    for index in indices:
        quad = np.array(index.quad, np.float32)
        assert cv2.pointPolygonTest(quad, index.centre, False) > 0
        assert np.linalg.norm(quad - index.centre, axis=1).argmin() == index.side
        assert np.hypot(*index.up) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("label", ["7H", "TS", "QD", "AC"])
def test_a_drawn_card_prints_its_index_where_it_says(label, fonts):
    rng = np.random.default_rng(3)
    face = drawn_face(label, IndexStyle.random(rng, fonts), rng)
    x1, y1, x2, y2 = (round(v) for v in face.indices[0].box)
    part = face.image[y1:y2, x1:x2, :3].astype(int)
    assert np.ptp(part) > 80
    turned = face.image[::-1, ::-1][y1:y2, x1:x2, :3].astype(int)
    assert np.abs(part - turned).mean() < 6


def test_another_index_replaces_the_old_one(fonts):
    rng = np.random.default_rng(4)
    old = drawn_face("8S", IndexStyle.random(rng, fonts), rng)
    new = reindexed(old, IndexStyle.random(rng, fonts))
    assert new.label == old.label
    assert new.indices != old.indices
    assert not np.array_equal(new.image, old.image)


def test_jokers_and_backs(fonts):
    rng = np.random.default_rng(5)
    assert joker_face(IndexStyle.random(rng, fonts), rng).label == "JK"
    assert drawn_back(rng).indices == ()


@pytest.mark.parametrize("suit", SUITS)
def test_suit_signs_vary_but_keep_their_shape(suit):
    few, many = (suit_mask(suit, (v,) * 5) for v in (0.1, 0.9))
    for mask in (few, many):
        assert np.abs(mask.astype(int) - mask[:, ::-1]).mean() < 12  # left and right alike
        assert mask.max() > 200
    assert few.shape != many.shape or not np.array_equal(few, many)


def test_a_deck_folder_is_measured(tmp_path, fonts):
    rng = np.random.default_rng(6)
    style = replace(IndexStyle.random(rng, fonts), font=fonts[0], layout="below", rank_height=0.09, suit_height=0.07,
                    gap=0.01, slant=0.0, outline_only=False, inset=(0.03, 0.04))
    faces = {label: drawn_face(label, style, rng) for label in LABELS}
    for label, face in faces.items():
        cv2.imwrite(str(tmp_path / f"{label}.webp"), face.image)
    deck = load_faces(tmp_path)
    assert deck is not None
    known, found = faces["5S"].indices[0].box, deck.face("5S").indices[0].box
    assert found == pytest.approx(known, abs=0.03 * FACE_HEIGHT)
    assert load_faces(tmp_path / "nothing") is None


def test_an_index_cannot_be_measured_on_an_empty_card():
    assert measure_index(np.full((FACE_HEIGHT, 340, 4), 255, np.uint8)) is None


def test_four_corners_have_four_boxes():
    boxes = corner_boxes(np.zeros((100, 70, 4), np.uint8), (0.1, 0.1, 0.2, 0.3), 4)
    assert sorted(box.turned for box in boxes) == [False, False, True, True]


def test_the_parts_share_nothing():
    items = [str(k) for k in range(30)]
    train, validation = part_of(items, False), part_of(items, True)
    assert sorted(train + validation) == sorted(items)
    assert not set(train) & set(validation)


def test_a_pen_draws_every_rank_differently():
    rng = np.random.default_rng(8)
    for _ in range(12):
        font = random_strokes(rng)
        glyphs = [cv2.resize(stroke_glyph(letter, font), (32, 48)) for letter in "A23456789JQK"]
        alike = [np.abs(a.astype(int) - b).mean() for k, a in enumerate(glyphs) for b in glyphs[:k]]
        assert min(alike) > 1
        assert glyph_mask("10", font, 64).shape[0] == 64
    with pytest.raises(ValueError, match="cannot draw"):
        stroke_glyph("&", font)


def test_a_font_without_a_letter_is_not_asked_for_it(fonts):
    assert can_write(fonts[0], ("A", "J", "Q", "K"))
    assert not can_write("strokes:0.20,0.20,0.45,0.00,0.60,0.30", ("\u0414",))


def test_a_scandinavian_jack_may_carry_its_small_letter_high(fonts):
    styles = [IndexStyle.random(np.random.default_rng(seed), fonts, 0.0, ("Swedish",)) for seed in range(40)]
    assert {style.text("J") for style in styles} == {"Kn", "J"}  # written by hand they are English
    raised = next(style for style in styles if style.raised and not style.slant and not style.outline_only)
    mask = raised.rank_mask("J")
    right = mask[:, round(0.8 * mask.shape[1]):]
    assert right[: len(right) // 3].max() > 0.5
    assert right[2 * len(right) // 3:].max() < 0.1
    assert raised.rank_mask("K").shape == replace(raised, raised=False).rank_mask("K").shape


@pytest.mark.parametrize(("letters", "court"), [("Dutch", "BVH"), ("Italian", "FCR"), ("Italian D", "FDR")])
def test_packs_are_drawn_with_the_letters_of_other_countries_in_print_and_by_pen(fonts, letters, court):
    rng = np.random.default_rng(3)
    styles = [IndexStyle.random(rng, fonts, english=0.0, others=(letters,)) for _ in range(12)]
    assert {"".join(style.text(rank) for rank in "JQK") for style in styles} == {court}
    assert len({style.font.startswith(PREFIX) for style in styles}) == 2
    shapes = {rank: styles[0].rank_mask(rank).tobytes() for rank in "AJQK"}
    assert len(set(shapes.values())) == 4


def test_hard_scenes_hold_more_jokers_and_other_letters(fonts, surface):
    def jokers(mix: Mix) -> int:
        packs = [CardSource([], fonts, mix).pack(np.random.default_rng(seed)) for seed in range(8)]
        return sum(next(pack).label == "JK" for pack in packs for _ in range(25))

    assert jokers(HARD) > 2 * jokers(Mix())
    drawn = draw_scene(np.random.default_rng(1), CardSource([], fonts, HARD), surface)
    assert drawn.image.shape == (SIZE, SIZE, 3)


def test_a_card_of_a_number_game_carries_an_ordinary_index(fonts):
    rng = np.random.default_rng(9)
    for label in ("AC", "KD", "3C"):
        face = never_over_face(label, IndexStyle.random(rng, fonts), rng)
        assert face.label == label
        assert len(face.indices) == 2


def test_tidy_scenes_are_seen_from_above_with_nothing_in_the_way(fonts, surface):
    for seed in range(4):
        tidy = draw_scene(np.random.default_rng(seed), CardSource([], fonts), surface, tidy=True)
        for card in tidy.cards:
            quad = np.array(card.quad)
            sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            assert 0.6 < sides[0] / sides[2] < 1.67


def test_keyboards_and_screens_are_opaque(fonts):
    rng = np.random.default_rng(10)
    for thing in (keyboard(rng, fonts), screen(rng, fonts)):
        assert (thing[..., 3] == 255).all()
        assert np.ptp(thing[..., :3]) > 80


def test_each_card_of_a_meld_leaves_a_strip_of_the_one_below_it():
    for seed in range(20):
        places = np.array(meld(np.random.default_rng(seed), 88.0, (0.0, 0.0, 1.0), np.arange(7) - 3.0))
        steps_mm = np.hypot(*np.diff(places[:, :2], axis=0).T)
        assert 7 < np.median(steps_mm) < 30
        assert np.ptp(places[:, 2]) < 0.4

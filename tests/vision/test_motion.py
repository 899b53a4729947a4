"""What counts as a change, and when it has settled."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.watching.bare_table import NEAR, BareTable
from vision.watching.motion import BLOCK, TREMBLE, ChangeDetector, Motion

FPS = 10
HEIGHT, WIDTH = 180, 320


def watched(pictures: list[np.ndarray]) -> list[Motion]:
    """Looks at pictures, 1/FPS s apart, after a second of bare cloth."""
    changes = ChangeDetector()
    every = [cloth()] * FPS + pictures
    return [changes.update(Frame(picture, k / FPS, k)) for k, picture in enumerate(every)][FPS:]


def cloth() -> np.ndarray:
    return np.full((HEIGHT, WIDTH, 3), 60, np.uint8)


def paper() -> np.ndarray:
    picture = cloth()
    picture[60:120, 100:140] = 200
    return picture


def flecked(picture: np.ndarray, k: int, blocks: int) -> np.ndarray:
    """The picture with as many blocks of the paper, side by side, otherwise than in the picture before."""
    row, column = divmod(k * 5 % 40, 8)
    x, y = 100 + BLOCK * min(column, 8 - blocks), 60 + 2 * BLOCK * row
    fleck = picture.copy()
    fleck[y:y + BLOCK, x:x + blocks * BLOCK] = 140
    return fleck


def test_paper_in_dim_light_settles_although_it_is_never_free_of_noise() -> None:
    looks = watched([flecked(paper(), k, 1) for k in range(8)])
    settled = [look.time_s for look in looks if look.settled]
    assert settled
    assert settled[0] <= 1.5


def test_what_moves_on_a_card_keeps_it_from_settling() -> None:
    assert not any(look.settled for look in watched([flecked(paper(), k, 3) for k in range(8)]))


@pytest.mark.parametrize(("share", "visited"), [(0.05, False), (0.3, True)])
def test_a_hand_that_holds_a_card_by_its_end_was_there(share: float, visited: bool) -> None:
    """A card is laid on another; fingers reach over the lower end of both only, the arm comes from below."""
    hand, laid = paper(), paper()
    hand[round(120 - 60 * share):, 95:145] = 120
    laid[70:90, 110:130] = 40
    look = [look for look in watched([paper()] * 30 + [hand] * 3 + [laid] * 8) if look.settled][-1]
    assert look.was_visited(np.array([(100, 60), (140, 60), (140, 120), (100, 120)])) == visited


@pytest.mark.parametrize(("bottom", "reaches"), [(HEIGHT - 2, False), (HEIGHT, True)])
def test_a_card_close_to_the_border_is_no_arm_that_reaches_in(bottom: int, reaches: bool) -> None:
    laid = cloth()
    laid[bottom - 60:bottom, 100:140] = 200
    look = next(look for look in watched([laid] * 20) if look.settled)
    card = np.array([(100, bottom - 60), (140, bottom - 60), (140, bottom), (100, bottom)])
    assert look.is_by_border(card) == reaches


def test_the_bare_table_is_known_where_it_lies_after_the_camera_was_pushed() -> None:
    """A stripe of the cloth lay under a card: it looks like nothing around it."""
    striped = cloth()
    striped[80:120, 100:140] = 150
    surface = BareTable()
    surface.learn(first_look(striped), [])
    now = first_look(np.roll(striped, 30, axis=1))
    here = np.array([(130, 80), (170, 80), (170, 120), (130, 120)])
    assert not surface.is_bare(now, here)
    surface.pushed(np.array([[1, 0, -30], [0, 1, 0], [0, 0, 1]], float))
    assert surface.is_bare(now, here)
    assert not surface.is_bare(first_look(np.roll(striped, 70, axis=1)), here)


def test_the_table_is_known_where_its_pattern_was_taken_for_a_card_once_it_is_none() -> None:
    """Not while something else, a hand perhaps, rests there."""
    striped = cloth()
    striped[80:120, 110:120] = 150
    here = np.array([(100, 80), (140, 80), (140, 120), (100, 120)])
    first, surface = first_look(striped), BareTable()
    nothing = np.zeros(first.changed.shape, bool)
    now = replace(first, changed=nothing, moving=nothing)
    surface.learn(first, [], [here])
    assert not surface.is_bare(now, here)
    surface.learn(replace(now, small=now.small + 60), [])
    assert not surface.is_bare(now, here)
    surface.learn(now, [])
    assert surface.is_bare(now, here)


@pytest.mark.parametrize(("now", "changed"), [(30, False), (28, False), (4, True), (90, True)])
def test_a_card_is_gone_from_a_cloth_nearly_as_pale_where_that_shows(now: int, changed: bool) -> None:
    """So many grey levels brighter than the cloth, of which the card was 28."""
    first, surface = first_look(cloth()), BareTable()
    surface.learn(first, [])
    here = np.zeros(first.changed.shape, bool)
    here[40:60, 50:70] = True
    then = first.small[here] + 28
    look = replace(first, small=first.small + now)
    assert surface.tells(look, here, then).any()
    assert surface.changed(look, here, then).all() == surface.changed(look, here, then).any() == changed


def test_a_fine_pattern_that_trembles_still_shows() -> None:
    """Half a pixel of the small picture; a card on it does not look like it nevertheless."""
    fine = np.kron(np.random.default_rng(2).integers(0, 2, (HEIGHT // 2, WIDTH // 2, 1)), np.ones((4, 4, 3))) * 180 + 30
    pattern, aside = (cv2.resize(fine[:, k:k + 2 * WIDTH - 2].astype(np.uint8), (WIDTH, HEIGHT),
                                 interpolation=cv2.INTER_AREA) for k in (0, 1))
    aside[60:120, 100:140] = 200
    first, surface = first_look(pattern), BareTable()
    surface.learn(first, [])
    shown = surface.shows(replace(first, small=aside.astype(np.float32)), NEAR, TREMBLE)
    assert shown[60:120, 160:200].mean() > 0.75
    assert shown[60:120, 100:140].mean() < 0.6


def first_look(picture: np.ndarray) -> Motion:
    changes = ChangeDetector()
    return next(look for look in (changes.update(Frame(picture, k / FPS, k)) for k in range(FPS)) if look.first)

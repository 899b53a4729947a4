"""Where the places of a table lie is believed, where it was measured from cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration import Calibration
from calibration.estimate import gauged
from companion.device.layouts import game_layout
from companion.filming.other_maker.optics import Pinhole
from vision.belief.backs import Backs
from vision.belief.places import Places
from vision.belief.remeasured import Remeasured
from vision.detections import Detections
from vision.watching.viewpoint import Viewpoint

LAYOUT = game_layout("limbo", ("Ann", "Bob"))
TOLD = Calibration(np.eye(3), (1280, 720), 2.0, "markers")
AMID = np.array([[1.0, 0.0, -639.5], [0.0, 1.0, -359.5], [0.0, 0.0, 1.0]])  # the layout in the middle of the picture
GUESSED = replace(TOLD, homography=AMID, method="cards", error_mm=10.0)


def test_a_table_that_was_told_has_its_places_where_they_are() -> None:
    places = Places(Viewpoint(TOLD, LAYOUT))
    best = places.at(np.array(LAYOUT["pile"].centre_mm)).likeliest(places.unknown)[0]
    assert best.place == "pile"
    assert best.nats > -0.1
    assert not places.are_guessed


def test_a_card_tells_where_the_others_lie() -> None:
    places = Places(Viewpoint(GUESSED, LAYOUT))
    stock = LAYOUT["stock"]
    shifted = np.array([55.0, 0.0])  # the whole table lies so far to the right
    edge = np.array([min(x for x, _ in stock.corners_mm) - 25.0, stock.centre_mm[1]])  # left of the stock, ...
    before = places.at(edge).of("stock", places.unknown).nats
    where = places.unknown
    for x, y in LAYOUT["pile"].corners_mm:  # ... and cards all over the pile, but to its left
        where = places.at(np.array([x, y]) - shifted).of("pile", where).where
    assert places.at(edge).of("stock", where).nats > before / 2


def test_a_table_that_may_be_larger_than_it_was_measured_may_have_its_far_places_nearer() -> None:
    layout = game_layout("never_over", ("Ann", "Bea", "Cal"))
    sizes = np.stack([np.diag([share, share, 1.0]) for share in (1.0, 1.35)])
    sure, unsure = (Places(Viewpoint(replace(GUESSED, leeway=leeway), layout)) for leeway in (sizes[:1], sizes))
    far = np.array(layout["red:Cal"].centre_mm) / 1.35  # where a card there is seen, if the table is that large

    def nats(places: Places, where: np.ndarray) -> float:
        return places.at(far).of("red:Cal", where).nats

    assert nats(unsure, unsure.unknown) > nats(sure, sure.unknown) + 0.5
    known = unsure.unknown
    for name in ("red:Bea", "green:Bea", "green:Cal"):  # other cards tell how large it is
        known = unsure.at(np.array(layout[name].centre_mm)).of(name, known).where
    assert nats(unsure, known) < nats(unsure, unsure.unknown) - 0.5


def seen_aslant(game: str, players: tuple[str, ...]) -> tuple[Viewpoint, Calibration]:
    """A table as a camera sees it that stands before it and shows all its places, found from cards; and the truth."""
    layout = game_layout(game, players)
    x, y = np.abs(np.concatenate([zone.corners_mm for zone in layout.zones])).max(axis=0)
    camera = Pinhole.over((-x, -y, x, y), TOLD.image_size, lean_deg=40.0)
    true = replace(TOLD, homography=np.linalg.inv(camera.homography))
    found = gauged(true.homography, (np.array(TOLD.image_size) - 1) / 2)
    return Viewpoint(replace(GUESSED, homography=found), layout), true


def test_places_are_looked_for_where_the_camera_was_put_up_to_show_them() -> None:
    view, true = seen_aslant("pemberley", ("Ann", "Bea", "Cal"))
    places = Places(view)
    for zone in view.layout.zones:
        there = view.to_mm(true.mm_to_px([zone.centre_mm]))[0]
        best = places.at(there).likeliest(places.unknown)[0]
        assert best.place == zone.name
        assert best.nats > 0.0


def test_places_lie_where_they_lay_though_the_camera_was_pushed_and_the_table_found_anew() -> None:
    view, true = seen_aslant("pemberley", ("Ann", "Bea", "Cal"))
    push = np.array([[1.0, 0.0, 160.0], [0.0, 1.0, -90.0], [0.0, 0.0, 1.0]])  # px now -> px before
    anew = gauged(view.calibration.homography @ push, (np.array(TOLD.image_size) - 1) / 2)
    now = Viewpoint(replace(GUESSED, homography=anew), view.layout)
    places = Remeasured(view.pushed(push), now, Places(view), push).places
    for zone in view.layout.zones:
        there = now.to_mm(view.pushed(push).to_px(view.to_mm(true.mm_to_px([zone.centre_mm]))))[0]
        best = places.at(there).likeliest(places.unknown)[0]
        assert best.place == zone.name


def test_what_lay_there_before_may_belong_to_nothing_wherever_it_lies() -> None:
    places = Places(Viewpoint(TOLD, LAYOUT))
    there = places.at(np.array(LAYOUT["pile"].centre_mm))
    assert "" not in [spot.place for spot in there.likeliest(places.unknown)]
    assert "" in [spot.place for spot in there.likeliest(places.unknown, or_none=True)]


def test_a_stock_that_lies_face_down_tells_where_the_others_lie() -> None:
    places = Places(Viewpoint(GUESSED, LAYOUT))
    to_the_left = np.array([-50.0, 0.0])  # where the whole table lies
    stock, beside = np.array(LAYOUT["stock"].centre_mm) + to_the_left, np.array([900.0, 700.0])
    edge = np.array([min(x for x, _ in LAYOUT["pile"].corners_mm), LAYOUT["pile"].centre_mm[1]])
    before = places.at(edge).of("pile", places.unknown).nats
    known = places.with_backs(np.array([stock]), {"stock"})
    assert known.at(edge).of("pile", known.unknown).nats > before + 0.3
    another = places.with_backs(np.array([beside]), {"stock"})  # another pack, which means nothing
    assert np.allclose(another.unknown, places.unknown, atol=0.01)


def test_a_back_that_does_not_stay_is_in_a_hand() -> None:
    backs, view = Backs(), Viewpoint(TOLD, LAYOUT)
    lies, sways = np.array([200.0, 100.0]), np.array([600.0, 300.0])
    found = [backs.add(face_down([lies, sways + 40 * k]), view) for k in range(6)]
    assert found.count(True) == 1
    assert np.allclose(backs.found(), view.to_mm(lies[None]))


def face_down(middles_px: list[np.ndarray]) -> Detections:
    """Cards of which only the back is seen."""
    boxes = np.array([[*(middle - 20), *(middle + 20)] for middle in middles_px], np.float32)
    n = len(boxes)
    return Detections(np.full((n, 4, 2), np.nan, np.float32), boxes, np.array(["??"] * n), np.ones(n, np.float32),
                      np.ones(n, bool), np.zeros(n, bool), ((("??", 1.0),),) * n)

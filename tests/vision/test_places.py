"""Where the places of a table lie is believed, where it was measured from cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration import Calibration
from companion.device.layouts import game_layout
from vision.belief.places import Places

LAYOUT = game_layout("limbo", ("Ann", "Bob"))
TOLD = Calibration(np.eye(3), (1280, 720), 2.0, "markers")
GUESSED = replace(TOLD, method="cards", error_mm=10.0)


def test_a_table_that_was_told_has_its_places_where_they_are() -> None:
    places = Places(LAYOUT, TOLD)
    best = places.at(np.array(LAYOUT["pile"].centre_mm)).likeliest(places.unknown)[0]
    assert best.place == "pile"
    assert best.nats > -0.1
    assert not places.are_guessed


def test_a_card_tells_where_the_others_lie() -> None:
    places = Places(LAYOUT, GUESSED)
    stock = LAYOUT["stock"]
    shifted = np.array([55.0, 0.0])  # the whole table lies so far to the right
    edge = np.array([min(x for x, _ in stock.corners_mm) - 25.0, stock.centre_mm[1]])  # left of the stock, ...
    before = places.at(edge).of("stock", places.unknown).nats
    where = places.unknown
    for x, y in LAYOUT["pile"].corners_mm:  # ... and cards all over the pile, but to its left
        where = places.at(np.array([x, y]) - shifted).of("pile", where).where
    assert places.at(edge).of("stock", where).nats > before / 2


def test_what_lay_there_before_may_belong_to_nothing_wherever_it_lies() -> None:
    places = Places(LAYOUT, TOLD)
    there = places.at(np.array(LAYOUT["pile"].centre_mm))
    assert "" not in [spot.place for spot in there.likeliest(places.unknown)]
    assert "" in [spot.place for spot in there.likeliest(places.unknown, or_none=True)]

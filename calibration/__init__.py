"""The table in millimetres: how the camera sees it, what lies where, and what the cards are.

    calibration = from_markers(picture)            # or from_points, from_cards
    calibration.save("kitchen.toml")

    calibration = Calibration.load("kitchen.toml").for_size(1280, 720)
    layout = load_layout(Path("rules/games/limbo/layout.toml"), ("Ann", "Bob"))
    layout.zone_at(calibration.px_to_mm(detections.centre_px))       # array(['pile', 'stock', ''])
    load_deck("improvised").game_card("4H")                          # '+4'

`table` holds the mapping and its file, `estimate` makes it, `rulers` does so from cards as they lie, `markers` is the
printed sheet, `lens` finds out what a lens bends, `layout` the named zones of a file, `deck` the packs of `decks`.
This room knows numbers and names, never games: a zone is called what the game calls its place, and each game keeps
the layout of its places beside it.
"""

from __future__ import annotations

from calibration.deck import DeckProfile, deck_names, load_deck
from calibration.estimate import from_cards, from_markers, from_points
from calibration.files import CalibrationError
from calibration.layout import Layout, Zone, forget_layout, load_layout, save_layout
from calibration.table import Calibration, Lens, assumed_calibration

__all__ = [
    "Calibration", "CalibrationError", "DeckProfile", "Layout", "Lens", "Zone", "assumed_calibration", "deck_names",
    "forget_layout", "from_cards", "from_markers", "from_points", "load_deck", "load_layout",
    "save_layout",
]

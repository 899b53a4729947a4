"""Where a game's cards lie on a table: the layout beside the game, or one of a file.

    game_layout("limbo", ("Ann", "Bob"))                       # rules/games/limbo/layout.toml
    game_layout("limbo", ("Ann", "Bob"), "kitchen.toml")
    table_layout(calibration, "limbo", ("Ann", "Bob"))          # with what this table has put elsewhere
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from calibration import Calibration, Layout, load_layout
from calibration.files import find_file
from rules import GAMES, Game


def game_layout(game: str, players: Sequence[str], elsewhere: str | Path = "") -> Layout:
    """The game's own layout, or the one elsewhere: another game's by name, or a file's.

    Raises CalibrationError with one sentence, also where no table for so many players is drawn.
    """
    drawn = {name: file for name, each in sorted(GAMES.items()) if (file := layout_file(each)).is_file()}
    return load_layout(find_file(elsewhere or game, drawn, "layout"), players)


def layout_file(game: Game[Any]) -> Path:
    """The file that says where the game's places lie; it lies beside its class."""
    return Path(inspect.getfile(type(game))).with_name("layout.toml")


def table_layout(calibration: Calibration, game: str, players: Sequence[str]) -> Layout:
    """The zones of a table for a game: its layout, with what this table has put elsewhere."""
    return calibration.with_own_zones(game_layout(game, players, calibration.layout))

"""What the app remembers from one evening to the next: players, source, looks.

    >>> settings = load_settings()
    >>> save_settings(replace(settings, theme="light"))
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from platformdirs import user_config_path

from calibration.files import CalibrationError, FileError, read_text, write_whole
from companion.device.source import SIDES

PICTURES_MB = (200, 500, 2000)  # an evening takes 10 to 40


@dataclass(frozen=True)
class Settings:
    """`options` are the house rules by game, `decks` the packs; `sides`: where the first of some players sits;
    `hand` is the side that the buttons are for: "right" or "left"; `board` is its style: "pegs" or "tally".
    `takings`: by game, which announcements are taken as made.  `colours`: of the pegs, by player,
    counted from 0.  `pictures_mb`: how much the kept pictures may take."""

    theme: str = "dark"
    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=100)] = ("Ann", "Bob")
    source: str = "0"
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    takings: dict[str, Literal["strict", "usual", "silent"]] = field(default_factory=dict)
    colours: dict[str, Annotated[int, msgspec.Meta(ge=0)]] = field(default_factory=dict)
    hand: Literal["right", "left"] = "right"
    sounds: bool = True
    speech: bool = False
    language: str = "en"
    board: Literal["pegs", "tally"] = "pegs"
    pictures_mb: Annotated[int, msgspec.Meta(ge=PICTURES_MB[0], le=1_000_000)] = PICTURES_MB[1]


def settings_path() -> Path:
    """Where the settings are kept."""
    return user_config_path("table-companion") / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """The settings kept on this device; the default of each that is missing or of no use."""
    try:
        found = msgspec.json.decode(read_text(path or settings_path()), type=dict[str, Any])
    except (CalibrationError, msgspec.MsgspecError, RecursionError):
        return Settings()
    kept: dict[str, Any] = {}
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        with suppress(msgspec.ValidationError, OverflowError):
            if name in found:
                kept[name] = msgspec.convert(found[name], kind)
    settings = Settings(**kept)
    return replace(settings, sides={who: side for who, side in settings.sides.items() if side in SIDES})


def together(players: Sequence[str]) -> str:
    """The name under which something is kept of these players, in the order that they sit in."""
    return ",".join(players)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep them; a device that cannot be written to forgets them, which stops nobody from playing."""
    path = path or settings_path()
    with suppress(FileError):
        write_whole(path, json.dumps(asdict(settings), indent=2, ensure_ascii=False))

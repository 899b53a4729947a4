"""What the app remembers from one evening to the next: players, source, looks.

    >>> settings = load_settings()
    >>> save_settings(replace(settings, theme="light"))
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from companion.device.source import SIDES

PICTURES_MB = (200, 500, 2000)  # an evening takes 10 to 40


@dataclass(frozen=True)
class Settings:
    """`options` are the house rules by game, `decks` the packs; `sides`: where the first of some players sits;
    `hand` is the side that the buttons are for: "right" or "left"; `board` is its style: "pegs" or "tally".
    `pictures_mb`: how much the kept pictures may take."""

    theme: str = "dark"
    players: tuple[str, ...] = ("Ann", "Bob")
    source: str = "0"
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    hand: str = "right"
    sounds: bool = True
    speech: bool = False
    language: str = "en"
    board: str = "pegs"
    pictures_mb: int = PICTURES_MB[1]


def settings_path() -> Path:
    return user_config_path("table-companion") / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """The settings kept on this device; the defaults where there are none or they cannot be read."""
    try:
        found: dict[str, Any] = json.loads((path or settings_path()).read_text(encoding="utf-8"))
        known = {f.name: found[f.name] for f in fields(Settings) if f.name in found}
        settings = Settings(**known)
        return replace(settings, theme=str(settings.theme), players=tuple(map(str, settings.players)),
                       source=str(settings.source), options=dict(settings.options), decks=dict(settings.decks),
                       sides={str(who): str(side) for who, side in settings.sides.items() if side in SIDES},
                       hand="left" if settings.hand == "left" else "right", sounds=bool(settings.sounds),
                       speech=bool(settings.speech), language=str(settings.language),
                       board="tally" if settings.board == "tally" else "pegs",
                       pictures_mb=max(PICTURES_MB[0], int(settings.pictures_mb)))
    except (OSError, ValueError, TypeError, AttributeError):
        return Settings()


def together(players: Sequence[str]) -> str:
    """The name under which something is kept of these players, in the order that they sit in."""
    return ",".join(players)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep them; a device that cannot be written to forgets them, which stops nobody from playing."""
    path = path or settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(settings), indent=2, ensure_ascii=False), encoding="utf-8")
    except OSError:
        return

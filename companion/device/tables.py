"""What this device keeps of its tables: how each camera sees its table, where things lie on it, and
packs of its own.

    files = TableFiles(default_folder())
    files.calibration("0")               # tables/0/calibration.toml
    files.layout("0", "limbo")           # tables/0/limbo.toml
    files.decks()                        # {"standard": "One ordinary pack", ...}

A table is known by its camera: a number, an address or a film.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
from platformdirs import user_config_path

from calibration import Calibration, CalibrationError, Layout, deck_names, load_deck, load_layout
from calibration.files import read_text, write_whole
from companion.device.source import Turning


@dataclass(frozen=True)
class TableFiles:
    """Files below one folder, made when first written."""

    folder: Path

    def calibration(self, source: str) -> Path:
        """The file of how this camera sees its table."""
        return self._table(source) / "calibration.toml"

    def layout(self, source: str, game: str) -> Path:
        """The file of the places that were moved at this camera's table."""
        return self._table(source) / f"{game}.toml"

    def deck(self, title: str) -> Path:
        """The file of a pack of one's own."""
        return self.folder / "decks" / f"{_file_name(title)}.toml"

    def kept_calibration(self, source: str) -> Calibration | None:
        """None where there is none, or one that cannot be read: then the table is found anew."""
        try:
            return Calibration.load(self.calibration(source)) if self.calibration(source).is_file() else None
        except CalibrationError:
            return None

    def kept_layout(self, source: str, game: str, players: Sequence[str]) -> Layout | None:
        """The places as they were moved at this table for so many players; None where they were not."""
        try:
            return load_layout(self.layout(source, game), players) if self.layout(source, game).is_file() else None
        except CalibrationError:
            return None

    def turning(self, source: str) -> Turning:
        """How this camera's picture is turned; not at all where nobody has said."""
        try:
            return msgspec.json.decode(read_text(self._turning(source)), type=Turning)
        except (CalibrationError, msgspec.MsgspecError):
            return Turning()

    def keep_turning(self, source: str, turning: Turning) -> None:
        """Keep it; the table is no longer where it was seen.  FileError where that cannot be written."""
        write_whole(self._turning(source), json.dumps(asdict(turning)))
        self.calibration(source).unlink(missing_ok=True)

    def decks(self) -> dict[str, str]:
        """Name or file -> title of every pack: those that come with the project, then one's own."""
        found = {name: load_deck(name).title for name in deck_names()}
        for path in sorted((self.folder / "decks").glob("*.toml")):
            try:
                found[str(path)] = load_deck(path).title
            except CalibrationError:
                continue  # spoilt by hand; it is not offered
        return found

    def _turning(self, source: str) -> Path:
        return self._table(source) / "turning.json"

    def _table(self, source: str) -> Path:
        return self.folder / "tables" / _file_name(source)


def tables_folder() -> Path:
    """Where what is known of tables is kept."""
    return user_config_path("table-companion")


def _file_name(text: str) -> str:
    """Readable, and different for different texts."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[-40:]
    return plain if plain == text else f"{plain}-{zlib.crc32(text.encode()):08x}".strip("-")

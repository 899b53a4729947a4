"""The demo table: one filmed deal of Limbo.

The film is drawn on this machine the first time it is wanted and kept for the next time.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from companion.filming.film import Film
from companion.filming.setting import setting_for
from companion.filming.writing import write_film
from rules import Record, parse_record

SEED, LEVEL = 3, 1
SIZE, FPS = (1280, 720), 15.0


@dataclass(frozen=True)
class Demo:
    """A film with what lies beside it, as `companion render` writes them."""

    record: Record
    clip: Path

    @property
    def calibration(self) -> Path:
        """The file beside the film that says how its camera sees the table."""
        return self.clip.with_suffix(".calibration.toml")

    @property
    def answers(self) -> Path:
        """The file beside the film that says what was said when."""
        return self.clip.with_suffix(".answers.jsonl")

    @property
    def watch_command(self) -> list[str]:
        """The words after `companion` that follow the film in a terminal."""
        table = self.record.table()
        return ["watch", os.fspath(self.clip), "--game", self.record.game, "--players", ",".join(table.players),
                "--dealer", table.dealer, "--calibration", os.fspath(self.calibration),
                "--answers", os.fspath(self.answers)]


def demo(size: tuple[int, int] = SIZE, fps: float = FPS) -> Demo:
    """The demo film; drawn first where this machine does not have it yet.  size: width and height in px."""
    source = files("companion.filming").joinpath("demo.tally").read_text(encoding="utf-8")
    version = sha256(f"{source}{SEED} {LEVEL} {size} {fps:g}".encode()).hexdigest()[:8]
    found = Demo(parse_record(source), user_cache_path("table-companion") / f"demo-{version}.mp4")
    if not all(path.exists() for path in (found.clip, found.calibration, found.answers)):
        print("Drawing the demo table; the first time this takes a moment.", file=sys.stderr)
        _draw(found, Film(found.record, setting_for(found.record, size, fps, SEED, LEVEL)))
    return found


def _draw(wanted: Demo, film: Film) -> None:
    """Each file appears whole, so that nobody who draws it at the same time ever reads half of it."""
    wanted.clip.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=wanted.clip.parent) as own:
        for drawn in write_film(film, Path(own) / wanted.clip.name).paths:
            drawn.replace(wanted.clip.with_name(drawn.name))

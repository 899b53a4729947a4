"""The demo table: one filmed deal of Limbo, followed on the screen or, without one, in the terminal.

    python -m companion.filming.demo

The film is drawn on this machine the first time it is wanted and kept for the next time.
"""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from platformdirs import user_cache_path

from companion.__main__ import main as companion
from rules import Record, parse_record

SEED, LEVEL = 3, 1


@dataclass(frozen=True)
class Demo:
    """A film with what lies beside it, as `companion render` writes them."""

    record: Record
    clip: Path

    @property
    def calibration(self) -> Path:
        return self.clip.with_suffix(".calibration.toml")

    @property
    def answers(self) -> Path:
        return self.clip.with_suffix(".answers.jsonl")

    @property
    def watch_command(self) -> list[str]:
        """The words after `companion` that follow the film in a terminal."""
        table = self.record.table()
        return ["watch", os.fspath(self.clip), "--game", self.record.game, "--players", ",".join(table.players),
                "--dealer", table.dealer, "--calibration", os.fspath(self.calibration),
                "--answers", os.fspath(self.answers)]


def demo(*how: str) -> Demo:
    """The demo film; drawn first where this machine does not have it yet.  how: further words for `companion render`,
    as "--fps", "30"."""
    source = Path(str(files("companion.filming") / "demo.tally"))
    version = sha256(source.read_bytes() + b"%d %d" % (SEED, LEVEL) + " ".join(how).encode()).hexdigest()[:8]
    found = Demo(parse_record(source.read_text(encoding="utf-8")),
                 user_cache_path("table-companion") / f"demo-{version}.mp4")
    if not all(path.exists() for path in (found.clip, found.calibration, found.answers)):
        print("Drawing the demo table; the first time this takes a moment.", file=sys.stderr)
        found.clip.parent.mkdir(parents=True, exist_ok=True)
        status = companion(["render", os.fspath(source), "-o", os.fspath(found.clip),
                            "--seed", str(SEED), "--level", str(LEVEL), *how])
        if status:
            raise OSError(f"The demo table could not be drawn at {found.clip}.")
    return found


def has_display() -> bool:
    """Whether a window can be shown here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main() -> int:
    """The app on the demo film, or the same film in the terminal."""
    if has_display():
        return companion(["app", "--demo"])
    words = demo().watch_command
    print(f"$ companion {shlex.join(words)}\n", file=sys.stderr)
    return companion(words)


if __name__ == "__main__":
    sys.exit(main())

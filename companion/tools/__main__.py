"""One door to the developers' programs: `python -m companion.tools WHAT ...`, each with its own --help."""

from __future__ import annotations

import sys
from importlib import import_module

PROGRAMS = {
    "bench": "companion.tools.bench.running",
    "streams": "companion.tools.streams.running",
    "playthrough": "companion.tools.playthrough.running",
    "pictures": "companion.tools.screen_pictures",
    "checks": "companion.tools.screen_checks",
    "speed": "companion.tools.screen_speed",
    "phone_camera": "companion.tools.phone_camera",
    "camera_faults": "companion.tools.camera_faults",
    "placing": "companion.tools.placing_pictures",
    "first_card": "companion.tools.first_card",
    "evening": "companion.tools.evening",
    "monkey": "companion.tools.monkey",
    "trace": "companion.tools.trace",
    "reasons": "companion.tools.reasons",
    "names": "companion.tools.names",
    "club_load": "companion.tools.club_load",
}


def main(words: list[str]) -> int:
    """Run the program that the words name; its exit status, or 2 where there is none."""
    name, *rest = words or [""]
    if name not in PROGRAMS:
        print(f"Name a program: {', '.join(PROGRAMS)}.", file=sys.stderr)
        return 2
    sys.argv[1:] = rest
    return int(import_module(PROGRAMS[name]).main() or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One door to the checks of the engines: `python -m rules.checks WHAT ...`, each with its own --help."""

from __future__ import annotations

import sys
from importlib import import_module

PROGRAMS = {
    "soak": "rules.checks.soak",
    "soundness": "rules.checks.soundness",
    "faults": "rules.checks.planted_faults",
    "speed": "rules.checks.speed",
}


def main(words: list[str]) -> int:
    """Run the check that the words name; its exit status, or 2 where there is none."""
    name, *rest = words or [""]
    if name not in PROGRAMS:
        print(f"Name a check: {', '.join(PROGRAMS)}.", file=sys.stderr)
        return 2
    return int(import_module(PROGRAMS[name]).main(rest))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

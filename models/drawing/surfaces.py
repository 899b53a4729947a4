"""Sets apart the table surfaces that training never sees, for films to be measured on.

    python -m models.drawing.surfaces SURFACES OUT      # copies every seventh picture of a folder
    python -m companion.tools bench --backgrounds OUT ...
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from models.drawing.command import run, surfaces


def main() -> int:
    """Exit status 2 with one sentence where the folder holds no surfaces."""
    parser = argparse.ArgumentParser(prog="python -m models.drawing.surfaces", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("surfaces", type=Path, help="folder of table surfaces (.jpg)")
    parser.add_argument("out", type=Path, help="folder to copy into")
    return run(parser, lambda args: set_apart(args.surfaces, args.out))


def set_apart(folder: Path, out: Path) -> None:
    """Copy the surfaces kept out of training.  Raises Refusal where there are none."""
    kept_out = surfaces(folder, validation=True)
    out.mkdir(parents=True, exist_ok=True)
    for picture in kept_out:
        shutil.copy(picture, out)
    print(f"{len(kept_out)} surfaces are in {out}.")


if __name__ == "__main__":
    sys.exit(main())

"""Let the exported finder look at drawn scenes, so that the reader learns from what it really gets.

    python -m models.mine WORK/scenes --count 4000

Writes `finds.json` into the folder: per picture the poses at which the finder saw an index, right or
wrong.  models.train reader then adds crops cut there.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from models.table import read_picture
from vision.find import Finder
from vision.reader import MODELS


def mine(folder: Path, finder: Finder, count: int) -> int:
    """Look at the first scenes of a folder; returns how many finds there were."""
    finds = {file.name: finder.find(read_picture(file))[0].pose.round(2).tolist()
             for file in sorted(folder.glob("*.jpg"))[:count]}
    (folder / "finds.json").write_text(json.dumps(finds))
    return sum(len(poses) for poses in finds.values())


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models.mine", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders written by models.draw")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of finder.onnx")
    parser.add_argument("--count", type=int, default=4000, help="scenes per folder to look at")
    args = parser.parse_args()
    try:
        finder = Finder(args.models / "finder.onnx")
        for folder in args.folders:
            print(f"{folder}: {mine(folder, finder, args.count)} finds", file=sys.stderr)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

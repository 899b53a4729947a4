"""What every screen looks like, so small that all of them are one picture a size and language.

    python -m companion.tools.headless python -m tests.pinned_pictures                        draw all, say which differ
    python -m companion.tools.headless python -m tests.pinned_pictures --keep                 keep them as they are now
    python -m companion.tools.headless python -m tests.pinned_pictures --keep limbo taps      these alone

Takes some minutes, because the camera's screens read a film.  `tests/pins/screens-WxH.LANGUAGE.png` holds the
scenes of `companion.tools.screen_pictures`, gray, their longer side 64 pixels; the file says which stands where, so
that a new scene leaves the others comparable.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import companion.screens  # noqa: F401  (tells Kivy to leave the command line alone)
from companion.log.session import SessionStore
from companion.tools.screen_pictures import SIZES, scenes_to_show, take

PINS = Path(__file__).parent / "pins"
LANGUAGES = ("en", "de")
LONGER_SIDE = 64  # pixels of a small picture
ACROSS = 8  # small pictures in a row
MOST = 4.0  # gray levels by which a small picture of the same screen may differ, on average over its pixels
SCENES = "scenes"  # the text in the file that names them
Small = np.ndarray  # uint8, height x width


def scene_names() -> list[str]:
    """Every scene that can be drawn."""
    return sorted(scenes_to_show(SessionStore(":memory:")))


def small_size(size: str) -> tuple[int, int]:
    """Width and height of a small picture of a window of this size ("1280x800")."""
    width, height = map(int, size.split("x"))
    return round(width * LONGER_SIDE / max(width, height)), round(height * LONGER_SIDE / max(width, height))


def draw(names: Sequence[str], size: str, language: str) -> dict[str, Small]:
    """The screens as they look now, small."""
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"{name}.png" for name in names}
        take({file: (name, (width, height), "dark") for name, file in files.items()}, language)
        return {name: small(Image.open(file), small_size(size)) for name, file in files.items()}


def small(picture: Image.Image, size: tuple[int, int]) -> Small:
    return np.asarray(picture.convert("L").resize(size, Image.Resampling.BOX))


def pinned_file(size: str, language: str) -> Path:
    return PINS / f"screens-{size}.{language}.png"


def keep(pictures: Mapping[str, Small], size: str, language: str) -> None:
    """Write the pictures of all scenes into one."""
    width, height = small_size(size)
    sheet = np.zeros((-(-len(pictures) // ACROSS) * height, ACROSS * width), np.uint8)
    for index, name in enumerate(sorted(pictures)):
        _part(sheet, index, size)[:] = pictures[name]
    info = PngInfo()
    info.add_text(SCENES, json.dumps(sorted(pictures)))
    Image.fromarray(sheet).save(pinned_file(size, language), optimize=True, pnginfo=info)


def kept(size: str, language: str) -> dict[str, Small]:
    """The pictures as they were kept."""
    with Image.open(pinned_file(size, language)) as picture:
        sheet, names = np.asarray(picture), json.loads(picture.info[SCENES])
    return {name: _part(sheet, index, size) for index, name in enumerate(names)}


def _part(sheet: Small, index: int, size: str) -> Small:
    width, height = small_size(size)
    top, left = index // ACROSS * height, index % ACROSS * width
    return sheet[top:top + height, left:left + width]


def difference(one: Small, other: Small) -> float:
    """Mean absolute difference in gray levels."""
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pinned_pictures", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="these alone (all, if none is named)")
    parser.add_argument("--keep", action="store_true", help="keep the screens as they look now")
    args = parser.parse_args()
    worst = 0.0
    for size in SIZES:
        for language in LANGUAGES:
            now = draw(args.scenes or scene_names(), size, language)
            before = kept(size, language) if pinned_file(size, language).exists() else {}
            for name in sorted(now.keys() & before.keys()):
                differs = difference(now[name], before[name])
                worst = max(worst, differs)
                print(f"{size} {language} {name:20} {differs:5.2f}{'  differs' * (differs > MOST)}", flush=True)
            if args.keep:
                both = before | now
                keep({name: both[name] for name in scene_names() if name in both}, size, language)
    print(f"At most {worst:.2f} gray levels; {MOST} are allowed.")
    return 0 if worst <= MOST or args.keep else 1


if __name__ == "__main__":
    sys.exit(main())

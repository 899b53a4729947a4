"""What the commands of this room share: how a job is run, where drawn scenes take their cards and surfaces from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2

from models.drawing.glyphs import usable_fonts
from models.drawing.photographed_faces import Deck, load_decks
from rules.core.errors import Refusal
from vision.workers import add_workers

HELD_OUT = ("english_modern", "rheinland", "kde_standard", "atlasnye", "l_and_h", "dondorf")
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/Library/Fonts"), Path("C:/Windows/Fonts"))


def run(parser: argparse.ArgumentParser, job: Callable[[argparse.Namespace], None] | None = None) -> int:
    """Do what the command line asks for (its `job`, where there are several); bad input is one sentence and 2."""
    args = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        (job or args.job)(args)
    except (Refusal, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def drawing(prog: str, description: str | None, count: int) -> argparse.ArgumentParser:
    """The command line of a program that draws scenes; see `Material`."""
    parser = argparse.ArgumentParser(prog=prog, description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_material(parser)
    add_scenes(parser, count)
    return parser


def add_scenes(parser: argparse.ArgumentParser, count: int) -> None:
    """Options that say how many scenes are drawn, whereto and by whom; see models.drawing.scene_files."""
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=count, help="scenes to draw")
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["train", "validation"], default="train",
                        help="which decks, fonts and surfaces to use")
    parser.add_argument("--tidy", action="store_true", help="lit rooms and nothing in the way, to measure on")
    add_workers(parser)


def add_material(parser: argparse.ArgumentParser) -> None:
    """Options that say where faces, surfaces and fonts are; see `Material`."""
    parser.add_argument("--faces", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--fonts", type=Path, nargs="*", default=list(FONT_FOLDERS), help="font folders")
    parser.add_argument("--held-out", nargs="*", default=list(HELD_OUT), help="art families for validation")


@dataclass(frozen=True)
class Material:
    """Decks, fonts and surfaces of one part: those for validation are never trained on."""

    decks: list[Deck]
    fonts: list[str]
    backgrounds: list[Path]

    @classmethod
    def of(cls, args: argparse.Namespace) -> Material:
        """What a `drawing` command line names; Refusal where a folder is missing."""
        return _material(existing(args.faces), args.backgrounds, tuple(args.fonts), tuple(args.held_out),
                         args.part == "validation")


@lru_cache(maxsize=1)  # it takes half a minute, and a process draws many pieces of it
def _material(faces: Path, backgrounds: Path, fonts: tuple[Path, ...], held_out: tuple[str, ...], validation: bool
              ) -> Material:
    tops = surfaces(backgrounds, validation)
    decks = [deck for deck in load_decks(faces) if (deck.family in held_out) == validation]
    return Material(decks, part_of(usable_fonts([f for f in fonts if f.is_dir()]), validation), tops)


def surfaces(folder: Path, validation: bool) -> list[Path]:
    """The table surfaces (.jpg) of one part; Refusal where there are none."""
    found = [Path(b) for b in part_of(sorted(map(str, existing(folder).glob("*.jpg"))), validation)]
    if not found:
        raise Refusal(f"{folder} holds no table surfaces (.jpg).")
    return found


def existing(folder: Path) -> Path:
    """The folder; Refusal where there is none."""
    if not folder.is_dir():
        raise Refusal(f"There is no folder {folder}.")
    return folder


def part_of(items: list[str], validation: bool) -> list[str]:
    """Every seventh item for validation, the others for training."""
    return [item for k, item in enumerate(items) if (k % 7 == 3) == validation]

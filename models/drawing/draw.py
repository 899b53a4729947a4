"""Draw training scenes to disk.

    python -m models draw --faces FACES --backgrounds BACKGROUNDS --out WORK/scenes --count 6000

Writes `<seed>-<n>.jpg` and one line of truth per scene into `truth-*.jsonl`; the same once more goes on after an
interruption.  Art families named by --held-out (or those of --part validation) are kept apart: draw twice, once per
part.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from models.drawing.card_scenes import HARD, MELDS, CardSource, Mix, draw_scene
from models.drawing.command import Material, drawing, run
from models.drawing.german_suits import MANNERS, GermanPacks
from models.drawing.glyphs import LETTERS
from models.drawing.scene_files import Painter, write_scenes
from rules.core.errors import Refusal


def card_painter(args: argparse.Namespace) -> Painter:
    """Draws scenes with cards of the material that a command line names."""
    material, mix = Material.of(args), mix_of(args)
    source = GermanPacks(material.fonts, mix) if mix.german else CardSource(material.decks, material.fonts, mix)

    def paint(rng: np.random.Generator) -> tuple[np.ndarray, dict[str, Any]]:
        scene = draw_scene(rng, source, material.backgrounds, args.tidy)
        return scene.image, scene.truth()

    return paint


def mix_of(args: argparse.Namespace) -> Mix:
    """What the command line wants to be frequent; Refusal for letters that nobody prints."""
    if args.letters and args.letters not in LETTERS:
        raise Refusal(f"Letters are one of {', '.join(LETTERS)}, not {args.letters}.")
    mix = replace(MELDS if args.melds else HARD if args.hard else Mix(), german=args.german or "")
    return replace(mix, english=0.0, others=(args.letters,)) if args.letters else mix


def draw(args: argparse.Namespace) -> None:
    """Draw what the command line asks for."""
    write_scenes(partial(card_painter, args), args)


def main() -> int:
    """Run the command."""
    parser = drawing("python -m models draw", __doc__, count=6000)
    parser.add_argument("--hard", action="store_true", help="more jokers, other letters, small cards and fans")
    parser.add_argument("--melds", action="store_true", help="strips of cards below others, small and moving cards")
    parser.add_argument("--letters", help="of the packs that the code prints indices on: English, German, Dutch...")
    parser.add_argument("--german", choices=MANNERS, help="packs with German suits instead, drawn in this manner")
    return run(parser, draw)


if __name__ == "__main__":
    sys.exit(main())

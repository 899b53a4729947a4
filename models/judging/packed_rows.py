"""How well cards are read that lie packed in rows and fans, at every angle: drawn scenes of packs kept out of training.

    python -m models judge packed --faces FACES --backgrounds SURFACES

The same cards lie a given pitch apart (the middles of neighbours in a row, of neighbouring indices in a fan), turned
as a whole by each angle.  Asked are cards with an index of at least 13 px in plain sight, as in
`models.judging.photographs`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.drawing.camera_effects import good_photograph
from models.drawing.card_scenes import DrawnScene, card_truth, index_truths
from models.drawing.command import Material, add_material, run
from models.drawing.drawn_faces import drawn_face
from models.drawing.flat_table import SIZE, DrawnTable, Pose, load_picture, place
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import RANKS, SUITS, Face
from models.judging.photographs import HEAD, Score, score
from models.judging.taught_decks import labelled
from vision.reading.reader import TableReader

CARD_MM = (63.0, 88.0)
PX_PER_MM = 1.6
COUNT = 11  # cards in a row or fan
RADIUS_MM = 120.0  # from a fan's pivot to its cards' middles


@dataclass(frozen=True)
class Laid:
    """One arrangement: faces from below to above, layout ("row" or "fan") and pitch in mm, seed of table and light."""

    faces: tuple[Face, ...]
    fan: bool
    pitch: float
    background: Path
    seed: int

    def poses(self, angle: float) -> Iterator[Pose]:
        """Where the cards lie, px from the middle of the table."""
        c, s = np.cos(angle), np.sin(angle)
        for k in np.arange(len(self.faces)) - (len(self.faces) - 1) / 2:
            spread = k * self.pitch / (RADIUS_MM + CARD_MM[1] / 2) if self.fan else 0.0
            x, y = ((RADIUS_MM * np.sin(spread), RADIUS_MM * (0.85 - np.cos(spread))) if self.fan
                    else (k * self.pitch, 0.0))
            yield PX_PER_MM * (c * x - s * y), PX_PER_MM * (s * x + c * y), angle + spread

    def scene(self, angle: float) -> DrawnScene:
        """The picture, seen straight from above, and the truth about it."""
        rng = np.random.default_rng(self.seed)
        above = np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1.0]])
        table = DrawnTable(load_picture(self.background), above)
        laid = []
        for number, (face, pose) in enumerate(zip(self.faces, self.poses(angle), strict=True)):
            to_scene = table.h @ place(pose, face.image, PX_PER_MM * CARD_MM[1])
            table.lay(face.image, to_scene, number, 0.3)
            laid.append((face, to_scene))
        cards = tuple(card_truth(table, face, h, n) for n, (face, h) in enumerate(laid))
        indices = tuple(t for n, (face, h) in enumerate(laid) for t in index_truths(table, face, h, n))
        return DrawnScene(good_photograph(table.image, rng), cards, tuple(t for t in indices if t.visible > 0))


def arrangements(args: argparse.Namespace) -> Iterator[Laid]:
    """Each held-out pack and as many drawn ones, in rows and fans of every pitch."""
    material = Material.of(args)
    rng = np.random.default_rng(args.seed)
    decks = [d for d in material.decks if d.weight > 0.5]
    for number in range(args.packs):
        deck = decks[number // 2 % len(decks)] if number % 2 else None
        style = IndexStyle.random(rng, material.fonts, english=1.0)
        for fan in (False, True):
            for pitch in args.pitches:
                names = [RANKS[k % 13] + SUITS[k // 13] for k in rng.permutation(52)[:COUNT]]
                faces = tuple(deck.face(name) if deck else drawn_face(name, style, rng) for name in names)
                surface = material.backgrounds[int(rng.integers(len(material.backgrounds)))]
                yield Laid(faces, fan, pitch, surface, int(rng.integers(1 << 30)))


def measure(args: argparse.Namespace) -> None:
    """Print the figures by pitch and by angle."""
    reader = TableReader(args.models)
    angles = np.arange(args.angles) * 360 / args.angles
    by_pitch: dict[str, Score] = {}
    by_angle = {angle: Score() for angle in angles}
    for laid in arrangements(args):
        for angle in angles:
            scene = laid.scene(np.radians(angle))
            one = score(reader.read(scene.image), labelled(scene), [])
            by_angle[angle].add(one)
            by_pitch.setdefault(f"{'fan' if laid.fan else 'row'}, {laid.pitch:.0f} mm", Score()).add(one)
    print(HEAD)
    total = Score()
    for name, one in by_pitch.items():
        print(one.row(name))
        total.add(one)
    for angle, one in by_angle.items():
        print(one.row(f"turned by {angle:.0f} degrees"))
    print(total.row("all"))
    recalls = [one.right / max(one.cards, 1) for one in by_angle.values()]
    print(f"between the best and the worst angle: {max(recalls) - min(recalls):.1%}")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge packed", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_material(parser)
    parser.set_defaults(part="validation")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--packs", type=int, default=8, help="packs, half of them scanned ones kept out of training")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pitches", type=float, nargs="+", default=[8, 10, 12, 15, 20, 25], help="mm")
    parser.add_argument("--angles", type=int, default=12, help="how many, evenly over the circle")
    return run(parser, measure)


if __name__ == "__main__":
    sys.exit(main())

"""How well cards are told apart that lie one upon the other: drawn scenes of packs kept out of training.

    python -m models judge laid --faces FACES --backgrounds SURFACES

In each scene pairs of equal cards, or of unlike ones, lie upon each other, the upper one shifted by the same step; or
columns of five leave strips of that step.  Asked are cards with an index of at least 13 px in plain sight, as in
`models.judging.photographs`; `joined` are detections whose marks are printed on two different cards, and `surely` those
of them of which some name is believed with 0.9 and more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.drawing.camera_effects import good_photograph, photograph
from models.drawing.card_scenes import DrawnScene, truths
from models.drawing.command import Material, add_material, run
from models.drawing.drawn_faces import drawn_face
from models.drawing.flat_table import SIZE, DrawnTable, Pose, load_picture, place
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import LABELS, Face
from models.judging.packed_rows import CARD_MM
from models.judging.photographs import HEAD, Score, score
from models.judging.taught_decks import labelled
from vision.detections import Detections
from vision.reading.reader import TableReader
from vision.reading.unknown_pack import Trust

COLUMN = 5  # cards in a column
TURN = 0.06  # radians by which a card lies askew, about
AT_MARK = 0.6  # index lengths from a printed index within which a mark is that index
BELIEVED = 0.9
KINDS = ("alike", "unlike", "column")


@dataclass
class LaidScore:
    """What was said of scenes of one kind.  joined: detections with marks of two cards; surely: those believed."""

    score: Score
    joined: int = 0
    surely: int = 0

    def add(self, scene: DrawnScene, found: Detections) -> None:
        """Count one picture in."""
        self.score.add(score(found, labelled(scene), []))
        joined = [k for k in range(len(found)) if len(cards_marked(found.index_px[k], scene)) > 1]
        self.joined += len(joined)
        self.surely += sum(float(np.exp(found.log_name[k].max())) >= BELIEVED for k in joined)

    def row(self, name: str) -> str:
        """One line of the table."""
        return f"{self.score.row(name)}{self.joined:8}{self.surely:8}"


def cards_marked(marks: np.ndarray, scene: DrawnScene) -> set[int]:
    """The cards on which marks (k, 2) in pixels are printed, by their numbers."""
    centres = np.array([index.centre for index in scene.indices]).reshape(-1, 2)
    sizes = np.array([index.size for index in scene.indices])
    away = np.hypot(*(marks[:, None] - centres[None]).transpose(2, 0, 1)) / np.maximum(sizes, 1)
    return {scene.indices[int(row.argmin())].card for row in away if len(row) and row.min() < AT_MARK}


def places(kind: str, step_px: float, tall: float, rng: np.random.Generator) -> list[list[Pose]]:
    """Where the cards of each group lie, from below to above, in px from the middle of the picture."""
    count = COLUMN if kind == "column" else 2
    room = 1.25 * (tall + (count - 1) * step_px)
    across = max(1, int(SIZE // room))
    grid = (np.arange(across) - (across - 1) / 2) * room
    groups = []
    for x in grid.tolist():
        for y in grid.tolist():
            angle = float(rng.uniform(0, 2 * np.pi))
            way = angle + (np.pi / 2 if kind == "column" else float(rng.uniform(0, 2 * np.pi)))
            shift = step_px * np.array([np.cos(way), np.sin(way)])
            groups.append([(x + float(shift[0]) * k, y + float(shift[1]) * k, angle + float(rng.normal(0, TURN)))
                           for k in np.arange(count) - (count - 1) / 2])
    return groups


def names_of(kind: str, count: int, rng: np.random.Generator) -> Sequence[str]:
    """The cards of a group."""
    if kind == "alike":
        return [str(rng.choice(LABELS))] * count
    return [str(name) for name in rng.choice(LABELS, count, replace=False)]


def scene_of_groups(groups: Sequence[Sequence[tuple[Face, Pose]]], background: Path, tall: float, rough: bool,
                    rng: np.random.Generator) -> DrawnScene:
    """The picture, seen straight from above, and the truth about it."""
    table = DrawnTable(load_picture(background), np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1.0]]))
    laid: list[tuple[Face, np.ndarray]] = []
    for face, pose in (card for group in groups for card in group):
        to_scene = table.h @ place(pose, face.image, tall)
        table.lay(face.image, to_scene, len(laid), 0.3)
        laid.append((face, to_scene))
    cards, indices = truths(table, laid)
    return DrawnScene((photograph if rough else good_photograph)(table.image, rng), cards, indices)


def laid_scenes(args: argparse.Namespace, kind: str, step_mm: float) -> Iterator[DrawnScene]:
    """So many scenes of one kind, every other one of a scanned pack kept out, the others of drawn ones."""
    material = Material.of(args)
    decks = [deck for deck in material.decks if deck.weight > 0.5]
    for number in range(args.count):
        rng = np.random.default_rng([args.seed, KINDS.index(kind), round(10 * step_mm), number])
        style = IndexStyle.random(rng, material.fonts, english=1.0)
        deck = decks[number // 2 % len(decks)] if number % 2 else None
        groups = [[(deck.face(name) if deck else drawn_face(name, style, rng), pose)
                   for name, pose in zip(names_of(kind, len(poses), rng), poses, strict=True)]
                  for poses in places(kind, step_mm * args.tall / CARD_MM[1], args.tall, rng)]
        surface = material.backgrounds[int(rng.integers(len(material.backgrounds)))]
        yield scene_of_groups(groups, surface, args.tall, args.rough, rng)


def measure(args: argparse.Namespace) -> None:
    """Print a row for each kind and step."""
    reader = TableReader(args.models)
    print(f"{HEAD}{'joined':>8}{'surely':>8}")
    total = LaidScore(Score())
    for kind in args.kinds:
        for step_mm in args.steps:
            told = LaidScore(Score())
            for scene in laid_scenes(args, kind, step_mm):
                reader.trust = Trust.FULL  # each scene is of another pack
                found = reader.read(scene.image)
                told.add(scene, found)
                total.add(scene, found)
            print(told.row(f"{kind}, {step_mm:.0f} mm"), flush=True)
    print(total.row("all"))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge laid", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_material(parser)
    parser.set_defaults(part="validation")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--count", type=int, default=12, help="scenes of each kind and step")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--steps", type=float, nargs="+", default=[10, 15, 20, 25], help="mm, of a card of 88")
    parser.add_argument("--tall", type=float, default=120.0, help="px, height of a card")
    parser.add_argument("--rough", action="store_true", help="taken badly: dim, blurred, noisy")
    parser.add_argument("--seed", type=int, default=1)
    return run(parser, measure)


if __name__ == "__main__":
    sys.exit(main())

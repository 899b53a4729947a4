"""Which designs of packs are read, and whether one that is not is noticed by its third card.

    python -m models judge designs --faces FACES --backgrounds SURFACES

Cards of one design at a time lie free on a table, more from picture to picture, seen from above in good light.  A row
tells how many were read when all lay there, and with how many cards, in each of the layouts, it was said that the pack
is none that is known (`vision.reading.unknown_pack`); `-` is never.  Below: how often that was said of designs of which
less than half is read, and of the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.drawing.camera_effects import good_photograph
from models.drawing.command import existing, run, surfaces
from models.drawing.flat_table import load_picture, place, rot_z
from models.drawing.photographed_faces import LABELS, read_face
from models.judging.photographs import HEAD, Score, score
from models.training.labelled import Labelled
from rules.core.errors import Refusal
from vision.detections import Detections
from vision.reading.reader import TableReader
from vision.reading.unknown_pack import Trust, is_unknown

PICTURE = (1280, 720)  # px
ROWS, COLUMNS = 2, 5  # of cards
TURN = 0.25  # radians by which a card lies askew, about
LOOKED_AT = (3, 6, 10)  # numbers of cards at which a picture is taken
MISPRINTED = ("konqi_modern",)  # its suits have wrong colours
READ = 0.5  # share of a design's cards below which it is not read


@dataclass
class DesignScore:
    """What was said of one design.  told: of each layout the number of cards at which the pack was said to be unknown,
    0 where it was not."""

    score: Score = field(default_factory=Score)
    told: list[int] = field(default_factory=list)

    @property
    def is_read(self) -> bool:
        """Whether the design is one that is read, more or less."""
        return self.score.right >= READ * self.score.cards

    def row(self, name: str) -> str:
        """One line of the table."""
        return f"{self.score.row(name)}   {' '.join(str(k) if k else '-' for k in self.told)}"


def design(folder: Path) -> dict[str, np.ndarray]:
    """The faces (h, w, 4) of a folder by their names, without their drawn outlines; empty where some are missing."""
    if any(not (folder / f"{label}.webp").exists() for label in LABELS):
        return {}
    meta = folder / "meta.json"
    outline = float(json.loads(meta.read_text()).get("edge_outline_px", 0)) if meta.exists() else 0.0
    return {label: read_face(folder / f"{label}.webp", outline) for label in LABELS}


def on_the_table(tall: float, rng: np.random.Generator) -> list[np.ndarray]:
    """Maps (3, 3) from a face's pixels, as `place` has them from the middle, to the picture: where cards lie free."""
    across, down = PICTURE[0] / COLUMNS, PICTURE[1] / ROWS
    spots = [(across * (k % COLUMNS + 0.5), down * (k // COLUMNS + 0.5)) for k in range(ROWS * COLUMNS)]
    maps = []
    for k in rng.permutation(len(spots)):
        to_picture = rot_z(float(rng.normal(0, TURN)) + np.pi / 2 * int(rng.integers(4)))
        to_picture[:2, 2] = np.array(spots[k]) + rng.uniform(-0.05, 0.05, 2) * tall
        maps.append(to_picture @ place((0.0, 0.0, 0.0), np.zeros((480, 336)), tall))
    return maps


def laid(picture: np.ndarray, face: np.ndarray, to_picture: np.ndarray) -> np.ndarray:
    """The picture with a face (h, w, 4) upon it."""
    warped = cv2.warpPerspective(face, to_picture, PICTURE, flags=cv2.INTER_AREA)
    alpha = warped[..., 3:].astype(np.float32) / 255
    return (warped[..., :3] * alpha + picture * (1 - alpha)).astype(np.uint8)


def box_around(face: np.ndarray, to_picture: np.ndarray) -> tuple[float, float, float, float]:
    """What a face (h, w, 4) takes up in the picture."""
    h, w = face.shape[:2]
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), to_picture)[0]
    return (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())


def judged(faces: dict[str, np.ndarray], reader: TableReader, background: Path, tall: float, rng: np.random.Generator,
           result: DesignScore) -> None:
    """Count one layout in."""
    picture, found = cv2.resize(load_picture(background), PICTURE), Detections.empty()
    cards: list[Labelled] = []
    told = 0
    names: Sequence[str] = rng.choice(LABELS, ROWS * COLUMNS, replace=False).tolist()
    reader.trust = Trust.FULL
    for count, (name, to_picture) in enumerate(zip(names, on_the_table(tall, rng), strict=True), 1):
        picture = laid(picture, faces[name], to_picture)
        cards.append(Labelled(name, box_around(faces[name], to_picture), True))
        if count in LOOKED_AT:
            found = reader.read(good_photograph(picture, rng))
            told = told or (count if is_unknown(found) else 0)
    result.score.add(score(found, cards, []))
    result.told.append(told)


def measure(args: argparse.Namespace) -> None:
    """Print a row for each design, and how many were noticed."""
    reader, tables = TableReader(args.models), surfaces(args.backgrounds, validation=True)
    wanted = args.designs or [sub.name for sub in sorted(existing(args.faces).iterdir())
                              if sub.is_dir() and sub.name not in MISPRINTED]
    print(f"{HEAD}   told by")
    results = []
    for name in wanted:
        faces, result = design(existing(args.faces / name)), DesignScore()
        if not faces:
            raise Refusal(f"{args.faces / name} lacks some of the 52 faces.")
        for number in range(args.count):
            rng = np.random.default_rng([args.seed, number])
            judged(faces, reader, tables[int(rng.integers(len(tables)))], args.tall, rng, result)
        print(result.row(name), flush=True)
        results.append(result)
    print(summary("not read", [k for one in results if not one.is_read for k in one.told]),
          summary("read", [k for one in results if one.is_read for k in one.told]), sep="\n")


def summary(name: str, told: list[int]) -> str:
    """How often packs were said to be unknown by each number of cards."""
    by = ", ".join(f"{sum(0 < k <= most for k in told)} by {most} cards" for most in LOOKED_AT)
    return f"{name}: of {len(told)} layouts said to be unknown {by}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m models judge designs", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faces", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of table surfaces (.jpg)")
    parser.add_argument("--designs", nargs="*", help="names of deck folders (default: all)")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files (default: the project's)")
    parser.add_argument("--count", type=int, default=3, help="layouts of each design")
    parser.add_argument("--tall", type=float, default=150.0, help="px, height of a card")
    parser.add_argument("--seed", type=int, default=1)
    return run(parser, measure)


if __name__ == "__main__":
    sys.exit(main())

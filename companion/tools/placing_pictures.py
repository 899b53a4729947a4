"""Three pictures of how a phone is placed above a table: on books, on a gooseneck, on a lamp.

    python -m companion.tools placing -o docs

Table and cards are drawn by the film's renderer; what stands on the table is put into the same camera's picture, the
farthest first.  What the phone sees is tinted.  Millimetres: x to the right, y towards us, z up.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.filming.camera import Camera
from companion.filming.faces import DrawnFaces
from companion.filming.scene import CardPose, LyingCard, Scene
from companion.filming.surface import drawn_surface, laid_out
from vision.frames import read_picture

SIZE = (1800, 1350)
SHOWN = (1200, 900)
SEED = 11  # a felt that does not draw attention to itself
HIGH_MM = 480.0  # of the phone
SEES_MM = (520.0, 300.0)  # of the table, from there
PHONE_MM = (150.0, 72.0, 9.0)
CARDS = (("5D", -70, 0, 4), ("QS", 40, 10, -7), ("TH", 60, 20, 9), ("", -180, -10, 2))
INK, GLASS, STEEL, GREEN = (52, 46, 44), (80, 66, 58), (150, 152, 156), (120, 200, 110)
BOOKS = ((66, 84, 150), (120, 90, 60), (70, 120, 80), (150, 130, 90), (60, 60, 90), (95, 140, 160))
AROUND = ((-1, -1), (1, -1), (1, 1), (-1, 1))
LIGHT = np.array([-0.45, 0.35, 0.82])  # where it comes from


class RoomCorner:
    """A corner of a room: the table, and what stands on it."""

    def __init__(self) -> None:
        self.camera = Camera.over((-540, -250, 500, 250), SIZE, tilt_deg=-58)
        lowered = np.array([[1, 0, 0], [0, 1, 0.22 * SIZE[1]], [0, 0, 1.0]])  # room above the table
        self.camera = Camera(SIZE, lowered @ self.camera.matrix)
        texture, mm_per_px = drawn_surface(np.random.default_rng(SEED))
        ground = laid_out(texture, mm_per_px, self.camera)
        scene = Scene(self.camera, ground, np.ones((*SIZE[::-1], 3), np.float32), np.zeros(SIZE[::-1], np.float32),
                      DrawnFaces())
        for label, x, y, turn in CARDS:
            scene.lay(LyingCard(label, CardPose(x, y, turn)))
        self.picture = scene.picture.copy()
        self._wall()

    def px(self, points_mm: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
        """(n, 3) millimetres to (n, 2) pixels."""
        at = np.column_stack([np.asarray(points_mm, float), np.ones(len(points_mm))]) @ self.camera.matrix.T
        return np.asarray(at[:, :2] / at[:, 2:])

    def shape(self, points_mm: Sequence[Sequence[float]] | np.ndarray, colour: Sequence[float], share: float = 1.0
              ) -> None:
        """A flat shape with corners in the room; share: how much of the colour covers what is behind."""
        filled = self.picture.copy()
        cv2.fillPoly(filled, [np.round(self.px(points_mm)).astype(np.int32)], tuple(map(float, colour)), cv2.LINE_AA)
        self.picture = cv2.addWeighted(filled, share, self.picture, 1 - share, 0)

    def box(self, middle: Sequence[float], size: Sequence[float], colour: Sequence[float], turn: float = 0.0) -> None:
        """A box that stands with the middle of its underside there, turned about the upright."""
        (x, y, z), (wide, deep, high) = middle, np.array(size) / (2, 2, 1)
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        corner = {(i, j, k): (x + c * i * wide - s * j * deep, y + s * i * wide + c * j * deep, z + k * high)
                  for i in (-1, 1) for j in (-1, 1) for k in (0, 1)}
        sides = {(-1, 0): ((-1, -1), (-1, 1)), (1, 0): ((1, -1), (1, 1)), (0, 1): ((-1, 1), (1, 1))}
        for (dx, dy), edge in sides.items():
            normal = np.array([c * dx - s * dy, s * dx + c * dy, 0.0])
            self.shape([corner[(*edge[0], 0)], corner[(*edge[1], 0)], corner[(*edge[1], 1)], corner[(*edge[0], 1)]],
                       in_light(colour, normal))
        self.shape([corner[i, j, 1] for i, j in AROUND], in_light(colour, np.array([0, 0, 1.0])))

    def tube(self, points_mm: np.ndarray, across_mm: float, colour: Sequence[float]) -> None:
        """A round bar along these points (n, 3)."""
        px = self.px(points_mm)
        width = across_mm * self.camera.scale((0, 0))
        for tint, part, shift in ((0.55, 1.0, 0.0), (1.0, 0.62, -0.12), (1.35, 0.2, -0.24)):
            line = np.round((px + shift * width) * 16).astype(np.int32)
            cv2.polylines(self.picture, [line], False, tuple(min(255.0, tint * one) for one in colour),
                          max(1, round(width * part)), cv2.LINE_AA, 4)

    def phone(self, x: float, y: float, z: float, turn: float = 0.0) -> None:
        """A phone that lies flat in the air, its screen up, and what it sees."""
        wide, deep = np.array(SEES_MM) / 2
        eye = (x, y, z)
        table = [(x + i * wide, y + j * deep, 0.0) for i, j in AROUND]
        for one, other in zip(table, [*table[1:], table[0]], strict=True):
            self.shape([eye, one, other], GREEN, 0.10)
        self.shape(table, GREEN, 0.16)
        outline = np.round(self.px(table)).astype(np.int32)
        cv2.polylines(self.picture, [outline], True, GREEN, 5, cv2.LINE_AA)
        self.box((x, y, z), PHONE_MM, INK, turn)
        inside = np.array(PHONE_MM[:2]) / 2 - 5
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        flat = [(i * inside[0], j * inside[1]) for i, j in AROUND]
        self.shape([(x + c * u - s * v, y + s * u + c * v, z + PHONE_MM[2]) for u, v in flat], GLASS)

    def height(self, x: float, y: float, z: float) -> None:
        """An arrow from the table up, and how long it is."""
        low, high = self.px([(x, y, 0), (x, y, z)])
        at = np.round((low + high) / 2 + (24, 0)).astype(int).tolist()
        for colour, more in (((255, 255, 255), 8), (INK, 0)):  # dark with a light edge, to be seen on either ground
            for start, end in ((low, high), (high, low)):
                cv2.arrowedLine(self.picture, np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist(),
                                colour, 6 + more, cv2.LINE_AA, tipLength=0.05)
            cv2.putText(self.picture, "45-60 cm", at, cv2.FONT_HERSHEY_DUPLEX, 1.7, colour, 3 + more, cv2.LINE_AA)

    def _wall(self) -> None:
        """Beyond the table's far edge."""
        edge = float(self.px([(0, -430, 0)])[0, 1])
        rows = int(max(0, edge))
        shade = np.linspace(205, 228, max(rows, 1))[:, None, None]
        self.picture[:rows] = np.clip(shade * (0.90, 0.97, 1.0), 0, 255).astype(np.uint8)
        self.picture[rows:rows + 14] = (38, 60, 34)


def in_light(colour: Sequence[float], normal: np.ndarray) -> tuple[float, ...]:
    """A colour under the light."""
    light = 0.55 + 0.5 * max(0.0, float(normal @ LIGHT))
    return tuple(min(255.0, light * one) for one in colour)


def on_books() -> np.ndarray:
    """A stack of books, the phone reaching out from it under one more."""
    corner = RoomCorner()
    x, z = -425.0, 0.0
    rng = np.random.default_rng(5)
    for number in range(13):
        high = float(rng.uniform(30, 42))
        corner.box((x + rng.uniform(-6, 6), rng.uniform(-8, 8), z), (190, 250, high), BOOKS[number % len(BOOKS)],
                   float(rng.uniform(-3, 3)))
        z += high
    corner.box((x + 160, 0, z), (500, 40, 8), (96, 150, 190))  # a ruler carries it
    corner.phone(-40, 0, z + 8)
    corner.box((x - 10, 0, z + 8), (180, 240, 40), BOOKS[3], 2)
    corner.height(290, 0, z)
    return corner.picture


def on_a_gooseneck() -> np.ndarray:
    """A bent arm, clamped to the table's far edge."""
    corner = RoomCorner()
    corner.box((330, -225, 0), (60, 50, 46), INK)
    turn = np.linspace(0, 1, 40)[:, None]
    points = ((1 - turn)**3 * (330, -225, 40) + 3 * (1 - turn)**2 * turn * (400, -225, 540)
              + 3 * (1 - turn) * turn**2 * (110, -120, 650) + turn**3 * (0, 0, HIGH_MM + 20))
    corner.phone(0, 0, HIGH_MM)
    corner.tube(points, 15, STEEL)
    corner.box((0, 0, HIGH_MM + 9), (34, 84, 16), INK)
    corner.height(-330, 0, HIGH_MM)
    return corner.picture


def on_a_lamp() -> np.ndarray:
    """A desk lamp whose arm carries the phone in two rubber bands."""
    corner = RoomCorner()
    corner.box((-390, -150, 0), (150, 150, 22), (60, 62, 66))
    corner.tube(np.array([(-390, -150, 22), (-330, -120, 330)]), 17, STEEL)
    corner.tube(np.array([(-330, -120, 330), (-250, -90, HIGH_MM + 34)]), 17, STEEL)
    corner.phone(-20, 0, HIGH_MM)
    corner.tube(np.array([(-250, -90, HIGH_MM + 34), (60, 10, HIGH_MM + 18)]), 17, STEEL)
    for along in (-45, 30):
        corner.box((along, 0, HIGH_MM - 2), (12, 78, 28), (60, 60, 190))
    corner.height(330, 0, HIGH_MM)
    return corner.picture


PICTURES = {"phone-on-books": on_books, "phone-on-a-gooseneck": on_a_gooseneck, "phone-on-a-lamp": on_a_lamp}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools placing", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        file = args.output / f"{name}.jpg"
        small = cv2.resize(draw(), SHOWN, interpolation=cv2.INTER_AREA)
        file.write_bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 86])[1].tobytes())
        read_picture(file)
        print(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Drawn dice: rounded cubes under a tilted camera on tables with cards and other things, and the truth.

    source = CardSource(decks, fonts)
    scene = draw_dice_scene(np.random.default_rng(7), source, backgrounds)

Each die is traced as a solid (a box with round edges, often cut by a sphere) of any colour, its pips painted
on its faces, so that its sides, shades and shadows are those of a cube.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.drawing.camera_effects import good_photograph, photograph
from models.drawing.card_scenes import CardSource, weathered
from models.drawing.clutter import anywhere, ints, occlude
from models.drawing.flat_table import SIZE, DrawnTable, apply, load_picture, place, rot_x, rot_z
from models.drawing.glyphs import can_write, glyph_mask

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))}
USUAL = ((240, 242, 245), (235, 245, 250), (200, 230, 245), (25, 25, 28), (40, 35, 190), (30, 30, 220), (170, 70, 25),
         (190, 120, 30), (60, 130, 30), (40, 200, 240), (150, 50, 110), (60, 140, 240), (130, 130, 135))  # BGR
STEPS = 22  # of the tracing
SIGNS = "☠★☆♞♜♛✈⚓☀☾☯⚔✠✪♣♠♥♦❄☘☢⚡✿❀✚"  # such as makers print in place of a number


@dataclass(frozen=True)
class DieTruth:
    """One die (px of the scene): corners of its upper face, the pips it shows (0: a mark that counts nothing),
    and the share of the upper face that is not covered."""

    quad: tuple[tuple[float, float], ...]
    pips: int
    visible: float


@dataclass(frozen=True)
class DiceScene:
    """A picture (SIZE, SIZE, 3) uint8 BGR and its dice."""

    image: np.ndarray
    dice: tuple[DieTruth, ...]

    def truth(self) -> dict[str, Any]:
        """What is written beside the picture, as plain data."""
        return {"dice": [asdict(d) for d in self.dice]}


@dataclass(frozen=True)
class View:
    """A camera over the table: table px x, y (right, down) and z (away from the camera) to scene px."""

    rotation: np.ndarray  # (3, 3)
    focal: float

    @classmethod
    def random(cls, rng: np.random.Generator, steepest: float = 1.05) -> View:
        """Mostly from above, at most `steepest` radians aside."""
        tilt = min(abs(rng.normal(0, 0.5)), steepest)
        turn, roll = rng.uniform(0, 2 * np.pi, 2)
        return cls(rot_z(roll) @ rot_z(turn) @ rot_x(tilt) @ rot_z(-turn), SIZE * float(rng.uniform(0.9, 2.5)))

    @property
    def homography(self) -> np.ndarray:
        """(3, 3) from table px to scene px."""
        plane = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], [0, 0, self.focal]])
        h = np.array([[self.focal, 0, SIZE / 2], [0, self.focal, SIZE / 2], [0, 0, 1]]) @ plane
        return np.asarray(h / h[2, 2])

    @property
    def eye(self) -> np.ndarray:
        """Where the camera is, (3,) table px."""
        return np.asarray(-self.rotation.T @ np.array([0, 0, self.focal]))

    def project(self, points: np.ndarray) -> np.ndarray:
        """(n, 3) table px to (n, 2) scene px."""
        seen = points @ self.rotation.T + np.array([0, 0, self.focal])
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + SIZE / 2)

    def rays(self, xy: np.ndarray) -> np.ndarray:
        """Directions (n, 3), table frame, of scene px (n, 2)."""
        d = np.column_stack([(xy - SIZE / 2) / self.focal, np.ones(len(xy))]) @ self.rotation
        return np.asarray(d / np.linalg.norm(d, axis=1, keepdims=True))


@dataclass(frozen=True)
class DieStyle:
    """What dice of one set look like; lengths in half edges."""

    body: np.ndarray
    ink: np.ndarray
    one_ink: np.ndarray
    rounding: float
    sphere: float
    pip: float
    one_pip: float
    spread: float
    gloss: float
    marble: float
    ring: bool
    logo: int  # the number that is shown by a mark instead, 0 for none
    mark: np.ndarray

    @classmethod
    def random(cls, rng: np.random.Generator, fonts: Sequence[str] = ()) -> DieStyle:
        """Any colour with pips that stand out; fonts: files that signs are taken from."""
        body, ink = colour_pair(rng)
        one = np.array([40, 30, 200.0]) if rng.random() < 0.1 and body.mean() > 150 else ink
        pip = float(rng.uniform(0.13, 0.24))
        return cls(body, ink, one, float(rng.uniform(0.05, 0.45)),
                   float(rng.uniform(1.28, 1.7)) if rng.random() < 0.5 else 2.0, pip,
                   pip * (float(rng.uniform(1.3, 1.8)) if rng.random() < 0.15 else 1.0),
                   float(rng.uniform(0.4, 0.58)), float(rng.uniform(0, 1)) ** 2,
                   float(rng.uniform(0, 0.35)) if rng.random() < 0.3 else 0.0, bool(rng.random() < 0.1),
                   int(rng.choice([1, 6])) if rng.random() < 0.3 else 0, random_mark(rng, fonts))


def colour_pair(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Colours of a body and of pips that can be told from it, (3,) float BGR."""
    while True:
        body = np.array(USUAL[rng.integers(len(USUAL))], float) if rng.random() < 0.6 else rng.uniform(10, 245, 3)
        roll = rng.random()
        ink = (np.full(3, rng.uniform(225, 255)) if roll < 0.5 else np.full(3, rng.uniform(5, 40)) if roll < 0.85
               else np.array([70, 170, 205.0]) if roll < 0.92 else rng.uniform(0, 255, 3))
        body = np.clip(body + rng.normal(0, 8, 3), 3, 252)
        grey = np.array([0.11, 0.59, 0.3])
        if abs(float((body - ink) @ grey)) > 65:
            return body, ink


def solid(p: np.ndarray, style: DieStyle) -> np.ndarray:
    """Distance of points (n, 3) to the die's surface, half edges; negative inside."""
    q = np.abs(p) - (1 - style.rounding)
    box = np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0) - style.rounding
    return np.asarray(np.maximum(box, np.linalg.norm(p, axis=1) - style.sphere))


def faces_of(top: int, rng: np.random.Generator) -> dict[tuple[int, int], tuple[int, bool]]:
    """(axis, sign) -> number and whether its pattern is turned; opposite faces add up to 7.  Up is (2, -1)."""
    x = int(rng.choice([n for n in range(1, 7) if n not in (top, 7 - top)]))
    y = int(rng.choice([n for n in range(1, 7) if n not in (top, 7 - top, x, 7 - x)]))
    numbers = {(2, -1): top, (2, 1): 7 - top, (0, 1): x, (0, -1): 7 - x, (1, 1): y, (1, -1): 7 - y}
    return {face: (number, bool(rng.random() < 0.5)) for face, number in numbers.items()}


def inked(u: np.ndarray, v: np.ndarray, number: int, turned: bool, style: DieStyle, soft: float) -> np.ndarray:
    """How much ink lies at points of a face with coordinates u, v (n,) in half edges: 0..1."""
    if turned:
        u, v = -v, u
    if number == style.logo:
        at = np.clip((np.stack([v, u], axis=1) + 1) / 2 * len(style.mark), 0, len(style.mark) - 1).astype(int)
        return np.asarray(style.mark[at[:, 0], at[:, 1]])
    radius = style.one_pip if number == 1 else style.pip
    across = style.spread * (0.85 if number == 6 and style.pip > 0.2 else 1.0)
    near = np.min([np.hypot(u - a * across, v - b * style.spread) for a, b in PIPS[number]], axis=0)
    ink = np.clip((radius - near) / soft + 0.5, 0, 1)
    return np.asarray(ink * np.clip((near - 0.45 * radius) / soft + 0.5, 0.25, 1) if style.ring else ink)


@lru_cache(maxsize=4)
def with_signs(fonts: tuple[str, ...]) -> tuple[str, ...]:
    """The fonts that can write every sign."""
    return tuple(font for font in fonts if all(can_write(font, (sign,)) for sign in SIGNS))


def random_mark(rng: np.random.Generator, fonts: Sequence[str] = (), side: int = 96) -> np.ndarray:
    """A letter, a digit, a sign or an emblem that counts nothing, (side, side) float32 0..1."""
    mask = np.zeros((side, side), np.uint8)
    middle, kind = side // 2, rng.random()
    sign = str(rng.choice(list(SIGNS)))
    known = with_signs(tuple(fonts)) if rng.random() < 0.5 else ()
    if known:
        glyph = np.rot90(glyph_mask(sign, str(rng.choice(known)), side), int(rng.integers(4)))
        times = side * float(rng.uniform(0.5, 0.85)) / max(glyph.shape)
        small = cv2.resize(np.ascontiguousarray(glyph), None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
        top, left = (side - small.shape[0]) // 2, (side - small.shape[1]) // 2
        mask[top:top + small.shape[0], left:left + small.shape[1]] = small
    elif kind < 0.35:
        letter, font = str(rng.choice(list("ABCEFGHJKLMPQRSTUVWXYZ&?!#@23456789"))), int(rng.integers(0, 5))
        cv2.putText(mask, letter, (int(0.28 * side), int(0.72 * side)), font, side / 45, 255, int(rng.integers(3, 9)))
    else:
        folds, thick = int(rng.integers(1, 6)), int(rng.integers(2, 7))
        arm = rng.uniform(-0.4, 0.4, (int(rng.integers(3, 6)), 2)) * side
        for k in range(folds):
            points = apply(rot_z(2 * np.pi * k / folds), arm) + middle
            if kind < 0.6:
                cv2.fillPoly(mask, [points.astype(np.int32)], 255)
            else:
                cv2.polylines(mask, [points.astype(np.int32)], bool(rng.random() < 0.4), 255, thick, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(mask, (middle, middle), int(rng.uniform(0.1, 0.38) * side), 255, thick, cv2.LINE_AA)
    return mask.astype(np.float32) / 255


@dataclass(frozen=True)
class Die:
    """A die on the table: middle of its foot (table px), half its edge, its turn, and what it shows."""

    x: float
    y: float
    half: float
    turn: float
    top: int
    style: DieStyle

    @property
    def centre(self) -> np.ndarray:
        """(3,) table px; the table is z = 0 and up is negative."""
        return np.array([self.x, self.y, -self.half])

    def world(self, local: np.ndarray) -> np.ndarray:
        """Points (n, 3) in half edges to table px."""
        return np.asarray(local @ rot_z(self.turn).T * self.half + self.centre)

    def corners(self) -> np.ndarray:
        """(8, 3) table px."""
        signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
        return self.world(signs * (1 - 0.3 * self.style.rounding))

    def top_quad(self, view: View) -> np.ndarray:
        """(4, 2) scene px of the upper face."""
        reach = min(1 - 0.35 * self.style.rounding, np.sqrt(max(self.style.sphere**2 - 1, 0.3)))
        return view.project(self.world(np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * reach
                                       + np.array([0, 0, -1.0])))


def traced(die: Die, view: View, light: np.ndarray, ambient: float, rng: np.random.Generator
           ) -> tuple[np.ndarray, tuple[int, int]] | None:
    """A die as BGRA float (h, w, 4), alpha 0..1, and its first pixel; None if it is out of the picture."""
    spots = view.project(die.corners())
    low, high = np.floor(spots.min(axis=0)).astype(int) - 2, np.ceil(spots.max(axis=0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, SIZE)
    if (high - low < 2).any() or (high - low > 330).any():
        return None
    fine = 3 if (high - low).max() < 40 else 2
    w, h = (high - low) * fine
    xx, yy = np.meshgrid((np.arange(w) + 0.5) / fine + low[0] - 0.5, (np.arange(h) + 0.5) / fine + low[1] - 0.5)
    back = rot_z(-die.turn).T
    rays = view.rays(np.column_stack([xx.ravel(), yy.ravel()])) @ back
    eye = (view.eye - die.centre) @ back / die.half
    points = eye + rays * (-(rays @ eye) - 1.8)[:, None]
    near = np.ones(len(points), bool)
    distance = np.full(len(points), 9.0)
    for _ in range(STEPS):
        rows = np.flatnonzero(near)
        distance[rows] = solid(points[rows], die.style)
        points[rows] += rays[rows] * distance[rows, None]
        near[rows] = (distance[rows] > 0.004) & (np.abs(points[rows]).max(axis=1) < 2.2)
    hit = np.flatnonzero(distance < 0.03)
    drawn = np.zeros((len(points), 4), np.float32)
    if len(hit):
        drawn[hit, :3] = shaded(points[hit], rays[hit], die, back.T @ light, ambient, 1.2 / die.half, rng)
        drawn[hit, 3] = 1
    picture = drawn.reshape(h, w, 4)
    small = cv2.resize(picture, (w // fine, h // fine), interpolation=cv2.INTER_AREA)
    small[..., :3] = small[..., :3] / np.maximum(small[..., 3:], 1e-3)
    return small, (int(low[0]), int(low[1]))


def shaded(points: np.ndarray, rays: np.ndarray, die: Die, light: np.ndarray, ambient: float, soft: float,
           rng: np.random.Generator) -> np.ndarray:
    """Colours (n, 3) BGR of points on the die's surface under a light from a direction, both in its own frame."""
    style, step = die.style, 0.01
    here = solid(points, style)
    normal = np.stack([solid(points + step * e, style) - here for e in np.eye(3)], axis=1)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    colour = np.tile(style.body, (len(points), 1))
    if style.marble:
        wave = np.sin(points @ rng.normal(0, 3, 3) + 2 * np.sin(points @ rng.normal(0, 3, 3)))
        colour = colour * (1 + style.marble * wave[:, None])
    axis = np.abs(points).argmax(axis=1)
    for (k, sign), (number, turned) in faces_of(die.top, rng).items():
        rows = np.flatnonzero((axis == k) & (np.sign(points[:, k]) == sign))
        if len(rows):
            u, v = (points[rows, j] for j in range(3) if j != k)
            ink = inked(u, v, number, turned, style, max(soft, 0.04))[:, None]
            colour[rows] = colour[rows] * (1 - ink) + (style.one_ink if number == 1 else style.ink) * ink
    diffuse = ambient + (1 - ambient) * np.clip(normal @ light, 0, 1)
    mirrored = rays - 2 * (rays * normal).sum(axis=1, keepdims=True) * normal
    shine = np.clip(mirrored @ light, 0, 1) ** 30 * style.gloss
    return np.asarray(np.clip(colour * diffuse[:, None] * 1.15 + 200 * shine[:, None], 0, 255))


def shadow(view: View, dice: Sequence[Die], light: np.ndarray, blur: float) -> np.ndarray:
    """Where the dice keep the light from the table, (SIZE, SIZE) float32 0..1."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for die in dice:
        corners = die.corners()
        thrown = corners - light * (corners[:, 2:] / min(light[2], -0.2))
        hull = cv2.convexHull(np.round(view.project(thrown)).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA)
    size = 2 * int(blur) + 1
    return cv2.blur(cv2.blur(mask, (size, size)), (size, size)).astype(np.float32) / 255


def throw(rng: np.random.Generator, half: float, count: int) -> list[tuple[float, float, float]]:
    """Where dice lie (table x, y, turn): scattered, together, or in a row, none inside another."""
    kind = rng.choice(["scatter", "heap", "row"], p=[0.55, 0.35, 0.1])
    middle, turn = rng.uniform(-0.3, 0.3, 2) * SIZE, float(rng.uniform(0, 2 * np.pi))
    if kind == "row":
        way = np.array([np.cos(turn), np.sin(turn)]) * half * float(rng.uniform(2.02, 3.0))
        return [(*(middle + way * (k - count / 2)), turn) for k in range(count)]
    reach = 0.48 * SIZE if kind == "scatter" else half * (1.6 + 1.7 * np.sqrt(count))
    placed: list[tuple[float, float, float]] = []
    for _ in range(12 * count):
        x, y = (rng.uniform(-reach, reach, 2) + (0 if kind == "scatter" else middle)).tolist()
        gap = half * float(rng.uniform(2.35, 2.9))
        if len(placed) < count and all(np.hypot(x - a, y - b) > gap for a, b, _ in placed):
            placed.append((x, y, float(rng.uniform(0, 2 * np.pi))))
    return placed


def thrown(rng: np.random.Generator, fonts: Sequence[str]) -> list[Die]:
    """The dice of one scene."""
    half = float(np.exp(rng.uniform(np.log(5), np.log(75 if rng.random() < 0.5 else 28))))
    most = int(min(26, max(1, 0.25 * (SIZE / (2 * half)) ** 2)))
    count = min(most, int(rng.choice([0, 1, 2, int(rng.integers(3, 9)), int(rng.integers(9, 27))],
                                     p=[0.14, 0.12, 0.24, 0.3, 0.2])))
    styles = [DieStyle.random(rng, fonts) for _ in range(int(rng.choice([1, 2, 6], p=[0.5, 0.25, 0.25])))]
    return [die_of(styles[rng.integers(len(styles))], spot, half, rng) for spot in throw(rng, half, count)]


def die_of(style: DieStyle, spot: tuple[float, float, float], half: float, rng: np.random.Generator) -> Die:
    """A die of a style; where the style has a mark, it is often up."""
    top = style.logo if style.logo and rng.random() < 0.3 else int(rng.integers(1, 7))
    return Die(spot[0], spot[1], half * float(rng.uniform(0.98, 1.02)), spot[2], top, style)


def draw_dice_scene(rng: np.random.Generator, source: CardSource, backgrounds: Sequence[Path], tidy: bool = False
                    ) -> DiceScene:
    """One scene from the generator's state; a tidy one is in a lit room, seen from above, nothing in the way."""
    background = load_picture(backgrounds[int(rng.integers(len(backgrounds)))])
    if rng.random() < 0.2:
        background = np.full((64, 64, 3), rng.uniform(5, 235, 3), np.uint8)
    view = View.random(rng, 0.6 if tidy else 1.05)
    table = DrawnTable(background, view.homography)
    dice = thrown(rng, source.fonts)
    half = dice[0].half if dice else float(rng.uniform(6, 40))
    lay_things(table, rng, half, source, backgrounds)
    light = np.array([*rng.normal(0, 0.6, 2), -1.0])
    light /= np.linalg.norm(light)
    ambient = float(rng.uniform(0.35, 0.85))
    depth = float(rng.uniform(0.1, 0.75)) * (1 - ambient) * 1.6
    dark = shadow(view, dice, light, half * rng.uniform(0.05, 0.5) + 1)
    table.image[:] = (table.image * (1 - min(depth, 0.9) * dark[..., None])).astype(np.uint8)
    for number in sorted(range(len(dice)), key=lambda n: -np.linalg.norm(dice[n].centre - view.eye)):
        paint_die(table, traced(dice[number], view, light, ambient, rng), number)
    if not tidy and rng.random() < 0.15:
        occlude(table, rng, 5 * half)
    truths = (die_truth(table, die, view, number) for number, die in enumerate(dice))
    taken = (good_photograph if tidy else photograph)(table.image, rng)
    return DiceScene(taken, tuple(t for t in truths if t.visible > 0))


def paint_die(table: DrawnTable, sprite: tuple[np.ndarray, tuple[int, int]] | None, number: int) -> None:
    """Lay a traced die over the picture."""
    if sprite is None:
        return
    bgra, (x, y) = sprite
    rows, columns = slice(y, y + bgra.shape[0]), slice(x, x + bgra.shape[1])
    alpha = bgra[..., 3:]
    table.image[rows, columns] = (bgra[..., :3] * alpha + table.image[rows, columns] * (1 - alpha)).astype(np.uint8)
    table.top[rows, columns][alpha[..., 0] > 0.5] = number


def die_truth(table: DrawnTable, die: Die, view: View, number: int) -> DieTruth:
    """The truth about one die."""
    quad = die.top_quad(view)
    u, v = (grid.ravel() for grid in np.meshgrid(np.linspace(0.08, 0.92, 7), np.linspace(0.08, 0.92, 7)))
    pips = 0 if die.top == die.style.logo else die.top
    return DieTruth(tuple((float(a), float(b)) for a, b in quad), pips, table.share(bilinear(quad, u, v), number))


def bilinear(quad: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Points (n, 2) at shares u, v (n,) of a quad (4, 2)."""
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
    return np.asarray(weights @ quad)


def lay_things(table: DrawnTable, rng: np.random.Generator, half: float, source: CardSource,
               backgrounds: Sequence[Path]) -> None:
    """What a die must not be seen in: cards, printed paper, coins, beads."""
    if rng.random() < 0.6:
        pack = source.pack(rng)
        height = min(11 * half * float(rng.uniform(0.7, 1.4)), 0.8 * SIZE)
        for number in range(int(rng.integers(1, 9))):
            face = next(pack)
            table.lay(weathered(face.image, rng), table.h @ place(anywhere(rng), face.image, height), 900 + number, 0.3)
    prints = [b for b in backgrounds if b.name.startswith("print")]
    if prints and rng.random() < 0.1:
        page = load_picture(prints[int(rng.integers(len(prints)))])
        sheet = np.dstack([page, np.full(page.shape[:2], 255, np.uint8)])
        table.lay(sheet, table.h @ place(anywhere(rng), sheet, SIZE * float(rng.uniform(0.3, 0.8))), -2, 0.3)
    for _ in range(int(rng.integers(1, 9)) if rng.random() < 0.35 else 0):
        lay_round(table, rng, half)


def lay_round(table: DrawnTable, rng: np.random.Generator, half: float) -> None:
    """A coin, a button or a token, in place."""
    spot = apply(table.h, np.array([anywhere(rng)[:2]]))[0]
    if not (np.abs(spot) < 2 * SIZE).all():
        return
    radius = max(2, int(half * rng.uniform(0.3, 1.6)))
    colour = np.array(rng.choice([(150, 165, 175), (70, 130, 180), (90, 170, 200)])) * rng.uniform(0.6, 1.3) \
        if rng.random() < 0.6 else rng.uniform(10, 245, 3)
    cv2.circle(table.image, ints(spot), radius, colour.tolist(), -1, cv2.LINE_AA)
    cv2.circle(table.image, ints(spot), radius, (colour * 0.6).tolist(), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):  # holes, embossed signs
        inner = spot + rng.normal(0, 0.35, 2) * radius
        cv2.circle(table.image, ints(inner), max(1, int(radius * rng.uniform(0.08, 0.25))),
                   (colour * rng.uniform(0.3, 1.5)).clip(0, 255).tolist(), -1, cv2.LINE_AA)

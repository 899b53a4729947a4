"""Training scenes: cards on a table, drawn from a seed, with the truth beside the picture.

    source = CardSource(decks, fonts)
    scene = draw_scene(np.random.default_rng(7), source, backgrounds)

Cards lie scattered, in rows, fans, cascades and piles on a plane seen by a tilted camera;
hands, cups, coins, cables, dice and printed paper lie between and on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.decks import IndexStyle, drawn_back, drawn_face, joker_face, reindexed
from models.faces import LABELS, Deck, Face, read_face
from models.photo import photograph

SIZE = 640  # px, scenes are square
Pose = tuple[float, float, float]  # table x, y in px from the middle, angle in radians


@dataclass(frozen=True)
class IndexTruth:
    """One printed index in a scene (px of the scene).

    up: unit vector from the suit to the rank.  size: length of the index box along its longer
    side.  quad: the card's corners clockwise from the one left of this index's own top.
    visible: share of the index box not covered.  side: 0 where the index is in the quad's
    first corner, 1 where it is in the second.
    """

    label: str
    centre: tuple[float, float]
    up: tuple[float, float]
    size: float
    quad: tuple[tuple[float, float], ...]
    visible: float
    side: int
    card: int


@dataclass(frozen=True)
class CardTruth:
    """One card in a scene; visible is the share of it not covered and inside the picture."""

    label: str
    quad: tuple[tuple[float, float], ...]
    visible: float
    known: bool


@dataclass(frozen=True)
class Scene:
    """A picture (SIZE, SIZE, 3) uint8 BGR and the truth about it."""

    image: np.ndarray
    cards: tuple[CardTruth, ...]
    indices: tuple[IndexTruth, ...]

    def truth(self) -> dict[str, Any]:
        """What is written beside the picture, as plain data."""
        return {"cards": [asdict(c) for c in self.cards], "indices": [asdict(i) for i in self.indices]}


class CardSource:
    """Gives decks of faces: scanned, scanned with other indices, or drawn."""

    def __init__(self, decks: list[Deck], fonts: list[str]) -> None:
        self.decks, self.fonts = decks, fonts
        weights = np.array([deck.weight for deck in decks])
        self.weights = weights / weights.sum() if len(decks) else weights

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """An endless pack of one design; mostly faces, some backs and jokers."""
        kind = rng.choice(["scanned", "reindexed", "drawn"], p=[0.25, 0.4, 0.35])
        style = IndexStyle.random(rng, self.fonts)
        deck = self.decks[rng.choice(len(self.decks), p=self.weights)] if self.decks else None
        if deck is None:
            kind = "drawn"
        one_suit = str(rng.choice(list("CDHS"))) if rng.random() < 0.1 else None
        while True:
            roll = rng.random()
            if roll < 0.06:
                yield self.back(deck, rng)
            elif roll < 0.09:
                yield self.joker(deck, style, rng)
            else:
                label = str(rng.choice(LABELS))
                label = label[0] + one_suit if one_suit else label
                yield self.face(label, str(kind), deck, style, rng)

    def face(self, label: str, kind: str, deck: Deck | None, style: IndexStyle,
             rng: np.random.Generator) -> Face:
        """A face of the pack's design."""
        if kind == "drawn" or deck is None:
            return drawn_face(label, style, rng)
        face = deck.face(label)
        return reindexed(face, style) if kind == "reindexed" else face

    def back(self, deck: Deck | None, rng: np.random.Generator) -> Face:
        """A scanned or a drawn back."""
        files = deck.extras("BACK") if deck else []
        if deck and files and rng.random() < 0.5:
            return Face(read_face(files[rng.integers(len(files))], deck.outline), "", ())
        return drawn_back(rng)

    def joker(self, deck: Deck | None, style: IndexStyle, rng: np.random.Generator) -> Face:
        """A drawn joker, or a scanned one whose corner marks are not described."""
        files = deck.extras("JOKER") if deck else []
        if deck and files and rng.random() < 0.3:
            return Face(read_face(files[rng.integers(len(files))], deck.outline), "JK", (), False)
        return joker_face(style, rng)


def camera(rng: np.random.Generator) -> np.ndarray:
    """Homography from table px (origin in the middle) to scene px for a tilted camera."""
    tilt = min(abs(rng.normal(0, 0.42)), 1.0)
    turn, roll = rng.uniform(0, 2 * np.pi, 2)
    rotation = rot_z(roll) @ rot_z(turn) @ rot_x(tilt) @ rot_z(-turn)
    focal = SIZE * rng.uniform(0.9, 2.5)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal]])
    lens = np.array([[focal, 0, SIZE / 2], [0, focal, SIZE / 2], [0, 0, 1]])
    h = lens @ plane
    return h / h[2, 2]


def rot_x(angle: float) -> np.ndarray:
    """Rotation about the x axis, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rot_z(angle: float) -> np.ndarray:
    """Rotation about the z axis, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def apply(h: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (n, 2) through a homography, (n, 2)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ h.T
    return mapped[:, :2] / mapped[:, 2:]


def layout(rng: np.random.Generator, height: float, count: int) -> list[Pose]:
    """Where the cards of one group lie, in order from below to above."""
    angle = float(rng.uniform(0, 2 * np.pi))
    x, y = (float(v) for v in rng.uniform(-0.38, 0.38, 2) * SIZE)
    width = height * 0.7
    along = np.array([np.cos(angle), np.sin(angle)])
    kind = rng.choice(["scatter", "row", "fan", "cascade", "pile"], p=[0.36, 0.22, 0.16, 0.14, 0.12])
    k = np.arange(count) - (count - 1) / 2
    if kind == "scatter":
        spots = rng.uniform(-0.5, 0.5, (count, 2)) * SIZE
        return [(px, py, float(rng.uniform(0, 2 * np.pi))) for px, py in spots]
    if kind == "row":
        stride, wobble = width * rng.uniform(0.95, 1.5), rng.uniform(0, 0.15)
        return [(x + along[0] * stride * i, y + along[1] * stride * i, angle + float(rng.normal(0, wobble)))
                for i in k]
    if kind == "fan":
        spread, radius = rng.uniform(0.08, 0.3), height * rng.uniform(0.7, 1.6)
        way = 1 if rng.random() < 0.8 else -1
        return [(x + radius * np.sin(angle + way * i * spread), y - radius * np.cos(angle + way * i * spread),
                 angle + way * i * spread) for i in k]
    if kind == "cascade":
        down = np.array([-np.sin(angle), np.cos(angle)]) * (1 if rng.random() < 0.5 else 0)
        step = (down if down.any() else along * 0.7) * float(height * rng.uniform(0.2, 0.45))
        return [(x + step[0] * i, y + step[1] * i, angle + float(rng.normal(0, 0.04))) for i in k]
    return [(x + float(rng.normal(0, 0.3)) * height, y + float(rng.normal(0, 0.3)) * height,
             angle + float(rng.normal(0, 0.9))) for _ in k]


def poses(rng: np.random.Generator, height: float) -> list[Pose]:
    """Poses of all cards of a scene, from below to above."""
    room = min(max(int(0.75 * SIZE**2 / (0.7 * height**2)), 1), 26)
    wanted = int(rng.integers(max(1, room // 3), room + 1))
    placed: list[Pose] = []
    while len(placed) < wanted:
        placed += layout(rng, height, min(wanted - len(placed), int(rng.integers(1, 9))))
    return placed


class Table:
    """A scene in the making: the picture and, for each pixel, what lies on top there."""

    def __init__(self, background: np.ndarray, h: np.ndarray) -> None:
        scale = 1.4 * SIZE / max(background.shape[:2])
        middle = np.array([[scale, 0, -0.7 * SIZE], [0, scale, -0.7 * SIZE], [0, 0, 1]])
        self.image = cv2.warpPerspective(background, h @ middle, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
        self.top = np.full((SIZE, SIZE), -1, np.int16)  # card number; -1 table, -2 something else
        self.h = h

    def lay(self, bgra: np.ndarray, to_scene: np.ndarray, number: int, shadow: float) -> None:
        """Put a BGRA picture on the table; to_scene maps its pixels to scene pixels."""
        h, w = bgra.shape[:2]
        quad = apply(to_scene, np.array([[0, 0], [w, 0], [w, h], [0, h]], float))
        if not np.isfinite(quad).all():
            return
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 6, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 7, SIZE)
        if (high - low < 2).any():
            return
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        bgra, shrink = shrunk(bgra, quad)
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        part = cv2.warpPerspective(bgra, shift @ to_scene @ shrink, size, flags=cv2.INTER_LINEAR)
        rows, columns = slice(low[1], high[1]), slice(low[0], high[0])
        alpha = part[..., 3:].astype(np.float32) / 255
        under = self.image[rows, columns].astype(np.float32)
        if shadow:
            under *= 1 - shadow * cv2.blur(np.roll(alpha[..., 0], 3, axis=(0, 1)), (7, 7))[..., None]
        self.image[rows, columns] = (part[..., :3] * alpha + under * (1 - alpha)).astype(np.uint8)
        self.top[rows, columns][alpha[..., 0] > 0.5] = number

    def cover(self, mask: np.ndarray, colour: np.ndarray) -> None:
        """Paint an object that is no card through a mask (SIZE, SIZE) float32 0..1."""
        self.image[:] = (colour * mask[..., None] + self.image * (1 - mask[..., None])).astype(np.uint8)
        self.top[mask > 0.5] = -2

    def share(self, points: np.ndarray, number: int) -> float:
        """Share of scene points (n, 2) at which the card lies on top."""
        at = np.round(points).astype(int)
        inside = ((at >= 0) & (at < SIZE)).all(axis=1)
        at = at[inside]
        return float((self.top[at[:, 1], at[:, 0]] == number).sum()) / len(points)


def shrunk(bgra: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The picture near its final size (so that warping does not alias), and the scale matrix back."""
    h = bgra.shape[0]
    wanted = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])), 8.0)
    if wanted > 0.8 * h:
        return bgra, np.eye(3)
    size = (max(6, round(bgra.shape[1] * wanted / h)), max(8, round(wanted)))
    small = cv2.resize(bgra, size, interpolation=cv2.INTER_AREA)
    return small, np.diag([bgra.shape[1] / size[0], h / size[1], 1.0])


def weathered(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A face as one card among others: shaded, yellowed, faded, a little dirty."""
    bgr = image[..., :3].astype(np.float32)
    left, right = (float(v) for v in rng.uniform(0.82, 1.08, 2))
    slope = np.linspace(left, right, bgr.shape[1], dtype=np.float32)[None, :, None]
    bgr = bgr * slope * rng.uniform(0.9, 1.0, 3).astype(np.float32)
    if rng.random() < 0.2:
        bgr = bgr * float(rng.uniform(0.7, 0.95)) + float(rng.uniform(0, 40))
    return np.dstack([np.clip(bgr, 0, 255).astype(np.uint8), image[..., 3]])


def place(pose: Pose, face: np.ndarray, height: float) -> np.ndarray:
    """Map from face px to table px for a pose of the card's middle."""
    h, w = face.shape[:2]
    scale = height / h
    turn = rot_z(pose[2])
    turn[:2, 2] = pose[:2]
    return turn @ np.diag([scale, scale, 1]) @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.0]])


def read_picture(file: Path) -> np.ndarray:
    """A BGR picture from a file; ValueError if it is none."""
    picture = cv2.imread(str(file))
    if picture is None:
        raise ValueError(f"{file} is not a picture.")
    return picture


def draw_scene(rng: np.random.Generator, source: CardSource, backgrounds: list[Path]) -> Scene:
    """One scene from the generator's state."""
    background = read_picture(backgrounds[rng.integers(len(backgrounds))])
    if rng.random() < 0.15:
        background = np.full((64, 64, 3), rng.uniform(5, 200, 3), np.uint8)
    table = Table(background, camera(rng))
    height = float(np.exp(rng.uniform(np.log(75), np.log(470))))
    packs = [source.pack(rng) for _ in range(1 if rng.random() < 0.8 else 2)]
    clutter(table, rng, height, backgrounds)
    laid: list[tuple[Face, np.ndarray]] = []
    shadow = float(rng.uniform(0, 0.55))
    for pose in poses(rng, height) if rng.random() > 0.04 else []:
        face = next(packs[rng.integers(len(packs))])
        to_scene = table.h @ place(pose, face.image, height * float(rng.normal(1, 0.01)))
        table.lay(weathered(face.image, rng), to_scene, len(laid), shadow)
        laid.append((face, to_scene))
    if rng.random() < 0.35:
        occlude(table, rng, height)
    cards = tuple(card_truth(table, face, h, n) for n, (face, h) in enumerate(laid))
    indices = tuple(truth for n, (face, h) in enumerate(laid) for truth in index_truths(table, face, h, n))
    return Scene(photograph(table.image, rng), cards, tuple(t for t in indices if t.visible > 0))


def grid(x1: float, y1: float, x2: float, y2: float) -> np.ndarray:
    """49 points spread over a box, (49, 2)."""
    x, y = np.meshgrid(np.linspace(x1, x2, 7), np.linspace(y1, y2, 7))
    return np.column_stack([x.ravel(), y.ravel()])


def outline(face: Face, h: np.ndarray) -> np.ndarray:
    """The four corners of a face in the scene, (4, 2)."""
    height, width = face.image.shape[:2]
    return apply(h, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))


def card_truth(table: Table, face: Face, h: np.ndarray, number: int) -> CardTruth:
    """The truth about one card laid down."""
    height, width = face.image.shape[:2]
    points = apply(h, grid(0.04 * width, 0.04 * height, 0.96 * width, 0.96 * height))
    quad = tuple((float(x), float(y)) for x, y in outline(face, h))
    return CardTruth(face.label, quad, table.share(points, number), face.whole_known)


def index_truths(table: Table, face: Face, h: np.ndarray, number: int) -> Iterator[IndexTruth]:
    """The truth about each index of a card laid down."""
    quad = outline(face, h)
    width = face.image.shape[1]
    for index in face.indices:
        x, y = index.centre
        half = index.size / 2 * (-1 if index.turned else 1)
        top, bottom, centre = apply(h, np.array([[x, y - half], [x, y + half], [x, y]]))
        size = float(np.linalg.norm(top - bottom))
        up = (top - bottom) / max(size, 1e-6)
        own = np.roll(quad, -2, axis=0) if index.turned else quad
        yield IndexTruth(face.label, (float(centre[0]), float(centre[1])), (float(up[0]), float(up[1])), size,
                         tuple((float(a), float(b)) for a, b in own),
                         table.share(apply(h, grid(*index.box)), number),
                         int((x > width / 2) != index.turned), number)


def clutter(table: Table, rng: np.random.Generator, height: float, backgrounds: list[Path]) -> None:
    """Things under and between the cards: printed paper, dice."""
    prints = [b for b in backgrounds if b.name.startswith("print")]
    for _ in range(int(rng.integers(1, 4)) if prints and rng.random() < 0.25 else 0):
        page = read_picture(prints[rng.integers(len(prints))])
        side = int(rng.uniform(120, 420))
        y, x = int(rng.integers(0, page.shape[0] - side)), int(rng.integers(0, page.shape[1] - side))
        sheet = np.dstack([page[y:y + side, x:x + int(side * 0.7)],
                           np.full((side, int(side * 0.7)), 255, np.uint8)])
        table.lay(sheet, table.h @ place(anywhere(rng), sheet, height * float(rng.uniform(0.6, 2))), -2, 0.3)
    for _ in range(int(rng.integers(1, 7)) if rng.random() < 0.15 else 0):
        die = die_picture(rng)
        table.lay(die, table.h @ place(anywhere(rng), die, height * float(rng.uniform(0.1, 0.3))), -2, 0.4)


def anywhere(rng: np.random.Generator) -> Pose:
    """Some pose on the table."""
    x, y = rng.uniform(-0.5, 0.5, 2) * SIZE
    return float(x), float(y), float(rng.uniform(0, 2 * np.pi))


def die_picture(rng: np.random.Generator) -> np.ndarray:
    """The upper side of a die, BGRA."""
    colour, dot = ((245, 245, 245), (20, 20, 20)) if rng.random() < 0.5 else ((30, 30, 190), (240, 240, 240))
    die = np.full((90, 90, 4), (*colour, 255), np.uint8)
    for u, v in [(x, y) for x in (0, 1, 2) for y in (0, 1, 2) if rng.random() < 0.5]:
        cv2.circle(die, (20 + 25 * u, 20 + 25 * v), 8, (*dot, 255), -1, cv2.LINE_AA)
    return die


def occlude(table: Table, rng: np.random.Generator, height: float) -> None:
    """Things on top of the cards: fingers, a cup, coins, a cable."""
    kind = rng.choice(["hand", "cup", "coins", "cable"], p=[0.5, 0.15, 0.2, 0.15])
    mask = np.zeros((SIZE, SIZE), np.uint8)
    spot = rng.uniform(0.1, 0.9, 2) * SIZE
    colour = np.array(rng.uniform(20, 230, 3))
    if kind == "hand":
        colour = np.array([0.55, 0.72, 1.0]) * rng.uniform(70, 240) * rng.uniform(0.9, 1.1, 3)
        draw_hand(mask, rng, spot, height)
    elif kind == "cup":
        cv2.ellipse(mask, ints(spot), ints(rng.uniform(0.3, 0.6, 2) * height), 0, 0, 360, 255, -1)
    elif kind == "coins":
        for _ in range(int(rng.integers(1, 7))):
            cv2.circle(mask, ints(rng.uniform(0, SIZE, 2)), int(0.14 * height), 255, -1)
    else:
        points = np.cumsum(rng.normal(0, 0.25, (8, 2)), axis=0) * SIZE + spot
        cv2.polylines(mask, [points.astype(np.int32)], False, 255, max(2, int(0.03 * height)), cv2.LINE_AA)
    shade = cv2.resize(rng.uniform(0.75, 1.2, (4, 4, 1)).astype(np.float32), (SIZE, SIZE))[..., None]
    table.cover(cv2.blur(mask, (3, 3)).astype(np.float32) / 255, np.clip(colour * shade, 0, 255))


def draw_hand(mask: np.ndarray, rng: np.random.Generator, spot: np.ndarray, height: float) -> None:
    """A palm and fingers reaching in from one side, in place."""
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    cv2.line(mask, ints(spot), ints(spot + way * SIZE), 255, int(0.5 * height), cv2.LINE_AA)
    for k in range(int(rng.integers(1, 5))):
        side = np.array([-way[1], way[0]]) * (k - 1.5) * 0.14 * height
        tip = spot + side - way * height * rng.uniform(0.3, 0.6) + rng.normal(0, 0.04, 2) * height
        cv2.line(mask, ints(spot + side), ints(tip), 255, max(3, int(0.12 * height)), cv2.LINE_AA)


def ints(point: np.ndarray) -> tuple[int, int]:
    """A point as OpenCV wants it."""
    return int(point[0]), int(point[1])

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

import numpy as np

from models.drawing.camera_effects import MOVED, good_photograph, photograph
from models.drawing.clutter import clutter, occlude
from models.drawing.drawn_faces import drawn_back, drawn_face, joker_face, never_over_face, reindexed
from models.drawing.flat_table import SIZE, DrawnTable, Pose, apply, camera, load_picture, place
from models.drawing.glyphs import MIXED
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import LABELS, Deck, Face, read_face


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
class DrawnScene:
    """A picture (SIZE, SIZE, 3) uint8 BGR and the truth about it."""

    image: np.ndarray
    cards: tuple[CardTruth, ...]
    indices: tuple[IndexTruth, ...]

    def truth(self) -> dict[str, Any]:
        """What is written beside the picture, as plain data."""
        return {"cards": [asdict(c) for c in self.cards], "indices": [asdict(i) for i in self.indices]}


@dataclass(frozen=True)
class Mix:
    """How often what is hard comes up: jokers among the cards, English letters on the packs (else one of the others),
    small cards, pictures taken in motion, and the layouts (scatter, row, fan, cascade, pile, meld).

    german: the manner of packs with German suits, where it is these that are drawn (`models.drawing.german_suits`).
    """

    jokers: float = 0.03
    english: float = 0.8
    others: tuple[str, ...] = MIXED
    small: float = 0.25
    layouts: tuple[float, float, float, float, float, float] = (0.36, 0.22, 0.16, 0.14, 0.12, 0.0)
    moved: float = MOVED
    german: str = ""


HARD = Mix(jokers=0.14, english=0.4, small=0.5, layouts=(0.18, 0.14, 0.34, 0.22, 0.12, 0.0))
MELDS = Mix(jokers=0.08, english=0.7, small=0.7, layouts=(0.18, 0.1, 0.14, 0.08, 0.06, 0.44), moved=0.3)


class CardSource:
    """Gives decks of faces: scanned, scanned with other indices, or drawn."""

    def __init__(self, decks: list[Deck], fonts: list[str], mix: Mix = Mix()) -> None:
        self.decks, self.fonts, self.mix = decks, fonts, mix
        weights = np.array([deck.weight for deck in decks])
        self.weights = weights / weights.sum() if len(decks) else weights

    def pack(self, rng: np.random.Generator) -> Iterator[Face]:
        """An endless pack of one design; mostly faces, some backs and jokers."""
        kind = rng.choice(["scanned", "reindexed", "drawn", "never over"], p=[0.22, 0.38, 0.35, 0.05])
        style = IndexStyle.random(rng, self.fonts, self.mix.english, self.mix.others)
        deck = self.decks[rng.choice(len(self.decks), p=self.weights)] if self.decks else None
        if deck is None:
            kind = "drawn" if kind != "never over" else kind
        one_suit = str(rng.choice(list("CDHS"))) if rng.random() < 0.1 else None
        while True:
            roll = rng.random()
            if roll < 0.06:
                yield self.back(deck, rng)
            elif roll < 0.06 + self.mix.jokers:
                yield self.joker(deck, style, rng)
            else:
                label = str(rng.choice(LABELS))
                label = label[0] + one_suit if one_suit else label
                yield self.face(label, str(kind), deck, style, rng)

    def face(self, label: str, kind: str, deck: Deck | None, style: IndexStyle,
             rng: np.random.Generator) -> Face:
        """A face of the pack's design."""
        if kind == "never over":
            return never_over_face(label, style, rng)
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


def layout(rng: np.random.Generator, height: float, count: int, mix: Mix) -> list[Pose]:
    """Where the cards of one group lie, in order from below to above."""
    angle = float(rng.uniform(0, 2 * np.pi))
    x, y = (float(v) for v in rng.uniform(-0.38, 0.38, 2) * SIZE)
    kind = rng.choice(list(LAYOUTS), p=mix.layouts)
    return LAYOUTS[kind](rng, height, (x, y, angle), np.arange(count) - (count - 1) / 2)


def scatter(rng: np.random.Generator, _height: float, _middle: Pose, k: np.ndarray) -> list[Pose]:
    """Anywhere in the picture."""
    spots = rng.uniform(-0.5, 0.5, (len(k), 2)) * SIZE
    return [(px, py, float(rng.uniform(0, 2 * np.pi))) for px, py in spots]


def in_a_row(rng: np.random.Generator, height: float, middle: Pose, k: np.ndarray) -> list[Pose]:
    """Side by side."""
    (x, y, angle), stride, wobble = middle, height * 0.7 * rng.uniform(0.95, 1.5), rng.uniform(0, 0.15)
    return [(x + np.cos(angle) * stride * i, y + np.sin(angle) * stride * i, angle + float(rng.normal(0, wobble)))
            for i in k]


def fan(rng: np.random.Generator, height: float, middle: Pose, k: np.ndarray) -> list[Pose]:
    """Turned about a point below them."""
    (x, y, angle), spread, radius = middle, rng.uniform(0.08, 0.3), height * rng.uniform(0.7, 1.6)
    way = 1 if rng.random() < 0.8 else -1
    return [(x + radius * np.sin(angle + way * i * spread), y - radius * np.cos(angle + way * i * spread),
             angle + way * i * spread) for i in k]


def cascade(rng: np.random.Generator, height: float, middle: Pose, k: np.ndarray) -> list[Pose]:
    """Each covers most of the one before, downwards or to the side."""
    x, y, angle = middle
    is_down = rng.random() < 0.5
    way = np.array([-np.sin(angle), np.cos(angle)]) if is_down else 0.7 * np.array([np.cos(angle), np.sin(angle)])
    step = way * float(height * rng.uniform(0.2, 0.45))
    return [(x + step[0] * i, y + step[1] * i, angle + float(rng.normal(0, 0.04))) for i in k]


def pile(rng: np.random.Generator, height: float, middle: Pose, k: np.ndarray) -> list[Pose]:
    """Thrown upon one another."""
    x, y, angle = middle
    return [(x + float(rng.normal(0, 0.3)) * height, y + float(rng.normal(0, 0.3)) * height,
             angle + float(rng.normal(0, 0.9))) for _ in k]


def meld(rng: np.random.Generator, height: float, middle: Pose, k: np.ndarray) -> list[Pose]:
    """Each leaves a strip of the one before, 10 to 26 mm of a card of 88: below it, beside it, or askew of it."""
    x, y, angle = middle
    way = angle + np.pi / 2 * float(rng.choice([1, 0, 3, 4 * rng.random()], p=[0.6, 0.15, 0.05, 0.2]))
    step = height * float(rng.uniform(10, 26)) / 88 * np.array([np.cos(way), np.sin(way)])
    uneven = 0.02 * height
    return [(x + step[0] * i + float(rng.normal(0, uneven)), y + step[1] * i + float(rng.normal(0, uneven)),
             angle + float(rng.normal(0, 0.04))) for i in k]


LAYOUTS = {"scatter": scatter, "row": in_a_row, "fan": fan, "cascade": cascade, "pile": pile, "meld": meld}


def poses(rng: np.random.Generator, height: float, mix: Mix) -> list[Pose]:
    """Poses of all cards of a scene, from below to above."""
    room = min(max(int(0.75 * SIZE**2 / (0.7 * height**2)), 1), 26)
    wanted = int(rng.integers(max(1, room // 3), room + 1))
    placed: list[Pose] = []
    while len(placed) < wanted:
        placed += layout(rng, height, min(wanted - len(placed), int(rng.integers(1, 9))), mix)
    return placed


def weathered(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A face as one card among others: shaded, yellowed, faded, a little dirty."""
    bgr = image[..., :3].astype(np.float32)
    left, right = (float(v) for v in rng.uniform(0.82, 1.08, 2))
    slope = np.linspace(left, right, bgr.shape[1], dtype=np.float32)[None, :, None]
    bgr = bgr * slope * rng.uniform(0.9, 1.0, 3).astype(np.float32)
    if rng.random() < 0.2:
        bgr = bgr * float(rng.uniform(0.7, 0.95)) + float(rng.uniform(0, 40))
    return np.dstack([np.clip(bgr, 0, 255).astype(np.uint8), image[..., 3]])


def lay_cards(table: DrawnTable, packs: list[Iterator[Face]], rng: np.random.Generator, height: float, mix: Mix
              ) -> list[tuple[Face, np.ndarray]]:
    """Lay the cards of a scene, seldom none; returns each face and its way (3, 3) into the picture."""
    laid: list[tuple[Face, np.ndarray]] = []
    shadow = float(rng.uniform(0, 0.55))
    for pose in poses(rng, height, mix) if rng.random() > 0.04 else []:
        face = next(packs[rng.integers(len(packs))])
        to_scene = table.h @ place(pose, face.image, height * float(rng.normal(1, 0.01)))
        table.lay(weathered(face.image, rng), to_scene, len(laid), shadow)
        laid.append((face, to_scene))
    return laid


def draw_scene(rng: np.random.Generator, source: CardSource, backgrounds: list[Path], tidy: bool = False) -> DrawnScene:
    """One scene from the generator's state; a tidy one is a game in a lit room seen from above, nothing in the way."""
    background = load_picture(backgrounds[rng.integers(len(backgrounds))])
    if rng.random() < 0.15:
        background = np.full((64, 64, 3), rng.uniform(5, 200, 3), np.uint8)
    table = DrawnTable(background, camera(rng, steepest=0.5 if tidy else 1.1))
    small = rng.random() < source.mix.small
    height = float(np.exp(rng.uniform(np.log(60), np.log(110 if small else 470))))
    packs = [source.pack(rng) for _ in range(1 if rng.random() < 0.8 else 2)]
    if not tidy:
        clutter(table, rng, height, backgrounds, source.fonts)
    laid = lay_cards(table, packs, rng, height, source.mix)
    if not tidy and rng.random() < 0.35:
        occlude(table, rng, height)
    cards, indices = truths(table, laid)
    picture = good_photograph(table.image, rng) if tidy else photograph(table.image, rng, source.mix.moved)
    return DrawnScene(picture, cards, indices)


def truths(table: DrawnTable, laid: list[tuple[Face, np.ndarray]]
           ) -> tuple[tuple[CardTruth, ...], tuple[IndexTruth, ...]]:
    """What there is to be found: all cards, and the indices of which something is seen."""
    cards = tuple(card_truth(table, face, h, n) for n, (face, h) in enumerate(laid))
    indices = (truth for n, (face, h) in enumerate(laid) for truth in index_truths(table, face, h, n))
    return cards, tuple(t for t in indices if t.visible > 0)


def grid(x1: float, y1: float, x2: float, y2: float) -> np.ndarray:
    """49 points spread over a box, (49, 2)."""
    x, y = np.meshgrid(np.linspace(x1, x2, 7), np.linspace(y1, y2, 7))
    return np.column_stack([x.ravel(), y.ravel()])


def face_corners(face: Face, h: np.ndarray) -> np.ndarray:
    """The four corners of a face in the scene, (4, 2)."""
    height, width = face.image.shape[:2]
    return apply(h, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))


def card_truth(table: DrawnTable, face: Face, h: np.ndarray, number: int) -> CardTruth:
    """The truth about one card laid down."""
    height, width = face.image.shape[:2]
    points = apply(h, grid(0.04 * width, 0.04 * height, 0.96 * width, 0.96 * height))
    quad = tuple((float(x), float(y)) for x, y in face_corners(face, h))
    return CardTruth(face.label, quad, table.share(points, number), face.whole_known)


def index_truths(table: DrawnTable, face: Face, h: np.ndarray, number: int) -> Iterator[IndexTruth]:
    """The truth about each index of a card laid down."""
    quad = face_corners(face, h)
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

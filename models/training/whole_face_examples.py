"""What the network that reads whole faces learns from, and that network.

Packs as for drawn scenes: scanned, scanned with other indices, drawn.  A card is cut out as its indices have it, a
little wrong, among others and half covered by them, small and from the side.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812  (as PyTorch's own pages have it)
from torch.utils.data import IterableDataset

from models.drawing.camera_effects import grain, soften, tone
from models.drawing.card_scenes import CardSource, weathered
from models.drawing.clutter import screen
from models.drawing.command import FONT_FOLDERS, HELD_OUT, part_of, surfaces
from models.drawing.glyphs import usable_fonts
from models.drawing.indices import IndexStyle
from models.drawing.photographed_faces import LABELS, Face, load_decks
from models.training.examples import loader, worker_rng
from models.training.face_crops import FaceCrops, laid
from models.training.nets import Block, conv
from models.training.sources import Batch, ExampleFolders
from models.training.spots import pooled
from rules.core.errors import Refusal
from vision.reading.face_crop import HEIGHT, WIDTH
from vision.reading.index_reader import RANKS, SUITS
from vision.reading.whole_face import KINDS, OUTPUTS

FACE, JOKER, NOTHING = range(3)
MIDDLE = np.array([WIDTH - 1, HEIGHT - 1]) / 2
TALL = 128  # px, faces are kept so high
FEWEST, NEW = 3000, 0.08  # faces to begin with; how often an example brings four others
MOST_HIDDEN = 0.6  # share of a card, from which on its face does not tell


class WholeFaceNet(nn.Module):
    """Crops (n, 3, HEIGHT, WIDTH) 0..255 BGR to (n, OUTPUTS)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 32, 2), conv(32, 32), conv(32, 64, 2), Block(64), conv(64, 96, 2), Block(96))
        self.drop = nn.Dropout(0.1)
        self.squeeze = conv(96, 32, kernel=1)
        self.head = nn.Sequential(nn.Linear(32 * 60, 160), nn.ReLU(inplace=True), nn.Linear(160, OUTPUTS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs in the order of vision.reading.whole_face.whole_faces_of."""
        return self.head(self.drop(self.squeeze(self.body(x / 127.5 - 1.0)).flatten(1)))


def thing(rng: np.random.Generator, fonts: list[str]) -> np.ndarray:
    """What a finder may take for a card: a lit telephone, a receipt, a sheet, a coaster, a photograph; BGRA."""
    roll, sheet = rng.random(), np.full((180, 128, 4), 255, np.uint8)
    if roll < 0.35:
        return screen(rng, fonts)
    if roll < 0.65:
        rim = int(rng.integers(0, 14))
        cells = rng.integers(2, 12, 2).tolist()
        spots = rng.normal(rng.uniform(60, 200), rng.uniform(10, 90), (*cells, 3)).clip(0, 255).astype(np.uint8)
        picture = cv2.resize(spots, (128 - 2 * rim, 180 - 2 * rim), interpolation=cv2.INTER_CUBIC)
        sheet[rim:180 - rim, rim:128 - rim, :3] = picture
        return sheet
    sheet[..., :3] = rng.uniform(120, 255, 3) if rng.random() < 0.7 else rng.uniform(0, 160, 3)
    for _ in range(int(rng.integers(0, 4))):
        ink, at = rng.uniform(0, 255, 3).tolist(), rng.integers(10, 118, 2).tolist()
        if rng.random() < 0.5:
            cv2.circle(sheet, at, int(rng.integers(4, 60)), [*ink, 255], -1 if rng.random() < 0.5 else 3)
        else:
            cv2.rectangle(sheet, at, rng.integers(10, 170, 2).tolist(), [*ink, 255], -1 if rng.random() < 0.5 else 3)
    return sheet


class PackPool:
    """Faces TALL px high of many packs, some of which are drawn anew now and then."""

    def __init__(self, source: CardSource, seed: int, size: int = 9000) -> None:
        self.source, self.size, self.rng = source, size, np.random.default_rng(seed)
        self.faces: list[tuple[np.ndarray, str]] = []

    def renew(self, count: int) -> None:
        """Draw some cards of another pack, the oldest go."""
        rng, source = self.rng, self.source
        kind = str(rng.choice(["scanned", "reindexed", "drawn"], p=[0.3, 0.35, 0.35]))
        style = IndexStyle.random(rng, source.fonts, source.mix.english, source.mix.others)
        deck = source.decks[rng.choice(len(source.decks), p=source.weights)]
        for _ in range(count):
            roll = rng.random()
            if roll < 0.05:
                image, label = thing(rng, source.fonts), ""
            else:
                face: Face = (source.back(deck, rng) if roll < 0.08 else source.joker(deck, style, rng) if roll < 0.12
                              else source.face(str(rng.choice(LABELS)), kind, deck, style, rng))
                image, label = face.image, face.label
            wide = round(np.clip(image.shape[1] / image.shape[0], 0.5, 0.9) * TALL)
            self.faces.append((cv2.resize(image, (wide, TALL), interpolation=cv2.INTER_AREA), label))
        self.faces = self.faces[-self.size:]

    def face(self) -> tuple[np.ndarray, str]:
        """Any of them: BGRA, and its label ("" for a back)."""
        image, label = self.faces[self.rng.integers(len(self.faces))]
        return weathered(image, self.rng), label


def leaning(rng: np.random.Generator) -> np.ndarray:
    """(2, 2) how a card that is seen from the side is shortened, where a finder takes it for upright."""
    angle, share = rng.uniform(0, np.pi), np.exp(rng.uniform(np.log(0.5), 0.0))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(turn @ np.diag([share, 1.0]) @ turn.T / np.sqrt(share) * rng.uniform(0.85, 1.1))


class WholeFaceCrops(FaceCrops):
    """Training crops of French-suited cards."""

    def __init__(self, pool: PackPool, backgrounds: list[Path], seed: int) -> None:
        super().__init__(backgrounds, seed)
        self.pool, self.lean = pool, np.eye(2)

    def example(self) -> tuple[np.ndarray, int, int, int, np.ndarray]:
        """Crop, rank, suit (-1 where there is none), kind, and where the card's corners are (4, 2)."""
        rng = self.rng
        if rng.random() < NEW:
            self.pool.renew(4)
        self.lean = leaning(rng) if rng.random() < 0.4 else np.eye(2)
        crop, wanted = self.surface(), self.quad()
        for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.5 else 0):  # cards beside and below
            laid(crop, self.pool.face()[0], self.elsewhere())
        if rng.random() < 0.06:
            return self.seen(crop), -1, -1, NOTHING, wanted
        card, label = self.pool.face()
        laid(crop, card[::-1, ::-1] if rng.random() < 0.5 else card, wanted)
        hidden = self.cover(crop, wanted) if rng.random() < 0.5 else 0.0
        if label == "" or hidden > MOST_HIDDEN:
            return self.seen(crop), -1, -1, NOTHING, wanted
        if label == "JK":
            return self.seen(crop), -1, -1, JOKER, wanted
        return self.seen(crop), RANKS.index(label[0]), SUITS.index(label[1]), FACE, wanted

    def quad(self) -> np.ndarray:
        """(4, 2) corners of a card in a crop that was cut a little wrong, px, leaning as the others do."""
        return np.asarray(((super().quad() - MIDDLE) @ self.lean.T + MIDDLE).astype(np.float32))

    def cover(self, crop: np.ndarray, card: np.ndarray) -> float:
        """Other cards, a hand or a thing over a card (4, 2), in place; the share of it that they hide."""
        rng = self.rng
        if rng.random() < 0.75:
            hidden, itself = np.zeros(crop.shape[:2], np.uint8), np.zeros(crop.shape[:2], np.uint8)
            for _ in range(1 if rng.random() < 0.7 else 2):
                quad = self.upon()
                laid(crop, self.pool.face()[0], quad)
                cv2.fillConvexPoly(hidden, quad.round().astype(np.int32), 1)
            cv2.fillConvexPoly(itself, card.round().astype(np.int32), 1)
            return float(hidden[itself > 0].mean())
        self.lay_thing(crop)
        return 0.0

    def upon(self) -> np.ndarray:
        """(4, 2) corners of a card that covers some of the one in the middle, px."""
        rng = self.rng
        if rng.random() < 0.4:
            return self.elsewhere()
        way = rng.choice([-1, 1], 2) * rng.uniform(0.1, 0.85, 2) * (WIDTH, HEIGHT)
        if rng.random() < 0.7:  # straight below or beside, as in columns, rows and fans
            way[rng.integers(2)] *= rng.uniform(0, 0.15)
        return np.asarray((self.quad() + way).astype(np.float32))

    def seen(self, crop: np.ndarray) -> np.ndarray:
        """The crop (HEIGHT, WIDTH, 3) as a camera shows it, often of a small card or one seen from the side."""
        rng = self.rng
        picture = tone(crop.astype(np.float32), rng) if rng.random() < 0.8 else crop.astype(np.float32)
        if rng.random() < 0.2:
            ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.8, 1.4), HEIGHT, dtype=np.float32)
            picture = picture * ramp[:, None, None]
        share = np.exp(rng.uniform(np.log(0.4), 0.0, 2)) if rng.random() < 0.7 else np.ones(2)
        size = tuple(np.maximum(np.round(share * (WIDTH, HEIGHT)), 14).astype(int).tolist())
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        small = grain(soften(np.clip(small, 0, 255), rng, 0.1) if rng.random() < 0.5 else np.clip(small, 0, 255), rng)
        return cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)

    def batches(self, batch: int, size: int = 24000) -> Iterator[tuple[torch.Tensor, ...]]:
        """Endless batches (crops, rank, suit, kind, corners' shifts in shares of the crop (n, 8))."""
        while len(self.pool.faces) < FEWEST:
            self.pool.renew(12)
        return pooled(self.prepared, size, batch, batch // 3, self.rng)


def whole_face_loss(out: torch.Tensor, rank: torch.Tensor, suit: torch.Tensor, kind: torch.Tensor,
                    shift: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the outputs, and its parts with the share read right."""
    r, s, k = len(RANKS), len(RANKS) + len(SUITS), len(RANKS) + len(SUITS) + len(KINDS)
    parts = {"rank": F.cross_entropy(out[:, :r], rank, ignore_index=-1),
             "suit": F.cross_entropy(out[:, r:s], suit, ignore_index=-1),
             "kind": F.cross_entropy(out[:, s:k], kind)}
    known = kind != NOTHING
    error = F.smooth_l1_loss(out[:, k:OUTPUTS], shift, reduction="none", beta=0.02).sum(1)
    parts["pose"] = (error * known).sum() / known.sum().clamp(min=1)
    face = rank >= 0
    right = (out[:, :r].argmax(1) == rank) & (out[:, r:s].argmax(1) == suit)
    shown = {name: float(part.detach()) for name, part in parts.items()}
    return (parts["rank"] + parts["suit"] + 0.5 * parts["kind"] + 2 * parts["pose"],
            shown | {"right": float(right[face].float().mean())})


def known_packs(sources: ExampleFolders, seed: int) -> WholeFaceCrops:
    """Crops of the packs, fonts and surfaces for training; Refusal where there are none."""
    if not sources.decks or sources.backgrounds is None:
        raise Refusal("Name a folder of packs (--decks) and one of surfaces (--backgrounds).")
    decks = [deck for folder in sources.decks for deck in load_decks(folder) if deck.family not in HELD_OUT]
    fonts = part_of(usable_fonts([f for f in FONT_FOLDERS if f.is_dir()]), False)
    pool = PackPool(CardSource(decks, fonts), seed)
    return WholeFaceCrops(pool, surfaces(sources.backgrounds, False), seed + 1)


class WholeFaceBatches(IterableDataset[Batch]):
    """Endless batches; see `WholeFaceCrops.batches`."""

    def __init__(self, sources: ExampleFolders, seed: int, batch: int) -> None:
        self.sources, self.seed, self.batch = sources, seed, batch

    def __iter__(self) -> Iterator[Batch]:
        return known_packs(self.sources, int(worker_rng(self.seed).integers(2**31))).batches(self.batch)


def whole_face_batches(sources: ExampleFolders, batch: int, workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches (crops, rank, suit, kind, corners' shifts)."""
    return iter(loader(WholeFaceBatches(sources, seed, batch), None, workers))


def whole_face_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Some batches of crops (n, 3, HEIGHT, WIDTH)."""
    crops = known_packs(sources, 5).batches(16, 2000)
    return (next(crops)[0].numpy() for _ in range(12))

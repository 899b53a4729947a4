"""What the network that reads Italian-suited cards learns from, and that network; where they lie the finder of all
cards says.

What an unseen deck would be read like is measured by training with `--decks` of all decks but one, exporting to
`--out WORK`, and judging scenes drawn from the one that was left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812  (as PyTorch's own pages have it)

from models.drawing.camera_effects import grain, soften, tone
from models.drawing.command import surfaces
from models.drawing.drawn_faces import drawn_back
from models.drawing.italian_scenes import ItalianDeck, load_italian, printed
from models.training.face_crops import FaceCrops, laid
from models.training.nets import Block, conv
from models.training.sources import Batch, ExampleFolders
from models.training.spots import pooled
from rules.core.errors import Refusal
from vision.reading.face_crop import HEIGHT, WIDTH
from vision.reading.italian import KINDS, LABELS, OUTPUTS, RANKS, SUITS

DESCRIPTION = 64
FACE, BACK, NOTHING = range(3)


class FaceNet(nn.Module):
    """Crops (n, 3, HEIGHT, WIDTH) 0..255 BGR to (n, OUTPUTS + DESCRIPTION)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 20, 2), conv(20, 40, 2), Block(40), conv(40, 80, 2), Block(80))
        self.drop = nn.Dropout(0.15)
        self.squeeze = conv(80, 32, kernel=1)
        self.deep = nn.Sequential(nn.Linear(32 * 60, 160), nn.ReLU(inplace=True))
        self.head = nn.Linear(160, OUTPUTS + DESCRIPTION)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs in the order of vision.reading.italian.face_looks, then the description."""
        deep = self.deep(self.drop(self.squeeze(self.body(x / 127.5 - 1.0)).flatten(1)))
        return self.head(deep)


# -- crops ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1000)
def small_face(deck: ItalianDeck, label: str) -> np.ndarray:
    """A face 128 px high, BGR."""
    image = deck.image(label)
    return cv2.resize(image, (round(image.shape[1] * 128 / image.shape[0]), 128), interpolation=cv2.INTER_AREA)


class Crops(FaceCrops):
    """Training crops of Italian-suited cards."""

    def __init__(self, decks: list[ItalianDeck], backgrounds: list[Path], seed: int) -> None:
        super().__init__(backgrounds, seed)
        self.decks = decks
        backs = [drawn_back(self.rng).image for _ in range(40)]
        self.backs = [cv2.resize(b, (76, 128), interpolation=cv2.INTER_AREA)[..., :3] for b in backs]

    def card(self, deck: ItalianDeck, label: str) -> np.ndarray:
        """A printed face, now and then as another maker might print it; BGRA."""
        rng = self.rng
        image = small_face(deck, label)
        if rng.random() < 0.75:
            image = redrawn(image, rng)
        return printed(image, float(rng.uniform(0, 0.05)), rng)

    def example(self) -> tuple[np.ndarray, int, int, int, np.ndarray]:
        """Crop, rank, suit (-1 where there is none), kind, and where the card's corners are (4, 2)."""
        rng = self.rng
        deck, label = self.decks[rng.integers(len(self.decks))], str(rng.choice(LABELS))
        crop, roll, wanted = self.surface(), rng.random(), self.quad()
        for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):  # cards beside and below
            other = self.card(deck, str(rng.choice(LABELS))) if rng.random() < 0.85 else self.back()
            laid(crop, other, self.elsewhere())
        if roll < 0.08:
            laid(crop, self.back(), wanted)
            return self.seen(crop), -1, -1, BACK, wanted
        if roll < 0.2:
            if rng.random() < 0.7:
                laid(crop, self.card(deck, label), self.elsewhere())
            return self.seen(crop), -1, -1, NOTHING, wanted
        card = self.card(deck, label)
        laid(crop, card[::-1, ::-1] if rng.random() < 0.5 else card, wanted)
        if rng.random() < 0.3:
            self.cover(crop, deck)
        return self.seen(crop), RANKS.index(label[0]), SUITS.index(label[1]), FACE, wanted

    def back(self) -> np.ndarray:
        """A card face down, BGRA."""
        return printed(self.backs[self.rng.integers(len(self.backs))], 0.0, self.rng)

    def cover(self, crop: np.ndarray, deck: ItalianDeck) -> None:
        """Another card, a hand or a thing over up to two fifths of the card, in place."""
        rng = self.rng
        if rng.random() < 0.5:
            way = rng.choice([-1, 1], 2) * rng.uniform(0.62, 1.0, 2) * (WIDTH, HEIGHT)
            way[rng.integers(2)] *= rng.uniform(0, 1)
            if np.abs(way / (WIDTH, HEIGHT)).max() > 0.6:
                laid(crop, self.card(deck, str(rng.choice(LABELS))), (self.quad() + way).astype(np.float32))
            return
        self.lay_thing(crop)

    def seen(self, crop: np.ndarray) -> np.ndarray:
        """The crop (HEIGHT, WIDTH, 3) as a camera shows it."""
        rng = self.rng
        picture = tone(crop.astype(np.float32), rng) if rng.random() < 0.8 else crop.astype(np.float32)
        if rng.random() < 0.4:
            share = float(rng.uniform(0.35, 0.8))
            small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.2:
            ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.8, 1.4), HEIGHT, dtype=np.float32)
            picture = picture * ramp[:, None, None]
        return grain(soften(np.clip(picture, 0, 255), rng) if rng.random() < 0.4 else np.clip(picture, 0, 255), rng)

    def batches(self, batch: int, size: int = 7000) -> Iterator[tuple[torch.Tensor, ...]]:
        """Endless batches (crops, rank, suit, kind, corners' shifts in shares of the crop (n, 8))."""
        return pooled(self.prepared, size, batch, batch // 8, self.rng)


def redrawn(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A face with other inks, bent lines and another shape, as another maker's deck might have it."""
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + int(rng.normal(0, 14))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.4, 1.5), 0, 255)
        image = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.2:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.6:
        h, w = image.shape[:2]
        bend = [cv2.resize(rng.normal(0, 2.2, (6, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
                for _ in range(2)]
        xx, yy = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
        image = cv2.remap(image, xx + bend[0], yy + bend[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    roll = rng.random()
    if roll < 0.15:
        image = cv2.erode(image, np.ones((3, 3), np.uint8))
    elif roll < 0.3:
        image = cv2.dilate(image, np.ones((3, 3), np.uint8))
    elif roll < 0.4:
        image = cv2.bilateralFilter(image, 7, 60, 3)
    if rng.random() < 0.3:  # cut tighter
        dx, dy = int(rng.uniform(0, 0.07) * image.shape[1]), int(rng.uniform(0, 0.05) * image.shape[0])
        image = image[dy:image.shape[0] - dy, dx:image.shape[1] - dx]
    return np.ascontiguousarray(image)


# -- losses ---------------------------------------------------------------------------------------


def face_loss(out: torch.Tensor, rank: torch.Tensor, suit: torch.Tensor, kind: torch.Tensor, shift: torch.Tensor
              ) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the outputs; descriptions of one card are drawn together, those of others pushed apart."""
    described = F.normalize(out[:, OUTPUTS:], dim=1)
    r, s, k = len(RANKS), len(RANKS) + len(SUITS), len(RANKS) + len(SUITS) + len(KINDS)
    parts = {"rank": F.cross_entropy(out[:, :r], rank, ignore_index=-1, label_smoothing=0.02),
             "suit": F.cross_entropy(out[:, r:s], suit, ignore_index=-1, label_smoothing=0.02),
             "kind": F.cross_entropy(out[:, s:k], kind)}
    known = kind != NOTHING
    error = F.smooth_l1_loss(out[:, k:OUTPUTS], shift, reduction="none", beta=0.02).sum(1)
    parts["pose"] = (error * known).sum() / known.sum().clamp(min=1)
    face = rank >= 0
    parts["alike"] = likeness_loss(described[face], rank[face] * len(SUITS) + suit[face])
    loss = parts["rank"] + parts["suit"] + 0.5 * parts["kind"] + parts["pose"] + 0.3 * parts["alike"]
    shown = {name: float(part.detach()) for name, part in parts.items()}
    both_right = (out[:, :r].argmax(1) == rank) & (out[:, r:s].argmax(1) == suit)
    return loss, shown | {"right": float(both_right[face].float().mean()),
                          "kind right": float((out[:, s:k].argmax(1) == kind).float().mean())}


def likeness_loss(described: torch.Tensor, card: torch.Tensor) -> torch.Tensor:
    """Supervised contrastive loss of unit vectors (n, d) that belong to cards (n,)."""
    alike = described @ described.T / 0.1
    own = torch.eye(len(card), dtype=torch.bool)
    alike = alike.masked_fill(own, -1e4)
    same = (card[:, None] == card[None]) & ~own
    log = alike - torch.logsumexp(alike, dim=1, keepdim=True)
    return -(log * same).sum() / same.sum().clamp(min=1)


# -- batches --------------------------------------------------------------------------------------


def known_faces(sources: ExampleFolders, seed: int) -> Crops:
    """Crops of the decks among the sources; Refusal where there are none."""
    if not sources.decks or sources.backgrounds is None:
        raise Refusal("Name folders of Italian-suited faces (--decks) and of surfaces (--backgrounds).")
    return Crops([load_italian(d) for d in sources.decks], surfaces(sources.backgrounds, False), seed)


def face_batches(sources: ExampleFolders, batch: int, _workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches; see `Crops.batches`."""
    return known_faces(sources, seed).batches(batch)


def face_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Some batches of crops (n, 3, HEIGHT, WIDTH)."""
    crops = known_faces(sources, 5).batches(16)
    return (next(crops)[0].numpy() for _ in range(12))

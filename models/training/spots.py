"""The network behind vision.reading.spots, the windows it learns from, and its training.

A thing is a quad in a picture; what the network says beside place and size is a function of the quad.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from models.drawing.flat_table import load_picture
from models.training.examples import jittered, quarter_turned
from models.training.losses import heat_loss
from models.training.nets import Block, conv
from rules.core.errors import Refusal
from vision.reading.spots import PLACED, STRIDE, UNIT

WINDOW = 256  # px, side of a training window
SEEN, HIDDEN = 0.75, 0.25  # visible shares: above, it is to be found; below, it is not there
Numbers = Callable[[np.ndarray], list[float]]  # of a quad (4, 2)


class SpotNet(nn.Module):
    """BGR pictures (n, 3, h, w) 0..255, sides multiples of 16, to (n, PLACED + extra, h / 4, w / 4)."""

    def __init__(self, extra: int = 0) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 8, 2), conv(8, 16, 2))
        self.middle = nn.Sequential(conv(16, 32, 2), Block(32))
        self.coarse = nn.Sequential(conv(32, 48, 2), Block(48), Block(48, dilation=2))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join = conv(32 + 48, 24, kernel=1)
        self.last = conv(16 + 24, 24, kernel=1)
        self.head = nn.Conv2d(24, PLACED + extra, 1)
        bias = torch.zeros(PLACED + extra)
        bias[0] = -4.0  # heat starts low: few cells hold anything
        self.head.bias = nn.Parameter(bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs; see vision.reading.spots for the channels."""
        fine = self.fine(x / 127.5 - 1.0)
        middle = self.middle(fine)
        joined = self.join(torch.cat([middle, self.up(self.coarse(middle))], 1))
        return self.head(self.last(torch.cat([fine, self.up(joined)], 1)))


@dataclass(frozen=True)
class Things:
    """What lies in one picture: quad (n, 4, 2) px, label (n,), visible share (n,).

    exact: whether the quads are outlines, not only boxes that somebody drew.
    """

    file: Path
    quad: np.ndarray
    label: np.ndarray
    visible: np.ndarray
    exact: bool = True

    @property
    def centre(self) -> np.ndarray:
        """(n, 2) px."""
        return np.asarray(self.quad.mean(axis=1))


def load_things(folder: Path, key: str, label: str) -> list[Things]:
    """The scenes of a folder; key and label name the lists of their truth and what is learnt of each."""
    things = []
    files = sorted(folder.glob("truth*.jsonl"))
    if not files:
        raise Refusal(f"{folder} holds no drawn scenes.")
    for line in (line for file in files for line in file.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        items = row[key]
        things.append(Things(folder / row["file"], np.array([i["quad"] for i in items], np.float32).reshape(-1, 4, 2),
                             np.array([i[label] for i in items]), np.array([i["visible"] for i in items], np.float32)))
    return things


@lru_cache(maxsize=4000)
def picture_of(file: Path) -> np.ndarray:
    """(h, w, 3) uint8 BGR of a file, kept in memory: it must not be changed."""
    return load_picture(file)


def area_size(quad: np.ndarray) -> np.ndarray:
    """Square roots of the areas of quads (n, 4, 2), px."""
    a, b = quad[:, 2] - quad[:, 0], quad[:, 3] - quad[:, 1]
    return np.asarray(np.sqrt(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2))


def window(things: Things, rng: np.random.Generator, sizes: tuple[float, float]) -> tuple[np.ndarray, Things]:
    """A window (WINDOW, WINDOW, 3) of the picture at another scale and turn, and what is in it."""
    image = picture_of(things.file)
    low, high = 0.5, 1.25
    if len(things.quad):  # mostly at a scale at which some of the things can be found
        size = float(rng.choice(area_size(things.quad)))
        low, high = max(0.25, sizes[0] / size), min(1.5, sizes[1] / size)
    scale = float(np.exp(rng.uniform(np.log(min(low, high)), np.log(max(low, high)))))
    side = round(WINDOW / scale)  # of the part of the picture that is looked at
    room = np.maximum(np.array(image.shape[1::-1]) - side, 0)
    corner = rng.uniform(0, 1, 2) * room
    if len(things.quad) and rng.random() < 0.8:  # look where something lies
        centre = things.quad[rng.integers(len(things.quad))].mean(axis=0)
        corner = np.clip(centre - rng.uniform(0.1, 0.9, 2) * side, 0, room)
    x, y = (int(v) for v in corner)
    part = image[y:y + side, x:x + side]
    if part.shape[:2] != (side, side):
        part = cv2.copyMakeBorder(part, 0, side - part.shape[0], 0, side - part.shape[1], cv2.BORDER_REPLICATE)
    part = cv2.resize(part, (WINDOW, WINDOW), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    turns = int(rng.integers(4))
    quad = quarter_turned((things.quad - (x, y) + 0.5) * (WINDOW / side) - 0.5, turns, WINDOW - 1)
    part = jittered(np.ascontiguousarray(np.rot90(part, turns)), rng)
    return part, Things(things.file, quad, things.label, things.visible, things.exact)


def target_of(things: Things, extra: int, numbers: Numbers, sizes: tuple[float, float]) -> np.ndarray:
    """What the network should say of a window: 0 heat, 1 where that counts, 2 weight of the numbers, 3-5 offset and
    size, then the extra numbers; (6 + extra, g, g) float32."""
    g = WINDOW // STRIDE
    target = np.zeros((6 + extra, g, g), np.float32)
    target[1] = 1
    yy, xx = np.mgrid[:g, :g].astype(np.float32)
    size = area_size(things.quad)
    for k in np.argsort(things.visible):
        x, y = things.centre[k] + 0.5
        if things.visible[k] < HIDDEN or not (-8 < x < WINDOW + 8 and -8 < y < WINDOW + 8):
            continue
        away = np.hypot(xx - (x / STRIDE - 0.5), yy - (y / STRIDE - 0.5))
        if things.visible[k] < SEEN or not sizes[0] <= size[k] <= sizes[1] or not (min(x, y) >= 0
                                                                                  and max(x, y) < WINDOW):
            target[1][away < max(1.0, 0.7 * size[k] / STRIDE)] = 0
            continue
        heat = np.exp(-away**2 / (2 * float(np.clip(size[k] / STRIDE * 0.12, 0.6, 1.5)) ** 2))
        target[1][away < max(1.0, 0.5 * size[k] / STRIDE)] = 1
        target[0] = np.maximum(target[0], np.where(heat > 0.02, heat, 0))
        column, row = int(x // STRIDE), int(y // STRIDE)
        target[0, row, column] = 1
        near = away < 1.2
        near[row, column] = True
        target[2][near] = heat[near].clip(0.3) * (1.0 if things.exact else 0.3)
        values = [x / STRIDE - 0.5 - xx[near], y / STRIDE - 0.5 - yy[near], np.log2(size[k] / UNIT),
                  *numbers(things.quad[k])]
        for channel, value in enumerate(values):
            target[3 + channel][near] = value
    return target


def spot_loss(out: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the outputs against `target_of`, and its parts."""
    heat = heat_loss(out[:, 0], target[:, 0], target[:, 1])
    weight = target[:, 2:3]
    error = (out[:, 1:] - target[:, 3:]).abs() * weight / weight.sum().clamp(min=1)
    place, size, rest = error[:, :2].sum(), error[:, 2].sum(), error[:, 3:].sum()
    parts = {"heat": heat, "place": place, "size": size, "rest": rest}
    return heat + 0.5 * place + size + rest, {k: float(v.detach()) for k, v in parts.items()}


def windows(known: list[Things], seed: int, batch: int, extra: int, numbers: Numbers,
            sizes: tuple[float, float]) -> Iterator[tuple[torch.Tensor, ...]]:
    """Endless batches (pictures, targets)."""
    rng = np.random.default_rng(seed)

    def one() -> tuple[np.ndarray, np.ndarray]:
        image, found = window(known[rng.integers(len(known))], rng, sizes)
        return image.transpose(2, 0, 1), target_of(found, extra, numbers, sizes)

    return pooled(one, 1200, batch, max(1, batch // 4), rng)


def pooled(one: Callable[[], tuple[np.ndarray, ...]], size: int, batch: int, fresh: int, rng: np.random.Generator
           ) -> Iterator[tuple[torch.Tensor, ...]]:
    """Endless batches out of a pool of examples, of which a few are made anew for every batch: making one costs
    more than learning from it once."""
    pool = [one() for _ in range(batch)]
    while True:
        new = [one() for _ in range(fresh if len(pool) >= size else batch)]
        pool = [*pool, *new][-size:]
        rows = rng.choice(len(pool), batch, replace=False)
        yield tuple(torch.from_numpy(np.stack([pool[k][part] for k in rows])) for part in range(len(new[0])))

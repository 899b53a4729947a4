"""Training examples cut from drawn scenes: windows for the finder, crops for the reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

from models.drawing.flat_table import load_picture
from models.training.sources import Batch, ExampleFolders
from rules.core.errors import Refusal
from vision.reading.crop import correction, cut, whitened
from vision.reading.finder import MEAN_QUAD, STRIDE, UNIT, balanced, quads_to_frame
from vision.reading.index_reader import RANKS, SUITS

WINDOW = 384  # px, side of a finder window
SEEN, HIDDEN = 0.85, 0.3  # visible shares: above, an index is to be found; below, it is not there
SMALLEST, LARGEST = 7.5, 95.0  # px, index sizes the finder is asked for
INDEX, JOKER, NOTHING = 0, 1, 2


@dataclass(frozen=True)
class Truth:
    """One drawn scene: its picture's file and arrays of what is in it.

    pose (n, 5), quad (n, 4, 2), label (n,), visible (n,) of the indices; card_quad (m, 4, 2),
    card_label (m,), card_visible (m,), card_known (m,) of the cards.  finds (k, 5): poses at which a finder
    saw an index, right or wrong, where models.training.hard_examples has looked.
    """

    file: Path
    pose: np.ndarray
    quad: np.ndarray
    label: np.ndarray
    visible: np.ndarray
    card_quad: np.ndarray
    card_label: np.ndarray
    card_visible: np.ndarray
    card_known: np.ndarray
    finds: np.ndarray = field(default_factory=lambda: np.zeros((0, 5), np.float32))


def parse_truth(folder: Path, row: dict[str, Any], finds: list[list[float]]) -> Truth:
    """A line of a truth file."""
    indices, cards = row.get("indices", []), row["cards"]  # Italian cards carry none
    pose = [[*i["centre"], *i["up"], i["size"]] for i in indices]
    return Truth(folder / row["file"], np.array(pose, np.float32).reshape(-1, 5),
                 np.array([i["quad"] for i in indices], np.float32).reshape(-1, 4, 2),
                 np.array([i["label"] for i in indices]), np.array([i["visible"] for i in indices]),
                 np.array([c["quad"] for c in cards], np.float32).reshape(-1, 4, 2),
                 np.array([c["label"] for c in cards]), np.array([c["visible"] for c in cards]),
                 np.array([c["known"] for c in cards], bool), np.array(finds, np.float32).reshape(-1, 5))


def load_truths(folders: list[Path]) -> list[Truth]:
    """All scenes of folders that `models draw` or `models italian` wrote, with what `models mine` found in them."""
    truths = []
    for folder in folders:
        mined = folder / "finds.json"
        finds = json.loads(mined.read_text()) if mined.exists() else {}
        lines = [line for file in sorted(folder.glob("truth*.jsonl")) for line in file.read_text().splitlines()]
        rows = [json.loads(line) for line in lines if line.endswith("}")]
        truths += [parse_truth(folder, row, finds.get(row["file"], [])) for row in rows]
    return truths


def jittered(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture (h, w, 3) uint8 under a slightly different lamp and gamma."""
    gains = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.15))
    gamma = float(rng.uniform(0.75, 1.3))
    ramp = 255 * (np.arange(256)[:, None] / 255) ** gamma * gains
    return cv2.LUT(image, np.clip(ramp, 0, 255).astype(np.uint8).reshape(1, 256, 3))


def quarter_turned(points: np.ndarray, turns: int, side: float) -> np.ndarray:
    """Points (..., 2) of a square picture after np.rot90 of it; side 0 turns vectors."""
    for _ in range(turns):
        points = np.stack([points[..., 1], side - points[..., 0]], axis=-1)
    return points


def finder_window(truth: Truth, rng: np.random.Generator) -> tuple[np.ndarray, Truth]:
    """A window (WINDOW, WINDOW, 3) of the scene at another scale and turn, and its truth."""
    image = load_picture(truth.file)
    turns, side = int(rng.integers(4)), image.shape[0] - 1
    scale = float(np.exp(rng.uniform(np.log(0.6), np.log(1.35))))
    image = np.ascontiguousarray(np.rot90(image, turns))
    new = max(WINDOW, round(image.shape[0] * scale))
    scale = new / image.shape[0]
    image = cv2.resize(image, (new, new), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    x, y = (int(rng.integers(0, new - WINDOW + 1)) for _ in range(2))
    image = balanced(jittered(image[y:y + WINDOW, x:x + WINDOW], rng))

    def place(points: np.ndarray) -> np.ndarray:
        return np.asarray((quarter_turned(points, turns, side) + 0.5) * scale - 0.5 - (x, y))

    pose = np.column_stack([place(truth.pose[:, :2]), quarter_turned(truth.pose[:, 2:4], turns, 0),
                            truth.pose[:, 4] * scale]).astype(np.float32)
    return image, Truth(truth.file, pose, place(truth.quad), truth.label, truth.visible,
                        place(truth.card_quad), truth.card_label, truth.card_visible, truth.card_known)


def finder_target(truth: Truth) -> np.ndarray:
    """What the finder should say of a window: (25, g, g) float32.

    0 index heat, 1 where that counts, 2 weight of the 13 numbers 3..15; 16 face heat, 17 back
    heat, 18 where these count, 19 weight of the 5 numbers 20..24.
    """
    g = WINDOW // STRIDE
    target = np.zeros((25, g, g), np.float32)
    target[[1, 18]] = 1
    yy, xx = np.mgrid[:g, :g].astype(np.float32)
    for quad, known in zip(truth.card_quad, truth.card_known, strict=True):
        if not known:
            area = cv2.fillConvexPoly(np.zeros((g, g), np.uint8), (quad / STRIDE).astype(np.int32), 1)
            target[1][area > 0] = 0
    put_cards(target, truth, xx, yy)
    aim_at_indices(target, truth, xx, yy)
    return target


def aim_at_indices(target: np.ndarray, truth: Truth, xx: np.ndarray, yy: np.ndarray) -> None:
    """Write the index part of a finder target, in place."""
    local = quads_to_frame(truth.quad, truth.pose) - MEAN_QUAD
    for k in np.argsort(truth.visible):  # the clearest last, so that they win
        x, y, up_x, up_y, size = truth.pose[k]
        if truth.visible[k] < HIDDEN or not (-4 < x < WINDOW + 4 and -4 < y < WINDOW + 4):
            continue
        away = np.hypot(xx - (x / STRIDE - 0.5), yy - (y / STRIDE - 0.5))
        inside = 0 <= x < WINDOW and 0 <= y < WINDOW
        if truth.visible[k] < SEEN or not SMALLEST <= size <= LARGEST or not inside:
            target[1][away < max(1.0, 0.6 * size / STRIDE)] = 0
            continue
        heat = np.exp(-away**2 / (2 * float(np.clip(size / STRIDE * 0.15, 0.6, 1.2)) ** 2))
        target[1][away < max(1.0, 0.6 * size / STRIDE)] = 1
        target[0] = np.maximum(target[0], np.where(heat > 0.02, heat, 0))
        column, row = int(x // STRIDE), int(y // STRIDE)
        target[0, row, column] = 1
        near = away < 0.95
        near[row, column] = True
        target[2][near] = heat[near].clip(0.3)
        values = [x / STRIDE - 0.5 - xx[near], y / STRIDE - 0.5 - yy[near], up_x, up_y,
                  np.log2(size / UNIT), *local[k].reshape(-1)]
        for channel, value in enumerate(values):
            target[3 + channel][near] = value


def put_cards(target: np.ndarray, truth: Truth, xx: np.ndarray, yy: np.ndarray) -> None:
    """Write the whole-card part of a finder target, in place."""
    for quad, label, visible in zip(truth.card_quad, truth.card_label, truth.card_visible, strict=True):
        x, y = quad.mean(axis=0)
        if visible < 0.15 or not (0 <= x < WINDOW and 0 <= y < WINDOW):
            continue
        away = np.hypot(xx - (x / STRIDE - 0.5), yy - (y / STRIDE - 0.5))
        axis = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
        length = float(np.hypot(*axis))
        if visible < 0.6 or not 20 < length < 450:
            target[18][away < max(1.0, 0.3 * length / STRIDE)] = 0
            continue
        heat = np.exp(-away**2 / (2 * float(np.clip(length / STRIDE * 0.04, 0.6, 1.5)) ** 2))
        channel = 16 if label else 17
        target[channel] = np.maximum(target[channel], np.where(heat > 0.02, heat, 0))
        column, row = int(x // STRIDE), int(y // STRIDE)
        target[channel, row, column] = 1
        near = away < 0.95
        near[row, column] = True
        target[19][near] = 1
        angle = 2 * np.arctan2(axis[1], axis[0])
        values = [x / STRIDE - 0.5 - xx[near], y / STRIDE - 0.5 - yy[near], np.cos(angle), np.sin(angle),
                  np.log2(length / (5 * UNIT))]
        for k, value in enumerate(values):
            target[20 + k][near] = value


@dataclass(frozen=True)
class IndexExample:
    """One reader crop: picture, rank, suit (-1 where there is none to learn), kind, pose correction."""

    crop: np.ndarray
    rank: int
    suit: int
    kind: int
    pose: tuple[float, float, float, float, float]  # shift right, down, cos and sin of the turn, log scale
    posed: float  # whether the correction counts


def disturbed(pose: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A pose as a finder might get it: a little off, now and then far off or upside down."""
    wide = rng.random() < 0.25
    turn = rng.uniform(-0.6, 0.6) if wide else rng.normal(0, 0.12)
    turn += np.pi if rng.random() < 0.06 else 0
    c, s = np.cos(turn), np.sin(turn)
    up = np.array([c * pose[2] - s * pose[3], s * pose[2] + c * pose[3]])
    centre = pose[:2] + pose[4] * rng.normal(0, 0.13 if wide else 0.05, 2)
    return np.array([*centre, *up, pose[4] * np.exp(rng.normal(0, 0.22 if wide else 0.09))], np.float32)


def positive(image: np.ndarray, assumed: np.ndarray, pose: np.ndarray, label: str) -> IndexExample:
    """A crop of an index that lies at a pose, cut at an assumed one."""
    shift, turn, log_scale = correction(assumed, pose)
    rank = -1 if label == "JK" else RANKS.index(label[0])
    suit = -1 if label == "JK" or label[1] == "?" else SUITS.index(label[1])
    return IndexExample(cut(image, assumed), rank, suit, JOKER if label == "JK" else INDEX,
                   (float(shift[0]), float(shift[1]), float(np.cos(turn)), float(np.sin(turn)), log_scale), 1.0)


def negative(image: np.ndarray, pose: np.ndarray) -> IndexExample:
    """A crop of something that is no index."""
    return IndexExample(cut(image, pose), -1, -1, NOTHING, (0, 0, 1, 0, 0), 0.0)


def random_pose(truth: Truth, rng: np.random.Generator, side: int) -> np.ndarray | None:
    """(5,) pose on no index: near one, on a card, or anywhere; None if it fell on an index."""
    sizes = truth.pose[:, 4] if len(truth.pose) else np.array([20.0, 40.0])
    size = float(rng.choice(sizes)) * float(np.exp(rng.normal(0, 0.25)))
    angle = rng.uniform(0, 2 * np.pi)
    kind = rng.random()
    if kind < 0.35 and len(truth.pose):
        near = truth.pose[rng.integers(len(truth.pose))]
        away = rng.uniform(0.65, 1.6) * near[4]
        spot = near[:2] + away * np.array([np.cos(angle), np.sin(angle)])
    elif kind < 0.8 and len(truth.card_quad):
        u = rng.dirichlet(np.ones(4))
        spot = u @ truth.card_quad[rng.integers(len(truth.card_quad))]
    else:
        spot = rng.uniform(0, side, 2)
    up = rng.uniform(0, 2 * np.pi)
    if len(truth.pose):
        gap = np.hypot(*(truth.pose[:, :2] - spot).T)
        if (gap < 0.6 * np.maximum(truth.pose[:, 4], 0.6 * size))[truth.visible > 0.1].any():
            return None
    if any(cv2.pointPolygonTest(q.astype(np.float32), (float(spot[0]), float(spot[1])), False) >= 0
           for q in truth.card_quad[~truth.card_known]) or not (spot.min() > 0 and spot.max() < side):
        return None
    return np.array([*spot, np.cos(up), np.sin(up), size], np.float32)


def reader_examples(truth: Truth, rng: np.random.Generator, most: int = 14) -> list[IndexExample]:
    """Crops of a scene's clear indices and of other places, some where a finder saw an index."""
    image = load_picture(truth.file)
    clear = np.flatnonzero((truth.visible > SEEN) & (truth.pose[:, 4] > 7))
    chosen = rng.permutation(clear)[:most]
    examples = [positive(image, disturbed(truth.pose[k], rng), truth.pose[k], str(truth.label[k])) for k in chosen]
    poses = [random_pose(truth, rng, image.shape[0]) for _ in range(5)]
    examples += [negative(image, pose) for pose in poses if pose is not None]
    finds = [find_example(image, truth, pose) for pose in rng.permutation(truth.finds)[:most]]
    return examples + [example for example in finds if example is not None]


def find_example(image: np.ndarray, truth: Truth, pose: np.ndarray) -> IndexExample | None:
    """A crop where a finder saw an index; None where it is neither clearly right nor clearly wrong."""
    if any(cv2.pointPolygonTest(quad, pose[:2].tolist(), False) >= 0 for quad in truth.card_quad[~truth.card_known]):
        return None
    if len(truth.pose) == 0:
        return negative(image, pose)
    gap = np.hypot(*(truth.pose[:, :2] - pose[:2]).T) / np.maximum(truth.pose[:, 4], 0.6 * pose[4])
    gap[truth.visible < 0.1] = 9
    near = int(gap.argmin())
    ratio = pose[4] / truth.pose[near, 4]
    if gap[near] > 0.6:
        return negative(image, pose)
    if gap[near] < 0.35 and 0.6 < ratio < 1.7 and truth.visible[near] > SEEN:
        return positive(image, pose, truth.pose[near], str(truth.label[near]))
    return None


def roughened(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A crop (h, w, 3) uint8 with a little more blur, noise, contrast or a covered corner."""
    roll = rng.random()
    if roll < 0.12:
        crop = cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.4, 1.6)))
    elif roll < 0.2:
        small = cv2.resize(crop, None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
        crop = cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    elif roll < 0.3:
        noise = rng.normal(0, rng.uniform(2, 16), crop.shape)
        crop = np.clip(crop + noise, 0, 255).astype(np.uint8)
    return jittered(crop, rng) if rng.random() < 0.6 else crop


class FinderWindows(IterableDataset[tuple[torch.Tensor, torch.Tensor]]):
    """An endless stream of (picture (3, h, w) uint8, target (25, g, g))."""

    def __init__(self, truths: list[Truth], seed: int) -> None:
        self.truths, self.seed = truths, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        rng = worker_rng(self.seed)
        while True:
            image, truth = finder_window(self.truths[rng.integers(len(self.truths))], rng)
            yield torch.from_numpy(image.transpose(2, 0, 1).copy()), torch.from_numpy(finder_target(truth))


class ReaderBatches(IterableDataset[tuple[torch.Tensor, ...]]):
    """An endless stream of batches (crops, rank, suit, kind, pose, posed)."""

    def __init__(self, truths: list[Truth], seed: int, batch: int = 256) -> None:
        self.truths, self.seed, self.batch = truths, seed, batch

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        rng = worker_rng(self.seed)
        pool: list[IndexExample] = []
        while True:
            while len(pool) < 4 * self.batch:
                pool += reader_examples(self.truths[rng.integers(len(self.truths))], rng)
            rng.shuffle(pool)
            batch, pool = pool[:self.batch], pool[self.batch:]
            yield reader_batch(batch, rng)


def reader_batch(examples: list[IndexExample], rng: np.random.Generator | None) -> tuple[torch.Tensor, ...]:
    """Tensors of examples; roughened when a generator is given."""
    crops = [roughened(e.crop, rng) if rng else e.crop for e in examples]
    pictures = whitened(np.stack(crops)).transpose(0, 3, 1, 2).copy()
    numbers = [torch.tensor([getattr(e, name) for e in examples]) for name in ("rank", "suit", "kind")]
    pose = torch.tensor([e.pose for e in examples], dtype=torch.float32)
    posed = torch.tensor([e.posed for e in examples], dtype=torch.float32)
    return (torch.from_numpy(pictures), *numbers, pose, posed)


def worker_rng(seed: int) -> np.random.Generator:
    """A generator of this loader process's own."""
    cv2.setNumThreads(0)
    info = torch.utils.data.get_worker_info()
    return np.random.default_rng([seed, info.id if info else 0])


def loader(stream: IterableDataset[Any], batch: int | None, workers: int) -> DataLoader[Any]:
    """Batches of a stream, made in other processes."""
    return DataLoader(stream, batch_size=batch, num_workers=workers, prefetch_factor=4 if workers else None)


def known_truths(sources: ExampleFolders) -> list[Truth]:
    """The drawn scenes of sources; Refusal where there are none."""
    truths = load_truths(list(sources.scenes))
    if not truths:
        named = ", ".join(map(str, sources.scenes))
        raise Refusal(f"There are no drawn scenes in {named}." if named
                         else "Name folders of drawn scenes (--scenes).")
    return truths


def finder_batches(sources: ExampleFolders, batch: int, workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches (pictures, targets) for the finder."""
    return iter(loader(FinderWindows(known_truths(sources), seed), batch, workers))


def index_batches(sources: ExampleFolders, batch: int, workers: int, seed: int) -> Iterator[Batch]:
    """Endless batches (crops, rank, suit, kind, pose, posed) for the reader."""
    return iter(loader(ReaderBatches(known_truths(sources), seed, batch), None, workers))


def some_of(sources: ExampleFolders, count: int = 60) -> list[Truth]:
    """Drawn scenes from all over the sources."""
    truths = load_truths(list(sources.scenes))
    return truths[::max(1, len(truths) // count)]


def finder_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Windows (1, 3, h, w) as the finder gets them."""
    some = some_of(sources)
    return (balanced(load_picture(truth.file)[:WINDOW, :WINDOW]).transpose(2, 0, 1)[None]
            for truth in some) if some else None


def index_ranges(sources: ExampleFolders) -> Iterator[np.ndarray] | None:
    """Crops (n, 3, CROP, CROP) of some scenes as the reader gets them."""
    some, rng = some_of(sources), np.random.default_rng(1)
    cut_out = ([example.crop for example in reader_examples(truth, rng)] for truth in some)
    return (whitened(np.stack(crops)).transpose(0, 3, 1, 2) for crops in cut_out if crops) if some else None

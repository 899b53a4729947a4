"""Where indices and cards may be in a picture: the finder network and what its outputs mean.

    finder = Finder(path)
    indices, cards = finder.find(image)     # pixels of that picture

The network looks at the picture at several scales; on a grid of STRIDE px it says how likely an
index is centred there, how it lies, how large it is and where the corners of its card are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading.network import Network
from vision.reading.percentile import percentile

STRIDE = 8
CHANNELS = 21
# channels: 0 index heat, 1-2 offset, 3-4 up, 5 log2(size / UNIT), 6-13 card corners in the index's own
# frame, 14 face heat, 15 back heat, 16-17 offset, 18-19 doubled angle of the long axis, 20 log2(height / 5 UNIT)
UNIT = 20.0  # px, a middling index in the network's picture
LONG_SIDES = (960, 480, 240)  # px, the scales at which a picture is looked at; each half of the one before
ENLARGED = 1.5  # times that a small picture is enlarged at most
COMFORT = (12.0, 42.0)  # px, index sizes at which the network also sees the whole card
MULTIPLE = 16
LARGE = 16.0  # px, indices at the second scale that need no closer look
MIDDLING = 12.0  # px, indices at the second scale that need none where they are read plainly
APART = 28.0  # px, neighbours at the second scale that need none: nearer ones may hide others between them
PARALLEL = 0.9  # cosine between the directions of neighbours in a row or fan, at least
ALONG, ACROSS = 0.45, 0.25  # index lengths from another's middle at which a find is the same index, in its directions
# mean corners of a card in its index's frame (right, down; index lengths): the network adds to these
MEAN_QUAD = np.array([[-0.45, -0.75], [3.3, -0.75], [3.3, 4.8], [-0.45, 4.8]], np.float32)


@dataclass(frozen=True)
class IndexFinds:
    """Possible indices, best first.

    pose: (n, 5) float32 x, y, up_x, up_y, size in px.  quad: (n, 4, 2) corners of the card, clockwise
    from the one left of the index's own top.  score: (n,) float32 0..1.
    """

    pose: np.ndarray
    quad: np.ndarray
    score: np.ndarray

    def __len__(self) -> int:
        return len(self.score)

    def __getitem__(self, rows: np.ndarray) -> IndexFinds:
        return IndexFinds(self.pose[rows], self.quad[rows], self.score[rows])


@dataclass(frozen=True)
class CardFinds:
    """Possible whole cards: centre and half axis (n, 4) px, score (n,), face_up (n,) bool."""

    place: np.ndarray
    score: np.ndarray
    face_up: np.ndarray

    def __len__(self) -> int:
        return len(self.score)

    def quads(self) -> np.ndarray:
        """(n, 4, 2) outlines, assuming the usual 5:7 shape and no tilt."""
        along = self.place[:, 2:]
        across = np.column_stack([-along[:, 1], along[:, 0]]) / 1.42
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.stack([self.place[:, :2] + a * across + b * along for a, b in signs], axis=1)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """Logistic function."""
    return np.asarray(1 / (1 + np.exp(-x)))


def frame_of(up: np.ndarray) -> np.ndarray:
    """(n, 2, 2) rows right and down of indices whose up vectors are (n, 2)."""
    return np.stack([np.column_stack([-up[:, 1], up[:, 0]]), -up], axis=1)


def quads_to_frame(quads: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """Corners (n, 4, 2) px in the frames of poses (n, 5), in index lengths."""
    relative = (quads - poses[:, None, :2]) / poses[:, None, 4:5]
    return np.asarray(np.einsum("nij,nkj->nki", frame_of(poses[:, 2:4]), relative))


def quads_from_frame(local: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """Inverse of `quads_to_frame`."""
    relative = np.einsum("nij,nki->nkj", frame_of(poses[:, 2:4]), local)
    return np.asarray(relative * poses[:, None, 4:5] + poses[:, None, :2])


def peaks(heat: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the local maxima of a (h, w) map."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > threshold))
    return rows, columns


def decode_indices(out: np.ndarray, threshold: float) -> IndexFinds:
    """Indices in one output map (CHANNELS, h, w), px of the network's picture."""
    heat = sigmoid(out[0])
    rows, columns = peaks(heat, threshold)
    values = out[:, rows, columns]
    centre = (np.stack([columns, rows], axis=1) + 0.5 + values[1:3].T) * STRIDE
    up = values[3:5].T
    up = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    size = UNIT * 2.0 ** values[5]
    pose = np.column_stack([centre, up, size]).astype(np.float32)
    quad = quads_from_frame(values[6:14].T.reshape(-1, 4, 2) + MEAN_QUAD, pose)
    return IndexFinds(pose, quad.astype(np.float32), heat[rows, columns].astype(np.float32))


def decode_cards(out: np.ndarray, threshold: float) -> CardFinds:
    """Whole cards in one output map (CHANNELS, h, w), px of the network's picture."""
    both = sigmoid(out[14:16])
    heat = both.max(axis=0)
    rows, columns = peaks(heat, threshold)
    values = out[:, rows, columns]
    centre = (np.stack([columns, rows], axis=1) + 0.5 + values[16:18].T) * STRIDE
    angle = np.arctan2(values[19], values[18]) / 2
    half = 2.5 * UNIT * 2.0 ** values[20]
    place = np.column_stack([centre, half * np.cos(angle), half * np.sin(angle)]).astype(np.float32)
    return CardFinds(place, heat[rows, columns].astype(np.float32), (both[0] > both[1])[rows, columns])


def levels(image: np.ndarray, enlarged: bool = False) -> Iterator[tuple[np.ndarray, float]]:
    """The picture at each scale: padded and balanced (h, w, 3) uint8, and the scale.  enlarged: whether a small one is
    looked at larger than it is."""
    h, w = image.shape[:2]
    scale = min(ENLARGED if enlarged else 1.0, LONG_SIDES[0] / max(h, w))
    small = balanced(resized(image, scale) if scale != 1 else image)
    for side in LONG_SIDES:
        small = resized(small, 0.5) if side < LONG_SIDES[0] else small
        bottom, right = -small.shape[0] % MULTIPLE, -small.shape[1] % MULTIPLE
        yield cv2.copyMakeBorder(small, 0, bottom, 0, right, cv2.BORDER_REPLICATE), small.shape[1] / w


def resized(image: np.ndarray, scale: float) -> np.ndarray:
    """The picture in another size."""
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    # a little smaller: as good as by area, and five times as fast
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR if scale > 0.6 else cv2.INTER_AREA
    return cv2.resize(image, size, interpolation=way)


def balanced(image: np.ndarray) -> np.ndarray:
    """The picture with its brightest parts made white: cards are among them on most tables."""
    high = percentile(np.ascontiguousarray(image[::4, ::4])[None], 97)[0]
    gains = np.clip(240 / np.maximum(high, 1), 0.8, 4).astype(np.float32)
    tables = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    # colour by colour: OpenCV looks three up at once more slowly
    return cv2.merge([cv2.LUT(*one) for one in zip(cv2.split(image), tables.T.copy(), strict=True)])


class Finder:
    """The finder network read from an ONNX file."""

    def __init__(self, path: Path) -> None:
        self.network = Network(path, "finder")

    def raw(self, picture: np.ndarray) -> np.ndarray:
        """Output map (CHANNELS, h / STRIDE, w / STRIDE) of a picture as `levels` gives them."""
        return np.asarray(self.network.run(np.array(cv2.split(picture), np.float32)[None])[0])

    def find(self, image: np.ndarray, threshold: float = 0.2,
             suffices: Callable[[IndexFinds, CardFinds], bool] | None = None, enlarged: bool = False
             ) -> tuple[IndexFinds, CardFinds]:
        """Indices and whole cards in a BGR picture, in its pixels, overlapping finds removed.

        The picture is looked at as closely as its smallest index needs: the finest scale, which takes four times
        as long as the others together, is left out where all that is seen without it is large.  Where it is of a
        middling size, suffices is asked whether what is seen will do.  Cards packed in a row or a fan are always looked
        at closely.  enlarged: as in `levels`.
        """
        finest, *coarser = levels(image, enlarged)
        found = [self.found(picture, scale, threshold) for picture, scale in coarser]
        size = (found[0][0].pose[:, 4] * coarser[0][1]).min(initial=np.inf)
        if np.isfinite(size) and size >= (MIDDLING if suffices else LARGE) and (
                nearest(found[0][0].pose) * coarser[0][1] > APART):
            enough = distinct_finds(found)
            if size >= LARGE or (suffices and suffices(*enough)):
                return enough
        return distinct_finds([self.found(*finest, threshold), *found])

    def found(self, picture: np.ndarray, scale: float, threshold: float) -> tuple[IndexFinds, CardFinds]:
        """What is seen at one scale, in pixels of the whole picture."""
        out = self.raw(picture)
        indices, cards = decode_indices(out, threshold), decode_cards(out, 0.35)
        pose = indices.pose.copy()
        pose[:, [0, 1, 4]] /= scale
        return (IndexFinds(pose, indices.quad / scale, indices.score * comfort(indices.pose[:, 4])),
                CardFinds(cards.place / scale, cards.score, cards.face_up))


def comfort(size: np.ndarray) -> np.ndarray:
    """1 where an index has a good size in the network's picture, less the further it is from that."""
    octaves = np.log2(np.maximum(np.maximum(COMFORT[0] / size, size / COMFORT[1]), 1))
    return np.exp2(-0.7 * octaves).astype(np.float32)


def distinct_finds(found: Sequence[tuple[IndexFinds, CardFinds]]) -> tuple[IndexFinds, CardFinds]:
    """What was found at several scales, once."""
    indices, cards = zip(*found, strict=True)
    return distinct_indices(joined_indices(indices)), distinct_cards(joined_cards(cards))


def joined_in_order(finds: Sequence[IndexFinds]) -> IndexFinds:
    """All finds in one, one after the other."""
    return IndexFinds(*(np.concatenate([getattr(f, name) for f in finds]) for name in ("pose", "quad", "score")))


def joined_indices(finds: Sequence[IndexFinds]) -> IndexFinds:
    """All finds in one, best first."""
    found = joined_in_order(finds)
    return found[np.argsort(-found.score, kind="stable")]


def joined_cards(finds: Sequence[CardFinds]) -> CardFinds:
    """All finds in one, best first."""
    score = np.concatenate([f.score for f in finds])
    order = np.argsort(-score, kind="stable")
    return CardFinds(np.concatenate([f.place for f in finds])[order], score[order],
                     np.concatenate([f.face_up for f in finds])[order])


def distinct_indices(finds: IndexFinds) -> IndexFinds:
    """Finds no other better one lies upon."""
    return finds[distinct(same_index(finds.pose))]


def same_index(poses: np.ndarray, labels: np.ndarray | None = None) -> np.ndarray:
    """(n, n) bool, whether poses (n, 5) may be finds of one index: packed cards show theirs beside each other, nearer
    than an index is tall.  labels: (n,) what each was read as, where that is known; two that read alike are no
    neighbours."""
    (x, y), up, size = poses[:, :2].T, poses[:, 2:4], poses[:, 4]
    away_x, away_y = x[:, None] - x, y[:, None] - y
    along = np.abs(away_x * up[:, 0] + away_y * up[:, 1])
    across = np.abs(away_x * up[:, 1] - away_y * up[:, 0])
    beside = np.abs(up @ up.T) > PARALLEL
    if labels is not None:
        beside &= labels[:, None] != labels
    upon = np.hypot(along / ALONG, across / np.where(beside, ACROSS, ALONG)) < size
    return np.asarray(upon | upon.T)


def nearest(poses: np.ndarray) -> float:
    """Least distance between two of the poses (n, 5) that are not the same index, px; infinite where there are none."""
    apart = np.hypot(*(poses[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1))
    return float(apart[~same_index(poses)].min(initial=np.inf))


def distinct_cards(finds: CardFinds) -> CardFinds:
    """Cards whose middle is not that of a better one."""
    apart = np.hypot(*(finds.place[:, None, :2] - finds.place[None, :, :2]).transpose(2, 0, 1))
    reach = 0.5 * np.linalg.norm(finds.place[:, 2:], axis=1)
    rows = distinct(apart <= np.maximum(reach[:, None], reach))
    return CardFinds(finds.place[rows], finds.score[rows], finds.face_up[rows])


def distinct(same: np.ndarray) -> np.ndarray:
    """Rows kept when each removes the later ones that are the same (n, n); rows are best first."""
    keep = np.ones(len(same), bool)
    for k in range(len(same)):
        if keep[k]:
            keep[k + 1:] &= ~same[k, k + 1:]
    return np.flatnonzero(keep)

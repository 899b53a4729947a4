"""Things of one kind found in a picture by a small network: where, how large, and some numbers about each.

    finder = SpotFinder(path, "dice-finder", long_sides=(960, 480, 240))
    spots = finder.find(image)          # px of the picture, best first

The network looks at the picture at several scales; on a grid of STRIDE px it says how likely one is centred
there.  Channels: 0 heat, 1-2 offset in cells, 3 log2(size / UNIT), then whatever that network was taught.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading.network import Network

STRIDE = 4
PLACED = 4  # channels before those of its own
UNIT = 24.0  # px, a middling size in the network's picture
MULTIPLE = 16
COMFORT = (12.0, 64.0)  # px, sizes that are seen best


@dataclass(frozen=True)
class Spots:
    """centre (n, 2) and size (n,) px; score (n,) 0..1; numbers (n, k) as the network was taught."""

    centre: np.ndarray
    size: np.ndarray
    score: np.ndarray
    numbers: np.ndarray

    def __len__(self) -> int:
        return len(self.size)

    def __getitem__(self, rows: np.ndarray) -> Spots:
        return Spots(self.centre[rows], self.size[rows], self.score[rows], self.numbers[rows])


class SpotFinder:
    """A finder network read from an ONNX file.  long_sides: px, the scales at which a picture is looked at."""

    def __init__(self, path: Path, role: str, long_sides: Sequence[int],
                 comfort: tuple[float, float] = COMFORT) -> None:
        self.network = Network(path, role)
        self.long_sides, self.comfort = tuple(long_sides), comfort

    def raw(self, picture: np.ndarray) -> np.ndarray:
        """Output map (channels, h / STRIDE, w / STRIDE) of a picture whose sides are multiples of MULTIPLE."""
        batch = picture.transpose(2, 0, 1)[None].astype(np.float32)
        return np.asarray(self.network.run(batch)[0])

    def find(self, image: np.ndarray, threshold: float = 0.3) -> Spots:
        """What lies in a BGR picture, in its pixels, none within another."""
        found = []
        for picture, scale in spot_levels(image, self.long_sides):
            spots = peaks_of(self.raw(picture), threshold)
            ease = spot_comfort(spots.size, self.comfort)
            found.append(Spots((spots.centre + 0.5) / scale - 0.5, spots.size / scale, spots.score * ease,
                               spots.numbers))
        return distinct_spots(joined_spots(found))


def spot_levels(image: np.ndarray, long_sides: Sequence[int]) -> Iterator[tuple[np.ndarray, float]]:
    """The picture at each scale, padded (h, w, 3) uint8, and the scale; never enlarged."""
    h, w = image.shape[:2]
    small, seen = image, set()
    for side in long_sides:
        scale = min(1.0, side / max(h, w))
        size = (max(1, round(w * scale)), max(1, round(h * scale)))
        if size in seen:
            continue
        seen.add(size)
        if size != small.shape[1::-1]:  # from the one before, which is not as large
            small = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
        yield cv2.copyMakeBorder(small, 0, -size[1] % MULTIPLE, 0, -size[0] % MULTIPLE, cv2.BORDER_REPLICATE), scale


def peaks_of(out: np.ndarray, threshold: float) -> Spots:
    """The peaks of one output map, px of the network's picture."""
    heat = 1 / (1 + np.exp(-out[0]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > threshold))
    values = out[:, rows, columns].T.astype(np.float32)
    centre = (np.stack([columns, rows], axis=1) + 0.5 + values[:, 1:3]) * STRIDE - 0.5
    return Spots(centre.astype(np.float32), UNIT * np.exp2(np.clip(values[:, 3], -3, 5)), heat[rows, columns],
                 values[:, PLACED:])


def spot_comfort(size: np.ndarray, best: tuple[float, float]) -> np.ndarray:
    """1 for a good size in the network's picture, less the further it is from that."""
    octaves = np.log2(np.maximum(np.maximum(best[0] / size, size / best[1]), 1))
    return np.exp2(-0.7 * octaves).astype(np.float32)


def joined_spots(finds: Sequence[Spots]) -> Spots:
    """All finds in one, best first."""
    score = np.concatenate([f.score for f in finds])
    order = np.argsort(-score, kind="stable")
    return Spots(*(np.concatenate([getattr(f, name) for f in finds])[order]
                   for name in ("centre", "size", "score", "numbers")))


def distinct_spots(spots: Spots, share: float = 0.5) -> Spots:
    """Without those whose centre lies nearer to a better one's than a share of the larger size."""
    keep: list[int] = []
    for k, centre in enumerate(spots.centre):
        reach = share * np.maximum(spots.size[keep], spots.size[k])
        if (np.hypot(*(spots.centre[keep] - centre).T) > reach).all():
            keep.append(k)
    return spots[np.array(keep, int)]

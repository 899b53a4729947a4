"""Pictures that a camera's program shows mirrored, noticed from the cards themselves.

    odds = mirror_odds(image, finds, index_reader)    # log-odds that it is mirrored
    found = turned_back(detections, image.shape[1] - 1)   # what was read in it the other way round, in its own pixels

An index stands left of its card's middle, in a mirrored picture right of it.  Packs that print one in every corner say
nothing by that; then some indices are read as they are and the other way round, which the reader's last layer sees
differently.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.detections import Detections
from vision.reading.crop import cut_many
from vision.reading.finder import IndexFinds
from vision.reading.index_reader import IndexReader
from vision.reading.pairs import stand_right

HINT = 0.08  # share of indices right of their card's middle from which a picture may be mirrored
LOOKS = 8  # indices that are read both ways, the best found first; all where these leave it open
MOST = 4.0  # log-odds that one index counts at most
SIDE = 8.0  # log-odds of all standing right of the middle for half of them
MIRRORED = 1.5  # log-odds from which a picture is mirrored
STRAIGHT = -6.0  # ... and up to which it is not: most cameras do not mirror; between the two no card is sure


def mirror_odds(image: np.ndarray, finds: IndexFinds, reader: IndexReader) -> float:
    """Log-odds that a picture in which these indices were found is mirrored; 0 where there are none."""
    if len(finds) == 0:
        return 0.0
    if reader.mirror_weights is None:
        return 2 * STRAIGHT
    finds = finds[np.argsort(-finds.score, kind="stable")]
    odds = odds_by(image, finds[np.arange(min(LOOKS, len(finds)))], reader)
    return odds_by(image, finds, reader) if is_open(odds) and len(finds) > LOOKS else odds


def odds_by(image: np.ndarray, finds: IndexFinds, reader: IndexReader) -> float:
    """What these finds say; only where enough of them stand on the wrong side they are read both ways."""
    share = float(finds.score @ stand_right(finds.pose, finds.quad) / finds.score.sum())
    if share < HINT:
        return 2 * STRAIGHT
    crops = cut_many(image, finds.pose)
    as_seen, other = reader.read(crops), reader.read(left_for_right(crops))
    real = np.minimum(as_seen.kind[:, 2], other.kind[:, 2]) < np.log(0.5)
    if not real.any():
        return 0.0
    odds = np.clip((other.description - as_seen.description) @ reader.mirror_weights, -MOST, MOST)
    return float(odds[real].sum()) + SIDE * (share - 0.5)


def is_open(odds: float) -> bool:
    """Whether these log-odds leave open which way round a picture is."""
    return STRAIGHT < odds < MIRRORED


def left_for_right(pictures: np.ndarray) -> np.ndarray:
    """Pictures (..., h, w, 3) the other way round, left for right."""
    return np.ascontiguousarray(pictures[..., ::-1, :])


def turned_back(found: Detections, both: float) -> Detections:
    """Cards that were read in a picture the other way round, where they lie in the picture as it was.

    both: an x in the one picture and the same place's in the other together, px.
    """
    corners = found.corners_px[:, [1, 0, 3, 2]].copy()  # clockwise again, the left of its own top first
    corners[..., 0] = both - corners[..., 0]
    box = found.box_px[:, [2, 1, 0, 3]].copy()
    box[:, [0, 2]] = both - box[:, [0, 2]]
    at = tuple(np.column_stack([both - places[:, 0], places[:, 1]]).astype(np.float32) for places in found.index_px)
    return replace(found, corners_px=corners, box_px=box, index_px=at)

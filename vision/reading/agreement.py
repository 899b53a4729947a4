"""How the looks at an index agree, and the whole face with the index; what lies well within a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.reading.card_reader import Region
from vision.reading.finder import frame_of
from vision.reading.index_reader import LABELS, Readings, log_softmax
from vision.reading.one_card import JOKER, Index, outline
from vision.reading.pairs import misfits, near_pairs

HALF_WIDTH = 0.25  # of an index, in index lengths
PLAIN = 0.995  # of a card likelier than this the whole face is not looked at, to save time
SEVENS = np.array([label[0] == "7" for label in LABELS])  # a French ace, printed 1, looks like one
FACE_TELLS = 0.7  # weight of what a whole face says beside an index
WELL_CUT = 0.12  # index lengths, radians and natural logarithms that a crop may be off
MARGIN = 0.12  # of a region's size, looked at around it


def vouched_for(poses: np.ndarray, quads: np.ndarray, labels: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """(n,) bool, indices of which no more need be known: another end of the card reads alike and is plain (worth 2),
    or two other ends are worth more."""
    i, j = near_pairs(poses)
    alike = labels[i] == labels[j]
    i, j = i[alike], j[alike]
    fit = np.isfinite(misfits(poses, quads, np.ones(len(i), bool), i, j))
    one, other = np.concatenate([i[fit], j[fit]]), np.concatenate([j[fit], i[fit]])
    better = worth[other] > worth[one]
    votes = np.bincount(one[better], np.where(worth[other[better]] >= 2, 2, 1), minlength=len(poses))
    return votes >= 2


def steadiness(looks: np.ndarray) -> np.ndarray:
    """The least probability (n,) that looks (n, looks, 53) gave to what they say on the whole."""
    best = looks.mean(axis=1).argmax(axis=1)
    return np.asarray(np.exp(np.take_along_axis(looks, best[:, None, None], axis=2)[..., 0].min(axis=1)))


def face_may_tell(likely: np.ndarray) -> bool:
    """Whether a card of such probabilities (53,) is in doubt, or a seven."""
    return bool(SEVENS[likely.argmax()] or likely.max() <= PLAIN)


def shows_another(group: list[Index], quad: np.ndarray, cards: Sequence[list[Index]]) -> bool:
    """Whether indices of other cards are seen within a card's outline (4, 2): they lie on its face, and what shows
    there is theirs.  Of a joker that tells whether it is one, or a part of a court."""
    outline_px = quad.astype(np.float32)
    return group[0].label != JOKER and any(
        cv2.pointPolygonTest(outline_px, index.pose[:2].tolist(), False) > 0
        for other in cards if other is not group for index in other)


def heard(group: list[Index], face: np.ndarray) -> list[Index]:
    """The indices of a card after its whole face was looked at, which says (53,) log-probabilities."""
    done = []
    for index in group:
        told = replace(index, log_label=log_softmax(index.log_label + FACE_TELLS * face), face=face)
        steady = index.steady if told.label == index.label else float(np.exp(told.log_label.max()))
        done.append(replace(told, steady=steady))
    return done


def in_reading_order(groups: list[list[Index]]) -> list[list[Index]]:
    """Cards row by row from the top, each row from the left."""
    places = [(group, outline(group)) for group in groups]
    places.sort(key=lambda place: float(place[1][:, 1].mean()))
    rows: list[list[tuple[list[Index], np.ndarray]]] = []
    for group, corners in places:
        tall = 0.5 * float(np.ptp(corners[:, 1]))
        if rows and float(corners[:, 1].mean() - rows[-1][-1][1][:, 1].mean()) < 0.6 * tall:
            rows[-1].append((group, corners))
        else:
            rows.append([(group, corners)])
    return [group for row in rows for group, corners in sorted(row, key=lambda place: float(place[1][:, 0].mean()))]


def within(poses: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """(n,) bool, indices at poses (n, 5) of which nothing is cut off by the edge of a picture of that shape."""
    right, up = frame_of(poses[:, 2:4])[:, 0], poses[:, 2:4]
    reach = poses[:, 4:5] * (0.5 * np.abs(up) + HALF_WIDTH * np.abs(right))
    low, high = poses[:, :2] - reach, poses[:, :2] + reach
    return np.asarray(((low >= -1) & (high <= np.array(shape[1::-1]))).all(axis=1))


def well_cut(readings: Readings) -> np.ndarray:
    """(n,) bool, crops that lay as they should, so that another cut would show the same."""
    off = np.abs(np.column_stack([readings.shift, readings.turn, readings.log_scale]))
    return np.asarray((off < WELL_CUT).all(axis=1))


def are_plain(readings: Readings, scores: np.ndarray) -> np.ndarray:
    """(n,) bool, crops of which nothing is in doubt; scores (n, 53) are what they say."""
    is_sure = scores.max(axis=1) >= np.log(PLAIN)
    return np.asarray(well_cut(readings) & is_sure & (readings.kind[:, 2] <= np.log(0.02)))


def label_scores(readings: Readings) -> np.ndarray:
    """Log-probabilities (n, 53) of LABELS, given that it is an index or a joker's mark."""
    cards = (readings.rank[:, :, None] + readings.suit[:, None, :]).reshape(len(readings), 52)
    either = np.logaddexp(readings.kind[:, 0], readings.kind[:, 1])
    index, joker = readings.kind[:, 0] - either, readings.kind[:, 1] - either
    return np.column_stack([cards + index[:, None], joker])


def padded(box: Region, shape: tuple[int, ...]) -> Region:
    """A region with a margin, inside the frame."""
    x1, y1, x2, y2 = box
    margin = MARGIN * max(x2 - x1, y2 - y1) + 8
    return max(0, x1 - margin), max(0, y1 - margin), min(shape[1], x2 + margin), min(shape[0], y2 + margin)

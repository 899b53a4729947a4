"""Which indices are printed on one physical card, and where that card lies.

A card carries two or four indices.  Those of one card are alike in size, lie to each other as a card's
corners do, and each has its own idea of the card's outline; together they know it well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.classify import LABELS
from vision.detections import UNREAD
from vision.find import CardFinds, frame_of

LYING_UPON = 0.5  # share of its outline by which a card that reads alike from its other end is the same card
FARTHEST = 11.5  # index lengths between two indices of one card, at most
STEEP = 0.6  # card heights by which ends that read alike may miss each other's place where a card is seen steeply
OTHER_SIDE = 0.12  # card heights by which two indices of a four-corner card may miss each other's place


@dataclass(frozen=True)
class Index:
    """One read index: pose (5,), card corners (4, 2), log-probabilities over LABELS (53,).

    score: how likely the finder held it to be one.  real: probability that it is an index at all.
    steady: the least probability any look at it gave its label.  pips: how many its card shows, 0 if that is
    not known.
    """

    pose: np.ndarray
    quad: np.ndarray
    log_label: np.ndarray
    score: float
    real: float
    steady: float = 1.0
    pips: int = 0

    @cached_property
    def label(self) -> str:
        """The likeliest label."""
        return LABELS[int(self.log_label.argmax())]

    @cached_property
    def at(self) -> list[float]:
        """The pose as plain numbers."""
        return [float(v) for v in self.pose]

    @cached_property
    def frame(self) -> tuple[float, ...]:
        """The first corner of the card, and the ways from it along the upper and the left edge."""
        (x, y), (right_x, right_y), _, (down_x, down_y) = self.quad.tolist()
        return x, y, right_x - x, right_y - y, down_x - x, down_y - y

    @property
    def size(self) -> float:
        """Length of the index in px."""
        return float(self.pose[4])


def same_card(a: Index, b: Index) -> float | None:
    """How badly two indices fit one card (0 is perfect), or None if they cannot share one.

    They must be alike in size and lie to each other as two corners of a card do.  Then it counts
    how far each lies from where the other's outline would print it.  Ends that read alike may
    fit worse; ends that read differently but fit well are one doubtful card, not two.
    """
    opposed = a.at[2] * b.at[2] + a.at[3] * b.at[3]
    if abs(opposed) < 0.85:
        return None
    misfit = (mutual(a, b) + mutual(b, a)) / 2
    if not 0.6 < a.size / b.size < 1.66 or not plausible(a, b, opposed < 0):
        return misfit if a.label == b.label and opposed < -0.9 and misfit < STEEP and foreshortened(a, b) else None
    if a.label == b.label and opposed < 0:
        # of a four-corner card two indices stand on the side where others have none
        other_side = (min(mutual(a, b), mutual(mirrored(a), b)) + min(mutual(b, a), mutual(mirrored(b), a))) / 2
        if other_side < OTHER_SIDE:
            return min(misfit, other_side)
    # equal cards of two packs in a fan have indices side by side: only opposed ends may fit badly
    limit = 0.16 if a.label != b.label else 0.4 if opposed < 0 else 0.2
    return misfit if misfit < limit else None


def foreshortened(a: Index, b: Index) -> bool:
    """Whether two opposed indices may be the ends of a card seen so steeply that it looks long, flat or askew."""
    right, down = place_beside(a, b)  # from a, the other end lies down and to its right
    return 0.5 < a.size / b.size < 2 and right > 0.8 and down > 0.8 and 3 < math.hypot(right, down) < 9


def mirrored(index: Index) -> Index:
    """The same index as the right one of a card's upper two."""
    frame = frame_of(index.pose[None, 2:4])[0]
    quad = (index.quad - index.pose[:2]) @ frame.T * (-1, 1) @ frame + index.pose[:2]
    return replace(index, quad=quad[[1, 0, 3, 2]])


def place_beside(a: Index, b: Index) -> tuple[float, float]:
    """Where b lies in a's frame: right and down, in index lengths."""
    x, y = b.at[0] - a.at[0], b.at[1] - a.at[1]
    length = math.sqrt(a.at[4] * b.at[4])
    return (x * -a.at[3] + y * a.at[2]) / length, (x * -a.at[2] + y * -a.at[3]) / length


def plausible(a: Index, b: Index, opposed: bool) -> bool:
    """Whether b's place in a's frame, in index lengths, is that of another corner of a usual card."""
    right, down = place_beside(a, b)
    across, along = abs(right), abs(down)
    if opposed and across < 0.3 * along:  # upper and lower index on one side of a four-corner card
        return 1.6 < along < 9
    if opposed:
        return 1.0 < across < 7 and 1.4 < along < 9 and 0.35 < across / along < 1.5
    return 1.0 < across < 7 and along < 0.3 * across


def mutual(a: Index, b: Index) -> float:
    """How far b lies from where a's card would print it, in card heights; best of its other corners."""
    # plain numbers: there are hundreds of pairs, and arrays of two take longer to make than to use
    x, y, ax, ay, dx, dy = a.frame
    px, py = a.at[0] - x, a.at[1] - y
    area = ax * dy - dx * ay
    u, v = ((px * dy - dx * py) / area, (ax * py - px * ay) / area) if abs(area) > 1 else (0.1, 0.1)
    opposed = a.at[2] * b.at[2] + a.at[3] * b.at[3] < 0
    spots = [(1 - u, 1 - v), (u, 1 - v)] if opposed else [(1 - u, v)]
    away = min(math.hypot(x + ax * u + dx * v - b.at[0], y + ay * u + dy * v - b.at[1]) for u, v in spots)
    return away / max(math.hypot(dx, dy), 1e-6)


def near_pairs(indices: list[Index]) -> list[tuple[int, int]]:
    """Pairs of indices that are alike enough in size and direction, and near enough, to be looked at closer."""
    if len(indices) < 2:
        return []
    poses = np.stack([index.pose for index in indices])
    size, up = poses[:, 4], poses[:, 2:4]
    ratio = size[:, None] / size[None]
    gap = np.hypot(*(poses[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1)) / np.sqrt(size[:, None] * size[None])
    near = (np.abs(up @ up.T) > 0.8) & (ratio > 0.45) & (ratio < 2.2) & (gap < FARTHEST)
    return [(int(i), int(j)) for i, j in np.argwhere(near) if i > j]


def owners(indices: list[Index], cards: CardFinds) -> list[int]:
    """For each index the whole card in whose corner it is printed, or -1."""
    found = [-1] * len(indices)
    for number in range(len(cards)):
        centre, half = cards.place[number, :2], cards.place[number, 2:]
        reach = float(np.linalg.norm(half))
        long = half / max(reach, 1e-6)
        for k, index in enumerate(indices):
            away = index.pose[:2] - centre
            along = abs(float(away @ long)) / reach
            across = 1.42 * abs(float(away @ (-long[1], long[0]))) / reach
            parallel = abs(float(index.pose[2:4] @ long))
            if found[k] < 0 and parallel > 0.85 and 0.4 < along < 1.1 and 0.3 < across < 1.15:
                found[k] = number
    return found


def grouped(indices: list[Index], cards: CardFinds) -> list[list[Index]]:
    """The indices of each physical card, best first, the best attested cards first."""
    owner = owners(indices, cards)
    fits: dict[tuple[int, int], float] = {}
    for i, j in near_pairs(indices):
        a, b = indices[i], indices[j]
        misfit = 0.05 if a.label == b.label and owner[i] == owner[j] >= 0 else same_card(a, b)
        if misfit is not None:
            fits[i, j] = fits[j, i] = misfit + 0.3 * (a.label != b.label)
    group_of = {k: [k] for k in range(len(indices))}
    for _, i, j in sorted((misfit, i, j) for (i, j), misfit in fits.items() if i > j):
        one, other = group_of[i], group_of[j]
        if one is not other and len(one) + len(other) <= 4 and all((a, b) in fits for a in one for b in other):
            one += other
            group_of |= dict.fromkeys(other, one)
    groups = {id(group): [indices[k] for k in group] for group in group_of.values()}
    ordered = [sorted(group, key=lambda index: -index.score * index.real) for group in joined_sides(groups.values())]
    return sorted(ordered, key=lambda group: -len(group))


def joined_sides(groups: Iterable[list[Index]]) -> list[list[Index]]:
    """The groups, with the left and the right pair of a steeply seen four-corner card made one."""
    done: list[list[Index]] = []
    for group in groups:
        other = next((g for g in done if sides_of_one(g, group)), None)
        if other is None:
            done.append(group)
        else:
            other += group
    return done


def sides_of_one(a: list[Index], b: list[Index]) -> bool:
    """Whether two pairs of equal indices run along the two long sides of one card."""
    if len(a) != 2 or len(b) != 2 or len({index.label for index in a + b}) > 1:
        return False
    (middle_a, way_a), (middle_b, way_b) = side(a), side(b)
    long_a, long_b = np.linalg.norm(way_a), np.linalg.norm(way_b)
    length = (long_a + long_b) / 2
    along = abs(float((middle_b - middle_a) @ way_a)) / long_a / length
    across = float(np.linalg.norm(middle_b - middle_a)) / length
    straight = min(abs(float(index.pose[2:4] @ way)) / np.linalg.norm(way)
                   for pair, way in ((a, way_a), (b, way_b)) for index in pair)
    return bool(straight > 0.9 and abs(float(way_a @ way_b)) > 0.9 * long_a * long_b and along < 0.4
                and 0.1 < across < 1.1 and 0.6 < long_a / long_b < 1.66)


def side(pair: list[Index]) -> tuple[np.ndarray, np.ndarray]:
    """The middle between two indices and the way from one to the other, px."""
    first, second = pair[0].pose[:2], pair[1].pose[:2]
    return (first + second) / 2, second - first


def doubles_joined(groups: list[list[Index]], cards: CardFinds) -> list[list[Index]]:
    """The groups, with two made one where they read alike from opposed ends and lie upon each other.

    Equal cards of two packs that lie so close show their indices the same way up, in a fan or a cascade.
    """
    done: list[list[Index]] = []
    for group in groups:
        other = next((g for g in done if len(g) + len(group) <= 4 and ends_of_one(g, group, cards)), None)
        if other is None:
            done.append(list(group))
        else:
            other += group
    return done


def ends_of_one(a: list[Index], b: list[Index], cards: CardFinds) -> bool:
    """Whether two groups read alike from opposed ends and share most of their outlines."""
    opposed = float(a[0].pose[2:4] @ b[0].pose[2:4]) < -0.8
    return a[0].label == b[0].label and opposed and shared(
        outline(a, cards).astype(np.float32), outline(b, cards).astype(np.float32)) > LYING_UPON


def within_others(groups: list[list[Index]]) -> list[list[Index]]:
    """Groups without doubtful marks inside a card that both ends name: its pips and pictures."""
    strong = [g for g in groups if len(g) > 1 and len({i.label for i in g}) == 1 and g[0].log_label.max() > -0.1]
    outlines = [(group, outline(group).astype(np.float32)) for group in strong]
    return [group for group in groups if group[0].log_label.max() > -0.05 or not any(
        other is not group and cv2.pointPolygonTest(quad, group[0].pose[:2].tolist(), False) > 0
        for other, quad in outlines)]


def outline(group: list[Index], cards: CardFinds | None = None) -> np.ndarray:
    """Corners (4, 2) of a card: spanned by the indices in its corners; where they stand along one side only,
    that of the whole card they belong to; else as one end sees it."""
    first = group[0]
    frame = frame_of(first.pose[None, 2:4])[0]
    places = np.array([frame @ (index.pose[:2] - first.pose[:2]) for index in group])
    low, high = places.min(axis=0), places.max(axis=0)
    across, along = (high - low) / first.size
    if along > 1.4 and across > 0.8:
        return _spanned(group, low, high, frame)
    owner = owners(group, cards)[0] if cards is not None and len(group) > 1 else -1
    if cards is None or owner < 0:
        return first.quad
    quad = cards.quads()[owner]
    upper_left = min(range(4), key=lambda k: float((frame @ quad[k]).sum()))
    return np.roll(quad, -upper_left, axis=0)


def _spanned(group: list[Index], low: np.ndarray, high: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """The rectangle (4, 2) around indices that reach from `low` to `high` (right, down) of the first one.

    An index knows its own corner far better than those across the card; in which corner it stands does
    not matter, only how far from it.
    """
    inset = np.median([_inset(index) for index in group], axis=0)
    (left, top), (right, bottom) = low - inset, high + inset
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) @ frame + group[0].pose[:2]


def _inset(index: Index) -> np.ndarray:
    """How far (across, along) an index stands from the nearest corner of its card, px."""
    corner = index.quad[np.linalg.norm(index.quad - index.pose[:2], axis=1).argmin()]
    return np.abs(frame_of(index.pose[None, 2:4])[0] @ (corner - index.pose[:2]))


def doubled(corners: np.ndarray, labels: list[str]) -> np.ndarray:
    """Rows (n,) bool that overlap an earlier one of the same name: perhaps one card read twice, so never sure."""
    return np.array([any(labels[j] == label != UNREAD and shared(corners[j], corners[k]) > 0.15 for j in range(k))
                     for k, label in enumerate(labels)], bool)


def shared(a: np.ndarray, b: np.ndarray) -> float:
    """Area common to two outlines (4, 2) as a share of the smaller one."""
    smaller = min(abs(cv2.contourArea(a)), abs(cv2.contourArea(b)))
    if smaller < 1 or not (cv2.isContourConvex(a.astype(np.int32)) and cv2.isContourConvex(b.astype(np.int32))):
        return 1.0 if np.abs(a.mean(axis=0) - b.mean(axis=0)).max() < np.sqrt(max(smaller, 1)) else 0.0
    return cv2.intersectConvexConvex(a, b)[0] / smaller

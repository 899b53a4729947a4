"""Which indices are printed on one physical card, and where that card lies.

A card carries two or four indices.  Those of one card are alike in size, lie to each other as a card's
corners do, and each has its own idea of the card's outline; together they know it well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np

from vision.detections import UNREAD
from vision.reading.finder import CardFinds
from vision.reading.index_reader import LABELS
from vision.reading.pairs import cross, from_each_other, may_be_ends, misfits, near_pairs, stand_right

LYING_UPON = 0.5  # share of its outline by which a card that reads alike from its other end is the same card
SAME_OWNER = 0.05  # how badly two ends that read alike in the corners of one whole card fit
CERTAIN, TIGHT = -0.05, 0.05  # ends that are each certainly another card must fit so tightly to be one doubtful card
BETWEEN = 0.2  # of the way between two indices, nearer to either of which a third is not between them
STEP = 0.8  # index lengths by which the indices of a column lie below each other, at least; large ones nearly touch
CORNERS = 1.3  # half widths of a card by which the indices in two of its corners are apart, at least
WIDE = 0.8  # how far the sides of a four-corner card's indices are apart, in lengths between its ends
STRAIGHT = 0.4  # how far off straight below each other the ends of one long side lie, as a share of their distance
JOKER = "JK"
FAR = 1.4  # index lengths by which marks in opposite corners are apart along the card, at least
FAR_WORDS = 0.7  # ... a joker's, whose word takes up to half a side, so that the two nearly touch
BESIDE_EDGE = 0.25  # index lengths beyond a card's edge in which its shadow is taken for a joker's mark
PRINTED = 0.999  # how surely an index is one, so that it is none of a card's pips: it lies upon that card
ABREAST_LATER = 0.25  # the upper two of a four-corner card are joined after its ends: equal cards in a row look alike
UNLIKE_LATER = 0.3  # ends that read differently are joined after all that read alike
MAY_AGREE, LIKENED = 0.1, 0.3  # how likely two opposed ends say the same, from which they may fit so badly
DOUBTED, DOUBTED_LATER = -0.2, 0.1  # ... and those of which one is no likelier than this after others that fit little
# worse: of a strip the rank may be read together with the suit of the card upon it


@dataclass(frozen=True)
class Index:
    """One read index: pose (5,), card corners (4, 2), log-probabilities over LABELS (53,).

    score: how likely the finder held it to be one.  real: probability that it is an index at all.
    steady: the least probability any look at it gave its label.  face: log-probabilities (53,) that its whole card's
    face gives, None where that was not looked at.  whole: whether all of it lies within the picture: half a 3 is a J.
    strange: log-odds that it is of a pack that the reader does not know.  sided: whether its row, or its pack, says
    on which side of it the card lies.
    """

    pose: np.ndarray
    quad: np.ndarray
    log_label: np.ndarray
    score: float
    real: float
    steady: float = 1.0
    face: np.ndarray | None = None
    whole: bool = True
    strange: float = 0.0
    sided: bool = False

    @cached_property
    def label(self) -> str:
        """The likeliest label."""
        return LABELS[int(self.log_label.argmax())]

    @cached_property
    def likely(self) -> np.ndarray:
        """Probabilities (53,) over LABELS."""
        return np.asarray(np.exp(self.log_label))

    @cached_property
    def confidence(self) -> float:
        """Probability of the likeliest label."""
        return float(self.likely.max())

    @property
    def size(self) -> float:
        """Length of the index in px."""
        return float(self.pose[4])


def owners(poses: np.ndarray, cards: CardFinds) -> np.ndarray:
    """For each pose (n, 5) of an index the whole card in whose corner it is printed, or -1: (n,)."""
    if len(cards) == 0:
        return np.full(len(poses), -1)
    half = cards.place[:, 2:]
    reach = np.maximum(np.linalg.norm(half, axis=1), 1e-6)
    long = half / reach[:, None]
    away = poses[:, None, :2] - cards.place[None, :, :2]
    along = np.abs((away * long).sum(axis=2)) / reach
    across = 1.42 * np.abs(away[..., 1] * long[:, 0] - away[..., 0] * long[:, 1]) / reach
    parallel = np.abs(poses[:, 2:4] @ long.T)
    within = (parallel > 0.85) & (along > 0.4) & (along < 1.1) & (across > 0.3) & (across < 1.15)
    return np.where(within.any(axis=1), within.argmax(axis=1), -1)


def in_two_corners(a: np.ndarray, b: np.ndarray, cards: CardFinds, owner: np.ndarray) -> np.ndarray:
    """(m,) whether indices at poses a and b (m, 5) that stand the same way up are as far apart as the corners of their
    owner: of two equal cards that half cover each other the finder sees one.  Always, where they are its two ends."""
    long = cards.place[owner, 2:]
    apart = 1.42 * np.abs(cross(b[:, :2] - a[:, :2], long)) / np.maximum((long**2).sum(axis=1), 1e-6)
    return np.asarray((apart > CORNERS) | ((a[:, 2:4] * b[:, 2:4]).sum(axis=1) < 0))


def grouped(indices: list[Index], cards: CardFinds) -> list[list[Index]]:
    """The indices of each physical card, best first, the best attested cards first."""
    if not indices:
        return []
    poses = np.array([index.pose for index in indices], float)
    i, j = near_pairs(poses)
    cost = joining_costs(indices, poses, cards, i, j)
    pairs = sorted((cost[k], int(i[k]), int(j[k])) for k in np.flatnonzero(np.isfinite(cost)))
    across, along = np.abs(from_each_other(poses[i], poses[j])).T
    straight = ((poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) < 0) & (across < STRAIGHT * along)
    sides = {frozenset(pair) for pair in zip(i[straight].tolist(), j[straight].tolist(), strict=True)}
    groups = [[indices[k] for k in group] for group in joined_pairs(len(indices), pairs, sides)]
    ordered = [sorted(group, key=lambda index: -index.score * index.real) for group in joined_sides(groups)]
    return sorted(ordered, key=lambda group: -len(group))


def joining_costs(indices: list[Index], poses: np.ndarray, cards: CardFinds, i: np.ndarray, j: np.ndarray
                  ) -> np.ndarray:
    """(m,) what speaks against indices i and j being of one card; infinite where they cannot be."""
    quads = np.array([index.quad for index in indices], float)
    labels = np.array([LABELS.index(index.label) for index in indices])
    owner = owners(poses, cards)
    alike, likely = labels[i] == labels[j], np.array([index.likely for index in indices])
    abreast = (poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) > 0
    may_be_alike = ~abreast & ((likely[i] * likely[j]).sum(axis=1) > MAY_AGREE)
    misfit = misfits(poses, quads, alike | may_be_alike, i, j)
    misfit[~alike & (misfit > LIKENED)] = np.inf
    cost = misfit + UNLIKE_LATER * ~alike
    ours = np.flatnonzero(alike & (owner[i] == owner[j]) & (owner[i] >= 0))
    ours = ours[in_two_corners(poses[i[ours]], poses[j[ours]], cards, owner[i[ours]])]
    ours = ours[~cascaded(poses, i[ours], j[ours])]
    cost[ours] = SAME_OWNER + 1e-3 * np.minimum(misfit[ours], 1)  # the better fitting first
    cost += ABREAST_LATER * abreast
    is_left = np.array([index.sided for index in indices]) & ~stand_right(poses, quads)
    cost[abreast & is_left[i] & is_left[j]] = np.inf  # two that stand left are of two cards
    for k in np.flatnonzero(abreast & np.isfinite(cost)):
        if another_between(indices[int(i[k])], indices[int(j[k])], indices):
            cost[k] = np.inf
    best = np.array([index.log_label.max() for index in indices])
    certain = best > CERTAIN
    cost[~alike & certain[i] & certain[j] & (misfit > TIGHT)] = np.inf
    cost += DOUBTED_LATER * ((best[i] < DOUBTED) | (best[j] < DOUBTED))
    return np.asarray(cost)


def another_between(one: Index, other: Index, indices: Sequence[Index]) -> bool:
    """Whether a certain index of another name stands as upright between two that stand abreast: its card would cover
    one of them, were they of one card."""
    poses = np.array([index.pose for index in indices], float)
    way, to = other.pose[:2] - one.pose[:2], poses[:, :2] - one.pose[:2]
    along = to @ way / max(float(way @ way), 1e-6)
    off = np.abs(cross(to, np.broadcast_to(way, to.shape))) / max(float(np.hypot(*way)), 1e-6)
    upright = poses[:, 2:4] @ one.pose[2:4] > 0.8
    between = upright & (along > BETWEEN) & (along < 1 - BETWEEN) & (off < STEP * one.size)
    return any(is_between and index.label != one.label and not may_be_picture(index)
               for index, is_between in zip(indices, between.tolist(), strict=True))


def joined_pairs(count: int, pairs: Sequence[tuple[float, int, int]], sides: Collection[frozenset[int]]
                 ) -> list[list[int]]:
    """Numbers below count in groups of up to four, joined pair by pair as they come; all of a group must be pairs, and
    two of three or four stand at the ends of one side."""
    fits = {frozenset(pair) for _, *pair in pairs}
    group_of = {k: [k] for k in range(count)}
    for _, first, second in pairs:
        one, other = group_of[first], group_of[second]
        if one is other or len(one) + len(other) > 4:
            continue
        is_pair = len(one) + len(other) == 2
        if all(frozenset((a, b)) in fits for a in one for b in other) and (
                is_pair or has_side([*one, *other], sides)):
            one += other
            group_of |= dict.fromkeys(other, one)
    return list({id(group): group for group in group_of.values()}.values())


def has_side(corners: list[int], sides: Collection[frozenset[int]]) -> bool:
    """Whether two of three or four indices stand at the ends of one long side, as two of a card's do: the upper end of
    an equal card that lies half below it stands elsewhere."""
    return any(frozenset(pair) in sides for pair in combinations(corners, 2))


def cascaded(poses: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """(m,) whether indices i and j stand the same way up, one a whole index below the other, as on cards in a
    column."""
    across, along = np.abs(from_each_other(poses[i], poses[j])).T
    return np.asarray(((poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) > 0.985) & (along > STEP) & (across < 0.3 * along))


def joined_sides(groups: Iterable[list[Index]]) -> list[list[Index]]:
    """The groups, with the left and the right pair of a steeply seen four-corner card made one: of several pairs those
    that are as far apart as a card is wide."""
    rest = list(groups)
    pairs, every = [group for group in rest if len(group) == 2], [index for group in rest for index in group]
    found = sorted(((off, k, n) for n in range(len(pairs)) for k in range(n)
                    if (off := sides_of_one(pairs[k], pairs[n])) < np.inf
                    and not are_parted(pairs[k], pairs[n], every)), key=lambda fit: fit[0])
    joined: set[int] = set()
    for _, k, n in found:
        if not joined & {k, n}:
            joined |= {k, n}
            pairs[k] += pairs[n]
            rest = [group for group in rest if group is not pairs[n]]
    return rest


def are_parted(a: list[Index], b: list[Index], indices: Sequence[Index]) -> bool:
    """Whether another card's index stands between these and those, at either end."""
    return any(another_between(one, other, indices)
               for one in a for other in b if float(one.pose[2:4] @ other.pose[2:4]) > 0)


def sides_of_one(a: list[Index], b: list[Index]) -> float:
    """How far, in octaves, two pairs of equal indices that run along the two long sides of one card are from being as
    far apart as a card is wide; infinite where they are no such pairs."""
    if not a[0].label == a[1].label == b[0].label == b[1].label:
        return np.inf
    (middle_a, way_a), (middle_b, way_b) = side(a), side(b)
    long_a, long_b = np.linalg.norm(way_a), np.linalg.norm(way_b)
    length = (long_a + long_b) / 2
    along = abs(float((middle_b - middle_a) @ way_a)) / long_a / length
    across = float(np.linalg.norm(middle_b - middle_a)) / length
    straight = min(abs(float(index.pose[2:4] @ way)) / np.linalg.norm(way)
                   for pair, way in ((a, way_a), (b, way_b)) for index in pair)
    fits = (straight > 0.9 and abs(float(way_a @ way_b)) > 0.9 * long_a * long_b and along < 0.4
            and 0.1 < across < 1.1 and 0.6 < long_a / long_b < 1.66)
    return abs(float(np.log2(across / WIDE))) if fits else np.inf


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
    return a[0].label == b[0].label and float(a[0].pose[2:4] @ b[0].pose[2:4]) < -0.8 and not is_twin(a, b) and shared(
        outline(a, cards).astype(np.float32), outline(b, cards).astype(np.float32)) > LYING_UPON


def opposed(group: list[Index]) -> bool:
    """Whether indices of both ends of a card are among them."""
    return any(float(index.pose[2:4] @ group[0].pose[2:4]) < 0 for index in group)


def is_twin(a: list[Index], b: list[Index]) -> bool:
    """Whether groups that read alike are two equal cards: an index of one stands the same way up as one of the
    other, but not where a four-corner card has its second."""
    poses = np.array([index.pose for index in a + b], float)
    quads = np.array([index.quad for index in a + b], float)
    i, j = np.nonzero(poses[:len(a), 2:4] @ poses[len(a):, 2:4].T > 0.8)
    return bool(np.isinf(misfits(poses, quads, np.ones(len(i), bool), i, j + len(a))).any())


def within_others(groups: list[list[Index]]) -> list[list[Index]]:
    """Groups without marks that are a part of a card that both ends name: its pips and pictures."""
    strong = [g for g in groups if len(g) > 1 and len({i.label for i in g}) == 1 and g[0].log_label.max() > -0.1]
    outlines = [(group, outline(group).astype(np.float32)) for group in strong]
    return [group for group in groups if not any(
        other is not group and may_be_part(group, other)
        and cv2.pointPolygonTest(quad, group[0].pose[:2].tolist(), True) > -beyond_edge(group[0])
        for other, quad in outlines)]


def may_be_part(group: list[Index], card: list[Index]) -> bool:
    """Whether a group may be none, or is taken for an index of a card that has no more than are known."""
    again = len(group) == 1 and group[0].sided and group[0].label == card[0].label
    return again or may_be_picture(group[0])


def may_be_picture(index: Index) -> bool:
    """Whether an index is read so doubtfully that it may be none.  What is taken for a joker's mark has no other name
    that it might bear: a court's robe, or the shadow beside a card."""
    return index.real < PRINTED and (index.log_label.max() <= -0.05 or index.label == JOKER)


def beyond_edge(index: Index) -> float:
    """How far beyond a card's outline such an index is still taken for a part of it, px."""
    return BESIDE_EDGE * index.size if index.label == JOKER else 0.0


def outline(group: list[Index], cards: CardFinds | None = None) -> np.ndarray:
    """Corners (4, 2) of a card: spanned by the indices in its corners; where they stand along one side only,
    that of the whole card they belong to; else as one end sees it."""
    first = group[0]
    x, y, up_x, up_y, size = first.pose.tolist()
    frame = np.array([[-up_y, up_x], [-up_x, -up_y]])
    places = (np.array([index.pose[:2] for index in group]) - (x, y)) @ frame.T
    low, high = places.min(axis=0), places.max(axis=0)
    across, along = (high - low) / size
    if along > (FAR_WORDS if first.label == JOKER and opposed(group) else FAR) and across > 0.8:
        return _spanned(group, low, high, frame)
    owner = owners(first.pose[None], cards)[0] if cards is not None and len(group) > 1 else -1
    if cards is None or owner < 0 or first.sided:
        return first.quad
    quad = cards.quads()[owner]
    if float(frame[1] @ (quad.mean(axis=0) - (x, y))) < (low + high)[1] / 2:
        return first.quad  # it lies above them: they are of the next card of the column
    upper_left = min(range(4), key=lambda k: float((frame @ quad[k]).sum()))
    return np.roll(quad, -upper_left, axis=0)


def _spanned(group: list[Index], low: np.ndarray, high: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """The rectangle (4, 2) around indices that reach from `low` to `high` (right, down) of the first one.

    An index knows its own corner far better than those across the card; in which corner it stands does
    not matter, only how far from it.
    """
    up = np.array([index.pose[2:4] for index in group])
    to_corner = np.array([index.quad - index.pose[:2] for index in group])
    own = to_corner[np.arange(len(group)), (to_corner**2).sum(axis=2).argmin(axis=1)]
    insets = np.sort(np.abs([own[:, 1] * up[:, 0] - own[:, 0] * up[:, 1], (own * up).sum(axis=1)]), axis=1)
    inset = (insets[:, (len(group) - 1) // 2] + insets[:, len(group) // 2]) / 2  # the median
    (left, top), (right, bottom) = low - inset, high + inset
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return np.asarray(corners @ frame + group[0].pose[:2])


def doubled(corners: np.ndarray, labels: list[str], groups: Sequence[list[Index]] = (),
            copies: np.ndarray | None = None) -> np.ndarray:
    """Rows (n,) bool that overlap an earlier one of the same name: perhaps one card read twice, so never sure,
    unless the pack holds two (copies (53,) of LABELS) and their indices, groups of the first rows, are two cards'."""
    several = {label for label, n in zip(LABELS, copies, strict=True) if n > 1} if copies is not None else set()
    return np.array([any(labels[j] == label != UNREAD and shared(corners[j], corners[k]) > 0.15
                         and not (label in several and are_two(groups[j], groups[k])) for j in range(k))
                     for k, label in enumerate(labels)], bool)


def rivals(groups: Sequence[list[Index]]) -> np.ndarray:
    """(n,) bool, cards of which one end is seen that would be the ends of one card but for what they say: two cards
    that overlap, or one of which an end was misread, so never sure.  Of two that read alike the second is one."""
    found, single = np.zeros(len(groups), bool), [k for k, group in enumerate(groups) if len(group) == 1]
    if len(single) < 2:
        return found
    indices = [groups[k][0] for k in single]
    poses = np.array([index.pose for index in indices], float)
    quads = np.array([index.quad for index in indices], float)
    labels = np.array([LABELS.index(index.label) for index in indices])
    i, j = near_pairs(poses)
    ends, alike = (poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) < 0, labels[i] == labels[j]
    rival = ends & ~alike & np.isfinite(misfits(poses, quads, alike, i, j))
    found[[single[k] for k in (*i[rival], *j[rival])]] = True
    again = ends & alike & may_be_ends(poses[i], poses[j])  # one of them may misjudge the outline
    found[[single[k] for k in np.maximum(i, j)[again]]] = True
    return found


def are_two(a: list[Index], b: list[Index]) -> bool:
    """Whether groups that read alike are surely two equal cards: of the indices that stand the same way up all of one
    lie a whole index below all of the other, some of them in a line.  Side by side they may be the upper two of a
    four-corner card."""
    poses = np.array([index.pose for index in a + b], float)
    i, j = np.nonzero(poses[:len(a), 2:4] @ poses[len(a):, 2:4].T > 0.985)
    lower = np.abs(from_each_other(poses[i], poses[j + len(a)])[:, 1]) > STEP
    return bool(cascaded(poses, i, j + len(a)).any() and lower.all()) and is_twin(a, b)


def shared(a: np.ndarray, b: np.ndarray) -> float:
    """Area common to two outlines (4, 2) as a share of the smaller one."""
    smaller = min(abs(cv2.contourArea(a)), abs(cv2.contourArea(b)))
    if smaller < 1 or not (cv2.isContourConvex(a.astype(np.int32)) and cv2.isContourConvex(b.astype(np.int32))):
        return 1.0 if np.abs(a.mean(axis=0) - b.mean(axis=0)).max() < np.sqrt(max(smaller, 1)) else 0.0
    return cv2.intersectConvexConvex(a, b)[0] / smaller

"""A picture in, cards out: finds indices, reads them, joins the indices of each card.

    reader = TableReader()
    detections = reader.read(frame)                       # the whole frame
    detections = reader.read(frame, [(80, 40, 300, 260)]) # only around what changed

Reading is kept apart from finding: the finder says where indices may be, each is cut upright
from the original pixels, read, cut again where the reader says it lies, and read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from vision.classify import RANKS, SUITS, IndexReader, Readings
from vision.crop import cut_many, moved
from vision.detections import UNREAD, Detections
from vision.find import CardFinds, Finder, IndexFinds, distinct, frame_of

Box = tuple[float, float, float, float]
MODELS = Path(__file__).resolve().parent.parent / "models"
LABELS = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
NOTHING = 0.5  # an index read as "nothing" with more than this is dropped
NAMED = 0.2  # a card whose best label is less likely than this is "??"
SEEN = 0.5  # ... and is no card at all if it is less likely than this to be one
SURE = 0.985  # least calibrated probability the live table commits without asking
SMALLEST = 9.0  # px, indices smaller than this are guesses, never sure
CLEAR = 0.99  # a reading more likely than this is not looked at again
GLANCES = ((-0.2, 0.0), (0.2, 0.0), (0.0, -0.2), (0.0, 0.2))  # turn and log scale of further looks
MARGIN = 0.12  # of a region's size, looked at around it


@dataclass(frozen=True)
class Index:
    """One read index: pose (5,), card corners (4, 2), log-probabilities over LABELS (53,).

    score: how likely the finder held it to be one.  real: probability that it is an index at all.
    steady: the least probability any look at it gave its label.
    """

    pose: np.ndarray
    quad: np.ndarray
    log_label: np.ndarray
    score: float
    real: float
    steady: float = 1.0

    @cached_property
    def label(self) -> str:
        """The likeliest label."""
        return LABELS[int(self.log_label.argmax())]

    @property
    def size(self) -> float:
        """Length of the index in px."""
        return float(self.pose[4])


class TableReader:
    """Reads whole pictures; `models` is the folder of finder.onnx and reader.onnx."""

    def __init__(self, models: Path | None = None, deck: Iterable[str] | None = None) -> None:
        folder = Path(models) if models is not None else MODELS
        self.finder = Finder(folder / "finder.onnx")
        self.index_reader = IndexReader(folder / "reader.onnx")
        allowed = set(deck) if deck is not None else set(LABELS)
        self.allowed = np.array([label in allowed for label in LABELS])

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Box] | None = None) -> Detections:
        """Cards in a BGR picture (h, w, 3) uint8, or in boxes of it; in pixels of the picture."""
        if regions_px is None:
            return self.read_part(image_bgr, (0, 0))
        parts = []
        for x1, y1, x2, y2 in merged([padded(box, image_bgr.shape) for box in regions_px]):
            parts.append(self.read_part(image_bgr[int(y1):int(y2), int(x1):int(x2)], (int(x1), int(y1))))
        return joined(parts)

    def read_part(self, image: np.ndarray, origin: tuple[int, int]) -> Detections:
        """Cards in a picture whose first pixel lies at origin of the frame."""
        if min(image.shape[:2]) < 16:
            return Detections.empty()
        finds, cards = self.finder.find(image)
        groups = self.cards_of(image, finds, cards)
        return described(groups, cards, np.array(origin, np.float32), self.index_reader.weights)

    def groups(self, image: np.ndarray) -> list[list[Index]]:
        """The read indices of a picture, card by card."""
        return self.cards_of(image, *self.finder.find(image))

    def cards_of(self, image: np.ndarray, finds: IndexFinds, cards: CardFinds) -> list[list[Index]]:
        """The finds read and grouped card by card."""
        return within_others(grouped(self.read_indices(image, finds), cards))

    def read_indices(self, image: np.ndarray, finds: IndexFinds) -> list[Index]:
        """Each find read as it was found and at the pose that reading asks for; doubtful ones from all sides."""
        if len(finds) == 0:
            return []
        first = self.index_reader.read(cut_many(image, finds.pose))
        alive = np.exp(first.kind[:, 2]) < 0.97
        finds, first = finds[alive], rows_of(first, alive)
        poses = moved(finds.pose, first.shift, first.turn, first.log_scale)
        second = self.index_reader.read(cut_many(image, poses))
        looks = np.stack([label_scores(first), label_scores(second)], axis=1)  # (n, looks, 53)
        nothing = (first.kind[:, 2] + second.kind[:, 2]) / 2
        keep = np.flatnonzero(np.exp(nothing) < NOTHING)
        order = keep[np.argsort(-((1 - np.exp(nothing)) * finds.score)[keep], kind="stable")]
        order = order[distinct(poses[order, :2], 0.5 * poses[order, 4])]
        all_looks = self.looked_again(image, poses[order], looks[order])
        return [Index(poses[k], moved_quad(finds.quad[k], finds.pose[k], poses[k]), self.within_deck(seen),
                      float(finds.score[k]), float(1 - np.exp(nothing[k])), steadiness(seen))
                for k, seen in zip(order, all_looks, strict=True)]

    def looked_again(self, image: np.ndarray, poses: np.ndarray, looks: np.ndarray) -> list[np.ndarray]:
        """Looks (n, 2, 53) at indices, with more at those that are not clear: per index (2 or more, 53)."""
        doubtful = np.flatnonzero(looks.mean(axis=1).max(axis=1) < np.log(CLEAR))
        if len(doubtful) == 0:
            return list(looks)
        still = np.zeros((len(doubtful), 2))
        askew = [moved(poses[doubtful], still, np.full(len(doubtful), turn), np.full(len(doubtful), scale))
                 for turn, scale in GLANCES]
        more = label_scores(self.index_reader.read(cut_many(image, np.concatenate(askew))))
        more = more.reshape(len(GLANCES), len(doubtful), -1)
        places = {int(k): n for n, k in enumerate(doubtful)}
        return [np.concatenate([seen, more[:, places[k]]]) if k in places else seen for k, seen in enumerate(looks)]

    def within_deck(self, looks: np.ndarray) -> np.ndarray:
        """Mean log-probabilities (53,) of looks at one index.

        Cards the deck does not hold are ruled out, but the others are no likelier for it: what
        looks like a card that cannot be there is a question.
        """
        mean = looks.mean(axis=0)
        mean = mean - np.log(np.exp(mean).sum())
        return np.where(self.allowed, mean, -30.0)


def steadiness(looks: np.ndarray) -> float:
    """The least probability that looks (n, 53) gave to what they say on the whole."""
    return float(np.exp(looks[:, looks.mean(axis=0).argmax()].min()))


def rows_of(readings: Readings, rows: np.ndarray) -> Readings:
    """Some rows of readings."""
    return Readings(*(getattr(readings, name)[rows] for name in readings.__dataclass_fields__))


def label_scores(readings: Readings) -> np.ndarray:
    """Log-probabilities (n, 53) of LABELS, given that it is an index or a joker's mark."""
    cards = (readings.rank[:, :, None] + readings.suit[:, None, :]).reshape(len(readings), 52)
    either = np.logaddexp(readings.kind[:, 0], readings.kind[:, 1])
    index, joker = readings.kind[:, 0] - either, readings.kind[:, 1] - either
    return np.column_stack([cards + index[:, None], joker])


def moved_quad(quad: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The card's corners after its index's pose was corrected."""
    turn = np.arctan2(old[2] * new[3] - old[3] * new[2], old[2] * new[2] + old[3] * new[3])
    if abs(turn) > np.pi / 2:  # found upside down: the same card, named from its other end
        turn -= np.sign(turn) * np.pi
        quad = np.roll(quad, 2, axis=0)
    c, s = np.cos(turn), np.sin(turn)
    return (quad - old[:2]) @ np.array([[c, s], [-s, c]]) + new[:2]


def padded(box: Box, shape: tuple[int, ...]) -> Box:
    """A region with a margin, inside the frame."""
    x1, y1, x2, y2 = box
    margin = MARGIN * max(x2 - x1, y2 - y1) + 8
    return max(0, x1 - margin), max(0, y1 - margin), min(shape[1], x2 + margin), min(shape[0], y2 + margin)


def merged(boxes: list[Box]) -> list[Box]:
    """Boxes with overlapping ones made one, so that no card is read twice."""
    done: list[Box] = []
    for box in boxes:
        while True:
            hit = next((b for b in done if b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3]),
                       None)
            if hit is None:
                break
            done.remove(hit)
            box = (min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3]))
        done.append(box)
    return done


def same_card(a: Index, b: Index) -> float | None:
    """How badly two indices fit one card (0 is perfect), or None if they cannot share one.

    They must be alike in size and lie to each other as two corners of a card do.  Then it counts
    how far each lies from where the other's outline would print it.  Ends that read alike may
    fit worse; ends that read differently but fit well are one doubtful card, not two.
    """
    opposed = float(a.pose[2:4] @ b.pose[2:4])
    if not 0.6 < a.size / b.size < 1.66 or abs(opposed) < 0.85 or not plausible(a, b, opposed < 0):
        return None
    misfit = (mutual(a, b) + mutual(b, a)) / 2
    # equal cards of two packs in a fan have indices side by side: only opposed ends may fit badly
    limit = 0.16 if a.label != b.label else 0.4 if opposed < 0 else 0.2
    return misfit if misfit < limit else None


def plausible(a: Index, b: Index, opposed: bool) -> bool:
    """Whether b's place in a's frame, in index lengths, is that of another corner of a usual card."""
    right, down = frame_of(a.pose[None, 2:4])[0] @ (b.pose[:2] - a.pose[:2]) / np.sqrt(a.size * b.size)
    across, along = abs(right), abs(down)
    if opposed and across < 0.3 * along:  # upper and lower index on one side of a four-corner card
        return bool(1.6 < along < 9)
    if opposed:
        return bool(1.0 < across < 7 and 1.4 < along < 9 and 0.35 < across / along < 1.5)
    return bool(1.0 < across < 7 and along < 0.3 * across)


def mutual(a: Index, b: Index) -> float:
    """How far b lies from where a's card would print it, in card heights; best of its other corners."""
    basis = np.stack([a.quad[1] - a.quad[0], a.quad[3] - a.quad[0]], axis=1)
    height = np.linalg.norm(basis[:, 1])
    u, v = np.linalg.solve(basis, a.pose[:2] - a.quad[0]) if abs(np.linalg.det(basis)) > 1 else (0.1, 0.1)
    opposed = float(a.pose[2:4] @ b.pose[2:4]) < 0
    spots = [(1 - u, 1 - v), (u, 1 - v)] if opposed else [(1 - u, v)]
    return min(float(np.linalg.norm(a.quad[0] + basis @ spot - b.pose[:2])) for spot in spots) / float(height)


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
    """The indices of each physical card, best first; each index belongs to one card."""
    owner = owners(indices, cards)
    fits: dict[tuple[int, int], float] = {}
    for i, a in enumerate(indices):
        for j, b in enumerate(indices[:i]):
            misfit = same_card(a, b)
            if a.label == b.label and owner[i] == owner[j] >= 0:
                misfit = 0.05
            if misfit is not None:
                fits[i, j] = fits[j, i] = misfit + 0.3 * (a.label != b.label)
    group_of = {k: [k] for k in range(len(indices))}
    for _, i, j in sorted((misfit, i, j) for (i, j), misfit in fits.items() if i > j):
        one, other = group_of[i], group_of[j]
        if one is not other and len(one) + len(other) <= 4 and all((a, b) in fits for a in one for b in other):
            one += other
            group_of |= dict.fromkeys(other, one)
    groups = {id(group): [indices[k] for k in group] for group in group_of.values()}
    return [sorted(group, key=lambda index: -index.score * index.real) for group in joined_sides(groups.values())]


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


def verdict(group: list[Index]) -> np.ndarray:
    """Probabilities over LABELS for one card.

    Readings of one card are not independent, so they are not multiplied: ends that agree are as
    sure as the surer one, ends that disagree are averaged and so never sure.
    """
    each = [np.exp(index.log_label) for index in group]
    if len({index.label for index in group}) == 1:
        return max(each, key=lambda p: float(p.max()))
    return np.mean(each, axis=0)


FEATURES = ("one", "probability", "weakest", "steady", "score", "real", "ends", "disagree", "size", "joker")


def evidence(group: list[Index]) -> np.ndarray:
    """What speaks for a card's best label, (len(FEATURES),); the input of the calibration."""
    probability = verdict(group)
    best = int(probability.argmax())
    weakest = min(float(np.exp(index.log_label[best])) for index in group)
    size = max(index.size for index in group)
    labels = {index.label for index in group}
    return np.array([1.0, logit(float(probability[best])), logit(weakest), logit(max(i.steady for i in group)),
                     logit(max(i.score for i in group)), logit(max(i.real for i in group)),
                     float(len(group) > 1 and len(labels) == 1), float(len(labels) > 1),
                     float(np.clip(np.log2(size / 20), -1.5, 1.0)), float(LABELS[best] == "JK")])


def logit(p: float) -> float:
    """Log-odds, kept within what can be told apart."""
    p = min(max(p, 1e-3), 1 - 1e-4)
    return float(np.log(p / (1 - p)))


def calibrated(group: list[Index], weights: np.ndarray | None) -> float:
    """Probability that the card's best label is right."""
    if weights is None:
        return float(verdict(group).max()) * max(index.real * min(1.0, 0.4 + index.score) for index in group)
    return float(1 / (1 + np.exp(-evidence(group) @ weights)))


def within_others(groups: list[list[Index]]) -> list[list[Index]]:
    """Groups without doubtful marks inside a card that both ends name: its pips and pictures."""
    strong = [g for g in groups if len(g) > 1 and len({i.label for i in g}) == 1 and g[0].log_label.max() > -0.1]
    outlines = [(group, outline(group).astype(np.float32)) for group in strong]
    return [group for group in groups if group[0].log_label.max() > -0.05 or not any(
        other is not group and cv2.pointPolygonTest(quad, group[0].pose[:2].tolist(), False) > 0
        for other, quad in outlines)]


def described(groups: list[list[Index]], cards: CardFinds, origin: np.ndarray,
              weights: np.ndarray | None = None) -> Detections:
    """One row per card: read ones, and cards seen without a legible index."""
    groups = sorted(groups, key=lambda group: -len(group))  # the best attested first
    rows = [row_of(group, weights) for group in groups]
    likely = [k for k, (row, group) in enumerate(zip(rows, groups, strict=True)) if row[0] != UNREAD
              or max(i.real * i.score for i in group) > SEEN]
    rows, groups = [rows[k] for k in likely], [groups[k] for k in likely]
    quads = [outline(group) for group in groups]
    seen = unread(cards, quads)
    rows += [(UNREAD, 0.0, False, up, ()) for _, up in seen]
    quads += [quad for quad, _ in seen]
    if not rows:
        return Detections.empty()
    corners = np.stack(quads).astype(np.float32)
    twice = doubled(corners, [row[0] for row in rows])
    corners += origin
    box = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    label, confidence, sure, face_up, candidates = zip(*rows, strict=True)
    return Detections(corners, box, np.array(label), np.array(confidence, np.float32),
                      np.array(sure, bool) & ~twice, np.array(face_up, bool), tuple(candidates))


def outline(group: list[Index]) -> np.ndarray:
    """Corners (4, 2) of a card: from two opposed ends where both are seen, else as one end sees it."""
    first = group[0]
    corner = nearest_corner(first)
    for other in group[1:]:
        opposed = float(first.pose[2:4] @ other.pose[2:4]) < 0
        if opposed and nearest_corner(other) == corner:
            return spanned(first, other, corner)
    return first.quad


def nearest_corner(index: Index) -> int:
    """Which corner of its card, as its own outline counts them, an index is printed in."""
    return int(np.linalg.norm(index.quad - index.pose[:2], axis=1).argmin())


def spanned(a: Index, b: Index, corner: int) -> np.ndarray:
    """The rectangle (4, 2) between the corners that two opposed indices stand in.

    An index knows its own corner far better than those across the card.
    """
    up = a.pose[2:4] - b.pose[2:4]
    down = -up / np.linalg.norm(up)
    right = np.array([down[1], -down[0]])
    start, end = a.quad[corner], b.quad[corner]
    sideways = start + right * float((end - start) @ right)
    downwards = start + down * float((end - start) @ down)
    between = (sideways, downwards) if corner % 2 == 0 else (downwards, sideways)
    return np.roll(np.stack([start, between[0], end, between[1]]), corner, axis=0)


def row_of(group: list[Index], weights: np.ndarray | None
           ) -> tuple[str, float, bool, bool, tuple[tuple[str, float], ...]]:
    """Label, confidence, sure, face up and candidates of one card."""
    probability = verdict(group)
    best = np.argsort(-probability)[:4]
    label, confidence = LABELS[best[0]], calibrated(group, weights)
    others = (1 - confidence) * probability[best[1:]] / max(1 - float(probability[best[0]]), 1e-6)
    candidates = ((label, round(confidence, 4)),
                  *((LABELS[k], round(float(p), 4)) for k, p in zip(best[1:], others, strict=True)))
    sure = confidence >= SURE and max(index.size for index in group) >= SMALLEST
    return (label if confidence >= NAMED else UNREAD), confidence, sure, True, candidates


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


def unread(cards: CardFinds, taken: list[np.ndarray]) -> list[tuple[np.ndarray, bool]]:
    """Outlines of cards seen as a whole on which no index was read, and whether they lie face up."""
    found = []
    for quad, face_up, place in zip(cards.quads(), cards.face_up, cards.place, strict=True):
        middle = (float(place[0]), float(place[1]))
        if not any(cv2.pointPolygonTest(t.astype(np.float32), middle, False) >= 0 for t in taken):
            found.append((quad, bool(face_up)))
    return found


def joined(parts: list[Detections]) -> Detections:
    """The rows of several detections."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return Detections.empty()
    arrays = {name: np.concatenate([getattr(p, name) for p in parts])
              for name in ("corners_px", "box_px", "label", "confidence", "sure", "face_up")}
    return Detections(**arrays, candidates=tuple(c for p in parts for c in p.candidates))

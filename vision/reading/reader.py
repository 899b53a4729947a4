"""A picture in, cards out: finds indices, reads them, joins the indices of each card.

    reader = TableReader()
    detections = reader.read(frame)                       # the whole frame
    detections = reader.read(frame, [(80, 40, 300, 260)]) # only around what changed

Reading is kept apart from finding: the finder says where indices may be, each is cut upright
from the original pixels, read, cut again where the reader says it lies, and read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from vision.detections import Detections
from vision.frames import SourceError
from vision.reading.agreement import (
    are_plain,
    face_may_tell,
    heard,
    in_reading_order,
    label_scores,
    padded,
    shows_another,
    steadiness,
    vouched_for,
    well_cut,
    within,
)
from vision.reading.card_reader import Region
from vision.reading.copies import copies_of, within_pack
from vision.reading.crop import cut_many, moved
from vision.reading.description import described, joined, verdict
from vision.reading.finder import CardFinds, Finder, IndexFinds, distinct, same_index
from vision.reading.index_looks import Looks, joined_looks, moved_quads
from vision.reading.index_reader import LABELS, IndexReader, Readings, log_softmax
from vision.reading.mirrored import MIRRORED, is_open, left_for_right, mirror_odds, turned_back
from vision.reading.one_card import Index, doubles_joined, grouped, opposed, outline, within_others
from vision.reading.outlines import joined_boxes
from vision.reading.overlooked import between
from vision.reading.pairs import between_ends, misfits, near_pairs, other_corners, stand_right, standing_at
from vision.reading.strips import with_sides
from vision.reading.taught import TaughtDeck
from vision.reading.unknown_pack import Trust, as_seen, strange_odds
from vision.reading.whole_face import FaceReader

MODELS = Path(__file__).resolve().parents[2] / "models"
NOTHING = 0.5  # an index read as "nothing" with more than this is dropped
CLEAR = 0.9  # a card more likely than this is hardly another
GLANCES = ((-0.1, -0.07), (0.1, 0.07))  # turn and log scale of further looks when a deck is shown
OVERLOOKED = 0.95  # an index of a column that the finder did not find is one if it is read so clearly
SEEN_CLEARLY = 0.5  # the finder's score from which on a find where a card's other corner is need not be read
PICTURE = 1.6  # times as large as the indices: what lies between them is a card's picture
LIKENESS = 12.0  # log-odds that go with a likeness of one to a shown index
UNSHOWN = 0.15  # how much less alike than the best a card counts that was not shown


class TableReader:
    """Reads whole pictures.

    models: the folder of finder.onnx, reader.onnx and faces.onnx.  pack: how often each label may lie there, None
    where that is not known.  taught: what the deck's indices look like, where it was shown.
    """

    def __init__(self, models: Path | None = None, pack: Mapping[str, int] | None = None,
                 taught: TaughtDeck | None = None) -> None:
        folder = Path(models) if models is not None else MODELS
        self.finder = Finder(folder / "finder.onnx")
        self.index_reader = IndexReader(folder / "reader.onnx")
        self.faces = FaceReader(folder / "faces.onnx")
        self.taught = taught
        self.copies = copies_of(pack) if pack is not None else None
        self.allowed = np.ones(len(LABELS), bool) if self.copies is None else self.copies > 0
        self.mirrored = False  # whether the camera shows its pictures left for right, as far as is known
        self.trust = Trust.FULL  # in the names that are read: a pack may be none that is known
        self.undecided = False  # ... and whether that is still open: then no card is sure

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        """Cards in a BGR picture (h, w, 3) uint8, or in boxes of it; in pixels of the picture.

        A picture that is shown mirrored is read turned back; boxes are taken to be as the last picture was that told.
        """
        if regions_px is None:
            return self.read_part(image_bgr, (0, 0), enlarged=True)
        parts = []
        for x1, y1, x2, y2 in joined_boxes([padded(box, image_bgr.shape) for box in regions_px]):
            parts.append(self.read_part(image_bgr[int(y1):int(y2), int(x1):int(x2)], (int(x1), int(y1))))
        return joined(parts)

    def read_part(self, image: np.ndarray, origin: tuple[int, int], enlarged: bool = False) -> Detections:
        """Cards in a picture whose first pixel lies at origin of the frame."""
        if min(image.shape[:2]) < 16:
            return Detections.empty()
        picture = left_for_right(image) if self.mirrored else image
        groups, cards, finds = self.seen(picture, enlarged)
        if enlarged or self.undecided:
            odds = mirror_odds(picture, finds, self.index_reader)
            self.undecided = is_open(odds)
            if odds >= MIRRORED:  # other than it was taken for
                self.mirrored, picture = not self.mirrored, left_for_right(picture)
                groups, cards, _ = self.seen(picture, enlarged)
        if self.taught is None:
            self.trust = self.trust.after(as_seen(index for group in groups for index in group))
        trust = Trust.DOUBT if self.undecided and self.trust is Trust.FULL else self.trust
        found = described(groups, cards, np.array(origin, np.float32), self.index_reader.weights, self.copies, trust)
        return turned_back(found, 2 * origin[0] + image.shape[1] - 1) if self.mirrored else found

    def groups(self, image: np.ndarray) -> list[list[Index]]:
        """The read indices of a picture, card by card."""
        return self.seen(image)[0]

    def seen(self, image: np.ndarray, enlarged: bool = True
             ) -> tuple[list[list[Index]], CardFinds, IndexFinds]:
        """The read indices of a picture, card by card, where whole cards lie, and where indices were looked for.

        enlarged: whether the picture is read once and as a whole: a small one is looked at enlarged, and where what is
        seen without the finder's finest scale settles every card, that scale is left out.  What changed on a table is
        small, is read again and again, and must be read fast; but a card half below another may be seen at that scale
        only.
        """
        before: list[Looks] = []

        def suffices(finds: IndexFinds, cards: CardFinds) -> bool:
            before.append(self.first_looks(image, finds))
            return self.settled(before[0], cards)

        finds, cards = self.finder.find(image, suffices=suffices if enlarged else None, enlarged=enlarged)
        return self.cards_of(image, finds, cards, *before), cards, finds

    def cards_of(self, image: np.ndarray, finds: IndexFinds, cards: CardFinds, before: Looks | None = None
                 ) -> list[list[Index]]:
        """The finds read and grouped card by card, the faces of doubtful cards heard, near-ties settled by the pack.

        before: what was read already, at some of these places.
        """
        groups = grouped(with_sides(self.read_indices(image, finds, before)), cards)
        overlooked = self.overlooked(image, groups)
        if overlooked:
            groups = grouped([index for group in groups for index in group] + overlooked, cards)
        groups = self.with_faces(image, within_others(doubles_joined(groups, cards)), cards)
        return groups if self.copies is None else within_pack(groups, [verdict(g) for g in groups], self.copies)

    def with_faces(self, image: np.ndarray, groups: list[list[Index]], cards: CardFinds) -> list[list[Index]]:
        """The groups, the doubtful ones with what their cards' whole faces say, where no other card lies on these."""
        told_of = [verdict(group) for group in groups]
        clear = [group for group, told in zip(groups, told_of, strict=True) if told.max() > CLEAR]
        faces = {k: outline(group, cards) for k, (group, told) in enumerate(zip(groups, told_of, strict=True))
                 if face_may_tell(told)}
        bare = [k for k, quad in faces.items() if not shows_another(groups[k], quad, clear)]
        if not bare:
            return groups
        told = dict(zip(bare, self.faces.read(image, np.stack([faces[k] for k in bare])).log_label, strict=True))
        return [heard(group, told[k]) if k in told else group for k, group in enumerate(groups)]

    def read_indices(self, image: np.ndarray, finds: IndexFinds, before: Looks | None = None) -> list[Index]:
        """Each find read as it was found, and at the pose that reading asks for where the first leaves a doubt."""
        if len(finds) == 0:
            return []
        seen = self.first_looks(image, finds, before)
        seen = seen[np.exp(seen.readings.kind[:, 2]) < 0.97]
        finds, first, poses = seen.finds, seen.readings, seen.poses
        scores, kind = self.scores(first), first.kind[:, 2]
        looks = np.stack([scores, scores], axis=1)  # (n, looks, 53)
        nothing = kind.copy()
        plain = are_plain(first, scores)
        quads = moved_quads(finds.quad, finds.pose, poses)
        vouched = vouched_for(poses, quads, scores.argmax(axis=1), np.where(plain, 2, (1 - np.exp(kind)) * finds.score))
        again = np.flatnonzero(~plain & ~vouched)
        second = self.index_reader.read(cut_many(image, poses[again]))
        looks[again, 1] = self.scores(second)
        nothing[again] = (kind[again] + second.kind[:, 2]) / 2
        keep = np.flatnonzero(np.exp(nothing) < NOTHING)
        order = keep[np.argsort(-((1 - np.exp(nothing)) * finds.score)[keep], kind="stable")]
        order = order[distinct(same_index(poses[order], looks[order].mean(axis=1).argmax(axis=1)))]
        likely, steady = self.within_deck(looks[order]), steadiness(looks[order])
        whole, strange = within(poses, image.shape), strange_odds(first, self.index_reader.strange_weights)
        return [Index(poses[k], quads[k], likely[n], float(finds.score[k]), float(1 - np.exp(nothing[k])),
                      float(steady[n]), whole=bool(whole[k]), strange=float(strange[k])) for n, k in enumerate(order)]

    def overlooked(self, image: np.ndarray, groups: Sequence[list[Index]]) -> list[Index]:
        """Indices that the finder did not find, between two others of a column.

        Not below one whose card shows its other end too: there its own face lies open.
        """
        indices = [index for group in groups for index in group]
        if len(indices) < 2:
            return []
        known = np.array([index.pose for index in indices])
        places = between(known, np.array([not opposed(group) for group in groups for _ in group]))
        if len(places) == 0:
            return []
        first = self.index_reader.read(cut_many(image, places))
        likely = np.exp(first.kind[:, 0]) > 1 - OVERLOOKED
        places, first = places[likely], first[likely]
        if len(places) == 0:
            return []
        poses = moved(places, first.shift, first.turn, first.log_scale)
        second = self.index_reader.read(cut_many(image, poses))
        scores, real = self.scores(second), np.exp(second.kind[:, 0])
        apart = np.linalg.norm(poses[:, None, :2] - known[None, :, :2], axis=2) / poses[:, None, 4]
        clear = (real > OVERLOOKED) & (scores.max(axis=1) > np.log(OVERLOOKED)) & well_cut(second) & (
            apart.min(axis=1) > 0.7) & (np.abs(np.log(poses[:, 4] / places[:, 4])) < 0.35)
        order = np.flatnonzero(clear)[np.argsort(-real[clear], kind="stable")]
        order = order[distinct(same_index(poses[order], scores[order].argmax(axis=1)))]
        owner = [int(apart[k].argmin()) for k in order]
        quads = [(indices[n].quad - known[n, :2]) * poses[k, 4] / known[n, 4] + poses[k, :2]
                 for k, n in zip(order, owner, strict=True)]
        likely = self.within_deck(scores[:, None])
        return [Index(poses[k], quad, likely[k], indices[n].score, float(real[k]))
                for k, n, quad in zip(order, owner, quads, strict=True)]

    def first_looks(self, image: np.ndarray, finds: IndexFinds, before: Looks | None = None) -> Looks:
        """Each find read as it was found, in some order.

        What was plain before is not read again.  Of a card with an index in every corner the left one of each end is
        read; the right ones are taken for what these say where they read alike, and at least one of them plainly.
        What is far larger than these and lies between them is the card's picture: it is left out.
        """
        known = [] if before is None else [before[are_plain(before.readings, self.scores(before.readings))]]
        if known:
            at = standing_at(finds.pose, known[0].poses)
            known, finds = [known[0].taken_for(finds[at >= 0], at[at >= 0])], finds[at < 0]
        late = stand_right(finds.pose, finds.quad) | (
            finds.pose[:, 4] > PICTURE * np.median(finds.pose[:, 4] if len(finds) else 0))
        seen = joined_looks([*known, self.look(image, finds[~late])])
        finds = finds[late]
        if len(finds) == 0:
            return seen
        finds, told = self.told(seen, finds)
        return joined_looks([seen, seen.taken_for(finds[told >= 0], told[told >= 0]),
                             self.look(image, finds[told < 0])])

    def look(self, image: np.ndarray, finds: IndexFinds) -> Looks:
        """Each find read as it was found."""
        return Looks(finds, self.index_reader.read(cut_many(image, finds.pose)))

    def told(self, seen: Looks, others: IndexFinds) -> tuple[IndexFinds, np.ndarray]:
        """Other finds without the pictures of cards that were seen, and which of the rows seen says what each is, or
        -1: (k,).  A faint find may be the bare corner of a card with two indices: what it is nothing else tells."""
        i, j = self.agreeing(seen)
        poses, best = seen.poses, self.scores(seen.readings).max(axis=1)
        pictures = between_ends(others.pose[:, :2], poses[i], poses[j]) & (
            others.pose[:, 4:5] > PICTURE * np.maximum(poses[i, 4], poses[j, 4]))
        others = others[~pictures.any(axis=1)]
        at = standing_at(others.pose, other_corners(poses[i], poses[j]).reshape(-1, 5))
        at[others.score < SEEN_CLEARLY] = -1
        return others, np.where(at >= 0, np.append(np.where(best[i] > best[j], i, j), -1)[at // 2], -1)

    def agreeing(self, seen: Looks, plainly: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """Rows i, j of indices that stand at both ends of one card and read alike, clearly, at least one plainly."""
        scores, poses, (i, j) = self.scores(seen.readings), seen.poses, near_pairs(seen.poses)
        clear = (scores.max(axis=1) >= np.log(CLEAR)) & (seen.readings.kind[:, 2] <= np.log(1 - CLEAR))
        plain, labels = are_plain(seen.readings, scores) | (not plainly), scores.argmax(axis=1)
        fit = (labels[i] == labels[j]) & clear[i] & clear[j] & (plain[i] | plain[j]) & (
            (poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) < 0)
        i, j = i[fit], j[fit]
        fit = np.isfinite(misfits(poses, seen.quads, np.ones(len(i), bool), i, j))
        return i[fit], j[fit]

    def settled(self, seen: Looks, cards: CardFinds) -> bool:
        """Whether everything that was seen is a card of which two ends agree, or lies between these."""
        i, j = self.agreeing(seen, plainly=False)
        alone = np.exp(seen.readings.kind[:, 2]) < 0.97
        alone[np.concatenate([i, j])] = False
        places = np.concatenate([seen.poses[alone, :2], cards.place[cards.face_up, :2]])
        return bool(between_ends(places, seen.poses[i], seen.poses[j]).any(axis=1).all())

    def scores(self, readings: Readings) -> np.ndarray:
        """Log-probabilities (n, 53) of LABELS; a deck that was shown has its say."""
        read = label_scores(readings)
        if self.taught is None or len(readings) == 0:
            return read
        alike = self.taught.likeness(readings.description, LABELS)
        best = np.nanmax(alike, axis=1, keepdims=True)
        return log_softmax(read + LIKENESS * np.where(np.isnan(alike), best - UNSHOWN, alike))

    def teach(self, image: np.ndarray, names: Sequence[str]) -> TaughtDeck:
        """What the indices of the cards in a picture look like, the cards named in reading order.

        ValueError where fewer cards are to be seen than are named, or clearly others.
        """
        seen_cards = sorted(self.groups(image), key=lambda group: -len(group) - group[0].score * group[0].real)
        if len(seen_cards) < len(names):
            raise SourceError("{number} cards are named, but only {number_2} are to be seen.",
                              number=len(names), number_2=len(seen_cards))
        groups = in_reading_order(seen_cards[:len(names)])
        clear = [(name, group[0].label) for name, group in zip(names, groups, strict=True)
                 if verdict(group).max() > CLEAR]
        if sum(name != label for name, label in clear) > max(1, 0.25 * len(clear)):
            raise SourceError("The cards do not lie in the order in which they are named.")
        poses = np.concatenate([np.stack([index.pose for index in group]) for group in groups])
        labels = np.concatenate([[name] * len(group) for name, group in zip(names, groups, strict=True)])
        still = np.zeros((len(poses), 2))
        turns = [moved(poses, still, np.full(len(poses), turn), np.full(len(poses), scale))
                 for turn, scale in ((0.0, 0.0), *GLANCES)]
        seen = self.index_reader.read(cut_many(image, np.concatenate(turns)))
        return TaughtDeck(seen.description, np.tile(labels, len(turns)))

    def within_deck(self, looks: np.ndarray) -> np.ndarray:
        """Mean log-probabilities (n, 53) of looks (n, looks, 53) at indices.

        Cards the deck does not hold are ruled out, but the others are no likelier for it: what
        looks like a card that cannot be there is a question.
        """
        return np.where(self.allowed, log_softmax(looks.mean(axis=1)), -30.0)

"""Italian-suited cards, which carry no index: found as whole cards, cut out, and read by their faces.

    reader = ItalianReader()
    detections = reader.read(frame)                 # labels as the game names them: 7D is the seven of coins
    own = reader.taught(pictures, labels)           # a deck of one's own, each card shown once or more
    detections = reader.with_deck(own).read(frame)

A face is looked at as it was found and again at the corners that the first look gives it.  A deck that was
shown is read by its nearest neighbour: the faces' descriptions (unit vectors) lie close to those shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.detections import FACE_DOWN, NO_CARD, UNREAD, Detections, log_of
from vision.frames import SourceError
from vision.reading.agreement import padded
from vision.reading.card_reader import Region
from vision.reading.description import joined
from vision.reading.face_crop import cut_card, evened, quads_set_right
from vision.reading.finder import CardFinds, Finder, decode_cards, distinct_cards, joined_cards, levels
from vision.reading.index_reader import log_softmax
from vision.reading.network import Network
from vision.reading.outlines import joined_boxes
from vision.reading.taught import TaughtDeck

MODELS = Path(__file__).resolve().parents[2] / "models"
RANKS, SUITS, KINDS = "A234567JQK", "CDHS", ("face", "back", "nothing")
LABELS = tuple(rank + suit for rank in RANKS for suit in SUITS)
NAMES = (*LABELS, NO_CARD, FACE_DOWN)
OUTPUTS = len(RANKS) + len(SUITS) + len(KINDS) + 8
FOUND = 0.15  # least heat of a place that is looked at
SEEN, NAMED = 0.5, 0.3
SURE = 0.98  # least confidence of a sure card, of which all looks say the same
SMALLEST = 40.0  # px, shorter cards are never sure
CLOSE, CLEARER = 0.75, 0.12  # likeness to a shown face for sureness, and how much more than to the next card
ALIKE = 0.9  # least of the two shares of these that makes a card of a shown deck sure
LOOKS = 2  # after the first
FEATURES = ("one", "probability", "steady", "agreed", "first", "face", "nothing", "score", "size", "settled")


@dataclass(frozen=True)
class FaceLook:
    """One look at n faces: log-probabilities of LABELS (n, 40) and KINDS (n, 3), descriptions (n, d), and the
    cards' corners (n, 4, 2) px as they should have been."""

    label: np.ndarray
    kind: np.ndarray
    description: np.ndarray
    quad: np.ndarray


@dataclass(frozen=True)
class Faces:
    """What n cards are taken for, after all looks: corners (n, 4, 2) px, probabilities of LABELS (n, 40) and KINDS
    (n, 3), what speaks for the likeliest (n, FEATURES), and which may be sure (n,) bool."""

    quad: np.ndarray
    label: np.ndarray
    kind: np.ndarray
    evidence: np.ndarray
    agreed: np.ndarray

    def __getitem__(self, rows: list[int]) -> Faces:
        return Faces(self.quad[rows], self.label[rows], self.kind[rows], self.evidence[rows], self.agreed[rows])


class ItalianReader:
    """Reads whole pictures; `models` is the folder of italian.onnx; `shape` is width over height
    of the cards."""

    def __init__(self, models: Path | None = None, deck: TaughtDeck | None = None, shape: float = 0.58) -> None:
        self.folder = Path(models) if models is not None else MODELS
        self.finder = Finder(MODELS / "finder.onnx")
        self.network = Network(self.folder / "italian.onnx", "italian")
        self.temperature = float(self.network.facts.get("temperature", "1"))
        facts = self.network.facts
        self.weights = np.array(json.loads(facts["sureness"])) if "sureness" in facts else None
        self.deck, self.shape = deck, shape

    def with_deck(self, deck: TaughtDeck | None) -> ItalianReader:
        """The same reader for a deck that was shown."""
        return ItalianReader(self.folder, deck, self.shape)

    def read(self, image_bgr: np.ndarray, regions_px: Sequence[Region] | None = None) -> Detections:
        """Cards in a BGR picture (h, w, 3) uint8, or in boxes of it; in pixels of the picture."""
        if regions_px is None:
            return self.read_part(image_bgr, (0, 0))
        return joined([self.read_part(image_bgr[int(y1):int(y2), int(x1):int(x2)], (int(x1), int(y1)))
                       for x1, y1, x2, y2 in joined_boxes([padded(box, image_bgr.shape) for box in regions_px])])

    def read_part(self, image: np.ndarray, origin: tuple[int, int]) -> Detections:
        """Cards in a picture whose first pixel lies at origin of the frame."""
        faces = self.faces(image)
        if faces is None:
            return Detections.empty()
        return self.described(faces, np.array(origin, np.float32))

    def faces(self, image: np.ndarray) -> Faces | None:
        """The cards in a picture, best first, or None."""
        if min(image.shape[:2]) < 16:
            return None
        found = self.cards(image)
        looks = self.looks(image, quads_of(found.place, self.shape))
        if looks is None:
            return None
        faces = self.judged(looks, found.score)
        rows = [k for k in np.argsort(-found.score * (1 - faces.kind[:, 2])) if faces.kind[k, 2] < SEEN]
        rows = apart(faces.quad, rows)
        return faces[rows] if rows else None

    def cards(self, image: np.ndarray) -> CardFinds:
        """Where whole cards may lie, best first."""
        finds = []
        for picture, scale in levels(image):
            found = decode_cards(self.finder.raw(picture), FOUND)
            finds.append(CardFinds(found.place / scale, found.score, found.face_up))
        return distinct_cards(joined_cards(finds))

    def looks(self, image: np.ndarray, quads: np.ndarray) -> list[FaceLook] | None:
        """A look at the cards as they were found, LOOKS more at the corners each look gives, and one upside down."""
        if len(quads) == 0:
            return None
        looks = [self.look(image, quads)]
        for _ in range(LOOKS):
            looks.append(self.look(image, looks[-1].quad))
        return [*looks, replace(self.turned(image, looks[-1].quad), quad=looks[-1].quad)]

    def look(self, image: np.ndarray, quads: np.ndarray) -> FaceLook:
        """Read faces whose corners are quads (n, 4, 2) px."""
        crops = np.stack([cut_card(image, quad) for quad in quads])
        batch = np.ascontiguousarray(evened(crops).transpose(0, 3, 1, 2), np.float32)
        return face_looks(self.network.run(batch), quads, self.temperature)

    def taught(self, pictures: Sequence[np.ndarray], labels: Sequence[str]) -> TaughtDeck:
        """What pictures that show one card each look like; ValueError names the first without a card."""
        descriptions, known = [], []
        for picture, label in zip(pictures, labels, strict=True):
            looks = self.looks(picture, quads_of(self.cards(picture).place[:1], self.shape))
            if looks is None:
                raise SourceError("No card is to be seen in the picture of {label}.", label=label)
            descriptions += [look.description[0] for look in looks[1:]]
            known += [label] * len(looks[1:])
        return TaughtDeck(np.stack(descriptions), np.array(known))

    def turned(self, image: np.ndarray, quads: np.ndarray) -> FaceLook:
        """A look at cards upside down."""
        return self.look(image, np.roll(quads, 2, axis=1))

    def judged(self, looks: list[FaceLook], score: np.ndarray) -> Faces:
        """What all looks together say of n cards that the finder gave a score (n,)."""
        label, kind = log_mean([look.label for look in looks[1:]]), np.exp(log_mean([look.kind for look in looks]))
        evidence = evidence_of(looks, label, kind, score)
        names = [look.label.argmax(axis=1) for look in looks[1:]]
        clear = np.ones(len(label), bool)
        if self.deck is not None:
            each = [np.nan_to_num(self.deck.likeness(look.description, LABELS), nan=-1.0) for look in looks[1:]]
            names = [label.argmax(axis=1), *(alike.argmax(axis=1) for alike in each)]
            alike, clearness = taught_scores(np.mean(each, axis=0))
            label, clear = log_mean([label, alike]), clearness >= ALIKE  # sure only where both are
        return Faces(looks[-1].quad, np.exp(label), kind, evidence, (np.ptp(names, axis=0) == 0) & clear)

    def described(self, faces: Faces, origin: np.ndarray) -> Detections:
        """One row per card: read ones, backs, and faces that say nothing."""
        best, n = faces.label.argmax(axis=1), np.arange(len(faces.quad))
        face_up = faces.kind[:, 0] >= faces.kind[:, 1]
        plain = faces.label[n, best] * np.where(face_up, 1 - faces.kind[:, 2], 0)
        calibrated = plain if self.weights is None else 1 / (1 + np.exp(-faces.evidence @ self.weights))
        confidence = np.where(face_up, calibrated, 0).astype(np.float32)
        named = face_up & (plain >= NAMED)
        corners = faces.quad.astype(np.float32)
        height = np.hypot(*(corners[:, 3] - corners[:, 0]).T)
        sure = named & (confidence >= SURE) & faces.agreed & (height >= SMALLEST)
        corners = corners + origin
        candidates = tuple(tuple((LABELS[j], round(float(p[j]), 4)) for j in np.argsort(-p)[:4]) if up else ()
                           for p, up in zip(faces.label, face_up, strict=True))
        return Detections(corners, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
                          np.array([LABELS[b] if ok else UNREAD for b, ok in zip(best, named, strict=True)]),
                          confidence, sure, face_up, candidates, names=NAMES,
                          log_name=log_of(chances_of(faces, face_up, confidence)))


def chances_of(faces: Faces, face_up: np.ndarray, confidence: np.ndarray) -> np.ndarray:
    """Probabilities (n, len(NAMES)) of what cards are, of whose best label one is so confident (n,)."""
    rows, best = np.arange(len(faces.label)), faces.label.argmax(axis=1)
    chance = np.column_stack([faces.label * faces.kind[:, :1], faces.kind[:, [2, 1]]])
    others = chance.copy()
    others[rows, best] = 0
    named = others * ((1 - confidence) / np.maximum(others.sum(axis=1), 1e-9))[:, None]
    named[rows, best] = confidence
    return np.where(face_up[:, None], named, chance)


def evidence_of(looks: list[FaceLook], label: np.ndarray, kind: np.ndarray, score: np.ndarray) -> np.ndarray:
    """What speaks for the likeliest of log-probabilities label (n, 40), (n, FEATURES): how likely it is, on the whole
    and in the least of all looks; whether all looks say it, and the first as well; that it is a face, and not nothing;
    the finder's score; the card's size; and how little its corners still moved, in shares of its height."""
    best, n, quads = label.argmax(axis=1), np.arange(len(label)), looks[-1].quad
    least = np.min([look.label for look in looks[1:]], axis=0)
    height = np.maximum(np.hypot(*(quads[:, 3] - quads[:, 0]).T), 1)
    moved = np.abs(quads - looks[-2].quad).reshape(len(quads), -1).max(axis=1) / height
    return np.column_stack([
        np.ones(len(label)), logits(np.exp(label[n, best])), logits(np.exp(least[n, best])),
        np.ptp([look.label.argmax(axis=1) for look in looks[1:]], axis=0) == 0, looks[0].label.argmax(axis=1) == best,
        logits(kind[:, 0]), logits(kind[:, 2]), logits(score), np.log2(height / 100), -np.log(np.maximum(moved, 1e-4))])


def logits(p: np.ndarray) -> np.ndarray:
    """Log-odds, kept within what can be told apart."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p / (1 - p)))


def taught_scores(alike: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Log-probabilities (n, 40) from likenesses to a shown deck, and how clear the best is (n,): near one where its
    likeness is great and the next card is far."""
    label = log_softmax(alike * 25)
    others = np.sort(alike, axis=1)[:, -2]
    best = alike.max(axis=1)
    return label, np.clip((best - others) / CLEARER, 0, 1) * np.clip(best / CLOSE, 0, 1)


def log_mean(logs: Sequence[np.ndarray]) -> np.ndarray:
    """Mean of log-probabilities over looks, made to add up to one again."""
    return log_softmax(np.mean(logs, axis=0))


def quads_of(place: np.ndarray, shape: float) -> np.ndarray:
    """Corners (n, 4, 2) px, clockwise on screen, of rectangles: place (n, 4) is middle and half of the long axis."""
    down = place[:, 2:]
    right = shape * np.column_stack([down[:, 1], -down[:, 0]])
    return np.stack([place[:, :2] + a * right + b * down for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1)


def face_looks(out: np.ndarray, quads: np.ndarray, temperature: float) -> FaceLook:
    """What raw outputs (n, OUTPUTS and a description) say of cards that were cut at quads (n, 4, 2)."""
    r, s, k = len(RANKS), len(RANKS) + len(SUITS), len(RANKS) + len(SUITS) + len(KINDS)
    rank, suit = log_softmax(out[:, :r], temperature), log_softmax(out[:, r:s], temperature)
    label = (rank[:, :, None] + suit[:, None, :]).reshape(len(out), len(LABELS))
    described = out[:, OUTPUTS:] / np.maximum(np.linalg.norm(out[:, OUTPUTS:], axis=1, keepdims=True), 1e-6)
    return FaceLook(label, log_softmax(out[:, s:k], temperature), described, quads_set_right(quads, out[:, k:OUTPUTS]))


def apart(quads: np.ndarray, rows: list[int]) -> list[int]:
    """The rows, best first, without those whose middle lies in the middle of a better one."""
    keep: list[int] = []
    for k in rows:
        centre = quads[k].mean(axis=0)
        if all(np.hypot(*(centre - quads[j].mean(axis=0))) > 0.3 * np.sqrt(abs(cv2.contourArea(quads[j].astype(
                np.float32)))) for j in keep):
            keep.append(k)
    return keep

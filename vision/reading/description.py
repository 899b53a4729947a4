"""What is said of the cards of a picture: names with their probabilities, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detections import FACE_DOWN, NO_CARD, UNREAD, Detections, log_of
from vision.reading.copies import beyond
from vision.reading.finder import CardFinds
from vision.reading.index_reader import LABELS
from vision.reading.one_card import Index, doubled, outline, rivals
from vision.reading.unknown_pack import Trust

NAMED = 0.2  # a card whose best label is less likely than this is "??"
SEEN = 0.5  # ... and is no card at all if it is less likely than this to be one
SURE = 0.98  # least calibrated probability the live table commits without asking
NAMES = (*LABELS, NO_CARD, FACE_DOWN)
AT_ODDS = 0.9  # most that is believed of a card about which two ends, its face or the pack are at odds
CLEARLY = 4.0  # nats by which a face says clearly that it is one card rather than another
SMALLEST = 9.0  # px, indices smaller than this are guesses, never sure
FEATURES = ("one", "probability", "weakest", "steady", "score", "real", "ends", "disagree", "size", "joker",
            "face")
CardRow = tuple[str, float, bool, bool, tuple[tuple[str, float], ...]]  # label, confidence, sure, face up, candidates


def verdict(group: list[Index]) -> np.ndarray:
    """Probabilities over LABELS for one card.

    Readings of one card are not independent, so they are not multiplied: ends that agree are as
    sure as the surer one, ends that disagree are averaged and so never sure.
    """
    if len({index.label for index in group}) == 1:
        return max(group, key=lambda index: index.confidence).likely
    return np.asarray(np.mean([index.likely for index in group], axis=0))


def evidence(group: list[Index]) -> np.ndarray:
    """What speaks for a card's best label, (len(FEATURES),); the input of the calibration."""
    probability = verdict(group)
    best = int(probability.argmax())
    weakest = min(float(index.likely[best]) for index in group)
    size = max(index.size for index in group)
    labels = {index.label for index in group}
    return np.array([1.0, logit(float(probability[best])), logit(weakest), logit(max(i.steady for i in group)),
                     logit(max(i.score for i in group)), logit(max(i.real for i in group)),
                     float(len(group) > 1 and len(labels) == 1), float(len(labels) > 1),
                     min(max(float(np.log2(size / 20)), -1.5), 1.0), float(LABELS[best] == "JK"),
                     face_agrees(group, LABELS[best])])


def face_agrees(group: list[Index], label: str) -> float:
    """From 1 where the whole face says that a card bears a label to -1 where it says another, 0 where it does not
    tell."""
    face = group[0].face
    if face is None:
        return 0.0
    k = LABELS.index(label)
    return float(np.clip((face[k] - np.delete(face, k).max()) / CLEARLY, -1.0, 1.0))


def logit(p: float) -> float:
    """Log-odds, kept within what can be told apart."""
    p = min(max(p, 1e-3), 1 - 1e-4)
    return float(np.log(p / (1 - p)))


def calibrated(group: list[Index], weights: np.ndarray | None) -> float:
    """Probability that the card's best label is right."""
    if weights is None:
        return float(verdict(group).max()) * max(index.real * min(1.0, 0.4 + index.score) for index in group)
    return float(1 / (1 + np.exp(-evidence(group)[:len(weights)] @ weights)))


def described(groups: list[list[Index]], cards: CardFinds, origin: np.ndarray, weights: np.ndarray | None = None,
              copies: np.ndarray | None = None, trust: Trust = Trust.FULL) -> Detections:
    """One row per card: read ones, and cards seen without a legible index; none is sure, or none has a name, where
    what was read is not to be trusted."""
    rows, groups = likely_rows(groups, weights, trust)
    quads = [outline(group, cards) for group in groups]
    at = [np.array([index.pose[:2] for index in group], np.float32) + origin for group in groups]
    seen = unread(cards, quads)
    rows += [(UNREAD, 0.0, False, up, ()) for _, up, _ in seen]
    quads += [quad for quad, _, _ in seen]
    at += [np.zeros((0, 2), np.float32)] * len(seen)
    if not rows:
        return Detections.empty()
    corners = np.stack(quads).astype(np.float32)
    label, confidence, sure, face_up, candidates = zip(*rows, strict=True)
    doubtful = are_doubtful(corners, groups, label, confidence, copies) | (trust is not Trust.FULL)
    corners += origin
    box = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    believed = np.where(np.array(sure, bool) & ~doubtful, confidence, np.minimum(confidence, AT_ODDS))
    chances = [*(chance_of(group, p) if trust is not Trust.NONE else chance_unread(True, max(i.real for i in group))
                 for group, p in zip(groups, believed.tolist(), strict=False)),
               *(chance_unread(up, score) for _, up, score in seen)]
    return Detections(corners, box, np.array(label), np.array(confidence, np.float32),
                      np.array(sure, bool) & ~doubtful, np.array(face_up, bool), tuple(candidates), tuple(at),
                      NAMES, log_of(np.stack(chances)))


def likely_rows(groups: list[list[Index]], weights: np.ndarray | None, trust: Trust
                ) -> tuple[list[CardRow], list[list[Index]]]:
    """What is said of each card that is likely to be one, and its indices."""
    nameless: CardRow = (UNREAD, 0.0, False, True, ())
    rows = [nameless if trust is Trust.NONE else row_of(group, weights) for group in groups]
    likely = [k for k, (row, group) in enumerate(zip(rows, groups, strict=True)) if row[0] != UNREAD
              or max(i.real * i.score for i in group) > SEEN]
    return [rows[k] for k in likely], [groups[k] for k in likely]


def are_doubtful(corners_px: np.ndarray, groups: list[list[Index]], names: Sequence[str], confidence: Sequence[float],
                 copies: np.ndarray | None) -> np.ndarray:
    """(n,) bool, cards that other cards make doubtful; the first of them are the groups."""
    doubtful = np.asarray(doubled(corners_px, list(names), groups, copies))
    doubtful[:len(groups)] |= rivals(groups)
    if copies is not None:
        doubtful |= beyond(list(names), np.array(confidence), copies)
    return doubtful


def chance_of(group: list[Index], confidence: float) -> np.ndarray:
    """Probabilities (len(NAMES),) of what a read card is; confidence: of its best label."""
    chance = np.zeros(len(NAMES))
    chance[:len(LABELS)] = verdict(group)
    best, real = int(chance.argmax()), max(index.real for index in group)
    chance *= real
    chance[len(LABELS)], chance[best] = max(1 - real, 1e-6), 0.0
    chance *= (1 - confidence) / chance.sum()
    chance[best] = confidence
    return chance


def chance_unread(face_up: bool, score: float) -> np.ndarray:
    """Probabilities (len(NAMES),) of a card that the finder saw with a score, on which no index was read."""
    chance = np.full(len(NAMES), score / len(LABELS) if face_up else 0.0)
    chance[-2:] = (1 - score, 0.0) if face_up else (1 - score, score)
    return chance


def row_of(group: list[Index], weights: np.ndarray | None) -> CardRow:
    """Label, confidence, sure, face up and candidates of one card."""
    probability = verdict(group)
    best = np.argsort(-probability)[:4]
    label, confidence = LABELS[best[0]], calibrated(group, weights)
    others = (1 - confidence) * probability[best[1:]] / max(1 - float(probability[best[0]]), 1e-6)
    candidates = ((label, round(confidence, 4)),
                  *((LABELS[k], round(float(p), 4)) for k, p in zip(best[1:], others, strict=True)))
    plain = any(index.whole and index.size >= SMALLEST for index in group)
    sure = confidence >= SURE and plain and face_agrees(group, label) > -0.5  # index and face at odds: a question
    return (label if confidence >= NAMED else UNREAD), confidence, sure, True, candidates


def unread(cards: CardFinds, taken: list[np.ndarray]) -> list[tuple[np.ndarray, bool, float]]:
    """Outlines of cards seen as a whole on which no index was read, whether they lie face up, and the finder's score
    of them."""
    outlines = [quad.astype(np.float32) for quad in taken]
    return [(quad, bool(face_up), float(score))
            for quad, face_up, score, middle in zip(cards.quads(), cards.face_up, cards.score,
                                                    cards.place[:, :2].tolist(), strict=True)
            if not any(cv2.pointPolygonTest(other, middle, False) >= 0 for other in outlines)]


def joined(parts: list[Detections]) -> Detections:
    """The rows of several detections."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return Detections.empty()
    arrays = {name: np.concatenate([getattr(p, name) for p in parts])
              for name in ("corners_px", "box_px", "label", "confidence", "sure", "face_up", "log_name")}
    return Detections(**arrays, candidates=tuple(c for p in parts for c in p.candidates),
                      index_px=tuple(at for p in parts for at in p.index_px), names=parts[0].names)

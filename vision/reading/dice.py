"""Dice on the table: where they lie and how many pips they show.

    dice = DiceReader().read(frame)      # DiceDetections: boxes, pips, confidence, sure

A small network finds the upper faces of dice of any colour, another counts the pips of each in a crop from
the original pixels, looked at several times: turned, and a little larger and smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.detections import DiceDetections, log_of, outside_all
from vision.reading.crop import LEVELS, halved
from vision.reading.index_reader import log_softmax
from vision.reading.network import Network
from vision.reading.percentile import percentiles
from vision.reading.spots import SpotFinder, Spots, distinct_spots, joined_spots

MODELS = Path(__file__).resolve().parents[2] / "models"
KINDS = ("nothing", "1", "2", "3", "4", "5", "6", "mark")  # mark: a die, but what is up counts nothing
LONG_SIDE = 960  # px, the largest of the three scales at which a picture is looked at
QUICK_SIDE = 720  # px, the same where time counts and dice are not tiny
OUTPUTS = len(KINDS) + 3  # logits of KINDS; shift right, shift down (sizes), log scale of the cut
CROP = 40  # px, side of a crop
REACH = 2.0  # side of what a crop shows, in sizes of the die
WELL_CUT = 0.05  # sizes and natural logarithms by which a place may be off and is not placed a second time
LOOKS = ((0.0, 1.0), (0.8, 1.06), (1.57, 0.94), (2.4, 1.0))  # turn in radians, scale
GLANCES, PLAIN = 2, 0.98  # looks that do where each is as sure as this; the others are for what they leave open
HOPELESS = 0.97  # a place that the first look takes for nothing with more is not looked at again
SEEN = 0.5  # a die less likely than this is not named
SURE = 0.97  # least mean probability of a die that is committed without asking
WARM, HOT = 0.28, 0.35  # least heat of a place that is looked at closely, and of a sure die
CLEAR = 0.9  # least mean probability of two to six pips that makes what lies upon them a pip
UPON, SMALLER = 0.6, 1.3  # share of a die's size within which its pips lie; how many times a pip it is at least
SAME = 0.2  # of its size by which a place may differ from another and is the same
WIDER = 1.8  # sizes of a pip around it that are looked at for the die it is on
STEADY = 0.8  # ... and the least that any single look may give it
SMALLEST = 9.0  # px, smaller faces are guesses
HALF_BOX = 0.6  # of its size from a die's middle to the edge of its box
SIDE, UNLIKELY = 0.95, 0.7  # sizes between dice at least; share of the other's confidence that a die's face has
SIGNED = (1, 6)  # numbers of pips in place of which makers print a sign
MANY = 10  # dice among which a sign stands for the one of these that none of them shows
MARK = 0  # pips of a die whose mark is not known to stand for a number


class CountsDice(Protocol):
    """What counts dice: a `DiceReader`, or a stand-in."""

    def read(self, image: np.ndarray, cards_px: np.ndarray | None = None) -> DiceDetections:
        """The dice in a picture, none on cards with these outlines (n, 4, 2)."""


class DiceReader:
    """Reads dice in whole pictures; `models` is the folder of dice-finder.onnx and dice-reader.onnx."""

    def __init__(self, models: Path | None = None, long_side: int = LONG_SIDE) -> None:
        folder = Path(models) if models is not None else MODELS
        self.finder = SpotFinder(folder / "dice-finder.onnx", "dice-finder",
                                 (long_side, long_side // 2, long_side // 4))
        self.network = Network(folder / "dice-reader.onnx", "dice-reader")
        self.temperature = float(self.network.facts.get("temperature", "1"))

    def read(self, image: np.ndarray, cards_px: np.ndarray | None = None) -> DiceDetections:
        """The dice in a BGR picture (h, w, 3) uint8, best first; none on cards with these outlines (n, 4, 2)."""
        if min(image.shape[:2]) < 16:
            return DiceDetections.empty()
        spots = self.finder.find(image, WARM)
        if cards_px is None:
            return self.counted(image, spots)
        return self.counted(image, spots[outside_all(spots.centre, cards_px)]).outside(cards_px)

    def counted(self, image: np.ndarray, spots: Spots) -> DiceDetections:
        """Those of the spots that are dice, with their pips."""
        seen = self.looked_at(image, spots)
        single = np.exp(looks_of(seen)).mean(axis=1).argmax(axis=1) == 1
        seen = joined_spots([seen, self.looked_at(image, widened(seen[single]))])
        kept = distinct_spots(without_pips(seen))
        return with_marks(described_dice(looks_of(kept), kept))

    def looked_at(self, image: np.ndarray, spots: Spots) -> Spots:
        """Those of the spots that may be dice, where they lie; their numbers are the looks at them, end to end."""
        spots, off = self.corrected(image, spots)
        again, _ = self.corrected(image, spots[off > WELL_CUT])
        spots = joined_spots([spots[off <= WELL_CUT], again])
        spots = distinct_spots(spots, SAME)
        looks = np.tile(self.looks(image, spots, LOOKS[:GLANCES]), (1, len(LOOKS) // GLANCES, 1))
        unclear = np.flatnonzero(~are_alike(looks))
        looks[unclear, GLANCES:] = self.looks(image, spots[unclear], LOOKS[GLANCES:])
        return Spots(spots.centre, spots.size, spots.score, looks.reshape(len(spots), len(LOOKS) * len(KINDS)))

    def corrected(self, image: np.ndarray, spots: Spots) -> tuple[Spots, np.ndarray]:
        """Places as the network would have them cut, without those that show nothing, and how far off (n,) they were
        in sizes and natural logarithms."""
        out = self.told(cut_dice(image, spots.centre, spots.size, 0.0))
        way = np.clip(out[:, -3:], -0.6, 0.6)
        better = Spots(spots.centre + way[:, :2] * spots.size[:, None], spots.size * np.exp(way[:, 2]), spots.score,
                       spots.numbers)
        rows = np.exp(self.kinds(out)[:, 0]) < HOPELESS
        return better[rows], np.abs(way[rows]).max(axis=1, initial=0)

    def looks(self, image: np.ndarray, spots: Spots, ways: Sequence[tuple[float, float]]) -> np.ndarray:
        """Log-probabilities (n, ways, len(KINDS)) of what places show, turned and scaled in these ways."""
        crops = [cut_dice(image, spots.centre, spots.size * scale, turn) for turn, scale in ways]
        looks = self.kinds(self.told(np.concatenate(crops))).reshape(len(ways), len(spots), len(KINDS))
        return np.asarray(looks.transpose(1, 0, 2))

    def told(self, crops: np.ndarray) -> np.ndarray:
        """What the network says (n, OUTPUTS) of crops (n, CROP, CROP, 3) uint8 as they were cut."""
        if len(crops) == 0:
            return np.zeros((0, OUTPUTS), np.float32)
        return self.network.run(np.ascontiguousarray(full_range(crops).transpose(0, 3, 1, 2), np.float32))

    def kinds(self, out: np.ndarray) -> np.ndarray:
        """Log-probabilities (n, len(KINDS)) of what crops show."""
        return log_softmax(out[:, :len(KINDS)], self.temperature)


def are_alike(looks: np.ndarray) -> np.ndarray:
    """(n,) bool, places at which all looks (n, looks, len(KINDS)) say the same so plainly that more would not help."""
    best = looks.argmax(axis=2)
    return np.asarray((best == best[:, :1]).all(axis=1) & (looks.max(axis=2) > np.log(PLAIN)).all(axis=1))


def looks_of(seen: Spots) -> np.ndarray:
    """Log-probabilities (n, looks, len(KINDS)) at spots that were looked at."""
    return seen.numbers.reshape(len(seen), len(LOOKS), len(KINDS))


def widened(spots: Spots) -> Spots:
    """What seems to be a die with a single pip may be a pip: the same places, seen so large that a die around that
    pip is seen whole."""
    return Spots(spots.centre, WIDER * spots.size, spots.score, spots.numbers)


def without_pips(seen: Spots) -> Spots:
    """The spots without what was taken for a die with a single pip and is a pip of a larger one."""
    mean = np.exp(looks_of(seen)).mean(axis=1)
    best, clear = mean.argmax(axis=1), mean[:, 2:-1].max(axis=1, initial=0) >= CLEAR
    away = np.hypot(*(seen.centre[:, None] - seen.centre[None]).transpose(2, 0, 1))
    upon = clear[None] & (away < UPON * seen.size[None]) & (SMALLER * seen.size[:, None] < seen.size[None])
    return seen[(best != 1) | ~upon.any(axis=1)]


def described_dice(looks: np.ndarray, spots: Spots) -> DiceDetections:
    """The dice among spots, of which looks (n, looks, len(KINDS)) say with which log-probability they are what;
    pips MARK where a mark is up."""
    mean = np.exp(looks).mean(axis=1)
    best = mean.argmax(axis=1)
    rows = np.arange(len(best))
    confidence, least = mean[rows, best], np.exp(looks[rows, :, best]).min(axis=1)
    sure = (confidence >= SURE) & (least >= STEADY) & (spots.size >= SMALLEST) & (spots.score >= HOT)
    half = HALF_BOX * spots.size[:, None]
    pips = np.where(best == KINDS.index("mark"), MARK, best)
    likely = np.hstack([mean[:, :1] + mean[:, -1:], mean[:, 1:-1]])  # a mark counts nothing
    dice = DiceDetections(np.hstack([spots.centre - half, spots.centre + half]), pips, confidence, sure, log_of(likely))
    return upper_sides(dice[(best > 0) & (confidence >= SEEN)])


def upper_sides(dice: DiceDetections) -> DiceDetections:
    """Without sides of dice: no two dice are nearer to each other than a die is wide.  The camera sees a die's side
    below its upper face; one much less likely than the other is none at all."""
    size = (dice.box_px[:, 2] - dice.box_px[:, 0]) / (2 * HALF_BOX)
    middle = dice.centre_px
    apart = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1))
    dropped: set[int] = set()
    for pair in np.argwhere(np.tril(apart < SIDE * np.maximum(size[:, None], size), -1)).tolist():
        lower, upper = sorted(pair, key=lambda k: -float(middle[k, 1]))
        doubtful = dice.confidence[upper] < UNLIKELY * dice.confidence[lower]
        dropped.add(upper if doubtful else lower)
    return dice[np.array([k not in dropped for k in range(len(dice))], bool)]


def with_marks(dice: DiceDetections) -> DiceDetections:
    """The dice with a number of pips.  Makers print a sign in place of the one or the six: among many dice of
    which none shows the one or none the six, the sign is that number, though never surely; else it is left out."""
    counted = dice.pips != MARK
    unseen = [n for n in SIGNED if n not in dice.pips[counted]]
    if counted.sum() < MANY or len(unseen) != 1:
        return dice[counted]
    log_pips = dice.log_pips.copy()
    log_pips[~counted, unseen[0]] = np.log(SEEN)
    return DiceDetections(dice.box_px, np.where(counted, dice.pips, unseen[0]), dice.confidence, dice.sure & counted,
                          log_pips)


def turn_matrix(turn: float) -> np.ndarray:
    """(2, 2) from the picture's axes to those of a crop turned by `turn` radians."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s], [s, c]], np.float32)


def cut_die(image: np.ndarray, centre: np.ndarray, size: float, turn: float) -> np.ndarray:
    """The surroundings (CROP, CROP, 3) uint8 of a die, turned by `turn` radians; the one way to cut them out."""
    return np.asarray(cut_dice(image, np.asarray(centre)[None], np.array([size]), turn)[0])


def cut_dice(image: np.ndarray, centre: np.ndarray, size: np.ndarray, turn: float) -> np.ndarray:
    """The surroundings (n, CROP, CROP, 3) uint8 of dice at places (n, 2) with sizes (n,) px."""
    crops = np.empty((len(size), CROP, CROP, 3), np.uint8)
    smaller = [image]
    for at, side, crop in zip(centre, REACH * np.maximum(size, 2.0), crops, strict=True):
        times = max(0, round(np.log2(side / (1.3 * CROP))))  # first smaller, so that turning does not alias
        while len(smaller) <= times:
            smaller.append(halved(smaller[-1]))
        matrix = CROP / side * 2**times * turn_matrix(turn)
        affine = np.column_stack([matrix, (CROP - 1) / 2 - matrix @ ((at + 0.5) / 2**times - 0.5)])
        cv2.warpAffine(smaller[times], affine, (CROP, CROP), crop, flags=cv2.INTER_LINEAR,
                       borderMode=cv2.BORDER_REPLICATE)
    return crops


def full_range(crops: np.ndarray) -> np.ndarray:
    """Crops (n, h, w, 3) uint8 stretched to the full range of brightness, whatever lamp shone on them."""
    if len(crops) == 0:
        return crops
    grey = cv2.transform(crops.reshape(-1, crops.shape[2], 3), np.full((1, 3), 1 / 3)).reshape(*crops.shape[:3], 1)
    low, high = (share[:, 0] for share in percentiles(grey, (2, 98)))
    gain = np.minimum(230 / np.maximum(high - low, 1), 6)
    tables = np.clip((LEVELS - low[:, None]) * gain[:, None] + 10, 0, 255).astype(np.uint8)
    return np.stack([cv2.LUT(crop, table) for crop, table in zip(crops, tables, strict=True)])

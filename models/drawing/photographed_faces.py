"""Card faces for training scenes: scanned or vector decks from a folder, and their indices.

A deck folder holds `<rank><suit>.webp` (or .png) with transparent round corners, optionally
`JOKER*`, `BACK*`, and `meta.json` with `art_family`, `plausibility_on_a_real_table`
("high", "medium", "low") and `edge_outline_px` (a drawn outline a real card lacks, in pixels
of the file).  Where the corner index lies is measured from the number cards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from rules.core.errors import Refusal

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LABELS = tuple(rank + suit for rank in RANKS for suit in SUITS)
FACE_HEIGHT = 480  # px; every face is brought to this height
UNFIT = ("konqi_modern", "bellot", "paris_hoelscher")  # wrong colours; indices measured wrongly
ROUNDING = 0.035  # corner radius as a share of the card's height


@dataclass(frozen=True)
class IndexBox:
    """One printed corner index on a face, in pixels of the face picture.

    box: x1, y1, x2, y2 around rank and suit.  turned: upside down on the face.
    """

    box: tuple[float, float, float, float]
    turned: bool

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def size(self) -> float:
        """Longer side of the box; the unit in which the finder measures an index."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])


@dataclass(frozen=True)
class Face:
    """A printed card side: BGRA picture (h, w, 4) uint8, what it shows, where its indices are.

    label is "7H", "JK", or "" for a back.  whole_known is False when corners may carry
    marks that are not described (a scanned joker), so no loss should be taken there.
    """

    image: np.ndarray
    label: str
    indices: tuple[IndexBox, ...]
    whole_known: bool = True


@dataclass(frozen=True)
class Deck:
    """A folder of faces; `index` is the top-left index box of a number card, as shares of w, h."""

    folder: Path
    family: str
    weight: float
    outline: float
    index: tuple[float, float, float, float]
    corners: int  # how many corners carry an index, 2 or 4

    def face(self, label: str) -> Face:
        """The face of a label such as "7H", with its indices."""
        image = read_face(self.folder / f"{label}.webp", self.outline)
        return Face(image, label, corner_boxes(image, self.box_of(label), self.corners))

    def box_of(self, label: str) -> tuple[float, float, float, float]:
        """Top-left index box as shares of the card; "10" is a little wider than the others."""
        x1, y1, x2, y2 = self.index
        return (x1, y1, x2 + (x2 - x1) * (0.25 if label[0] == "T" else 0), y2)

    def extras(self, kind: str) -> list[Path]:
        """Files of jokers ("JOKER") or backs ("BACK")."""
        return sorted(self.folder.glob(f"{kind}*.webp"))


def corner_boxes(image: np.ndarray, shares: tuple[float, float, float, float], corners: int
                 ) -> tuple[IndexBox, ...]:
    """The top-left box repeated in two opposed corners, or in all four."""
    h, w = image.shape[:2]
    x1, y1, x2, y2 = shares[0] * w, shares[1] * h, shares[2] * w, shares[3] * h
    boxes = [IndexBox((x1, y1, x2, y2), False), IndexBox((w - x2, h - y2, w - x1, h - y1), True)]
    if corners == 4:
        boxes += [IndexBox((w - x2, y1, w - x1, y2), False), IndexBox((x1, h - y2, x2, h - y1), True)]
    return tuple(boxes)


def round_corners(image: np.ndarray, radius: float = ROUNDING) -> np.ndarray:
    """The BGRA picture with an alpha channel of a rounded rectangle (radius: share of height)."""
    h, w = image.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    r = max(1, int(radius * h))
    cv2.rectangle(mask, (r, 0), (w - r - 1, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - r - 1), 255, -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.dstack([image[..., :3], mask])


@lru_cache(maxsize=3000)
def read_face(path: Path, outline: float) -> np.ndarray:
    """A face picture without its drawn outline, FACE_HEIGHT high, corners rounded again."""
    found = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if found is None or found.ndim != 3:
        raise Refusal(f"{path} is not a colour picture.")
    image: np.ndarray = found
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        image[..., :3] = (image[..., :3] * alpha + paper_colour(image) * (1 - alpha)).astype(np.uint8)
    cut = int(np.ceil(outline)) + 1
    image = image[cut:-cut, cut:-cut]
    width = round(image.shape[1] * FACE_HEIGHT / image.shape[0])
    return round_corners(cv2.resize(image, (width, FACE_HEIGHT), interpolation=cv2.INTER_AREA))


def paper_colour(image: np.ndarray) -> np.ndarray:
    """Commonest light colour of a face, (3,) float32 BGR."""
    pixels = image[8:-8, 8:-8, :3].reshape(-1, 3)[::17].astype(np.float32)
    bright = pixels.sum(axis=1)
    return np.asarray(np.median(pixels[bright >= np.percentile(bright, 60)], axis=0))


def far_from_paper(image: np.ndarray) -> np.ndarray:
    """How far each pixel is from the paper, (h, w) float32 in 0..1."""
    far = np.abs(image[..., :3].astype(np.float32) - paper_colour(image)).max(axis=2)
    return np.asarray(np.clip(far / 110, 0, 1))


InkBox = tuple[int, int, int, int]  # left, top, right, bottom, px


def measure_index(image: np.ndarray) -> tuple[float, float, float, float] | None:
    """Top-left index (rank and suit) of a number card as shares of w, h; None if unclear."""
    h, w = image.shape[:2]
    boxes = ink_boxes(image)
    if not boxes:
        return None
    rank = min(boxes, key=lambda b: (b[0] + b[2]) / 2 / w + 1.2 * (b[1] + b[3]) / 2 / h)
    suits = [b for b in boxes if is_below(b, rank, h)] or [b for b in boxes if is_beside(b, rank, w)]
    if not suits:
        return None
    suit = min(suits, key=lambda b: b[1] + b[0])
    return (min(rank[0], suit[0]) / w, min(rank[1], suit[1]) / h,
            max(rank[2], suit[2]) / w, max(rank[3], suit[3]) / h)


def ink_boxes(image: np.ndarray) -> list[InkBox]:
    """What is printed by itself in the upper left part of a face, neither a speck nor cut off."""
    h, w = image.shape[:2]
    part = (far_from_paper(image)[: int(0.46 * h), : int(0.42 * w)] > 0.45).astype(np.uint8)
    closed = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
    x, y, wide, high, area = stats[1:].T
    whole = (x > 1) & (y > 1) & (x + wide < part.shape[1] - 1) & (y + high < part.shape[0] - 1)
    fits = (area > 40) & (high > 0.02 * h) & (high < 0.3 * h)
    return [(left, top, left + across, top + down) for left, top, across, down in stats[1:][whole & fits, :4]]


def is_below(box: InkBox, rank: InkBox, h: int) -> bool:
    """Whether a box lies close under the rank, no wider than a suit is."""
    shared = min(box[2], rank[2]) - max(box[0], rank[0])
    return bool(-4 <= box[1] - rank[3] < 0.06 * h and shared > 0.4 * min(box[2] - box[0], rank[2] - rank[0])
                and box[2] - box[0] < 2.2 * (rank[2] - rank[0]) + 4)


def is_beside(box: InkBox, rank: InkBox, w: int) -> bool:
    """Whether a box lies close to the right of the rank, at its height."""
    shared = min(box[3], rank[3]) - max(box[1], rank[1])
    return bool(-2 <= box[0] - rank[2] < 0.04 * w and shared > 0.6 * (rank[3] - rank[1]))


def load_faces(folder: Path) -> Deck | None:
    """The deck of a folder, or None if faces are missing or no index can be measured."""
    if any(not (folder / f"{label}.webp").exists() for label in LABELS):
        return None
    meta_file = folder / "meta.json"
    meta = json.loads(meta_file.read_text()) if meta_file.exists() else {}
    outline = float(meta.get("edge_outline_px", 0))
    faces = [read_face(folder / f"{r}{s}.webp", outline) for r in "3589" for s in SUITS]
    found = measured(faces)
    if len(found) < 0.5 * len(faces):
        return None
    index = np.median(found, axis=0)
    mirrored = measured([face[:, ::-1] for face in faces])
    alike = int((np.abs(mirrored - index).max(axis=1) < 0.05).sum())
    weight = {"high": 1.0, "medium": 0.6, "low": 0.15}[meta.get("plausibility_on_a_real_table", "medium")]
    x1, y1, x2, y2 = (float(v) for v in index)
    corners = 4 if alike > 0.6 * len(faces) else 2
    return Deck(folder, str(meta.get("art_family", folder.name)), weight, outline, (x1, y1, x2, y2), corners)


def measured(faces: list[np.ndarray]) -> np.ndarray:
    """(n, 4) the indices of those faces where they are clear."""
    return np.array([box for box in map(measure_index, faces) if box is not None]).reshape(-1, 4)


def load_decks(folder: Path, leave_out: tuple[str, ...] = UNFIT) -> list[Deck]:
    """Every usable deck below a folder."""
    decks = [load_faces(sub) for sub in sorted(folder.iterdir()) if sub.is_dir() and sub.name not in leave_out]
    return [deck for deck in decks if deck is not None]


def without_index(face: Face) -> Face:
    """The face with its indices painted over in the paper's colour, ready for others."""
    image = face.image.copy()
    paper = paper_colour(image)
    h, w = image.shape[:2]
    for index in face.indices:
        x1, y1, x2, y2 = index.box
        grow = 0.06 * (y2 - y1)
        top, left = max(0, int(y1 - grow)), max(0, int(x1 - grow))
        image[top:min(h, int(y2 + grow) + 1), left:min(w, int(x2 + grow) + 1), :3] = paper
    return replace(face, image=image, indices=())

"""What changed on the table, without reading it: cheap enough for every frame.

    changes = ChangeDetector()
    look = changes.update(frame)
    look.settled            # boxes that look unlike before and now lie still
    look.is_still(box)

The picture is shrunk and brought to the light of the reference, which is the table as it was last
read.  A block that differs from the reference is dirty; a block that has not changed for a while
is still.  A patch of dirty blocks that all lie still has settled: it is reported once, and becomes
the reference.  A patch that reaches the border of the picture is probably an arm, so it is given
longer.  A hand on the move never settles.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import Box, Frame

WIDTH = 320  # px of the small picture, about
BLOCK = 5  # px of the small picture
LEAST_CONTRAST = 14.0  # grey levels that count as a difference in a picture without noise
DIRTY_SHARE = 0.08  # of a block's pixels
TOGETHER_S = 1.5  # one card may settle in several patches; their differences count together for so long
LEAST_BLOCKS = 3  # a smaller patch is no card: it is forgotten without being read ...
HAND_BLOCKS = 25  # ... unless something as large as a hand was there ...
HAND_SHARE = 0.15  # of a card's place that a hand covers which lays it there
VISIT_S = 2.0  # ... so long ago or less: a card laid squarely on one that looks alike changes little
TREMBLE = 0.35  # px of the small picture that edges may shift without being a difference

_KERNEL = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class Motion:
    """One frame compared with the table as last read.

    settled: x1, y1, x2, y2 in px of the frame.  changed, moving: (h, w) bool over the small picture,
    whose pixels are `scale` px of the frame; `changed` are the blocks that settled, with a ring
    around them, and `different` the pixels that truly look otherwise, also those of a moment before.
    small: (h, w, 3) float32 BGR in the light of the reference.  first: whether this is the first look
    at the whole table.  visited: (h, w) bool, where something as large as a hand was a moment ago; None
    where nothing settled.
    """

    time_s: float
    settled: tuple[Box, ...]
    changed: np.ndarray = field(repr=False)
    different: np.ndarray = field(repr=False)
    moving: np.ndarray = field(repr=False)
    small: np.ndarray = field(repr=False)
    scale: float
    first: bool = False
    visited: np.ndarray | None = field(default=None, repr=False)

    @property
    def motion(self) -> float:
        """Share of the view that moves, 0..1."""
        return float(self.moving.mean())

    def mask(self, outline_px: np.ndarray) -> np.ndarray:
        """(h, w) bool: the small picture's pixels inside an outline (n, 2) px of the frame."""
        mask = np.zeros(self.changed.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(np.asarray(outline_px) / self.scale - 0.5).astype(np.int32), 1)
        return mask.astype(bool)

    def touched(self, outline_px: np.ndarray) -> float:
        """Share of an outline's inside that looks otherwise and has settled just now, 0..1."""
        inside = self.mask(outline_px)
        total = np.count_nonzero(inside)
        return np.count_nonzero(self.different & inside) / total if total else 0.0

    def was_visited(self, outline_px: np.ndarray) -> bool:
        """Whether a hand may have been over part of an outline just before it settled: at a card it laid there are at
        least its fingers."""
        inside = self.mask(outline_px)
        return self.visited is not None and bool(inside.any()) and bool(self.visited[inside].mean() > HAND_SHARE)

    def is_by_border(self, outline_px: np.ndarray) -> bool:
        """Whether what settled over an outline reaches to the border of the picture, as an arm does.  A card that
        lies close to the border ends before it, though the blocks that changed with it do not."""
        _, patches = cv2.connectedComponents(self.changed.astype(np.uint8))
        reaching = np.where(self.different, patches, 0)
        edge = np.concatenate([reaching[0], reaching[-1], reaching[:, 0], reaching[:, -1]])
        return bool((set(np.unique(edge)) & set(np.unique(patches[self.mask(outline_px)]))) - {0})

    def is_still(self, box: Box) -> bool:
        """Whether nothing moves in a box of the frame."""
        x1, y1, x2, y2 = (round(v / self.scale) for v in box)
        return not self.moving[max(0, y1):y2 + 1, max(0, x1):x2 + 1].any()


class ChangeDetector:
    """Follows one view.  settle_s: how long a patch must lie still; rest_s: the same for a patch
    that reaches the border of the picture."""

    def __init__(self, settle_s: float = 0.3, rest_s: float = 1.2) -> None:
        self.settle_s, self.rest_s = settle_s, rest_s
        self._reference: np.ndarray | None = None  # small picture of the table as last read
        self._holding: np.ndarray | None = None  # what each block has looked like ...
        self._since_s = np.zeros((0, 0))  # ... since when
        self._visited_s = np.zeros((0, 0))  # when a large patch last moved there
        self._before: np.ndarray | None = None
        self._noise = 0.0
        self._lately: list[tuple[float, np.ndarray]] = []
        self._begun = False

    def restart(self) -> None:
        """Forget the reference: the view is another one now."""
        self._reference, self._begun = None, False

    def update(self, frame: Frame) -> Motion:
        """Compare one frame; frames must come in order of time."""
        small, scale = shrink(frame.image)
        if self._reference is None or self._reference.shape != small.shape:
            self._begin(small, frame.time_s)
        assert self._reference is not None
        small = cv2.transform(small, np.diag(self._gain(small)))
        moved = self._follow(small, frame.time_s)
        blocks, first = self._come_to_rest(small, moved, frame.time_s)
        moving = _pixels(~self._rested(frame.time_s))
        nothing = np.zeros_like(moving)
        if not blocks.any():
            return Motion(frame.time_s, (), nothing, nothing, moving, small, scale)
        changed = _pixels(blocks)
        far = None if first else self._far(small, self._reference)
        different = changed if first else changed & (False if far is None else far.any(axis=2))
        different = self._with_lately(different, frame.time_s)
        self._reference[changed] = small[changed]
        boxes = tuple(_clipped(box, frame.image.shape) for box in _boxes(blocks, BLOCK * scale))
        visited = _pixels(frame.time_s - self._visited_s <= VISIT_S)
        return Motion(frame.time_s, boxes, changed, different, moving, small, scale, first, visited)

    def _come_to_rest(self, small: np.ndarray, moved: np.ndarray, time_s: float) -> tuple[np.ndarray, bool]:
        """(rows, columns) bool blocks that look otherwise and have settled; whether they are the first, which is
        then the whole table."""
        assert self._reference is not None
        dirty = self._differs(small, self._reference)
        if self._begun:
            blocks = self._settled_blocks(dirty, small, time_s) if dirty.any() else dirty
            self._adapt(small, ~dirty & ~moved)
            return blocks, False
        rested = self._rested(time_s)
        self._begun = bool((~moved).mean() > 0.75 and rested.mean() > 0.75)
        return rested if self._begun else np.zeros_like(dirty), self._begun

    def _with_lately(self, different: np.ndarray, time_s: float) -> np.ndarray:
        """(h, w) bool: what looks otherwise, with what settled shortly before."""
        self._lately = [(t, mask) for t, mask in self._lately if time_s - t <= TOGETHER_S]
        self._lately.append((time_s, different))
        return np.asarray(np.logical_or.reduce([mask for _, mask in self._lately]))

    def _begin(self, small: np.ndarray, time_s: float) -> None:
        self._reference, self._holding, self._before = small.copy(), small.copy(), small
        self._lately = []
        self._since_s = np.full((small.shape[0] // BLOCK, small.shape[1] // BLOCK), time_s)
        self._visited_s = np.full(self._since_s.shape, -np.inf)
        self._begun = False

    def _gain(self, small: np.ndarray) -> np.ndarray:
        """Per colour, what brings the picture to the light of the reference; most blocks are alike."""
        assert self._reference is not None
        size = self._since_s.shape[::-1]
        now = cv2.resize(small, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
        then = cv2.resize(self._reference, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
        return np.asarray(np.clip(np.median((then + 4) / (now + 4), axis=0), 0.25, 4).astype(np.float32))

    def _follow(self, small: np.ndarray, time_s: float) -> np.ndarray:
        """Blocks that no longer look as they did; they begin anew.  One alone is noise: whatever moves is larger."""
        assert self._holding is not None
        assert self._before is not None
        step = np.median(np.abs(small[::4, ::4] - self._before[::4, ::4]))
        self._noise += 0.1 * (min(float(step), 8.0) - self._noise)
        self._before = small
        moved = self._differs(small, self._holding)
        if moved.any():
            where = _pixels(moved)
            self._holding[where] = small[where]
            moved &= cv2.filter2D(moved.astype(np.uint8), -1, _KERNEL, borderType=cv2.BORDER_CONSTANT) > 1
            self._since_s[moved] = time_s
        return moved

    def _differs(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """(rows, columns) bool blocks in which enough pixels differ."""
        far = self._far(a, b)
        if far is None:
            return np.zeros(self._since_s.shape, bool)
        shares: np.ndarray = cv2.resize(far, self._since_s.shape[::-1], interpolation=cv2.INTER_AREA)
        return np.asarray(shares.max(axis=2) > DIRTY_SHARE)

    def _far(self, a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
        """(h, w, 3) float32, 1 where two small pictures differ by more than noise and trembling; None where
        they differ nowhere, which is quickly seen on a table where nothing happens."""
        difference = cv2.absdiff(a, b)
        least = LEAST_CONTRAST + 4 * self._noise
        if cv2.minMaxLoc(difference.reshape(len(difference), -1))[1] <= least:
            return None
        edges = cv2.subtract(cv2.dilate(b, _KERNEL), cv2.erode(b, _KERNEL))
        difference = cv2.addWeighted(difference, 1.0, edges, -TREMBLE, 0.0)
        far: np.ndarray = cv2.threshold(difference, least, 1.0, cv2.THRESH_BINARY)[1]
        return far

    def _rested(self, time_s: float) -> np.ndarray:
        return time_s - self._since_s >= self.settle_s - 1e-6

    def _settled_blocks(self, dirty: np.ndarray, small: np.ndarray, time_s: float) -> np.ndarray:
        """Blocks of the dirty patches that lie still, with the ring around them."""
        assert self._reference is not None
        age_s = time_s - self._since_s
        count, patches = cv2.connectedComponents(dirty.astype(np.uint8), connectivity=8)
        settled = np.zeros_like(dirty)
        for number in range(1, count):
            patch = patches == number
            ring = cv2.dilate(patch.astype(np.uint8), _KERNEL).astype(bool)
            wait_s = self.rest_s if _reaches_border(patch) else self.settle_s
            if age_s[ring].min() < wait_s - 1e-6:
                if patch.sum() >= HAND_BLOCKS:
                    self._visited_s[patch] = time_s
                continue
            if patch.sum() < LEAST_BLOCKS and (time_s - self._visited_s[patch]).min() > VISIT_S:
                where = _pixels(patch)
                self._reference[where] = small[where]
            else:
                settled |= ring
        return settled

    def _adapt(self, small: np.ndarray, quiet: np.ndarray) -> None:
        """Slow changes of light are followed where nothing happens."""
        assert self._reference is not None
        cv2.accumulateWeighted(small, self._reference, 0.02, _pixels(quiet).astype(np.uint8))


def shrink(image: np.ndarray) -> tuple[np.ndarray, float]:
    """The small picture (h, w, 3) float32, sides a multiple of BLOCK, and its scale."""
    scale = max(1, round(image.shape[1] / WIDTH))
    height, width = image.shape[0] // scale, image.shape[1] // scale
    small = image[:height * scale, :width * scale]
    if scale % 2 == 0:  # halved first, which OpenCV does four times faster than any other share
        small = cv2.resize(small, (width * scale // 2, height * scale // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA)
    small = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    return small.astype(np.float32), float(scale)


def _pixels(blocks: np.ndarray) -> np.ndarray:
    return blocks.repeat(BLOCK, axis=0).repeat(BLOCK, axis=1)


def _reaches_border(patch: np.ndarray) -> bool:
    return bool(patch[0].any() or patch[-1].any() or patch[:, 0].any() or patch[:, -1].any())


def _boxes(blocks: np.ndarray, block_px: float) -> list[tuple[float, float, float, float]]:
    """Around each patch of blocks, px of the frame."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(blocks.astype(np.uint8), connectivity=8)
    return [(x * block_px, y * block_px, (x + w) * block_px, (y + h) * block_px) for x, y, w, h, _ in stats[1:]]


def _clipped(box: tuple[float, float, float, float], shape: tuple[int, ...]) -> Box:
    x1, y1, x2, y2 = box
    return max(0, round(x1)), max(0, round(y1)), min(shape[1], round(x2)), min(shape[0], round(y2))

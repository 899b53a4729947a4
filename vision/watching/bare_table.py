"""What the table looks like where no card lies, so that a card taken away is told from a card
hidden by a hand.

    surface.learn(look, cards_px, perhaps_px)      # outlines of all known cards, of what may be one
    surface.is_bare(look, outline_px)
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.watching.motion import Motion

FACE_CONTRAST = 30.0  # grey levels between two looks at the same face
NEAR = 24.0  # grey levels between two looks at the same bare cloth
_KERNEL = np.ones((3, 3), np.uint8)


class BareTable:
    """The bare table as far as it has been seen, in the small picture of the change detector."""

    def __init__(self) -> None:
        self._bare: np.ndarray | None = None
        self._known = np.zeros((0, 0), bool)
        self._settled = np.zeros((0, 0, 3), np.float32)  # what each pixel looked like when it settled last
        self._waiting = np.zeros((0, 0), bool)  # what settled where perhaps a card lies
        self._scale = 1.0

    def pushed(self, push: np.ndarray) -> None:
        """The camera moved; `push` (3, 3) maps pixels of the frame now to pixels before.  What comes into view only now
        is not known."""
        if self._bare is None:
            return
        h, w = self._known.shape
        to_frame = np.diag([self._scale, self._scale, 1.0])
        back = np.linalg.inv(to_frame) @ push @ to_frame
        self._bare = cv2.warpPerspective(self._bare, back, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        whole = cv2.warpPerspective(self._known.astype(np.float32), back, (w, h),
                                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        self._known = whole > 0.99
        self._waiting[:] = False  # the whole table settles anew

    def learn(self, look: Motion, cards_px: Iterable[np.ndarray], perhaps_px: Iterable[np.ndarray] = ()) -> None:
        """Remember what settled outside all cards; what is known already changes slowly.  Where something was taken
        for a card and is one no more (a printed cloth has many such places), it is remembered then, if it still looks
        as it did when it settled."""
        if self._bare is None or self._bare.shape != look.small.shape:
            self._bare, self._known = look.small.copy(), np.zeros(look.changed.shape, bool)
            self._settled, self._waiting = look.small.copy(), np.zeros(look.changed.shape, bool)
        self._scale = look.scale
        settled, cards, perhaps = look.changed & ~look.moving, _covered(look, cards_px), _covered(look, perhaps_px)
        self._settled[settled] = look.small[settled]
        self._waiting = (self._waiting | settled) & ~cards
        as_settled = np.abs(look.small - self._settled).max(axis=2) < NEAR
        free = self._waiting & as_settled & ~look.moving & ~perhaps
        self._waiting &= ~free
        fresh, again = free & ~self._known, free & self._known
        self._bare[fresh] = look.small[fresh]
        self._bare[again] += 0.2 * (look.small[again] - self._bare[again])
        self._known |= free

    def is_bare(self, look: Motion, outline_px: np.ndarray, others_px: Iterable[np.ndarray] = ()) -> bool:
        """Whether the cloth shows inside an outline (4, 2) px, as far as no other card lies there; where
        it was never seen, whether the inside looks like what lies around it."""
        whole = cv2.erode(look.mask(outline_px).astype(np.uint8), _KERNEL).astype(bool)
        others = _covered(look, others_px)
        inside = whole & ~others
        if self._bare is None or not whole.any():
            return False
        if inside.sum() < 0.15 * whole.sum():
            return True  # other cards show where it lay
        known = inside & self._known
        if known.sum() >= 0.5 * inside.sum():
            difference = np.abs(look.small[known] - self._bare[known]).max(axis=1)
            return bool(np.median(difference) < NEAR and np.mean(difference > 2 * NEAR) < 0.15)
        around = _grown(inside, 10) & ~_grown(inside, 3) & ~others
        if around.sum() < 20:
            return False
        here, there = look.small[inside], look.small[around]
        far = np.abs(np.median(here, axis=0) - np.median(there, axis=0)).max()
        return bool(far < NEAR and here.std(axis=0).max() < 1.6 * there.std(axis=0).max() + 8)

    def shows(self, look: Motion, near: float, tremble: float = 0.0) -> np.ndarray:
        """(h, w) bool: where it looks like the bare table, as far as that is known, within so many grey levels,
        where edges of its pattern may have shifted by so many px of the small picture."""
        if self._bare is None or self._bare.shape != look.small.shape:
            return np.zeros(look.changed.shape, bool)
        differs = np.abs(look.small - self._bare)
        if tremble:
            differs -= tremble * (cv2.dilate(self._bare, _KERNEL) - cv2.erode(self._bare, _KERNEL))
        return np.asarray(self._known & (differs.max(axis=2) < near))

    def tells(self, look: Motion, inside: np.ndarray, face: np.ndarray) -> np.ndarray:
        """(h, w) bool: where inside a mask a card's pixels (n, 3), those of the mask in order, look otherwise
        than the bare table there."""
        told = np.zeros(inside.shape, bool)
        if self._bare is not None and self._bare.shape == look.small.shape:
            told[inside] = self._known[inside] & (np.abs(face - self._bare[inside]).max(axis=1) > NEAR)
        return told

    def changed(self, look: Motion, told: np.ndarray, then: np.ndarray) -> np.ndarray:
        """(n,) bool, which pixels of a mask that showed a card, (n, 3) `then`, do so no more: they look otherwise by
        far, or more like the bare table.  On a cloth almost as pale as paper that is all that tells."""
        now = look.small[told]
        from_then = np.abs(now - then).max(axis=1)
        if self._bare is None or self._bare.shape != look.small.shape:
            return np.asarray(from_then > FACE_CONTRAST)
        from_bare = np.abs(now - self._bare[told]).max(axis=1)
        return np.asarray((from_then > FACE_CONTRAST) | (self._known[told] & (from_then > from_bare)))


def _grown(mask: np.ndarray, pixels: int) -> np.ndarray:
    return cv2.dilate(mask.astype(np.uint8), _KERNEL, iterations=pixels).astype(bool)


def _covered(look: Motion, outlines_px: Iterable[np.ndarray]) -> np.ndarray:
    mask = np.zeros(look.changed.shape, bool)
    for outline in outlines_px:
        mask |= look.mask(outline)
    return _grown(mask, 2)

"""Whether a picture shows cards of a pack that the reader does not know: seen, large enough to read, and not read.

    is_unknown(detections)          # the pack must be shown once, with `companion teach`

Dark packs, suits without French signs, indices inside the suit's sign or in two corners: their cards are never named
surely, and from the third of them on it can be said why.
"""

from __future__ import annotations

import numpy as np

from vision.detections import UNREAD, Detections

ENOUGH = 3  # cards that lie there unread before anything is said
TO_ONE_READ = 3  # unread cards for each that is read surely: a few are always covered, or cut by the picture's edge
LEGIBLE = 100.0  # px, length of a card from which the smallest usual index can be read


def is_unknown(found: Detections) -> bool:
    """Whether so many cards lie face up and legibly large without a name that their pack must be another one."""
    corners = found.corners_px
    length = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1, initial=0)
    unread = int(((found.label == UNREAD) & found.face_up & (length >= LEGIBLE)).sum())
    return unread >= ENOUGH and unread >= TO_ONE_READ * int(found.sure.sum())

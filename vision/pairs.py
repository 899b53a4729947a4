"""Which two indices may be printed on one card: all pairs of a picture are judged at once.

    i, j = near_pairs(poses)                        # those worth a look
    misfit = misfits(poses, quads, labels, i, j)    # 0 is perfect, inf cannot share a card

Poses (n, 5) are x, y, up_x, up_y, size in px, quads (n, 4, 2) the cards' corners as each index has them.
"""

from __future__ import annotations

import numpy as np

from vision.find import frame_of

FARTHEST = 11.5  # index lengths between two indices of one card, at most
STEEP = 0.6  # card heights by which ends that read alike may miss each other's place where a card is seen steeply
OTHER_SIDE = 0.12  # card heights by which two indices of a four-corner card may miss each other's place
UNLIKE, OPPOSED, BESIDE = 0.16, 0.4, 0.2  # the same for ends that read differently; alike and opposed; alike, upright


def near_pairs(poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows i > j of indices that are alike enough in size and direction, and near enough, to be looked at closer."""
    size, up = poses[:, 4], poses[:, 2:4]
    ratio = size[:, None] / size[None]
    gap = np.hypot(*(poses[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1)) / np.sqrt(size[:, None] * size[None])
    near = (np.abs(up @ up.T) > 0.8) & (ratio > 0.45) & (ratio < 2.2) & (gap < FARTHEST)
    i, j = np.nonzero(np.tril(near, -1))
    return i, j


def misfits(poses: np.ndarray, quads: np.ndarray, labels: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """How badly indices i and j (m,) fit one card: (m,), inf where they cannot share one.

    They must be alike in size and lie to each other as two corners of a card do.  Then it counts how far each lies
    from where the other's outline would print it, in card heights.  Ends that read alike (labels (n,)) may fit
    worse; ends that read differently but fit well are one doubtful card, not two.
    """
    a, b, quad_a, quad_b = poses[i], poses[j], quads[i], quads[j]
    alike, ratio = labels[i] == labels[j], a[:, 4] / b[:, 4]
    direction = (a[:, 2:4] * b[:, 2:4]).sum(axis=1)
    opposed = direction < 0
    misfit = (away(a, quad_a, b) + away(b, quad_b, a)) / 2
    # of a four-corner card two indices stand on the side where others have none
    crossed = (np.minimum(away(a, quad_a, b), away(a, mirrored(a, quad_a), b))
               + np.minimum(away(b, quad_b, a), away(b, mirrored(b, quad_b), a))) / 2
    # equal cards of two packs in a fan have indices side by side: only opposed ends may fit badly
    limit = np.where(alike, np.where(opposed, OPPOSED, BESIDE), UNLIKE)
    usual = np.where(misfit < limit, misfit, np.inf)
    usual = np.where(alike & (crossed < OTHER_SIDE), np.minimum(misfit, crossed), usual)
    place = beside(a, b)
    steep = alike & (direction < -0.9) & (misfit < STEEP) & foreshortened(place, ratio)
    corner = may_be_ends(a, b)
    return np.where(np.abs(direction) < 0.85, np.inf, np.where(corner, usual, np.where(steep, misfit, np.inf)))


def may_be_ends(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(m,) whether poses a and b are alike in size and lie to each other as two corners of a usual card."""
    ratio = a[:, 4] / b[:, 4]
    return (ratio > 0.6) & (ratio < 1.66) & plausible(beside(a, b), (a[:, 2:4] * b[:, 2:4]).sum(axis=1) < 0)


def away(a: np.ndarray, quad: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How far poses b (m, 5) lie from where the cards (m, 4, 2) of poses a would print them, in card heights (m,);
    best of their other corners."""
    corner, across, down = quad[:, 0], quad[:, 1] - quad[:, 0], quad[:, 3] - quad[:, 0]
    within = a[:, :2] - corner
    area = cross(across, down)
    known = np.abs(area) > 1
    area = np.where(known, area, 1)
    u = np.where(known, cross(within, down) / area, 0.1)
    v = np.where(known, cross(across, within) / area, 0.1)
    opposed = (a[:, 2:4] * b[:, 2:4]).sum(axis=1) < 0
    other_end = np.where(opposed, 1 - v, v)
    gaps = [np.linalg.norm(corner + across * s[:, None] + down * other_end[:, None] - b[:, :2], axis=1)
            for s in (1 - u, np.where(opposed, u, 1 - u))]
    return np.minimum(*gaps) / np.maximum(np.linalg.norm(down, axis=1), 1e-6)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross product (m,) of vectors (m, 2)."""
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def beside(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where poses b lie in the frames of a: right and down (m, 2), in index lengths."""
    return np.einsum("nij,nj->ni", frame_of(a[:, 2:4]), b[:, :2] - a[:, :2]) / np.sqrt(a[:, 4:5] * b[:, 4:5])


def mirrored(poses: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """The cards (m, 4, 2) if the indices were the right ones of a card's upper two."""
    frame = frame_of(poses[:, 2:4])
    local = np.einsum("nij,nkj->nki", frame, quads - poses[:, None, :2]) * (-1, 1)
    return (np.einsum("nij,nki->nkj", frame, local) + poses[:, None, :2])[:, [1, 0, 3, 2]]


def plausible(place: np.ndarray, opposed: np.ndarray) -> np.ndarray:
    """(m,) whether places (m, 2) beside an index are those of another corner of a usual card."""
    across, along = np.abs(place).T
    one_side = (across < 0.3 * along) & (along > 1.6) & (along < 9)  # upper and lower index of a four-corner card
    diagonal = (across >= 0.3 * along) & (across > 1) & (across < 7) & (along > 1.4) & (along < 9) \
        & (across > 0.35 * along) & (across < 1.5 * along)
    return np.where(opposed, one_side | diagonal, (across > 1) & (across < 7) & (along < 0.3 * across))


def foreshortened(place: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """(m,) whether two opposed indices may be the ends of a card seen so steeply that it looks long, flat or askew."""
    far = np.linalg.norm(place, axis=1)  # the other end lies down and to the right
    return (ratio > 0.5) & (ratio < 2) & (place > 0.8).all(axis=1) & (far > 3) & (far < 9)

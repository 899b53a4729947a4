"""Which two indices may be printed on one card: all pairs of a picture are judged at once.

    i, j = near_pairs(poses)                        # those worth a look
    misfit = misfits(poses, quads, alike, i, j)     # 0 is perfect, inf cannot share a card

Poses (n, 5) are x, y, up_x, up_y, size in px, quads (n, 4, 2) the cards' corners as each index has them.
"""

from __future__ import annotations

import numpy as np

FARTHEST = 11.5  # index lengths between two indices of one card, at most
STEEP = 0.6  # card heights by which ends that read alike may miss each other's place where a card is seen steeply
OTHER_SIDE = 0.12  # card heights by which two indices of a four-corner card may miss each other's place
AT_PLACE = 0.5  # index lengths by which an index may miss its place in a card's corner
UNLIKE, OPPOSED, BESIDE = 0.16, 0.4, 0.2  # the same for ends that read differently; alike and opposed; alike, upright


def near_pairs(poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows i > j of indices that are alike enough in size and direction, and near enough, to be looked at closer."""
    (x, y), up, size = poses[:, :2].T, poses[:, 2:4], poses[:, 4]
    ratio = size[:, None] / size
    gap = np.hypot(x[:, None] - x, y[:, None] - y) / np.sqrt(size[:, None] * size)
    near = (np.abs(up @ up.T) > 0.8) & (ratio > 0.45) & (ratio < 2.2) & (gap < FARTHEST)
    i, j = np.nonzero(np.tril(near, -1))
    return i, j


def misfits(poses: np.ndarray, quads: np.ndarray, alike: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """How badly indices i and j (m,) fit one card: (m,), inf where they cannot share one.

    They must be alike in size and lie to each other as two corners of a card do.  Then it counts how far each lies
    from where the other's outline would print it, in card heights.  Those that read alike (m,) may fit
    worse; ends that read differently but fit well are one doubtful card, not two.
    """
    direction = (poses[i, 2:4] * poses[j, 2:4]).sum(axis=1)
    place, ratio = from_each_other(poses[i], poses[j]), poses[i, 4] / poses[j, 4]
    corner = (ratio > 0.6) & (ratio < 1.66) & plausible(place, direction < 0)
    steep = alike & (direction < -0.9) & foreshortened(place, ratio)
    found, asked = np.full(len(i), np.inf), np.flatnonzero((np.abs(direction) >= 0.85) & (corner | steep))
    i, j, alike, corner, opposed = i[asked], j[asked], alike[asked], corner[asked], direction[asked] < 0
    each, other = np.concatenate([i, j]), np.concatenate([j, i])  # what each thinks of the other
    here, quad, there = poses[each], quads[each], poses[other]
    ways = away(here, quad, there)
    misfit = ways.reshape(2, -1).mean(axis=0)
    # equal cards of two packs in a fan have indices side by side: only opposed ends may fit badly
    limit = np.where(alike, np.where(opposed, OPPOSED, BESIDE), UNLIKE)
    usual = np.where(misfit < limit, misfit, np.inf)
    # of a four-corner card two indices stand on the side where others have none
    both = np.tile(alike, 2)
    here, quad, there = here[both], quad[both], there[both]
    other_side = away(here, mirrored(here, quad), there)
    crossed = np.minimum(ways[both], other_side).reshape(2, -1).mean(axis=0)
    usual[alike] = np.where(crossed < OTHER_SIDE, np.minimum(misfit[alike], crossed), usual[alike])
    found[asked] = np.where(corner, usual, np.where(misfit < STEEP, misfit, np.inf))
    return found


def may_be_ends(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(m,) whether poses a and b are alike in size and lie to each other as two corners of a usual card."""
    ratio = a[:, 4] / b[:, 4]
    are_opposed = (a[:, 2:4] * b[:, 2:4]).sum(axis=1) < 0
    return np.asarray((ratio > 0.6) & (ratio < 1.66) & plausible(from_each_other(a, b), are_opposed))


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
    to_x, to_y = (corner + down * other_end[:, None] - b[:, :2]).T
    gaps = [np.hypot(to_x + across[:, 0] * s, to_y + across[:, 1] * s) for s in (1 - u, np.where(opposed, u, 1 - u))]
    return np.asarray(np.minimum(*gaps) / np.maximum(np.hypot(down[:, 0], down[:, 1]), 1e-6))


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross product (m,) of vectors (m, 2)."""
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def from_each_other(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where poses b lie in the frames of a: right and down (m, 2), in index lengths."""
    (x, y), (up_x, up_y) = ((b[:, :2] - a[:, :2]) / np.sqrt(a[:, 4:5] * b[:, 4:5])).T, a[:, 2:4].T
    return np.column_stack([x * -up_y + y * up_x, x * -up_x + y * -up_y])


def mirrored(poses: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """The cards (m, 4, 2) if the indices were the right ones of a card's upper two."""
    right = np.column_stack([-poses[:, 3], poses[:, 2]])[:, None]
    along = ((quads - poses[:, None, :2]) * right).sum(axis=2, keepdims=True)
    return np.asarray((quads - 2 * along * right)[:, [1, 0, 3, 2]])


def plausible(place: np.ndarray, opposed: np.ndarray) -> np.ndarray:
    """(m,) whether places (m, 2) beside an index are those of another corner of a usual card."""
    across, along = np.abs(place).T
    one_side = (across < 0.3 * along) & (along > 1.6) & (along < 9)  # upper and lower index of a four-corner card
    diagonal = (across >= 0.3 * along) & (across > 1) & (across < 7) & (along > 1.4) & (along < 9) \
        & (across > 0.35 * along) & (across < 1.5 * along)
    return np.asarray(np.where(opposed, one_side | diagonal, (across > 1) & (across < 7) & (along < 0.3 * across)))


def foreshortened(place: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """(m,) whether two opposed indices may be the ends of a card seen so steeply that it looks long, flat or askew."""
    far = np.linalg.norm(place, axis=1)  # the other end lies down and to the right
    return np.asarray((ratio > 0.5) & (ratio < 2) & (place > 0.8).all(axis=1) & (far > 3) & (far < 9))


def stand_right(poses: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """(n,) whether indices stand right of the middle of their card, as only decks with one in every corner print them.
    """
    right = np.column_stack([-poses[:, 3], poses[:, 2]])
    return np.asarray(((quads.mean(axis=1) - poses[:, :2]) * right).sum(axis=1) < 0)


def other_corners(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where a deck with an index in every corner prints the other two: poses (m, 2, 5) for two opposed ones (m, 5)."""
    up = a[:, 2:4] - b[:, 2:4]
    right = np.column_stack([-up[:, 1], up[:, 0]]) / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    across = right * ((b[:, :2] - a[:, :2]) * right).sum(axis=1, keepdims=True)
    corners = np.stack([a, b], axis=1)
    corners[:, 0, :2] += across
    corners[:, 1, :2] -= across
    return corners


def standing_at(poses: np.ndarray, places: np.ndarray) -> np.ndarray:
    """For each pose (n, 5) which place (k, 5) it stands at, upright as it is and about as large, or -1: (n,)."""
    if len(places) == 0:
        return np.full(len(poses), -1)
    apart = np.hypot(*(poses[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1)) / places[:, 4]
    ratio = poses[:, None, 4] / places[:, 4]
    fits = (apart < AT_PLACE) & (poses[:, 2:4] @ places[:, 2:4].T > 0.9) & (ratio > 0.66) & (ratio < 1.5)
    return np.where(fits.any(axis=1), np.where(fits, apart, np.inf).argmin(axis=1), -1)


def between_ends(places: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(n, m) whether places (n, 2) lie in the rectangles that two opposed indices (m, 5), (m, 5) span."""
    up = a[:, 2:4] - b[:, 2:4]
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    half, away = (b[:, :2] - a[:, :2]) / 2, places[:, None] - (a[:, :2] + b[:, :2]) / 2
    along = np.abs((away * up).sum(axis=2)) <= np.abs((half * up).sum(axis=1))
    right = np.column_stack([-up[:, 1], up[:, 0]])
    return np.asarray(along & (np.abs((away * right).sum(axis=2)) <= np.abs((half * right).sum(axis=1))))

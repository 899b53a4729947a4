"""On which side of its index a card lies that is covered but for a strip: the strip does not tell.

    indices = with_sides(indices)     # outlines as the pack, or the row's open card, tells them

Where cards of which both ends are seen have no third index, the pack prints two a card, and each stands left.

In a pack with an index in every corner it may be the left or the right one of its end.  The one card of a packed row
or fan that nothing covers tells: it shows two indices side by side, and a strip lies beside the one that it shows of
its own.  All cards are of one size, so that the open card's outline is that of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.reading.finder import quads_from_frame, quads_to_frame
from vision.reading.one_card import Index
from vision.reading.pairs import (
    away,
    from_each_other,
    mirrored,
    misfits,
    near_pairs,
    other_corners,
    stand_right,
    standing_at,
)

WIDE = (1.5, 7.0)  # index lengths between the two of an open card
LEVEL = 0.2  # share of that by which they may stand unevenly
ONE_MISSES, OTHER_MISSES = 0.08, 0.32  # card heights by which they may miss the corner that the other's outline tells
NEXT = (0.15, 4.0)  # index lengths between neighbours of a row or fan
UNEVEN, STEP = 0.45, 0.25  # share of that, and index lengths, by which one may stand above the other
STRAIGHT = 0.4  # how far off straight below each other the two ends of a strip lie, as a share of their distance
TWO_CORNERED = 2  # cards of which both ends are seen, and no third index, from which on none has one
UPRIGHT, TURNED = 0.95, 0.8  # cosines between the directions of an open card's two indices, of neighbours


def with_sides(indices: Sequence[Index]) -> list[Index]:
    """The same indices; those of strips have the outline that the row's open card tells."""
    done = list(indices)
    if len(done) < 4:
        return done
    poses, quads = np.array([index.pose for index in done], float), np.array([index.quad for index in done], float)
    right = stand_right(poses, quads)[:, None, None]
    other_side = mirrored(poses, quads)
    left_quads, right_quads = np.where(right, other_side, quads), np.where(right, quads, other_side)
    names = np.array([index.label for index in done])
    i, j = near_pairs(poses)
    if are_two_cornered(poses, quads, names, i, j):
        return [replace(index, quad=quad.astype(np.float32), sided=True)
                for index, quad in zip(done, left_quads, strict=True)]
    i, j = np.concatenate([i, j]), np.concatenate([j, i])
    across, along = from_each_other(poses[i], poses[j]).T
    ways = (poses[i, 2:4] * poses[j, 2:4]).sum(axis=1)
    is_open = (names[i] == names[j]) & (ways > UPRIGHT) & (WIDE[0] < across) & (across < WIDE[1]) & (
        np.abs(along) < LEVEL * across)
    left, rest = i[is_open], j[is_open]
    misses = np.sort([away(poses[left], left_quads[left], poses[rest]),
                      away(poses[rest], right_quads[rest], poses[left])], axis=0)
    fit = (misses[0] < ONE_MISSES) & (misses[1] < OTHER_MISSES)
    if not fit.any():
        return done
    step = (ways > TURNED) & (NEXT[0] < np.abs(across)) & (np.abs(across) < NEXT[1]) & (
        np.abs(along) < UNEVEN * np.abs(across) + STEP)
    row = joined_rows(len(done), i[step], j[step])
    told = sides(poses, row, left[fit], rest[fit])
    ends = (names[i] == names[j]) & (ways < -TURNED) & (np.abs(across) < STRAIGHT * np.abs(along))
    told |= other_ends(told, i[ends], j[ends])
    for k, (model, side) in told.items():
        local = quads_to_frame((right_quads if side else left_quads)[model][None], poses[model][None])
        done[k] = replace(done[k], quad=quads_from_frame(local, poses[k][None])[0].astype(np.float32), sided=True)
    return done


def are_two_cornered(poses: np.ndarray, quads: np.ndarray, names: np.ndarray, i: np.ndarray, j: np.ndarray) -> bool:
    """Whether the pack prints an index in two corners only: of some cards both ends are seen among i, j (m,), and
    nothing stands in the third corner of any."""
    opposed = (names[i] == names[j]) & ((poses[i, 2:4] * poses[j, 2:4]).sum(axis=1) < 0)
    i, j = i[opposed], j[opposed]
    ends = np.isfinite(misfits(poses, quads, np.ones(len(i), bool), i, j))
    thirds = other_corners(poses[i[ends]], poses[j[ends]]).reshape(-1, 5)
    return int(ends.sum()) >= TWO_CORNERED and bool((standing_at(poses, thirds) < 0).all())


def joined_rows(count: int, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """(count,) numbers, the same for all that neighbours i, j lead to."""
    row, before = np.arange(count), np.full(count, -1)
    while (row != before).any():
        before = row.copy()
        np.minimum.at(row, i, before[j])
    return row


def sides(poses: np.ndarray, row: np.ndarray, left: np.ndarray, right: np.ndarray) -> dict[int, tuple[int, bool]]:
    """Which index of an open card (left, right) tells where the card of each index of its row lies, and whether that
    is the right one."""
    told: dict[int, tuple[int, bool]] = {}
    for one, other in zip(left.tolist(), right.tolist(), strict=True):
        place = from_each_other(np.repeat(poses[one][None], len(poses), axis=0), poses)
        width = place[other, 0]
        ours = ((row == row[one]) | (row == row[other])) & (poses[:, 2:4] @ poses[one, 2:4] > 0)
        ours[[one, other]] = False
        between = ours & (place[:, 0] > 0.2 * width) & (place[:, 0] < 0.8 * width) & (np.abs(place[:, 1]) < 1)
        if between.any() or not ours.any():  # something lies on it, or they are two equal cards
            continue
        told |= {one: (one, False), other: (other, True)}
        nearer = np.hypot(*(poses[:, :2] - poses[one, :2]).T) > np.hypot(*(poses[:, :2] - poses[other, :2]).T)
        told |= {int(k): (other, True) if nearer[k] else (one, False)
                 for k in np.flatnonzero(ours) if int(k) not in told}
    return told


def other_ends(told: dict[int, tuple[int, bool]], i: np.ndarray, j: np.ndarray) -> dict[int, tuple[int, bool]]:
    """The same of those ends j of strips whose other ends i were told: what stands left there stands right here."""
    pairs = set(told.values())
    whole = {one: other for one, side in pairs for other, its in pairs if side != its}
    return {there: (whole[told[here][0]], not told[here][1])
            for here, there in zip(i.tolist(), j.tolist(), strict=True)
            if here in told and there not in told and told[here][0] in whole}

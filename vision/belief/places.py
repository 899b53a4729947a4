"""The places of a layout, and where they truly are: whoever measured the table from cards knows neither its middle nor
its edges, so that is believed, too.

    places = Places(viewpoint)
    spots = places.at(middle_mm)                   # how likely each place is there, for every way the layout may lie
    for spot in spots.likeliest(where): ...        # place, nats, and the belief about the layout with a card in it

`where`: (m,) log-weights of the ways in which the layout may lie.  A card in a place tells of it: all cards lie on one
table.
"""

from __future__ import annotations

from collections.abc import Container
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from calibration import Calibration
from vision.belief.noise import noise
from vision.watching.viewpoint import Viewpoint

MOST_PLACES, LEAST_PLACE = 3, 0.02  # so many are thought of, and none that is less likely
WAYS = 512  # in which a layout may lie
TAILS = 5  # degrees of freedom: now and then a table lies quite otherwise
FAR_MM = 300.0  # from the middle of a table to its places
GRID_MM = 4.0  # points nearer to each other are alike
NO_STOCK = 0.1  # of the tables have none of their packs where the layout has the stock
FRAMED_STEPS = 3  # after which a middle is known to a fraction of a millimetre
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
MOST_ERROR_MM = 120.0  # a table known no better is not known at all


@dataclass(frozen=True, slots=True, eq=False)
class PlaceThere:
    """A place that a card may lie in.  nats: how likely it lies there, 0 as cards of places mostly do; where: the
    belief about the layout with it there."""

    place: str
    nats: float
    where: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class PlacesThere:
    """One point of the table.  log_place: (m, k) of the places called `names`, "" being none of them; inside: (m,) from
    0, far outside of all places, to 1, well inside of one."""

    names: tuple[str, ...]
    log_place: np.ndarray
    depth: np.ndarray

    def likeliest(self, where: np.ndarray, or_none: bool = False) -> list[PlaceThere]:
        """The likeliest places of a card there.  or_none: it may well lie there for no reason."""
        joint = where[:, None] + self.log_place
        nats = np.logaddexp.reduce(joint, axis=0)
        best = [int(k) for k in np.argsort(-nats)[:MOST_PLACES] if nats[k] > nats.max() + np.log(LEAST_PLACE)]
        found = [PlaceThere(self.names[k], float(nats[k]), joint[:, k] - nats[k]) for k in best]
        if or_none and all(spot.place for spot in found):
            found.append(PlaceThere("", noise().people.aside, where))
        return found

    def of(self, place: str, where: np.ndarray) -> PlaceThere:
        """A card that lies in a known place."""
        if place not in self.names:
            return PlaceThere(place, float(np.log(LEAST_PLACE)), where)
        joint = where + self.log_place[:, self.names.index(place)]
        nats = float(np.logaddexp.reduce(joint))
        return PlaceThere(place, nats, joint - nats)

    def inside(self, where: np.ndarray) -> float:
        """From 0, far outside of all places, to 1, well inside of one."""
        return float(np.exp(where) @ self.depth)


class Places:
    """The places of a layout with soft borders, on a table as it was measured.  view: as the camera was put up."""

    def __init__(self, view: Viewpoint) -> None:
        layout, calibration = view.layout, view.calibration
        error_mm = min(calibration.error_mm, MOST_ERROR_MM)
        is_guessed = calibration.method == "cards" and not (calibration.layout or calibration.zones)
        self._ways = _ways(view, error_mm) if is_guessed else np.eye(3)[None]
        self._soft = float(np.hypot(noise().places.border_mm, error_mm * noise().places.bent))
        self._names = (*layout.names, "")
        self._corners = [np.array(zone.corners_mm, float) for zone in layout.zones]
        self._deep_mm = np.array([depth_mm(c.mean(axis=0)[None], c)[0] for c in self._corners])  # their middles
        self._known: dict[tuple[int, int], PlacesThere] = {}
        self.unknown: np.ndarray = np.full(len(self._ways), -np.log(len(self._ways)))

    def at(self, point_mm: np.ndarray) -> PlacesThere:
        """How likely each place is for a card with its middle there."""
        key = (round(float(point_mm[0]) / GRID_MM), round(float(point_mm[1]) / GRID_MM))
        if key not in self._known:
            self._known[key] = self._at(GRID_MM * np.array(key))
        return self._known[key]

    def with_backs(self, points_mm: np.ndarray, face_down: Container[str]) -> Places:
        """The same where cards lie face down, (n, 2): one of them in a place of that kind, others anywhere."""
        told = np.full(len(self.unknown), np.log(NO_STOCK))
        for point in points_mm:
            there = self.at(point)
            columns = [k for k, name in enumerate(there.names) if name in face_down]
            told = np.logaddexp.reduce([told, *there.log_place[:, columns].T])
        other = copy(self)
        other.unknown = told - np.logaddexp.reduce(told)
        return other

    @property
    def are_guessed(self) -> bool:
        """Whether it is not known where the layout lies."""
        return len(self.unknown) > 1

    def _at(self, point_mm: np.ndarray) -> PlacesThere:
        there = self._ways @ [*point_mm, 1.0]
        points = there[:, :2] / there[:, 2:]
        inside_mm = np.stack([depth_mm(points, corners) for corners in self._corners], axis=1)
        depth = (inside_mm - noise().places.inset_mm) / self._soft
        nats = -0.5 * np.minimum(depth, 0.0) ** 2
        if self.are_guessed:  # then cards tell where the layout lies: of each place most lie about its middle
            off = np.clip(1 - inside_mm / self._deep_mm, 0.0, 1.0) / noise().places.amid
            nats += 0.5 - 0.5 * off**2
        nats = np.concatenate([nats, np.full((len(points), 1), noise().people.aside)], axis=1)
        deepest = inside_mm.max(axis=1) / self._soft
        return PlacesThere(self._names, nats, 0.5 + 0.5 * np.tanh(deepest / 2))


def _framed_mm(view: Viewpoint) -> np.ndarray:
    """(2,) mm, where on a table measured from cards the middle of its layout is likely to be: whoever puts up a camera
    leaves as much free on one side of the places as on the other."""
    outline = np.abs(np.concatenate([zone.corners_mm for zone in view.layout.zones])).max(axis=0) * _CORNERS
    middle_px, at = (np.array(view.calibration.image_size) - 1) / 2, np.zeros(2)
    for _ in range(FRAMED_STEPS):
        seen_px = view.to_px(at + outline)
        here, wanted = view.to_mm(np.stack([(seen_px.min(axis=0) + seen_px.max(axis=0)) / 2, middle_px]))
        at = at + wanted - here
    return at if np.isfinite(at).all() else np.zeros(2)


def _ways(view: Viewpoint, error_mm: float) -> np.ndarray:
    """(m, 3, 3): how the layout may lie in a table measured from cards, framed as each table is that fits them as well;
    where none is known it is larger or smaller by its error."""
    from scipy.special import stdtrit  # here, because they take long to load and are only needed for a found table
    from scipy.stats import qmc

    p = noise().places
    share = qmc.Halton(5, scramble=False).random(WAYS + 1)[1:]
    drawn = stdtrit(TAILS, share[:, :4])
    leeway = view.calibration.leeway
    unsure_mm = error_mm * p.bent if leeway is None else 0.0
    tables = np.eye(3)[None] if leeway is None else leeway
    which = (share[:, 4] * len(tables)).astype(int)
    middles = np.stack([_framed_mm(replace(view, calibration=_another(view.calibration, table))) for table in tables])
    turn = np.radians(p.turned_deg) * drawn[:, 0]
    size = 1 + unsure_mm / FAR_MM * drawn[:, 1]
    c, s, ways = size * np.cos(turn), size * np.sin(turn), np.tile(np.eye(3), (WAYS, 1, 1))
    ways[:, :2, :2] = np.stack([np.stack([c, -s], axis=1), np.stack([s, c], axis=1)], axis=1)
    shifts = float(np.hypot(p.shifted_mm, unsure_mm)) * drawn[:, 2:]
    ways[:, :2, 2] = shifts - np.einsum("mij,mj->mi", ways[:, :2, :2], middles[which])
    return np.asarray(ways @ tables[which])


def _another(calibration: Calibration, table: np.ndarray) -> Calibration:
    """Another table that fits what was measured as well.  table: (3, 3) from millimetres of the one to those of it."""
    return replace(calibration, homography=table @ calibration.homography)


def depth_mm(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """(n,) how far inside a polygon (k, 2) each point of (n, 2) lies, negative outside."""
    side = np.roll(corners, -1, axis=0) - corners
    off = points[:, None] - corners[None]
    along = np.clip((off * side).sum(axis=2) / np.maximum((side**2).sum(axis=1), 1e-9), 0.0, 1.0)
    away = np.hypot(*np.moveaxis(off - along[..., None] * side[None], 2, 0)).min(axis=1)
    crosses = (off[..., 1] < 0) != (np.roll(off, -1, axis=1)[..., 1] < 0)
    reach = off[..., 0] - off[..., 1] * side[:, 0] / np.where(side[:, 1] == 0, 1e-9, side[:, 1])
    is_inside = (crosses & (reach < 0)).sum(axis=1) % 2 == 1
    found: np.ndarray = np.where(is_inside, away, -away)
    return found

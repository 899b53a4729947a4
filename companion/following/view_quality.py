"""How well the camera sees the table, in words for the players.

    quality = ViewQuality()
    sentence = quality.look(frame, view)        # None while it stays as it was
    aspects(image_bgr, view)                    # light, glare, distance, angle and place, each rated
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration import Calibration
from companion.words import texts
from rules.core.said import Said, said
from vision.frames import Frame
from vision.watching.viewpoint import Viewpoint

EVERY_S = 1.0
STEP = 8  # every eighth pixel is looked at
DARK, DIM, BRIGHT = 45.0, 80.0, 250.0  # grey levels
SHINY, GLARING = 0.06, 0.2  # share of the view that is burnt out
MOSTLY = 0.3  # of what shines lies in one ninth of the picture: then it is said where
SMALL_CARD_PX = 90.0  # height at which the index of a card is about ten pixels high
TINY_CARD_PX = 60.0
SOFT_PX, BLURRED_PX = 1.8, 3.0  # blur of edges, standard deviation
DENOISED_PX = 1.0  # blurred by so much first, so that noise is no edge
EDGES_PERCENT = 99.7  # of the pixels are no strong edges
FAINT = 4.0  # grey levels a pixel; edges that rise by less are none
LOW_DEGREES, FLAT_DEGREES = 42.0, 28.0  # how high the camera looks down from, 90 straight above

Level = Literal["good", "fair", "poor"]


@dataclass(frozen=True)
class Aspect:
    """One thing that a good view needs: what it is called, how good it is, and a sentence that says
    what to do where it is not."""

    name: str
    level: Level
    text: str


class ViewQuality:
    """Looks once a second, and speaks when it changes for two looks."""

    def __init__(self) -> None:
        self._next_s = -np.inf
        self._told = self._last = texts.VIEW_GOOD

    def look(self, frame: Frame, view: Viewpoint) -> str | None:
        """The sentence, when it is a new one."""
        if frame.time_s < self._next_s:
            return None
        self._next_s = frame.time_s + EVERY_S
        sentence = _sentence(frame.image, view)
        twice, self._last = sentence == self._last, sentence
        if not twice or sentence == self._told:
            return None
        self._told = sentence
        return sentence


def _sentence(image: np.ndarray, view: Viewpoint) -> str:
    """The first thing that is so bad that cards are misread; at the table nobody is told of less."""
    height, width = image.shape[:2]
    found = (_light(image), _glare(image, None), _distance(view.card_px((width / 2, height / 2))))
    return next((aspect.text for aspect in found if aspect.level == "poor"), texts.VIEW_GOOD)


def aspects(image: np.ndarray, view: Viewpoint | None) -> tuple[Aspect, ...]:
    """Everything that can be said of a picture (h, w, 3) uint8 BGR; without a view of the table only
    its light."""
    if view is None:
        return _light(image), _glare(image, None), _sharp(image)
    size = (image.shape[1], image.shape[0])
    outlines = {zone.name: view.to_px(np.array(zone.corners_mm)) for zone in view.layout.zones}
    middles = [outline.mean(axis=0) for outline in outlines.values()] or [np.array(size) / 2]
    smallest = min(view.card_px((float(x), float(y))) for x, y in middles)
    return (_light(image), _glare(image, list(outlines.values())), _sharp(image), _distance(smallest),
            _angle(view, size), _whole(outlines, size), _place(view))


def _light(image: np.ndarray) -> Aspect:
    level = float(np.percentile(image[::STEP, ::STEP].max(axis=2), 90))
    if level < DARK:
        return Aspect(texts.LIGHT, "poor", texts.TOO_DARK)
    return Aspect(texts.LIGHT, "fair", texts.DIM_LIGHT) if level < DIM else Aspect(texts.LIGHT, "good", texts.ENOUGH)


def _sharp(image: np.ndarray) -> Aspect:
    """Whether the strongest edges are sharp; a bare table has none and says nothing against it."""
    blur_px = edge_blur(image)
    if blur_px <= SOFT_PX:
        return Aspect(texts.SHARPNESS, "good", texts.SHARP_ENOUGH)
    return Aspect(texts.SHARPNESS, "fair" if blur_px <= BLURRED_PX else "poor", texts.NOT_SHARP)


def edge_blur(image: np.ndarray) -> float:
    """Standard deviation, in pixels, of the blur of the strongest edges of a picture (h, w, 3); 0 where there are none.

    A step of height A blurred by s rises by A / (s sqrt(2 pi)) at most, and bends by 0.242 A / s^2.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), DENOISED_PX).astype(np.float32)
    rise = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8)
    strong = float(np.percentile(rise, EDGES_PERCENT))
    if strong < FAINT:
        return 0.0
    bend = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    ratio = 0.3989 / 0.242 * strong / max(float(np.percentile(bend, EDGES_PERCENT)), 1e-6)
    return float(np.sqrt(max(0.0, ratio**2 - DENOISED_PX**2)))


def _glare(image: np.ndarray, outlines_px: list[np.ndarray] | None) -> Aspect:
    """Burnt-out spots, within the table where it is known."""
    burnt = image[::STEP, ::STEP].max(axis=2) >= BRIGHT
    if outlines_px:
        table = np.zeros(burnt.shape, np.uint8)
        points = np.concatenate(outlines_px)
        if np.isfinite(points).all():
            cv2.fillConvexPoly(table, cv2.convexHull((points / STEP).astype(np.int32)), 1)
        burnt &= table > 0
        share = float(burnt.sum() / max(table.sum(), 1))
    else:
        share = float(burnt.mean())
    if share <= SHINY:
        return Aspect(texts.GLARE, "good", texts.NO_GLARE)
    level: Level = "poor" if share > GLARING else "fair"
    sentence = texts.TOO_BRIGHT if level == "poor" else texts.SOME_GLARE
    return Aspect(texts.GLARE, level, sentence.format(where=texts.PARTS[_where(burnt)]))


def _where(mask: np.ndarray) -> str:
    """The ninth of the picture that holds most of a mask (h, w) bool, by its compass point; "all" where
    none holds a good share."""
    shares = np.array([[part.sum() for part in np.array_split(band, 3, axis=1)] for band in np.array_split(mask, 3)])
    if shares.max() < MOSTLY * shares.sum():
        return "all"
    return ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")[int(shares.argmax())]


def _distance(card_px: float) -> Aspect:
    if not card_px >= SMALL_CARD_PX:  # NaN too: there is no table to be seen there
        level: Level = "fair" if card_px >= TINY_CARD_PX else "poor"
        return Aspect(texts.DISTANCE, level, texts.TOO_FAR.format(pixels=np.nan_to_num(card_px)))
    return Aspect(texts.DISTANCE, "good", texts.NEAR_ENOUGH.format(pixels=card_px))


def _angle(view: Viewpoint, size: tuple[int, int]) -> Aspect:
    degrees = elevation(view, size)
    if degrees >= LOW_DEGREES:
        return Aspect(texts.ANGLE, "good", texts.HIGH_ENOUGH.format(degrees=degrees))
    return Aspect(texts.ANGLE, "fair" if degrees >= FLAT_DEGREES else "poor", texts.TOO_FLAT.format(degrees=degrees))


def elevation(view: Viewpoint, size: tuple[int, int]) -> float:
    """How steeply the camera looks down at what is in the middle of its picture, in degrees: a circle
    on the table is seen as an ellipse whose axes are as 1 to the sine of it."""
    middle = view.to_mm(np.array([size]) / 2)[0]
    if not np.isfinite(middle).all():
        return 0.0
    around = np.array([[0, 0], [5.0, 0], [0, 5.0]]) + middle
    origin, right, down = view.to_px(around)
    axes = np.linalg.svd(np.stack([right - origin, down - origin]), compute_uv=False)
    return float(np.degrees(np.arcsin(min(1.0, axes[1] / axes[0]))))


def _whole(outlines_px: dict[str, np.ndarray], size: tuple[int, int]) -> Aspect:
    """Whether every place of the game is in the picture."""
    outside = [name for name, outline in outlines_px.items()
               if not (np.isfinite(outline).all() and ((outline >= 0) & (outline <= size)).all())]
    if not outside:
        return Aspect(texts.WHOLE, "good", texts.ALL_IN_VIEW)
    middles = [outlines_px[name].mean(axis=0) for name in outside]
    level: Level = "fair" if all(((m >= 0) & (m <= size)).all() for m in middles) else "poor"
    return Aspect(texts.WHOLE, level, texts.OUTSIDE.format(places=texts.names([texts.place_name(n) for n in outside])))


def _place(view: Viewpoint) -> Aspect:
    calibration = view.calibration
    level: Level = "good" if calibration.quality == "good" else "fair" if calibration.quality == "fair" else "poor"
    return Aspect(texts.PLACE, level, texts.pretty(calibration_advice(calibration)))


def calibration_advice(calibration: Calibration) -> Said:
    """How well places on the table are known, and what to do to know them better."""
    mm = f"{max(calibration.error_mm, 1):.0f}"
    if calibration.method == "assumed":
        return said("calibration-assumed")
    if calibration.quality == "good":
        return said("calibration-good", mm=mm)
    return said("calibration-poor", mm=mm, quality=calibration.quality, method=calibration.method)


def found_advice(calibration: Calibration) -> Said:
    """How well a table is known that was found while people play, and what of their doing makes it better."""
    return said("table-found", mm=f"{max(calibration.error_mm, 1):.0f}", quality=calibration.quality)

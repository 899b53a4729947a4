"""Arms with five-fingered hands and sleeves, modelled from the side of a lamp and drawn as pictures once.

    style = ArmStyle.of(rng)
    whole = hand_picture(style, "pinch")      # a HandPicture; "thumb" apart, where it lies on the cards

A hand's own frame: the origin is where thumb and forefinger meet, y runs back along the arm; millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

PX_PER_MM = 1.7
_LEFT, _AHEAD, _WIDTH, _LENGTH = 95.0, 75.0, 190.0, 1240.0
_RISE = 180.0  # how high the far end of the arm is above the fingertips
_SKINS = ((132, 168, 216), (150, 186, 232), (110, 146, 198), (84, 118, 172), (58, 86, 136), (44, 64, 104),
          (122, 160, 222), (160, 192, 226))
_SLEEVES = ((60, 52, 48), (120, 90, 60), (70, 70, 150), (190, 190, 196), (80, 110, 70), (40, 40, 44), (150, 140, 90),
            (60, 100, 170), (200, 170, 150))

Bone = tuple[float, float, float, float, float, float, float, float]  # x, y, height, radius at both ends
_PALM: tuple[Bone, ...] = (
    (4, 150, 20, 24, -20, 82, 20, 14), (6, 150, 20, 24, -4, 74, 23, 14), (8, 150, 20, 24, 12, 78, 21, 14),
    (12, 150, 18, 24, 26, 92, 17, 13), (0, 150, 16, 22, -30, 118, 12, 14))
_THUMBS: dict[str, tuple[Bone, ...]] = {
    "pinch": ((-28, 122, 12, 13, -38, 82, 8, 11), (-38, 82, 8, 11, -28, 44, 5, 9.5), (-28, 44, 5, 9.5, -13, 12, 3, 8)),
    "flat": ((-28, 122, 12, 13, -50, 92, 8, 11), (-50, 92, 8, 11, -60, 58, 6, 9.5), (-60, 58, 6, 9.5, -62, 36, 5, 8)),
    "rest": ((-28, 122, 12, 13, -46, 88, 10, 11), (-46, 88, 10, 11, -48, 56, 8, 9.5), (-48, 56, 8, 9.5, -38, 34, 6, 8)),
    "hold": ((-28, 112, 18, 13, -34, 70, 26, 11), (-34, 70, 26, 11, -20, 34, 28, 9.5),
             (-20, 34, 28, 9.5, -4, 8, 24, 8)),
}
_FINGERS: dict[str, tuple[Bone, ...]] = {
    "pinch": ((-20, 82, 20, 10, -24, 42, 24, 8.5), (-24, 42, 24, 8.5, -14, 14, 14, 7.5),
              (-14, 14, 14, 7.5, -6, -8, 5, 6.5),
              (-4, 74, 23, 10, -4, 30, 25, 8.8), (-4, 30, 25, 8.8, 4, 4, 14, 7.8), (4, 4, 14, 7.8, 8, -16, 5, 6.8),
              (12, 78, 21, 9.5, 17, 36, 22, 8.3), (17, 36, 22, 8.3, 21, 12, 12, 7.4), (21, 12, 12, 7.4, 22, -6, 5, 6.4),
              (26, 92, 17, 8.5, 36, 58, 17, 7.3), (36, 58, 17, 7.3, 38, 38, 10, 6.5),
              (38, 38, 10, 6.5, 37, 22, 5, 5.8)),
    "flat": ((-20, 82, 18, 10, -26, 38, 14, 8.5), (-26, 38, 14, 8.5, -27, 12, 9, 7.5),
              (-27, 12, 9, 7.5, -27, -10, 6, 6.5),
             (-4, 74, 20, 10, -5, 26, 15, 8.8), (-5, 26, 15, 8.8, -4, -2, 9, 7.8), (-4, -2, 9, 7.8, -3, -26, 6, 6.8),
             (12, 78, 19, 9.5, 16, 32, 14, 8.3), (16, 32, 14, 8.3, 18, 6, 9, 7.4), (18, 6, 9, 7.4, 19, -16, 6, 6.4),
             (26, 92, 15, 8.5, 38, 56, 12, 7.3), (38, 56, 12, 7.3, 43, 34, 8, 6.5), (43, 34, 8, 6.5, 46, 18, 5, 5.8)),
    "rest": ((-20, 82, 20, 10, -30, 44, 22, 8.5), (-30, 44, 22, 8.5, -30, 22, 14, 7.5),
              (-30, 22, 14, 7.5, -26, 4, 6, 6.5),
             (-4, 74, 23, 10, -8, 32, 24, 8.8), (-8, 32, 24, 8.8, -6, 8, 14, 7.8), (-6, 8, 14, 7.8, -2, -10, 6, 6.8),
             (12, 78, 21, 9.5, 15, 38, 21, 8.3), (15, 38, 21, 8.3, 18, 16, 12, 7.4), (18, 16, 12, 7.4, 20, 0, 6, 6.4),
             (26, 92, 17, 8.5, 38, 60, 16, 7.3), (38, 60, 16, 7.3, 40, 42, 10, 6.5), (40, 42, 10, 6.5, 40, 28, 5, 5.8)),
    "hold": ((-20, 82, 16, 10, -34, 48, 8, 8.5), (-34, 48, 8, 8.5, -26, 20, 2, 7.5), (-26, 20, 2, 7.5, -10, 2, 0, 6.5),
             (-4, 74, 18, 10, -16, 34, 8, 8.8), (-16, 34, 8, 8.8, -2, 4, 2, 7.8), (-2, 4, 2, 7.8, 12, -6, 0, 6.8),
             (12, 78, 18, 9.5, 4, 40, 8, 8.3), (4, 40, 8, 8.3, 16, 12, 2, 7.4), (16, 12, 2, 7.4, 28, 6, 0, 6.4),
             (26, 92, 15, 8.5, 24, 60, 8, 7.3), (24, 60, 8, 7.3, 30, 36, 2, 6.5), (30, 36, 2, 6.5, 38, 24, 0, 5.8)),
}
_TIPS = frozenset(bone for joints in (*_FINGERS.values(), *_THUMBS.values()) for bone in joints[2::3])


@dataclass(frozen=True)
class ArmStyle:
    """One person's arm: skin and sleeve in BGR, where the sleeve ends, which pattern, how large the hand is."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    cuff_mm: float
    pattern: str
    scale: float
    left_handed: bool
    ring: bool
    seed: int

    @classmethod
    def of(cls, rng: np.random.Generator) -> ArmStyle:
        """Anybody's arm: skin, sleeve, size and which hand, by chance."""
        skin = np.array(_SKINS[rng.integers(len(_SKINS))]) + rng.normal(0, 7, 3)
        sleeve = np.array(_SLEEVES[rng.integers(len(_SLEEVES))]) + rng.normal(0, 12, 3)
        cuff = float(rng.choice([172, 195, 260, 420])) + float(rng.normal(0, 8))
        return cls(_colour(skin), _colour(sleeve), cuff, str(rng.choice(["plain", "knit", "stripes", "checks"])),
                   float(rng.uniform(0.88, 1.08)), bool(rng.random() < 0.15), bool(rng.random() < 0.3),
                   int(rng.integers(1 << 30)))


@dataclass(frozen=True)
class HandPicture:
    """bgra: (h, w, 4) uint8 weighted by alpha.  corners_mm: (4, 3) of the picture in the hand's frame, the
    heights rising towards the elbow.  outline_mm: (n, 3) for the shadow."""

    bgra: np.ndarray
    corners_mm: np.ndarray
    outline_mm: np.ndarray


@lru_cache(maxsize=48)
def hand_picture(style: ArmStyle, grip: str, thumb_only: bool = False, left: bool = False) -> HandPicture:
    """A hand and its arm in a grip, one of _FINGERS; thumb_only: what lies over the cards that it holds."""
    x, y = np.meshgrid((np.arange(round(_WIDTH * PX_PER_MM)) / PX_PER_MM - _LEFT) / style.scale,
                       (np.arange(round(_LENGTH * PX_PER_MM)) / PX_PER_MM - _AHEAD) / style.scale)
    x, y = x.astype(np.float32), y.astype(np.float32)
    hand_rows = int((_AHEAD + 190 * style.scale) * PX_PER_MM)
    skin = np.full(x.shape, -1e3, np.float32)
    inside = np.full(x.shape, -1e3, np.float32)
    bones = _THUMBS[grip] if thumb_only else _FINGERS[grip] + _PALM + _THUMBS[grip]
    for bone in bones:
        _add_bone(skin[:hand_rows], inside[:hand_rows], x[:hand_rows], y[:hand_rows], bone)
    if not thumb_only:
        _add_bone(skin, inside, x, y, (6, 150, 20, 23, 10, 1250, 30, 56))
    sleeved = np.zeros(x.shape, bool) if thumb_only else _add_sleeve(skin, inside, x, y, style)
    bgra = _painted(style, skin, inside, sleeved, x, y, () if grip == "hold" and not thumb_only else bones)
    if left != style.left_handed:
        bgra = np.ascontiguousarray(bgra[:, ::-1])
    return _trimmed(bgra)


def _colour(values: np.ndarray) -> tuple[int, int, int]:
    b, g, r = (int(v) for v in values.clip(15, 245))
    return b, g, r


def _add_bone(height: np.ndarray, inside: np.ndarray, x: np.ndarray, y: np.ndarray, bone: Bone) -> None:
    """One tapered round piece: raises the height where it is the highest; inside: mm from its edge."""
    x1, y1, z1, r1, x2, y2, z2, r2 = bone
    dx, dy = x2 - x1, y2 - y1
    along = (((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)).clip(0, 1)
    off = np.hypot(x - x1 - along * dx, y - y1 - along * dy)
    radius = r1 + along * (r2 - r1)
    np.maximum(inside, radius - off, out=inside)
    top = z1 + along * (z2 - z1) + np.sqrt((radius ** 2 - off ** 2).clip(0, None))
    np.maximum(height, np.where(off < radius + 1, top, -1e3), out=height)


def _add_sleeve(height: np.ndarray, inside: np.ndarray, x: np.ndarray, y: np.ndarray, style: ArmStyle) -> np.ndarray:
    """The sleeve over the forearm, with folds; returns where it is."""
    rng = np.random.default_rng((style.seed, 1))
    folds = cv2.resize(rng.normal(0, 1, (22, 4)).astype(np.float32), x.shape[::-1], interpolation=cv2.INTER_CUBIC)
    wave = 4 * np.sin(x / 17 + rng.uniform(0, 6))
    half = 33 + 0.035 * (y - style.cuff_mm) + 2.5 * folds
    off = np.abs(x - 7)
    there = (y > style.cuff_mm + wave) & (off < half + 1)
    top = 16 + np.sqrt((half ** 2 - off ** 2).clip(0, None)) + 3.0 * folds
    height[there] = np.maximum(height, top)[there]
    inside[there] = np.maximum(inside, np.minimum(half - off, y - style.cuff_mm - wave))[there]
    return np.asarray(there & (off < half))


def _painted(style: ArmStyle, height: np.ndarray, inside: np.ndarray, sleeved: np.ndarray, x: np.ndarray,
             y: np.ndarray, bones: tuple[Bone, ...]) -> np.ndarray:
    """The modelled surface under a lamp, as weighted BGRA."""
    rng = np.random.default_rng((style.seed, 2))
    covered = inside > 0
    smooth = cv2.GaussianBlur(np.where(covered, height, 0), (0, 0), 1.4)
    slope_y, slope_x = np.gradient(smooth * PX_PER_MM)
    steep = 1 / np.sqrt(1 + (slope_x / 1.7) ** 2 + (slope_y / 1.7) ** 2)
    lamp = ((0.45 * slope_x + 0.4 * slope_y) / 1.7 + 0.8) * steep
    hollow = (cv2.GaussianBlur(np.where(covered, height, 0), (0, 0), 9) - smooth).clip(-12, 16)
    light = (0.58 + 0.6 * lamp.clip(0, 1.25) - 0.016 * hollow.clip(0, 16)).clip(0.22, 1.25)
    fine = rng.normal(0, 1, x.shape).astype(np.float32)
    blotches = cv2.GaussianBlur(fine, (0, 0), 9) * 9
    skin = np.array(style.skin, np.float32) * (1 + 0.03 * fine + 0.05 * blotches)[..., None]
    for bone in bones:
        x2, y2 = bone[4], bone[5]
        red = np.exp(-((x - x2) ** 2 + (y - y2) ** 2) / 70)
        skin *= 1 - red[..., None] * np.array([0.1, 0.08, 0.0], np.float32)
        if bone in _TIPS:
            _nail(skin, x, y, bone)
    cloth = np.array(style.sleeve, np.float32) * _pattern(style, x, y, rng)[..., None]
    colour = np.where(sleeved[..., None], cloth, skin) * light[..., None]
    if style.ring:
        band = (np.abs(y - 58) < 2.2) & (np.abs(x - 14) < 9)
        colour[band] = np.array([90, 190, 225]) * light[band][:, None]
    alpha = (inside * PX_PER_MM + 0.5).clip(0, 1)
    return np.dstack([colour.clip(0, 255) * alpha[..., None], 255 * alpha]).astype(np.uint8)


def _nail(skin: np.ndarray, x: np.ndarray, y: np.ndarray, bone: Bone) -> None:
    x1, y1, x2, y2 = bone[0], bone[1], bone[4], bone[5]
    dx, dy = (x2 - x1), (y2 - y1)
    length = float(np.hypot(dx, dy))
    along = ((x - x2) * dx + (y - y2) * dy) / length
    aside = ((x - x2) * -dy + (y - y2) * dx) / length
    there = ((along - 0.5) / 5.2) ** 2 + (aside / (0.68 * bone[7])) ** 2 < 1
    skin[there] = 0.55 * skin[there] + 0.45 * np.array([190, 200, 238], np.float32)


def _pattern(style: ArmStyle, x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    fine = rng.normal(0, 1, x.shape).astype(np.float32)
    cloth = 1 + 0.04 * fine
    if style.pattern == "knit":
        cloth += 0.13 * np.sin(x * 1.3) * np.sin(y * 0.9)
    if style.pattern in ("stripes", "checks"):
        cloth *= np.where(np.sin(y / 5.5) > 0.3, 1.35, 0.85)
    if style.pattern == "checks":
        cloth *= np.where(np.sin(x / 5.5) > 0.3, 1.25, 0.9)
    return cloth.astype(np.float32)


def _trimmed(bgra: np.ndarray) -> HandPicture:
    """Cut to what is seen; an arm rises from the fingertips to the elbow."""
    rows, columns = (np.flatnonzero(bgra[..., 3].any(axis=axis)) for axis in (1, 0))
    y1, y2, x1, x2 = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    corners = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]) / PX_PER_MM - np.array([_LEFT, _AHEAD])
    heights = 6 + (corners[:, 1] + _AHEAD) * (_RISE - 6) / _LENGTH
    return HandPicture(np.ascontiguousarray(bgra[y1:y2, x1:x2]), np.column_stack([corners, heights]),
                       _outline(bgra[..., 3]))


def _outline(alpha: np.ndarray) -> np.ndarray:
    contours, _ = cv2.findContours((alpha > 128).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return np.zeros((3, 3))
    largest = cv2.approxPolyDP(max(contours, key=cv2.contourArea), 2.5, True)[:, 0]
    flat = largest / PX_PER_MM - np.array([_LEFT, _AHEAD])
    return np.column_stack([flat, 6 + (flat[:, 1] + _AHEAD) * (_RISE - 6) / _LENGTH])

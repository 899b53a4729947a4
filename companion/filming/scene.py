"""What lies on the filmed table, and how it is painted.

    scene = Scene(camera, ground, light, faces)
    scene.lay(LyingCard("7H", pose))        # the newest card lies on top
    picture = scene.picture                 # (h, w, 3) uint8, kept until something changes
    corners = pose.corners_px(camera)       # clockwise from the card's own top left

A pose is the card's centre in table millimetres and its turn clockwise on screen, in degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.filming.camera import Camera
from companion.filming.face_sheet import CARD_MM
from companion.filming.faces import PackFaces, die_side
from vision.frames import Box

_SHADOW = np.array([0.9, 1.1])  # where shadows fall, mm per mm of height
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_DIE_MM = 16.0
_LAMP = 200.0  # of light 1, where it is held in bytes


@dataclass(frozen=True)
class CardPose:
    """Centre of a card in table millimetres, its turn in degrees, its height above the table in mm."""

    x: float
    y: float
    turn: float
    height: float = 0.0

    def matrix(self) -> np.ndarray:
        """(3, 3) from millimetres around the card's centre to table millimetres."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return np.array([[c, -s, self.x], [s, c, self.y], [0, 0, 1.0]])

    def corners_mm(self, size_mm: tuple[float, float] = CARD_MM) -> np.ndarray:
        """(4, 2) the card's outline on the table."""
        return np.asarray((_CORNERS * size_mm) @ self.matrix()[:2, :2].T + (self.x, self.y))

    def corners_px(self, camera: Camera, size_mm: tuple[float, float] = CARD_MM) -> np.ndarray:
        """(4, 2) the card's outline in the picture."""
        points = cv2.perspectiveTransform(self.corners_mm(size_mm).reshape(-1, 1, 2), camera.plane(self.height))
        return points[:, 0]


@dataclass(frozen=True)
class LyingCard:
    """A physical card on the table; `label` is what is printed on it, "" for one that lies face down,
    "die:4" for a die.  `column`: the rank it was laid to, where ranks lie in columns."""

    label: str
    pose: CardPose
    back: str = ""
    key: int = 0  # tells two copies of one card apart
    column: str = ""

    @property
    def pips(self) -> int:
        """What a die shows; 0 for a card."""
        return int(self.label[4:]) if self.label.startswith("die:") else 0

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, mm."""
        return (_DIE_MM, _DIE_MM) if self.pips else CARD_MM

    def at(self, pose: CardPose) -> LyingCard:
        """The same card elsewhere."""
        return replace(self, pose=pose)


@dataclass
class Scene:
    """The still table under one camera.  `ground` and `light` are (h, w, 3); `glare` is (h, w).
    version: counts its changes."""

    camera: Camera
    ground: np.ndarray
    light: np.ndarray
    glare: np.ndarray
    faces: PackFaces
    cards: list[LyingCard] = field(default_factory=list)
    version: int = 0
    _picture: np.ndarray | None = None

    def __post_init__(self) -> None:
        self._bare = np.clip(self.ground * self.light, 0, 255).astype(np.uint8)
        self._lamp = np.clip(self.light * _LAMP, 0, 255).astype(np.uint8)
        self._sprites: dict[tuple[str, str], tuple[np.ndarray, float]] = {}

    @property
    def picture(self) -> np.ndarray:
        """The table as it lies, in the still camera's eye; not to be written to."""
        if self._picture is None:
            self._picture = self._bare.copy()
            for card in self.cards:
                self.paint_card(self._picture, card)
        return self._picture

    def lay(self, card: LyingCard) -> None:
        """Put a card on top of everything."""
        self.cards.append(card)
        self.version += 1
        if self._picture is not None:
            self.paint_card(self._picture, card)

    def remove(self, card: LyingCard) -> None:
        """Take a card away; ValueError where it does not lie there."""
        self.cards.remove(card)
        self._changed()

    def replace(self, card: LyingCard, by: LyingCard) -> None:
        """Change a card where it is in the stack (pushed aside, turned over)."""
        self.cards[self.cards.index(card)] = by
        self._changed()

    def _changed(self) -> None:
        self._picture = None
        self.version += 1

    def paint_card(self, picture: np.ndarray, card: LyingCard, smear: np.ndarray | None = None
                   ) -> list[Box | None]:
        """Draw a card or die and its shadow into the picture, in place; `smear` and what is returned as in
        `paint`."""
        boxes = [self._paint_shadow(picture, card)]
        sprite, mm_per_px = self._sprite(card.label, card.back)
        h, w = sprite.shape[:2]
        place = card.pose.matrix() @ np.array([[mm_per_px, 0, -w / 2 * mm_per_px], [0, mm_per_px, -h / 2 * mm_per_px],
                                               [0, 0, 1]])
        if card.pips:  # its sides: darker slices up to the face
            side = self._sprite("die:side", "")[0]
            for height in np.arange(0, _DIE_MM - 0.5, 2.0):
                boxes.append(self.paint(picture, side, self.camera.plane(card.pose.height + height) @ place))
        top = card.pose.height + (_DIE_MM if card.pips else 0.0)
        return [*boxes, self.paint(picture, sprite, self.camera.plane(top) @ place, self.glare, smear)]

    def paint(self, picture: np.ndarray, sprite: np.ndarray, to_px: np.ndarray, glare: np.ndarray | None = None,
              smear: np.ndarray | None = None) -> Box | None:
        """Draw a premultiplied BGRA sprite through a homography, lit by the light where it comes to lie.

        smear: (2,) how far it moves during the exposure, pixels.  Returns the box that was drawn in, None
        where nothing of it is in the picture.
        """
        box = self._box(sprite, to_px, 0 if smear is None else round(float(np.abs(smear).max())))
        if box is None:
            return None
        x1, y1, x2, y2 = box
        begun = np.zeros(2) if smear is None else -smear / 2
        shift = np.array([[1, 0, begun[0] - x1], [0, 1, begun[1] - y1], [0, 0, 1.0]])
        layer = cv2.warpPerspective(sprite, shift @ to_px, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR)
        layer = layer if smear is None else _smeared(layer, smear)
        colour = cv2.cvtColor(layer, cv2.COLOR_BGRA2BGR)
        if smear is None:
            colour = cv2.multiply(colour, self.light[y1:y2, x1:x2], dtype=cv2.CV_8U)
        else:  # in bytes, which is ten times faster: what moves shows no shades
            colour = cv2.multiply(colour, self._lamp[y1:y2, x1:x2], scale=1 / _LAMP)
        alpha = cv2.cvtColor(cv2.extractChannel(layer, 3), cv2.COLOR_GRAY2BGR)
        if glare is not None and glare[y1:y2, x1:x2].max() > 0.02:
            shine = glare[y1:y2, x1:x2, None] * (alpha.astype(np.float32) - colour)
            colour = (colour + np.maximum(shine, 0)).astype(np.uint8)
        part = picture[y1:y2, x1:x2]
        cv2.multiply(part, cv2.bitwise_not(alpha), dst=part, scale=1 / 255)
        cv2.add(part, colour, dst=part)
        return box

    def paint_hand_shadow(self, picture: np.ndarray, shade: np.ndarray, to_px: np.ndarray) -> Box | None:
        """Darken the table through a soft mask (h, w) uint8 seen through a homography, in place; returns the
        box that was darkened."""
        box = self._box(shade, to_px, 0)
        if box is None:
            return None
        x1, y1, x2, y2 = box
        shift = np.array([[1, 0, -x1], [0, 1, -y1], [0, 0, 1.0]])
        mask = cv2.warpPerspective(shade, shift @ to_px, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR)
        _darken(picture[y1:y2, x1:x2], mask)
        return box

    def _paint_shadow(self, picture: np.ndarray, card: LyingCard) -> Box | None:
        """A card lying flat throws a hair of shadow, a lifted one a wide soft one."""
        pose = card.pose
        height = pose.height + (_DIE_MM / 2 if card.pips else 0.8)
        outline = pose.corners_mm(card.size_mm) + _SHADOW * height
        px = self.camera.px(outline)
        blur = (0.6 + 0.16 * height) * self.camera.scale((pose.x, pose.y))
        pad = int(3 * blur) + 2
        x1, y1 = np.maximum(np.floor(px.min(axis=0)).astype(int) - pad, 0)
        x2, y2 = np.minimum(np.ceil(px.max(axis=0)).astype(int) + pad, self.camera.size)
        if x2 - x1 < 2 or y2 - y1 < 2:
            return None
        mask = np.zeros((y2 - y1, x2 - x1), np.uint8)
        dark = 120 if height < 3 else round(95 / (1 + height / 60))
        cv2.fillConvexPoly(mask, np.round((px - (x1, y1)) * 16).astype(np.int32), dark, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur))
        _darken(picture[y1:y2, x1:x2], mask)
        return int(x1), int(y1), int(x2), int(y2)

    def _sprite(self, label: str, back: str) -> tuple[np.ndarray, float]:
        """The card at about the size it has in the picture, premultiplied; millimetres per pixel."""
        key = (label, back)
        if key not in self._sprites:
            if label.startswith("die:"):
                face, wide = die_side(label[4:]), _DIE_MM
            else:
                face, wide = self.faces.face(label) if label else self.faces.back(back), CARD_MM[0]
            middle = self.camera.mm(np.array([self.camera.size], np.float64) / 2)[0]
            width = round(wide * self.camera.scale((float(middle[0]), float(middle[1]))) * 1.3)
            width = min(width, face.shape[1])
            size = (width, round(width * face.shape[0] / face.shape[1]))
            self._sprites[key] = premultiplied(cv2.resize(face, size, interpolation=cv2.INTER_AREA)), wide / width
        return self._sprites[key]

    def _box(self, sprite: np.ndarray, to_px: np.ndarray, pad: int) -> Box | None:
        """Pixels of the picture that a sprite may touch."""
        h, w = sprite.shape[:2]
        outline = np.array([[(0, 0)], [(w, 0)], [(w, h)], [(0, h)]], np.float64)
        px = cv2.perspectiveTransform(outline, to_px)[:, 0]
        x1, y1 = np.maximum(np.floor(px.min(axis=0)).astype(int) - 1 - pad, 0)
        x2, y2 = np.minimum(np.ceil(px.max(axis=0)).astype(int) + 1 + pad, self.camera.size)
        return (int(x1), int(y1), int(x2), int(y2)) if x2 - x1 > 1 and y2 - y1 > 1 else None


def premultiplied(image: np.ndarray) -> np.ndarray:
    """BGRA with its colours multiplied by its alpha, as `Scene.paint` wants it."""
    alpha = cv2.merge([image[..., 3]] * 3)
    return cv2.merge([*cv2.split(cv2.multiply(image[..., :3], alpha, scale=1 / 255)), image[..., 3]])


def _darken(part: np.ndarray, mask: np.ndarray) -> None:
    """Darken a part of a picture by a mask (h, w) uint8, in place."""
    cv2.multiply(part, cv2.cvtColor(cv2.bitwise_not(mask), cv2.COLOR_GRAY2BGR), dst=part, scale=1 / 255)


def _smeared(layer: np.ndarray, smear: np.ndarray) -> np.ndarray:
    """The layer blurred along its way: its mean with itself half the way on, then of that a quarter, and so
    on, which for long ways is far cheaper than a kernel."""
    step = np.asarray(smear) / 2
    while np.abs(step).max() >= 0.5:
        layer = _mean_with_shifted(layer, round(float(step[0])), round(float(step[1])))
        step = step / 2
    return layer


def _mean_with_shifted(layer: np.ndarray, dx: int, dy: int) -> np.ndarray:
    """The mean of a layer and the same moved by dx, dy pixels; from outside nothing comes in."""
    h, w = layer.shape[:2]
    mean = cv2.convertScaleAbs(layer, alpha=0.5)
    to_y, from_y = slice(max(0, dy), h + min(0, dy)), slice(max(0, -dy), h + min(0, -dy))
    to_x, from_x = slice(max(0, dx), w + min(0, dx)), slice(max(0, -dx), w + min(0, -dx))
    if abs(dx) < w and abs(dy) < h:
        mean[to_y, to_x] = cv2.addWeighted(layer[to_y, to_x], 0.5, layer[from_y, from_x], 0.5, 0.0)
    return mean

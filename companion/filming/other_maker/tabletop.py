"""The bare table as the camera sees it, and the things that lie about on it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.filming.other_maker.optics import Bounds, Pinhole
from companion.filming.other_maker.patches import Still
from companion.filming.other_maker.sheets import Light, Pose, Printed, Sheet, draw, plain, shadow
from rules import SetupError

_PICTURES = (".jpg", ".jpeg", ".png", ".webp")
_COLOURS_BGR = ((58, 92, 140), (40, 66, 104), (112, 150, 190), (70, 96, 74), (52, 92, 50), (120, 70, 50), (90, 90, 96),
          (150, 160, 168))


def bare_table(camera: Pinhole, bounds: Bounds, background: Path | None, seed: int) -> np.ndarray:
    """(h, w, 3) uint8: the table top to its edges, and the dim floor beyond."""
    rng = np.random.default_rng((seed, 701))
    cloth = _top(background, rng)
    px = np.stack(np.meshgrid(np.arange(camera.size[0]), np.arange(camera.size[1])), axis=-1)
    at = camera.on_table(px.reshape(-1, 2)).reshape(*px.shape)
    x1, y1, x2, y2 = np.array(bounds) + np.array([-1, -1, 1, 1]) * rng.uniform(25, 210, 4)
    turn = np.radians(rng.choice([0, 90]) + rng.normal(0, 4))
    turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    edges = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]]) @ turning
    low, reach = edges.min(axis=0), np.ptp(edges, axis=0)
    px_per_mm = float(((np.array(cloth.shape[1::-1]) - 1) / reach).min())  # one picture covers the whole top
    maps = ((at @ turning - low) * px_per_mm).astype(np.float32)
    fine = camera.px_per_mm() / px_per_mm
    if fine < 0.8:
        cloth = cv2.GaussianBlur(cloth, (0, 0), 0.45 / fine)
    top = cv2.remap(cloth, maps[..., 0], maps[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    depth = np.stack([at[..., 0] - x1, x2 - at[..., 0], at[..., 1] - y1, y2 - at[..., 1]]).min(axis=0)
    on = cv2.GaussianBlur((depth > 0).astype(np.float32), (0, 0), 1.2)[..., None]
    floor = np.array(rng.uniform(18, 90, 3)) * (1 + 0.15 * np.sin(at[..., :1] / 90))
    rim = 1 + 0.25 * np.exp(-np.abs(depth - 4) / 3)[..., None]
    return np.asarray((on * top * rim + (1 - on) * floor * 0.8).clip(0, 255).astype(np.uint8))


def _top(background: Path | None, rng: np.random.Generator) -> np.ndarray:
    """The picture of a table top."""
    if background is None:
        return _woven(rng) if rng.random() < 0.5 else _grained(rng)
    file = background
    if os.path.isdir(background):
        files = sorted(path for path in background.iterdir() if path.suffix.lower() in _PICTURES)
        if not files:
            raise SetupError(f"{background} holds no pictures of table tops.")
        file = files[int(rng.integers(len(files)))]
    picture = cv2.imread(str(file))
    if picture is None:
        raise SetupError(f"{file} is not a picture.")
    return picture


def _woven(rng: np.random.Generator) -> np.ndarray:
    colour = np.array(_COLOURS_BGR[rng.integers(len(_COLOURS_BGR))], float)
    fine = rng.normal(0, 1, (800, 800)).astype(np.float32)
    weave = cv2.GaussianBlur(fine, (0, 0), 0.8) * 22 + cv2.GaussianBlur(fine, (0, 0), 14) * 90
    return np.asarray((colour + weave[..., None]).clip(0, 255).astype(np.uint8))


def _grained(rng: np.random.Generator) -> np.ndarray:
    colour = np.array(_COLOURS_BGR[rng.integers(len(_COLOURS_BGR))], float)
    long = cv2.resize(rng.normal(0, 1, (700, 9)).astype(np.float32), (900, 900), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(cv2.GaussianBlur(long, (0, 0), 3) * 5 + np.linspace(0, 30, 900)[:, None])
    grain = 9 * rings + 7 * cv2.GaussianBlur(rng.normal(0, 1, (900, 900)).astype(np.float32), (0, 0), 5, sigmaY=0.7)
    grain -= 25 * (np.arange(900) % 225 < 3)[:, None]
    return np.asarray((colour + grain[..., None] * np.array([0.8, 1, 1.1])).clip(0, 255).astype(np.uint8))


# -- things that lie about ----------------------------------------------------------------------------


def clutter(bounds: Bounds, keep_out: Sequence[np.ndarray], count: int, seed: int) -> list[tuple[Sheet, Pose]]:
    """Things that look a little like cards, beside the places: papers, coasters, phones, a marker sheet, boxes."""
    rng = np.random.default_rng((seed, 702))
    makers = [_paper, _coaster, _phone, _markers, _box, _note, _photo]
    order = rng.permutation(len(makers))
    found: list[tuple[Sheet, Pose]] = []
    for k in range(count):
        sheet = makers[order[k % len(makers)]](rng)
        taken = [pose.corners(s.size_mm)[:, :2] for s, pose in found]
        pose = free_pose(sheet.size_mm, bounds, [*keep_out, *taken], rng)
        if pose is not None:
            found.append((sheet, pose))
    return found


def lying_about(bare: np.ndarray, camera: Pinhole, things: Sequence[tuple[Sheet, Pose]], light: Light) -> np.ndarray:
    """The table with these things on it."""
    still = Still(bare)
    for key, (sheet, pose) in enumerate(things):
        patches = (shadow(camera, sheet, pose, light), draw(camera, sheet, pose, light))
        still.lay(key, tuple(patch for patch in patches if patch is not None))
    return still.picture


def free_pose(size_mm: tuple[float, float], bounds: Bounds, keep_out: Sequence[np.ndarray],
              rng: np.random.Generator) -> Pose | None:
    """Somewhere in sight, apart from these outlines in mm; None where there is no room."""
    x1, y1, x2, y2 = bounds
    for _ in range(80):
        pose = Pose(float(rng.uniform(x1, x2)), float(rng.uniform(y1, y2)),
                    float(rng.uniform(0, 360)), 0.4)
        corners = pose.corners(size_mm)[:, :2].astype(np.float32)
        if all(cv2.intersectConvexConvex(corners, np.asarray(other, np.float32))[0] <= 60 for other in keep_out):
            return pose
    return None


def _thing(picture: np.ndarray, size_mm: tuple[float, float], shine: float = 0.0, corner_mm: float = 0.0) -> Sheet:
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    picture = cv2.copyMakeBorder(picture, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    printed = Printed(picture, size_mm[0])
    return Sheet(printed, printed, size_mm, shine=shine, corner_mm=corner_mm)


def _paper(rng: np.random.Generator) -> Sheet:
    page = np.full((420, 297, 3), rng.uniform(222, 250), np.uint8)
    for y in range(30, 390, 14):
        if rng.random() < 0.85:
            for x in np.arange(25, rng.uniform(150, 275), 9):
                cv2.line(page, (int(x), y), (int(x + rng.uniform(3, 8)), y - int(rng.uniform(0, 4))), (60, 50, 45), 1,
                         cv2.LINE_AA)
    scale = float(rng.uniform(0.45, 0.75))
    return _thing(page, (210 * scale, 297 * scale))


def _note(rng: np.random.Generator) -> Sheet:
    """About as large as a card, white, with a red or black sign in a corner."""
    page = np.full((176, 126, 3), (238, 244, 246), np.uint8)
    ink = (40, 40, 190) if rng.random() < 0.5 else (30, 30, 30)
    sign = str(rng.choice(["8", "K", "12", "A", "Q?", "7"]))
    cv2.putText(page, sign, (10, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 2, cv2.LINE_AA)
    for y in range(60, 160, 16):
        cv2.line(page, (12, y), (int(rng.uniform(50, 112)), y), (150, 140, 140), 1, cv2.LINE_AA)
    return _thing(page, (63 * float(rng.uniform(0.9, 1.2)), 88 * float(rng.uniform(0.9, 1.2))))


def _photo(rng: np.random.Generator) -> Sheet:
    """A postcard: a white border around colours."""
    page = np.full((150, 210, 3), 240, np.uint8)
    wild = cv2.resize(rng.integers(20, 230, (5, 7, 3)).astype(np.uint8), (186, 126), interpolation=cv2.INTER_CUBIC)
    page[12:138, 12:198] = wild
    return _thing(page, (148, 105), 0.15)


def _coaster(rng: np.random.Generator) -> Sheet:
    colour = tuple(int(v) for v in rng.uniform(30, 230, 3))
    square = plain(colour, 0.12, (200, 200)).copy()
    cv2.circle(square, (100, 100), 78, (*(255 - np.array(colour)).tolist(), 255), 3, cv2.LINE_AA)
    return _thing(square, (92, 92), corner_mm=0.12 * 92)


def _phone(rng: np.random.Generator) -> Sheet:
    phone = plain((26, 24, 24), 0.16, (150, 310)).copy()
    if rng.random() < 0.6:
        phone[14:296, 8:142, :3] = tuple(int(v) for v in rng.uniform(60, 250, 3))
        for y in range(40, 260, 32):
            cv2.rectangle(phone, (18, y), (int(rng.uniform(60, 130)), y + 18), (250, 250, 250, 255), -1)
    return _thing(phone, (72, 150), 0.5, 0.16 * 72)


def _markers(rng: np.random.Generator) -> Sheet:
    page = np.full((420, 297, 3), 248, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    for k, (x, y) in enumerate(((20, 20), (177, 20), (20, 300), (177, 300), (98, 160))):
        mark = cv2.aruco.generateImageMarker(family, int(rng.integers(250)), 100 - 4 * k)
        page[y:y + mark.shape[0], x:x + mark.shape[1]] = mark[..., None]
    return _thing(page, (105, 148))


def _box(rng: np.random.Generator) -> Sheet:
    """A pack's box: coloured, with a white field."""
    colour = tuple(int(v) for v in rng.choice([[150, 40, 30], [40, 40, 170], [60, 60, 60], [60, 110, 40]]))
    box = np.full((190, 136, 3), colour, np.uint8)
    cv2.rectangle(box, (20, 30), (116, 150), (235, 240, 240), 3)
    cv2.ellipse(box, (68, 90), (34, 44), 0, 0, 360, (235, 240, 240), -1, cv2.LINE_AA)
    cv2.putText(box, "52", (44, 102), cv2.FONT_HERSHEY_DUPLEX, 1.0, colour, 2, cv2.LINE_AA)
    return _thing(box, (66, 92), 0.2)

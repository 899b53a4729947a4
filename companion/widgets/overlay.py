"""What is drawn over the camera picture to be dragged: the places of a layout, and tapped corners.

Both follow the picture of a CameraView: `to_screen` and `to_frame` turn pixels of the frame into
pixels of the window and back.  A finger covers what it drags, so a lens beside it shows what lies below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from kivy.graphics import Color, Line, Mesh, Rectangle, RoundedRectangle, SmoothEllipse, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from calibration import Calibration, Layout, Zone
from calibration.table import Point
from companion.style.theme import BOLD_FONT, ON_PICTURE
from companion.widgets.base import app, follow_app
from companion.widgets.camera import CameraView
from companion.widgets.lettering import text_texture
from companion.words import texts

LEAST_MM = 40.0  # a place is at least so wide and high
LENS_ZOOM = 2.5
SIDE_STEPS = 8  # pieces of a drawn side, so that a lens may bend it



class Overlay(Widget):
    """Drawn over a camera picture; draws itself again when the picture moves."""

    def __init__(self, camera: CameraView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.camera = camera
        for name in ("picture_box", "frame_size"):  # what is drawn stands in the picture, wherever that is shown
            camera.fbind(name, self.redraw)
        follow_app(self.redraw, "theme")

    @property
    def reach(self) -> float:
        """How near a finger must come, in pixels: half a fingertip."""
        return float(app().touch / 2)

    def to_screen(self, points_px: np.ndarray) -> np.ndarray:
        """(n, 2) pixels of the frame -> pixels of the window."""
        x, y, wide, high = self.camera.picture_box
        across, down = self.camera.frame_size
        points = np.asarray(points_px, float).reshape(-1, 2)
        return np.column_stack([x + points[:, 0] / across * wide, y + (1 - points[:, 1] / down) * high])

    def to_frame(self, point: Point) -> Point:
        """A point of the window in pixels of the frame, kept within it."""
        x, y, wide, high = self.camera.picture_box
        across, down = self.camera.frame_size
        u, v = (point[0] - x) / max(wide, 1) * across, (1 - (point[1] - y) / max(high, 1)) * down
        return float(np.clip(u, 0, across - 1)), float(np.clip(v, 0, down - 1))

    def redraw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.width > 10:
            with self.canvas:
                self.draw()

    def draw(self) -> None:
        raise NotImplementedError

    def draw_handle(self, x: float, y: float, text: str = "") -> None:
        unit = app().unit
        radius = unit * 22
        Color(0, 0, 0, 0.6)
        SmoothEllipse(pos=(x - radius - 2, y - radius - 2), size=(2 * radius + 4, 2 * radius + 4))
        Color(*ON_PICTURE)
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
        if text:
            Color(0, 0, 0, 1)
            texture = text_texture(text, app().letters, BOLD_FONT)
            Rectangle(texture=texture, size=texture.size, pos=(x - texture.width / 2, y - texture.height / 2))


class ZoneEditor(Overlay):
    """The places of a layout, each with its name; the chosen one has handles at its corners.
    `on_layout` is called with the changed layout when a finger lifts."""

    layout = ObjectProperty(None, allownone=True)
    calibration = ObjectProperty(None, allownone=True)
    chosen = StringProperty("")

    def __init__(self, camera: CameraView, on_layout: Callable[[Layout], None], **kwargs: Any) -> None:
        super().__init__(camera, **kwargs)
        self.changed = on_layout
        self._held: tuple[int | None, Zone, Point] | None = None  # corner (None: the whole), as it was, where in mm
        self._sent: Layout | None = None  # as it was changed here, until the survey has it so
        for name in ("layout", "calibration", "chosen"):
            self.fbind(name, self.redraw)

    def follow(self, layout: Layout) -> None:
        """Show the survey's layout, unless a finger holds a place, or a change is still on its way there."""
        if self._sent == layout:
            self._sent = None
        if self._held is None and self._sent is None and self.layout != layout:
            self.layout = layout

    def let_go(self) -> None:
        """Whatever the survey says next counts."""
        self._sent = None

    @property
    def zone(self) -> Zone | None:
        """The chosen place."""
        layout: Layout | None = self.layout
        return next((zone for zone in layout.zones if zone.name == self.chosen), None) if layout else None

    def choose_next(self) -> None:
        names = self.layout.names if self.layout else ()
        if names:
            self.chosen = names[(names.index(self.chosen) + 1) % len(names)] if self.chosen in names else names[0]

    def nudge(self, way: str, step_mm: float = 10.0) -> None:
        """Move or stretch the chosen place a little: what a finger does, for keys."""
        zone = self.zone
        if zone is None:
            return
        moves = {"left": (-step_mm, 0), "right": (step_mm, 0), "up": (0, -step_mm), "down": (0, step_mm)}
        if way in moves:
            self._put(zone.moved(*moves[way]))
        else:
            grow = {"wider": (step_mm, 0), "narrower": (-step_mm, 0), "higher": (0, step_mm), "lower": (0, -step_mm)}
            self._put(enlarged(zone, *grow[way]))
        self._send()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        calibration: Calibration | None = self.calibration
        if calibration is None or self.layout is None or not self.collide_point(*touch.pos):
            return False
        at_mm = self._mm(touch.pos)
        if self.zone is not None:
            corners = self.to_screen(calibration.mm_to_px(np.array(self.zone.corners_mm)))
            far = np.hypot(*(corners - np.array(touch.pos)).T)
            if np.nanmin(far) <= self.reach:
                self._held = (int(np.nanargmin(far)), self.zone, at_mm)
                touch.grab(self)
                return True
        inside = [zone for zone in self.layout.zones if zone.depth_mm(np.array([at_mm]))[0] > 0]
        if not inside:
            return False
        zone = next((zone for zone in inside if zone.name == self.chosen), inside[-1])
        self.chosen = zone.name
        self._held = (None, zone, at_mm)
        touch.grab(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        corner, zone, start = self._held
        x, y = self._mm(touch.pos)
        if not np.isfinite(x + y):
            return True
        self._put(zone.moved(x - start[0], y - start[1]) if corner is None else dragged(zone, corner, (x, y)))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        moved = self._held is not None and self.zone != self._held[1]
        self._held = None
        if moved:
            self._send()
        return True

    def _send(self) -> None:
        self._sent = self.layout
        self.changed(self.layout)

    def _put(self, zone: Zone) -> None:
        self.layout = self.layout.with_zones([zone])

    def _mm(self, point: Point) -> Point:
        x, y = self.calibration.px_to_mm(np.array([self.to_frame(point)]))[0]
        return float(x), float(y)

    def draw(self) -> None:
        if self.calibration is None or self.layout is None:
            return
        outlines = self.calibration.zone_outlines_px(self.layout, SIDE_STEPS)
        for name, outline in outlines.items():
            if name != self.chosen:
                self._draw_zone(name, self.to_screen(outline), False)
        if self.chosen in outlines:
            self._draw_zone(self.chosen, self.to_screen(outlines[self.chosen]), True)
            for x, y in self.to_screen(outlines[self.chosen])[::SIDE_STEPS]:
                self.draw_handle(x, y)

    def _draw_zone(self, name: str, outline: np.ndarray, chosen: bool) -> None:
        unit = app().unit
        points = outline.ravel().tolist()
        corners = outline[::SIDE_STEPS]
        Color(*ON_PICTURE[:3], 0.28 if chosen else 0.10)
        Mesh(vertices=np.column_stack([corners, np.zeros((len(corners), 2))]).ravel().tolist(),
             indices=list(range(len(corners))), mode="triangle_fan")
        Color(0, 0, 0, 0.6)
        SmoothLine(points=points, close=True, width=unit * 3)
        Color(*(ON_PICTURE if chosen else (1, 1, 1, 1)))
        SmoothLine(points=points, close=True, width=unit * (2.2 if chosen else 1.4))
        texture = text_texture(texts.place_name(name), app().letters, BOLD_FONT)
        x, y = outline.mean(axis=0)
        Color(0, 0, 0, 0.6)
        RoundedRectangle(pos=(x - texture.width / 2 - unit * 8, y - texture.height / 2), radius=[unit * 8],
                         size=(texture.width + unit * 16, texture.height))
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, size=texture.size, pos=(x - texture.width / 2, y - texture.height / 2))


class CornerPicker(Overlay):
    """Up to four tapped corners, numbered; each can be dragged.  points: in pixels of the frame."""

    points = ObjectProperty(())

    def __init__(self, camera: CameraView, **kwargs: Any) -> None:
        super().__init__(camera, **kwargs)
        self._held: int | None = None
        self.fbind("points", self.redraw)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        x, y, wide, high = self.camera.picture_box
        if not (x <= touch.x <= x + wide and y <= touch.y <= y + high):
            return False
        far = np.hypot(*(self.to_screen(np.array(self.points)) - np.array(touch.pos)).T)
        if len(far) and far.min() <= self.reach:
            self._held = int(far.argmin())
        elif len(self.points) < 4:
            self._held = len(self.points)
            self.points = (*self.points, self.to_frame(touch.pos))
        else:
            return False
        touch.grab(self)
        self.redraw()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        points = list(self.points)
        points[self._held] = self.to_frame(touch.pos)
        self.points = tuple(points)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held = None
        self.redraw()
        return True

    def draw(self) -> None:
        if not self.points:
            return
        where = self.to_screen(np.array(self.points))
        if len(where) > 1:
            Color(0, 0, 0, 0.6)
            SmoothLine(points=where.ravel().tolist(), close=len(where) == 4, width=app().unit * 3)
            Color(*ON_PICTURE)
            SmoothLine(points=where.ravel().tolist(), close=len(where) == 4, width=app().unit * 1.6)
        for index, (x, y) in enumerate(where):
            self.draw_handle(x, y, str(index + 1))
        if self._held is not None and self._held < len(where):
            self._draw_lens(self.points[self._held], where[self._held])

    def _draw_lens(self, at_px: Point, where: np.ndarray) -> None:
        """What lies below the finger, larger, in the picture's far upper corner."""
        texture = self.camera.texture
        if texture is None:
            return
        x, y, wide, high = self.camera.picture_box
        side = min(wide, high) * 0.36
        left = x if where[0] > x + wide / 2 else x + wide - side
        bottom = y + high - side
        across, down = self.camera.frame_size
        u, v = at_px[0] / across, at_px[1] / down
        du, dv = side / wide / LENS_ZOOM / 2, side / high / LENS_ZOOM / 2
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(left, bottom), size=(side, side),
                  tex_coords=(u - du, v + dv, u + du, v + dv, u + du, v - dv, u - du, v - dv))
        Color(*ON_PICTURE)
        Line(rectangle=(left, bottom, side, side), width=app().unit * 1.5)
        Line(points=[left + side / 2, bottom + side * 0.3, left + side / 2, bottom + side * 0.7], width=1)
        Line(points=[left + side * 0.3, bottom + side / 2, left + side * 0.7, bottom + side / 2], width=1)


def dragged(zone: Zone, corner: int, to_mm: Point) -> Zone:
    """The place with one corner drawn elsewhere.  A rectangle stays one, turned as it was, and its
    opposite corner stays; of any other shape only the corner moves."""
    corners = np.array(zone.corners_mm)
    if not _is_rectangle(corners):
        corners[corner] = to_mm
        moved = tuple((float(x), float(y)) for x, y in corners)
        return Zone(zone.name, moved) if cv2.contourArea(corners.astype(np.float32)) > LEAST_MM**2 else zone
    fixed = corners[(corner + 2) % 4]
    sides = []
    for neighbour in ((corner + 1) % 4, (corner + 3) % 4):
        side = corners[neighbour] - fixed
        unit = side / np.linalg.norm(side)
        sides.append(unit * max(LEAST_MM, float(unit @ (np.array(to_mm) - fixed))))
    corners[(corner + 1) % 4], corners[(corner + 3) % 4] = fixed + sides[0], fixed + sides[1]
    corners[corner] = fixed + sides[0] + sides[1]
    return Zone(zone.name, tuple((float(x), float(y)) for x, y in corners))


def enlarged(zone: Zone, wider_mm: float, higher_mm: float) -> Zone:
    """The place made larger (or smaller) about its middle, along the table's axes."""
    corners = np.array(zone.corners_mm)
    middle, size = corners.mean(axis=0), np.ptp(corners, axis=0)
    grown = np.maximum(LEAST_MM, size + np.array([wider_mm, higher_mm]))
    corners = middle + (corners - middle) * grown / size
    return Zone(zone.name, tuple((float(x), float(y)) for x, y in corners))


def _is_rectangle(corners: np.ndarray) -> bool:
    if len(corners) != 4:
        return False
    sides = np.roll(corners, -1, axis=0) - corners
    turns = np.abs(np.sum(sides * np.roll(sides, -1, axis=0), axis=1))
    return bool((turns < 1e-3 * np.linalg.norm(sides, axis=1).prod() ** 0.5).all())

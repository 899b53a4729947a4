"""The felt under everything: a flat colour with a soft weave, darker towards the edges."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.widgets.base import app

WEAVE_PX = 256
SHADE_PX = 64


@cache
def weave_texture(seed: int = 1) -> Texture:
    """A tile of white noise stretched along both threads, (256, 256) luminance with alpha."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 1, (WEAVE_PX, WEAVE_PX))
    threads = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, 2, 0) + np.roll(noise, 2, 1)
    alpha = np.clip(np.abs(threads) * 5, 0, 22)
    light = np.where(threads > 0, 255, 0)
    pixels = np.dstack([light, light, light, alpha]).astype(np.uint8)
    return _texture(pixels, repeat=True)


@cache
def grain_texture(seed: int = 2) -> Texture:
    """Wood grain: long wavering lines, (128, 512) with alpha, dark on nothing."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:128, 0:512]
    wave = y + 5 * np.sin(x / 83 + 1) + 3 * np.sin(x / 31 + y / 17)
    rings = 0.5 + 0.5 * np.sin(wave / 2.7 + 2 * np.sin(wave / 11))
    pores = np.repeat(rng.random((128, 64)), 8, axis=1) > 0.93
    alpha = np.clip(rings * 52 + pores * 34, 0, 255)
    zero = np.zeros_like(alpha)
    return _texture(np.dstack([zero, zero, zero, alpha]).astype(np.uint8), repeat=False)


@cache
def shade_texture() -> Texture:
    """A vignette: clear in the middle, black towards the edges."""
    y, x = np.mgrid[-1:1:SHADE_PX * 1j, -1:1:SHADE_PX * 1j]
    alpha = np.clip((np.hypot(x, y) - 0.55) * 120, 0, 110)
    zero = np.zeros_like(alpha)
    return _texture(np.dstack([zero, zero, zero, alpha]).astype(np.uint8), repeat=False)


def _texture(pixels: np.ndarray, repeat: bool) -> Texture:
    """(h, w, 4) uint8 RGBA as a Kivy texture."""
    height, width = pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(np.ascontiguousarray(pixels).tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    if repeat:
        texture.wrap = "repeat"
    return texture


class Felt(Widget):
    """Fills its rectangle with felt."""

    weave = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)
        app().fbind("theme", self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        theme = app().theme
        self.canvas.clear()
        with self.canvas:
            Color(*theme.felt)
            Rectangle(pos=self.pos, size=self.size)
            if theme.texture and self.weave:
                Color(1, 1, 1, theme.texture)
                across, down = self.width / WEAVE_PX, self.height / WEAVE_PX
                Rectangle(pos=self.pos, size=self.size, texture=weave_texture(),
                          tex_coords=(0, 0, across, 0, across, down, 0, down))
                Color(1, 1, 1, theme.texture * (1 if theme.name == "dark" else 0.35))
                Rectangle(pos=self.pos, size=self.size, texture=shade_texture())

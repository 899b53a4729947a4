"""The felt under everything: a flat colour with a soft weave, darker towards the edges."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.style.theme import THEMES, Theme
from companion.widgets.base import app, follow_app

WEAVE_PX = 256
WEAVE_DEPTH = 0.03


@cache
def weave(seed: int = 1) -> np.ndarray:
    """A tile of white noise stretched along both threads, (256, 256) from about -1 to 1."""
    noise = np.random.default_rng(seed).normal(0, 1, (WEAVE_PX, WEAVE_PX))
    threads = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, 2, 0) + np.roll(noise, 2, 1)
    return np.clip(threads / 5, -1, 1)


def felt_picture(theme: Theme, width: int, height: int) -> np.ndarray:
    """Felt for a whole window, (h, w, 4) uint8 RGBA: one picture is drawn sooner than three layers."""
    tile = np.tile(weave(), (height // WEAVE_PX + 1, width // WEAVE_PX + 1))[:height, :width]
    y, x = np.ogrid[-1:1:height * 1j, -1:1:width * 1j]
    shade = np.clip((np.hypot(x, y) - 0.55) * 0.47, 0, 0.43) * (1.0 if theme.name == "dark" else 0.35)
    coarse = WEAVE_DEPTH / np.mean(theme.felt[:3])  # as deep on light felt as on dark
    light = 1 + theme.texture * (coarse * tile - shade)
    rgba = np.full((height, width, 4), 255, np.uint8)
    for channel, share in enumerate(theme.felt[:3]):  # one by one: all at once they take eight times the memory
        rgba[..., channel] = np.clip(255 * share * light, 0, 255)
    return rgba


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
    return _texture(np.dstack([zero, zero, zero, alpha]).astype(np.uint8))


@lru_cache(maxsize=2)
def felt_texture(theme: str, width: int, height: int) -> Texture:
    """The felt of a window, shared by all screens; never shown larger or smaller than it is."""
    texture = _texture(felt_picture(THEMES[theme], width, height))
    texture.min_filter = texture.mag_filter = "nearest"
    return texture


def _texture(pixels: np.ndarray) -> Texture:
    """(h, w, 4) uint8 RGBA as a Kivy texture."""
    height, width = pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(np.ascontiguousarray(pixels).tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class Felt(Widget):
    """Fills its rectangle with its part of the window's felt."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", redraw)
        self.fbind("size", redraw)
        follow_app(self._draw, "theme")

    def _draw(self, *_: Any) -> None:
        theme, (width, height) = app().theme, map(int, self.size)
        self.canvas.clear()
        if width < 2 or height < 2:
            return
        with self.canvas:
            if theme.texture:
                Color(1, 1, 1)
                felt = felt_texture(theme.name, *map(int, Window.size))
                Rectangle(pos=self.pos, size=(width, height),
                          texture=felt.get_region(*map(int, self.pos), width, height))
            else:
                Color(*theme.felt)
                Rectangle(pos=self.pos, size=self.size)

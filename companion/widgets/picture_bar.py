"""The red bar above every screen while the camera's picture is dead; it goes when the picture comes back."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.widgets.base import load_kv


class PictureBar(BoxLayout):
    """What is wrong with the picture, and the one thing to do.  No height while nothing is."""

    text = StringProperty("")


load_kv(__file__)

"""Which camera: any phone, those of this device by name with a small live picture each, an address or a film."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.device.cameras import NamedCamera, Previews
from companion.sharing.sources import PHONE
from companion.sitting.screen_pictures import make_picture
from companion.widgets.base import Btn, load_kv
from companion.widgets.camera import CameraView
from companion.widgets.entry import EntryField
from companion.words import texts

__all__ = ["CameraView", "EntryField", "SourcePicker"]
NUMBERS = ("0", "1", "2")  # offered where the system names no camera


class CameraTile(BoxLayout):
    """One camera, live and small, under its name."""

    name = StringProperty("")
    chosen = BooleanProperty(False)
    choose = ObjectProperty(None)


class SourcePicker(BoxLayout):
    """Calls `choose` with the name of a source.  `looked_through` is the one that is open."""

    looked_through = StringProperty("")
    given = StringProperty("")  # which pictures come, in words

    def __init__(self, choose: Callable[[str], None], controller: Any, make_previews: Callable[[str], Previews],
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._choose, self.controller, self._make_previews = choose, controller, make_previews
        self.previews: Previews | None = None
        self._listed: tuple[NamedCamera, ...] | None = None
        self.tiles: dict[str, CameraTile] = {}
        self._shown: dict[str, object] = {}

    def open(self, looked_through: str) -> None:
        """Look which cameras there are, and what they see."""
        self.close()
        self.looked_through = looked_through
        self.ids.phone.chosen = looked_through == PHONE
        self.ids.entry.text = "" if looked_through in (PHONE, *NUMBERS) else looked_through
        self.previews, self._listed = self._make_previews(looked_through), None
        self._offer(())

    def close(self) -> None:
        """Let all cameras go that are only shown here."""
        if self.previews is not None:
            self.previews.close()
        self.previews = None

    def look(self) -> None:
        """Show what has come since."""
        given = self.controller.given
        self.given = texts.given(*given) if given else ""
        previews = self.previews
        if previews is None:
            return
        if previews.cameras is not None and previews.cameras != self._listed:
            self._listed = previews.cameras
            self._offer(self._listed)
        for name, tile in self.tiles.items():
            if name == self.looked_through:
                picture = self.controller.picture
                if picture is not None and self._shown.get(name) is not picture:
                    tile.ids.camera.show(picture)
                    self._shown[name] = picture
            elif (image := previews.pictures.get(name)) is not None and self._shown.get(name) is not image:
                tile.ids.camera.show(make_picture(image, image.shape[1]))
                self._shown[name] = image
            elif name in previews.faults:
                tile.ids.camera.message = texts.NO_PICTURE

    def choose(self, source: str) -> None:
        """Look through this one."""
        if source:
            self.close()
            self._choose(source)

    def _offer(self, cameras: tuple[NamedCamera, ...]) -> None:
        """A tile for each camera; their numbers where the system names none."""
        grid = self.ids.cameras
        grid.clear_widgets()
        self.tiles, self._shown = {}, {}
        for camera in cameras:
            tile = self.tiles[camera.name] = CameraTile(
                name=camera.name, chosen=self.looked_through == camera.name, choose=partial(self.choose, camera.name))
            grid.add_widget(tile)
        if self._listed == ():
            for number in NUMBERS:
                text = texts.CAMERA_NUMBER.format(number=number)
                button = Btn(text=text, chosen=self.looked_through == number)
                button.bind(on_release=lambda _button, number=number: self.choose(number))
                grid.add_widget(button)


load_kv(__file__)

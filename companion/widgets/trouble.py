"""The bar that stays above every screen while something is wrong, until it is put right."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.sitting.messages import Trouble
from companion.widgets.base import app, load_kv


class TroubleBar(BoxLayout):
    """One sentence, and one touch that does something about it.  No height while nothing is wrong."""

    text = StringProperty("")
    can_hold = BooleanProperty(False)
    can_act = BooleanProperty(False)

    def tell(self, trouble: Trouble) -> None:
        """What is wrong now."""
        self.text, self.can_hold = trouble.text, trouble.can_hold
        self.can_act = bool(trouble.text) and (trouble.can_hold or trouble.can_close)

    def act(self) -> None:
        """Write this table here; or, where nothing can be done, let the bar go."""
        if self.can_hold:
            app().controller.hold()
        else:
            self.tell(Trouble(""))


load_kv(__file__)

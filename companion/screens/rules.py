"""The rules of a game as a table plays them, from what the game says of itself."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import StringProperty

from companion.widgets.app_screen import AppScreen
from companion.widgets.base import WrappedText, app, load_kv
from companion.widgets.felt import Felt
from companion.words import texts
from rules import GAMES

__all__ = ["Felt", "RulesScreen"]


class RulesScreen(AppScreen):
    """Short paragraphs, one below the other."""

    title = StringProperty("")

    def open(self, name: str, written: Mapping[str, str], came_from: str) -> None:
        """The rules with these options; the others are as usual."""
        game, self.came_from = GAMES[name], came_from
        self.title = texts.RULES_OF.format(title=texts.game_title(name))
        known = {option.name for option in game.options}
        options = game.parse_options({key: value for key, value in written.items() if key in known})
        box = self.ids.paragraphs
        box.clear_widgets()
        for sentence in game.rules_text(options):
            paragraph = WrappedText(text=texts.pretty(sentence, name), font_size=app().letters, size_hint_y=None)
            paragraph.bind(texture_size=lambda label, size: setattr(label, "height", size[1]))
            box.add_widget(paragraph)
        self.ids.list.scroll_y = 1


load_kv(__file__)

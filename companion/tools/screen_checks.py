"""What can be measured of how the app feels.

    python -m companion.tools checks contrast                           # WCAG 2 of every pair of colours
    python -m companion.tools.headless python -m companion.tools checks touch # millimetres of every button
    python -m companion.tools.headless python -m companion.tools checks letters # millimetres of every capital
    python -m companion.tools.headless python -m companion.tools checks path  # taps from the first screen
    python -m companion.tools.headless python -m companion.tools checks start # seconds to the first screen

Exit status 1 where something falls short.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.device.tables import TableFiles
from companion.log.session import SessionStore
from companion.style.theme import CAPITALS_MM, INCHES, THEMES, Colour, Theme, capital_mm, contrast_ratio, over
from companion.tools.scenes import load_scenes
from companion.words import texts
from rules import Table

if TYPE_CHECKING:
    from companion.tools.fingers import Hands

LEAST_MM = 12.0
DOTS_PER_INCH = 160.0  # of a tablet: one density-independent pixel is one pixel
TEXT, LARGE, HIGH = 4.5, 3.0, 7.0  # WCAG 2 AA for text, AA for large text and signs, AAA for text
SIZES = ((1280, 800), (800, 1280), (1024, 600), (2560, 1600))
MOST_TAPS = 4
ROUNDING_MM = 0.02  # by which sizes in whole pixels differ


# -- contrast ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """What is written on what, and the least ratio that it needs."""

    theme: str
    what: str
    ratio: float
    least: float

    @property
    def is_enough(self) -> bool:
        """Whether the contrast is at least what is asked."""
        return self.ratio >= self.least

    def __str__(self) -> str:
        return f"{self.theme:9} {self.what:28} {self.ratio:5.1f} (at least {self.least:g})"


def pairs(theme: Theme) -> Iterator[Pair]:
    """Every pair of colours that a screen puts on each other."""
    text = HIGH if theme.name == "contrast" else TEXT
    surface = over(theme.surface, theme.felt)
    plate = over((*theme.raised[:3], theme.raised[3] * 0.8), surface)  # tiles of the panel
    grounds: dict[str, Colour] = {"felt": theme.felt, "surface": surface, "raised": theme.raised, "tile": plate,
                                  "pressed": theme.pressed}
    for ground, colour in grounds.items():
        for name in ("ink", "quiet", "accent", "caution", "good"):
            if name in ("caution", "good") and ground not in ("felt", "surface"):
                continue
            if name == "accent" and ground in ("pressed", "raised"):
                continue
            if name == "quiet" and ground == "pressed":
                continue
            yield Pair(theme.name, f"{name} on {ground}", contrast_ratio(getattr(theme, name), colour), text)
    yield Pair(theme.name, "on_accent on accent", contrast_ratio(theme.on_accent, theme.accent), text)
    yield Pair(theme.name, "card_black on card", contrast_ratio(theme.card_black, theme.card), text)
    yield Pair(theme.name, "card_red on card", contrast_ratio(theme.card_red, theme.card), text)
    yield Pair(theme.name, "ink on wood", contrast_ratio(theme.ink, theme.wood), LARGE)
    for seat, peg in enumerate(theme.pegs, 1):  # edged by the colour of a hole, which is what it stands out from
        yield Pair(theme.name, f"peg {seat} on wood or its edge",
                   max(contrast_ratio(peg, theme.wood), contrast_ratio(peg, theme.hole)), LARGE)


def contrast() -> int:
    """Print every pair, the lowest last; how many fall short."""
    found = sorted((pair for theme in THEMES.values() for pair in pairs(theme)), key=lambda p: -p.ratio / p.least)
    for pair in found:
        print(pair)
    wrong = sum(not pair.is_enough for pair in found)
    print(f"{len(found)} pairs, {wrong} too weak.")
    return wrong


# -- touch targets -------------------------------------------------------------------------------


@contextmanager
def working_app(language: str = "en") -> Iterator[tuple[Hands, SessionStore]]:
    """An app of its own in a language, with an empty store."""
    from companion.screens.app import CompanionApp
    from companion.sitting.controller import Controller
    from companion.tools.fingers import Hands

    with tempfile.TemporaryDirectory() as own:
        store = SessionStore(":memory:")
        app = CompanionApp(Controller(store, files=TableFiles(Path(own))), Path(own) / "settings.json", source="")
        with Hands(app, SIZES[0]) as hands:
            while app.settings.language != language:
                app.change_language()
            yield hands, store


def screens(hands: Hands, store: SessionStore) -> Iterator[str]:
    """Goes through every screen and sheet; yields the name of what is open."""
    app = hands.app

    def settle(name: str) -> None:
        hands.wait(lambda: app.manager.current == name and not app.manager.transition.is_active)
        hands.frames(3)

    scenes = load_scenes()
    usual = scenes.file.usual
    session = scenes.play(store, usual.game)
    app.go_home()
    settle("home")
    yield "home"
    app.choose_game(usual.game)
    settle("setup")
    yield "setup"
    app.make_deck(usual.decks["deck"], Table(("Ann", "Bob", "Cal")), "improvised", "")
    settle("deck")
    yield "deck"
    for tab in ("view", "find", "zones", "source"):
        app.try_camera(usual.game, session.info.table, "standard", "")
        settle("camera")
        app.screen("camera").tab = tab
        hands.frames(3)
        yield f"camera, {tab}"
    app.screen("camera").done()
    app.carry_on(session.info.id)
    hands.wait(lambda: app.table.view is not None and app.table.view.game == usual.game)
    settle("table")
    yield "table"
    opened: dict[str, Callable[[], None]] = {
        "more": app.table.sheets.open_more, "picker": app.table.correct_last, "log": app.table.sheets.open_log,
        "play a card": app.table.sheets.add_missed, "show a hand": app.table.sheets.show_hand,
        "a hand": partial(app.table.sheets.show_of, "Ann")}
    for name, act in opened.items():
        act()
        hands.frames(4)
        yield name
        app.table.close_sheet()
    for name in (*usual.checked, *scenes.file.random):
        app.table.forget()
        app.carry_on(scenes.play(store, name).info.id)
        hands.wait(lambda: app.table.view is not None)
        hands.frames(4)
        yield name
    app.table.forget()
    app.carry_on(usual.points.play(store).info.id)
    hands.wait(lambda: app.table.view is not None)
    for name, go in {"scores": app.open_scores, "recap": app.open_recap, "backup": app.open_backup,
                     "dispute": app.look_back, "statistics": app.open_statistics,
                     "printing": app.open_printing, "options": app.open_options,
                     "spectators": app.open_spectators}.items():
        go()
        settle(name)
        yield name
    app.go_home()


def targets(hands: Hands) -> Iterator[tuple[float, str]]:
    """The shorter side in millimetres of everything that can be pressed now, and what it says."""
    from companion.widgets.keys import pressables

    screen = hands.app.manager.current_screen
    for widget in pressables(getattr(screen, "sheet", None) or screen):
        side = min(widget.width, widget.height)
        yield side / DOTS_PER_INCH * 25.4, getattr(widget, "text", "") or getattr(widget, "card", "")


def touch(language: str = "en") -> int:
    """Print the smallest target of every screen at every size; how many are too small."""
    wrong = 0
    with working_app(language) as (hands, store):
        for size in SIZES:
            hands.resize(*size)
            for name in screens(hands, store):
                found = sorted(targets(hands))
                small = [word for side, word in found if side < LEAST_MM - 0.05]
                wrong += len(small)
                least = f"{found[0][0]:.1f} mm" if found else "nothing to touch"
                print(f"{size[0]}x{size[1]} {name:14} {len(found):3} targets, least {least}"
                      + (f"; too small: {', '.join(map(repr, small))}" if small else ""), flush=True)
    print(f"{wrong} targets are smaller than {LEAST_MM:g} mm at {DOTS_PER_INCH:g} dots an inch.")
    return wrong


# -- letters -------------------------------------------------------------------------------------


def small_letters(hands: Hands) -> Iterator[tuple[float, str]]:
    """Labels in sight whose capitals are too low, with their height in millimetres; at 0 those that are cut."""
    from kivy.core.window import Window
    from kivy.uix.label import Label

    for widget in _in_sight(hands).walk():
        if isinstance(widget, Label) and widget.text.strip() and widget.opacity > 0 and widget.width > 1:
            found = 0.0 if _is_cut(widget) else capital_mm(widget.font_size, *Window.size)
            if found < CAPITALS_MM:
                yield found, widget.text


def _is_cut(label: Any) -> bool:
    """Whether a label has more lines than its box has room for."""
    from companion.widgets.base import text_height

    wide, high = label.text_size
    if not wide or not high:
        return False
    return bool(text_height(label.text, label.font_name, label.font_size, int(wide)) > high + label.font_size / 2)


def small_drawn(hands: Hands) -> Iterator[tuple[float, str]]:
    """The same of text that is drawn rather than a label, and what was cut short, at 0.  Signs alone, as those of the
    suits, have no capitals."""
    from kivy.core.window import Window

    from companion.widgets.lettering import CUT, drawn_text

    for drawn in drawn_text(_in_sight(hands).canvas):
        found = 0.0 if drawn.text.endswith(CUT) else capital_mm(drawn.size, Window.width, Window.height, drawn.font)
        if found < CAPITALS_MM - ROUNDING_MM and any(map(str.isalnum, drawn.text)):
            yield found, drawn.text


def _in_sight(hands: Hands) -> Any:
    """The screen, or the sheet over it."""
    screen = hands.app.manager.current_screen
    return getattr(screen, "sheet", None) or screen


def letters(only: Collection[str] = (), sizes: Sequence[tuple[int, int]] = SIZES, language: str = "en") -> int:
    """Print, for every screen and size, the text whose capitals are too low, or that is cut; how many there are."""
    wrong = 0
    with working_app(language) as (hands, store):
        for size in sizes:
            hands.resize(*size)
            for name in screens(hands, store):
                if only and name not in only:
                    continue
                found = sorted((*small_letters(hands), *small_drawn(hands)))
                wrong += len(found)
                words = ", ".join(f"{text[:24]!r} {mm:.1f}" for mm, text in found[:4])
                print(f"{size[0]}x{size[1]} {name:14} {len(found):3} texts below {CAPITALS_MM:g} mm or cut"
                      + (f": {words}" if found else ""), flush=True)
    print(f"{wrong} texts, labels or drawn, are cut or have capitals below {CAPITALS_MM:g} mm on a screen of "
          f"{INCHES:g} inches.")
    return wrong


# -- the newcomer's path, and the start ----------------------------------------------------------


def taps_to_table(hands: Hands) -> dict[str, int]:
    """How many taps lead from the first screen to a table, by what one wants."""
    app, counts = hands.app, {}

    def tapped(*words: str) -> int:
        for word in words:
            hands.tap_text(word)
            hands.wait(lambda: not app.manager.transition.is_active)
            hands.frames(2)
        hands.wait(lambda: app.manager.current == "table" and app.table.view is not None)
        hands.wait(lambda: not app.manager.transition.is_active)
        app.go_home()
        hands.wait(lambda: app.manager.current == "home" and not app.manager.transition.is_active)
        return len(words)

    title = hands.app.home.ids.games.children[-1].text
    counts["a game with last time's choices"] = tapped(title, texts.BEGIN)
    hands.wait(lambda: app.home.sittings)
    hands.frames(3)
    newest = app.home.ids.sittings.data[0]["text"]
    counts["the open deal carried on"] = tapped(newest)
    return counts


def path() -> int:
    """Print the taps; how many ways are too long."""
    with working_app() as (hands, _):
        counts = taps_to_table(hands)
    for what, taps in counts.items():
        print(f"{what}: {taps} taps (at most {MOST_TAPS})")
    return sum(taps > MOST_TAPS for taps in counts.values())


def start() -> int:
    """Print the seconds from the start of a process until its first screen can be touched."""
    began_s = time.time()
    child = subprocess.run([sys.executable, "-m", "companion.tools.screen_checks", "first-screen"], check=True,
                           capture_output=True, text=True)
    print(f"{float(child.stdout.split()[-1]) - began_s:.1f} s to the first screen")
    return 0


def first_screen() -> int:
    """Print the time at which the first screen was drawn."""
    with working_app() as (hands, _):
        hands.wait(lambda: hands.app.home.ids.games.children and hands.app.manager.current == "home")
        print(time.time())
    return 0


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools checks", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    checks: dict[str, Callable[[], int]] = {
        "contrast": contrast, "touch": lambda: touch(args.language), "letters": letters, "path": path, "start": start,
        "first-screen": first_screen}
    parser.add_argument("check", choices=checks)
    parser.add_argument("screens", nargs="*", help="of `letters`: these alone")
    parser.add_argument("--size", action="append", metavar="WxH", help="of `letters`: these alone (all four)")
    parser.add_argument("--language", choices=texts.LANGUAGES, default="en", help="of `letters` and `touch` (en)")
    args = parser.parse_args()
    if args.check == "letters":
        from companion.tools.bench.running import size_of  # its reader would be counted to the start of the app

        return min(letters(args.screens, [size_of(size) for size in args.size or ()] or SIZES, args.language), 1)
    return min(checks[args.check](), 1)


if __name__ == "__main__":
    sys.exit(main())

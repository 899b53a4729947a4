"""Pictures of the screens, for the README and for looking at.

    python -m companion.tools.headless python -m companion.tools pictures -o docs
    python -m companion.tools pictures -o looks --size 800x1280 --theme light --language de limbo picker
    python -m companion.tools.headless python -m companion.tools pictures -o docs --sheet

With --sheet, every screen at each of the four sizes, side by side in one picture a size.  Without names it makes those
of the README.  Every picture shows a real position: the demo film being read, or a record or a
random sitting that was played into a log.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration import Calibration
from companion.device.tables import TableFiles
from companion.filming.demo import demo
from companion.log.session import Session, SessionStore
from companion.tools.scenes import load_scenes
from companion.words import texts

SIZES = ("1280x800", "800x1280")
SHEET_SIZES = ("1280x800", "800x1280", "1024x600", "2560x1600")
THUMB_AREA_PX, GAP_PX, JPEG_QUALITY = 130_000, 8, 80  # of a contact sheet's pictures
SHEET_WIDTH_PX = 1900
DISPUTED = 4  # the row of the event that is looked back at
CARDS_READ = 5  # events of the demo film before its picture is taken


def scenes_to_show(store: SessionStore) -> dict[str, Callable[..., None]]:
    """Name -> what to do with the hands before the picture is taken."""
    from companion.tools.fingers import Hands

    scenes = load_scenes()
    usual = scenes.file.usual

    def played(name: str) -> Callable[[], Session]:
        return lambda: scenes.play(store, name)

    def at(make: Callable[[], Session], then: Callable[[Hands], None] = lambda hands: None
           ) -> Callable[[Hands], None]:
        def act(hands: Hands) -> None:
            hands.app.settings = replace(hands.app.settings, source="")
            hands.app.carry_on(make().info.id)
            hands.wait(lambda: hands.app.table.view is not None and hands.app.manager.current == "table")
            hands.wait(lambda: not hands.app.manager.transition.is_active)
            then(hands)
        return act

    def home(hands: Hands) -> None:
        for name in usual.home:
            scenes.play(store, name)
        hands.app.controller.kept.list()
        hands.wait(lambda: len(hands.app.home.sittings) >= 4)

    def setup(hands: Hands, game: str = usual.game) -> None:
        hands.app.choose_game(game)
        hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)

    def seated(hands: Hands) -> None:
        """Setting up, with where the players sit."""
        setup(hands, usual.seated)
        hands.tap_text(texts.ADD_PLAYER)
        hands.frames(3)
        hands.tap_text(texts.SIDES_IN_WORDS["left"])
        hands.scroll_to(hands.app.setup.plan.children[0])  # its lowest row

    def reading(hands: Hands) -> None:
        """The demo film, some cards in."""
        hands.app.show_demo()
        hands.wait(lambda: hands.app.table.view is not None and len(hands.app.table.view.log) >= CARDS_READ, 600)
        hands.app.controller.pause(True)
        hands.frames(2)

    def points(hands: Hands) -> None:
        """The board in its other style, telling what a point was for."""
        hands.app.change_board()
        hands.frames(3)
        board = hands.app.table.board
        hands.tap_at(board.x + board.width * 0.3, board.y + board.height * 0.3)
        hands.wait(lambda: board.told is not None and board.walked == 1.0)

    def scores(hands: Hands) -> None:
        hands.app.open_scores()
        hands.wait(lambda: hands.app.manager.current == "scores" and hands.app.screen("scores").view)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def statistics(hands: Hands) -> None:
        scenes.play_evenings(store)
        hands.app.open_statistics()
        hands.wait(lambda: hands.app.manager.current == "statistics" and hands.app.screen("statistics").stats)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def printing(hands: Hands) -> None:
        hands.app.open_printing()
        hands.wait(lambda: hands.app.manager.current == "printing" and not hands.app.manager.transition.is_active)

    def recap(hands: Hands) -> None:
        hands.app.open_recap()
        hands.wait(lambda: hands.app.manager.current == "recap" and hands.app.screen("recap").view)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def backup(hands: Hands) -> None:
        hands.app.open_backup()
        screen = hands.app.screen("backup")
        screen.where = texts.BACKUPS_IN.format(folder="Documents/Table Companion")
        screen.ids.backups.data = [{"path": None, "text": f"Table Companion 2026-11-{day} 221504"} for day in (23, 16)]
        hands.wait(lambda: hands.app.manager.current == "backup" and not hands.app.manager.transition.is_active)

    def options(hands: Hands) -> None:
        hands.app.open_options()
        hands.wait(lambda: hands.app.manager.current == "options" and not hands.app.manager.transition.is_active)

    def german(hands: Hands) -> None:
        """The table after a broken rule, in German."""
        hands.app.change_language()
        at(played("illegal"))(hands)

    def spectators(hands: Hands) -> None:
        hands.app.open_spectators()
        hands.app.screen("spectators").start()
        hands.wait(lambda: hands.app.manager.current == "spectators" and not hands.app.manager.transition.is_active)

    def look_back(hands: Hands) -> None:
        reading(hands)
        hands.app.look_back(DISPUTED)
        hands.wait(lambda: hands.app.manager.current_screen.name == "dispute" and hands.app.screen("dispute").view)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def what_if(hands: Hands) -> None:
        look_back(hands)
        hands.app.screen("dispute").toggle_supposing()
        hands.app.screen("dispute").choose_card("QH")
        hands.wait(lambda: hands.app.screen("dispute").view.changes)

    def rules(hands: Hands) -> None:
        hands.app.open_rules(hands.app.table.view.game, hands.app.table.view.options)
        hands.wait(lambda: hands.app.manager.current == "rules" and not hands.app.manager.transition.is_active)

    def camera(then: Callable[[Hands], None] = lambda hands: None) -> Callable[[Hands], None]:
        """The demo table, seen before it is played on."""
        def act(hands: Hands) -> None:
            film = demo()
            hands.app.controller.files.calibration(str(film.clip)).unlink(missing_ok=True)
            Calibration.load(film.calibration).save(hands.app.controller.files.calibration(str(film.clip)))
            hands.app.choose_game(usual.game)
            hands.app.setup.ids.source.text = str(film.clip)
            hands.app.setup.try_camera()
            shown = hands.app.screen("camera")
            hands.wait(lambda: shown.view is not None and len(shown.view.aspects) > 2 and shown.camera.texture)
            hands.wait(lambda: not hands.app.manager.transition.is_active)
            then(hands)
        return act

    def taps(hands: Hands) -> None:
        hands.tap_text(texts.FIND_TAB)
        hands.tap_text(texts.BY_TAPS)
        x, y, wide, high = hands.app.screen("camera").camera.picture_box
        for u, v in ((0.3, 0.7), (0.65, 0.72), (0.7, 0.3)):
            hands.tap_at(x + u * wide, y + v * high)

    def zones(hands: Hands) -> None:
        hands.tap_text(texts.ZONES_TAB)
        hands.tap_text(texts.NEXT_ZONE)

    def phone(hands: Hands) -> None:
        """The code that a phone scans to be the camera."""
        hands.tap_text(texts.SOURCE_TAB)
        hands.tap_text(texts.A_PHONE)
        hands.wait(lambda: hands.app.screen("camera").code.data)

    def blind(hands: Hands) -> None:
        """The table while its camera shows nothing."""
        reading(hands)
        hands.app.picture_bar.text = texts.PICTURE_FAULTS["covered"]
        hands.app.table.blind = True

    def own_deck(game: str) -> Callable[[Hands], None]:
        def act(hands: Hands) -> None:
            hands.app.choose_game(game)
            hands.wait(lambda: not hands.app.manager.transition.is_active)
            hands.app.setup.make_deck()
            hands.wait(lambda: not hands.app.manager.transition.is_active)
        return act

    return {
        **{name: own_deck(game) for name, game in usual.decks.items()},
        "camera": camera(), "find": camera(lambda hands: hands.tap_text(texts.FIND_TAB)), "taps": camera(taps),
        "zones": camera(zones), "source": camera(lambda hands: hands.tap_text(texts.SOURCE_TAB)),
        "view": camera(lambda hands: hands.tap_text(texts.VIEW_TAB)), "phone": camera(phone), "blind": blind,
        "reading": reading, "home": home, "setup": setup, "seated": seated,
        "points": at(lambda: usual.points.play(store), points),
        "picker": at(played("illegal"), lambda hands: hands.app.table.correct_last()),
        "hand": at(played(usual.shown), lambda hands: hands.app.table.sheets.show_of("Ann")),
        "log": at(played(usual.game), lambda hands: hands.app.table.sheets.open_log()),
        "more": at(played(usual.game), lambda hands: hands.app.table.sheets.open_more()),
        "options": options, "backup": backup, "recap": at(lambda: usual.points.play(store), recap), "german": german,
        "spectators": at(played(usual.game), spectators), "printing": printing,
        "rules": at(played(usual.game), rules),
        "number": at(played(usual.counted), lambda hands: hands.app.table.sheets.enter_points(
            hands.app.table.view.players[0])),
        "statistics": statistics, "dispute": look_back, "what_if": what_if,
        "scores": at(played(usual.game), scores), **{name: at(played(name), scores) for name in scenes.file.scores},
        **{name: at(played(name)) for name in (*scenes.file.records, *scenes.file.random)},
    }


ScreenShot = tuple[str, tuple[int, int], str]


def take(shots: dict[Path, ScreenShot], language: str = "en") -> None:
    """Take the pictures: file -> scene, size and theme."""
    from companion.screens.app import CompanionApp
    from companion.sharing.phone import PhoneCamera
    from companion.sharing.sources import Sources
    from companion.sitting.controller import Controller
    from companion.style.theme import THEMES
    from companion.tools.fingers import Hands

    with tempfile.TemporaryDirectory() as own:
        store = SessionStore(":memory:")
        acts = scenes_to_show(store)
        def pages() -> PhoneCamera:
            phone = PhoneCamera(Path(own), "127.0.0.1", ports=(0, 0))
            phone.address = "192.168.1.7"  # a picture shows nobody's own
            return phone

        sources = Sources(pages)
        controller = Controller(store, open_frames=sources.open, files=TableFiles(Path(own)))
        app = CompanionApp(controller, Path(own) / "settings.json", sources=sources)
        with Hands(app, next(iter(shots.values()))[1]) as hands:
            for file, (name, size, theme) in shots.items():
                hands.resize(*size)
                app.theme = THEMES[theme]
                while app.settings.language != language:
                    app.change_language()
                if app.board != "pegs":
                    app.change_board()
                app.go_home()
                hands.wait(lambda: app.manager.current == "home" and not app.manager.transition.is_active)
                acts[name](hands)
                hands.frames(3)
                hands.wait(lambda: not app.manager.transition.is_active and app.table.board.walked == 1.0)
                file.parent.mkdir(parents=True, exist_ok=True)
                hands.picture(file)
                print(file, file=sys.stderr)


def contact_sheet(pictures: Sequence[Path]) -> np.ndarray:
    """Pictures of one size side by side in rows, (height, width, 3) uint8."""
    whole = [picture for file in pictures if (picture := cv2.imread(str(file))) is not None]
    high, wide = whole[0].shape[:2]
    scale = (THUMB_AREA_PX / (wide * high)) ** 0.5
    small = [cv2.resize(picture, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)
             for picture in whole]
    high, wide = small[0].shape[:2]
    columns = SHEET_WIDTH_PX // (wide + GAP_PX)
    sheet = np.zeros((-(-len(small) // columns) * (high + GAP_PX), columns * (wide + GAP_PX), 3), np.uint8)
    for index, picture in enumerate(small):
        y, x = index // columns * (high + GAP_PX), index % columns * (wide + GAP_PX)
        sheet[y:y + high, x:x + wide] = picture
    return sheet


def draw_sheets(folder: Path, sizes: Sequence[str], language: str) -> None:
    """A contact sheet of every screen for each of these sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with tempfile.TemporaryDirectory() as own:
            files = {Path(own) / f"{name}.png": (name, _size(size), "dark") for name in load_scenes().file.sheet}
            take(files, language)
            cv2.imwrite(str(folder / f"screens-{size}.jpg"), contact_sheet(list(files)),
                        [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools pictures", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="scenes; without any, the pictures of the README")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--size", action="append", metavar="WxH", help="size of the window (both usual ones)")
    parser.add_argument("--theme", action="append", choices=("dark", "light", "contrast"), help="(dark)")
    parser.add_argument("--language", choices=texts.LANGUAGES, default="en", help="(en)")
    parser.add_argument("--sheet", action="store_true", help="every screen in one picture a size (the four usual ones)")
    args = parser.parse_args()
    if args.sheet:
        draw_sheets(args.output, args.size or SHEET_SIZES, args.language)
    elif args.names:
        take({args.output / f"{name}-{size}-{theme}.png": (name, _size(size), theme)
              for size in args.size or SIZES for theme in args.theme or ["dark"] for name in args.names}, args.language)
    else:
        take({args.output / f"{file}.png": (name, (width, height), theme)
              for file, (name, width, height, theme) in load_scenes().file.readme.items()}, args.language)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, height = map(int, text.split("x"))
    return width, height


if __name__ == "__main__":
    sys.exit(main())

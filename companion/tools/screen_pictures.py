"""Pictures of the screens, for the README and for looking at.

    python -m companion.tools.headless python -m companion.tools pictures -o docs
    python -m companion.tools pictures -o looks --size 800x1280 --theme light --language de limbo picker

Without names it makes those of the README.  Every picture shows a real position: the demo film being
read, or a record or a random sitting that was played into a log.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from calibration import Calibration
from companion import texts
from companion.device.tables import TableFiles
from companion.filming.demo import demo
from companion.log.session import Session, SessionStore
from rules import GAMES, Table, parse_record
from rules.core.people import random_player

SIZES = ("1280x800", "800x1280")
README = {  # file: scene, size, theme
    "setting-up": ("seated", (1280, 800), "dark"),
    "table-landscape": ("reading", (1280, 800), "dark"), "never-over": ("never_over", (1280, 800), "dark"),
    "broken-rule": ("illegal", (1280, 800), "light"), "table-portrait": ("reading", (800, 1280), "dark"),
    "camera": ("camera", (1280, 800), "dark"), "places": ("zones", (800, 1280), "light"),
    "phone-code": ("phone", (1280, 800), "dark"), "blind": ("blind", (1280, 800), "dark"),
    "own-pack": ("deck", (1280, 800), "dark"), "canasta": ("canasta", (1280, 800), "contrast"),
    "correct": ("picker", (800, 1280), "contrast"), "looking-back": ("what_if", (1280, 800), "dark"),
    "score-sheet": ("scores_pemberley", (1280, 800), "light"), "statistics": ("statistics", (1280, 800), "dark"),
    "points": ("points", (1280, 800), "light"), "printing": ("printing", (1280, 800), "light"),
    "spectators": ("spectators", (1280, 800), "dark"),
    "settings": ("options", (800, 1280), "dark"), "german": ("german", (1280, 800), "dark"),
}
DISPUTED = 4  # the row of the event that is looked back at
CARDS_READ = 5  # events of the demo film before its picture is taken
NAMES = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")

LIMBO = """game: limbo
players: Ann, Bob
dealer: Bob

table start 6D = 95
Ann play 9C = 86
Bob play 9H = 77
Ann play 8S = 69
Bob play KD = 3
Ann play 2C = 1
Bob stuck
Ann done
table deal
Bob double
table start 5C = 96
"""
BROKEN = LIMBO + "Bob play 6C = 90\n"
NEVER_OVER = """game: never_over
players: Abe, Bea, Cal, Deb
dealer: Deb

Abe play +3
Bea play +2
Cal play +4
Deb play <=3 on Bea
Abe play <=1 on Cal
Bea play +1
Cal play <=2 on Deb
Deb play +2
Abe play +4
"""
CROWDED: dict[str, tuple[str, int, int, dict[str, str]]] = {  # game, players, events, options
    "never_over_12": ("never_over", 12, 30, {"hand_size": "4"}),
    "page_one_6": ("page_one", 6, 18, {"max_players": "6"}), "friend_or_foe_10": ("friend_or_foe", 10, 8, {}),
}
SITTINGS: dict[str, tuple[int, int]] = {  # players, events of a random sitting
    "pemberley": (3, 11), "page_one": (4, 15), "scopa": (2, 9), "canasta": (4, 40), "thirteen": (4, 9),
    "friend_or_foe": (4, 9),
}


def play_record(store: SessionStore, text: str) -> Session:
    """A sitting with the events of a record in its log."""
    record = parse_record(text)
    session = store.create(record.game, record.table())
    for line in record.events:
        assert line.action is not None
        session.append(line.action, "camera")
    return session


def play_at_random(store: SessionStore, game: str, players: int, events: int,
                   options: Mapping[str, str] | None = None, seed: int = 5) -> Session:
    """A sitting with a random beginning."""
    table = Table(NAMES[:players], options=options or {})
    session = store.create(game, table)
    for action in random_player(GAMES[game], table, Random(seed)).play(events):
        session.append(action, "camera")
    return session


def many_sittings(store: SessionStore) -> None:
    """Some evenings of several games, for the statistics."""
    for seed in range(14):
        game, players = ("thirteen", 4) if seed % 3 else ("scopa", 2)
        play_at_random(store, game, players, 160, seed=seed)


def scenes_to_show(store: SessionStore) -> dict[str, Callable[..., None]]:
    """Name -> what to do with the hands before the picture is taken."""
    from companion.tools.fingers import Hands

    def record(text: str) -> Callable[[], Session]:
        return lambda: play_record(store, text)

    def sitting(game: str) -> Callable[[], Session]:
        return lambda: play_at_random(store, game, *SITTINGS[game])

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
        for make in (record(LIMBO), record(NEVER_OVER), sitting("thirteen"), sitting("canasta")):
            make()
        hands.app.controller.list_sittings()
        hands.wait(lambda: len(hands.app.home.sittings) >= 4)

    def setup(hands: Hands, game: str = "limbo") -> None:
        hands.app.choose_game(game)
        hands.wait(lambda: hands.app.manager.current == "setup" and not hands.app.manager.transition.is_active)

    def seated(hands: Hands) -> None:
        """Setting up, with where the players sit."""
        setup(hands, "thirteen")
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

    def long_sitting(game: str, players: int) -> Callable[[], Session]:
        return lambda: play_at_random(store, game, players, 140)

    def scores(hands: Hands) -> None:
        hands.app.open_scores()
        hands.wait(lambda: hands.app.manager.current == "scores" and hands.app.screen("scores").view)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def statistics(hands: Hands) -> None:
        many_sittings(store)
        hands.app.open_statistics()
        hands.wait(lambda: hands.app.manager.current == "statistics" and hands.app.screen("statistics").stats)
        hands.wait(lambda: not hands.app.manager.transition.is_active)

    def printing(hands: Hands) -> None:
        hands.app.open_printing()
        hands.wait(lambda: hands.app.manager.current == "printing" and not hands.app.manager.transition.is_active)

    def options(hands: Hands) -> None:
        hands.app.open_options()
        hands.wait(lambda: hands.app.manager.current == "options" and not hands.app.manager.transition.is_active)

    def german(hands: Hands) -> None:
        """The table after a broken rule, in German."""
        hands.app.change_language()
        at(record(BROKEN))(hands)

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

    def camera(then: Callable[[Hands], None] = lambda hands: None) -> Callable[[Hands], None]:
        """The demo table, seen before it is played on."""
        def act(hands: Hands) -> None:
            film = demo()
            hands.app.controller.files.calibration(str(film.clip)).unlink(missing_ok=True)
            Calibration.load(film.calibration).save(hands.app.controller.files.calibration(str(film.clip)))
            hands.app.choose_game("limbo")
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
        "deck": own_deck("never_over"), "deck_scopa": own_deck("scopa"),
        "camera": camera(), "find": camera(lambda hands: hands.tap_text(texts.FIND_TAB)), "taps": camera(taps),
        "zones": camera(zones), "source": camera(lambda hands: hands.tap_text(texts.SOURCE_TAB)),
        "view": camera(lambda hands: hands.tap_text(texts.VIEW_TAB)), "phone": camera(phone), "blind": blind,
        "reading": reading, "home": home, "setup": setup, "seated": seated,
        "limbo": at(record(LIMBO)), "illegal": at(record(BROKEN)),
        "question": at(record(LIMBO + "Bob play AC\n")), "king": at(record(LIMBO + "Bob play KC\n")),
        "points": at(long_sitting("scopa", 2), points), "never_over": at(record(NEVER_OVER)),
        "picker": at(record(BROKEN), lambda hands: hands.app.table.correct_last()),
        "log": at(record(LIMBO), lambda hands: hands.app.table.sheets.open_log()),
        "scores": at(record(LIMBO), scores), "scores_canasta": at(long_sitting("canasta", 4), scores),
        "scores_pemberley": at(long_sitting("pemberley", 3), scores),
        "more": at(record(LIMBO), lambda hands: hands.app.table.sheets.open_more()),
        "options": options, "german": german, "spectators": at(record(LIMBO), spectators), "printing": printing,
        "statistics": statistics, "dispute": look_back, "what_if": what_if,
        **{name: at(partial(play_at_random, store, *crowd)) for name, crowd in CROWDED.items()},
        **{game: at(sitting(game)) for game in SITTINGS},
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.tools pictures", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="scenes; without any, the pictures of the README")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--size", action="append", metavar="WxH", help="size of the window (both usual ones)")
    parser.add_argument("--theme", action="append", choices=("dark", "light", "contrast"), help="(dark)")
    parser.add_argument("--language", choices=texts.LANGUAGES, default="en", help="(en)")
    args = parser.parse_args()
    if args.names:
        take({args.output / f"{name}-{size}-{theme}.png": (name, _size(size), theme)
              for size in args.size or SIZES for theme in args.theme or ["dark"] for name in args.names}, args.language)
    else:
        take({args.output / f"{file}.png": shot for file, shot in README.items()}, args.language)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, height = map(int, text.split("x"))
    return width, height


if __name__ == "__main__":
    sys.exit(main())
